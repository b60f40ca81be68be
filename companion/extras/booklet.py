"""The rules booklet of a game: on sheets to fold and staple, or page by page for a screen."""

from dataclasses import dataclass
from functools import cache

from companion.extras import pictures
from companion.gamekit.contract import Credit, DiagramsOf, GameNames, PrintSet, PrintSource
from companion.printing.faces import boxing
from companion.printing.faces.boxes import Area, Box, Pages, Part
from companion.printing.faces.tuckboxes import Drawing
from companion.printing.sheets import booklet
from companion.printing.text import booklet_pages
from companion.printing.text.booklet_pages import BookletContents, PicturedCard

MOST = 45
"""The most cards with a picture."""


@dataclass(frozen=True)
class BookletGame:
    """The game of a booklet: `own` are the print sets whose cards it pictures, `mechs` are for cover and last page.

    `first_game` are the ids of the rules that a first game needs.
    """

    names: GameNames
    credit: Credit
    own: tuple[PrintSet, ...]
    mechs: tuple[Drawing, ...]
    diagrams: DiagramsOf
    first_game: tuple[str, ...]


def parts(game: BookletGame, source: PrintSource) -> tuple[Part, ...]:
    """Return the booklet for the rulings in force, on sheets to fold."""
    contents = _contents(game, source)

    @cache
    def make(area: Area) -> tuple[tuple[Box, ...], ...]:
        return booklet.impose_booklet(booklet_pages.pages(contents, booklet.page_area(area)), area)

    return (Pages("Rules booklet", make, booklet=True),)


def screen_parts(game: BookletGame, source: PrintSource) -> tuple[Part, ...]:
    """Return the pages of the booklet in reading order."""
    contents = _contents(game, source)

    @cache
    def make(area: Area) -> tuple[tuple[Box, ...], ...]:
        return booklet_pages.pages(contents, area)

    return (Pages("Rules booklet", make, for_screen=True),)


def _contents(game: BookletGame, source: PrintSource) -> BookletContents:
    names, credit, mechs, context = game.names, game.credit, game.mechs, source.context
    maker = credit.designer or credit.publisher
    return BookletContents(
        names.title,
        names.tagline,
        names.players,
        f"A game by {maker}." if maker else "",
        context.rulebook,
        context.rulings,
        (mechs[0], mechs[len(mechs) // 2]) if mechs else (),
        _cards(game.own, source),
        tuple(line for line in (credit.whose, credit.note, f"Licence: {credit.licence}.") if line),
        game.first_game,
        game.diagrams(context),
        source.tell(),
        context.house_rules.title if context.house_rules else "",
    )


def _cards(own: tuple[PrintSet, ...], source: PrintSource) -> tuple[PicturedCard, ...]:
    """Return at most MOST printable cards, evenly chosen from all decks."""
    sets = (print_set for print_set in own if not print_set.needs_build)
    loads = boxing.group_loads(pictures.decks(sets, source))
    cards = [(piece, deck.format) for load in loads if not load.loose for deck in load.decks for piece in deck.pieces]
    count = min(MOST, len(cards))
    chosen = (cards[n * len(cards) // count] for n in range(count))
    printable = [(piece, form) for piece, form in chosen for _ in pictures.printable((piece,), form)]
    return tuple(PicturedCard(piece.name, pictures.face(piece, form)) for piece, form in printable)
