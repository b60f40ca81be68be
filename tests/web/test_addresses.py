"""Who may see what: each kind of address, for its owner, an edit link, a view link, a stranger, and an earlier release.

A route of the URL map that is in none of the tables here fails the first test.
"""

import re
import sqlite3
from contextlib import closing, contextmanager
from dataclasses import dataclass

import pytest
from sqlalchemy import event, update

from companion.games import GAMES
from companion.storage import document_links
from companion.storage.schema import LinkRow
from companion.storage.store import DocumentLinks
from companion.web.shell import access
from tests import engines
from tests.pairs import few_first
from tests.web.conftest import link_to, token_of

GAME = next(game for game in GAMES if game.slug == "techniconica")
BUILD, PACK, RULES = (f"/{GAME.slug}/{folder}/<id>" for folder in ("builds", "packs", "house-rules"))
DRAFT = {"title": "Lone wolf", "mech-0-name": "Wolf", "mech-0-locomotor": "courier-wheels"}
ROWS = "id,name,ar,dt,we,pc\nzinc-lid,Zinc Lid,2,1,2,0\n"
LID = {"name": "Tin Lid", "ar": "1", "dt": "1", "we": "1", "pc": "0"}
WHO = ("owner", "edit", "view", "stranger", "open")
"""Who opens an address; `open` is a stranger at the address of a document that an earlier release made."""


@dataclass(frozen=True)
class Row:
    """What an address answers to each of them: the statuses, in the order of WHO."""

    address: str
    statuses: tuple[int, ...]
    form: dict[str, str] | None = None
    """What is posted; None where the address is read."""


