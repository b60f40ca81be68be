"""Inputs of analyses from both sides: a unit of one's own saved list, and one of the other side's as its target."""

from companion.data.documents import to_document, to_toml
from companion.gamekit.matchup import MatchupSide
from companion.games.mechastellar.analysis.lists import IN, distinct_title, list_units
from companion.games.mechastellar.analysis.two_unit_inputs import LONGEST_LIST
from companion.games.mechastellar.model import Force

FILLED_TOGETHER = (("mine", "a"), ("theirs", "b"))
"""A unit and the list it is in: where an address names either, it names both."""


def prefill_inputs(analysis: str, mine: MatchupSide, theirs: MatchupSide | None) -> dict[str, str]:
    """Return the first unit of a saved list, and the first one of the other side with its list as text."""
    return {**_mine(mine), **(_theirs(theirs) if theirs else {})}


def _mine(side: MatchupSide) -> dict[str, str]:
    if not isinstance(side.build, Force) or IN in distinct_title(side.build):
        return {}
    units = list_units(side.build, side.context)
    return {"a": f"{units[0].name}{IN}{distinct_title(side.build)}"} if units else {}


def _theirs(side: MatchupSide) -> dict[str, str]:
    if not isinstance(side.build, Force):
        return {}
    units, text = list_units(side.build, side.context), to_toml(to_document(side.build))
    return {"theirs": text, "b": units[0].name} if units and len(text) <= LONGEST_LIST else {}
