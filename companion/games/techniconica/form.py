"""The form of a squad: Mechs one after another, each a grid of selects.

Field names are made from places: `mech-0-name`, `mech-0-grid`, `mech-0-locomotor`, `mech-0-slot-1,2`, and
`mech-0-slot-1,2+2` for a second part in the same slot; names of attached cards end in `-attached` and may repeat. A
Mech without a name, cards and a grid of its own is ignored.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wtforms import Field, Form, StringField, TextAreaField
from wtforms.validators import Length, ValidationError

from companion.cards import Catalogue
from companion.findings import shown
from companion.games.techniconica.model import LEAST_SIDE, MOST_MECHS, MOST_SIDE, Mech, Part, Slot
from companion.games.techniconica.model.typed import counted, ids_by_name, uncounted
from companion.system import FormData

FIXED = ("locomotor", "cockpit", "pilot")
_NAME = re.compile(r"mech-(\d{1,3})-(name|grid|locomotor|cockpit|pilot|slot-\d{1,2},\d{1,2}(?:\+\d{1,2})?)(-attached)?")
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


@dataclass(frozen=True)
class Typed:
    """One Mech as it was typed."""

    index: int
    values: Mapping[str, tuple[str, ...]]

    def one(self, key: str) -> str:
        """Return the last value of a field."""
        return (self.values.get(key) or ("",))[-1].strip()

    def several(self, key: str) -> tuple[str, ...]:
        """Return all values of a field that are not empty."""
        return tuple(v.strip() for v in self.values.get(key, ()) if v.strip())

    @property
    def empty(self) -> bool:
        """Whether no card was chosen, no name typed and the grid left as it is."""
        return self.grid == (3, 3) and not any(self.several(key) for key in self.values if key != "grid")

    @property
    def grid(self) -> tuple[int, int]:
        """Rows and columns; 3 by 3 where they cannot be read."""
        return _grid(self.one("grid")) or (3, 3)

    @property
    def shape(self) -> Mech:
        """An empty Mech with this grid, to ask where its centre is."""
        return Mech(grid=self.grid)

    def cell(self, key: str, kind: str, title: str, slot: Slot | None = None) -> GridCell:
        """Return a place to fill."""
        name = f"mech-{self.index}-{key}"
        return GridCell(name, kind, self.one(key), self.several(f"{key}-attached"), title, slot)

    @property
    def rows(self) -> list[list[GridCell]]:
        """The places of the grid row by row, including those of the Cockpit and the Locomotor."""
        return [
            [self._at((row, column)) for column in range(1, self.grid[1] + 1)] for row in range(1, self.grid[0] + 1)
        ]

    def _at(self, slot: Slot) -> GridCell:
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

    def document(self) -> dict[str, Any]:
        """Return the Mech as a document writes it."""
        made: dict[str, Any] = {"name": self.one("name")} if self.one("name") else {}
        made |= {key: _seat(self.one(key), self.several(f"{key}-attached")) for key in FIXED if self.one(key)}
        parts = []
        for key in self.values:
            if not key.startswith("slot-") or key.endswith("-attached") or not self.one(key):
                continue
            attached = self.several(f"{key}-attached")
            part = {"card": self.one(key), "slot": key.removeprefix("slot-").partition("+")[0]}
            parts.append(part | ({"attached": list(attached)} if attached else {}))
        if parts:
            made["part"] = parts
        if self.grid != (3, 3):
            made["grid"] = list(self.grid)
        return made


def _seat(card: str, attached: tuple[str, ...]) -> Any:
    return {"card": card, "attached": list(attached)} if attached else card


def _grid(text: str) -> tuple[int, int] | None:
    found = re.fullmatch(r"(\d)\s*[,x×]\s*(\d)", text)
    sides = (int(found[1]), int(found[2])) if found else (0, 0)
    return sides if all(LEAST_SIDE <= side <= MOST_SIDE for side in sides) else None


class MechsField(Field):  # type: ignore[misc]
    """All Mechs of the squad, read from fields that name their place."""

    data: list[Typed]

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Read the Mechs, in the order of their numbers, from the fields that name a place."""
        found: dict[int, dict[str, tuple[str, ...]]] = {}
        for name in formdata or ():
            if match := _NAME.fullmatch(name):
                values = tuple(formdata.getlist(name))
                found.setdefault(int(match[1]), {})[match[2] + (match[3] or "")] = values
        self.process_errors: list[str] = []
        self.data = [
            mech
            for index, (_, values) in enumerate(sorted(found.items())[: MOST_MECHS + 1])
            if not (mech := Typed(index, values)).empty
        ]

    def pre_validate(self, form: Form) -> None:
        """Add messages for what cannot be read: a grid out of bounds, a name too long, a card attached to nothing."""
        if len(self.data) > MOST_MECHS:
            raise ValidationError(f"A squad has at most {MOST_MECHS} Mechs here. Put the others into a second squad.")
        for number, mech in enumerate(self.data, 1):
            for wrong in _wrong(mech, form.known):
                raise ValidationError(f"Mech {number}: {wrong}")

    @property
    def mechs(self) -> list[Typed]:
        """The Mechs to show: those typed, and an empty one."""
        shown_ = [Typed(index, mech.values) for index, mech in enumerate(self.data)]
        return [*shown_, Typed(len(shown_), {})]


