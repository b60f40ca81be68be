"""An order for a print shop: every deck in one of the shop's sizes and as its kind of files, with a note.

No face is scaled: if the shop's card is a little larger than ours, the bleed covers the difference.
"""

import io
import re
import textwrap
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import join_first, join_words, plural
from companion.printing.export import order_steps as order_steps_of
from companion.printing.export import picture_files, print_shops
from companion.printing.export.archive import ExportFile
from companion.printing.export.filenames import slug
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.export.picture_files import CardFiles
from companion.printing.export.print_shops import CardSize, PrintShop
from companion.printing.faces import boxing
from companion.printing.faces.boxes import Deck, Face, Part, Piece
from companion.printing.pdf import draw_singles, has_pictures
from companion.printing.sheets import bleeding
from companion.printing.sheets.fitted_faces import FittedFaces
from companion.printing.sheets.jobs import Sides, SingleFace
from companion.printing.text.fitting import Turned

NOTE = "READ-ME.txt"
MOST_IN_NAME = 3
"""The most decks in a file's name."""


@dataclass(frozen=True, slots=True)
class OrderedDeck:
    """Decks that are ordered as one, with the shop's size for them, and the name of their folder or file."""

    decks: tuple[Deck, ...]
    """Decks of one format; several share one back."""
    size: CardSize
    stem: str

    @property
    def deck(self) -> Deck:
        """All decks as one, under the titles of all."""
        first = self.decks[0]
        if len(self.decks) == 1:
            return first
        # Equal backs become one object, so that they are one file.
        back = first.pieces[0].back
        pieces = tuple(replace(piece, back=back) for deck in self.decks for piece in deck.pieces)
        return Deck(_title(self.decks), first.format, pieces)

    def single(self, faces: FittedFaces, face: Face | None, piece: Piece, title: str = "") -> SingleFace:
        """Return a face centred on the shop's card, or an empty page for a missing back."""
        form, size = self.decks[0].format, self.size
        left, above = (size.w - form.w) / 2, (size.h - form.h) / 2
        sides, ends = size.bleed
        if face is None:
            return SingleFace(size.w, size.h, (), sides, title, ends)
        reach = max(sides + left, ends + above)
        boxes = faces.boxes(face, piece.name, form, reach, keep=True)
        return SingleFace(size.w, size.h, (Turned(boxes, left, above, 0, 1),), sides, title, ends)


def order(parts: Iterable[Part], job: ExportJob) -> Iterator[ExportFile]:
    """Yield an order's files, a note first; InvalidInput or DoesNotFit before anything is drawn."""
    shop = print_shops.find_shop(job.options.service)
    all_decks, _ = picture_files.decks(parts)
    decks = tuple(deck for deck in all_decks if any(piece.copies > 0 for piece in deck.pieces))
    ordered = _order_decks(decks, shop)
    if not ordered:
        found_sizes = ", ".join(dict.fromkeys(f"{deck.format.w:g} × {deck.format.h:g} mm" for deck in decks))
        wanted = f"cards of a size that {shop.title} makes: {print_shops.sizes_in_words(shop.sizes)}"
        raise InvalidInput(InputError("service", found_sizes, wanted))
    faces = FittedFaces(job.ink)
    for ordered_deck in ordered:
        for piece in ordered_deck.deck.pieces:
            for face in (piece.face, piece.back) if piece.copies > 0 else ():
                ordered_deck.single(faces, face, piece)
    return _files(ordered, decks, shop, faces, job)


def decks_in_export(decks: Iterable[Deck], options: ExportOptions) -> tuple[Deck, ...]:
    """Return the decks of an export: in an order only those of a size that the shop makes."""
    if not options.is_shop_order:
        return tuple(decks)
    shop = print_shops.find_shop(options.service)
    return tuple(deck for deck in decks if shop.size(deck.format))


def notes(decks: Iterable[Deck], options: ExportOptions) -> tuple[str, ...]:
    """Return a sentence about the decks that an order leaves out, if any."""
    if not options.is_shop_order:
        return ()
    shop = print_shops.find_shop(options.service)
    left_out = dict.fromkeys(deck.title for deck in decks if shop.size(deck.format) is None)
    if not left_out:
        return ()
    return (f"{shop.title} makes no card of the size of {', '.join(left_out)}: print these at home.",)


