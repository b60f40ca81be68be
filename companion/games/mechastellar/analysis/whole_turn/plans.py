"""Lists the plans of one activation: the weapons that attack, Focus, skills, and points spent.

A plan has no odds. Melee takes no action; the charge comes after the volley, which a unit that moves first fires on its
way.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from typing import Literal

from companion.data.rulebook import Rulings
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules import play
from companion.limits.budget import check

Points = Literal["Power", "Havoc", ""]
HERE = -1
"""The distance of an attack without a move: the one that the units begin with."""


@dataclass(frozen=True, order=True)
class TurnSpend:
    """The price of a plan: whether it uses up a once-a-game skill, Momentum, and points of Power or Havoc."""

    once: bool = False
    momentum: int = 0
    points: int = 0

    def covers(self, other: "TurnSpend") -> bool:
        """Return whether this is at least as much as the other in everything."""
        return self.once >= other.once and self.momentum >= other.momentum and self.points >= other.points


@dataclass(frozen=True, order=True)
class TurnAttack:
    """One attack of a plan, by the number of its weapon, with the actions and points spent on it.

    `focus` are Focus actions, `free` a trait's own one; `hits` come from `skill`. `damage`, `pen`, `reach` and `run`
    are uses of a Power upgrade, the last one of a charge's Full Throttle; `havoc` are uses of Impact. `remote` fires
    for Momentum. `again` is the bonus attack of Tear through the Ranks. `at` are the inches it is fired from after a
    move, HERE without one; `fast` runs 10 inches at Full Throttle.
    """

    weapon: int
    focus: int = 0
    free: bool = False
    hits: int = 0
    skill: str = ""
    remote: bool = False
    damage: int = 0
    pen: int = 0
    reach: int = 0
    run: int = 0
    havoc: int = 0
    again: bool = False
    at: int = HERE
    fast: bool = False


@dataclass(frozen=True)
class TurnPlan:
    """The attacks of an activation, the skill it uses, what it spends, and whether it moves at Full Throttle."""

    attacks: tuple[TurnAttack, ...]
    spend: TurnSpend = TurnSpend()
    skill: str = ""
    throttle: bool = False


Shots = tuple[tuple[TurnAttack, ...], ...]
"""For each weapon the ways it can be fired: none for one that cannot shoot."""


@dataclass(frozen=True)
class Arms:
    """A unit's means in a turn: its weapons with the requirements of each, and its actions and points.

    `shots` are the ways each weapon can be fired, at Move and then at Full Throttle, with the range upgrades and the
    Focus that each needs. `run` are the Full Throttle upgrades that the charge of a melee weapon needs, None where it
    cannot charge; `throttle` says whether the charge takes Full Throttle, `fast` which weapons gain by a run that the
    unit may choose. `free` are those that a trait's free Focus helps, `skilled` those that skills help.
    """

    weapons: tuple[Weapon, ...]
    actions: int
    shots: tuple[Shots, Shots]
    run: tuple[int | None, ...]
    fast: tuple[bool, ...]
    free: tuple[bool, ...]
    skilled: tuple[bool, ...]
    throttle: bool = False
    warship: bool = False
    points: Points = ""

    @property
    def moves(self) -> bool:
        """Return whether Full Throttle helps although no charge needs it."""
        return any(self.fast) or self.shots[0] != self.shots[1]


@dataclass(frozen=True)
class SpendingLimits:
    """The most that may be spent, with the round and the levels that skills depend on."""

    momentum: int
    points: int
    once: bool
    round: int
    level: int
    target_level: int


def plans(arms: Arms, limits: SpendingLimits, rulings: Rulings) -> Iterator[TurnPlan]:
    """Yield every plan within the limits, also those that are worse than others."""
    for skill, cost, used_up in _skills(arms, limits):
        for volley, throttle in _volleys(arms, skill):
            momentum = cost + sum(play.remote_cost(arms.weapons[a.weapon], rulings) for a in volley if a.remote)
            if momentum > limits.momentum:
                continue
            spend = TurnSpend(used_up, momentum)
            for attacks in _spend_skills(arms, volley, skill, limits, throttle):
                yield from _spend_points(arms, TurnPlan(attacks, spend, skill, throttle), limits.points, rulings)


def _skills(arms: Arms, limits: SpendingLimits) -> Iterator[tuple[str, int, bool]]:
    """Yield no skill, then each possible one: its id, its Momentum, whether it is used up for the game."""
    yield "", 0, False
    if arms.warship:
        return
    if arms.throttle or arms.moves:
        yield "accelerate", play.accelerate_cost(limits.round), False
    yield "bullseye", play.BULLSEYE_COST, False
    if limits.level < 1:
        return
    if limits.round >= play.TEAR_FROM:
        yield "tear-through", play.tear_through_cost(limits.target_level), False
    if limits.once:
        yield "make-it-count", 0, True
        yield "seize-the-day", 0, True


def _volleys(arms: Arms, skill: str) -> Iterator[tuple[tuple[TurnAttack, ...], bool]]:
    """Yield the attacks that the actions allow, and whether the unit moves at Full Throttle.

    Attacks may end with a clash; actions to spare are spent on Focus. Full Throttle takes an action, unless Accelerate
    gives it.
    """
    actions = arms.actions + (skill == "seize-the-day")
    clashes = [number for number, needed in enumerate(arms.run) if needed is not None]
    for clash in (None, *clashes):
        for throttle in _throttles(arms, clash):
            if skill == "accelerate" and not throttle:
                continue
            spare = actions - (throttle and skill != "accelerate")
            if spare >= 0:
                yield from ((attacks, throttle) for attacks in _attack_sets(arms, clash, spare, throttle))


def _throttles(arms: Arms, clash: int | None) -> tuple[bool, ...]:
    """Return whether to move at Full Throttle: both, where the unit may choose and it helps."""
    if clash is not None and arms.throttle:
        return (True,)
    useful = arms.shots[0] != arms.shots[1] or (clash is not None and arms.fast[clash])
    return (False, True) if useful else (False,)


def _attack_sets(arms: Arms, clash: int | None, actions: int, throttle: bool) -> Iterator[tuple[TurnAttack, ...]]:
    ways: list[tuple[TurnAttack | None, ...]] = [(None, *shots) for shots in arms.shots[throttle]]
    clash_attacks: tuple[TurnAttack, ...] = ()
    if clash is not None:
        clash_attacks = (TurnAttack(clash, run=arms.run[clash] or 0, fast=throttle and arms.fast[clash]),)
    for chosen in product(*ways):
        check()
        volley = tuple(attack for attack in chosen if attack)
        actions_used = sum(attack.focus + (not attack.remote) for attack in volley)
        if actions_used <= actions and (volley or clash_attacks):
            yield from _spend_on_focus(arms, (*volley, *clash_attacks), actions - actions_used)


def _spend_on_focus(arms: Arms, attacks: tuple[TurnAttack, ...], actions: int) -> Iterator[tuple[TurnAttack, ...]]:
    """Yield the attacks with the spare actions spent on Focus; a warship's Focus helps each gun once."""
    helped = [i for i, attack in enumerate(attacks) if not arms.warship or not arms.weapons[attack.weapon].fights]
    focus_left = play.MOST_FOCUS - sum(attack.focus for attack in attacks)
    count = min(actions, focus_left, len(helped) if arms.warship else actions)
    if focus_left < 0:
        return
    if not helped or not count:
        yield attacks
        return
    for chosen in combinations_with_replacement(helped, count):
        if not arms.warship or len(set(chosen)) == count:
            yield tuple(replace(a, focus=a.focus + chosen.count(i)) for i, a in enumerate(attacks))


