"""Random dice: the only module that imports random or secrets."""

import random
import secrets
from typing import Any

from companion.dice.resolver import Play, Resolver, play


def roll(resolver: Resolver[Any], seed: int | None = None) -> Play[Any]:
    """Throw a resolver's dice to its end; a seed makes the same throws again."""
    source = secrets.SystemRandom() if seed is None else random.Random(seed)
    return play(resolver, lambda throw, _: [source.choice(throw.die.faces) for _ in range(throw.count)])
