"""What a form refuses, named by the labels of its fields; JSON and the command line say their names."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from pydantic import BaseModel

from companion.base.findings import InputError, InvalidInput
from companion.data.input_errors import UNKNOWN_KEY
from companion.printing.sheets.option_fields import fields

_PLACE = re.compile(r"(.*?)((?:: |, line ).*)?", re.DOTALL)
"""A field, and a place in it: `have`, then `, line 3`."""
_EXAMPLE = re.compile(r": \d.*")
"""What a label may end with: `: 1-3, 7`."""


def labels(*models: type[BaseModel], **others: str) -> dict[str, str]:
    """Return the label of each field of some models, and of `others`, by its name; the first model counts."""
    labels_by_name: dict[str, str] = {}
    for model in models:
        labels_by_name = {name: field.column.label for name, field in fields(model).items()} | labels_by_name
    return labels_by_name | others


def label_errors(error: InvalidInput, known: Mapping[str, str]) -> InvalidInput:
    """Return the errors with each field named by its label on the page; other places stay as they are.

    `known` has each field's label by its name; the example that a label ends with is left out.
    """
    return InvalidInput(*(_label_error(one, known) for one in error.input_errors))


def is_about_fields(sentences: Iterable[str], *models: type[BaseModel]) -> bool:
    """Return whether a sentence is about a field of these models, so that a page must show it."""
    titles = tuple(f"“{_EXAMPLE.sub('', title)}" for title in labels(*models).values())
    return any(sentence.startswith(titles) for sentence in sentences)


def _label_error(one: InputError, known: Mapping[str, str]) -> InputError:
    place = _PLACE.fullmatch(one.where)
    name, inside = (place[1], place[2]) if place else (one.where, "")
    if name in known:
        return replace(one, where=f"“{_EXAMPLE.sub('', known[name])}”{inside or ''}")
    if one.found == UNKNOWN_KEY and not inside:
        return InputError("The address", one.where, "only options of this page: choose them in the form")
    return one
