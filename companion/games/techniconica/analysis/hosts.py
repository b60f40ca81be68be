"""What a Mech can be built from: Base Parts as hosts, cards that can be attached to them, and the resulting numbers.

A host is a Base Part of which a Mech may have several alike; where cards attached to two copies may do different things
to their numbers, each copy is a host of its own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.data.cards import Catalogue
from companion.games.techniconica.model import (
    BASE,
    KIND_OF,
    PLACES,
    Armour,
    Extra,
    Modification,
    Part,
    Pilot,
    Shield,
    Stat,
    Support,
)
from companion.games.techniconica.model.special_rules import Specials, attack_rules, specials

COUNTED: tuple[Stat, ...] = ("we", "pc", "po", "mw", "sp", "ac", "dt", "pe", "do")
"""The stats that a goal or a limit of a Mech depends on."""


class Host(NamedTuple):
    """A Base Part: its card's id and its kind; `copy` tells single copies apart."""

    card: str
    kind: str
    copy: int = 0


@dataclass(frozen=True)
class Stock:
    """The cards that Mechs are built from, with their copies, and the number of slots of a Mech.

    `must` are cards that have to be used, `attacking` whether the goal is about an attack.
    """

    catalogue: Catalogue
    copies: Mapping[str, int]
    must: Mapping[str, int]
    slots: int
    attacking: bool

    @classmethod
    def of(
        cls,
        catalogue: Catalogue,
        copies: Mapping[str, int],
        must: Mapping[str, int],
        slots: int,
        attacking: bool,
    ) -> "Stock":
        """Return the stock of the cards whose numbers are known and that change something; a Named Pilot is one."""
        known = specials(catalogue)
        used = {
            card.id: 1 if isinstance(card, Pilot) and card.named else copies[card.id]
            for card in catalogue.all(Part)
            if copies.get(card.id, 0) > 0 and not card.unknown and (card.id in must or _changes(card, known))
        }
        return cls(catalogue, used, {card: count for card, count in must.items() if count}, slots, attacking)

    @cached_property
    def specials(self) -> Specials:
        """The special rules that are known."""
        return specials(self.catalogue)

    @cached_property
    def cards(self) -> tuple[Part, ...]:
        """The cards, in the order of the catalogue."""
        return tuple(card for card in self.catalogue.all(Part) if card.id in self.copies)

    @cached_property
    def card(self) -> Mapping[str, Part]:
        """The cards by id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def modifications(self) -> tuple[Modification, ...]:
        """The Modifications."""
        return tuple(card for card in self.cards if isinstance(card, Modification))

    @cached_property
    def supports(self) -> tuple[Support, ...]:
        """The Support cards."""
        return tuple(card for card in self.cards if isinstance(card, Support))

    @cached_property
    def pilots(self) -> tuple[Pilot, ...]:
        """The Pilots."""
        return tuple(card for card in self.cards if isinstance(card, Pilot))

    @cached_property
    def protection(self) -> tuple[Part, ...]:
        """The Armour and the Shields."""
        return tuple(card for card in self.cards if isinstance(card, Armour | Shield))

    @cached_property
    def kinds_told_apart(self) -> frozenset[str]:
        """The kinds of Base Parts whose copies may come to different numbers."""
        return frozenset(kind for kind in PLACES if self._can_differ(kind))

    @cached_property
    def hosts(self) -> Mapping[Host, int]:
        """The Base Parts, and how many of each a Mech may have."""
        found: dict[Host, int] = {}
        for card in self.cards:
            if not isinstance(card, BASE):
                continue
            kind = KIND_OF[type(card)]
            most = min(self.copies[card.id], 1 if kind in ("locomotor", "cockpit") else self.slots - 1)
            apart = kind in self.kinds_told_apart
            found |= {Host(card.id, kind, n): 1 for n in range(most)} if apart else {Host(card.id, kind): most}
        return found

    @property
    def choices(self) -> int:
        """About how many choices of a card for a place a Mech has: what a program grows with."""
        extras = len(self.modifications) + (len(self.supports) if self.kinds_told_apart else 0)
        return len(self.hosts) * (1 + extras) + len(self.cards)

    def attachable_cards(self, extras: Iterable[Extra], kind: str) -> tuple[Extra, ...]:
        """Return those of some cards that may be attached to a kind of Base Part."""
        return tuple(extra for extra in extras if not extra.fits or kind in extra.fits)

    def passive_change(self, extra: str, name: Stat) -> int:
        """Return what an attached card adds to a stat before any Trigger."""
        card = self.card[extra]
        return passive_changes(card).get(name, 0) if isinstance(card, Extra) else 0

    def host_change(self, host: str, extra: str, name: Stat) -> int:
        """Return what a card adds to a stat of the Base Part that it is attached to."""
        return self.passive_change(extra, name) if name in self.card[host].stats else 0

    @cached_property
    def attack_altering_cards(self) -> frozenset[str]:
        """The attached cards that change what the attacks of a Weapon do which they are on."""
        extras = self.attachable_cards((*self.modifications, *self.supports), "weapon")
        return frozenset(card.id for card in extras if self._alters(card))

    def _alters(self, extra: Extra) -> bool:
        tells = bool(attack_rules(extra.rules, self.specials))
        return not is_trigger(extra) and (tells or bool({"pe", "do"} & set(extra.gives)))

    def _can_differ(self, kind: str) -> bool:
        """Whether Support may lower a number of a kind of Base Part, lift one above a floor, or change an attack."""
        bases = [card for card in self.cards if isinstance(card, BASE) and KIND_OF[type(card)] == kind]
        supports, changes = self.attachable_cards(self.supports, kind), self.attachable_cards(self.modifications, kind)
        for base in bases:
            for name in (stat for stat in COUNTED if stat in base.stats):
                given = [passive_changes(support).get(name, 0) for support in supports]
                sinks = any(base.stat(name) + passive_changes(change).get(name, 0) < 0 for change in changes)
                if min(given, default=0) < 0 or (sinks and max(given, default=0) > 0):
                    return True
        return (
            kind == "weapon"
            and self.attacking
            and any(support.id in self.attack_altering_cards for support in supports)
        )


def is_trigger(card: Part) -> bool:
    """Whether a card does nothing before it is set off."""
    return "trigger" in card.rules


def passive_changes(extra: Extra) -> Mapping[Stat, int]:
    """Return the stat changes of an attached card before any Trigger."""
    return {} if is_trigger(extra) else extra.gives


def _changes(card: Part, known: Specials) -> bool:
    """Whether a card is of any use: an attached one that changes no counted number and no attack is not."""
    if not isinstance(card, Extra):
        return True
    return bool(set(passive_changes(card)) & set(COUNTED) or (not is_trigger(card) and attack_rules(card.rules, known)))
