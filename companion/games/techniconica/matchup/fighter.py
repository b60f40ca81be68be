"""A Mech as it fights in a matchup: as built, perhaps with its Triggers set off or in Low Power."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from companion.data.cards import Catalogue
from companion.gamekit.matchup import MatchupSide
from companion.games.techniconica.matchup.circumstances import Circumstances
from companion.games.techniconica.matchup.lost import (
    JAM,
    POWER_OUT,
    SLOWED,
    WEIGHT,
    WEIGHT_DAMAGE,
    Lost,
    remove_lost_cards,
)
from companion.games.techniconica.matchup.values import Value, fixed_place_stat, layers, spare, stat
from companion.games.techniconica.model import Armour, Mech, PowerPlant, Shield, Squad
from companion.games.techniconica.rules import play
from companion.games.techniconica.rules.assembly import Assembly, Mount, assemble, unique_names

NOTHING = Lost()
NO_LOCOMOTOR = 99
"""The weight to spare of a Mech that has no Locomotor left which could be overloaded."""
LAYERS = (Shield, Armour)
"""Kinds of cards that take damage before their part, outermost first."""


@dataclass(frozen=True)
class Fighter:
    """A Mech with the stats it has now; `waiting` are its cards with Trigger that are not set off.

    `lost` knows the damage on its Base Parts; what is gone is no longer in `made`.
    """

    made: Assembly
    low_power: bool
    waiting: tuple[str, ...] = ()
    lost: Lost = NOTHING

    def mount(self, where: str) -> Mount:
        """Return the Base Part at a place of the document."""
        return next(mount for mount in self.made.mounts if mount.where == where)

    def number(self, name: str, default: int = 0) -> int:
        """Return the number on a track of its record."""
        return (
            self.lost.number(self.made.mounts[0].where.partition(".")[0], name, default)
            if self.made.mounts
            else default
        )

    def is_jammed(self, weapon: Mount) -> bool:
        """Whether a Weapon has a Jam Counter."""
        return self.number(f"{JAM}{weapon.where.partition('.')[2]}") > 0

    @property
    def speed(self) -> int:
        """The Speed it charges and strikes back with: none in Low Power."""
        return 0 if self.low_power else self.made.speed

    def defence(self, part: Mount) -> dict[str, Value]:
        """Return a part's defence: its layers, whether the Mech is lost with it, the Pilot's nerve."""
        found = layers(part)
        if damage := self.lost.on(part.where):
            found["base_damage"] = Value(damage)
        lost = play.lose(self.made, (part.where,))
        if lost.why_out != play.why_out_of_play(self.made):
            found["last"] = Value(True)
        if part.place == "locomotor":
            found["part"] = Value("locomotor")
        if self.made.at("pilot"):
            found["fortitude"] = fixed_place_stat(self.made, "pilot", "fo")
            fallen = lost.left.pilots("fo")
            if lost.left.at("pilot") and fallen != self.made.pilots("fo"):
                found["fallen_fortitude"] = Value(fallen)
            found["bottle_threshold"] = fixed_place_stat(self.made, "pilot", "bt")
        return found

    def needs(self, part: Mount) -> bool:
        """Whether a part is a Power Plant without which the Mech is in Low Power."""
        if self.low_power or not isinstance(part.card, PowerPlant):
            return False
        return play.low_power(play.lose(self.made, (part.where,)).left)

    def burden(self, part: Mount) -> dict[str, Value]:
        """Return the inputs that a Gravity Field at a part needs of its target; nothing without a Locomotor."""
        locomotor = self.made.at("locomotor")
        if locomotor is None:
            return {}
        found = {"spare_weight": spare(self.made), "locomotor": stat(locomotor, "dt")}
        if damage := self.lost.on(locomotor.where):
            found["locomotor_damage"] = Value(damage)
        if suffered := self.number(WEIGHT_DAMAGE):
            found["weight_damage"] = Value(suffered)
        outer = ([place for place, card in play.attached_places(part) if isinstance(card, kind)] for kind in LAYERS)
        found["fallen_spare"] = self.fallen_spare([*chain.from_iterable(outer), part.where])
        return found

    def fallen_spare(self, places: Sequence[str]) -> Value:
        """Return the weight to spare once each of some cards is gone, one after the other, as a roll takes it."""
        left = (play.lose(self.made, places[: number + 1]).left for number in range(len(places)))
        numbers = [spare(made).value if made.at("locomotor") else NO_LOCOMOTOR for made in left]
        return Value("" if None in numbers else ",".join(map(str, numbers)))


def mine(side: MatchupSide, key: str, conditions: Circumstances) -> Fighter:
    """Return the Mech of the side that attacks to which a key belongs."""
    return _fighter(*_mech(side, key), conditions.my_triggers, conditions.my_low_power, _rounding(side))


def theirs(side: MatchupSide, key: str, conditions: Circumstances) -> Fighter:
    """Return the Mech of the side that is attacked to which a key belongs."""
    return _fighter(*_mech(side, key), conditions.their_triggers, conditions.their_low_power, _rounding(side))


def unchanged_fighters(side: MatchupSide) -> tuple[tuple[str, Fighter], ...]:
    """Return each Mech of a build with what tells it from the others."""
    build = side.build
    if not isinstance(build, Squad):
        return ()
    names = unique_names(build.mech)
    catalogue = side.context.catalogue
    lost = _losses_of_side(side)
    found = (
        (names[index], _fighter(mech, f"mech[{index}]", catalogue, lost, False, False, _rounding(side)))
        for index, mech in enumerate(build.mech)
    )
    return tuple((of, one) for index, (of, one) in enumerate(found) if not _is_out_of_play(one, f"mech[{index}]"))


def _losses_of_side(side: MatchupSide) -> Lost:
    return side.losses if isinstance(side.losses, Lost) else NOTHING


def _is_out_of_play(one: Fighter, where: str) -> bool:
    """Return whether a Mech is out of play by what it has lost."""
    return one.lost.is_mech_damaged(where) and bool(play.why_out_of_play(one.made))


def _mech(side: MatchupSide, key: str) -> tuple[Mech, str, Catalogue, Lost]:
    where = key.partition(".")[0]
    assert isinstance(side.build, Squad)
    return side.build.mech[int(where[len("mech[") : -1])], where, side.context.catalogue, _losses_of_side(side)


def _rounding(side: MatchupSide) -> str:
    """Return the ruling by which a Speed that an event halves is rounded; it matters to no other Mech."""
    is_slowed = any(name == SLOWED for _, name, _ in _losses_of_side(side).numbers)
    return side.context.rulings.get("halved-speed", "up") if is_slowed else "up"


@lru_cache(maxsize=64)
def _fighter(
    mech: Mech, where: str, catalogue: Catalogue, lost: Lost, triggers: bool, dimmed: bool, rounding: str
) -> Fighter:
    made = assemble(mech, catalogue, where)
    if not lost.is_mech_damaged(where):
        return current_fighter(made, triggers, dimmed)
    made = replace(remove_lost_cards(made, lost), heavier=lost.number(where, WEIGHT))
    one = current_fighter(made, triggers, dimmed or bool(lost.number(where, POWER_OUT)))
    speed = play.speed_after_weight_damage(one.made.speed, lost.number(where, WEIGHT_DAMAGE))
    if lost.number(where, SLOWED):
        speed = play.halve_speed(speed, {"halved-speed": rounding})
    return replace(one, made=replace(one.made, slower=one.made.speed - speed), lost=lost)


def current_fighter(made: Assembly, triggers: bool = False, dimmed: bool = False) -> Fighter:
    """Return a Mech as it fights now: with its Triggers set off, or in Low Power though its Power Plants suffice."""
    waiting = [
        (f"{mount.where}.attached[{index}]", card.name)
        for mount in made.mounts
        for index, card in enumerate(mount.attached)
        if "trigger" in card.rules
    ]
    if triggers:
        for place, _ in waiting:
            made = play.set_off_trigger(made, place)
    low = dimmed or play.low_power(made)
    return Fighter(
        play.run_in_low_power(made) if low else made, low, () if triggers else tuple(words for _, words in waiting)
    )
