"""Card faces on pages: the words as text that is searched, selected and read aloud, over a picture of everything else.

Faces are made once for each set of cards and rulings and cached by content. Templates write
`{{ face(game, "parts", card.id, page.context, build=document) }}`; Python asks `context_faces` for all faces of a
context. This is not the PNG of a face, which is what a printed card looks like, words and all.
"""

import json
from base64 import b64encode
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode
from weakref import WeakKeyDictionary

from flask import g, request
from markupsafe import Markup

from companion.base import caches
from companion.data.cards import Card, Catalogue
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context, PrintSource
from companion.limits.budget import light
from companion.printing.faces import card_pictures
from companion.printing.faces.boxes import Box, CardPicture, Deck, Face, Format, Group, Piece, Text
from companion.printing.sheets.checking import check_faces
from companion.printing.sheets.fitted_faces import fit_face
from companion.printing.svg.screen import UNIT, Screen, screen
from companion.printing.svg.shapes import escape_text
from companion.printing.text.fonts import CannotPrint
from companion.storage.store import Document
from companion.web.shell import session

BYTES_A_FACE = 40_000
"""About what a face takes in memory with its drawing; measured over all games, it is 1 to 39 kB before it is drawn."""
SIDES = ("right", "left")
"""What ends the id of a piece of a card that is printed for each side."""
MOST_SETS, MOST_DRAWN, MOST_ART = 64 * 2**20, 48 * 2**20, 16 * 2**20
"""Bytes of sets of faces, of drawn faces and of their art alone that are cached."""


class GalleryDeck(NamedTuple):
    """A deck and the print set it comes from."""

    print_set: str
    deck: Deck


class ScreenFace(NamedTuple):
    """One face for a page: its art with the digest that names it, and the two halves of its HTML around the query."""

    deck: GalleryDeck
    piece: Piece
    shipped_face: Face | None
    """The shipped card's face, where a pack has changed it."""
    art: bytes
    digest: str
    path: str
    rest: str

    @property
    def about(self) -> str:
        """The card in one sentence, as the label of a button that shows the face."""
        return self.piece.about or self.piece.name

    def html(self, query: str = "") -> Markup:
        """Return the face for a page; `query`, with its question mark, names the build whose cards it shows."""
        return self._html(f"{request.script_root}{self.path}{query}")

    def whole_html(self) -> Markup:
        """Return the face with its art inside: that of a card which is not stored, so that no address shows it."""
        return self._html(self._data_address)

    def picture_html(self, is_stored: bool) -> Markup:
        """Return what is drawn in the face's window, nothing where it has none; it says nothing to screen readers.

        It is cut out of the face's own art, which a browser loads once for all its places.
        """
        if self.piece.face.window is None:
            return Markup()
        address = f"{request.script_root}{self.path}" if is_stored else self._data_address
        x, y, w, h = (f"{length:.5g}" for length in self.piece.face.window)
        form = self.deck.deck.format
        html = (
            '<svg class="face-picture" viewBox="0 0 {w} {h}" aria-hidden="true"><svg width="{w}" height="{h}" '
            'viewBox="{x} {y} {w} {h}"><image href="{address}" width="{wide:g}" height="{high:g}"/></svg></svg>'
        )
        return Markup(html).format(x=x, y=y, w=w, h=h, address=address, wide=form.w, high=form.h)

    @property
    def _data_address(self) -> str:
        """Return an address that holds the art itself."""
        return f"data:image/svg+xml;base64,{b64encode(self.art).decode()}"

    def _html(self, address: str) -> Markup:
        return Markup(f'<span class="face"><img class="face-art" src="{escape_text(address)}"{self.rest}')


class Faces(NamedTuple):
    """The faces of one context: its decks without the cards that cannot be drawn, and a sentence for each of these."""

    decks: tuple[GalleryDeck, ...]
    wrong: tuple[str, ...]
    screens: "Screens"
    """The front of each piece, by the name of its print set and its id; each is drawn when it is asked for."""


