"""A Bottle Test, alone or at the end of an attack."""

from functools import lru_cache

from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.dice.one_throw import Again, Counted, OneThrow
from companion.dice.throw import D10, Choice, numbered_throw
from companion.games.techniconica.resolver.clash import DICELESS, Policy

BottleState = Counted[bool]
"""Whether the test is passed, and the Re-Rolls that are left."""


@lru_cache(maxsize=4096)
@rule("bottle-test")
def bottle_test(
    fortitude: int,
    penalty: int = 0,
    re_rolls: int = 0,
    policy: Policy = "when-it-helps",
    diceless: bool = False,
    by: str = "",
    side: int = 0,
) -> OneThrow[bool]:
    """Return a Bottle Test with its modifiers, the same object for the same ones: a natural 1 always passes.

    `side` is whose Pilot takes it, as a throw names sides. Its outcome: `result`, passed or failed.
    """
    passing = frozenset(die for die in D10.faces if die == 1 or die + penalty <= fortitude)
    throw = numbered_throw(f"{by}Bottle Test", D10, 1, passing, side)

    def offer(passed: bool, left: int) -> Choice:
        why = f"{by}Roll the Bottle Test again? {plural(left, 'Re-Roll')} left."
        return Choice(why, usual=int(policy != "never"), by=side)

    return OneThrow(
        None if diceless else throw,
        count=lambda faces: faces.index(1) + 1 in passing,
        as_outcome=lambda passed: {"result": "passed" if passed else "failed"},
        again=Again(
            re_rolls,
            throw=lambda passed: None if passed else throw,
            count=lambda passed, faces: faces.index(1) + 1 in passing,
            offer=offer,
        ),
        nothing=DICELESS in passing,
    )
