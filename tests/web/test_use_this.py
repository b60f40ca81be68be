"""What an analysis proposes goes to the builder: applied, not saved, undone with one button."""

import json
import re

import pytest
from playwright.sync_api import expect

DRAFT = ["flux-engine", "light-thrusters"]
CHANGE = json.dumps({"components": DRAFT})


def proposal(page):
    return re.search(r'<p class="said" data-proposal>.*?</p>', page, re.S)[0]


@pytest.fixture
def saved(post):
    answer = post("/mecha-mettle/new", {"title": "Mine", "seat": "1", "components": ["recombinator"]})
    return answer.headers["Location"].rpartition("/")[2]


def test_a_proposal_is_offered_on_my_build_and_changes_nothing_yet(client, post, saved):
    page = post("/mecha-mettle/use", {"build": saved, "change": CHANGE})
    assert page.status_code == 200
    assert f'data-use="/mecha-mettle/builds/{saved}"' in proposal(page.text)
    stored = json.loads(client.get(f"/mecha-mettle/builds/{saved}/export.json").text)
    assert stored["components"] == ["recombinator"]


def test_without_scripts_the_button_applies_it(client, post, saved):
    button = {"title": "Mine", "seat": "1", "components": ["recombinator"], "version": "1", "fix": CHANGE}
    page = post(f"/mecha-mettle/check?of={saved}", button)
    assert page.status_code == 200
    assert re.search(r"Flux Engine", page.text)


@pytest.mark.parametrize("build", ["", "nothing"])
def test_without_a_build_it_begins_a_new_one(post, build):
    page = post("/mecha-mettle/use", {"build": build, "change": CHANGE})
    assert page.status_code == 200
    assert 'data-use="/mecha-mettle/new"' in proposal(page.text)


def test_a_build_of_another_browser_is_not_changed(app, saved):
    stranger = app.test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', stranger.get("/open").text)[1]
    page = stranger.post("/mecha-mettle/use", data={"csrf_token": token, "build": saved, "change": CHANGE})
    assert 'data-use="/mecha-mettle/new"' in proposal(page.text)


@pytest.mark.parametrize("change", ['{"pack": []}', "[1]", "{", '{"components": "<b>"}'])
def test_a_damaged_proposal_is_refused_with_a_sentence(post, change):
    page = post("/mecha-mettle/use", {"change": change})
    assert page.status_code == 200
    answer = post("/mecha-mettle/check", {"title": "", "fix": change})
    assert answer.status_code == 422 and 'role="alert"' in answer.text
    assert "<b>" not in answer.text


def use(page, url, change):
    """Use a change on a new build, as the button of an analysis does."""
    page.goto(f"{url}/mecha-mettle/new")
    page.evaluate(
        """change => {
            const form = document.createElement("form");
            form.method = "post";
            form.action = "/mecha-mettle/use";
            const token = document.querySelector("[name=csrf_token]").value;
            for (const [name, value] of [["csrf_token", token], ["change", change]]) {
              form.append(Object.assign(document.createElement("input"), { name, value }));
            }
            document.body.append(form);
            form.submit();
        }""",
        change,
    )
    page.wait_for_url("**/mecha-mettle/new")


@pytest.mark.long
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ('{"components": [""]}', "This could not be used; why is said with the problems."),
        ('{"components": []}', "The build has this already."),
    ],
)
def test_a_proposal_that_changes_nothing_is_not_called_used(live_url, page, change, said):
    use(page, live_url, change)
    expect(page.locator("[data-proposal]")).to_have_text(said)
    expect(page.locator("[data-undo]")).to_be_disabled()


def test_a_proposal_is_used_at_once_and_undone(live_url, page):
    use(page, live_url, CHANGE)
    page.get_by_text("Used. Nothing is saved yet").wait_for()
    expect(page.locator("#board")).to_contain_text("Flux Engine")
    page.locator("[data-undo]").click()
    expect(page.locator("#board")).not_to_contain_text("Flux Engine")
    page.locator("[data-redo]").click()
    expect(page.locator("#board")).to_contain_text("Flux Engine")
