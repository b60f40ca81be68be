"""JSON Schemas of a game's builds, packs and house rules, so that editors complete them; card ids included.

Some editors find completions only under `properties`, `items`, `$ref` and `anyOf`: what refuses an id that no known
card has stands beside them under `if`, and the schema of one kind of document has no `if` above its fields.
"""

from collections.abc import Mapping
from typing import Any

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.card_files import id_from_name
from companion.data.card_ids import CARD_IDS, CARD_NAMES
from companion.data.cards import Catalogue
from companion.data.columns import schema_of
from companion.data.documents import CREDIT, SCHEMA_KEY, CarriedHouseRules, CarriedPack
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


KINDS = ("build", "pack", KIND)
"""What a schema may be of."""
_HAS_PACK = {"properties": {"pack": {"minItems": 1}}, "required": ["pack"]}


def game_schema(game: GameSystem, catalogue: Catalogue | None = None, kind: str = "") -> JsonObject:
    """Return the JSON Schema (2020-12) of a game's builds, packs or house rules; without `kind` of all of them.

    A document without `kind` is a build. Only cards of the catalogue are taken, unless the document carries a pack:
    then an id may be one of the pack's.
    """
    catalogue = catalogue or game.catalogue
    defs: JsonObject = {}
    for card_kind in game.kinds:
        defs |= _card(card_kind, catalogue)
    defs["pack"] = _pack(game)
    parts = _build(game, defs)
    parts[KIND] = _house_rules(game, parts["build"])
    defs |= {name: _offer_card_ids(part) for name, part in parts.items()}
    defs |= _known_cards(parts, catalogue)
    for name in ("build", KIND):
        if f"{name}.known" in defs:
            defs[name] |= {"if": _HAS_PACK, "else": {"$ref": f"#/$defs/{name}.known"}}
        defs[name]["properties"][SCHEMA_KEY] = {"type": "string"}
    defs["document"] = _if_kind(KIND, "build")
    titles = {"build": "builds", "pack": "card packs", KIND: "house rules"}
    root = {"$ref": f"#/$defs/{kind}"} if kind else _if_kind("pack", "document")
    return {
        "$schema": DIALECT,
        "title": f"{game.title}: {titles.get(kind, 'builds, packs and house rules')}",
        "type": "object",
        **root,
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


def _build(game: GameSystem, defs: JsonObject) -> JsonObject:
    """Return the definitions of a build and of its parts by name; its fields say which cards they name."""
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
    return {"build": schema} | {f"build.{name}": part for name, part in inner.items()}


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
        SCHEMA_KEY: {"type": "string"},
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


def _offer_card_ids(value: Any) -> Any:
    """Return a schema in which each field with `card_ids`, a kind or several, offers the ids of such cards."""
    if isinstance(value, list):
        return [_offer_card_ids(part) for part in value]
    if not isinstance(value, Mapping):
        return value
    schema = {key: _offer_card_ids(part) for key, part in value.items() if key not in (CARD_IDS, CARD_NAMES)}
    if CARD_IDS not in value:
        return schema
    id_lists = [{"$ref": f"#/$defs/{kind}.ids"} for kind in _kinds(value)]
    return {"title": schema.pop("title", "Card"), "anyOf": [*id_lists, schema]}


def _kinds(field: JsonMapping) -> list[str]:
    kinds = field[CARD_IDS]
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _known_cards(parts: JsonMapping, catalogue: Catalogue) -> JsonObject:
    """Return for each definition in which cards are named one that takes the known cards there, and says no more."""
    known = {f"{name}.known": _known_part(part, parts, catalogue) for name, part in parts.items()}
    return {name: part for name, part in known.items() if part}


def _known_part(schema: JsonMapping, parts: JsonMapping, catalogue: Catalogue) -> JsonObject:
    """Return what a schema says of cards alone: which are known; empty where it names none."""
    if CARD_IDS in schema:
        return {"enum": _known_texts(schema, catalogue)}
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        is_about_cards = name in parts and _known_part(parts[name], parts, catalogue)
        return {"$ref": f"#/$defs/{name}.known"} if is_about_cards else {}
    ways = [(way, _known_part(way, parts, catalogue)) for way in schema.get("anyOf", ())]
    found: JsonObject = {"anyOf": [known or way for way, known in ways]} if any(known for _, known in ways) else {}
    for word in ("items", "propertyNames", "additionalProperties"):
        part = schema.get(word)
        if isinstance(part, Mapping) and (known := _known_part(part, parts, catalogue)):
            found[word] = known
    fields = {name: _known_part(part, parts, catalogue) for name, part in schema.get("properties", {}).items()}
    if any(fields.values()):
        found["properties"] = {name: known for name, known in fields.items() if known}
    # Without the type, a text would pass where the schema of a table has nothing to say of texts.
    return {"type": schema["type"], **found} if found and "type" in schema else found


def _known_texts(field: JsonMapping, catalogue: Catalogue) -> list[str]:
    """Return the ids of the cards that a field may name; with `card_names` their names too, and nothing."""
    cards = [card for kind in _kinds(field) for card in catalogue.all(catalogue.kinds[kind])]
    names = ["", *(card.name for card in cards)] if field.get(CARD_NAMES) else []
    return list(dict.fromkeys([*(card.id for card in cards), *names]))
