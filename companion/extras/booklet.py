"""The rules booklet of a game: half the chosen paper a page, printed on both sides, folded once and stapled."""

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
"""The most cards that are pictured."""


def parts(
    names: GameNames, credit: Credit, own: tuple[PrintSet, ...], mechs: tuple[Drawing, ...], source: PrintSource
) -> tuple[Part, ...]:
    """Return the booklet under the rulings in force."""
    contents = _contents(names, credit, mechs, _cards(own, source), source.context)

    @cache
    def make(area: Area) -> tuple[tuple[Box, ...], ...]:
        return booklet.impose_booklet(booklet_pages.pages(contents, booklet.page_area(area)), area)

    return (Pages("Rules booklet", make, booklet=True),)


def _contents(
    names: GameNames, credit: Credit, mechs: tuple[Drawing, ...], cards: tuple[PicturedCard, ...], context: Context
) -> BookletContents:
    return BookletContents(
        names.title,
        names.tagline,
        names.players,
        _maker(credit),
        context.rulebook,
        context.rulings,
        (mechs[0], mechs[len(mechs) // 2]) if mechs else (),
        cards,
        _credits(credit),
        context.house_rules.title if context.house_rules else "",
    )


def _cards(own: tuple[PrintSet, ...], source: PrintSource) -> tuple[PicturedCard, ...]:
    """Return cards of every deck, at most so many: evenly from all of them."""
    sets = (each for each in own if not each.needs_build)
    loads = boxing.loads(pictures.decks(sets, source))
    every = [(piece, deck.format) for load in loads if not load.loose for deck in load.decks for piece in deck.pieces]
    count = min(MOST, len(every))
    chosen = (every[n * len(every) // count] for n in range(count))
    good = [(piece, form) for piece, form in chosen for _ in pictures.printable((piece,), form)]
    return tuple(PicturedCard(piece.name, pictures.face(piece, form)) for piece, form in good)


def _maker(credit: Credit) -> str:
    """Return who made the game, for the cover; nothing where its rulebook does not say."""
    name = credit.designer or credit.publisher
    return f"A game by {name}." if name else ""


def _credits(credit: Credit) -> tuple[str, ...]:
    """Return whose game it is, and what may be done with it, for the last page."""
    return tuple(line for line in (credit.whose, credit.note, f"Licence: {credit.licence}.") if line)
