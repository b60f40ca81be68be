"""Mechalyte's game as it is stored: specs, mechs, the phase, a mech under way, dice half rolled; and its terms."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from companion.base.compat import cached_property
from companion.data.documents import Record
from companion.data.rulebook import Rulings
from companion.games.mechalyte.model import POINTS
from companion.games.mechalyte.rules.battlefield import Field, Side, Zone, may_enter, zone_name
from companion.games.mechalyte.rules.levels import Ratings, Scale, ratings
from companion.games.mechalyte.rules.routes import Traffic
from companion.play.game_states import FacesSoFar
from companion.play.tracker import Result

Seat = Literal[0, 1]
SIDES: tuple[Side, Side] = ("a", "b")
NAMES = ("Side A", "Side B")
Phase = Literal["specs", "begin", "build", "move", "combat", "over"]
TURN_PHASES: tuple[Phase, ...] = get_args(Phase)[2:5]


class Mech(Record):
    """A mech on the field: `A1` is the first that side A built. `moved` counts zones, `done` says its move is over."""

    id: str
    side: Seat
    level: int
    zone: str
    moved: int = 0
    done: bool = False


class Walk(Record):
    """A mech under way, with the zones that it still means to enter."""

    mech: str
    path: tuple[str, ...]


class PendingRoll(FacesSoFar):
    """A resolver part of the way through: which one, where, and the faces of its throws so far.

    `most` are the dice that each side could roll at once when it began, so that a ruling changed since leaves it alone.
    """

    kind: Literal["begin", "shot", "combat"]
    zone: str = ""
    most: tuple[int | None, int | None] = (None, None)


class State(Record):
    """How the game stands. A spec that is not written yet is empty; specs are secret until `revealed`.

    `built` counts the mechs of each side, `fought` names the zones of this turn's combats in order.
    """

    phase: Phase = "specs"
    specs: tuple[str, str] = ("", "")
    revealed: bool = False
    turn: int = 0
    active: Seat = 0
    points: tuple[int, int] = (POINTS, POINTS)
    built: tuple[int, int] = (0, 0)
    mechs: tuple[Mech, ...] = ()
    fought: tuple[str, ...] = ()
    walk: Walk | None = None
    roll: PendingRoll | None = None
    news: tuple[str, ...] = ()
    result: Result | None = None

    def mech(self, mech_id: str) -> Mech:
        """Return a mech that stands on the field."""
        return next(mech for mech in self.mechs if mech.id == mech_id)

    def standing(self, zone: str, side: int) -> tuple[Mech, ...]:
        """Return a side's mechs in a zone, highest level first."""
        found = (mech for mech in self.mechs if mech.zone == zone and mech.side == side)
        return tuple(sorted(found, key=lambda mech: (-mech.level, int(mech.id[1:]))))

    def of(self, side: int) -> tuple[Mech, ...]:
        """Return a side's mechs in the order in which they were built."""
        return tuple(mech for mech in self.mechs if mech.side == side)


@dataclass(frozen=True)
class Terms:
    """What a game is played under: the battlefield, rulings, what modules give, how many dice each player owns.

    `dice` is None where nobody counts them.
    """

    field: Field
    rulings: Rulings
    scale: Scale
    dice: int | None = None

    @cached_property
    def zones(self) -> Mapping[str, Zone]:
        """The zones by name, side A's home row first."""
        return {zone_name(self.field, zone): zone for zone in self.field.zones}

    def places(self, place: str, side: int) -> tuple[str, ...]:
        """Return the names of a side's Factories or Headquarters, as that player sees them from left to right."""
        field, owner = self.field, SIDES[side]
        found = [n for n, zone in self.zones.items() if field.place(zone) == place and field.owner(zone) == owner]
        return tuple(found[::-1] if side else found)

    def ratings(self, state: State, mech: Mech) -> Ratings:
        """Return the ratings of a mech at its level."""
        return ratings(state.specs[mech.side], mech.level, self.scale)

    def spare(self, state: State, side: int) -> int | None:
        """Return a side's spare dice: a mech on the field is a die."""
        return None if self.dice is None else max(0, self.dice - len(state.of(side)))

    def begin_roll(self, state: State, kind: Literal["shot", "combat"], zone: str) -> PendingRoll:
        """Return a roll with no faces yet, with the spare dice of each side where those are the most it rolls."""
        if self.rulings["spare-dice"] == "again":
            return PendingRoll(kind=kind, zone=zone)
        return PendingRoll(kind=kind, zone=zone, most=(self.spare(state, 0), self.spare(state, 1)))

    def traffic(self, state: State, mech: Mech) -> Traffic:
        """Return what a mech meets on its way; it takes no room from itself."""
        others = Counter(one.zone for one in state.of(mech.side) if one.id != mech.id)
        return Traffic(
            SIDES[mech.side],
            frozenset(self.zones[name] for name, count in others.items() if not may_enter(count)),
            frozenset(self.zones[one.zone] for one in state.of(1 - mech.side)),
            state.turn == 1,
        )
