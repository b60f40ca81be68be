"""Dice half rolled: the resolver of a roll, made anew from the state, and each mech of a combat as it stands in it."""

import re
from dataclasses import dataclass, replace
from typing import Any

from companion.data.rulebook import rule
from companion.dice.one_throw import OneThrow
from companion.dice.resolver import Chance, Play, Resolver, replay
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
    """Return the resolver of a roll; its mechs stand as they did when it began."""
    if roll.kind == "begin":
        return FIRST_PLAYER
    return _shot(state, roll, terms) if roll.kind == "shot" else _combat(state, roll, terms)


@rule("opportunity-dice")
def _shot(state: State, roll: PendingRoll, terms: Terms) -> OneThrow[int]:
    """Return the shot at the mech under way, by all enemies in the zone that it leaves."""
    assert state.walk
    mech = state.mech(state.walk.mech)
    enemy = 1 - mech.side
    dice = sum(terms.ratings(state, one).power for one in state.standing(mech.zone, enemy))
    most = roll.most[enemy]
    dice = dice if most is None else min(dice, most)
    return opportunity_shot(state.specs[mech.side], mech.level, dice, mech.moved, terms.scale, enemy)


@rule("combat")
def _combat(state: State, roll: PendingRoll, terms: Terms) -> Combat:
    """Return the combat of a zone, in which each side aims as it chooses."""
    a, b = (tuple(mech.level for mech in state.standing(roll.zone, side)) for side in (0, 1))
    return Combat(state.specs, (a, b), state.active, ("best", "best"), terms.scale, choose=True, spare=roll.most)


def rolling(state: State, terms: Terms) -> Rolling | None:
    """Return the roll under way with the figures that sum it up: a shot's from the shooter's eyes, a combat's of both.

    All dice but the one for who begins hit for whoever throws them.
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
        kept = choose_measures(RESOLVERS, "a_levels", "b_levels")
        figures = tuple(replace(one, title=_SIDE.sub(r"Side \1", one.title)) for one in kept)
        return Rolling("Combat", machine, roll.groups, figures, counts_hits=True, about=f"in {roll.zone}")
    return Rolling("Who begins", machine, roll.groups, (A_BEGINS,))


def run(state: State, terms: Terms) -> Play[Any]:
    """Return the roll that is under way, as far as its faces are there."""
    assert state.roll
    return replay(resolver(state, state.roll, terms), state.roll.groups)


_SIDE = re.compile(r"\b([AB])\b")
_TARGET = re.compile(r"[AB]'s level (\d) mech")


def why(state: State, terms: Terms, words: str) -> str:
    """Return what a roll of the table is for: sides by their names, and the mech that is fired at by its own.

    A resolver knows specs and levels alone.
    """
    assert state.roll
    if state.roll.kind == "shot":
        assert state.walk
        return words.replace("the level", f"{state.walk.mech}, the level", 1)
    if state.roll.kind == "begin":
        return words
    aimed = fight(state, terms).aimed
    named = _TARGET.sub(rf"{aimed[0][0]} (level \1)", words, count=1) if aimed else words
    return _SIDE.sub(r"Side \1", named)


@dataclass(frozen=True)
class Fighter:
    """A mech in a combat: its level, 0 where it is destroyed, its layers, and whether it has not acted."""

    id: str
    level: int
    layers: int
    waiting: bool


@dataclass(frozen=True)
class Fight:
    """A combat as far as it has come: its mechs by side, its countdown, the dice on each mech still to be rolled."""

    sides: tuple[tuple[Fighter, ...], tuple[Fighter, ...]]
    countdown: int
    aimed: tuple[tuple[str, int], ...]


def fight(state: State, terms: Terms) -> Fight:
    """Return the combat that is under way.

    A combat keeps equal mechs in no order; here each goes on under its own name.
    """
    assert state.roll
    machine = _combat(state, state.roll, terms)
    now = machine.start()
    sides = [
        _named([Fighter(mech.id, mech.level, 0, True) for mech in state.standing(state.roll.zone, side)], now[0][side])
        for side in (0, 1)
    ]
    for group in state.roll.groups:
        throw = machine.ask(now)
        assert throw
        faces = throw.sort(group)
        if not now[3]:
            enemy, index, _ = now[1][0]
            hit = sides[enemy][index]
            level, layers = struck(machine.specs[enemy], hit.level, hit.layers, faces[1], faces[2])
            sides[enemy][index] = Fighter(hit.id, level, layers, hit.waiting)
        now = machine.take(now, faces)
        sides = [_named(fighters, mechs) for fighters, mechs in zip(sides, now[0], strict=True)]
    aimed = tuple((sides[enemy][index].id, dice) for enemy, index, dice in now[1])
    return Fight((tuple(sides[0]), tuple(sides[1])), now[2], aimed)


def _named(fighters: list[Fighter], mechs: Side) -> list[Fighter]:
    """Return a combat's mechs with their names, in its order; those that it has dropped are destroyed."""
    ordered = sorted(fighters, key=lambda one: (one.level, one.layers, one.waiting), reverse=True)
    if len(mechs) < len(fighters):
        ordered = [one for one in ordered if one.level]
    places = sorted(range(len(mechs)), key=lambda place: mechs[place], reverse=True)
    ids = {place: one.id for place, one in zip(places, ordered, strict=True)}
    return [Fighter(ids[place], *mech) for place, mech in enumerate(mechs)]
