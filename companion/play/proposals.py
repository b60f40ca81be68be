"""Proposals: a seat asks the others to agree, they agree or refuse, and the table carries out what all agreed to."""

from collections.abc import Callable, Mapping

from companion.base.json_types import JsonMapping
from companion.base.wording import plural
from companion.play.consent import is_decided, minutes_left, seats_asked, seats_that_admit
from companion.play.new_events import Brought, append, end_game, other_players, play_event, run_on, set_by_hand
from companion.play.refusals import refuse_empty_host, refuse_ended, refuse_newcomer, refuse_paused, refused
from companion.play.table import Proposal, Table, What
from companion.play.tracker import Result
from companion.play.undo import undo_moves, undone_moves

HOST_MINUTES = 5
"""Minutes, by the server's clock, that a host has to answer before the seats may agree on another host.

As long has a player whose seat the host has freed to sit down again, before the others may go on without that seat.
"""


def propose(table: Table, brought: Brought, seat: int, what: What, values: JsonMapping) -> Table:
    """Ask the others to agree; with nobody to ask, carry it out at once.

    `values` depend on what is asked: `rulings` has the `rulings` that change, `host` the seat `to`, `without` (go on
    without a seat that was left) and `admit` (let a newcomer play on) the `seat`, `correct` a `field`, its `value` and
    `label`, `move` a `move`, `undo` perhaps the event `to`. InvalidInput where it cannot be asked now.
    Once the game is decided, each seat may ask once, so that nobody puts off its end for ever.
    """
    refuse_ended(table)
    if what != "admit":
        refuse_newcomer(table, seat)
    if table.proposal:
        asking = table.seats[table.proposal.seat].name
        raise refused("proposal", "a second one", f"an answer to {asking} first")
    since_decided = table.events[table.position.event :]
    has_asked = any(event.kind == "propose" and event.seat == seat for event in since_decided)
    if has_asked and what != "admit" and is_decided(table):
        raise refused("proposal", "another one", "the game to be finished: it is decided, and you have asked once")
    if what in _PROPOSABLE:
        _PROPOSABLE[what](table, brought, values)
    if what == "rulings":
        values = {**values, "before": {name: table.rulings.get(name, "") for name in values["rulings"]}}
    table = append(table, brought, "propose", seat, {"what": what, **values})
    return carry_out_proposal(table, brought)


def _check_rulings(table: Table, _: Brought, values: JsonMapping) -> None:
    if all(table.rulings.get(name) == option for name, option in values["rulings"].items()):
        raise refused("rulings", "the answers in use", "another answer to one of them")
    if any(one.throw for one in table.tracker.waiting(table.state)):
        raise refused("rulings", "another answer now", "the dice or the choice that is owed first")
    table.make({**table.rulings, **values["rulings"]})


def _check_host(table: Table, brought: Brought, values: JsonMapping) -> None:
    if left := minutes_to_wait(table, brought.at):
        raise refused("host", "another host so soon", f"to give the host {plural(left, 'minute')} more to answer")
    refuse_empty_host(table, values["to"])


def minutes_to_wait(table: Table, now: str) -> int:
    """Return for how many minutes the seats still wait for the host; InvalidInput where nobody has called the host."""
    if not table.host_missed:
        raise refused("host", "another host", "to ask first whether the host is there")
    return minutes_left(table.host_missed, now, HOST_MINUTES)


def _check_pause(table: Table, _: Brought, values: JsonMapping) -> None:
    refuse_paused(table)


def _check_hints(table: Table, _: Brought, values: JsonMapping) -> None:
    if table.has_hints:
        raise refused("hints", "hints", "nothing: they are on already")
    if not table.tracker.has_opponent:
        raise refused("hints", "hints", "a table that the computer can play")


def _check_without(table: Table, brought: Brought, values: JsonMapping) -> None:
    """Refuse a seat that nobody left, and for some minutes one that the host has freed: its player may come back."""
    seat = values["seat"]
    if seat in table.out or table.seats[seat].name or not table.seats[seat].number:
        raise refused("seat", f"seat {seat + 1}", "one that was left, and that is still empty")
    if table.seats[seat].is_freed and (left := minutes_left(_freed_at(table, seat), brought.at, HOST_MINUTES)):
        wanted = f"to leave it {plural(left, 'minute')} more to come back"
        raise refused("seat", "one that the host has just freed", wanted)


def _check_newcomer(table: Table, _: Brought, values: JsonMapping) -> None:
    if not table.seats[values["seat"]].is_new:
        raise refused("seat", f"seat {values['seat'] + 1}", "one that somebody has taken over")
    if not seats_that_admit(table, values["seat"]):
        raise refused("seat", "nobody who could agree", "somebody else who plays here, or sits down here, to agree")


