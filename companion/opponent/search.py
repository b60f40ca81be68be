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
"""Actions of a node that are looked at in a world and walked into; of more, these are drawn."""


@dataclass
class Node:
    """What follows an action: its worth one step ahead, and the sum of the worths that walks through it led to.

    Worths are those of the seat that chose the action. `weight` is how many walks the look one step ahead counts for.
    """

    first: float
    weight: float = 1.0
    visits: int = 0
    total: float = 0.0
    walks: int = 0
    """Walks through the actions of this node."""
    rise: float = 0.0
    """By how much those walks ended above the worths one step ahead, summed up."""
    nodes: "dict[str, Node]" = field(default_factory=dict)

    def mean_of(self, key: str) -> float:
        """Return the worth of an action of this node.

        Worths several steps ahead may all be above those of one step, or all below: what was seen one step ahead is
        moved by as much as walks through all the actions of the node moved on average.
        """
        node = self.nodes[key]
        ahead = node.first + (self.rise / self.walks if self.walks else 0.0)
        return (ahead * node.weight + node.total) / (node.weight + node.visits)


def walk(tracker: Tracker[Any], root: Node, world: Any, seats: int, depth: int, random: Random) -> None:
    """Walk once from the root through a world, add a node at the end, and count where it led along the way."""
    node, state, path = root, world, list[tuple[Node, Node, int]]()
    for _ in range(depth):
        state, pending = _settled(tracker, state, random)
        if pending is None:
            break
        offered = actions(tracker, state, pending, random)
        is_new = not node.nodes
        known = _known(tracker, node, state, offered, pending.seat, random)
        action = _pick(node, known)
        path.append((node, node.nodes[action.key], pending.seat))
        node = node.nodes[action.key]
        state = tracker.apply(state, action.event)
        if is_new and len(offered) > 1 and len(path) > 1:
            break
    state, _ = _settled(tracker, state, random)
    worths = [tracker.worth(state, seat) for seat in range(seats)]
    for parent, each, seat in path:
        each.visits += 1
        each.total += worths[seat]
        parent.walks += 1
        parent.rise += worths[seat] - each.first


def _settled(tracker: Tracker[Any], state: Any, random: Random) -> tuple[Any, Any]:
    """Return the state in which the next decision is owed, with it; None where the game has ended."""
    while (pending := owed(tracker, state)) and is_chance(pending):
        state = happen(tracker, state, pending, random)
    return state, pending


def _known(
    tracker: Tracker[Any], node: Node, state: Any, offered: Sequence[Action], seat: int, random: Random
) -> list[Action]:
    """Return the actions of a node that may be walked into in this world.

    Those that are new, as where other cards are in hand, join the node with their worth one step ahead, as the dice
    fall in this world; no more of them than make the width full.
    """
    known = [one for one in offered if one.key in node.nodes]
    unknown = [one for one in offered if one.key not in node.nodes]
    if unknown and (room := MOST_WIDTH - len(known)) > 0:
        drawn = random.sample(unknown, room) if len(unknown) > room else unknown
        for one in drawn:
            node.nodes[one.key] = Node(worth_after(tracker, state, one, seat, 0, random))
        known += drawn
    return known


def _pick(node: Node, known: Sequence[Action]) -> Action:
    """Return the action to walk into: worth much, or visited little."""
    means = {one.key: node.mean_of(one.key) for one in known}
    spread = max(LEAST_SPREAD, max(means.values()) - min(means.values()))
    visits = sqrt(1 + sum(node.nodes[one.key].visits for one in known))
    return max(
        known,
        key=lambda one: means[one.key] + CURIOSITY * spread * visits / (len(known) * (1 + node.nodes[one.key].visits)),
    )
