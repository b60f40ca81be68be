"""A random legal build of a game: drawn by the game's own room until its check finds no problem."""

import random
import secrets
from collections.abc import Mapping
from dataclasses import replace

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import plural
from companion.data.documents import read_as, to_document
from companion.game_system.rooms import RandomRoom
from companion.game_system.system import GameSystem
from companion.gamekit.contract import MOST_SEED

TRIES = 50
"""How many builds are drawn and checked before none is found."""


def new_seed() -> int:
    """Return a seed that nobody chose."""
    return secrets.randbelow(MOST_SEED + 1)


def random_build(game: GameSystem, inputs: JsonMapping, rulings: Mapping[str, str] | None = None) -> JsonObject:
    """Return a random legal build of the shape that the inputs ask for, under these rulings, with the shipped cards.

    The same inputs with the same seed give the same build. InvalidInput where an input cannot be read, where the game
    draws no builds, and where no legal build was found.
    """
    room = _room(game)
    shape = read_as(room.SHAPE, inputs)
    seed = new_seed() if shape.seed is None else shape.seed
    chance = random.Random(seed)
    context = game.context(rulings)
    head: JsonObject = {"game": game.slug, "title": f"Random {game.build_noun} {seed}"}
    if decisions := game.rulebook.decisions(context.rulings):
        head["rulings"] = decisions
    for _ in range(TRIES):
        build, own = game.read_in_context({**head, **room.random_build(shape, context, chance)})
        if game.check(build, replace(own, fixes=False)).legal:
            return to_document(build)
    found = f"no legal {game.build_noun} in {plural(TRIES, 'try', 'tries')}"
    raise InvalidInput(InputError("seed", f"{found} from {seed}", "another seed, more room, or other rulings"))


def _room(game: GameSystem) -> RandomRoom:
    if game.random_room is None:
        raise InvalidInput(InputError("game", game.slug, "a game that draws random builds"))
    return game.random_room
