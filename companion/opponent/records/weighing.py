"""What attacks are worth at a table with record sheets, by the exact odds of their rolls."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from companion.base.json_types import JsonMapping
from companion.base.wording import format_number, join_words, percent
from companion.data.documents import Record
from companion.play.log import canonical
from companion.play.records.records import Records
from companion.play.records.rules import AttackOffer
from companion.play.records.tracker import RecordsTracker
from companion.play.records.wishes import Wish, chosen_fields, shared_fields

_ORIGIN = "from."
"""Prefix of inputs that say which card a number comes from."""
_HUNDREDS = 100
"""From here on a figure has no decimals."""

LATER = 0.5
"""How much the best attack of an enemy counts that has acted in this Round: it comes in the next one at the soonest."""


@dataclass(frozen=True)
class WeighedAttack:
    """An attack within the rules: its circumstances, the roll, what it is worth in points of the game."""

    unit: str
    target: str
    said: Record
    offer: AttackOffer
    gain: float
    figures: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def kill(self) -> float:
        """How often it destroys its target, or takes it out of play."""
        return float(self.figures.get("kill", self.figures.get("out", 0)))

    @property
    def title(self) -> str:
        """The weapon, and the part that is aimed at."""
        return f"{self.offer.title} at {self.offer.aim}" if self.offer.aim else self.offer.title


@dataclass(frozen=True)
class Plan:
    """What a unit may want: a target, how to stand to it, and the attack that it hopes for; None where none reaches."""

    unit: str
    target: str
    wish: Wish
    attack: WeighedAttack | None
    score: float


class Weighing:
    """Weighs the attacks of one decision."""

    def __init__(self, tracker: RecordsTracker[Any], is_thorough: bool = False) -> None:
        """Begin with nothing worked out.

        Where it `is_thorough`, targets reply as is worst for an attack, and one that is destroyed attacks no more.
        """
        self.tracker, self.is_thorough = tracker, is_thorough
        self._dangers: dict[str, float] = {}
        self._weighed: dict[tuple[int, str, str, bytes, bool], tuple[Any, list[WeighedAttack]]] = {}

    def attacks(
        self, records: Records[Any], unit: str, target: str, said: Record, is_now: bool = True
    ) -> Sequence[WeighedAttack]:
        """Return the attacks of a unit on a target that break no rule, under each choice that is the attacker's own.

        Without `is_now` also those for which it has no action at the moment: it is not its turn.
        """
        state = records.state
        key = id(state), unit, target, canonical(said.model_dump(mode="json")), is_now
        if key not in self._weighed:
            self._weighed[key] = state, [*self._weigh(records, unit, target, said, is_now)]
        return self._weighed[key][1]

    def _weigh(
        self, records: Records[Any], unit: str, target: str, said: Record, is_now: bool
    ) -> Iterator[WeighedAttack]:
        rules = self.tracker.rules
        chosen = chosen_fields(rules.circumstances)
        for values in product(*chosen.values()):
            under = said.model_copy(update=dict(zip(chosen, values, strict=True)))
            for offer in rules.offers(records, unit, target, under):
                if offer.why_not or offer.inputs is None:
                    continue
                if is_now and (offer.warning or not rules.reaches(records, unit, target, under, offer)):
                    continue
                replies = rules.replies(offer) if self.is_thorough else (offer.inputs,)
                ways = [self.figures(offer.resolver, inputs) for inputs in replies]
                gains = [rules.gain(records, unit, target, offer, figures) for figures in ways]
                worst = min(range(len(ways)), key=gains.__getitem__)
                yield WeighedAttack(unit, target, under, offer, gains[worst], ways[worst])

    def best(
        self, records: Records[Any], unit: str, target: str, said: Record, is_now: bool = True
    ) -> WeighedAttack | None:
        """Return the attack that is worth most; of equal ones the first."""
        return max(self.attacks(records, unit, target, said, is_now), key=lambda one: one.gain, default=None)

    def value(self, records: Records[Any], attack: WeighedAttack) -> float:
        """Return what an attack is worth with the attacks that its target cannot make once it is destroyed."""
        is_counted = self.is_thorough and attack.kill
        return attack.gain + attack.kill * self._danger(records, attack.target) if is_counted else attack.gain

    def best_of(self, records: Records[Any], attacks: Iterable[WeighedAttack]) -> WeighedAttack | None:
        """Return the attack that is worth most; None where no attack gains anything."""
        best = max(attacks, key=lambda one: self.value(records, one), default=None)
        return best if best and self.value(records, best) > 0 else None

    def _danger(self, records: Records[Any], enemy: str) -> float:
        """Return what the best attack of an enemy is worth to it, less where it has acted; once for a decision."""
        if enemy not in self._dangers:
            gains = [0.0]
            for unit in self.tracker.rules.enemies(records, enemy):
                said = self.tracker.read_said(records.state, enemy, unit)
                if best := self.best(records, enemy, unit, said, is_now=False):
                    gains.append(best.gain)
            counts = LATER if records.unit(enemy).has_acted else 1.0
            self._dangers[enemy] = counts * max(gains)
        return self._dangers[enemy]

    def first(self, records: Records[Any], unit: str, target: str, said: Record) -> WeighedAttack | None:
        """Return the first attack that may be made, in the order of the unit's weapons."""
        return next(iter(self.attacks(records, unit, target, said)), None)

    def figures(self, resolver: str, inputs: JsonMapping) -> Mapping[str, Fraction]:
        """Return the exact measures of an attack's roll by name; none where they are too much to work out."""
        kind = self.tracker.rolls.kind(resolver)
        plain = {name: value for name, value in inputs.items() if not name.startswith(_ORIGIN)}
        return self.tracker.rolls.measure(resolver, plain, [one.name for one in kind.measures])

    def in_words(self, attack: WeighedAttack) -> str:
        """Return an attack with its figures: `Rail Gun: Destroys 12%, Damage 430`."""
        named = [
            (cell, attack.figures[measure])
            for cell in self.tracker.rules.figures
            if (measure := cell.measures.get(attack.offer.resolver, "")) in attack.figures
            and (cell.better == "more" or attack.figures[measure])
        ]
        figures = [
            f"{cell.title.lower()} {percent(value) if cell.kind == 'chance' else _number(value)}"
            for cell, value in named
        ]
        return f"{attack.title}: {join_words(figures)}" if figures else f"{attack.title}: its odds are not known"


def _number(value: Fraction) -> str:
    return format_number(value, 0 if value >= _HUNDREDS else 1)


def said_back(tracker: RecordsTracker[Any], records: Records[Any], unit: str, target: str, wish: Wish) -> Record:
    """Return how a target would stand to a unit that stands as it wishes."""
    values: JsonMapping = tracker.said_of(records.state, target, unit)
    wished = wish.said.model_dump(mode="json")
    shared = {name: wished[name] for name in shared_fields(tracker.rules.circumstances)}
    return tracker.read_said(records.state, target, unit, {**values, **shared, **wish.back})
