"""Reads a list from the lines that `summary` writes for a chat, or from lines typed like them: one unit a line."""

import re
from dataclasses import replace

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.data.card_ids import find_card, plain_name
from companion.data.cards import Catalogue, named_text
from companion.data.documents import read_as
from companion.data.marks import SIGNS
from companion.games.mechastellar.model import MODULES, TYPES, Force, Profile, pilot_title
from companion.games.mechastellar.rules.loadout import alternate, extra

_SIGN = f"[{''.join(SIGNS.values())}]?"
_FIRST_WORDS = "MechaStellar list: "
_HEAD = re.compile(rf"{_FIRST_WORDS}(?P<title>.*): \d+{_SIGN} of (?P<size>\d+) points, (?P<theatre>ground|space)")
_UNIT = re.compile(
    rf"(?:(?P<count>\d{{1,2}})\s*[×x*]\s*)?(?P<name>“.+” \([^()]+\)|.+?)"
    rf"(?:: (?P<points>\d+){_SIGN}(?:; (?P<parts>.+))?)?"
)
_KIND = re.compile(r"(?P<name>.+) \((?P<profile>[^()]+)\)")
_LAST_WORDS = "Starts with "
_LEVELS = {plain_name(pilot_title(kind, level)): level for kind in TYPES for level in (0, 1, 2)}


def looks_like_chat(text: str) -> bool:
    """Return whether a text is lines of units rather than TOML or JSON; after our first line, `=` may be in a name."""
    if text.lstrip().startswith(_FIRST_WORDS):
        return True
    return not text.lstrip().startswith(("{", "[")) and "=" not in text


def from_chat(text: str, where: str, catalogue: Catalogue) -> Force:
    """Return the list in lines of text; InvalidInput names the field `where` and each line that cannot be read.

    An unknown profile in a list with its head stays under its name.
    """
    document: JsonObject = {"game": "mechastellar", "unit": []}
    errors: list[InputError] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if words.startswith(_LAST_WORDS):
            break
        if not words or _read_head(words, document):
            continue
        try:
            document["unit"].append(_read_unit(words, document, catalogue))
        except ValueError as error:
            errors.append(InputError(f"{where}, line {number}", quote(words), str(error)))
    if errors:
        raise InvalidInput(*errors)
    return read_list(document, where)


def read_list(document: object, where: str, catalogue: Catalogue | None = None) -> Force:
    """Return a document as a list; InvalidInput names the field `where`, then the place in the list.

    Without a catalogue any card that it names will do.
    """
    try:
        return read_as(Force, document, {"catalogue": catalogue})
    except InvalidInput as error:
        raise InvalidInput(*(prefix_field(e, where) for e in error.input_errors)) from None


def prefix_field(error: InputError, where: str) -> InputError:
    """Return an input error with the field before its place: `theirs, unit[0].count`."""
    return replace(error, where=", ".join(part for part in (where, error.where) if part))


def _read_head(words: str, document: JsonObject) -> bool:
    if head := _HEAD.fullmatch(words):
        document |= {"title": head["title"], "size": int(head["size"]), "theatre": head["theatre"]}
        return True
    if words.startswith("Modules: "):
        titles = {plain_name(title): module for module, title in MODULES.items()}
        names = (plain_name(title) for title in words.removeprefix("Modules: ").split(", "))
        document["modules"] = [titles[name] for name in names if name in titles]
        return True
    return False


def _read_unit(words: str, document: JsonObject, catalogue: Catalogue) -> JsonObject:
    """Return one line as a unit of a document; ValueError says what is expected.

    In a list with its head, a line with a price is a unit, also of an unknown profile.
    """
    line = _UNIT.fullmatch(words)
    name, profile = _read_name(line["name"] if line else words, catalogue)
    if line is None or (profile is None and not ("size" in document and line["points"])):
        raise ValueError("a unit profile such as 2 × Green Viking, or Zeke (Green Viking)")
    entry: JsonObject = {"profile": profile.id} if profile else _read_unknown(line["name"])
    if profile and name != profile.name:
        entry["name"] = name
    if line["count"]:
        entry["count"] = int(line["count"])
    for part in (line["parts"] or "").split(", "):
        if part:
            _read_part(part, entry, profile, document)
    return entry


def _read_name(text: str, catalogue: Catalogue) -> tuple[str, Profile | None]:
    """Return a unit's name and its profile: `Zeke (Green Viking)`, or the profile's own name alone."""
    kind = _KIND.fullmatch(text)
    card = find_card(catalogue, Profile, kind["profile"]) if kind else None
    name = _unquote(kind["name"]) if kind and card else text
    card = card or find_card(catalogue, Profile, text)
    return name, card if isinstance(card, Profile) else None


def _unquote(name: str) -> str:
    return name[1:-1] if name[:1] == "“" and name[-1:] == "”" else name


def _read_unknown(text: str) -> JsonObject:
    kind = _KIND.fullmatch(text)
    if kind is None:
        return {"profile": named_text(text)}
    return {"profile": named_text(kind["profile"]), "name": _unquote(kind["name"])}


def _read_part(part: str, entry: JsonObject, profile: Profile | None, document: JsonObject) -> None:
    old, arrow, new = part.partition(" → ")
    is_kept = "size" in document  # in a list with its head, what no rule allows is a finding of its check
    if part == "commander":
        document["commander"] = entry.get("name", profile.name if profile else entry["profile"])
    elif part.startswith("aboard "):
        entry["carried_by"] = _unquote(part.removeprefix("aboard "))
    elif part.startswith("trait "):
        entry.setdefault("traits", []).append(part.removeprefix("trait "))
    elif plain_name(part) in _LEVELS:
        entry["pilot"] = _LEVELS[plain_name(part)]
    elif arrow and (is_kept or (profile and alternate(profile, new))):
        entry.setdefault("swaps", {})[old] = new
    elif profile and extra(profile, part):
        entry.setdefault("extras", []).append(part)
    elif "carried_by" in entry:  # the ship's name holds a comma
        entry["carried_by"] = _unquote(f"{entry['carried_by']}, {part}")
    elif is_kept:
        entry.setdefault("extras", []).append(part)
    elif profile:
        raise ValueError(f"weapons that {profile.name} may take, its pilot, traits or ship, not {quote(part)}")
