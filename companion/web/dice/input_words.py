"""Inputs from an address, folded into one line of the roll page: *Rail Gun, AC 5, PE 6 … change*.

The words (`known`) come with the address, from a matchup for example. The inputs that they describe (`known_for`) are
kept too, so that a field that is changed later is named and the line never contradicts the fields.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from wtforms import BooleanField, Field, SelectField, SelectMultipleField

from companion.base.json_types import JsonMapping
from companion.gamekit.contract import FormData
from companion.gamekit.matchup import Pairing
from companion.web.shell.forms import ModelForm, is_set

KNOWN, KNOWN_FOR = "known", "known_for"
"""The query keys of the words, one each, and of the inputs that they describe."""
MOST_WORDS, LONGEST_WORD = 12, 60
LONGEST_INPUTS = 4000
"""Characters of the inputs that the words describe, as a query; longer ones are ignored."""
MOST_FIELDS = 100


def pairing_query(pairing: Pairing) -> list[tuple[str, str]]:
    """Return the inputs of a matchup's roll and the words for them, as the query of its page."""
    query = [(name, text) for name, value in pairing.inputs.items() for text in query_values(value)]
    return [*query, *((KNOWN, words) for words in pairing.known[:MOST_WORDS])]


def query_values(value: Any) -> list[str]:
    """Return an input as values of a query: a ticked box is 1, an unticked one is left out."""
    if isinstance(value, bool):
        return ["1"] if value else []
    if isinstance(value, list | tuple):
        return [str(entry) for entry in value]
    return [] if value is None else [str(value)]


@dataclass(frozen=True)
class Fold:
    """Fields folded into one line: the words for them, and `changed_words` for fields that were changed since.

    `is_from_address` is False for fields filled in on this page, which are folded only on small screens.
    """

    fields: tuple[Field, ...]
    words: tuple[str, ...]
    changed_words: tuple[str, ...] = ()
    is_from_address: bool = False

    @property
    def has_errors(self) -> bool:
        """Whether one of its fields has an error, so that it is shown open."""
        return any(field.errors for field in self.fields)


@dataclass(frozen=True)
class InputWords:
    """The words of an address, and the inputs that they describe as name and value."""

    words: tuple[str, ...] = ()
    inputs: tuple[tuple[str, str], ...] = ()
    is_from_address: bool = False

    @classmethod
    def from_query(cls, fields: FormData, given: JsonMapping, filled: Container[str]) -> "InputWords":
        """Return the words in a query with the inputs that they describe: those in `known_for`, or all `given` inputs.

        Without words, the described inputs are those that were `filled` from cards.
        """
        texts = [" ".join(word.split())[:LONGEST_WORD] for word in fields.get(KNOWN, [])]
        words = tuple(filter(None, texts))[:MOST_WORDS]
        described = given if words else {name: value for name, value in given.items() if name in filled}
        query = fields.last(KNOWN_FOR)
        if 0 < len(query) <= LONGEST_INPUTS:
            inputs = _pairs(query)
        else:
            inputs = tuple((name, str(value)) for name, values in described.items() for value in _as_list(values))
        return cls(words, inputs, bool(words or described))

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Return the words and their inputs as fields of a form or a query."""
        return (
            [*((KNOWN, word) for word in self.words), (KNOWN_FOR, urlencode(self.inputs))]
            if self.is_from_address
            else []
        )

    def words_with_changes(self, form: ModelForm) -> tuple[str, ...]:
        """Return the words, then words for the fields that were changed since."""
        return (*self.words, *self._changed_words(self._fields(form)))

    def fold(self, form: ModelForm) -> Fold:
        """Return the fields that the words describe, folded."""
        fields = self._fields(form)
        if not self.words:
            return Fold(tuple(fields), tuple(field_words(fields)), is_from_address=True)
        return Fold(tuple(fields), self.words, tuple(self._changed_words(fields)), is_from_address=True)

    def _fields(self, form: ModelForm) -> list[Field]:
        names = dict(self.inputs)
        return [field for field in form if field.name in names]

    def _changed_words(self, fields: Iterable[Field]) -> list[str]:
        if not self.words:
            return []
        before: dict[str, list[str]] = {}
        for name, value in self.inputs:
            before.setdefault(name, []).append(value)
        changed = [field for field in fields if _differs(field, before[field.name])]
        return [f"{field.label.text} now {_shown_value(field) or 'empty'}" for field in changed]


def fold_fields(form: ModelForm, input_words: InputWords, has_answer: bool) -> Fold | None:
    """Return the folded fields: those from an address, or the usual ones if there is an answer, or None."""
    if input_words.is_from_address and input_words.inputs:
        return input_words.fold(form)
    if has_answer and form.first_fields:
        return Fold(tuple(form.first_fields), tuple(field_words(form.first_fields)))
    return None


def unfolded_fields(fields: Iterable[Field], fold: Fold | None) -> list[Field]:
    """Return the fields that are not folded."""
    folded = {field.name for field in fold.fields} if fold else set()
    return [field for field in fields if field.name not in folded]


def field_words(fields: Iterable[Field]) -> list[str]:
    """Return the values of fields as short texts, *AC 5*, without empty ones, zeros and defaults of choices."""
    words = [
        field.label.text if isinstance(field, BooleanField) else f"{field.label.text} {_shown_value(field)}"
        for field in fields
        if field.data and (is_set(field) or _is_default_shown(field))
    ]
    rest = len(words) - MOST_WORDS
    return [*(word[:LONGEST_WORD] for word in words[:MOST_WORDS]), *([f"{rest} more"] if rest > 0 else [])]


def _is_default_shown(field: Field) -> bool:
    """Return whether a default is shown: a number other than 0."""
    return not isinstance(field, SelectField) and str(field.data) != "0"


def _shown_value(field: Field) -> str:
    """Return a field's value as text; of a choice, its label."""
    if isinstance(field, BooleanField):
        return "yes" if field.data else "no"
    if not isinstance(field, SelectField | SelectMultipleField):
        return str(field.data or "").strip()
    labels = {choice.value: str(choice.label) for choice in field.choices}
    return ", ".join(labels.get(value, value) for value in _as_list(field.data))


def _differs(field: Field, before: Sequence[str]) -> bool:
    """Return whether a field's value has changed."""
    if isinstance(field, BooleanField):
        return bool(field.data) != (before[-1] not in field.false_values)
    return [value.strip() for value in field.raw_data or () if value.strip()] != list(before)


def _as_list(value: Any) -> Sequence[str]:
    return list(value) if isinstance(value, list | tuple) else [value] if value else []


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    try:
        return tuple(parse_qsl(text, max_num_fields=MOST_FIELDS))
    except ValueError:
        return ()
