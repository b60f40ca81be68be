"""The battle and its Rounds: Heroes, who goes first, whose Turn follows, a race's distance, what a Round end does."""

from companion.data.rulebook import rule
from companion.games.techniconica.rules import play
from companion.games.techniconica.tracker import events, sheets
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.state import MechRecords
from companion.play.records.state import TableStep

HERO, FIRST, AGREE = "hero", "first-turn", "agree-first"
"""The steps at the battle's beginning: each Hero, the roll for the first Turn, who begins where it stays a tie."""


@rule("variant-size")
def begin(mechs: Mechs, records: MechRecords) -> None:
    """Ask for Heroes, then roll for the first Turn; say where a squad does not fit the variant."""
    steps = []
    for seat in range(mechs.terms.seats):
        units = records.standing(seat)
        if why := play.explain_variant_size(len(units), mechs.terms.rulings):
            records.say(f"Seat {seat + 1}: {why}")
        if mechs.terms.rulings.get("variant") == "quick-death":
            steps.append(_ask_for_hero(records, seat))
    records.begin(*steps, _first_turn(mechs, records))


def _ask_for_hero(records: MechRecords, seat: int) -> TableStep:
    units = records.standing(seat)
    names = tuple(records.name(unit) for unit in units)
    return TableStep(name=HERO, seat=seat, title="Which Mech is your Hero?", answers=names, data={"units": list(units)})


@rule("first-turn", "diceless")
def _first_turn(mechs: Mechs, records: MechRecords) -> TableStep:
    slowest = [
        min(mechs.now(records, unit).speed for unit in records.standing(seat)) for seat in range(mechs.terms.seats)
    ]
    inputs = {"speeds": ",".join(map(str, slowest))}
    return TableStep(name=FIRST, seat=0, title="Who goes first?", resolver=FIRST, inputs=inputs)


def choose_hero(records: MechRecords, step: TableStep, number: int) -> None:
    """Mark a seat's Hero."""
    unit = step.data["units"][number]
    records.set(unit, sheets.HERO, 1)
    records.say(f"{records.name(unit)} is the Hero of seat {step.seat + 1}.")


def goes_first(mechs: Mechs, records: MechRecords, seat: int | None) -> None:
    """Let a seat begin; where it stays a tie, ask who does."""
    if seat is None:
        answers = tuple(f"seat {one + 1}" for one in range(mechs.terms.seats))
        records.begin(TableStep(name=AGREE, seat=0, title="A tie: who goes first, as you agree?", answers=answers))
        return
    records.update(turn=seat, first=seat)
    records.say(f"Seat {seat + 1} goes first.")
    events.ask(mechs, records)


@rule("two-actions", "rounds")
def next_seat(mechs: Mechs, records: MechRecords, seat: int | None) -> int | None:
    """Return the seat whose Turn follows: to the left, without those that have no Mech left to activate.

    By the ruling, teams take it in turns: of the next team the player who has acted least in this Round.
    """
    seats = mechs.terms.seats
    if seat is None:
        return next((one for one in range(seats) if records.waiting_to_act(one)), None)
    left = [(seat + step) % seats for step in range(1, seats + 1)]
    waiting = [one for one in left if records.waiting_to_act(one)]
    has_teams = mechs.terms.options.teams != "none" and mechs.terms.rulings.get("variant") != "lone-wolves"
    if not has_teams or mechs.terms.rulings.get("team-order") == "to-the-left":
        return next(iter(waiting), None)
    others = [one for one in waiting if mechs.terms.are_enemies(one, seat)] or waiting
    return min(others, key=lambda one: _acted(records, one), default=None)


def _acted(records: MechRecords, seat: int) -> int:
    return sum(record.has_acted for record in records.state.units.values() if record.seat == seat)


def begin_round(mechs: Mechs, records: MechRecords) -> None:
    """Begin a later Round: whose Turn it is by the ruling, and the next event."""
    if events.in_force(mechs, records):
        records.update(pairs={})  # what was said of two Mechs may have been said for the event
    records.update(events=())
    for unit in records.state.units:
        if records.link(unit, sheets.COUNTERED):
            records.set_link(unit, sheets.COUNTERED, "")
    first, last = records.state.first or 0, records.state.last
    if mechs.terms.rulings.get("round-first") == "same" or last is None:
        turn = first if records.waiting_to_act(first) else next_seat(mechs, records, first)
    else:
        turn = next_seat(mechs, records, last)
    records.update(turn=turn)
    _say_if_nobody_moves(mechs, records)
    events.ask(mechs, records)


@rule("race")
def _say_if_nobody_moves(mechs: Mechs, records: MechRecords) -> None:
    """Say in a race that nobody can move any more: the last player with a Mech wins it then."""
    if mechs.terms.is_race and not any(mechs.now(records, unit).speed for unit in records.standing()):
        records.say("Nobody can move any more: the last player with a Mech wins.")


@rule("race")
def travel(mechs: Mechs, records: MechRecords, unit: str) -> None:
    """Add a Mech's Speed to its distance at the end of its Turn, in a race."""
    if not mechs.terms.is_race or records.unit(unit).out:
        return
    speed = mechs.now(records, unit).speed
    so_far = records.value(unit, sheets.DISTANCE)
    records.set(unit, sheets.DISTANCE, play.distance(so_far, speed))
    if speed:
        far = records.value(unit, sheets.DISTANCE)
        records.say(f"{records.name(unit)} has travelled {far} of {mechs.terms.options.distance}.")


@rule("diceless")
def end_round(mechs: Mechs, records: MechRecords) -> None:
    """Give all Pilots their Re-Rolls back, in diceless play, once all in play have spent theirs."""
    for track, ruling in ((sheets.WEIGHT, "gravity-lasts"), (sheets.POWER_OUT, "ecm-minefield")):
        if any(records.has(unit, track) for unit in records.state.units):
            mechs.terms.rulings.get(ruling)  # its sheet says whether the track ends now: so the ruling has mattered
    if not mechs.terms.is_diceless:
        return
    pilots = [unit for unit in records.standing() if mechs.as_built(records, unit).pilots("rr")]
    if not pilots or any(records.value(unit, sheets.RE_ROLLS) for unit in pilots):
        return
    for unit in pilots:
        records.set(unit, sheets.RE_ROLLS, records.sheets[unit].by_name[sheets.RE_ROLLS].start)
    records.say("All Pilots have spent their Re-Rolls: they get them back.")
