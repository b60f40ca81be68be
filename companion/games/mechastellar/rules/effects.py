"""The effects of traits and special lines on the dice of one attack; matchups and analyses take them from here.

A trait counts by the numbers of its card, printed or custom. A trait without a card, or whose card has words alone, has
no effect; `traits_without_effect` names it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.data.card_ids import plain_name
from companion.data.cards import Catalogue
from companion.data.rulebook import rule
from companion.games.mechastellar.model import Profile, Trait, TraitLine
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules.equipped import EquippedUnit, cards_of_traits
from companion.games.mechastellar.rules.unknown_names import (
    strip_number,
    trait_cards_by_name,
    unknown_marks,
    unknown_special,
)

LIGHT = 300
"""Weapons below this damage count as light for traits."""
GRUNTS = 2
"""Units of this Frame or less are grunts for traits."""
ATTACK = ("hits", "light_hits", "grunt_hits", "pen", "accuracy", "shots", "grunt_shots", "hit_on", "focus")
"""The numbers of a trait that help its unit's attacks."""
DEFENSE = ("evade", "rerolls", "blocks")
"""The numbers of a trait that protect its unit."""
SHOOTING_ONLY = ("accuracy", "shots", "grunt_shots", "evade", "rerolls")
MELEE_ONLY = ("hit_on",)
AGAINST = {
    "skilled": "only against level 1 and 2 pilots, captains and Kaiju",
    "basic": "only against basic pilots",
    "larger": "only against larger units",
}


@dataclass(frozen=True)
class Effect:
    """The changes of one trait or weapon to one attack, for the attacker or its target; `hit_on` 0 is no change."""

    source: str
    hits: int = 0
    pen: int = 0
    accuracy: int = 0
    shots: int = 0
    hit_on: int = 0
    focus: bool = False
    evade: int = 0
    rerolls: int = 0
    blocks: int = 0
    rule: str = "trait-bonus"

    @property
    def words(self) -> str:
        """Return the effect in words, for example `Headhunter: +2 Hits`."""
        numbers = (
            (self.hits, "Hit", "Hits"),
            (self.pen, "PEN", "PEN"),
            (self.accuracy, "Accuracy", "Accuracy"),
            (self.shots, "Shot", "Shots"),
            (self.evade, "Evade", "Evade"),
            (self.blocks, "Block", "Blocks"),
        )
        parts = [f"+{n} {several if n > 1 else one}" for n, one, several in numbers if n]
        parts += [f"attack dice hit on {self.hit_on} or more"] * bool(self.hit_on)
        parts += [f"{self.rerolls} Evade {'die' if self.rerolls == 1 else 'dice'} rerolled"] * bool(self.rerolls)
        parts += ["a free Focus"] * self.focus
        return f"{self.source}: {', '.join(parts)}"

    def __bool__(self) -> bool:
        """Return whether it changes anything."""
        return any((self.hits, self.pen, self.accuracy, self.shots, self.hit_on, self.focus)) or self.protects

    @property
    def protects(self) -> bool:
        """Return whether it changes something for the side that is attacked."""
        return any((self.evade, self.rerolls, self.blocks))


@rule("trait-bonus")
def attack_effects(
    a: Profile, b: Profile, weapon: Weapon, catalogue: Catalogue, melee: bool = False
) -> tuple[Effect, ...]:
    """Return the effects of A's traits and the weapon's special line on A's attack on B."""
    cards = {card.id: card for card in (*trait_cards(a, catalogue), *explaining_traits(a, catalogue, weapon).values())}
    effects = [_attack_effect(card, b, weapon, melee) for card in cards.values() if _counts(card, a, b, melee)]
    if b.warship and weapon.warship_pen:
        effects.append(Effect(weapon.name, pen=weapon.warship_pen))
    return tuple(effect for effect in effects if effect)


@rule("trait-bonus")
def defense_effects(b: Profile, a: Profile, catalogue: Catalogue, melee: bool = False) -> tuple[Effect, ...]:
    """Return the effects of B's traits when A attacks it."""
    cards = {card.id: card for card in (*trait_cards(b, catalogue), *explaining_traits(b, catalogue).values())}
    effects = [_defense_effect(card, melee) for card in cards.values() if _counts(card, b, a, melee)]
    return tuple(effect for effect in effects if effect)


