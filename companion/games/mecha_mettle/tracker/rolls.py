"""The rolls of a game: the start roll, and shots, each rebuilt from the state with its faces so far."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, NamedTuple, cast

from companion.base.json_types import JsonObject
from companion.dice.resolver import Outcome, Play, Resolver, replay
from companion.dice.throw import D6, Choice, Faces, Throw, numbered_throw
from companion.games.mecha_mettle.model import Component
from companion.games.mecha_mettle.resolver import RESOLVERS
from companion.games.mecha_mettle.resolver.attack import Attack
from companion.games.mecha_mettle.resolver.inputs import AttackInputs
from companion.games.mecha_mettle.resolver.steps import prepare_attack
from companion.games.mecha_mettle.rules.turn import starter
from companion.games.mecha_mettle.tracker.combat import Aim, TableAttack
from companion.games.mecha_mettle.tracker.shots import AimedWeapon, TableShot, aimed_weapons, shots_along, shots_from
from companion.games.mecha_mettle.tracker.state import NAMES, How, PendingRoll, State, square_title
from companion.games.mecha_mettle.tracker.terms import Terms, cached_by_terms
from companion.play.game_states import choose_measures
from companion.play.tracker import Rolling

FLARE = "defensive-flare"
"""The component that turns a shot to another target."""


@dataclass(frozen=True)
class StartRoll:
    """Both roll a die until one is higher; the player of the higher die chooses who starts (fact 31).

    A state is the first die, the second die, and the seat that starts plus 1; 0 is not known yet.
    """

    def start(self) -> tuple[int, int, int]:
        """Return the state before any dice."""
        return 0, 0, 0

    def ask(self, state: tuple[int, int, int]) -> Throw | None:
        """Return the next die, or the question to the higher one."""
        first, second, starts = state
        if starts:
            return None
        if not second:
            seat = 1 if first else 0
            return replace(numbered_throw(f"{NAMES[seat]}: the higher die chooses who starts", D6), by=seat)
        seat = (starter(first, second) or 1) - 1
        answers = [f"{name} starts" for name in NAMES]
        return Choice("who starts; the other one gets the Reactor", answers, seat, by=seat)

    def take(self, state: tuple[int, int, int], faces: Faces) -> tuple[int, int, int]:
        """Return the state after a die or the answer; two equal dice are rolled again."""
        first, second, _ = state
        if second:
            return first, second, faces.index(1) + 1
        number = faces.index(1) + 1
        if not first:
            return number, 0, 0
        return (0, 0, 0) if starter(first, number) is None else (first, number, 0)

    def outcome(self, state: tuple[int, int, int]) -> Outcome:
        """Return `starts`: the seat that starts."""
        return {"starts": state[2] - 1}


def resolver(state: State, terms: Terms) -> StartRoll | TableAttack:
    """Return the resolver of the roll under way."""
    assert state.roll
    return StartRoll() if state.roll.kind == "start" else shot_roll(state, state.roll, terms)


MOST_RUNS = 1024
"""The most runs of rolls that are kept: the same one is asked for as it goes on, and for what it waits."""


def run(state: State, terms: Terms) -> Play[Any]:
    """Return the roll under way, played up to the faces so far."""
    assert state.roll
    return _run(resolver(state, terms), state.roll.groups)


@lru_cache(MOST_RUNS)
def _run(machine: StartRoll | TableAttack, groups: tuple[tuple[int, ...], ...]) -> Play[Any]:
    return replay(cast(Resolver[Any], machine), groups)


def seat_of(state: State, by: int | None) -> int | None:
    """Return the seat of a side of the roll under way: in a shot the attacker is the active player."""
    if by is None or state.roll is None or state.roll.kind == "start":
        return by
    return state.active if by == 0 else 1 - state.active


def shot_of(state: State, roll: PendingRoll, terms: Terms) -> TableShot:
    """Return the shot of a roll."""
    shots = shots_from(state, roll.at, terms, roll.scrapped)
    return next(shot for shot in shots if (shot.weapon, shot.how, shot.target) == (roll.weapon, roll.how, roll.target))


def shot_roll(state: State, roll: PendingRoll, terms: Terms) -> TableAttack:
    """Return a shot with the questions of both sides, by the components that they may use."""
    weapons = aimed_weapons(state, roll.at, terms, roll.scrapped)
    aimed = next(one for one in weapons if one.weapon_line.number == roll.weapon)
    declared = Declared(roll.how, roll.target, roll.component, roll.pool)
    mine, theirs = terms.usable(state.me), terms.usable(state.players[1 - state.active])
    return _table_attack(terms, aimed, declared, mine.id if mine else "", theirs.id if theirs else "")


class Declared(NamedTuple):
    """A shot as it was declared: its mode and target, and the attacker's component with the pool that it changes."""

    how: How
    target: str
    component: str
    pool: str


@cached_by_terms
def _table_attack(terms: Terms, aimed: AimedWeapon, declared: Declared, mine: str, theirs: str) -> TableAttack:
    """Return a declared shot; `mine` and `theirs` are the components that attacker and defender may use, or ""."""
    same_way = [shot for shot in shots_along(terms, *aimed) if shot.how == declared.how]
    shot_declared = next(shot for shot in same_way if shot.target == declared.target)
    # A shot that is turned stays the shot of the same weapon in the same mode: a bypass stays a bypass.
    others = [shot for shot in same_way if shot.target != declared.target] if theirs == FLARE else []
    defends = terms.components.get(theirs)
    card = None if declared.component else terms.components.get(mine)
    reroll = card if card and card.attack and card.attack.reroll else None
    shots = (shot_declared, *others)
    pools = shot_declared.pools

    @cache
    def prepare(aim: int, armoured: bool, again: str) -> Attack:
        used: JsonObject = dict(shots[aim].inputs)
        if reroll and again:
            used |= {"component": reroll.id} | ({"component_on": again} if pools else {})
        elif declared.component:
            used |= {"component": declared.component} | ({"component_on": declared.pool} if declared.pool else {})
        if armoured and defends:
            used["defender_component"] = defends.id
        return prepare_attack(AttackInputs.model_validate(used), terms.context)

    return TableAttack(
        aims=tuple(Aim(shot.target, f"{shot.name}, in {square_title(shot.target)}") for shot in shots),
        prepare=prepare,
        armour=defends.name if defends and defends.defend else "",
        flare=defends.name if defends and others else "",
        reroll=reroll.name if reroll else "",
        late=terms.rulings["defence-components"] == "before-comparing",
    )


def rolling(state: State, terms: Terms) -> Rolling | None:
    """Return the shot under way with its figures; on all its dice, hits count for the seat that throws them.

    None for the start roll, which has no expected values: it may repeat for ever.
    """
    roll = state.roll
    if roll is None or roll.kind == "start":
        return None
    shot = shot_of(state, roll, terms)
    about = f"{shot.module.name} at {shot.name}"
    machine = shot_roll(state, roll, terms)
    return Rolling("Attack", machine, roll.groups, FIGURES, state.active, counts_hits=True, about=about)


FIGURES = choose_measures((kind for kind in RESOLVERS if kind.name == "attack"), "success", "port")


def declared_component(state: State, terms: Terms) -> Component | None:
    """Return the attack component that the active player may declare for a shot."""
    card = terms.usable(state.me)
    return card if card and card.attack and not card.attack.reroll else None
