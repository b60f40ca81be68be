"""Custom cards as decks: faces made at once or as sheets need them, pictures read once, notes about marks."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import RLock
from typing import TYPE_CHECKING

from cachetools import LRUCache, cached

from companion.base.findings import InputError, InvalidInput
from companion.printing.custom import causes
from companion.printing.custom.card_drawing import CardDrawing, Reader, back
from companion.printing.custom.card_looks import (
    MOST_PICTURED,
    CardLook,
    no_pictures,
    picture_reader,
    refuse_unknown_symbol,
)
from companion.printing.custom.custom_cards import MOST_STATS, GenericCard, Pictures, Stack
from companion.printing.custom.symbols import SYMBOLS
from companion.printing.faces import pictures
from companion.printing.faces.boxes import POKER, Deck, Face, Format, Picture, Piece
from companion.printing.faces.lazy_pieces import Many
from companion.printing.text import markup

if TYPE_CHECKING:
    from companion.printing.custom.layouts.looks import LayoutLook
    from companion.printing.custom.layouts.zones import CardLayout

AT_HAND = 500
"""The most cards whose faces are kept in memory; with more, faces are made as sheets need them."""
NEAREST = 0.0
"""How near to the cut in mm letters may come in a layout: where they pass its safe zone, a note says so."""


def decks(
    stack: Stack,
    form: Format,
    found: Pictures | None = None,
    backs: bool = True,
    layout: "CardLayout | None" = None,
) -> tuple[Deck, ...]:
    """Return a stack as decks, one for each deck its cards name; by a layout, whose format counts, or as plain cards.

    `found` gives pictures by name. A card that names a `back` has that picture there, full to the trim; the others
    share the one with their deck's title. Raises InvalidInput for every picture that is missing, unreadable or too
    large.
    """
    form = format_for_layout(layout.form(form)) if layout else form
    look = card_look(stack, form, found or no_pictures, layout)
    pictured = layout is not None and layout.has_pictures
    wrong: list[tuple[str, InputError]] = []

    def piece(number: int) -> Piece:
        _, card = stack.cards[number]
        title = stack.deck_of(card)
        face = look.front(card, number + 1, title)
        behind = look.back(card, number + 1, title) if backs else None
        return Piece(card.name, card.name, face, card.copies, behind, about(card, layout))

    few = len(stack.cards) <= AT_HAND
    grouped: dict[str, list[int]] = {}
    made: dict[int, Piece] = {}
    for number, (place, card) in enumerate(stack.cards):
        grouped.setdefault(stack.deck_of(card), []).append(number)
        odd = len(card.stats) > MOST_STATS or (card.symbol and card.symbol not in SYMBOLS)
        if not (few or pictured or odd or card.picture or (backs and card.back)):
            continue  # Only what is named can be missing: all else is told when it is fitted.
        try:
            fresh = piece(number)
        except InvalidInput as error:
            wrong += ((place, fault) for fault in error.input_errors)
            continue
        if few:
            made[number] = fresh
    if wrong:
        raise InvalidInput(*causes.input_errors(wrong))
    if few:
        return tuple(Deck(title, form, tuple(made[n] for n in numbers)) for title, numbers in grouped.items())
    return tuple(Deck(title, form, _some(piece, numbers, stack)) for title, numbers in grouped.items())


def format_for_layout(form: Format) -> Format:
    """Return a format whose letters may come as near to the cut as a layout says."""
    return replace(form, safe=NEAREST)


def card_look(stack: Stack, form: Format, found: Pictures, layout: "CardLayout | None") -> CardLook:
    """Return how the cards of a stack look on a format."""
    return _plain_look(stack, form, found) if layout is None else _layout_look(stack, form, found, layout)


def _plain_look(stack: Stack, form: Format, found: Pictures) -> CardLook:
    return _PlainLook(stack, form, picture_reader(found, "picture"), _back_maker(found, form))


def _layout_look(stack: Stack, form: Format, found: Pictures, layout: "CardLayout") -> "LayoutLook":
    # Read where a layout is used: plain cards do without it.
    from companion.printing.custom.layouts.looks import LayoutLook

    return LayoutLook(stack, form, _plain_look(stack, form, found), layout, found)


@dataclass(frozen=True)
class _PlainLook:
    """The look of cards without a layout."""

    stack: Stack
    form: Format
    reader: Reader
    own_back: Callable[[str], Face]
    shared: dict[str, Face] = field(default_factory=dict)

    def front(self, card: GenericCard, number: int, deck: str) -> Face:
        refuse_unknown_symbol(card, SYMBOLS)
        if len(card.stats) > MOST_STATS:
            wanted = f"at most {MOST_STATS} entries on a plain card; a layout can place more"
            raise InvalidInput(InputError("stats", f"{len(card.stats)} entries", wanted))
        total, language = len(self.stack.cards), self.stack.language
        return CardDrawing(card, self.form, language, deck, number, total, self.reader).face()

    def back(self, card: GenericCard, number: int, deck: str) -> Face:
        if card.back:
            return self.own_back(card.back)
        if deck not in self.shared:
            self.shared[deck] = back(deck, self.form, self.stack.language)
        return self.shared[deck]


def _some(make: Callable[[int], Piece], numbers: list[int], stack: Stack) -> Many:
    cards = stack.cards
    return Many(
        len(numbers),
        lambda n: make(numbers[n]),
        lambda n: cards[numbers[n]][1].copies,
        lambda n: cards[numbers[n]][1].name,
    )


def about(card: GenericCard, layout: "CardLayout | None" = None) -> str:
    """Return a card in a sentence or two, for a screen reader; without the tags that its layout reads."""
    stats = ", ".join(f"{name} {value}".strip() for name, value in card.stats.items())
    if layout and layout.has_markup:
        stats, card = markup.plain(stats), card.model_copy(update={"text": markup.plain(card.text)})
    parts = (" ".join(part.split()) for part in (card.title, card.type, stats, card.text))
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def notes(
    stack: Stack, layout: "CardLayout | None" = None, form: Format = POKER, found: Pictures | None = None
) -> tuple[str, ...]:
    """Return notes: what is odd in a layout; files of several pictures, of which only the first is printed.

    And names in braces that are not symbols, which print as they are written.
    """
    told: list[str] = []
    if several := _files_of_several(stack, found or no_pictures):
        told.append(f"{causes.names_in_words(several)}: only the first picture is printed. {SEVERAL}")
    known = layout.glyphs if layout else ()
    if layout:
        # Read where a layout is used: plain cards do without it.
        from companion.printing.custom.layouts import notes as layout_notes

        drawing = _layout_look(stack, layout.form(form), found or no_pictures, layout).drawing
        told += layout_notes.notes(stack, layout, drawing)
    odd = (
        (place, name)
        for place, card in stack.cards
        for said in (card.text, *card.stats.values())
        for name in unknown_marks(said)
        if name not in known
    )
    told += [
        f"{causes.places_in_words(places)}: {{{name}}} is no known symbol and prints as written."
        for name, places in causes.group_by_cause(odd).items()
    ]
    return tuple(dict.fromkeys(told))


SEVERAL = "Save every picture as a file of its own to print each."
_OF_SEVERAL = (".tif", ".tiff", ".gif", ".webp")


def _files_of_several(stack: Stack, found: Pictures) -> list[str]:
    """Return the names of files of several pictures that cards name; what cannot be read is told elsewhere."""
    named = dict.fromkeys(name for _, card in stack.cards for name in (card.picture, card.back))
    several = []
    for name in named:
        with suppress(OSError, InvalidInput):
            if name.casefold().endswith(_OF_SEVERAL) and pictures.measure_bytes(found(name), name).has_more:
                several.append(name)
    return several


def unknown_marks(text: str) -> list[str]:
    """Return the names in braces that are not symbols."""
    named = [part.partition("}")[0] for part in text.split("{")[1:] if "}" in part]
    return [name for name in named if name not in SYMBOLS and name.replace("-", "").isalnum()]


def _back_maker(found: Pictures, form: Format) -> Callable[[str], Face]:
    """Return a function that makes the back of a picture's name, the same object for all cards that share it."""
    reader = picture_reader(found, "back")

    @cached(LRUCache(MOST_PICTURED, getsizeof=lambda made: len(made[0])), lock=RLock())
    def read_face(name: str) -> tuple[bytes, Face]:
        data = reader(name, form.w, form.h)
        return data, Face((Picture(0, 0, form.w, form.h, data, name),))

    return lambda name: read_face(name)[1]
