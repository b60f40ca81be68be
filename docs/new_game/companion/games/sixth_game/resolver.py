"""The rolls of Sixth Game: an attack with one die for each point of power."""

from typing import cast

from pydantic import Field

from companion.base.wording import plural
from companion.data.documents import Record
from companion.data.rulebook import rule
from companion.dice.one_throw import OneThrow
from companion.dice.resolver import Chance, Mean, Outcome
from companion.dice.throw import D6, graded
from companion.gamekit.contract import Context, ResolverKind


class AttackInputs(Record):
    """The inputs of an attack."""

    power: int = Field(ge=0, le=40, title="Power", description="One die for each point.")
    at_least: int = Field(4, ge=2, le=6, title="Needed to hit", description="A die hits with this number or more.")


@rule("hit")
def make_attack(inputs: AttackInputs, context: Context) -> OneThrow[int]:
    """Return an attack under the rulings in force; its outcome is the number of `hits`."""
    of_six = 2 if context.rulings["sixes"] == "twice" else 1
    return OneThrow(
        graded(
            "to hit",
            inputs.power,
            D6,
            ("miss", 1, "miss"),
            ("hit", inputs.at_least, "hit"),
            ("six", 6, "critical"),
            by=0,
        ),
        count=lambda faces: faces[1] + of_six * faces[2],
        as_outcome=lambda hits: {"hits": hits},
    )


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