READ = (200, 200, 200, 404, 200)
READ_BY_THREE = (200, 200, 404, 404, 200)
"""What shows earlier versions: no view link does."""
OWN_PAGE = (200, 403, 403, 404, 403)
OWN_FORM = (303, 403, 403, 404, 403)
EDIT_PAGE = (200, 200, 403, 404, 403)
EDIT_FORM = (303, 303, 403, 404, 403)
COPIED = (303, 303, 303, 404, 303)
TABLE = {
    "builds.edit": Row(BUILD, READ),
    "builds.save": Row(BUILD, (303, 303, 403, 404, 403), {**DRAFT, "title": "Changed"}),
    "builds.rename": Row(f"{BUILD}/rename", OWN_FORM, {"title": "Renamed"}),
    "builds.duplicate": Row(f"{BUILD}/duplicate", COPIED, {}),
    "builds.delete": Row(f"{BUILD}/delete", OWN_FORM, {"undo": "1"}),
    "builds.restore": Row(f"{BUILD}/restore", OWN_FORM, {"version": "1"}),
    "builds.thin": Row(f"{BUILD}/thin", OWN_FORM, {"numbers": "1"}),
    "builds.versions": Row(f"{BUILD}/versions", READ_BY_THREE),
    "builds.raw": Row(f"{BUILD}/raw", READ_BY_THREE),
    "builds.export": Row(f"{BUILD}/export.toml", READ),
    "builds.share": Row(f"{BUILD}/share", OWN_PAGE),
    "builds.change_links": Row(f"{BUILD}/links", OWN_FORM, {"kind": "view", "act": "hand-out"}),
    "portraits.svg": Row(f"{BUILD}/portrait.svg", READ),
    "portraits.png": Row(f"{BUILD}/portrait.png", READ),
    "packs.show": Row(PACK, READ),
    "packs.rename": Row(f"{PACK}/rename", OWN_FORM, {"title": "Renamed"}),
    "packs.duplicate": Row(f"{PACK}/duplicate", COPIED, {}),
    "packs.delete": Row(f"{PACK}/delete", OWN_FORM, {"undo": "1"}),
    "packs.restore": Row(f"{PACK}/restore", OWN_FORM, {"version": "1"}),
    "packs.thin": Row(f"{PACK}/thin", OWN_FORM, {"numbers": "1"}),
    "packs.versions": Row(f"{PACK}/versions", READ_BY_THREE),
    "packs.raw": Row(f"{PACK}/raw", READ_BY_THREE),
    "packs.export": Row(f"{PACK}/export.toml", READ),
    "packs.share": Row(f"{PACK}/share", OWN_PAGE),
    "packs.change_links": Row(f"{PACK}/links", OWN_FORM, {"kind": "view", "act": "hand-out"}),
    "packs.upload": Row(f"{PACK}/upload", EDIT_FORM, {"text": ROWS, "card-kind": "armour"}),
    "pack_cards.card": Row(f"{PACK}/card?kind=armour", EDIT_PAGE),
    "pack_cards.save_card": Row(f"{PACK}/card?kind=armour", EDIT_FORM, {**LID, "name": "Another Lid"}),
    "pack_pictures.show": Row(f"{PACK}/pictures/{64 * '0'}", (404, 404, 404, 404, 404)),  # test_pack_pictures has one
    "pack_cards.remove": Row(f"{PACK}/remove", EDIT_FORM, {"card": "tin-lid"}),
    "pack_grid.show": Row(f"{PACK}/grid", EDIT_PAGE),
    "pack_grid.save": Row(f"{PACK}/grid?kind=shield", EDIT_FORM, {"1.name": "Spark Lid"}),
    "pack_grid.paste": Row(f"{PACK}/grid/paste", EDIT_PAGE, {"pasted": "Lid"}),
    "pack_grid.face": Row(f"{PACK}/grid/face?kind=shield", EDIT_PAGE, {"row": '{"cells": {"name": "Lid"}}'}),
    "shared_packs.use": Row(f"{PACK}/use", COPIED, {"used": "1"}),
    "shared_packs.show_on_shelf": Row(f"{PACK}/shelf", OWN_FORM, {"shown": "1"}),
    "house_rules.show": Row(RULES, READ),
    "house_rules.save": Row(RULES, (303, 303, 403, 404, 403), {"title": "Thursday club"}),
    "house_rules.rename": Row(f"{RULES}/rename", OWN_FORM, {"title": "Renamed"}),
    "house_rules.duplicate": Row(f"{RULES}/duplicate", COPIED, {}),
    "house_rules.delete": Row(f"{RULES}/delete", OWN_FORM, {"undo": "1"}),
    "house_rules.restore": Row(f"{RULES}/restore", OWN_FORM, {"version": "1"}),
    "house_rules.thin": Row(f"{RULES}/thin", OWN_FORM, {"numbers": "1"}),
    "house_rules.versions": Row(f"{RULES}/versions", READ_BY_THREE),
    "house_rules.raw": Row(f"{RULES}/raw", READ_BY_THREE),
    "house_rules.export": Row(f"{RULES}/export.toml", READ),
    "house_rules.share": Row(f"{RULES}/share", OWN_PAGE),
    "house_rules.change_links": Row(f"{RULES}/links", OWN_FORM, {"kind": "view", "act": "hand-out"}),
    "house_rules.use": Row(f"{RULES}/use", COPIED, {"used": "1"}),
}
"""Addresses that have a document in their path."""
MISSING = (200, 200, 200, 422, 200)
QUERIES = {
    "gallery.show": Row(f"/{GAME.slug}/cards?build=<id>", READ),
    "gallery.face": Row(f"/{GAME.slug}/cards/parts/steel-plate.png?build=<id>", READ),
    "printing.choose": Row(f"/{GAME.slug}/print?what=mech-sheets&build=<id>", READ),
    "printing.download": Row(f"/{GAME.slug}/print.pdf?what=mech-sheets&build=<id>", READ),
    "printing.words": Row(f"/{GAME.slug}/print.txt?what=mech-sheets&build=<id>", READ),
    "printing.cuts": Row(f"/{GAME.slug}/print/cuts.svg?what=parts&build=<id>", READ),
    "printing.sheet": Row(f"/{GAME.slug}/print/sheet-1.png?what=mech-sheets&build=<id>", READ),
    "export.choose": Row(f"/{GAME.slug}/export?what=parts&build=<id>", (301,) * 5),
    "export.download": Row(f"/{GAME.slug}/export/cards?what=parts&build=<id>", READ),
    "export.face": Row(f"/{GAME.slug}/export/face-1.png?what=parts&build=<id>", READ),
    "export.sheet": Row(f"/{GAME.slug}/export/sheets/part-cards-1-faces.png?what=parts&build=<id>", READ),
    "export.withdraw": Row(f"/{GAME.slug}/export/withdraw", OWN_FORM, {"build": "<id>"}),
    "comparing.show": Row(f"/{GAME.slug}/compare?one=<id>&other=<id>", MISSING),
    "matchups.show": Row(f"/{GAME.slug}/roll?other=<id>", MISSING),
    "matchups.sheet": Row(f"/{GAME.slug}/matchup.pdf?other=<id>", MISSING),
    "matchups.bring": Row(f"/{GAME.slug}/matchup", (303, 303, 303, 422, 303), {"other": "<id>"}),
    "packs.adopt": Row(f"/{GAME.slug}/packs/adopt?build=<id>", (404, 404, 404, 404, 404), {"adopt-pack": "none"}),
    "house_rules.adopt": Row(f"/{GAME.slug}/house-rules/adopt?build=<id>", (404, 404, 404, 404, 404), {}),
    "importing.import_build": Row("/import", (303, 303, 303, 422, 303), {"text": f"http://localhost{BUILD}"}),
    "comparing.compare": Row(f"/{GAME.slug}/compare", (303, 422, 422, 422, 422), {"text": f"http://localhost{BUILD}"}),
    "library.act": Row("/library", (303, 409, 409, 409, 409), {"id": "<id>", "do": "archive"}),
    "library.tags": Row("/library/tags", (303, 404, 404, 404, 404), {"id": "<id>", "tags": "league"}),
}
"""Addresses that name a document in their query or their form, and what they answer where it is not to be seen."""
NAMES_NONE = {
    *(
        "static",
        "home.home",
        "home.credits_page",
        "home.component_library",
        "home.font",
        "home.page_font",
        "home.accents",
        "home.health",
    ),
    *(
        "home.theme",
        "home.empty_trash",
        "keys.make",
        "keys.enter",
        "keys.later",
        "keys.leave",
        "keys.end_others",
    ),
    *("games.game", "rules.show", "house_rules.switch", "examples.show", "examples.portrait", "examples.picture"),
    "examples.random_build",
    *("tonight.show", "gallery.art", "builds.new", "builds.create", "packs.index", "packs.create", "packs.sheet"),
    *("house_rules.index", "house_rules.create"),
    *("tables.index", "tables.find_by_code", "tables.new", "tables.open_table", "tables.open_taught"),
    "table_checks.verify",
    *("lab.show", "lab.open_game"),  # read one's own builds alone: tests/web/test_lab.py
    *("shared_packs.show_shelf", "collection.show", "collection.save", "collection.export"),
    *("collection.versions", "collection.restore", "collection.thin"),
    *(
        "importing.import_page",
        "importing.former_page",
        "importing.check_statement_text",
        "matchups.former",
        "dice.plain_odds",
        "dice.plain_roll",
    ),
    *("custom.show", "custom.make", "custom.faces", "custom.keep_part"),
    "custom.kept_picture",  # by the key of a picture, which the form alone has: tests/web/test_galleries.py
    "custom.cut_card",
    *("printers.show", "printers.keep", "printers.test_page"),
    *("settings.show", "settings.key", "settings.offline", "settings.delete", "search.show"),
    *("offline.no_copy", "offline.worker", "offline.manifest", "offline.icon"),
    *("library.show", "everything.download", "everything.delete"),
    "everything.restore",
    "export.public_sheet",  # has a public name of its own: tests/web/test_public_pictures.py
    *("builds.check", "builds.effects", "builds.use"),  # store nothing and show only what is posted: below
    *("dice.odds", "dice.roll", "analyses.view"),  # answer without a build that is not there: below
}
"""Endpoints whose addresses name no document of anybody, or are tried elsewhere."""


