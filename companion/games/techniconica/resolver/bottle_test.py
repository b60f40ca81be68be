"""A Bottle Test as a state machine, alone or at the end of an attack."""

from dataclasses import dataclass

from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.dice.throw import D10, Choice, Faces, Throw, numbered_throw
from companion.games.techniconica.resolver.clash import DICELESS, Policy

BottleState = tuple[int, int, bool]
"""The die (0: not rolled), Re-Rolls left, and whether a Re-Roll is on offer."""


@dataclass(frozen=True)
class BottleTest:
    """A Bottle Test with its modifiers."""

    fortitude: int
    penalty: int = 0
    re_rolls: int = 0
    policy: Policy = "when-it-helps"
    diceless: bool = False
    by: str = ""
    side: int = 0
    """Whose Pilot takes it, as a throw names sides."""

    def start(self) -> BottleState:
        """Return the test before its die."""
        return (DICELESS if self.diceless else 0, self.re_rolls, False)

    def ask(self, state: BottleState) -> Throw | None:
        """Return the die, or a Re-Roll on offer."""
        die, left, offered = state
        if offered:
            why = f"{self.by}Roll the Bottle Test again? {plural(left, 'Re-Roll')} left."
            return Choice(why, usual=int(self.policy != "never"), by=self.side)
        if die:
            return None
        passing = frozenset(face for face in D10.faces if self.passes(face))
        return numbered_throw(f"{self.by}Bottle Test", D10, 1, passing, self.side)

    def take(self, state: BottleState, faces: Faces) -> BottleState:
        """Return the state after the die or the answer."""
        die, left, offered = state
        if offered:
            return (0, left - 1, False) if faces[1] else (die, left, False)
        rolled = faces.index(1) + 1
        return (rolled, left, bool(left) and not self.passes(rolled))

    @rule("bottle-test")
    def passes(self, die: int) -> bool:
        """Whether the test is passed: a natural 1 always."""
        return die == 1 or die + self.penalty <= self.fortitude

    def outcome(self, state: BottleState) -> Outcome:
        """Return `result`: passed or failed."""
        return {"result": "passed" if self.passes(state[0]) else "failed"}
