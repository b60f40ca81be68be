"""Who goes first, as a state machine: a D10 plus the Speed of the slowest Mech for each player."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.dice.throw import D10, Faces, Throw, numbered_throw
from companion.games.techniconica.resolver.clash import DICELESS

MOST_REPEATS = 6
"""How often ties are rolled again; after that the result is a tie: of two equal Speeds once in ten million games."""


class FirstState(NamedTuple):
    """The round of rolls from 1, who rolls next, the best total so far and who has it."""

    round: int
    players: tuple[int, ...]
    next: int = 0
    best: int = -1
    ahead: tuple[int, ...] = ()


@dataclass(frozen=True)
class FirstTurn:
    """Each player's D10 plus the Speed of their slowest Mech; the highest begins, ties roll again."""

    speeds: tuple[int, ...]
    all_again: bool = True
    diceless: bool = False
    first_named: bool = False

    def start(self) -> FirstState:
        """Return the first round of rolls; diceless every roll is a 5, and a ruling decides equal totals."""
        players = tuple(range(len(self.speeds)))
        if not self.diceless:
            return FirstState(1, players)
        best = max(self.speeds)
        ahead = tuple(player for player in players if self.speeds[player] == best)
        return FirstState(1, players, len(players), best + DICELESS, ahead[:1] if self.first_named else ahead)

    def ask(self, state: FirstState) -> Throw | None:
        """Return the next player's die; None once one is ahead, or after too many ties."""
        if state.next < len(state.players):
            player = state.players[state.next]
            again = "" if state.round == 1 else ", again"
            return numbered_throw(f"player {player + 1}, Speed {self.speeds[player]}{again}", D10, by=player)
        return None

    @rule("first-turn")
    def take(self, state: FirstState, faces: Faces) -> FirstState:
        """Return the state after one player's die."""
        player = state.players[state.next]
        score = faces.index(1) + 1 + self.speeds[player]
        best = max(score, state.best)
        ahead = (*(state.ahead if best == state.best else ()), *((player,) if score == best else ()))
        after = FirstState(state.round, state.players, state.next + 1, best, ahead)
        if after.next < len(state.players) or len(ahead) == 1 or state.round > MOST_REPEATS:
            return after
        return FirstState(state.round + 1, state.players if self.all_again else ahead)

    def outcome(self, state: FirstState) -> Outcome:
        """Return `first`: the player's number, or `tie` after six repeats, or without dice to roll again."""
        return {"first": state.ahead[0] + 1 if len(state.ahead) == 1 else "tie"}
