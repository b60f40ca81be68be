"""The games, and what *pure* means for them.

A game's rooms turn plain values into plain values: no clock, no chance, no files, no network, no pages. Cards and
rulings come in as arguments, findings and boxes go out. What must touch the world (dice, storage, PDF) asks the game
and does the touching itself.
"""

from importlib import import_module

from companion.system import GameSystem

GAMES: tuple[GameSystem, ...] = tuple(
    import_module(f"companion.games.{package}").GAME
    for package in (
        "mecha_mettle",
        "mechalyte",
        "techniconica",
        "mechastellar",
        "wreck_a_mech",
    )
)
"""Every game, in the order the shell shows them. A sixth game is one more line here and folders of its own name."""


def game(slug: str) -> GameSystem | None:
    """Return a game by its slug, or None."""
    return next((g for g in GAMES if g.slug == slug), None)
