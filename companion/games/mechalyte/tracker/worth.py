"""How a side stands: an opinion for whoever plays games out, from 0 where it has lost to 1 where it has won.

Two things are counted:

- The *share of the strength* on the field and in build points. A mech is as strong as its dice and the dice that it
  survives, more so where it moves far, acts early, and stands near the enemy Headquarters. Points are worth a little
  less than the mechs that they pay for, so that they are spent. Mechs that stand among enemies are worth less by a
  part of what a combat would take, so that sides look for the combats that cost the enemy more.
- The *hold on a Headquarters*, which outweighs the share: which side may take the enemy's first, by its mechs in reach
  of it and the mechs that defend it.

With all else as it is, a mech of a higher level, another mech or more points are never worth less; nor is a place
nearer to the enemy Headquarters, unless the mech comes among enemies by it or leaves its own Headquarters open.

It is called for each state of a search, so that no odds of combats are worked out: it knows the mean of a mech's dice.
"""

from functools import lru_cache
from typing import NamedTuple

from companion.games.mechalyte.model import LEVELS, ROOM
from companion.games.mechalyte.rules.levels import Ratings, Scale, ratings
from companion.games.mechalyte.tracker.state import TURN_PHASES, Mech, State, Terms

EVEN = 0.5
"""Where neither side is ahead: a draw, or specs that are still secret."""
FORCE = 1.2
"""The power to which dice thrown times dice survived is raised.

Of mechs that meet one by one it would be 1; a zone with room for only three makes strong mechs worth more than that.
"""
PER_INITIATIVE, PER_MOBILITY = 0.05, 0.1
"""What each point of Initiative, and each zone of Mobility past the first, adds to a mech's strength, as a share."""
HELD_BACK = 0.8
"""The strength of build points, as a share of that of the mechs they pay for at best."""
NEARNESS = 0.4
"""What standing in the enemy Headquarters adds to a mech's strength, as a share; less with each step from it."""
IN_DANGER = 0.5
"""The part of its losses in a combat that is taken off a side whose mechs stand among enemies: one is likely soon."""
TAKING = 0.9
"""How far a sure hold on a Headquarters moves a side from where it stands to victory."""
AGAINST_DEFENDERS = 0.6
"""The chance to take a Headquarters whose defenders may all be expected to fall to the dice of one combat."""
PER_PHASE = 1e-6
"""What a phase that is left is worth: less than any move, and more than ending the turn with nothing done."""
UNDER_FIRE = 0.5
"""The chance that a mech among enemies still gets where it would go."""


class CountedMech(NamedTuple):
    """A mech as it is counted: its strength, the dice that it throws and survives, its Mobility and Initiative."""

    strength: float
    dice: int
    stands: float
    mobility: int
    initiative: int


@lru_cache(maxsize=4096)
def fighters(spec: str, scale: Scale) -> tuple[CountedMech, ...]:
    """Return the mechs of a spec as they are counted, by level; level 0 is none."""
    return (CountedMech(0, 0, 0, 0, 0), *(_fighter(ratings(spec, level, scale)) for level in LEVELS))


def _fighter(rated: Ratings) -> CountedMech:
    dice, stands = rated.power, float(rated.stands)
    more = 1 + PER_INITIATIVE * rated.initiative + PER_MOBILITY * max(0, rated.mobility - 1)
    return CountedMech((dice * stands) ** FORCE * more, dice, stands, rated.mobility, rated.initiative)


@lru_cache(maxsize=4096)
def point_strength(spec: str, scale: Scale) -> float:
    """Return the strength of a build point that is held back: a part of the most that it can pay for."""
    kinds = fighters(spec, scale)
    return HELD_BACK * max(kinds[level].strength / level for level in LEVELS)


Force = list[tuple[Mech, CountedMech]]
"""Mechs of one side, each with what it counts."""
Forces = tuple[Force, Force]


def worth(state: State, seat: int, terms: Terms) -> float:
    """Return how a seat stands; 1, 0 or 0.5 for a draw once the game is over. The two seats' worths sum to 1."""
    if state.result:
        winners = state.result.winners
        return (seat in winners) / len(winners) if winners else EVEN
    if not state.revealed:
        return EVEN
    first = _worth_of_first(state, terms)
    return (1 - first if seat else first) + (_options_left(state) if seat == state.active else -_options_left(state))


def _options_left(state: State) -> float:
    """Return what the phases that are left of a turn are worth to its side: of equal moves the earlier phase's."""
    if state.phase not in TURN_PHASES:
        return 0.0
    return PER_PHASE * (len(TURN_PHASES) - TURN_PHASES.index(state.phase))


