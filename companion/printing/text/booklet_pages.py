"""The pages of a rules booklet: cover, rules in the order of play, a game told, rulings, cards, credits."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import NamedTuple

from companion.data.rulebook import Rulebook, Rulings, Section
from companion.printing.faces.boxes import Area, Box, Line, Rect, Text
from companion.printing.faces.diagrams import Diagram
from companion.printing.faces.origins import INLINE
from companion.printing.faces.tuckboxes import Drawing
from companion.printing.text import fonts, page_columns
from companion.printing.text.fitting import MM_PER_PT
from companion.printing.text.page_columns import Block, Row

Boxes = tuple[Box, ...]

SIZES = (12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)
"""Text sizes to try, in points."""
ENOUGH = 0.67
"""A last page of text that is filled to this share counts as full."""
COLUMNS, GUTTER = 2, 5.0
FIRST = 2
"""The number of the first page of text, behind the cover."""
FOOT = 6.0
"""Height of the line with the page's number, in mm."""
ACROSS, DOWN = 3, 3
"""Columns and rows of a page of cards."""
_CAPTION = 4.2
_RULED = 8.0
"""Distance of the lines to write on, in mm."""
_words = partial(Text, least=7, align="centre", across="middle", leading=1.1)


@dataclass(frozen=True)
class PicturedCard:
    """A card to picture in the booklet."""

    name: str
    drawing: Drawing


@dataclass(frozen=True)
class ToldStep:
    """A step of a game that is told: whose it is, what is done, why, and what happened in the words of the table."""

    side: str
    title: str
    why: str
    happened: tuple[str, ...]


TOLD = "A game, step by step"
"""The title of the chapter of told steps."""


@dataclass(frozen=True)
class BookletContents:
    """The contents of a booklet: `pictures` go on its first and last page, `credits` are lines for the last.

    `first_game` are the ids of the rules that a first game needs: each is said in full.
    """

    title: str
    tagline: str
    players: str
    maker: str
    book: Rulebook
    force: Rulings
    pictures: tuple[Drawing, ...]
    cards: tuple[PicturedCard, ...]
    credits: tuple[str, ...]
    first_game: tuple[str, ...] = ()
    diagrams: tuple[Diagram, ...] = ()
    told: tuple[ToldStep, ...] = ()
    house_rules: str = ""
    """The title of the house rules that decide the rulings, if any."""


def pages(contents: BookletContents, area: Area) -> tuple[Boxes, ...]:
    """Return the pages of a booklet, each the size of `area`; a multiple of four, as sheets folded once have.

    Pages of cards fill the rest, at least one where there are cards, and then pages to write on.
    """
    inside = _text_pages(contents, Area(area.w, area.h - FOOT))
    of_cards, of_notes = _count_filling(len(inside), len(contents.cards))
    inside += _card_pages(contents.cards, of_cards, area)
    inside += [_notes(area) for _ in range(of_notes)]
    numbered = [(*boxes, _number(n, area)) for n, boxes in enumerate(inside, FIRST)]
    return (_cover(contents, area), *numbered, _back_page(contents, area))


