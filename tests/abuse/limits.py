"""What models and pages take at most: values at their limits, drawn by hypothesis from the models themselves.

No game is named here. A text is made from what its field says of itself: the cards it names, the examples in its
description, stretched to the longest it may be.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import BaseModel

from companion.data.cards import Catalogue

LONG = 400
"""Characters of a text whose field has no limit of its own."""
MOST_CARDS = 200
_ONE_OF = re.compile(r"one of (.*)")
_HEAD = re.compile(r"[.\[,: ]")


def inputs(model: type[BaseModel], catalogue: Catalogue) -> SearchStrategy[dict[str, Any]]:
    """Return inputs of a model, most of them at a limit; needed fields are always there, others mostly."""
    schema = model.model_json_schema()
    fields = {name: _values(name, shape, catalogue) for name, shape in schema.get("properties", {}).items()}
    needed = {name: fields[name] for name in schema.get("required", ())}
    others = {name: values for name, values in fields.items() if name not in needed}
    few = st.fixed_dictionaries(needed, optional=others)
    return st.one_of(st.fixed_dictionaries({**needed, **others}), st.fixed_dictionaries({**needed, **others}), few)


def _values(name: str, shape: Mapping[str, Any], catalogue: Catalogue) -> SearchStrategy[Any]:
    if "anyOf" in shape:
        rest = {key: value for key, value in shape.items() if key != "anyOf"}
        kinds = [kind for kind in shape["anyOf"] if kind.get("type") != "null"]
        return st.one_of([_values(name, {**rest, **kind}, catalogue) for kind in kinds])
    if "enum" in shape:
        return st.sampled_from(shape["enum"])
    kind = shape.get("type")
    if kind in ("integer", "number"):
        low, high = shape.get("minimum", -5), shape.get("maximum", 10_000)
        if low != int(low) or high != int(high):
            return st.one_of(st.sampled_from([high, high, low]), st.floats(low, high))
        return st.one_of(st.sampled_from([high, high, low, (low + 3 * high) // 4]), st.integers(int(low), int(high)))
    if kind == "boolean":
        return st.booleans()
    if kind == "array":
        cards = st.sampled_from([*catalogue.cards] or ["x"])
        copies = st.fixed_dictionaries({"card": cards, "count": st.sampled_from([1, 99])})
        longest = shape.get("maxItems", shape.get("maxLength", 50))
        return st.lists(copies if "$ref" in str(shape.get("items")) else cards, max_size=min(longest, MOST_CARDS))
    if kind == "object":
        places = (shape.get("propertyNames") or {}).get("enum") or [*catalogue.cards] or ["x"]
        whole = (shape.get("additionalProperties") or {}).get("type") == "integer"
        return st.dictionaries(
            st.sampled_from(places), st.integers(0, 99) if whole else st.sampled_from([*catalogue.cards] or ["x"])
        )
    return st.sampled_from(texts(shape, catalogue))


def texts(shape: Mapping[str, Any], catalogue: Catalogue) -> list[str]:
    """Return texts for a field: cards it may name, the examples it gives, and these as large and as long as can be."""
    longest = shape.get("maxLength", LONG)
    found = [str(example) for example in shape.get("examples", ())]
    about = str(shape.get("description", ""))
    found += [text.strip(" .") for text in re.findall(r"(?:for example|: )([^:]+(?::[\d,]+)?)", about)]
    wanted = shape.get("cards", ())
    kinds = [wanted] if isinstance(wanted, str) else list(wanted)
    found += [card.id for kind in kinds for card in catalogue.all(catalogue.kinds[kind])]
    if not found:
        found = [*catalogue.cards]
    large = [re.sub(r"\d+", size, text) for text in found[:6] for size in ("9", "60", "99")]
    joined = [(text + join) * 2_000 for text in found[:6] + large[:6] for join in (",", ";", "\n", " ")]
    return list(dict.fromkeys([*found, *large, *(_whole(text, longest) for text in joined), "9", ""]))


def _whole(text: str, longest: int) -> str:
    """Return the beginning of a list that fits, without a part that was cut."""
    cut = text[:longest]
    return re.sub(r"[,; \n][^,; \n]*$", "", cut)


def repaired(given: Mapping[str, Any], errors: Iterable[Mapping[str, str]], draw: Any) -> dict[str, Any]:
    """Return inputs as an answer asks for them: one of the values it lists, a number at the limit it names, or none."""
    better = dict(given)
    for error in errors:
        name = _HEAD.split(error["where"])[0]
        listed, most = _ONE_OF.match(error["expected"]), re.search(r"at most ([\d,]+)$", error["expected"])
        if listed:
            better[name] = draw(st.sampled_from(listed[1].split(", ")))
        elif most and isinstance(better.get(name), int):
            better[name] = int(most[1].replace(",", ""))
        else:
            better.pop(name, None)
    return better


_DICE = st.sampled_from([1, 2, 5, 9, 20, 40, 60, 100, 200, 400, 1000])
_SIDES = st.sampled_from([2, 3, 6, 10, 20, 60, 100, 250, 1000, 10_000])


@st.composite
def expressions(draw: Any) -> str:
    """Return dice expressions with many dice, many sides, changes and terms."""
    terms = []
    for _ in range(draw(st.sampled_from([1, 1, 1, 2, 4, 20]))):
        count, sides = draw(_DICE), draw(_SIDES)
        half = max(1, count // 2)
        change = draw(
            st.sampled_from(
                ["", "", "!", f"kh{half}", "kl1", f">={max(1, sides // 2)}", f">={sides // 2}!", "r1", "ro1", "=1"]
            )
        )
        terms.append(f"{count}d{sides}{change}")
    return draw(st.sampled_from(["+", "-"])).join(terms)[:200]
