"""What a seat can do at a table: each act returns the table with new events at its end.

InvalidInput says what is wrong and what can be done.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Literal

from companion.base.findings import quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words, plural
from companion.data.documents import refuse_deep
from companion.play.consent import (
    concerns_others,
    is_decided,
    minutes_left,
    seats_asked,
    seats_heard,
    seats_that_admit,
)
from companion.play.log import LONGEST_NOTE, TableEvent, seal, seal_salt, state_hash
from companion.play.new_events import (
    Brought,
    How,
    append,
    faces_of,
    is_open_to_newcomers,
    open_secret,
    play_event,
    run_on,
)
from companion.play.refusals import (
    refuse_empty_host,
    refuse_ended,
    refuse_idle,
    refuse_lost,
    refuse_newcomer,
    refuse_other_than_host,
    refuse_paused,
    refuse_unfollowed,
    refused,
)
from companion.play.table import DiceOf, Host, Position, Proposal, StateLost, Table, What, add
from companion.play.tracker import Move, Result, find_move

_FROM_STATE = "This version of the app cannot follow the game to here any more: it goes on as it stood after #{}."
_UNFOLLOWED = ": this version of the app cannot follow the game any more"
HOST_MINUTES = 5
"""Minutes, by the server's clock, that a host has to answer before the seats may agree on another one.

So long somebody whose seat the host has freed has to sit down again, before the others may go on without that seat.
"""
FINISH_MINUTES = 10
"""Minutes after which a game that is decided can be finished without those who have not said that they agree."""
Drawn = Literal["phone", "server"]


def sit(
    table: Table, brought: Brought, seat: int, name: str, number: str, drawn: Drawn = "phone", person: int | None = None
) -> Table:
    """Seat somebody, with a number for the dice in hex, and say whether their phone drew it or the server had to.

    `person` is the number of the event by which the same person sat down at this table before. Somebody else who takes
    over a seat chooses anew what was sealed; once more was played, the others are asked whether the newcomer plays on.
    """
    refuse_ended(table)
    before = table.seats[seat]
    is_same = bool(before.player) and person == before.player
    if before.name and not (is_same and before.is_new):
        raise refused("seat", f"{before.name} sits there", "an empty seat")
    if seat in table.out:
        raise refused("seat", "one without which the others go on", "another seat, or to watch")
    values: JsonObject = {"name": name, "number": number, "drawn": drawn}
    if person:
        values["person"] = person
    if before.number and not (is_same or table.setup.one_phone):
        values["takes_over"] = True
        if not is_open_to_newcomers(table):
            values["is_new"] = True
    table = append(table, brought, "sit", seat, values)
    if table.seats[seat].is_new and not table.proposal and seats_that_admit(table, seat):
        return propose(table, brought, seat, "admit", {"seat": seat})
    return run_on(table, brought, len(table.events))


def leave(table: Table, brought: Brought, seat: int) -> Table:
    """Free a seat; the game stays as it is, and somebody else may sit down.

    What the others have all agreed to is done: it waits for whoever left no longer.
    """
    refuse_ended(table)
    _refuse_empty(table, seat)
    return _carry_out_agreed(append(table, brought, "leave", seat, {}), brought)


def free_seat(table: Table, brought: Brought, by: Host, seat: int) -> Table:
    """Free a seat as the host, whose sitter cannot leave it any more: a phone that is lost, say."""
    refuse_ended(table)
    refuse_other_than_host(table, by)
    _refuse_empty(table, seat)
    return append(table, brought, "leave", seat, {"by": "host"})


def _refuse_empty(table: Table, seat: int) -> None:
    if not table.seats[seat].name:
        raise refused("seat", "an empty seat", "one in which somebody sits")


def hand_over(table: Table, brought: Brought, by: Host, to: Host) -> Table:
    """Make another the host; to the host itself: say that the host is there."""
    refuse_ended(table)
    refuse_other_than_host(table, by)
    seat = by if isinstance(by, int) else None
    if to == by:
        return append(table, brought, "host", seat, {"to": to, "here": True})
    refuse_empty_host(table, to)
    return append(table, brought, "host", seat, {"to": to})


def take_over(table: Table, brought: Brought) -> Table:
    """Become host as whoever has the link with which the host offers it."""
    refuse_ended(table)
    return append(table, brought, "host", None, {"to": "link"})


def call_host(table: Table, brought: Brought, seat: int) -> Table:
    """Ask whether the host is there: without an answer the seats may agree on another one."""
    refuse_ended(table)
    if seat == table.host or table.setup.one_phone:
        raise refused("host", "your own call", "nothing: the host is here")
    if table.host_missed:
        return table
    return append(table, brought, "call", seat, {})


def minutes_to_wait(table: Table, now: str) -> int:
    """Return the minutes for which the seats still wait for the host; InvalidInput where nobody waits."""
    if not table.host_missed:
        raise refused("host", "another host", "to ask first whether the host is there")
    return minutes_left(table.host_missed, now, HOST_MINUTES)


def resume(table: Table, brought: Brought, seat: int) -> Table:
    """End a pause; dice that were owed are thrown."""
    refuse_ended(table)
    if not table.is_paused:
        raise refused("pause", "its end", "nothing: the table is not paused")
    table = append(table, brought, "resume", seat, {})
    return run_on(table, brought, len(table.events))


def choose_dice(table: Table, brought: Brought, seat: int, dice: DiceOf) -> Table:
    """Say whose dice a seat uses from now on; what it owes already is thrown at once where the table throws."""
    refuse_idle(table)
    refuse_newcomer(table, seat)
    table = append(table, brought, "dice", seat, {"dice": dice})
    return run_on(table, brought, len(table.events))


def move(table: Table, brought: Brought, seat: int, name: str, values: JsonMapping) -> Table:
    """Make a move, and throw what follows from it; one that decides what is everybody's asks the others first."""
    refuse_idle(table)
    refuse_newcomer(table, seat)
    refuse_deep(values)
    made = table.tracker.read_move(table.view(seat), seat, name, values)
    if table.tracker.decides(made) and seats_asked(table, seat):
        return propose(table, brought, seat, "move", {"move": made.model_dump(mode="json")})
    return play_event(table, brought, "move", seat, {"name": made.name, **made.values})


