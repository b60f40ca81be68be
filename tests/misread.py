"""Documents that cannot be read, made from a model's JSON Schema: a bad value at every place, and mixtures of them."""

import re
from datetime import date
from functools import cache

from hypothesis import strategies as st
from pydantic import BaseModel

from companion.data.columns import shape_of

BAD = (
    None,
    True,
    -99_999,
    10**30,
    10**5000,
    1.5,
    float("nan"),
    float("inf"),
    "",
    " ",
    "a  b",
    "\t\n",
    "\x00",
    "\ud800",
    "no such thing",
    "x" * 5000,
    date(2026, 1, 2),
    [],
    {},
    [[]],
    [{}],
    ["", None],
    [True],
    [{"a": {"b": [1, {"c": "d"}]}}],
    {"": 1},
    {" ": {"": [{"x": 1}]}},
    {"a  b": "c", "d\n": []},
    {"default": None},
    [{"a": 1}] * 500,
)
"""Values that hardly any field takes."""
KEYS = ("", " ", "a  b", "\n", "x" * 300, "frob", "0", "default")
"""Keys that no document has."""
LEAK = re.compile(r"\{'|\[\{|char |  |\n")
"""What no message may hold: tables and lists as Python writes them, a parser's counting, two spaces, a second line."""
_QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
_STRAY = re.compile(
    r"""
    ^[:.,]|:\ :|:\.|\.\.\w|\.:|,\ ,   # an empty name
    | expected\ [,.]|found\ ,|one\ of\ [,.]|\ or\ [.,]|\ \.$
    | \bNone\b|\bTrue\b|\bFalse\b|NoneType|datetime\.|Decimal\(|<class|Input\ should|input\ should
    | function-|constrained|(?:tuple|list|dict|literal|union|json-or-python)\[|sys\.|Undefined
    """,
    re.VERBOSE,
)
"""What no message may hold outside of what it quotes: an empty name, the words of a parser, of pydantic or Python."""
LONGEST = 600
"""The most letters of one message; a list of the names to choose from may be long."""


def leaks(message):
    """Return what a message holds that it should not, or that it is too long."""
    found = LEAK.search(message) or _STRAY.search(_QUOTED.sub("''", message))
    return found[0] if found else f"{len(message)} letters" if len(message) > LONGEST else ""


@cache
def places(model: type[BaseModel]):
    """Return the path of every field of a model and of the models in it; 0 stands for a list's first entry."""
    schema = model.model_json_schema()
    return list(_places(schema, schema.get("$defs", {}), ()))


def _places(prop, defs, above):
    if above:
        yield above
    if len(above) > 6:
        return
    for shape in _ways(shape_of(prop, defs), defs):
        for name, part in shape.get("properties", {}).items():
            yield from _places(part, defs, (*above, name))
        if isinstance(shape.get("additionalProperties"), dict):
            keys = shape_of(shape.get("propertyNames") or {}, defs).get("enum", ())
            for key in (*keys[:1], "no such key", ""):
                yield from _places(shape["additionalProperties"], defs, (*above, key))
        if isinstance(shape.get("items"), dict):
            yield from _places(shape["items"], defs, (*above, 0))
        for number, part in enumerate(shape.get("prefixItems", ())):
            yield from _places(part, defs, (*above, number))


def _ways(shape, defs):
    return [shape_of(way, defs) for way in shape.get("anyOf", ())] or [shape]


def at(place, value):
    """Return a document with nothing but a value at a place; entries before it in a list are empty."""
    for step in reversed(place):
        value = [value] * (step + 1) if isinstance(step, int) else {step: value}
    return value


def misread(model: type[BaseModel]):
    """Return documents with a bad value at each place, and with a key too many in each table."""
    found = places(model)
    for place in [(), *found]:
        for value in BAD:
            if place or isinstance(value, dict):
                yield at(place, value)
    for place in [(), *found]:
        for key in KEYS:
            yield at(place, {key: 1})


@cache
def any_document(model: type[BaseModel]):
    """Return a strategy of documents with the names of a model's fields in unlikely places."""
    schema = model.model_json_schema()
    names = {name for part in (schema, *schema.get("$defs", {}).values()) for name in part.get("properties", {})}
    keys = st.sampled_from([*sorted(names), *KEYS])
    plain = st.sampled_from([value for value in BAD if not isinstance(value, list | dict) and value != 10**5000])
    typed = st.text("ab-19 ,;:=\n\t'\"", max_size=12)
    leaves = plain | typed | st.integers(-3, 12)
    inner = st.recursive(leaves, lambda part: st.lists(part, max_size=3) | st.dictionaries(keys, part, max_size=4))
    return st.dictionaries(keys, inner, max_size=6)