class Screens(Mapping[tuple[str, str], ScreenFace]):
    """Faces, each drawn when it is first asked for, so that ten thousand cards cost nothing until they are seen."""

    def __init__(self, game: GameSystem, decks: Iterable[GalleryDeck], own: bool, usual: bool = False) -> None:
        """Take the decks; `own` says that packs may have changed cards, which is told against the shipped ones.

        `usual` says that all of them are the shipped cards under the rulebook's own rulings: they are drawn once a
        process, so that no page waits for a slot to draw them.
        """
        self._game, self._own, self._usual = game, own, usual
        self._pieces = {(shown.print_set, piece.id): (shown, piece) for shown in decks for piece in shown.deck.pieces}
        self._drawn: dict[tuple[str, str], ScreenFace] = {}

    def __getitem__(self, key: tuple[str, str]) -> ScreenFace:
        """Return a face; KeyError where there is none."""
        screen = self._drawn.get(key)
        if screen is None:
            shown, piece = self._pieces[key]
            with light() if self._usual else nullcontext():
                screen = self._drawn[key] = _screen(self._game, shown, piece, self._shipped_face(key, piece))
        return screen

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Return the print sets and ids in order."""
        return iter(self._pieces)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._pieces)

    def _shipped_face(self, key: tuple[str, str], piece: Piece) -> Face | None:
        """Return the face of the shipped card, None where there is none: no card, or a custom one."""
        if not self._own or piece.id not in self._game.catalogue.cards:
            return None
        old = shipped_faces(self._game).screens.get(key)
        return old.piece.face if old else None


def context_faces(game: GameSystem, context: Context) -> Faces:
    """Return all faces of a context; what it changes of the shipped cards' numbers shows on them."""
    cards = cards_digest(game, context.catalogue)
    with light() if _is_shipped(game, context, cards) else nullcontext():
        return _faces(game, context, cards)


def _is_shipped(game: GameSystem, context: Context, cards: str) -> bool:
    """Return whether a context has the shipped cards alone, under the rulebook's own rulings."""
    return not cards and dict(context.rulings) == dict(game.context().rulings)


@cache
def shipped_faces(game: GameSystem) -> Faces:
    """Return the faces of the shipped cards under the rulebook's own rulings."""
    return context_faces(game, game.context())


def face(
    game: GameSystem,
    print_set: str,
    piece_id: str,
    context: Context | None = None,
    build: Document | None = None,
    now: Mapping[str, str] | None = None,
) -> Markup:
    """Return one face as HTML, nothing where there is none; without a context, of this browser's own cards.

    `build` is the saved document whose cards the context has; its address is in the picture's, so that it can be drawn
    again. `now` gives numbers that a build changes, by what the face calls their box: `{"PE": "5"}` for a Modification.
    Its width is that of the element around it.
    """
    screen = _page_faces(game, context or session.context(game)).screens.get((print_set, piece_id))
    if screen is None:
        return Markup()
    return (change_numbers(game, screen, now) if now else screen).html(build_query(build))


def card_picture(game: GameSystem, print_set: str, card: str, catalogue: Catalogue) -> Markup:
    """Return what is drawn on a card, without its words: nothing where it has no picture.

    A shipped card's is at an address that browsers keep; that of a pack's card is in the page, as no address shows it.
    """
    screen, is_shipped = _face_of_card(game, print_set, card, catalogue)
    return screen.picture_html(is_shipped) if screen else Markup()


def card_face(game: GameSystem, print_set: str, card: str, catalogue: Catalogue) -> Markup:
    """Return the whole face of a card, as `card_picture` returns its picture."""
    screen, is_shipped = _face_of_card(game, print_set, card, catalogue)
    if screen is None:
        return Markup()
    return screen.html() if is_shipped else screen.whole_html()


