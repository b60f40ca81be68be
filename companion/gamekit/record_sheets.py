"""Record sheets as a game declares them: the tracks, statuses and marks of a unit, and the pools of a seat.

A matchup has those parts of them that can be lost; a table has the whole ones.
"""

from dataclasses import dataclass
from typing import Literal

from companion.base.compat import cached_property

Kind = Literal["damage", "left", "count", "status", "once"]
"""What a track's number means: boxes that are struck, what is left, how many there are, on or off, used or not."""
Ends = Literal["never", "activation", "next-activation", "round"]
"""When a track goes back to its start by itself.

`activation` is the end of any activation of its unit, `next-activation` the end of the one after that in which it was
set, `round` the end of the Round. Of a pool only `round` and `never` are meant.
"""


@dataclass(frozen=True)
class Track:
    """A number on a record from `least` to `most`; it moves in steps of `step`: HP in hundreds.

    `group` is the heading on the unit's sheet, such as the card that the damage is on. `about` says what the number
    does. A `hidden` track is kept, and set by rules alone: no page shows it. A campaign hands on what `lasts`.
    """

    name: str
    title: str
    most: int
    kind: Kind = "damage"
    start: int = 0
    least: int = 0
    step: int = 1
    ends: Ends = "never"
    group: str = ""
    about: str = ""
    hidden: bool = False
    lasts: bool = False

    @property
    def is_main(self) -> bool:
        """Return whether it stands in the unit's row, with boxes to tap, and not on its sheet alone."""
        return self.group == "" and self.kind in ("damage", "left")

    @property
    def worst(self) -> int:
        """Return its number where all of it is lost: every box struck, nothing left."""
        return self.least if self.kind == "left" else self.most

    @property
    def full_title(self) -> str:
        """Return its title after its heading: `Long Rifle Steel Plate`."""
        return " ".join(filter(None, (self.group, self.title)))

    def clamp(self, value: int) -> int:
        """Return a number within the bounds."""
        return max(self.least, min(self.most, value))


@dataclass(frozen=True)
class UnitSheet:
    """A unit of a build as its record begins: its name, a word on what it is, its tracks in order.

    `where` is its place in the build: `mech[0]`. `links` are titles of statuses that name another unit, by their names:
    whom it has challenged.
    """

    name: str
    where: str
    tracks: tuple[Track, ...]
    about: str = ""
    links: tuple[tuple[str, str], ...] = ()

    @cached_property
    def by_name(self) -> dict[str, Track]:
        """The tracks by their names."""
        return {track.name: track for track in self.tracks}
