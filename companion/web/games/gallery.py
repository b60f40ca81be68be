"""The card gallery: every face as it prints, with its words for those who cannot see it.

It shows the cards of a saved build (`?build=`), or those this browser plays with: what ships and its packs over it.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as WerkzeugResponse

from companion import packs
from companion.findings import InvalidInput
from companion.printing.faces.boxes import Deck, Piece
from companion.printing.pdf import preview
from companion.printing.text.fitting import DoesNotFit
from companion.printing.text.fonts import Unprintable
from companion.system import GameSystem, PrintSource
from companion.web import session
from companion.web.lookup import find_game

bp = Blueprint("gallery", __name__)
DPI = 110


class Shown(NamedTuple):
    """A deck and the print set it comes from."""

    print_set: str
    deck: Deck


def _used(game: GameSystem) -> str:
    """Return the packs whose cards are shown, as text."""
    build = request.args.get("build", "")
    if not build:
        return json.dumps([packs.carried(document.data) for document in session.packs(game)], sort_keys=True)
    document = session.saved_build(game, build) or abort(404)
    return json.dumps(document.data.get("pack", []), sort_keys=True)


@lru_cache(maxsize=16)
def _decks(slug: str, used: str) -> tuple[Shown, ...]:
    return tuple(_found(find_game(slug), json.loads(used)))


def _found(game: GameSystem, used: list[dict[str, Any]]) -> Iterator[Shown]:
    """Return each deck once, from the first print set that has it."""
    seen: set[str] = set()
    source = PrintSource(game.context(catalogue=game.catalogue_of({"pack": used})))
    for print_set in game.print_sets:
        for part in () if print_set.needs_build else print_set.make(source):
            if isinstance(part, Deck) and part.title not in seen:
                seen.add(part.title)
                yield Shown(print_set.name, part)


@bp.get("/<slug>/cards")
def show(slug: str) -> tuple[str, int]:
    """Show a game's cards; where a pack's words fit no card, say which, and show those that ship."""
    game = find_game(slug)
    used = _used(game)
    wrong, query = "", {"build": request.args["build"]} if request.args.get("build") else {}
    try:
        decks = _decks(game.slug, used)
    except (InvalidInput, DoesNotFit, Unprintable) as error:
        wrong, decks = str(error), _decks(game.slug, "[]")
    # The number makes a changed pack's pictures new to the browser.
    stamp = {"pack": packs.digest({"pack": json.loads(used)})} if used != "[]" else {}
    page = render_template("games/gallery.html", game=game, decks=decks, dpi=DPI, query=query | stamp, wrong=wrong)
    return page, 422 if wrong else 200


@bp.get("/<slug>/cards/<print_set>/<piece_id>.png")
def face(slug: str, print_set: str, piece_id: str) -> WerkzeugResponse:
    """Show one face as a picture."""
    game = find_game(slug)
    used = _used(game)
    try:
        data = _picture(game.slug, print_set, piece_id, used)
    except (InvalidInput, DoesNotFit, Unprintable):
        abort(404)
    answer = Response(data or abort(404), mimetype="image/png")
    answer.add_etag()
    if used == "[]":
        answer.cache_control.public = True
    else:
        answer.cache_control.private = True
    answer.cache_control.max_age = 3600
    return answer.make_conditional(request)


@lru_cache(maxsize=512)
def _picture(slug: str, print_set: str, piece_id: str, used: str) -> bytes | None:
    found = _piece(slug, print_set, piece_id, used)
    if found is None:
        return None
    deck, piece = found
    return preview.face_png(piece, piece.face, deck.format, find_game(slug).accent, DPI)


def _piece(slug: str, print_set: str, piece_id: str, used: str) -> tuple[Deck, Piece] | None:
    decks = (shown.deck for shown in _decks(slug, used) if shown.print_set == print_set)
    return next(((deck, piece) for deck in decks for piece in deck.pieces if piece.id == piece_id), None)
