"""What an act does to a squad: cards are added, removed and moved, and no other card is lost by it.

A Base Part takes its attached cards along. One that is added to a filled place takes the place of the Base Part there,
which leaves what is attached to it; one that is moved there changes places with it.
"""

from collections.abc import Sequence

from companion.data.documents import read_as
from companion.gamekit.contract import Context
from companion.gamekit.workshop import Act, CannotPlace, Document
from companion.games.techniconica.builder.places import FIXED, HUNG, PLACE, PLACED, SLOT_KINDS, CardStack, Layout
from companion.games.techniconica.model import (
    KIND_OF,
    MOST_ATTACHED,
    MOST_CARDS,
    MOST_MECHS,
    MOST_PARTS,
    PARTS,
    Extra,
    Mech,
    Modification,
    Part,
    Squad,
)
from companion.games.techniconica.rules.assembly import may_carry, write_mechs

FULL = "No slot left: choose one to swap its part."
TAKEN = "That place is taken: choose a free one."


def act(document: Document, act: Act, context: Context) -> Document:
    """Return a squad's document after an act; CannotPlace where a card has no place there.

    A Mech that is left without a name, cards and a grid of its own is not kept.
    """
    squad = read_as(Squad, document, {"catalogue": context.catalogue})
    layouts = [Layout.of(mech, context.catalogue) for mech in squad.mech if mech != Mech()]
    if act.kind == "add":
        card = context.catalogue.find(Part, act.card)
        if card is None:
            raise CannotPlace("No part has this name: reload the page and choose again.")
        _add(layouts, card, act.to)
    elif act.kind == "remove":
        layout, stack, number = _find_stack(layouts, act.at)
        _take(layout, stack, number)
    else:
        _move(layouts, act.at, act.to)
    mechs = [mech for mech in (layout.mech() for layout in layouts) if mech != Mech()]
    _refuse_too_many(mechs, layouts)
    others = {name: value for name, value in document.items() if name != "mech"}
    return others | ({"mech": write_mechs(mechs)} if mechs else {})


def _refuse_too_many(mechs: Sequence[Mech], layouts: Sequence[Layout]) -> None:
    if sum(mech.size for mech in mechs) > MOST_CARDS:
        raise CannotPlace(f"A squad has at most {MOST_CARDS} cards: remove some first.")
    if any(len(layout.parts) > MOST_PARTS for layout in layouts):
        raise CannotPlace(f"A Mech has at most {MOST_PARTS} parts in slots: remove some first.")


# Adding


def _add(layouts: list[Layout], card: Part, to: str) -> None:
    hung = KIND_OF[type(card)] in HUNG
    if to:
        layout, place = _target(layouts, to, card)
        if hung:
            _attach(layout.at(place), [card])
        else:
            _put_card(layout, place, card)
    elif hung:
        _attach(_carrier(layouts, card), [card])
    else:
        layout = _mech_lacking(layouts, KIND_OF[type(card)])
        _put_card(layout, _free(layout, card), card)


def _put_card(layout: Layout, place: str, card: Part) -> None:
    """Put a card at its place; what was attached to the one that lay there stays."""
    if there := layout.at(place):
        there.card = card
    else:
        layout.stacks.append(CardStack(place, card))


def _mech_lacking(layouts: list[Layout], kind: str) -> Layout:
    """Return the first Mech that lacks a kind of card, or else the last one that has a place for it."""
    if not layouts:
        layouts.append(Layout(Mech(), []))
    able = [layout for layout in layouts if layout.free(kind)]
    if not able:
        raise CannotPlace(FULL if kind in SLOT_KINDS else "There is one already: choose its place to swap it.")
    lacking = [one for one in able if not any(KIND_OF[type(stack.card)] == kind for stack in one.stacks)]
    return (lacking or able[-1:])[0]


def _free(layout: Layout, card: Part) -> str:
    place = layout.free(KIND_OF[type(card)])
    if not place:
        raise CannotPlace(FULL if KIND_OF[type(card)] in SLOT_KINDS else TAKEN)
    return place


def _carrier(layouts: Sequence[Layout], card: Part) -> CardStack:
    """Return the Base Part that a card is attached to: in the last Mech it fits, where the fewest of its kind are."""
    order = ("cockpit", "locomotor")
    for layout in reversed(layouts):
        stacks = [stack for stack in layout.stacks if may_carry(stack.card, card)]
        stacks.sort(key=lambda stack: order.index(stack.place) if stack.place in order else len(order))
        alike = {id(stack): sum(type(one) is type(card) for one in stack.attached) for stack in stacks}
        once = isinstance(card, Modification)
        free = [stack for stack in stacks if len(stack.attached) < MOST_ATTACHED and not (once and alike[id(stack)])]
        if free:
            return min(free, key=lambda stack: alike[id(stack)])
        if stacks:
            raise CannotPlace(f"Every part that takes {_a(card.type)} has one.")
    raise CannotPlace(_base_first(card))


