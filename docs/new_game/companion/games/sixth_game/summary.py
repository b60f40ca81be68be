"""What a squad amounts to, for its page and as text for a chat."""

from companion.data.marks import add_legend, sign
from companion.gamekit.contract import Context
from companion.games.sixth_game.model import LIMIT, Squad, Unit
from companion.games.sixth_game.validator import chosen_units


def page_values(squad: Squad | None, context: Context) -> dict[str, object]:
    """Return the values of the squad's page: all `units` to choose from, and those that are `chosen`."""
    return {
        "units": context.catalogue.all(Unit),
        "chosen": chosen_units(squad, context) if squad else (),
        "limit": LIMIT,
    }


def summary(squad: Squad, context: Context) -> str:
    """Return a squad as text for a chat: one line a unit."""
    units = chosen_units(squad, context)
    lines = [f"{unit.name}: power {unit.power}{sign(unit.mark('power'))}" for unit in units]
    return add_legend([f"Sixth Game squad: {squad.title or 'untitled'}", *lines])


COLUMNS = ("Unit", "Power", "Numbers")
"""The heads of a squad's rows in a spreadsheet; the last says where a row's numbers come from."""


def rows(squad: Squad, context: Context) -> list[tuple[str | int, ...]]:
    """Return a squad as rows for a spreadsheet: a unit each."""
    return [(unit.name, unit.power, unit.mark("power").kind) for unit in chosen_units(squad, context)]
