"""Games, resolvers and analyses by name; an unknown name is NotThere, which lists the known ones."""

from collections.abc import Mapping

from companion.base.findings import InputError, InvalidInput, quote
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Analysis, ResolverKind
from companion.games import GAMES
from companion.games import game as _game


class NotThere(InvalidInput):
    """An unknown name of a game, a resolver, an analysis or a print set."""


def find_game(slug: str) -> GameSystem:
    """Return a game by its slug; NotThere lists the known ones."""
    game = _game(slug)
    if game is None:
        raise NotThere(InputError("game", quote(slug), f"one of {', '.join(g.slug for g in GAMES)}"))
    return game


def find_resolver(game: GameSystem, name: str) -> ResolverKind:
    """Return a game's resolver by name; NotThere lists the known ones."""
    kind = game.resolver(name)
    if kind is None:
        names = ", ".join(r.name for r in game.resolvers) or "none: this game has no resolvers"
        raise NotThere(InputError("resolver", quote(name), f"one of {names}"))
    return kind


def find_analysis(game: GameSystem, name: str) -> Analysis:
    """Return a game's analysis by name; NotThere lists the known ones."""
    analysis = next((a for a in game.analyses if a.name == name), None)
    if analysis is None:
        names = ", ".join(a.name for a in game.analyses) or "none: this game has no analyses"
        raise NotThere(InputError("analysis", quote(name), f"one of {names}"))
    return analysis


def game_of(document: object) -> GameSystem:
    """Return the game that a document names; InvalidInput if it names none, NotThere if that is unknown."""
    if not isinstance(document, Mapping):
        raise InvalidInput(InputError("", quote(document), "a table of fields"))
    slug = document.get("game")
    if not isinstance(slug, str):
        value = "nothing" if slug is None else quote(slug)
        raise InvalidInput(InputError("game", value, f"one of {', '.join(g.slug for g in GAMES)}"))
    return find_game(slug)
