"""Acts: what a seat or the host can do. Each returns the table with new events at its end, and changes nothing itself.

An act that cannot be done raises InvalidInput with what can be done instead. An act that needs consent returns a table
with a proposal; `proposals` carries it out once the others agree.
"""

from collections.abc import Sequence
from typing import Literal

from companion.base.findings import quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words, plural
from companion.data.documents import refuse_deep
from companion.play.consent import (
    is_decided,
    minutes_left,
    seats_asked,
    seats_heard,
    seats_that_admit,
)
from companion.play.log import LONGEST_NOTE, TableEvent, state_hash
from companion.play.new_events import (
    Brought,
    How,
    append,
    end_game,
    faces_of,
    is_open_to_newcomers,
    other_players,
    play_event,
    run_on,
    set_by_hand,
)
from companion.play.proposals import agree as agree  # as every act, for whoever imports `acts`
from companion.play.proposals import carry_out_proposal
from companion.play.proposals import propose as propose
from companion.play.proposals import refuse as refuse
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
from companion.play.table import DiceOf, Host, Table, add
from companion.play.tracker import Move, Result, find_move
from companion.play.undo import count_moves, may_concern_others, seats_asked_to_undo, undo_moves, undone_moves

_FROM_STATE = "This version of the app cannot follow the game to here any more: it goes on as it stood after #{}."
_UNFOLLOWED = ": this version of the app cannot follow the game any more"
FINISH_MINUTES = 10
"""Minutes after which a decided game can be finished without the seats that have not agreed."""
_MOST_NAMED = 12
"""Fields that a refusal names."""
AN_ANSWER = "an answer"
Drawn = Literal["phone", "server"]


def sit(
    table: Table, brought: Brought, seat: int, name: str, number: str, drawn: Drawn = "phone", person: int | None = None
) -> Table:
    """Seat a person; `number` is what they add to the dice's seed, in hex, `drawn` by their phone or by the server.

    `person` is the number of the event by which they first sat down at this table, None for somebody new. Whoever takes
    over another's seat chooses anew what was sealed; if more was played, the others are asked to admit them.
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


def seat_computer(table: Table, brought: Brought, by: Host, seat: int, strength: str, number: str) -> Table:
    """Let the computer play a seat in which nobody has sat so far; `number` is what it adds to the dice's seed."""
    refuse_ended(table)
    refuse_other_than_host(table, by)
    if table.seats[seat].number:
        raise refused("seat", "one in which somebody sits, or has sat", "a seat that is still empty")
    others = sum(bool(one.computer) for one in table.seats)
    title = f"Computer {others + 1}" if others else "Computer"
    values: JsonObject = {"name": f"{title} ({strength})", "number": number, "drawn": "server", "computer": strength}
    table = append(table, brought, "sit", seat, values)
    return run_on(table, brought, len(table.events))


def act_for_computer(table: Table, brought: Brought, event: TableEvent, reason: str) -> Table:
    """Do for the computer what an event says: a move, an answer or a sealed choice; the log says why.

    A move on which all must agree is asked for, as a player's is.
    """
    refuse_idle(table)
    seat, values = event.seat, event.values
    assert seat is not None and table.seats[seat].computer
    if event.kind == "seal":
        return seal_choice(table, brought, seat, event.secret)
    if event.kind == "faces":
        owed = next(one.throw for one in table.waiting() if one.seat == seat and one.throw)
        return play_event(table, brought, "faces", seat, faces_of(owed, values["faces"], "chosen"), {"reason": reason})
    given = {name: value for name, value in values.items() if name != "name"}
    read = table.tracker.read_move(table.view(seat), seat, values["name"], given)
    if table.tracker.decides(read) and seats_asked(table, seat):
        return propose(table, brought, seat, "move", {"move": read.model_dump(mode="json")})
    return play_event(table, brought, "move", seat, {"name": read.name, **read.values}, {"reason": reason})


def leave(table: Table, brought: Brought, seat: int) -> Table:
    """Free one's own seat; the game stays as it is, and somebody else may sit down.

    A proposal that waited for this seat alone is carried out.
    """
    refuse_ended(table)
    _refuse_empty(table, seat)
    table = append(table, brought, "leave", seat, {})
    return carry_out_proposal(table, brought) if table.proposal and table.proposal.agreed else table


def free_seat(table: Table, brought: Brought, by: Host, seat: int) -> Table:
    """Free another's seat as the host, where its player cannot: the phone is lost, say."""
    refuse_ended(table)
    refuse_other_than_host(table, by)
    _refuse_empty(table, seat)
    return append(table, brought, "leave", seat, {"by": "host"})


def _refuse_empty(table: Table, seat: int) -> None:
    if not table.seats[seat].name:
        raise refused("seat", "an empty seat", "one in which somebody sits")


