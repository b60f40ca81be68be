"""Way-finding: every page in three taps from Home, one menu, a trail on deep pages, nothing wider than a small phone."""

from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import expect

from companion.games import GAMES, game
from companion.web.shared.navigation import PLACES
from tests.pairs import paired
from tests.releases.journey import GIVEN
from tests.web.conftest import TABS, page_of, token_of
from tests.web.records_game import has_records

FARTHEST = 3
DOCUMENTS = {
    "builds": "builds",
    "packs": "packs",
    "pack_cards": "packs",
    "pack_grid": "packs",
    "house_rules": "house-rules",
}
"""The kind of document that an address of a blueprint names."""
PARTS_OF_TABLES = ("tables.fragment", "tables.events", "tables.odds", "tables.hint")
"""What a table's page fetches."""
PAGES_OF_UNITS = ("tables.unit", "tables.attacks")
"""Pages about units on a table, which has none before builds are there: tests/web/test_tables_records.py."""
OF_FINISHED_TABLES = ("table_report.show", "table_checks.verify_finished", "costly_moves.show")
PAGES_OF_OPPONENTS = ("lab.show", "costly_moves.show")
"""Pages of the games that the computer plays."""
MOVED = (
    *("importing.former_page", "library.show", "export.choose"),
    *("settings.key", "settings.offline", "settings.delete"),
)
"""Redirects to pages that have the parts of others now."""
NARROW = {"width": 320, "height": 640}


def links(client, address):
    """Return the paths that a page links to, of a page with tabs each tab."""
    found = page_of(client, address).xpath("//a/@href")
    split = [urlsplit(urljoin(address, link)) for link in found if not link.startswith(("http", "mailto:"))]
    return {f"{one.path}?{one.query}" if one.query.startswith("tab=") else one.path for one in split}


@pytest.fixture
def stored(client, post):
    """Store a build, a pack, house rules and a collection of every game; return the addresses but the last, by game."""
    found = {}
    for one in GAMES:
        example = next(iter(one.examples))
        text = f"/{one.slug}/examples/{example}"
        page = page_of(client, text)
        form = next(form for form in page.forms if form.get("id") == "build")
        build = client.post(form.action, data=dict(_several(form.form_values()))).location
        card, (kind, _) = next(iter(one.catalogue.raw.items()))
        post(f"/{one.slug}/collection", {f"own.{card}": "1"})
        given = GIVEN / "packs" / f"{one.slug}.toml"
        pack = given.read_text("utf-8") if given.exists() else f'[[{kind}]]\nid = "{card}"\nname = "Renamed"\n'
        found[one.slug] = {
            "builds": build,
            "packs": post(f"/{one.slug}/packs", {"text": pack, "title": ""}).location,
            "house-rules": post(f"/{one.slug}/house-rules", {"title": "Our club"}).location,
            "tables": post(f"/{one.slug}/tables/new", {"phones": "one"}).location,
            "finished": post(f"/{one.slug}/tables/new", {"phones": "one"}).location,
        }
        post(found[one.slug]["finished"], {"act": "concede", "seat": "0", "sure": "yes"})
    return found


def _several(pairs):
    fields = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value.removeprefix("\n"))
    return fields


def pages_of(app, stored):
    """Return the addresses of all pages: each rule that answers with HTML, for each game and what it names."""
    found = set()
    for rule in app.url_map.iter_rules():
        if "GET" not in rule.methods or rule.endpoint not in PLACES:
            continue
        if not rule.arguments:
            found.add(rule.rule)
            continue
        for one in GAMES:
            names = {
                "analyses.view": ["", *(analysis.name for analysis in one.analyses)],
                "dice.odds": [kind.name for kind in one.resolvers],
                "examples.show": list(one.examples),
                "tables.roll": [kind.name for kind in one.resolvers] if has_records(one) else [],
                **dict.fromkeys(PAGES_OF_UNITS, []),
                **({} if one.tracker.has_opponent else dict.fromkeys(PAGES_OF_OPPONENTS, [])),
            }.get(rule.endpoint, [""])
            document = stored[one.slug].get(DOCUMENTS.get(rule.endpoint.partition(".")[0], ""), "")
            played = "finished" if rule.endpoint in OF_FINISHED_TABLES else "tables"
            table = stored[one.slug][played].rpartition("/")[2]
            given = {"slug": one.slug, "document_id": document.rpartition("/")[2], "reference": table, "number": 1}
            adapter = app.url_map.bind("")
            for name in names:
                values = {key: value for key, value in {**given, "name": name}.items() if key in rule.arguments}
                address = adapter.build(rule.endpoint, values)
                found |= {address, *(f"{address}{tab}" for tab in TABS if rule.endpoint == "gallery.show")}
    return found


