"""A random build spec: six letters, without a plan of turns."""

from companion.base.json_types import JsonObject
from companion.gamekit.contract import Context, RandomShape, RandomSource
from companion.games.mechalyte.model import LETTERS, SLOTS

SHAPE = RandomShape
"""What a random spec can be asked for: nothing but its seed."""


def random_build(shape: RandomShape, context: Context, chance: RandomSource) -> JsonObject:
    """Return a random spec."""
    return {"spec": "".join(chance.choice(LETTERS) for _ in range(SLOTS))}
