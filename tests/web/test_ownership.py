"""Only the browser that made a document changes it: a law over every address that takes a form."""

import re
from functools import lru_cache

import pytest

from companion.games import GAMES
from companion.storage import public_pictures
from companion.storage.backup import document_entry, stored_documents
from companion.storage.backup_tables import OWNERS, PUBLIC_PICTURES
from companion.storage.backup_tables import rows as beside_rows
from tests.web.conftest import link_to, token_of

GAME = "techniconica"
BUILD, PACK, RULES = f"/{GAME}/builds/<id>", f"/{GAME}/packs/<id>", f"/{GAME}/house-rules/<id>"
DRAFT = {"title": "Lone wolf", "mech-0-name": "Wolf", "mech-0-locomotor": "courier-wheels"}
ROWS = "id,name,ar,dt,we,pc\nzinc-lid,Zinc Lid,2,1,2,0\n"
LID = {"name": "Tin Lid", "ar": "1", "dt": "1", "we": "1", "pc": "0"}
CHANGES = {
    "builds.save": (BUILD, {**DRAFT, "title": "Changed"}),
    "builds.rename": (f"{BUILD}/rename", {"title": "Renamed"}),
    "builds.restore": (f"{BUILD}/restore", {"version": "1"}),
    "builds.thin": (f"{BUILD}/thin", {"numbers": "1"}),
    "builds.delete": (f"{BUILD}/delete", {}),
    "builds.change_links": (f"{BUILD}/links", {"kind": "view", "act": "renew"}),
    "packs.rename": (f"{PACK}/rename", {"title": "Renamed"}),
    "packs.restore": (f"{PACK}/restore", {"version": "1"}),
    "packs.upload": (f"{PACK}/upload", {"text": ROWS, "card-kind": "armour"}),
    "pack_cards.save_card": (f"{PACK}/card?kind=armour", {**LID, "name": "Another Lid"}),
    "pack_grid.save": (f"{PACK}/grid?kind=shield", {"1.name": "Spark Lid"}),
    "export.withdraw": (f"/{GAME}/export/withdraw", {"build": "<id>"}),
    "shared_packs.show_on_shelf": (f"{PACK}/shelf", {"shown": "1"}),
    "pack_cards.remove": (f"{PACK}/remove", {"card": "tin-lid"}),
    "packs.thin": (f"{PACK}/thin", {"numbers": "1"}),
    "packs.delete": (f"{PACK}/delete", {}),
    "packs.change_links": (f"{PACK}/links", {"kind": "edit", "act": "hand-out"}),
    "house_rules.save": (RULES, {"title": "Thursday club", "halved-speed": "down"}),
    "house_rules.rename": (f"{RULES}/rename", {"title": "Renamed"}),
    "house_rules.restore": (f"{RULES}/restore", {"version": "1"}),
    "house_rules.delete": (f"{RULES}/delete", {}),
    "house_rules.thin": (f"{RULES}/thin", {"numbers": "1"}),
    "house_rules.change_links": (f"{RULES}/links", {"kind": "edit", "act": "hand-out"}),
}
"""Forms that change what is stored, by endpoint: each proves below that it does so for the owner."""
OWN = {
    "builds.create": f"/{GAME}/new?of=<id>",
    "builds.duplicate": f"{BUILD}/duplicate",
    "packs.duplicate": f"{PACK}/duplicate",
    "packs.create": f"/{GAME}/packs",
    "pack_grid.paste": f"{PACK}/grid/paste?kind=shield",
    "pack_grid.face": f"{PACK}/grid/face?kind=shield",
    "packs.adopt": f"/{GAME}/packs/adopt?build=<id>",
    "shared_packs.use": f"{PACK}/use",
    "house_rules.create": f"/{GAME}/house-rules",
    "house_rules.duplicate": f"{RULES}/duplicate",
    "house_rules.adopt": f"/{GAME}/house-rules/adopt?build=<id>",
    "house_rules.use": f"{RULES}/use",
    "importing.import_build": "/import",
    "tables.find_by_code": "/tables",
    "tables.open_table": f"/{GAME}/tables/new",
    "tables.open_taught": f"/{GAME}/teach/table",
    "lab.open_game": f"/{GAME}/lab/game",
    "collection.save": f"/{GAME}/collection",
    "collection.restore": f"/{GAME}/collection/restore",
    "collection.thin": f"/{GAME}/collection/thin",
    "builds.check": f"/{GAME}/check?of=<id>",
    "builds.effects": f"/{GAME}/effects?of=<id>",
    "builds.use": f"/{GAME}/use",
    "matchups.bring": f"/{GAME}/matchup",
    "comparing.compare": f"/{GAME}/compare",
    "house_rules.switch": f"/{GAME}/rules",
    "printers.keep": "/printers",
    "home.theme": "/theme",
    "home.empty_trash": "/trash/empty",
    "dice.plain_roll": "/roll",
    "dice.roll": f"/{GAME}/roll/bottle-test",
    "keys.make": "/key",
    "keys.enter": "/key/enter",
    "keys.later": "/key/later",
    "keys.leave": "/key/leave",
    "keys.end_others": "/key/others",
    "library.act": "/library",
    "library.tags": "/library/tags",
    "everything.restore": "/library/restore",
    "everything.delete": "/library/delete",
    "custom.make": "/custom-cards",
    "custom.faces": "/custom-cards/faces",
    "custom.keep_part": "/custom-cards/pictures",
    "importing.check_statement_text": "/statement",
    "table_checks.verify": "/tables/verify",
}
"""Forms that store nothing, or only what belongs to the browser that sends them."""


