"""The query inputs of the OpenAPI document, as a query writes them.

A query is text: it has no null, names a field of a table with a dot (`theirs.front-left=door`), and repeats the name of
a list. A ruling has its prefix, `ruling.layout=ring`.
"""

from collections.abc import Iterable, Mapping

from pydantic import BaseModel

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.rulebook import Ruling
from companion.game_system.schema import KINDS
from companion.game_system.system import GameSystem
from companion.games import GAMES
from companion.verbs.basis import FILLED
from companion.web.api.components import Components, ruling_name, ruling_ref
from companion.web.api.requests import RULING

_PLACE = "#/components/parameters/"
GAME: JsonObject = {
    "name": "game",
    "in": "path",
    "required": True,
    "description": "The short name of a game.",
    "schema": {"type": "string", "enum": [game.slug for game in GAMES]},
}
"""The game in an address."""
KIND: JsonObject = {
    "name": "kind",
    "in": "path",
    "required": True,
    "description": "What a document is.",
    "schema": {"type": "string", "enum": [*KINDS]},
}
"""The kind of document in an address."""


def ruling_parameters() -> JsonObject:
    """Return the parameters of all rulings by name, for operations to refer to."""
    return {
        ruling_name(game, ruling): _parameter(f"{RULING}{ruling.id}", ruling.question, ruling_ref(game, ruling))
        for game in GAMES
        for ruling in game.rulebook.ruling
    }


def rulings_of(game: GameSystem) -> list[JsonObject]:
    """Return references to the parameters of a game's rulings."""
    return [_reference(game, ruling) for ruling in game.rulebook.ruling]


def _reference(game: GameSystem, ruling: Ruling) -> JsonObject:
    return {"$ref": f"{_PLACE}{ruling_name(game, ruling)}"}


def query_parameters(model: type[BaseModel], components: Components) -> list[JsonObject]:
    """Return a parameter for each input of a model; a table has one for each of its fields that are known."""
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    required = schema.get("required", ())
    return [
        parameter
        for name, field in schema["properties"].items()
        for parameter in _field_parameters(name, field, name in required, components)
    ]


def _field_parameters(name: str, field: JsonMapping, is_required: bool, components: Components) -> Iterable[JsonObject]:
    about = str(field.get("description") or field["title"])
    keys = field.get("propertyNames", {}).get("enum", ())
    for key in keys:
        yield _parameter(f"{name}.{key}", f"{about} ({key})", field["additionalProperties"])
    if not keys:
        yield _parameter(name, about, _as_text(field), is_required)


def _as_text(field: JsonMapping) -> JsonObject:
    """Return the schema of a field as a query writes it: without null, and as text where it is a table or has some."""
    plain = {key: value for key, value in field.items() if key not in ("anyOf", "description")}
    if plain.get("default", ...) is None:
        del plain["default"]
    ways = [way for way in field.get("anyOf", ()) if way.get("type") != "null"]
    if ways:
        return plain | (_as_text(ways[0]) if len(ways) == 1 else {"anyOf": [_as_text(way) for way in ways]})
    if "$ref" in field or field.get("type") == "object":
        return {"type": "string", "title": field.get("title", "")}
    if field.get("type") == "array":
        return plain | {"items": _as_text(field["items"])}
    return plain


def origin_parameter(model: type[BaseModel]) -> JsonObject:
    """Return the parameter for the keys that say which card's number an input was filled from: `from.attack`.

    Its own name is in no address: each of its keys is.
    """
    keys = [f"{FILLED}{name}" for name in model.model_fields]
    schema = {"type": "object", "propertyNames": {"enum": keys}, "additionalProperties": {"type": "string"}}
    about = "The cards that inputs were filled from, as `from.penetration=4:rail-gun.pe`; marks of origin follow."
    return _parameter("filled_from", about, schema) | {"style": "form", "explode": True}


def _parameter(name: str, about: str, schema: Mapping[str, object], is_required: bool = False) -> JsonObject:
    return {"name": name, "in": "query", "required": is_required, "description": about, "schema": schema}
