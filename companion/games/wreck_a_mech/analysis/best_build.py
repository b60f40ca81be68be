"""The best mech from a hand and what is installed, a room of its own: every build there is, weighed, ties kept."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from companion.cards import Catalogue
from companion.games.wreck_a_mech.model import ARMS, POSITIONS, Opponent, Part
from companion.games.wreck_a_mech.rules.losses import is_wrecked
from companion.games.wreck_a_mech.rules.totals import fits, quick
from companion.rulebook import Rulings, rule

Goal = Literal["attack", "defense", "opponent"]
MOST_HAND = 12
"""Cards a hand may have; the rules never give more than 5."""
Parts = dict[str, Part]


@dataclass(frozen=True, slots=True)
class Made:
    """A build: its parts by position, what it sums to, and the damage each way against the marked opponent."""

    parts: tuple[tuple[str, Part], ...]
    attack: int
    defense: int
    structure: int
    dealt: int | None = None
    taken: int | None = None
    wrecked: bool = False

    @property
    def margin(self) -> int:
        """Return damage dealt less damage taken."""
        return (self.dealt or 0) - (self.taken or 0)


def every_build(hand: Sequence[Part], installed: Mapping[str, Part]) -> Iterator[Parts]:
    """Yield every mech that a Build Phase can end with, each once (facts 38 to 40).

    A card of the hand goes to its own position, an arm to either side; what is installed stays, or arms change sides,
    or it is thrown off. At least one part is left. Cards in hand that are alike count once.
    """
    here = {position: card for position, card in installed.items() if fits(card, position)}
    single: list[list[Part | None]] = []
    for position in ("head", "body", "legs"):
        found = [card for card in hand if card.position == position]
        if position in here:
            found.append(here[position])
        single.append([None, *{card.id: card for card in found}.values()])
    arms = [*(card for card in hand if card.position in ARMS), *(here[arm] for arm in ARMS if arm in here)]
    for head, body, legs in product(*single):
        for left, right in _arm_pairs(arms):
            mech = {"head": head, "body": body, "left_arm": left, "right_arm": right, "legs": legs}
            parts = {position: card for position, card in mech.items() if card}
            if parts:
                yield parts


def _arm_pairs(arms: Sequence[Part]) -> list[tuple[Part | None, Part | None]]:
    slots: list[tuple[int, Part | None]] = [(-1, None), *enumerate(arms)]
    pairs = {
        (left.id if left else "", right.id if right else ""): (left, right)
        for (i, left), (j, right) in product(slots, slots)
        if i < 0 or i != j
    }
    return list(pairs.values())


@rule("build-phase", "totals", "wrong-side")
def best(
    goal: Goal,
    hand: Sequence[Part],
    installed: Mapping[str, Part],
    rulings: Rulings,
    catalogue: Catalogue,
    opponent: Opponent | None = None,
) -> tuple[Made, ...]:
    """Return all builds that are best for a goal, every tie kept; those with more parts and more of the rest first.

    `opponent`: not wrecked before wrecked, then the damage dealt less the damage taken, by the opponent's marks.
    """
    enemy = opponent.parts if opponent else {}
    found: list[Made] = []
    top: tuple[int, ...] | None = None
    for parts in every_build(hand, installed):
        made = _measured(parts, rulings, enemy, opponent)
        value = _value(goal, made)
        if top is None or value > top:
            top, found = value, []
        if value == top:
            found.append(made)
    return tuple(sorted(found, key=lambda m: (-len(m.parts), -(m.attack + m.defense), -m.structure)))


def _measured(parts: Parts, rulings: Rulings, enemy: Mapping[str, int], opponent: Opponent | None) -> Made:
    attack, defense, structure = quick(parts, rulings, enemy)
    ordered = tuple((position, parts[position]) for position in POSITIONS if position in parts)
    if opponent is None:
        return Made(ordered, attack, defense, structure)
    dealt = max(0, attack - (opponent.defense or 0))
    taken = max(0, (opponent.attack or 0) - defense)
    wrecked = is_wrecked(taken, {position: card.structure for position, card in ordered})
    return Made(ordered, attack, defense, structure, dealt, taken, wrecked)


def _value(goal: Goal, made: Made) -> tuple[int, ...]:
    if goal == "opponent":
        return (not made.wrecked, made.margin)
    return (made.attack,) if goal == "attack" else (made.defense,)