_PROPOSABLE: Mapping[What, Callable[[Table, Brought, JsonMapping], None]] = {
    "rulings": _check_rulings,
    "host": _check_host,
    "pause": _check_pause,
    "hints": _check_hints,
    "without": _check_without,
    "admit": _check_newcomer,
}
"""Checks before the others are asked; each raises InvalidInput."""


def agree(table: Table, brought: Brought, seat: int) -> Table:
    """Agree to what another seat asked; once all have agreed, it is carried out."""
    if table.proposal is None or seat == table.proposal.seat:
        raise refused("agree", "an agreement", "nothing: no other seat has asked")
    if table.proposal.what == "admit":
        _refuse_early(table, brought, table.proposal.seat)
    else:
        refuse_newcomer(table, seat)
    return carry_out_proposal(append(table, brought, "agree", seat, {}), brought)


def _refuse_early(table: Table, brought: Brought, newcomer: int) -> None:
    """Refuse that one person alone lets a newcomer in at once: a host could put a player out and seat a friend."""
    left = minutes_left(_freed_at(table, newcomer), brought.at, HOST_MINUTES)
    if table.seats[newcomer].is_freed and len(seats_that_admit(table, newcomer)) == 1 and left:
        wanted = f"to leave it {plural(left, 'minute')} more to who sat there before"
        raise refused("agree", "a seat that the host has just freed", wanted)


def _freed_at(table: Table, seat: int) -> str:
    """Return when the host freed a seat last; empty where it never did."""
    times = (event.at for event in reversed(table.events) if event.seat == seat and event.values.get("by") == "host")
    return next(times, "")


def refuse(table: Table, brought: Brought, seat: int) -> Table:
    """Refuse what another seat asked, or take back what this one asked."""
    if table.proposal is None:
        raise refused("refuse", "a refusal", "nothing: nobody has asked")
    if seat != table.proposal.seat:
        refuse_newcomer(table, seat)
    return append(table, brought, "refuse", seat, {})


def carry_out_proposal(table: Table, brought: Brought) -> Table:
    """Carry out what is proposed once everybody asked has agreed; until then return the table as it is."""
    proposal = table.proposal
    assert proposal
    if set(_seats_to_agree(table, proposal)) - proposal.agreed:
        return table
    return _CARRY_OUT[proposal.what](table, brought, proposal)


def _seats_to_agree(table: Table, proposal: Proposal) -> tuple[int, ...]:
    """Return the seats that a proposal asks: not the host that does not answer, where a new host is proposed."""
    if proposal.what == "admit":
        return seats_that_admit(table, proposal.seat)
    if proposal.what == "without":
        freed = proposal.values["seat"]
        return tuple(seat for seat in seats_asked(table, proposal.seat) if seat != freed)
    absent = table.host if proposal.what == "host" and table.host_missed else None
    return tuple(seat for seat in seats_asked(table, proposal.seat) if seat != absent)


def _go_on_without(table: Table, brought: Brought, proposal: Proposal) -> Table:
    """Play on without a seat that was left; where the game cannot, the others win."""
    left = proposal.values["seat"]
    if table.tracker.goes_on_without(left):
        table = append(table, brought, "out", proposal.seat, {"seat": left})
        return run_on(table, brought, len(table.events))
    why = f"{table.last_name(left)} has left."
    return end_game(table, brought, proposal.seat, Result(winners=other_players(table, left), why=why))


def _make_move(table: Table, brought: Brought, proposal: Proposal) -> Table:
    move = proposal.values["move"]
    return play_event(table, brought, "move", proposal.seat, {"name": move["name"], **move["values"]})


def _admit(table: Table, brought: Brought, proposal: Proposal) -> Table:
    table = append(table, brought, "admit", proposal.seat, {"seat": proposal.values["seat"]})
    return run_on(table, brought, len(table.events))


_CARRY_OUT: Mapping[What, Callable[[Table, Brought, Proposal], Table]] = {
    "undo": lambda table, brought, asked: undo_moves(
        table, brought, asked.seat, undone_moves(table, asked.values.get("to"))
    ),
    "draw": lambda table, brought, asked: end_game(
        table, brought, asked.seat, Result(winners=(), why="The players agreed on a draw.")
    ),
    "rulings": lambda table, brought, asked: append(
        table, brought, "note", asked.seat, {"text": "Rulings changed", **asked.values}
    ),
    "host": lambda table, brought, asked: append(table, brought, "host", asked.seat, {"to": asked.values["to"]}),
    "pause": lambda table, brought, asked: append(table, brought, "pause", asked.seat, {}),
    "hints": lambda table, brought, asked: append(
        table, brought, "note", asked.seat, {"text": "Hints are on at this table.", "hints": True}
    ),
    "without": _go_on_without,
    "redo": lambda table, brought, asked: append(table, brought, "redo", asked.seat, {"to": table.undone[-1].event}),
    "correct": lambda table, brought, asked: set_by_hand(
        table, brought, asked.seat, asked.values["field"], asked.values["value"]
    ),
    "move": _make_move,
    "admit": _admit,
}
