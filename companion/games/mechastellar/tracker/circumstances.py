"""What players say of two units before an attack; what is on the records themselves is not asked."""

from typing import Any, Literal

from pydantic import Field

from companion.data.documents import Record
from companion.games.mechastellar.analysis.two_unit_inputs import FARTHEST, RARE

BOTH: dict[str, Any] = {"both": True}


SHOTS = ("precision", "barrage")
"""What an attacker chooses between."""


def _tick(title: str, about: str = "", rare: bool = False, back: bool = False) -> bool:
    """Return a switch; one that is asked `back` is also asked of the attacker, as the target sees it."""
    marks = {**(RARE if rare else {}), **({"back": True} if back else {})}
    return Field(False, title=title, description=about, json_schema_extra=marks or None)


class TableConditions(Record):
    """The circumstances of an attack of one unit on another."""

    distance: int = Field(16, ge=0, le=FARTHEST, title="Inches", json_schema_extra=BOTH)
    cover: bool = _tick("In cover", back=True)
    behind: bool = _tick("From behind", "Blindside.")
    choice: Literal["precision", "barrage", "none"] = Field(
        "precision",
        title="Shoots with",
        description="Precision: accuracy; Barrage: shots",
        json_schema_extra={"chosen": list(SHOTS)},
    )
    unseen: bool = _tick("Out of sight", "Only indirect fire reaches it.", rare=True)
    outnumbered: bool = _tick("Three to one in melee", "Overwhelm: Tactical Advantage.", rare=True)
    tumbled: bool = _tick("Fell with its terrain", "Advantage until it activates, not over level 2.", rare=True)
    dangerous: bool = _tick("Dangerous terrain is thrown", rare=True)
    particles: bool = Field(
        False,
        title="M-Particles are spread",
        description="Beyond 24″ one Evade die is rolled again.",
        json_schema_extra={**RARE, **BOTH},
    )
    ship_near: bool = _tick("A ship of the target within 16″", "One die more when it is outmaneuvered.", rare=True)
