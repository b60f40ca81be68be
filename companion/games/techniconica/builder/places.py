"""The places of a squad on the table, and its Mechs as cards in places that an act can change.

Both are named as the form names its fields: `mech-0-cockpit`, `mech-0-slot-1,2`, `mech-0-slot-1,2+2` for a second part
in that slot, and `mech-0-cockpit/1` for the first card attached there; never by the number of a `part`, which changes
when the form posts it. `mech-1` is a Mech that is still to come. An empty Mech does not count, as in the form.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.data.cards import Catalogue
from companion.games.techniconica.model import ATTACHED, BASE, KIND_OF, Mech, Part, Placed, Seat

ATTACHABLE = tuple(KIND_OF[kind] for kind in ATTACHED)
"""The kinds of cards that are attached to a Base Part."""
FIXED = ("locomotor", "cockpit", "pilot")
SLOT_KINDS = ("weapon", "power-plant")
PLACE = re.compile(r"mech-(\d{1,2})(?:-(?:(locomotor|cockpit)|slot-(\d{1,2},\d{1,2})))?")
PLACED = re.compile(
    r"mech-(\d{1,2})-(?:slot-)?(locomotor|cockpit|pilot|\d{1,2},\d{1,2})(?:\+(\d{1,3}))?(?:/(\d{1,2}))?"
)


@dataclass(slots=True, eq=False)
class CardStack:
    """A card at a place of its own, `cockpit` or a slot `1,2`, with the cards attached to it."""

    place: str
    card: Part
    attached: list[Part] = field(default_factory=list)

    @property
    def is_base(self) -> bool:
        """Whether it holds a Base Part, to which cards may be attached."""
        return isinstance(self.card, BASE)

    def seat(self) -> Seat:
        """Return it as a document has it at a fixed place."""
        return Seat(card=self.card.id, attached=tuple(card.id for card in self.attached))


@dataclass(slots=True, eq=False)
class Layout:
    """One Mech as its stacks, in the order of the document."""

    shape: Mech
    stacks: list[CardStack]

    @classmethod
    def of(cls, mech: Mech, catalogue: Catalogue) -> "Layout":
        """Return a Mech's cards in their places."""
        seats = [(place, mech.seat(place)) for place in FIXED] + [(part.slot, part) for part in mech.part]
        stacks = [
            CardStack(place, catalogue.get(Part, seat.card), [catalogue.get(Part, card) for card in seat.attached])
            for place, seat in seats
            if seat
        ]
        return cls(mech, stacks)

    def at(self, place: str) -> CardStack | None:
        """Return the card stack at a place; the first where several share a slot."""
        return next((stack for stack in self.stacks if stack.place == place), None)

    @property
    def parts(self) -> list[CardStack]:
        """The card stacks in slots, in the order of the document."""
        return [stack for stack in self.stacks if stack.place not in FIXED]

    @property
    def slots(self) -> Iterator[str]:
        """The slots for Weapons and Power Plants, row by row."""
        return (f"{row},{column}" for row, column in self.shape.auxiliary)

    def free(self, kind: str) -> str:
        """Return the first free place for a kind of card, empty where there is none."""
        places = self.slots if kind in SLOT_KINDS else iter((kind,))
        return next((place for place in places if self.at(place) is None), "")

    def mech(self) -> Mech:
        """Return it as the document has it."""
        fixed = {stack.place: stack.seat() for stack in self.stacks if stack.place in FIXED}
        parts = tuple(
            Placed(card=stack.card.id, slot=stack.place, attached=stack.seat().attached) for stack in self.parts
        )
        shape = self.shape
        return Mech(name=shape.name, note=shape.note, grid=shape.grid, part=parts, **fixed)


def takes(place: str, base: bool) -> tuple[str, ...]:
    """Return the kinds of cards that a place takes: its own, and attachments once it has a Base Part."""
    own = {"cockpit": ("cockpit", "pilot"), "locomotor": ("locomotor",)}.get(place, SLOT_KINDS)
    return (*own, *ATTACHABLE) if base else own


def place_name(index: int, place: str, number: int = 1) -> str:
    """Return the name of a Mech's place; `number` counts the parts in one slot."""
    if place in FIXED:
        return f"mech-{index}-{place}"
    return f"mech-{index}-slot-{place}" + (f"+{number}" if number > 1 else "")
