"""Deck lists: lines such as `4 Dragon` or `Dragon x4` that choose cards by name, and how many of each."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import join_words, perhaps
from companion.limits import budget
from companion.printing.custom.picture_names import NamedCard, NamedDeck, plain
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
"""Heads of sections that deck builders export, where no card has that name."""
_PRINTING = re.compile(r"\s+(\([^()]*\)|\[[^\[\]]*\])(\s+\S+)?(\s+\*\S+\*)?$")
"""What deck builders write after a name: the set in brackets, a number, a mark for foil."""

_MOST_NEAR = 20
"""How many wrong names are told with the nearest one: a list that belongs to another deck is wrong on every line."""

Place = tuple[int, int]
"""A card by the numbers of its deck and of the card in it."""


def choose_cards(
    text: str, decks: Sequence[NamedDeck], where: str = "list", skip_bad: bool = False
) -> tuple[tuple[NamedDeck, ...], tuple[str, ...]]:
    """Return the decks with the cards that a deck list names, in its counts, and notes about names that do not match.

    Raises InvalidInput with every line that names no card; with `skip_bad` these are notes too.
    """
    if len(text) > LONGEST:
        raise InvalidInput(InputError(where, f"{len(text):,} characters", f"at most {LONGEST:,}"))
    reading = _Reading(_by_name(decks), decks)
    for number, line in enumerate(budget.watched(text.splitlines()), 1):
        reading.line(line, f"{where}, line {number}")
    if reading.wrong and not skip_bad:
        raise InvalidInput(*reading.wrong)
    notes = [*reading.notes, *(f"Left out: {error}" for error in reading.wrong)]
    if not reading.counts:
        raise InvalidInput(*(reading.wrong or [InputError(where, "no name", "a card per line, as 4 Dragon")]))
    return tuple(_decks_with_cards(decks, reading.counts)), tuple(dict.fromkeys(notes))


def _by_name(decks: Sequence[NamedDeck]) -> dict[str, list[Place]]:
    """Return where each name is: a card's name, its file's, and both with the deck's folder before it."""
    known: dict[str, list[Place]] = {}
    for place, card in _cards(decks):
        deck = decks[place[0]]
        file = card.front.rpartition("/")[2]
        words = {card.name, file, file.rpartition(".")[0], card.front}
        for word in {plain(name) for one in words for name in (one, f"{deck.folder}/{one}", f"{deck.title}/{one}")}:
            known.setdefault(word, []).append(place)
    return known


def _cards(decks: Sequence[NamedDeck]) -> Iterator[tuple[Place, NamedCard]]:
    for deck_number, deck in enumerate(decks):
        for number, card in enumerate(deck.cards):
            yield (deck_number, number), card


@dataclass
class _Reading:
    """What is read of a list so far."""

    known: dict[str, list[Place]]
    decks: Sequence[NamedDeck]
    counts: Counter[Place] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    wrong: list[InputError] = field(default_factory=list)

    def line(self, line: str, where: str) -> None:
        """Count what a line names; a comment or a section's head names nothing."""
        words = _COMMENT.sub("", line).strip().removeprefix("SB:").strip()
        is_head = _SECTION.fullmatch(words) or plain(words) in _HEADS
        if not words or (plain(words) not in self.known and is_head):
            return
        try:
            ((name, count),) = read_piece_list(words, where).items()
        except InvalidInput:
            self.wrong.append(InputError(where, quote(words), "how many, and a card's name: 4 Dragon"))
            return
        # A name may begin with a number, as `2 Faces` does: the whole line comes first.
        for tried, times in ((words, 1), (name, count), (_PRINTING.sub("", name), count)):
            if places := self.known.get(plain(tried)):
                self._count(places, times, tried)
                return
        self.wrong.append(InputError(where, quote(name), f"the name of a picture{self._near(name)}"))

    def _count(self, places: list[Place], times: int, name: str) -> None:
        self.counts[places[0]] += times
        if len(places) > 1:
            paths = [self.decks[deck].cards[card].front for deck, card in places]
            self.notes.append(f"{name} is the name of {join_words(paths)}: {paths[0]} is printed.")

    def _near(self, name: str) -> str:
        if len(self.wrong) >= _MOST_NEAR:
            return ""
        names = {plain(card.name): card.name for _, card in _cards(self.decks)}
        return perhaps(plain(name), names, ", ", names) or (f", such as {next(iter(names.values()))}" if names else "")


def _decks_with_cards(decks: Iterable[NamedDeck], counts: Counter[Place]) -> Iterator[NamedDeck]:
    for number, deck in enumerate(decks):
        cards = tuple(
            replace(card, copies=counts[number, place])
            for place, card in enumerate(deck.cards)
            if counts[number, place]
        )
        if cards:
            yield replace(deck, cards=cards)
