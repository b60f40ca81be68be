"""The card gallery: every face as it prints, with a description for screen readers.

It shows the cards of a saved build (`?build=`), or the shipped cards with the packs in use.
"""

import hashlib
import json
from collections.abc import Iterator
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.cards import Catalogue
from companion.findings import InvalidInput
from companion.printing.faces.boxes import Deck, Piece
from companion.printing.pdf import preview
from companion.printing.sheets.checking import checked
from companion.printing.text.fonts import CannotPrint
from companion.system import GameSystem, PrintSource
from companion.web import session
from companion.web.lookup import find_game

bp = Blueprint("gallery", __name__)
DPI = 110
BYTES_A_FACE = 20_000
"""About what a face takes in memory before it is drawn; measured over all games, it is 1 to 39 kB."""
MOST_DECKS, MOST_PICTURES = 64 * 2**20, 64 * 2**20
"""Bytes of decks and pictures that are cached."""


class GalleryDeck(NamedTuple):
    """A deck and the print set it comes from."""

    print_set: str
    deck: Deck


class GalleryCards(NamedTuple):
    """Whose cards are shown: the packs over the shipped ones, as a digest, empty where there are none."""

    packs: str
    catalogue: Catalogue


class Gallery(NamedTuple):
    """The decks of a request without the cards that cannot be drawn, and why; the shipped ones where none is read."""

    cards: GalleryCards
    decks: tuple[GalleryDeck, ...]
    wrong: tuple[str, ...] = ()
    unread: bool = False


def _gallery(game: GameSystem) -> Gallery:
    try:
        cards = _asked(game)
    except InvalidInput as error:
        shipped = GalleryCards("", game.catalogue)
        return Gallery(shipped, _decks(game, shipped)[0], tuple(map(str, error.input_errors)), True)
    return Gallery(cards, *_decks(game, cards))


def _asked(game: GameSystem) -> GalleryCards:
    """Return the cards that the address asks for; InvalidInput where a build's packs cannot be read."""
    build = request.args.get("build", "")
    if not build:
        visitor = session.visitor(game)
        return GalleryCards(_digest(visitor.carried), visitor.catalogue)
    document = session.saved_build(game, build) or abort(404)
    return GalleryCards(_digest(document.data.get("pack", [])), game.catalogue_of(document.data))


def _digest(packs: Any) -> str:
    return hashlib.sha256(json.dumps(packs, sort_keys=True).encode()).hexdigest() if packs else ""


def _size(found: tuple[tuple[GalleryDeck, ...], tuple[str, ...]]) -> int:
    return BYTES_A_FACE * sum(len(shown.deck.pieces) for shown in found[0])


@cached(LRUCache(MOST_DECKS, _size), lambda game, cards: hashkey(game.slug, cards.packs), Lock())
def _decks(game: GameSystem, cards: GalleryCards) -> tuple[tuple[GalleryDeck, ...], tuple[str, ...]]:
    """Return the decks without the cards that cannot be drawn, and a sentence for each of these."""
    good: list[GalleryDeck] = []
    wrong: list[str] = []
    for shown in _found(game, cards.catalogue):
        try:
            checked([shown.deck])
        except CannotPrint as error:
            wrong += error.sentences
            good += [shown._replace(deck=deck) for deck in _without(shown.deck)]
        else:
            good.append(shown)
    return tuple(good), tuple(dict.fromkeys(wrong))


def _without(deck: Deck) -> tuple[Deck, ...]:
    """Return a deck without the cards that cannot be drawn; nothing where none can be."""
    try:
        return tuple(part for part in checked([deck], skip_bad=True).parts if isinstance(part, Deck))
    except CannotPrint:
        return ()


def _found(game: GameSystem, catalogue: Catalogue) -> Iterator[GalleryDeck]:
    """Return each deck once, from the first print set that has it."""
    seen: set[str] = set()
    source = PrintSource(game.context(catalogue=catalogue))
    for print_set in game.print_sets:
        for part in () if print_set.needs_build else print_set.make(source):
            if isinstance(part, Deck) and part.title not in seen:
                seen.add(part.title)
                yield GalleryDeck(print_set.name, part)


@bp.get("/<slug>/cards")
def show(slug: str) -> tuple[str, int]:
    """Show a game's cards; where a text of a pack does not fit its card, say which, and show the others."""
    game = find_game(slug)
    gallery = _gallery(game)
    build = {"build": request.args["build"]} if request.args.get("build") else {}
    # The digest makes a changed pack's pictures new to the browser.
    stamp = {"pack": gallery.cards.packs[:12]} if gallery.cards.packs else {}
    page = render_template(
        "games/gallery.html",
        game=game,
        decks=gallery.decks,
        dpi=DPI,
        query=build | stamp,
        wrong=gallery.wrong,
        unread=gallery.unread,
    )
    return page, 422 if gallery.wrong else 200


@bp.get("/<slug>/cards/<print_set>/<piece_id>.png")
def face(slug: str, print_set: str, piece_id: str) -> WerkzeugResponse:
    """Show one face as a picture; 404 where a text of a pack does not fit its card, as on the page."""
    game = find_game(slug)
    gallery = _gallery(game)
    deck, piece = _piece(gallery.decks, print_set, piece_id) or abort(404)
    answer = Response(_picture(game, gallery.cards.packs, print_set, deck, piece), mimetype="image/png")
    answer.add_etag()
    if gallery.wrong or gallery.cards.packs:
        answer.cache_control.private = True
    else:
        answer.cache_control.public = True
    answer.cache_control.max_age = 3600
    return answer.make_conditional(request)


def _picture_key(game: GameSystem, packs: str, print_set: str, deck: Deck, piece: Piece) -> Any:
    return hashkey(game.slug, packs, print_set, deck.title, piece.id)


@cached(LRUCache(MOST_PICTURES, len), _picture_key, Lock())
def _picture(game: GameSystem, packs: str, print_set: str, deck: Deck, piece: Piece) -> bytes:
    return preview.face_png(piece, piece.face, deck.format, game.accent, DPI)


def _piece(decks: tuple[GalleryDeck, ...], print_set: str, piece_id: str) -> tuple[Deck, Piece] | None:
    found = (shown.deck for shown in decks if shown.print_set == print_set)
    return next(((deck, piece) for deck in found for piece in deck.pieces if piece.id == piece_id), None)
