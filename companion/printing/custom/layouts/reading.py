"""Reads a layout from TOML: merges it with its starter, resolves `like`, checks every name. All errors at once."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import Field

from companion.base.findings import InputError, InvalidInput, errors_at, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import perhaps
from companion.data.documents import Record, parse, read_as
from companion.printing.custom.layouts import colours, starters
from companion.printing.custom.layouts.templates import ColumnSlot, Template, fold_name
from companion.printing.custom.layouts.zones import (
    CONTENTS,
    FURTHEST,
    MOST_ZONES,
    CardLayout,
    CardZone,
    Typefaces,
    ZoneTable,
)
from companion.printing.custom.symbols import SYMBOLS
from companion.printing.sheets import papers
from companion.printing.text import fonts, typeface_cleaning

LONGEST = 100_000
"""The most characters of a layout."""
MOST_COLOURS = 1000
TYPEFACE_FILE = "a typeface beside the cards (.ttf, .otf, .ttc)"
STYLES = ("regular", "bold", "italic", "bold italic")
"""The faces of a family."""
_ALIASES = {"color": "colour"}
_MERGE_KEYS = ("like", "shift")
"""Keys for merging zones, which are not part of the result."""


class _Back(Record):
    """The back of the cards, unchecked."""

    zone: list[JsonObject] = Field(default_factory=list)


@dataclass(frozen=True)
class _Names:
    """The colours and typefaces for zones, and the layout's defaults for all zones."""

    colours: set[str]
    typefaces: Mapping[str, Mapping[str, str]]
    defaults: JsonObject


class _Written(Record):
    """A layout as in its file, unchecked."""

    title: str = Field(default="", max_length=120)
    extends: str = ""
    format: str = Field(default="", max_length=40)
    scales: bool = False
    safe: float | None = Field(default=None, ge=0, le=30, allow_inf_nan=False)
    colours: JsonObject = Field(default_factory=dict)
    glyphs: dict[str, str] = Field(default_factory=dict, max_length=100)
    markup: bool | None = None
    typeface: Typefaces = ()
    typefaces: dict[str, str | dict[str, str]] = Field(default_factory=dict, max_length=12)
    zone: list[JsonObject] = Field(default_factory=list)
    back: _Back | None = None


def read_layout(text: str, name: str) -> CardLayout:
    """Return the layout in a TOML text; InvalidInput names the place, such as `my.layout.toml: zone title: at`."""
    if len(text) > LONGEST:
        raise InvalidInput(InputError(name, f"{len(text):,} characters", f"at most {LONGEST:,}"))
    return from_table(parse(text, name), name)


def starter(name: str) -> CardLayout:
    """Return a layout that ships with the product; InvalidInput lists them."""
    return from_table({"extends": name}, name)


def from_table(data: JsonMapping, name: str) -> CardLayout:
    """Return the layout in a parsed table; InvalidInput with every error, `name` before each place."""
    errors: list[InputError] = []
    with errors_at(name):
        written = read_as(_Written, {"colours" if key == "colors" else key: value for key, value in data.items()})
        base = _Written() if not written.extends else read_as(_Written, parse(starters.text(written.extends)))
    if not isinstance(written.colours.get("by", {}), Mapping):
        error = InputError("colours.by", quote(written.colours["by"]), "tables, as [colours.by.type]")
        raise InvalidInput(error).prefix_place(name)
    by_column = _merge_colours(base.colours.get("by", {}), written.colours.get("by", {}))
    plain = {key: value for key, value in {**base.colours, **written.colours}.items() if key != "by"}
    glyphs = {**base.glyphs, **written.glyphs}
    families = {name: _styles(files) for name, files in {**base.typefaces, **written.typefaces}.items()}
    errors += _colour_errors(plain, by_column) + _glyph_errors(glyphs) + _typeface_errors(families)
    format_name = written.format or base.format
    if format_name:
        try:
            papers.find_format(format_name)
        except InvalidInput as invalid:
            errors += invalid.input_errors
    if errors:
        raise InvalidInput(*errors).prefix_place(name)
    case_names = {key for cases in by_column.values() for case in cases.values() for key in case}
    names = _Names({*colours.names(plain), *case_names}, families, _zone_defaults(base, written))
    zones = _zones(base.zone, written.zone, "zone", names, errors)
    back_zones = _backs(base, written, names, errors)
    if len(zones) + len(back_zones or ()) > MOST_ZONES:
        errors.append(InputError("zone", f"{len(zones) + len(back_zones or ())} zones", f"at most {MOST_ZONES}"))
    if not zones and not errors:
        errors.append(InputError("zone", "no zone", "at least one table [[zone]], or extends"))
    if errors:
        raise InvalidInput(*errors).prefix_place(name)
    safe = base.safe if written.safe is None else written.safe
    # A starter's zones scale; with a format of its own a file's zones are in mm on that.
    scales = written.scales or (base.scales and not written.format)
    return CardLayout(
        title=name[:120], format=format_name, scales=scales, safe=safe, colours=plain, by=_fold_colours(by_column),
        glyphs=glyphs, typefaces=families, optional=_optional(), zones=tuple(zones),
        back=None if back_zones is None else tuple(back_zones),
    )  # fmt: skip


