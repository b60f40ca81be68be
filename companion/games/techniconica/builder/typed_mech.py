"""A Mech as it is typed in the form: the places of its grid with the names of their fields, the cards in them.

Field names are made from places: `mech-0-name`, `mech-0-note`, `mech-0-grid`, `mech-0-locomotor`, `mech-0-slot-1,2`,
and `mech-0-slot-1,2+2` for a second part in the same slot; names of attached cards end in `-attached` and may repeat.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.base.compat import cached_property
from companion.gamekit.build_form import BuildField, TypedRow, value_texts
from companion.games.techniconica.builder.places import FIXED
from companion.games.techniconica.model import LEAST_SIDE, MOST_SIDE, Mech, Slot

ATTACHED = "-attached"
USUAL_GRID = Mech().grid


def read_grid(text: str) -> tuple[int, int] | None:
    """Return the rows and columns of a grid, whether it may have so many or not; None where the text is no grid."""
    sides = re.fullmatch(r"(\d)\s*[,x×]\s*(\d)", text)
    return (int(sides[1]), int(sides[2])) if sides else None


@dataclass(frozen=True)
class GridCell:
    """One place to fill: the name of its fields, the chosen card, the attached cards, and its title."""

    name: str
    kind: str
    card: str
    attached: tuple[str, ...]
    title: str
    slot: Slot | None = None


class MechRow(TypedRow):
    """One Mech as it was typed."""

    def typed(self, field: BuildField) -> Any:
        """Return what was typed for a field: of a place its card and what is attached, of the slots those of each."""
        if field.name == "part":
            keys = [key.removesuffix(ATTACHED) for key in self.values if key.startswith("slot-")]
            return {key.removeprefix("slot-"): self._cards(key) for key in dict.fromkeys(keys)}
        return self._cards(field.name) if field.name in FIXED else super().typed(field)

    def _cards(self, key: str) -> tuple[str, tuple[str, ...]]:
        return self.one(key), self.many(f"{key}{ATTACHED}")

    @property
    def empty(self) -> bool:
        """Whether no card was chosen, no name or note typed and the grid left as it is."""
        return self.grid == USUAL_GRID and not any(self.many(key) for key in self.values if key != "grid")

    @property
    def grid(self) -> tuple[int, int]:
        """Rows and columns; the usual ones where they cannot be read."""
        rows, columns = read_grid(self.one("grid")) or (0, 0)
        return (rows, columns) if all(LEAST_SIDE <= side <= MOST_SIDE for side in (rows, columns)) else USUAL_GRID

    @property
    def grid_text(self) -> str:
        """The grid as it was typed, or the usual one."""
        return self.one("grid") or ",".join(map(str, USUAL_GRID))

    @cached_property
    def shape(self) -> Mech:
        """An empty Mech with this grid, to ask where its centre is."""
        return Mech(grid=self.grid)

    def cell(self, key: str, kind: str, title: str, slot: Slot | None = None) -> GridCell:
        """Return a place to fill."""
        return GridCell(f"mech-{self.index}-{key}", kind, *self._cards(key), title, slot)

    @property
    def rows(self) -> list[list[GridCell]]:
        """The places of the grid row by row, including those of the Cockpit and the Locomotor."""
        return [
            [self._slot_cell((row, column)) for column in range(1, self.grid[1] + 1)]
            for row in range(1, self.grid[0] + 1)
        ]

    def _slot_cell(self, slot: Slot) -> GridCell:
        shape = self.shape
        if slot == shape.centre:
            return self.cell("cockpit", "cockpit", "Cockpit", slot)
        if slot == shape.below:
            return self.cell("locomotor", "locomotor", "Locomotor", slot)
        return self.cell(f"slot-{slot[0]},{slot[1]}", "auxiliary", f"Slot {slot[0]},{slot[1]}", slot)

    @property
    def pilot(self) -> GridCell:
        """The Pilot's place."""
        return self.cell("pilot", "pilot", "Pilot")

    @property
    def outside(self) -> list[GridCell]:
        """Parts in slots that are not in the grid or already taken: none is lost when the grid shrinks."""
        slots = {f"slot-{s[0]},{s[1]}" for s in self.shape.auxiliary}
        keys = [key for key in self.values if key.startswith("slot-") and not key.endswith(ATTACHED)]
        return [
            self.cell(key, "auxiliary", f"Slot {key[5:].partition('+')[0]}, second part")
            for key in keys
            if key not in slots and self.one(key)
        ]


def mech_inputs(mech: Mapping[str, object]) -> dict[str, list[str]]:
    """Return a Mech of a document, readable or not, as the inputs of its row."""
    grid, parts = mech.get("grid"), mech.get("part", ())
    typed = {key: value_texts(mech.get(key)) for key in ("name", "note")}
    if isinstance(grid, list | tuple):
        typed["grid"] = [",".join(map(str, grid))]
    for key in FIXED:
        typed |= _seat_inputs(key, mech.get(key))
    before: dict[str, int] = {}
    for part in parts if isinstance(parts, list | tuple) else ():
        if isinstance(part, Mapping):
            at = str(part.get("slot", ""))
            before[at] = before.get(at, 0) + 1
            typed |= _seat_inputs(f"slot-{at}" + (f"+{before[at]}" if before[at] > 1 else ""), part)
    return typed


def _seat_inputs(key: str, seat: object) -> dict[str, list[str]]:
    if not isinstance(seat, Mapping):
        return {key: value_texts(seat)}
    attached = seat.get("attached")
    return {key: value_texts(seat.get("card")), f"{key}{ATTACHED}": value_texts(attached) if attached else []}