def _spend_skills(
    arms: Arms, attacks: tuple[TurnAttack, ...], skill: str, limits: SpendingLimits, throttle: bool
) -> Iterator[tuple[TurnAttack, ...]]:
    """Yield the attacks with the skill, and a trait's free Focus, given to each attack that they can help."""
    frees = [i for i, attack in enumerate(attacks) if arms.free[attack.weapon]]
    for free in frees or [-1]:
        focused = tuple(replace(attack, free=i == free) for i, attack in enumerate(attacks))
        if skill == "tear-through":
            yield from ((*focused, more) for more in _bonus_attacks(arms, focused, throttle))
        elif skill in ("bullseye", "make-it-count"):
            hits = play.bullseye_hits() if skill == "bullseye" else play.make_it_count_hits(limits.round)
            for i, attack in enumerate(focused):
                if arms.skilled[attack.weapon] and not attack.remote:
                    yield (*focused[:i], replace(attack, hits=hits, skill=skill), *focused[i + 1 :])
        else:
            yield focused


def _bonus_attacks(arms: Arms, attacks: tuple[TurnAttack, ...], throttle: bool) -> Iterator[TurnAttack]:
    """Yield the bonus attack of Tear through the Ranks: any weapon that reaches, or the clash again."""
    for number, shots in enumerate(arms.shots[throttle]):
        if arms.skilled[number]:
            yield from (replace(shot, again=True) for shot in shots if not shot.remote and not shot.focus)
    yield from (
        TurnAttack(a.weapon, run=a.run, again=True, fast=a.fast) for a in attacks if arms.weapons[a.weapon].fights
    )


def _spend_points(arms: Arms, plan: TurnPlan, most: int, rulings: Rulings) -> Iterator[TurnPlan]:
    if arms.points == "Havoc":
        yield from _spend_havoc(arms, plan, most)
        return
    reach = sum(attack.reach for attack in plan.attacks)
    run = sum(attack.run for attack in plan.attacks if not attack.again)
    needed = play.power_cost(reach, rulings) + play.power_cost(run, rulings)
    if needed and (arms.points != "Power" or needed > most):
        return
    spare = most - needed if arms.points == "Power" else 0
    for damage_uses in range(spare + 1):
        for pen_uses in range(spare + 1):
            cost = play.power_cost(damage_uses, rulings) + play.power_cost(pen_uses, rulings)
            if cost <= spare:
                spend = replace(plan.spend, points=needed + cost)
                upgraded = _spread_upgrades(plan.attacks, damage_uses, pen_uses)
                yield from (replace(plan, attacks=attacks, spend=spend) for attacks in upgraded)


def _spread_upgrades(attacks: tuple[TurnAttack, ...], damage: int, pen: int) -> Iterator[tuple[TurnAttack, ...]]:
    numbers = range(len(attacks))
    for stronger in combinations_with_replacement(numbers, damage):
        for sharper in combinations_with_replacement(numbers, pen):
            yield tuple(
                replace(attack, damage=stronger.count(i), pen=sharper.count(i)) for i, attack in enumerate(attacks)
            )


def _spend_havoc(arms: Arms, plan: TurnPlan, most: int) -> Iterator[TurnPlan]:
    """Yield the plan with Havoc spent on all shots, on all of melee, or on both."""
    if any(attack.reach or attack.run for attack in plan.attacks):
        return
    for shots in range(most + 1):
        for melee in range(most + 1 - shots):
            attacks = tuple(
                replace(attack, havoc=melee if arms.weapons[attack.weapon].fights else shots) for attack in plan.attacks
            )
            yield replace(plan, attacks=attacks, spend=replace(plan.spend, points=shots + melee))
