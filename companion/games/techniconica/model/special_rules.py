"""The special rules that cards carry: their names, their numbers and what they do; attacks apply them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from companion.cards import Kind
from companion.findings import shown


@dataclass(frozen=True, slots=True)
class Special:
    """One special rule: its printed name, whether it has a number, and what it does in our words.

    `origin` says where the text comes from: its own entry, or derived from what other rules and cards say.
    """

    id: str
    name: str
    text: str
    number: bool = False
    origin: Kind = "printed"

    @property
    def told(self) -> str:
        """Return what it does, after its mark of origin."""
        return self.text if self.origin == "printed" else f"{{{self.origin}}} {self.text}"


SPECIALS = {
    special.id: special
    for special in (
        Special("accurate", "Accurate", "Roll two D10 for the Attack Roll and use the higher."),
        Special("anti-mech-specialist", "Anti-Mech Specialist", "Damage this Pilot deals is 1 point more."),
        Special(
            "armour-piercing", "Armour Piercing", "Its damage points count double while they are applied to Armour."
        ),
        Special("barrage", "Barrage", "Damage is the gap between the Combat Scores times DO, instead of gap plus DO."),
        Special("frightening", "Frightening", "The Mech attacked takes a Bottle Test, with n added to the roll.", True),
        Special("gravity-field", "Gravity Field", "On a hit the target counts as n heavier.", True, "deduced"),
        Special("inaccurate", "Inaccurate", "Roll two D10 for the Attack Roll and use the lower.", origin="deduced"),
        Special("melee", "Melee", "For Charges and Counter-Attacks."),
        Special("hover", "Hover", "An Earthquake does not slow it.", origin="deduced"),
        Special("reliable", "Reliable", "A natural 1 does not waste the attack."),
        Special("trigger", "Trigger", "It can be set off at any time and leaves play when that player's Turn ends."),
        Special("turbo-booster", "Turbo-Booster", "Printed on a known card, but its effect is not known."),
    )
}
"""Every special rule by id. Melee and Hover are Sub-Types on the cards, but rules refer to them the same way."""

_IN_ATTACKS = frozenset(SPECIALS) - {"melee", "hover", "trigger", "turbo-booster"}
"""The special rules that change an attack or its effects."""
_NUMBER = r"(?: *\( *([0-9]{1,2}) *\)|[ -]*([0-9]{1,2}))?"
LONGEST_LIST = 20


def _spelt(name: str) -> str:
    """Return a pattern for a printed name in any case, with spaces or hyphens; JSON Schema has no flags for that."""
    return "[ -]+".join("".join(f"[{c.lower()}{c.upper()}]" for c in word) for word in re.split("[ -]", name))


PATTERN = f"^ *(?:{'|'.join(_spelt(s.name) + (_NUMBER if s.number else '') for s in SPECIALS.values())}) *$"
"""How a special rule may be written: as cards print it or by id, with its number if it has one."""
_READ = {special.id: re.compile(f" *{_spelt(special.name)}{_NUMBER} *") for special in SPECIALS.values()}


@lru_cache(maxsize=512)
def read(token: str) -> tuple[Special, int]:
    """Return a rule and its number (0 without one) from `Frightening (2)`, `frightening 2` or `frightening-2`.

    ValueError says what was expected.
    """
    match = next(((SPECIALS[i], found) for i, pattern in _READ.items() if (found := pattern.fullmatch(token))), None)
    if match is None:
        known = ", ".join(f"{s.name} (2)" if s.number else s.name for s in SPECIALS.values())
        raise ValueError(f"special rules as printed or by id ({known}); {shown(token)} is not one")
    special, found = match
    number = found[1] or found[2]
    if number and not special.number:
        raise ValueError(f"{special.id} without a number; {shown(token)} has one")
    return special, int(number or 0)


def token_of(text: str) -> str:
    """Return a rule by id, with its number if it has one: `frightening-2`; ValueError says what was expected."""
    special, number = read(text)
    return f"{special.id}-{number}" if number else special.id


def written(token: str) -> str:
    """Return a rule as cards print it: `Frightening (2)`."""
    special, number = read(token)
    return f"{special.name} ({number})" if number else special.name


def numbers(tokens: Iterable[str], add: bool = True) -> dict[str, int]:
    """Return the rules among tokens by id, each with its number.

    Numbers of a rule that appears twice add up; with `add` false the highest counts (ruling rule-twice).
    """
    found: dict[str, int] = {}
    for token in tokens:
        special, number = read(token)
        before = found.get(special.id, 0)
        found[special.id] = before + number if add else max(before, number)
    return found


def bearing(tokens: Iterable[str]) -> tuple[str, ...]:
    """Return the tokens that change an attack or its effects."""
    return tuple(token for token in tokens if read(token)[0].id in _IN_ATTACKS)