def _face_of_card(game: GameSystem, print_set: str, card: str, catalogue: Catalogue) -> tuple[ScreenFace | None, bool]:
    """Return a card's face, and whether it is a shipped card's, which an address shows."""
    is_shipped = catalogue.cards.get(card) is game.catalogue.cards.get(card)
    faces = shipped_faces(game) if is_shipped else context_faces(game, game.context(catalogue=catalogue))
    return faces.screens.get((print_set, card)), is_shipped


def _page_faces(game: GameSystem, context: Context) -> Faces:
    """Return the faces of a context; a page asks for dozens of one and the same."""
    kept: tuple[Context, Faces] | None = g.get("faces")
    if kept is None or kept[0] is not context:
        kept = g.faces = context, context_faces(game, context)
    return kept[1]


def change_numbers(game: GameSystem, shown: ScreenFace, now: Mapping[str, str]) -> ScreenFace:
    """Return a face with other numbers in its boxes, by name; the card's own number is struck out next to each."""
    boxes = (
        replace(box, text=now[box.what], unknown=False) if isinstance(box, Text) and box.what in now else box
        for box in shown.piece.face.boxes
    )
    piece = replace(shown.piece, face=Face(tuple(boxes)))
    with light():
        return _screen(game, shown.deck, piece, shown.shipped_face or shown.piece.face)


def build_query(build: Document | None) -> str:
    """Return the query that names a build's cards in an address, with its question mark."""
    if build is None:
        return ""
    version = {} if build.version == build.current else {"version": build.version}
    return f"?{urlencode({'build': build.reference, **version})}"


_DIGESTS: WeakKeyDictionary[Catalogue, str] = WeakKeyDictionary()
_ONE_AT_A_TIME = Lock()


def cards_digest(game: GameSystem, catalogue: Catalogue) -> str:
    """Return a digest of what packs put over a game's cards; empty where nothing is."""
    missing = "".join(card_pictures.missing(catalogue))
    with _ONE_AT_A_TIME:
        known = None if missing else _DIGESTS.get(catalogue)
    if known is not None:
        return known
    shipped = game.catalogue.raw
    own = [(name, entry) for name, entry in catalogue.raw.items() if shipped.get(name) is not entry]
    text = json.dumps(own, default=str) + missing
    digest = caches.digest(text).hex() if own else ""
    if missing:
        return digest  # Their pictures may still come.
    with _ONE_AT_A_TIME:
        _DIGESTS[catalogue] = digest
    return digest


def context_key(game: GameSystem, context: Context, cards: str | None = None) -> Any:
    """Return what a context's faces are cached by: its cards and its rulings."""
    digest = cards_digest(game, context.catalogue) if cards is None else cards
    return game.slug, digest, tuple(sorted(context.rulings.items()))


@caches.keep(MOST_SETS, context_key, lambda faces: BYTES_A_FACE * sum(len(shown.deck.pieces) for shown in faces.decks))
def _faces(game: GameSystem, context: Context, cards: str) -> Faces:
    good, messages = [], list[str]()
    for shown in _find_decks(game, context):
        try:
            check_faces([shown.deck])
        except CannotPrint as error:
            messages += error.sentences
            good += [shown._replace(deck=deck) for deck in _drop_undrawable(shown.deck)]
        else:
            good.append(shown)
    return Faces(
        tuple(good), tuple(dict.fromkeys(messages)), Screens(game, good, bool(cards), _is_shipped(game, context, cards))
    )


def _drop_undrawable(deck: Deck) -> tuple[Deck, ...]:
    """Return a deck without the cards that cannot be drawn; nothing where none can be."""
    try:
        return tuple(part for part in check_faces([deck], skip_bad=True).parts if isinstance(part, Deck))
    except CannotPrint:
        return ()


