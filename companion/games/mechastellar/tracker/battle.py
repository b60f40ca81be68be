"""A battle while one event changes it: its records, and what follows from them about units, sides and modules.

Nothing of it is stored: a `Battle` is made for one event and thrown away.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.base.compat import cached_property
from companion.base.json_types import JsonObject
from companion.data.rulebook import Rulings, rule
from companion.gamekit.contract import Context
from companion.gamekit.record_sheets import Track
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.rules.equipped import EquippedUnit
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.forces import FightingForce, Forces, TableFighter
from companion.games.mechastellar.tracker.options import Options
from companion.games.mechastellar.tracker.pools import INFLUENCE, MOMENTUM
from companion.games.mechastellar.tracker.state import SEATS, MechaState
from companion.play.records.records import Records
from companion.play.records.rolls import Rolls
from companion.play.records.rules import OfBuilds
from companion.play.records.state import unit_id

Sheets = Records[MechaState]


@dataclass(frozen=True)
class Terms:
    """What holds for a whole table: the game's context, what was asked at opening, the packs, the rolls."""

    context: Context
    options: Options
    pack: tuple[JsonObject, ...]
    forces: Forces
    rolls: Rolls
    _lists: OfBuilds["Lists"] = field(default_factory=OfBuilds, compare=False, repr=False)

    @property
    def rulings(self) -> Rulings:
        """Return the rulings in force."""
        return self.context.rulings

    def lists(self, builds: tuple[JsonObject | None, ...]) -> "Lists":
        """Return both lists as they fight, with their own packs or else the table's; worked out once."""
        return self._lists.get(builds, lambda: Lists(tuple(map(self._fighting, builds)), self.options))

    def _fighting(self, build: JsonObject | None) -> FightingForce | None:
        return None if build is None else self.forces.fighting({"pack": list(self.pack), **build})


@dataclass(frozen=True)
class Lists:
    """The lists of both sides, None where a seat has brought none, and what was asked at opening."""

    fighting: tuple[FightingForce | None, ...]
    options: Options
    pools: dict[int, tuple[Track, ...]] = field(default_factory=dict, compare=False, repr=False)
    """The pools of seats that have been worked out."""

    @cached_property
    def there(self) -> tuple[FightingForce, ...]:
        """The lists that were brought."""
        return tuple(one for one in self.fighting if one)

    @cached_property
    def modules(self) -> frozenset[str]:
        """The modules in play: those asked for at opening, or of either list."""
        if self.options.modules:
            return frozenset(self.options.modules)
        return frozenset(module for one in self.there for module in one.force.modules)

    @cached_property
    def size(self) -> int:
        """The size of the game in points: as asked at opening, or that of the larger list."""
        if self.options.size is not None:
            return self.options.size
        return max((one.force.size for one in self.there), default=500)

    @cached_property
    def fighters(self) -> dict[str, TableFighter]:
        """All units by their ids."""
        return {
            unit_id(seat, place): fighter
            for seat, one in enumerate(self.fighting)
            for place, fighter in enumerate(one.fighters if one else ())
        }


