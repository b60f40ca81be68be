"""Offline: what the app is installed by, and which answers a browser may keep, over every address."""

import html
import io
import json
import re

import pytest
from PIL import Image

from companion import __version__
from companion.games import GAMES
from companion.web.offline import routes
from companion.web.shared import settings_page
from companion.web.shell import offline_copies
from tests.web.conftest import link_to, token_of

OWNER_PAGES = {
    "/",
    "/settings",
    "/roll",
    "/techniconica/",
    "/techniconica/builds/<id>",
    "/techniconica/cards",
    "/techniconica/play-tonight",
    "/techniconica/roll",
    "/techniconica/roll/shoot",
    "/techniconica/rules",
}
"""What a player reads at the table; every other page is not kept."""
NAMES = {
    "analyses.view": "best-mech",
    "dice.odds": "shoot",
    "examples.show": "copper-bison",
    "examples.portrait": "copper-bison",
    "home.font": "Barlow-bold",
}
KINDS = {"printing.cuts": "svg", "packs.sheet": "weapon"}
VALUES = {
    "slug": "techniconica",
    "print_set": "parts",
    "piece_id": "long-rifle",
    "digest": "0",
    "number": 1,
    "size": 192,
    "pictures": "none",
    "rest": "none",
    "key": "none",
    "page": 1,
    "cell": 1,
    "filename": "app.css",
    "unit": "1.1",
    "seat": 0,
    "line": 0,
}
BUILD = {"title": "Lone wolf", "mech-0-name": "Wolf", "mech-0-locomotor": "courier-wheels"}
GUN = {"name": "Pea Gun", "we": 3, "pc": 1, "pe": 4, "do": 2, "ar": 5, "dt": 2}


@pytest.fixture
def build(post):
    return post("/techniconica/new", BUILD).location


@pytest.fixture
def table(post):
    return post("/techniconica/tables/new", {"title": "Friday", "phones": "one"}).location


def addresses(app, build, table):
    """Return an address of every rule that answers, of one game, by its path without the ids of build and table."""
    adapter, found = app.url_map.bind(""), {}
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods:
            names = {"name": NAMES.get(rule.endpoint, "none"), "kind": KINDS.get(rule.endpoint, "txt")}
            ids = {"document_id": build.rpartition("/")[2], "reference": table.rpartition("/")[2]}
            known = {**VALUES, **names, **ids}
            address = adapter.build(rule.endpoint, {name: known[name] for name in rule.arguments})
            found[address.replace(ids["document_id"], "<id>").replace(ids["reference"], "<table>")] = address
    return found


def said(client, address):
    """Return what the header of an answer says first, and the mark."""
    answer = client.get(address)
    answer.close()
    what, _, mark = answer.headers.get("X-Offline", "").partition(" ")
    return what, mark


@pytest.mark.long
def test_pages_that_are_read_at_the_table_are_kept_and_no_other_is(app, client, build, table):
    kept, pages = set(), 0
    for path, address in addresses(app, build, table).items():
        answer = client.get(address)
        if answer.mimetype == "text/html":
            pages += 1
            kept |= {path} if answer.headers["X-Offline"].startswith("own ") else set()
            assert answer.headers["Cache-Control"] == "no-store" or answer.status_code == 308
        answer.close()
    assert kept == OWNER_PAGES and pages > 2 * len(kept)


@pytest.mark.long
def test_what_does_not_say_that_it_may_be_kept_is_not_stored(app, client, build, table):
    """Over every address that there is: all that a browser stores says so itself."""
    stored = {}
    for path, address in addresses(app, build, table).items():
        answer = client.get(address)
        policy = answer.headers["Cache-Control"]
        if policy != "no-store" and answer.status_code == 200:
            stored[path] = "public" if answer.mimetype.startswith(("text/c", "font/", "application/")) else "picture"
            assert "attachment" not in answer.headers.get("Content-Disposition", ""), path
            assert stored[path] == "public" or answer.mimetype.startswith(("image/", "text/javascript")), path
        answer.close()
    assert {path for path, kind in stored.items() if kind == "public"} == {
        *("/static/app.css", "/fonts/Barlow-bold.ttf", "/games.css", "/manifest.webmanifest"),
    }


