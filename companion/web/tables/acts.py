"""The acts of a seat from its page: each reads a posted form and returns the table after the act.

A form contains the number of the newest event on its page. If the game has moved on since, the act is not performed,
and the page shows the new state.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from werkzeug.exceptions import NotFound

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.data.documents import LONGEST, on_one_line, to_document
from companion.dice.resolver import read_groups
from companion.game_system.system import GameSystem
from companion.gamekit.contract import FormData
from companion.gamekit.losses import write_losses
from companion.games import game as find_game
from companion.play import acts as play
from companion.play.log import OF_GAME, canonical
from companion.play.new_events import Brought
from companion.play.records.lost import lasting_losses
from companion.play.records.open_moves import OPEN
from companion.play.records.tracker import RecordsTracker
from companion.play.records.wishes import PLACED
from companion.play.refusals import refuse_newcomer
from companion.play.table import Host, Table
from companion.play.tracker import Move
from companion.verbs import opponents
from companion.verbs.links import find_links
from companion.verbs.shared_builds import EditedList, Take, read_shared
from companion.verbs.tables import changeable_rulings
from companion.web.shared import table_places
from companion.web.shared.posted_rulings import posted_rulings
from companion.web.shell import session
from companion.web.shell.site_url import this_server
from companion.web.tables.attacks import AND, AT, BACK, attack_move, read_said

LONGEST_NAME = 30
LARGEST_MOVE = 20_000
"""Characters of a move as JSON that are read."""
VALUE, SEALED = "value.", "sealed."
"""Prefixes of inputs: the values of a move, and those of a sealed choice."""
FOR = "for"
"""The input with the seat of the computer for which a person acts."""
SHOWN = "shown."
"""Prefix of inputs with the option of a ruling that the page showed."""
_TABLE = re.compile(r"/tables/(?P<reference>[\w.-]+)(?:/report)?(?:\?left=(?P<seat>[1-9])|[?#]|$)")
_NUMBER = re.compile(r"[0-9a-f]{16,64}")
_WHICH = "a choice, below the text, whether its lines count or the build as it was shared"


class StalePage(Exception):
    """The game has moved on since the page was shown."""


class NeedsConfirmation(Exception):
    """An act that needs confirmation: a move outside the rules, or giving up, which has no `move`."""

    def __init__(self, move: Move | None = None) -> None:
        """Keep the move for the page that asks for confirmation."""
        super().__init__(move.warning if move else "")
        self.move = move


Act = Callable[[Table, Brought, int, FormData], Table]
HostAct = Callable[[Table, Brought, Host, FormData], Table]


def text(form: FormData, name: str) -> str:
    """Return one value of a form without spaces around it; empty if it has none."""
    return form.last(name).strip()


def read_name(form: FormData) -> str:
    """Return the name of a player who sits down; InvalidInput if it cannot be used."""
    name = " ".join(text(form, "name").split())
    try:
        on_one_line(name)
    except ValueError:
        raise InvalidInput(InputError("name", "control characters", "a name")) from None
    if not 1 <= len(name) <= LONGEST_NAME:
        raise InvalidInput(InputError("name", f"{len(name)} characters", f"from 1 to {LONGEST_NAME}"))
    return name


def read_key(form: FormData) -> str:
    """Return the key of a posted form, under which it counts only once; empty if its page has no key.

    It is a hash of all values, so that a different form from the same page has another key.
    """
    values = {name: texts for name, texts in form.items() if name != "csrf_token"}
    return hashlib.sha256(canonical(values)).hexdigest() if text(form, "key") else ""


def read_number(form: FormData) -> str:
    """Return the random number that a phone drew for its dice; empty if there is none that can be read."""
    number = text(form, "number").lower()
    return number if _NUMBER.fullmatch(number) else ""


def read_seat(table: Table, typed: str) -> int:
    """Return a seat's number, from 0; InvalidInput if the table has no such seat."""
    number = _whole_number(typed)
    if number is None or number >= table.setup.seats:
        raise InvalidInput(InputError("seat", quote(typed), "a seat of this table"))
    return number


def _whole_number(typed: str) -> int | None:
    """Return a posted number; None if it is not a number, or has more digits than any here."""
    return int(typed) if len(typed) < 10 and typed.isascii() and typed.isdecimal() else None


