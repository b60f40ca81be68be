"""Unfinished rolls: the resolver of a roll, rebuilt from the state, and each mech of the combat under way."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from companion.data.rulebook import rule
from companion.dice.one_throw import OneThrow
from companion.dice.resolver import Chance, Play, Resolver, play_on, replay
from companion.dice.throw import D6, graded
from companion.games.mechalyte.resolver import RESOLVERS, opportunity_shot
from companion.games.mechalyte.resolver.combat import Combat, Side
from companion.games.mechalyte.rules.levels import struck
from companion.games.mechalyte.tracker.state import PendingRoll, State, Terms
from companion.play.game_states import choose_measures
from companion.play.tracker import Rolling

FIRST_PLAYER = OneThrow(
    graded("who begins: 1 to 3 is side A, 4 to 6 is side B", 1, D6, ("Side A begins", 1, ""), ("Side B begins", 4, "")),
    count=lambda faces: faces.index(1),
    as_outcome=lambda side: {"begins": side},
)
"""A die that decides which side begins; `begins` is the number of the side."""
A_BEGINS = Chance("a_begins", "Side A begins", lambda outcome: outcome["begins"] == 0)


def resolver(state: State, roll: PendingRoll, terms: Terms) -> Resolver[Any]:
    """Return the resolver of a roll, with the mechs as they were when it began."""
    if roll.kind == "begin":
        return FIRST_PLAYER
    return _shot(state, roll, terms) if roll.kind == "shot" else _combat(state, roll, terms)


@rule("opportunity-dice")
def _shot(state: State, roll: PendingRoll, terms: Terms) -> OneThrow[int]:
    """Return the shot at the mech under way, by all enemies in the zone that it leaves."""
    assert state.walk
    mech = state.mech(state.walk.mech)
    enemy = 1 - mech.side
    dice = sum(terms.ratings(state, shooter).power for shooter in state.standing(mech.zone, enemy))
    most = roll.most[enemy]
    dice = dice if most is None else min(dice, most)
    return opportunity_shot(state.specs[mech.side], mech.level, dice, mech.moved, terms.scale, enemy)


@rule("combat")
def _combat(state: State, roll: PendingRoll, terms: Terms) -> Combat:
    """Return the combat of a zone, in which each side aims as it chooses."""
    a, b = (tuple(mech.level for mech in state.standing(roll.zone, side)) for side in (0, 1))
    return Combat(state.specs, (a, b), state.active, ("best", "best"), terms.scale, choose=True, spare=roll.most)


def rolling(state: State, terms: Terms) -> Rolling | None:
    """Return the roll under way with its figures: of a shot for the shooter, of a combat for both sides.

    Hits count for the seat that throws them, except on the die that decides who begins.
    """
    roll = state.roll
    if roll is None:
        return None
    machine = resolver(state, roll, terms)
    if roll.kind == "shot":
        assert state.walk
        shooter = 1 - state.mech(state.walk.mech).side
        figures, about = choose_measures(RESOLVERS, "destroyed", "mean_level"), f"at {state.walk.mech} in {roll.zone}"
        return Rolling("Opportunity shot", machine, roll.groups, figures, shooter, counts_hits=True, about=about)
    if roll.kind == "combat":
        measures = choose_measures(RESOLVERS, "a_levels", "b_levels")
        figures = tuple(replace(measure, title=_SIDE.sub(r"Side \1", measure.title)) for measure in measures)
        return Rolling("Combat", machine, roll.groups, figures, counts_hits=True, about=f"in {roll.zone}")
    return Rolling("Who begins", machine, roll.groups, (A_BEGINS,))


def run(state: State, terms: Terms) -> Play[Any]:
    """Return the roll under way, played up to the faces so far."""
    assert state.roll
    if state.roll.kind == "combat":
        return _run_combat(_combat(state, state.roll, terms), state.roll.groups)
    return replay(resolver(state, state.roll, terms), state.roll.groups)


def is_waiting(state: State, terms: Terms) -> bool:
    """Return whether the roll under way needs more faces."""
    assert state.roll
    if state.roll.kind == "combat":
        return _unfinished(_combat(state, state.roll, terms), state.roll.groups) is not None
    return run(state, terms).waiting is not None


def _run_combat(combat: Combat, groups: tuple[tuple[int, ...], ...]) -> Play[Any]:
    """Return a combat, played up to these faces."""
    return _unfinished(combat, groups) or replay(combat, groups)


@lru_cache(maxsize=4096)
def _unfinished(combat: Combat, groups: tuple[tuple[int, ...], ...]) -> Play[Any] | None:
    """Return a combat up to these faces, None where it has ended; kept, for each throw goes on from the one before."""
    if not groups:
        begun = replay(combat, ())
        return begun if begun.waiting else None
    before = _unfinished(combat, groups[:-1])
    return before and play_on(combat, before, groups[-1])


_SIDE = re.compile(r"\b([AB])\b")
_TARGET = re.compile(r"[AB]'s level (\d) mech")


def why(state: State, terms: Terms, text: str) -> str:
    """Return a resolver's text with the names of the sides, and of the mech that is fired at.

    A resolver knows only specs and levels.
    """
    assert state.roll
    if state.roll.kind == "shot":
        assert state.walk
        return text.replace("the level", f"{state.walk.mech}, the level", 1)
    if state.roll.kind == "begin":
        return text
    aimed = fight(state, terms).aimed
    named_text = _TARGET.sub(rf"{aimed[0][0]} (level \1)", text, count=1) if aimed else text
    return _SIDE.sub(r"Side \1", named_text)


@dataclass(frozen=True)
class Fighter:
    """A mech in a combat: its level, 0 where it is destroyed, its layers, and whether it has not acted."""

    id: str
    level: int
    layers: int
    waiting: bool


@dataclass(frozen=True)
class Fight:
    """A combat under way: its mechs by side, its countdown, the dice still to be rolled at each mech."""

    sides: tuple[tuple[Fighter, ...], tuple[Fighter, ...]]
    countdown: int
    aimed: tuple[tuple[str, int], ...]


def fight(state: State, terms: Terms) -> Fight:
    """Return the combat under way, in which each mech keeps its name: the resolver does not tell equal mechs apart."""
    assert state.roll
    ids = tuple([tuple([mech.id for mech in state.standing(state.roll.zone, side)]) for side in (0, 1)])
    return _name_mechs(_combat(state, state.roll, terms), ids, state.roll.groups)


Sides = tuple[list[Fighter], list[Fighter]]


def _name_mechs(machine: Combat, ids: tuple[tuple[str, ...], ...], groups: tuple[tuple[int, ...], ...]) -> Fight:
    """Return a combat after these faces, whose mechs of each side have these names, in the order of its levels."""
    (a, b), current = _named_after(machine, ids, groups)
    aimed = tuple([((a, b)[enemy][index].id, dice) for enemy, index, dice in current[1]])
    return Fight((tuple(a), tuple(b)), current[2], aimed)


@lru_cache(maxsize=4096)
def _named_after(
    machine: Combat, ids: tuple[tuple[str, ...], ...], groups: tuple[tuple[int, ...], ...]
) -> tuple[Sides, Any]:
    """Return the mechs of both sides with their names, and the resolver's state; kept, for throws follow each other."""
    if not groups:
        current = machine.start()
        begun = [
            _match_fighters(
                [Fighter(name, level, 0, True) for name, level in zip(names, levels, strict=True)], current[0][side]
            )
            for side, (names, levels) in enumerate(zip(ids, machine.levels, strict=True))
        ]
        return (begun[0], begun[1]), current
    before, current = _named_after(machine, ids, groups[:-1])
    sides = [[*before[0]], [*before[1]]]
    throw = machine.ask(current)
    assert throw
    faces = throw.sort(groups[-1])
    if not current[3]:
        enemy, index, _ = current[1][0]
        target = sides[enemy][index]
        level, layers = struck(machine.specs[enemy], target.level, target.layers, faces[1], faces[2])
        sides[enemy][index] = Fighter(target.id, level, layers, target.waiting)
    current = machine.take(current, faces)
    a, b = (_match_fighters(fighters, mechs) for fighters, mechs in zip(sides, current[0], strict=True))
    return (a, b), current


def _match_fighters(fighters: list[Fighter], mechs: Side) -> list[Fighter]:
    """Return the resolver's mechs with their names, in its order; mechs that it no longer has are destroyed."""
    ordered = sorted(fighters, key=lambda fighter: (fighter.level, fighter.layers, fighter.waiting), reverse=True)
    if len(mechs) < len(fighters):
        ordered = [fighter for fighter in ordered if fighter.level]
    order = sorted(range(len(mechs)), key=lambda index: mechs[index], reverse=True)
    ids = {index: fighter.id for index, fighter in zip(order, ordered, strict=True)}
    return [Fighter(ids[index], *mech) for index, mech in enumerate(mechs)]
