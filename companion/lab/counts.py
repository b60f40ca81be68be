"""What came of a run: rates with intervals, lengths, how games ended, each card's share; games are not kept."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt

from companion.lab.game import PlayedGame

Z = 1.959963984540054
"""Standard errors on both sides of a mean that hold 95 of 100."""


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
        """Wilson's interval, which holds also for few games and for shares near 0 or 1; 0 to 1 without a game."""
        if not self.games:
            return 0.0, 1.0
        share, games = self.share, self.games
        middle = share + Z * Z / (2 * games)
        half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
        whole = 1 + Z * Z / games
        return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


@dataclass
class CardCount:
    """How a card fared: how often it was drawn and used, and how the sides that used it, or did not, did."""

    drawn: int = 0
    used: int = 0
    wins_with: float = 0.0
    games_with: int = 0
    wins_without: float = 0.0
    games_without: int = 0

    @property
    def idle(self) -> int:
        """Copies that were drawn and not used; those that a side began with are used without being drawn."""
        return max(0, self.drawn - self.used)

    @property
    def lift(self) -> float:
        """How much more often the sides that used it won than those that did not."""
        if not self.games_with or not self.games_without:
            return 0.0
        return self.wins_with / self.games_with - self.wins_without / self.games_without

    @property
    def certainty(self) -> float:
        """The lift in its standard errors: from 2 on it is hardly chance, where one card is looked at."""
        if not self.games_with or not self.games_without:
            return 0.0
        shares = ((self.wins_with, self.games_with), (self.wins_without, self.games_without))
        variance = sum((wins / games) * (1 - wins / games) / games for wins, games in shares)
        return self.lift / sqrt(variance) if variance else 0.0


@dataclass
class Counts:
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
        share = {side: 1 / len(game.winners) for side in game.winners} or dict.fromkeys(
            range(self.sides), 1 / self.sides
        )
        self.draws += len(game.winners) != 1
        for side, part in share.items():
            self.wins[side] += part
        if game.first is not None:
            self.first_games += 1
            self.first_wins += share.get(game.first, 0.0)
        self.turns[game.turns] += 1
        self.endings[game.why] += 1
        self._add_cards(game, share)

    def _add_cards(self, game: PlayedGame, share: dict[int, float]) -> None:
        for side, drawn in enumerate(game.drawn):
            for card, count in drawn.items():
                self.cards.setdefault(card, CardCount()).drawn += count
            for card, count in game.used[side].items():
                self.cards.setdefault(card, CardCount()).used += count
        for card, counted in self.cards.items():
            for side, used in enumerate(game.used):
                if card in used:
                    counted.games_with += 1
                    counted.wins_with += share.get(side, 0.0)
                else:
                    counted.games_without += 1
                    counted.wins_without += share.get(side, 0.0)


def count(games: Iterable[PlayedGame], sides: int) -> Counts:
    """Return the counts of games."""
    counts = Counts(sides)
    for game in games:
        counts.add(game)
    return counts
