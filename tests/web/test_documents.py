"""What builds and packs share: renamed, duplicated, deleted, restored, their versions, their files."""

import html
import tomllib
from io import BytesIO
from wsgiref.util import FileWrapper

import lxml.html
import pytest
from werkzeug.http import parse_options_header

from companion.data.documents import to_document, to_toml
from companion.games import GAMES
from tests.pairs import few_first
from tests.web.conftest import link_to, token_of
from tests.web.test_addresses import LID, ROWS

DRAFT = {"title": "Thick skin", "components": ["light-thrusters", "hydrostatic-bearings", "emergency-shields"]}
KINDS = ("builds", "packs")
SHELF = {"builds": "/", "packs": "/mecha-mettle/cards?tab=packs"}
"""Where each kind is listed, and where a deleted one can be restored."""


def text(answer):
    return html.unescape(answer.get_data(as_text=True))


@pytest.fixture
def made(post):
    """Return the address of a saved build and of a saved pack, both called `Thick skin`."""
    return {
        "builds": post("/mecha-mettle/new", DRAFT).location,
        "packs": post("/mecha-mettle/packs", {"title": "Thick skin"}).location,
    }


def title_of(client, address):
    return tomllib.loads(text(client.get(f"{address}/export.toml")))["title"]


def file_name(answer):
    disposition, options = parse_options_header(answer.headers.get("Content-Disposition", ""))
    return (disposition, options.get("filename"), answer.mimetype)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", ["toml", "json"])
def test_an_export_goes_through_a_server_with_a_wrapper_for_files(client, made, kind, ending):
    """An answer in one is no list of pieces."""
    server = {"wsgi.file_wrapper": FileWrapper}
    answer = client.get(f"{made[kind]}/export.{ending}", environ_overrides=server)
    assert answer.status_code == 200 and "Thick skin" in text(answer)


@pytest.mark.parametrize(
    ("kind", "ending", "expected"),
    few_first(
        3,
        [
            ("builds", "toml", ("attachment", "mecha-mettle.toml", "application/toml")),
            ("builds", "txt", ("", None, "text/plain")),
            ("packs", "csv", ("attachment", "mecha-mettle-pack.csv", "text/csv")),
            ("builds", "json", ("attachment", "mecha-mettle.json", "application/json")),
            ("packs", "toml", ("attachment", "mecha-mettle-pack.toml", "application/toml")),
            ("packs", "json", ("attachment", "mecha-mettle-pack.json", "application/json")),
        ],
    ),
)
def test_an_export_has_its_file_name(client, made, kind, ending, expected):
    answer = client.get(f"{made[kind]}/export.{ending}")
    assert (answer.status_code, file_name(answer)) == (200, expected)