def move_beside(table: Table, brought: Brought, seat: int, name: str, values: JsonMapping) -> Table:
    """Make a move that brushes a rule: the event says which."""
    refuse_idle(table)
    refuse_newcomer(table, seat)
    made = find_relaxed(table, seat, name, values)
    return play_event(table, brought, "move", seat, {"name": made.name, **made.values, "warning": made.warning})


def relaxed_moves(table: Table, seat: int) -> tuple[Move, ...]:
    """Return the moves beside the rules that a seat may make, from what it sees."""
    return () if table.result or table.is_paused else table.tracker.relaxed_moves(table.view(seat), seat)


def find_relaxed(table: Table, seat: int, name: str, values: JsonMapping) -> Move:
    """Return a move beside the rules; InvalidInput names those that are offered."""
    return find_move(relaxed_moves(table, seat), name, values)


def answer(table: Table, brought: Brought, seat: int, faces: Sequence[int]) -> Table:
    """Answer what a seat owes: the faces of its own dice, or the number of its choice."""
    refuse_paused(table)
    refuse_newcomer(table, seat)
    owed = next((one for one in table.waiting() if one.seat == seat and one.throw), None)
    if owed is None or owed.throw is None:
        raise refused("faces", "an answer", "nothing: this seat owes no dice and no choice")
    owed.throw.sort(faces)
    how: How = "chosen" if owed.wants == "choice" else "typed"
    return play_event(table, brought, "faces", seat, faces_of(owed.throw, faces, how))


def nameable_cards(table: Table, seat: int) -> tuple[Move, ...]:
    """Return the cards that a seat may name: what was drawn or turned up on the players' own table is one of them."""
    is_owed = any(one.wants == "card" and one.seat == seat for one in table.waiting())
    return table.tracker.nameable(table.view(seat), seat) if is_owed else ()


def name_card(table: Table, brought: Brought, seat: int, card: str) -> Table:
    """Say which card was drawn or turned up on the players' own table; whoever named it may undo that alone."""
    refuse_idle(table)
    refuse_newcomer(table, seat)
    why = next((one.why for one in table.waiting() if one.wants == "card" and one.seat == seat), "")
    if not why:
        raise refused("card", quote(card), "nothing: the table waits for no card")
    found = find_move(nameable_cards(table, seat), "card", {"card": card})
    return play_event(table, brought, "card", seat, {"why": why, **found.values, "how": "named"})


