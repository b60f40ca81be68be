"""The rules booklet of a game: each page is half of the paper, printed on both sides, folded once and stapled."""

from functools import cache

from companion.extras import pictures
from companion.gamekit.contract import Context, Credit, GameNames, PrintSet, PrintSource
from companion.printing.faces import boxing
from companion.printing.faces.boxes import Area, Box, Pages, Part
from companion.printing.faces.tuckboxes import Drawing
from companion.printing.sheets import booklet
from companion.printing.text import booklet_pages
from companion.printing.text.booklet_pages import BookletContents, PicturedCard

MOST = 45
"""The most cards with a picture."""


def parts(
    names: GameNames, credit: Credit, own: tuple[PrintSet, ...], mechs: tuple[Drawing, ...], source: PrintSource
) -> tuple[Part, ...]:
    """Return the booklet for the rulings in force."""
    contents = _contents(names, credit, mechs, _cards(own, source), source.context)

    @cache
    def make(area: Area) -> tuple[tuple[Box, ...], ...]:
        return booklet.impose_booklet(booklet_pages.pages(contents, booklet.page_area(area)), area)

    return (Pages("Rules booklet", make, booklet=True),)


def _contents(
    names: GameNames, credit: Credit, mechs: tuple[Drawing, ...], cards: tuple[PicturedCard, ...], context: Context
) -> BookletContents:
    maker = credit.designer or credit.publisher
    return BookletContents(
        names.title,
        names.tagline,
        names.players,
        f"A game by {maker}." if maker else "",
        context.rulebook,
        context.rulings,
        (mechs[0], mechs[len(mechs) // 2]) if mechs else (),
        cards,
        tuple(line for line in (credit.whose, credit.note, f"Licence: {credit.licence}.") if line),
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
