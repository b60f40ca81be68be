"""Situations for games whose models stand on the players' own table: how units stand in the lab, Round by Round.

A result holds in its situation alone: it is never the win rate of the game, in which players move.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from pydantic import Field, field_validator

from companion.base import paths
from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words
from companion.data.documents import Record, parse, read_as
from companion.play.records.rules import RecordRules
from companion.play.records.wishes import chosen_fields

FILE = "situations.toml"
"""The file of a game's card data with the situations that ship."""
MOST_ROUND = 99
LONGEST_NAME = 120


class PairSaid(Record):
    """What holds of some pairs besides: attacks of a side (from 1), of units of a name, on units of a name.

    What is left out is every side, or every unit.
    """

    side: int | None = Field(None, ge=1, le=4)
    unit: str = Field("", max_length=LONGEST_NAME)
    target: str = Field("", max_length=LONGEST_NAME)
    said: JsonObject

    def holds(self, side: int, unit: str, target: str) -> bool:
        """Return whether it is about attacks of this side's unit on a target, by their names."""
        is_side = self.side in (None, side + 1)
        return is_side and _is_named(self.unit, unit) and _is_named(self.target, target)


def _is_named(wanted: str, name: str) -> bool:
    return not wanted or wanted.strip().casefold() == name.casefold()


class Stretch(Record):
    """How units stand from a Round on, until the next stretch: `said` of every pair, then of some, later ones first."""

    round: int = Field(ge=1, le=MOST_ROUND)
    said: JsonObject = {}
    pairs: tuple[PairSaid, ...] = Field((), max_length=200)


class Situation(Record):
    """A situation: its title, what it is in a sentence, and how units stand by Round, in the words of the game's chips.

    Chips that it does not state keep the game's own default.
    """

    title: str = Field(min_length=1, max_length=60)
    about: str = Field("", max_length=400)
    rounds: tuple[Stretch, ...] = Field(min_length=1, max_length=MOST_ROUND)

    @field_validator("rounds")
    @classmethod
    def _in_order(cls, rounds: tuple[Stretch, ...]) -> tuple[Stretch, ...]:
        numbers = [one.round for one in rounds]
        if numbers != sorted({*numbers}):
            raise ValueError("Rounds in their order, each once")
        return rounds

    @property
    def words(self) -> str:
        """The situation as it stands before a result: `In the situation *closing in*: ...`."""
        about = f": {self.about[:1].lower()}{self.about[1:]}" if self.about else "."
        return f"In the situation *{self.title}*{about}"

    def stretch(self, number: int) -> Stretch | None:
        """Return what holds in a Round; None before the first one that is stated."""
        return next((one for one in reversed(self.rounds) if one.round <= number), None)

    def places(self) -> Iterator[tuple[str, JsonObject]]:
        """Yield what is said, each with its place in the file."""
        for number, stretch in enumerate(self.rounds):
            yield f"rounds[{number}]", stretch.said
            for at, pair in enumerate(stretch.pairs):
                yield f"rounds[{number}].pairs[{at}]", pair.said


def check(situation: Situation, rules: RecordRules[Any], sides: int, units: Mapping[int, set[str]]) -> None:
    """Raise InvalidInput with every place that this game, or these builds, cannot have.

    `units` are the names of the units of each side; what an attacker chooses itself is no situation.
    """
    errors: list[InputError] = []
    model, chosen = rules.circumstances, chosen_fields(rules.circumstances)
    allowed = [name for name in model.model_fields if name not in chosen]
    for place, said in situation.places():
        try:
            read_as(model, said)
        except InvalidInput as error:
            errors += (InputError(f"{place}.said.{one.where}", one.found, one.expected) for one in error.input_errors)
        wanted = f"what the table knows: {join_words(allowed, 'or')}"
        errors += (
            InputError(f"{place}.said.{name}", "the attacker's own choice", wanted) for name in said if name in chosen
        )
    names = {name.casefold() for one in units.values() for name in one}
    for number, stretch in enumerate(situation.rounds):
        for at, pair in enumerate(stretch.pairs):
            place = f"rounds[{number}].pairs[{at}]"
            if pair.side is not None and pair.side > sides:
                errors.append(InputError(f"{place}.side", str(pair.side), f"1 to {sides}"))
            for field, name in (("unit", pair.unit), ("target", pair.target)):
                if name and name.strip().casefold() not in names:
                    wanted = (
                        f"a unit of the builds: {join_words(sorted({n for one in units.values() for n in one}), 'or')}"
                    )
                    errors.append(InputError(f"{place}.{field}", quote(name), wanted))
    if errors:
        raise InvalidInput(*errors)


def read(data: JsonMapping) -> Situation:
    """Return a situation from a file's data; InvalidInput names each place that cannot be read."""
    return read_as(Situation, dict(data))


@lru_cache(maxsize=8)
def shipped(package: str) -> Mapping[str, Situation]:
    """Return the situations that ship with a game, by name, the usual one first; none for a game without positions."""
    path = paths.CARD_DATA / package / FILE
    if not path.exists():
        return {}
    return {name: read(data) for name, data in parse(path.read_text("utf-8"), path.name).items()}