@cache
def _optional() -> frozenset[str]:
    """Return the columns in starters' texts, art and icons; cards may lack them."""
    slots = re.findall(r"\{([^{}\n]+)\}", "".join(map(starters.text, starters.STARTERS)))
    return frozenset(fold_name(name) for slot in slots for name in slot.split("|"))


def _merge_colours(one: JsonMapping, other: JsonMapping) -> JsonObject:
    """Return the colours by column of two layouts together; values that are no tables are checked later."""
    merged = {key: dict(cases) if isinstance(cases, Mapping) else cases for key, cases in one.items()}
    for column, cases in other.items():
        both = isinstance(cases, Mapping) and isinstance(merged.get(column), dict)
        merged[column] = {**merged[column], **cases} if both else cases
    return merged


def _fold_colours(by_column: JsonMapping) -> dict[str, JsonObject]:
    """Return the colours by column, with folded values."""
    return {
        column: {case.casefold(): code_by_name for case, code_by_name in cases.items()}
        for column, cases in by_column.items()
    }


def _colour_errors(plain: JsonMapping, by_column: JsonMapping) -> list[InputError]:
    """Return the errors in the colours, with their places."""
    errors = []
    if len(plain) + sum(len(cases) for cases in by_column.values() if isinstance(cases, Mapping)) > MOST_COLOURS:
        return [InputError("colours", "too many colours", f"at most {MOST_COLOURS:,}")]
    for key, value in plain.items():
        errors += _colour_error(f"colours.{key}", value, plain)
    for column, cases in by_column.items():
        if not isinstance(cases, Mapping):
            errors.append(InputError(f"colours.by.{column}", quote(cases), 'a table: Attack = {accent = "#8b1e1e"}'))
            continue
        for case, colours_of in cases.items():
            place = f"colours.by.{column}.{case}"
            if not isinstance(colours_of, Mapping):
                errors.append(InputError(place, quote(colours_of), 'a table: {accent = "#8b1e1e", ground = "white"}'))
                continue
            both = {**plain, **colours_of}
            errors += [e for key, value in colours_of.items() for e in _colour_error(f"{place}.{key}", value, both)]
    return errors


def _colour_error(place: str, value: Any, plain: JsonMapping) -> list[InputError]:
    texts = {key: part for key, part in plain.items() if isinstance(part, str)}
    if isinstance(value, str) and colours.find_colour(value, texts):
        return []
    return [InputError(place, quote(value), "a colour such as #8b1e1e, gold, or another colour's name")]


def _glyph_errors(glyphs: Mapping[str, str]) -> list[InputError]:
    errors = []
    for key, value in glyphs.items():
        if not key or not all(letter in "abcdefghijklmnopqrstuvwxyz0123456789_-" for letter in key):
            errors.append(InputError(f"glyphs.{key}", quote(key), "a name of small letters, digits and hyphens"))
        elif value not in SYMBOLS and "." not in value:
            errors.append(InputError(f"glyphs.{key}", quote(value), f"a picture's file{_list_names(value, SYMBOLS)}"))
    return errors


def _styles(files: str | dict[str, str]) -> dict[str, str]:
    return (
        {"regular": files}
        if isinstance(files, str)
        else {" ".join(key.split("-")): file for key, file in files.items()}
    )


def _typeface_errors(families: Mapping[str, Mapping[str, str]]) -> list[InputError]:
    errors = []
    for name, files in families.items():
        if name in fonts.SHIPPED:
            errors.append(InputError(f"typefaces.{name}", quote(name), "another name: this family ships"))
        if "regular" not in files or not files.keys() <= set(STYLES):
            wanted = f"regular, and of {', '.join(STYLES[1:])} those that there are"
            errors.append(InputError(f"typefaces.{name}", ", ".join(files) or "an empty table", wanted))
        errors += [error for file in files.values() for error in _file_error(f"typefaces.{name}", file)]
    return errors


def _file_error(place: str, file: str) -> list[InputError]:
    if file.lower().endswith(typeface_cleaning.ENDINGS):
        return []
    return [InputError(place, quote(file), TYPEFACE_FILE)]


def _zone_defaults(base: _Written, written: _Written) -> JsonObject:
    """Return a layout's defaults for all its zones."""
    markup = base.markup if written.markup is None else written.markup
    defaults: JsonObject = {"typeface": written.typeface or base.typeface, "markup": markup}
    return {key: value for key, value in defaults.items() if value}


def _list_names(word: str, known: Iterable[str]) -> str:
    names = list(known)
    return f" or one of {', '.join(names)}{perhaps(word.lower(), names)}"