@pytest.mark.long
def test_of_what_is_no_page_only_the_files_of_these_pages_are_kept(app, client, build, table):
    public = {
        "/static/app.css",
        "/fonts/Barlow-bold.ttf",
        "/games.css",
        "/icon-192.png",
        "/manifest.webmanifest",
        "/techniconica/examples/copper-bison/portrait.svg",
        "/techniconica/picture.svg",
    }
    found = {path: said(client, address)[0] for path, address in addresses(app, build, table).items()}
    assert {path for path, what in found.items() if what == "public"} == public
    others = {path for path, what in found.items() if what == "own"} - OWNER_PAGES
    assert others == {"/techniconica/builds/<id>/portrait.svg"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_faces_of_shipped_cards_are_everybodys(client, game):
    page = client.get(f"/{game.slug}/cards").get_data(as_text=True)
    art = html.unescape(re.search(r'class="face-art" src="([^"]+)"', page)[1])
    assert said(client, art) == ("public", "")
    changed = art.replace(art.rpartition("/")[2], f"{'0' * 16}.svg")
    assert client.get(changed).status_code == 200 and said(client, changed) == ("", ""), "a face of another day"


@pytest.mark.long
def test_a_build_of_another_browser_is_never_kept(app, client, build):
    other = app.test_client()
    assert said(client, build)[0] == said(client, f"{build}/portrait.svg")[0] == "own"
    for link in (link_to(client, build), link_to(client, build, "edit")):
        for browser in (client, other):  # its owner sees a link as others do
            assert browser.get(link).status_code == browser.get(f"{link}/portrait.svg").status_code == 200
            assert said(browser, link)[0] == "pass" and said(browser, f"{link}/portrait.svg") == ("", "")
        assert said(other, f"/techniconica/cards?build={link.rpartition('/')[2]}")[0] == "pass"
    assert said(other, build)[0] == "pass"


@pytest.mark.long
def test_custom_cards_are_kept_by_the_owner_of_the_build_that_has_them(app, client, post):
    rows = {
        "game": "techniconica",
        "kind": "pack",
        "title": "Box",
        "weapon": [{"id": "pea-gun", "origin": {"default": "own"}, **GUN}],
    }
    post("/techniconica/packs", {"text": json.dumps(rows)})
    new = client.get("/techniconica/new").get_data(as_text=True)
    value = html.unescape(re.search(r'name="pack" value="([^"]+)" checked', new)[1])
    build = post("/techniconica/new", {**BUILD, "packs": "1", "pack": value}).location
    page = client.get(build).get_data(as_text=True)
    art = html.unescape(re.search(r'src="(/techniconica/cards/parts/pea-gun/[^"]+\?build=[^"]+)"', page)[1])
    theirs = art.partition("=")[0] + "=" + link_to(client, build).rpartition("/")[2]
    assert said(client, art)[0] == "own" and said(app.test_client(), theirs) == ("", "")


@pytest.mark.long
def test_who_uses_a_pack_that_others_share_keeps_builds_all_the_same(app, client, post, build):
    other = app.test_client()
    rows = json.dumps({"game": "techniconica", "kind": "pack", "title": "Box", "weapon": [{"id": "pea-gun", **GUN}]})
    pack = other.post("/techniconica/packs", data={"csrf_token": token_of(other), "text": rows}).location
    link = link_to(other, pack)
    assert post(f"{link}/use", {"used": "1"}).status_code == 303
    assert "Pea Gun" in client.get("/techniconica/cards").get_data(as_text=True)
    assert said(client, build)[0] == said(client, "/techniconica/cards")[0] == "own"
    assert said(client, link)[0] == "pass"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/roll?expression=2d6", 200),
        ("/roll?expression=2q6", 422),
        ("/techniconica/roll/shoot?weapon=castle", 422),
        ("/techniconica/builds/nothing", 404),
        ("/nothing/here", 404),
    ],
)
def test_answers_to_what_was_typed_and_errors_are_not_kept(client, path, status):
    answer = client.get(path)
    assert (answer.status_code, answer.headers["X-Offline"]) == (status, "pass none")


def test_what_a_form_answers_is_not_kept(client, build):
    token = token_of(client)
    for path, form in (
        ("/techniconica/new", {"mech-0-slot-1,1": "castle"}),
        ("/techniconica/check", BUILD),
        (build, {**BUILD, "mech-0-locomotor": "castle"}),
        ("/key", {}),
        ("/key/enter", {"key": "wrong words"}),
        ("/roll", {"expression": "2d6"}),
    ):
        answer = client.post(path, data={"csrf_token": token, **form})
        assert answer.mimetype == "text/html" and answer.headers["X-Offline"].startswith("pass "), path


@pytest.mark.long
def test_a_mark_stands_for_an_owner_and_goes_with_it(app, client, post, build):
    name = app.extensions["store"].get(build.rpartition("/")[2]).owner
    _, mark = said(client, "/")
    assert re.fullmatch("[0-9a-f]{24}", mark) and mark not in name
    assert said(client, "/credits") == ("pass", mark)
    words = re.findall(r"<li>([a-z]+)</li>", post("/key").get_data(as_text=True))
    other = app.test_client()
    assert said(other, "/") == ("own", "none")
    other.post("/key/enter", data={"csrf_token": token_of(other), "key": " ".join(words)})
    assert said(other, "/") == ("own", mark), "the same owner in another browser"
    post("/key", {"renewals": "0"})
    assert said(client, "/") == ("own", mark)
    assert said(other, "/") == ("own", "none"), "renewed elsewhere"
    post("/key/leave")
    assert said(client, "/") == ("own", "none")


def test_another_owner_has_another_mark(app, client, build):
    other = app.test_client()
    other.post("/techniconica/new", data={"csrf_token": token_of(other), **BUILD})
    assert said(other, "/")[1] not in (said(client, "/")[1], "none")


