"""Event cards, drawn on the players' own table: which one is in force, and what the known ones do to every Mech."""

from collections.abc import Sequence

from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.games.techniconica.model import Event
from companion.games.techniconica.rules import play
from companion.games.techniconica.tracker import sheets
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.state import OTHER, MechRecords
from companion.play.records.rolls import DICE
from companion.play.records.state import TableStep

ASK, ROLL, AGAIN = "event", "event-dice", "event-again"
FISSURE, QUAKE, MINEFIELD = "earth-fissure", "earthquake", "ecm-minefield"
_COUNTS = {"none": 0, "cards": 1, "two-at-once": 2}
FALLS_IN, POWER_FAILS = 1, 8
"""The face on which a Mech falls into an Earth Fissure, and the lowest on which an ECM Minefield stops its plants."""


@rule("event-round")
def ask(mechs: Mechs, records: MechRecords) -> None:
    """Ask which card is turned up, where the table plays with events; perhaps two."""
    count = _COUNTS[mechs.terms.options.events]
    if not count:
        return
    cards = mechs.terms.context.catalogue.all(Event)
    answers = (*(card.name for card in cards), "another card")
    notes = (*(card.text for card in cards), "The app does not know it: you apply it.")
    seat = records.state.turn or 0
    data = {"events": [*(card.id for card in cards), OTHER]}
    title = "Which event card is turned up?"
    step = TableStep(name=ASK, seat=seat, title=title, answers=answers, notes=notes, usual=len(cards), data=data)
    records.begin(*[step] * count)


@rule("event-round")
def turn_up(mechs: Mechs, records: MechRecords, step: TableStep, number: int) -> None:
    """Put a card in force for this Round, and begin the dice that it calls for; in diceless play every die is a 5."""
    event = step.data["events"][number]
    records.update(events=(*records.state.events, event))
    if event == OTHER:
        records.say("Event: a card that the app does not know. Apply what it says.")
        return
    card = mechs.terms.context.catalogue.get(Event, event)
    by_hand = "" if event in _applied(mechs) else " Apply what it says."
    records.say(f"Event: {card.name}. {card.text}{by_hand}")
    for unit in records.standing() if event in (FISSURE, QUAKE) else ():
        if event == FISSURE or not play.is_hover(mechs.as_built(records, unit)):
            records.set(unit, sheets.SLOWED, 1)
    if event in (FISSURE, MINEFIELD) and event in _applied(mechs) and not mechs.terms.is_diceless:
        for seat in range(mechs.terms.seats):
            _roll_for(records, seat, event, card.name)


def in_force(mechs: Mechs, records: MechRecords) -> list[str]:
    """Return the event in force where players have to apply it, as it is named beside each Mech."""
    known, cards = _applied(mechs), mechs.terms.context.catalogue
    by_hand = (event for event in records.state.events if event not in known)
    return ["Event" if event == OTHER else f"Event: {cards.get(Event, event).name}" for event in by_hand]


def _applied(mechs: Mechs) -> tuple[str, ...]:
    """Return the events that the app applies; of the ECM Minefield a ruling says how long it lasts."""
    minefield = () if mechs.terms.rulings.get("ecm-minefield") == "by-hand" else (MINEFIELD,)
    return (FISSURE, QUAKE, *minefield)


def _roll_for(records: MechRecords, seat: int, event: str, name: str) -> None:
    if units := records.standing(seat):
        title = f"{name}: a D10 for each, in this order: {', '.join(records.name(unit) for unit in units)}"
        records.update(steps=(*records.state.steps, _dice(seat, title, event, units)))


def _dice(seat: int, title: str, event: str, units: Sequence[str]) -> TableStep:
    inputs = {"expression": f"{len(units)}d10"}
    return TableStep(
        name=ROLL, seat=seat, title=title, resolver=DICE, inputs=inputs, data={"event": event, "units": list(units)}
    )


@rule("event-round")
def apply_dice(mechs: Mechs, records: MechRecords, step: TableStep) -> None:
    """Take Mechs out that fell in, or stop the Power Plants of those that hit a mine; by the ruling a Re-Roll helps."""
    event, asked = step.data["event"], []
    for unit, face in zip(step.data["units"], step.groups[0], strict=True):
        if face > FALLS_IN if event == FISSURE else face < POWER_FAILS:
            continue
        left = mechs.re_rolls(records, unit)
        if left and mechs.terms.rulings.get("event-re-roll") != "no":
            title = f"{records.name(unit)} has rolled a {face}. Roll again? {plural(left, 'Re-Roll')} left."
            data = {"event": event, "unit": unit}
            answers = ("no", "yes")
            asked.append(TableStep(name=AGAIN, seat=step.seat, title=title, answers=answers, usual=1, data=data))
        else:
            _suffer(records, event, unit)
    records.begin(*asked)


@rule("re-roll")
def roll_again(records: MechRecords, step: TableStep, number: int) -> None:
    """Roll the die of an event again for a Re-Roll, or let it count."""
    event, unit = step.data["event"], step.data["unit"]
    if not number:
        _suffer(records, event, unit)
        return
    records.add(unit, sheets.RE_ROLLS, -1)
    records.begin(_dice(step.seat, f"{records.name(unit)} rolls again", event, (unit,)))


def _suffer(records: MechRecords, event: str, unit: str) -> None:
    if event == FISSURE:
        records.take_out(unit, "out of play: fell into the fissure")
        records.say(f"{records.name(unit)} falls into the fissure.")
    else:
        records.set(unit, sheets.POWER_OUT, 1)
        records.say(f"{records.name(unit)}’s Power Plants stop.")
