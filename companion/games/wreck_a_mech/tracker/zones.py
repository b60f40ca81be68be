"""The zones of the game's cards: which seats may see each of them, and what they are called."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.wreck_a_mech.tracker.state import FOUNDRY_RANKS, NAMES, State, update
from companion.play.piles import Cards, PileZone


def zones(state: State) -> dict[str, PileZone]:
    """Return which seats may see each hidden zone, by its name."""
    names = [f"{kind}.{seat}" for seat in range(len(state.players)) for kind in ("draw", "discard", "hand")]
    names += [f"pile.{rank}" for rank in FOUNDRY_RANKS]
    return {name: zone_of(state, name) for name in names}


def zone_of(state: State, name: str) -> PileZone:
    """Return which seats may see a hidden zone.

    A player knows the cards of the own draw pile but not their order: the rest of the own deck is in sight.
    """
    kind, _, number_text = name.partition(".")
    number = int(number_text)
    if kind == "pile":
        return PileZone(state.foundry[FOUNDRY_RANKS.index(number)].pile, "nobody", mixed=True)
    cards: Cards = getattr(state.players[number], kind)
    if kind == "draw":
        return PileZone(cards, "owner", number, mixed=True, fixed=state.on_top[number], pool=f"deck.{number}")
    return PileZone(cards, "owner", number, pool=f"deck.{number}")


def with_zones(state: State, cards: Mapping[str, Cards]) -> State:
    """Return a state with other cards in its zones."""
    players, foundry = list(state.players), list(state.foundry)
    changed: dict[str, Any]
    for name, pile in cards.items():
        kind, _, number = name.partition(".")
        if kind == "pile":
            row = FOUNDRY_RANKS.index(int(number))
            foundry[row] = replace(foundry[row], pile=pile)
        else:
            changed = {kind: pile}
            players[int(number)] = replace(players[int(number)], **changed)
    return update(state, players=tuple(players), foundry=tuple(foundry))


def pile_title(zone: str) -> str:
    """Return the name of a pile in words."""
    kind, _, number = zone.partition(".")
    return f"the Rank {number} pile" if kind == "pile" else f"{NAMES[int(number)]}'s {kind} pile"


def top_of(zone: str) -> str:
    """Return the name of a pile's top card, as `seen` has it."""
    return f"the top of {pile_title(zone)}"
