"""The basis of an answer besides numbers printed in the rulebook: card numbers of another origin, and rulings.

A card's number gets into an answer through an input that names the card, or through an input that was filled from the
card: a page's link says so with its own key, `from.penetration=4:rail-gun.pe`. A ruling counts if the rule looks it up
and another option would prepare a different roll or, where that is quick to work out, give different odds.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from types import FunctionType
from typing import Any, Literal, get_origin

from pydantic import BaseModel

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.cards import Catalogue
from companion.data.rulebook import ReadRulings
from companion.dice.odds import TooLarge, exact
from companion.dice.resolver import Resolver
from companion.gamekit.contract import CardNumber, Context, FilledFrom
from companion.verbs.basis_answers import NumberBasis, RestsOn

FILLED = "from."
"""Prefix of the key that says which cards an input was filled from."""
FEW_STEPS = 2_000
"""Steps of exact odds that are quick to work out: a few hundredths of a second."""


@dataclass
class Basis:
    """The basis of an answer; `rulings` grows while dice are run, so read it afterwards."""

    context: Context
    rulings: ReadRulings
    numbers: tuple[CardNumber, ...] = ()
    rulings_when_prepared: tuple[str, ...] = ()
    make: Callable[[Context], Resolver[Any]] | None = None
    """Prepares the roll anew under other rulings; None for an analysis, in which every ruling looked up counts."""

    def as_data(self) -> RestsOn:
        """Return the card numbers that are not printed, then the rulings that matter."""
        entries: RestsOn = [
            entry for number in dict.fromkeys(self.numbers) for entry in _number_marks(number, self.context.catalogue)
        ]
        book = {ruling.id: ruling for ruling in self.context.rulebook.ruling}
        for name in self._decisive_rulings():
            if name in book:
                option = book[name].option_in_force(self.context.rulings)
                entries.append(
                    {
                        "kind": "ruling",
                        "ruling": name,
                        "question": book[name].question,
                        "option": option.id,
                        "text": option.text,
                    }
                )
        return entries

    def _decisive_rulings(self) -> tuple[str, ...]:
        """Return the rulings that were looked up, without those whose other options give the same odds."""
        read = tuple(dict.fromkeys((*self.rulings_when_prepared, *self.rulings.read)))
        make = self.make
        odds = _chances(make, self.context) if make and read else None
        if make is None or odds is None:
            return read
        return tuple(
            name for name in read if any(_chances(make, other) != odds for other in _other_contexts(self.context, name))
        )


def _chances(make: Callable[[Context], Resolver[Any]], context: Context) -> dict[str, Fraction] | None:
    """Return the chance of each outcome of a roll; None where it takes more than FEW_STEPS or cannot be prepared."""
    try:
        odds = exact(make(context), FEW_STEPS)
    except (TooLarge, InvalidInput):
        return None
    return {json.dumps(dict(outcome), default=str): Fraction(weight, odds.total) for outcome, weight in odds.outcomes}


def _number_marks(number: CardNumber, catalogue: Catalogue) -> Iterable[NumberBasis]:
    """Yield an entry if a card's number is not printed; for a whole card, one for each such field."""

    def entry(name: str, field: str, origin: Literal["derived", "house", "custom"], note: str) -> NumberBasis:
        return {
            "kind": "card",
            "input": number.input,
            "card": number.card,
            "name": name,
            "field": field,
            "origin": origin,
            "note": note,
        }

    card = catalogue.cards.get(number.card)
    if card is None:
        yield entry(number.card, number.field, "custom", "This card is not among the cards in use.")
        return
    for field in [number.field] if number.field else list(card.origin):
        mark = card.mark(field)
        if mark.kind != "printed":
            yield entry(card.name, "" if field == "default" else field, mark.kind, mark.note)


