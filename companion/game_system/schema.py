"""One JSON Schema for a game's builds, packs and house rules, so that editors complete them; card ids included."""

from collections.abc import Mapping
from typing import Any

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.card_files import id_from_name
from companion.data.cards import Catalogue
from companion.data.columns import schema_of
from companion.data.documents import CREDIT, CarriedHouseRules, CarriedPack
from companion.data.rulebook import Ruling
from companion.game_system.system import GameSystem
from companion.gamekit.house_rules import KIND, HouseRules

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MARK_PATTERN = r"^\s*(printed|derived|house|custom|deduced|own)\s*(:[\s\S]*)?$"
"""The pattern of a mark of origin in card data: `house`, `derived: why`; older words included."""
_UNFINISHED = {
    "title": "Rows that cannot be used yet",
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "kind": {"type": "string"},
            "cells": {"type": "object", "additionalProperties": {"type": "string"}},
            "place": {"type": "string"},
        },
        "required": ["kind", "cells"],
    },
}


def game_schema(game: GameSystem, catalogue: Catalogue | None = None) -> JsonObject:
    """Return the JSON Schema (2020-12) of a game's builds, packs and house rules; one without `kind` is a build."""
    catalogue = catalogue or game.catalogue
    defs: JsonObject = {}
    for kind in game.kinds:
        defs |= _card(kind, catalogue)
    defs["build"] = _build(game, catalogue, defs)
    defs["pack"] = _pack(game)
    defs[KIND] = _house_rules(game, defs["build"])
    defs["document"] = _if_kind(KIND, "build")
    return {
        "$schema": DIALECT,
        "title": f"{game.title}: builds, packs and house rules",
        "type": "object",
        **_if_kind("pack", "document"),
        "$defs": defs,
    }


def _if_kind(kind: str, otherwise: str) -> JsonObject:
    """Return a schema that chooses a definition: that of `kind` for documents of that kind, else `otherwise`."""
    condition = {"properties": {"kind": {"const": kind}}, "required": ["kind"]}
    return {"if": condition, "then": {"$ref": f"#/$defs/{kind}"}, "else": {"$ref": f"#/$defs/{otherwise}"}}


def _card(kind: str, catalogue: Catalogue) -> JsonObject:
    """Return the definitions of a kind; a record of a shipped card needs only its id, or the name that gives the id."""
    model = catalogue.kinds[kind]
    schema = _prefix_references(dict(schema_of(model)), f"{kind}.")
    inner = schema.pop("$defs", {})
    marks = {"anyOf": [{"type": "string", "pattern": MARK_PATTERN}, {"$ref": f"#/$defs/{kind}.Mark"}]}
    table = {"type": "object", "additionalProperties": marks, "required": ["default"]}
    schema["properties"]["origin"] = {
        "title": "Origin",
        "description": "Where its numbers come from; what is left out is custom.",
        "anyOf": [{"type": "string", "pattern": MARK_PATTERN}, table],
    }
    required = [name for name in schema.pop("required", ()) if name not in ("origin", "id")]
    shipped_ids = [card_id for card_id, (card_kind, _) in catalogue.raw.items() if card_kind == kind]
    any_id = schema["properties"]["id"]
    known_ids = [{"$ref": f"#/$defs/{kind}.ids"}]
    schema["properties"]["id"] = {"title": "Id", "anyOf": [*known_ids, any_id]}
    if len(catalogue.kinds) > 1:
        schema["properties"]["id"]["not"] = {
            "anyOf": [{"$ref": f"#/$defs/{k}.ids"} for k in catalogue.kinds if k != kind]
        }
    if required:
        by_id = {"properties": {"id": {"$ref": f"#/$defs/{kind}.ids"}}, "required": ["id"]}
        names = sorted({card.name for card in catalogue.all(model) if id_from_name(card.name) == card.id})
        by_name = {"properties": {"id": False, "name": {"enum": names}}, "required": ["name"]}
        schema |= {
            "if": {"anyOf": [by_id, by_name]},
            "then": {},
            "else": {"required": required, **_forbid_taken_values(kind, catalogue)},
        }
    return {kind: schema, f"{kind}.ids": {"enum": shipped_ids}} | {
        f"{kind}.{name}": part for name, part in inner.items()
    }


def _forbid_taken_values(kind: str, catalogue: Catalogue) -> JsonObject:
    """Return the condition that a new card repeats no value of a unique field."""
    model = catalogue.kinds[kind]
    taken = {name: [card.field_values()[name] for card in catalogue.all(model)] for name in model.unique}
    return {"properties": {name: {"not": {"enum": values}} for name, values in taken.items()}} if taken else {}


