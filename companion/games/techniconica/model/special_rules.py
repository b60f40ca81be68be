"""The special rules of cards: how they are written, and their effects on an attack.

A `token` is a rule as a card keeps it: a known one by id with its number (`frightening-2`), any other in its own words.
A rule that neither the product nor a pack defines has no effect on dice.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from pydantic import Field

from companion.base.findings import quote
from companion.data.cards import Card, Catalogue, Kind

Dice = Literal["one", "higher", "lower"]
"""Which die of an Attack Roll counts."""
Numbered = Literal["", "damage", "frightening", "weight"]
"""The meaning of a rule's number: damage points, an addition to the Bottle Test, or weight."""


@dataclass(frozen=True, slots=True)
class Effects:
    """The effects of special rules on an attack.

    `dice`: which of two dice counts. `damage`: points added to a hit that does any damage. `frightening`: the addition
    to the Bottle Test of the Mech attacked, None for no test. `weight`: by how much the Mech that is hit gets heavier.
    """

    dice: Dice = "one"
    reliable: bool = False
    barrage: bool = False
    piercing: bool = False
    damage: int = 0
    frightening: int | None = None
    weight: int = 0


NONE = Effects()


@dataclass(frozen=True, slots=True)
class Special:
    """One special rule: its printed name, what its number means if it has one, and what it does in our words.

    `origin` says where the text comes from: its own entry, or derived from what other rules and cards say. The effect
    of one that is not `defined` is not known.
    """

    id: str
    name: str
    text: str
    number: Numbered = ""
    origin: Kind = "printed"
    effects: Effects = field(default=NONE)
    defined: bool = True

    @property
    def printed_text(self) -> str:
        """Return its text after its mark of origin."""
        return self.text if self.origin == "printed" else f"{{{self.origin}}} {self.text}"

    @property
    def changes_attack(self) -> bool:
        """Whether it changes an attack or its effects."""
        return self.effects != NONE or bool(self.number)

    def effects_with_number(self, number: int) -> Effects:
        """Return its effects with the number a card prints."""
        base = self.effects
        return Effects(
            base.dice,
            base.reliable,
            base.barrage,
            base.piercing,
            base.damage + (number if self.number == "damage" else 0),
            (base.frightening or 0) + number if self.number == "frightening" else base.frightening,
            base.weight + (number if self.number == "weight" else 0),
        )


Specials = Mapping[str, Special]
"""Special rules by id."""
SPECIALS: Specials = {
    special.id: special
    for special in (
        Special(
            "accurate",
            "Accurate",
            "Roll two D10 for the Attack Roll and use the higher.",
            effects=Effects(dice="higher"),
        ),
        Special(
            "anti-mech-specialist",
            "Anti-Mech Specialist",
            "Damage this Pilot deals is 1 point more.",
            effects=Effects(damage=1),
        ),
        Special(
            "armour-piercing",
            "Armour Piercing",
            "Its damage points count double while they are applied to Armour.",
            effects=Effects(piercing=True),
        ),
        Special(
            "barrage",
            "Barrage",
            "Damage is the gap between the Combat Scores times DO, instead of gap plus DO.",
            effects=Effects(barrage=True),
        ),
        Special(
            "frightening",
            "Frightening",
            "The Mech attacked takes a Bottle Test, with n added to the roll.",
            "frightening",
            effects=Effects(frightening=0),
        ),
        Special("gravity-field", "Gravity Field", "On a hit the target counts as n heavier.", "weight", "derived"),
        Special(
            "inaccurate",
            "Inaccurate",
            "Roll two D10 for the Attack Roll and use the lower.",
            origin="derived",
            effects=Effects(dice="lower"),
        ),
        Special("melee", "Melee", "For Charges and Counter-Attacks."),
        Special("hover", "Hover", "An Earthquake does not slow it.", origin="derived"),
        Special("reliable", "Reliable", "A natural 1 does not waste the attack.", effects=Effects(reliable=True)),
        Special("trigger", "Trigger", "It can be set off at any time and leaves play when that player's Turn ends."),
        Special(
            "turbo-booster", "Turbo-Booster", "Printed on a known card, but its effect is not known.", defined=False
        ),
    )
}
"""Every known rule by id. Melee is a Sub-Type of Weapons too, and Hover one of Locomotors: `is_melee` reads both."""


