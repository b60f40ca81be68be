"""Information-set search: many walks through one tree, each in another world that the seat cannot tell apart.

A node is what was done since the root, so that worlds share it; which of its actions are there may differ by world.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any

from companion.opponent.one_step import worth_after
from companion.opponent.steps import Action, actions, happen, is_chance, owed
from companion.opponent.strengths import Strength
from companion.play.tracker import Tracker

MOST_TRIED = 4
"""Actions of the decision itself that are walked through: the best ones one step ahead."""
DOUBT = 1.5
"""Standard errors by which walks must show another action as better than the best one step ahead, or that one stays."""
CURIOSITY = 0.4
"""How much a little-visited action is preferred in later nodes, in spreads of the worths seen beside it.

They are walked through a few times only: a mean over what nobody would do says little.
"""
LATER_STEPS = 12
"""Steps of the look one step ahead at the second decision of a walk; a half at the third, a third at the fourth."""
LEAST_LEAD = 0.002
"""The least mean lead that counts; what changes nothing would else put off the end of a turn for ever."""
LEAST_SPREAD = 0.02
"""The spread of worths that is assumed at least, so that equal worths are told apart by visits."""
MOST_WIDTH = 10
"""Actions of a node that are looked at in a world and walked into; of more, these are drawn."""
MOST_DECISIONS = 16
"""Decisions of a walk at most."""


@dataclass
class Node:
    """What follows an action: by how much it raises the worth one step ahead, and in the walks through it, summed up.

    Worths are those of the seat that chose the action, at the node above that of the position in which it did so: dice
    and cards differ from walk to walk. At the root they are counted from nought. `weight` is how many walks the look
    one step ahead counts for.
    """

    first: float
    weight: float = 1.0
    visits: int = 0
    total: float = 0.0
    walks: int = 0
    """Walks through the actions of this node."""
    rise: float = 0.0
    """By how much those walks ended above what was seen one step ahead, summed up."""
    nodes: "dict[str, Node]" = field(default_factory=dict)

    def mean_of(self, key: str) -> float:
        """Return the worth of an action of this node.

        Worths several steps ahead may all be above those of one step, or all below: what was seen one step ahead is
        moved by as much as walks through all the actions of the node moved on average.
        """
        node = self.nodes[key]
        ahead = node.first + (self.rise / self.walks if self.walks else 0.0)
        return (ahead * node.weight + node.total) / (node.weight + node.visits)


def search(
    tracker: Tracker[Any],
    root: Node,
    state: Any,
    seat: int,
    strength: Strength,
    ranked: Sequence[str],
    random: Random,
    is_stopped: Callable[[], bool],
) -> tuple[str, bool]:
    """Walk through the first of the `ranked` actions; return the best one, and whether the search was stopped early.

    All are walked through in the same worlds, half of the walks. The other half is for the first one and the one that
    did best: it is taken instead where that half shows it, for the first half chose it by its luck as well.
    """
    favourite, *others = ranked[:MOST_TRIED]
    leads: list[float] = []
    for _ in range(2):
        ends: dict[str, list[float]] = {key: [] for key in (favourite, *others)}
        for _ in range(max(1, strength.visits // 2 // (1 + len(others)))):
            if is_stopped():
                return favourite, True
            seed = random.getrandbits(64)
            for key in (favourite, *others):
                luck = Random(seed)
                world = tracker.resample(state, seat, luck.randrange)
                ends[key].append(walk(tracker, root, key, world, strength.depth, luck))
        others = [max(others, key=lambda key: sum(ends[key]))]
        leads = [other - own for other, own in zip(ends[others[0]], ends[favourite], strict=True)]
    return others[0] if _is_no_luck(leads) else favourite, False


def _is_no_luck(leads: Sequence[float]) -> bool:
    """Return whether leads in the same worlds show that their mean is above 0, and by more than a bare tie."""
    mean, count = fmean(leads), len(leads)
    return mean > LEAST_LEAD and mean > DOUBT * sqrt(fmean((lead - mean) ** 2 for lead in leads) / count)


def walk(tracker: Tracker[Any], root: Node, first: str, world: Any, depth: int, random: Random) -> float:
    """Walk once from the root through its action `first` to the end of `depth` turns; return the worth of the end.

    The worth is that for the seat of the root; along the way, each node counts its own seat's.
    A turn ends where another seat moves. All walks end with one, or a move that only puts off the end of a turn would
    look good: the answer of the others would not be seen. The luck of the first action is taken out: what its dice, and
    the cards of this world, are worth above what they are on average, as the look one step ahead knows it.
    """
    node, state, path = root, world, list[tuple[Node, Node, int, float]]()
    mover, turns = None, 0
    while len(path) < MOST_DECISIONS:
        state, pending = _settled(tracker, state, random)
        if len(path) == 1 and (pending is None or pending.wants != "choice"):
            _, own, seat, _ = path[0]
            path[0] = (root, own, seat, tracker.worth(state, seat) - own.first)
        if pending is None:
            break
        if pending.wants == "move" and pending.seat != mover:
            if turns == depth:
                break
            mover, turns = pending.seat, turns + 1
        offered, seat, before = actions(tracker, state, pending, random), pending.seat, 0.0
        if path:
            before = tracker.worth(state, seat)
            known = _known(tracker, node, state, offered, seat, before, LATER_STEPS // len(path), random)
            action = _pick(node, known)
        else:
            action = next(one for one in offered if one.key == first)
        path.append((node, node.nodes[action.key], seat, before))
        node = node.nodes[action.key]
        state = tracker.apply(state, action.event)
    state, _ = _settled(tracker, state, random)
    for parent, each, seat, before in path:
        risen = tracker.worth(state, seat) - before
        each.visits += 1
        each.total += risen
        parent.walks += 1
        parent.rise += risen - each.first
    return tracker.worth(state, path[0][2]) - path[0][3]


def _settled(tracker: Tracker[Any], state: Any, random: Random) -> tuple[Any, Any]:
    """Return the state in which the next decision is owed, with it; None where the game has ended."""
    while (pending := owed(tracker, state)) and is_chance(pending):
        state = happen(tracker, state, pending, random)
    return state, pending


def _known(
    tracker: Tracker[Any],
    node: Node,
    state: Any,
    offered: Sequence[Action],
    seat: int,
    before: float,
    steps: int,
    random: Random,
) -> list[Action]:
    """Return the actions of a node that may be walked into in this world.

    Those that are new, as where other cards are in hand, join the node with what they raise the worth one step ahead in
    this world; no more of them than make the width full.
    """
    known = [one for one in offered if one.key in node.nodes]
    unknown = [one for one in offered if one.key not in node.nodes]
    if unknown and (room := MOST_WIDTH - len(known)) > 0:
        drawn = random.sample(unknown, room) if len(unknown) > room else unknown
        for one in drawn:
            node.nodes[one.key] = Node(worth_after(tracker, state, one, seat, steps, random) - before)
        known += drawn
    return known


def _pick(node: Node, known: Sequence[Action]) -> Action:
    """Return the action to walk into: worth much, or visited little."""
    means = {one.key: node.mean_of(one.key) for one in known}
    spread = max(LEAST_SPREAD, max(means.values()) - min(means.values()))
    visits = sqrt(1 + sum(node.nodes[one.key].visits for one in known))
    return max(
        reversed(known),
        key=lambda one: means[one.key] + CURIOSITY * spread * visits / (len(known) * (1 + node.nodes[one.key].visits)),
    )