def _build(game: GameSystem, catalogue: Catalogue, defs: JsonObject) -> JsonObject:
    schema = _prefix_references(dict(game.model.model_json_schema()), "build.")
    inner = schema.pop("$defs", {})
    pack_schema = inner.pop(CarriedPack.__name__, {"properties": {}})
    tables = {kind: _cards(kind) for kind in game.kinds}
    defs["carried"] = {
        **pack_schema,
        "properties": {**pack_schema["properties"], **tables},
        "additionalProperties": False,
    }
    schema["properties"]["pack"] = {
        "title": "Card packs it uses",
        "type": "array",
        "maxItems": 20,
        "items": {"$ref": "#/$defs/carried"},
    }
    rulings = {ruling.id: {"title": ruling.question, **ruling_choices(ruling)} for ruling in game.rulebook.ruling}
    schema["properties"]["rulings"] = {"type": "object", "properties": rulings, "additionalProperties": False}
    decisions = {"rulings": schema["properties"]["rulings"], "limits": _limits(game, schema["properties"])}
    inner[CarriedHouseRules.__name__]["properties"] |= decisions
    defs |= {f"build.{name}": _offer_card_ids(part, catalogue) for name, part in inner.items()}
    return dict(_offer_card_ids(schema, catalogue))


def ruling_choices(ruling: Ruling) -> JsonObject:
    """Return the schema of a ruling's choice: its options, and the numbers that may be typed."""
    typed = ruling.number
    numbers = range(typed.least, typed.most + 1) if typed else ()
    return {"enum": [*(option.id for option in ruling.option), *map(str, numbers)]}


def _limits(game: GameSystem, fields: JsonMapping) -> JsonObject:
    """Return the schema of the limits of house rules: fields of the build, each with its own values."""
    limits = {field.name: fields[field.name] for field in game.limits}
    return {"type": "object", "properties": limits, "additionalProperties": False}


def _house_rules(game: GameSystem, build: JsonMapping) -> JsonObject:
    own = _prefix_references(HouseRules.model_json_schema(), "build.")
    shared = {"rulings": build["properties"]["rulings"], "pack": build["properties"]["pack"]}
    limits = _limits(game, build["properties"])
    heads = {"game": {"const": game.slug}, "kind": {"const": KIND}, "limits": limits}
    return {
        "title": f"{game.title}: house rules",
        "type": "object",
        "properties": {**own["properties"], **shared, **heads},
        "required": ["game", "kind", "title"],
        "additionalProperties": False,
    }


def _pack(game: GameSystem) -> JsonObject:
    heads = {
        "game": {"const": game.slug},
        "kind": {"const": "pack"},
        "title": {"type": "string", "maxLength": 120},
        "key": {"type": "string", "maxLength": 43, "pattern": "^[A-Za-z0-9_-]*$"},
        "unfinished": _UNFINISHED,
        CREDIT: {"type": "string"},
    }
    tables = {kind: _cards(kind) for kind in game.kinds}
    return {
        "title": f"{game.title}: card pack",
        "type": "object",
        "properties": {**heads, **tables},
        "required": ["game", "kind"],
        "additionalProperties": False,
    }


def _cards(kind: str) -> JsonObject:
    return {"type": "array", "items": {"$ref": f"#/$defs/{kind}"}}


def _prefix_references(value: Any, before: str) -> Any:
    """Return a schema whose references have a prefix, so that definitions of several models do not collide."""
    if isinstance(value, Mapping):
        return {
            key: f"#/$defs/{before}{part.rsplit('/', 1)[1]}" if key == "$ref" else _prefix_references(part, before)
            for key, part in value.items()
        }
    return [_prefix_references(part, before) for part in value] if isinstance(value, list) else value


def _offer_card_ids(value: Any, catalogue: Catalogue) -> Any:
    """Return a schema in which each field with `card_ids`, a kind or several, offers the ids of such cards."""
    if isinstance(value, list):
        return [_offer_card_ids(part, catalogue) for part in value]
    if not isinstance(value, Mapping):
        return value
    schema = {key: _offer_card_ids(part, catalogue) for key, part in value.items()}
    kinds = schema.pop("card_ids", None)
    if kinds is None:
        return schema
    names = [kinds] if isinstance(kinds, str) else kinds
    id_lists = [{"$ref": f"#/$defs/{kind}.ids"} for kind in names]
    return {"title": schema.pop("title", "Card"), "anyOf": [*id_lists, schema]}
