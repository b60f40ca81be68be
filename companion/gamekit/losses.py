"""Losses of a side of a matchup: numbers on the record sheets of its units, `2/hp=300`, separated by commas.

Before 0.18 a loss was words, `Mech 1: Rail Lance, Fuel Cell`, which each game reads for one more release: this module
has their entries, and the message for an unknown name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import closest, join_words
from companion.gamekit.record_sheets import Track, UnitSheet

A_LOST, B_LOST = "a_lost", "b_lost"
"""The circumstances with the losses of the attacking side and of the other side."""
LONGEST = 6_000
"""The most characters of a side's losses."""
LOST = "lost"
"""The value of a track all of which is lost."""
_NUMBERED = re.compile(r"\s*(?P<named>[^=]*?)\s*=(?P<value>[^,;\n]*)(?:[,;\n]\s*|$)|\s*(?P<rest>[^=]+)$")
"""An entry with its number; commas may be part of a name. What has no number is the last entry."""
Losses = Mapping[int, Mapping[str, int]]
"""Numbers on the tracks of units, by the unit's place among the sheets, from 0, and the track's name."""
MOST_NAMED = 12
"""The most names that a message lists."""


def lost_field(title: str, example: str) -> Any:
    """Return a field for the losses of one side, folded away on pages; the example shows how entries are written."""
    about = f"Separated by commas: {example}"
    return Field(
        "", max_length=LONGEST, title=title, description=about, json_schema_extra={"rare": True, "lines": True}
    )


def is_structured(text: str) -> bool:
    """Return whether a text has numbers on tracks, and not words as before 0.18."""
    return "=" in text


def read_losses(text: str, sheets: Sequence[UnitSheet], where: str) -> dict[int, dict[str, int]]:
    """Return the losses of a text: `unit/track=value`, the unit by its number from 1 or its name.

    The unit may be left out where there is only one; `lost` is a value too. InvalidInput names the first bad entry.
    """
    losses: dict[int, dict[str, int]] = {}
    for number, found in enumerate(_NUMBERED.finditer(text), 1):
        entry = LostEntry(f"{where}, entry {number}", " ".join(found.group().strip(" ,;\n").split()))
        named, value = found["named"] or found["rest"] or "", found["value"] or ""
        unit, _, name = named.rpartition("/")
        index = _find_unit(entry, unit.strip(), sheets)
        tracks = {track.name: track for track in sheets[index].tracks if not track.hidden}
        titles = {track.full_title: track.name for track in tracks.values()}
        chosen = choose_name(name.strip(), tracks, f"a track of {sheets[index].name}", entry.where, titles)
        track = tracks[titles.get(chosen, chosen)]
        losses.setdefault(index, {})[track.name] = _read_value(entry, value.strip(), track)
    return losses


def _find_unit(entry: "LostEntry", unit: str, sheets: Sequence[UnitSheet]) -> int:
    if not unit and len(sheets) == 1:
        return 0
    if unit.isascii() and unit.isdecimal() and 0 < int(unit[:6]) <= len(sheets):
        return int(unit[:6]) - 1
    names = [sheet.name for sheet in sheets]
    wanted = f"a unit by its number, 1 to {len(sheets)}, or by its name"
    return names.index(choose_name(unit, names, wanted, entry.where))


def _read_value(entry: "LostEntry", value: str, track: Track) -> int:
    if value.casefold() == LOST:
        return track.worst
    number = int(value) if value.isascii() and value.isdecimal() and len(value) < 8 else -1
    if not track.least <= number <= track.most:
        raise entry.as_error(f"a number from {track.least} to {track.most}, or {LOST}")
    return number


def without_starts(losses: Losses, sheets: Sequence[UnitSheet]) -> dict[int, dict[str, int]]:
    """Return losses without the tracks that are as at the start, and without the units of which nothing is lost."""
    changed = {
        unit: {name: value for name, value in values.items() if value != sheets[unit].by_name[name].start}
        for unit, values in losses.items()
    }
    return {unit: values for unit, values in changed.items() if values}


def write_losses(losses: Losses) -> str:
    """Return losses as `read_losses` reads them."""
    numbers = ((unit, track, value) for unit, values in losses.items() for track, value in values.items())
    return ", ".join(f"{unit + 1}/{track}={value}" for unit, track, value in numbers)


def describe_losses(losses: Losses, sheets: Sequence[UnitSheet]) -> str:
    """Return losses as people say them: `Iron Heron: Scout Cab 1 of 2, Shock Fist lost`."""
    units = []
    for unit, values in losses.items():
        tracks = [(sheets[unit].by_name[name], value) for name, value in values.items()]
        lost = ", ".join(_describe_track(track, value) for track, value in tracks if value != track.start)
        if lost:
            units.append(lost if len(sheets) == 1 else f"{sheets[unit].name}: {lost}")
    return "; ".join(units)


def _describe_track(track: Track, value: int) -> str:
    if track.kind == "status":
        return track.title if track.most == 1 else f"{track.full_title} {value}"
    if track.kind != "count" and value == track.worst:
        return f"{track.full_title} {LOST}"
    left = " left" if track.kind == "left" else ""
    return f"{track.full_title} {value:,} of {track.most:,}{left}"


@dataclass(frozen=True)
class LostEntry:
    """One entry: the name of a lost thing, and of its owner if given; `where` is its place in the field."""

    where: str
    text: str
    owner: str = ""

    def as_error(self, expected: str) -> InvalidInput:
        """Return the entry as an error."""
        return InvalidInput(InputError(self.where, quote(self.text), expected))

    def choose(self, names: Iterable[str], what: str, others: Iterable[str] = ()) -> str:
        """Return the name that the entry means, ignoring case; InvalidInput lists `names`, not the others."""
        return choose_name(self.text, names, what, self.where, others)

    def choose_owner(self, names: Iterable[str], what: str) -> str:
        """Return the name of the owner; InvalidInput lists the names if none is given."""
        if not self.owner:
            few = [*names][:MOST_NAMED]
            raise self.as_error(f"{what} before it, with a colon: {join_words(few, 'or') or 'there is none'}")
        return choose_name(self.owner, names, what, self.where)


def entries(text: str, where: str) -> Iterator[LostEntry]:
    """Yield the entries of a text in words; an owner counts until the next one on the same line."""
    number = 0
    for line in text.splitlines():
        owner = ""
        for part in re.split(r"[,;](?![^()]*\))", line):
            before, colon, after = part.partition(":")
            owner, words = (before.strip(), after) if colon else (owner, part)
            if words.strip():
                number += 1
                yield LostEntry(f"{where}, entry {number}", " ".join(words.split()), owner)


def choose_name(text: str, names: Iterable[str], what: str, where: str, others: Iterable[str] = ()) -> str:
    """Return the name that a text means, ignoring case; InvalidInput says that `what` was expected.

    `others` are names too, such as a second one for the same thing; no message lists them.
    """
    listed_names = [*names]
    name_by_text = {name.casefold(): name for name in (*listed_names, *others)}
    if text.casefold() in name_by_text:
        return name_by_text[text.casefold()]
    if close := closest(text.casefold(), name_by_text):
        expected = f"{what}; did you mean {name_by_text[close]}?"
    else:
        few = listed_names[:MOST_NAMED]
        expected = f"{what}: {join_words(few, 'or')}" if few else f"{what}, and there is none"
    raise InvalidInput(InputError(where, quote(text), expected))
