"""What follows for both sides of a matchup: what each loses in this combat, and every way in which it can lose it."""

from collections.abc import Sequence

from companion.base.wording import join_words, plural
from companion.data.rulebook import rule
from companion.gamekit.matchup import AttackRow, Conclusion, MatchupSide
from companion.games.wreck_a_mech.matchup.fighters import (
    Blow,
    Circumstances,
    blow,
    exchange,
    fighter,
)
from companion.games.wreck_a_mech.model import words
from companion.games.wreck_a_mech.rules import foundry, losses

MOST_LISTED = 5
"""How many ways to take a blow are listed; the damage options have them all."""


def conclusions(
    rows: Sequence[AttackRow], mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances
) -> tuple[Conclusion, ...]:
    """Return what each side loses as both are built, then the ways to lose it where a side has a choice.

    `rows` are not read: losses depend on both mechs, not on what a row changes.
    """
    one, other = fighter(mine), fighter(theirs)
    if not one.structures or not other.structures:
        return ()
    this = exchange(one, other, conditions)
    alike = mine.title == theirs.title
    you, they = ("You", "They") if alike else (mine.title, theirs.title)
    sides = ((you, this.taken), (they, this.dealt))
    both = Conclusion(
        "What each side loses",
        "This combat: marked Attack against marked Defense, both at once.",
        ("Side", "Takes", "Loses", "Is left with", "The other gains"),
        tuple(
            (title, _takes(hit), _loses(hit, hit.chosen), _describe_remainder(hit, hit.chosen), _describe_gains(hit))
            for title, hit in sides
        ),
    )
    choices = (
        _ways(f"How {you.lower() if alike else you} can take it", this.taken, this.dealt, conditions),
        _ways(f"How {they.lower() if alike else they} can take it", this.dealt, this.taken, conditions),
    )
    return (both, *(choice for choice in choices if choice))


def _takes(hit: Blow) -> str:
    return f"{hit.attack} against {hit.defense}: {hit.damage}"


def _loses(hit: Blow, way: losses.Loss) -> str:
    if not way.positions:
        return "nothing"
    mech = hit.defender.mech
    names = [mech[place].name if place in mech else words(place) for place in way.positions]
    return f"{'Wrecked: ' if hit.wrecks_mech else ''}{join_words(names)}"


def _describe_remainder(hit: Blow, way: losses.Loss) -> str:
    if hit.wrecks_mech:
        return "a Rebound from the draw pile"
    if hit.defender.typed:
        count = hit.defender.structures.keys() - set(way.positions)
        return plural(len(count), "part")
    return f"Attack {way.cost.attack_left}, Defense {way.cost.defense_left}"


@rule("upgrade-gains")
def _gains(hit: Blow, way: losses.Loss) -> str:
    """Return what the attacker gains from lost parts, in words: typed parts have no known rank."""
    if not way.positions:
        return "nothing"
    if hit.defender.typed:
        return f"a card for each of {plural(len(way.positions), 'part')}"
    gains = foundry.gains([hit.defender.mech[place].rank for place in way.positions])
    said = [f"{count} of Rank {rank}" for rank, count in ((2, gains.rank_2), (3, gains.rank_3)) if count]
    return join_words([*said, *([f"{gains.junk} to junk"] if gains.junk else [])])


def _describe_gains(hit: Blow) -> str:
    return f"{'a Victory, ' if hit.wrecks_mech else ''}{_gains(hit, hit.chosen)}"


def _ways(title: str, hit: Blow, back: Blow, conditions: Circumstances) -> Conclusion | None:
    """Return every way to take a blow, with the next combat after it; None where there is no choice.

    `back` is the other direction: in the next combat the attacker has lost what it chose.
    """
    if len(hit.ways) < 2:
        return None
    count = len(hit.ways)
    few = f"the {MOST_LISTED} cheapest of {count} ways" if count > MOST_LISTED else "the cheapest way first"
    about = f"{hit.damage} damage, {few}. In the next combat nobody has replaced a part, as in Sudden Death Overtime."
    shown = hit.ways[:MOST_LISTED]
    rows = [
        (_loses(hit, way), _describe_remainder(hit, way), _gains(hit, way), _next(hit, way, back, conditions))
        for way in shown
    ]
    return Conclusion(title, about, ("Lose", "Left", "The other gains", "Next combat"), tuple(rows))


def _next(hit: Blow, way: losses.Loss, back: Blow, conditions: Circumstances) -> str:
    if back.wrecks_mech:
        return "the other is wrecked"
    if hit.defender.typed or (back.defender.typed and back.chosen.positions):
        return "not known"
    kept, other = hit.defender.remove_parts(way.positions), back.remaining_mech
    deals, takes = blow(kept, other, conditions.spare), blow(other, kept, conditions.spare)
    wrecks, wrecked = " (wrecks)" * deals.wrecks_mech, " (wrecked)" * takes.wrecks_mech
    return f"deals {deals.damage}{wrecks}, takes {takes.damage}{wrecked}"
