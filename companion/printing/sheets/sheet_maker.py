"""Makes the sheets of a job, one side at a time: pieces in their places, their backs, guides, the foot strip.

`imposition` plans the places of pieces and `marks` draws the guides; neither uses this module.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat, zip_longest
from threading import Lock

from cachetools import LRUCache

from companion.base.compat import cached_property
from companion.printing.faces.boxes import Box, Deck, Pages, Part, Piece
from companion.printing.faces.lazy_pieces import LazyPieces
from companion.printing.sheets import bleeding, foot, imposition, marks, registration, whole_pages
from companion.printing.sheets.blocks import Cell, PieceBlock, PlannedSheet
from companion.printing.sheets.fitted_faces import CACHED_FACES, FittedFaces
from companion.printing.sheets.guide_sizes import fit_at_fold
from companion.printing.sheets.jobs import PrintedBuild, Sheet, Side, Trim
from companion.printing.sheets.marks import GuidedFormat
from companion.printing.sheets.options import PrintOptions, SheetOptions
from companion.printing.sheets.sides import BlankSide, SideToMake, WholePage
from companion.printing.text.fitting import Turned, fit

Blocks = Sequence[tuple[Trim, ...]]
"""The pieces of each block on a sheet."""


def saver_ink_test(faces: FittedFaces, options: PrintOptions) -> bleeding.InkTest | None:
    """Return the test for ink in the bleed of a face, for a job in ink saver; None for others."""
    if options.ink != "saver":
        return None
    bleed = options.most_bleed
    return lambda face, name, form: bleeding.has_ink_in_bleed(faces.boxes(face, name, form, bleed), form, bleed)


@dataclass
class SheetMaker:
    """Makes the sheets of a plan; caches the most recent pieces."""

    title: str
    parts: tuple[Part, ...]
    options: PrintOptions
    faces: FittedFaces
    build: PrintedBuild | None = None
    pieces: "LRUCache[Cell, Piece]" = field(default_factory=lambda: LRUCache(CACHED_FACES))
    decks: tuple[Deck, ...] = ()
    lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self.decks = tuple(part for part in self.parts if isinstance(part, Deck))

    @property
    def in_full_colour(self) -> "SheetMaker":
        """The same plan in full colour."""
        return replace(self, options=self.options.model_copy(update={"ink": "full"}), faces=self.faces.in_full_colour)

    def from_the_rulebook(self) -> bool:
        """Return whether the job has cards and all are printed in the rulebook; only then its author is named."""
        eager = (deck for deck in self.decks if not isinstance(deck.pieces, LazyPieces))
        return {piece.origin for deck in eager for piece in deck.pieces if piece.origin} == {"printed"}

    def pages(self) -> Iterator[SideToMake]:
        """Yield every side in order."""
        for papers, page in enumerate(self._papers(), 1):
            yield page, "front", papers
            if self._has_back(page):
                yield page, "back", papers

    def with_blank_backs(self, pages: Sequence[SideToMake]) -> Iterator[SideToMake]:
        """Yield the sides of a duplex job, with a blank behind every front without a back.

        Without it the printer would print the next front there.
        """
        backed = {number for _, side, number in pages if side == "back"}
        for page in pages:
            what, _, number = page
            yield page
            if number not in backed:
                yield BlankSide("blank", what.w, what.h), "back", number

    def different(self, pages: Iterable[SideToMake], total: int) -> Iterator[Sheet]:
        """Yield one sheet of each arrangement of pieces, and every whole page."""
        seen: set[object] = set()
        for page in pages:
            what, side, _ = page
            if isinstance(what, PlannedSheet):
                blocks = tuple(
                    (b.format, b.left, b.top, b.columns, b.lower, b.skipped, len(b.cells)) for b in what.blocks
                )
                key = replace(what, blocks=()), blocks, side
                if key in seen:
                    continue
                seen.add(key)
            yield self.sheet(page, total)

    def _papers(self) -> Iterator[PlannedSheet | WholePage]:
        if self.options.share:
            yield from imposition.plan(self.decks, self._planned, self._ink_test)
            for part in self.parts:
                if isinstance(part, Pages):
                    yield from self._whole_pages(part)
            return
        numbers = iter(range(len(self.decks)))
        for part in self.parts:
            if isinstance(part, Pages):
                yield from self._whole_pages(part)
            else:
                yield from _renumber_decks(imposition.plan((part,), self._planned, self._ink_test), next(numbers))

    @cached_property
    def _planned(self) -> SheetOptions:
        return imposition.options_for_plan(self.decks, self.options)

    @property
    def _ink_test(self) -> bleeding.InkTest | None:
        return saver_ink_test(self.faces, self.options)

    def _whole_pages(self, part: Pages) -> Iterator[WholePage]:
        size = whole_pages.size(part, self.options)
        made = whole_pages.page_boxes(part, self.options)
        pages = [self.faces.page(boxes, part, self.options) for boxes in made]
        if part.booklet and self.options.backs in ("long", "short"):
            for front, back in zip_longest(pages[::2], pages[1::2], fillvalue=()):
                yield WholePage(part.title, *size, front, back, True)
            return
        for boxes, drawn in zip(made, pages, strict=True):
            titles = whole_pages.headings(boxes) if part.for_screen else ()
            yield WholePage(part.title, *size, drawn, (), part.booklet, part.for_screen, titles)

    def _has_back(self, page: PlannedSheet | WholePage) -> bool:
        """Return whether a sheet has a back to print."""
        if self.options.backs not in ("long", "short"):
            return False
        if isinstance(page, WholePage):
            return bool(page.back)
        return any(self._piece(cell).back for block in page.blocks for cell in block.cells)

    def _piece(self, cell: Cell) -> Piece:
        """Return a piece; one made on demand is the same object for all its copies and for its back."""
        pieces = self.decks[cell[0]].pieces
        if not isinstance(pieces, LazyPieces):
            return pieces[cell[1]]
        with self.lock:
            piece = self.pieces.get(cell)
            if piece is None:
                piece = self.pieces[cell] = pieces[cell[1]]
            return piece

    def cut_count(self, page: PlannedSheet) -> int:
        """Return the number of straight cuts for a sheet."""
        return sum(block.cut_count(self._options_for(page).spacing) for block in page.blocks)

    def sheet(self, page: SideToMake, total: int) -> Sheet:
        """Return one side ready to draw; `total` is the number of sheets of paper."""
        what, side, number = page
        if isinstance(what, BlankSide):
            return Sheet(what.w, what.h, what.title, side, (), (), number=number)
        sheet = self._whole_page(what, side) if isinstance(what, WholePage) else self._pieces(what, side)
        if isinstance(what, WholePage) and (what.booklet or what.for_screen):
            # Without foot strip: nothing is cut or measured, and the ruler would be in the finished booklet.
            return replace(sheet, number=number)
        lies = what.foot if isinstance(what, PlannedSheet) else "below"
        names = (self.title, sheet.title, self.build.statement if self.build and side == "front" else "")
        name = foot.sheet_name(foot.join_names(*names), side, self.options.backs, number, total)
        registered = self.options.register_marks and sheet.trims and side == "front"
        options = self.options if registered else self.options.model_copy(update={"register_marks": False})
        # The strip may push pieces out of the middle; their backs are pushed the other way.
        across = side == "back" and self._sideways(sheet.w, sheet.h) == (lies == "beside")
        link = self.build.qr_text if self.build and options.qr and side == "front" else ""
        strip = foot.foot_strip((sheet.w, sheet.h), lies, name, options, across, link)
        return replace(sheet, boxes=(*sheet.boxes, strip), number=number)

    def _whole_page(self, page: WholePage, side: Side) -> Sheet:
        boxes = self.faces.boxes_for_ink_mode(page.boxes if side == "front" else page.back)
        # A booklet's sheet is landscape: turned over its long edge it is upside down.
        if side == "back" and (self.options.backs == "long") == (page.w > page.h):
            boxes = (Turned(boxes, page.w, page.h, 180, 1),)
        return Sheet(page.w, page.h, page.title, side, (), boxes, (page.title,), headings=page.headings)

    def _pieces(self, page: PlannedSheet, side: Side) -> Sheet:
        options = self._options_for(page)
        fronts = [tuple(self._fronts(block, options, side == "front")) for block in page.blocks]
        behind: list[tuple[Trim, ...]] = []
        if side == "back" or page.fold:
            behind = [tuple(self._back(trim, page) for trim in trims if trim.piece.back) for trims in fronts]
        every = self._guided_blocks(page, side, fronts, behind)
        guided = [block for block in every if not any(trim.format.traced for trim in block.trims)]
        others = [*fronts, *behind] if page.fold or len(guided) < len(every) else ()
        lines = list(marks.draw_guides(guided, page.w, page.h, options, others))
        if self.options.register_marks and side == "front":
            lines += registration.draw_registration_marks(page.w, page.h, self.options.register_at)
        lines += self._fold(page)
        titles = tuple(dict.fromkeys(self.decks[n].title for block in page.blocks for n, _ in block.cells))
        trims = tuple(trim for block in (behind if side == "back" else [*fronts, *behind]) for trim in block)
        boxes = fit(lines, "marks")
        count = self.cut_count(page)
        return Sheet(page.w, page.h, " + ".join(titles), side, trims, boxes, titles, cut_count=count)

    def _guided_blocks(self, page: PlannedSheet, side: Side, fronts: Blocks, behind: Blocks) -> list[GuidedFormat]:
        """Return the blocks with guides on a side; if nothing has a back, the front has them in any case."""
        guides = self.options.guides
        if guides == "backs" and (page.fold or self._has_back(page)):
            if side == "front" and not page.fold:
                return []
            # Pieces without a back have guides on their back too.
            return [GuidedFormat([self._behind(trim, page) for trim in trims]) for trims in fronts]
        backs = [GuidedFormat(trims, along=False) for trims in behind if trims and guides == "both"]
        if side == "back":
            return backs
        if backs and not fit_at_fold(self._options_for(page)):
            return [GuidedFormat((*front, *back)) for front, back in zip(fronts, behind, strict=True)]
        return [*(GuidedFormat(trims) for trims in fronts), *backs]

    def _fold(self, page: PlannedSheet) -> list[Box]:
        """Return the line to fold at; it stops short of the foot strip."""
        near, far, at = self.options.margin, self.options.foot_keep, page.fold_at
        ends = {"upright": (at, near, at, page.h - far), "level": (near, at, page.w - far, at)}
        return [marks.fold_line(*ends[page.fold], self.options)] if page.fold else []

    def _options_for(self, page: PlannedSheet) -> SheetOptions:
        return self._planned.model_copy(update={"bleed": page.bleed})

    def _fronts(self, block: PieceBlock, options: SheetOptions, seen: bool) -> Iterator[Trim]:
        bleed = min(options.bleed, self.options.bleed)
        outside = options.bleed_on == "outside"
        limits = block.bleed_limits(options.spacing) if outside else repeat(None, len(block.cells))
        for (cell, x, y), limit in zip(block.places(options.spacing), limits, strict=True):
            piece = self._piece(cell)
            boxes = self.faces.boxes(piece.face, piece.name, block.format, bleed) if seen else ()
            yield Trim(piece, block.format, x, y, piece.face, boxes, bleed=bleed, limits=limit)

    def _back(self, trim: Trim, page: PlannedSheet) -> Trim:
        """Return a piece's back behind its front."""
        place = self._behind(trim, page)
        back = trim.piece.back or trim.face
        bleed = trim.bleed if self.options.back_bleed is None else min(page.bleed, self.options.back_bleed)
        boxes = self.faces.boxes(back, trim.piece.name, trim.format, bleed)
        return replace(place, face=back, boxes=boxes, bleed=bleed)

    def _behind(self, trim: Trim, page: PlannedSheet) -> Trim:
        """Return the empty place behind a piece: mirrored at the fold, or at the edge that the sheet is turned over."""
        if page.fold:
            sideways, middle = page.fold == "upright", 2 * page.fold_at
        else:
            sideways = self._sideways(page.w, page.h)
            middle = page.w if sideways else page.h
        x = middle - trim.x - trim.w if sideways else trim.x
        y = trim.y if sideways else middle - trim.y - trim.h
        limits = trim.limits
        if limits:
            left, top, right, bottom = limits
            limits = (right, top, left, bottom) if sideways else (left, bottom, right, top)
        return replace(trim, x=x, y=y, boxes=(), upside_down=not sideways, behind=page.fold is not None, limits=limits)

    def _sideways(self, w: float, h: float) -> bool:
        """Return whether left becomes right when a sheet is turned over; else top becomes bottom."""
        return (self.options.backs == "long") == (w <= h)


def _renumber_decks(plans: Iterable[PlannedSheet], number: int) -> Iterator[PlannedSheet]:
    """Replace the deck numbers in a plan's cells."""
    for page in plans:
        blocks = tuple(replace(b, cells=tuple((number, i) for _, i in b.cells)) for b in page.blocks)
        yield replace(page, blocks=blocks)
