"""The OpenAPI document of `/api/v1/`, made from the models of its requests and answers and of every resolver."""

from functools import cache
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from companion import __version__
from companion.game import GameSystem
from companion.games import GAMES
from companion.json_types import JsonObject
from companion.system import Analysis, ResolverKind
from companion.verbs.table_files import TableFile
from companion.web.api.api_schema import (
    Analyses,
    AnalysisRequest,
    AnalysisResult,
    Calibration,
    CalibrationRequest,
    Cards,
    Check,
    Error,
    ExpressionRequest,
    Games,
    Odds,
    OddsRequest,
    Resolvers,
    Roll,
    RollRequest,
    Rules,
)
from companion.web.api.matchup_schema import MatchupRequest, MatchupResult
from companion.web.api.table_schema import (
    TableChecks,
    TableExport,
    TableMoved,
    TableMoveRequest,
    TableOpening,
    TableReport,
    TableReportRequest,
    TableState,
    TableViewRequest,
)

ANSWERS: tuple[type[BaseModel], ...] = (
    Games,
    Cards,
    Rules,
    Check,
    Resolvers,
    Analyses,
    AnalysisResult,
    MatchupResult,
    Odds,
    Roll,
    Calibration,
    TableFile,
    TableState,
    TableMoved,
    TableExport,
    TableReport,
    TableChecks,
    Error,
)
Mode = Literal["serialization", "validation"]
REQUESTS: tuple[type[BaseModel], ...] = (
    RollRequest,
    OddsRequest,
    AnalysisRequest,
    MatchupRequest,
    ExpressionRequest,
    CalibrationRequest,
    TableOpening,
    TableViewRequest,
    TableMoveRequest,
    TableReportRequest,
)


@cache
def openapi() -> JsonObject:
    """Return the OpenAPI 3.1 document: a path for each verb, and for each resolver of each game."""
    kinds = [(game, kind) for game in GAMES for kind in game.resolvers]
    analyses = [(game, analysis) for game in GAMES for analysis in game.analyses]
    inputs = dict.fromkeys([*(kind.inputs for _, kind in kinds), *(analysis.inputs for _, analysis in analyses)])
    read: tuple[type[BaseModel], ...] = (*REQUESTS, *inputs)
    wanted: list[tuple[type[BaseModel], Mode]] = [(model, "serialization") for model in ANSWERS]
    wanted += [(model, "validation") for model in read]
    refs, schemas = models_json_schema(wanted, ref_template="#/components/schemas/{model}")
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
    return {
        "/games": {"get": _verb(refs, "games", "Every game and what it offers", Games)},
        "/cards/{game}": {
            "get": _verb(refs, "cards", "A game's cards", Cards, [game]),
            "post": _verb(refs, "cards_with_pack", "A game's cards with a card pack merged in", Cards, [game])
            | {"requestBody": document},
        },
        "/schema/{game}": {"get": _schema_verb(refs, game)},
        "/rules/{game}": {"get": _verb(refs, "rules", "A game's rulebook, in our own words", Rules, [game])},
        "/resolvers/{game}": {"get": _verb(refs, "resolvers", "What a game can roll", Resolvers, [game])},
        "/analyses/{game}": {"get": _verb(refs, "analyses", "The analyses of a game", Analyses, [game])},
        "/matchup/{game}": {
            "post": _verb(
                refs, "matchup", "A build against another one: every attack at every target", MatchupResult, [game]
            )
            | {"requestBody": _json(refs[MatchupRequest])}
        },
        "/check": {"post": _verb(refs, "check", "The check of a document", Check) | {"requestBody": document}},
        "/calibrate": {
            "post": _verb(refs, "calibrate", "A printer's error, from what was read off its test page", Calibration)
            | {"requestBody": _json(refs[CalibrationRequest])}
        },
        **_table_paths(refs, game),
        "/odds": {"get": _verb(refs, "odds", "Exact odds of a dice expression", Odds, [expression])},
        "/roll": {
            "post": _verb(refs, "roll", "One roll of a dice expression", Roll)
            | {"requestBody": _json(refs[ExpressionRequest])}
        },
    }


