"""Tables in files, for the command line and the API: the file contains the seeds, and one device plays all seats."""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, get_args

from pydantic import Field
from typing_extensions import TypedDict

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject, Written, answer
from companion.data.documents import Record, read_as, refuse_deep, refuse_halves
from companion.dice.throw import Choice
from companion.game_system.system import GameSystem
from companion.play import acts as play
from companion.play.fair_dice import SEED_BYTES
from companion.play.log import Setup, TableEvent, public
from companion.play.new_events import Brought
from companion.play.replay import Replay
from companion.play.table import DiceOf, Table, log_only
from companion.play.tracker import Pending
from companion.play.verify import Exported, LogReport, complete_events, replay_log, verify_log
from companion.verbs.names import find_game
from companion.verbs.table_answers import TableOwed, TableReport, TableState
from companion.verbs.table_report import report_answer
from companion.verbs.tables import changeable_rulings, open_foreign_table, read_foreign_table, set_up


class TableFile(Record):
    """A table with its seeds, the one in use last; one that was exported has none, and can only be checked."""

    format: Literal[1] = 1
    setup: Setup
    seeds: tuple[Annotated[str, Field(pattern="^([0-9a-f]{2}){16,64}$")], ...] = ()
    event: tuple[TableEvent, ...] = ()

    @property
    def game(self) -> GameSystem:
        """Return the game that is played."""
        return find_game(self.setup.game)

    def read(self) -> Table:
        """Return the table; InvalidInput if it was exported, or its log cannot be replayed."""
        if not self.seeds:
            wanted = "the file in which the table was opened: what is exported can be checked and not played"
            raise InvalidInput(InputError("seeds", "none", wanted))
        return read_foreign_table(self.game, self.setup, self.event)

    @property
    def exported(self) -> Exported:
        """Return the table as it may be handed on, to be checked."""
        return Exported(setup=self.setup, event=self.event)

    def replay(self) -> Replay:
        """Replay its log; InvalidInput where it is not whole."""
        begun, tracker = open_foreign_table(self.game, self.setup), self.game.tracker_of(self.setup).number
        return replay_log(self.exported, begun, tracker)

    def verify(self) -> LogReport:
        """Check its whole log; InvalidInput where it cannot be read as one."""
        begun, tracker = open_foreign_table(self.game, self.setup), self.game.tracker_of(self.setup).number
        return verify_log(self.exported, begun, tracker, is_export=not self.seeds)

    def follow(self) -> tuple[Table, str]:
        """Return the table, and why only its log is known; empty where its state is known too.

        InvalidInput where its log cannot be of a game.
        """
        if self.seeds:
            return self.read(), ""
        replayed = self.replay()
        _refuse_wrong(replayed)
        if len(replayed.table.events) == len(self.event):
            return replayed.table, ""
        gap = replayed.gaps[-1]
        table = log_only(self.setup, complete_events(self.exported))
        return table, f"The game is not followed past event {gap.first - 1}: {gap.why}."

    def report(self, names: bool = True) -> TableReport:
        """Return the report of its finished game.

        InvalidInput if the game goes on, or its log is not what the game leads to, its winners included.
        """
        replayed = self.replay()
        _refuse_wrong(replayed)
        table = replayed.table
        if len(table.events) < len(self.event):
            gap = replayed.gaps[-1]
            where = f"event {gap.first}"
            raise InvalidInput(InputError(where, f"a game that is not followed to here ({gap.why})", "all of its log"))
        try:
            return report_answer(self.game, table, names)
        except InvalidInput:
            raise
        except Exception as error:  # the file may be written by hand and contain anything
            raise InvalidInput(InputError("event", f"a log that tells no story ({error!r})", "one of a game")) from None

    def act(self, seat: int, words: Sequence[str]) -> tuple["TableFile", Table]:
        """Perform an act given in words; return the file and the table after it. InvalidInput says why it fails."""
        table = self.read()
        *earlier, seed = (bytes.fromhex(seed) for seed in self.seeds)
        brought = Brought(seed, datetime.now(UTC).isoformat(timespec="seconds"), tuple(earlier))
        after = act_by_words(table, brought, seat, words)
        return self.model_copy(update={"event": after.events}), after


def _refuse_wrong(replayed: Replay) -> None:
    if replayed.error:
        raise InvalidInput(replayed.error)


@answer
class TableMoved(TypedDict):
    """A table after an act, and how it stands for the seat that did it."""

    table: Annotated[JsonObject, Written(TableFile)]
    state: TableState


