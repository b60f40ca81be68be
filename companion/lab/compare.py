"""What if: the same games with and without a change, by common random numbers; and which change of a number is fair.

Games of one number share their seed, so that much of what differs between two runs is the change. What is left is
judged by the spread of the differences, game by game; where that may be chance alone, it is called noise.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.data import packs
from companion.data.cards import Catalogue
from companion.lab.counts import Rate, Z
from companion.lab.game import PlayedGame

FEWEST = 20
"""Pairs of games below which every difference is called noise: their spread says too little."""
MOST_CHANGE = 5
"""How far a number is changed at most, in search of a fair one."""


@dataclass(frozen=True)
class Difference:
    """How much more often a side wins with a change than without, in `games` pairs of games, and its 95 % interval."""

    mean: float
    low: float
    high: float
    games: int

    @property
    def is_noise(self) -> bool:
        """Whether the difference may be chance alone."""
        return self.games < FEWEST or self.low <= 0 <= self.high


def share(game: PlayedGame, side: int, sides: int) -> float:
    """Return a side's part of a game's win: an equal part of a draw."""
    if not game.winners:
        return 1 / sides
    return 1 / len(game.winners) if side in game.winners else 0.0


def difference(pairs: Iterable[tuple[PlayedGame, PlayedGame]], side: int, sides: int) -> Difference:
    """Return the difference of pairs of games, without and with a change; of those that ended."""
    count, total, squares = 0, 0.0, 0.0
    for without, with_change in pairs:
        if not (without.ended and with_change.ended):
            continue
        more = share(with_change, side, sides) - share(without, side, sides)
        count, total, squares = count + 1, total + more, squares + more * more
    if count < 2:
        return Difference(total, -1.0, 1.0, count)
    mean = total / count
    half = Z * sqrt(max(0.0, squares - count * mean * mean) / (count - 1) / count)
    return Difference(mean, mean - half, mean + half, count)


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
        return f"{self.field.replace('_', ' ')} {self.before} → {self.after}"


def numbers_of(catalogue: Catalogue, card_id: str) -> list[tuple[str, int]]:
    """Return the numbers of a card, by field; InvalidInput where there is no such card."""
    card = catalogue.cards.get(card_id)
    if card is None:
        raise InvalidInput(InputError("card", quote(card_id), "the id of a card of this game, or of its packs"))
    values = card.model_dump(mode="json")
    return [(name, value) for name, value in values.items() if isinstance(value, int) and not isinstance(value, bool)]


def changed_pack(game: str, catalogue: Catalogue, change: NumberChange) -> JsonObject | None:
    """Return a pack that changes a number of a card; None where the game has no such card."""
    pack: JsonObject = {
        "game": game,
        "kind": "pack",
        "title": change.words,
        catalogue.raw[change.card][0]: [{"id": change.card, change.field: change.after}],
    }
    try:
        packs.merge(catalogue, [pack])
    except InvalidInput:
        return None
    return pack


def changes(catalogue: Catalogue, card_id: str) -> Iterator[NumberChange]:
    """Yield the changes of one number of a card, the smallest first; downwards before upwards."""
    numbers = numbers_of(catalogue, card_id)
    for step in range(1, MOST_CHANGE + 1):
        for field, value in numbers:
            for after in (value - step, value + step):
                yield NumberChange(card_id, field, value, after)


def is_fair(rate: Rate, fair: float) -> bool:
    """Return whether a rate may be the fair one."""
    low, high = rate.interval
    return low <= fair <= high
