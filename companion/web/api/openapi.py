"""The OpenAPI document of `/api/v1/`, made from the types of requests and answers and the inputs of each resolver."""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter

from companion import __version__
from companion.base.json_types import JsonObject
from companion.data.documents import takes_builds
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Analysis, ResolverKind
from companion.games import GAMES
from companion.verbs.analyses import Analyses, AnalysisResult
from companion.verbs.calibrations import Calibration
from companion.verbs.checks import Check
from companion.verbs.games import Cards, Games, Resolvers, Rules
from companion.verbs.matchup_answers import MatchupResult
from companion.verbs.rolls import Odds, Roll
from companion.verbs.table_answers import TableChecks, TableExport, TableReport, TableState
from companion.verbs.table_files import TableFile, TableMoved
from companion.web.api import requests

ANSWERS: tuple[type, ...] = (
    Games,
    Cards,
    Rules,
    Resolvers,
    Analyses,
    AnalysisResult,
    Check,
    Odds,
    Roll,
    MatchupResult,
    Calibration,
    TableFile,
    TableState,
    TableMoved,
    TableExport,
    TableChecks,
    TableReport,
    requests.Error,
)
"""The types of all answers."""
Mode = Literal["serialization", "validation"]
REQUESTS: tuple[type[BaseModel], ...] = (
    requests.RollRequest,
    requests.OddsRequest,
    requests.AnalysisRequest,
    requests.MatchupRequest,
    requests.ExpressionRequest,
    requests.CalibrationRequest,
    requests.TableOpening,
    requests.TableViewRequest,
    requests.TableMoveRequest,
    requests.TableReportRequest,
)


@cache
def openapi() -> JsonObject:
    """Return the OpenAPI 3.1 document: a path for each verb, and for each resolver of each game."""
    kinds = [(game, kind) for game in GAMES for kind in game.resolvers]
    analyses = [(game, analysis) for game in GAMES for analysis in game.analyses]
    inputs = dict.fromkeys([*(kind.inputs for _, kind in kinds), *(analysis.inputs for _, analysis in analyses)])
    models: tuple[type[BaseModel], ...] = (*REQUESTS, *inputs)
    types: list[tuple[type, Mode, TypeAdapter[Any]]] = [(one, "serialization", TypeAdapter(one)) for one in ANSWERS]
    types += [(model, "validation", TypeAdapter(model)) for model in models]
    refs, schemas = TypeAdapter.json_schemas(types, ref_template="#/components/schemas/{model}")
    by_model = {key[0]: ref for key, ref in refs.items()}
    paths = _paths(by_model)
    for game, kind in kinds:
        paths |= _resolver_paths(game, kind, by_model)
    for game, analysis in analyses:
        paths |= _analysis_paths(game, analysis, by_model)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Mech companion",
            "version": __version__,
            "description": "The verbs of the command line over HTTP: checks, cards, rules, exact odds, rolls.",
        },
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {"schemas": schemas["$defs"]},
    }


Refs = dict[Any, JsonObject]


def _paths(refs: Refs) -> JsonObject:
    game = {"name": "game", "in": "path", "required": True, "schema": {"enum": [g.slug for g in GAMES]}}
    expression = {"name": "expression", "in": "query", "required": True, "schema": {"type": "string"}}
    document = {
        "required": True,
        "content": {"application/toml": {"schema": {"type": "string"}}, "application/json": {"schema": {}}},
    }
    verb = partial(_verb, refs)
    cards_with_pack = verb("cards_with_pack", "A game's cards with a card pack merged in", Cards, [game], document)
    matchup = "A build against another one: every attack at every target"
    readings = "A printer's error, from what was read off its test page"
    compare, calibrate = _json(refs[requests.MatchupRequest]), _json(refs[requests.CalibrationRequest])
    roll = _json(refs[requests.ExpressionRequest])
    return {
        "/games": {"get": verb("games", "Every game and what it offers", Games)},
        "/cards/{game}": {"get": verb("cards", "A game's cards", Cards, [game]), "post": cards_with_pack},
        "/schema/{game}": {
            "get": verb("schema", "The JSON Schema of a game's builds, packs and house rules", None, [game])
        },
        "/rules/{game}": {"get": verb("rules", "A game's rulebook, in our own words", Rules, [game])},
        "/resolvers/{game}": {"get": verb("resolvers", "What a game can roll", Resolvers, [game])},
        "/analyses/{game}": {"get": verb("analyses", "The analyses of a game", Analyses, [game])},
        "/matchup/{game}": {"post": verb("matchup", matchup, MatchupResult, [game], compare)},
        "/check": {"post": verb("check", "The check of a build", Check, _inputs(requests.TakeQuery), document)},
        "/calibrate": {"post": verb("calibrate", readings, Calibration, (), calibrate)},
        **_table_paths(refs, game),
        "/odds": {"get": verb("odds", "Exact odds of a dice expression", Odds, [expression])},
        "/roll": {"post": verb("roll", "One roll of a dice expression", Roll, (), roll)},
    }


