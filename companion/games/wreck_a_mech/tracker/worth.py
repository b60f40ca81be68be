"""How a seat stands, for whoever plays games out: its deck, its mech, Victories, cards to gain.

Every seat has points, and its worth is its share of the exponentials of all points: the worths of a table sum to 1.
Points are counted as if the next Combat had been fought with the mechs as they are (in the Combat Phase by the marks)
and each seat had lost what costs it least. So a mech is worth what it does to its defender and what it withstands, and
the worth does not jump when the Build Phase ends. Bonuses count in that Combat; apart from it, an installed part counts
with its own strength, and a deck with the mean strength of its cards and the strongest one for each position.

The weights come from games that it played against itself. They say that decks decide more than the first Victories: a
wrecked mech is rebuilt, and its attacker's cards stay.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import exp
from typing import NamedTuple

from companion.base.compat import cached_property
from companion.games.wreck_a_mech.model import POSITIONS, Part
from companion.games.wreck_a_mech.rules.losses import damage, is_wrecked
from companion.games.wreck_a_mech.rules.play import VICTORIES, Player
from companion.games.wreck_a_mech.tracker.state import MOST_REMEMBERED, State, Terms, damage_taken
from companion.play.piles import UNKNOWN

VICTORY = 0.4
"""Points of a Victory."""
DECIDED = 4.0
"""Points of whoever alone has three Victories, scores alone in Overtime, or leads when the Foundry is used up."""
INSTALLED = 0.02
"""Points of each point of strength of a part on the mech."""
MEAN = 0.28
"""Points of each point of strength of the mean card of a deck, which its mech is part of."""
STRONGEST = 0.09
"""Points of each point of strength of the strongest card of a deck, for each position."""
RANK_2, RANK_3, JUNK = 0.09, 0.17, 0.03
"""Points of a card of each rank that may still be gained, and of one that may still be junked."""
GIVEN = {1: RANK_2, 2: RANK_3, 3: RANK_3 + JUNK}
"""Points of an attacker for a part of each rank that its defender has lost."""
BUILT = 0.000_001
"""Points of having ended the Build Phase, so that the end is better than a move that changes nothing."""
STRUCTURE = 0.7
"""Strength of a point of Structure, where a point of Attack or Defense has 1."""
TIMES = {"set": 0.5, "each": 2.0, "against": 1.0}
"""How often a special rule's bonus counts as strength, for it does not always apply."""


class Value(NamedTuple):
    """What is counted of a card: its strength, its Structure, the attacker's points for its loss, its position."""

    strength: float
    structure: int
    given: float
    position: int


