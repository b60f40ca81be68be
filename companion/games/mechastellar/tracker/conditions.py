"""What holds of a unit by its record, in a word or two each."""

from collections.abc import Iterator

from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.offers import is_free_to_target


def conditions_of(battle: Battle, unit: str) -> Iterator[str]:
    """Yield what holds of a unit besides its tracks and its links."""
    if battle.is_shut_down(unit):
        yield "Shut down"
    if battle.is_engaged(unit) and not battle.records.link(unit, "engaged"):
        yield "In melee"
    if battle.fighters[unit].commander:
        yield "Commander"
    if battle.card(unit).pilot_level and is_free_to_target(battle, unit):
        yield f"Level {battle.card(unit).pilot_level}"
    if battle.has(unit, sheets.STUN):
        yield f"{battle.value(unit, sheets.STUN)} actions lost"
