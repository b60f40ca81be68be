"""A summary of a mech and its deck: values for the build page and the pages of analyses, and a text for a chat."""

from collections.abc import Mapping
from functools import lru_cache

from companion.data.cards import Catalogue
from companion.data.marks import add_legend, sign
from companion.data.rulebook import Rulings
from companion.gamekit.contract import Context
from companion.games.wreck_a_mech.model import POSITIONS, RANKS, Corporation, Part, Workshop, count_copies, words
from companion.games.wreck_a_mech.rules.losses import damage, is_wrecked
from companion.games.wreck_a_mech.rules.totals import (
    cards_by_position,
    corporation_name,
    marks,
    prey,
    sentences,
    structures,
    total,
)

PILES = {"draw": "deck", "discard": "discard"}
"""The piles of a build by the names of the analyses' inputs."""


def page_values(build: Workshop | None, context: Context) -> dict[str, object]:
    """Return the values of the mech's page: the cards to choose from, the mech's totals, and functions for words."""
    build_or_empty = build or Workshop(game="wreck-a-mech")
    mech = cards_by_position(build_or_empty.mech.parts, context.catalogue)
    enemy = build_or_empty.opponent
    totals = total(mech, context.rulings, context.catalogue, enemy.parts if enemy else None)
    damage_taken = None if enemy is None or enemy.attack is None else damage(enemy.attack, totals.defense)
    return {
        "positions": POSITIONS,
        "words": words,
        "choices": choices(context.catalogue),
        "mech": mech,
        "totals": totals,
        "marks": marks(mech),
        "enemy": enemy,
        "taken": damage_taken,
        "wrecked": damage_taken is not None and is_wrecked(damage_taken, structures(mech)),
        "piles": {name: sum(count_copies(pile).values()) for name, pile in build_or_empty.piles.items()},
        "wheel": wheel(context),
        "links": _links(build_or_empty, context),
        **card_functions(context.catalogue, context.rulings),
    }


def _links(build: Workshop, context: Context) -> dict[str, dict[str, object]]:
    """Return the inputs of each analysis from a build, for links to their pages.

    An input that is empty in the build is empty; without an opponent the page takes that of the last matchup.
    """
    enemy, catalogue = build.opponent, context.catalogue
    piles = {name: write_pile(count_copies(build.piles[pile]), catalogue) for name, pile in PILES.items()}
    options_inputs: dict[str, object] = {
        **{position: build.mech.parts.get(position, "") for position in POSITIONS},
        **piles,
        "ruling.wheel": context.rulings["wheel"],
    }
    best_build_inputs: dict[str, object] = {}
    if enemy is not None:
        options_inputs["attack"] = "" if enemy.attack is None else enemy.attack
        options_inputs["parts"] = ", ".join(f"{n} {corporation_name(c, catalogue)}" for c, n in enemy.parts.items())
        best_build_inputs["defense"] = "" if enemy.defense is None else enemy.defense
    return {
        "damage-options": options_inputs,
        "best-build": options_inputs | best_build_inputs,
        "deck-odds": dict(piles),
    }


def card_functions(catalogue: Catalogue, rulings: Rulings) -> dict[str, object]:
    """Return the functions with which templates show cards."""
    return {
        "called": lambda corporation: corporation_name(corporation, catalogue),
        "rules_of": lambda card: " ".join(sentences(card, rulings, catalogue)),
        "rank_name": RANKS.__getitem__,
    }


@lru_cache(maxsize=8)
def choices(catalogue: Catalogue) -> dict[str, dict[str, list[Part]]]:
    """Return the cards for each position by corporation and rank; for arms those of the other side come last."""
    cards_for_position: dict[str, dict[str, list[Part]]] = {}
    for position in POSITIONS:
        groups: dict[str, list[Part]] = {}
        cards = catalogue.all(Part)
        own = [card for card in cards if card.position == position]
        arms = [card for card in cards if position.endswith("arm") and card.position.endswith("arm")]
        for card in sorted(own, key=lambda c: (c.corporation, -c.rank)):
            groups.setdefault(corporation_name(card.corporation, catalogue), []).append(card)
        for card in (c for c in arms if c.position != position):
            groups.setdefault("Upside down", []).append(card)
        cards_for_position[position] = groups
    return cards_for_position


def write_pile(counts: Mapping[str, int], catalogue: Catalogue) -> str:
    """Return a pile as one line: `2 Mic Drop, Trainer Head`."""
    names = {card: part.name if (part := catalogue.find(Part, card)) else card for card in counts}
    return ", ".join(f"{count} {names[card]}" if count > 1 else names[card] for card, count in counts.items())


def wheel(context: Context) -> list[tuple[str, str]]:
    """Return pairs of names under the rulings: a corporation, and the one that it is strong against."""
    corporations = [c for c in context.catalogue.all(Corporation) if prey(c.id, context.rulings)]
    return [(c.name, corporation_name(prey(c.id, context.rulings), context.catalogue)) for c in corporations]


def summary(build: Workshop, context: Context) -> str:
    """Return a mech and its deck as text for a chat."""
    catalogue = context.catalogue
    mech = cards_by_position(build.mech.parts, catalogue)
    enemy = build.opponent
    totals = total(mech, context.rulings, catalogue, enemy.parts if enemy else None)
    signs = {name: sign(mark) for name, mark in marks(mech).items()}
    sums = (
        f"Attack {totals.attack}{signs['attack']}, Defense {totals.defense}{signs['defense']}, "
        f"Structure {totals.structure}{signs['structure']}"
    )
    head = f"Wreck-A-Mech: {build.title or 'untitled'}: {sums}"
    lines = [head]
    for position in POSITIONS:
        card = mech.get(position)
        lines.append(f"{words(position).capitalize()}: {_line(card) if card else 'empty'}")
    for name, label in (("deck", "Draw pile"), ("discard", "Discard pile"), ("junked", "Junked")):
        counts = count_copies(build.piles[name])
        if counts:
            lines.append(f"{label} ({sum(counts.values())}): {write_pile(counts, catalogue)}")
    return add_legend(lines)


def _line(card: Part) -> str:
    return f"{card.name} (rank {card.rank}, A{card.attack} D{card.defense} S{card.structure}{sign(card.numbers_mark)})"


COLUMNS = (
    *("Count", "Card", "Where", "Rank", "Position", "Corporation", "Attack", "Defense", "Structure", "Effect"),
    "Numbers",
)
"""The heads of a deck's rows in a spreadsheet."""


def rows(build: Workshop, context: Context) -> list[tuple[str | int, ...]]:
    """Return a mech and its deck as rows for a spreadsheet: the cards of each place and pile, with their copies."""
    places = [(f"mech: {words(position)}", {card: 1}) for position, card in build.mech.parts.items()]
    piles = zip(("draw pile", "discard pile", "junked"), map(count_copies, build.piles.values()), strict=True)
    return [
        _row(context.catalogue.get(Part, card), count, where, context)
        for where, counts in (*places, *piles)
        for card, count in counts.items()
    ]


def _row(card: Part, count: int, where: str, context: Context) -> tuple[str | int, ...]:
    effect = " ".join((*sentences(card, context.rulings, context.catalogue), *[card.text] * bool(card.text)))
    corporation = corporation_name(card.corporation, context.catalogue)
    numbers = (card.attack, card.defense, card.structure)
    place = words(card.position)
    return (count, card.name, where, card.rank, place, corporation, *numbers, effect, card.numbers_mark.kind)
