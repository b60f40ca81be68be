"""What a seat's units have lost by their records, as a matchup and a printed sheet take it."""

from collections.abc import Sequence
from typing import Any

from companion.gamekit.losses import Losses
from companion.gamekit.record_sheets import UnitSheet
from companion.play.records.records import Records
from companion.play.records.state import unit_id


def losses_of_seat(records: Records[Any], seat: int, sheets: Sequence[UnitSheet]) -> Losses:
    """Return the losses of a seat's units, by the sheets of what they can lose, which are in the order of the build.

    A unit that is out of play has lost all of it. Tracks at their start are left out.
    """
    losses: dict[int, dict[str, int]] = {}
    for index, sheet in enumerate(sheets):
        unit = unit_id(seat, index)
        if unit not in records.sheets:
            continue
        kept = records.sheets[unit].by_name
        for track in sheet.tracks:
            if records.unit(unit).out:
                value = track.worst if track.kind in ("damage", "left", "once") else track.start
            elif track.name in kept and kept[track.name].kind == track.kind:
                value = track.clamp(records.value(unit, track.name))
            else:
                continue
            if value != track.start:
                losses.setdefault(index, {})[track.name] = value
    return losses


def on_records(records: Records[Any], seat: int, losses: Losses) -> Losses:
    """Return losses without what no record has: a matchup knows more of a unit that is out of play than its record."""
    tracks = {index: records.sheets[unit_id(seat, index)].by_name for index in losses}
    return {
        index: {name: value for name, value in values.items() if name in tracks[index]}
        for index, values in losses.items()
    }
