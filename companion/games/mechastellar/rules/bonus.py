"""The bonuses of a pilot's traits and a weapon's special line against one opponent."""

from dataclasses import dataclass

from companion.cards import Catalogue
from companion.games.mechastellar.model import Profile, Trait, find
from companion.games.mechastellar.model.weapons import Weapon
from companion.rulebook import rule

LIGHT = 300
"""Weapons below this damage count as light for traits."""


@dataclass(frozen=True)
class Bonus:
    """Hits and PEN that a trait or weapon adds, its name, and the rule."""

    source: str
    hits: int = 0
    pen: int = 0
    rule: str = "trait-bonus"

    @property
    def words(self) -> str:
        """Return the bonus in words, for example `Headhunter: +2 Hits`."""
        hits = "Hit" if self.hits == 1 else "Hits"
        parts = [f"+{n} {what}" for n, what in ((self.hits, hits), (self.pen, "PEN")) if n]
        return f"{self.source}: {', '.join(parts)}"


@rule("trait-bonus")
def bonuses(a: Profile, b: Profile, weapon: Weapon, catalogue: Catalogue) -> tuple[Bonus, ...]:
    """Return the bonuses of A's attack with a weapon on B; a trait known only by name adds nothing."""
    cards = {card.id: card for line in a.traits if (card := find(catalogue, Trait, line.name))}
    made = [_of(card, weapon) for card in cards.values() if isinstance(card, Trait) and _helps(card, a, b)]
    if b.warship and weapon.warship_pen:
        made.append(Bonus(weapon.name, pen=weapon.warship_pen))
    return tuple(bonus for bonus in made if bonus.hits or bonus.pen)


def _of(trait: Trait, weapon: Weapon) -> Bonus:
    light = trait.light_hits if weapon.dmg < LIGHT else 0
    return Bonus(trait.name, light or trait.hits, trait.pen)


def _helps(trait: Trait, a: Profile, b: Profile) -> bool:
    skilled = b.pilot_level > 0 or b.type in ("Stellar Warship", "Kaiju")
    return {"all": True, "skilled": skilled, "basic": not skilled, "larger": b.size > a.size}[trait.against]
