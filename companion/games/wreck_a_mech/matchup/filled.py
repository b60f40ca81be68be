"""Inputs of analyses from both sides: the mech, its piles, and what the opponent's counter card and parts say."""

from collections.abc import Mapping

from companion.data.cards import Catalogue
from companion.gamekit.matchup import MatchupSide
from companion.games.wreck_a_mech.matchup.fighters import Circumstances, Fighter, exchange, fighter
from companion.games.wreck_a_mech.model import POSITIONS, Corporation, Part, Workshop, count_copies, pile
from companion.games.wreck_a_mech.model.typed import by_name
from companion.games.wreck_a_mech.rules.totals import corporation_name

PILES = {"draw": "deck", "discard": "discard"}
WITH_OPPONENT = ("best-build", "damage-options")


def prefill_inputs(analysis: str, mine: MatchupSide, theirs: MatchupSide | None) -> dict[str, str]:
    """Return the inputs of an analysis that both sides answer, as a form types them.

    Without another side the opponent is the one that the build describes, where it does; an empty text is not known.
    """
    build = mine.build
    if not isinstance(build, Workshop):
        return {}
    catalogue = mine.context.catalogue
    found = {name: "\n".join(_lines(count_copies(build.piles[of]), catalogue)) for name, of in PILES.items()}
    if analysis not in WITH_OPPONENT:
        return found
    found |= {position: build.mech.parts.get(position, "") for position in POSITIONS}
    found |= _describe_opponent(build, mine) if theirs is None else _opponent_marks(fighter(mine), fighter(theirs))
    return found if analysis == "best-build" else {name: v for name, v in found.items() if name not in _BEST_BUILD}


_BEST_BUILD = ("defense", "goal")
"""Inputs of the best build alone: the damage options ask for one's own Defense by that name."""


def _lines(counts: Mapping[str, int], catalogue: Catalogue) -> list[str]:
    """Return a pile as a player types it, by name; by id where another card has the same name."""
    read = {card: catalogue.get(Part, card).name for card in counts}
    names = {
        card: name if (found := by_name(name, catalogue)) and found.id == card else card for card, name in read.items()
    }
    return pile({names[card]: count for card, count in counts.items()})


def _describe_opponent(build: Workshop, mine: MatchupSide) -> dict[str, str]:
    enemy = build.opponent
    if enemy is None:
        return {}
    marks = {"attack": enemy.attack, "defense": enemy.defense}
    written = {name: "" if value is None else str(value) for name, value in marks.items()}
    return {**written, "parts": _by_corporation(enemy.parts, mine.context.catalogue)}


def _opponent_marks(one: Fighter, other: Fighter) -> dict[str, str]:
    """Return the marks of another mech as it stands, each under the rulings of who attacks, and its parts."""
    this = exchange(one, other, Circumstances())
    return {
        "attack": str(this.taken.attack),
        "defense": str(this.dealt.defense),
        "parts": _by_corporation(other.parts, one.context.catalogue),
        "goal": "opponent",
    }


def _by_corporation(parts: Mapping[str, int], catalogue: Catalogue) -> str:
    """Return parts as a player types them; a corporation that none of my cards know gives no bonus."""
    known = {name: count for name, count in parts.items() if count and catalogue.find(Corporation, name)}
    return ", ".join(f"{count} {corporation_name(name, catalogue)}" for name, count in known.items())