@dataclass(frozen=True)
class Battle:
    """The records of a battle, with the lists that they belong to."""

    terms: Terms
    records: Sheets

    @property
    def state(self) -> MechaState:
        """Return the state as it is now."""
        return self.records.state

    @property
    def rulings(self) -> Rulings:
        """Return the rulings in force."""
        return self.terms.rulings

    @cached_property
    def lists(self) -> Lists:
        """Both lists as they fight."""
        return self.terms.lists(self.state.builds)

    @property
    def modules(self) -> frozenset[str]:
        """Return the modules in play."""
        return self.lists.modules

    @property
    def fighters(self) -> dict[str, TableFighter]:
        """Return all units by their ids, as the lists have them."""
        return self.lists.fighters

    def force(self, seat: int) -> FightingForce:
        """Return the list of a seat; it has brought one."""
        one = self.lists.fighting[seat]
        assert one is not None
        return one

    @property
    def factor(self) -> int:
        """Return the factor of all HP by the modules of either list."""
        return max((one.hp_factor for one in self.lists.there), default=1)

    def card(self, unit: str) -> EquippedUnit:
        """Return a unit's card as equipped, whatever has happened to it."""
        return self.fighters[unit].profile

    def seat(self, unit: str) -> int:
        """Return the seat of a unit."""
        return self.records.unit(unit).seat

    def enemies(self, unit: str) -> Iterator[str]:
        """Yield the enemies of a unit that are in play and on the table."""
        return (one for one in self.records.standing() if self.seat(one) != self.seat(unit) and self.on_table(one))

    def on_table(self, unit: str) -> bool:
        """Return whether a unit is neither in reserve nor aboard a ship."""
        return not self.has(unit, "reserve") and not self.records.link(unit, "ship")

    def value(self, unit: str, track: str) -> int:
        """Return the number on a track; 0 for one that the unit does not have."""
        return self.records.value(unit, track) if track in self.records.sheets[unit].by_name else 0

    def has(self, unit: str, track: str) -> bool:
        """Return whether a unit has a track, and its number is not 0."""
        return self.records.has(unit, track)

    def put(self, unit: str, track: str, value: int) -> None:
        """Set a track to a number, if the unit has it."""
        if track in self.records.sheets[unit].by_name:
            self.records.set(unit, track, value)

    def pool(self, seat: int, name: str) -> int:
        """Return what is in a pool of a seat; 0 where it has none of that name."""
        return self.records.pool(seat, name) if self.records.has_pool(seat, name) else 0

    def momentum(self, seat: int) -> int:
        """Return the Momentum of a seat."""
        return self.records.pool(seat, MOMENTUM)

    def pay(self, seat: int, amount: int, name: str = MOMENTUM) -> None:
        """Take points off a pool of a seat, and say so."""
        self._change(seat, -amount, name)

    def gain(self, seat: int, amount: int, name: str = MOMENTUM) -> None:
        """Add points to a pool of a seat, as far as there is room, and say so."""
        self._change(seat, amount, name)

    def _change(self, seat: int, amount: int, name: str) -> None:
        before = self.records.pool(seat, name)
        if amount and self.records.add_pool(seat, name, amount):
            title = {MOMENTUM: "Momentum", INFLUENCE: "Influence"}[name]
            self.say(f"{SEATS[seat]}: {title} {before} → {self.records.pool(seat, name)}.")

    def say(self, sentence: str) -> None:
        """Add a sentence to the news."""
        self.records.say(sentence)

    def name(self, unit: str) -> str:
        """Return what a unit is called; with its seat where the other side has one of the same name."""
        own = self.records.name(unit)
        twice = any(other != unit and sheet.name == own for other, sheet in self.records.sheets.items())
        return f"{own} of {SEATS[self.seat(unit)].lower()}" if twice else own

    def level(self, unit: str) -> int:
        """Return the level of a unit's pilot."""
        return self.card(unit).pilot_level

    def actions(self, unit: str) -> int:
        """Return the actions that a unit would have in its turn now; below 0 it is shut down."""
        return self.card(unit).actions - self.value(unit, sheets.STUN)

    def is_shut_down(self, unit: str) -> bool:
        """Return whether a unit is shut down: it has lost more actions than it has."""
        return play.shuts_down(self.card(unit).actions, self.value(unit, sheets.STUN))

    def is_engaged(self, unit: str, other: str = "") -> bool:
        """Return whether a unit is in melee, with another one if that is named."""
        return bool(self.opponents(unit) & {other}) if other else bool(self.opponents(unit))

    def opponents(self, unit: str) -> set[str]:
        """Return the units that a unit is in melee with, whichever record says so."""
        own = {self.records.link(unit, "engaged")}
        them = {one for one in self.records.standing() if self.records.link(one, "engaged") == unit}
        return {one for one in own | them if one}

    def part(self, unit: str) -> None:
        """End a unit's melee with everybody."""
        for other in self.opponents(unit):
            if self.records.link(other, "engaged") == unit:
                self.records.set_link(other, "engaged", "")
        if self.records.link(unit, "engaged"):
            self.records.set_link(unit, "engaged", "")

    def challenged(self, unit: str) -> set[str]:
        """Return the units that a unit must attack: by a Challenge of this Round, or a Revenge."""
        return {other for link in ("challenge", "revenge") if (other := self.records.link(unit, link))}

    @rule("challenge")
    def is_guarded_from(self, unit: str, attacker: str) -> bool:
        """Return whether a Challenge with another gives a unit 1 block against an attacker."""
        rivals = self.challenged(unit)
        return bool(rivals) and attacker not in rivals

    def weapon(self, unit: str, place: int) -> Weapon:
        """Return a weapon of a unit by its place on the card."""
        return self.fighters[unit].weapons[place]

    def is_lost(self, unit: str, place: int) -> bool:
        """Return whether a weapon or a shield is lost."""
        return self.has(unit, sheets.weapon_track("lost", place))

    @rule("reinforcements", "climactic-event")
    def points_destroyed(self, seat: int) -> int:
        """Return the points of a seat's enemies that were destroyed, also of one that makes its last shot.

        A unit that Reinforcements redeployed counts each time, one that an event brought back once.
        """
        once = {
            unit
            for unit, record in self.state.units.items()
            if record.out == DESTROYED or self.has(unit, "risen") or self.has(unit, "last-shot")
        }
        return sum(
            self.card(unit).points * (self.value(unit, "returns") + (unit in once))
            for unit, record in self.state.units.items()
            if record.seat != seat
        )


DESTROYED = "destroyed"
"""Why a unit is out of play whose HP are gone."""