@dataclass(frozen=True)
class Judge:
    """Says how seats stand under the terms of a game."""

    terms: Terms

    @cached_property
    def _values(self) -> dict[str, Value]:
        values = {card.id: _value_of(card) for card in self.terms.catalogue.all(Part)}
        return {**values, UNKNOWN: Value(0.0, 0, 0.0, 0)}

    def worth(self, state: State, seat: int) -> float:
        """Return how a seat stands, from 0 where it has lost to 1 where it has won."""
        if state.result:
            winners = state.result.winners
            return (seat in winners) / len(winners) if winners else 1 / self.terms.seats
        points = self._points(state)
        return 1 / sum(exp(other - points[seat]) for other in points.values()) if seat in points else 0.0

    def _points(self, state: State) -> dict[int, float]:
        """Return the points of each seat that may still win."""
        fighters = state.fighters
        decks = {seat: self._deck(state.players[seat]) for seat in fighters}
        scores = {seat: 0 if state.overtime else state.players[seat].victory for seat in fighters}
        is_over = not state.overtime and any(row.out for row in state.foundry)
        fought = self._fight(state, fighters, scores, not is_over)
        most, needed = max(scores.values()), 0 if is_over else 1 if state.overtime else VICTORIES
        leaders = [seat for seat in fighters if scores[seat] == most >= needed]
        if len(leaders) > 1:
            return {seat: decks[seat] for seat in leaders}  # A Sudden Death Overtime begins with new hands.
        points = {seat: decks[seat] + fought[seat] + VICTORY * scores[seat] for seat in fighters}
        if leaders:
            points[leaders[0]] += DECIDED
        if state.phase != "build":
            return points
        if leaders and len(state.queue) == 1 and state.queue[0] not in leaders:
            # The end of its build loses the game, which is worth 0: so is every mech that loses it, or it never ends.
            del points[state.queue[0]]
            return points
        for seat in state.queue:
            points[seat] -= BUILT
        return points

    def _fight(
        self, state: State, fighters: tuple[int, ...], scores: dict[int, int], is_fought: bool
    ) -> dict[int, float]:
        """Return each seat's points for the parts that it keeps in the next Combat and for cards that it may gain.

        Victories are added to `scores`.
        """
        points = dict.fromkeys(fighters, 0.0)
        totals = {seat: self.terms.strengths(state, seat) for seat in fighters}
        in_combat, values = state.phase == "combat", self._values
        for seat in fighters:
            player, attacker, taken = state.players[seat], self.terms.attacker_of(state, seat), 0
            if in_combat:
                taken = damage_taken(state, seat, self.terms) if seat in state.queue else 0
            elif is_fought and attacker is not None:
                taken = damage(totals[attacker][0], totals[seat][1])
            parts = tuple([values[card] for card in player.mech.values()])
            kept, given, is_lost = _after_damage(taken, parts)
            points[seat] += kept
            if attacker is None:
                continue
            scores[attacker] += is_lost or in_combat and not parts
            if not state.overtime:
                points[attacker] += given + self._to_gain(state, attacker, seat)
        return points

    def _to_gain(self, state: State, seat: int, defender: int) -> float:
        """Return the points of what a seat may still gain and junk for parts that its defender has lost already."""
        if state.phase == "combat":
            return sum(self._values[card].given for card in state.players[defender].damaged)
        if state.phase == "upgrade" and state.gains and seat == state.queue[0]:
            return RANK_2 * state.gains.rank_2 + RANK_3 * state.gains.rank_3 + JUNK * state.gains.junk
        if state.phase == "wrecks" or state.phase == "upgrade" and seat in state.queue:
            return sum(GIVEN[rank] for rank in state.damaged_ranks[defender])
        return 0.0

    def _deck(self, player: Player) -> float:
        """Return the points of all cards of a player that are not junked."""
        values = self._values
        cards = (*player.mech.values(), *player.draw, *player.discard, *player.hand, *player.damaged)
        total, strongest = 0.0, [0.0] * len(POSITIONS)
        for card in cards:
            strength, _, _, at = values[card]
            total += strength
            if strength > strongest[at]:
                strongest[at] = strength
        return MEAN * total / len(cards) + STRONGEST * sum(strongest) if cards else 0.0


def _value_of(card: Part) -> Value:
    bonus = sum(TIMES[special.rule] * (special.attack + special.defense) for special in card.special)
    strength = card.attack + card.defense + STRUCTURE * card.structure + bonus
    return Value(strength, card.structure, GIVEN[card.rank], POSITIONS.index(card.position))


@lru_cache(maxsize=MOST_REMEMBERED)
def _after_damage(taken: int, parts: tuple[Value, ...]) -> tuple[float, float, bool]:
    """Return the points of the parts that are left, what the attacker gets for the others, and whether all are lost.

    Of all choices that absorb the damage it is the one that costs least.
    """
    points = INSTALLED * sum(part.strength for part in parts)
    if taken <= 0 or not parts:
        return points, 0.0, False
    if is_wrecked(taken, {str(at): part.structure for at, part in enumerate(parts)}):
        return 0.0, sum(part.given for part in parts), True
    choices = [(0, 0.0, 0.0)]
    for part in parts:
        lost = INSTALLED * part.strength
        choices += [(structure + part.structure, less + lost, given + part.given) for structure, less, given in choices]
    enough = ((less, given) for structure, less, given in choices if structure >= taken)
    less, given = min(enough, key=sum)
    return points - less, given, False
