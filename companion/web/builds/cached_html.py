"""Parts of a builder that are the same for everybody who builds with the same cards and rulings.

Rendered once and cached by content; what differs from build to build, addresses and choices, is put in afterwards.
"""

from collections.abc import Hashable, Iterable
from functools import cache
from secrets import token_urlsafe
from typing import Any

from flask import render_template, request
from jinja2 import Environment, pass_context
from jinja2.runtime import Context as Values
from markupsafe import Markup, escape

from companion.base import caches, paths
from companion.base.json_types import JsonMapping
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.storage.store import Document
from companion.web.builds.workshop import ShownWorkshop
from companion.web.shared import faces

MOST_CHARACTERS = 8 * 2**20
"""Characters of HTML that are cached: of all games together a set takes less than a million."""
_ENTRY = 5_000
"""Bytes of an entry in addition to its HTML: its key names all cards."""
_CHECKED_AT, _QUERY = token_urlsafe(), token_urlsafe()
"""What stands for the addresses in the cached HTML; nobody can guess it, so that no card's text has it."""


def shop_html(
    game: GameSystem, shop: ShownWorkshop, context: Context, document: Document | None, checked_at: str
) -> Markup:
    """Return the cards to choose from."""
    query = escape(faces.build_query(document))
    return Markup(_html(game, shop, context).replace(_CHECKED_AT, escape(checked_at)).replace(_QUERY, query))


def _size(html: str) -> int:
    return len(html) + _ENTRY


def _key(game: GameSystem, shop: ShownWorkshop, context: Context) -> Any:
    counts = tuple((choice.owned, choice.left) for choice in shop.choices)
    return faces.context_key(game, context), counts, request.script_root


@caches.keep(MOST_CHARACTERS, _key, _size)
def _html(game: GameSystem, shop: ShownWorkshop, context: Context) -> str:
    screens = faces.context_faces(game, context).screens
    drawn = [choice.face and screens.get((choice.face.print_set, choice.face.piece)) for choice in shop.choices]
    values = {"pictures": [screen.html(_QUERY) if screen else "" for screen in drawn], "checked_at": _CHECKED_AT}
    return render_template("builds/shop.html", game=game, shop=shop, **values, **game.page_values(None, context))


@pass_context
def cards_html(values: Values, template: str, part: Hashable = "", **shown: Any) -> Markup:
    """Return a template of a build's page that knows nothing but `part` and the `shown` values.

    They must follow from the page's cards and rulings and from `part`: it is rendered once for everybody with these.
    """
    cards = faces.context_key(values["game"], values["page"].context)
    return _cards_html(template, part, cards, values.environment, shown)


@caches.keep(MOST_CHARACTERS, lambda template, part, cards, *_: (template, part, cards), _size)
def _cards_html(template: str, part: Hashable, cards: Any, environment: Environment, shown: JsonMapping) -> Markup:
    return Markup(environment.get_template(template).render(**shown, part=part))


def mark_chosen(html: Markup, chosen: Iterable[str], word: str) -> Markup:
    """Return options or boxes of which those with a chosen value have the attribute `word`."""
    for value in {escape(value) for value in chosen}:
        html = html.replace(Markup(f'value="{value}"'), Markup(f'value="{value}" {word}'))
    return html


@cache
def game_template(game: GameSystem, name: str) -> str:
    """Return the game's own template of that name, that of all games where it has none."""
    own = f"{game.package}/{name}"
    return own if (paths.TEMPLATES / own).is_file() else f"builds/{name}"