def trait_cards(profile: Profile, catalogue: Catalogue) -> tuple[Trait, ...]:
    """Return the cards of a unit's traits, each once: those of its own list, else those of the catalogue."""
    return profile.trait_cards if isinstance(profile, EquippedUnit) else cards_of_traits(profile.traits, catalogue)


def explaining_traits(profile: Profile, catalogue: Catalogue, weapon: Weapon | None = None) -> dict[str, Trait]:
    """Return the trait cards that a player wrote for a unit's Special and, with a weapon, for its marks, by name."""
    names = (*unknown_special(profile), *(unknown_marks(weapon) if weapon else ()))
    if isinstance(profile, EquippedUnit):
        return {name: profile.named_cards[name] for name in names if name in profile.named_cards}
    return trait_cards_by_name(names, catalogue)


def unexplained_names(profile: Profile, catalogue: Catalogue, weapon: Weapon | None = None) -> tuple[str, ...]:
    """Return a unit's Special or a weapon's marks that no card with numbers explains, as they are printed."""
    cards = explaining_traits(profile, catalogue, weapon)
    names = unknown_marks(weapon) if weapon else unknown_special(profile)
    return tuple(name for name in names if name not in cards or not cards[name].counts)


def _counts(trait: Trait, own: Profile, other: Profile, melee: bool) -> bool:
    return trait.when in ("all", "melee" if melee else "shooting") and _helps(trait, own, other)


def _helps(trait: Trait, own: Profile, other: Profile) -> bool:
    skilled = other.pilot_level > 0 or other.warship
    return {"all": True, "skilled": skilled, "basic": not skilled, "larger": other.size > own.size}[trait.against]


def _attack_effect(trait: Trait, b: Profile, weapon: Weapon, melee: bool) -> Effect:
    light = trait.light_hits if weapon.dmg < LIGHT else 0
    grunt = trait.grunt_hits if b.frame <= GRUNTS else 0
    grunt_shots = trait.grunt_shots if b.frame <= GRUNTS else 0
    return Effect(
        trait.name,
        hits=max(light, grunt) or trait.hits,
        pen=trait.pen,
        accuracy=0 if melee else trait.accuracy,
        shots=0 if melee else grunt_shots or trait.shots,
        hit_on=trait.hit_on if melee else 0,
        focus=trait.focus,
    )


def _defense_effect(trait: Trait, melee: bool) -> Effect:
    evade, rerolls = (0, 0) if melee else (trait.evade, trait.rerolls)
    return Effect(trait.name, evade=evade, rerolls=rerolls, blocks=trait.blocks)


def traits_without_effect(
    own: Profile, other: Profile, catalogue: Catalogue, fields: Iterable[str], melee: bool = False
) -> tuple[str, ...]:
    """Return each trait of a unit that changes nothing in this attack, with the reason or its printed text.

    `fields` are the numbers that help its side: ATTACK, DEFENSE, or both for a unit that strikes back.
    """
    useful = tuple(fields)
    lines = []
    cards = {plain_name(name): card for card in trait_cards(own, catalogue) for name in (card.id, card.name)}
    for line in {plain_name(line.name): line for line in own.traits}.values():
        card = cards.get(plain_name(line.name)) or cards.get(plain_name(strip_number(line.name)))
        reason = _why_without_effect(card, line, own, other, useful, melee)
        if reason:
            lines.append(f"{line.name}: {reason}")
    return tuple(lines)


def _why_without_effect(
    card: Trait | None, line: TraitLine, own: Profile, other: Profile, useful: tuple[str, ...], melee: bool
) -> str:
    if card is None:
        return line.text or "no effect is known"
    values = card.field_values()
    numbers = [name for name in (*ATTACK, *DEFENSE) if values[name]]
    if not numbers:
        return line.text or card.text
    if card.when not in ("all", "melee" if melee else "shooting"):
        return f"counts in {card.when} only"
    elsewhere = SHOOTING_ONLY if melee else MELEE_ONLY
    if not _helps(card, own, other):
        return AGAINST[card.against]
    if all(name in elsewhere for name in numbers):
        return f"counts in {'shooting' if melee else 'melee'} only"
    if not any(name in useful for name in numbers):
        attacks = numbers[0] in ATTACK
        return "helps its own attacks, not its defense" if attacks else "helps its defense, not its attacks"
    return ""
