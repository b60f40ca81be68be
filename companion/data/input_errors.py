"""Input errors in plain words, made from the messages of pydantic, the JSON reader and the TOML reader."""

import json
import re
from collections.abc import Collection, Iterable

from pydantic import ValidationError

from companion.base.findings import MOST_MESSAGES, InputError, quote
from companion.base.json_types import JsonObject
from companion.base.wording import join_words, one_line, perhaps, plural

SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"
"""The pattern of ids."""


def input_errors(error: ValidationError, keys: Collection[str] | None = None) -> tuple[InputError, ...]:
    """Return a validation error as input errors, in plain words; `keys` are the allowed keys of the document."""
    return tuple(_input_error(dict(e), keys) for e in error.errors(include_url=False, include_context=True))


_STEP = re.compile(r"[^\s.:,'\"\[\]{}]{1,40}(?: [^\s.:,'\"\[\]{}]{1,40})*")
_OF_TYPES = re.compile(
    r"\[key\]|(?:function|lax|json|union|nullable|constrained|tagged)-.*|(?:tuple|list|dict|literal)\[.*"
)
"""Steps of a location that name a type of the model, not a place in the document."""


def place(location: tuple[int | str, ...]) -> str:
    """Return a location as people write it: `mech[0].part[2].slot`; unusual keys are in quotes."""
    text = ""
    for step in location:
        if isinstance(step, int):
            text += f"[{step}]"
        elif not _OF_TYPES.fullmatch(step):
            name = step if _STEP.fullmatch(step) and step.isprintable() and len(step) <= 60 else quote(step)
            text += f".{name}" if text else name
    return text


def group_unknown_keys(errors: Iterable[InputError]) -> tuple[InputError, ...]:
    """Return input errors; more than ten unknown keys of one table become one error that names the first ten.

    It is at the place of the first of them.
    """
    groups: dict[tuple[str, str], list[InputError]] = {}
    for error in errors:
        table = error.where.rpartition(".")[0] if error.found == UNKNOWN_KEY else f"{error.where} {len(groups)}"
        groups.setdefault((error.found, table), []).append(error)
    return tuple(
        entry for group in groups.values() for entry in (group if len(group) <= MOST_MESSAGES else [_many_keys(group)])
    )


def _many_keys(errors: list[InputError]) -> InputError:
    table = errors[0].where.rpartition(".")[0]
    names = ", ".join(error.where.rpartition(".")[2] for error in errors[:MOST_MESSAGES])
    return InputError(table, f"{len(errors):,} unknown keys ({names}, …)", errors[0].expected.partition("; perhaps")[0])


