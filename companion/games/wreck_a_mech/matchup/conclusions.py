"""Conclusions of a matchup: the parts that each side loses in this combat, and every way to take the damage."""

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
"""The most ways to take a blow that are listed; the damage options have them all."""


def conclusions(
    rows: Sequence[AttackRow], mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances
) -> tuple[Conclusion, ...]:
    """Return the losses of each side as both are built, then each side's ways to take the damage, if it has a choice.

    `rows` are not read: losses depend on both mechs, not on what a row changes.
    """
    my_fighter, their_fighter = fighter(mine), fighter(theirs)
    if not my_fighter.structures or not their_fighter.structures:
        return ()
    combat = exchange(my_fighter, their_fighter, conditions)
    taken, dealt = combat.taken, combat.dealt
    has_same_title = mine.title == theirs.title
    you, they = ("You", "They") if has_same_title else (mine.title, theirs.title)
    losses_of_both = Conclusion(
        "What each side loses",
        "This combat: marked Attack against marked Defense, both at once.",
        ("Side", "Takes", "Loses", "Is left with", "The other gains"),
        tuple(
            (
                title,
                f"{blow.attack} against {blow.defense}: {blow.damage}",
                _lost_parts_words(blow, blow.chosen),
                _describe_remainder(blow, blow.chosen),
                f"{'a Victory, ' if blow.wrecks_mech else ''}{_gains_words(blow, blow.chosen)}",
            )
            for title, blow in ((you, taken), (they, dealt))
        ),
    )
    my_name, their_name = ("you", "they") if has_same_title else (mine.title, theirs.title)
    choices = (
        _loss_choices(f"How {my_name} can take it", taken, dealt, conditions),
        _loss_choices(f"How {their_name} can take it", dealt, taken, conditions),
    )
    return (losses_of_both, *(choice for choice in choices if choice))


def _lost_parts_words(blow: Blow, loss: losses.Loss) -> str:
    if not loss.positions:
        return "nothing"
    mech = blow.defender.mech
    names = [mech[place].name if place in mech else words(place) for place in loss.positions]
    return f"{'Wrecked: ' if blow.wrecks_mech else ''}{join_words(names)}"


def _describe_remainder(blow: Blow, loss: losses.Loss) -> str:
    if blow.wrecks_mech:
        return "a Rebound from the draw pile"
    if blow.defender.typed:
        remaining = blow.defender.structures.keys() - set(loss.positions)
        return plural(len(remaining), "part")
    return f"Attack {loss.cost.attack_left}, Defense {loss.cost.defense_left}"


@rule("upgrade-gains")
def _gains_words(blow: Blow, loss: losses.Loss) -> str:
    """Return the attacker's gains from lost parts, in words; the ranks of typed parts are not known."""
    if not loss.positions:
        return "nothing"
    if blow.defender.typed:
        return f"a card for each of {plural(len(loss.positions), 'part')}"
    gains = foundry.gains([blow.defender.mech[place].rank for place in loss.positions])
    phrases = [f"{count} of Rank {rank}" for rank, count in ((2, gains.rank_2), (3, gains.rank_3)) if count]
    return join_words([*phrases, *([f"{gains.junk} to junk"] if gains.junk else [])])


def _loss_choices(title: str, blow: Blow, counterblow: Blow, conditions: Circumstances) -> Conclusion | None:
    """Return the ways to take a blow, each with the next combat after it; None where there is no choice.

    `counterblow` is the other direction: in the next combat the attacker has lost the parts that it chose.
    """
    if len(blow.options) < 2:
        return None
    count = len(blow.options)
    order_words = f"the {MOST_LISTED} cheapest of {count} ways" if count > MOST_LISTED else "the cheapest way first"
    about = (
        f"{blow.damage} damage, {order_words}. "
        "In the next combat nobody has replaced a part, as in Sudden Death Overtime."
    )
    rows = [
        (
            _lost_parts_words(blow, loss),
            _describe_remainder(blow, loss),
            _gains_words(blow, loss),
            _next_combat_words(blow, loss, counterblow, conditions),
        )
        for loss in blow.options[:MOST_LISTED]
    ]
    return Conclusion(title, about, ("Lose", "Left", "The other gains", "Next combat"), tuple(rows))


def _next_combat_words(hit: Blow, loss: losses.Loss, counterblow: Blow, conditions: Circumstances) -> str:
    if counterblow.wrecks_mech:
        return "the other is wrecked"
    if hit.defender.typed or (counterblow.defender.typed and counterblow.chosen.positions):
        return "not known"
    remaining, opponent = hit.defender.remove_parts(loss.positions), counterblow.remaining_mech
    deals, takes = blow(remaining, opponent, conditions.spare), blow(opponent, remaining, conditions.spare)
    wrecks, wrecked = " (wrecks)" * deals.wrecks_mech, " (wrecked)" * takes.wrecks_mech
    return f"deals {deals.damage}{wrecks}, takes {takes.damage}{wrecked}"
