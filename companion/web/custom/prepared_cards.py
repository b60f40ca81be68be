"""Custom cards as decks: read from the form, with notes, and laid out for the printer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from companion.base import caches
from companion.base.findings import InputError, InvalidInput
from companion.extras import custom as extras
from companion.printing import pdf
from companion.printing.custom import custom_cards, custom_faces
from companion.printing.export import picture_files, shop_order
from companion.printing.faces.boxes import Deck, Format, Part
from companion.printing.faces.lazy_pieces import copies
from companion.printing.pdf import preview
from companion.printing.sheets import layout, printer_runs
from companion.printing.sheets.checking import check_faces
from companion.printing.sheets.jobs import Printout, Sheet
from companion.printing.sheets.printer_runs import PrinterRun
from companion.printing.sheets.savings import SheetSaving, find_savings
from companion.printing.text import typeface_cleaning
from companion.web.custom import galleries, layouts, numbers, picture_decks, sent_cards
from companion.web.custom.custom_request import CustomRequest
from companion.web.custom.galleries import PictureGallery
from companion.web.custom.sent_cards import SentCards
from companion.web.printing import print_request
from companion.web.printing.size_limits import refuse_large

MOST_PICTURED = 2000
"""Cards that can be exported as pictures or single pages; for printing, a file's own limit holds."""
UNUSED_LIST = "A deck list is for finished pictures, and there are none here: cards in rows have a column “copies”."
SHEETS = 4
"""How many sides of the print are shown."""
LAST_SIDES = 24
"""How many of the last sides are looked through for boxes."""
_SHEET_DPI = 60