def seal_choice(table: Table, brought: Brought, seat: int, values: JsonMapping) -> Table:
    """Choose in secret: the others see that it is sealed, and a commitment."""
    refuse_paused(table)
    if not any(one.seat == seat and one.wants == "seal" for one in table.waiting()):
        raise refused("sealed", "a sealed choice", "nothing: this seat owes none")
    secret = table.tracker.read_secret(table.view(seat), seat, values)
    sealed = seal(secret, seal_salt(brought.seed, len(table.events) + 1))
    return play_event(table, brought, "seal", seat, {"sealed": sealed}, {"secret": secret})


def correct(table: Table, brought: Brought, seat: int, name: str, value: object) -> Table:
    """Set a value by hand: at once where it lowers one of this seat's own that decides nothing, else if all agree.

    Once the game is decided all are asked, so that nobody puts off its end by it. What is hidden is not opened by it:
    InvalidInput.
    """
    refuse_idle(table)
    refuse_newcomer(table, seat)
    offered = {one.field: one for one in table.tracker.correctable(table.view(seat), seat)}
    if name not in offered:
        raise refused("field", repr(name[:40]), f"one of {join_words(sorted(offered), 'or')}" if offered else "nothing")
    field, read = offered[name], offered[name].read(value)
    corrected = _set_by_hand(table, brought, seat, name, read)
    if any(event.seen for event in corrected.events[len(table.events) :]):
        raise refused(name, quote(str(value)), "a value that opens nothing which is hidden")
    is_lower = isinstance(read, int) and isinstance(field.value, int) and read < field.value
    is_own = is_lower and field.owner == seat and not concerns_others(table, seat, corrected.position)
    if (is_own and not is_decided(table)) or not seats_asked(table, seat):
        return corrected
    return propose(table, brought, seat, "correct", {"field": name, "value": read, "label": field.label})


def _set_by_hand(table: Table, brought: Brought, seat: int, field: str, value: object) -> Table:
    """Set a value; in logs of 0.15.0, whose corrections lack `keeps_hidden`, one could also open what is hidden."""
    return play_event(table, brought, "correct", seat, {"field": field, "value": value, "keeps_hidden": True})


def note(table: Table, brought: Brought, seat: int | None, text: str) -> Table:
    """Add a note to the log."""
    refuse_unfollowed(table)
    if not text.strip() or len(text) > LONGEST_NOTE:
        raise refused("note", f"{len(text)} characters", f"from 1 to {LONGEST_NOTE}")
    return append(table, brought, "note", seat, {"text": text.strip()})


def link_rematch(table: Table, brought: Brought, table_id: str) -> Table:
    """Write into the log of a finished game that it is played once more, at which table."""
    if table.result is None:
        raise refused("rematch", "a game that goes on", "its end first")
    return append(table, brought, "note", None, {"text": "A rematch is open.", "rematch": table_id})


def undo(table: Table, brought: Brought, seat: int, to: int | None = None) -> Table:
    """Undo the last move, or all moves after the one that event `to` belongs to; 0 goes back to the start.

    It is done at once where they are this seat's own, concern nobody else, and nothing was thrown or shown; else when
    all agree.
    """
    refuse_idle(table)
    refuse_newcomer(table, seat)
    moved = undone_moves(table, to)
    if not moved:
        raise refused("undo", "an undo", "nothing: no move stands" + (" after that" if to else ""))
    if consenting(table, seat, to):
        jump = {} if to is None else {"to": to, "moves": count_moves(table, moved)}
        return propose(table, brought, seat, "undo", jump)
    return _undo_moves(table, brought, seat, moved)


def undone_moves(table: Table, to: int | None) -> tuple[TableEvent, ...]:
    """Return the events that an undo takes back, the newest first; InvalidInput where `to` does not stand any more.

    A roll that began by other rulings goes as a whole: by those in force it may not be possible.
    """
    if to is not None and all(position.event != to for position in table.known_positions()):
        raise refused("undo", f"back to #{to}", "an event of the game that still stands")
    moved = table.last_move() if to is None else table.moves_since(to)
    while moved and _owes_older_dice(table, back := _position_before(table, moved)):
        roll = table.root(back.event).number
        moved = table.moves_since(next(one.event for one in table.positions() if one.event < roll))
    return moved


def _owes_older_dice(table: Table, position: Position) -> bool:
    """Return whether dice were owed at a position, of a roll that began by other rulings than those in force."""
    tracker = table.tracker_at(position.event)
    if not position.event or tracker is table.tracker_at(len(table.events)):
        return False
    with suppress(StateLost):
        return any(one.throw for one in tracker.waiting(position.state))
    return False