class Browser:
    def __init__(self, app):
        self.client = app.test_client()
        self.token = token_of(self.client)

    def send(self, path, form=None):
        return self.client.post(path, data={"csrf_token": self.token, **(form or {})})

    def read(self, path):
        return self.client.get(path).get_data(as_text=True)


def ident(address):
    return address.rpartition("/")[2]


@pytest.fixture
def mine(app):
    """Return the browser that made everything, and the ids of its build, its pack and its house rules."""
    browser = Browser(app)
    pack = browser.send(f"/{GAME}/packs", {"title": "Lids", "text": ""}).location
    browser.send(f"{pack}/card?kind=armour", LID)
    rules = browser.send(f"/{GAME}/house-rules", {"title": "Tuesday club"}).location
    browser.send(rules, {"title": "Wednesday club", "halved-speed": "down"})
    build = browser.send(f"/{GAME}/new", DRAFT).location
    browser.send(build, {**DRAFT, "title": "Two wolves"})
    browser.send(f"/{GAME}/collection", {"own.fuel-cell": "2"})
    store = browser.client.application.extensions["store"]
    public_pictures.make(store, store.get(ident(build)), {"what": ["cards"]})
    return browser, ident(build), ident(pack), ident(rules)


def filled(path, mine):
    """Return a path with the ids, as its owner sends it."""
    _, build, pack, rules = mine
    for folder, document in (("packs", pack), ("house-rules", rules)):
        path = path.replace(f"/{folder}/<id>", f"/{folder}/{document}")
    return path.replace("<id>", build)


def by_link(path, mine):
    """Return a path with view links in place of the ids, as others send it."""
    return filled(path, (mine[0], *links_of(mine)))


@lru_cache(1)
def links_of(mine):
    return [ident(link_to(mine[0].client, filled(address, mine))) for address in (BUILD, PACK, RULES)]


def filled_form(form, mine):
    return {name: filled(value, mine) for name, value in form.items()}


def stored(app, of=None):
    """Return everything that is stored, or the documents of some owners with what stands beside them."""
    store = app.extensions["store"]
    with store.snapshot() as session:
        documents = [document_entry(*document) for document in stored_documents(session)]
        beside = dict(beside_rows(session))
    found = [document for document in documents if of is None or document["owner"] in of]
    ids = {document["id"] for document in found}
    kept = [row for row in beside[OWNERS] if of is None or row["name"] in of]
    return found, kept, [row for row in beside[PUBLIC_PICTURES] if row["document_id"] in ids]


def owners(app):
    return {document["owner"] for document in stored(app)[0]}


def endpoints(app):
    """Return every endpoint outside the interface for programs that takes a form."""
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    tables = "/tables/<reference>"  # whoever has a link plays: tests/web/test_tables.py
    return {rule.endpoint for rule in rules if not rule.rule.startswith(("/api/", tables))}