def _wrong(mech: Typed, known: set[str]) -> Iterator[str]:
    if mech.one("grid") and not _grid(mech.one("grid")):
        sides = f"{LEAST_SIDE} to {MOST_SIDE}"
        yield f"{shown(mech.one('grid'))} is not a grid. Write rows and columns, {sides} each, for example 3,4."
    if len(mech.one("name")) > LONGEST_ID:
        yield f"a name has at most {LONGEST_ID} characters; this one has {len(mech.one('name'))}. Shorten it."
    for key, values in mech.values.items():
        if key in ("name", "grid"):
            continue
        for value in filter(None, map(str.strip, values)):
            if value not in known:
                yield f"no part is called {shown(value)}. Choose one from the list."
        base = key.removesuffix("-attached")
        if base != key and mech.several(key) and not mech.one(base):
            place = base.removeprefix("slot-")
            yield f"a card is attached in {place}, but there is no Base Part. Choose the Base Part first."


class SquadForm(Form):  # type: ignore[misc]
    """What a squad page posts."""

    title = StringField(
        "Title", [Length(max=120, message="A title has at most 120 characters; this one has more. Shorten it.")]
    )
    mech = MechsField("Mechs")
    owned = TextAreaField("My cards")
    known: set[str] = set()
    ids: Mapping[str, str] = {}

    @classmethod
    def read(cls, fields: FormData, catalogue: Catalogue) -> "SquadForm":
        """Return the form filled with what was typed."""
        return cls._made(FormData({name: list(values) for name, values in fields.items()}), catalogue)

    @classmethod
    def filled(cls, document: Mapping[str, Any], catalogue: Catalogue) -> "SquadForm":
        """Return the form filled from a document."""
        typed: dict[str, list[str]] = {"title": [str(document.get("title", ""))]}
        mechs = document.get("mech", ())
        for index, mech in enumerate(mechs if isinstance(mechs, list | tuple) else ()):
            typed |= {f"mech-{index}-{key}": value for key, value in _typed(mech)} if isinstance(mech, Mapping) else {}
        owned = document.get("owned")
        if isinstance(owned, Mapping):
            typed["owned"] = ["\n".join(f"{count} {card}" for card, count in owned.items()) or "none"]
        return cls._made(FormData(typed), catalogue)

    @classmethod
    def _made(cls, data: FormData, catalogue: Catalogue) -> "SquadForm":
        form = cls(data)
        form.known = {card.id for card in catalogue.all(Part)}
        form.ids = ids_by_name(catalogue)
        return form

    def validate_owned(self, field: TextAreaField) -> None:
        """Add a message that names the first line that is not a count of a card."""
        for number, line in uncounted(field.data or "", self.ids):
            raise ValidationError(
                f"Line {number}: {shown(line)} is not a count of a card. Write it like this: 2 fuel-cell."
            )

    def document(self) -> dict[str, Any]:
        """Return what was typed as a document."""
        document: dict[str, Any] = {"game": "techniconica", "title": (self.title.data or "").strip()}
        if self.mech.data:
            document["mech"] = [mech.document() for mech in self.mech.data]
        if (self.owned.data or "").strip():
            document["owned"] = counted(self.owned.data, self.ids)
        return document


def _typed(mech: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Return a Mech of a document, readable or not, as fields."""
    yield "name", [str(mech.get("name", ""))]
    grid = mech.get("grid")
    if isinstance(grid, list | tuple):
        yield "grid", [",".join(map(str, grid))]
    for key in FIXED:
        seat = mech.get(key)
        if isinstance(seat, Mapping):
            yield key, [str(seat.get("card", ""))]
            yield f"{key}-attached", _strings(seat.get("attached"))
        elif seat:
            yield key, [str(seat)]
    parts, before = mech.get("part", ()), dict[str, int]()
    for part in parts if isinstance(parts, list | tuple) else ():
        if isinstance(part, Mapping):
            at = str(part.get("slot", ""))
            before[at] = before.get(at, 0) + 1
            slot = f"slot-{at}" + (f"+{before[at]}" if before[at] > 1 else "")
            yield slot, [str(part.get("card", ""))]
            yield f"{slot}-attached", _strings(part.get("attached"))


def _strings(values: object) -> list[str]:
    return [str(value) for value in values] if isinstance(values, list | tuple) else []


FORM = SquadForm
"""The form of a build."""
