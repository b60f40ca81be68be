"""The form of a mech and its deck: the five places of the cross, three piles, and what is known about the opponent."""

from collections.abc import Mapping
from typing import Any

from wtforms import Form, SelectField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Length, ValidationError

from companion.cards import Catalogue
from companion.findings import shown
from companion.games.wreck_a_mech.model import MOST_MARKED, POSITIONS, Part, words
from companion.games.wreck_a_mech.model.typed import entry, lines, opponent_parts
from companion.games.wreck_a_mech.rules.totals import called
from companion.system import FormData

PILES = ("deck", "discard", "junked")
NUMBERS = ("opponent_attack", "opponent_defense")


class PileField(TextAreaField):  # type: ignore[misc]
    """A pile: one card per line, by name or id, with the number of copies first if there is more than one."""

    catalogue: Catalogue

    entries: list[str]

    def pre_validate(self, form: Form) -> None:
        """Read the pile; the message names the first line that is not a card."""
        self.entries = []
        try:
            copies = [entry(line, self.catalogue) for line in lines([self.data or ""])]
        except ValueError as error:
            raise ValidationError(str(error)) from None
        self.entries = [one.card if one.count == 1 else f"{one.count} {one.card}" for one in copies]


def _place(position: str) -> SelectField:
    return SelectField(words(position).capitalize(), validate_choice=False)


class WorkshopForm(Form):  # type: ignore[misc]
    """What a mech's page posts."""

    title = StringField(
        "Title", [Length(max=120, message="A title has at most 120 characters; this one has more. Shorten it.")]
    )
    head = _place("head")
    body = _place("body")
    left_arm = _place("left_arm")
    right_arm = _place("right_arm")
    legs = _place("legs")
    deck = PileField("Draw pile")
    discard = PileField("Discard pile")
    junked = PileField("Junked")
    sets = SelectField(
        "Sets in play",
        choices=[SelectChoice(str(n), label) for n, label in ((1, "one"), (2, "two, for 3 or 4 players"))],
        default="1",
        validate_choice=False,
    )
    opponent_attack = StringField("Its Attack")
    opponent_defense = StringField("Its Defense")
    opponent_parts = StringField("Its parts")
    catalogue: Catalogue

    @classmethod
    def read(cls, fields: FormData, catalogue: Catalogue) -> "WorkshopForm":
        """Return the form filled with what was typed."""
        return cls._made(FormData({name: list(values) for name, values in fields.items()}), catalogue)

    @classmethod
    def filled(cls, document: Mapping[str, Any], catalogue: Catalogue) -> "WorkshopForm":
        """Return the form filled from a document."""
        mech, opponent = document.get("mech", {}), document.get("opponent", {})
        typed = {"title": [str(document.get("title", ""))], "sets": [str(document.get("sets", 1))]}
        for position in POSITIONS:
            typed[position] = [str(mech.get(position, ""))] if isinstance(mech, Mapping) else [""]
        for name in PILES:
            typed[name] = ["\n".join(_line(i, catalogue) for i in document.get(name, ()))]
        if isinstance(opponent, Mapping):
            for name in NUMBERS:
                typed[name] = [str(opponent.get(name.removeprefix("opponent_"), ""))]
            parts = opponent.get("parts", {})
            typed["opponent_parts"] = [", ".join(f"{count} {called(name, catalogue)}" for name, count in parts.items())]
        return cls._made(FormData(typed), catalogue)

    @classmethod
    def _made(cls, data: FormData, catalogue: Catalogue) -> "WorkshopForm":
        form = cls(data)
        for name in PILES:
            form[name].catalogue = catalogue
        form.catalogue = catalogue
        return form

    def validate(self, extra_validators: Any = None) -> bool:
        """Return whether everything typed can be read; messages are attached to the fields."""
        good: bool = super().validate(extra_validators)
        for position in POSITIONS:
            typed = self[position].data
            if typed and not self.catalogue.find(Part, typed):
                self[position].errors = [f"No part is called {shown(typed)}: choose one from the list."]
                good = False
        return good

    def validate_sets(self, field: SelectField) -> None:
        """Refuse anything but one to four sets."""
        if field.data not in ("1", "2", "3", "4"):
            raise ValidationError(f"There are one to four sets, not {shown(field.data)}: choose one or two.")

    def validate_opponent_attack(self, field: StringField) -> None:
        """Refuse a number that two rings cannot mark."""
        _number(field.data)

    def validate_opponent_defense(self, field: StringField) -> None:
        """Refuse a number that two rings cannot mark."""
        _number(field.data)

    def validate_opponent_parts(self, field: StringField) -> None:
        """Add a message that names a text that is not a number of parts."""
        try:
            opponent_parts(field.data or "", self.catalogue)
        except ValueError as error:
            raise ValidationError(str(error)) from None

    def document(self) -> dict[str, Any]:
        """Return what was typed as a document."""
        document: dict[str, Any] = {"game": "wreck-a-mech", "title": (self.title.data or "").strip()}
        mech = {position: self[position].data for position in POSITIONS if self[position].data}
        if mech:
            document["mech"] = mech
        document |= {name: entries for name in PILES if (entries := self[name].entries)}
        opponent: dict[str, Any] = {
            name.removeprefix("opponent_"): int(self[name].data) for name in NUMBERS if (self[name].data or "").strip()
        }
        parts = opponent_parts(self.opponent_parts.data or "", self.catalogue)
        opponent |= {"parts": parts} if parts else {}
        if opponent:
            document["opponent"] = opponent
        if self.sets.data != "1":
            document["sets"] = int(self.sets.data)
        return document


def _number(text: str | None) -> None:
    typed = (text or "").strip()
    if typed and not (typed.isdecimal() and len(typed) <= 2):
        raise ValidationError(f"{shown(typed)} is not a mark: write a number from 0 to {MOST_MARKED}.")


def _line(written: object, catalogue: Catalogue) -> str:
    """Return a pile's entry with the card's name for its id."""
    if isinstance(written, Mapping):
        written = f"{written.get('count', 1)} {written.get('card', '')}"
    number, _, rest = str(written).partition(" ")
    card = catalogue.find(Part, rest or number)
    name = card.name if card else rest or number
    return f"{number} {name}" if rest else name


FORM = WorkshopForm
"""The form of a build."""
