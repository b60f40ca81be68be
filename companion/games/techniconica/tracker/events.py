"""Event cards, drawn on the players' own table: which one is in force, and what the known ones do to every Mech."""

from companion.data.rulebook import rule
from companion.games.techniconica.model import Event
from companion.games.techniconica.tracker import sheets
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.state import OTHER, MechRecords
from companion.play.records.rolls import DICE
from companion.play.records.state import Step

ASK, ROLL = "event", "event-dice"
FISSURE, MINEFIELD = "earth-fissure", "ecm-minefield"
FALLS_IN, POWER_FAILS = 1, 8
"""The face on which a Mech falls into an Earth Fissure, and the lowest on which an ECM Minefield stops its plants."""


@rule("event-round")
def ask(mechs: Mechs, records: MechRecords) -> None:
    """Ask which card is turned up, where the table plays with events."""
    if mechs.terms.options.events == "none":
        return
    cards = mechs.terms.context.catalogue.all(Event)
    answers = (*(card.name for card in cards), "another card")
    notes = (*(card.text for card in cards), "The app does not know it: you apply it.")
    seat = records.state.turn or 0
    data = {"events": [*(card.id for card in cards), OTHER]}
    title = "Which event card is turned up?"
    records.begin(Step(name=ASK, seat=seat, title=title, answers=answers, notes=notes, usual=len(cards), data=data))


@rule("event-round")
def turn_up(mechs: Mechs, records: MechRecords, step: Step, number: int) -> None:
    """Put a card in force for this Round, and begin the dice that it calls for; in diceless play every die is a 5."""
    event = step.data["events"][number]
    records.update(event=event)
    if event == OTHER:
        records.say("Event: a card that the app does not know. Apply what it says.")
        return
    card = mechs.terms.context.catalogue.get(Event, event)
    by_hand = "" if event in _applied(mechs) else " Apply what it says."
    records.say(f"Event: {card.name}. {card.text}{by_hand}")
    if event in (FISSURE, MINEFIELD) and event in _applied(mechs) and not mechs.terms.is_diceless:
        for seat in range(mechs.terms.seats):
            _roll_for(records, seat, event, card.name)


def _applied(mechs: Mechs) -> tuple[str, ...]:
    """Return the events that the app applies; of the ECM Minefield a ruling says how long it lasts."""
    minefield = () if mechs.terms.rulings.get("ecm-minefield") == "by-hand" else (MINEFIELD,)
    return (FISSURE, "earthquake", *minefield)


def _roll_for(records: MechRecords, seat: int, event: str, name: str) -> None:
    units = records.standing(seat)
    if not units:
        return
    title = f"{name}: a D10 for each, in this order: {', '.join(records.name(unit) for unit in units)}"
    inputs = {"expression": f"{len(units)}d10"}
    data = {"event": event, "units": list(units)}
    step = Step(name=ROLL, seat=seat, title=title, resolver=DICE, inputs=inputs, data=data)
    records.update(steps=(*records.state.steps, step))


@rule("event-round")
def apply_dice(records: MechRecords, step: Step) -> None:
    """Take Mechs out that fell in, or stop the Power Plants of those that hit a mine."""
    for unit, face in zip(step.data["units"], step.groups[0], strict=True):
        if step.data["event"] == FISSURE and face == FALLS_IN:
            records.take_out(unit, "out of play: fell into the fissure")
            records.say(f"{records.name(unit)} falls into the fissure.")
        if step.data["event"] == MINEFIELD and face >= POWER_FAILS:
            records.set(unit, sheets.POWER_OUT, 1)
            records.say(f"{records.name(unit)}’s Power Plants stop.")
