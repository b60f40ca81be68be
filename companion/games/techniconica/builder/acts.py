"""Applies the acts of a builder's page to a squad: cards are added, removed and moved; no other card is lost.

A Base Part that is moved takes its attached cards along, and changes places with a part that is already there. One that
is added to an occupied place replaces the part there, whose attached cards stay.
"""

from collections.abc import Sequence

from companion.data.documents import read_as
from companion.gamekit.contract import Context
from companion.gamekit.workshop import DOWN, UP, Act, CannotPlace, Document
from companion.games.techniconica.builder.places import ATTACHABLE, FIXED, PLACE, PLACED, SLOT_KINDS, CardStack, Layout
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
    """Return a squad's document after an act; CannotPlace says why it cannot be done.

    A Mech without a name, without cards and on the usual grid is not kept.
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
        _remove(layout, stack, number)
    elif act.to in (UP, DOWN):
        _shift_mech(layouts, act.at, -1 if act.to == UP else 1)
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
    is_attachable = KIND_OF[type(card)] in ATTACHABLE
    if to:
        layout, place = _find_target(layouts, to, card)
        if is_attachable:
            _attach(layout.at(place), [card])
        else:
            _put_card(layout, place, card)
    elif is_attachable:
        _attach(_find_carrier(layouts, card), [card])
    else:
        layout = _mech_lacking(layouts, KIND_OF[type(card)])
        _put_card(layout, _free_place(layout, card), card)


def _put_card(layout: Layout, place: str, card: Part) -> None:
    """Put a card at its place; cards attached to the one that was there stay."""
    if occupant := layout.at(place):
        occupant.card = card
    else:
        layout.stacks.append(CardStack(place, card))


def _mech_lacking(layouts: list[Layout], kind: str) -> Layout:
    """Return the first Mech that lacks a kind of card, else the last one with a place for it."""
    if not layouts:
        layouts.append(Layout(Mech(), []))
    candidates = [layout for layout in layouts if layout.free(kind)]
    if not candidates:
        raise CannotPlace(FULL if kind in SLOT_KINDS else "There is one already: choose its place to swap it.")
    lacking = [mech for mech in candidates if not any(KIND_OF[type(stack.card)] == kind for stack in mech.stacks)]
    return (lacking or candidates[-1:])[0]


def _free_place(layout: Layout, card: Part) -> str:
    place = layout.free(KIND_OF[type(card)])
    if not place:
        raise CannotPlace(FULL if KIND_OF[type(card)] in SLOT_KINDS else TAKEN)
    return place


def _find_carrier(layouts: Sequence[Layout], card: Part) -> CardStack:
    """Return the Base Part for a card to attach: in the last Mech it fits, the one with the fewest of its type."""
    order = ("cockpit", "locomotor")
    for layout in reversed(layouts):
        stacks = [stack for stack in layout.stacks if may_carry(stack.card, card)]
        stacks.sort(key=lambda stack: order.index(stack.place) if stack.place in order else len(order))
        same_type = {id(stack): sum(type(attached) is type(card) for attached in stack.attached) for stack in stacks}
        is_modification = isinstance(card, Modification)
        not_full = [stack for stack in stacks if len(stack.attached) < MOST_ATTACHED]
        available = [stack for stack in not_full if not (is_modification and same_type[id(stack)])]
        if available:
            return min(available, key=lambda stack: same_type[id(stack)])
        if stacks:
            raise CannotPlace(f"Every part that takes {_with_article(card.type)} has one.")
    raise CannotPlace(_needs_base_message(card))


def _attach(stack: CardStack | None, cards: Sequence[Part]) -> None:
    """Attach cards to a stack; the first decides whether they fit."""
    if stack is None or not stack.is_base:
        raise CannotPlace(_needs_base_message(cards[0]))
    if not may_carry(stack.card, cards[0]):
        raise CannotPlace(f"{cards[0].name} does not fit {_with_article(stack.card.type)}.")
    if len(stack.attached) + len(cards) > MOST_ATTACHED:
        raise CannotPlace(f"{stack.card.name} has {MOST_ATTACHED} attached cards, the most: remove one.")
    stack.attached.extend(cards)


def _needs_base_message(card: Part) -> str:
    fits = [PARTS[kind].type for kind in card.fits] if isinstance(card, Extra) else []
    return f"{' or '.join(fits) or 'Base Part'} first: this card is attached to one."


# Places


def _find_target(layouts: list[Layout], to: str, card: Part) -> tuple[Layout, str]:
    """Return the Mech and the place that an act names; CannotPlace if a card of this kind cannot go there."""
    match = PLACE.fullmatch(to)
    if not match or int(match[1]) > len(layouts) or int(match[1]) >= MOST_MECHS:
        raise CannotPlace("There is no such place any more: reload the page.")
    if int(match[1]) == len(layouts):
        layouts.append(Layout(Mech(), []))
    layout, place, kind = layouts[int(match[1])], match[2] or match[3] or "", KIND_OF[type(card)]
    if kind in ATTACHABLE:
        return layout, place
    if not place:
        return layout, _free_place(layout, card)
    if match[2]:
        fixed_place = "pilot" if kind == "pilot" and place == "cockpit" else place
        if kind != fixed_place:
            what = _with_article(card.type)
            raise CannotPlace(f"{card.name} is {what}: it does not go where the {place.title()} goes.")
        return layout, fixed_place
    place = ",".join(str(int(number)) for number in place.split(","))
    if kind in FIXED:
        raise CannotPlace(f"{card.name} is {_with_article(card.type)}: it has its own place.")
    if place not in layout.slots:
        raise CannotPlace(f"Slot {place} is not one for Weapons and Power Plants: choose another.")
    return layout, place


def _find_stack(layouts: Sequence[Layout], at: str) -> tuple[Layout, CardStack, int | None]:
    """Return the Mech and the stack of a placed card, and its number among the attached cards, or None."""
    match = PLACED.fullmatch(at)
    if match and int(match[1]) < len(layouts):
        layout = layouts[int(match[1])]
        stacks = [stack for stack in layout.stacks if stack.place == match[2]]
        position, number = int(match[3] or 1) - 1, int(match[4]) - 1 if match[4] else None
        if 0 <= position < len(stacks) and (number is None or 0 <= number < len(stacks[position].attached)):
            return layout, stacks[position], number
    raise CannotPlace("That card is not in the squad any more: reload the page.")


# Removing and moving


def _remove(layout: Layout, stack: CardStack, number: int | None) -> None:
    if number is None:
        layout.stacks.remove(stack)
    else:
        del stack.attached[number]


def _move(layouts: list[Layout], at: str, to: str) -> None:
    layout, stack, number = _find_stack(layouts, at)
    card = stack.card if number is None else stack.attached[number]
    target, place = _find_target(layouts, to, card)
    occupant = target.at(place)
    if occupant is stack:
        return
    if KIND_OF[type(card)] in ATTACHABLE:
        _attach(occupant, [card, *(stack.attached if number is None else ())])
        _remove(layout, stack, number)
    elif number is not None:
        if occupant:
            raise CannotPlace(TAKEN)
        target.stacks.append(CardStack(place, card))
        _remove(layout, stack, number)
    else:
        _swap(layout, stack, target, place)


def _shift_mech(layouts: list[Layout], at: str, step: int) -> None:
    """Move a Mech to the place of the one before or after it."""
    match = PLACE.fullmatch(at)
    index = int(match[1]) if match else len(layouts)
    if index >= len(layouts):
        raise CannotPlace("That Mech is not in the squad any more: reload the page.")
    if not 0 <= index + step < len(layouts):
        raise CannotPlace(f"This Mech is the {'first' if step < 0 else 'last'} already.")
    layouts.insert(index + step, layouts.pop(index))


def _swap(layout: Layout, stack: CardStack, target: Layout, place: str) -> None:
    """Move a part with its attached cards, and a part that is there to the old place; a Pilot goes with the Cockpit."""
    occupant, old_place = target.at(place), stack.place
    if occupant and not _fits_place(occupant.card, old_place):
        raise CannotPlace(TAKEN)
    if occupant:
        stack.card, occupant.card = occupant.card, stack.card
        stack.attached, occupant.attached = occupant.attached, stack.attached
    elif target is layout:
        stack.place = place
    else:
        layout.stacks.remove(stack)
        target.stacks.append(CardStack(place, stack.card, stack.attached))
    if old_place == place == "cockpit":
        own_pilot, other_pilot = layout.at("pilot"), target.at("pilot")
        for mech, pilot in ((layout, other_pilot), (target, own_pilot)):
            mech.stacks = [stack for stack in mech.stacks if stack.place != "pilot"] + ([pilot] if pilot else [])


def _fits_place(card: Part, place: str) -> bool:
    kind = KIND_OF[type(card)]
    return kind == place if place in FIXED else kind in SLOT_KINDS


def _with_article(noun: str) -> str:
    return noun if noun in ("Armour", "Support") else f"{'an' if noun[0] in 'AEIOU' else 'a'} {noun}"
