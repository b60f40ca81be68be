"""The cards to choose from in a builder, as HTML: the same for everybody who builds with the same cards and rulings.

Rendered once and cached by content; what differs from build to build, two addresses, is put in afterwards.
"""

from functools import cache
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from flask import render_template, request
from markupsafe import Markup, escape

from companion import paths
from companion.storage.store import Document
from companion.system import Context, GameSystem
from companion.web import faces
from companion.web.builds.workshop import ShownWorkshop

MOST_CHARACTERS = 8 * 2**20
"""Characters of HTML that are cached: of all games together a set takes less than a million."""
_CHECKED_AT, _QUERY = "\ue000", "\ue001"
"""What stands for the addresses in the cached HTML; a card's text with such a character would show an address."""


def shop_html(
    game: GameSystem, shop: ShownWorkshop, context: Context, document: Document | None, checked_at: str
) -> Markup:
    """Return the cards; nothing where the page has to draw one without a face by a template of the game."""
    query = escape(faces.query_of(document))
    return Markup(_html(game, shop, context).replace(_CHECKED_AT, escape(checked_at)).replace(_QUERY, query))


def _key(game: GameSystem, shop: ShownWorkshop, context: Context) -> Any:
    return hashkey(faces.context_key(game, context), tuple(shop.choices), request.script_root)


@cached(LRUCache(MOST_CHARACTERS, len), _key, Lock())
def _html(game: GameSystem, shop: ShownWorkshop, context: Context) -> str:
    screens = faces.of(game, context).screens
    drawn = [choice.face and screens.get((choice.face.print_set, choice.face.piece)) for choice in shop.choices]
    if game_template(game, "tile.html") != "builds/tile.html" and not all(drawn):
        return ""
    pictures = [screen.html(_QUERY) if screen else "" for screen in drawn]
    return render_template("builds/shop.html", game=game, shop=shop, pictures=pictures, checked_at=_CHECKED_AT)


@cache
def game_template(game: GameSystem, name: str) -> str:
    """Return the game's own template of that name, that of all games where it has none."""
    own = f"{game.package}/{name}"
    return own if (paths.TEMPLATES / own).is_file() else f"builds/{name}"
