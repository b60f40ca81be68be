"""The API's requests and answers as models, and the OpenAPI document made from them."""

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import models_json_schema

from companion import __version__
from companion.documents import Record
from companion.games import GAMES
from companion.rulebook import Option, Section
from companion.system import GameSystem, ResolverKind

Face = Annotated[int, Field(ge=-(10**9), le=10**9)]
Groups = Annotated[list[Annotated[list[Face], Field(max_length=200)]], Field(max_length=200)]
Written = Annotated[str, Field(max_length=4000)]
Seed = Annotated[int, Field(ge=0, lt=2**63)]


class RollRequest(Record):
    """What a roll takes besides its place: inputs, and where its dice come from."""

    inputs: dict[str, Any] = Field(default_factory=dict)
    faces: Written | Groups | None = Field(default=None, description="One group a throw: `5 6 1 | 4 4`.")
    seed: Seed | None = Field(default=None, description="The same seed makes the same throws.")
    rulings: dict[str, str] = Field(default_factory=dict)


class ExpressionQuery(Record):
    """A dice expression."""

    expression: str = Field(max_length=200)


class ExpressionRequest(ExpressionQuery):
    """A dice expression, and where its dice come from."""

    faces: Written | Groups | None = Field(default=None, description="One group a throw: `5 6 1 | 4 4`.")
    seed: Seed | None = Field(default=None, description="The same seed makes the same throws.")


class Answer(BaseModel):
    """What every answer is: exactly these keys."""

    model_config = ConfigDict(extra="forbid")


class CreditEntry(Answer):
    """Whose game it is."""

    designer: str
    publisher: str
    licence: str
    note: str


class GameEntry(Answer):
    """A game and what it can do."""

    slug: str
    title: str
    tagline: str
    players: str
    build: str
    resolvers: list[str]
    kits: list[str]
    views: list[str]
    credit: CreditEntry


class Games(Answer):
    """Every game."""

    games: list[GameEntry]


class MarkEntry(Answer):
    """Where a number comes from."""

    kind: Literal["printed", "deduced", "house", "own"]
    note: str


class CardEntry(BaseModel):
    """A card: its kind, its fields, and the mark of each number (`default` for the rest)."""

    model_config = ConfigDict(extra="allow")
    kind: str
    id: str
    name: str
    origin: dict[str, MarkEntry]


class Cards(Answer):
    """A game's cards."""

    game: str
    cards: list[CardEntry]


class RulingEntry(Answer):
    """A ruling; `chosen` is the option in force."""

    id: str
    section: str
    question: str
    default: str
    option: list[Option]
    chosen: str


class Rules(Answer):
    """A game's rulebook in our own words."""

    game: str
    title: str
    edition: str
    sections: list[Section]
    rulings: list[RulingEntry]


class MendEntry(Answer):
    """A change that removes a finding: the document's top-level fields with their new values."""

    label: str
    set: dict[str, Any]


class FindingEntry(Answer):
    """A rule that a build breaks or brushes."""

    rule: str
    level: Literal["error", "warning", "note"]
    message: str
    where: str
    mend: list[MendEntry]


class Check(Answer):
    """The verdict on a document."""

    game: str
    title: str
    legal: bool
    totals: dict[str, Any]
    findings: list[FindingEntry]


class MeasureEntry(Answer):
    """A summary figure a resolver's odds hold."""

    name: str
    title: str


class ResolverEntry(Answer):
    """A resolver; `inputs` is a JSON Schema."""

    name: str
    title: str
    about: str
    inputs: dict[str, Any]
    measures: list[MeasureEntry]
    headline: str


class Resolvers(Answer):
    """A game's resolvers."""

    game: str
    resolvers: list[ResolverEntry]


class Case(Answer):
    """One outcome with its exact chance."""

    outcome: dict[str, Any]
    exact: str = Field(pattern=r"^\d+(/\d+)?$")
    p: float = Field(ge=0, le=1)


class ChanceEntry(Answer):
    """How likely something is."""

    exact: str = Field(pattern=r"^\d+(/\d+)?$")
    p: float = Field(ge=0, le=1)


class MeanEntry(Answer):
    """What something comes to on average."""

    exact: str = Field(pattern=r"^-?\d+(/\d+)?$")
    value: float


class Odds(Answer):
    """Exact odds; the fractions sum to 1."""

    game: str
    resolver: str
    inputs: dict[str, Any]
    outcomes: list[Case]
    summary: dict[str, ChanceEntry | MeanEntry]


