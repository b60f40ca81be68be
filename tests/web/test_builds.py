"""The page flow of builds: what cannot be read, what is saved, fixed, kept, shared, imported; nothing is lost."""

import html
import io
import json
import re
import tomllib

import pytest

from tests.web.conftest import link_to

DRAFT = {"title": "Thick skin", "components": ["light-thrusters", "hydrostatic-bearings", "emergency-shields"]}
DOUBLED = {"title": "Two", "components": ["light-thrusters", "extended-magazines"]}


def text(answer):
    return html.unescape(answer.get_data(as_text=True))


@pytest.fixture
def made(client, post):
    """Return the address of a saved draft."""
    answer = post("/mecha-mettle/new", DRAFT)
    assert answer.status_code == 303
    return answer.location


def test_a_half_made_draft_is_saved_like_any_other(client, made):
    page = text(client.get(made))
    assert "Thick skin" in page and "One component is missing" in page
    assert "Thick skin" in text(client.get("/")) and "Thick skin" in text(client.get("/mecha-mettle/"))


def test_another_browser_lists_nothing_and_opens_by_a_link(app, client, made):
    other = app.test_client()
    assert "Thick skin" not in text(other.get("/")) + text(other.get(made))
    assert "Thick skin" in text(other.get(link_to(client, made)))
    assert other.get("/").headers.get("Set-Cookie", "") == "" or "owner" not in other.get("/").headers["Set-Cookie"]


def test_only_its_maker_is_offered_to_delete_a_build(app, client, made):
    assert ">Delete</button>" in text(client.get(made))
    page = text(app.test_client().get(link_to(client, made)))
    assert ">Delete</button>" not in page and "Another browser made this build" in page


def test_the_cookie_lasts_and_is_out_of_scripts_reach(client, post):
    cookie = post("/mecha-mettle/new", DRAFT).headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Expires=Fri, 31 Dec 9999" in cookie


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"title": "x" * 10_000}, "A title has at most 120 characters"),
        ({"title": "ok", "components": ["flux"]}, "No component is called 'flux'"),
        ({"title": "ok", "seat": "7"}, "There is no seat '7'"),
    ],
)
def test_what_cannot_be_read_comes_back_with_what_was_typed(client, post, typed, said):
    answer = post("/mecha-mettle/new", {**DRAFT, **typed})
    page = text(answer)
    assert answer.status_code == 422
    assert said in page and typed["title"] in page and "Traceback" not in page
    assert 'value="light-thrusters" checked' in page or "components" in typed
    assert "Nothing yet" in text(client.get("/"))


def test_a_title_with_html_is_a_title(client, post):
    made = post("/mecha-mettle/new", {**DRAFT, "title": "<script>alert(1)</script>"}).location
    page = client.get(made).get_data(as_text=True)
    assert "<script>alert" not in page and "&lt;script&gt;alert(1)" in page


def test_the_check_fragment_answers_without_saving(client, post):
    answer = post("/mecha-mettle/check", DOUBLED, headers={"X-Fragment": "1"})
    assert answer.status_code == 200
    assert "are both of level 1" in text(answer) and "<html" not in text(answer)
    assert "Nothing yet" in text(client.get("/"))
    assert post("/mecha-mettle/check", {"title": "x" * 121}, headers={"X-Fragment": "1"}).status_code == 422


def test_without_scripts_the_check_button_answers_with_the_page_and_what_was_typed(client, post, made):
    page = text(post("/mecha-mettle/check", {**DOUBLED, "title": "Half typed"}))
    assert "<html" in page and "are both of level 1" in page and 'value="Half typed"' in page
    of = made.rpartition("/")[2]
    page = text(post(f"/mecha-mettle/check?of={of}", {**DOUBLED, "version": 1}))
    assert f'action="{made}"' in page and 'name="version" value="1"' in page
    assert "Version 1" in text(client.get(f"{made}/versions")) and "Version 2" not in text(
        client.get(f"{made}/versions")
    )
    lost = post("/mecha-mettle/check?of=nonsense", {**DOUBLED, "title": "Half typed"})
    assert lost.status_code == 404 and 'value="Half typed"' in text(lost)