def _order_decks(decks: Sequence[Deck], shop: PrintShop) -> list[OrderedDeck]:
    """Group decks for the order: decks of one format and one back together, all others on their own."""
    grouped: dict[Hashable, list[Deck]] = {}
    for deck in decks:
        if shop.size(deck.format):
            grouped.setdefault(boxing.box_key(deck), []).append(deck)
    taken: set[str] = set()
    ordered: list[OrderedDeck] = []
    for number, together in enumerate(grouped.values(), 1):
        size = shop.size(together[0].format)
        assert size is not None
        stem = picture_files.take_free_name(slug(_title(together)) or f"deck-{number}", taken)
        ordered.append(OrderedDeck(tuple(together), size, stem))
    return ordered


def _title(decks: Sequence[Deck]) -> str:
    """Return the titles of decks in words."""
    return join_first([deck.title for deck in decks], MOST_IN_NAME)


def _files(
    ordered: Sequence[OrderedDeck], decks: Sequence[Deck], shop: PrintShop, faces: FittedFaces, job: ExportJob
) -> Iterator[ExportFile]:
    yield ExportFile(NOTE, "\r\n".join(_note(ordered, decks, shop, job)).encode())
    if shop.files == "pdf":
        for ordered_deck in ordered:
            yield ExportFile(f"{ordered_deck.stem}.pdf", _pdf(ordered_deck, shop, faces, job))
        return
    cards, sides = picture_files.name_files([ordered_deck.deck for ordered_deck in ordered])
    names: dict[str, list[str]] = {}
    if shop.has_slots:
        cards, names = _slots(cards)
    yield ExportFile("cards.csv", picture_files.table(cards, "png"))
    by_format = {ordered_deck.deck.format: ordered_deck for ordered_deck in ordered}
    for start in range(0, len(sides), picture_files.BATCH):
        batch = sides[start : start + picture_files.BATCH]
        singles = [by_format[side.format].single(faces, side.face, side.piece, side.stem) for side in batch]
        for side, data in zip(batch, picture_files.pngs(singles, job, shop.dpi), strict=True):
            for stem in names.get(side.stem, [side.stem]):
                yield ExportFile(f"{stem}.png", data)
    if names.get(""):
        by_stem = {ordered_deck.stem: ordered_deck for ordered_deck in ordered}
        for stem in names[""]:
            ordered_deck = by_stem[stem.partition("/")[0]]
            blank = ordered_deck.single(faces, None, ordered_deck.deck.pieces[0])
            for data in picture_files.pngs([blank], job, shop.dpi):
                yield ExportFile(f"{stem}.png", data)


def _slots(cards: Sequence[CardFiles]) -> tuple[list[CardFiles], dict[str, list[str]]]:
    """Return a card for each place in the shop's form, and the names of the files of each picture.

    Fronts are numbered in the order of their deck. A back that all cards of a deck share is one file; different backs
    are numbered like their fronts. A missing back has the name "" and is a white picture.
    """
    by_folder: dict[str, list[CardFiles]] = {}
    for card in cards:
        by_folder.setdefault(card.front.partition("/")[0], []).extend([card] * card.piece.copies)
    placed: list[CardFiles] = []
    names: dict[str, list[str]] = {}
    for folder, in_deck in by_folder.items():
        wide, backs = max(len(str(len(in_deck))), 2), {card.back for card in in_deck}
        for number, card in enumerate(in_deck, 1):
            plain = re.sub(r"^\d+-|-x\d+$", "", card.front.partition("/")[2])
            name = f"{number:0{wide}d}-{plain}"
            front, back = f"{folder}/fronts/{name}", card.back if len(backs) == 1 else f"{folder}/backs/{name}"
            names.setdefault(card.front, []).append(front)
            if len(backs) > 1:
                names.setdefault(card.back, []).append(back)
            placed.append(replace(card, piece=replace(card.piece, copies=1), front=front, back=back))
    return placed, names


