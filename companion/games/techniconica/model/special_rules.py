"""The special rules that cards carry: how they are written, and what they do to an attack.

A rule is kept as cards write it: a known one by its id (`frightening-2`), any other in its own words. One that neither
the product nor a pack defines has no effect on dice.
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
"""What the number of a rule means: damage points, what is added to the Bottle Test, or weight."""


@dataclass(frozen=True, slots=True)
class Effects:
    """What special rules do to an attack.

    `dice` of two counts; `damage` points more are done by a hit that does any; `frightening` is added to the Bottle
    Test that the attack calls for, None if it calls for none; the Mech that is hit counts as `weight` heavier.
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
        """Return what it does, after its mark of origin."""
        return self.text if self.origin == "printed" else f"{{{self.origin}}} {self.text}"

    @property
    def bears(self) -> bool:
        """Whether it changes an attack or its effects."""
        return self.effects != NONE or bool(self.number)

    def effects_with_number(self, number: int) -> Effects:
        """Return its effects with the number a card prints."""
        one = self.effects
        return Effects(
            one.dice,
            one.reliable,
            one.barrage,
            one.piercing,
            one.damage + (number if self.number == "damage" else 0),
            (one.frightening or 0) + number if self.number == "frightening" else one.frightening,
            one.weight + (number if self.number == "weight" else 0),
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
    """A special rule that a player defines, with what it does to an attack.

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
        """The rule as the known ones are written."""
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


def _spelt(name: str) -> str:
    """Return a pattern for a printed name in any case, with spaces or hyphens; JSON Schema has no flags for that."""
    return "[ -]+".join("".join(f"[{c.lower()}{c.upper()}]" for c in word) for word in re.split("[ -]", name))


_KNOWN = "|".join(_spelt(s.name) + (_NUMBER if s.number else "") for s in SPECIALS.values())
_BEGUN = "|".join(_spelt(s.name) for s in SPECIALS.values())
_LETTER = "[A-Za-zÀ-ɏ]"
_PLAIN = "[^,;\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]*"
_OTHER = f"(?! *(?:{_BEGUN})(?![ -]*{_LETTER})){_PLAIN}{_LETTER}{_PLAIN}"
PATTERN = f"^(?: *(?:{_KNOWN}) *|{_OTHER})$"
"""How a special rule may be written: a known one as cards print it or by id, with its number if it has one; any other
in words, without commas and semicolons, which separate rules."""
_READ = {special.id: re.compile(f" *{_spelt(special.name)}{_NUMBER} *") for special in SPECIALS.values()}
_UNKNOWN = re.compile(_OTHER)


@lru_cache(maxsize=512)
def _read_known_rule(token: str) -> tuple[Special, int] | None:
    """Return a known rule and its number; None if it is not one of them. ValueError for a number it does not have."""
    match = next(((SPECIALS[i], found) for i, pattern in _READ.items() if (found := pattern.fullmatch(token))), None)
    if match is None:
        return None
    special, found = match
    number = found[1] or found[2]
    if number and not special.number:
        raise ValueError(f"{special.id} without a number; {quote(token)} has one")
    return special, int(number or 0)


def rule_token(text: str) -> str:
    """Return a rule as it is kept: a known one by id with its number (`frightening-2`), any other as it is written.

    ValueError says what was expected.
    """
    known = _read_known_rule(text)
    if known:
        special, number = known
        return f"{special.id}-{number}" if number else special.id
    if not _UNKNOWN.fullmatch(text):
        raise ValueError(f"the name of a special rule, some with a number up to 99 in brackets: {_examples(SPECIALS)}")
    return " ".join(text.split())


def _examples(known: Specials) -> str:
    return ", ".join(f"{s.name} (2)" if s.number else s.name for s in known.values())


def read_rule(token: str, known: Specials = SPECIALS) -> tuple[Special, int]:
    """Return a rule and its number (0 without one) from `Frightening (2)`, `frightening 2` or `frightening-2`.

    A rule that is not among the `known` ones is returned without text and effects; see `is_known`.
    """
    found = _read_known_rule(token)
    if found:
        return known.get(found[0].id, found[0]), found[1]
    whole = _find_rule(token, known)
    if whole and not whole.number:
        return whole, 0
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
    """Whether the product or a pack says what a rule does."""
    return read_rule(token, known)[0].id in known


def read_rule_by_name(token: str, known: Specials) -> tuple[Special, int]:
    """Return a rule and its number as `read` does; ValueError if it is not among the known ones."""
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
    found: dict[str, int] = {}
    for token in tokens:
        special, number = read_rule(token, known)
        before = found.get(special.id, 0)
        found[special.id] = before + number if add else max(before, number)
    return found


def attack_rules(tokens: Iterable[str], known: Specials = SPECIALS) -> tuple[str, ...]:
    """Return the tokens that change an attack or its effects, by id and number."""
    found = (read_rule(token, known) for token in tokens)
    return tuple(f"{one.id}-{number}" if number else one.id for one, number in found if one.bears and one.id in known)


def combine_rules(tokens: Iterable[str], known: Specials, rulings: Mapping[str, str]) -> Effects:
    """Return what rules do together, by the rulings rule-twice and accurate-inaccurate.

    A rule counts once; different rules of the same effect add up, or the highest counts.
    """
    add = rulings.get("rule-twice") != "highest"
    each = [known[i].effects_with_number(n) for i, n in numbers(tokens, add, known).items() if i in known]
    several = sum if add else max
    fears = [one.frightening for one in each if one.frightening is not None]
    return Effects(
        _dice(each, rulings),
        any(one.reliable for one in each),
        any(one.barrage for one in each),
        any(one.piercing for one in each),
        sum(one.damage for one in each),
        several(fears) if fears else None,
        several([one.weight for one in each] or [0]),
    )


def _dice(each: Iterable[Effects], rulings: Mapping[str, str]) -> Dice:
    """Return which die counts; a ruling decides where rules ask for the higher and the lower of two."""
    asked = {one.dice for one in each}
    if {"higher", "lower"} <= asked:
        return "lower" if rulings.get("accurate-inaccurate") == "inaccurate" else "one"
    return "higher" if "higher" in asked else "lower" if "lower" in asked else "one"
