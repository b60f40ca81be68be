"""A roll while it is filled in from both sides, and how it becomes a pairing with what it rests on in words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from companion.base.findings import InvalidInput
from companion.base.json_types import JsonObject
from companion.base.wording import join_words, one_line
from companion.data.documents import read_as
from companion.gamekit.contract import Context
from companion.gamekit.matchup import Pairing
from companion.games.techniconica.matchup.values import Value, roll_inputs
from companion.games.techniconica.model import Part
from companion.games.techniconica.model.special_rules import (
    Special,
    Specials,
    attack_rules,
    is_known,
    read_rule,
    write_rule,
)
from companion.games.techniconica.resolver import RESOLVERS
from companion.games.techniconica.rules.assembly import Assembly, Mount

_KINDS = {kind.name: kind for kind in RESOLVERS}
_KNOWN: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("AC {}", ("accuracy",)),
    ("PE {}, DO {}", ("penetration", "damage_output")),
    ("SP {}", ("speed",)),
    ("their SP {}", ("target_speed",)),
    ("AR {}", ("armour",)),
    ("Shields {}", ("shields",)),
    ("Armour {}", ("armours",)),
    ("DT {}", ("base",)),
    ("{} damage on it", ("base_damage",)),
    ("FO {}, BT {}", ("fortitude", "bottle_threshold")),
    ("Re-Rolls {} : {}", ("attacker_rerolls", "defender_rerolls")),
    ("{} to spare", ("spare_weight",)),
    ("counter-attack PE {}, DO {}", ("counter_penetration", "counter_damage_output")),
)
"""How a table names the inputs that are most looked at, in this order; those that a roll does not take are left out."""
LONGEST_WORDS = 40


@dataclass
class Draft:
    """A roll in preparation: its inputs, the rules applied, what is left out, or why there is no roll."""

    resolver: str
    title: str
    values: dict[str, Value] = field(default_factory=dict)
    applied: list[tuple[str, str]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    why_not: str = ""

    @property
    def inputs(self) -> JsonObject:
        """The inputs of the roll as far as they are known, and for each the cards it was filled from."""
        return roll_inputs(self.values, _KINDS[self.resolver].inputs)

    def pairing(self, context: Context) -> Pairing:
        """Return the pairing; without a number that the roll cannot do without, it says which."""
        missing = [text for name, value in self.values.items() for text in value.unknown if _is_required(self, name)]
        why = self.why_not or (
            f"Not known: {join_words(dict.fromkeys(missing))}. Enter it in a card pack." if missing else ""
        )
        inputs = self.inputs if not why else {}
        why = why or wrong(self.resolver, inputs, context)
        if why:
            return Pairing(why_not=why)
        changes = ((change, "modifies") for value in self.values.values() for change in value.changes)
        unknown = (f"{text} is not known" for value in self.values.values() for text in value.unknown)
        return Pairing(
            self.resolver,
            inputs,
            tuple(self._describe_known(inputs)),
            tuple(dict.fromkeys((*changes, *self.applied))),
            tuple(dict.fromkeys((*unknown, *self.left_out))),
        )

    def _describe_known(self, inputs: Mapping[str, object]) -> Iterator[str]:
        yield one_line(self.title, LONGEST_WORDS)
        for words, names in _KNOWN:
            if not any(name in inputs for name in names):
                continue
            if self.resolver != "charge" and names == ("speed",):
                words = "their SP {}"
            yield one_line(words.format(*(inputs.get(name, 0) for name in names)), LONGEST_WORDS)
        if inputs.get("last"):
            yield "ends the Mech"


def _is_required(draft: Draft, name: str) -> bool:
    return _KINDS[draft.resolver].inputs.model_fields[name].is_required()


def wrong(resolver: str, inputs: Mapping[str, object], context: Context) -> str:
    """Return why a roll cannot be made from inputs, nothing where it can: numbers beyond what dice are asked for."""
    kind = _KINDS[resolver]
    plain = {name: value for name, value in inputs.items() if not name.startswith("from.")}
    try:
        kind.make(read_as(kind.inputs, plain, {"catalogue": context.catalogue}), context)
    except InvalidInput as error:
        return str(error)
    return ""


def special(made: Assembly, weapon: Mount, known: Specials) -> tuple[Value, list[tuple[str, str]], list[str]]:
    """Return the special rules of an attack, each one's effect with its rule, and the undefined ones."""
    pilot = made.at("pilot")
    cards = [weapon.card, *weapon.working_extras, *((pilot.card,) if pilot else ())]
    tokens = [token for token in made.shot_rules(weapon) if is_known(token, known)]
    bearers = dict.fromkeys(f"{card.id}.rules" for card in cards if attack_rules(card.rules, made.specials))
    value = Value(",".join(tokens), tuple(bearers))
    return value, [_read_rule(token, known) for token in tokens], list(_undefined_rules(cards, known))


def _undefined_rules(cards: Iterable[Part], known: Specials) -> Iterator[str]:
    for card in cards:
        for token in card.rules:
            if not is_known(token, known):
                yield f"{token} of {card.name}: no card in use says what it does"


def _read_rule(token: str, known: Specials) -> tuple[str, str]:
    found, number = read_rule(token, known)
    return f"{write_rule(token, known)}: {found.text}", _deciding_rule(found, number)


def _deciding_rule(found: Special, number: int) -> str:
    effects = found.effects_with_number(number)
    if effects.piercing:
        return "armour-piercing"
    if effects.frightening is not None:
        return "bottle-cause"
    if effects.weight:
        return "overloaded"
    return "jam" if effects.reliable else "special-attack"


def heavy(rules: str, known: Specials) -> bool:
    """Whether an attack makes the Mech that it hits heavier, as a Gravity Field does."""
    read_rules = (read_rule(token, known) for token in rules.split(",") if token)
    return any(found.effects_with_number(number).weight for found, number in read_rules)
