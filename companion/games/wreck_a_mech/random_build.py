"""A random mech: a part for each of the five positions, the arms on their own side, and empty piles."""

from companion.base.json_types import JsonObject
from companion.gamekit.contract import Context, RandomShape, RandomSource
from companion.games.wreck_a_mech.model import POSITIONS, Part

SHAPE = RandomShape
"""What a random mech can be asked for: nothing but its seed."""


def random_build(shape: RandomShape, context: Context, chance: RandomSource) -> JsonObject:
    """Return a random mech."""
    cards = context.catalogue.all(Part)
    parts = {place: [card.id for card in cards if card.position == place] for place in POSITIONS}
    return {"mech": {place: chance.choice(ids) for place, ids in parts.items()}}
