"""The battlefield analysis: the zones under the rulings in force, and a mech's steps to each of them.

Zones are named by column and row, `C3`; the layout in force decides which zones exist.
"""

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, Field

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonObject
from companion.data.documents import Record
from companion.data.rulebook import Ruling
from companion.gamekit.contract import Analysis, Context
from companion.games.mechalyte.rules.battlefield import COLUMN_NAMES, SHAPES, Side, Zone, field, zone_name, zone_title

ROWS = max(rows for _, rows in SHAPES.values())
ZONES = frozenset(f"{column}{row}" for column in COLUMN_NAMES[5] for row in range(1, ROWS + 1))
"""The names of all zones that any layout has."""
RULINGS = ("layout", "neighbours", "centre-row", "capture", "elimination")
"""The rulings that shape the battlefield and say who wins on it."""


def _zone(text: str) -> str:
    if text not in ZONES:
        raise ValueError(f"a zone, for example C1: a column of {', '.join(COLUMN_NAMES[5])} and a row from 1 to {ROWS}")
    return text


ZoneName = Annotated[str, Field(max_length=10), AfterValidator(_zone)]


class BattlefieldInputs(Record):
    """A mech on the battlefield: where it starts, how far it moves, and what is in its way."""

    at: ZoneName | None = Field(
        None,
        title="Starts in",
        description="A zone of your layout, for example C1; its own Headquarters if left out.",
    )
    mobility: int = Field(2, ge=1, le=7, title="Mobility", description="Zones it can move in a turn.")
    side: Side = Field("a", title="Whose mech", description="The side it belongs to.")
    first: bool = Field(
        False, title="First player's very first turn", description="In that turn it may not pass the centreline."
    )
    full: tuple[ZoneName, ...] = Field(
        (), max_length=50, title="Full zones", description="Zones that already hold three mechs of its side."
    )


def run(inputs: BattlefieldInputs, context: Context) -> JsonObject:
    """Return the zones, side A's home row first, each with the mech's `steps` to it; None means out of reach.

    `reached` counts the zones it can move to. `winning` has the rulings about victory. Input zones that are not on the
    layout in force are ignored.
    """
    ground = field(context.rulings)
    by_name = {zone_name(ground, zone): zone for zone in ground.zones}
    home = (ground.columns // 2, 0 if inputs.side == "a" else ground.rows - 1)
    _refuse_zones_elsewhere(inputs, by_name)
    at = by_name[inputs.at] if inputs.at else home
    full = [by_name[name] for name in inputs.full]
    reach = ground.reach(at, inputs.mobility, inputs.side, full, inputs.first)
    return {
        "at": zone_name(ground, at),
        "mobility": inputs.mobility,
        "side": inputs.side,
        "first": inputs.first,
        "full": [zone_name(ground, zone) for zone in full],
        "columns": ground.columns,
        "rows": ground.rows,
        "reached": len(reach) - 1,
        "zones": [
            {
                "zone": name,
                "place": ground.place(zone),
                "title": zone_title(ground, zone),
                "centreline": zone[1] == ground.centreline,
                "full": zone in full,
                "steps": reach.get(zone),
            }
            for name, zone in by_name.items()
        ],
        "winning": [_ruling_row(name, context) for name in ("capture", "elimination")],
        "rules": ["layout", "mobility", *["move-room"] * bool(full), *["centreline"] * inputs.first, "victory"],
        "rulings": {name: context.rulings[name] for name in RULINGS},
    }


def _refuse_zones_elsewhere(inputs: BattlefieldInputs, by_name: Mapping[str, Zone]) -> None:
    """Raise InvalidInput for each zone of another layout than the one in force."""
    zones = {"at": inputs.at or "", **{f"full[{index}]": name for index, name in enumerate(inputs.full)}}
    expected = f"a zone of the layout that your ruling chooses: {', '.join(by_name)}"
    if errors := [InputError(where, name, expected) for where, name in zones.items() if name and name not in by_name]:
        raise InvalidInput(*errors)


def _ruling_row(name: str, context: Context) -> dict[str, str]:
    """Return an open question and the answer in force."""
    ruling: Ruling = next(ruling for ruling in context.rulebook.ruling if ruling.id == name)
    option = ruling.option_in_force(context.rulings)
    return {"ruling": ruling.id, "question": ruling.question, "option": option.id, "text": option.text}


BATTLEFIELD = Analysis(
    name="battlefield",
    title="Battlefield",
    about="The zones under your rulings, and how far a mech moves.",
    inputs=BattlefieldInputs,
    run=run,
)
