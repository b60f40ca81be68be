"""The answer of every verb that fails: over HTTP the body of the answer, with `--json` one line on stderr."""

from collections.abc import Iterable
from itertools import islice

from typing_extensions import TypedDict

from companion.base.findings import InputError, InputErrorEntry
from companion.base.json_types import answer

MOST_LISTED = 200
"""Input errors that one answer lists."""


@answer
class Error(TypedDict):
    """What went wrong, as a sentence, and every field that could not be read."""

    error: str
    input_errors: list[InputErrorEntry]


def error_answer(sentence: str, input_errors: Iterable[InputError] = ()) -> Error:
    """Return an error on one line, with the first of its input errors."""
    entries = [error.as_data() for error in islice(input_errors, MOST_LISTED)]
    return {"error": " ".join(sentence.splitlines()), "input_errors": entries}