def draft_face(game: GameSystem, context: Context, card_id: str) -> ScreenFace | None:
    """Return the face of a context's card while it is typed, as the gallery will show it; no set of faces is cached.

    None where cards of its kind have no face, or where it is printed no times. Raises CannotPrint where a text does not
    fit its card.
    """
    sets = _print_sets_by_kind(game).get(type(context.catalogue.cards[card_id]), ())
    for shown in _find_decks(game, context, sets):
        for piece in shown.deck.pieces:
            if piece.id in (card_id, *(f"{card_id}-{side}" for side in SIDES)):
                check_faces([replace(shown.deck, pieces=(piece,))])
                return _screen(game, shown, piece, None)
    return None


@cache
def _print_sets_by_kind(game: GameSystem) -> dict[type[Card], set[str]]:
    """Return the names of the print sets that have faces of each kind of card."""
    print_sets: dict[type[Card], set[str]] = {}
    with light():
        for shown in _find_decks(game, game.context()):
            for card in filter(None, (game.catalogue.cards.get(piece.id) for piece in shown.deck.pieces)):
                print_sets.setdefault(type(card), set()).add(shown.print_set)
    return print_sets


def _find_decks(game: GameSystem, context: Context, sets: Container[str] | None = None) -> Iterator[GalleryDeck]:
    """Return each deck once, from the first print set that has it; `sets` names those that are looked through."""
    seen: set[str] = set()
    source = PrintSource(context)
    for print_set in game.print_sets:
        if sets is not None and print_set.name not in sets:
            continue
        for part in () if print_set.needs_build or print_set.extra else print_set.make(source):
            if isinstance(part, Deck) and part.title not in seen:
                seen.add(part.title)
                yield GalleryDeck(print_set.name, part)


def _screen(game: GameSystem, shown: GalleryDeck, piece: Piece, before: Face | None) -> ScreenFace:
    form = shown.deck.format
    old = before if before is not None and before != piece.face else None
    layers, digest = _draw_face(piece.face, piece.name, form, game.accent, old)
    sizes = f'width="{form.w * UNIT:.0f}" height="{form.h * UNIT:.0f}"'
    rest = (
        f' {sizes} alt="" loading="lazy" decoding="async">'
        f'<svg viewBox="0 0 {form.w * UNIT:g} {form.h * UNIT:g}" role="group" '
        f'aria-label="{escape_text(piece.about or piece.name)}">{layers.words}</svg></span>'
    )
    path = f"/{game.slug}/cards/{quote(shown.print_set)}/{quote(piece.id)}/{digest}.svg"
    return ScreenFace(shown, piece, old, layers.art, digest, path, rest)


def _layers_size(drawn: tuple[Screen, str]) -> int:
    return 2 * (len(drawn[0].art) + len(drawn[0].words)) + BYTES_A_FACE


@caches.keep(MOST_DRAWN, lambda face, name, form, accent, before: (face, form, accent, before), _layers_size)
def _draw_face(face: Face, name: str, form: Format, accent: str, before: Face | None) -> tuple[Screen, str]:
    """Return a face's layers, and the digest of its art."""
    layers = screen(
        fit_face(face, name, form), form, accent, fit_face(before, name, form) if before is not None else None
    )
    digest = sha256(layers.art).hexdigest()[:16]
    with _ONE_AT_A_TIME:
        _ART[digest] = DrawnArt(layers.art, frozenset(_own_pictures(face.boxes)))
    return layers, digest


def _own_pictures(boxes: Iterable[Box]) -> Iterator[str]:
    for box in boxes:
        if isinstance(box, CardPicture):
            yield box.file.name
        elif isinstance(box, Group):
            yield from _own_pictures(box.boxes)


class DrawnArt(NamedTuple):
    """What is not text on a face, as SVG, and the hashes of cards' own pictures in it."""

    svg: bytes
    pictures: frozenset[str]


_ART = caches.table("companion.web.shared.faces._ART", MOST_ART, lambda art: len(art.svg), _ONE_AT_A_TIME)


def find_drawn_art(digest: str) -> DrawnArt | None:
    """Return art that this process has drawn, so that a build's page shows packs that are chosen and not yet saved."""
    with _ONE_AT_A_TIME:
        return _ART.get(digest)
