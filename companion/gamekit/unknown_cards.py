"""Unknown cards of a build: those it names that are among no cards here, because a pack or a newer release has them.

The build is read all the same. Each unknown card has a stand-in, a card of its kind that is as empty as the kind
allows, so that everything can show the build; what it names is kept and written back as it was. A finding says so.
"""

import difflib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from pydantic import ValidationError

from companion.base.findings import MOST_MESSAGES, Finding, Fix, InvalidInput, Verdict, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import plural
from companion.data.card_ids import UnknownCard, find_unknown_cards
from companion.data.cards import Card, Catalogue, unknown_name
from companion.data.documents import Build, to_document, validate
from companion.data.input_errors import place
from companion.gamekit.contract import Context

UNKNOWN = "unknown-card"
"""The id of findings about unknown cards; it is in no rulebook."""
MOST_TRIED = 6
"""The most cards that are tried in an unknown one's place, those first whose ids are most like its own."""
MOST_KEPT = 64
"""Empty cards that are kept; a pack may change the card from which one is made."""
MOST_FIXED = 3
"""The most unknown cards with fixes: each is tried by checking the whole build."""
_EMPTY: tuple[object, ...] = (None, 0, "", (), {})
_Location = tuple[int | str, ...]


def add_stand_ins(catalogue: Catalogue, unknown: Iterable[UnknownCard]) -> Catalogue:
    """Return the catalogue with stand-ins for unknown cards.

    Where several kinds may stand it is of the kind that its place is called after, a mech's cockpit for example.
    """
    stand_ins: dict[str, tuple[Card, ...]] = {}
    for (text, kinds), one in {(card.text, card.kinds): card for card in unknown}.items():
        kind = next((step for step in one.location if step in kinds), kinds[0])
        model = catalogue.kinds[str(kind)]
        first = catalogue.raw[catalogue.all(model)[0].id][1]
        empty = _empty_card(model, json.dumps(first, sort_keys=True, default=str))
        card = empty.model_copy(update={"id": text, "name": unknown_name(text)})
        stand_ins[text] = (*stand_ins.get(text, ()), card)
    return replace(catalogue, stand_ins=stand_ins)


@lru_cache(MOST_KEPT)
def _empty_card(model: type[Card], first: str) -> Card:
    """Return a card with every field as empty as its kind allows, starting from the kind's first card, in JSON."""
    record = {**json.loads(first), "origin": "house: an unknown card"}
    for name in sorted(set(record) - {"id", "name", "origin"}):
        without = {key: value for key, value in record.items() if key != name}
        records = (without, *({**without, name: value} for value in _EMPTY), record)
        record = next(one for one in records if _is_card(model, one))
    return model.model_validate(record)


def _is_card(model: type[Card], record: JsonMapping) -> bool:
    try:
        model.model_validate(record)
    except ValidationError:
        return False
    return True


Read = Callable[[object, Catalogue], tuple[Build, Context]]
Check = Callable[[Build, Context], Verdict]


def check_build(build: Build, context: Context, verdict: Verdict, read: Read, check: Check) -> Iterator[Finding]:
    """Yield the findings of a build with unknown cards: one for each of them, with its two fixes.

    Many unknown cards share the last one. Those of the game follow, without what it says of stand-ins. `read` reads a
    changed document, `check` checks it.
    """
    names = [card.name for cards in context.catalogue.stand_ins.values() for card in cards]
    yield from _unknown_findings(build, context, read, check)
    yield from (finding for finding in verdict.findings if not any(name in finding.message for name in names))


def _unknown_findings(build: Build, context: Context, read: Read, check: Check) -> Iterator[Finding]:
    document, cards = to_document(build), dict[str, list[UnknownCard]]()
    for one in _find(type(build), document, context):
        cards.setdefault(one.text, []).append(one)
    fixable = [*cards][:MOST_FIXED] if context.fixes else ()
    for text, places in [*cards.items()][:MOST_MESSAGES]:
        message = f"Unknown card {quote(text)}: no card here has this name. It is kept, and as little as can be is "
        message += "counted for it: remove it, choose another, or add the pack that it is from."
        fixes = tuple(_fixes(document, places, context, read, check)) if text in fixable else ()
        yield Finding(UNKNOWN, "error", message, place(places[0].location), fixes)
    if len(cards) > MOST_MESSAGES:
        more = plural(len(cards) - MOST_MESSAGES, "more unknown card")
        yield Finding(UNKNOWN, "error", f"{more}: no card here has such a name.")


