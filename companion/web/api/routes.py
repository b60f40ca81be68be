"""The verbs over HTTP, `/api/v1/…`: the same answers as the command line with `--json`.

It keeps no state and reads no cookie, so it needs no CSRF token. Errors are JSON too: `error`, a sentence, and
`input_errors`, one for each field that could not be read.
"""

import json
from typing import TypeVar

from flask import Blueprint, Response, jsonify, request
from pydantic import BaseModel
from werkzeug.exceptions import BadRequest, HTTPException

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.data.documents import LONGEST, parse, read_as, refuse_deep, refuse_halves, takes_builds
from companion.limits.heavy_slots import Busy
from companion.storage.config import StorageError
from companion.verbs import table_files
from companion.verbs.analyses import analyses_answer, analysis_answer
from companion.verbs.calibrations import calibration_answer
from companion.verbs.checks import check_answer
from companion.verbs.errors import error_answer
from companion.verbs.game_rolls import odds_answer, roll_answer
from companion.verbs.games import cards_answer, games_answer, resolvers_answer, rules_answer, schema_answer
from companion.verbs.matchups import find_matchup, matchup_answer, read_side
from companion.verbs.names import NotThere, find_analysis, find_game, find_resolver
from companion.verbs.rolls import odds_expression, roll_expression
from companion.verbs.shared_builds import is_document, read_shared
from companion.verbs.statement_check import find_claim
from companion.verbs.table_checks import verify_answer
from companion.verbs.table_files import TableFile
from companion.verbs.tables import export
from companion.web.api.openapi import openapi
from companion.web.api.requests import (
    RULING,
    AnalysisRequest,
    CalibrationRequest,
    EveryQuery,
    ExpressionQuery,
    ExpressionRequest,
    MatchupRequest,
    OddsRequest,
    RollRequest,
    TableMoveRequest,
    TableOpening,
    TableReportRequest,
    TableViewRequest,
    TakeQuery,
)
from companion.web.shell import bounds
from companion.web.shell.security import limit_blueprint
from companion.web.shell.site_url import this_server

bp = Blueprint("api", __name__, url_prefix="/api/v1")
limit_blueprint(bp, "300 per minute")

LARGEST_BODY = LONGEST
"""Bytes that a posted body may have."""

ModelT = TypeVar("ModelT", bound=BaseModel)


@bp.before_request
def _limit_body() -> None:
    request.max_content_length = LARGEST_BODY


@bp.get("/games")
def games() -> Response:
    """Answer with every game and what it offers."""
    return jsonify(games_answer())


@bp.get("/cards/<slug>")
def cards(slug: str) -> Response:
    """Answer with a game's cards and the marks of origin of their numbers."""
    return jsonify(cards_answer(find_game(slug)))


@bp.post("/cards/<slug>")
def cards_with_pack(slug: str) -> Response:
    """Answer with a game's cards and a posted pack, TOML or JSON, merged in."""
    game = find_game(slug)
    pack = parse(_body(), "pack")
    if pack.get("game", slug) != slug:
        raise InvalidInput(InputError("game", quote(pack["game"]), f"a pack for {slug}"))
    return jsonify(cards_answer(game, game.catalogue_of({"pack": [pack]})))


@bp.get("/schema/<slug>")
def schema(slug: str) -> Response:
    """Answer with one JSON Schema for a game's builds, packs and house rules."""
    return jsonify(schema_answer(find_game(slug)))


@bp.get("/schema/<slug>/<name>")
def schema_of_kind(slug: str, name: str) -> Response:
    """Answer with the JSON Schema of a game's builds, packs or house rules, for an editor to load from here."""
    return jsonify(schema_answer(find_game(slug), kind=name))


@bp.get("/rules/<slug>")
def rules(slug: str) -> Response:
    """Answer with a game's rulebook: sections, coverage, rulings in force."""
    chosen, _ = _split_query()
    return jsonify(rules_answer(find_game(slug), chosen))


