"""An order for a print shop: every deck in the size that the shop makes, as it wants the files, with a note.

No face is scaled: where the shop's card is a little larger than ours, the bleed covers the difference.
"""

import io
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import join_words, plural
from companion.printing.export import card_files, print_shops
from companion.printing.export.archive import Out
from companion.printing.export.filenames import slug
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.export.print_shops import CardSize, PrintShop
from companion.printing.faces import boxing
from companion.printing.faces.boxes import Deck, Face, Part, Piece
from companion.printing.pdf import draw_singles, has_pictures
from companion.printing.sheets import bleeding
from companion.printing.sheets.fitted_faces import FittedFaces
from companion.printing.sheets.jobs import Sides, Single
from companion.printing.text.fitting import Turned

NOTE = "READ-ME.txt"
MOST_IN_NAME = 3
"""The most decks that a file's name has."""


@dataclass(frozen=True, slots=True)
class OrderedDeck:
    """Decks that are one order, with the shop's size for them, and the name of their folder or file."""

    decks: tuple[Deck, ...]
    """Of one format; where there are several, they share one back."""
    size: CardSize
    stem: str

    @property
    def deck(self) -> Deck:
        """All of them as one deck, under the titles of all."""
        first = self.decks[0]
        if len(self.decks) == 1:
            return first
        # Backs that are the same are one object: then there is one file of them.
        back = first.pieces[0].back
        pieces = tuple(replace(piece, back=back) for deck in self.decks for piece in deck.pieces)
        return Deck(_title(self.decks), first.format, pieces)

    def single(self, faces: FittedFaces, face: Face | None, piece: Piece, title: str = "") -> Single:
        """Return a face in the middle of the shop's card, or an empty page for a missing back."""
        form, size = self.decks[0].format, self.size
        left, above = (size.w - form.w) / 2, (size.h - form.h) / 2
        sides, ends = size.bleed
        if face is None:
            return Single(size.w, size.h, (), sides, title, ends)
        reach = max(sides + left, ends + above)
        boxes = faces.boxes(face, piece.name, form, reach, keep=True)
        return Single(size.w, size.h, (Turned(boxes, left, above, 0, 1),), sides, title, ends)


def order(parts: Iterable[Part], job: ExportJob) -> Iterator[Out]:
    """Return an order's files, a note first; InvalidInput or DoesNotFit before anything is drawn."""
    shop = print_shops.find_shop(job.options.service)
    found, _ = card_files.decks(parts)
    decks = tuple(deck for deck in found if any(piece.copies > 0 for piece in deck.pieces))
    ordered = _order_decks(decks, shop)
    if not ordered:
        found_sizes = ", ".join(dict.fromkeys(f"{deck.format.w:g} × {deck.format.h:g} mm" for deck in decks))
        wanted = f"cards of a size that {shop.title} makes: {print_shops.sizes_in_words(shop.sizes)}"
        raise InvalidInput(InputError("service", found_sizes, wanted))
    faces = FittedFaces(job.ink)
    for one in ordered:
        for piece in one.deck.pieces:
            for face in (piece.face, piece.back) if piece.copies > 0 else ():
                one.single(faces, face, piece)
    return _files(ordered, decks, shop, faces, job)


def decks_in_export(decks: Iterable[Deck], options: ExportOptions) -> tuple[Deck, ...]:
    """Return the decks that an export holds: in an order only those of a size that the shop makes."""
    if not options.is_shop_order:
        return tuple(decks)
    shop = print_shops.find_shop(options.service)
    return tuple(deck for deck in decks if shop.size(deck.format))


def notes(decks: Iterable[Deck], options: ExportOptions) -> tuple[str, ...]:
    """Return a sentence about the decks that an order leaves out, or nothing."""
    if not options.is_shop_order:
        return ()
    shop = print_shops.find_shop(options.service)
    without = dict.fromkeys(deck.title for deck in decks if shop.size(deck.format) is None)
    if not without:
        return ()
    return (f"{shop.title} makes no card of the size of {', '.join(without)}: print these at home.",)


def _order_decks(decks: Sequence[Deck], shop: PrintShop) -> list[OrderedDeck]:
    """Return what is ordered: decks of one format and one back together, all others on their own."""
    grouped: dict[Hashable, list[Deck]] = {}
    for deck in decks:
        if shop.size(deck.format):
            grouped.setdefault(boxing.kind(deck), []).append(deck)
    taken: set[str] = set()
    made: list[OrderedDeck] = []
    for number, together in enumerate(grouped.values(), 1):
        size = shop.size(together[0].format)
        assert size is not None
        stem = card_files.fresh(slug(_title(together)) or f"deck-{number}", taken)
        made.append(OrderedDeck(tuple(together), size, stem))
    return made


