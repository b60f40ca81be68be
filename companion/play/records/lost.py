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


def lasting_losses(records: Records[Any], seat: int) -> Losses:
    """Return the losses of a seat's units that the next battle of a campaign begins with.

    A unit that is out of play has lost all that lasts, whatever took it out.
    """
    losses: dict[int, dict[str, int]] = {}
    for index, (unit, record) in enumerate((u, r) for u, r in records.state.units.items() if r.seat == seat):
        for track in records.sheets[unit].tracks:
            is_all = record.out and track.kind != "count"
            value = track.worst if is_all else records.value(unit, track.name)
            if track.lasts and value != track.start:
                losses.setdefault(index, {})[track.name] = value
    return losses
