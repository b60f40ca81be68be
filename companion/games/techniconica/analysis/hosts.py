"""The cards that Mechs are built from, for the integer programs: Base Parts as hosts, and cards to attach to them.

A host stands for all equal copies of a Base Part in a Mech. Where attached cards could give two copies different
numbers, each copy is a separate host.
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
from companion.games.techniconica.rules.named_pilots import named_pilots

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

    `must` are required cards; `attacking` says whether the goal is about an attack.
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
        """Return the stock: cards with known numbers and some use, and at most one of each Named Pilot."""
        known, named = specials(catalogue), named_pilots(catalogue)
        usable = {
            card.id: 1 if card.id in named else copies[card.id]
            for card in catalogue.all(Part)
            if copies.get(card.id, 0) > 0 and not card.unknown and (card.id in must or _is_useful(card, known))
        }
        return cls(catalogue, usable, {card: count for card, count in must.items() if count}, slots, attacking)

    @cached_property
    def specials(self) -> Specials:
        """The special rules that are known."""
        return specials(self.catalogue)

    @cached_property
    def namesakes(self) -> tuple[tuple[str, ...], ...]:
        """The cards that are the same Named Pilot, of whom a squad has one."""
        cards: dict[str, list[str]] = {}
        for card, name in named_pilots(self.catalogue).items():
            if card in self.copies:
                cards.setdefault(name, []).append(card)
        return tuple(tuple(ids) for ids in cards.values() if len(ids) > 1)

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
    def kinds_with_single_copies(self) -> frozenset[str]:
        """The kinds of Base Parts of which each copy is a separate host."""
        return frozenset(kind for kind in PLACES if self._can_differ(kind))

    @cached_property
    def hosts(self) -> Mapping[Host, int]:
        """The Base Parts, with the most copies of each in a Mech."""
        hosts: dict[Host, int] = {}
        for card in self.cards:
            if not isinstance(card, BASE):
                continue
            kind = KIND_OF[type(card)]
            most = min(self.copies[card.id], 1 if kind in ("locomotor", "cockpit") else self.slots - 1)
            single_copies = kind in self.kinds_with_single_copies
            hosts |= {Host(card.id, kind, n): 1 for n in range(most)} if single_copies else {Host(card.id, kind): most}
        return hosts

    @property
    def choices(self) -> int:
        """About the number of choices of a card for a place in a Mech; a program grows with it."""
        extras = len(self.modifications) + (len(self.supports) if self.kinds_with_single_copies else 0)
        return len(self.hosts) * (1 + extras) + len(self.cards)

    def attachable_cards(self, extras: Iterable[Extra], kind: str) -> tuple[Extra, ...]:
        """Return the cards that may be attached to a kind of Base Part."""
        return tuple(extra for extra in extras if not extra.fits or kind in extra.fits)

    def passive_change(self, extra: str, name: Stat) -> int:
        """Return the change of a stat by an attached card before any Trigger."""
        card = self.card[extra]
        return passive_changes(card).get(name, 0) if isinstance(card, Extra) else 0

    def host_change(self, host: str, extra: str, name: Stat) -> int:
        """Return the change of a stat of the Base Part that a card is attached to."""
        return self.passive_change(extra, name) if name in self.card[host].stats else 0

    @cached_property
    def attack_altering_cards(self) -> frozenset[str]:
        """The cards that change the attacks of the Weapon that they are attached to."""
        extras = self.attachable_cards((*self.modifications, *self.supports), "weapon")
        return frozenset(card.id for card in extras if self._alters(card))

    def _alters(self, extra: Extra) -> bool:
        has_rules = bool(attack_rules(extra.rules, self.specials))
        return not is_trigger(extra) and (has_rules or bool({"pe", "do"} & set(extra.gives)))

    def _can_differ(self, kind: str) -> bool:
        """Whether Support may lower a number of a kind of Base Part, raise one from below 0, or change an attack."""
        bases = [card for card in self.cards if isinstance(card, BASE) and KIND_OF[type(card)] == kind]
        supports, changes = self.attachable_cards(self.supports, kind), self.attachable_cards(self.modifications, kind)
        for base in bases:
            for name in (stat for stat in COUNTED if stat in base.stats):
                changes_by_support = [passive_changes(support).get(name, 0) for support in supports]
                falls_below_zero = any(base.stat(name) + passive_changes(change).get(name, 0) < 0 for change in changes)
                lowest, highest = min(changes_by_support, default=0), max(changes_by_support, default=0)
                if lowest < 0 or (falls_below_zero and highest > 0):
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


def _is_useful(card: Part, known: Specials) -> bool:
    """Whether a card is of use: an attached card that changes no counted number and no attack is not."""
    if not isinstance(card, Extra):
        return True
    return bool(set(passive_changes(card)) & set(COUNTED) or (not is_trigger(card) and attack_rules(card.rules, known)))
