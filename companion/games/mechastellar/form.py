"""The form of a points list: the game, then a row for each unit with its equipment, pilot and ship."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wtforms import Field, Form, SelectField, SelectMultipleField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Length, ValidationError

from companion.card_ids import find
from companion.cards import Catalogue
from companion.findings import shown
from companion.games.mechastellar.model import MODULES, MOST_UNITS, Command, Event, Profile
from companion.games.mechastellar.model.printed_block import read_block
from companion.system import FormData

_NAME = re.compile(r"unit-(\d{1,4})-(place|profile|name|count|swaps|extras|pilot|traits|carried_by)")
SWAP = " → "
"""The sign between the replaced weapon and the new one in a swap."""
SPARE = 1
"""Empty rows below the last unit, for browsers without scripts."""


@dataclass(frozen=True)
class UnitRow:
    """One unit as it was typed: field names without their prefix, each with its values."""

    index: int
    values: Mapping[str, tuple[str, ...]]

    def one(self, name: str) -> str:
        """Return a field's last value, stripped."""
        return (self.values.get(name) or ("",))[-1].strip()

    def many(self, name: str) -> tuple[str, ...]:
        """Return a field's values that are not blank."""
        return tuple(value.strip() for value in self.values.get(name, ()) if value.strip())

    @property
    def swaps(self) -> dict[str, str]:
        """Return the swaps: each replaced weapon with the new ones."""
        parts = (text.partition(SWAP) for text in self.many("swaps"))
        return {old.strip(): new.strip() for old, arrow, new in parts if arrow}

    def document(self) -> dict[str, Any]:
        """Return the unit as a document writes it."""
        document: dict[str, Any] = {"profile": self.one("profile")}
        if self.one("name"):
            document["name"] = self.one("name")
        if self.one("count") not in ("", "1"):
            document["count"] = int(self.one("count"))
        if self.swaps:
            document["swaps"] = self.swaps
        if self.many("extras"):
            document["extras"] = list(self.many("extras"))
        if self.one("pilot"):
            document["pilot"] = int(self.one("pilot"))
        if self.many("traits"):
            document["traits"] = list(self.many("traits"))
        if self.one("carried_by"):
            document["carried_by"] = self.one("carried_by")
        return document


class UnitsField(Field):  # type: ignore[misc]
    """All units of the list, read from fields that name their row, in the order of their places."""

    data: list[UnitRow]
    known: Catalogue

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Read the rows that name a profile; `place` sorts them, and rows without a place keep their order."""
        found: dict[int, dict[str, tuple[str, ...]]] = {}
        for name in formdata or ():
            if match := _NAME.fullmatch(name):
                found.setdefault(int(match[1]), {})[match[2]] = tuple(formdata.getlist(name))
        rows = [UnitRow(index, values) for index, values in found.items()]
        self.process_errors: list[str] = []
        self.data = sorted((row for row in rows if row.one("profile")), key=lambda row: (_place(row), row.index))

    def pre_validate(self, form: Form) -> None:
        """Add a message for the first unreadable value of each row."""
        if len(self.data) > MOST_UNITS:
            raise ValidationError(
                f"A list has at most {MOST_UNITS} lines; this one has {len(self.data)}. Use counts for equal units."
            )
        wrong = [message for number, row in enumerate(self.data, 1) for message in self._wrong(number, row)]
        if wrong:
            raise ValidationError(" ".join(wrong))

    def _wrong(self, number: int, row: UnitRow) -> list[str]:
        made = []
        if find(self.known, Profile, row.one("profile")) is None:
            made.append(f"Unit {number}: no profile is called {shown(row.one('profile'))}. Choose one from the list.")
        count = row.one("count")
        if count and (not count.isdecimal() or len(count) > 2 or int(count) < 1):
            made.append(f"Unit {number}: {shown(count)} is not a count. Write a whole number from 1 to 99.")
        if row.one("pilot") not in ("", "0", "1", "2"):
            made.append(f"Unit {number}: {shown(row.one('pilot'))} is not a pilot level. Choose 0, 1 or 2.")
        for old in row.swaps:
            wanted = dict.fromkeys(text for text in row.many("swaps") if text.partition(SWAP)[0].strip() == old)
            if len(wanted) > 1:
                made.append(f"Unit {number}: {shown(old)} is swapped for {len(wanted)} weapons. Tick one of them.")
        long = next((n for n in ("name", "carried_by") if len(row.one(n)) > 60), "")
        if long:
            made.append(f"Unit {number}: a name has at most 60 characters. Shorten it.")
        return made

    @property
    def rows(self) -> list[UnitRow]:
        """Return the rows to show: the list's units, numbered from 0, and empty ones."""
        units = [UnitRow(index, row.values) for index, row in enumerate(self.data)]
        return [*units, *(UnitRow(len(units) + n, {}) for n in range(SPARE))]


