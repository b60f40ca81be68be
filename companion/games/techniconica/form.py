"""The form of a squad: Mechs one after another, each a grid of selects.

Field names are made from places: `mech-0-name`, `mech-0-grid`, `mech-0-locomotor`, `mech-0-slot-1,2`, and
`mech-0-slot-1,2+2` for a second part in the same slot; names of attached cards end in `-attached` and may repeat. A
Mech without a name, cards and a grid of its own is ignored.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.base.compat import cached_property
from companion.base.findings import quote
from companion.data.cards import Catalogue
from companion.gamekit.build_form import BuildField, Fields, RowsField, TypedRow, value_texts
from companion.games.techniconica.model import LEAST_SIDE, MOST_MECHS, MOST_SIDE, Mech, Part, Slot
from companion.games.techniconica.model.typed import count_cards, ids_by_name, unread_lines

FIXED = ("locomotor", "cockpit", "pilot")
_KEYS = r"(?:name|grid|locomotor|cockpit|pilot|slot-\d{1,2},\d{1,2}(?:\+\d{1,2})?)(?:-attached)?"
LONGEST_ID = 60


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

    @property
    def empty(self) -> bool:
        """Whether no card was chosen, no name typed and the grid left as it is."""
        return self.grid == (3, 3) and not any(self.many(key) for key in self.values if key != "grid")

    @property
    def grid(self) -> tuple[int, int]:
        """Rows and columns; 3 by 3 where they cannot be read."""
        return _grid(self.one("grid")) or (3, 3)

    @cached_property
    def shape(self) -> Mech:
        """An empty Mech with this grid, to ask where its centre is."""
        return Mech(grid=self.grid)

    def cell(self, key: str, kind: str, title: str, slot: Slot | None = None) -> GridCell:
        """Return a place to fill."""
        name = f"mech-{self.index}-{key}"
        return GridCell(name, kind, self.one(key), self.many(f"{key}-attached"), title, slot)

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
        keys = [key for key in self.values if key.startswith("slot-") and not key.endswith("-attached")]
        return [
            self.cell(key, "auxiliary", f"Slot {key[5:].partition('+')[0]}, second part")
            for key in keys
            if key not in slots and self.one(key)
        ]

    def document(self) -> dict[str, object]:
        """Return the Mech as a document writes it."""
        made: dict[str, object] = {"name": self.one("name")} if self.one("name") else {}
        made |= {key: _seat(self.one(key), self.many(f"{key}-attached")) for key in FIXED if self.one(key)}
        parts = []
        for key in self.values:
            if not key.startswith("slot-") or key.endswith("-attached") or not self.one(key):
                continue
            attached = self.many(f"{key}-attached")
            part = {"card": self.one(key), "slot": key.removeprefix("slot-").partition("+")[0]}
            parts.append(part | ({"attached": list(attached)} if attached else {}))
        if parts:
            made["part"] = parts
        if self.grid != (3, 3):
            made["grid"] = list(self.grid)
        return made


def _seat(card: str, attached: tuple[str, ...]) -> object:
    return {"card": card, "attached": list(attached)} if attached else card


def _grid(text: str) -> tuple[int, int] | None:
    found = re.fullmatch(r"(\d)\s*[,x×]\s*(\d)", text)
    sides = (int(found[1]), int(found[2])) if found else (0, 0)
    return sides if all(LEAST_SIDE <= side <= MOST_SIDE for side in sides) else None


def _filled_rows(rows: list[MechRow]) -> list[MechRow]:
    """Return the Mechs that are not empty, one more than a squad may have at most."""
    return [row for row in rows if not row.empty][: MOST_MECHS + 1]


def _mechs(rows: list[MechRow], catalogue: Catalogue) -> list[dict[str, object]] | None:
    """Read the Mechs; ValueError names a grid out of bounds, a name too long, a card attached to nothing."""
    if len(rows) > MOST_MECHS:
        raise ValueError(f"A squad has at most {MOST_MECHS} Mechs here. Put the others into a second squad.")
    for number, row in enumerate(rows, 1):
        for wrong in _wrong(row, catalogue):
            raise ValueError(f"Mech {number}: {wrong}")
    return [row.document() for row in rows] or None


def _wrong(mech: MechRow, catalogue: Catalogue) -> Iterator[str]:
    if mech.one("grid") and not _grid(mech.one("grid")):
        sides = f"{LEAST_SIDE} to {MOST_SIDE}"
        yield f"{quote(mech.one('grid'))} is not a grid. Write rows and columns, {sides} each, for example 3,4."
    if len(mech.one("name")) > LONGEST_ID:
        yield f"a name has at most {LONGEST_ID} characters; this one has {len(mech.one('name'))}. Shorten it."
    for key, values in mech.values.items():
        if key in ("name", "grid"):
            continue
        for value in filter(None, map(str.strip, values)):
            if not catalogue.find(Part, value):
                yield f"no part is called {quote(value)}. Choose one from the list."
        base = key.removesuffix("-attached")
        if base != key and mech.many(key) and not mech.one(base):
            place = base.removeprefix("slot-")
            yield f"a card is attached in {place}, but there is no Base Part. Choose the Base Part first."


def _read_owned(text: str, catalogue: Catalogue) -> dict[str, int] | None:
    """Read counts of cards; ValueError names the first line that is none."""
    ids = ids_by_name(catalogue)
    for number, line in unread_lines(text, ids):
        raise ValueError(f"Line {number}: {quote(line)} is not a count of a card. Write it like this: 2 fuel-cell.")
    return count_cards(text, ids) if text.strip() else None


def _owned_inputs(owned: object, _: Catalogue) -> list[str]:
    return (
        ["\n".join(f"{count} {card}" for card, count in owned.items()) or "none"] if isinstance(owned, Mapping) else []
    )


def _mech_inputs(mech: Mapping[str, object], _: int) -> dict[str, list[str]]:
    """Return a Mech of a document, readable or not, as the inputs of its row."""
    grid, parts = mech.get("grid"), mech.get("part", ())
    typed = {"name": value_texts(mech.get("name"))}
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
    return {key: value_texts(seat.get("card")), f"{key}-attached": value_texts(attached) if attached else []}


FORM: Fields = (
    RowsField("mech", "Mechs", _mechs, row=MechRow, keys=_KEYS, arrange=_filled_rows, write_row=_mech_inputs),
    BuildField("owned", "My cards", _read_owned, _owned_inputs, input="lines"),
)
"""The fields of a build."""
