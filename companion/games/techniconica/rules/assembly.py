"""Assembled Mechs: their cards looked up, with totals of weight, power and stats; `model` has the document alone."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.base.compat import cached_property
from companion.data.cards import Catalogue, Mark
from companion.data.marks import combine_marks
from companion.data.rulebook import rule
from companion.games.techniconica.model import (
    ATTACHED,
    BASE,
    KIND_OF,
    Cockpit,
    Extra,
    Locomotor,
    Mech,
    Modification,
    Part,
    Pilot,
    PowerPlant,
    Slot,
    Squad,
    Stat,
    Support,
    Weapon,
)
from companion.games.techniconica.model.special_rules import SPECIALS, Specials, attack_rules, specials


@dataclass(frozen=True)
class Mount:
    """A card at its place with its attached cards. `where` is the place in the document, `slot` in the grid.

    If it is `in_low_power`, Support that draws power has no effect.
    """

    place: str
    where: str
    slot: Slot | None
    card: Part
    attached: tuple[Part, ...] = ()
    in_low_power: bool = False

    @property
    def cards(self) -> tuple[Part, ...]:
        """The card and all cards attached to it."""
        return (self.card, *self.attached)

    @cached_property
    def working_extras(self) -> tuple[Extra, ...]:
        """The attached cards that change numbers: allowed there, without Trigger, at most one Modification."""
        extras: list[Extra] = []
        for extra in self.attached:
            if not isinstance(extra, Extra) or "trigger" in extra.rules or not may_carry(self.card, extra):
                continue
            second = isinstance(extra, Modification) and any(isinstance(card, Modification) for card in extras)
            if not second and not (self.in_low_power and stops_in_low_power(extra)):
                extras.append(extra)
        return tuple(extras)

    @rule("modifies")
    def changes(self, name: Stat) -> int:
        """Return the change of a stat by attached cards; Modifications change only stats that this Base Part has."""
        if not self.attached:
            return 0
        has_stat = name in self.card.stats
        return sum(extra.gives.get(name, 0) for extra in self.working_extras if has_stat or isinstance(extra, Support))

    def stat(self, name: Stat) -> int:
        """Return a stat of the card as changed by its attached cards, never below 0."""
        return max(0, self.card.stat(name) + (self.changes(name) if name in self.card.stats else 0))


def may_carry(base: Part, card: Part) -> bool:
    """Whether a card may be attached to another (rule wrong-attachment)."""
    if not isinstance(base, BASE) or not isinstance(card, ATTACHED):
        return False
    return not (isinstance(card, Extra) and card.fits) or KIND_OF[type(base)] in card.fits


def stops_in_low_power(card: Part) -> bool:
    """Whether Low Power switches the card off: it is Support that draws power (rule low-power)."""
    return isinstance(card, Support) and card.stat("pc") > 0


@dataclass(frozen=True)
class Assembly:
    """All mounts of a Mech, in the order of the document, and their totals; `specials` are the known special rules.

    In play it may be `heavier` than its cards, by Gravity Fields, and `slower`, by Weight Damage and events.
    """

    mech: Mech
    mounts: tuple[Mount, ...]
    specials: Specials = field(default_factory=lambda: SPECIALS, hash=False, repr=False)
    heavier: int = 0
    slower: int = 0

    @cached_property
    def cards(self) -> tuple[Part, ...]:
        """Every card of the Mech."""
        return tuple(card for mount in self.mounts for card in mount.cards)

    def at(self, place: str) -> Mount | None:
        """Return the mount of a fixed place, if its card is of that kind."""
        kind = {"locomotor": Locomotor, "cockpit": Cockpit, "pilot": Pilot}[place]
        return next((m for m in self.mounts if m.place == place and isinstance(m.card, kind)), None)

    @property
    def base(self) -> tuple[Mount, ...]:
        """The Base Parts."""
        return tuple(m for m in self.mounts if isinstance(m.card, BASE))

    @property
    def weapons(self) -> tuple[Mount, ...]:
        """The Weapons in the grid."""
        return tuple(m for m in self.mounts if isinstance(m.card, Weapon))

    @property
    def plants(self) -> tuple[Mount, ...]:
        """The Power Plants in the grid."""
        return tuple(m for m in self.mounts if isinstance(m.card, PowerPlant))

    @property
    @rule("weight-total")
    def weight(self) -> int:
        """WE of all cards except Locomotors and Pilots, Modifications included, and what makes it heavier in play."""
        base = sum(m.stat("we") for m in self.mounts if not isinstance(m.card, Locomotor | Pilot))
        return base + sum(card.stat("we") for m in self.mounts for card in m.attached) + self.heavier

    @property
    @rule("power-total")
    def consumption(self) -> int:
        """PC of all cards."""
        return sum(m.stat("pc") + sum(card.stat("pc") for card in m.attached) for m in self.mounts)

    @property
    def output(self) -> int:
        """PO of all Power Plants."""
        return sum(m.stat("po") for m in self.plants)

    @property
    def max_weight(self) -> int:
        """MW of the Locomotor; 0 without one."""
        return self._fixed_place_stat("locomotor", "mw")

    @property
    def speed(self) -> int:
        """SP of the Locomotor; 0 without one."""
        return max(0, self._fixed_place_stat("locomotor", "sp") - self.slower)

    def pilots(self, name: Stat) -> int:
        """Return a stat of the Pilot; 0 without one."""
        return self._fixed_place_stat("pilot", name)

    def shot_rules(self, weapon: Mount) -> tuple[str, ...]:
        """Return the special rules that affect an attack with a Weapon: its own, its attached cards', the Pilot's."""
        pilot = self.at("pilot")
        cards = (weapon.card, *weapon.working_extras, *((pilot.card,) if pilot else ()))
        return tuple(token for card in cards for token in attack_rules(card.rules, self.specials))

    def _fixed_place_stat(self, place: str, name: Stat) -> int:
        """Return a stat of a fixed place, with the changes by cards elsewhere."""
        mount = self.at(place)
        if mount is None:
            return 0
        elsewhere = sum(m.changes(name) for m in self.mounts if m.attached and name not in m.card.stats)
        return max(0, mount.stat(name) + elsewhere)

    def mark(self, name: Stat) -> Mark:
        """Return the mark of a total or of a fixed place's stat: that of all cards that have or change the stat."""
        return combine_marks(
            card.mark("gives" if isinstance(card, Extra) and name in card.gives else name)
            for card in self.cards
            if name in card.stats or (isinstance(card, Extra) and name in card.gives)
        )

    def knows(self, place: str, name: Stat) -> bool:
        """Whether the number of a fixed place is known, or no card is there."""
        mount = self.at(place)
        return mount is None or not mount.card.lacks(name)

    @property
    def is_output_known(self) -> bool:
        """Whether the PO of every Power Plant is known."""
        return not any(mount.card.lacks("po") for mount in self.plants)

    @property
    def excess_weight(self) -> int:
        """Weight above the Locomotor's Maximum Weight; 0 if that is not known."""
        return max(0, self.weight - self.max_weight) if self.knows("locomotor", "mw") else 0

    @property
    def short(self) -> int:
        """Missing power; 0 if a Power Plant's output is not known."""
        return max(0, self.consumption - self.output) if self.is_output_known else 0


