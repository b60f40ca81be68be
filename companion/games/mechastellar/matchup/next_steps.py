"""Where a player goes on from a matchup of two lists: what a unit must spend to destroy one of theirs."""

from collections.abc import Sequence

from companion.data.documents import to_document, to_toml
from companion.gamekit.matchup import MatchupSide, NextStep
from companion.games.mechastellar.analysis.lists import list_units
from companion.games.mechastellar.analysis.two_unit_inputs import Surroundings
from companion.games.mechastellar.matchup.conditions import Conditions
from companion.games.mechastellar.model import Force

LONGEST = 2_500
"""Characters of each list that an address takes along; a longer one is pasted on the page itself."""


def next_steps(mine: MatchupSide, theirs: MatchupSide, conditions: Conditions) -> Sequence[NextStep]:
    """Return the whole turn of the first unit against their first one, both lists filled in."""
    if not isinstance(mine.build, Force) or not isinstance(theirs.build, Force):
        return ()
    texts = [to_toml(to_document(force)) for force in (mine.build, theirs.build)]
    units = [list_units(side.build, side.context) for side in (mine, theirs) if isinstance(side.build, Force)]
    if not all(units) or any(len(text) > LONGEST for text in texts):
        return ()
    sides = dict(zip(("mine", "theirs", "a", "b"), (*texts, units[0][0].name, units[1][0].name), strict=True))
    return (
        NextStep(
            "What must I spend to destroy a unit?",
            "whole-turn",
            {**sides, "distance": conditions.distance, **_as_query(conditions)},
        ),
    )


def _as_query(conditions: Conditions) -> dict[str, object]:
    """Return what was said about the table, as far as a whole turn asks; it chooses Focus and remote fire itself."""
    usual = type(conditions).model_fields
    said = conditions.field_values()
    return {name: said[name] for name in Surroundings.model_fields if said[name] != usual[name].default}
