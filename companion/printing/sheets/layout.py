"""Lays parts out on paper: pieces imposed at true scale with cut marks, whole leaves, a check ruler on every sheet."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import overload

from companion.printing.faces.boxes import Area, Box, Deck, Face, Format, Leaves, Part, Piece
from companion.printing.faces.inks import InkMode
from companion.printing.faces.lazy_pieces import Many
from companion.printing.sheets import foot, imposition, marks, registration, safe_zone, selection
from companion.printing.sheets.bleeding import bled
from companion.printing.sheets.imposition import Planned
from companion.printing.sheets.jobs import Cut, Job, Sheet, Side
from companion.printing.sheets.papers import Paper
from companion.printing.sheets.printers import Printer
from companion.printing.sheets.setup import Setup
from companion.printing.text import legible
from companion.printing.text.fitting import DoesNotFit, Drawn, Turned, fit

__all__ = ["Cut", "Job", "KEPT", "Sheet", "Side", "check", "fitted", "grid", "lay_out", "planned"]

KEPT = 128
"""How many fitted faces are remembered at once: enough for shared faces, little enough for long work."""


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A whole page as it is drawn."""

    title: str
    boxes: tuple[Box, ...]


_Page = tuple[Planned | _Leaf, Side, int]
"""What stands on a side, which side it is, and the number of its sheet of paper, which fronts and backs share."""


class _Sheets(Sequence[Sheet]):
    """Sheets made when they are asked for; only shared faces are remembered."""

    def __init__(self, pages: Sequence[_Page], total: int, make: Callable[[_Page, int], Sheet]):
        self._pages, self._total, self._make = pages, total, make

    def __len__(self) -> int:
        return len(self._pages)

    def __iter__(self) -> Iterator[Sheet]:
        # Without this an IndexError from anywhere inside would pass for the end of the sheets.
        return (self._make(page, self._total) for page in self._pages)

    @overload
    def __getitem__(self, index: int) -> Sheet: ...
    @overload
    def __getitem__(self, index: slice) -> "Sequence[Sheet]": ...
    def __getitem__(self, index: int | slice) -> "Sheet | Sequence[Sheet]":
        if isinstance(index, slice):
            return _Sheets(self._pages[index], self._total, self._make)
        return self._make(self._pages[index], self._total)


def lay_out(
    title: str,
    parts: Iterable[Part],
    paper: Paper | Setup,
    accent: str = "#1f3f77",
    ink: InkMode = "full",
    backs: bool = True,
    author: str = "",
) -> Job:
    """Return parts laid out on paper; DoesNotFit where a text does not fit or a piece is larger than the paper."""
    job = planned(title, parts, paper, accent, ink, backs, author)
    return replace(job, sheets=tuple(job.sheets))


def planned(
    title: str,
    parts: Iterable[Part],
    paper: Paper | Setup,
    accent: str = "#1f3f77",
    ink: InkMode = "full",
    backs: bool = True,
    author: str = "",
    ranges: Sequence[range] = (),
    printer: Printer | None = None,
) -> Job:
    """Return a job whose sheets are made as they are asked for: texts that do not fit are refused only then.

    `ranges` picks sheets of paper by their numbers, counted from 1, each with its back; none picks all. Raises
    InvalidInput for a range that goes past the last sheet.
    """
    setup = (paper if isinstance(paper, Setup) else Setup(paper, "long" if backs else "no")).checked()
    layout = _Layout(title, tuple(parts), setup)
    pages = list(layout.pages())
    total = pages[-1][2] if pages else 0
    selection.within(ranges, total)
    chosen = [page for page in pages if not ranges or any(page[2] in numbers for numbers in ranges)]
    sheets = _Sheets(chosen, total, layout.sheet)
    fronts = [page for page, side, _ in chosen if side == "front" and isinstance(page, Planned)]
    return Job(
        title,
        sheets,
        accent,
        ink,
        setup,
        author,
        len({number for _, _, number in chosen}),
        sum(len(block.cells) for page in fronts for block in page.blocks),
        sum(layout.cut_count(page) for page in fronts),
        printer,
    )


