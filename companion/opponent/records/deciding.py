"""The computer's next event at a table with record sheets: a move with the reason, or an answer to a question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.base.json_types import JsonObject
from companion.base.wording import format_number, join_words, percent
from companion.dice.throw import Choice
from companion.opponent.one_step import worth_after
from companion.opponent.records import turns
from companion.opponent.records.planning import best_plan, choose_unit
from companion.opponent.records.weighing import Plan, WeighedAttack, Weighing
from companion.opponent.steps import Action, actions, event
from companion.opponent.strengths import EASY, HARD, Strength
from companion.play.log import TableEvent
from companion.play.records.records import Records
from companion.play.records.tracker import CONFIRM, RecordsTracker
from companion.play.records.wishes import PLACED, WISH, chosen_fields
from companion.play.tracker import Move, Pending

MOST_TARGETS = 3
"""Targets for which one unit may ask in one activation, so that an activation ends."""
MOST_FIRST = 4
"""Attacks that hard weighs with all that may follow them: the best ones by themselves."""
LEAST_LEAD = 0.05
"""Points by which a move must raise what attacks are worth, so that a unit does not prepare for nothing."""
MOST_ANSWERS = 4
"""Answers to a roll that are weighed. Where there are more, as for a split of dice, the usual one is a good policy."""
MOST_TABLE_ANSWERS = 24
"""Answers to a question of the table that are weighed: there the usual one is to do nothing, as not to strike back."""
USUAL = "That is the usual answer."


@dataclass(frozen=True)
class Decision:
    """What the computer does, as the event that it makes, and why, in a sentence.

    `hope` is what it wants to do next with the unit that it activates; its log says so in the next event.
    """

    event: TableEvent
    reason: str = ""
    hope: str = ""


def decide(
    tracker: RecordsTracker[Any],
    state: Any,
    pending: Pending,
    strength: Strength,
    seed: int,
    asked: int,
    moves_models: bool = True,
) -> Decision | None:
    """Return what the computer does for the seat of a pending decision; None for what only people can know.

    `asked` is the seat that moves its models; without `moves_models` units stand as it was said of them. The same
    state, strength and seed lead to the same decision.
    """
    seat = pending.seat
    assert seat is not None
    if isinstance(pending.throw, Choice):
        return _answer(tracker, state, pending, pending.throw, strength, seed)
    moves = tracker.moves_in(state, seat)
    if placed := next((one for one in moves if one.name == PLACED), None):
        return _decision(seat, placed)
    records = tracker.records(state)
    if not state.round:
        return next((_decision(seat, one) for one in moves if one.name == "begin"), None)
    if state.active:
        return _act(tracker, records, seat, moves, strength, asked, moves_models)
    return _activate(tracker, records, seat, moves, strength, moves_models)


def _decision(seat: int, move: Move, reason: str = "") -> Decision:
    return Decision(event("move", seat, {"name": move.name, **move.values}), reason)


def _activate(
    tracker: RecordsTracker[Any],
    records: Records[Any],
    seat: int,
    moves: Sequence[Move],
    strength: Strength,
    moves_models: bool,
) -> Decision | None:
    """Activate a unit; where none may be, pass."""
    for move in moves:
        if move.name in tracker.rules.opening_moves:
            return _decision(seat, move)
    units = {str(one.values["unit"]): one for one in moves if one.name == "activate"}
    if not units:
        idle = next((one for name in ("pass", "next-round") for one in moves if one.name == name), None)
        return _decision(seat, idle, "No unit may be activated.") if idle else None
    weighing = Weighing(tracker, is_thorough=strength.name == HARD.name)
    plan = choose_unit(weighing, records, [*units], strength, moves_models)
    if plan is None:
        return _decision(seat, next(iter(units.values())), "There is no enemy that it could attack.")
    hope = f"Then {_wanted(records, plan)}. {_figures(weighing, plan)}"
    return replace(_decision(seat, units[plan.unit]), hope=hope)


def _wanted(records: Records[Any], plan: Plan) -> str:
    return plan.wish.words or f"attack {records.name(plan.target)}"


def _figures(weighing: Weighing, plan: Plan) -> str:
    return f"{weighing.in_words(plan.attack)}." if plan.attack else "Nothing of it reaches yet."


def _act(
    tracker: RecordsTracker[Any],
    records: Records[Any],
    seat: int,
    moves: Sequence[Move],
    strength: Strength,
    asked: int,
    moves_models: bool,
) -> Decision | None:
    """Go on with the unit under way: ask for its place, attack, use what is left, end."""
    unit, weighing = records.state.active, Weighing(tracker, is_thorough=strength.name == HARD.name)
    done = next((one for one in moves if one.name == "done"), None)
    if records.unit(unit).out:
        return _decision(seat, done, "It is out of play.") if done else None
    placed: Mapping[str, Sequence[str]] = records.state.placed
    if not placed:
        plan = best_plan(weighing, records, unit, strength, moves_models)
        if plan is not None:
            return _ask(weighing, records, seat, plan, asked)
        return _decision(seat, done, "There is no enemy that it could attack.") if done else None
    if strength.name == HARD.name:
        if step := _next_step(weighing, records, seat, unit, moves):
            return step
    elif attack := _next_attack(weighing, records, unit, strength):
        return _strike(seat, attack, weighing)
    made = sum(map(len, placed.values()))
    plan = best_plan(weighing, records, unit, strength, moves=False) if len(placed) < MOST_TARGETS else None
    if plan and plan.attack and made < turns.MOST_ATTACKS:
        return _ask(weighing, records, seat, plan, asked)
    return _leftover(tracker, records, seat, moves, strength) or (
        _decision(seat, done, "" if made else _why_none(weighing, records, unit)) if done else None
    )


def _ask(weighing: Weighing, records: Records[Any], seat: int, plan: Plan, asked: int) -> Decision:
    """Say what a unit wants, and why."""
    own = {*chosen_fields(weighing.tracker.rules.circumstances)}  # chosen with the attack, whatever it was last time
    values: JsonObject = {
        "unit": plan.unit,
        "target": plan.target,
        "said": plan.wish.said.model_dump(mode="json", exclude_defaults=True, exclude=own),
        "back": {**plan.wish.back},
        "words": f"{records.name(plan.unit)} wants to {_wanted(records, plan)}.",
        "why": _figures(weighing, plan),
        "asked": asked,
    }
    return Decision(event("move", seat, {"name": WISH, **values}))


def _next_attack(weighing: Weighing, records: Records[Any], unit: str, strength: Strength) -> WeighedAttack | None:
    """Return the next attack on a target for which a unit was placed; easy takes the first one, others the best."""
    found = [*turns.fresh_attacks(weighing, records, unit)]
    if strength.name == EASY.name:
        return found[0] if found else None
    return weighing.best_of(records, found)


def _strike(seat: int, attack: WeighedAttack, weighing: Weighing) -> Decision:
    return Decision(turns.attack_event(attack, seat), f"{weighing.in_words(attack)}.")


def _next_step(
    weighing: Weighing, records: Records[Any], seat: int, unit: str, moves: Sequence[Move]
) -> Decision | None:
    """Return the attack or the preparing move with which all attacks of an activation are worth most; None for none.

    That is how hard goes on; the others take the best attack by itself.
    """
    fresh = turns.fresh_attacks(weighing, records, unit)
    attacks = sorted(fresh, key=lambda one: -weighing.value(records, one))[:MOST_FIRST]
    worths = [turns.worth_with(weighing, records, one) for one in attacks]
    without = max(worths, default=0.0)
    best, most = None, max(0.0, without) + LEAST_LEAD
    for move in moves:
        if move.name not in weighing.tracker.rules.preparing_moves or move.values.get("unit") != unit:
            continue
        worth = turns.worth_after_move(weighing, records, unit, _decision(seat, move).event)
        if worth > most:
            best, most = move, worth
    if best is not None:
        figures = format_number(most, 1), format_number(max(0.0, without), 1)
        return _decision(seat, best, "With it all its attacks are worth {} points, without it {}.".format(*figures))
    return _strike(seat, attacks[worths.index(without)], weighing) if without > 0 else None


def _leftover(
    tracker: RecordsTracker[Any], records: Records[Any], seat: int, moves: Sequence[Move], strength: Strength
) -> Decision | None:
    """Return a move that uses what is left of an activation; easy lets it be."""
    if strength.name == EASY.name:
        return None
    unit = records.state.active
    names = tracker.rules.leftover_moves
    usable = [one for one in moves if one.name in names and one.values.get("unit") == unit]
    move = min(usable, key=lambda one: names.index(one.name), default=None)
    return _decision(seat, move, "It has nothing left to attack with.") if move else None


def _why_none(weighing: Weighing, records: Records[Any], unit: str) -> str:
    """Return why a unit that was placed makes no attack."""
    rules, reasons = weighing.tracker.rules, dict[str, None]()
    for target in records.state.placed:
        said = weighing.tracker.read_said(records.state, unit, target)
        for offer in rules.offers(records, unit, target, said):
            if reason := offer.why_not or offer.warning:
                reasons[f"{offer.title}: {reason.rstrip('.')}"] = None
    return f"It does not attack. {join_words(reasons)}." if reasons else "It does not attack: that would cost it more."


# Questions.


def _answer(
    tracker: RecordsTracker[Any], state: Any, pending: Pending, choice: Choice, strength: Strength, seed: int
) -> Decision | None:
    """Return the answer after which the seat stands best; easy, and where all look alike, the usual one."""
    seat, step = pending.seat, state.steps[0]
    assert seat is not None
    if step.name in tracker.rules.players_know:
        return None
    offered = actions(tracker, state, pending, Random(seed))
    usual = offered[choice.usual]
    if step.name == CONFIRM or len(offered) == 1:
        return Decision(usual.event)
    if strength.name == EASY.name or len(offered) > (MOST_TABLE_ANSWERS if step.answers else MOST_ANSWERS):
        return Decision(usual.event, USUAL)
    steps = strength.steps // min(len(offered), MOST_ANSWERS)
    worths = [worth_after(tracker, state, one, seat, steps, Random(seed)) for one in offered]  # the same luck for each
    best = max(range(len(offered)), key=lambda number: (worths[number], number == choice.usual))
    if worths[best] <= worths[choice.usual]:
        return Decision(usual.event, USUAL)
    return Decision(offered[best].event, _better(offered[best], worths[best], worths[choice.usual]))


def _better(action: Action, worth: float, usual: float) -> str:
    digits = int(percent(worth) == percent(usual))  # two equal numbers would be no reason
    best, other = percent(worth, digits), percent(usual, digits)
    return f"This side then has {best} of all that is left, with the usual answer {other}."