def split_origin_keys(inputs: JsonMapping) -> tuple[JsonObject, JsonObject]:
    """Return the inputs without their `from.` keys, and the `from.` keys without this prefix."""
    plain = {name: value for name, value in inputs.items() if not name.startswith(FILLED)}
    return plain, {name.removeprefix(FILLED): value for name, value in inputs.items() if name.startswith(FILLED)}


def read_card_numbers(filled: JsonMapping, inputs: JsonMapping) -> tuple[CardNumber, ...]:
    """Return the card numbers that inputs were filled from; an input that was changed since has none.

    Raises InvalidInput for text that is not `value:card.field`, with several cards separated by commas.
    """
    numbers: list[CardNumber] = []
    for name, text in filled.items():
        value, _, cards = str(text[-1] if isinstance(text, list) else text).rpartition(":")
        places = [place.strip().partition(".") for place in cards.split(",")]
        if not value or any(not (card and field) for card, _, field in places):
            wanted = "the number, and the card's id and field it came from, for example 4:rail-gun.pe"
            raise InvalidInput(InputError(FILLED + name, quote(text), wanted))
        if str(inputs.get(name, "")).strip() == value:
            numbers += [CardNumber(name, card, field) for card, _, field in places]
    return tuple(numbers)


def card_numbers(read: BaseModel, context: Context, filled: FilledFrom | None) -> tuple[CardNumber, ...]:
    """Return the card numbers that inputs use: those that the game lists, or else each card that an input names."""
    if filled is not None:
        return tuple(filled(read, context))
    return tuple(_referenced_cards(read, context.catalogue))


def _referenced_cards(read: BaseModel, catalogue: Catalogue) -> Iterable[CardNumber]:
    """Yield the cards that inputs name by their ids, alone or in lists; a choice among fixed words names none."""
    for name, value in read:
        if get_origin(type(read).model_fields[name].annotation) is not Literal:
            yield from (CardNumber(name, word) for word in _texts(value) if word in catalogue.cards)


def _texts(value: object) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)


def record_rulings(context: Context) -> tuple[Context, ReadRulings]:
    """Return a context that records which rulings are looked up, and that record."""
    rulings = ReadRulings(context.rulings)
    return replace(context, rulings=rulings), rulings


def decisive_rulings(
    make: Callable[[Context], Any], prepared: object, context: Context, read: Iterable[str]
) -> tuple[str, ...]:
    """Return the rulings in `read` for which another option makes something different from `prepared`."""
    return tuple(
        name for name in read if any(_differs(make, prepared, other) for other in _other_contexts(context, name))
    )


def _other_contexts(context: Context, name: str) -> Iterable[Context]:
    """Yield the context under each other option of a ruling."""
    for ruling in context.rulebook.ruling:
        if ruling.id != name:
            continue
        typed = [str(ruling.number.least), str(ruling.number.most)] if ruling.number else []
        for option in [*(option.id for option in ruling.choosable_options), *typed]:
            if option != context.rulings.get(name, ruling.default):
                yield replace(context, rulings=ReadRulings({**context.rulings, name: option}))


def _differs(make: Callable[[Context], Any], prepared: object, context: Context) -> bool:
    try:
        return not _is_equal(prepared, make(context))
    except InvalidInput:
        return True


def _captured_values(function: FunctionType) -> list[Any]:
    """Return the values that a nested function takes from its enclosing function."""
    return [cell.cell_contents for cell in function.__closure__ or ()]


def _is_equal(one: Any, other: Any) -> bool:
    """Return whether two prepared resolvers are equal, whatever rulings they carry."""
    if type(one) is not type(other):
        return False
    if isinstance(one, ReadRulings):
        return True  # a ruling that is looked up later is recorded then
    if is_dataclass(one) and not isinstance(one, type):
        return all(_is_equal(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(_is_equal, one, other))
    if isinstance(one, FunctionType):  # the same code with the same captured values
        return one.__code__ is other.__code__ and _is_equal(_captured_values(one), _captured_values(other))
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(_is_equal(value, other[key]) for key, value in one.items())
    return bool(one == other)