def _table_paths(refs: Refs, game: JsonObject) -> JsonObject:
    """Describe the verbs of `companion table`."""
    verbs: tuple[tuple[str, str, type, type[BaseModel]], ...] = (
        ("open/{game}", "A new table of a game", TableFile, requests.TableOpening),
        ("show", "How a table stands", TableState, requests.TableViewRequest),
        ("move", "A table after something was done at it", TableMoved, requests.TableMoveRequest),
        ("export", "A table as it may be handed on", TableExport, requests.TableViewRequest),
        ("report", "The report of a finished game", TableReport, requests.TableReportRequest),
        ("verify", "The check of a log: its dice by the seed, all of it by a replay", TableChecks, TableFile),
    )
    paths = {}
    for path, summary, answer, body in verbs:
        word, _, parameter = path.partition("/")
        verb = _verb(refs, f"table_{word}", summary, answer, [game] if parameter else (), _json(refs[body]))
        paths[f"/tables/{path}"] = {"post": verb}
    return paths


def _resolver_paths(game: GameSystem, kind: ResolverKind, refs: Refs) -> JsonObject:
    name, ident, title = f"{game.slug}/{kind.name}", _ident(game, kind), f"{game.title}: {kind.title}"
    odds, roll = _with_inputs(requests.OddsRequest, kind, refs), _with_inputs(requests.RollRequest, kind, refs)
    return {
        f"/odds/{name}": {
            "get": _verb(refs, f"odds_{ident}", title, Odds, _inputs(kind.inputs)),
            "post": _verb(refs, f"odds_packs_{ident}", f"{title}, with card packs", Odds, (), odds),
        },
        f"/roll/{name}": {"post": _verb(refs, f"roll_{ident}", title, Roll, (), roll)},
    }


def _analysis_paths(game: GameSystem, analysis: Analysis, refs: Refs) -> JsonObject:
    ident, title, answer = _ident(game, analysis), f"{game.title}: {analysis.title}", AnalysisResult
    body = _with_inputs(requests.AnalysisRequest, analysis, refs)
    take = _inputs(requests.TakeQuery) if takes_builds(analysis.inputs) else []
    return {
        f"/analyses/{game.slug}/{analysis.name}": {
            "get": _verb(refs, f"analysis_{ident}", title, answer, [*_inputs(analysis.inputs), *take]),
            "post": _verb(refs, f"analysis_packs_{ident}", f"{title}, with card packs", answer, (), body),
        }
    }


def _ident(game: GameSystem, kind: ResolverKind | Analysis) -> str:
    return f"{game.package}_{kind.name.replace('-', '_')}"


def _with_inputs(request: type[BaseModel], kind: ResolverKind | Analysis, refs: Refs) -> JsonObject:
    """Describe a request whose inputs are those of a resolver or an analysis."""
    return _json({"allOf": [refs[request], {"type": "object", "properties": {"inputs": refs[kind.inputs]}}]})


def _inputs(model: type[BaseModel]) -> list[JsonObject]:
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    required = schema.get("required", ())
    return [
        {
            "name": name,
            "in": "query",
            "required": name in required,
            "description": prop.get("description", ""),
            "schema": prop,
        }
        for name, prop in schema.get("properties", {}).items()
    ]


def _json(schema: JsonObject) -> JsonObject:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _verb(
    refs: Refs,
    ident: str,
    summary: str,
    answer: type | None,
    parameters: Sequence[JsonObject] = (),
    body: JsonObject | None = None,
) -> JsonObject:
    """Describe a verb; `answer` is None where the answer is itself a JSON Schema."""
    schema = refs[answer] if answer else {"type": "object"}
    about = (answer.__doc__ or "") if answer else "A JSON Schema"
    fine = {"description": about, "content": {"application/json": {"schema": schema}}}
    error = {"description": "What went wrong", "content": {"application/json": {"schema": refs[requests.Error]}}}
    codes = ("400", "404", "413", "422", "429")
    verb: JsonObject = {
        "operationId": ident,
        "summary": summary,
        "parameters": list(parameters),
        "responses": {"200": fine} | dict.fromkeys(codes, error),
    }
    return verb | ({"requestBody": body} if body else {})