def open_file(game: GameSystem, options: JsonMapping) -> TableFile:
    """Return the file of a new table with a new seed; `options` are those of `set_up`."""
    seed = secrets.token_bytes(SEED_BYTES)
    return TableFile(setup=set_up(game, seed, options), seeds=(seed.hex(),))


def read_file(text: str) -> TableFile:
    """Return the table in a file; InvalidInput where its text is not one."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(InputError("", f"something else ({error})", "a table in JSON")) from None
    refuse_deep(data)
    refuse_halves(data)
    return read_as(TableFile, data)


def file_data(file: TableFile) -> JsonObject:
    """Return the data of a file, without the default values of events."""
    events = [event.model_dump(mode="json", exclude_defaults=True) for event in file.event]
    return {**file.model_dump(mode="json", exclude={"event"}), "event": events}


def read_seat(table: Table, typed: str) -> int:
    """Return a seat's number, from 0, from text: its number from 1, or its player's name."""
    names = [seat.name.casefold() for seat in table.seats]
    if typed.isdecimal() and 1 <= int(typed[:9]) <= len(names):
        return int(typed) - 1
    if typed.casefold() in filter(None, names):
        return names.index(typed.casefold())
    raise InvalidInput(InputError("seat", quote(typed), f"a number from 1 to {len(names)}, or the name of its player"))


Words = Sequence[str]
_Act = Callable[[Table, Brought, int, Words], Table]


def _read_values(words: Words) -> JsonObject:
    """Return `key=value` words as values: each value is read as JSON if it is JSON, else it is text."""
    values: JsonObject = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (equals and key) or key in values:
            raise InvalidInput(InputError("values", quote(word), "key=value, each key once"))
        values[key] = _read_value(value)
    return values


def _read_value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _numbers(words: Words) -> list[int]:
    wrong = [word for word in words if not word.isdecimal() or len(word) > 9]
    if wrong or not words:
        raise InvalidInput(InputError("faces", quote(" ".join(words)), "numbers: 5 3 6"))
    return [int(word) for word in words]


def _choose_dice(table: Table, brought: Brought, seat: int, words: Words) -> Table:
    for dice in get_args(DiceOf):
        if tuple(words) == (dice,):
            return play.choose_dice(table, brought, seat, dice)
    wanted = f"{' or '.join(get_args(DiceOf))}; `play dice expression=2d6` rolls dice"
    raise InvalidInput(InputError("dice", quote(" ".join(words)), wanted))


def _correct(table: Table, brought: Brought, seat: int, words: Words) -> Table:
    if len(words) != 2:
        raise InvalidInput(InputError("correct", quote(" ".join(words)), "a field and its value"))
    return play.correct(table, brought, seat, words[0], _read_value(words[1]))


def _make_relaxed_move(table: Table, brought: Brought, seat: int, words: Words) -> Table:
    name, *values = words or [""]
    return play.make_relaxed_move(table, brought, seat, name, _read_values(values))


def _change_rulings(table: Table, brought: Brought, seat: int, words: Words) -> Table:
    chosen = {name: str(option) for name, option in _read_values(words).items()}
    names = [one.id for one in changeable_rulings(find_game(table.setup.game), table.setup)]
    wrong = next((name for name in chosen if name not in names), "" if chosen else " ".join(words))
    if wrong or not chosen:
        raise InvalidInput(InputError("rulings", quote(wrong), f"RULING=OPTION, a ruling of {', '.join(names)}"))
    return play.propose(table, brought, seat, "rulings", {"rulings": chosen})


def _sit(table: Table, brought: Brought, seat: int, words: Words) -> Table:
    """Seat a player; one with the name of an earlier player of this seat is taken for the same person."""
    name = " ".join(words) or f"Seat {seat + 1}"
    sits = (event for event in reversed(table.events) if (event.kind, event.seat) == ("sit", seat))
    person = next((event.values.get("person", event.number) for event in sits if event.values["name"] == name), None)
    return play.sit(table, brought, seat, name, secrets.token_hex(16), "server", person)


ACTS: Mapping[str, _Act] = {
    "sit": _sit,
    "admit": lambda table, brought, seat, _: play.propose(table, brought, seat, "admit", {"seat": seat}),
    "leave": lambda table, brought, seat, _: play.leave(table, brought, seat),
    "dice": _choose_dice,
    "faces": lambda table, brought, seat, words: play.answer(table, brought, seat, _numbers(words)),
    "card": lambda table, brought, seat, words: play.name_card(table, brought, seat, " ".join(words)),
    "seal": lambda table, brought, seat, words: play.seal_choice(table, brought, seat, _read_values(words)),
    "correct": _correct,
    "note": lambda table, brought, seat, words: play.note(table, brought, seat, " ".join(words)),
    "undo": lambda table, brought, seat, words: play.undo(
        table, brought, seat, _numbers(words[:1])[0] if words else None
    ),
    "redo": lambda table, brought, seat, _: play.redo(table, brought, seat),
    "agree": lambda table, brought, seat, _: play.agree(table, brought, seat),
    "refuse": lambda table, brought, seat, _: play.refuse(table, brought, seat),
    "draw": lambda table, brought, seat, _: play.propose(table, brought, seat, "draw", {}),
    "pause": lambda table, brought, seat, _: play.propose(table, brought, seat, "pause", {}),
    "hints": lambda table, brought, seat, _: play.propose(table, brought, seat, "hints", {}),
    "resume": lambda table, brought, seat, _: play.resume(table, brought, seat),
    "without": lambda table, brought, seat, words: play.propose(
        table, brought, seat, "without", {"seat": read_seat(table, " ".join(words))}
    ),
    "rulings": _change_rulings,
    "beside": _make_relaxed_move,
    "concede": lambda table, brought, seat, _: play.concede(table, brought, seat),
    "finish": lambda table, brought, seat, _: play.finish(table, brought, seat),
}
"""The acts of a seat besides the moves of its game, by the word for each."""


def act_by_words(table: Table, brought: Brought, seat: int, words: Words) -> Table:
    """Perform what words say: an act, an offered move by its number from 1, or a move with its values."""
    name, *more = words
    if name == "play":
        name, *more = more or [""]
    elif name in ACTS:
        return ACTS[name](table, brought, seat, more)
    if name.isdecimal() and not more:
        return _make_numbered_move(table, brought, seat, int(name[:9]))
    return play.move(table, brought, seat, name, _read_values(more))


def _make_numbered_move(table: Table, brought: Brought, seat: int, number: int) -> Table:
    moves = table.tracker.moves(table.view(seat), seat)
    if not 1 <= number <= len(moves):
        wanted = f"a number from 1 to {len(moves)}" if moves else "nothing: this seat has no move now"
        raise InvalidInput(InputError("move", str(number), wanted))
    return play.move(table, brought, seat, moves[number - 1].name, moves[number - 1].values)


def table_answer(table: Table, seat: int | None, unfollowed: str = "") -> TableState:
    """Return the state of a table as a seat may see it, or for None as a spectator may.

    `unfollowed` says why only its log is known.
    """
    if table.is_lost:
        seat = None
    moves = () if seat is None or table.result or table.is_paused else table.tracker.moves(table.view(seat), seat)
    return {
        "game": table.setup.game,
        "title": table.setup.title,
        "commitment": table.setup.commitment,
        "seats": [{"name": one.name, "dice": one.dice} for one in table.seats],
        "waiting": [_pending_data(one) for one in table.waiting()],
        "proposal": {"seat": table.proposal.seat, "what": table.proposal.what} if table.proposal else None,
        "paused": table.is_paused,
        "result": table.result.model_dump(mode="json") if table.result else None,
        "moves": [move.model_dump(mode="json") for move in moves],
        "cards": [move.model_dump(mode="json") for move in (() if seat is None else play.nameable_cards(table, seat))],
        "relaxed": [move.model_dump(mode="json") for move in (() if seat is None else play.relaxed_moves(table, seat))],
        "view": {} if table.is_lost else table.view(seat),
        "unfollowed": unfollowed,
        "event": [public(event, seat, table.result is not None) for event in table.events],
    }


def _pending_data(pending: Pending) -> TableOwed:
    throw = pending.throw
    answers = list(throw.answers) if isinstance(throw, Choice) else []
    dice = throw.dice if throw and not answers else ""
    return {"seat": pending.seat, "wants": pending.wants, "why": pending.why, "dice": dice, "answers": answers}


def check_seat(table: Table, seat: int | None) -> int | None:
    """Return a seat's number, from 0; InvalidInput if the table has no such seat."""
    if seat is not None and seat >= len(table.seats):
        raise InvalidInput(InputError("seat", str(seat), f"a number from 0 to {len(table.seats) - 1}"))
    return seat


def moved_answer(file: TableFile, table: Table, seat: int) -> TableMoved:
    """Return a table's file after a seat's act, and its state for that seat."""
    return {"table": file.model_dump(mode="json"), "state": table_answer(table, seat)}
