"""The OpenAPI document of `/api/v1/`, made from the models of its requests and answers and of every resolver."""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from companion import __version__
from companion.base.json_types import JsonObject
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Analysis, ResolverKind
from companion.games import GAMES
from companion.verbs.table_files import TableFile
from companion.web.api import api_schema, matchup_schema, table_schema

ANSWERS: tuple[type[BaseModel], ...] = (*api_schema.Answer.__subclasses__(), TableFile)
"""Every answer there is; a table as a file is one too."""
Mode = Literal["serialization", "validation"]
REQUESTS: tuple[type[BaseModel], ...] = (
    api_schema.RollRequest,
    api_schema.OddsRequest,
    api_schema.AnalysisRequest,
    matchup_schema.MatchupRequest,
    api_schema.ExpressionRequest,
    api_schema.CalibrationRequest,
    table_schema.TableOpening,
    table_schema.TableViewRequest,
    table_schema.TableMoveRequest,
    table_schema.TableReportRequest,
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
    measured, compared = _json(refs[api_schema.CalibrationRequest]), _json(refs[matchup_schema.MatchupRequest])
    thrown = _json(refs[api_schema.ExpressionRequest])
    verb = partial(_verb, refs)
    return {
        "/games": {"get": verb("games", "Every game and what it offers", api_schema.Games)},
        "/cards/{game}": {
            "get": verb("cards", "A game's cards", api_schema.Cards, [game]),
            "post": verb(
                "cards_with_pack", "A game's cards with a card pack merged in", api_schema.Cards, [game], document
            ),
        },
        "/schema/{game}": {"get": _schema_verb(refs, game)},
        "/rules/{game}": {"get": verb("rules", "A game's rulebook, in our own words", api_schema.Rules, [game])},
        "/resolvers/{game}": {"get": verb("resolvers", "What a game can roll", api_schema.Resolvers, [game])},
        "/analyses/{game}": {"get": verb("analyses", "The analyses of a game", api_schema.Analyses, [game])},
        "/matchup/{game}": {
            "post": verb(
                "matchup",
                "A build against another one: every attack at every target",
                matchup_schema.MatchupResult,
                [game],
                compared,
            )
        },
        "/check": {"post": verb("check", "The check of a document", api_schema.Check, (), document)},
        "/calibrate": {
            "post": verb(
                "calibrate",
                "A printer's error, from what was read off its test page",
                api_schema.Calibration,
                (),
                measured,
            )
        },
        **_table_paths(refs, game),
        "/odds": {"get": verb("odds", "Exact odds of a dice expression", api_schema.Odds, [expression])},
        "/roll": {"post": verb("roll", "One roll of a dice expression", api_schema.Roll, (), thrown)},
    }


def _table_paths(refs: Refs, game: JsonObject) -> JsonObject:
    """Describe the verbs of `companion table`."""
    verbs: tuple[tuple[str, str, type[BaseModel], type[BaseModel]], ...] = (
        ("open/{game}", "A new table of a game", TableFile, table_schema.TableOpening),
        ("show", "How a table stands", table_schema.TableState, table_schema.TableViewRequest),
        ("move", "A table after something was done at it", table_schema.TableMoved, table_schema.TableMoveRequest),
        ("export", "A table as it may be handed on", table_schema.TableExport, table_schema.TableViewRequest),
        ("report", "The report of a finished game", table_schema.TableReport, table_schema.TableReportRequest),
        ("verify", "Every throw and every sealed choice, checked", table_schema.TableChecks, TableFile),
    )
    made = {}
    for path, summary, answer, asked in verbs:
        word, _, of_game = path.partition("/")
        verb = _verb(refs, f"table_{word}", summary, answer, [game] if of_game else (), _json(refs[asked]))
        made[f"/tables/{path}"] = {"post": verb}
    return made


def _resolver_paths(game: GameSystem, kind: ResolverKind, refs: Refs) -> JsonObject:
    name, ident, title = f"{game.slug}/{kind.name}", _ident(game, kind), f"{game.title}: {kind.title}"
    odds, roll = _with_inputs(api_schema.OddsRequest, kind, refs), _with_inputs(api_schema.RollRequest, kind, refs)
    return {
        f"/odds/{name}": {
            "get": _verb(refs, f"odds_{ident}", title, api_schema.Odds, _inputs(kind)),
            "post": _verb(refs, f"odds_packs_{ident}", f"{title}, with card packs", api_schema.Odds, (), odds),
        },
        f"/roll/{name}": {"post": _verb(refs, f"roll_{ident}", title, api_schema.Roll, (), roll)},
    }


def _analysis_paths(game: GameSystem, analysis: Analysis, refs: Refs) -> JsonObject:
    ident, title, answer = _ident(game, analysis), f"{game.title}: {analysis.title}", api_schema.AnalysisResult
    asked = _with_inputs(api_schema.AnalysisRequest, analysis, refs)
    return {
        f"/analyses/{game.slug}/{analysis.name}": {
            "get": _verb(refs, f"analysis_{ident}", title, answer, _inputs(analysis)),
            "post": _verb(refs, f"analysis_packs_{ident}", f"{title}, with card packs", answer, (), asked),
        }
    }


def _ident(game: GameSystem, kind: ResolverKind | Analysis) -> str:
    return f"{game.package}_{kind.name.replace('-', '_')}"


def _with_inputs(request: type[BaseModel], kind: ResolverKind | Analysis, refs: Refs) -> JsonObject:
    """Describe a request whose inputs are those of a resolver or an analysis."""
    return _json({"allOf": [refs[request], {"type": "object", "properties": {"inputs": refs[kind.inputs]}}]})


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
    made = _verb(refs, "schema", "The JSON Schema of a game's builds, packs and house rules", api_schema.Cards, [game])
    any_object = {"description": "A JSON Schema", "content": {"application/json": {"schema": {"type": "object"}}}}
    return {**made, "responses": {**made["responses"], "200": any_object}}


def _json(schema: JsonObject) -> JsonObject:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _verb(
    refs: Refs,
    ident: str,
    summary: str,
    answer: type[BaseModel],
    parameters: Sequence[JsonObject] = (),
    body: JsonObject | None = None,
) -> JsonObject:
    error = {"description": "What went wrong", "content": {"application/json": {"schema": refs[api_schema.Error]}}}
    fine = {"description": answer.__doc__ or "", "content": {"application/json": {"schema": refs[answer]}}}
    codes = ("400", "404", "413", "422", "429")
    made: JsonObject = {
        "operationId": ident,
        "summary": summary,
        "parameters": list(parameters),
        "responses": {"200": fine} | dict.fromkeys(codes, error),
    }
    return made | ({"requestBody": body} if body else {})
