"""Custom cards as decks: faces made at once or as sheets need them, pictures read once, notes about marks."""

from collections.abc import Callable
from threading import RLock

from cachetools import LRUCache, cached

from companion.findings import InputError, InvalidInput
from companion.printing.custom.card_drawing import CardDrawing, Reader, back
from companion.printing.custom.custom_cards import GenericCard, Pictures, Stack
from companion.printing.custom.symbols import SYMBOLS
from companion.printing.faces import pictures
from companion.printing.faces.boxes import Deck, Face, Format, Picture, Piece
from companion.printing.faces.lazy_pieces import Many

AT_HAND = 500
"""The most cards whose faces are kept in memory; with more, faces are made as sheets need them."""
MOST_PICTURED = 96_000_000
"""Bytes of cropped pictures that are cached while cards are made."""


def decks(stack: Stack, form: Format, found: Pictures | None = None, backs: bool = True) -> tuple[Deck, ...]:
    """Return a stack as decks, one for each deck its cards name.

    `found` gives pictures by name. A card that names a `back` has that picture there, full to the trim; the others
    share the one with their deck's title. Raises InvalidInput for every picture that is missing, unreadable or too
    large.
    """
    reader, own_back = _reader(found or _no_pictures, "picture"), _own_backs(found or _no_pictures, form)
    titles = list(dict.fromkeys(card.deck or stack.title for _, card in stack.cards))
    shared = {title: back(title, form, stack.language) if backs else None for title in titles}
    wrong: list[InputError] = []
    total = len(stack.cards)

    def piece(number: int) -> Piece:
        place, card = stack.cards[number]
        title = card.deck or stack.title
        try:
            face = CardDrawing(card, form, stack.language, title, number + 1, total, reader).face()
            behind = own_back(card.back) if backs and card.back else shared[title]
        except InvalidInput as error:
            raise error.within(place) from None
        return Piece(card.title, card.title, face, card.copies, behind, about(card))

    few = total <= AT_HAND
    grouped: dict[str, list[int]] = {title: [] for title in titles}
    made: dict[int, Piece] = {}
    for number, (_, card) in enumerate(stack.cards):
        grouped[card.deck or stack.title].append(number)
        if not few and not card.picture and not (backs and card.back):
            continue  # Only a picture can be missing: all else is told when it is fitted.
        try:
            fresh = piece(number)
        except InvalidInput as error:
            wrong += error.input_errors
            continue
        if few:
            made[number] = fresh
    if wrong:
        raise InvalidInput(*wrong)
    if few:
        return tuple(Deck(title, form, tuple(made[n] for n in numbers)) for title, numbers in grouped.items())
    return tuple(Deck(title, form, _some(piece, numbers, stack)) for title, numbers in grouped.items())


def _some(make: Callable[[int], Piece], numbers: list[int], stack: Stack) -> Many:
    cards = stack.cards
    return Many(
        len(numbers),
        lambda n: make(numbers[n]),
        lambda n: cards[numbers[n]][1].copies,
        lambda n: cards[numbers[n]][1].title,
    )


def about(card: GenericCard) -> str:
    """Return a card in a sentence or two, for a screen reader."""
    stats = ", ".join(f"{name} {value}".strip() for name, value in card.stats.items())
    parts = (card.title, card.type, stats, " ".join(card.text.split()))
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def notes(stack: Stack) -> tuple[str, ...]:
    """Return notes: names in braces that are not symbols, which print as they are written."""
    told = []
    for place, card in stack.cards:
        for said in (card.text, *card.stats.values()):
            told += [f"{place}: {{{name}}} is no known symbol and prints as written." for name in unknown_marks(said)]
    return tuple(dict.fromkeys(told))


def unknown_marks(text: str) -> list[str]:
    """Return the names in braces that are not symbols."""
    named = [part.partition("}")[0] for part in text.split("{")[1:] if "}" in part]
    return [name for name in named if name not in SYMBOLS and name.replace("-", "").isalnum()]


def _no_pictures(name: str) -> bytes:
    raise FileNotFoundError(name)


def _own_backs(found: Pictures, form: Format) -> Callable[[str], Face]:
    """Return a function that makes the back of a picture's name, the same object for all cards that share it."""
    reader = _reader(found, "back")

    @cached(LRUCache(MOST_PICTURED, getsizeof=lambda made: len(made[0])), lock=RLock())
    def made(name: str) -> tuple[bytes, Face]:
        data = reader(name, form.w, form.h)
        return data, Face((Picture(0, 0, form.w, form.h, data, name),))

    return lambda name: made(name)[1]


def _reader(found: Pictures, part: str) -> Reader:
    """Return a reader that reads each picture once for each window; `part` of a card names them."""

    @cached(LRUCache(MOST_PICTURED, getsizeof=len), lock=RLock())
    def read(name: str, w: float, h: float) -> bytes:
        try:
            return pictures.fitted(found(name), name, w, h)
        except OSError as error:
            why = "a file that is not there" if isinstance(error, FileNotFoundError) else "a file that cannot be read"
            raise InvalidInput(InputError(part, f"{name}, {why}", "a picture beside the cards")) from None
        except InvalidInput as error:
            raise error.within(part) from None

    return read
