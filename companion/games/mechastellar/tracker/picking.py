"""Units that the player of a command or an event names one after the other, and what happens to each of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.data.rulebook import rule
from companion.games.mechastellar.tracker.battle import DESTROYED, Battle
from companion.games.mechastellar.tracker.hurting import hurt
from companion.games.mechastellar.tracker.pools import INFLUENCE
from companion.play.records.state import TableStep

NO_MORE = "no more"
TRAP_DAMAGE = 400
MECH_DAMAGE, SHIP_DAMAGE = 1000, 2000
"""What each hit of Self-Destruct does."""
HIDDEN = ("Stealth", "Jamming", "Amphibious")
"""Traits of units that may return to reserve when others ambush."""
GRUNTS = 2
POINTS_FOR_INFLUENCE = 100


@dataclass(frozen=True)
class Pick:
    """What units are named for: at most `most` of those that `units` finds, each of which `do` concerns.

    Both are given the seat that names, the unit that it acts with (empty for none) and the units named before.
    """

    title: str
    most: int
    units: Callable[[Battle, int, str, Sequence[str]], Sequence[str]]
    do: Callable[[Battle, int, str, str, Sequence[str]], None]


def ask_pick(battle: Battle, seat: int, kind: str, by: str = "", named: Sequence[str] = ()) -> None:
    """Ask for the next unit, if there is one to name."""
    pick = PICKS[kind]
    units = [unit for unit in pick.units(battle, seat, by, named) if unit not in named]
    if not units or len(named) >= pick.most:
        return
    data = {"pick": kind, "by": by, "named": [*named], "units": units}
    answers = (*map(battle.name, units), NO_MORE)
    battle.records.begin(TableStep(name="pick", seat=seat, title=pick.title, data=data, answers=answers))


def answer_pick(battle: Battle, step: TableStep, answer: int) -> None:
    """Do what was chosen to the unit that was named, and ask for the next."""
    data = step.data
    if answer >= len(data["units"]):
        return
    unit = data["units"][answer]
    PICKS[data["pick"]].do(battle, step.seat, data["by"], unit, data["named"])
    ask_pick(battle, step.seat, data["pick"], data["by"], (*data["named"], unit))


def _others(battle: Battle, seat: int, by: str, named: Sequence[str]) -> Sequence[str]:
    return [unit for unit in battle.records.standing() if unit != by and battle.on_table(unit)]


def _enemies(battle: Battle, seat: int, by: str, named: Sequence[str]) -> Sequence[str]:
    return [unit for unit in _others(battle, seat, by, named) if battle.seat(unit) != seat]


def _trap(battle: Battle, seat: int, by: str, unit: str, named: Sequence[str]) -> None:
    hurt(battle, unit, seat, TRAP_DAMAGE)


@rule("climactic-event", "skill-defense")
def _blast(battle: Battle, seat: int, by: str, unit: str, named: Sequence[str]) -> None:
    """Let a unit near one that destroys itself take two hits for each of its Frame, which Momentum may negate."""
    hits, owner = 2 * battle.card(by).frame, battle.seat(unit)
    price = 2 if battle.card(unit).warship else 1
    most = min(hits, battle.momentum(owner) // price)
    answers = ("none", *(f"negate {count} for {count * price} Momentum" for count in range(1, most + 1)))
    title = f"{battle.name(unit)}: {hits} hits of Self-Destruct, Skill Defense?"
    data = {"unit": unit, "hits": hits, "price": price, "by": seat}
    step = TableStep(name="blast", seat=owner, title=title, data=data, answers=answers)
    if most:
        battle.records.begin(step)
    else:
        answer_blast(battle, step, 0)


def answer_blast(battle: Battle, step: TableStep, answer: int) -> None:
    """Take the hits of Self-Destruct that were not negated."""
    unit = step.data["unit"]
    battle.pay(battle.seat(unit), answer * step.data["price"])
    damage = SHIP_DAMAGE if battle.card(unit).warship else MECH_DAMAGE
    hurt(battle, unit, step.data["by"], (step.data["hits"] - answer) * damage)


def ambushers(battle: Battle, seat: int, by: str, named: Sequence[str]) -> Sequence[str]:
    """Return the units of Frame 1 and 2 in reserve."""
    return [unit for unit in battle.records.standing(seat) if battle.has(unit, "reserve") and _is_grunt(battle, unit)]


def _is_grunt(battle: Battle, unit: str) -> bool:
    return battle.card(unit).frame <= GRUNTS and not battle.card(unit).warship


@rule("ambush")
def _ambush(battle: Battle, seat: int, by: str, unit: str, named: Sequence[str]) -> None:
    """Deploy a unit in ambush; another one that can hide may go back to reserve for it."""
    battle.put(unit, "reserve", 0)
    battle.say(f"{battle.name(unit)} ambushes: it deploys out of sight, or beyond enemy Sensors.")
    ask_pick(battle, seat, "withdraw")


def _hiding(battle: Battle, seat: int, by: str, named: Sequence[str]) -> Sequence[str]:
    own = [unit for unit in battle.records.standing(seat) if battle.on_table(unit)]
    return [unit for unit in own if any(trait.name in HIDDEN for trait in battle.card(unit).traits)]


def _withdraw(battle: Battle, seat: int, by: str, unit: str, named: Sequence[str]) -> None:
    battle.part(unit)
    battle.put(unit, "reserve", 1)
    battle.records.set_acted(unit)
    battle.say(f"{battle.name(unit)} returns to reserve.")


def influence_for(battle: Battle, units: Sequence[str]) -> int:
    """Return the Influence that redeploys units: 1 for each 100 points."""
    return -(-sum(battle.card(unit).points for unit in units) // POINTS_FOR_INFLUENCE)


def fallen_grunts(battle: Battle, seat: int, by: str, named: Sequence[str]) -> Sequence[str]:
    """Return the destroyed units of Frame 1 and 2 with basic pilots that the Influence left redeploys."""
    left = battle.pool(seat, INFLUENCE) + max(1, influence_for(battle, named))
    return [
        unit
        for unit, record in battle.state.units.items()
        if record.seat == seat and record.out == DESTROYED and _is_grunt(battle, unit) and not battle.level(unit)
        if influence_for(battle, (*named, unit)) <= left
    ]


@rule("reinforcements")
def _redeploy(battle: Battle, seat: int, by: str, unit: str, named: Sequence[str]) -> None:
    """Redeploy a destroyed unit as a new one: its record is as at the start, and it counts again."""
    more = influence_for(battle, (*named, unit)) - max(1, influence_for(battle, named))
    destroyed = battle.value(unit, "returns") + 1
    battle.records.bring_back(unit)
    for track in battle.records.sheets[unit].tracks:
        battle.records.set(unit, track.name, track.start)
    battle.put(unit, "returns", destroyed)
    battle.records.set_acted(unit, False)
    battle.say(f"{battle.name(unit)} is redeployed at the table edge.")
    battle.pay(seat, max(0, more), INFLUENCE)


PICKS: Mapping[str, Pick] = {
    "trap": Pick(f"Which enemy takes {TRAP_DAMAGE} DMG? Up to five.", 5, _enemies, _trap),
    "blast": Pick("Self-Destruct: which units are within 8″?", 99, _others, _blast),
    "ambush": Pick("Ambush: which units deploy? Up to three.", 3, ambushers, _ambush),
    "withdraw": Pick("Ambush: which unit returns to reserve for it?", 1, _hiding, _withdraw),
    "reinforcements": Pick("Reinforcements: which units return? Up to five.", 5, fallen_grunts, _redeploy),
}
"""What units are named for, by the names that steps keep."""