_FEWER = "a number with fewer digits"
UNKNOWN_KEY = "an unknown key"
UNKNOWN_CARD = "unknown_card"
"""Pydantic's kind of the error that a text names no known card."""
EXPECTED = "expected"
"""The key of that error's context with the function that says what was expected."""
MOST_KEYS = 30
"""The most keys that a message lists."""
MISSING = "a value for "
"""The beginning of an expectation where a value is missing."""
_EXPECTED = {
    "extra_forbidden": "no such key",
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a number",
    "int_parsing_size": _FEWER,
    "string_unicode": "text whose letters are whole (this has half of one)",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "mapping_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


def _allowed_keys(key: str, keys: Collection[str] | None) -> str:
    """Return the allowed keys in words, with the one most like an unknown key."""
    if keys is None:
        return "only keys that this document has"
    if not keys:
        return "no key here"
    listed = ", ".join(list(keys)[:MOST_KEYS]) + ", …" * (len(keys) > MOST_KEYS)
    return f"one of {listed}{perhaps(key.lower(), keys)}"


def _input_error(error: JsonObject, keys: Collection[str] | None = None) -> InputError:
    kind, ctx = error["type"], error.get("ctx") or {}
    where = place(error["loc"])
    found = "" if kind == "missing" else quote(error["input"])
    if kind == "extra_forbidden":
        return InputError(where, UNKNOWN_KEY, _allowed_keys(where, keys if len(error["loc"]) == 1 else None))
    if kind == UNKNOWN_CARD:
        return InputError(where, found, ctx[EXPECTED]())
    if kind == "value_error":
        message = str(ctx["error"])
        return InputError(where, found, _FEWER if "integer string conversion" in message else message)
    if kind == "missing":
        return InputError(where, "nothing", f"{MISSING}{where.rpartition('.')[2] or 'this'}")
    return InputError(where, found or "nothing", _EXPECTED.get(kind) or _bound_message(kind, ctx, error["msg"]))


_PATTERNS = {
    SLUG: "small letters, digits, and hyphens between them, as rail-gun-2",
    r"^[A-Za-z0-9_-]*$": "letters, digits, hyphens and underscores",
    r"^[A-Za-z0-9_-]+$": "letters, digits, hyphens and underscores",
}


def _pattern_text(pattern: str) -> str:
    """Return a pattern in words; one of alternatives as a list."""
    alternatives = re.fullmatch(r"\^\(([a-z|]+)\)\$", pattern)
    if alternatives:
        return f"one of {alternatives[1].replace('|', ', ')}"
    return _PATTERNS.get(pattern, f"text like {pattern}")


def _choices_text(expected: str) -> str:
    """Return pydantic's list of choices in words; an empty choice as "nothing"."""
    quoted = re.findall(r"""'([^']*)'|"([^"]*)"|([^\s,'"]+)""", expected)
    words = [single or double or bare for single, double, bare in quoted if single or double or bare not in ("", "or")]
    return join_words(words, "or") + (", or nothing" if "''" in expected else "")


def _bound_message(kind: str, ctx: JsonObject, message: str) -> str:
    match kind:
        case "greater_than_equal":
            return f"at least {ctx['ge']}"
        case "less_than_equal":
            return f"at most {ctx['le']}"
        case "string_too_long":
            return f"at most {plural(ctx['max_length'], 'character')}"
        case "string_too_short":
            return f"at least {plural(ctx['min_length'], 'character')}"
        case "string_pattern_mismatch":
            return _pattern_text(ctx["pattern"])
        case "too_long":
            return f"at most {plural(ctx['max_length'], 'entry', 'entries')}"
        case "too_short":
            return f"at least {plural(ctx['min_length'], 'entry', 'entries')}"
        case "literal_error" | "enum":
            return _choices_text(str(ctx["expected"]))
    return message[:1].lower() + message[1:]


def not_toml(message: str) -> str:
    """Return a TOML reader's message in plain words, line and column first."""
    if "digits" in message:
        return "a number of too many digits"
    parts = re.fullmatch(r"(.*?)(?: \(at (.*)\))?", message, re.DOTALL)
    why, at = (parts[1], parts[2]) if parts else (message, "")
    why = re.sub(r"\(((?:'[^']*',? ?)+)\)", lambda m: ".".join(re.findall(r"'([^']*)'", m[1])), why)
    return f"text that is not TOML{f' at {at}' if at else ''} ({one_line(why[:1].lower() + why[1:])})"


_NOT_JSON = {
    "Expecting property name": "a name in double quotes",
    "Expecting ':'": "a colon after the name",
    "Expecting ','": "a comma, or the end of the list or table",
    "Expecting value": "a value",
    "Unterminated string": "quotes at the end of the text that begins there",
    "Invalid control character": "text without control characters",
    "Invalid \\": "another letter after the backslash",
    "Extra data": "nothing after the end of the document",
    "Illegal trailing comma": "no comma after the last entry",
}
"""What is expected where a text is not JSON, by the beginning of the reader's message."""


def not_json(text: str, error: ValueError, name: str) -> InputError:
    """Return an input error that says where and why a text is not JSON."""
    if not isinstance(error, json.JSONDecodeError):
        return InputError(name, "a number of too many digits", "JSON")
    at = f"line {error.lineno}, column {error.colno}"
    rest = (re.match(r"\w+|\S|", text[error.pos : error.pos + 20]) or [""])[0]
    wanted = next((words for begins, words in _NOT_JSON.items() if error.msg.startswith(begins)), "another letter")
    return InputError(name, f"{quote(rest) if rest else 'the end of the text'} at {at}", f"JSON: {wanted}")