def test_every_address_is_in_a_table(app):
    """Addresses of a table that is played at are tried in tests/web/test_tables.py."""
    rules = [rule for rule in app.url_map.iter_rules() if "reference" not in rule.arguments]
    endpoints = {rule.endpoint for rule in rules if not rule.endpoint.startswith("api.")}
    with_document = {rule.endpoint for rule in app.url_map.iter_rules() if "document_id" in rule.arguments}
    assert with_document == set(TABLE)
    assert endpoints - with_document == set(QUERIES) | NAMES_NONE
    assert not set(QUERIES) & NAMES_NONE


class Shelf:
    """A build, a pack and house rules of one browser, and what names them for each of WHO.

    They are saved once; every other shelf puts a copy of the database that they were saved in into its application.
    """

    first = None

    def __init__(self, app):
        self.app, self.owner = app, app.test_client()
        if Shelf.first is None:
            self.fill()
            if not engines.POSTGRES:
                Shelf.first = self, self.owner.get_cookie("session").value, sqlite3.connect(":memory:")
                with self.connected() as connection:
                    connection.backup(Shelf.first[-1])
            return
        filled, cookie, data = Shelf.first
        self.owner.set_cookie("session", cookie)
        self.token, self.paths, self.links = filled.token, filled.paths, filled.links
        with self.connected() as connection:
            data.backup(connection)

    @contextmanager
    def connected(self):
        with closing(self.app.extensions["store"].engine.raw_connection()) as borrowed:
            yield borrowed.driver_connection

    def fill(self):
        self.token = token_of(self.owner)
        self.paths = {
            BUILD: self.send(f"/{GAME.slug}/new", DRAFT),
            PACK: self.send(f"/{GAME.slug}/packs", {"title": "Lids"}),
        }
        self.send(f"{self.paths[PACK]}/card?kind=armour", LID)
        self.paths[RULES] = self.send(f"/{GAME.slug}/house-rules", {"title": "Tuesday club"})
        self.send(self.paths[BUILD], {**DRAFT, "title": "Two wolves"})
        self.links = {
            (kind, who): link_to(self.owner, path, who) for kind, path in self.paths.items() for who in ("edit", "view")
        }

    def send(self, path, form):
        return self.owner.post(path, data={"csrf_token": self.token, **form}).location

    def reference(self, kind, who):
        return self.links.get((kind, who), self.paths[kind]).rpartition("/")[2]

    def open_all(self):
        """Let all be as documents of an earlier release are."""
        with self.app.extensions["store"].writing() as session:
            for path in self.paths.values():
                session.merge(LinkRow(document_id=path.rpartition("/")[2], view=0, edit=0, open=1))

    def ask(self, row, who):
        """Return the status of an address for one of WHO."""
        if who == "open":
            self.open_all()
        kind = next((path for path in (PACK, RULES) if row.address.startswith(path)), BUILD)
        named = self.reference(kind, who)
        client = self.owner if who == "owner" else self.app.test_client()
        address = row.address.replace("<id>", named)
        if row.form is None:
            return client.get(address, buffered=True).status_code
        form = {name: value.replace("<id>", named) for name, value in row.form.items()}
        return client.post(address, data={"csrf_token": token_of(client), **form}).status_code