def test_every_form_is_sent_below(app):
    assert endpoints(app) == {*CHANGES, *OWN}


@pytest.mark.parametrize("endpoint", CHANGES)
def test_a_form_changes_what_its_owner_made(app, mine, endpoint):
    path, form = CHANGES[endpoint]
    before = stored(app)
    assert mine[0].send(filled(path, mine), filled_form(form, mine)).status_code == 303
    assert stored(app) != before


def test_another_browser_changes_nothing_and_is_told_what_it_can_do(app, mine):
    by_link(BUILD, mine)
    before = stored(app)
    for endpoint, (path, form) in CHANGES.items():
        assert Browser(app).send(filled(path, mine), filled_form(form, mine)).status_code == 404, endpoint
        answer = Browser(app).send(by_link(path, mine), {name: by_link(value, mine) for name, value in form.items()})
        assert answer.status_code == 403, endpoint
        page = answer.get_data(as_text=True)
        assert "Another browser made this" in page, endpoint
        assert "Duplicate" in page or "Save as my copy" in page, endpoint
        assert stored(app) == before, endpoint


@pytest.mark.long
def test_no_form_of_another_browser_changes_what_the_first_one_made(app, mine):
    """Each address is sent the fields of all forms at once, so that none is refused for want of a field."""
    paths = {**{endpoint: path for endpoint, (path, _) in CHANGES.items()}, **OWN}
    everything = {name: value for _, form in CHANGES.values() for name, value in form.items()}
    everything |= {"used": "1", "own.fuel-cell": "9", "stop": "1", "undo": "1", "do": "show", "fortitude": "5"}
    everything |= {"id": "<id>", "tags": "theirs", "sure": "1"}
    by_link(BUILD, mine)
    first = owners(app)
    before = stored(app, first)
    for endpoint, path in paths.items():
        other = Browser(app)
        for address in (filled(path, mine), by_link(path, mine)):
            for form in (filled_form(everything, mine), {"csrf_token": other.token}):
                assert other.send(address, form).status_code < 500, endpoint
        assert stored(app, first) == before, endpoint


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_build_of_another_browser_is_shown_read_only(app, game):
    owner = Browser(app)
    build = link_to(owner.client, owner.send(f"/{game.slug}/new", {"title": "Mine"}).location)
    page = Browser(app).read(build)
    assert page.count("Another browser made this build, so you can read it here but not change it") == 1
    assert '<form id="build"' not in page and "data-check" not in page
    assert ">Save</button>" not in page and 'name="act"' not in page and 'name="fix"' not in page
    main = page.partition("<main")[2]
    assert not re.findall(r"<(?:select|fieldset)|<input(?! type=\"hidden\")|<textarea(?! [^>]*readonly)", main)
    assert "Make my own copy" in page
    actions = set(re.findall(r'method="post" action="([^"]+)"', page))
    assert actions == {f"{build}/duplicate", "/theme"}


@pytest.mark.long
def test_a_pack_of_another_browser_is_shown_read_only(app, mine):
    address = by_link(PACK, mine)
    page = Browser(app).read(address)
    assert "Another browser made this pack" in page and "Tin Lid" in page
    assert set(re.findall(r'method="post" action="([^"]+)"', page)) == {
        f"{address}/duplicate",
        f"{address}/use",
        "/theme",
    }
    assert "/card?" not in page


@pytest.mark.long
def test_house_rules_of_another_browser_are_shown_read_only(app, mine):
    address = by_link(RULES, mine)
    page = Browser(app).read(address)
    assert "Another browser made this set of house rules" in page and "Wednesday club" in page
    actions = {f"{address}/duplicate", f"{address}/use", "/theme"}
    assert set(re.findall(r'method="post" action="([^"]+)"', page)) == actions


@pytest.mark.long
def test_versions_of_another_browser_are_read_and_not_restored(app, mine):
    address = f"{filled(BUILD, mine)}/versions"
    assert ">Restore</button>" in mine[0].read(address)
    assert Browser(app).client.get(by_link(f"{BUILD}/versions", mine)).status_code == 404
    page = Browser(app).read(f"{link_to(mine[0].client, filled(BUILD, mine), 'edit')}/versions")
    assert ">Restore</button>" not in page and "Another browser made this build" in page


