"""Information-set tree search: many walks through one tree, each in another world that the seat cannot tell apart.

A node is what was done since the root, so that worlds share it; which of its actions are there may differ by world.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any

from companion.opponent.one_step import worth_after
from companion.opponent.steps import Action, actions, happen, is_chance, owed
from companion.play.tracker import Tracker

CURIOSITY = 1.0
"""How much a little-visited action is preferred, in spreads of the worths seen beside it."""
LEAST_SPREAD = 0.02
"""The spread of worths that is assumed at least, so that equal worths are told apart by visits."""
MOST_WIDTH = 10
"""Actions of a node that are looked at and walked into; of more, these are drawn."""


@dataclass
class Node:
    """What follows an action: its worth one step ahead, and the sum of the worths that walks through it led to.

    Worths are those of the seat that chose the action.
    """

    first: float
    weight: float = 1.0
    visits: int = 0
    total: float = 0.0
    nodes: "dict[str, Node]" = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """The worth, the look ahead counted as visits by its weight."""
        return (self.first * self.weight + self.total) / (self.weight + self.visits)


def walk(tracker: Tracker[Any], root: Node, world: Any, seats: int, depth: int, random: Random) -> None:
    """Walk once from the root through a world, add a node at the end, and count where it led along the way."""
    node, state, path = root, world, list[tuple[Node, int]]()
    for _ in range(depth):
        state, pending = _settled(tracker, state, random)
        if pending is None:
            break
        offered = actions(tracker, state, pending, random)
        is_new = not node.nodes
        if is_new:
            _widen(tracker, node, state, offered, pending.seat, random)
        action = _pick(tracker, node, state, offered, pending.seat, random)
        node = node.nodes[action.key]
        path.append((node, pending.seat))
        state = tracker.apply(state, action.event)
        if is_new and node is not root:
            break
    state, _ = _settled(tracker, state, random)
    worths = [tracker.worth(state, seat) for seat in range(seats)]
    for each, seat in path:
        each.visits += 1
        each.total += worths[seat]
    root.visits += 1


def _settled(tracker: Tracker[Any], state: Any, random: Random) -> tuple[Any, Any]:
    """Return the state in which the next decision is owed, with it; None where the game has ended."""
    while (pending := owed(tracker, state)) and is_chance(pending):
        state = happen(tracker, state, pending, random)
    return state, pending


def _widen(tracker: Tracker[Any], node: Node, state: Any, offered: Sequence[Action], seat: int, random: Random) -> None:
    """Give a node its actions, each with its worth one step ahead as the dice fall in this world."""
    drawn = random.sample(offered, MOST_WIDTH) if len(offered) > MOST_WIDTH else offered
    for one in drawn:
        node.nodes[one.key] = Node(worth_after(tracker, state, one, seat, 0, random))


def _pick(
    tracker: Tracker[Any], node: Node, state: Any, offered: Sequence[Action], seat: int, random: Random
) -> Action:
    """Return the action to walk into: worth much, or visited little."""
    known = [one for one in offered if one.key in node.nodes]
    if not known:  # In this world other cards are in hand.
        _widen(tracker, node, state, offered, seat, random)
        known = [one for one in offered if one.key in node.nodes]
    means = {one.key: node.nodes[one.key].mean for one in known}
    spread = max(LEAST_SPREAD, max(means.values()) - min(means.values()))
    visits = sqrt(1 + sum(node.nodes[one.key].visits for one in known))
    return max(
        known,
        key=lambda one: means[one.key] + CURIOSITY * spread * visits / (len(known) * (1 + node.nodes[one.key].visits)),
    )
