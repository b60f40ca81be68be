"""The rolls of Sixth Game: an attack with one die for each point of power."""

from dataclasses import dataclass
from typing import cast

from pydantic import Field

from companion.base.wording import plural
from companion.data.documents import Record
from companion.data.rulebook import rule
from companion.dice.resolver import Chance, Mean, Outcome
from companion.dice.throw import D6, FaceClass, Faces, Throw
from companion.gamekit.contract import Context, ResolverKind


class AttackInputs(Record):
    """The inputs of an attack."""

    power: int = Field(ge=0, le=40, title="Power", description="One die for each point.")
    at_least: int = Field(4, ge=2, le=6, title="Needed to hit", description="A die hits with this number or more.")


@dataclass(frozen=True)
class Attack:
    """An attack as a state machine: None before the roll, then the number of hits."""

    power: int
    needed: int
    of_six: int
    """How many hits a six makes."""

    def start(self) -> int | None:
        """Return the state before the roll."""
        return None

    def ask(self, state: int | None) -> Throw | None:
        """Return the dice, none after the roll."""
        if state is not None:
            return None
        below = FaceClass("miss", frozenset(range(1, self.needed)), "miss")
        hits = FaceClass("hit", frozenset(range(self.needed, 6)), "hit")
        return Throw("to hit", self.power, D6, (below, hits, FaceClass("six", frozenset({6}), "critical")))

    @rule("hit")
    def take(self, state: int | None, faces: Faces) -> int:
        """Return the hits of a roll."""
        return faces[1] + self.of_six * faces[2]

    def outcome(self, state: int | None) -> Outcome:
        """Return the number of `hits`."""
        return {"hits": state or 0}


def make_attack(inputs: AttackInputs, context: Context) -> Attack:
    """Return an attack under the rulings in force."""
    return Attack(inputs.power, inputs.at_least, 2 if context.rulings["sixes"] == "twice" else 1)


def describe_ending(outcome: Outcome) -> str:
    """Return how a roll ended, in words."""
    hits = cast(int, outcome["hits"])
    return f"The attack hits {plural(hits, 'time')}" if hits else "The attack misses"


RESOLVERS = (
    ResolverKind(
        name="attack",
        title="Attack",
        about="Roll a die for each point of power; count the hits.",
        inputs=AttackInputs,
        make=make_attack,
        measures=(
            Chance("any", "At least one hit", lambda outcome: cast(int, outcome["hits"]) > 0),
            Mean("hits", "Hits", lambda outcome: cast(int, outcome["hits"])),
        ),
        headline="any",
        ending=describe_ending,
    ),
)
"""The rolls of Sixth Game."""
