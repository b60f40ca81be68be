"""Custom cards as decks: faces made at once or on demand, pictures read once, notes about them."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import RLock
from typing import TYPE_CHECKING

from cachetools import LRUCache, cached

from companion.base.findings import InputError, InvalidInput
from companion.printing.custom import causes, type_marks
from companion.printing.custom.card_drawing import CardDrawing, Reader, back
from companion.printing.custom.card_looks import (
    MOST_PICTURED,
    CardLook,
    no_pictures,
    picture_reader,
    refuse_unknown_symbol,
)
from companion.printing.custom.custom_cards import MOST_STATS, SKIP_HINT, GenericCard, Pictures, Stack
from companion.printing.custom.symbols import SYMBOLS
from companion.printing.custom.type_marks import TypeMark
from companion.printing.faces import pictures
from companion.printing.faces.boxes import POKER, Deck, Face, Format, Picture, Piece
from companion.printing.faces.lazy_pieces import LazyPieces
from companion.printing.text import markup

if TYPE_CHECKING:
    from companion.printing.custom.layouts.looks import LayoutLook
    from companion.printing.custom.layouts.zones import CardLayout

MOST_IN_MEMORY = 500
"""The most cards whose faces are kept in memory; with more, faces are made on demand."""
NEAREST = 0.0
"""Least distance of letters from the cut in a layout, in mm: inside its safe zone there is only a note."""


@dataclass(frozen=True)
class PrintableCards:
    """The cards of a stack that can be drawn, as decks, and what is wrong with the others."""

    stack: Stack
    decks: tuple[Deck, ...]
    left_out: tuple[InputError, ...] = ()


def decks(
    stack: Stack,
    form: Format,
    load: Pictures | None = None,
    backs: bool = True,
    layout: "CardLayout | None" = None,
) -> tuple[Deck, ...]:
    """Return a stack as decks, as `printable_cards` does; InvalidInput with everything that is wrong with any card."""
    return printable_cards(stack, form, load, backs, layout).decks


def printable_cards(
    stack: Stack,
    form: Format,
    load: Pictures | None = None,
    backs: bool = True,
    layout: "CardLayout | None" = None,
    skip_bad: bool = False,
) -> PrintableCards:
    """Return a stack as decks, one for each deck named by its cards; with a layout, whose format counts, or plain.

    `load` gives pictures by name. A card with a `back` has that picture there, full to the trim; the others share a
    back with their deck's title. Raises InvalidInput for every picture that is missing, unreadable or too large, and
    for every unknown symbol; with `skip_bad` their cards are left out, unless nothing remains.
    """
    form = format_for_layout(layout.form(form)) if layout else form
    look = card_look(stack, form, load or no_pictures, layout)

    def make(number: int) -> Piece:
        _, card = stack.cards[number]
        title = stack.deck_of(card)
        face = look.front(card, number + 1, title)
        behind = look.back(card, number + 1, title) if backs else None
        return Piece(card.name, card.name, face, card.copies, behind, about(card, layout))

    grouped: dict[str, list[int]] = {}
    for number, (_, card) in enumerate(stack.cards):
        grouped.setdefault(stack.deck_of(card), []).append(number)
    in_memory = len(stack.cards) <= MOST_IN_MEMORY
    check_all = in_memory or (layout is not None and layout.has_pictures)
    pieces, wrong = _check_cards(stack, make, backs, check_all, in_memory)
    if wrong:
        faults = ((stack.cards[number][0], fault) for number, errors in wrong.items() for fault in errors)
        errors = tuple(causes.input_errors(faults))
        rest = replace(stack, cards=tuple(card for n, card in enumerate(stack.cards) if n not in wrong))
        if not (skip_bad and rest.cards):
            error = InvalidInput(*errors)
            error.hint = SKIP_HINT if rest.cards and not skip_bad else ""
            raise error
        # Numbers and totals on the cards count those that are printed.
        return replace(printable_cards(rest, form, load, backs, layout), left_out=errors)
    if in_memory:
        made = tuple(Deck(title, form, tuple(pieces[n] for n in numbers)) for title, numbers in grouped.items())
    else:
        made = tuple(Deck(title, form, _on_demand(make, numbers, stack)) for title, numbers in grouped.items())
    return PrintableCards(stack, made)


def _check_cards(
    stack: Stack, make: Callable[[int], Piece], backs: bool, check_all: bool, keep: bool
) -> tuple[dict[int, Piece], dict[int, tuple[InputError, ...]]]:
    """Make all cards, or those that may have input errors; return pieces and errors by number. `keep` returns pieces.

    Other cards have only texts, which are checked when they are fitted.
    """
    wrong: dict[int, tuple[InputError, ...]] = {}
    pieces: dict[int, Piece] = {}
    for number, (_, card) in enumerate(stack.cards):
        has_unknown_symbol = card.symbol and card.symbol not in SYMBOLS
        may_fail = card.picture or (backs and card.back) or has_unknown_symbol or len(card.stats) > MOST_STATS
        if not (check_all or may_fail):
            continue
        try:
            piece = make(number)
        except InvalidInput as error:
            wrong[number] = error.input_errors
            continue
        if keep:
            pieces[number] = piece
    return pieces, wrong


def format_for_layout(form: Format) -> Format:
    """Return a format whose letters may come as close to the cut as a layout allows."""
    return replace(form, safe=NEAREST)


def card_look(stack: Stack, form: Format, load: Pictures, layout: "CardLayout | None") -> CardLook:
    """Return the look of a stack's cards on a format."""
    return _plain_look(stack, form, load) if layout is None else _layout_look(stack, form, load, layout)