class ThrowEntry(Answer):
    """One throw: why, what, and what fell."""

    why: str
    dice: str
    faces: list[int]


class Roll(Answer):
    """One roll."""

    game: str
    resolver: str
    inputs: dict[str, Any]
    throws: list[ThrowEntry]
    outcome: dict[str, Any]


class MisreadingEntry(Answer):
    """A place that could not be read."""

    where: str
    found: str
    expected: str
    message: str


class Error(Answer):
    """What went wrong, as a sentence, and every place that could not be read."""

    error: str
    misreadings: list[MisreadingEntry]


ANSWERS: tuple[type[BaseModel], ...] = (Games, Cards, Rules, Check, Resolvers, Odds, Roll, Error)
Mode = Literal["serialization", "validation"]
REQUESTS: tuple[type[BaseModel], ...] = (RollRequest, ExpressionRequest)


@cache
def openapi() -> dict[str, Any]:
    """Return the OpenAPI 3.1 document: a path for each verb, and for each resolver of each game."""
    kinds = [(game, kind) for game in GAMES for kind in game.resolvers]
    read: tuple[type[BaseModel], ...] = (*REQUESTS, *dict.fromkeys(kind.inputs for _, kind in kinds))
    wanted: list[tuple[type[BaseModel], Mode]] = [(model, "serialization") for model in ANSWERS]
    wanted += [(model, "validation") for model in read]
    refs, schemas = models_json_schema(wanted, ref_template="#/components/schemas/{model}")
    by_model = {key[0]: ref for key, ref in refs.items()}
    paths = _paths(by_model)
    for game, kind in kinds:
        paths |= _resolver_paths(game, kind, by_model)
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


Refs = dict[Any, dict[str, Any]]


def _paths(refs: Refs) -> dict[str, Any]:
    game = {"name": "game", "in": "path", "required": True, "schema": {"enum": [g.slug for g in GAMES]}}
    expression = {"name": "expression", "in": "query", "required": True, "schema": {"type": "string"}}
    document = {
        "required": True,
        "content": {"application/toml": {"schema": {"type": "string"}}, "application/json": {"schema": {}}},
    }
    return {
        "/games": {"get": _verb(refs, "games", "Every game and what it can do", Games)},
        "/cards/{game}": {"get": _verb(refs, "cards", "A game's cards", Cards, [game])},
        "/rules/{game}": {"get": _verb(refs, "rules", "A game's rulebook, in our own words", Rules, [game])},
        "/resolvers/{game}": {"get": _verb(refs, "resolvers", "What a game can roll", Resolvers, [game])},
        "/check": {"post": _verb(refs, "check", "The verdict on a document", Check) | {"requestBody": document}},
        "/odds": {"get": _verb(refs, "odds", "Exact odds of a dice expression", Odds, [expression])},
        "/roll": {
            "post": _verb(refs, "roll", "One roll of a dice expression", Roll)
            | {"requestBody": _json(refs[ExpressionRequest])}
        },
    }


def _resolver_paths(game: GameSystem, kind: ResolverKind, refs: Refs) -> dict[str, Any]:
    name = f"{game.slug}/{kind.name}"
    ident = f"{game.package}_{kind.name.replace('-', '_')}"
    body = {"allOf": [refs[RollRequest], {"type": "object", "properties": {"inputs": refs[kind.inputs]}}]}
    return {
        f"/odds/{name}": {"get": _verb(refs, f"odds_{ident}", f"{game.title}: {kind.title}", Odds, _inputs(kind))},
        f"/roll/{name}": {
            "post": _verb(refs, f"roll_{ident}", f"{game.title}: {kind.title}", Roll) | {"requestBody": _json(body)}
        },
    }


def _inputs(kind: ResolverKind) -> list[dict[str, Any]]:
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


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _verb(
    refs: Refs, ident: str, summary: str, answer: type[BaseModel], parameters: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    error = {"description": "What went wrong", "content": {"application/json": {"schema": refs[Error]}}}
    fine = {"description": answer.__doc__ or "", "content": {"application/json": {"schema": refs[answer]}}}
    codes = ("400", "404", "413", "422", "429")
    return {
        "operationId": ident,
        "summary": summary,
        "parameters": parameters or [],
        "responses": {"200": fine} | dict.fromkeys(codes, error),
    }
