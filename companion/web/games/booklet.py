"""The rules booklet as part of a page: diagrams of sections as SVG, and the game that it tells."""

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from companion.base import caches
from companion.data.rulebook import Rulings
from companion.game_system.system import GameSystem
from companion.limits.budget import light
from companion.printing.faces.diagrams import Diagram
from companion.printing.svg.screen import inline
from companion.printing.text.booklet_pages import TOLD, ToldStep, last_needed
from companion.printing.text.fitting import fit
from companion.verbs.told_game import tell_game

_KEPT = 64


class ShownDiagram(NamedTuple):
    """A diagram on a page: its picture, which says its caption to a screen reader."""

    svg: Markup
    caption: str


class BookletPage(NamedTuple):
    """What a page shows of a booklet besides the rules: diagrams by section id, and the told steps."""

    diagrams: Mapping[str, tuple[ShownDiagram, ...]]
    told: tuple[ToldStep, ...]
    told_after: str
    """The id of the section behind which the game is told."""
    told_title: str = TOLD


@caches.keep(_KEPT, lambda game, rulings: (game.slug, tuple(sorted(rulings.items()))))
def booklet_page(game: GameSystem, rulings: Rulings) -> BookletPage:
    """Return the diagrams under rulings, with the shipped cards, and the steps of the told game."""
    with light():
        shown: dict[str, tuple[ShownDiagram, ...]] = {}
        for one in game.load_views().sheets.DIAGRAMS(game.context(rulings)):
            shown[one.section] = (*shown.get(one.section, ()), _show(one, game.accent))
        last = last_needed(game.rulebook, game.lesson.first_game if game.lesson else ())
        return BookletPage(shown, tell_game(game), last.id)


def _show(diagram: Diagram, accent: str) -> ShownDiagram:
    drawing = diagram.drawing
    boxes = fit(drawing.boxes, "diagram", (drawing.w, drawing.h))
    svg = inline(boxes, drawing.w, drawing.h, accent, diagram.caption)
    return ShownDiagram(Markup(svg), diagram.caption)
