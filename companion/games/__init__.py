"""The games, and what *pure* means for them.

A game's rooms turn plain values into plain values: no clock, no chance, no files, no network, no pages. Cards and
rulings come in as arguments, findings and boxes go out. What must touch the world (dice, storage, PDF) asks the game
and does the touching itself.
"""

from companion.games.mecha_mettle import GAME as MECHA_METTLE
from companion.games.mechalyte import GAME as MECHALYTE
from companion.games.mechastellar import GAME as MECHASTELLAR
from companion.games.techniconica import GAME as TECHNICONICA
from companion.games.wreck_a_mech import GAME as WRECK_A_MECH
from companion.system import GameSystem

GAMES: tuple[GameSystem, ...] = (MECHA_METTLE, MECHALYTE, TECHNICONICA, MECHASTELLAR, WRECK_A_MECH)
"""Every game, in the order the shell shows them."""


def game(slug: str) -> GameSystem | None:
    """Return a game by its slug, or None."""
    return next((g for g in GAMES if g.slug == slug), None)
