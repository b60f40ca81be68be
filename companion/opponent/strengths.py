"""How well the computer plays: strengths are numbers of worlds, steps and visits, so that a seed decides every move."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Strength:
    """What the computer looks at before it moves; no clock is among it.

    `worlds` are the worlds in which each action is tried, `steps` the events that a try may take to work out what dice
    lead to: with 0 they fall once, as they happen to. `visits` are walks through what may follow, at most about so
    many, each `depth` turns long where turns are short; without any, the best next position is taken. `error` is by how
    much it misjudges a move at most, in parts of what lies between the best one and the worst.
    """

    name: str
    words: str
    worlds: int
    steps: int
    visits: int = 0
    depth: int = 0
    error: float = 0.0


EASY = Strength(
    "easy", "looks at one way in which cards and dice may fall, and misjudges it", worlds=1, steps=0, error=0.35
)
FAIR = Strength("fair", "weighs each move by the exact odds of its dice, one move ahead", worlds=2, steps=50)
HARD = Strength(
    "hard",
    "weighs the best moves by playing on, in many worlds that may be, to the end of a turn or of its answer",
    worlds=2,
    steps=200,
    visits=24,
    depth=2,
)
STRENGTHS = {one.name: one for one in (EASY, FAIR, HARD)}