def order_steps(decks: Iterable[Deck], options: ExportOptions) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the steps to order each deck of an order, under its title; nothing for other exports."""
    if not options.is_shop_order:
        return ()
    shop = print_shops.find_shop(options.service)
    ordered = _order_decks([deck for deck in decks if any(p.copies > 0 for p in deck.pieces)], shop)
    return tuple((f"{each.deck.title}: {shop.title}", _deck_steps(each, shop)) for each in ordered)


def _deck_steps(ordered_deck: OrderedDeck, shop: PrintShop) -> tuple[str, ...]:
    pieces = [piece for piece in ordered_deck.deck.pieces if piece.copies > 0]
    count = sum(piece.copies for piece in pieces)
    backs = len({id(piece.back) for piece in pieces})
    backs = 0 if all(piece.back is None for piece in pieces) else backs
    return order_steps_of.steps(shop, ordered_deck.size, ordered_deck.stem, count, backs)


def _pdf(ordered_deck: OrderedDeck, shop: PrintShop, faces: FittedFaces, job: ExportJob) -> bytes:
    target = io.BytesIO()
    pages = list(_pages(ordered_deck, shop, faces))
    sides: Sides = "front"
    if _has_backs(ordered_deck):
        sides = "back front" if shop.back_first else "front back"
    draw_singles(pages, job.title, job.accent, target, job.ink, press=not has_pictures(pages), sides=sides)
    return target.getvalue()


def _has_backs(ordered_deck: OrderedDeck) -> bool:
    return any(piece.back is not None for deck in ordered_deck.decks for piece in deck.pieces)


def _pages(ordered_deck: OrderedDeck, shop: PrintShop, faces: FittedFaces) -> Iterator[SingleFace]:
    """Yield a page for each side of each card; if some cards have backs, the others get empty ones."""
    has_backs = _has_backs(ordered_deck)
    for deck in ordered_deck.decks:
        title = deck.title
        for piece in deck.pieces:
            sides = (piece.back, piece.face) if shop.back_first else (piece.face, piece.back)
            for _ in range(piece.copies):
                for face in sides if has_backs else (piece.face,):
                    yield ordered_deck.single(faces, face, piece, title)
                    title = ""


def _note(ordered: Sequence[OrderedDeck], decks: Sequence[Deck], shop: PrintShop, job: ExportJob) -> Iterator[str]:
    yield f"{job.title}: an order for {shop.title} ({shop.site})"
    yield ""
    yield shop.advice
    yield ""
    for ordered_deck in ordered:
        yield from _about(ordered_deck, shop)
        yield ""
        steps = _deck_steps(ordered_deck, shop)
        for number, step in enumerate(steps, 1):
            yield from textwrap.wrap(f"{number}. {step}", 100, initial_indent="  ", subsequent_indent="     ")
        yield ""
    yield order_steps_of.MAY_HAVE_CHANGED.replace("’", "'")
    left_out = [deck for deck in decks if shop.size(deck.format) is None]
    if left_out:
        yield ""
        yield f"Not in this order, because {shop.title} makes no card of their size; print them at home:"
        yield from (f"  {deck.title}, {deck.format.w:g} x {deck.format.h:g} mm" for deck in left_out)
    yield ""
    yield "Nothing is scaled. The sizes are those the shop published in November 2026: compare one file with its"
    yield "template before you pay. Check the shop's proof, above all the backs and the edges of the cards."
    if shop.files == "pdf":
        yield "The PDFs have trim and bleed boxes and embedded fonts. Decks that are drawn, without pictures in pixels,"
        yield "are in CMYK with at most 200 % of ink, by the rules of PDF/X-1a:2003; no preflight program has checked"
        yield "them. Decks with pictures are in RGB, which the shop converts or asks you to convert."
    else:
        yield "The pictures are in RGB; the shop prints them in CMYK, a little less bright than on a screen."
    yield "The games belong to their authors. Order for your own table, and ask the author before you sell anything."
    yield ""


def _about(ordered_deck: OrderedDeck, shop: PrintShop) -> Iterator[str]:
    deck, size = ordered_deck.deck, ordered_deck.size
    counts = [(each.title, boxing.count_pieces(each)) for each in ordered_deck.decks]
    count = sum(number for _, number in counts)
    wide, high = (round(side / print_shops.INCH * shop.dpi) for side in (size.page_w, size.page_h))
    files = (
        f"{ordered_deck.stem}.pdf"
        if shop.files == "pdf"
        else f"folder {ordered_deck.stem}, pictures of {wide} x {high} dots"
    )
    yield f"{deck.title}: {plural(count, 'card')}, {size.name} ({size.w:.1f} x {size.h:.1f} mm), {files}"
    if len(counts) > 1:
        yield f"  One deck, because they share a size and a back: {join_words([f'{name} {n}' for name, n in counts])}."
    if not bleeding.has_bleed(deck, True):
        yield "  Nothing on these faces reaches the edge: the bleed is white on purpose."