def test_every_page_has_a_place(app):
    for rule in app.url_map.iter_rules():
        if "GET" not in rule.methods or rule.endpoint in PLACES:
            continue
        dots = rule.rule.rpartition("/")[2]
        former = ("packs.index", "shared_packs.show_shelf", "collection.show", "matchups.former")
        named = (
            *former,
            "static",
            "home.health",
            "export.download",
            "offline.no_copy",
            "pack_pictures.show",
            *PARTS_OF_TABLES,
        )
        programs = rule.rule.startswith("/api/") or rule.endpoint in (
            *named,
            "home.component_library",
            *MOVED,
        )
        text = rule.endpoint in ("builds.raw", "packs.raw", "house_rules.raw")
        assert programs or text or "." in dots, f"{rule.rule} is a page without a place"


@pytest.mark.long
def test_every_page_is_three_taps_from_home(app, client, stored):
    wanted, seen, level = pages_of(app, stored), {"/"}, {"/"}
    wanted = {page for page in wanted if not page.endswith("/at/1")}  # a page for each event, behind the table's log
    assert len(wanted) > 100
    for _ in range(FARTHEST):
        wanted -= seen
        level = {link for page in sorted(level) for link in _page_links(app, client, page)} - seen
        seen |= level
        if not wanted - seen:
            break
    assert wanted - seen == set()


def _page_links(app, client, page):
    """Return the links of a page that lead to pages, and where its buttons ask for one."""
    adapter = app.url_map.bind("")
    actions = page_of(client, page).xpath('//form[not(@method="post")]/@action')
    asked = [urlsplit(urljoin(page, action)).path for action in actions]
    paths = {link: link.partition("?")[0] for link in (*links(client, page), *asked)}
    return {link for link, path in paths.items() if adapter.test(path) and adapter.match(path)[0] in PLACES}


@pytest.mark.long
@pytest.mark.parametrize(
    ("address", "trail"),
    [
        ("/techniconica/roll/shoot", ["Home", "Techniconica", "Roll", "Shoot"]),
        ("/techniconica/best-mech", ["Home", "Techniconica", "Analyse", "Best mech"]),
        ("/mecha-mettle/examples/steady-hull", ["Home", "Mecha Mettle", "Steady Hull"]),
        ("/mechalyte/new", ["Home", "Mechalyte", "New build spec"]),
        ("/mechastellar/print?to=png", ["Home", "MechaStellar", "Print"]),
        ("/wreck-a-mech/play-tonight", ["Home", "Wreck-A-Mech", "Play tonight"]),
        ("/wreck-a-mech/", []),
        ("/credits", []),
    ],
)
def test_a_deep_page_says_where_it_is(client, address, trail):
    crumbs = page_of(client, address).xpath("//nav[@aria-label='You are here']//li")
    assert [crumb.text_content().strip() for crumb in crumbs] == trail
    assert [crumb.xpath("./span/@aria-current") for crumb in crumbs[-1:]] == [["page"]] * bool(trail)
    for link in [link for crumb in crumbs[:-1] for link in crumb.xpath("./a/@href")]:
        page_of(client, link)


