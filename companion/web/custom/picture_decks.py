"""Decks of finished pictures on the page for custom cards: uploaded one by one or as a zip, kept, chosen by a list."""

import io
from base64 import b64encode
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from typing import BinaryIO, cast

from flask import request
from werkzeug.datastructures import FileStorage

from companion.base import caches
from companion.base.findings import InputError, InvalidInput
from companion.base.wording import megabytes, plural
from companion.limits import budget
from companion.printing.custom import card_orders, pdf_sheets, picture_backs, picture_decks, picture_sources
from companion.printing.custom.picture_decks import PictureDecks
from companion.printing.custom.picture_options import PictureOptions
from companion.printing.custom.picture_sources import NamedFile, SheetPlace
from companion.printing.faces import pictures
from companion.printing.faces.boxes import Format
from companion.printing.pdf import untrusted
from companion.printing.sheets import option_fields, papers
from companion.storage import pictures as kept
from companion.web.shell import uploads
from companion.web.shell.visitors import visitor

MOST = 300
"""Pictures of one deck on the page; the command line takes more."""
MOST_UNPACKED = 200_000_000
"""Bytes that a zip's pictures may be together."""
LONGEST_PATH = 400
"""Characters of a picture's path inside its zip."""
_TITLE = "Pictures"


@dataclass(frozen=True)
class SentDeck:
    """The pictures in the form by their paths, each with the key it is kept by; the title, and the deck list as typed.

    `bad` are uploaded files that are not pictures, each with what was found; `notes` tell what a zip holds besides.
    """

    files: tuple[tuple[str, str], ...] = ()
    title: str = ""
    deck_list: str = ""
    bad: tuple[InputError, ...] = ()
    notes: tuple[str, ...] = ()
    sent_back: str = ""
    """The path of a picture that was sent as the back of all cards."""

    @property
    def sentence(self) -> str:
        """The count, and the names of the first few."""
        names = [path for path, _ in self.files]
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        return f"{plural(len(names), 'picture')}: {', '.join(names[:5])}{more}"


def read_earlier_deck() -> SentDeck:
    """Return the pictures that came before unless they are taken away, and the list as typed; no file is read."""
    files: dict[str, str] = {}
    if not request.form.get("deck_clear"):
        for pair in request.form.getlist("deck_kept")[:MOST]:
            key, _, path = pair.partition(" ")
            files[path[:LONGEST_PATH]] = key
    title = request.form.get("deck_title", "")[:120] if files else ""
    return SentDeck(tuple(files.items()), title, request.form.get("deck_list", "").replace("\r\n", "\n"))


def read_sent_deck() -> SentDeck:
    """Return the pictures of the form, those that came before included unless they are taken away."""
    before = read_earlier_deck()
    files, title, text = dict(before.files), before.title, before.deck_list
    errors: list[InputError] = []
    notes: list[str] = []
    order = ""
    for file in request.files.getlist("deck"):
        if not file.filename:
            continue
        name = file.filename.replace("\\", "/").rpartition("/")[2]
        if name.casefold().endswith(".zip"):
            source = picture_sources.read_zip(cast("BinaryIO", file.stream), name)
            title = source.title
            order = source.order or order
            if not (source.files or source.order or source.sheets):
                raise InvalidInput(InputError(name, "no picture", f"pictures of cards in {pictures.KINDS}"))
            _refuse_large(source.files, name)
            notes += source.notes
            _keep(source.files, files, errors)
            _keep(source.sheets, files, errors, are_sheets=True)
        elif name.casefold().endswith(card_orders.ENDINGS):
            order = _read_order(file, name)
        else:
            sent_file = _sent_file(file, name)
            try:
                _keep(picture_sources.as_pictures(sent_file), files, errors)
            except untrusted.NoCards:
                _keep([sent_file], files, errors, are_sheets=True)
    listed = request.files.get("deck_list_file")
    if listed and listed.filename:
        text = uploads.decode_text(listed.read(), listed.filename, "a deck list")
    if order and text.strip() and text.strip() != order.strip():
        notes.append("The order that was sent takes the place of the deck list.")
    back = _keep_back(files, errors)
    return SentDeck(tuple(files.items()), title, order or text, tuple(errors), tuple(notes), back)


def _read_order(file: FileStorage, name: str) -> str:
    """Return the text of an order of another tool; InvalidInput for anything else."""
    source = picture_sources.sort_pictures("", [_sent_file(file, name)])
    if not source.order:
        raise InvalidInput(InputError(name, "something else", "an order of MPC Autofill or of Proxy-PDF-Maker"))
    return source.order