def _backs(base: _Written, written: _Written, allowed: "_Names", errors: list[InputError]) -> list[CardZone] | None:
    if base.back is None and written.back is None:
        return None
    base_zones = base.back.zone if base.back else []
    return _zones(base_zones, written.back.zone if written.back else [], "back zone", allowed, errors)


def _zones(
    base: Sequence[ZoneTable], written: Sequence[ZoneTable], kind: str, allowed: _Names, errors: list[InputError]
) -> list[CardZone]:
    """Return the zones of one side in the order of drawing; a zone with the name of one in the base changes that."""
    if len(written) > MOST_ZONES:
        errors.append(InputError(kind, f"{len(written)} zones", f"at most {MOST_ZONES}"))
        return []
    merged: dict[str, ZoneTable] = {}
    for tables in (base, written):
        _add(merged, tables, kind, errors)
    zones = []
    for title, table in merged.items():
        try:
            zones.append(_check_zone(read_as(CardZone, {**allowed.defaults, **table}), allowed))
        except InvalidInput as error:
            errors += error.prefix_place(f"{kind} {quote(title).strip(chr(39))}").input_errors
    return [zone for zone in zones if not zone.off]


def _add(merged: dict[str, ZoneTable], zones: Sequence[ZoneTable], kind: str, errors: list[InputError]) -> None:
    """Add zones to `merged`, or change those of the same name in it."""
    titles: set[str] = set()
    for number, zone in enumerate(zones, 1):
        table = {_ALIASES.get(key, key): value for key, value in zone.items()}
        title = table.get("name") or f"{number}"
        title = title if isinstance(title, str) else quote(title)
        place = f"{kind} {quote(title).strip(chr(39))}"
        if title in titles:
            errors.append(InputError(place, "two zones of that name", "a name of its own for each"))
            continue
        titles.add(title)
        try:
            merged[title] = {**_change_zone(merged.get(title, {}), _resolve_like(table, merged)), "name": title}
        except InvalidInput as error:
            errors += error.prefix_place(place).input_errors


def _change_zone(before: ZoneTable, changes: ZoneTable) -> ZoneTable:
    """Return a zone with some keys replaced; new contents replace any other contents."""
    if any(key in changes for key in CONTENTS):
        before = {key: value for key, value in before.items() if key not in CONTENTS}
    return {**before, **changes}


def _resolve_like(table: ZoneTable, merged: Mapping[str, ZoneTable]) -> ZoneTable:
    """Return a zone with the keys of the zone that it is `like`, moved by `shift`."""
    if "like" not in table and "shift" not in table:
        return table
    like = table.get("like", table.get("name"))
    if not isinstance(like, str) or like not in merged:
        near = perhaps(like, merged) if isinstance(like, str) else ""
        raise InvalidInput(InputError("like", quote(like), f"a zone before it{near}"))
    zone = _change_zone(merged[like], {key: value for key, value in table.items() if key not in _MERGE_KEYS})
    if "shift" in table:
        zone["at"] = _shift(zone.get("at"), table["shift"])
    return zone


def _shift(at: object, shift: object) -> list[float]:
    if not (_is_pair(at) and _is_pair(shift)):
        raise InvalidInput(InputError("shift", quote(shift), "how far to the right and down in mm, such as [0, 12]"))
    return [one + other for one, other in zip(at, shift, strict=True)]  # type: ignore[call-overload]


def _is_pair(value: object) -> bool:
    """Return whether a value is two numbers in mm that can be added."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    return all(type(number) in (int, float) and -FURTHEST <= number <= FURTHEST for number in value)


def _check_zone(zone: CardZone, allowed: _Names) -> CardZone:
    """Return a zone after checking its colours, typeface and sizes."""
    colour_keys = ("fill", "stroke", "colour")
    errors = [error for key in colour_keys for error in _unknown_colours(key, getattr(zone, key), allowed.colours)]
    families = (*fonts.SHIPPED, *allowed.typefaces)
    errors += [
        InputError("typeface", quote(name), f"{', '.join(families)}, or {TYPEFACE_FILE}")
        for name in zone.typeface
        if name not in families and _file_error("", name)
    ]
    if zone.font < zone.least:
        errors.append(InputError("least", f"{zone.least:g}", f"at most the size of the font, {zone.font:g}"))
    if errors:
        raise InvalidInput(*errors)
    return zone


def _unknown_colours(key: str, wanted: Template, names: set[str]) -> list[InputError]:
    for part in wanted.parts:
        if (
            not isinstance(part, ColumnSlot)
            and part.strip() not in {*names, *colours.NONE}
            and not colours.colour_code(part)
        ):
            expected = f"a colour such as #8b1e1e, or one of {', '.join(sorted(names))}"
            return [InputError(key, quote(part), expected + perhaps(part, names))]
    return []