@bp.post("/check")
def check() -> Response:
    """Answer with the check of a posted build: a document, TOML or JSON, a build code, or a list with one.

    A document's `house_rules` may be a whole set.
    """
    take = read_as(TakeQuery, _query()).take
    text = _body()
    document = parse(text, "document") if is_document(text) else read_shared(text, this_server(), take=take).data
    return jsonify(check_answer(document, claim=find_claim(text, document)))


@bp.get("/resolvers/<slug>")
def resolvers(slug: str) -> Response:
    """Answer with a game's resolvers and the JSON Schema of their inputs."""
    return jsonify(resolvers_answer(find_game(slug)))


@bp.get("/analyses/<slug>")
def analyses(slug: str) -> Response:
    """Answer with a game's analyses and the JSON Schema of their inputs."""
    return jsonify(analyses_answer(find_game(slug)))


@bp.get("/analyses/<slug>/<name>")
def analysis(slug: str, name: str) -> Response:
    """Answer an analysis; the query contains its inputs."""
    game = find_game(slug)
    model = find_analysis(game, name).inputs
    chosen, inputs = _split_query()
    take = read_as(TakeQuery, {"take": inputs.pop("take", None)}).take if takes_builds(model) else None
    return jsonify(analysis_answer(game, name, inputs, bounds.patient(game.context(chosen)), this_server(), take))


@bp.post("/analyses/<slug>/<name>")
def analysis_with_packs(slug: str, name: str) -> Response:
    """Answer an analysis with card packs; the body contains inputs, rulings and packs."""
    game = find_game(slug)
    find_analysis(game, name)
    body = _read_body(AnalysisRequest)
    context = game.context(body.rulings, game.catalogue_of({"pack": body.pack}))
    return jsonify(analysis_answer(game, name, body.inputs, bounds.patient(context), this_server(), body.take))


@bp.post("/matchup/<slug>")
def matchup(slug: str) -> Response:
    """Answer a matchup of two builds, or of a build against typed numbers."""
    game = find_game(slug)
    find_matchup(game)
    body = _read_body(MatchupRequest)
    server = this_server()
    mine = read_side(game, body.mine, "mine", server, body.take)
    theirs = read_side(game, body.theirs, "theirs", server, body.take)
    return jsonify(matchup_answer(game, mine, theirs, body.conditions))


@bp.get("/odds/<slug>/<name>")
def odds(slug: str, name: str) -> Response:
    """Answer with exact odds; the query contains the inputs."""
    game = find_game(slug)
    find_resolver(game, name)
    chosen, inputs = _split_query()
    every = read_as(EveryQuery, {"every": inputs.pop("every", False)}).every
    return jsonify(odds_answer(game, name, inputs, game.context(chosen), every))


@bp.post("/odds/<slug>/<name>")
def odds_with_packs(slug: str, name: str) -> Response:
    """Answer with exact odds with card packs; the body contains inputs, rulings and packs."""
    game = find_game(slug)
    find_resolver(game, name)
    body = _read_body(OddsRequest)
    context = game.context(body.rulings, game.catalogue_of({"pack": body.pack}))
    return jsonify(odds_answer(game, name, body.inputs, context, body.every))


@bp.post("/roll/<slug>/<name>")
def roll(slug: str, name: str) -> Response:
    """Answer with one roll: random, seeded, or with faces from the table."""
    game = find_game(slug)
    find_resolver(game, name)
    body = _read_body(RollRequest)
    context = game.context(body.rulings, game.catalogue_of({"pack": body.pack}))
    return jsonify(roll_answer(game, name, body.inputs, body.faces, body.seed, context))


@bp.get("/odds")
def plain_odds() -> Response:
    """Answer with the exact odds of a dice expression."""
    body = read_as(ExpressionQuery, _query())
    return jsonify(odds_expression(body.expression, body.every, from_link=True))


@bp.post("/roll")
def plain_roll() -> Response:
    """Answer with one roll of a dice expression."""
    body = _read_body(ExpressionRequest)
    return jsonify(roll_expression(body.expression, body.faces, body.seed))