@pytest.mark.long
def test_the_trail_of_a_document_names_it_and_leads_up(client, stored):
    build, pack, rules = (stored["techniconica"][kind] for kind in ("builds", "packs", "house-rules"))
    title = next(iter(game("techniconica").examples.values())).title
    for address, trail in (
        (build, ["Home", "Techniconica", title]),
        (f"{build}/versions", ["Home", "Techniconica", title, "Versions"]),
        (f"{rules}/versions", ["Home", "Techniconica", "House rules", "Our club", "Versions"]),
        (f"{pack}/card?kind=weapon", ["Home", "Techniconica", "Cards", None, "Card"]),
        (f"{pack}/grid?kind=weapon", ["Home", "Techniconica", "Cards", None, "Type many cards"]),
    ):
        crumbs = page_of(client, address).xpath("//nav[@aria-label='You are here']//li")
        found = [crumb.text_content().strip() for crumb in crumbs]
        assert [name for name, wanted in zip(found, trail, strict=True) if wanted and name != wanted] == [] and all(
            found
        )
    assert page_of(client, f"{build}/versions").xpath("//nav[@aria-label='You are here']//a/@href")[-1] == build


def test_a_page_that_cannot_be_shown_has_no_trail(client):
    answer = client.get("/techniconica/roll/nothing")
    assert answer.status_code == 404 and "You are here" not in answer.get_data(as_text=True)
    wrong = client.post("/techniconica/new", data={"csrf_token": token_of(client), "mech-0-slot-1,1": "castle"})
    assert wrong.status_code == 422 and "You are here" in wrong.get_data(as_text=True)


@pytest.mark.parametrize("address", ["/", "/credits", "/roll", *(f"/{one.slug}/" for one in GAMES), "/mechalyte/rules"])
def test_the_menu_has_few_plain_words(client, address):
    words = [word.text_content() for word in page_of(client, address).xpath("//ul[@class='menu']/li/*[1]")]
    words = [word.split()[0] if word.startswith("More") else word for word in words]
    assert 5 <= len(words) <= 7 and words[-1] == "More" and all(len(word.split()) <= 2 for word in words)


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("/mechalyte/new", "Build"),
        ("/mechalyte/play-tonight", "Learn"),
        ("/mechalyte/cards", "Cards"),
        ("/roll", "Dice"),
    ],
)
def test_the_menu_says_where_you_are(client, address, word):
    assert page_of(client, address).xpath("//ul[@class='menu']/li/a[@aria-current]/text()") == [word]


def test_what_is_behind_more_says_where_you_are_too(client):
    page = page_of(client, "/mechalyte/house-rules")
    assert page.xpath("//details[@data-menu]//a[@aria-current='page']/text()") == ["House rules"]
    assert page.xpath("//details[@data-menu]/summary/@class") == ["is-here"]


@pytest.mark.long
@pytest.mark.browser
def test_nothing_is_wider_than_a_small_phone(page, live_url):
    page.set_viewport_size(NARROW)
    paths = ["/", "/credits", "/roll"]
    pages = ("", "play-tonight", "new", "rules", "print", "roll")
    paths += [f"/{one.slug}/{path}" for path, one in paired(pages, GAMES)]
    wide = []
    for path in paths:
        page.goto(live_url + path)
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        page.locator("[data-menu] summary").click()
        menu = page.locator("[data-menu] ul").bounding_box()
        inside = menu["x"] >= 0 and menu["x"] + menu["width"] <= NARROW["width"]
        wide += [path] if over > 0 or not inside else []
    assert wide == []


@pytest.mark.long
@pytest.mark.browser
def test_the_menu_opens_without_scripts_and_closes_with_escape(page, live_url):
    bare = page.context.browser.new_context(java_script_enabled=False, viewport=NARROW).new_page()
    bare.goto(f"{live_url}/mechalyte/")
    bare.locator("[data-menu] summary").click()
    bare.get_by_role("link", name="House rules").first.click()
    assert bare.url.endswith("/mechalyte/house-rules")
    page.goto(f"{live_url}/mechalyte/")
    page.locator("[data-menu] summary").click()
    page.keyboard.press("Escape")
    expect(page.locator("[data-menu][open]")).to_have_count(0)