def _attach(stack: CardStack | None, cards: Sequence[Part]) -> None:
    """Attach cards to what lies at a place; the first decides whether they fit."""
    if stack is None or not stack.is_base:
        raise CannotPlace(_base_first(cards[0]))
    if not may_carry(stack.card, cards[0]):
        raise CannotPlace(f"{cards[0].name} does not fit {_a(stack.card.type)}.")
    if len(stack.attached) + len(cards) > MOST_ATTACHED:
        raise CannotPlace(f"{stack.card.name} has {MOST_ATTACHED} attached cards, the most: remove one.")
    stack.attached.extend(cards)


def _base_first(card: Part) -> str:
    fits = [PARTS[kind].type for kind in card.fits] if isinstance(card, Extra) else []
    return f"{' or '.join(fits) or 'Base Part'} first: this card is attached to one."


# Where


def _target(layouts: list[Layout], to: str, card: Part) -> tuple[Layout, str]:
    """Return the Mech and the place that an act names, where a card of this kind may lie or be attached."""
    found = PLACE.fullmatch(to)
    if not found or int(found[1]) > len(layouts) or int(found[1]) >= MOST_MECHS:
        raise CannotPlace("There is no such place any more: reload the page.")
    if int(found[1]) == len(layouts):
        layouts.append(Layout(Mech(), []))
    layout, place, kind = layouts[int(found[1])], found[2] or found[3] or "", KIND_OF[type(card)]
    if kind in HUNG:
        return layout, place
    if not place:
        return layout, _free(layout, card)
    if found[2]:
        own = "pilot" if kind == "pilot" and place == "cockpit" else place
        if kind != own:
            raise CannotPlace(f"{card.name} is {_a(card.type)}: it does not go where the {place.title()} goes.")
        return layout, own
    place = ",".join(str(int(number)) for number in place.split(","))
    if kind in FIXED:
        raise CannotPlace(f"{card.name} is {_a(card.type)}: it has its own place.")
    if place not in layout.slots:
        raise CannotPlace(f"Slot {place} is not one for Weapons and Power Plants: choose another.")
    return layout, place


def _find_stack(layouts: Sequence[Layout], at: str) -> tuple[Layout, CardStack, int | None]:
    """Return the Mech, the stack and the number among its attached cards of a placed card."""
    found = PLACED.fullmatch(at)
    if found and int(found[1]) < len(layouts):
        layout = layouts[int(found[1])]
        stacks = [stack for stack in layout.stacks if stack.place == found[2]]
        nth, number = int(found[3] or 1) - 1, int(found[4]) - 1 if found[4] else None
        if 0 <= nth < len(stacks) and (number is None or 0 <= number < len(stacks[nth].attached)):
            return layout, stacks[nth], number
    raise CannotPlace("That card is not in the squad any more: reload the page.")


# Removing and moving


def _take(layout: Layout, stack: CardStack, number: int | None) -> None:
    if number is None:
        layout.stacks.remove(stack)
    else:
        del stack.attached[number]


def _move(layouts: list[Layout], at: str, to: str) -> None:
    layout, stack, number = _find_stack(layouts, at)
    card = stack.card if number is None else stack.attached[number]
    target, place = _target(layouts, to, card)
    there = target.at(place)
    if there is stack:
        return
    if KIND_OF[type(card)] in HUNG:
        _attach(there, [card, *(stack.attached if number is None else ())])
        _take(layout, stack, number)
    elif number is not None:
        if there:
            raise CannotPlace(TAKEN)
        target.stacks.append(CardStack(place, card))
        _take(layout, stack, number)
    else:
        _swap(layout, stack, target, place)


def _swap(layout: Layout, stack: CardStack, target: Layout, place: str) -> None:
    """Move a part with its attached cards, and what lies there to where it was; a Pilot goes with the Cockpit."""
    there, before = target.at(place), stack.place
    if there and not _may_lie(there.card, before):
        raise CannotPlace(TAKEN)
    if there:
        stack.card, there.card = there.card, stack.card
        stack.attached, there.attached = there.attached, stack.attached
    elif target is layout:
        stack.place = place
    else:
        layout.stacks.remove(stack)
        target.stacks.append(CardStack(place, stack.card, stack.attached))
    if before == place == "cockpit":
        _swap_pilots(layout, target)


def _swap_pilots(layout: Layout, target: Layout) -> None:
    here, there = layout.at("pilot"), target.at("pilot")
    for one, pilot in ((layout, there), (target, here)):
        one.stacks = [stack for stack in one.stacks if stack.place != "pilot"] + ([pilot] if pilot else [])


def _may_lie(card: Part, place: str) -> bool:
    kind = KIND_OF[type(card)]
    return kind == place if place in FIXED else kind in SLOT_KINDS


def _a(noun: str) -> str:
    return noun if noun in ("Armour", "Support") else f"{'an' if noun[0] in 'AEIOU' else 'a'} {noun}"
