"""What if: the same games with and without a change, by common random numbers; and which change of a number is fair.

Games of one number share their seed, so that much of what differs between two runs is the change. What is left is
judged by the spread of the differences, game by game; where that may be chance alone, it is called noise.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal, get_origin

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.base.wording import join_words, perhaps
from companion.data import packs
from companion.data.cards import Card, Catalogue
from companion.lab.counts import RunCounts, Z
from companion.lab.game import PlayedGame

FEWEST = 20
"""Pairs of games below which every difference is called noise: their spread says too little."""
CLEARLY = 3.5
"""Standard errors from which a step in search of a fair number ends early: it is looked at after every game."""
MOST_CHANGE = 5
"""How far a number is changed at most, in search of a fair one."""


@dataclass(frozen=True)
class WinDifference:
    """How much more often a side wins with a change than without, in `games` pairs of games, and its 95 % interval."""

    mean: float
    low: float
    high: float
    games: int

    @property
    def is_noise(self) -> bool:
        """Whether the difference may be chance alone."""
        return self.games < FEWEST or self.low <= 0 <= self.high


def students_t(freedom: int) -> float:
    """Return the spreads on both sides of a mean that hold 95 of 100, by Student's t.

    The expansion by powers of 1 / freedom is right to three places from 10 on.
    """
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    return Z + (Z**3 + Z) / 4 / freedom + second / freedom**2


def difference(pairs: Iterable[tuple[float, float]]) -> WinDifference:
    """Return the difference of a side's parts of the wins in pairs of games that ended, without and with a change."""
    count, total, squares = 0, 0.0, 0.0
    for without, with_change in pairs:
        more = with_change - without
        count, total, squares = count + 1, total + more, squares + more * more
    if count < FEWEST:
        return WinDifference(total / max(1, count), -1.0, 1.0, count)
    mean = total / count
    half = students_t(count - 1) * sqrt(max(0.0, squares - count * mean * mean) / (count - 1) / count)
    return WinDifference(mean, mean - half, mean + half, count)


@dataclass(frozen=True)
class NumberChange:
    """A number of a card and its other value."""

    card: str
    field: str
    before: int
    after: int

    @property
    def words(self) -> str:
        """The change in words: `attack 3 → 2`."""
        return f"{field_words(self.field)} {self.before} → {self.after}"


def numbers_of(catalogue: Catalogue, card_id: str) -> list[tuple[str, int]]:
    """Return the numbers of a card by the paths of their columns, such as `attack` or `weapon.pools.1.dice`.

    InvalidInput where there is no such card.
    """
    values = _values_of(find_card(catalogue, card_id).model_dump(mode="json"))
    return [(path, value) for path, value in values if isinstance(value, int) and not isinstance(value, bool)]


def _values_of(data: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Yield each plain value in data with its path; entries of lists count from 1."""
    if isinstance(data, dict | list):
        pairs: Iterable[tuple[object, object]] = data.items() if isinstance(data, dict) else enumerate(data, 1)
        for name, value in pairs:
            yield from _values_of(value, f"{path}.{name}" if path else str(name))
    else:
        yield path, data


def find_card(catalogue: Catalogue, card_id: str) -> Card:
    """Return a card; InvalidInput where there is none of this id."""
    card = catalogue.cards.get(card_id)
    if card is None:
        wanted = f"the id of a card of this game, or of its packs{perhaps(card_id, catalogue.cards)}"
        raise InvalidInput(InputError("card", quote(card_id), wanted))
    return card


def changed_pack(game: str, catalogue: Catalogue, card_id: str, path: str, value: int | str | bool) -> JsonObject:
    """Return a pack that changes one value of a card; InvalidInput where the game has no card like that."""
    card = find_card(catalogue, card_id)
    if path not in dict(_values_of(card.model_dump(mode="json"))):
        known = join_words([name for name, _ in numbers_of(catalogue, card_id)], "or")
        raise InvalidInput(InputError(f"{card_id}.{path}", "no such field", known))
    *places, last = (int(name) - 1 if name.isdecimal() else name for name in path.split("."))
    record = card.model_dump(mode="json", include={path.partition(".")[0]})
    inside: Any = record
    for place in places:
        inside = inside[place]
    inside[last] = value
    pack: JsonObject = {
        "game": game,
        "kind": "pack",
        "title": f"{card.name}: {field_words(path)} {value}",
        catalogue.raw[card_id][0]: [{"id": card_id, **record}],
    }
    packs.merge(catalogue, [pack])
    return pack


def field_words(path: str) -> str:
    """Return the path of a field in words: `weapon pools 1 dice`."""
    return path.replace("_", " ").replace(".", " ")


def changes(catalogue: Catalogue, card_id: str) -> Iterator[NumberChange]:
    """Yield the changes of one number of a card, the smallest first; downwards before upwards.

    What has a few values to choose from, as a rank, is no number to balance a card by.
    """
    fields = type(find_card(catalogue, card_id)).model_fields
    numbers = [
        (path, value)
        for path, value in numbers_of(catalogue, card_id)
        if get_origin(fields[path.partition(".")[0]].annotation) is not Literal
    ]
    for step in range(1, MOST_CHANGE + 1):
        for field, value in numbers:
            for after in (value - step, value + step):
                yield NumberChange(card_id, field, value, after)


def may_be_fair(counts: RunCounts, width: float | None = None) -> bool:
    """Return whether all sides may be equally strong: the fair rate lies in the interval of each.

    Where hardly a game came to an end, nothing shows that. `width` are the standard errors of the intervals, by
    default those of `counts`: more of them, where one looks again and again.
    """
    if counts.ended < max(1, min(FEWEST, counts.games)):
        return False
    intervals = [counts.rate(side).interval_of(width or counts.width) for side in range(counts.sides)]
    return all(low <= counts.fair_rate <= high for low, high in intervals)


def judge(games: Iterable[PlayedGame], sides: int) -> RunCounts:
    """Return the counts of games, of which no more are played once they are clearly not fair."""
    counts = RunCounts(sides)
    for game in games:
        counts.add(game)
        if counts.ended >= FEWEST and not may_be_fair(counts, CLEARLY):
            break
    return counts