def test_every_page_tells_its_script_the_mark_but_the_one_that_is_everybodys(client, build):
    mark = re.compile('data-mark="([^"]*)"')
    for path in ("/", "/credits", "/nothing/here", "/settings"):
        assert mark.findall(client.get(path).get_data(as_text=True)) == [said(client, "/")[1]]
    assert mark.findall(client.get("/away-from-the-net/no-copy").get_data(as_text=True)) == [""]


def test_the_app_is_installed_by_a_manifest_with_icons_of_the_sizes_it_names(client):
    answer = client.get("/manifest.webmanifest")
    app = answer.get_json(force=True)
    assert answer.mimetype == "application/manifest+json"
    assert (app["start_url"], app["scope"], app["display"], app["theme_color"]) == ("/", "/", "standalone", "#1f3f77")
    assert {(icon["sizes"], icon["purpose"]) for icon in app["icons"]} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for icon in app["icons"]:
        picture = Image.open(io.BytesIO(client.get(icon["src"]).data)).convert("RGB")
        assert "x".join(map(str, picture.size)) == icon["sizes"]
        corners = {picture.getpixel((x, y)) for x in (0, picture.width - 1) for y in (0, picture.height - 1)}
        assert corners == {(0x1F, 0x3F, 0x77)}, "its ground reaches the edges"
        assert picture.getextrema() == ((0x1F, 255), (0x3F, 255), (0x77, 255)), "and a white mech stands on it"
    page = client.get("/").get_data(as_text=True)
    assert 'rel="manifest" href="/manifest.webmanifest"' in page and 'href="/icon-180.png"' in page
    assert client.get("/icon-181.png").status_code == 404


def settings(client, **more):
    answer = client.get("/service-worker.js", **more)
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("text/javascript", "no-cache")
    return json.loads(re.match(r"const SETTINGS = (.+);\n", answer.get_data(as_text=True))[1])


def test_every_release_has_a_worker_of_its_own(client, monkeypatch):
    before = client.get("/service-worker.js")
    assert settings(client)["version"] == __version__
    again = client.get("/service-worker.js", headers={"If-None-Match": before.headers["ETag"]})
    assert again.status_code == 304
    monkeypatch.setattr(routes, "__version__", "99.0.0")
    assert settings(client)["version"] == "99.0.0"


def test_a_worker_stands_before_the_pages_that_are_kept_alone(client):
    found = settings(client)
    pages, pictures = (re.compile("|".join(found[name])) for name in ("pages", "pictures"))
    for path in OWNER_PAGES:
        assert pages.search(path), path
    for path in ("/open", "/techniconica/new", "/techniconica/print.pdf", "/techniconica/builds/x/versions"):
        assert not pages.search(path), path
    assert pictures.search("/static/techniconica/techniconica.css") and pictures.search("/techniconica/picture.svg")
    assert not pictures.search("/techniconica/print/sheet-1.png") and not pictures.search("/techniconica/picturexsvg")


def test_below_a_folder_of_a_server_all_addresses_keep_it(client):
    folder = {"environ_overrides": {"SCRIPT_NAME": "/our.mechs"}}
    found = settings(client, **folder)
    assert found["emptying"] == ["/our.mechs/key/leave"] and found["noCopy"].startswith("/our.mechs/")
    assert all(address.startswith("/our.mechs/") for address in found["files"])
    assert re.search("|".join(found["pages"]), "/our.mechs/techniconica/rules")
    assert not re.search("|".join(found["pages"]), "/our-mechs/techniconica/rules")
    app = client.get("/manifest.webmanifest", **folder).get_json(force=True)
    assert (app["scope"], app["start_url"]) == ("/our.mechs/", "/our.mechs/")
    assert 'data-scope="/our.mechs/"' in client.get("/credits", **folder).get_data(as_text=True)


def test_files_that_the_worker_fetches_are_there(client):
    found = settings(client)
    for address in (*found["files"], found["noCopy"]):
        answer = client.get(address)
        assert answer.status_code == 200, address
        answer.close()


def test_the_page_names_this_browsers_builds_and_what_their_games_are_played_by(app, client, build, monkeypatch):
    page = client.get("/settings").get_data(as_text=True)
    assert f'href="{build}"' in page and 'href="/techniconica/roll/shoot"' in page and "/mechalyte/rules" not in page
    assert "300 pages and 100 MB" in page
    assert build not in app.test_client().get("/settings").get_data(as_text=True)
    newer = client.post("/techniconica/new", data={"csrf_token": token_of(client), **BUILD}).location
    monkeypatch.setattr(settings_page, "MOST_BUILDS", 1)
    page = client.get("/settings").get_data(as_text=True)
    assert f'href="{newer}"' in page and f'href="{build}"' not in page


def test_home_leads_there_once_there_is_a_build(client, post):
    link = "Offline</a>: read your builds"
    assert link not in client.get("/").get_data(as_text=True)
    post("/techniconica/new", BUILD)
    assert link in client.get("/").get_data(as_text=True)


def test_forms_that_empty_the_browser_are_there(app):
    ends = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in rule.methods}
    assert set(routes.EMPTYING) <= ends
    known = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert known >= offline_copies.PAGES | offline_copies.FILES
