"""The schemas of the OpenAPI document: of all requests, answers, inputs and rulings, each under a name of its own.

A model of a game is named with its game, `TechniconicaShootInputs`, so that games need not know each other's names. The
title of a schema is its name: programs that write a client name its classes by titles.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import CoreModeRef, CoreRef, DefsRef, GenerateJsonSchema

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.rulebook import Ruling
from companion.game_system.schema import ruling_choices
from companion.game_system.system import GameSystem
from companion.games import GAMES
from companion.verbs.analyses import Analyses, AnalysisResult
from companion.verbs.basis import FILLED
from companion.verbs.calibrations import Calibration
from companion.verbs.checks import Check
from companion.verbs.errors import Error
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
    Error,
)
"""The types of all answers."""
WITH_INPUTS: tuple[type[BaseModel], ...] = (requests.RollRequest, requests.OddsRequest, requests.AnalysisRequest)
"""The models of bodies with inputs; each roll and each analysis has a body of its own, made from one of them."""
REQUESTS: tuple[type[BaseModel], ...] = (
    requests.MatchupRequest,
    requests.ExpressionRequest,
    requests.CalibrationRequest,
    requests.TableOpening,
    requests.TableViewRequest,
    requests.TableMoveRequest,
    requests.TableReportRequest,
)
"""The models of all other bodies."""
_PLACE = "#/components/schemas/"
_OF_GAME = re.compile(r"companion\.games\.(\w+)\.(?:\w+\.)*(\w+)")
Mode = Literal["serialization", "validation"]


@dataclass(frozen=True)
class Components:
    """The schemas by name, and a reference to the schema of each type."""

    schemas: JsonObject
    refs: dict[Any, JsonObject]

    @property
    def referred(self) -> JsonObject:
        """The schemas that the document refers to."""
        return {name: schema for name, schema in self.schemas.items() if name not in {m.__name__ for m in WITH_INPUTS}}

    def schema(self, model: type) -> JsonMapping:
        """Return the schema of a type itself, to which others refer."""
        schema: JsonMapping = self.schemas[self.refs[model]["$ref"].removeprefix(_PLACE)]
        return schema


class _Names(GenerateJsonSchema):
    """Names the models of a game with the game before them."""

    def get_defs_ref(self, core_mode_ref: CoreModeRef) -> DefsRef:
        """Return the name of a model's schema."""
        core_ref, mode = core_mode_ref
        name = _OF_GAME.sub(lambda found: pascal(found[1]) + found[2], core_ref)
        return super().get_defs_ref((CoreRef(name), mode))


def components() -> Components:
    """Return the schemas of all types of requests and answers, of the inputs of each roll and analysis, of rulings."""
    rolls = {kind.inputs for game in GAMES for kind in game.resolvers}
    inputs = dict.fromkeys(model for game in GAMES for model in _inputs(game))
    answers: list[tuple[type, Mode]] = [(answer, "serialization") for answer in ANSWERS]
    bodies: list[tuple[type, Mode]] = [(model, "validation") for model in (*REQUESTS, *WITH_INPUTS, *inputs)]
    refs, shared = TypeAdapter.json_schemas(
        [(one, mode, TypeAdapter(one)) for one, mode in (*answers, *bodies)],
        ref_template=f"{_PLACE}{{model}}",
        schema_generator=_Names,
    )
    schemas = {name: {**schema, "title": name} for name, schema in shared["$defs"].items()}
    schemas |= {ruling_name(game, ruling): _ruling(ruling) for game in GAMES for ruling in game.rulebook.ruling}
    found = Components(schemas, {one: ref for (one, _), ref in refs.items()})
    for model in rolls:
        _allow_origins(schemas[found.refs[model]["$ref"].removeprefix(_PLACE)])
    return found


def _inputs(game: GameSystem) -> Iterable[type[BaseModel]]:
    yield from (kind.inputs for kind in game.resolvers)
    yield from (analysis.inputs for analysis in game.analyses)


def _allow_origins(schema: JsonObject) -> None:
    """Add to the inputs of a roll the keys that say which card's number an input was filled from."""
    schema["patternProperties"] = {f"^{re.escape(FILLED)}": {"type": "string"}}


def _ruling(ruling: Ruling) -> JsonObject:
    return {"type": "string", **ruling_choices(ruling)}


def ruling_name(game: GameSystem, ruling: Ruling) -> str:
    """Return the name of the schema of a ruling's choice."""
    return f"{pascal(game.package)}{pascal(ruling.id)}Ruling"


def ruling_ref(game: GameSystem, ruling: Ruling) -> JsonObject:
    """Return a reference to the schema of a ruling's choice."""
    return {"$ref": f"{_PLACE}{ruling_name(game, ruling)}"}


def pascal(name: str) -> str:
    """Return a name as programs write the name of a class: `first-turn` is `FirstTurn`."""
    return "".join(word.capitalize() for word in re.split(r"\W|_", name))
