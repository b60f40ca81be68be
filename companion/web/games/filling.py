"""What the build in an address, and the other side of the last matchup, answer on the page of an analysis.

A field that the address names stays as it is, also an empty one; what it does not name comes from the two sides.
"""

from dataclasses import dataclass

from companion.game_system.system import GameSystem
from companion.gamekit.contract import FormData
from companion.web.shared import matchup_sides


@dataclass(frozen=True)
class FilledFields:
    """The fields of an analysis as they are typed or filled in, and the title of the other side that some come from.

    `carried_pairs` name the other side in the page's own form, where the address names one.
    """

    typed: FormData
    opponent_title: str = ""
    carried_pairs: tuple[tuple[str, str], ...] = ()


def fill_fields(game: GameSystem, analysis: str, asked: FormData, typed: FormData) -> FilledFields:
    """Return an analysis's fields; those that are not in the address come from the build that it names.

    What the build says of its opponent counts before the other side of the last matchup, but not before one that the
    address names. InvalidInput where the address names a side that is not there.
    """
    room = game.matchup
    if room is None or room.fill_inputs is None or not "".join(asked.get(matchup_sides.MINE, ())):
        return FilledFields(typed)
    named = bool("".join(asked.get(matchup_sides.OTHER, ())))
    chosen = matchup_sides.attacking_side(game, asked)
    other = matchup_sides.find_brought_side(game, asked, chosen)
    if other is None and room.filled_from_example:
        other = matchup_sides.other_side(game, asked, chosen)
    mine = chosen.side
    own = room.fill_inputs(analysis, mine, None)
    seen = room.fill_inputs(analysis, mine, other.side) if other else {}
    values = {**own, **seen} if named else {**seen, **own}
    named_too = {name for group in room.filled_in_groups if any(name in typed for name in group) for name in group}
    missing = {name: value for name, value in values.items() if name not in typed and name not in named_too}
    of_theirs = any(own.get(name) != value for name, value in missing.items())
    return FilledFields(
        FormData({**typed, **{name: [value] for name, value in missing.items()}}),
        other.side.title if other and of_theirs else "",
        tuple(matchup_sides.pairs([(matchup_sides.OTHER, other)])) if other and named else (),
    )
