"""Deck lists: lines such as `4 Dragon` or `Dragon x4` that choose cards by name, with their copies."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import join_words, perhaps
from companion.limits import budget
from companion.printing.custom.picture_names import NamedCard, NamedDeck, name_key
from companion.printing.sheets.selection import read_piece_list

LONGEST = 200_000
"""The most characters of a deck list."""
_COMMENT = re.compile(r"#.*|(^|\s)//.*")
_SECTION = re.compile(r"\[.*\]|.*:|=+.*=+|-{3,}.*")
_HEADS = frozenset(
    (
        "about",
        "attractions",
        "commander",
        "companion",
        "deck",
        "lands",
        "main",
        "mainboard",
        "maybeboard",
        "sideboard",
        "tokens",
    )
)
"""Headings of sections in the exports of deck builders, unless a card has that name."""
_PRINTING = re.compile(r"\s+(\([^()]*\)|\[[^\[\]]*\])(\s+\S+)?(\s+\*\S+\*)?$")
"""The end of a line from a deck builder: the set in brackets, a number, a mark for foil."""

_MOST_SUGGESTIONS = 20
"""The most unknown names with a suggestion: a list for another deck is wrong on every line."""

Place = tuple[int, int]
"""The index of a deck, and of a card in it."""


def choose_cards(
    text: str, decks: Sequence[NamedDeck], where: str = "list", skip_bad: bool = False
) -> tuple[tuple[NamedDeck, ...], tuple[str, ...]]:
    """Return the decks reduced to the cards of a deck list, in its counts, and notes about ambiguous names.

    Raises InvalidInput with every line that names no card; with `skip_bad` these are notes too.
    """
    if len(text) > LONGEST:
        raise InvalidInput(InputError(where, f"{len(text):,} characters", f"at most {LONGEST:,}"))
    reader = _ListReader(_by_name(decks), decks)
    for number, line in enumerate(budget.watched(text.splitlines()), 1):
        reader.read_line(line, f"{where}, line {number}")
    if reader.errors and not skip_bad:
        raise InvalidInput(*reader.errors)
    notes = [*reader.notes, *(f"Left out: {error}" for error in reader.errors)]
    if not reader.counts:
        raise InvalidInput(*(reader.errors or [InputError(where, "no name", "a card per line, as 4 Dragon")]))
    return tuple(_decks_with_cards(decks, reader.counts)), tuple(dict.fromkeys(notes))


def _by_name(decks: Sequence[NamedDeck]) -> dict[str, list[Place]]:
    """Return the places of each name: of a card, of its file, and both with the deck's folder or title before it."""
    places: dict[str, list[Place]] = {}
    for place, card in _cards(decks):
        deck = decks[place[0]]
        file = card.front.rpartition("/")[2]
        names = {card.name, file, file.rpartition(".")[0], card.front}
        for key in {
            name_key(path) for name in names for path in (name, f"{deck.folder}/{name}", f"{deck.title}/{name}")
        }:
            places.setdefault(key, []).append(place)
    return places


def _cards(decks: Sequence[NamedDeck]) -> Iterator[tuple[Place, NamedCard]]:
    for deck_number, deck in enumerate(decks):
        for number, card in enumerate(deck.cards):
            yield (deck_number, number), card


@dataclass
class _ListReader:
    """Reads a list line by line; has the counts, notes and errors so far."""

    places: dict[str, list[Place]]
    decks: Sequence[NamedDeck]
    counts: Counter[Place] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    errors: list[InputError] = field(default_factory=list)

    def read_line(self, line: str, where: str) -> None:
        """Count the card of a line; skip comments and headings."""
        words = _COMMENT.sub("", line).strip().removeprefix("SB:").strip()
        is_head = _SECTION.fullmatch(words) or name_key(words) in _HEADS
        if not words or (name_key(words) not in self.places and is_head):
            return
        try:
            ((name, count),) = read_piece_list(words, where).items()
        except InvalidInput:
            self.errors.append(InputError(where, quote(words), "how many, and a card's name: 4 Dragon"))
            return
        # A name may begin with a number, such as `2 Faces`, so the whole line comes first.
        for candidate, times in ((words, 1), (name, count), (_PRINTING.sub("", name), count)):
            if places := self.places.get(name_key(candidate)):
                self._count(places, times, candidate)
                return
        self.errors.append(InputError(where, quote(name), f"the name of a picture{self._suggest(name)}"))

    def _count(self, places: list[Place], times: int, name: str) -> None:
        self.counts[places[0]] += times
        if len(places) > 1:
            paths = [self.decks[deck].cards[card].front for deck, card in places]
            self.notes.append(f"{name} is the name of {join_words(paths)}: {paths[0]} is printed.")

    def _suggest(self, name: str) -> str:
        if len(self.errors) >= _MOST_SUGGESTIONS:
            return ""
        names = {name_key(card.name): card.name for _, card in _cards(self.decks)}
        return perhaps(name_key(name), names, ", ", names) or (
            f", such as {next(iter(names.values()))}" if names else ""
        )


def _decks_with_cards(decks: Iterable[NamedDeck], counts: Counter[Place]) -> Iterator[NamedDeck]:
    for number, deck in enumerate(decks):
        cards = tuple(
            replace(card, copies=counts[number, place])
            for place, card in enumerate(deck.cards)
            if counts[number, place]
        )
        if cards:
            yield replace(deck, cards=cards)