def perform(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
    """Perform the act of a form and return the table after it.

    Raises InvalidInput if it is not possible, StalePage if the game has moved on since the page was shown,
    NeedsConfirmation if the act has to be confirmed first.
    """
    name, seat = text(form, "act"), _acting_for(table, seat, form)
    if name not in ACTS:
        raise InvalidInput(InputError("act", quote(name), f"one of {', '.join(ACTS)}"))
    if name in _TIMELY and not _is_own_record(table, name, form) and _has_moved_on(table, text(form, "after")):
        raise StalePage
    return ACTS[name](table, brought, seat, form)


def _acting_for(table: Table, seat: int, form: FormData) -> int:
    """Return the seat that acts: one of the computer, where a person gives it a build or answers for it."""
    typed = text(form, FOR)
    if not typed:
        return seat
    other, act = read_seat(table, typed), text(form, "act")
    is_given = act in ("bring", "answer") or (act == "move" and _read_move(form)[0] == "build")
    # Elsewhere the computer answers every question itself, though it may have to wait for its turn to think.
    if not is_given or not table.seats[other].computer or not isinstance(table.tracker, RecordsTracker):
        wanted = "your own: for the computer you bring a build, or answer what it cannot know"
        raise InvalidInput(InputError(FOR, quote(typed), wanted))
    refuse_newcomer(table, seat)
    return other


def _is_own_record(table: Table, act: str, form: FormData) -> bool:
    """Return whether an act sets what is a seat's own, whatever others did meanwhile: a build, a number on a record."""
    return act == "move" and isinstance(table.tracker, RecordsTracker) and _read_move(form)[0] in _OF_OWN_RECORD


def _has_moved_on(table: Table, shown_event: str) -> bool:
    """Return whether the game changed after a page was shown; another seat's sealed choice does not count."""
    number = _whole_number(shown_event)
    changing = {*OF_GAME, "undo", "redo", "end"} - {"seal"}
    newer = table.events[number:] if number is not None and not table.setup.one_phone else ()
    return any(event.kind in changing for event in newer)


def _move(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
    name, values = _read_move(form)
    return play.move(table, brought, seat, name, values)


def _activate(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
    """Activate a unit; where that breaks a rule, it needs confirmation."""
    values: JsonObject = {"unit": text(form, "unit")}
    for warned in play.relaxed_moves(table, seat):
        if (warned.name, warned.values) == ("activate", values):
            raise NeedsConfirmation(warned)
    return play.move(table, brought, seat, "activate", values)


def _attack(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
    """Attack one unit with another, under what the form says of the two."""
    said = read_said(_records(table).rules.circumstances, form)
    chosen = AND.join(form.get("weapon") or ())
    key = f"{chosen}{AT}{text(form, 'part')}" if chosen else text(form, "attack")
    move = attack_move(table, text(form, "unit"), text(form, "target"), key, said or {})
    if move.warning:
        raise NeedsConfirmation(move)
    return play.move(table, brought, seat, move.name, move.values)


def _say(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
    """Remember what the form says of two units, without an attack."""
    said = read_said(_records(table).rules.circumstances, form) or {}
    values: JsonObject = {"unit": text(form, "unit"), "target": text(form, "target"), "said": said}
    return play.move(table, brought, seat, "said", values)


def _place(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
    """Answer what the computer wants: how its unit and the target stand once its model is moved."""
    model = _records(table).rules.circumstances
    said, back = read_said(model, form) or {}, read_said(model, form, BACK) or {}
    return play.move(table, brought, seat, PLACED, {"said": said, "back": back})


def _records(table: Table) -> RecordsTracker[Any]:
    if not isinstance(table.tracker, RecordsTracker):
        raise InvalidInput(InputError("act", "one of record sheets", "one that this table has"))
    return table.tracker


def _make_relaxed_move(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
    name, values = _read_move(form)
    if name in OPEN:
        return play.move(table, brought, seat, name, values)
    warned_move = play.find_relaxed_move(table, seat, name, values)
    if text(form, "sure") != "yes":
        raise NeedsConfirmation(warned_move)
    return play.make_relaxed_move(table, brought, seat, name, values)


def _read_move(form: FormData) -> tuple[str, JsonObject]:
    """Return a move's name and values: from a button as JSON, or from the inputs of a form."""
    data = text(form, "move")
    if data:
        return read_move_data(data)
    values = {name.removeprefix(VALUE): text(form, name) for name in form if name.startswith(VALUE)}
    return text(form, "name"), {name: value for name, value in values.items() if value}


def read_move_data(json_text: str) -> tuple[str, JsonObject]:
    """Return the name and the values of a move from a button's JSON; InvalidInput if it is not a move."""
    try:
        data = json.loads(json_text) if len(json_text) <= LARGEST_MOVE else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not isinstance(data.get("values"), dict):
        raise InvalidInput(InputError("move", quote(json_text[:40]), "a move that the page offers"))
    return str(data.get("name", "")), data["values"]


def _concede(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
    if text(form, "sure") != "yes":
        raise NeedsConfirmation
    return play.concede(table, brought, seat)


def _bring(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
    """Bring a build to a table that takes one: a saved one, or one in a pasted text, link or build code.

    The link of another table brings what is left there of a build: of the seat that the link names, or of this one.
    """
    game = find_game(table.setup.game)
    assert game is not None
    pasted = text(form, "pasted")
    if linked := _TABLE.search(next(iter(find_links(pasted)), "")):
        there = int(linked["seat"]) - 1 if linked["seat"] else seat
        return play.move(table, brought, seat, "build", _read_left(game, linked["reference"], there))
    data = _read_pasted(table, game, pasted, form) if pasted else _read_saved(game, text(form, "build"))
    return play.move(table, brought, seat, "build", {"build": data})


def _read_left(game: GameSystem, reference: str, seat: int) -> JsonObject:
    """Return what is left of a build by the records of another table, as values of the move that brings it."""
    try:
        place = table_places.find_place(reference)
    except NotFound:
        wanted = "that of a table on this server"
        raise InvalidInput(InputError("the link", "one that opens no table", wanted)) from None
    name = f"{reference}:{seat}"
    found = table_places.build_on_table(game, name)
    if found is None:
        wanted = f"that of a table of {game.title} with a {game.build_noun} at seat {seat + 1}"
        raise InvalidInput(InputError("the link", "a table without one", wanted))
    table = table_places.load(place)
    records = table.tracker.records(table.state) if isinstance(table.tracker, RecordsTracker) else None
    lost = write_losses(lasting_losses(records, seat)) if records else ""
    return {"build": to_document(found[0]), **({"lost": lost} if lost else {})}


def _read_saved(game: GameSystem, document_id: str) -> JsonObject:
    document = session.saved_build(game, document_id)
    if document is None or document.damage:
        raise InvalidInput(InputError("build", quote(document_id), "one of your saved builds"))
    return dict(document.data)


def _read_pasted(table: Table, game: GameSystem, pasted: str, form: FormData) -> JsonObject:
    """Return the document in a pasted text, whose lines may name the cards of the table's packs."""
    if len(pasted) > LONGEST:
        raise InvalidInput(InputError("the text", f"{len(pasted):,} characters", f"at most {LONGEST:,}"))
    catalogue = game.catalogue_of({"pack": table.setup.pack})
    context = game.context(table.rulings, catalogue)
    take: Take | None = {"lines": "lines", "code": "code"}.get(text(form, "take"))  # type: ignore[assignment]
    try:
        linked = read_shared(
            pasted, this_server(), game, lambda one: context if one.slug == game.slug else one.context(), take
        )
    except EditedList as error:
        raise InvalidInput(*(replace(one, expected=_WHICH) for one in error.input_errors)) from None
    return dict(linked.data)


def _result(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
    winners = [read_seat(table, typed) for typed in form.get("winner") or ()]
    return play.move(table, brought, seat, "result", {"winners": winners})


def _answer(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
    faces = [face for group in read_groups(" ".join(form.get("faces") or ())) for face in group]
    return play.answer(table, brought, seat, faces)


def _seal(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
    values = {name.removeprefix(SEALED): text(form, name) for name in form if name.startswith(SEALED)}
    return play.seal_choice(table, brought, seat, values)


def _read_event(typed: str) -> int | None:
    """Return the number of the event to go back to; None for the last move alone."""
    number = _whole_number(typed)
    if typed and number is None:
        raise InvalidInput(InputError("to", quote(typed[:20]), "the number of an event"))
    return number


def _rulings(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
    """Propose the rulings that were changed on the page; others may have changed meanwhile, and stay."""
    game = find_game(table.setup.game)
    rulings = changeable_rulings(game, table.setup) if game else ()
    shown_options = {one.id: text(form, f"{SHOWN}{one.id}") for one in rulings}
    chosen = posted_rulings(game, shown_options) if game else {}
    changed = {name: option for name, option in chosen.items() if shown_options.get(name, option) != option}
    return play.propose(table, brought, seat, "rulings", {"rulings": changed})


def _reply(act: Callable[[Table, Brought, int], Table]) -> Act:
    """Return an act that answers a proposal, if it is still the one that the page showed."""

    def reply(table: Table, brought: Brought, seat: int, form: FormData) -> Table:
        if table.proposal is None or text(form, "proposal") != str(table.proposal.number):
            raise StalePage
        return act(table, brought, seat)

    return reply


ACTS: Mapping[str, Act] = {
    "move": _move,
    "beside": _make_relaxed_move,
    "activate": _activate,
    "attack": _attack,
    "said": _say,
    PLACED: _place,
    "bring": _bring,
    "result": _result,
    "answer": _answer,
    "card": lambda table, brought, seat, form: play.name_card(table, brought, seat, text(form, "card")),
    "seal": _seal,
    "correct": lambda table, brought, seat, form: play.correct(
        table, brought, seat, text(form, "field"), text(form, "value")
    ),
    "dice": lambda table, brought, seat, form: play.choose_dice(
        table, brought, seat, "typed" if text(form, "dice") == "typed" else "thrown"
    ),
    "note": lambda table, brought, seat, form: play.note(table, brought, seat, text(form, "text")),
    "undo": lambda table, brought, seat, form: play.undo(table, brought, seat, _read_event(text(form, "to"))),
    "redo": lambda table, brought, seat, _: play.redo(table, brought, seat),
    "draw": lambda table, brought, seat, _: play.propose(table, brought, seat, "draw", {}),
    "agree": _reply(play.agree),
    "refuse": _reply(play.refuse),
    "pause": lambda table, brought, seat, _: play.propose(table, brought, seat, "pause", {}),
    "hints": lambda table, brought, seat, _: play.propose(table, brought, seat, "hints", {}),
    "go-on": lambda table, *_: table,
    "resume": lambda table, brought, seat, _: play.resume(table, brought, seat),
    "call": lambda table, brought, seat, _: play.call_host(table, brought, seat),
    "become-host": lambda table, brought, seat, _: play.propose(table, brought, seat, "host", {"to": seat}),
    "admit": lambda table, brought, seat, _: play.propose(table, brought, seat, "admit", {"seat": seat}),
    "without": lambda table, brought, seat, form: play.propose(
        table, brought, seat, "without", {"seat": read_seat(table, text(form, "left"))}
    ),
    "rulings": _rulings,
    "leave": lambda table, brought, seat, _: play.leave(table, brought, seat),
    "concede": _concede,
    "finish": lambda table, brought, seat, _: play.finish(table, brought, seat),
}
"""Acts of a seat, by the name that its form sends; after `go-on` the computer plays on, and nothing else happens."""
HOST_ACTS: Mapping[str, HostAct] = {
    "here": lambda table, brought, by, _: play.hand_over(table, brought, by, by),
    "hand-over": lambda table, brought, by, form: play.hand_over(
        table, brought, by, read_seat(table, text(form, "to"))
    ),
    "free": lambda table, brought, by, form: play.free_seat(table, brought, by, read_seat(table, text(form, "of"))),
    "computer": lambda table, brought, by, form: opponents.sit_down(
        table, brought, by, read_seat(table, text(form, "of")), text(form, "strength")
    ),
}
"""Acts of the host alone, by the name that its form sends."""
_TIMELY = frozenset(
    {"move", "beside", "activate", "attack", "said", PLACED, "answer", "card", "correct", "undo", "redo", "finish"}
)
"""Acts that are refused if the game has moved on since the page was shown."""
_OF_OWN_RECORD = frozenset({"build", "mark", "out", "link", "counter"})
"""Moves at a table with record sheets that mean the same whatever the others did meanwhile."""
