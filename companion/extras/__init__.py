"""What every game can print besides its own print sets: boxes and dividers for its decks, and a rules booklet.

A game does nothing for them: they are made of what its other print sets, its rulebook and its builds hold.
"""

from companion.extras import booklet, boxes, pictures
from companion.extras.pictures import FiguresOf
from companion.gamekit.contract import Credit, GameNames, PrintSet, PrintSource
from companion.printing.faces.boxes import Part


def print_sets(names: GameNames, credit: Credit, own: tuple[PrintSet, ...], figures: FiguresOf) -> tuple[PrintSet, ...]:
    """Return the print sets that a game has from here; `own` are those that its own sheets offer."""

    def make_boxes(source: PrintSource) -> tuple[Part, ...]:
        return boxes.parts(names.title, own, pictures.draw_mechs(figures(source)), source)

    def bound(source: PrintSource) -> tuple[Part, ...]:
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
            "The rules, the rulings in force and pictures of cards: print on both sides, fold once, staple.",
            bound,
            extra=True,
        ),
    )