def hand_over(table: Table, brought: Brought, by: Host, to: Host) -> Table:
    """Make another the host. A host that hands over to itself only shows that it is there."""
    refuse_ended(table)
    refuse_other_than_host(table, by)
    seat = by if isinstance(by, int) else None
    if to == by:
        return append(table, brought, "host", seat, {"to": to, "here": True})
    refuse_empty_host(table, to)
    return append(table, brought, "host", seat, {"to": to})


def take_over(table: Table, brought: Brought) -> Table:
    """Become the host by the link with which the host offers it."""
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


def resume(table: Table, brought: Brought, seat: int) -> Table:
    """End a pause, and throw the dice that were owed."""
    refuse_ended(table)
    if not table.is_paused:
        raise refused("pause", "its end", "nothing: the table is not paused")
    table = append(table, brought, "resume", seat, {})
    return run_on(table, brought, len(table.events))


def choose_dice(table: Table, brought: Brought, seat: int, dice: DiceOf) -> Table:
    """Choose whose dice a seat uses from now on, the table's or its own; the table throws at once what it owes."""
    refuse_idle(table)
    refuse_newcomer(table, seat)
    table = append(table, brought, "dice", seat, {"dice": dice})
    return run_on(table, brought, len(table.events))


def move(table: Table, brought: Brought, seat: int, name: str, values: JsonMapping) -> Table:
    """Make a move, and throw the dice that follow; one that the tracker calls deciding asks the others first."""
    refuse_idle(table)
    refuse_newcomer(table, seat)
    refuse_deep(values)
    read = table.tracker.read_move(table.view(seat), seat, name, values)
    if table.tracker.decides(read) and seats_asked(table, seat):
        return propose(table, brought, seat, "move", {"move": read.model_dump(mode="json")})
    return play_event(table, brought, "move", seat, {"name": read.name, **read.values})


def make_relaxed_move(table: Table, brought: Brought, seat: int, name: str, values: JsonMapping) -> Table:
    """Make a move outside the rules; the event has the `warning` that says which rule it breaks."""
    refuse_idle(table)
    refuse_newcomer(table, seat)
    relaxed = find_relaxed_move(table, seat, name, values)
    values = {"name": relaxed.name, **relaxed.values, "warning": relaxed.warning}
    return play_event(table, brought, "move", seat, values)


def relaxed_moves(table: Table, seat: int) -> tuple[Move, ...]:
    """Return the moves outside the rules that a seat may make, from what it sees."""
    return () if table.result or table.is_paused else table.tracker.relaxed_moves(table.view(seat), seat)


def find_relaxed_move(table: Table, seat: int, name: str, values: JsonMapping) -> Move:
    """Return a move outside the rules; InvalidInput names those that are offered."""
    return find_move(relaxed_moves(table, seat), name, values)


def answer(table: Table, brought: Brought, seat: int, faces: Sequence[int]) -> Table:
    """Give what a seat owes: the faces of its own dice, or the number of the answer that it chooses."""
    refuse_paused(table)
    refuse_newcomer(table, seat)
    owed = next((one for one in table.waiting() if one.seat == seat and one.throw), None)
    if owed is None or owed.throw is None:
        raise refused("faces", AN_ANSWER, "nothing: this seat owes no dice and no choice")
    faces = owed.throw.read(faces)
    owed.throw.sort(faces)
    how: How = "chosen" if owed.wants == "choice" else "typed"
    return play_event(table, brought, "faces", seat, faces_of(owed.throw, faces, how))


def nameable_cards(table: Table, seat: int) -> tuple[Move, ...]:
    """Return the cards that a seat may name as the one drawn or turned up on the players' own table, else none."""
    is_owed = any(one.wants == "card" and one.seat == seat for one in table.waiting())
    return table.tracker.nameable(table.view(seat), seat) if is_owed else ()


def name_card(table: Table, brought: Brought, seat: int, card: str) -> Table:
    """Name the card that was drawn or turned up on the players' own table; its seat may undo that without consent."""
    refuse_idle(table)
    refuse_newcomer(table, seat)
    why = next((one.why for one in table.waiting() if one.wants == "card" and one.seat == seat), "")
    if not why:
        raise refused("card", quote(card), "nothing: the table waits for no card")
    named = find_move(nameable_cards(table, seat), "card", {"card": card})
    return play_event(table, brought, "card", seat, {"why": why, **named.values, "how": "named"})


def seal_choice(table: Table, brought: Brought, seat: int, values: JsonMapping) -> Table:
    """Choose in secret: until it is opened, the others see a commitment alone."""
    refuse_paused(table)
    if not any(one.seat == seat and one.wants == "seal" for one in table.waiting()):
        raise refused("sealed", "a sealed choice", "nothing: this seat owes none")
    secret = table.tracker.read_secret(table.view(seat), seat, values)
    sealed = brought.seal(secret, len(table.events) + 1)
    return play_event(table, brought, "seal", seat, {"sealed": sealed}, {"secret": secret})