def _plain_look(stack: Stack, form: Format, load: Pictures) -> CardLook:
    marks = type_marks.type_marks(card for _, card in stack.cards)
    return _PlainLook(stack, form, picture_reader(load, "picture"), _back_maker(load, form), marks)


def _layout_look(stack: Stack, form: Format, load: Pictures, layout: "CardLayout") -> "LayoutLook":
    # Imported late: plain cards do not need it.
    from companion.printing.custom.layouts.looks import LayoutLook

    return LayoutLook(stack, form, _plain_look(stack, form, load), layout.scaled_to(form), load)


@dataclass(frozen=True)
class _PlainLook:
    """The look of cards without a layout."""

    stack: Stack
    form: Format
    reader: Reader
    own_back: Callable[[str], Face]
    marks: Mapping[str, TypeMark]
    """The marks of types; empty where the file has one type."""
    shared: dict[str, Face] = field(default_factory=dict)

    def front(self, card: GenericCard, number: int, deck: str) -> Face:
        refuse_unknown_symbol(card, SYMBOLS)
        if len(card.stats) > MOST_STATS:
            wanted = f"at most {MOST_STATS} entries on a plain card; a layout can place more"
            raise InvalidInput(InputError("stats", f"{len(card.stats)} entries", wanted))
        total, language = len(self.stack.cards), self.stack.language
        mark = self.marks.get(type_marks.fold_type(card))
        return CardDrawing(card, self.form, language, deck, number, total, self.reader, mark).face()

    def back(self, card: GenericCard, number: int, deck: str) -> Face:
        if card.back:
            return self.own_back(card.back)
        if deck not in self.shared:
            self.shared[deck] = back(deck, self.form, self.stack.language)
        return self.shared[deck]


def _on_demand(make: Callable[[int], Piece], numbers: list[int], stack: Stack) -> LazyPieces:
    cards = stack.cards
    return LazyPieces(
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
    stack: Stack, layout: "CardLayout | None" = None, form: Format = POKER, load: Pictures | None = None
) -> tuple[str, ...]:
    """Return notes about the cards' file, pictures, the layout, and names in braces that are no symbols."""
    sentences: list[str] = [*stack.notes]
    if files := _multi_picture_files(stack, load or no_pictures):
        sentences.append(f"{causes.names_in_words(files)}: only the first picture is printed. {SAVE_EACH}")
    glyphs = layout.glyphs if layout else ()
    if layout:
        # Imported late: plain cards do not need it.
        from companion.printing.custom.layouts import notes as layout_notes

        drawing = _layout_look(stack, layout.form(form), load or no_pictures, layout).drawing
        sentences += layout_notes.notes(stack, drawing.layout, drawing)
    unknown = (
        (place, name)
        for place, card in stack.cards
        for text in (card.text, *card.stats.values())
        for name in unknown_marks(text)
        if name not in glyphs
    )
    sentences += [
        f"{causes.places_in_words(places)}: {{{name}}} is no known symbol and prints as written."
        for name, places in causes.group_by_cause(unknown).items()
    ]
    return tuple(dict.fromkeys(sentences))


SAVE_EACH = "Save every picture as a file of its own to print each."
_MULTI_PICTURE = (".tif", ".tiff", ".gif", ".webp")


def _multi_picture_files(stack: Stack, load: Pictures) -> list[str]:
    """Return the cards' files that have several pictures; unreadable files are reported elsewhere."""
    names = dict.fromkeys(name for _, card in stack.cards for name in (card.picture, card.back))
    files = []
    for name in names:
        with suppress(OSError, InvalidInput):
            if name.casefold().endswith(_MULTI_PICTURE) and pictures.measure_bytes(load(name), name).has_more:
                files.append(name)
    return files


def unknown_marks(text: str) -> list[str]:
    """Return the names in braces that are not symbols."""
    names = [part.partition("}")[0] for part in text.split("{")[1:] if "}" in part]
    return [name for name in names if name not in SYMBOLS and name.replace("-", "").isalnum()]


def _back_maker(load: Pictures, form: Format) -> Callable[[str], Face]:
    """Return a function that makes a back from a picture's name, the same object for all cards that share it."""
    reader = picture_reader(load, "back")

    @cached(LRUCache(MOST_PICTURED, getsizeof=lambda data_and_face: len(data_and_face[0])), lock=RLock())
    def read_face(name: str) -> tuple[bytes, Face]:
        data = reader(name, form.w, form.h)
        return data, Face((Picture(0, 0, form.w, form.h, data, name),))

    return lambda name: read_face(name)[1]