def _keep_back(files: dict[str, str], errors: list[InputError]) -> str:
    """Keep the picture that was sent as the back of all cards, and return its path; empty if there is none."""
    file = request.files.get("back_file")
    if not file or not file.filename:
        return ""
    name = file.filename.replace("\\", "/").rpartition("/")[2]
    path = f"{picture_backs.FOLDER}/{name}"
    kept_files: dict[str, str] = {}
    pages = picture_sources.as_pictures(_sent_file(file, name))
    _keep([replace(pages[0], path=path)], kept_files, errors)
    files |= kept_files
    return path if kept_files else ""


def _sent_file(file: FileStorage, name: str) -> NamedFile:
    data = file.read()
    return NamedFile(name, len(data), lambda: io.BytesIO(data))


def _refuse_large(files: Iterable[NamedFile], name: str) -> None:
    total = sum(file.size for file in files)
    if total > MOST_UNPACKED:
        wanted = f"at most {megabytes(MOST_UNPACKED)} of pictures; `companion print` takes more"
        raise InvalidInput(InputError(name, f"{megabytes(total)} once it is unpacked", wanted))


def _keep(found: Iterable[NamedFile], files: dict[str, str], wrong: list[InputError], are_sheets: bool = False) -> None:
    """Keep pictures, or PDFs of sheets, and add their keys; one that cannot be read is added to `wrong`."""
    for file in budget.watched(found, every=1):
        if len(files) >= MOST and file.path not in files:
            wanted = f"at most {MOST}; `companion print FOLDER` takes more"
            raise InvalidInput(InputError("deck", f"more than {MOST} pictures", wanted))
        if len(file.path) > LONGEST_PATH:
            wrong.append(InputError(f"{file.path[:40]}…", "a longer name", f"at most {LONGEST_PATH} characters"))
            continue
        try:
            pictures.refuse_large(file.size, file.path)
            data = file.read()
            if not are_sheets:
                pictures.check(data, file.path)
        except InvalidInput as error:
            wrong += error.input_errors
            continue
        files[file.path] = kept.keep(data, visitor())


@dataclass(frozen=True)
class ShownSheet:
    """The first page of a PDF of sheets, with the grid that cuts it: lengths in mm, the picture as a data address."""

    name: str
    size: tuple[float, float]
    cells: tuple[tuple[float, float, float, float], ...]
    cut: str
    picture: str


def show_sheet(deck: SentDeck, form: Format, options: PictureOptions) -> ShownSheet | None:
    """Return the first PDF of sheets in a form as its page shows it; None without one that can be cut."""
    for path, key in deck.files:
        if not path.casefold().endswith(".pdf"):
            continue
        with suppress(InvalidInput, FileNotFoundError):
            data = kept.find(key)
            if untrusted.is_pdf(data):
                sheet = NamedFile(path, len(data), partial(io.BytesIO, data))
                grid = pdf_sheets.find_grid(sheet, form, options)
                picture = png_address(untrusted.draw_sheet(data, path, grid))
                return ShownSheet(path, grid.size, grid.cells, f"{grid.columns}x{grid.rows}", picture)
    return None


def png_address(data: bytes) -> str:
    """Return a PNG as a data address for a page."""
    return f"data:image/png;base64,{b64encode(data).decode()}"


_PAGES = [Lock() for _ in range(64)]
"""A browser asks for several cards of a page at once: the first request cuts the page, the others find it cut."""


def draw_cut_card(key: str, page: int, cell: int, query: Mapping[str, str]) -> bytes:
    """Return a card on a kept PDF's sheet as a PNG for the screen, by `cut`, `gap` and `size` of a query.

    FileNotFoundError where the PDF is gone; InvalidInput for what cannot be read, or where no card is.
    """
    data = kept.find(key)
    form = papers.find_format(query.get("size", ""))
    given = {"cut": query.get("cut", ""), "cut_gap": query.get("gap", "")}
    options = option_fields.read_options(PictureOptions, {name: text for name, text in given.items() if text})
    sheet = NamedFile("sheet.pdf", len(data), partial(io.BytesIO, data))
    with _PAGES[hash((key, page)) % len(_PAGES)]:
        return pdf_sheets.draw_card(sheet, SheetPlace(sheet.path, page, cell), form, options)


@caches.keep(8)
def make_decks(
    deck: SentDeck, title: str, form: Format, options: PictureOptions, backs: bool, skip_bad: bool
) -> PictureDecks:
    """Return the decks; another paper, or the file after the preview, does not measure the pictures again."""
    if deck.bad and not skip_bad:
        raise InvalidInput(*deck.bad)
    source = picture_sources.in_memory(
        ((path, partial(kept.find, key)) for path, key in deck.files), deck.title or _TITLE
    )
    decks = picture_decks.decks(replace(source, deck_title=title), form, options, deck.deck_list, backs, skip_bad)
    left_out = (*deck.notes, *(f"Left out: {error}" for error in deck.bad))
    return replace(decks, notes=(*left_out, *decks.notes))