def test_an_empty_sheet_and_a_collection_have_their_file_names(client):
    assert file_name(client.get("/mecha-mettle/packs/sheet/component.csv")) == (
        "attachment",
        "component.csv",
        "text/csv",
    )
    assert file_name(client.get("/mecha-mettle/collection.csv")) == (
        "attachment",
        "mecha-mettle-collection.csv",
        "text/csv",
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_is_renamed_as_a_version_of_its_own(client, post, made, kind):
    answer = post(f"{made[kind]}/rename", {"title": "  New name "}, follow_redirects=True)
    assert answer.status_code == 200 and "Renamed." in text(answer) and "<h1>New name" in text(answer)
    assert title_of(client, made[kind]) == "New name"
    assert "Version 2" in text(client.get(f"{made[kind]}/versions"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("title", "kept"), [("x" * 120, "x" * 120), ("x" * 121, "Thick skin"), ("a\0b", "Thick skin")])
def test_a_title_has_at_most_120_characters_on_one_line(client, post, made, kind, title, kept):
    page = text(post(f"{made[kind]}/rename", {"title": title}, follow_redirects=True))
    assert ("Not renamed." in page) is (kept != title)
    assert title_of(client, made[kind]) == kept


MEANWHILE = {"builds": {"rulings": {"sideways-entry": "behind-the-shot"}}, "packs": {"key": "another"}}


@pytest.mark.parametrize("kind", KINDS)
def test_a_rename_is_put_on_top_of_what_was_saved_meanwhile(app, client, post, made, kind, monkeypatch):
    store, document_id = app.extensions["store"], made[kind].rpartition("/")[2]
    save, met = store.save, []

    def meets_another_save(name, data, expected=None, pictures=None):
        if not met:
            met.append(save(document_id, {**store.get(document_id).data, **MEANWHILE[kind]}))
        return save(name, data, expected, pictures or {})

    monkeypatch.setattr(store, "save", meets_another_save)
    post(f"{made[kind]}/rename", {"title": "New name"})
    saved = store.get(document_id)
    assert (saved.title, saved.version) == ("New name", 3)
    assert saved.data.items() >= MEANWHILE[kind].items()


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_belongs_to_the_browser_that_made_it(app, client, post, made, kind):
    copy = post(f"{made[kind]}/duplicate").location
    assert copy != made[kind] and title_of(client, copy) == "Copy of Thick skin"
    assert title_of(client, made[kind]) == "Thick skin"
    post(f"{copy}/rename", {"title": "x" * 115})
    assert title_of(client, post(f"{copy}/duplicate").location) == "Copy of " + "x" * 112


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_deleted_lies_in_the_trash_until_it_is_restored(client, post, made, kind):
    said = text(post(f"{made[kind]}/delete", follow_redirects=True))
    assert "Moved to the trash. You can restore it below." in said
    assert ("Builds that use it keep their copy." in said) is (kind == "packs")
    assert "Trash (1)" in said and ">Restore</button>" in said
    assert "Restored." in text(post(f"{made[kind]}/delete", {"undo": "1"}, follow_redirects=True))
    shelf = text(client.get(SHELF[kind]))
    assert "Trash (" not in shelf and "Thick skin" in shelf


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_maker_deletes(app, client, made, kind):
    other = app.test_client()
    token = {"csrf_token": token_of(other)}
    assert other.post(f"{made[kind]}/delete", data=token).status_code == 404
    assert other.post(f"{link_to(client, made[kind])}/delete", data=token).status_code == 403
    assert "Trash (" not in text(client.get(SHELF[kind]))


@pytest.mark.parametrize("kind", KINDS)
def test_an_earlier_version_is_made_the_newest(client, post, made, kind):
    post(f"{made[kind]}/rename", {"title": "Second"})
    page = text(client.get(f"{made[kind]}/versions"))
    assert page.count(">Restore</button>") == 1 and "Back to the " + kind.removesuffix("s") in page
    said = text(post(f"{made[kind]}/restore", {"version": "1"}, follow_redirects=True))
    assert "Version 1 is the newest again." in said
    assert title_of(client, made[kind]) == "Thick skin"
    assert text(client.get(f"{made[kind]}/versions")).count(">Restore</button>") == 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("version", "status"), [("2", 404), ("-1", 404), ("0", 400), ("", 400), ("x", 400)])
def test_a_version_that_is_not_there_cannot_be_restored(post, made, kind, version, status):
    assert post(f"{made[kind]}/restore", {"version": version}).status_code == status


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_has_one_address(client, post, made, kind):
    other = next(one for one in KINDS if one != kind)
    document_id = made[kind].rpartition("/")[2]
    for address in (f"/mecha-mettle/{other}/{document_id}", f"/mechalyte/{kind}/{document_id}"):
        for page in ("", "/versions", "/export.toml"):
            assert client.get(f"{address}{page}").status_code == 404
        for action in ("rename", "duplicate", "delete", "restore"):
            assert post(f"{address}/{action}", {"title": "Mine", "version": "1"}).status_code == 404
    assert client.get(f"{made[kind]}/export.exe").status_code == 404


def test_an_address_that_fills_the_form_lays_its_cards_on_the_table(client):
    page = client.get("/mecha-mettle/new?components=recombinator&components=flux-engine&seat=2").get_data(as_text=True)
    assert page.count("data-placed=") == 2
    assert "Two components are missing" in page


def test_an_address_that_cannot_be_read_shows_the_empty_table_and_says_why(client):
    page = client.get("/mecha-mettle/new?components=nothing").get_data(as_text=True)
    assert "data-placed=" not in page
    assert "No component is called" in page


def test_an_address_with_more_cards_than_a_draft_may_name_is_a_sentence(client):
    """A draft has at most 32 entries, legal or not."""
    page = client.get("/mecha-mettle/new?" + "&".join(["components=recombinator"] * 33))
    assert page.status_code == 200
    assert "Components: at most 32 entries fit, and this has 33. Make it shorter." in page.get_data(as_text=True)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_save_from_a_stale_page_after_a_delete_asks_first(client, post, game):
    address = post(f"/{game.slug}/new", {"title": "Mine"}).location
    post(f"{address}/delete")
    asked = post(address, {"title": "Changed", "version": "1"})
    page = asked.get_data(as_text=True)
    assert asked.status_code == 409 and "this build was deleted" in page and 'value="Changed"' in page
    assert stored_title(client, address) == ("Mine", True), "nothing is saved, and it stays in the trash"
    assert 'name="restore" value="1"' in page and f'formaction="/{game.slug}/new' in page
    again = post(address, {"title": "Changed", "version": "1", "restore": "1"})
    assert again.status_code == 303 and stored_title(client, address) == ("Changed", False)
    post(f"{address}/delete")
    new = post(f"/{game.slug}/new?of={address.rpartition('/')[2]}", {"title": "Another"})
    assert new.status_code == 303 and new.location != address
    assert stored_title(client, address) == ("Changed", True) and stored_title(client, new.location) == (
        "Another",
        False,
    )


@pytest.mark.parametrize("path", ["", "/rename"])
def test_house_rules_that_were_deleted_are_not_brought_back_by_a_save(client, post, path):
    address = post("/techniconica/house-rules", {"title": "Club"}).location
    post(f"{address}/delete")
    asked = post(f"{address}{path}", {"title": "Changed"})
    assert asked.status_code == 409 and "Club was deleted" in asked.text
    assert stored_title(client, address) == ("Club", True)
    assert f'action="{address}/delete"' in asked.text and 'name="undo" value="1"' in asked.text
    post(f"{address}/delete", {"undo": "1"})
    assert post(f"{address}{path}", {"title": "Changed"}).status_code == 303
    assert stored_title(client, address) == ("Changed", False)


@pytest.mark.parametrize("path", ["/rename", "/card?kind=armour", "/upload", "/remove", "/grid?kind=armour"])
def test_a_pack_that_was_deleted_is_not_brought_back_by_a_save(client, post, path):
    address = post("/techniconica/packs", {"title": "Box"}).location
    post(f"{address}/card?kind=armour", LID)
    post(f"{address}/delete")
    form = {**LID, "title": "Changed", "text": ROWS, "card-kind": "armour", "card": "tin-lid", "1.name": "Lid"}
    assert post(f"{address}{path}", form).status_code == 409
    assert stored_title(client, address) == ("Box", True)


def stored_title(client, address):
    document = client.application.extensions["store"].get(address.rpartition("/")[2])
    return document.title, document.deleted


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_an_untitled_build_stays_untitled_however_it_is_handed_on(app, client, post, game):
    example = to_document(next(iter(game.examples.values())))
    address = post("/import", {"text": to_toml({**example, "title": ""})}).location
    handed = [address, post(f"{address}/duplicate").location]
    for kind in ("toml", "json", "txt", "md", "line"):
        text_of_it = client.get(f"{address}/export.{kind}").get_data(as_text=True)
        handed.append(post("/import", {"text": text_of_it}).location)
        if kind in ("toml", "json"):
            handed.append(post("/import", {"file": (BytesIO(text_of_it.encode()), f"My list.{kind}")}).location)
    link = link_to(client, address)
    handed.append(post("/import", {"text": f"http://localhost{link}"}).location)
    fields = {name: values for name, values in form_of(client, address).items() if name != "version"}
    handed.append(post(f"/{game.slug}/new", fields).location)
    assert post(address, {**fields, "version": "1"}).status_code == 303
    assert post(f"{address}/restore", {"version": "1"}).status_code == 303
    assert [n for n, one in enumerate(handed) if one is None] == []
    assert [stored_title(client, one)[0] for one in handed] == [""] * len(handed)
    stranger = app.test_client()
    copied = stranger.post(f"{link}/duplicate", data={"csrf_token": token_of(stranger)}).location
    assert stored_title(client, copied)[0] == ""


def form_of(client, address):
    """Return the fields of a build's form as its page has them."""
    page = lxml.html.document_fromstring(client.get(address).get_data(as_text=True))
    fields = {}
    for name, value in next(form for form in page.forms if form.get("id") == "build").form_values():
        fields.setdefault(name, []).append(value)
    return fields