def test_a_page_that_came_back_unread_still_knows_which_version_it_began_with(client, post, made):
    post(made, {**DRAFT, "title": "Newer", "version": 1})
    page = post(made, {**DRAFT, "title": "x" * 121, "version": 1})
    assert page.status_code == 422 and 'name="version" value="1"' in text(page)
    assert post(made, {**DRAFT, "title": "Older tab", "version": 1}).status_code == 409


@pytest.mark.parametrize("version", ["0", "-1", "2", "9" * 40])
def test_a_version_there_never_was_is_not_found(client, post, made, version):
    assert client.get(f"{made}?version={version}").status_code == 404
    assert post(f"{made}/restore", {"version": version}).status_code in (400, 404)


def test_a_build_that_can_no_longer_be_read_says_so_in_its_text(app, client):
    kept = app.extensions["store"].create(
        "somebody", "mecha-mettle", {"game": "mecha-mettle", "title": "Old", "flux": 1}
    )
    with client.session_transaction() as session:
        session["owner"] = "somebody"
    answer = client.get(f"/mecha-mettle/builds/{kept.id}/export.txt")
    assert answer.status_code == 422
    assert text(answer).startswith("This build cannot be read. flux: found an unknown key")


@pytest.mark.parametrize("title", ["a\0b", "a\u2028b", "two\nlines", "\ud800"])
def test_a_title_is_one_line_of_text(client, post, title):
    answer = post("/import", {"text": json.dumps({"game": "mecha-mettle", "title": title})})
    assert answer.status_code == 422 and "title" in text(answer)


def test_a_fix_is_a_button_that_saves_the_fixed_draft(client, post):
    page = text(post("/mecha-mettle/check", DOUBLED))
    fix = json.loads(page.split('name="fix" value="')[1].split('" form=')[0])
    assert fix == {"components": ["light-thrusters"]}
    saved = post("/mecha-mettle/new", {**DOUBLED, "fix": json.dumps(fix)}).location
    exported = tomllib.loads(text(client.get(f"{saved}/export.toml")))
    assert exported.pop("statement").startswith("Checked: 1 problem, draft-count; Mecha Mettle rules ")
    assert exported.pop("credit").startswith("Its print-and-play rulebook")
    assert exported == {"format": 1, "game": "mecha-mettle", "title": "Two", "components": ["light-thrusters"]}


@pytest.mark.parametrize("fix", ["nonsense", "[1]", '{"components": 5}', '{"colour": "red"}', "[" * 5000])
def test_a_damaged_fix_is_said_and_nothing_is_saved(client, post, fix):
    answer = post("/mecha-mettle/new", {**DRAFT, "fix": fix})
    assert answer.status_code == 422 and "could not be read" in text(answer)
    assert "Nothing yet" in text(client.get("/"))


def test_a_save_is_a_new_version_and_an_old_one_comes_back(client, post, made):
    assert post(made, {**DRAFT, "title": "Thicker", "version": 1}).status_code == 303
    assert "Thicker" in text(client.get(made))
    assert "Thick skin" in text(client.get(f"{made}?version=1"))
    history = text(client.get(f"{made}/versions"))
    assert "Version 2" in history and "Version 1" in history
    assert post(f"{made}/restore", {"version": 1}).status_code == 303
    assert "Version 3" in text(client.get(f"{made}/versions")) and "<h1>Thick skin" in text(client.get(made))


def test_two_tabs_lose_nothing(client, post, made):
    post(made, {**DRAFT, "title": "From the phone", "version": 1})
    answer = post(made, {**DRAFT, "title": "From the laptop", "version": 1})
    page = text(answer)
    assert answer.status_code == 409
    assert "Somebody saved this build while you edited it" in page and 'value="From the laptop"' in page
    assert "From the phone" in text(client.get(made))
    assert post(made, {**DRAFT, "title": "From the laptop", "version": 2}).status_code == 303
    assert "From the phone" in text(client.get(f"{made}?version=2"))