@pytest.mark.long
def test_what_was_typed_into_another_browsers_build_becomes_a_copy(app, mine):
    """A page that was open before, or of a browser that lost its cookie, loses nothing that was typed."""
    other = Browser(app)
    form = {**DRAFT, "title": "My own wolf", "packs": "1"}
    page = other.send(by_link(BUILD, mine), form).get_data(as_text=True)
    assert "My own wolf" in page and "Save as my copy" in page
    action = re.search(r'action="([^"]+/new\?of=[^"]+)"', page)[1]
    copy = other.send(action, form).location
    assert "My own wolf" in other.read("/") and ident(copy) != mine[1]
    assert "My own wolf" not in mine[0].read("/")


def test_what_was_typed_into_a_build_that_is_not_there_any_more_becomes_a_new_one(app, mine):
    """As when a link is taken back, or a browser loses its cookie, while the page is open."""
    other = Browser(app)
    form = {**DRAFT, "title": "My own wolf", "packs": "1"}
    answer = other.send(filled(BUILD, mine), form)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 404 and "My own wolf" in page
    assert "What you typed is still here" in page and "its link was replaced" in page
    action = re.search(r'<form id="build"[^>]*action="([^"]+)"', page)[1]
    assert other.send(action, form).status_code == 303
    assert "My own wolf" in other.read("/") and "My own wolf" not in mine[0].read("/")


def test_a_friend_with_the_edit_link_saves(app, mine):
    friend, link = Browser(app), link_to(mine[0].client, filled(BUILD, mine), "edit")
    assert friend.send(link, {**DRAFT, "title": "Three wolves"}).location == link
    assert "Three wolves" in friend.read(link) and "Three wolves" in mine[0].read(filled(BUILD, mine))
    assert friend.send(f"{link}/delete").status_code == 403
    assert friend.send(f"{link}/links", {"kind": "edit", "act": "renew"}).status_code == 403


def test_a_friend_with_the_edit_link_changes_the_cards_of_a_pack(app, mine):
    friend, link = Browser(app), link_to(mine[0].client, filled(PACK, mine), "edit")
    page = friend.read(link)
    assert "With its edit link you can change the cards" in page and f'href="{link}/grid' in page
    assert 'id="title"' not in page and f"{link}/delete" not in page
    assert friend.send(f"{link}/card?card=tin-lid", {**LID, "name": "Better Lid"}).location == link
    assert friend.send(f"{link}/card?kind=armour", {"name": "Half a lid", "keep-draft": "1"}).location == link
    assert friend.send(f"{link}/upload", {"text": ROWS, "card-kind": "armour"}).location == link
    own = mine[0].read(filled(PACK, mine))
    assert all(name in own for name in ("Better Lid", "Half a lid", "Zinc Lid"))
    assert friend.send(f"{link}/remove", {"card": "zinc-lid"}).location == link
    assert "Zinc Lid" not in mine[0].read(filled(PACK, mine))
    for path in ("rename", "delete", "links", "thin"):
        assert friend.send(f"{link}/{path}", {"title": "Mine"}).status_code == 403


@pytest.mark.long
def test_a_copy_keeps_the_packs_of_the_build_it_was_made_from(app, mine):
    owner = mine[0]
    build = owner.send(f"/{GAME}/new", {**DRAFT, "mech-0-locomotor-attached": "tin-lid"}).location
    value = re.search(r'name="pack" value="([^"]+)" checked', owner.read(build))[1]
    other = Browser(app)
    form = {**DRAFT, "mech-0-locomotor-attached": "tin-lid", "packs": "1", "pack": value}
    copy = other.send(f"/{GAME}/new?of={ident(link_to(owner.client, build))}", form)
    assert copy.status_code == 303, copy.get_data(as_text=True)
    assert "Tin Lid" in other.read(f"{copy.location}/export.json")


@pytest.mark.long
def test_a_duplicate_belongs_to_the_browser_that_made_it(app, mine):
    other = Browser(app)
    copy = other.send(by_link(f"{BUILD}/duplicate", mine)).location
    assert other.send(f"{copy}/rename", {"title": "Renamed"}).status_code == 303
    assert "Renamed" in other.read("/") and "Renamed" not in mine[0].read("/")
    assert mine[0].send(f"{copy}/rename", {"title": "Back"}).status_code == 404
