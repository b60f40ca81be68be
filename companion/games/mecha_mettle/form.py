"""The component draft's form: a title, a seat, and sixteen cards to tick."""

from collections.abc import Mapping
from typing import Any

from wtforms import Form, SelectMultipleField, StringField
from wtforms.fields import RadioField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Length, ValidationError
from wtforms.widgets import CheckboxInput, ListWidget

from companion.cards import Catalogue
from companion.findings import shown
from companion.games.mecha_mettle.model import Component
from companion.system import FormData


class CardsField(SelectMultipleField):  # type: ignore[misc]
    """Cards to tick; an id that no card has is kept and named in a message."""

    widget = ListWidget(prefix_label=False)
    option_widget = CheckboxInput()

    def pre_validate(self, form: Form) -> None:
        """Add a message that names the first id no card has."""
        known = {choice.value for choice in self.choices}
        unknown = [value for value in self.data or () if value not in known]
        if unknown:
            raise ValidationError(f"No component is called {shown(unknown[0])}: choose from the cards shown.")


class DraftForm(Form):  # type: ignore[misc]
    """What a component draft page posts."""

    title = StringField(
        "Title", [Length(max=120, message="A title has at most 120 characters; this one has more. Shorten it.")]
    )
    seat = RadioField(
        "Seat",
        choices=[SelectChoice("1", "Seat one"), SelectChoice("2", "Seat two")],
        default="1",
        validate_choice=False,
    )
    components = CardsField("Components")

    @classmethod
    def read(cls, fields: FormData, catalogue: Catalogue) -> "DraftForm":
        """Return the form filled with what was typed."""
        return cls._made(FormData({name: list(values) for name, values in fields.items()}), catalogue)

    @classmethod
    def filled(cls, document: Mapping[str, Any], catalogue: Catalogue) -> "DraftForm":
        """Return the form filled from a document."""
        typed = {
            "title": [str(document.get("title", ""))],
            "seat": [str(document.get("seat", 1))],
            "components": [str(i) for i in document.get("components", ())],
        }
        return cls._made(FormData(typed), catalogue)

    @classmethod
    def _made(cls, data: FormData, catalogue: Catalogue) -> "DraftForm":
        form = cls(data)
        form.components.choices = [SelectChoice(card.id, card.name) for card in catalogue.all(Component)]
        return form

    def validate_seat(self, field: RadioField) -> None:
        """Refuse a seat that does not exist in the game."""
        if field.data not in ("1", "2"):
            raise ValidationError(f"There is no seat {shown(field.data)}: choose seat one or two.")

    def document(self) -> dict[str, Any]:
        """Return what was typed as a document."""
        document: dict[str, Any] = {"game": "mecha-mettle", "title": (self.title.data or "").strip()}
        document["components"] = list(self.components.data or ())
        if self.seat.data != "1":
            document["seat"] = int(self.seat.data)
        return document


FORM = DraftForm
"""The form of a build."""