def check(parts: Iterable[Part], setup: Setup) -> tuple[str, ...]:
    """Fit every face of every deck once, so that trouble is told before anything is drawn: DoesNotFit, Unprintable.

    Returns a sentence for each text that came out too small to read with ease.
    Decks whose pieces are made as they are asked for are left: their trouble is told when they are drawn.
    """
    seen: set[int] = set()
    notes: list[str] = []
    for deck in parts:
        if not isinstance(deck, Deck) or not isinstance(deck.pieces, tuple):
            continue
        for piece in deck.pieces:
            for face in (piece.face, piece.back):
                if face and id(face) not in seen:
                    seen.add(id(face))
                    notes += legible.small(fitted(face, piece.name, deck.format, setup.bleed), piece.name)
    return tuple(notes)


def fitted(face: Face, name: str, form: Format, bleed: float = 0) -> tuple[Drawn, ...]:
    """Return a face's boxes fitted, stretched into the bleed, and clear of the cut."""
    boxes = fit(bled(face.boxes, form, bleed), name, (form.w, form.h))
    safe_zone.keep(boxes, name, form)
    return boxes


def grid(deck: Deck, paper: Paper | Setup) -> imposition.Grid:
    """Return the grid that holds the most pieces of a deck."""
    return imposition.grid(deck.format, paper if isinstance(paper, Setup) else Setup(paper))