@dataclass(frozen=True)
class PreparedCards:
    """Cards as decks, with notes about them."""

    title: str
    decks: tuple[Deck, ...]
    notes: tuple[str, ...]
    unnamed: tuple[str, ...] = ()
    """Pictures that were sent for the cards, and that none of them names."""
    job: layout.Job | None = None
    """The print job, where they are printed."""
    runs: tuple[PrinterRun, ...] = ()
    """How its paper goes through the printer."""
    sheets: tuple[tuple[str, str], ...] = ()
    """The first sides of the job: a description, and a picture."""
    savings: tuple[SheetSaving, ...] = ()
    """What would save sheets of the print."""
    ink: preview.InkUsed = preview.InkUsed(0)
    """About how much ink the print takes."""
    gallery: PictureGallery = PictureGallery()
    """The pictures of a deck, each with its back and its number."""
    order_steps: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What to type in a print shop's form, under each deck's title."""

    @property
    def cards(self) -> int:
        """How many cards there are, copies and all."""
        return sum(count for deck in self.decks for count in copies(deck.pieces))


def prepare_cards(sent: SentCards, asked: CustomRequest) -> PreparedCards:
    """Return the cards in the form; InvalidInput names everything that cannot be read, or is too much."""
    look = asked.cards
    if sent.kind == sent_cards.PICTURES:
        return _prepare_pictures(sent, asked)
    given = (sent.text, sent.name, look.language, look.title, sent.table.columns)
    named, bad = tuple(sent.pictures.items()), tuple(sent.bad.items())
    prepared = _fit_cards(
        _CardInputs(*given, look.size, look.backs, named, bad, asked.print_options.skip_bad, sent.layout.source)
    )
    prepared = _set_numbers(prepared, sent)
    _refuse_many(prepared, asked)
    unused = (UNUSED_LIST,) if sent.deck.deck_list.strip() else ()
    return replace(prepared, notes=(*sent.table.notes, *unused, *prepared.notes))


def _prepare_pictures(sent: SentCards, asked: CustomRequest) -> PreparedCards:
    """Return the deck of pictures in the form."""
    if not sent.deck.files:
        none = InputError("deck", "no picture", "pictures of cards, or a zip of them: choose some")
        raise InvalidInput(*(sent.deck.bad or (none,)))
    look = asked.cards
    decks = picture_decks.make_decks(
        sent.deck, look.title, look.size, asked.pictures, look.backs, asked.print_options.skip_bad
    )
    gallery = galleries.make_gallery(decks, sent.deck.files, asked.pictures.back, sent.numbers)
    prepared = _set_numbers(PreparedCards(decks.title, decks.decks, decks.notes, gallery=gallery), sent)
    _refuse_many(prepared, asked)
    return prepared


def _set_numbers(prepared: PreparedCards, sent: SentCards) -> PreparedCards:
    """Return cards in the exact numbers that were set; InvalidInput if nothing remains."""
    decks, notes = numbers.set_numbers(prepared.decks, prepared.title, sent.numbers)
    return replace(prepared, decks=decks, notes=(*notes, *prepared.notes))


def _refuse_many(prepared: PreparedCards, asked: CustomRequest) -> None:
    different = sum(len(deck.pieces) for deck in prepared.decks)
    if asked.to != "print" and different > MOST_PICTURED:
        wanted = f"at most {MOST_PICTURED:,} in this file format; `companion export` on the command line takes more"
        raise InvalidInput(InputError("cards", f"{different:,} cards", wanted))
    if asked.to != "print":
        refuse_large(prepared.decks, asked.export_options)


@dataclass(frozen=True)
class _CardInputs:
    """All that the cards depend on."""

    text: str
    name: str
    language: str
    title: str
    columns: tuple[str, ...]
    form: Format
    backs: bool
    picture_keys: tuple[tuple[str, str], ...]
    bad: tuple[tuple[str, InvalidInput], ...]
    skip_bad: bool
    layout_source: tuple[str, str]


@caches.keep(4)
def _fit_cards(asked: _CardInputs) -> PreparedCards:
    """Return the cards after fitting every text once, so that a long print does not fail halfway.

    The result is cached: another paper, or the file after the preview, does not read ten thousand cards again.
    """
    named: set[str] = set()
    picture = sent_cards.make_picture_finder(dict(asked.picture_keys), dict(asked.bad), named)
    errors: list[InputError] = []
    hint = ""
    prepared: PreparedCards | None = None
    try:
        given = (asked.text, asked.name or "cards", asked.language, asked.title, asked.columns)
        stack = custom_cards.read_stack(*given, skip_bad=asked.skip_bad)
        layout = layouts.resolve_layout(asked.layout_source, stack)
        cards = custom_faces.printable_cards(stack, asked.form, picture, asked.backs, layout, asked.skip_bad)
        decks, notes = picture_files.check_decks(cards.decks, asked.skip_bad)
        typefaces = tuple(name for name, _ in asked.picture_keys if name.casefold().endswith(typeface_cleaning.ENDINGS))
        unnamed = tuple(name for name, _ in asked.picture_keys if name not in (*named, *typefaces))
        left_out = (f"Left out: {error}" for error in (*stack.left_out, *cards.left_out))
        all_notes = (*left_out, *custom_faces.notes(cards.stack, layout, asked.form, picture), *notes)
        prepared = PreparedCards(stack.title, decks, all_notes, unnamed)
    except InvalidInput as error:
        errors, hint = [*error.input_errors], error.hint
    unused = [input_error for stem, error in asked.bad if stem not in named for input_error in error.input_errors]
    if prepared is None or (unused and not asked.skip_bad):
        refusal = InvalidInput(*errors, *unused)
        refusal.hint = hint or (custom_cards.SKIP_HINT if prepared else "")
        raise refusal
    return replace(prepared, notes=(*(f"Left out: {error}" for error in unused), *prepared.notes))


def add_sheets(prepared: PreparedCards, asked: CustomRequest) -> PreparedCards:
    """Return the cards with their print job and pictures of its first sides; for other files with notes alone."""
    if asked.to != "print":
        notes = (*shop_order.notes(prepared.decks, asked.export_options), *prepared.notes)
        steps = shop_order.order_steps(prepared.decks, asked.export_options)
        return replace(prepared, notes=notes, order_steps=steps)
    job = print_job(prepared, asked)
    few = tuple(sheet for sheet in _first_sides(job, asked, prepared.decks) if not sheet.blank)
    drawn = pdf.pdf_bytes(replace(job, sheets=few), _SHEET_DPI)
    shown_sides = tuple(
        (
            f"{sheet.display_name.capitalize()}: {sheet.title}",
            picture_decks.png_address(preview.page_png(drawn, number, _SHEET_DPI)),
        )
        for number, sheet in enumerate(few, 1)
    )
    notes = (*print_request.note_missing_pieces(prepared.decks, asked.print_options.have), *prepared.notes)
    saved = find_savings(job, _parts(prepared, asked))
    runs = printer_runs.runs(job)
    return replace(
        prepared, job=job, runs=runs, sheets=shown_sides, savings=saved, ink=preview.ink_used(job), notes=notes
    )


def _first_sides(job: layout.Job, asked: CustomRequest, decks: Iterable[Deck]) -> Sequence[Sheet]:
    """Return the first sides; where boxes are printed too, half of them show boxes and dividers."""
    if extras.BOXES not in asked.what or len(job.sheets) <= SHEETS:
        return job.sheets[:SHEETS]
    cards = {deck.title for deck in decks}
    # Boxes come after the full sheets of cards, so they are looked for among the last sides.
    last = job.sheets[SHEETS // 2 :][-LAST_SIDES:]
    packing = islice((sheet for sheet in last if not cards.issuperset(sheet.parts)), SHEETS - SHEETS // 2)
    return (*job.sheets[: SHEETS // 2], *packing)


def print_job(prepared: PreparedCards, asked: CustomRequest) -> layout.Job:
    """Return what is printed; InvalidInput where it cannot be."""
    parts = _parts(prepared, asked)
    # The cards were checked before; what else there is was not.
    check_faces(part for part in parts if not any(part is deck for deck in prepared.decks))
    return layout.print_job(Printout(prepared.title, parts), asked.print_options, asked.printer, is_checked=True)


def _parts(prepared: PreparedCards, asked: CustomRequest) -> tuple[Part, ...]:
    return extras.parts(asked.what, prepared.title, prepared.decks, asked.print_options.packing)