@pytest.mark.parametrize("kind", ["toml", "json"])
def test_what_is_exported_is_imported_the_same(client, post, made, kind):
    exported = text(client.get(f"{made}/export.{kind}"))
    again = post("/import", {"text": exported})
    assert again.status_code == 303 and again.location != made
    assert text(client.get(f"{again.location}/export.{kind}")) == exported
    sent = {"file": (io.BytesIO(exported.encode()), f"mine.{kind}")}
    assert post("/import", sent, content_type="multipart/form-data").status_code == 303


def test_the_chat_text_carries_the_verdict(client, made):
    words = text(client.get(f"{made}/export.txt"))
    assert "1. Light Thrusters (defense)" in words and "Not legal: One component is missing" in words


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ("", "an empty file"),
        ("not toml at all", "expected a build in TOML, JSON or as text for a chat, or a link"),
        ("{broken", "expected JSON"),
        ('game = "chess"', "found 'chess', expected one of mecha-mettle"),
        ('title = "x"', "game: found nothing"),
        ('game = "mecha-mettle"\ncolour = "red"', "colour: found an unknown key"),
        ("a = " + "[" * 3000, "nested too deep to read, expected a document a few levels deep"),
    ],
)
def test_what_cannot_be_imported_is_said(client, post, sent, said):
    answer = post("/import", {"text": sent})
    assert answer.status_code == 422
    assert said in text(answer) and "Traceback" not in text(answer)
    assert "Nothing yet" in text(client.get("/"))


def test_bytes_and_giants_are_refused_in_a_sentence(post):
    sent = {"file": (io.BytesIO(b"\xff\xfe\x00"), "mine.toml")}
    assert "bytes that are not text" in text(post("/import", sent, content_type="multipart/form-data"))
    sent = {"file": (io.BytesIO(b"x" * 10_000_000), "mine.toml")}
    answer = post("/import", sent, content_type="multipart/form-data")
    assert answer.status_code == 422 and "more than 9 MB" in text(answer)
    answer.request.environ["wsgi.input"].close()
    sent = {"file": (io.BytesIO(b"x" * 60_000_000), "mine.zip")}
    answer = post("/import", sent, content_type="multipart/form-data")
    assert answer.status_code == 413 and "more than 60 MB" in text(answer)
    answer.request.environ["wsgi.input"].close()


@pytest.mark.parametrize("path", ["", "/versions", "/export.toml", "?version=99", "/export.exe"])
def test_no_build_there(client, made, path):
    address = made if path in ("?version=99", "/export.exe") else "/mecha-mettle/builds/nothing"
    assert client.get(f"{address}{path}").status_code == 404


def test_a_build_is_made_under_this_browsers_rulings_and_keeps_them(client, post):
    post("/mecha-mettle/rules", {"sideways-entry": "at-the-side-faced"})
    made = post("/mecha-mettle/new", DRAFT).location
    assert 'sideways-entry = "at-the-side-faced"' in text(client.get(f"{made}/export.toml"))
    post("/mecha-mettle/rules", {"sideways-entry": "behind-the-shot"})
    post(made, {**DRAFT, "title": "Again", "version": 1})
    assert 'sideways-entry = "at-the-side-faced"' in text(client.get(f"{made}/export.toml"))


@pytest.mark.parametrize(
    ("path", "name", "figures"),
    [
        ("wreck-a-mech/examples/building-site", "Foreman Cab", ["Attack 2", "Defense 1", "Structure 2"]),
        ("mechastellar/examples/border-patrol", "Longbow", ["HP 1500", "Move 8", "Evade 3"]),
        ("techniconica/examples/copper-bison", "Gas Turbine", ["Power Output 5", "DT 2", "weight 3"]),
        ("mecha-mettle/examples/long-guns", "Manual Override", []),
    ],
)
def test_a_placed_card_has_its_numbers_beside_its_name(client, path, name, figures):
    page = client.get(f"/{path}").get_data(as_text=True)
    beside = re.search(rf'<strong class="placed-name">{name}</strong>(.*?)</button>', page, re.DOTALL)[1]
    assert re.findall("<span>(.+?) <strong>(.+?)</strong>", beside) == [tuple(one.rsplit(" ", 1)) for one in figures]