def _place(row: UnitRow) -> float:
    text = row.one("place")
    try:
        return float(text) if len(text) < 9 else 0.0
    except ValueError:
        return float(row.index + 1)


class ListForm(Form):  # type: ignore[misc]
    """What a points list page posts."""

    title = StringField(
        "Title", [Length(max=120, message="A title has at most 120 characters; this one has more. Shorten it.")]
    )
    size = StringField("Size in points", default="500")
    modules = SelectMultipleField(
        "Modules", choices=[SelectChoice(k, v) for k, v in MODULES.items()], validate_choice=False
    )
    theatre = SelectField(
        "Theatre",
        choices=[SelectChoice("ground", "Ground"), SelectChoice("space", "Space")],
        default="ground",
        validate_choice=False,
    )
    commander = StringField(
        "Commander", [Length(max=60, message="A commander's name has at most 60 characters. Shorten it.")]
    )
    event = SelectMultipleField("Climactic event", validate_choice=False)
    commands = SelectMultipleField("Expanded commands", validate_choice=False)
    unit = UnitsField("Units", default=list)

    @classmethod
    def read(cls, fields: FormData, catalogue: Catalogue) -> "ListForm":
        """Return the form filled with what was typed."""
        return cls._made(FormData({name: list(values) for name, values in fields.items()}), catalogue)

    @classmethod
    def filled(cls, document: Mapping[str, Any], catalogue: Catalogue) -> "ListForm":
        """Return the form filled from a document."""
        typed = {name: [str(document.get(name, ""))] for name in ("title", "theatre", "commander")}
        typed["size"] = [str(document.get("size", 500))]
        for name in ("modules", "event", "commands"):
            typed[name] = [str(value) for value in _many(document.get(name, ()))]
        for index, entry in enumerate(document.get("unit", ())):
            if isinstance(entry, Mapping):
                typed |= _typed(index, entry)
        return cls._made(FormData(typed), catalogue)

    @classmethod
    def _made(cls, data: FormData, catalogue: Catalogue) -> "ListForm":
        form = cls(data)
        form.unit.known = catalogue
        form.event.choices = [SelectChoice(card.id, card.name) for card in catalogue.all(Event)]
        form.commands.choices = [SelectChoice(c.id, c.name) for c in catalogue.all(Command) if c.expanded]
        return form

    def validate_size(self, field: StringField) -> None:
        """Refuse text that is not a number of points."""
        text = (field.data or "").strip()
        if text and (not text.isdecimal() or len(text) > 6 or int(text) > 100_000):
            raise ValidationError(f"{shown(text)} is not a size. Write points from 0 to 100000, for example 1000.")

    def validate_modules(self, field: SelectMultipleField) -> None:
        """Refuse a module that does not exist."""
        wrong = next((name for name in field.data or () if name not in MODULES), None)
        if wrong is not None:
            raise ValidationError(f"{shown(wrong)} is not a module: choose from the list.")

    def validate_theatre(self, field: SelectField) -> None:
        """Refuse a theatre that does not exist."""
        if (field.data or "ground") not in ("ground", "space"):
            raise ValidationError(f"{shown(field.data)} is not a theatre: choose ground or space.")

    def document(self) -> dict[str, Any]:
        """Return what was typed as a document."""
        document: dict[str, Any] = {"game": "mechastellar", "title": (self.title.data or "").strip()}
        size = (self.size.data or "").strip() or "500"
        document["size"] = int(size)
        for name in ("modules", "event", "commands"):
            if values := [value for value in self[name].data or () if value]:
                document[name] = values
        if self.theatre.data == "space":
            document["theatre"] = "space"
        if (self.commander.data or "").strip():
            document["commander"] = self.commander.data.strip()
        if self.unit.data:
            document["unit"] = [row.document() for row in self.unit.data]
        return document


def _many(value: object) -> list[object]:
    if isinstance(value, str):
        return [value] if value else []
    return list(value) if isinstance(value, list | tuple) else []


def _typed(index: int, entry: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return one unit of a document as the fields a page posts."""
    head = f"unit-{index}-"
    swaps = entry.get("swaps", {})
    typed = {
        f"{head}{name}": [str(entry[name])] for name in ("profile", "name", "count", "carried_by") if name in entry
    }
    if entry.get("pilot") is not None:
        typed[f"{head}pilot"] = [str(entry["pilot"])]
    typed[f"{head}place"] = [str(index + 1)]
    if isinstance(swaps, Mapping):
        typed[f"{head}swaps"] = [f"{old}{SWAP}{new}" for old, new in swaps.items()]
    for name in ("extras", "traits"):
        typed[head + name] = [str(value) for value in _many(entry.get(name, ()))]
    return typed


FORM = ListForm
"""The form of a build."""
PASTED = {"profile": read_block}
"""The cards that can be pasted as they are printed."""
