"""Random builds, legal or not, made from the JSON Schema of a game's builds: a new field is covered by itself."""

from companion.base.findings import InvalidInput
from companion.data.documents import to_document
from companion.game_system import schema

HOSTILE = (
    "2x Hawk", "10x Eng", "1x", "Modules: x", "Starts with 3 Momentum", "A | B · C", "**bold** _and_ `code`", "> quoted",
    "- bullet", "Legal.", "Checked: legal; Chess", "mech1 000", "Zürich Straße", "“quotes” ‘and’ „more“", "\\| back\\slash",
    "עברית", "👍🏽 thumbs", "x" * 120, "4 × Viking", "Commander: nobody", "with Rail Gun", ";", "=", "#", "[table]", "é",
)  # fmt: skip
"""Names that a reader of lines could take for something else."""


def random_build(game, source, most=4):
    """Return a random build that the game's model reads, as its document; None where the model reads none of ten."""
    described = schema.game_schema(game, None)
    for _ in range(10):
        document = {"game": game.slug, **_value(described["$defs"]["build"], described, source, most)}
        try:
            return to_document(game.read({**document, "title": source.choice((*HOSTILE, ""))}))
        except InvalidInput:
            continue
    return None


def _value(part, described, source, most, depth=0):
    if "$ref" in part:
        return _value(described["$defs"][part["$ref"].rpartition("/")[2]], described, source, most, depth)
    if "const" in part:
        return part["const"]
    if "enum" in part:
        return source.choice(part["enum"])
    for several in ("anyOf", "oneOf"):
        if several in part:
            return _value(source.choice(part[several]), described, source, most, depth + 1)
    kind = part.get("type")
    if kind == "object":
        return _table(part, described, source, most, depth)
    if kind == "array":
        count = source.randint(part.get("minItems", 0), min(part.get("maxItems", most), most))
        return [_value(part.get("items", {}), described, source, most, depth + 1) for _ in range(count)]
    if kind in ("integer", "number"):
        return source.randint(part.get("minimum", 0), min(part.get("maximum", 12), 12))
    if kind == "boolean":
        return source.random() < 0.5
    return None if kind == "null" else source.choice(HOSTILE)[: part.get("maxLength", 120)]


def _table(part, described, source, most, depth):
    needed = set(part.get("required", ()))
    table = {
        name: _value(one, described, source, most, depth + 1)
        for name, one in part.get("properties", {}).items()
        if name not in ("pack", "house_rules", "statement", "credit", "game", "title")
        and (name in needed or source.random() < (0.7 if depth < 4 else 0.2))
    }
    if isinstance(part.get("additionalProperties"), dict) and not part.get("properties"):
        names = part.get("propertyNames", {})
        for _ in range(source.randint(0, 2)):
            name = _value(names, described, source, most, depth + 1)
            table[str(name)] = _value(part["additionalProperties"], described, source, most, depth + 1)
    return table
