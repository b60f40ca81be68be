"""The squad's form: its units, one id a line."""

from companion.base.findings import quote
from companion.data.cards import Catalogue
from companion.gamekit.build_form import BuildField
from companion.games.sixth_game.model import MOST_UNITS, Unit


def _units(text: str, catalogue: Catalogue) -> list[str]:
    """Read one id a line; ValueError names the first line that is no unit."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if unknown := [line for line in lines if catalogue.find(Unit, line) is None]:
        raise ValueError(f"No unit has the id {quote(unknown[0])}: choose from the list below.")
    if len(lines) > MOST_UNITS:
        raise ValueError(f"A squad has at most {MOST_UNITS} units; this one has {len(lines)}.")
    return lines


def _written(units: object, _: Catalogue) -> list[str]:
    return ["\n".join(map(str, units))] if isinstance(units, list | tuple) else [""]


FORM = (BuildField("units", "Units", _units, _written, input="lines"),)
"""The fields of a build."""
