"""Cards with Trigger: set off at any time, and gone at the end of the Turn."""

from collections.abc import Iterator

from companion.data.rulebook import rule
from companion.games.techniconica.model import Extra
from companion.games.techniconica.tracker import sheets
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.state import MechRecords
from companion.play.tracker import Move


@rule("trigger", "falls-with")
def waiting(mechs: Mechs, records: MechRecords, unit: str) -> tuple[str, ...]:
    """Return the tracks of a Mech's cards with Trigger that are neither set off nor gone, with their part or alone."""
    gone, where = mechs.lost(records, unit).gone, records.sheets[unit].where
    names = [name for name in records.sheets[unit].by_name if name.startswith(sheets.TRIGGER)]
    places = {name: f"{where}.{name.removeprefix(sheets.TRIGGER)}" for name in names if not records.value(unit, name)}
    return tuple(name for name, place in places.items() if gone.isdisjoint((place, place.partition(".attached")[0])))


def matter(mechs: Mechs, records: MechRecords, unit: str, part: str) -> tuple[str, ...]:
    """Return those waiting Triggers of a Mech that may change an attack on one of its parts.

    What adds to another part, or gives power to a Mech that has enough, changes nothing; what says no numbers may.
    """
    return tuple(name for name in waiting(mechs, records, unit) if _matters(mechs, records, unit, name, part))


def _matters(mechs: Mechs, records: MechRecords, unit: str, name: str, part: str) -> bool:
    place = name.removeprefix(sheets.TRIGGER)
    card = mechs.card_at(records, unit, f"{records.sheets[unit].where}.{place}")
    if not isinstance(card, Extra) or not card.gives:
        return True
    here = place.partition(".attached")[0] == part
    needed = {"ar": here, "dt": here, "po": mechs.now(records, unit).low_power}
    return any(needed.get(stat, stat in ("sp", "fo", "bt", "rr", "mw")) for stat in card.gives)


def moves(mechs: Mechs, records: MechRecords, seat: int) -> Iterator[Move]:
    """Yield the Triggers that a seat can set off now, in anybody's Turn."""
    for unit in records.standing(seat):
        for name in waiting(mechs, records, unit):
            title = records.sheets[unit].by_name[name].title
            yield Move(
                name="trigger", values={"unit": unit, "track": name}, label=f"Set off {records.name(unit)}’s {title}"
            )


@rule("trigger")
def set_off(mechs: Mechs, records: MechRecords, unit: str, name: str) -> None:
    """Set off a card; one that adds Re-Rolls gives them at once."""
    place = f"{records.sheets[unit].where}.{name.removeprefix(sheets.TRIGGER)}"
    records.set(unit, name, sheets.WORKING)
    records.say(f"{records.name(unit)} sets off {records.sheets[unit].by_name[name].title}.")
    card = mechs.card_at(records, unit, place)
    if isinstance(card, Extra) and (more := card.gives.get("rr", 0)) > 0:
        records.add(unit, sheets.RE_ROLLS, more)


@rule("trigger")
def end_of_turn(mechs: Mechs, records: MechRecords, seat: int) -> None:
    """Remove what was set off, at the end of the Turn under way or, by the ruling, of its player's own next one."""
    own = mechs.terms.rulings.get("trigger-until") == "own-turn"
    for unit, record in records.state.units.items():
        if own and record.seat != seat:
            continue
        for name in record.values:
            if name.startswith(sheets.TRIGGER) and record.values[name] == sheets.WORKING:
                records.set(unit, name, sheets.USED)
                title = records.sheets[unit].by_name[name].title
                records.say(f"{records.name(unit)} loses {title}, which it had set off.")