def _find(model: type[Build], document: JsonObject, context: Context) -> Iterator[UnknownCard]:
    try:
        validate(model, document, {"catalogue": context.catalogue.known})
    except ValidationError as error:
        yield from find_unknown_cards(error)


def _fixes(
    document: JsonObject, places: Sequence[UnknownCard], context: Context, read: Read, check: Check
) -> Iterator[Fix]:
    readable = partial(_read_or_none, read=read, context=replace(context, fixes=False))
    levels: dict[_Location, int | None] = {}
    for unknown in places:
        if (shape := _shape(unknown)) not in levels:
            tries = (level for level in range(len(shape)) if readable(_remove(document, {unknown: level})))
            levels[shape] = next(tries, None)
    removed = {unknown: level for unknown in places if (level := levels[_shape(unknown)]) is not None}
    if len(removed) == len(places) and readable(without := _remove(document, removed)):
        yield Fix("Remove it", _changed_fields(document, without))
    tried: list[tuple[int, int, Fix]] = []
    for card in _similar_cards(places[0], context.catalogue):
        other = _replace(document, places, card.id)
        if found := readable(other):
            errors = sum(finding.level == "error" for finding in check(*found).findings)
            tried.append((errors, len(tried), Fix(f"Choose {card.name} instead", _changed_fields(document, other))))
    if tried:
        yield min(tried)[-1]


def _shape(unknown: UnknownCard) -> _Location:
    """Return a place without its numbers: every unit's profile stands at a place of the same shape."""
    return tuple("" if isinstance(step, int) else step for step in unknown.location)


def _similar_cards(unknown: UnknownCard, catalogue: Catalogue) -> list[Card]:
    cards = {card.id: card for kind in unknown.kinds for card in catalogue.all(catalogue.kinds[kind])}
    return [cards[one] for one in difflib.get_close_matches(unknown.text, cards, MOST_TRIED, 0.0)]


def _read_or_none(document: JsonObject, read: Read, context: Context) -> tuple[Build, Context] | None:
    try:
        build, read_context = read(document, context.catalogue)
    except InvalidInput:
        return None
    return build, replace(context, catalogue=read_context.catalogue)


def _changed_fields(before: JsonMapping, after: JsonMapping) -> JsonObject:
    return {name: value for name, value in after.items() if before.get(name) != value}


def _steps(document: JsonObject, unknown: UnknownCard) -> list[tuple[Any, Any]]:
    """Return the tables and lists on the way to an unknown card, each with the key or number of what is next."""
    steps: list[tuple[Any, Any]] = []
    value: Any = document
    for key in unknown.location:
        if (isinstance(value, dict) and key in value) or (isinstance(value, list) and isinstance(key, int)):
            steps.append((value, key))
            value = steps[-1][0][key]
    return steps


def _remove(document: JsonObject, places: Mapping[UnknownCard, int]) -> JsonObject:
    """Return a document without unknown cards, or without what is so many levels around each: the unit that it is of.

    The places are in the order of the document: the last is removed first, so that numbers before it stay.
    """
    changed = deepcopy(document)
    removed: set[_Location] = set()
    for unknown, level in [*places.items()][::-1]:
        steps = _steps(document, unknown)
        steps = steps[: max(1, len(steps) - level)]
        location = tuple(key for _, key in steps)
        if location in removed:  # another unknown card of the same unit
            continue
        removed.add(location)
        container: Any = changed
        for _, key in steps[:-1]:
            container = container[key]
        del container[steps[-1][1]]
    return changed


def _replace(document: JsonObject, places: Sequence[UnknownCard], card: str) -> JsonObject:
    """Return a document with a card in place of an unknown one: a value, a word of it (`2 mic-drop`), or a key."""
    changed = deepcopy(document)
    for unknown in places:
        container, key = _steps(changed, unknown)[-1]
        value = container[key]
        if isinstance(value, str):
            words = (card if word == unknown.text else word for word in value.split())
            container[key] = card if value == unknown.text else " ".join(words)
            continue
        entries = {card if name == unknown.text else name: entry for name, entry in container.items()}
        container.clear()
        container.update(entries)
    return changed