def _title(decks: Sequence[Deck]) -> str:
    """Return what is in an order, in words."""
    titles = [deck.title for deck in decks]
    more = len(titles) - MOST_IN_NAME
    return join_words([*titles[:MOST_IN_NAME], *([f"{more} more"] if more > 0 else [])])


def _files(
    ordered: Sequence[OrderedDeck], decks: Sequence[Deck], shop: PrintShop, faces: FittedFaces, job: ExportJob
) -> Iterator[Out]:
    yield Out(NOTE, "\r\n".join(_note(ordered, decks, shop, job)).encode())
    if shop.files == "pdf":
        for one in ordered:
            yield Out(f"{one.stem}.pdf", _pdf(one, shop, faces, job))
        return
    cards, sides = card_files.name_files([one.deck for one in ordered])
    yield Out("cards.csv", card_files.table(cards, "png"))
    by_format = {one.deck.format: one for one in ordered}
    for start in range(0, len(sides), card_files.BATCH):
        batch = sides[start : start + card_files.BATCH]
        singles = [by_format[side.format].single(faces, side.face, side.piece, side.stem) for side in batch]
        for side, data in zip(batch, card_files.pngs(singles, job, shop.dpi), strict=True):
            yield Out(f"{side.stem}.png", data)


def _pdf(one: OrderedDeck, shop: PrintShop, faces: FittedFaces, job: ExportJob) -> bytes:
    target = io.BytesIO()
    pages = list(_pages(one, shop, faces))
    sides: Sides = "front"
    if _has_backs(one):
        sides = "back front" if shop.back_first else "front back"
    draw_singles(pages, job.title, job.accent, target, job.ink, press=not has_pictures(pages), sides=sides)
    return target.getvalue()


def _has_backs(one: OrderedDeck) -> bool:
    return any(piece.back is not None for deck in one.decks for piece in deck.pieces)


def _pages(one: OrderedDeck, shop: PrintShop, faces: FittedFaces) -> Iterator[Single]:
    """Return a page for each side of each card; a card without a back among others with one gets an empty one."""
    backed = _has_backs(one)
    for deck in one.decks:
        title = deck.title
        for piece in deck.pieces:
            sides = (piece.back, piece.face) if shop.back_first else (piece.face, piece.back)
            for _ in range(piece.copies):
                for face in sides if backed else (piece.face,):
                    yield one.single(faces, face, piece, title)
                    title = ""


def _note(ordered: Sequence[OrderedDeck], decks: Sequence[Deck], shop: PrintShop, job: ExportJob) -> Iterator[str]:
    yield f"{job.title}: an order for {shop.title} ({shop.site})"
    yield ""
    yield shop.advice
    yield ""
    for one in ordered:
        yield from _about(one, shop)
    without = [deck for deck in decks if shop.size(deck.format) is None]
    if without:
        yield ""
        yield f"Not in this order, because {shop.title} makes no card of their size; print them at home:"
        yield from (f"  {deck.title}, {deck.format.w:g} x {deck.format.h:g} mm" for deck in without)
    yield ""
    yield "Nothing is scaled. The sizes are those the shop published in November 2026: compare one file with its"
    yield "template before you pay. Look through the shop's proof, above all at backs and at what reaches the edge."
    if shop.files == "pdf":
        yield "The PDFs have trim and bleed boxes and embedded fonts. Decks that are drawn, without pictures in pixels,"
        yield "are in CMYK with at most 200 % of ink, made by the rules of PDF/X-1a:2003; no preflight program has seen"
        yield "them. Decks with pictures are in RGB, which the shop converts or asks you to convert."
    else:
        yield "The pictures are in RGB; the shop prints them in CMYK, a little less bright than on a screen."
    yield "The games belong to their authors. Order for your own table, and ask the author before you sell anything."
    yield ""


def _about(one: OrderedDeck, shop: PrintShop) -> Iterator[str]:
    deck, size = one.deck, one.size
    counts = [(each.title, boxing.count(each)) for each in one.decks]
    count = sum(number for _, number in counts)
    wide, high = (round(side / print_shops.INCH * shop.dpi) for side in (size.page_w, size.page_h))
    files = f"{one.stem}.pdf" if shop.files == "pdf" else f"folder {one.stem}, pictures of {wide} x {high} dots"
    yield f"{deck.title}: {plural(count, 'card')}, {size.name} ({size.w:.1f} x {size.h:.1f} mm), {files}"
    if len(counts) > 1:
        yield f"  One deck, for they share a size and a back: {join_words([f'{name} {n}' for name, n in counts])}."
    if not bleeding.bleeds(deck, True):
        yield "  Nothing on these faces reaches the edge: the bleed stays white, and that is meant."
