"""Random builds, legal or not, made from the JSON Schema of a game's builds: a new field is covered by itself.

Some carry packs and house rules, name unknown cards, or were written by a later release.
"""

import re

from companion.base.findings import InvalidInput
from companion.data.documents import to_document
from companion.game_system import schema

HOSTILE = (
    "2x Hawk", "10x Eng", "1x", "Modules: x", "Starts with 3 Momentum", "A | B · C", "**bold** _and_ `code`", "> quoted",
    "- bullet", "Legal.", "Checked: legal; Chess", "mech1 000", "Zürich Straße", "“quotes” ‘and’ „more“", "\\| back\\slash",
    "עברית", "👍🏽 thumbs", "x" * 120, "4 × Viking", "Commander: nobody", "with Rail Gun", ";", "=", "#", "[table]", "é",
)  # fmt: skip
"""Names that a reader of lines could take for something else."""
_PLAIN = ("own-key", "abc123", "")
"""What a pattern of keys or fingerprints allows."""


_SELDOM = {"house_rules": 0.3}


def random_build(game, source, most=4):
    """Return a random build that the game's model reads, as its document; None where the model reads none of ten."""
    described = {**schema.game_schema(game, None), "written": _written_texts(game)}
    for _ in range(10):
        document = {"game": game.slug, **_value(described["$defs"]["build"], described, source, most)}
        document["title"] = source.choice((*HOSTILE, ""))
        if source.random() < 0.4:
            document["pack"] = [random_pack(game, source) for _ in range(source.randint(1, 2))]
        if source.random() < 0.1:
            document |= {"format": 2, "from_later": [{"a": source.choice(HOSTILE)}]}
        try:
            return to_document(game.read(document))
        except InvalidInput:
            continue
    return None


def _written_texts(game):
    """Return the texts of a game's examples by field: those with a form of their own, such as a slot `1,2`."""
    texts = {}

    def note(value):
        for name, part in value.items():
            for one in part if isinstance(part, list) else [part]:
                if isinstance(one, dict):
                    note(one)
                elif isinstance(part, str) and name not in ("game", "title"):
                    texts.setdefault(name, []).append(part)

    for build in game.examples.values():
        note(to_document(build))
    return texts


def random_pack(game, source):
    """Return a pack as a build carries it: shipped cards under other names, and some as cards of its own."""
    pack = {"title": source.choice(HOSTILE), "key": f"key-{source.randrange(10**6)}"}
    for card, (kind, record) in source.sample([*game.catalogue.raw.items()], min(3, len(game.catalogue.raw))):
        own = {"id": f"own-{source.randrange(10**6)}"} if source.random() < 0.5 else {"id": card}
        pack.setdefault(kind, []).append({**record, **own, "name": source.choice(HOSTILE)[:60].strip()})
    return pack


def _value(part, described, source, most, depth=0):
    if "$ref" in part:
        return _value(described["$defs"][part["$ref"].rpartition("/")[2]], described, source, most, depth)
    if "const" in part:
        return part["const"]
    if "enum" in part:
        return source.choice(part["enum"])
    for several in ("anyOf", "oneOf"):
        if several in part:
            ids = [one for one in part[several] if one.get("$ref", "").endswith(".ids")]
            if ids and source.random() < 0.9:  # the rest are cards that nobody knows
                return _value(source.choice(ids), described, source, most, depth + 1)
            return _value(source.choice(part[several]), described, source, most, depth + 1)
    kind = part.get("type")
    if kind == "object":
        return _table(part, described, source, most, depth)
    if "prefixItems" in part:
        return [_value(one, described, source, most, depth + 1) for one in part["prefixItems"]]
    if kind == "array":
        count = source.randint(part.get("minItems", 0), min(part.get("maxItems", most), most))
        return [_value(part.get("items", {}), described, source, most, depth + 1) for _ in range(count)]
    if kind in ("integer", "number"):
        return source.randint(part.get("minimum", 0), min(part.get("maximum", 12), 12))
    if kind == "boolean":
        return source.random() < 0.5
    if kind == "null":
        return None
    texts = [text for text in (*HOSTILE, *_PLAIN) if re.search(part.get("pattern", ""), text)]
    return source.choice(texts)[: part.get("maxLength", 120)]


def _table(part, described, source, most, depth):
    needed = set(part.get("required", ()))
    table = {
        name: source.choice(described["written"][name])
        if name in described["written"] and source.random() < 0.7
        else _value(one, described, source, most, depth + 1)
        for name, one in part.get("properties", {}).items()
        if name not in ("pack", "statement", "credit", "game", "format", "$schema")
        and (name in needed or source.random() < (_SELDOM.get(name) or (0.7 if depth < 4 else 0.2)))
    }
    if isinstance(part.get("additionalProperties"), dict) and not part.get("properties"):
        names = part.get("propertyNames", {})
        for _ in range(source.randint(0, 2)):
            name = _value(names, described, source, most, depth + 1)
            table[str(name)] = _value(part["additionalProperties"], described, source, most, depth + 1)
    return table