def count_moves(table: Table, moved: Sequence[TableEvent]) -> int:
    """Return how many moves some events are, those counted once that follow from one."""
    return len({table.root(event.number).number for event in moved})


def consenting(table: Table, seat: int, to: int | None = None) -> tuple[int, ...]:
    """Return the seats that must agree before this seat may undo the last move, or all moves after an event."""
    moved = undone_moves(table, to)
    thrown = any(event.values.get("how") == "thrown" for event in moved)
    own = all(table.root(event.number).seat == seat for event in moved)
    if own and not thrown and not _seen(moved) and not _concerns_others(table, seat, _position_before(table, moved)):
        return ()
    return seats_asked(table, seat)


def _concerns_others(table: Table, seat: int, position: Position) -> bool:
    with suppress(StateLost):
        return concerns_others(table, seat, position)
    return True


def redo(table: Table, brought: Brought, seat: int) -> Table:
    """Do again what was undone last and was this seat's; where it concerns others, they are asked first."""
    refuse_idle(table)
    refuse_newcomer(table, seat)
    if not table.undone:
        raise refused(
            "redo", "a redo", "nothing: nothing was undone since the last move, or it showed something hidden"
        )
    again = table.undone[-1]
    owner = table.root(again.event).seat
    if owner is not None and owner != seat and seats_asked(table, seat):
        raise refused("redo", "another seat's move", f"{table.last_name(owner)} to do it again")
    refuse_lost(again, "redo")
    if seats_asked(table, seat) and _concerns_others(table, seat, again):
        return propose(table, brought, seat, "redo", {})
    return append(table, brought, "redo", seat, {"to": again.event})


def go_on_from_state(table: Table, brought: Brought, tracker: int) -> Table:
    """Write into the log from which state the game goes on, where what led to it is lost and the log lacks that.

    `tracker` is the number of the tracker by which it is played from here on.
    """
    if table.is_lost or not table.since or table.events[table.since - 1].kind == "state":
        return table
    state = table.state.model_dump(mode="json")
    event = TableEvent(
        number=len(table.events) + 1,
        kind="state",
        values={"to": table.position.event, "tracker": tracker, "text": _FROM_STATE.format(table.position.event)},
        secret={"state": state},
        state=state_hash(table.state),
        at=brought.at,
    )
    return add(table, event)


def propose(table: Table, brought: Brought, seat: int, what: What, values: JsonMapping) -> Table:
    """Ask the others to agree; where there are none to ask, it is done at once.

    `values` of other rulings have those that change; InvalidInput where the game cannot be played under them. Those of
    a new host have the seat `to`, those of going on without a seat that was left, or of letting a newcomer play on in
    one, the `seat`. Once the game is decided, each seat may ask once, so that nobody puts off its end for ever.
    """
    refuse_ended(table)
    if what != "admit":
        refuse_newcomer(table, seat)
    if table.proposal:
        asking = table.seats[table.proposal.seat].name
        raise refused("proposal", "a second one", f"an answer to {asking} first")
    has_asked = any(event.kind == "propose" and event.seat == seat for event in _since_decided(table))
    if has_asked and what != "admit" and is_decided(table):
        raise refused("proposal", "another one", "the game to be finished: it is decided, and you have asked once")
    if what in _PROPOSABLE:
        _PROPOSABLE[what](table, brought, values)
    if what == "rulings":
        values = {**values, "before": {name: table.rulings.get(name, "") for name in values["rulings"]}}
    table = append(table, brought, "propose", seat, {"what": what, **values})
    return _carry_out_proposal(table, brought)


def _since_decided(table: Table) -> tuple[TableEvent, ...]:
    """Return the events after that by which the game was decided."""
    return table.events[table.position.event :]


def _check_rulings(table: Table, _: Brought, values: JsonMapping) -> None:
    if all(table.rulings.get(name) == option for name, option in values["rulings"].items()):
        raise refused("rulings", "the answers that are in force", "another answer to one of them")
    if any(one.throw for one in table.tracker.waiting(table.state)):
        raise refused("rulings", "another answer now", "the dice or the choice that is owed first")
    table.make({**table.rulings, **values["rulings"]})


def _check_host(table: Table, brought: Brought, values: JsonMapping) -> None:
    if left := minutes_to_wait(table, brought.at):
        raise refused("host", "another host so soon", f"to give the host {plural(left, 'minute')} more to answer")
    refuse_empty_host(table, values["to"])


def _check_pause(table: Table, _: Brought, values: JsonMapping) -> None:
    refuse_paused(table)


