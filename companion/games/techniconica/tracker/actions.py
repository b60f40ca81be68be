"""The Actions of the active Mech that need no roll: Aim, Evade, Hold, Unjam; and a Bottle Test by a player's word."""

from collections.abc import Iterator

from companion.base.json_types import JsonMapping
from companion.data.rulebook import rule
from companion.games.techniconica.matchup.shooting import MOST_REROLLS
from companion.games.techniconica.tracker import sheets
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.offers import NO_ACTION, place_of
from companion.games.techniconica.tracker.state import MechRecords
from companion.play.records.state import TableStep
from companion.play.tracker import Move

MOST_HELD = 2
BOTTLE = "bottle-test"
"""The move, and the step, of a Bottle Test outside an attack."""
_LABELS = {"aim": "Aim", "evade": "Evade", "hold": "Hold"}
_SAID = {"aim": "aims", "evade": "evades: +4 Speed until the next Round", "hold": "holds"}


def moves(mechs: Mechs, records: MechRecords, seat: int) -> Iterator[Move]:
    """Yield the Actions of a seat's active Mech, and Bottle Tests; what breaks a rule has its warning."""
    unit = records.state.active
    if unit and records.unit(unit).seat == seat and not records.unit(unit).out:
        yield from _actions(mechs, records, unit)
    for one in records.standing(seat):
        if mechs.now(records, one).made.at("pilot"):
            yield Move(name=BOTTLE, values={"unit": one}, label=f"Bottle Test of {records.name(one)}")


@rule("two-actions", "low-power", "overloaded")
def _actions(mechs: Mechs, records: MechRecords, unit: str) -> Iterator[Move]:
    left = records.value(unit, sheets.ACTIONS)
    for name, warning in (
        ("aim", _why_not_aim(records, unit)),
        ("evade", _why_not_evade(mechs, records, unit)),
        ("hold", _why_not_hold(records, unit)),
    ):
        yield Move(
            name=name,
            values={"unit": unit},
            label=f"{_LABELS[name]}: {records.name(unit)}",
            warning=warning if left else NO_ACTION,
        )
    for mount in mechs.now(records, unit).made.weapons:
        track = f"{sheets.JAM}{place_of(records, unit, mount)}"
        if records.value(unit, track):
            group = records.sheets[unit].by_name[track].group
            values = {"unit": unit, "track": track}
            yield Move(name="unjam", values=values, label=f"Unjam {group}", warning="" if left else NO_ACTION)


@rule("aim")
def _why_not_aim(records: MechRecords, unit: str) -> str:
    if records.value(unit, sheets.ACTIONS) < 2:
        return "An Aim counts only as the first Action, with a Shoot Action after it."
    return ""


@rule("evade")
def _why_not_evade(mechs: Mechs, records: MechRecords, unit: str) -> str:
    now = mechs.now(records, unit)
    if now.low_power:
        return "A Mech in Low Power cannot Evade."
    if not now.speed:
        return "A Mech of Speed 0 cannot Evade."
    return "It evades already in this Round." if records.has(unit, sheets.EVADE) else ""


@rule("hold")
def _why_not_hold(records: MechRecords, unit: str) -> str:
    both = records.value(unit, sheets.HOLD_ACCURACY), records.value(unit, sheets.HOLD_SPEED)
    return "It holds twice already: no more is gained." if min(both) == MOST_HELD else ""


@rule("two-actions", "aim", "evade", "hold")
def act(records: MechRecords, name: str, values: JsonMapping) -> None:
    """Do an Action; after any but a Shoot Action an Aim is wasted."""
    unit = str(values["unit"])
    records.add(unit, sheets.ACTIONS, -1)
    records.set(unit, sheets.AIM, int(name == "aim"))
    if name == "unjam":
        track = str(values["track"])
        records.add(unit, track, -1)
        records.say(f"{records.name(unit)} unjams {records.sheets[unit].by_name[track].group}.")
        return
    if name == "evade":
        records.set(unit, sheets.EVADE, 1)
    if name == "hold":
        for track in (sheets.HOLD_ACCURACY, sheets.HOLD_SPEED, sheets.HELD_NOW):
            records.add(unit, track, 1)
    records.say(f"{records.name(unit)} {_SAID[name]}.")


@rule("hold")
def end_older_holds(records: MechRecords, unit: str) -> None:
    """At the end of an activation keep no more of Hold than was held in it: earlier ones end now."""
    for track in (sheets.HOLD_ACCURACY, sheets.HOLD_SPEED):
        records.set(unit, track, min(records.value(unit, track), records.value(unit, sheets.HELD_NOW)))


@rule("bottle-test")
def begin_bottle_test(mechs: Mechs, records: MechRecords, unit: str) -> None:
    """Begin a Bottle Test that no attack calls for, as where an event took a Base Part."""
    pilot = mechs.now(records, unit).made
    inputs = {"fortitude": pilot.pilots("fo")}
    if not mechs.terms.is_diceless:
        inputs["rerolls"] = min(MOST_REROLLS, mechs.re_rolls(records, unit))
    title = f"Bottle Test of {records.name(unit)}"
    seat = records.unit(unit).seat
    records.begin(TableStep(name=BOTTLE, seat=seat, title=title, resolver=BOTTLE, inputs=inputs, data={"unit": unit}))