ROWS = {**TABLE, **QUERIES}
READ = {endpoint: row for endpoint, row in ROWS.items() if row.form is None}


@pytest.mark.parametrize("who", few_first(3, ["owner", "view", "stranger", "edit", "open"]))
def test_who_may_see_an_address_that_changes_nothing(app, who):
    shelf, nth = Shelf(app), WHO.index(who)
    found = {endpoint: shelf.ask(row, who) for endpoint, row in READ.items()}
    assert found == {endpoint: row.statuses[nth] for endpoint, row in READ.items()}


@pytest.mark.parametrize("endpoint", [endpoint for endpoint in ROWS if endpoint not in READ])
def test_who_may_see_an_address(app, endpoint):
    row = ROWS[endpoint]
    found = {who: Shelf(app).ask(row, who) for who in WHO}
    assert found == dict(zip(WHO, row.statuses, strict=True))


@pytest.mark.parametrize("who", WHO)
def test_the_page_of_a_roll_names_a_build_to_those_who_may_see_it(app, who):
    shelf = Shelf(app)
    if who == "open":
        shelf.open_all()
    client = shelf.owner if who == "owner" else app.test_client()
    named = shelf.reference(BUILD, who)
    page = client.get(f"/{GAME.slug}/roll/shoot?build={named}").get_data(as_text=True)
    assert (f"/builds/{named}" in page) is (who != "stranger")


