"""The battlefield: kinds of zones, neighbours, a mech's reach, the conditions of victory.

Zones are `(column, row)`: columns from 0 at side A's left, rows from 0, which is A's home row. The layout, what counts
as a neighbour, and the centreline are rulings, for the rulebook's diagram is lost (facts 7, 11, 12).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from companion.data.rulebook import Rulings, rule
from companion.games.mechalyte.model import ROOM

Zone = tuple[int, int]
Side = Literal["a", "b"]
Place = Literal["factory", "headquarters", "open"]

SHAPES: dict[str, tuple[int, int]] = {
    "three-by-five": (3, 5),
    "three-by-three": (3, 3),
    "three-by-four": (3, 4),
    "five-by-five": (5, 5),
}
"""Columns and rows of each layout."""
COLUMN_NAMES = {3: ("L", "C", "R"), 5: ("LL", "L", "C", "R", "RR")}
"""Names of the columns by their number: left, centre and right as side A sees them."""


@dataclass(frozen=True, slots=True)
class Field:
    """A battlefield under the rulings in force."""

    columns: int
    rows: int
    corners: bool
    enter_centre: bool

    @property
    def zones(self) -> tuple[Zone, ...]:
        """Return every zone, A's home row first."""
        return tuple((column, row) for row in range(self.rows) for column in range(self.columns))

    @property
    def centreline(self) -> float:
        """Return the position of the centreline in rows: a whole number is on a row, a half between two rows."""
        return (self.rows - 1) / 2

    def owner(self, zone: Zone) -> Side | None:
        """Return the side whose Factory or Headquarters a zone is, None for open ground."""
        if self.place(zone) == "open":
            return None
        return "a" if zone[1] == 0 else "b"

    @rule("layout")
    def place(self, zone: Zone) -> Place:
        """Return the kind of a zone: the middle three of each home row are Factory, Headquarters, Factory."""
        column, row = zone
        aside = abs(column - self.columns // 2)
        if row not in (0, self.rows - 1) or aside > 1:
            return "open"
        return "factory" if aside else "headquarters"

    def neighbours(self, zone: Zone) -> tuple[Zone, ...]:
        """Return the zones one step away."""
        column, row = zone
        steps = [(0, 1), (0, -1), (1, 0), (-1, 0)]
        if self.corners:
            steps += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        near = ((column + dx, row + dy) for dx, dy in steps)
        return tuple(z for z in near if 0 <= z[0] < self.columns and 0 <= z[1] < self.rows)

    @rule("centreline")
    def passes_centre(self, zone: Zone, side: Side) -> bool:
        """Return whether a mech of that side in the zone is past the centreline (fact 45)."""
        beyond = zone[1] - self.centreline if side == "a" else self.centreline - zone[1]
        return beyond > 0 or (beyond == 0 and not self.enter_centre)

    @rule("mobility", "move-room")
    def reach(
        self, start: Zone, mobility: int, side: Side = "a", full: Collection[Zone] = (), first_turn: bool = False
    ) -> dict[Zone, int]:
        """Return the steps to each zone in reach; `full` zones hold three of its side's mechs (facts 43, 44)."""
        steps = {start: 0}
        edge = [start]
        for step in range(1, mobility + 1):
            following = []
            for zone in (near for at in edge for near in self.neighbours(at)):
                if zone in steps or not may_enter(ROOM if zone in full else 0):
                    continue
                if first_turn and self.passes_centre(zone, side):
                    continue
                steps[zone] = step
                following.append(zone)
            edge = following
        return steps


def field(rulings: Rulings) -> Field:
    """Return the battlefield under rulings."""
    columns, rows = SHAPES[rulings["layout"]]
    return Field(columns, rows, rulings["neighbours"] == "corners", rulings["centre-row"] == "enter")


def zone_name(field: Field, zone: Zone) -> str:
    """Return a zone's name on map and card: its column as side A sees it, and its row from A's home, `C3`."""
    return f"{COLUMN_NAMES[field.columns][zone[0]]}{zone[1] + 1}"


@lru_cache(maxsize=64)
def zones_by_name(field: Field) -> Mapping[str, Zone]:
    """Return every zone by its name, A's home row first."""
    return {zone_name(field, zone): zone for zone in field.zones}


@lru_cache(maxsize=64)
def neighbours_by_zone(field: Field) -> Mapping[Zone, tuple[Zone, ...]]:
    """Return the zones one step away from each zone."""
    return {zone: field.neighbours(zone) for zone in field.zones}


def zone_title(field: Field, zone: Zone) -> str:
    """Return a zone's title: `Factory of side A`."""
    place = field.place(zone)
    if place == "open":
        return "On the centreline" if zone[1] == field.centreline else "Open ground"
    return f"{place.capitalize()} of side {(field.owner(zone) or '').upper()}"


@rule("move-room", "zone-room")
def may_enter(own_mechs: int) -> bool:
    """Return whether a mech may enter or pass a zone, given how many mechs of its side are there (facts 13, 44)."""
    return own_mechs < ROOM


@rule("victory")
def wins_by_capture(
    rulings: Rulings, own: int, enemies: int, moment: Literal["move", "end-of-combat", "next-turn"]
) -> bool:
    """Return whether mechs in the enemy Headquarters win at that moment (facts 84, 85: a ruling)."""
    if not own:
        return False
    if rulings["capture"] == "entered":
        return True
    winning_moment = "end-of-combat" if rulings["capture"] == "held-after-combat" else "next-turn"
    return moment == winning_moment and not enemies


@rule("no-army")
def is_eliminated(rulings: Rulings, mechs: int, points: int) -> bool:
    """Return whether a player with neither mechs nor points for one has lost (fact 86: a ruling)."""
    return rulings["elimination"] == "yes" and not mechs and points < 1
