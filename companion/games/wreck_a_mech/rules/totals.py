"""The totals of a mech: Attack, Defense and Structure, with a line for each part, penalty and bonus."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.base.wording import plural
from companion.data.cards import Catalogue, Mark
from companion.data.marks import combine_marks
from companion.data.rulebook import Rulings, rule
from companion.games.wreck_a_mech.model import ARMS, Corporation, Part, Special, words

WHEELS = {
    "akio-freedom-zhao": ("akio", "freedom", "zhao"),
    "akio-zhao-freedom": ("akio", "zhao", "freedom"),
}
"""The ruling `wheel`: each corporation is strong against the next, the last against the first (fact 22)."""


def prey(corporation: str, rulings: Rulings) -> str:
    """Return the corporation that another is strong against; empty if the wheel does not name that one."""
    wheel = WHEELS[rulings.get("wheel", "akio-freedom-zhao")]
    return wheel[(wheel.index(corporation) + 1) % len(wheel)] if corporation in wheel else ""


def counted_corporation(special: Special, card: Part, rulings: Rulings) -> str:
    """Return the id of the corporation that a special rule counts."""
    if special.corporation == "own":
        return card.corporation
    return prey(card.corporation, rulings) if special.corporation == "prey" else special.corporation


def corporation_name(corporation: str, catalogue: Catalogue) -> str:
    """Return a corporation's name."""
    card = catalogue.find(Corporation, corporation)
    return card.name if card else corporation.replace("-", " ").title()


def amounts(attack: int, defense: int) -> str:
    """Return a bonus in words: `+2 Attack and +1 Defense`."""
    phrases = [f"{value:+d} {name}" for value, name in ((attack, "Attack"), (defense, "Defense")) if value]
    return " and ".join(phrases)


def rule_text(special: Special, card: Part, rulings: Rulings, catalogue: Catalogue) -> str:
    """Return a special rule as a sentence, with the corporation it names under the rulings in force."""
    corporation, bonus = counted_corporation(special, card, rulings), amounts(special.attack, special.defense)
    if not corporation:
        return f"No effect ({bonus}): the wheel has no prey for {corporation_name(card.corporation, catalogue)}."
    name = corporation_name(corporation, catalogue)
    match special.rule:
        case "set":
            return f"{bonus} with {special.least} or more {name} parts on your mech."
        case "each":
            return f"{bonus} for each {name} part on your mech."
        case "against":
            return f"{bonus} for each {name} part on your defender's mech."


def sentences(card: Part, rulings: Rulings, catalogue: Catalogue) -> tuple[str, ...]:
    """Return a part's special rules, then its free text, which changes no total."""
    text = (card.text,) if card.text else ()
    return (*(rule_text(special, card, rulings, catalogue) for special in card.special), *text)


@dataclass(frozen=True, slots=True)
class SumLine:
    """The Attack and Defense that one part, penalty or bonus adds; `why` is its name in words, `rule` its rule's id."""

    position: str
    card: str
    why: str
    attack: int
    defense: int
    rule: str = "totals"

    def as_data(self) -> dict[str, Any]:
        """Return the line as plain data."""
        return {
            "position": self.position,
            "card": self.card,
            "why": self.why,
            "attack": self.attack,
            "defense": self.defense,
        }


@dataclass(frozen=True, slots=True)
class Totals:
    """A mech's totals: the marks, the Structure of its parts, and the lines they come from."""

    attack: int
    defense: int
    structure: int
    parts: int
    lines: tuple[SumLine, ...]


def marks(mech: Mapping[str, Part]) -> dict[str, Mark]:
    """Return the marks of origin of a mech's totals, those of bonuses and penalties included."""
    placed = [card for position, card in mech.items() if fits(card, position)]
    special_marks = [card.mark("special") for card in placed if card.special]
    penalty_marks = [
        card.mark("penalty") for position, card in mech.items() if is_on_wrong_side(card, position) and card.penalty
    ]
    return {
        "attack": combine_marks([*(card.mark("attack") for card in placed), *special_marks, *penalty_marks]),
        "defense": combine_marks([*(card.mark("defense") for card in placed), *special_marks]),
        "structure": combine_marks(card.mark("structure") for card in placed),
    }


