"""The inputs of a whole turn: the units, the circumstances, and what may be spent."""

from pydantic import Field

from companion.games.mechastellar.analysis.two_unit_inputs import RARE, Surroundings, TwoUnits
from companion.games.mechastellar.resolver.inputs import MOST_HP

MOST_MOMENTUM, MOST_POINTS = 10, 9


# The fields of the last base come first on the page.
class WholeTurnInputs(Surroundings, TwoUnits):
    """One unit's activation against a target, and the most it may spend."""

    momentum: int = Field(
        2,
        ge=0,
        le=MOST_MOMENTUM,
        title="Momentum you would spend",
        description="At most: for one skill and for remote fire",
    )
    points: int = Field(
        MOST_POINTS,
        ge=0,
        le=MOST_POINTS,
        title="Power or Havoc you would spend",
        description="At most, and never more than your unit has",
    )
    their_momentum: int = Field(
        0,
        ge=0,
        le=MOST_MOMENTUM,
        title="Momentum the target has",
        description="It negates a hit for each, as they come",
    )
    wanted: int = Field(75, ge=1, le=100, title="Wanted chance to destroy", description="In percent")
    round: int = Field(2, ge=1, le=10, title="Round", description="Some skills depend on it")
    left: int | None = Field(None, ge=1, le=MOST_HP, title="HP the target has left", description="Empty: all of its HP")
    once: bool = Field(
        False, title="Skills of once a game too", description="Make it Count and one more action, not used yet"
    )
    move: bool = Field(
        False, title="Your unit moves first", description="Towards the target: Rapid Fire, Target Lock, a 10″ run"
    )
    armed: str = Field(
        "",
        max_length=200,
        title="Your unit also carries",
        description="Weapons that its profile offers, separated by commas; empty: as printed",
        json_schema_extra=RARE,
    )
    commander: bool = Field(False, title="Your unit is the commander", json_schema_extra=RARE)