def _worth_of_first(state: State, terms: Terms) -> float:
    """Return how side A stands: its share of the strength, moved towards 0 or 1 by who may take a Headquarters."""
    kinds = [fighters(spec, terms.scale) for spec in state.specs]
    forces: Forces = ([], [])
    for mech in state.mechs:
        forces[mech.side].append((mech, kinds[mech.side][mech.level]))
    a, b = _strengths(state, forces, terms)
    share = a / (a + b) if a + b else EVEN
    hold = _hold(state, forces, terms)
    return share + TAKING * hold * (1 - share if hold > 0 else share)


def _strengths(state: State, forces: Forces, terms: Terms) -> list[float]:
    """Return the strength of each side, in mechs and in points, less a part of what combats would take."""
    kept = _kept(state, forces, terms)
    strengths = []
    for side, force in enumerate(forces):
        nearness = terms.nearness(side)
        strength = state.points[side] * point_strength(state.specs[side], terms.scale)
        for mech, fighter in force:
            in_place = fighter.strength * (1 + NEARNESS * nearness[mech.zone])
            strength += in_place * kept[mech.zone][side] if mech.zone in kept else in_place
        strengths.append(strength)
    return strengths


def _kept(state: State, forces: Forces, terms: Terms) -> dict[str, tuple[float, float]]:
    """Return the part of a mech's strength that counts for each side, by zone, where both sides stand."""
    kept = {}
    for zone in state.contested:
        a, b = (_fights_in(zone, side, state, forces[side], terms) for side in (0, 1))
        a_lost, b_lost = _lost(a, b), _lost(b, a)
        a_first, b_first = (max(fighter.initiative for fighter in side) for side in (a, b))
        # What falls before it acts does not fire.
        if a_first > b_first:
            a_lost *= 1 - b_lost
        elif b_first > a_first:
            b_lost *= 1 - a_lost
        kept[zone] = (1 - IN_DANGER * a_lost, 1 - IN_DANGER * b_lost)
    return kept


def _fights_in(zone: str, side: int, state: State, force: Force, terms: Terms) -> list[CountedMech]:
    """Return the mechs of a side that can fight in a zone this turn: those there, and joiners while there is room."""
    here = [fighter for mech, fighter in force if mech.zone == zone]
    if side != state.active or not _may_move(state) or len(here) >= ROOM:
        return here
    steps = terms.steps[zone]
    join = [fighter for mech, fighter in force if not mech.done and 0 < steps[mech.zone] <= fighter.mobility]
    return [*here, *sorted(join, reverse=True)[: ROOM - len(here)]]


def _may_move(state: State) -> bool:
    return state.phase in ("build", "move")


def _lost(own: list[CountedMech], enemies: list[CountedMech]) -> float:
    """Return about which part of a side's mechs falls in a combat."""
    return min(1.0, sum(fighter.dice for fighter in enemies) / sum(fighter.stands for fighter in own))


def _hold(state: State, forces: Forces, terms: Terms) -> float:
    """Return who may take a Headquarters first, from 1 for side A to -1 for side B.

    First come the mechs of the side whose turn it is that may still do so in it, then the other side's, then the rest.
    """
    active = state.active
    later = _chance(forces[active], forces, active, terms)
    then = _chance(forces[1 - active], forces, 1 - active, terms)
    now = 0.0
    if later:
        (aim,), may_move = terms.places("headquarters", 1 - active), _may_move(state)
        ready = [one for one in forces[active] if one[0].zone == aim or (may_move and not one[0].done)]
        now = _chance(ready, forces, active, terms)
    hold = now - (1 - now) * (then - (1 - then) * later)
    return -hold if active else hold


def _chance(force: Force, forces: Forces, side: int, terms: Terms) -> float:
    """Return about the chance that these mechs of a side take the enemy Headquarters in one turn."""
    (aim,) = terms.places("headquarters", 1 - side)
    steps = terms.steps[aim]
    near = [(mech, fighter) for mech, fighter in force if steps[mech.zone] <= fighter.mobility]
    if not near:
        return 0
    enemies = forces[1 - side]
    held = {mech.zone for mech, _ in enemies} - {aim}
    arriving = [UNDER_FIRE if mech.zone in held else 1.0 for mech, _ in near]
    defenders = sum(fighter.stands for mech, fighter in enemies if mech.zone == aim)
    if not defenders or terms.rulings["capture"] == "entered":
        return max(arriving)
    dice = sorted((fighter.dice * part for (_, fighter), part in zip(near, arriving, strict=True)), reverse=True)
    return AGAINST_DEFENDERS * min(1.0, sum(dice[:ROOM]) / defenders) ** 2