class SpecialRule(Card):
    """A special rule that a player defines, with its effects on an attack.

    Cards refer to it by its name or id, with its number in brackets if it has one: `Rending (2)`.
    """

    text: str = Field(min_length=1, max_length=400, title="Text", description="What the card says about it.")
    dice: Dice = Field(
        "one", title="Attack Roll", description="One die, or the higher or lower of two, as Accurate and Inaccurate."
    )
    reliable: bool = Field(default=False, title="A natural 1 does not jam", description="As Reliable.")
    barrage: bool = Field(default=False, title="Damage is gap times DO", description="As Barrage.")
    piercing: bool = Field(default=False, title="Counts double on Armour", description="As Armour Piercing.")
    damage: int = Field(
        0, ge=-20, le=20, title="Damage more", description="Points that a hit does more, as Anti-Mech Specialist."
    )
    frightening: int | None = Field(
        None,
        ge=0,
        le=20,
        title="Added to a Bottle Test",
        description="As Frightening: the Mech attacked takes a test; empty: it takes none.",
    )
    weight: int = Field(0, ge=0, le=20, title="Weight on the target", description="On a hit, as Gravity Field.")
    number: Numbered = Field(
        "", title="Its number means", description="What n counts as on a card that prints Name (n); empty: no number."
    )

    @property
    def special(self) -> Special:
        """The rule in the form of the known ones."""
        effects = Effects(
            self.dice, self.reliable, self.barrage, self.piercing, self.damage, self.frightening, self.weight
        )
        return Special(self.id, self.name, self.text, self.number, self.mark("text").kind, effects)


@lru_cache(maxsize=8)
def specials(catalogue: Catalogue) -> Specials:
    """Return the known rules with those that the catalogue's cards define, which replace known ones of the same id."""
    return {**SPECIALS, **{card.id: card.special for card in catalogue.all(SpecialRule)}}


LONGEST_LIST = 20
_NUMBER = r"(?: *\( *([0-9]{1,2}) *\)|[ -]*([0-9]{1,2}))?"
_SPLIT = re.compile(r" *(.*?)(?: *\( *([0-9]{1,2}) *\)|[ -]([0-9]{1,2}))? *")


def _any_case(name: str) -> str:
    """Return a pattern for a printed name in any case, with spaces or hyphens; JSON Schema has no flag for case."""
    return "[ -]+".join("".join(f"[{c.lower()}{c.upper()}]" for c in word) for word in re.split("[ -]", name))


_KNOWN_RULES = "|".join(_any_case(s.name) + (_NUMBER if s.number else "") for s in SPECIALS.values())
_KNOWN_NAMES = "|".join(_any_case(s.name) for s in SPECIALS.values())
_LETTER = "[A-Za-zÀ-ɏ]"
_PLAIN = "[^,;\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]*"
_OTHER = f"(?! *(?:{_KNOWN_NAMES})(?![ -]*{_LETTER})){_PLAIN}{_LETTER}{_PLAIN}"
PATTERN = f"^(?: *(?:{_KNOWN_RULES}) *|{_OTHER})$"
"""The pattern of a special rule: a known one as cards print it or by id, with its number if it has one; any other in
words, without commas and semicolons, which separate rules."""
_KNOWN_PATTERNS = {special.id: re.compile(f" *{_any_case(special.name)}{_NUMBER} *") for special in SPECIALS.values()}
_UNKNOWN = re.compile(_OTHER)


@lru_cache(maxsize=512)
def _read_known_rule(token: str) -> tuple[Special, int] | None:
    """Return a known rule and its number, or None for another; ValueError for a number that the rule does not have."""
    for special in SPECIALS.values():
        if match := _KNOWN_PATTERNS[special.id].fullmatch(token):
            number = match[1] or match[2]
            if number and not special.number:
                raise ValueError(f"{special.id} without a number; {quote(token)} has one")
            return special, int(number or 0)
    return None


def rule_token(text: str) -> str:
    """Return the token of a rule: of a known one its id with its number (`frightening-2`), any other as written.

    ValueError says what is expected.
    """
    known_rule = _read_known_rule(text)
    if known_rule:
        special, number = known_rule
        return f"{special.id}-{number}" if number else special.id
    if not _UNKNOWN.fullmatch(text):
        raise ValueError(f"the name of a special rule, some with a number up to 99 in brackets: {_examples(SPECIALS)}")
    return " ".join(text.split())


