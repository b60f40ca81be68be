"""A random draft: one component of each level, for either seat."""

from companion.base.json_types import JsonObject
from companion.gamekit.contract import Context, RandomShape, RandomSource
from companion.games.mecha_mettle.model import LEVELS, Component

SHAPE = RandomShape
"""What a random draft can be asked for: nothing but its seed."""


def random_build(shape: RandomShape, context: Context, chance: RandomSource) -> JsonObject:
    """Return a random draft."""
    cards = context.catalogue.all(Component)
    levels = ([card.id for card in cards if card.level == level] for level in LEVELS)
    return {"components": [chance.choice(ids) for ids in levels], "seat": chance.choice((1, 2))}
