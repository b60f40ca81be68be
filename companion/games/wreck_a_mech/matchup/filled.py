"""Inputs of analyses from both sides: the mech and its piles, and the opponent's marks and parts."""

from collections.abc import Mapping

from companion.data.cards import Catalogue
from companion.gamekit.matchup import MatchupSide
from companion.games.wreck_a_mech.matchup.fighters import Circumstances, Fighter, exchange, fighter
from companion.games.wreck_a_mech.model import POSITIONS, Corporation, Part, Workshop, count_copies, pile_lines
from companion.games.wreck_a_mech.model.typed import find_part
from companion.games.wreck_a_mech.rules.totals import corporation_name

PILES = {"draw": "deck", "discard": "discard"}
WITH_OPPONENT = ("best-build", "damage-options")


def prefill_inputs(analysis: str, mine: MatchupSide, theirs: MatchupSide | None) -> dict[str, str]:
    """Return the inputs of an analysis that both sides provide, as texts of a form; an unknown one is empty.

    Without `theirs` the opponent is the one described in the build, if any.
    """
    build = mine.build
    if not isinstance(build, Workshop):
        return {}
    catalogue = mine.context.catalogue
    inputs = {
        name: "\n".join(_pile_lines(count_copies(build.piles[pile_name]), catalogue))
        for name, pile_name in PILES.items()
    }
    if analysis not in WITH_OPPONENT:
        return inputs
    inputs |= {position: build.mech.parts.get(position, "") for position in POSITIONS}
    inputs |= _describe_opponent(build, mine) if theirs is None else _opponent_marks(fighter(mine), fighter(theirs))
    return inputs if analysis == "best-build" else {name: v for name, v in inputs.items() if name not in _BEST_BUILD}


_BEST_BUILD = ("defense", "goal")
"""Inputs of the best build alone: for the damage options, `defense` is the player's own Defense."""


def _pile_lines(counts: Mapping[str, int], catalogue: Catalogue) -> list[str]:
    """Return a pile as lines of a form, by name; by id where another card has the same name."""
    names_by_id = {card: catalogue.get(Part, card).name for card in counts}
    names = {
        card: name if (match := find_part(name, catalogue)) and match.id == card else card
        for card, name in names_by_id.items()
    }
    return pile_lines({names[card]: count for card, count in counts.items()})


def _describe_opponent(build: Workshop, mine: MatchupSide) -> dict[str, str]:
    enemy = build.opponent
    if enemy is None:
        return {}
    marks = {"attack": enemy.attack, "defense": enemy.defense}
    mark_texts = {name: "" if value is None else str(value) for name, value in marks.items()}
    return {**mark_texts, "parts": _write_parts(enemy.parts, mine.context.catalogue)}


def _opponent_marks(my_fighter: Fighter, their_fighter: Fighter) -> dict[str, str]:
    """Return the marks of another mech from its totals, each under the attacker's rulings, and its parts."""
    combat = exchange(my_fighter, their_fighter, Circumstances())
    return {
        "attack": str(combat.taken.attack),
        "defense": str(combat.dealt.defense),
        "parts": _write_parts(their_fighter.parts, my_fighter.context.catalogue),
        "goal": "opponent",
    }


def _write_parts(parts: Mapping[str, int], catalogue: Catalogue) -> str:
    """Return parts as a text of a form; a corporation that my cards do not know gives no bonus and is left out."""
    counts = {name: count for name, count in parts.items() if count and catalogue.find(Corporation, name)}
    return ", ".join(f"{count} {corporation_name(name, catalogue)}" for name, count in counts.items())
