"""Print sets that every game has besides its own: boxes and dividers for its decks, and a rules booklet.

A game needs no code for them: they are made from its other print sets, its rulebook and its builds.
"""

from companion.extras import booklet, boxes, pictures
from companion.extras.pictures import FiguresOf
from companion.gamekit.contract import Credit, GameNames, PrintSet, PrintSource
from companion.printing.faces.boxes import Part


def print_sets(names: GameNames, credit: Credit, own: tuple[PrintSet, ...], figures: FiguresOf) -> tuple[PrintSet, ...]:
    """Return the additional print sets of a game; `own` are those of its own sheets."""

    def make_boxes(source: PrintSource) -> tuple[Part, ...]:
        return boxes.parts(names.title, own, pictures.draw_mechs(figures(source)), source)

    def make_booklet(source: PrintSource) -> tuple[Part, ...]:
        return booklet.parts(names, credit, own, pictures.draw_mechs(figures(source)), source)

    return (
        PrintSet(
            "boxes",
            "Boxes and dividers",
            "A box to fold for each deck, sized for your cards and sleeves, and dividers that name the decks.",
            make_boxes,
            takes_build=True,
            extra=True,
        ),
        PrintSet(
            "booklet",
            "Rules booklet",
            "The rules, the rulings in use and pictures of cards: print on both sides, fold once, staple.",
            make_booklet,
            extra=True,
        ),
    )
