"""The squad's form: a title and its units, one id a line."""

from collections.abc import Mapping
from typing import Any

from wtforms import Form, StringField, TextAreaField
from wtforms.validators import Length, ValidationError

from companion.cards import Catalogue
from companion.findings import shown
from companion.games.sixth_game.model import MOST_UNITS, Unit
from companion.system import FormData


class SquadForm(Form):  # type: ignore[misc]
    """What a squad's page posts."""

    title = StringField(
        "Title", [Length(max=120, message="A title has at most 120 characters; this one has more. Shorten it.")]
    )
    units = TextAreaField("Units")
    catalogue: Catalogue

    @classmethod
    def read(cls, fields: FormData, catalogue: Catalogue) -> "SquadForm":
        """Return the form filled with what was typed."""
        form = cls(FormData({name: list(values) for name, values in fields.items()}))
        form.catalogue = catalogue
        return form

    @classmethod
    def filled(cls, document: Mapping[str, Any], catalogue: Catalogue) -> "SquadForm":
        """Return the form filled from a document."""
        units = "\n".join(map(str, document.get("units", ())))
        return cls.read(FormData({"title": [str(document.get("title", ""))], "units": [units]}), catalogue)

    def validate_units(self, field: TextAreaField) -> None:
        """Add a message that names the first line that is no unit."""
        lines = self._lines()
        if unknown := [line for line in lines if self.catalogue.find(Unit, line) is None]:
            raise ValidationError(f"No unit has the id {shown(unknown[0])}: choose from the list below.")
        if len(lines) > MOST_UNITS:
            raise ValidationError(f"A squad has at most {MOST_UNITS} units; this one has {len(lines)}.")

    def _lines(self) -> list[str]:
        return [line.strip() for line in (self.units.data or "").splitlines() if line.strip()]

    def document(self) -> dict[str, Any]:
        """Return what was typed as a document."""
        return {"game": "sixth-game", "title": (self.title.data or "").strip(), "units": self._lines()}


FORM = SquadForm