def _examples(known: Specials) -> str:
    return ", ".join(f"{s.name} (2)" if s.number else s.name for s in known.values())


def read_rule(token: str, known: Specials = SPECIALS) -> tuple[Special, int]:
    """Return a rule and its number (0 without one) from `Frightening (2)`, `frightening 2` or `frightening-2`.

    A rule that is not in `known` is returned without text and effects; see `is_known`.
    """
    known_rule = _read_known_rule(token)
    if known_rule:
        return known.get(known_rule[0].id, known_rule[0]), known_rule[1]
    rule = _find_rule(token, known)
    if rule and not rule.number:
        return rule, 0
    match = _SPLIT.fullmatch(token)
    name, number = (match[1], int(match[2] or match[3] or 0)) if match else (token, 0)
    return _find_rule(name, known) or Special(_slug(name), name.strip(), ""), number


def _find_rule(name: str, known: Specials) -> Special | None:
    """Return the rule with an id or a name, None if there is none."""
    slug = _slug(name)
    return known.get(slug) or next((special for special in known.values() if _slug(special.name) == slug), None)


def _slug(name: str) -> str:
    return re.sub(r"[\W_]+", "-", name.casefold()).strip("-")


def is_known(token: str, known: Specials) -> bool:
    """Whether the product or a pack defines a rule."""
    return read_rule(token, known)[0].id in known


def read_rule_by_name(token: str, known: Specials) -> tuple[Special, int]:
    """Return a rule and its number as `read_rule` does; ValueError if it is not in `known`."""
    if not is_known(rule_token(token), known):
        raise ValueError(f"special rules as printed or by id ({_examples(known)}); {quote(token)} is not one")
    return read_rule(token, known)


def write_rule(token: str, known: Specials = SPECIALS) -> str:
    """Return a rule as cards print it: `Frightening (2)`."""
    special, number = read_rule(token, known)
    if special.id not in known:
        return token
    return f"{special.name} ({number})" if number else special.name


def numbers(tokens: Iterable[str], add: bool = True, known: Specials = SPECIALS) -> dict[str, int]:
    """Return the rules among tokens by id, each with its number.

    Numbers of a rule that appears twice add up; with `add` false the highest counts (ruling rule-twice).
    """
    numbers_by_id: dict[str, int] = {}
    for token in tokens:
        special, number = read_rule(token, known)
        earlier = numbers_by_id.get(special.id, 0)
        numbers_by_id[special.id] = earlier + number if add else max(earlier, number)
    return numbers_by_id


def attack_rules(tokens: Iterable[str], known: Specials = SPECIALS) -> tuple[str, ...]:
    """Return the tokens that change an attack or its effects, as ids with numbers."""
    rules = (read_rule(token, known) for token in tokens)
    effective = ((rule.id, number) for rule, number in rules if rule.changes_attack and rule.id in known)
    return tuple(f"{rule_id}-{number}" if number else rule_id for rule_id, number in effective)


def combine_rules(tokens: Iterable[str], known: Specials, rulings: Mapping[str, str]) -> Effects:
    """Return the joint effects of rules, by the rulings rule-twice and accurate-inaccurate.

    A rule counts once; different rules of the same effect add up, or the highest counts.
    """
    add = rulings.get("rule-twice") != "highest"
    each = [known[i].effects_with_number(n) for i, n in numbers(tokens, add, known).items() if i in known]
    combine = sum if add else max
    frightening = [effects.frightening for effects in each if effects.frightening is not None]
    return Effects(
        _dice(each, rulings),
        any(effects.reliable for effects in each),
        any(effects.barrage for effects in each),
        any(effects.piercing for effects in each),
        sum(effects.damage for effects in each),
        combine(frightening) if frightening else None,
        combine([effects.weight for effects in each] or [0]),
    )


def _dice(each: Iterable[Effects], rulings: Mapping[str, str]) -> Dice:
    """Return which die counts; a ruling decides if rules require both the higher and the lower of two."""
    required = {effects.dice for effects in each}
    if {"higher", "lower"} <= required:
        return "lower" if rulings.get("accurate-inaccurate") == "inaccurate" else "one"
    return "higher" if "higher" in required else "lower" if "lower" in required else "one"
