"""The Foundry: rows that refill and run out, and the gains and junking after a combat."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.data.rulebook import Rulings, rule
from companion.games.wreck_a_mech.rules.play import Pile, Player

FACE_UP = 3


@dataclass(frozen=True, slots=True)
class Gains:
    """The cards that an attacker may gain and junk."""

    rank_2: int
    rank_3: int
    junk: int


@rule("upgrade-gains")
def gains(ranks: Sequence[int]) -> Gains:
    """Return the gains for the ranks in the defender's damage area (fact 49)."""
    return Gains(ranks.count(1), ranks.count(2) + ranks.count(3), ranks.count(3))


@dataclass(frozen=True, slots=True)
class FoundryRow:
    """A Foundry rank: cards face up, the pile below, and whether its last card was drawn."""

    face_up: Pile
    pile: Pile
    out: bool = False


@rule("foundry-setup")
def deal(shuffled: Pile) -> FoundryRow:
    """Return a rank's row after setup: three face up, the rest as the pile (facts 29, 30)."""
    return FoundryRow(shuffled[:FACE_UP], shuffled[FACE_UP:])


@rule("gain", "foundry-out")
def gain(row: FoundryRow, card: str | None, rulings: Rulings) -> tuple[str, FoundryRow]:
    """Return the gained card and the row afterwards: `card` is a face-up card, or None for the pile's top card.

    ValueError if it is not there. Whether turning up the last replacement ends the game is a ruling (fact 67).
    """
    if card is None:
        if not row.pile:
            raise ValueError("the pile is empty")
        return row.pile[0], FoundryRow(row.face_up, row.pile[1:], row.out or len(row.pile) == 1)
    if card not in row.face_up:
        raise ValueError(f"{card} is not face up")
    index = row.face_up.index(card)
    face_up = row.face_up[:index] + row.pile[:1] + row.face_up[index + 1 :]
    takes_last = len(row.pile) == 1 and rulings.get("foundry-replacement", "counts") == "counts"
    return card, FoundryRow(face_up, row.pile[1:], row.out or takes_last)


@rule("foundry-out")
def is_game_over(rows: Sequence[FoundryRow], phase_done: bool, rulings: Rulings) -> bool:
    """Return whether a used-up pile ends the game: at the end of the phase, or by ruling at once (fact 68)."""
    at_once = rulings.get("foundry-end", "end-of-phase") == "at-once"
    return any(row.out for row in rows) and (phase_done or at_once)


@rule("gain")
def keep(player: Player, card: str, rulings: Rulings) -> Player:
    """Return the player with a gained card, on the discard pile unless a ruling says otherwise (fact 60)."""
    if rulings.get("gained-cards", "discard") == "draw":
        return replace(player, draw=(card, *player.draw))
    return replace(player, discard=(card, *player.discard))


@rule("junk")
def junk(player: Player, card: str, source: Literal["draw", "discard"]) -> Player:
    """Return the player with a card of one pile junked; ValueError if it is not there."""
    pile = list(player.draw if source == "draw" else player.discard)
    if card not in pile:
        raise ValueError(f"{card} is not in the {source} pile")
    pile.remove(card)
    remaining = tuple(pile)
    junked = (*player.junked, card)
    if source == "draw":
        return replace(player, draw=remaining, junked=junked)
    return replace(player, discard=remaining, junked=junked)
