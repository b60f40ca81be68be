"""Two builds side by side: what only one of them has, their totals and problems."""

import re

import pytest

FOUR = ["recombinator", "long-range-scanner", "emergency-shields", "flux-engine"]


@pytest.fixture
def saved(post):
    def save(title, components, path="/mecha-mettle/new", **more):
        answer = post(path, {"title": title, "seat": "1", "components": components, **more})
        assert answer.status_code == 303
        return answer.headers["Location"].rpartition("/")[2]

    return save


def section(page, title):
    return re.search(rf"<h2>{re.escape(title)} .*?</section>", page, re.S)[0]


def test_two_drafts_tell_what_only_one_of_them_has(client, saved):
    one, other = saved("Turner", FOUR[:2]), saved("Burner", [FOUR[1], "light-thrusters"])
    page = client.get(f"/mecha-mettle/compare?one={one}&other={other}")
    assert page.status_code == 200
    assert "Recombinator" in section(page.text, "Only in Turner, version 1")
    assert "Light Thrusters" in section(page.text, "Only in Burner, version 1")
    assert re.search("Long.[Rr]ange Scanner", section(page.text, "In both"))
    assert (
        "2 of 4 cards: 1 reconfigure, 1 control" in page.text or "2 of 4 cards: 1 control, 1 reconfigure" in page.text
    )
    assert page.text.count("Not legal") == 2


def test_two_versions_of_one_draft(client, saved):
    made = saved("Turner", FOUR[:1])
    saved("Turner", FOUR, path=f"/mecha-mettle/builds/{made}", version="1")
    assert f"one={made}&amp;other={made}&amp;one-version=1" in client.get(f"/mecha-mettle/builds/{made}/versions").text
    page = client.get(f"/mecha-mettle/compare?one={made}&other={made}&one-version=1").text
    assert "None." in section(page, "Only in Turner, version 1")
    assert "Flux Engine" in section(page, "Only in Turner, version 2")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("one=nothing", "a saved build of this game"),
        ("one={}&one-version=9", "a version of this build that can be read"),
    ],
)
def test_what_is_not_there_is_a_sentence(client, saved, query, sentence):
    page = client.get(f"/mecha-mettle/compare?{query.format(saved('Turner', FOUR))}")
    assert page.status_code == 422 and sentence in page.text


def test_nothing_chosen_yet_offers_ones_own_builds(client, saved):
    made = saved("Turner", FOUR)
    page = client.get(f"/mecha-mettle/compare?one={made}").text
    assert f'<option value="{made}" selected>Turner</option>' in page
    assert "Choose two builds" in page
