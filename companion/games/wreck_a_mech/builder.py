"""A mech and its deck on the table: the cross of five places, the three piles, and the part cards to choose from.

The hand is not here: it lasts from the Draw Phase to the end of the Build Phase and belongs to the table (fact 41).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.base.findings import Verdict
from companion.data.documents import read_as
from companion.gamekit.contract import Context
from companion.gamekit.workshop import (
    GAP,
    Act,
    CannotPlace,
    CardChoice,
    CardGroup,
    Document,
    FaceOf,
    Place,
    PlacedCard,
    Zone,
    held_cards,
    new_problems,
)
from companion.games.wreck_a_mech.model import (
    ARMS,
    MOST_CARDS,
    MOST_HELD,
    POSITIONS,
    RANKS,
    Part,
    Workshop,
    count_copies,
    pile,
    plain_mech,
    words,
)
from companion.games.wreck_a_mech.rules.totals import (
    cards_by_position,
    corporation_name,
    fits,
    is_on_wrong_side,
    sentences,
)

KINDS = {position: words(position).capitalize() for position in POSITIONS}
"""The kinds of cards to choose from, by the position that is printed on them, with their titles."""
NOT_OWNED = ("corporation",)
"""The kinds of cards that nobody owns: a corporation is no card."""
PILES = {"deck": "Draw pile", "discard": "Discard pile", "junked": "Junked"}
GROUPED = ("mech", *PILES)
"""The fields of a build whose cards `groups` shows."""
TOTALS = ("attack", "defense", "structure")
KEY_FIGURES = ("Attack", "Defense", "Structure")
"""The figures shown next to the name of a card in a build, most important first."""
LAYOUT = ("", "head", "junked", "left_arm", "body", "right_arm", "deck", "legs", "discard")
"""The cross row by row, with the piles in its corners; an empty cell has no name."""
_PACKS = {"printed": "Printed", "derived": "Printed", "house": "House", "custom": "Custom"}
_BROKEN = {
    "not-in-set": "already in the build: no copy is left",
    "one-starter-set": "already in the build: each player has one of each starter",
}


def zones(build: Workshop, context: Context) -> tuple[Zone, ...]:
    """Return the mech on its cross with the piles around it; equal cards of a pile are shown once, with a count."""
    mech = cards_by_position(build.mech.parts, context.catalogue)
    places = {"": GAP}
    places |= {position: _position_place(position, mech) for position in POSITIONS}
    places |= {name: _pile_place(build, name, context) for name in PILES}
    return (Zone("Mech and deck", tuple(places[cell] for cell in LAYOUT), columns=3),)


def _position_place(position: str, mech: Mapping[str, Part]) -> Place:
    card = mech.get(position)
    placed = () if card is None else (_placed_part(card, position),)
    return Place(position, KINDS[position], ARMS if position in ARMS else (position,), placed, room=False)


def _placed_part(card: Part, position: str) -> PlacedCard:
    is_wrong_side = is_on_wrong_side(card, position)
    note = (f"Wrong side: −{card.penalty} Attack" if card.penalty else "Wrong side") if is_wrong_side else ""
    place_id, where = f"mech:{position}", f"mech.{position}"
    return PlacedCard(place_id, card.id, card.name, card.position, FaceOf("cards", card.id), where, note, is_wrong_side)


def _pile_place(build: Workshop, name: str, context: Context) -> Place:
    entries = build.piles[name]
    first: dict[str, int] = {}
    for index, entry in enumerate(entries):
        first.setdefault(entry.card, index)
    counts = count_copies(entries)
    cards = tuple(
        PlacedCard(
            f"{name}:{card.id}",
            card.id,
            card.name,
            card.position,
            FaceOf("cards", card.id),
            f"{name}[{index}]",
            f"×{counts[card.id]}" if counts[card.id] > 1 else "",
            copies=counts[card.id],
        )
        for card, index in ((context.catalogue.get(Part, card_id), index) for card_id, index in first.items())
    )
    return Place(name, PILES[name], POSITIONS, cards, about=str(counts.total() or ""))


def groups(build: Workshop, verdict: Verdict, context: Context) -> tuple[CardGroup, ...]:
    """Return one group: the cards of the mech and its piles, with the mech's totals."""
    totals = {name.capitalize(): verdict.totals[name] for name in TOTALS}
    return (CardGroup(cards=held_cards(zones(build, context)), totals=totals),)


