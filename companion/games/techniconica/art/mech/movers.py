"""Chooses a Locomotor's drawing by words on its card, wheels by default; dashes for a missing one."""

from collections.abc import Callable

from companion.games.techniconica.art.mech import rollers, walkers
from companion.games.techniconica.art.mech.shapes import shape_words
from companion.games.techniconica.model import Part
from companion.printing.faces.strokes import Drawing, dash_outline

_MOVES: tuple[tuple[str, Callable[[Part], Drawing]], ...] = (
    ("hover", rollers.hover),
    ("skimmer", rollers.hover),
    ("cushion", rollers.hover),
    ("spider", walkers.spider),
    ("quad", walkers.quad),
    ("four leg", walkers.quad),
    ("reverse", walkers.bird_legs),
    ("bird", walkers.bird_legs),
    ("chicken", walkers.bird_legs),
    ("leg", walkers.legs),
    ("strider", walkers.legs),
    ("walker", walkers.legs),
    ("half track", rollers.half_track),
    ("track", rollers.tracks),
    ("tread", rollers.tracks),
    ("crawler", rollers.tracks),
)


def mover(card: Part) -> Drawing:
    """Return a Locomotor under the waist."""
    return next((draw for word, draw in _MOVES if word in shape_words(card)), rollers.wheels)(card)


def no_mover() -> Drawing:
    """Return the dashed outline of a Locomotor that is missing."""
    return dash_outline((-7, 10), (7, 10), (12, 15), (12, 25), (-12, 25), (-12, 15))