@dataclass
class _Layout:
    """Makes the sheets of a plan; remembers the faces it fitted last."""

    title: str
    parts: tuple[Part, ...]
    setup: Setup
    fitted: "OrderedDict[tuple[int, float], tuple[Face, tuple[Drawn, ...]]]" = field(default_factory=OrderedDict)
    made: "OrderedDict[imposition.Cell, Piece]" = field(default_factory=OrderedDict)
    decks: tuple[Deck, ...] = ()
    lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self.decks = tuple(part for part in self.parts if isinstance(part, Deck))

    def pages(self) -> Iterator[_Page]:
        """Return every side in order."""
        for papers, page in enumerate(self._papers(), 1):
            yield page, "front", papers
            if isinstance(page, Planned) and self.setup.flip in ("long", "short") and self._backed(page):
                yield page, "back", papers

    def _papers(self) -> Iterator[Planned | _Leaf]:
        if self.setup.share:
            yield from imposition.plan(self.decks, self.setup)
            for part in self.parts:
                if isinstance(part, Leaves):
                    yield from self._leaves(part)
            return
        numbers = iter(range(len(self.decks)))
        for part in self.parts:
            if isinstance(part, Leaves):
                yield from self._leaves(part)
            else:
                yield from _numbered(imposition.plan((part,), self.setup), next(numbers))

    def _leaves(self, part: Leaves) -> Iterator[_Leaf]:
        paper, setup = self.setup.paper, replace(self.setup, register=False)
        area = Area(paper.w - 2 * setup.keep, paper.h - setup.keep - setup.foot_keep)
        yield from (_Leaf(part.title, boxes) for boxes in part.make(area))

    def _backed(self, page: Planned) -> bool:
        return any(self._piece(cell).back for block in page.blocks for cell in block.cells)

    def _piece(self, cell: imposition.Cell) -> Piece:
        """Return a piece; one made as it is asked for is the same one for all its copies and for its back."""
        pieces = self.decks[cell[0]].pieces
        if not isinstance(pieces, Many):
            return pieces[cell[1]]
        with self.lock:
            if cell not in self.made:
                self.made[cell] = pieces[cell[1]]
                if len(self.made) > KEPT:
                    self.made.popitem(last=False)
            return self.made[cell]

    def cut_count(self, page: Planned) -> int:
        """Return how many straight cuts a sheet takes."""
        return sum(block.cut_count(self._own(page).spacing) for block in page.blocks)

    def sheet(self, page: _Page, total: int) -> Sheet:
        """Return one side as it is drawn, of so many sheets of paper."""
        what, side, number = page
        made = self._leaf(what) if isinstance(what, _Leaf) else self._pieces(what, side)
        lies = what.foot if isinstance(what, Planned) else "below"
        name = foot.line(f"{self.title} · {made.title}", side, self.setup.flip, number, total)
        registered = self.setup.register and made.cuts and side == "front"
        setup = self.setup if registered else replace(self.setup, register=False)
        strip = foot.strip(made.w, made.h, lies, name, number, setup)
        return replace(made, boxes=(*made.boxes, strip), number=number)

    def _leaf(self, leaf: _Leaf) -> Sheet:
        paper, margin = self.setup.paper, self.setup.margin
        edge = (paper.w - 2 * margin, paper.h - margin - replace(self.setup, register=False).foot_keep)
        try:
            boxes = (Turned(fit(leaf.boxes, leaf.title, edge), margin, margin, 0, 1),)
        except DoesNotFit as error:
            fix = "Take a larger paper or a narrower margin, or shorten it."
            raise DoesNotFit(error.piece, error.what, error.overflow, error.why, fix) from None
        return Sheet(paper.w, paper.h, leaf.title, "front", (), boxes, (leaf.title,))

    def _pieces(self, page: Planned, side: Side) -> Sheet:
        setup = self._own(page)
        fronts = [tuple(self._fronts(block, setup, side == "front")) for block in page.blocks]
        if side == "back":
            blocks = [tuple(self._turned(cut, page) for cut in cuts if cut.piece.back) for cuts in fronts]
        elif page.fold:
            blocks = [(*cuts, *(self._folded(cut, page) for cut in cuts if cut.piece.back)) for cuts in fronts]
        else:
            blocks = fronts
        blocks = [block for block in blocks if block]
        lines = list(marks.drawn(blocks, page.w, page.h, setup, side == "front"))
        if self.setup.register and side == "front":
            lines += registration.drawn(page.w, page.h, self.setup.register_at)
        lines += self._fold(page)
        titles = tuple(dict.fromkeys(self.decks[n].title for block in page.blocks for n, _ in block.cells))
        cuts = tuple(cut for block in blocks for cut in block)
        boxes = fit(lines, "marks")
        count = self.cut_count(page)
        return Sheet(page.w, page.h, " + ".join(titles), side, cuts, boxes, titles, cut_count=count)

    def _fold(self, page: Planned) -> list[Box]:
        """Return the line to fold at; it stops short of the foot strip."""
        near, far, at = self.setup.margin, self.setup.foot_keep, page.fold_at
        ends = {"upright": (at, near, at, page.h - far), "level": (near, at, page.w - far, at)}
        return [marks.fold_line(*ends[page.fold])] if page.fold else []

    def _own(self, page: Planned) -> Setup:
        return replace(self.setup, bleed=page.bleed)

    def _fronts(self, block: imposition.Block, setup: Setup, seen: bool) -> Iterator[Cut]:
        for cell, x, y in block.places(setup.spacing):
            piece = self._piece(cell)
            boxes = self._boxes(piece.face, piece, block.format, setup.bleed) if seen else ()
            yield Cut(piece, block.format, x, y, piece.face, boxes, bleed=setup.bleed)

    def _turned(self, cut: Cut, page: Planned) -> Cut:
        """Return a piece's back where it comes to lie when the sheet is turned over its long or its short edge."""
        sideways = (self.setup.flip == "long") == (page.w <= page.h)
        return self._back(
            cut,
            page.w - cut.x - cut.w if sideways else cut.x,
            cut.y if sideways else page.h - cut.y - cut.h,
            not sideways,
        )

    def _folded(self, cut: Cut, page: Planned) -> Cut:
        """Return a piece's back, mirrored at the fold."""
        upright = page.fold == "upright"
        x = 2 * page.fold_at - cut.x - cut.w if upright else cut.x
        y = cut.y if upright else 2 * page.fold_at - cut.y - cut.h
        return replace(self._back(cut, x, y, not upright), behind=True)

    def _back(self, cut: Cut, x: float, y: float, upside_down: bool) -> Cut:
        back = cut.piece.back or cut.face
        boxes = self._boxes(back, cut.piece, cut.format, cut.bleed)
        return Cut(cut.piece, cut.format, x, y, back, boxes, upside_down, cut.bleed)

    def _boxes(self, face: Face, piece: Piece, form: Format, bleed: float) -> tuple[Drawn, ...]:
        key = id(face), bleed
        with self.lock:
            known = self.fitted.get(key)
            if known is not None:
                self.fitted.move_to_end(key)
                return known[1]
        boxes = fitted(face, piece.name, form, bleed)
        with self.lock:
            self.fitted[key] = face, boxes
            if len(self.fitted) > KEPT:
                self.fitted.popitem(last=False)
        return boxes


def _numbered(plans: Iterable[Planned], number: int) -> Iterator[Planned]:
    """Give a plan's cells the number of their deck."""
    for page in plans:
        blocks = tuple(replace(b, cells=tuple((number, i) for _, i in b.cells)) for b in page.blocks)
        yield replace(page, blocks=blocks)