def choices(context: Context) -> tuple[CardChoice, ...]:
    """Return the part cards by position, those of one position by corporation and from gold to bronze."""
    catalogue = context.catalogue
    cards = catalogue.all(Part)
    ordered = sorted(cards, key=lambda card: (POSITIONS.index(card.position), card.corporation, -card.rank))
    return tuple(
        CardChoice(
            card.id,
            card.name,
            card.position,
            FaceOf("cards", card.id),
            (("Rank", card.rank), ("Attack", card.attack), ("Defense", card.defense), ("Structure", card.structure)),
            " ".join(
                (
                    corporation_name(card.corporation, catalogue),
                    RANKS[card.rank],
                    *sentences(card, context.rulings, catalogue),
                )
            ),
            _PACKS[card.mark("default").kind],
        )
        for card in ordered
    )


@dataclass
class _Table:
    """A mech and its piles while an act changes them."""

    mech: dict[str, str]
    piles: dict[str, Counter[str]]
    context: Context

    @classmethod
    def of(cls, document: Document, context: Context) -> "_Table":
        build = read_as(Workshop, document, {"catalogue": context.catalogue})
        return cls(dict(build.mech.parts), {name: count_copies(build.piles[name]) for name in PILES}, context)

    def take(self, at: str) -> Part:
        """Take one copy of a placed card off the table; CannotPlace if it is no longer there."""
        place, _, card_id = at.partition(":")
        if place == "mech" and card_id in self.mech:
            return self.context.catalogue.get(Part, self.mech.pop(card_id))
        if place in PILES and self.piles[place][card_id] > 0:
            self.piles[place] -= Counter({card_id: 1})
            return self.context.catalogue.get(Part, card_id)
        raise CannotPlace("This card is no longer there.")

    def put(self, card: Part, to: str) -> str:
        """Put a card on a position of the mech or a pile; return the id of the part whose place it takes."""
        if to in PILES:
            self.piles[to][card.id] += 1
            return ""
        if to not in POSITIONS:
            raise CannotPlace("There is no such place: reload the page and choose again.")
        if not fits(card, to):
            raise CannotPlace(f"{card.name} is a part for the {words(card.position)}: it does not fit the {words(to)}.")
        replaced = self.mech.get(to, "")
        self.mech[to] = card.id
        return replaced

    def document(self, document: Document) -> Document:
        """Return the document with this table; CannotPlace where it would hold more than a build can."""
        piles = {name: pile(counts) for name, counts in self.piles.items()}
        count = len(self.mech) + sum(counts.total() for counts in self.piles.values())
        if count > MOST_HELD or any(len(entries) > MOST_CARDS for entries in piles.values()):
            raise CannotPlace("The build holds as many cards as it can: remove some first.")
        return document | {"mech": plain_mech(self.mech)} | piles


def act(document: Document, act: Act, context: Context) -> Document:
    """Return the document with a card added, removed or moved, one copy at a time.

    A card added without a place goes on the mech if its position is free, else to the draw pile. An added card replaces
    the part in its place; a moved one sends that part to the discard pile, as in play (fact 38). An arm moved to the
    other arm's place swaps sides with it (fact 39).
    """
    table = _Table.of(document, context)
    if act.kind == "add":
        card = context.catalogue.find(Part, act.card)
        if card is None:
            raise CannotPlace("No part has this name: reload the page and choose again.")
        table.put(card, act.to or ("deck" if card.position in table.mech else card.position))
    elif act.kind == "remove":
        table.take(act.at)
    else:
        _move(table, act)
    return table.document(document)


def _move(table: _Table, act: Act) -> None:
    card = table.take(act.at)
    replaced = table.put(card, act.to)
    if not replaced:
        return
    origin = act.at.removeprefix("mech:")
    part = table.context.catalogue.get(Part, replaced)
    table.put(part, origin if origin in ARMS and fits(part, origin) else "discard")


def why(before: Verdict, after: Verdict) -> str:
    """Return in a few words the rule that a choice breaks, else the cost of an arm on the wrong side, else nothing."""
    for finding in new_problems(before, after):
        return _BROKEN.get(finding.rule, finding.message)
    earlier = _wrong_side_costs(before)
    return next((cost for arm, cost in _wrong_side_costs(after).items() if arm not in earlier), "")


def _wrong_side_costs(verdict: Verdict) -> dict[tuple[str, str], str]:
    """Return the Attack that each arm on the wrong side costs, in words, by its position and card."""
    sides = [finding.where.removeprefix("mech.") for finding in verdict.findings if finding.rule == "wrong-side"]
    lines = [line for line in verdict.totals["lines"] if line["attack"] < 0 and line["position"] in sides]
    return {(line["position"], line["card"]): f"wrong side: −{-line['attack']} Attack" for line in lines}


def totals(verdict: Verdict) -> str:
    """Return a mech's three totals."""
    return ", ".join(f"{name.capitalize()} {verdict.totals[name]}" for name in TOTALS)