def _check_without(table: Table, brought: Brought, values: JsonMapping) -> None:
    """Refuse a seat that was not left; one that the host has freed is left some minutes to be taken again."""
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
    "without": _check_without,
    "admit": _check_newcomer,
}
"""What is to be checked before the others are asked."""


def agree(table: Table, brought: Brought, seat: int) -> Table:
    """Agree to what another seat asked; when all have, it is done."""
    if table.proposal is None or seat == table.proposal.seat:
        raise refused("agree", "an agreement", "nothing: no other seat has asked")
    if table.proposal.what == "admit":
        _refuse_early(table, brought, table.proposal.seat)
    else:
        refuse_newcomer(table, seat)
    return _carry_out_proposal(append(table, brought, "agree", seat, {}), brought)


def _refuse_early(table: Table, brought: Brought, newcomer: int) -> None:
    """Refuse that one person alone lets a newcomer in at once, for the one may be the host, who put out the other."""
    left = minutes_left(_freed_at(table, newcomer), brought.at, HOST_MINUTES)
    if table.seats[newcomer].is_freed and len(seats_that_admit(table, newcomer)) == 1 and left:
        wanted = f"to leave it {plural(left, 'minute')} more to who sat there before"
        raise refused("agree", "a seat that the host has just freed", wanted)


def _freed_at(table: Table, seat: int) -> str:
    """Return when the host put a seat's player out last; empty where it never did."""
    freed = (event.at for event in reversed(table.events) if event.seat == seat and event.values.get("by") == "host")
    return next(freed, "")


def refuse(table: Table, brought: Brought, seat: int) -> Table:
    """Refuse what another seat asked, or take back what this one asked."""
    if table.proposal is None:
        raise refused("refuse", "a refusal", "nothing: nobody has asked")
    if seat != table.proposal.seat:
        refuse_newcomer(table, seat)
    return append(table, brought, "refuse", seat, {})


def concede(table: Table, brought: Brought, seat: int) -> Table:
    """Give the game up, also one of which only the log is left: the other seats win, and the seed is opened."""
    if table.result:
        refuse_ended(table)
    refuse_newcomer(table, seat)
    sitter = table.seats[seat]
    if sitter.is_freed and any(one.person == sitter.person for one in table.seats if one is not sitter):
        raise refused("seat", "one whose player was put out", "to give up in your own seat")
    name = table.seats[seat].name or f"Seat {seat + 1}"
    why = f"{name} gave up{_UNFOLLOWED if table.is_lost else ''}."
    return _finish(table, brought, seat, Result(winners=_seated(table, seat), why=why))


def finish(table: Table, brought: Brought, seat: int) -> Table:
    """Agree to the end of a game that is decided: its seed is opened then, and nothing can be undone any more.

    It ends once all who are there have agreed, or ten minutes after the first did; not while somebody asks for an undo.
    """
    refuse_ended(table)
    refuse_newcomer(table, seat)
    result = table.tracker.result(table.state)
    if result is None:
        raise refused("end", "the end", "the game to have ended; give it up, or agree on a draw")
    if table.proposal and table.proposal.what != "admit" and not table.setup.one_phone:
        asking = table.last_name(table.proposal.seat)
        raise refused("end", "the end", f"an answer to {asking} first: agree, or say no")
    left = minutes_left(table.finish_asked, brought.at, FINISH_MINUTES)
    if set(seats_heard(table, seat)) <= table.finished or (table.finished and not left):
        return _finish(table, brought, seat, result)
    if seat in table.finished:
        wanted = f"the others to finish it too, or {plural(left, 'minute')} more"
        raise refused("end", "the end so soon", wanted)
    return append(table, brought, "finish", seat, {})


def _finish(table: Table, brought: Brought, seat: int, result: Result) -> Table:
    """End a game: the seeds are open then, and all that is sealed still."""
    secrets: JsonObject = {"seed": brought.seed.hex()}
    if brought.earlier:
        secrets["earlier_seeds"] = [seed.hex() for seed in brought.earlier]
    opened = [event.values.get("opened") for event in table.events if event.kind == "open"]
    sealed = [open_secret(event) for event in table.events if event.kind == "seal"]
    if closed := [one for one in sealed if not any(isinstance(ones, list) and one in ones for ones in opened)]:
        secrets["opened"] = closed
    return append(table, brought, "end", seat, {**result.model_dump(mode="json"), **secrets})