def _table_paths(refs: Refs, game: JsonObject) -> JsonObject:
    """Describe the verbs of `companion table`."""
    verbs: tuple[tuple[str, str, type[BaseModel], type[BaseModel]], ...] = (
        ("open/{game}", "A new table of a game", TableFile, TableOpening),
        ("show", "How a table stands", TableState, TableViewRequest),
        ("move", "A table after something was done at it", TableMoved, TableMoveRequest),
        ("export", "A table as it may be handed on", TableExport, TableViewRequest),
        ("report", "The report of a finished game", TableReport, TableReportRequest),
        ("verify", "Every throw and every sealed choice, checked", TableChecks, TableFile),
    )
    return {
        f"/tables/{path}": {
            "post": _verb(
                refs, f"table_{path.partition('/')[0]}", summary, answer, [game] if "{game}" in path else None
            )
            | {"requestBody": _json(refs[asked])}
        }
        for path, summary, answer, asked in verbs
    }


def _resolver_paths(game: GameSystem, kind: ResolverKind, refs: Refs) -> JsonObject:
    name = f"{game.slug}/{kind.name}"
    ident = f"{game.package}_{kind.name.replace('-', '_')}"
    body = {"allOf": [refs[RollRequest], {"type": "object", "properties": {"inputs": refs[kind.inputs]}}]}
    asked = {"allOf": [refs[OddsRequest], {"type": "object", "properties": {"inputs": refs[kind.inputs]}}]}
    return {
        f"/odds/{name}": {
            "get": _verb(refs, f"odds_{ident}", f"{game.title}: {kind.title}", Odds, _inputs(kind)),
            "post": _verb(refs, f"odds_packs_{ident}", f"{game.title}: {kind.title}, with card packs", Odds)
            | {"requestBody": _json(asked)},
        },
        f"/roll/{name}": {
            "post": _verb(refs, f"roll_{ident}", f"{game.title}: {kind.title}", Roll) | {"requestBody": _json(body)}
        },
    }


def _analysis_paths(game: GameSystem, analysis: Analysis, refs: Refs) -> JsonObject:
    ident, title = f"{game.package}_{analysis.name.replace('-', '_')}", f"{game.title}: {analysis.title}"
    asked = {"allOf": [refs[AnalysisRequest], {"type": "object", "properties": {"inputs": refs[analysis.inputs]}}]}
    return {
        f"/analyses/{game.slug}/{analysis.name}": {
            "get": _verb(refs, f"analysis_{ident}", title, AnalysisResult, _inputs(analysis)),
            "post": _verb(refs, f"analysis_packs_{ident}", f"{title}, with card packs", AnalysisResult)
            | {"requestBody": _json(asked)},
        }
    }


def _inputs(kind: ResolverKind | Analysis) -> list[JsonObject]:
    schema = kind.inputs.model_json_schema(ref_template="#/components/schemas/{model}")
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


def _schema_verb(refs: Refs, game: JsonObject) -> JsonObject:
    """Describe the verb whose answer is itself a JSON Schema."""
    made = _verb(refs, "schema", "The JSON Schema of a game's builds, packs and house rules", Cards, [game])
    any_object = {"description": "A JSON Schema", "content": {"application/json": {"schema": {"type": "object"}}}}
    return {**made, "responses": {**made["responses"], "200": any_object}}


def _json(schema: JsonObject) -> JsonObject:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _verb(
    refs: Refs, ident: str, summary: str, answer: type[BaseModel], parameters: list[JsonObject] | None = None
) -> JsonObject:
    error = {"description": "What went wrong", "content": {"application/json": {"schema": refs[Error]}}}
    fine = {"description": answer.__doc__ or "", "content": {"application/json": {"schema": refs[answer]}}}
    codes = ("400", "404", "413", "422", "429")
    return {
        "operationId": ident,
        "summary": summary,
        "parameters": parameters or [],
        "responses": {"200": fine} | dict.fromkeys(codes, error),
    }
