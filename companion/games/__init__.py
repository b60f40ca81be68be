"""The games, and what *pure* means for them.

The modules of a game turn plain values into plain values: no clock, no chance, no files, no network, no pages. Cards
and rulings come in as arguments, findings and boxes go out. Code that touches the world (dice, storage, PDF) calls the
game, never the other way round.
"""

from companion.game_system.system import GameSystem
from companion.games import mecha_mettle, mechalyte, mechastellar, techniconica, wreck_a_mech

GAMES: tuple[GameSystem, ...] = (
    mecha_mettle.GAME,
    mechalyte.GAME,
    techniconica.GAME,
    mechastellar.GAME,
    wreck_a_mech.GAME,
)
"""Every game, in the order in which pages list them. A sixth game is one more line here and folders of its name."""


def game(slug: str) -> GameSystem | None:
    """Return a game by its slug, or None."""
    return next((g for g in GAMES if g.slug == slug), None)