def is_on_wrong_side(card: Part, position: str) -> bool:
    """Return whether an arm is on the wrong side, upside down (fact 10)."""
    return position in ARMS and card.position in ARMS and card.position != position


def fits(card: Part, position: str) -> bool:
    """Return whether a card may be in a position: its own, or for an arm also the other side."""
    return card.position == position or is_on_wrong_side(card, position)


@rule("totals", "bonus-own", "bonus-against", "arm-penalty", "trainer-sum")
def total(
    mech: Mapping[str, Part], rulings: Rulings, catalogue: Catalogue, enemy: Mapping[str, int] | None = None
) -> Totals:
    """Return the totals of parts by position (facts 10, 12, 14); `enemy` counts the defender's parts by corporation.

    A card in a wrong position adds nothing. Totals below zero are marked as zero.
    """
    placed = {position: card for position, card in mech.items() if fits(card, position)}
    own = Counter(card.corporation for card in placed.values())
    lines = tuple(
        line
        for position, card in placed.items()
        for line in _lines(position, card, own, enemy or {}, rulings, catalogue)
    )
    return Totals(
        attack=max(0, sum(line.attack for line in lines)),
        defense=max(0, sum(line.defense for line in lines)),
        structure=sum(card.structure for card in placed.values()),
        parts=len(placed),
        lines=lines,
    )


def _lines(
    position: str,
    card: Part,
    own: Mapping[str, int],
    enemy: Mapping[str, int],
    rulings: Rulings,
    catalogue: Catalogue,
) -> Iterable[SumLine]:
    yield SumLine(position, card.id, card.name, card.attack, card.defense)
    if is_on_wrong_side(card, position) and card.penalty:
        yield SumLine(
            position, card.id, f"{card.name} upside down as {words(position)}", -card.penalty, 0, "arm-penalty"
        )
    for special in card.special:
        corporation = counted_corporation(special, card, rulings)
        count = (enemy if special.rule == "against" else own).get(corporation, 0)
        times = int(count >= special.least) if special.rule == "set" else count
        if times:
            against = special.rule == "against"
            owner, rule_id = ("the defender's ", "bonus-against") if against else ("", "bonus-own")
            parts = f"{owner}{plural(count, f'{corporation_name(corporation, catalogue)} part')}"
            added = (times * special.attack, times * special.defense)
            yield SumLine(position, card.id, f"{card.name}: {parts}", *added, rule_id)


def quick(mech: Mapping[str, Part], rulings: Rulings, enemy: Mapping[str, int]) -> tuple[int, int, int]:
    """Return attack, defense and structure alone: the same as `total`, but faster for many mechs."""
    own: dict[str, int] = {}
    for card in mech.values():
        own[card.corporation] = own.get(card.corporation, 0) + 1
    attack = defense = structure = 0
    for position, card in mech.items():
        attack += card.attack - (card.penalty if card.position != position else 0)
        defense += card.defense
        structure += card.structure
        for special in card.special:
            corporation = counted_corporation(special, card, rulings)
            count = (enemy if special.rule == "against" else own).get(corporation, 0)
            times = int(count >= special.least) if special.rule == "set" else count
            attack += times * special.attack
            defense += times * special.defense
    return max(0, attack), max(0, defense), structure


def cards_by_position(mech: Mapping[str, str], catalogue: Catalogue) -> dict[str, Part]:
    """Return the cards of a mech by position; ids that no card has are left out."""
    return {position: card for position, i in mech.items() if (card := catalogue.find(Part, i))}


def structures(mech: Mapping[str, Part]) -> dict[str, int]:
    """Return the Structure of each part in a valid position, by position."""
    return {position: card.structure for position, card in mech.items() if fits(card, position)}
