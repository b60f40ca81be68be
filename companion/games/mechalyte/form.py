"""The build spec's form: a title, six letters, and the levels built in each turn."""

from collections.abc import Mapping
from typing import Any

from wtforms import Field, Form, StringField
from wtforms.validators import Length, ValidationError

from companion.cards import Catalogue
from companion.findings import shown
from companion.games.mechalyte.model import MOST_TURNS, read_letters
from companion.system import FormData

LEAST_ROWS = 4
"""The fewest turns on the form; there are always two empty ones after the last filled one."""
MOST_IN_TURN = 60


class TurnsField(Field):  # type: ignore[misc]
    """One text per turn, `6 4`; empty turns at the end do not count."""

    data: list[str]

    def process_formdata(self, valuelist: list[str]) -> None:
        """Keep what was typed, turn by turn."""
        texts = [text.strip() for text in valuelist]
        while texts and not texts[-1]:
            texts.pop()
        self.data = texts

    def pre_validate(self, form: Form) -> None:
        """Add a message that names the first text that is not a level."""
        for number, text in enumerate(self.data or (), 1):
            words = _words(text)
            wrong = [word for word in words if word not in ("1", "2", "3", "4", "5", "6")]
            if wrong:
                raise ValidationError(
                    f"Turn {number}: {shown(wrong[0])} is not a level. Write levels from 1 to 6, for example 6 4 4."
                )
            if len(words) > MOST_IN_TURN:
                raise ValidationError(f"Turn {number}: {len(words)} mechs are too many. A turn builds at most six.")
        if len(self.data or ()) > MOST_TURNS:
            raise ValidationError(f"A plan has at most {MOST_TURNS} turns; this one has {len(self.data)}.")

    @property
    def rows(self) -> list[str]:
        """Return the rows to show: the planned turns and room for more."""
        texts = list(self.data or ())
        return [*texts, *[""] * max(2, LEAST_ROWS - len(texts))]


def _words(text: str) -> list[str]:
    return text.replace(",", " ").replace("+", " ").split()


class SpecForm(Form):  # type: ignore[misc]
    """What a build spec page posts."""

    title = StringField(
        "Title", [Length(max=120, message="A title has at most 120 characters; this one has more. Shorten it.")]
    )
    spec = StringField("Build spec")
    turn = TurnsField("Turns", default=list)

    @classmethod
    def read(cls, fields: FormData, catalogue: Catalogue) -> "SpecForm":
        """Return the form filled with what was typed."""
        return cls(FormData({name: list(values) for name, values in fields.items()}))

    @classmethod
    def filled(cls, document: Mapping[str, Any], catalogue: Catalogue) -> "SpecForm":
        """Return the form filled from a document."""
        turns = [turn.get("build", ()) if isinstance(turn, Mapping) else () for turn in document.get("turn", ())]
        typed = {
            "title": [str(document.get("title", ""))],
            "spec": [str(document.get("spec", ""))],
            "turn": [" ".join(map(str, levels)) for levels in turns],
        }
        return cls(FormData(typed))

    def validate_spec(self, field: StringField) -> None:
        """Add a message that names a letter that is not a module, and its slot."""
        try:
            read_letters(field.data or "")
        except ValueError as error:
            raise ValidationError(f"Expected {error}. A spec has six letters, each P, S, M, I or A.") from None

    def document(self) -> dict[str, Any]:
        """Return what was typed as a document."""
        document: dict[str, Any] = {"game": "mechalyte", "title": (self.title.data or "").strip()}
        document["spec"] = read_letters(self.spec.data or "")
        if self.turn.data:
            document["turn"] = [{"build": [int(word) for word in _words(text)]} for text in self.turn.data]
        return document


FORM = SpecForm
"""The form of a build."""
