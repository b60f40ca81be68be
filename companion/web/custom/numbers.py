"""Exact numbers of single cards, set on the cards that the page shows, in place of those in rows, names and lists."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2s

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import plural
from companion.printing.custom.custom_cards import MOST_COPIES
from companion.printing.faces import lazy_pieces
from companion.printing.faces.boxes import Deck

PREFIX = "number."
"""The beginning of an input's name; the card's key and its number without the input follow."""


@dataclass(frozen=True, slots=True)
class CopiesInput:
    """The input of a card's number: its name, and its value."""

    name: str
    value: int


class CardKeys:
    """Makes keys of cards, which stay the same when cards are added or their numbers change.

    A card is known by its deck, its name, and which of several cards of that name it is.
    """

    def __init__(self) -> None:
        """Begin with no card seen."""
        self._seen: Counter[tuple[str, str]] = Counter()

    def next(self, deck: str, name: str) -> str:
        """Return the key of the next card; `deck` is empty for the main deck, whatever its title."""
        self._seen[deck, name] += 1
        card = f"{deck}\0{name}\0{self._seen[deck, name]}"
        return blake2s(card.encode(errors="surrogatepass"), digest_size=6).hexdigest()


def number_input(key: str, copies: int, numbers: Mapping[str, int]) -> CopiesInput:
    """Return the input of a card with `copies` in its file."""
    return CopiesInput(f"{PREFIX}{key}.{copies}", numbers.get(key, copies))


def hidden_inputs(numbers: Mapping[str, int], shown: Iterable[CopiesInput] = ()) -> tuple[CopiesInput, ...]:
    """Return inputs for the numbers of cards that are not shown, so that these stay."""
    keys = {one.name.split(".")[1] for one in shown}
    return tuple(CopiesInput(f"{PREFIX}{key}.", number) for key, number in numbers.items() if key not in keys)


def read_numbers(fields: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Return the numbers that differ from those without an input, by the keys of cards.

    InvalidInput for one that is no number, or too large.
    """
    numbers = {}
    for name, typed in fields:
        key, _, before = name.removeprefix(PREFIX).partition(".")
        if not name.startswith(PREFIX) or typed.strip() in ("", before):
            continue
        count = int(typed) if typed.strip().isdecimal() and len(typed.strip()) < 6 else MOST_COPIES + 1
        if count > MOST_COPIES:
            raise InvalidInput(
                InputError("Copies of a card", quote(typed), f"a whole number from 0 to {MOST_COPIES:,}")
            )
        numbers[key] = count
    return numbers


def keys_of_decks(decks: Iterable[Deck], title: str) -> Iterator[tuple[Deck, list[str]]]:
    """Yield each deck with the keys of its cards; `title` is that of the main deck."""
    keys = CardKeys()
    for deck in decks:
        yield (
            deck,
            [keys.next("" if deck.title == title else deck.title, name) for name, _ in lazy_pieces.names(deck.pieces)],
        )


def set_numbers(
    decks: Iterable[Deck], title: str, numbers: Mapping[str, int]
) -> tuple[tuple[Deck, ...], tuple[str, ...]]:
    """Return decks with exact numbers of some cards, and a note about numbers of cards that are no longer there.

    InvalidInput if nothing remains to print.
    """
    if not numbers:
        return tuple(decks), ()
    changed, used = [], set()
    for deck, keys in keys_of_decks(decks, title):
        used |= numbers.keys() & set(keys)
        counts = [numbers.get(key, count) for key, count in zip(keys, lazy_pieces.copies(deck.pieces), strict=True)]
        chosen = [(place, count) for place, count in enumerate(counts) if count]
        if chosen:
            changed.append(replace(deck, pieces=lazy_pieces.select(deck.pieces, chosen)))
    if not changed:
        raise InvalidInput(InputError("Copies of a card", "0 of every card", "1 or more of at least one"))
    gone = len(numbers.keys() - used)
    if not gone:
        return tuple(changed), ()
    return tuple(changed), (f"{plural(gone, 'number')} that you set: the card is no longer here.",)
