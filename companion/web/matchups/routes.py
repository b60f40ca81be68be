"""The Roll page of a game: two builds to choose and the rolls; with sides in its address, every attack at every target.

The address of a matchup can be shared: two sides, and what holds around them. `GET` changes nothing. `POST` brings
another opponent, which is remembered for this browser until it brings the next.
"""

import zlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from flask import Blueprint, Response, abort, redirect, render_template, request, stream_template, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput, first_messages
from companion.base.json_types import JsonObject
from companion.data.documents import Record, read_as, rename_inputs
from companion.game_system.system import GameSystem
from companion.gamekit import matchup
from companion.gamekit.contract import FormData
from companion.gamekit.losses import A_LOST, B_LOST, write_losses
from companion.gamekit.matchup import AnyMatchup
from companion.limits import budget
from companion.printing.sheets import layout
from companion.printing.sheets.jobs import Printout
from companion.verbs import matchup_sheet, matchups
from companion.web.matchups.losses import join_losses, loss_sides
from companion.web.matchups.table import MatchupTable
from companion.web.printing import print_request
from companion.web.shared import matchup_sides
from companion.web.shared.matchup_sides import MINE, OTHER, THEIR, NamedSide
from companion.web.shell import streams
from companion.web.shell.forms import ModelForm, model_form
from companion.web.shell.lookup import find_game, posted_form, query, redirect_moved
from companion.web.shell.uploads import allow_pdf, read_sent_text

bp = Blueprint("matchups", __name__)
bp.url_value_preprocessor(allow_pdf)

ROW_ENDS = "</tbody>"
"""Where a row of the page ends: it is sent as soon as it is made."""
BY, AT = "by", "at"
"""Who of mine attacks and what of theirs is attacked, where only a part of the table is asked for."""
LOSSES = (A_LOST, B_LOST)
PAPER = ("paper", "ink")
"""The print options that the address of a sheet may have."""
Answer = str | tuple[str, int] | Response | WerkzeugResponse


@bp.get("/<slug>/matchup")
def former(slug: str) -> Answer:
    """Redirect the former address of a matchup."""
    return redirect_moved("matchups.show", slug=slug)


@bp.get("/<slug>/roll")
def show(slug: str) -> Answer:
    """Show two builds to choose and the rolls; with a query their matchup, 422 with every error where it is unreadable.

    Nothing is worked out without a query: so a phone keeps the page for when it has no connection.
    """
    game = find_game(slug)
    if game.matchup is None or not request.query_string:
        return _start_page(game)
    room, fields = _room(game), join_losses(query())
    today: JsonObject = dict(rename_inputs(fields, room.circumstances))
    if today != fields:
        return redirect(url_for("matchups.show", slug=slug, **today), 301)
    if lost := _losses_on_tables(game, fields):
        return redirect(url_for("matchups.show", slug=slug, **(today | lost)))
    return _page(game, room, fields)


def _start_page(game: GameSystem) -> Answer:
    """Return the page without a matchup: the two builds that one would be of by default, and the rolls."""
    if game.matchup is None:
        return render_template("matchups/roll.html", game=game)
    errors: list[InputError] = []
    mine, theirs = _sides(game, FormData({}), errors)
    shown = _side_choices(game, mine, theirs, matchup_sides.numbers_form(game, theirs.numbers if theirs else {}))
    errors_shown = first_messages(errors)
    return render_template("matchups/roll.html", game=game, errors=errors_shown, conditions=(), text="", **shown)


def _side_choices(
    game: GameSystem, mine: NamedSide | None, theirs: NamedSide | None, numbers: ModelForm | None
) -> JsonObject:
    """Return what the form of the sides shows: both sides now, those to choose from, and the numbers instead of one."""
    return {
        "mine": mine,
        "theirs": theirs,
        "choices": matchup_sides.choices(game, theirs),
        "my_choices": matchup_sides.choices(game, mine),
        "numbers": numbers,
        "wanted": theirs.name if theirs else "",
    }


def _losses_on_tables(game: GameSystem, fields: FormData) -> JsonObject:
    """Return the losses of sides that are builds on a table, from its records; none where the address has losses."""
    lost = {
        where: write_losses(print_request.losses_on_table(game, fields.last(side)))
        for where, side in ((A_LOST, MINE), (B_LOST, OTHER))
        if where not in fields
    }
    return {where: text for where, text in lost.items() if text}


