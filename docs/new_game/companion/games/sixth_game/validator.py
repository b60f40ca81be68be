"""The checks of a squad: its power has a limit."""

from companion.base.findings import Finding, Fix, Verdict
from companion.data.marks import combine_marks, marks_data
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.sixth_game.model import LIMIT, Squad, Unit


def check(squad: Squad, context: Context) -> Verdict:
    """Return a squad's totals, the number of its `units` and their `power`, and all its findings."""
    units = chosen_units(squad, context)
    power = sum(unit.power for unit in units)
    marks = marks_data({"power": combine_marks(unit.mark("power") for unit in units)})
    return Verdict({"units": len(units), "power": power}, _within_limit(squad, units, power), marks)


def chosen_units(squad: Squad, context: Context) -> tuple[Unit, ...]:
    """Return the cards of a squad in its order."""
    return tuple(context.catalogue.get(Unit, card_id) for card_id in squad.units)


@rule("power-limit")
def _within_limit(squad: Squad, units: tuple[Unit, ...], power: int) -> tuple[Finding, ...]:
    if power <= LIMIT:
        return ()
    last = units[-1]
    message = f"A squad has at most {LIMIT} power and this one has {power}: remove units until {power - LIMIT} is gone."
    fix = Fix(f"Remove {last.name} ({last.power})", {"units": list(squad.units[:-1])})
    return (Finding("power-limit", "error", message, "units", (fix,)),)
