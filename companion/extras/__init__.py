"""Print sets that every game has besides its own: boxes and dividers for its decks, and a rules booklet.

A game needs no code for them: they are made from its other print sets, its rulebook and its builds.
"""

from companion.extras import booklet, boxes, pictures
from companion.extras.booklet import BookletGame
from companion.extras.pictures import FiguresOf
from companion.gamekit.contract import Credit, DiagramsOf, GameNames, PrintSet, PrintSource
from companion.printing.faces.boxes import Part


def print_sets(
    names: GameNames,
    credit: Credit,
    own: tuple[PrintSet, ...],
    figures: FiguresOf,
    diagrams: DiagramsOf,
    first_game: tuple[str, ...],
) -> tuple[PrintSet, ...]:
    """Return the additional print sets of a game; `own` are those of its own sheets.

    `first_game` are the ids of the rules that a first game needs.
    """

    def make_boxes(source: PrintSource) -> tuple[Part, ...]:
        return boxes.parts(names.title, own, pictures.draw_mechs(figures(source)), source)

    def game_of(source: PrintSource) -> BookletGame:
        return BookletGame(names, credit, own, pictures.draw_mechs(figures(source)), diagrams, first_game)

    def make_booklet(source: PrintSource) -> tuple[Part, ...]:
        return booklet.parts(game_of(source), source)

    def make_screen_booklet(source: PrintSource) -> tuple[Part, ...]:
        return booklet.screen_parts(game_of(source), source)

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
            "The rules in the order of play, a game told, the rulings in use: print on both sides, fold once, staple.",
            make_booklet,
            extra=True,
        ),
        PrintSet(
            "booklet-for-screen",
            "Rules booklet for a screen",
            "The pages of the booklet one after the other, with bookmarks, to read on a tablet or a computer.",
            make_screen_booklet,
            extra=True,
        ),
    )
