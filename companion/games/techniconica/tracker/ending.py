"""What follows by rule from the records: parts that fall, Overload, Mechs out of play, Heroes; and how a game ends."""

from companion.base.wording import join_words
from companion.data.rulebook import rule
from companion.games.techniconica.rules import play
from companion.games.techniconica.tracker import actions, layers, outcomes, sheets
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.state import MechRecords
from companion.play.tracker import Result

WITHOUT_HERO = "out of play: its Hero is gone"


def settle(mechs: Mechs, records: MechRecords, after_attack: bool = False) -> None:
    """Let fall what has taken its DT, overload what is too heavy, take out who cannot fight on.

    A Base Part that falls by it calls for a Bottle Test, but not after an attack, which has its own.
    """
    for unit in records.standing():
        if mechs.is_settled(records, unit):
            continue
        before = len(mechs.now(records, unit).made.base)
        while _fall(mechs, records, unit) or _overload(mechs, records, unit):
            pass
        has_lost = len(mechs.now(records, unit).made.base) < before
        _take_out(mechs, records, unit)
        if records.unit(unit).out:
            continue
        mechs.note_settled(records, unit)
        if has_lost and not after_attack and mechs.as_built(records, unit).at("pilot"):
            actions.begin_bottle_test(mechs, records, unit)
    _follow_heroes(records)


@rule("damage-order")
def _fall(mechs: Mechs, records: MechRecords, unit: str) -> bool:
    """Let a Base Part fall whose DT is reached, as where a card that raised it is gone; return whether one fell."""
    where, sheet = records.sheets[unit].where, records.sheets[unit].by_name
    for name, value in records.unit(unit).values.items():
        track = sheet.get(name)
        if track is None or not track.group or track.kind != "damage" or value >= track.most or ".attached" in name:
            continue
        mount = next(
            (mount for mount in mechs.now(records, unit).made.mounts if mount.where == f"{where}.{name}"), None
        )
        if mount and value >= max(1, mount.stat("dt")):
            layers.fall(records, unit, name)
            records.say(f"{records.name(unit)}: {track.group} is destroyed.")
            return True
    return False


@rule("overloaded")
def _overload(mechs: Mechs, records: MechRecords, unit: str) -> bool:
    """Put Weight Damage on a Locomotor for each point above its Maximum Weight, only once; return whether it was."""
    made = mechs.now(records, unit).made
    if made.at("locomotor") is None:
        return False
    suffered = records.value(unit, sheets.WEIGHT_DAMAGE)
    damage = play.overload(made.excess_weight, suffered, made.speed).damage
    if not damage or suffered == sheets.MOST:
        return False
    told = [f"{records.name(unit)} is overloaded: {damage} Weight Damage", *outcomes.suffer(records, unit, damage)]
    records.say(f"{', '.join(told)}.")
    return True


@rule("out-of-play")
def _take_out(mechs: Mechs, records: MechRecords, unit: str) -> None:
    if why := mechs.why_out(records, unit):
        records.take_out(unit, f"out of play: {why}")
        records.say(f"{records.name(unit)} is out of play: {why}.")


@rule("variant-size")
def _follow_heroes(records: MechRecords) -> None:
    """Take a seat's Mechs out of play with its Hero, in Quick Death."""
    for unit, record in records.state.units.items():
        if not record.out or not records.has(unit, sheets.HERO):
            continue
        standing = records.standing(record.seat)
        for other in standing:
            records.take_out(other, WITHOUT_HERO)
        if standing:
            records.say(f"The Hero {records.name(unit)} is gone: seat {record.seat + 1} is out of the game.")


@rule("victory", "race")
def result(mechs: Mechs, records: MechRecords) -> Result | None:
    """Return who has won: the first to travel the distance of a race, else the last side with Mechs."""
    if records.state.steps:
        return None
    if mechs.terms.is_race:
        arrived = [unit for unit in records.standing() if _distance(records, unit) >= mechs.terms.options.distance]
        if arrived:
            ahead = max(arrived, key=lambda unit: _distance(records, unit))
            winners = _seats_of(mechs, mechs.terms.team(records.unit(ahead).seat))
            return Result(winners=winners, why=f"{records.name(ahead)} has travelled the distance.")
    standing: dict[int, int] = {}
    for seat in range(mechs.terms.seats):
        team = mechs.terms.team(seat)
        standing[team] = standing.get(team, 0) + len(records.standing(seat))
    teams = list(standing)
    if number := play.winner(standing.values()):
        winners = _seats_of(mechs, teams[number - 1])
        names = join_words(f"seat {seat + 1}" for seat in winners)
        return Result(winners=winners, why=f"Only {names} {'has' if len(winners) == 1 else 'have'} Mechs left.")
    if any(standing.values()):
        return None
    return _all_out(mechs, records)


def _all_out(mechs: Mechs, records: MechRecords) -> Result:
    """Return the result where the last Mechs of all went out at the same time, by the ruling."""
    seat = records.state.turn if records.state.turn is not None else records.state.last
    if mechs.terms.rulings.get("all-out") == "active" and seat is not None:
        return Result(
            winners=_seats_of(mechs, mechs.terms.team(seat)), why=f"All Mechs are out, in the Turn of seat {seat + 1}."
        )
    return Result(winners=(), why="All Mechs are out: nobody has won.")


def _seats_of(mechs: Mechs, team: int) -> tuple[int, ...]:
    """Return the seats of a team by its number."""
    return tuple(seat for seat in range(mechs.terms.seats) if mechs.terms.team(seat) == team)


def _distance(records: MechRecords, unit: str) -> int:
    return records.value(unit, sheets.DISTANCE)
