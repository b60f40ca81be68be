"""The card gallery: every face as it prints, with its words for those who cannot see it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.printing import preview
from companion.printing.boxes import Deck, Piece
from companion.system import GameSystem, Order
from companion.web.pages import find_game

bp = Blueprint("gallery", __name__)
DPI = 110


class Shown(NamedTuple):
    """A deck and the kit it comes from."""

    kit: str
    deck: Deck


@lru_cache(maxsize=8)
def _decks(slug: str) -> tuple[Shown, ...]:
    return tuple(_found(find_game(slug)))


def _found(game: GameSystem) -> Iterator[Shown]:
    """Return each deck once, from the first kit that has it."""
    seen: set[str] = set()
    order = Order(game.setting())
    for kit in game.kits:
        for part in () if kit.needs_build else kit.make(order):
            if isinstance(part, Deck) and part.title not in seen:
                seen.add(part.title)
                yield Shown(kit.name, part)


@bp.get("/<slug>/cards")
def show(slug: str) -> str:
    """Show a game's cards."""
    game = find_game(slug)
    return render_template("gallery.html", game=game, decks=_decks(game.slug), dpi=DPI)


@bp.get("/<slug>/cards/<kit>/<piece_id>.png")
def face(slug: str, kit: str, piece_id: str) -> WerkzeugResponse:
    """Show one face as a picture."""
    game = find_game(slug)
    data = _picture(game.slug, kit, piece_id)
    answer = Response(data or abort(404), mimetype="image/png")
    answer.add_etag()
    answer.cache_control.public = True
    answer.cache_control.max_age = 3600
    return answer.make_conditional(request)


@lru_cache(maxsize=512)
def _picture(slug: str, kit: str, piece_id: str) -> bytes | None:
    found = _piece(slug, kit, piece_id)
    if found is None:
        return None
    deck, piece = found
    return preview.face_png(piece, piece.face, deck.format, find_game(slug).accent, DPI)


def _piece(slug: str, kit: str, piece_id: str) -> tuple[Deck, Piece] | None:
    decks = (shown.deck for shown in _decks(slug) if shown.kit == kit)
    return next(((deck, piece) for deck in decks for piece in deck.pieces if piece.id == piece_id), None)
