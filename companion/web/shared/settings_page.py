"""The page *Settings*, as its address shows it and as its forms answer where something is wrong."""

from collections.abc import Mapping
from typing import Any

from flask import render_template, url_for

from companion.base.json_types import JsonObject
from companion.base.wording import join_words, plural
from companion.game_system.system import GameSystem
from companion.games import GAMES
from companion.games import game as find_game
from companion.storage import library, pictures
from companion.web.shell import browser
from companion.web.shell.visitors import visitor

KEY_WORDS = 8
"""How many words a key has."""
MOST_PAGES, MOST_MEGABYTES = 300, 100
"""How much a browser keeps for use without a connection; the oldest pages go first."""
MOST_BUILDS = 200
"""How many builds, newest first, are fetched in one go; this leaves room for the pages of their games."""
KINDS = {
    "build": "build",
    "pack": "card pack",
    "house-rules": "set of house rules",
    "collection": "collection",
    "opponent": "pasted opponent",
    "table": "table",
}
"""The kinds of stored documents, each with its noun."""
_MANY = {"house-rules": "sets of house rules"}


def settings_page(status: int = 200, **more: Any) -> tuple[str, int]:
    """Return the page and its status; `more` is what a form says: a new key, errors, what was typed."""
    given = {"wrong": (), "typed": "", "new": None, "twice": False, "unsure": False, **more}
    values = {
        "owner": browser.current_owner(),
        "has": describe_belongings(),
        "count": KEY_WORDS,
        "printers": sorted(browser.belongings().printers),
        **_offline(),
        **_deletion(),
    }
    return render_template("settings/settings.html", **values, **given), status


def describe_belongings() -> str:
    """Return what this browser has, as "2 builds and 1 card pack"; empty where it has nothing."""
    name = browser.known_owner()
    return describe_kinds(browser.store().counts(name)) if name else ""


def describe_kinds(counts: Mapping[str, int]) -> str:
    """Return how many documents of each kind there are, in words."""
    listed = ((kind, noun) for kind, noun in KINDS.items() if kind in counts)
    return join_words([plural(counts[kind], noun, _MANY.get(kind, "")) for kind, noun in listed])


def _offline() -> JsonObject:
    """Return what *Keep all my builds now* fetches, and how much is kept."""
    owner = browser.known_owner()
    saved = browser.store().list(owner, archived=False, most=MOST_BUILDS) if owner else ()
    builds = [document for document in saved if find_game(document.game) and not document.damage]
    names = {document.game for document in builds}
    references = [address for game in GAMES if game.slug in names for address in _references(game)]
    return {"builds": builds, "references": references, "most": (MOST_PAGES, MOST_MEGABYTES)}


def _references(game: GameSystem) -> list[str]:
    """Return the addresses of a game's pages that are read at the table."""
    pages = [url_for(page, slug=game.slug) for page in ("games.game", "rules.show", "gallery.show", "matchups.show")]
    return pages + [url_for("dice.odds", slug=game.slug, name=kind.name) for kind in game.resolvers]


def _deletion() -> JsonObject:
    """Return what would be deleted, `amount` as None where this browser has nothing."""
    owner = browser.current_owner()
    if owner is None:
        return {"amount": None}
    amount = library.measure_owner(browser.store(), owner.name)
    kinds, own_pictures = describe_kinds(amount.kinds), len(pictures.of_owner(visitor()))
    return {"amount": amount, "kinds": kinds, "pictures": own_pictures, "has_key": owner.key_made is not None}
