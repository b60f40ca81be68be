"""The stored state of a game: specs, mechs, the phase, a mech under way, an unfinished roll; and the game's terms."""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from companion.base.compat import cached_property
from companion.data.documents import Record
from companion.data.rulebook import Rulings
from companion.games.mechalyte.model import POINTS
from companion.games.mechalyte.rules.battlefield import Field, Place, Side, Zone, may_enter, zones_by_name
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
    """A mech under way, and the zones that it has still to enter."""

    mech: str
    path: tuple[str, ...]


class PendingRoll(FacesSoFar):
    """An unfinished roll: its resolver, its zone, and the faces so far.

    `most` are the dice that each side could roll at once when it began; a later change of the ruling does not touch it.
    """

    kind: Literal["begin", "shot", "combat"]
    zone: str = ""
    most: tuple[int | None, int | None] = (None, None)


class State(Record):
    """The state of the game. A spec that is not written yet is empty; specs are secret until `revealed`.

    `built` counts the mechs that each side has built, `fought` lists the zones of this turn's combats in order.
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
        """Return the mech on the field with this id."""
        return next(mech for mech in self.mechs if mech.id == mech_id)

    def standing(self, zone: str, side: int) -> tuple[Mech, ...]:
        """Return a side's mechs in a zone, highest level first."""
        mechs = [mech for mech in self.mechs if mech.zone == zone and mech.side == side]
        if len(mechs) > 1:
            mechs.sort(key=lambda mech: (-mech.level, int(mech.id[1:])))
        return tuple(mechs)

    def mechs_of(self, side: int) -> tuple[Mech, ...]:
        """Return a side's mechs in the order in which they were built."""
        return tuple([mech for mech in self.mechs if mech.side == side])

    @property
    def contested(self) -> set[str]:
        """The zones in which both sides stand."""
        return {mech.zone for mech in self.mechs if mech.side == 0} & {mech.zone for mech in self.mechs if mech.side}


@dataclass(frozen=True)
class Terms:
    """Terms of a game: the battlefield, rulings, numbers of modules, and dice of each player (None: no limit).

    Where it is not `is_worded`, moves have no labels and throws no names: nobody reads those of a search. `modules`
    are the modules' cards by letter.
    """

    field: Field
    rulings: Rulings
    scale: Scale
    dice: int | None = None
    is_worded: bool = True
    modules: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @cached_property
    def zones(self) -> Mapping[str, Zone]:
        """The zones by name, side A's home row first."""
        return zones_by_name(self.field)

    def places(self, place: Place, side: int) -> tuple[str, ...]:
        """Return the zones that are a side's Factories or Headquarters, left to right as that player sees them."""
        return self._places[place, side]

    @cached_property
    def _places(self) -> Mapping[tuple[Place, int], tuple[str, ...]]:
        places: dict[tuple[Place, int], tuple[str, ...]] = {}
        for side, owner in enumerate(SIDES):
            own = [name for name, zone in self.zones.items() if self.field.owner(zone) == owner]
            for place in get_args(Place):
                names = [name for name in own if self.field.place(self.zones[name]) == place]
                places[place, side] = tuple(names[::-1] if side else names)
        return places

    @cached_property
    def steps(self) -> Mapping[str, Mapping[str, int]]:
        """The steps from each zone to each other one, with no mechs in the way."""
        reach = {name: self.field.reach(zone, len(self.zones)) for name, zone in self.zones.items()}
        return {name: {other: found[zone] for other, zone in self.zones.items()} for name, found in reach.items()}

    def nearness(self, side: int) -> Mapping[str, float]:
        """Return how near each zone is to the Headquarters of a side's enemy: 1 there, 0 furthest from it."""
        return self._nearness[side]

    @cached_property
    def _nearness(self) -> tuple[Mapping[str, float], ...]:
        found = [self.steps[self.places("headquarters", 1 - side)[0]] for side in (0, 1)]
        return tuple({name: 1 - steps / max(row.values()) for name, steps in row.items()} for row in found)

    def ratings(self, state: State, mech: Mech) -> Ratings:
        """Return the ratings of a mech at its level."""
        return ratings(state.specs[mech.side], mech.level, self.scale)

    def spare(self, state: State, side: int) -> int | None:
        """Return a side's spare dice, None without a limit: each of its mechs on the field is a die."""
        return None if self.dice is None else max(0, self.dice - len(state.mechs_of(side)))

    def begin_roll(self, state: State, kind: Literal["shot", "combat"], zone: str) -> PendingRoll:
        """Return a roll without faces, limited to the spare dice of each side where the ruling says so."""
        if self.rulings["spare-dice"] == "again":
            return PendingRoll(kind=kind, zone=zone)
        return PendingRoll(kind=kind, zone=zone, most=(self.spare(state, 0), self.spare(state, 1)))

    def traffic(self, state: State, mech: Mech) -> Traffic:
        """Return the other mechs that a mech meets on its way."""
        return next(traffic for one, traffic in self.traffics(state, mech.side) if one.id == mech.id)

    def traffics(self, state: State, side: int) -> Iterator[tuple[Mech, Traffic]]:
        """Yield each mech of a side with the other mechs that it meets on its way."""
        mechs = state.mechs_of(side)
        counts = Counter([mech.zone for mech in mechs])
        full = frozenset([name for name, count in counts.items() if not may_enter(count)])
        held = frozenset([self.zones[mech.zone] for mech in state.mechs if mech.side != side])
        # Only a mech that stands in a full zone meets others than the rest: it does not count itself.
        elsewhere = self._traffic(state, side, full, held)
        for mech in mechs:
            if mech.zone in full and may_enter(counts[mech.zone] - 1):
                yield mech, self._traffic(state, side, full - {mech.zone}, held)
            else:
                yield mech, elsewhere

    def _traffic(self, state: State, side: int, full: frozenset[str], held: frozenset[Zone]) -> Traffic:
        return Traffic(SIDES[side], frozenset([self.zones[name] for name in full]), held, state.turn == 1)
