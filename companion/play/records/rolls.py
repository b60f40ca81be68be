"""The rolls of a table with record sheets: the game's resolvers by name, and dice of no resolver."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from companion import __version__
from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping
from companion.base.wording import join_words
from companion.data.documents import read_as
from companion.dice.expression import Expression, parse
from companion.dice.odds import TooLarge, exact
from companion.dice.readings import readings
from companion.dice.resolver import Mean, Measure, Outcome, Play, Resolver, replay
from companion.dice.throw import Choice
from companion.gamekit.contract import Context, ResolverKind
from companion.play.log import canonical
from companion.play.records.state import TableStep

MOST_DICE, MOST_FACES = 100, 100
"""Dice of one throw, and faces of a die, that a table throws."""
MOST_KEPT = 1_000
"""Rolls whose measures each table keeps: about a megabyte."""
DICE = "dice"
"""The name under which dice of no resolver are rolled."""


@dataclass(frozen=True)
class Rolls:
    """The resolvers of a game, in the context of a table; `release` is the version that opened it."""

    resolvers: tuple[ResolverKind, ...]
    context: Context
    release: str = __version__
    _measured: dict[bytes, Mapping[str, Fraction]] = field(default_factory=dict, repr=False, compare=False)

    def make(self, name: str, inputs: JsonMapping) -> Resolver[Any]:
        """Return the resolver of a roll; InvalidInput where there is none, or it cannot be made of its inputs."""
        if name == DICE:
            return self.parse_dice(inputs)
        kind = self.kind(name)
        plain = {key: value for key, value in inputs.items() if not key.startswith("from.")}
        return kind.make(read_as(kind.inputs, plain, {"catalogue": self.context.catalogue}), self.context)

    def parse_dice(self, inputs: JsonMapping) -> Expression:
        """Return dice of no resolver; InvalidInput where they cannot be read, or are more than a table throws."""
        text = str(inputs["expression"])
        return _parse(_as_of_today(text) if _BEFORE_0_20.match(self.release) else text)

    def describe_dice(self, inputs: JsonMapping, outcome: Outcome) -> str:
        """Return what dice of no resolver came to, in the words that the release which opened the table uses.

        Words stand in the states of a table, and the hashes in its log depend on them.
        """
        if "total" in outcome and _BEFORE_0_20.match(self.release):
            return str(outcome["total"])
        return self.parse_dice(inputs).describe(outcome)

    def readings(self, inputs: JsonMapping) -> tuple[str, ...]:
        """Return how dice of no resolver were read where other programs read them otherwise; no state has it.

        Tables of earlier releases have the notation of those.
        """
        return () if _BEFORE_0_20.match(self.release) else readings(self.parse_dice(inputs), has_odds=False)

    def kind(self, name: str) -> ResolverKind:
        """Return a resolver of the game by its name; InvalidInput names those that there are."""
        kind = next((kind for kind in self.resolvers if kind.name == name), None)
        if kind is None:
            wanted = f"one of {join_words([kind.name for kind in self.resolvers], 'or')}"
            raise InvalidInput(InputError("resolver", quote(name), wanted))
        return kind

    def run(self, step: TableStep) -> Play[Any]:
        """Return a roll as far as its faces go."""
        return replay(self.make(step.resolver, step.inputs), step.groups)

    def dice(self, step: TableStep) -> tuple[tuple[int, ...], ...]:
        """Return the faces of a roll's dice, without the answers that players gave in it."""
        return tuple(one.faces for one in self.run(step).thrown if not isinstance(one.throw, Choice))

    def figures(self, name: str, inputs: JsonMapping) -> tuple[Measure, ...]:
        """Return the measures of a roll's report: its headline, and the first mean that needs no input."""
        if name == DICE:
            expression = self.parse_dice(inputs)
            return expression.measures if expression.notation.repeats == 1 else ()
        kind = self.kind(name)
        headline = [one for one in kind.measures if one.name == kind.headline]
        means = [one for one in kind.measures if isinstance(one, Mean) and not one.needs and not one.asked_by]
        return tuple(dict.fromkeys((*headline, *means[:1])))

    def measure(self, name: str, inputs: JsonMapping, wanted: Collection[str]) -> Mapping[str, Fraction]:
        """Return the exact measures of a roll that are `wanted`, by name; none where they are too much to work out.

        A measure whose input is not filled in is left out. Those of the newest rolls are kept: the computer asks for
        the same ones at decision after decision.
        """
        key = canonical([name, dict(inputs), sorted(wanted)])
        found = self._measured.get(key)
        if found is None:
            found = self._work_out(name, inputs, wanted)
            if len(self._measured) >= MOST_KEPT:
                self._measured.clear()
            self._measured[key] = found
        return found

    def _work_out(self, name: str, inputs: JsonMapping, wanted: Collection[str]) -> Mapping[str, Fraction]:
        kind, resolver = self.kind(name), self.make(name, inputs)
        measures = {
            one.name: one for one in kind.measures if one.name in wanted and (not one.needs or inputs.get(one.needs))
        }
        quick = kind.figures(resolver) if kind.figures else {}
        if all(one in quick for one in measures):
            return {one: quick[one] for one in measures}
        try:
            odds = exact(resolver)
        except TooLarge:
            return {}
        return {one: odds.measure(measure) for one, measure in measures.items()}

    def ending(self, step: TableStep, outcome: Outcome) -> str:
        """Return how a roll ended, in a sentence without its full stop."""
        if step.resolver == DICE:
            return self.describe_dice(step.inputs, outcome)
        return self.kind(step.resolver).ending(outcome)


_BEFORE_0_20 = re.compile(r"$|0\.1[0-9]\.")


def _as_of_today(text: str) -> str:
    """Return dice in today's notation, as releases before 0.20 read them.

    They ignored all spaces, knew d66 as a die with 66 sides, and took a comparison behind `!` for one that counts.
    """
    text = re.sub(r"(?<![0-9])(d66)(?![0-9])", r"1\1", re.sub(r"\s", "", text), flags=re.IGNORECASE)
    return re.sub(r"!((?:>=|<=|>|<|=)[0-9]+)", r"\1!", text)


@lru_cache(256)
def _parse(text: str) -> Expression:
    expression = parse(text)
    for pool in expression.pools:
        if pool.count > MOST_DICE or len(pool.die.faces) > MOST_FACES:
            wanted = f"at most {MOST_DICE} dice of at most {MOST_FACES} faces at a table"
            raise InvalidInput(InputError("expression", quote(text), wanted))
    return expression
