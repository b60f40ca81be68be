"""Losses on the page of a matchup: every unit of a side with what it can lose, as fields; what they say as one text."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from companion.base.findings import InvalidInput
from companion.data.documents import Record
from companion.gamekit.contract import FormData
from companion.gamekit.losses import A_LOST, B_LOST, is_structured, read_losses
from companion.gamekit.matchup import AnyMatchup, MatchupSide
from companion.gamekit.record_sheets import Track

SIDES = {A_LOST: "You have lost", B_LOST: "They have lost"}
"""The circumstances with losses, and what their fields are called."""


@dataclass(frozen=True)
class LossField:
    """A track of a unit as a field: a box to tick where it is lost or not, else a number; empty at its start."""

    name: str
    track: Track
    value: str

    @property
    def is_box(self) -> bool:
        """Return whether it is a box to tick."""
        return self.track.kind == "once"


@dataclass(frozen=True)
class LossSide:
    """The fields of a side, by the names of its units."""

    title: str
    units: tuple[tuple[str, tuple[LossField, ...]], ...]

    @property
    def count(self) -> int:
        """Return how many fields say that something is lost."""
        return sum(bool(field.value) for _, fields in self.units for field in fields)


def join_losses(fields: FormData) -> FormData:
    """Return a query in which the fields of tracks, `a_lost.2/hp`, have become the one text `a_lost`."""
    prefixes = tuple(f"{where}." for where in SIDES)
    joined = FormData({name: values for name, values in fields.items() if not name.startswith(prefixes)})
    for where in SIDES:
        tracks = {name.removeprefix(f"{where}."): fields.last(name) for name in fields if name.startswith(f"{where}.")}
        if tracks:
            joined[where] = [", ".join(f"{name}={value}" for name, value in tracks.items() if value.strip())]
    return joined


def loss_sides(
    room: AnyMatchup, mine: MatchupSide, theirs: MatchupSide, conditions: Record, typed: FormData
) -> dict[str, LossSide]:
    """Return the fields of each side that has units, by circumstance; none for losses in words, as before 0.18."""
    found = {}
    for where, side, other in ((A_LOST, mine, theirs), (B_LOST, theirs, mine)):
        text = typed.last(where)
        if text.strip() and not is_structured(text):
            continue
        units = tuple(_units(room, where, side, other, conditions, text))
        if units:
            found[where] = LossSide(SIDES[where], units)
    return found


def _units(
    room: AnyMatchup, where: str, side: MatchupSide, other: MatchupSide, conditions: Record, text: str
) -> Iterator[tuple[str, tuple[LossField, ...]]]:
    if side.build is None:
        return
    sheets, losses = room.sheets(side, other, conditions), {}
    with suppress(InvalidInput):  # its own field says what is wrong with the text
        losses = read_losses(text, sheets, where)
    for index, sheet in enumerate(sheets):
        values = losses.get(index, {})
        yield (
            sheet.name,
            tuple(
                LossField(
                    f"{where}.{index + 1}/{track.name}",
                    track,
                    str(values[track.name]) if values.get(track.name, track.start) != track.start else "",
                )
                for track in sheet.tracks
            ),
        )