@pytest.mark.parametrize("endpoint", ["builds.edit", "packs.show", "house_rules.show"])
@pytest.mark.parametrize("who", few_first(1, ["view", "edit"]))
def test_a_link_that_was_renewed_answers_as_one_that_never_was(app, endpoint, who):
    shelf, row = Shelf(app), TABLE[endpoint]
    path = shelf.paths[row.address]
    old = link_to(shelf.owner, path, who)
    shelf.send(f"{path}/links", {"kind": who, "act": "renew"})
    new, stranger = link_to(shelf.owner, path, who), app.test_client()
    assert old != new and stranger.get(new).status_code == 200
    never = f"{path.rpartition('/')[0]}/{'n' * 32}.{'m' * 22}"
    answers = [stranger.get(address) for address in (old, never, f"{path}.{'m' * 22}", f"{new}x", new[:-1], f"{path}.")]
    tokens = re.compile(r'name="csrf_token" value="[^"]+"|name="back" value="[^"]+"')
    pages = {tokens.sub("", answer.get_data(as_text=True)) for answer in answers}
    assert {answer.status_code for answer in answers} == {404} and len(pages) == 1


@pytest.mark.parametrize("who", ["edit", "view"])
def test_renewing_one_link_leaves_the_other(app, who):
    shelf, other = Shelf(app), {"edit": "view", "view": "edit"}[who]
    stays = link_to(shelf.owner, shelf.paths[BUILD], other)
    shelf.send(f"{shelf.paths[BUILD]}/links", {"kind": who, "act": "renew"})
    assert app.test_client().get(stays).status_code == 200


def test_a_document_in_the_trash_is_shown_to_its_owner_alone(app):
    shelf = Shelf(app)
    links = [link_to(shelf.owner, shelf.paths[BUILD], who) for who in ("edit", "view")]
    shelf.open_all()
    links = [link_to(shelf.owner, shelf.paths[BUILD], who) for who in ("edit", "view")]
    shelf.send(f"{shelf.paths[BUILD]}/delete", {})
    stranger = app.test_client()
    assert [stranger.get(path).status_code for path in (*links, shelf.paths[BUILD])] == [404] * 3
    assert shelf.owner.get(shelf.paths[BUILD]).status_code == 200
    shelf.send(f"{shelf.paths[BUILD]}/delete", {"undo": "1"})
    assert stranger.get(links[1]).status_code == 200


def test_an_open_address_is_closed_by_renewing_the_view_link(app):
    shelf, stranger = Shelf(app), app.test_client()
    shelf.open_all()
    assert stranger.get(shelf.paths[BUILD]).status_code == 200
    link_to(shelf.owner, shelf.paths[BUILD])
    assert stranger.get(shelf.paths[BUILD]).status_code == 200
    shelf.send(f"{shelf.paths[BUILD]}/links", {"kind": "view", "act": "renew"})
    assert stranger.get(shelf.paths[BUILD]).status_code == 404
    assert shelf.owner.get(shelf.paths[BUILD]).status_code == 200


def test_right_and_wrong_links_ask_the_same_of_the_database(app):
    shelf = Shelf(app)
    right = shelf.reference(BUILD, "view")
    owner = shelf.paths[BUILD].rpartition("/")[2]
    with app.extensions["store"].writing() as session:
        session.execute(update(LinkRow).where(LinkRow.document_id == owner).values(edit=3))
    asked = []
    listener = lambda *given: asked.append(given[2])  # noqa: E731
    engine = app.extensions["store"].engine
    event.listen(engine, "before_cursor_execute", listener)
    statements = {}
    for name in (right, f"{owner}.{'m' * 22}", f"{'n' * 32}.{'m' * 22}", f"{owner}.", "x.y"):
        asked.clear()
        with app.test_request_context("/"):
            access.find(name)
        statements[name] = tuple(asked)
    event.remove(engine, "before_cursor_execute", listener)
    assert len(set(statements.values())) == 1 and len(statements[right]) == 2


def test_an_earlier_version_is_shown_by_a_view_link_only_where_it_was_shared(app):
    shelf = Shelf(app)
    link = link_to(shelf.owner, shelf.paths[BUILD])
    shelf.send(shelf.paths[BUILD], {**DRAFT, "title": "Three wolves"})
    stranger = app.test_client()
    assert "Two wolves" in stranger.get(f"{link}?version=2").get_data(as_text=True)
    page = stranger.get(f"{link}?version=1").get_data(as_text=True)
    assert "Three wolves" in page and "Lone wolf" not in page