@bp.get("/<slug>/matchup.pdf")
def sheet(slug: str) -> Answer:
    """Send a matchup on one page, both ways where both sides have cards; 422 where the address cannot be read."""
    budget.begin_file()
    game = find_game(slug)
    room = _room(game)
    fields = FormData(rename_inputs(join_losses(query()), room.circumstances))
    try:
        mine = matchup_sides.attacking_side(game, fields)
        theirs = matchup_sides.other_side(game, fields, mine)
        given = model_form(room.circumstances, game.catalogue, fields).values(
            _select_fields(fields, _condition_names(room))
        )
        conditions = read_as(room.circumstances, given)
    except InvalidInput:
        return _page(game, room, fields)  # It says what cannot be read.
    try:
        options = print_request.print_options({name: fields[name][-1] for name in PAPER if name in fields})
        ways = [(mine, theirs, conditions)]
        if theirs.can_attack:
            ways.append((theirs, mine, matchup.swap_sides(conditions)))
        answers = [matchups.matchup_answer(game, one.side, other.side, said) for one, other, said in ways]
        title = f"{mine.side.title} against {theirs.side.title}"
        part = matchup_sheet.pages(title, matchups.circumstances(game, mine.side, theirs.side, conditions), answers)
        job = layout.print_job(Printout(game.title, [part], game.accent, game.credit.designer), options)
        return streams.pdf_file(job, f"{game.slug}-matchup.pdf")
    except InvalidInput as error:
        return _page(game, room, fields, error)


@bp.post("/<slug>/matchup")
def bring(slug: str) -> Answer:
    """Bring another opponent: a saved build, an example, a pasted list or file, or typed numbers."""
    game = find_game(slug)
    room = _room(game)
    fields = FormData(rename_inputs(posted_form(), room.circumstances))
    text = ""
    try:
        _, text = read_sent_text("a list in TOML, JSON or as text for a chat")
        other = matchup_sides.bring(game, fields, text)
    except InvalidInput as error:
        return _page(game, room, fields, error, text)
    said = _answer_fields(room, None, other, fields) | _group_pairs([(MINE, fields.last(MINE))])
    return redirect(url_for("matchups.show", slug=slug, **said), 303)


def _swapped_query(room: AnyMatchup, mine: NamedSide, theirs: NamedSide, fields: FormData) -> JsonObject:
    """Return the query of the same matchup from the other side."""
    names = _condition_names(room)
    conditions = FormData({matchup.counterpart(name): values for name, values in _select_fields(fields, names).items()})
    return _answer_fields(room, theirs, mine, conditions)


def _room(game: GameSystem) -> AnyMatchup:
    return game.matchup or abort(404)


def _condition_names(room: AnyMatchup) -> JsonObject:
    return dict(room.circumstances.model_fields)


def _answer_fields(room: AnyMatchup, mine: NamedSide | None, theirs: NamedSide | None, fields: FormData) -> JsonObject:
    """Return the query that names both sides and the circumstances."""
    named = [(where, side) for where, side in ((MINE, mine), (OTHER, theirs)) if side]
    conditions = [
        (name, value) for name, values in _select_fields(fields, _condition_names(room)).items() for value in values
    ]
    return _group_pairs([*matchup_sides.pairs(named), *conditions])


def _group_pairs(pairs: list[tuple[str, str]]) -> JsonObject:
    grouped: JsonObject = {}
    for name, value in pairs:
        if value:
            grouped.setdefault(name, []).append(value)
    return grouped


def _page(
    game: GameSystem, room: AnyMatchup, fields: FormData, refused: InvalidInput | None = None, text: str = ""
) -> Answer:
    """Return the page; the other side that was refused is shown again as typed, and the one before it compared."""
    conditions = model_form(room.circumstances, game.catalogue, _select_fields(fields, _condition_names(room)))
    errors = list(refused.input_errors) if refused else []
    brought = request.method == "POST"
    mine, theirs = _sides(game, FormData({MINE: fields.get(MINE, [])}) if brought else fields, errors)
    table = _table(game, mine, theirs, conditions, fields) if mine and theirs else None
    typed = {name: values[-1] for name, values in fields.items() if name.startswith(THEIR)}
    numbers = matchup_sides.numbers_form(game, typed or (theirs.numbers if theirs else {}))
    said = [*_place_errors(numbers, errors), *conditions.general]
    marked = bool(conditions.errors or (numbers and numbers.errors))
    wrong = bool(said or (numbers and numbers.errors))
    wanted = fields.last(OTHER) if wrong or not theirs else theirs.name
    losses = {}
    if table and mine and theirs:
        losses = loss_sides(room, mine.side, theirs.side, table.running.conditions, fields)
    rare = {name for name, extra in _extras(room.circumstances) if extra.get("rare")}
    shown: JsonObject = {
        **_side_choices(game, mine, theirs, numbers),
        "wanted": wanted,
        "game": game,
        "conditions": conditions,
        "rare": rare - {*losses},
        "losses": losses,
        "table": table,
        "errors": said,
        "marked": marked,
        "text": text,
        "named": matchup_sides.pairs([(where, side) for where, side in ((MINE, mine), (OTHER, theirs)) if side]),
        "words": matchups.circumstances(game, mine.side, theirs.side, table.running.conditions)
        if table and mine and theirs
        else [],
        "said": _answer_fields(room, mine, theirs, fields),
        "turned": _swapped_query(room, mine, theirs, fields) if mine and theirs and theirs.can_attack else None,
    }
    status = 422 if said or marked else 200
    if table is None or table.is_small or status != 200:
        return render_template("matchups/matchup.html", **shown), status
    budget.reserve_download_slot()
    return _stream_rows(stream_template("matchups/matchup.html", **shown))


