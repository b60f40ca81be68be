"""The battle and its Rounds: units are activated in turn, skipped, or act out of turn; what ends with each, ends."""

from collections.abc import Iterable

from companion.base.wording import plural
from companion.play.records.records import Records, StateT
from companion.play.records.rules import RecordRules
from companion.play.tracker import Move


def flow_moves(rules: RecordRules[StateT], records: Records[StateT], seat: int) -> Iterable[Move]:
    """Yield what a seat may do about turns and Rounds; what breaks a rule has its warning."""
    state = records.state
    if not state.round:
        if state.units and not rules.why_not_begin(records):
            yield Move(name="begin", label="Begin the battle")
        return
    if state.active:
        if records.unit(state.active).seat == seat:
            yield Move(name="done", label=f"End {records.name(state.active)}’s activation")
        return
    yield from _activations(rules, records, seat)
    left = sum(len(records.waiting_to_act(one)) for one in range(len(state.builds)))
    warning = f"{plural(left, 'unit has', 'units have')} not acted in this Round." if left else ""
    label = "End the battle" if rules.ends_battle(records) else f"Begin Round {state.round + 1}"
    yield Move(name="next-round", label=label, warning=warning)


def _activations(rules: RecordRules[StateT], records: Records[StateT], seat: int) -> Iterable[Move]:
    waiting, is_turn = records.waiting_to_act(seat), records.state.turn == seat
    for unit in records.standing(seat):
        warning = "" if is_turn else "It is another player’s turn."
        warning = warning if unit in waiting else "It has acted in this Round."
        warning = warning or rules.why_not_activate(records, unit)
        yield Move(name="activate", values={"unit": unit}, label=f"Activate {records.name(unit)}", warning=warning)
        if unit in waiting and is_turn:
            yield Move(name="skip", values={"unit": unit}, label=f"Skip {records.name(unit)}")
    if waiting and is_turn:
        yield Move(name="pass", label="Pass for this Round")


def begin_battle(rules: RecordRules[StateT], records: Records[StateT]) -> None:
    """Begin the first Round."""
    records.update(round=1)
    records.say("The battle begins.")
    rules.begin_battle(records)


def activate(rules: RecordRules[StateT], records: Records[StateT], seat: int, unit: str) -> None:
    """Activate a unit, perhaps out of turn or once more."""
    records.set_acted(unit, False)
    records.update(active=unit, turn=seat, placed={})
    records.say(f"{records.name(unit)} is activated.")
    rules.activated(records, unit)


def end_activation(rules: RecordRules[StateT], records: Records[StateT]) -> None:
    """End the activation under way; the next seat's turn follows."""
    unit = records.state.active
    rules.activation_ends(records, unit)
    records.set_acted(unit)
    records.end_statuses(unit, "activation", "next-activation")
    records.say(f"{records.name(unit)} has acted.")
    rules.turn_ends(records, records.unit(unit).seat)
    records.update(active="", placed={}, turn=rules.next_seat(records, records.unit(unit).seat))


def skip(rules: RecordRules[StateT], records: Records[StateT], seat: int, units: Iterable[str]) -> None:
    """Let units of a seat pass their activation in this Round; the next seat's turn follows."""
    for unit in units:
        records.set_acted(unit)
        records.say(f"{records.name(unit)} is skipped.")
    rules.turn_ends(records, seat)
    records.update(turn=rules.next_seat(records, seat))


def pass_turn_on(rules: RecordRules[StateT], records: Records[StateT]) -> None:
    """Give the turn to the next seat where the one that has it has nothing left to activate: its last unit is out.

    Where all units are out it stays: by it a game may say who has won.
    """
    turn, under_way = records.state.turn, records.state.active or records.state.steps
    if turn is not None and not under_way and records.standing() and not records.waiting_to_act(turn):
        records.update(turn=rules.next_seat(records, turn))


def next_round(rules: RecordRules[StateT], records: Records[StateT]) -> None:
    """End the Round with its checks and what ends with it, and begin the next one."""
    rules.end_round(records)
    for unit in records.state.units:
        records.end_statuses(unit, "round")
        records.set_acted(unit, False)
    records.refresh_pools()
    records.update(round=records.state.round + 1, turn=None)
    records.say(f"Round {records.state.round} begins.")
    rules.begin_round(records)
