"""Where a page is: the menu, which is the same on every page, and the trail of pages above it.

Every page is named here once, by its endpoint, with the page above it; templates name none of this.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from flask import current_app, request, url_for
from jinja2 import pass_context
from jinja2.runtime import Context as Shown

from companion.base.json_types import JsonMapping
from companion.game_system.system import GameSystem

HOME, GAME, TABLES = "home.home", "games.game", "tables.index"
CARDS, ROLL = "gallery.show", "matchups.show"
LEAST = 3
"""A trail shorter than this is not shown: the header leads to Home and to the game already."""


class Link(NamedTuple):
    """A link in the menu or in the trail; without an address it is the page itself."""

    title: str
    address: str = ""
    is_current: bool = False
    """Whether the page, or one above it, is where the link leads."""


class Menu(NamedTuple):
    """The words of the menu, and the links behind its last word, More."""

    links: tuple[Link, ...]
    more: tuple[Link, ...]


class PagePlace(NamedTuple):
    """A page: the endpoint above it, and its title or what finds it in the values of its template."""

    parent: str
    title: str | Callable[[JsonMapping], str]
    tab: str = ""
    """The tab of the page above that leads here."""
    list_title: str = ""
    """The title of the list of such pages, which is the same endpoint without `name`."""


def _new(shown: JsonMapping) -> str:
    return f"New {shown['game'].build_noun}"


def _document(shown: JsonMapping) -> str:
    document = shown.get("document") or getattr(shown.get("page"), "document", None)
    return str(document.title or "Untitled") if document else _new(shown)


def _example(shown: JsonMapping) -> str:
    return str(shown["game"].examples[request.view_args["name"]].title)  # type: ignore[index]


def _table(shown: JsonMapping) -> str:
    return str(shown["table_title"])


def _analysis(shown: JsonMapping) -> str:
    return str(shown["analysis"].title) if "analysis" in shown else "Analyse"


def _resolver(shown: JsonMapping) -> str:
    return str(shown["kind"].title)


PLACES: Mapping[str, PagePlace] = {
    HOME: PagePlace("", "Home"),
    "home.credits_page": PagePlace(HOME, "Credits"),
    "settings.show": PagePlace(HOME, "Settings"),
    "library.act": PagePlace(HOME, "My builds"),
    "everything.restore": PagePlace(HOME, "Open"),
    "everything.delete": PagePlace(HOME, "Settings"),
    "importing.import_page": PagePlace(HOME, "Open"),
    "custom.show": PagePlace(HOME, "Make cards"),
    "dice.plain_odds": PagePlace(HOME, "Dice roller"),
    "search.show": PagePlace(HOME, "Search"),
    "printers.show": PagePlace("settings.show", "Printers"),
    GAME: PagePlace(HOME, lambda shown: str(shown["game"].title)),
    "tonight.show": PagePlace(GAME, "Play tonight"),
    "builds.new": PagePlace(GAME, _new),
    "builds.create": PagePlace(GAME, _new),
    "examples.show": PagePlace(GAME, _example),
    "examples.random_build": PagePlace(GAME, lambda shown: f"Random {shown['game'].build_noun}"),
    "builds.edit": PagePlace(GAME, _document),
    "builds.save": PagePlace(GAME, _document),
    "builds.check": PagePlace(GAME, _document),
    "builds.use": PagePlace(GAME, _document),
    "comparing.show": PagePlace(GAME, "Compare"),
    "comparing.compare": PagePlace(GAME, "Compare"),
    ROLL: PagePlace(GAME, "Roll"),
    "matchups.bring": PagePlace(GAME, "Roll"),
    "builds.share": PagePlace("builds.edit", "Share"),
    "builds.thin": PagePlace("builds.versions", "Delete old versions"),
    "builds.versions": PagePlace("builds.edit", "Versions"),
    "dice.odds": PagePlace(ROLL, _resolver),
    "analyses.view": PagePlace(GAME, _analysis, list_title="Analyse"),
    "lab.show": PagePlace(GAME, "Balance lab"),
    CARDS: PagePlace(GAME, "Cards"),
    "printing.choose": PagePlace(GAME, "Print"),
    "packs.show": PagePlace(CARDS, _document, "packs"),
    "packs.share": PagePlace("packs.show", "Share"),
    "packs.thin": PagePlace("packs.versions", "Delete old versions"),
    "packs.versions": PagePlace("packs.show", "Versions"),
    "pack_cards.card": PagePlace("packs.show", "Card"),
    "pack_grid.show": PagePlace("packs.show", "Type many cards"),
    "pack_grid.save": PagePlace("packs.show", "Type many cards"),
    TABLES: PagePlace(HOME, "Tables"),
    "tables.find_by_code": PagePlace(HOME, "Tables"),
    "tables.new": PagePlace(GAME, "Open a table"),
    "tables.open_table": PagePlace(GAME, "Open a table"),
    "tables.show": PagePlace(TABLES, _table),
    "tables.act": PagePlace(TABLES, _table),
    "tables.invite": PagePlace("tables.show", "Links"),
    "tables.log": PagePlace("tables.show", "Log"),
    "tables.at": PagePlace("tables.log", "Looking back"),
    "tables.rulings": PagePlace("tables.show", "Rulings"),
    "table_report.show": PagePlace("tables.show", "Report"),
    "table_report.rematch": PagePlace("tables.show", "Report"),
    "costly_moves.show": PagePlace("table_report.show", "Moves that cost most"),
    "table_checks.verify": PagePlace(HOME, "Open"),
    "table_checks.verify_finished": PagePlace("tables.show", "Check"),
    "tables.unit": PagePlace("tables.show", lambda shown: str(shown["unit"].name)),
    "tables.attacks": PagePlace("tables.show", "Attack"),
    "tables.roll": PagePlace("tables.show", _resolver),
    "tables.start_roll": PagePlace("tables.show", _resolver),
    "house_rules.index": PagePlace(GAME, "House rules"),
    "house_rules.create": PagePlace(GAME, "House rules"),
    "house_rules.switch": PagePlace(GAME, "House rules"),
    "house_rules.show": PagePlace("house_rules.index", _document),
    "house_rules.save": PagePlace("house_rules.index", _document),
    "house_rules.share": PagePlace("house_rules.show", "Share"),
    "house_rules.versions": PagePlace("house_rules.show", "Versions"),
    "house_rules.thin": PagePlace("house_rules.versions", "Delete old versions"),
    "collection.versions": PagePlace(CARDS, "Versions", "collection"),
    "collection.thin": PagePlace("collection.versions", "Delete old versions"),
    "rules.show": PagePlace(GAME, "Rules"),
}
"""Every page, by its endpoint."""


@pass_context
def trail(shown: Shown) -> tuple[Link, ...]:
    """Return the pages from Home down to this one, which has no address; none where it is near enough to Home.

    Pages that are no place of their own, such as those of errors, have none.
    """
    endpoint = request.endpoint or ""
    if endpoint not in PLACES or "code" in shown:
        return ()
    links = [Link(_page_title(endpoint, shown), "", True)]
    given = request.view_args or {}
    if PLACES[endpoint].list_title and given["name"]:
        links.append(Link(PLACES[endpoint].list_title, url_for(endpoint, slug=given["slug"])))
    while parent := PLACES[endpoint].parent:
        links.append(Link(_page_title(parent, shown), _address(parent, PLACES[endpoint].tab)))
        endpoint = parent
    return tuple(reversed(links)) if len(links) >= LEAST else ()


def _page_title(endpoint: str, shown: Shown) -> str:
    title = PLACES[endpoint].title
    return title if isinstance(title, str) else title(shown.get_all())


def _address(endpoint: str, tab: str) -> str:
    """Return the address of a page above this one, which needs no more than this page's own address says."""
    arguments = {name for rule in current_app.url_map.iter_rules(endpoint) for name in rule.arguments}
    given = request.view_args or {}
    return url_for(endpoint, tab=tab or None, **{name: given[name] for name in arguments if name in given})