def _carry_out_proposal(table: Table, brought: Brought) -> Table:
    """Do what was proposed once everybody asked has agreed."""
    proposal = table.proposal
    assert proposal
    if set(_seats_to_agree(table, proposal)) - proposal.agreed:
        return table
    return _CARRIED_OUT[proposal.what](table, brought, proposal)


def _seats_to_agree(table: Table, proposal: Proposal) -> tuple[int, ...]:
    """Return the seats that a proposal asks: not a host that is missed, where another one is asked for."""
    if proposal.what == "admit":
        return seats_that_admit(table, proposal.seat)
    if proposal.what == "without":
        freed = proposal.values["seat"]
        return tuple(seat for seat in seats_asked(table, proposal.seat) if seat != freed)
    absent = table.host if proposal.what == "host" and table.host_missed else None
    return tuple(seat for seat in seats_asked(table, proposal.seat) if seat != absent)


def _carry_out_agreed(table: Table, brought: Brought) -> Table:
    """Do what was proposed where all who are left have agreed, and at least one has."""
    return _carry_out_proposal(table, brought) if table.proposal and table.proposal.agreed else table


def _go_on_without(table: Table, brought: Brought, proposal: Proposal) -> Table:
    """Play on without a seat that was left; where the game cannot, those who stay have won."""
    left = proposal.values["seat"]
    if table.tracker.goes_on_without(left):
        table = append(table, brought, "out", proposal.seat, {"seat": left})
        return run_on(table, brought, len(table.events))
    why = f"{table.last_name(left)} has left."
    return _finish(table, brought, proposal.seat, Result(winners=_seated(table, left), why=why))


def _redo(table: Table, brought: Brought, proposal: Proposal) -> Table:
    return append(table, brought, "redo", proposal.seat, {"to": table.undone[-1].event})


def _correct(table: Table, brought: Brought, proposal: Proposal) -> Table:
    return _set_by_hand(table, brought, proposal.seat, proposal.values["field"], proposal.values["value"])


def _move_agreed_on(table: Table, brought: Brought, proposal: Proposal) -> Table:
    made = proposal.values["move"]
    return play_event(table, brought, "move", proposal.seat, {"name": made["name"], **made["values"]})


def _admit(table: Table, brought: Brought, proposal: Proposal) -> Table:
    table = append(table, brought, "admit", proposal.seat, {"seat": proposal.values["seat"]})
    return run_on(table, brought, len(table.events))


_CARRIED_OUT: Mapping[What, Callable[[Table, Brought, Proposal], Table]] = {
    "undo": lambda table, brought, asked: _undo_moves(
        table, brought, asked.seat, undone_moves(table, asked.values.get("to"))
    ),
    "draw": lambda table, brought, proposal: _finish(
        table, brought, proposal.seat, Result(winners=(), why="The players agreed on a draw.")
    ),
    "rulings": lambda table, brought, asked: append(
        table, brought, "note", asked.seat, {"text": "Rulings changed", **asked.values}
    ),
    "host": lambda table, brought, asked: append(table, brought, "host", asked.seat, {"to": asked.values["to"]}),
    "pause": lambda table, brought, asked: append(table, brought, "pause", asked.seat, {}),
    "without": _go_on_without,
    "redo": _redo,
    "correct": _correct,
    "move": _move_agreed_on,
    "admit": _admit,
}


def _undo_moves(table: Table, brought: Brought, seat: int, moved: Sequence[TableEvent]) -> Table:
    back = _position_before(table, moved)
    refuse_lost(back, "undo")
    values: JsonObject = {"to": back.event, "undone": sorted(event.number for event in moved)}
    owing = (one.seat for one in table.tracker.waiting(back.state) if one.wants == "faces" and one.seat is not None)
    back_to_dice = [one for one in owing if one not in table.out and table.seats[one].dice == "thrown"]
    if back_to_dice:
        values["typed"] = back_to_dice
    table = append(table, brought, "undo", seat, values, {"seen": _seen(moved)})
    return run_on(table, brought, len(table.events))


def _position_before(table: Table, moved: Sequence[TableEvent]) -> Position:
    numbers = {event.number for event in moved}
    return next(position for position in table.positions() if position.event not in numbers)


def _seen(moved: Sequence[TableEvent]) -> tuple[str, ...]:
    return tuple(name for event in moved for name in event.seen)


def _seated(table: Table, but: int) -> tuple[int, ...]:
    return tuple(number for number, seat in enumerate(table.seats) if number != but and seat.name)
