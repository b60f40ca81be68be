"""What traits and special lines do to the dice of one attack: the one place from which matchups take it.

A trait counts by the numbers of its card, whoever wrote the card. A trait without a card, or with words alone, has no
effect here; `unmoved` names it.
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
    """What one trait or weapon adds to one attack, or takes from it; `hit_on` is 0 where it changes nothing."""

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
        counted = (
            (self.hits, "Hit"),
            (self.pen, ""),
            (self.accuracy, ""),
            (self.shots, "Shot"),
            (self.evade, ""),
            (self.blocks, "Block"),
        )
        names = ("Hit", "PEN", "Accuracy", "Shot", "Evade", "Block")
        parts = [f"+{n} {name}{'s' * bool(one and n > 1)}" for (n, one), name in zip(counted, names, strict=True) if n]
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
    """Return what A's traits and the weapon's special line add to A's attack on B."""
    cards = {card.id: card for card in (*trait_cards(a, catalogue), *explaining_traits(a, catalogue, weapon).values())}
    made = [_attack(card, b, weapon, melee) for card in cards.values() if _counts(card, a, b, melee)]
    if b.warship and weapon.warship_pen:
        made.append(Effect(weapon.name, pen=weapon.warship_pen))
    return tuple(effect for effect in made if effect)


@rule("trait-bonus")
def defense_effects(b: Profile, a: Profile, catalogue: Catalogue, melee: bool = False) -> tuple[Effect, ...]:
    """Return what B's traits take from an attack of A."""
    cards = {card.id: card for card in (*trait_cards(b, catalogue), *explaining_traits(b, catalogue).values())}
    made = [_defense(card, melee) for card in cards.values() if _counts(card, b, a, melee)]
    return tuple(effect for effect in made if effect)


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
    known = explaining_traits(profile, catalogue, weapon)
    names = unknown_marks(weapon) if weapon else unknown_special(profile)
    return tuple(name for name in names if name not in known or not known[name].counts)


def _counts(trait: Trait, own: Profile, other: Profile, melee: bool) -> bool:
    return trait.when in ("all", "melee" if melee else "shooting") and _helps(trait, own, other)


def _helps(trait: Trait, own: Profile, other: Profile) -> bool:
    skilled = other.pilot_level > 0 or other.warship
    return {"all": True, "skilled": skilled, "basic": not skilled, "larger": other.size > own.size}[trait.against]


def _attack(trait: Trait, b: Profile, weapon: Weapon, melee: bool) -> Effect:
    light = trait.light_hits if weapon.dmg < LIGHT else 0
    grunt = trait.grunt_hits if b.frame <= GRUNTS else 0
    more = trait.grunt_shots if b.frame <= GRUNTS else 0
    return Effect(
        trait.name,
        hits=max(light, grunt) or trait.hits,
        pen=trait.pen,
        accuracy=0 if melee else trait.accuracy,
        shots=0 if melee else more or trait.shots,
        hit_on=trait.hit_on if melee else 0,
        focus=trait.focus,
    )


def _defense(trait: Trait, melee: bool) -> Effect:
    evade, rerolls = (0, 0) if melee else (trait.evade, trait.rerolls)
    return Effect(trait.name, evade=evade, rerolls=rerolls, blocks=trait.blocks)


def traits_without_effect(
    own: Profile, other: Profile, catalogue: Catalogue, fields: Iterable[str], melee: bool = False
) -> tuple[str, ...]:
    """Return each trait of a unit that changes nothing in this attack, in words: why, or what it does instead.

    `fields` are those that its side could use: ATTACK, DEFENSE, or both for a unit that strikes back.
    """
    wanted = tuple(fields)
    made = []
    cards = {plain_name(name): card for card in trait_cards(own, catalogue) for name in (card.id, card.name)}
    for line in {plain_name(line.name): line for line in own.traits}.values():
        card = cards.get(plain_name(line.name)) or cards.get(plain_name(strip_number(line.name)))
        reason = _why_without_effect(card, line, own, other, wanted, melee)
        if reason:
            made.append(f"{line.name}: {reason}")
    return tuple(made)


def _why_without_effect(
    card: Trait | None, line: TraitLine, own: Profile, other: Profile, wanted: tuple[str, ...], melee: bool
) -> str:
    if card is None:
        return line.text or "no effect is known"
    values = card.field_values()
    there = [name for name in (*ATTACK, *DEFENSE) if values[name]]
    if not there:
        return line.text or card.text
    if card.when not in ("all", "melee" if melee else "shooting"):
        return f"counts in {card.when} only"
    not_here = SHOOTING_ONLY if melee else MELEE_ONLY
    if not _helps(card, own, other):
        return AGAINST[card.against]
    if all(name in not_here for name in there):
        return f"counts in {'shooting' if melee else 'melee'} only"
    if not any(name in wanted for name in there):
        return "helps its own attacks, not its defense" if there[0] in ATTACK else "helps its defense, not its attacks"
    return ""