def correct(table: Table, brought: Brought, seat: int, name: str, value: object) -> Table:
    """Set a value by hand: at once where a seat lowers a value of its own that decides nothing, else once all agree.

    Once the game is decided all are asked, so that nobody puts off its end. InvalidInput where the value is not among
    the correctable ones, is out of its bounds, or would open what is hidden.
    """
    refuse_idle(table)
    refuse_newcomer(table, seat)
    offered = {one.field: one for one in table.tracker.correctable(table.view(seat), seat)}
    if name not in offered:
        named = sorted(offered)[:_MOST_NAMED]
        raise refused("field", repr(name[:40]), f"one of {join_words(named, 'or')}" if named else "nothing")
    field, read = offered[name], offered[name].read(value)
    corrected = set_by_hand(table, brought, seat, name, read)
    if any(event.seen for event in corrected.events[len(table.events) :]):
        raise refused(name, quote(str(value)), "a value that opens nothing which is hidden")
    is_lower = isinstance(read, int) and isinstance(field.value, int) and read < field.value
    is_own = is_lower and field.owner == seat and not may_concern_others(table, seat, corrected.position)
    if (is_own and not is_decided(table)) or not seats_asked(table, seat):
        return corrected
    return propose(table, brought, seat, "correct", {"field": name, "value": read, "label": field.label})


def note(table: Table, brought: Brought, seat: int | None, text: str) -> Table:
    """Write a note into the log; for a note of the whole table `seat` is None."""
    refuse_unfollowed(table)
    if not text.strip() or len(text) > LONGEST_NOTE:
        raise refused("note", f"{len(text)} characters", f"from 1 to {LONGEST_NOTE}")
    return append(table, brought, "note", seat, {"text": text.strip()})


def link_rematch(table: Table, brought: Brought, table_id: str) -> Table:
    """Write into the log of a finished game at which table its rematch is played."""
    if table.result is None:
        raise refused("rematch", "a game that goes on", "its end first")
    return append(table, brought, "note", None, {"text": "A rematch is open.", "rematch": table_id})


def undo(table: Table, brought: Brought, seat: int, to: int | None = None) -> Table:
    """Undo the last move, or all moves after the one that event `to` belongs to; 0 goes back to the start.

    At once where `seats_asked_to_undo` returns none, else once they agree.
    """
    refuse_idle(table)
    refuse_newcomer(table, seat)
    moved = undone_moves(table, to)
    if not moved:
        raise refused("undo", "an undo", "nothing: no move stands" + (" after that" if to else ""))
    if seats_asked_to_undo(table, seat, to):
        jump = {} if to is None else {"to": to, "moves": count_moves(table, moved)}
        return propose(table, brought, seat, "undo", jump)
    return undo_moves(table, brought, seat, moved)


def redo(table: Table, brought: Brought, seat: int) -> Table:
    """Do again what was undone last, if it was this seat's; where it concerns others, they are asked first."""
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
    if seats_asked(table, seat) and may_concern_others(table, seat, again):
        return propose(table, brought, seat, "redo", {})
    return append(table, brought, "redo", seat, {"to": again.event})


def go_on_from_state(table: Table, brought: Brought, tracker: int) -> Table:
    """Write the present state into the log, where the tracker of today cannot follow the events that led to it.

    `tracker` is the number of the tracker by which it is played from here on. Nothing is written a second time.
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


def concede(table: Table, brought: Brought, seat: int) -> Table:
    """Give up: the other seats win, and the seed is opened. Possible also where only the log of a game is left."""
    if table.result:
        refuse_ended(table)
    refuse_newcomer(table, seat)
    sitter = table.seats[seat]
    if sitter.is_freed and any(one.person == sitter.person for one in table.seats if one is not sitter):
        raise refused("seat", "one whose player was put out", "to give up in your own seat")
    name = table.seats[seat].name or f"Seat {seat + 1}"
    why = f"{name} gave up{_UNFOLLOWED if table.is_lost else ''}."
    return end_game(table, brought, seat, Result(winners=other_players(table, seat), why=why))


def finish(table: Table, brought: Brought, seat: int) -> Table:
    """Agree to finish a game that is decided; then its seed is opened, and nothing can be undone any more.

    It ends once all who are there agree, or FINISH_MINUTES after the first did; not while a proposal is open.
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
        return end_game(table, brought, seat, result)
    if seat in table.finished:
        wanted = f"the others to finish it too, or {plural(left, 'minute')} more"
        raise refused("end", "the end so soon", wanted)
    return append(table, brought, "finish", seat, {})
