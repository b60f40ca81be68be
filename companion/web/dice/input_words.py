"""Inputs that an address brings along, folded into one line of the roll page: *Rail Gun, AC 5, PE 6 … change*.

The words (`known`) come with the address, from a matchup say. What they stand for (`known_for`) is kept beside them, so
that a field that is changed later is named and the line never says something else than the fields.
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
"""The query keys of the words, one each, and of the inputs that they stand for."""
MOST_WORDS, LONGEST_WORD = 12, 60
LONGEST_INPUTS = 4000
"""The most characters of the inputs that the words stand for."""
MOST_FIELDS = 100


def pairing_query(pairing: Pairing) -> list[tuple[str, str]]:
    """Return the inputs of a matchup's roll and the words for them, as the query of its page."""
    query = [(name, text) for name, value in pairing.inputs.items() for text in query_values(value)]
    return [*query, *((KNOWN, words) for words in pairing.known[:MOST_WORDS])]


def query_values(value: Any) -> list[str]:
    """Return an input as an address has it: a ticked box is 1, an unticked one is left out."""
    if isinstance(value, bool):
        return ["1"] if value else []
    if isinstance(value, list | tuple):
        return [str(entry) for entry in value]
    return [] if value is None else [str(value)]


@dataclass(frozen=True)
class Fold:
    """Fields folded into one line: the words for them, and `changed_words` for what has changed since.

    `is_from_address` is False for fields filled in on this page, which are folded only where there is little room.
    """

    fields: tuple[Field, ...]
    words: tuple[str, ...]
    changed_words: tuple[str, ...] = ()
    is_from_address: bool = False

    @property
    def has_errors(self) -> bool:
        """Whether it opens by itself: one of its fields has an error."""
        return any(field.errors for field in self.fields)


@dataclass(frozen=True)
class InputWords:
    """The words of an address, and the inputs they stand for, by name; `is_from_address` where there are any."""

    words: tuple[str, ...] = ()
    inputs: tuple[tuple[str, str], ...] = ()
    is_from_address: bool = False

    @classmethod
    def from_query(cls, fields: FormData, given: JsonMapping, filled: Container[str]) -> "InputWords":
        """Return the words in a query with the inputs they describe: those it lists, or all it gives.

        Without words, the inputs that were `filled` from cards are known, and the others are not.
        """
        written = [" ".join(word.split())[:LONGEST_WORD] for word in fields.get(KNOWN, [])]
        words = tuple(filter(None, written))[:MOST_WORDS]
        brought = given if words else {name: value for name, value in given.items() if name in filled}
        kept = fields.last(KNOWN_FOR)
        inputs = _pairs(kept) if 0 < len(kept) <= LONGEST_INPUTS else _flatten(brought)
        return cls(words, inputs, bool(words or brought))

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Return it as fields of a form or a query."""
        return (
            [*((KNOWN, word) for word in self.words), (KNOWN_FOR, urlencode(self.inputs))]
            if self.is_from_address
            else []
        )

    def words_with_changes(self, form: ModelForm) -> tuple[str, ...]:
        """Return the words, then the fields that were changed since."""
        return (*self.words, *self._changed_words(self._fields(form)))

    def fold(self, form: ModelForm) -> Fold:
        """Return the fields that the words stand for."""
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


def fold_fields(form: ModelForm, known: InputWords, answered: bool) -> Fold | None:
    """Return the fields folded into one line: those an address brought; the usual ones once there is an answer."""
    if known.is_from_address and known.inputs:
        return known.fold(form)
    if answered and form.first_fields:
        return Fold(tuple(form.first_fields), tuple(field_words(form.first_fields)))
    return None


def unfolded_fields(fields: Iterable[Field], fold: Fold | None) -> list[Field]:
    """Return the fields that are not folded."""
    folded = {field.name for field in fold.fields} if fold else set()
    return [field for field in fields if field.name not in folded]


def field_words(fields: Iterable[Field]) -> list[str]:
    """Return the fields' values in short words, *AC 5*, without empty ones, zeros and defaults of choices."""
    worded = [field for field in fields if field.data and (is_set(field) or _is_worth_a_word(field))]
    words = [
        field.label.text if isinstance(field, BooleanField) else f"{field.label.text} {_shown_value(field)}"
        for field in worded
    ]
    rest = len(words) - MOST_WORDS
    return [*(word[:LONGEST_WORD] for word in words[:MOST_WORDS]), *([f"{rest} more"] if rest > 0 else [])]


def _is_worth_a_word(field: Field) -> bool:
    """Return whether a default is worth showing: a number other than 0."""
    return not isinstance(field, SelectField) and str(field.data) != "0"


def _shown_value(field: Field) -> str:
    """Return a field's value as its page shows it."""
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


def _flatten(given: JsonMapping) -> tuple[tuple[str, str], ...]:
    return tuple((name, str(value)) for name, values in given.items() for value in _as_list(values))


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    try:
        return tuple(parse_qsl(text, max_num_fields=MOST_FIELDS))
    except ValueError:
        return ()