@bp.post("/calibrate")
def calibrate() -> Response:
    """Answer with a printer's error as `companion calibrate` would save it; a page that looks scaled is refused."""
    body = _read_body(CalibrationRequest)
    return jsonify(calibration_answer(body.model_dump(exclude_none=True, exclude={"insist"}), body.insist))


@bp.get("/openapi.json")
def description() -> Response:
    """Answer with the OpenAPI document of this API."""
    return jsonify(openapi())


@bp.post("/tables/open/<slug>")
def open_table(slug: str) -> Response:
    """Answer with a new table of a game, with its seed: the server stores nothing."""
    game = find_game(slug)
    options = _read_body(TableOpening).model_dump(exclude_none=True)
    return jsonify(table_files.open_file(game, options).model_dump(mode="json"))


@bp.post("/tables/show")
def show_table() -> Response:
    """Answer with the state of a posted table."""
    body = _read_body(TableViewRequest)
    table, unfollowed = body.table.follow()
    return jsonify(table_files.table_answer(table, table_files.check_seat(table, body.seat), unfollowed))


@bp.post("/tables/move")
def move_at_table() -> Response:
    """Answer with a posted table after an act of a seat."""
    body = _read_body(TableMoveRequest)
    table_files.check_seat(body.table.read(), body.seat)
    file, table = body.table.act(body.seat, body.act)
    return jsonify(table_files.moved_answer(file, table, body.seat))


@bp.post("/tables/export")
def export_table() -> Response:
    """Answer with a posted table without its secrets, as a file for others."""
    body = _read_body(TableViewRequest)
    table = body.table.read()
    return jsonify(export(table, table_files.check_seat(table, body.seat)))


@bp.post("/tables/report")
def report_table() -> Response:
    """Answer with the report of a posted table whose game has ended."""
    body = _read_body(TableReportRequest)
    return jsonify(body.table.report(body.names))


@bp.post("/tables/verify")
def verify_table() -> Response:
    """Answer with the check of a posted table, exported or not."""
    return jsonify(verify_answer(_read_body(TableFile)))


@bp.errorhandler(InvalidInput)
def _input_error(error: InvalidInput) -> tuple[Response, int]:
    status = 404 if isinstance(error, NotThere) else 422
    return _error(str(error), status, error.input_errors)


@bp.errorhandler(StorageError)
def _not_stored(error: StorageError) -> tuple[Response, int]:
    return _error(error.public, error.status)


@bp.errorhandler(Busy)
def _busy(error: Busy) -> tuple[Response, int, dict[str, str]]:
    answer, status = _error(str(error), 503)
    return answer, status, {"Retry-After": str(error.seconds)}


@bp.errorhandler(HTTPException)
def _http_error(error: HTTPException) -> tuple[Response, int]:
    if error.code == 413:
        return _error(f"The body is too large: expected at most {LARGEST_BODY:,} bytes.", 413)
    if error.code == 429:
        return _error(f"Too many requests: expected at most {error.description}.", 429)
    return _error(error.description or error.name, error.code or 500)


def _error(sentence: str, status: int, input_errors: tuple[InputError, ...] = ()) -> tuple[Response, int]:
    return jsonify(error_answer(sentence, input_errors)), status


def _query() -> JsonObject:
    """Return the query as plain data; a name that is repeated has a list of values."""
    return {name: values[0] if len(values) == 1 else values for name, values in request.args.lists()}


def _split_query() -> tuple[dict[str, str], JsonObject]:
    query = _query()
    chosen = {name.removeprefix(RULING): str(value) for name, value in query.items() if name.startswith(RULING)}
    return chosen, {name: value for name, value in query.items() if not name.startswith(RULING)}


def _body() -> str:
    try:
        return request.get_data().decode("utf-8")
    except UnicodeDecodeError:
        raise BadRequest("The body is not UTF-8 text; expected a document in TOML or JSON.") from None


def _read_body(model: type[ModelT]) -> ModelT:
    text = _body()
    try:
        data = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError):
        raise BadRequest("The body cannot be read as JSON; expected an object.") from None
    refuse_deep(data)
    refuse_halves(data)
    return read_as(model, data)