def _count_filling(texts: int, cards: int) -> tuple[int, int]:
    """Return the numbers of pages with cards and of pages to write on that follow the pages of text."""
    # Cover and last page are two; at least one more is left for cards.
    room = -(texts + 3) % 4 + 1
    of_cards = min(room, max(cards // (ACROSS * DOWN), 1 if cards else 0))
    return of_cards, room - of_cards


def _cover(contents: BookletContents, area: Area) -> Boxes:
    w, h = area.w, area.h
    side = min(w - 16, h - 96)
    top = 44 + (h - 96 - side) / 2
    return (
        Rect(0, 0, w, h, 3, None, "accent", 0.8),
        _words(6, 8, w - 12, 18, contents.title, 38, what="title", weight="bold", ink="accent"),
        _words(8, 27, w - 16, 13, contents.tagline, 12, what="tagline"),
        Rect(4, 43, w - 8, h - 91, 3, "tint", None),
        *(drawing.within((w - side) / 2, top, side, side) for drawing in contents.pictures[:1]),
        _words(8, h - 44, w - 16, 12, "Rules booklet", 22, what="kind", weight="bold"),
        _words(8, h - 31, w - 16, 6, contents.players, 11, what="players"),
        _words(8, h - 24, w - 16, 6, contents.book.edition, 11, what="edition"),
        _words(8, h - 15, w - 16, 9, contents.maker, 10, what="designer", ink="soft"),
    )


def _text_pages(contents: BookletContents, area: Area) -> list[Boxes]:
    """Return rules and rulings at the largest size that needs no page to write on and fills its last page.

    Where no size does, the fewest pages to write on count first, then the fuller last page.
    """
    best: tuple[tuple[int, float], list[Boxes]] = ((-len(SIZES), 0.0), [])
    for size in SIZES:
        text_pages, fill = _lay_out(contents, size, area)
        score = -_count_filling(len(text_pages), len(contents.cards))[1], min(fill, ENOUGH)
        if score == (0, ENOUGH):
            return text_pages
        best = max(best, (score, text_pages), key=lambda each: each[0])
    return best[1]


def _lay_out(contents: BookletContents, size: float, area: Area) -> tuple[list[Boxes], float]:
    """Return the pages of text at a size, the order of play first, and the share of the last page that they fill.

    Text on a single page needs no list of contents, and where one column would hold it, it is set across the page.
    """
    blocks = tuple(
        Block(block.title, tuple(Row(cache(row.height), row.draw) for row in block.rows))
        for block in _blocks(contents, size)
    )
    bare = _flow(blocks, area)
    if len(bare.pages) == 1:
        bare = bare if bare.fill > 1 / COLUMNS else _flow(blocks, area, columns=1)
        return bare.pages, bare.fill
    # Laid out twice: the list itself moves the pages that it names.
    titles = tuple(block.title for block in blocks)
    first = _flow((_contents_list(titles, {}, size), *blocks), area)
    return _flow((_contents_list(titles, first.pages_of, size), *blocks), area)[:2]


def _contents_list(titles: Iterable[str], pages_of: Mapping[str, int], size: float) -> Block:
    """Return the chapters, each with its page in the booklet."""
    high = size * 1.25 * MM_PER_PT

    def row(title: str) -> Row:
        def draw(x: float, y: float, w: float) -> Boxes:
            page = str(pages_of.get(title, 0) + FIRST)
            return (
                Text(x, y, w - 8, high, title, size, 7, leading=1.1, across="middle", what="contents"),
                Text(x + w - 8, y, 8, high, page, size, 7, "semibold", "right", "middle", leading=1.1, what="page"),
            )

        return Row(lambda w: high, draw)

    return Block("In the order of play", tuple(row(title) for title in titles))


def _blocks(contents: BookletContents, size: float) -> Iterator[Block]:
    book = contents.book
    last = last_needed(book, contents.first_game)
    for section in book.reading_order:
        yield _section(contents, section, size)
        if section is last and contents.told:
            yield Block(TOLD, tuple(row for step in contents.told for row in _told_rows(step, size)))
    rows = []
    if contents.house_rules:
        rows.append(page_columns.row(f"House rules: {contents.house_rules}.", size, INLINE))
    for ruling in book.ruling:
        if ruling.example:
            continue
        chosen = ruling.option_in_force(contents.force)
        changed = chosen.id != ruling.default
        line = f"{{house}} {ruling.question} {chosen.text}{' (your choice)' if changed else ''}"
        rows.append(page_columns.row(book.fill_in(line), size, INLINE, "semibold" if changed else "regular"))
    if rows:
        yield Block("Rulings in use", tuple(rows))


def last_needed(book: Rulebook, first_game: tuple[str, ...]) -> Section:
    """Return the section, in reading order, behind which a game is told: a first game does not need the rest."""
    needed = [section for section in book.reading_order if any(rule.id in first_game for rule in section.rule)]
    return (needed or book.reading_order)[-1]


def rules_to_add(book: Rulebook, section: Section, first_game: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rules of a section that a first game needs and that its summary does not say word for word."""
    summary = book.fill_in(section.summary)
    texts = (book.fill_in(rule.text) for rule in section.rule if rule.id in first_game)
    return tuple(text for text in texts if text not in summary)


def _section(contents: BookletContents, section: Section, size: float) -> Block:
    """Return a section: its summary, its diagrams, and the rules that a first game needs."""
    book = contents.book
    said = page_columns.paragraphs(section.title, book.fill_in(section.summary), size, INLINE)
    drawn = (row for one in contents.diagrams if one.section == section.id for row in _diagram_rows(one))
    rules = (page_columns.row(f"• {text}", size, INLINE) for text in rules_to_add(book, section, contents.first_game))
    return Block(section.title, (*said.rows, *drawn, *rules))


_CAPTION_SIZE = 8.0


def _diagram_rows(diagram: Diagram) -> Iterator[Row]:
    """Yield a diagram with the caption below it, as one row."""

    def high(w: float) -> float:
        return min(w / diagram.drawing.w, diagram.drawing.largest) * diagram.drawing.h

    caption = page_columns.row(diagram.caption, _CAPTION_SIZE, INLINE)

    def draw(x: float, y: float, w: float) -> Boxes:
        return (diagram.drawing.within(x, y + _AROUND, w, high(w)), *caption.draw(x, y + high(w) + 2 * _AROUND, w))

    yield Row(lambda w: high(w) + 3 * _AROUND + caption.height(w), draw)


_AROUND = 1.2
"""Room above and below a diagram, in mm."""


def _told_rows(step: ToldStep, size: float) -> Iterator[Row]:
    """Yield the rows of a step, the first with the title in bold above it."""
    title = page_columns.row(f"{step.side}: {step.title}", size, INLINE, "semibold")
    lines = (*([step.why] if step.why else []), *(f"→ {words}" for words in step.happened))
    rows = [page_columns.row(line, size, INLINE) for line in lines]
    first, others = next(iter(rows), None), rows[1:]

    def high(w: float) -> float:
        return _BEFORE_STEP + title.height(w) + (first.height(w) if first else 0)

    def draw(x: float, y: float, w: float) -> Boxes:
        top = y + _BEFORE_STEP
        said = first.draw(x, top + title.height(w), w) if first else ()
        return (*title.draw(x, top, w), *said)

    yield Row(high, draw)
    yield from others


_BEFORE_STEP = 1.2
"""Room above a step, in mm."""


class _Flow(NamedTuple):
    """Blocks on pages; `fill` is the share of the last page, `pages_of` the page that each title is on, from 0."""

    pages: list[Boxes]
    fill: float
    pages_of: dict[str, int]


def _flow(blocks: Iterable[Block], area: Area, columns: int = COLUMNS) -> _Flow:
    """Set blocks in columns; a row is never split."""
    width = (area.w - (columns - 1) * GUTTER) / columns
    pages: list[list[Box]] = [[]]
    column, y = 0, 0.0
    pages_of: dict[str, int] = {}
    for block in blocks:
        for number, row in enumerate(block.rows):
            above = 0.0 if number else page_columns.TITLE
            tall = row.height(width)
            if y and y + above + tall > area.h:
                column, y = column + 1, 0.0
            if column == columns:
                pages.append([])
                column = 0
            x = column * (width + GUTTER)
            if not number:
                pages_of[block.title] = len(pages) - 1
                pages[-1] += page_columns.title(block.title, x, y, width)
            pages[-1] += row.draw(x, y + above, width)
            y += above + tall
        y += page_columns.GAP
    return _Flow([tuple(page) for page in pages], (column + min(y / area.h, 1)) / columns, pages_of)


def _card_pages(cards: Sequence[PicturedCard], count: int, area: Area) -> list[Boxes]:
    """Return `count` pages of cards, evenly chosen from all of them."""
    per_page = ACROSS * DOWN
    places = count * per_page
    chosen = [cards[n * len(cards) // places] for n in range(places)] if len(cards) > places else list(cards)
    return [_card_page(chosen[n * per_page : (n + 1) * per_page], area) for n in range(count)]


def _card_page(cards: Sequence[PicturedCard], area: Area) -> Boxes:
    top, gap = 8.0, 4.0
    w = (area.w - (ACROSS - 1) * gap) / ACROSS
    h = (area.h - FOOT - top - (DOWN - 1) * gap) / DOWN
    boxes: list[Box] = [*page_columns.title("Cards of the game", 0, 0, area.w)]
    for n, card in enumerate(cards):
        x, y = n % ACROSS * (w + gap), top + n // ACROSS * (h + gap)
        name = fonts.shorten(card.name, "semibold", (w - 0.5) / (7 * MM_PER_PT))
        boxes.append(card.drawing.within(x, y, w, h - _CAPTION))
        boxes.append(_words(x, y + h - _CAPTION + 0.4, w, _CAPTION - 0.4, name, 8, what="caption", weight="semibold"))
    return tuple(boxes)


def _notes(area: Area) -> Boxes:
    lines = int((area.h - FOOT - 12) / _RULED)
    ruled = (Line(0, 12 + _RULED * n, area.w, 12 + _RULED * n, 0.15, "faint") for n in range(1, lines + 1))
    return (*page_columns.title("Notes", 0, 0, area.w), *ruled)


def _number(number: int, area: Area) -> Text:
    return Text(0, area.h - 4, area.w, 4, str(number), 8.5, 7, "semibold", "centre", "middle", "soft", 1, what="number")


def _back_page(contents: BookletContents, area: Area) -> Boxes:
    """Return the last page: the credits, the marks of origin, and a note about the booklet."""
    marks = "No mark: the rulebook states it.\n{derived} derived: it follows from what the rulebook states.\n"
    marks += "{house} house: the rulebook is silent, so this is ours.\n{custom} custom: from a pack of your own."
    blocks = (
        page_columns.paragraphs("Whose game it is", "\n".join(contents.credits), 10, INLINE),
        page_columns.paragraphs("Marks of origin", marks, 10, INLINE),
        page_columns.paragraphs(
            "About this booklet",
            "It sums up the rules in our own words and names the rulings that it was printed with. "
            "Where it differs from the rulebook, the rulebook counts.",
            10,
            INLINE,
        ),
    )
    boxes: list[Box] = []
    y = 8.0
    for block in blocks:
        boxes += page_columns.title(block.title, 8, y, area.w - 16)
        y += page_columns.TITLE + 1
        for row in block.rows:
            boxes += row.draw(8, y, area.w - 16)
            y += row.height(area.w - 16) + 1
        y += 6
    boxes += [drawing.within(8, y, area.w - 16, area.h - y - 8) for drawing in contents.pictures[1:]]
    return (Rect(0, 0, area.w, area.h, 3, None, "accent", 0.8), *boxes)