@pytest.mark.parametrize("who", ["owner", "edit", "view", "open"])
@pytest.mark.parametrize("address", [BUILD, f"{BUILD}/portrait.svg", f"{BUILD}/export.toml", PACK])
def test_no_search_engine_lists_what_a_link_shows(app, who, address):
    shelf = Shelf(app)
    kind = PACK if address == PACK else BUILD
    if who == "open":
        shelf.open_all()
    client = shelf.owner if who == "owner" else app.test_client()
    answer = client.get(address.replace("<id>", shelf.reference(kind, who)), buffered=True)
    assert (answer.status_code, answer.headers.get("X-Robots-Tag")) == (200, "noindex")


def test_pages_of_nobody_are_listed(client):
    assert "X-Robots-Tag" not in client.get(f"/{GAME.slug}/cards").headers


def test_art_of_a_build_is_not_shown_by_a_link_that_was_taken_back(app):
    """The art of its cards is cached by what it shows, whoever asks for it."""
    shelf = Shelf(app)
    shelf.send(f"/{GAME.slug}/packs/{shelf.reference(PACK, 'owner')}/use", {"used": "1"})
    build = shelf.send(f"/{GAME.slug}/new", {**DRAFT, "mech-0-locomotor-attached": "tin-lid"})
    named = link_to(shelf.owner, build).rpartition("/")[2]
    stranger = app.test_client()
    page = stranger.get(f"/{GAME.slug}/cards?build={named}").get_data(as_text=True)
    art = re.search(rf'src="(/{GAME.slug}/cards/[^"]+/tin-lid/[^"]+\.svg\?build={re.escape(named)})"', page)[1]
    assert stranger.get(art).status_code == 200
    shelf.send(f"{build}/links", {"kind": "view", "act": "renew"})
    assert stranger.get(art).status_code == 404 and shelf.owner.get(art).status_code == 404
    assert shelf.owner.get(art.replace(named, build.rpartition("/")[2])).status_code == 200


LINKS = DocumentLinks(view=1, edit=1)


def test_a_mark_is_of_its_document_its_kind_its_generation_and_its_key():
    marks = {
        document_links.make_reference(key, document, kind, links)
        for key in (b"a", b"b")
        for document in ("d" * 32, "e" * 32)
        for kind in ("view", "edit")
        for links in (LINKS, DocumentLinks(view=2, edit=2))
    }
    assert len(marks) == 16
    assert all(len(mark.partition(".")[2]) == 22 for mark in marks)
    assert document_links.make_reference(b"a", "d" * 32, "view", DocumentLinks()) == ""


def test_no_mark_fits_a_link_that_was_not_handed_out():
    none = DocumentLinks()
    made = document_links.make_reference(b"a", "d" * 32, "view", DocumentLinks(view=1))
    for text in (made, f"{'d' * 32}.", "d" * 32):
        assert document_links.matching_kind(b"a", document_links.split_reference(text), none) is None
    assert document_links.matching_kind(b"a", document_links.split_reference(made), LINKS) == "view"


def test_of_what_somebody_has_only_pictures_stay_in_a_browser_and_only_in_its_own(app):
    """A download of a club's machine is nobody else's, whoever sits down at it next."""
    shelf, kept, downloads = Shelf(app), set(), 0
    for endpoint, row in READ.items():
        kind = next((path for path in (PACK, RULES) if row.address.startswith(path)), BUILD)
        answer = shelf.owner.get(row.address.replace("<id>", shelf.reference(kind, "owner")), buffered=True)
        policy = answer.headers["Cache-Control"]
        if policy != "no-store":
            is_shipped = endpoint == "gallery.face"  # a card of ours, which is everybody's
            assert answer.mimetype.startswith("image/") and (answer.cache_control.private or is_shipped), endpoint
            assert "attachment" not in answer.headers.get("Content-Disposition", "")
            kept.add(endpoint)
        downloads += "Content-Disposition" in answer.headers
    assert kept <= {"portraits.svg", "portraits.png", "gallery.face", "printing.sheet", "export.face", "export.sheet"}
    assert len(kept) >= 4 and downloads >= 6