def _sides(game: GameSystem, asked: FormData, errors: list[InputError]) -> tuple[NamedSide | None, NamedSide | None]:
    """Return both sides, None for one that cannot be read; why not goes to `errors`."""
    mine = theirs = None
    try:
        mine = matchup_sides.attacking_side(game, asked)
    except InvalidInput as error:
        errors += error.input_errors
    try:
        theirs = matchup_sides.other_side(game, asked, mine)
    except InvalidInput as error:
        errors += error.input_errors
    return mine, theirs


def _place_errors(numbers: ModelForm | None, errors: list[InputError]) -> list[str]:
    """Put the errors of typed numbers at their fields; return the others as sentences."""
    if numbers is None:
        return first_messages(errors)
    typed = [error for error in errors if error.where.startswith(THEIR)]
    if typed:
        numbers.complain(InvalidInput(*(replace(e, where=e.where.removeprefix(THEIR)) for e in typed)))
    return [*first_messages(error for error in errors if error not in typed), *numbers.general]


def _select_fields(fields: FormData, names: JsonObject) -> FormData:
    return FormData({name: values for name, values in fields.items() if name in names})


def _extras(model: type[Record]) -> Iterator[tuple[str, JsonObject]]:
    for name, info in model.model_fields.items():
        extra = info.json_schema_extra
        yield name, dict(extra) if isinstance(extra, dict) else {}


def _table(
    game: GameSystem, mine: NamedSide, theirs: NamedSide, conditions: ModelForm, fields: FormData
) -> MatchupTable | None:
    """Return the table; None where the circumstances cannot be read, which their fields then say.

    Where only losses cannot be read, they say so, and the table is that of builds which have lost nothing.
    """
    room = matchups.find_matchup(game)
    given: JsonObject = {}
    try:
        given = conditions.values(_select_fields(fields, _condition_names(room)))
        running = matchups.start(game, mine.side, theirs.side, given)
    except InvalidInput as error:
        conditions.complain(error)
        if any(not one.where.startswith(LOSSES) for one in error.input_errors):
            return None
        # Losses may come from a stored table, where nobody who looks at this page could correct them.
        running = matchups.start(game, mine.side, theirs.side, {**given, **dict.fromkeys(LOSSES, "")})
        conditions.complain(InvalidInput(InputError("", "losses that cannot be read", "others: the table counts none")))
    running.attacker, running.target = (fields.last(name) for name in (BY, AT))
    saved = mine.document is not None and mine.document.kind == "build"
    kept = [(MINE, mine.name)] if saved else []
    here = matchup_sides.table_link(mine.name)
    if here:
        kept.append(("seat", matchup_sides.table_seat(mine.name)))
    attacked = matchup_sides.table_seat(theirs.name) if matchup_sides.table_link(theirs.name) == here else ""
    return MatchupTable(running, kept, here, attacked)


def _stream_rows(pieces: Iterator[str]) -> Response:
    """Return a page that is sent row by row; what comes before the first row is made here, errors included."""
    rows = (piece.encode() for piece in _join_rows(pieces))
    first = next(rows, b"")
    whole = chain((first,), rows)
    if not request.accept_encodings.best_match(["gzip"]):
        return Response(whole, mimetype="text/html")
    answer = Response(_compress_pieces(whole), mimetype="text/html")
    answer.content_encoding = "gzip"
    answer.vary.add("Accept-Encoding")
    return answer


def _compress_pieces(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Compress pieces so that each can be read as soon as it has come."""
    packer = zlib.compressobj(wbits=zlib.MAX_WBITS | 16)
    for piece in pieces:
        yield packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()


def _join_rows(pieces: Iterator[str]) -> Iterator[str]:
    waiting: list[str] = []
    for piece in pieces:
        waiting.append(piece)
        if ROW_ENDS in piece:
            yield "".join(waiting)
            waiting = []
    yield "".join(waiting)
