"""The OpenAPI document of `/api/v1/`, made from the types of requests and answers and the inputs of each resolver.

Every operation has an id, a tag (a game, or what the verbs are about), a summary and a description, and lists every
status that it answers with.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from pydantic import BaseModel

from companion import __version__
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import takes_builds
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Analysis, ResolverKind
from companion.games import GAMES
from companion.verbs.analyses import Analyses, AnalysisResult
from companion.verbs.calibrations import Calibration
from companion.verbs.checks import Check
from companion.verbs.errors import Error
from companion.verbs.games import Cards, Games, Resolvers, Rules
from companion.verbs.matchup_answers import MatchupResult
from companion.verbs.rolls import Odds, Roll
from companion.verbs.table_answers import TableChecks, TableExport, TableReport, TableState
from companion.verbs.table_files import TableFile, TableMoved
from companion.web.api import requests
from companion.web.api.components import Components, components
from companion.web.api.parameters import GAME, KIND, origin_parameter, query_parameters, ruling_parameters, rulings_of

_ABOUT = """The verbs of the command line over HTTP: checks, cards, rules, exact odds, rolls.

No answer needs a cookie. An error is JSON too: `error` is a sentence, `input_errors` has an entry for each input that
could not be read. An address that takes other methods answers 405 with `Allow`, one that is not there 404. A server
that cannot even read a request, because too much is sent at once or too slowly, answers 503 or 408 with a line of text.
"""
_TAGS = {
    "Games": "What each game has: cards, rules, rolls, analyses, and the JSON Schemas of its documents.",
    "Builds": "Builds checked and compared.",
    "Dice": "Dice expressions: exact odds and rolls.",
    "Tables": "Tables as files, which the server does not store.",
    "Printing": "What printing needs to know of a printer.",
    "Document": "This document.",
}
"""What the verbs of no single game are about."""
_LATER: JsonObject = {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 0}}
_ERRORS: dict[str, JsonObject] = {
    "400": {
        "description": "The server has another name, or the body is not UTF-8, or not JSON where that is expected."
    },
    "401": {
        "description": "The server has a password, and it was not sent as a bearer token.",
        "headers": {"WWW-Authenticate": {"description": "How to send it.", "schema": {"type": "string"}}},
    },
    "404": {
        "description": "No game has the name that the address or the document names, or the game has no such verb."
    },
    "413": {"description": "The body is too large."},
    "422": {"description": "Inputs that cannot be read or used, or an answer that would cost too much."},
    "429": {"description": "Too many requests.", "headers": {"Retry-After": {**_LATER, "required": True}}},
    "500": {"description": "The server's mistake."},
    "503": {
        "description": "Too many long answers are being made, or the database cannot be used.",
        "headers": {"Retry-After": _LATER},
    },
}
"""The answers that are errors."""
_ALWAYS = ("400", "401", "422", "429", "500", "503")
"""The errors of every operation."""
_ANY_JSON: JsonObject = {"type": "object", "additionalProperties": True}


@dataclass(frozen=True)
class _Verb:
    """An operation: `answer` is None where any JSON object may follow."""

    ident: str
    tag: str
    summary: str
    about: str
    answer: type | None = None
    parameters: Sequence[JsonMapping] = ()
    body: JsonObject = field(default_factory=dict)
    """The schema of the body by content type."""
    may_be_missing: bool = False
    """Whether the address or the body names something that may be unknown."""

    def as_data(self, known: Components) -> JsonObject:
        """Return the operation of the document."""
        statuses = [*(["413"] if self.body else ()), *(["404"] if self.may_be_missing else ()), *_ALWAYS]
        content = {"schema": known.refs[self.answer] if self.answer else _ANY_JSON}
        about = " ".join(((self.answer.__doc__ or "") if self.answer else "A JSON document.").split())
        fine = {"description": about, "content": {"application/json": content}}
        data: JsonObject = {
            "operationId": self.ident,
            "tags": [self.tag],
            "summary": self.summary,
            "description": self.about,
            "parameters": [*self.parameters],
            "responses": {"200": fine, **{status: _response(status) for status in sorted(statuses)}},
        }
        if self.body:
            content = {kind: {"schema": schema} for kind, schema in self.body.items()}
            data["requestBody"] = {"required": True, "content": content}
        return data


def _response(status: str) -> JsonObject:
    return {"$ref": f"#/components/responses/Error{status}"}


@cache
def openapi() -> JsonObject:
    """Return the OpenAPI 3.1 document: a path for each verb, and for each roll and each analysis of each game."""
    known = components()
    paths = _verbs(known)
    for game in GAMES:
        paths |= _rules_path(game)
        for kind in game.resolvers:
            paths |= _resolver_paths(game, kind, known)
        for analysis in game.analyses:
            paths |= _analysis_paths(game, analysis, known)
    error = {"application/json": {"schema": known.refs[Error]}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Mech companion",
            "version": __version__,
            "description": _ABOUT,
            "contact": {"name": "Whoever runs this server"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "tags": [
            {"name": name, "description": about}
            for name, about in {**_TAGS, **{game.title: game.tagline for game in GAMES}}.items()
        ],
        "security": [{}, {"password": []}],
        "paths": {
            path: {method: verb.as_data(known) for method, verb in verbs.items()} for path, verbs in paths.items()
        },
        "components": {
            "schemas": known.referred,
            "parameters": ruling_parameters(),
            "responses": {f"Error{status}": {**about, "content": error} for status, about in _ERRORS.items()},
            "securitySchemes": {
                "password": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The password of the server, where it has one.",
                }
            },
        },
    }


_Paths = dict[str, dict[str, _Verb]]


def _json(known: Components, model: type[BaseModel]) -> JsonObject:
    return {"application/json": known.refs[model]}


def _verbs(known: Components) -> _Paths:
    document: JsonObject = {"application/json": _ANY_JSON, "application/toml": {"type": "string"}}
    text = {**document, "text/plain": {"type": "string"}}

    def of_game(ident: str, tag: str, summary: str, about: str, answer: type | None) -> _Verb:
        return _Verb(ident, tag, summary, about, answer, [GAME], may_be_missing=True)

    return {
        "/openapi.json": {
            "get": _Verb("openapi", "Document", "This document", "All verbs, their inputs and their answers.")
        },
        "/games": {
            "get": _Verb("games", "Games", "Every game and what it offers", "Names to ask further with.", Games)
        },
        "/cards/{game}": {
            "get": of_game(
                "cards", "Games", "A game's cards", "All cards that ship, with the origin of their numbers.", Cards
            ),
            "post": _Verb(
                "cards_with_pack",
                "Games",
                "A game's cards with a card pack merged in",
                "The body is the pack; its cards replace those of the same id.",
                Cards,
                [GAME],
                document,
                may_be_missing=True,
            ),
        },
        "/schema/{game}": {
            "get": of_game(
                "schema",
                "Games",
                "The JSON Schema of a game's builds, packs and house rules",
                "For editors: it completes names and card ids, and marks what cannot be read.",
                None,
            )
        },
        "/schema/{game}/{kind}": {
            "get": _Verb(
                "schema_of_kind",
                "Games",
                "The JSON Schema of a game's builds, or of its packs or house rules",
                "For an editor to load from this address: it completes card ids and marks those that no card has.",
                None,
                [GAME, KIND],
                may_be_missing=True,
            )
        },
        "/resolvers/{game}": {
            "get": of_game(
                "resolvers",
                "Games",
                "What a game can roll",
                "Each roll with the JSON Schema of its inputs and its summary figures.",
                Resolvers,
            )
        },
        "/analyses/{game}": {
            "get": of_game(
                "analyses", "Games", "The analyses of a game", "Each with the JSON Schema of its inputs.", Analyses
            )
        },
        "/matchup/{game}": {
            "post": _Verb(
                "matchup",
                "Builds",
                "A build against another one",
                "Every attack of one side at every target of the other, with the figures of its exact odds.",
                MatchupResult,
                [GAME],
                _json(known, requests.MatchupRequest),
                may_be_missing=True,
            )
        },
        "/check": {
            "post": _Verb(
                "check",
                "Builds",
                "The check of a build",
                "A build, a pack or house rules as TOML or JSON; or as text a build code, or a list that contains one.",
                Check,
                query_parameters(requests.TakeQuery, known),
                text,
                may_be_missing=True,
            )
        },
        "/calibrate": {
            "post": _Verb(
                "calibrate",
                "Printing",
                "A printer's error, from what was read off its test page",
                "The readings as they would be saved; a page that was scaled is refused unless `insist` is true.",
                Calibration,
                body=_json(known, requests.CalibrationRequest),
            )
        },
        "/odds": {
            "get": _Verb(
                "odds",
                "Dice",
                "Exact odds of a dice expression",
                "Every outcome with its chance as a fraction; of a long list its spread, unless `every` is true.",
                Odds,
                query_parameters(requests.ExpressionQuery, known),
            )
        },
        "/roll": {
            "post": _Verb(
                "roll",
                "Dice",
                "One roll of a dice expression",
                "Random, from a seed, or with faces that were thrown at the table.",
                Roll,
                body=_json(known, requests.ExpressionRequest),
            )
        },
        **_table_paths(known),
    }


def _table_paths(known: Components) -> _Paths:
    """Describe the verbs of `companion table`."""
    stateless = "The whole table goes to and fro: the server stores nothing."
    verbs: tuple[tuple[str, str, str, type, type[BaseModel]], ...] = (
        (
            "show",
            "How a table stands",
            "As one seat sees it, or as everybody does.",
            TableState,
            requests.TableViewRequest,
        ),
        ("move", "A table after something was done at it", stateless, TableMoved, requests.TableMoveRequest),
        ("export", "A table as it may be handed on", "Without what is secret.", TableExport, requests.TableViewRequest),
        (
            "report",
            "The report of a finished game",
            "What was public at its end.",
            TableReport,
            requests.TableReportRequest,
        ),
        ("verify", "The check of a log", "Its dice by the seed, all of it by a replay.", TableChecks, TableFile),
    )
    opening = _Verb(
        "table_open",
        "Tables",
        "A new table of a game",
        stateless,
        TableFile,
        [GAME],
        _json(known, requests.TableOpening),
        may_be_missing=True,
    )
    return {"/tables/open/{game}": {"post": opening}} | {
        f"/tables/{word}": {
            "post": _Verb(
                f"table_{word}", "Tables", summary, about, answer, (), _json(known, body), may_be_missing=True
            )
        }
        for word, summary, about, answer, body in verbs
    }


def _rules_path(game: GameSystem) -> _Paths:
    about = (
        "Every section with our summary and how far it is covered, and the rulings; `ruling.` chooses other options."
    )
    verb = _Verb(
        f"rules_{game.package}", game.title, f"{game.title}: the rulebook, in our words", about, Rules, rulings_of(game)
    )
    return {f"/rules/{game.slug}": {"get": verb}}


def _resolver_paths(game: GameSystem, kind: ResolverKind, known: Components) -> _Paths:
    name, ident, title = f"{game.slug}/{kind.name}", _ident(game, kind), f"{game.title}: {kind.title}"
    inputs = [*query_parameters(kind.inputs, known), *query_parameters(requests.EveryQuery, known)]
    parameters = [*inputs, origin_parameter(kind.inputs), *rulings_of(game)]
    odds = _with_inputs(requests.OddsRequest, kind, known)
    roll = _with_inputs(requests.RollRequest, kind, known)
    tag, about = game.title, kind.about
    return {
        f"/odds/{name}": {
            "get": _Verb(f"odds_{ident}", tag, f"{title}: exact odds", about, Odds, parameters),
            "post": _Verb(f"odds_packs_{ident}", tag, f"{title}: exact odds with card packs", about, Odds, (), odds),
        },
        f"/roll/{name}": {"post": _Verb(f"roll_{ident}", tag, f"{title}: one roll", about, Roll, (), roll)},
    }


def _analysis_paths(game: GameSystem, analysis: Analysis, known: Components) -> _Paths:
    ident, title = _ident(game, analysis), f"{game.title}: {analysis.title}"
    body = _with_inputs(requests.AnalysisRequest, analysis, known)
    take = query_parameters(requests.TakeQuery, known) if takes_builds(analysis.inputs) else []
    parameters = [*query_parameters(analysis.inputs, known), *take, *rulings_of(game)]
    tag, about, answer = game.title, analysis.about, AnalysisResult
    return {
        f"/analyses/{game.slug}/{analysis.name}": {
            "get": _Verb(f"analysis_{ident}", tag, title, about, answer, parameters),
            "post": _Verb(f"analysis_packs_{ident}", tag, f"{title}, with card packs", about, answer, (), body),
        }
    }


def _ident(game: GameSystem, kind: ResolverKind | Analysis) -> str:
    return f"{game.package}_{kind.name.replace('-', '_')}"


def _with_inputs(request: type[BaseModel], kind: ResolverKind | Analysis, known: Components) -> JsonObject:
    """Describe a request whose inputs are those of a resolver or an analysis."""
    schema = {name: part for name, part in known.schema(request).items() if name not in ("title", "description")}
    is_needed = any(info.is_required() for info in kind.inputs.model_fields.values())
    required = [*schema.get("required", ()), *(["inputs"] if is_needed else ())]
    properties = {**schema["properties"], "inputs": known.refs[kind.inputs]}
    return {"application/json": {**schema, "properties": properties, "required": required}}