def assemble(mech: Mech, catalogue: Catalogue, where: str = "mech") -> Assembly:
    """Return a Mech with its cards looked up."""
    return Assembly(mech, tuple(_mounts(mech, catalogue, where)), specials(catalogue))


def _mounts(mech: Mech, catalogue: Catalogue, where: str) -> Iterator[Mount]:
    def card(card_id: str) -> Part:
        return catalogue.get(Part, card_id)

    slots = {"locomotor": mech.below, "cockpit": mech.centre, "pilot": None}
    for place, slot in slots.items():
        if seat := mech.seat(place):
            yield Mount(place, f"{where}.{place}", slot, card(seat.card), tuple(map(card, seat.attached)))
    for index, part in enumerate(mech.part):
        yield Mount("part", f"{where}.part[{index}]", part.at, card(part.card), tuple(map(card, part.attached)))


def assemble_squad(build: Squad, catalogue: Catalogue) -> tuple[Assembly, ...]:
    """Return all Mechs of a squad."""
    return tuple(assemble(mech, catalogue, f"mech[{index}]") for index, mech in enumerate(build.mech))


def mech_name(mech: Mech, index: int) -> str:
    """Return a Mech's name for messages, or its number if it has none."""
    return mech.name.strip() or f"Mech {index + 1}"


def unique_names(mechs: Iterable[Mech]) -> list[str]:
    """Return the names of a squad's Mechs; equal ones have the Mech's number behind them."""
    names = [mech_name(mech, index) for index, mech in enumerate(mechs)]
    count = Counter(names)
    return [f"{title} ({number})" if count[title] > 1 else title for number, title in enumerate(names, 1)]


def count_used_cards(build: Squad) -> Counter[str]:
    """Return the number of copies of each card in a squad."""
    counts: Counter[str] = Counter()
    for mech in build.mech:
        for seat in (mech.locomotor, mech.cockpit, mech.pilot, *mech.part):
            if seat:
                counts.update([seat.card, *seat.attached])
    return counts


def part_number(mount: Mount) -> int:
    """Return the index of a mount in the Mech's `part` entries."""
    return int(mount.where.rpartition("[")[2].rstrip("]"))


def write_mechs(mechs: Iterable[Mech]) -> list[dict[str, Any]]:
    """Return Mechs as the document's `mech` field."""
    return [mech.model_dump(mode="json", exclude_defaults=True) for mech in mechs]
