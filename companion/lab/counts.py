"""What came of a run: rates with intervals, lengths, how games ended, each card's share; games are not kept."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist

from companion.lab.game import PlayedGame

Z = 1.959963984540054
"""Standard errors on both sides of a mean that hold 95 of 100."""
OUTSIDE = 0.05
"""The part of runs in which chance alone lies outside of an interval."""
_NONE = 1e-9
"""A variance below this is that of rounding alone."""


@dataclass(frozen=True)
class Rate:
    """A share of games, with its 95 % interval; a draw counts as an equal part of a win for each side."""

    wins: float
    games: int

    @property
    def share(self) -> float:
        """The share, 0 without a game."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.interval_of(Z)

    def interval_of(self, width: float) -> tuple[float, float]:
        """Return Wilson's interval of so many standard errors; 0 to 1 without a game.

        It holds also for few games, and for shares near 0 or 1.
        """
        if not self.games:
            return 0.0, 1.0
        share, games = self.share, self.games
        middle = share + width * width / (2 * games)
        half = width * sqrt(share * (1 - share) / games + width * width / (4 * games * games))
        whole = 1 + width * width / games
        return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


@dataclass
class CardCount:
    """How a card fared: how often it was drawn, used and left idle, and how the sides did that used it.

    `idle` are copies that a side drew and did not use; those that it began with are used without being drawn.
    `expected` are the wins of the sides that used it, and `variance` is that of those wins, if in each game its wins
    fell to any of its sides alike: sides of one game do not win independently of each other.
    """

    drawn: int = 0
    used: int = 0
    idle: int = 0
    with_it: Rate = Rate(0.0, 0)
    expected: float = 0.0
    variance: float = 0.0


@dataclass(frozen=True)
class Lift:
    """How much more often the sides that used a card won than those that did not.

    `certainty` is how far their wins are from what they would be if the card made no difference, in standard errors; 0
    where nothing is known.
    It is no proof that the card is the reason: who is winning plays more cards.
    """

    with_it: Rate
    without: Rate
    certainty: float

    @property
    def share(self) -> float:
        """The difference of both rates, 0 where one of them is of no game."""
        return self.with_it.share - self.without.share if self.with_it.games and self.without.games else 0.0


@dataclass
class RunCounts:
    """The counts of a run of a matchup with this many sides."""

    sides: int
    games: int = 0
    unended: int = 0
    stopped: Counter[str] = field(default_factory=Counter)
    draws: int = 0
    wins: list[float] = field(default_factory=list)
    first_games: int = 0
    first_wins: float = 0.0
    turns: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    cards: dict[str, CardCount] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with no win."""
        self.wins = self.wins or [0.0] * self.sides

    @property
    def fair_rate(self) -> float:
        """The rate of a side that is as strong as the others."""
        return 1 / self.sides

    @property
    def ended(self) -> int:
        """How many games came to an end."""
        return self.games - self.unended - sum(self.stopped.values())

    @property
    def width(self) -> float:
        """The standard errors from the fair rate within which all sides of a fair game lie in 95 of 100 runs.

        Where one of two sides wins more, the other wins less: that is one question. More sides are as many questions.
        """
        return NormalDist().inv_cdf(1 - OUTSIDE / 2 / self.sides) if self.sides > 2 else Z

    def rate(self, side: int) -> Rate:
        """Return how often a side won, of the games that ended."""
        return Rate(self.wins[side], self.ended)

    @property
    def first_rate(self) -> Rate:
        """How often the side won that made the first move."""
        return Rate(self.first_wins, self.first_games)

    def add(self, game: PlayedGame) -> None:
        """Count a game."""
        self.games += 1
        if not game.ended:
            if game.why:
                self.stopped[game.why] += 1
            else:
                self.unended += 1
            return
        won = parts(game, self.sides)
        self.draws += len(game.winners) != 1
        self.wins = [wins + part for wins, part in zip(self.wins, won, strict=True)]
        if game.first is not None:
            self.first_games += 1
            self.first_wins += won[game.first]
        self.turns[game.turns] += 1
        self.endings[game.why] += 1
        self._add_cards(game, won)

    def _add_cards(self, game: PlayedGame, won: Sequence[float]) -> None:
        for side, (drawn, used) in enumerate(zip(game.drawn, game.used, strict=True)):
            for card in drawn.keys() | used.keys():
                counted = self.cards.setdefault(card, CardCount())
                counted.drawn += drawn.get(card, 0)
                counted.used += used.get(card, 0)
                counted.idle += max(0, drawn.get(card, 0) - used.get(card, 0))
                if card in used:
                    counted.with_it = Rate(counted.with_it.wins + won[side], counted.with_it.games + 1)
        spread = sum((part - self.fair_rate) ** 2 for part in won) / (self.sides - 1)
        for card, users in Counter(card for used in game.used for card in used).items():
            self.cards[card].expected += users * self.fair_rate
            self.cards[card].variance += users * (1 - users * self.fair_rate) * spread

    def lift(self, card: str) -> Lift:
        """Return how much more often the sides that used a card won; each side of each game counts once."""
        counted = self.cards[card]
        used = counted.with_it
        without = Rate(sum(self.wins) - used.wins, self.ended * self.sides - used.games)
        is_known = counted.variance > _NONE
        return Lift(used, without, (used.wins - counted.expected) / sqrt(counted.variance) if is_known else 0.0)


def parts(game: PlayedGame, sides: int) -> tuple[float, ...]:
    """Return each side's part of the win of a game that ended; a draw is an equal part for whoever is in it."""
    winners = game.winners or tuple(range(sides))
    return tuple(1 / len(winners) if side in winners else 0.0 for side in range(sides))


def count(games: Iterable[PlayedGame], sides: int) -> RunCounts:
    """Return the counts of games."""
    counts = RunCounts(sides)
    for game in games:
        counts.add(game)
    return counts