def menu(game: GameSystem | None) -> Menu:
    """Return the menu of a game's pages, or that of the pages that belong to no game."""
    return _game_menu(game) if game else _general_menu()


def _game_menu(game: GameSystem) -> Menu:
    slug = game.slug
    learn = (_link("Learn", "tonight.show", ("tonight",), slug=slug),) if game.tonight else ()
    links = (
        _link("Build", "builds.new", ("builds", "examples", "comparing"), slug=slug),
        *learn,
        _link("Table", "tables.new", ("tables", "table_report"), slug=slug),
        _link("Print", "printing.choose", ("printing", "export"), slug=slug),
        _link("Cards", CARDS, ("gallery", "packs", "pack_cards", "pack_grid", "shared_packs", "collection"), slug),
    )
    analyse = (_link("Analyse", "analyses.view", slug=slug),) if game.analyses else ()
    analyses = tuple(_analysis_link(game, analysis.name, analysis.title) for analysis in game.analyses)
    more = (
        _link("Roll", ROLL, ("dice", "matchups"), slug=slug),
        *analyse,
        *analyses,
        _link("Rules", "rules.show", ("rules",), slug=slug),
        _link("House rules", "house_rules.index", ("house_rules",), slug=slug),
        Link("My builds", f"{url_for(HOME, game=slug)}#mine"),
        _link("Join a table", TABLES),
        _link("Open", "importing.import_page"),
    )
    return Menu(links, more)


def _general_menu() -> Menu:
    links = (
        Link("Games", f"{url_for(HOME)}#games"),
        Link("Builds", f"{url_for(HOME)}#mine"),
        _link("Tables", TABLES, ("tables",)),
        _link("Open", "importing.import_page", ("importing",)),
        _link("Dice", "dice.plain_odds", ("dice",)),
    )
    more = (
        _link("Make cards", "custom.show", ("custom",)),
        _link("Settings", "settings.show", ("settings", "keys", "printers")),
        _link("Credits", "home.credits_page"),
    )
    return Menu(links, more)


def _link(title: str, endpoint: str, areas: tuple[str, ...] = (), slug: str | None = None) -> Link:
    here = request.endpoint == endpoint or request.blueprint in areas
    return Link(title, url_for(endpoint, slug=slug), here)


def _analysis_link(game: GameSystem, name: str, title: str) -> Link:
    address = url_for("analyses.view", slug=game.slug, name=name)
    return Link(title, address, request.path == address)
