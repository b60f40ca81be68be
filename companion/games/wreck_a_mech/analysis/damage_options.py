"""Damage options: every minimal choice of parts that a mech can lose to the damage it takes, with its cost.

The choices themselves are in `rules.losses`; this module adds the mech, the bonuses it keeps, and the attacker's gains.
"""

from collections.abc import Mapping
from dataclasses import replace

from pydantic import Field

from companion.base.json_types import JsonObject
from companion.gamekit.contract import Context
from companion.games.wreck_a_mech.analysis.inputs import MechAndPiles, cards_document
from companion.games.wreck_a_mech.model import Marked, Part
from companion.games.wreck_a_mech.model.typed import OpponentParts
from companion.games.wreck_a_mech.rules import foundry, losses, play
from companion.games.wreck_a_mech.rules.totals import fits, structures, total

SURE = "Proved: every choice of parts that takes the damage is listed, except those that lose a part needlessly."
"""How sure the answer is."""


class DamageOptionsInputs(MechAndPiles):
    """The attacker's mark, the mech that is hit, and its own mark if it differs from the mech's total."""

    attack: Marked = Field(title="Its Attack", description="The Attack that your attacker has marked")
    defense: Marked | None = Field(
        default=None, title="Your Defense", description="Your marked Defense; leave it empty to use the mech's total"
    )
    parts: OpponentParts = Field(
        default_factory=dict,
        title="Its parts",
        description="The attacker's parts by corporation, for example 3 Akio, 1 Zhao, for a head's bonus afterwards",
    )


def run(inputs: DamageOptionsInputs, context: Context) -> JsonObject:
    """Return the damage and every way to take it, the cheapest first; `damage` is None while no part is installed.

    A part that cannot be in the given position is `misplaced` and counts for nothing. Each option's `use` is the saved
    build after it: lost parts are discarded (fact 51), or by ruling shuffled in at once where all are lost.
    """
    mech = inputs.mech(context.catalogue)
    installed = {position: card for position, card in mech.items() if fits(card, position)}
    part_structures = structures(mech)
    defense = inputs.defense
    if defense is None:
        defense = total(mech, context.rulings, context.catalogue, inputs.parts).defense
    taken = losses.damage(inputs.attack, defense) if installed else None
    wrecked = taken is not None and losses.is_wrecked(taken, part_structures)
    return {
        "attack": inputs.attack,
        "defense": defense,
        "damage": taken,
        "structure": sum(part_structures.values()),
        "wrecked": wrecked,
        "misplaced": [
            {"id": card.id, "name": card.name, "position": position, "belongs": card.position}
            for position, card in mech.items()
            if position not in installed
        ],
        "options": [
            {**_loss_as_data(loss, installed), "use": _cards_after(inputs, loss, wrecked, context)}
            for loss in (loss_options(taken, installed, inputs.parts, context) if taken else ())
        ],
        "certainty": "proved",
        "sure": SURE,
        "rules": ["damage", "absorb", "wrecked", "totals", "upgrade-gains"],
    }


def _cards_after(inputs: DamageOptionsInputs, loss: losses.Loss, wrecked: bool, context: Context) -> JsonObject:
    """Return the cards of the build after a loss, at the end of the Upgrade Phase."""
    player = play.lose(inputs.player(context.catalogue), loss.positions)
    if wrecked:
        player = play.wreck(player, player.draw + player.discard + player.damaged, context.rulings)
    return cards_document(play.clear(player))


def loss_options(
    taken: int, installed: Mapping[str, Part], enemy: Mapping[str, int], context: Context
) -> tuple[losses.Loss, ...]:
    """Return every minimal choice of parts, the cheapest first, with the Attack and Defense of the mech that is left.

    `enemy` counts the attacker's parts by corporation: the mech that is left attacks it, and a head may have a bonus.
    """
    ranks = {position: card.rank for position, card in installed.items()}
    options = []
    for loss in losses.losses(taken, structures(installed), ranks):
        remaining = {position: card for position, card in installed.items() if position not in loss.positions}
        totals = total(remaining, context.rulings, context.catalogue, enemy)
        cost = replace(loss.cost, attack_left=totals.attack, defense_left=totals.defense)
        options.append(replace(loss, cost=cost))
    return tuple(sorted(options, key=losses.price))


def _loss_as_data(loss: losses.Loss, installed: Mapping[str, Part]) -> JsonObject:
    cards = {position: installed[position] for position in loss.positions}
    gains = foundry.gains([card.rank for card in cards.values()])
    return {
        "parts": [
            {"position": position, "id": card.id, "name": card.name, "rank": card.rank, "structure": card.structure}
            for position, card in cards.items()
        ],
        "attack_left": loss.cost.attack_left,
        "defense_left": loss.cost.defense_left,
        "wasted": loss.cost.wasted,
        "gains": {"rank_2": gains.rank_2, "rank_3": gains.rank_3, "junk": gains.junk},
    }
