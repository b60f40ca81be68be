"""The files of a folder or a zip by their names, opened one at a time; a zip is never unpacked to the disk."""

import io
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import join_first, megabytes
from companion.limits import budget
from companion.printing.custom import card_orders
from companion.printing.faces import pictures
from companion.printing.faces.boxes import PictureFile
from companion.printing.pdf import untrusted

ENDINGS = (".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".gif", ".tif", ".tiff", ".bmp", *untrusted.DRAWN)
OTHER_PICTURES = (".heic", ".heif", ".avif", ".psd", ".jxl", ".jp2", ".svgz", ".ai", ".eps")
"""Endings of pictures that cannot be read; a note names the files."""
MOST_FILES = 5000
MOST_UNPACKED = 4_000_000_000
"""Most bytes of all pictures in a zip together."""
ARCHIVES = (".zip", ".rar", ".7z", ".cbz", ".tar", ".gz")
_UNSEEN = frozenset(("__macosx", "thumbs.db", "desktop.ini"))


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file by its path inside its folder or zip, with `/` between folders; `open` returns a stream of its bytes."""

    path: str
    size: int
    open: Callable[[], BinaryIO]

    def read(self) -> bytes:
        """Return its bytes; InvalidInput names a file that cannot be read."""
        try:
            with self.open() as stream:
                return stream.read(self.size or -1)
        except _TROUBLES as error:
            raise _unreadable(self.path, error) from None


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """Where a card lies that was cut out of a PDF: the PDF's path, and its page and its number there, both from 0."""

    sheet: str
    page: int
    cell: int


@dataclass(frozen=True)
class PictureSource:
    """The pictures of a folder or zip, and notes about files that are left out."""

    title: str
    files: tuple[NamedFile, ...]
    notes: tuple[str, ...] = ()
    deck_title: str = ""
    """The title of its deck; empty for the title of the folder or zip."""
    order: str = ""
    """An order of another tool among the files, which says what is printed; empty if there is none."""
    order_name: str = ""
    sheets: tuple[NamedFile, ...] = ()
    """PDFs whose pages are larger than cards, and may be sheets of them."""
    places: Mapping[str, SheetPlace] = field(default_factory=dict)
    """Of the cards that were cut out of such a PDF, by their paths."""


_TROUBLES = (OSError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, ValueError)
"""Errors from reading a file, or a damaged, locked or unusual zip."""


def folder(path: Path) -> PictureSource:
    """Return the pictures in a folder and its subfolders; links to other folders are not followed."""
    regular_files, left_out = [], []
    for place, folders, files in os.walk(path, onerror=_stop):
        folders[:] = sorted(name for name in folders if not _is_hidden_file(name))
        left_out += [_relative_name(Path(place) / name, path) for name in folders if (Path(place) / name).is_symlink()]
        for name in files:
            file = Path(place) / name
            about = file.stat() if file.exists() else None
            if about and stat.S_ISREG(about.st_mode):
                regular_files.append(NamedFile(file.relative_to(path).as_posix(), about.st_size, _opener(file)))
            elif name.casefold().endswith(ENDINGS) and not _is_hidden_file(name):
                left_out.append(_relative_name(file, path))
        _refuse_many(len(regular_files), str(path))
    source = sort_pictures(path.resolve().name or "Cards", regular_files)
    if not left_out:
        return source
    names = join_first(sorted(left_out), 3)
    note = f"Left out: {names}: no pictures but links or pipes. Put the pictures themselves there."
    return replace(source, notes=(*source.notes, note))


def file_on_disk(path: Path) -> NamedFile:
    """Return a single file by its name, without its folders."""
    return NamedFile(path.name, path.stat().st_size, _opener(path))


def read_order(path: Path) -> PictureSource:
    """Return an order of another tool with the pictures beside it: in the folder `cards`, else in its own folder.

    InvalidInput if the file is no such order.
    """
    order = _read_order(file_on_disk(path))
    if not order:
        wanted = "an order of MPC Autofill (XML), a folder or a zip of pictures"
        raise InvalidInput(InputError(str(path), "something else", wanted))
    beside = path.parent / "cards"
    if beside.is_dir():
        source = folder(beside)
    else:
        files = [file for file in sorted(path.parent.iterdir()) if file.is_file() and file != path]
        _refuse_many(len(files), str(path.parent))
        source = sort_pictures("", [file_on_disk(file) for file in files if file.suffix.casefold() in ENDINGS])
    return replace(source, title=path.stem, order=order, order_name=path.name)


def _relative_name(file: Path, folder: Path) -> str:
    return _legible(file.relative_to(folder).as_posix())


def _legible(name: str) -> str:
    """Return a name for print and storage, with control characters and bytes that are not UTF-8 escaped: `\\x1b`."""
    words = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", words)


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def _stop(error: OSError) -> None:
    raise InvalidInput(InputError(str(error.filename), f"a folder that cannot be read ({error.strerror})", "pictures"))


def _opener(file: Path) -> Callable[[], BinaryIO]:
    return lambda: file.open("rb")


def read_zip(target: Path | BinaryIO, name: str) -> PictureSource:
    """Return the pictures in a zip; InvalidInput if it is no zip, is encrypted, or is too large unpacked."""
    return sort_pictures(Path(name).stem or "Cards", read_files(target, name))


def read_files(target: Path | BinaryIO, name: str) -> list[NamedFile]:
    """Return the files in a zip, not yet read; InvalidInput as in `read_zip`."""
    try:
        archive = zipfile.ZipFile(target)
        members = [member for member in archive.infolist() if not member.is_dir()]
    except _TROUBLES:
        raise InvalidInput(InputError(name, "something that is not a zip", "a zip or a folder of pictures")) from None
    _refuse_many(len(members), name)
    total = sum(member.file_size for member in members)
    if total > MOST_UNPACKED:
        wanted = f"at most {MOST_UNPACKED / 1e9:.0f} GB of pictures"
        raise InvalidInput(InputError(name, f"{total / 1e9:,.0f} GB once it is unpacked", wanted))
    return [
        NamedFile(member.filename.replace("\\", "/"), member.file_size, _member(archive, member)) for member in members
    ]


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Callable[[], BinaryIO]:
    # A member never gives more bytes than it declares, and its checksum is verified.
    return lambda: archive.open(member)  # type: ignore[return-value]


def _refuse_many(count: int, name: str) -> None:
    if count > MOST_FILES:
        raise InvalidInput(InputError(name, f"more than {MOST_FILES:,} files", f"at most {MOST_FILES:,}"))


def sort_pictures(title: str, files: Iterable[NamedFile]) -> PictureSource:
    """Return the pictures among files, with notes about unreadable kinds; hidden files are ignored."""
    readable: dict[str, NamedFile] = {}
    notes: list[str] = []
    others: list[str] = []
    archives: list[str] = []
    orders: dict[str, str] = {}
    sheets: list[NamedFile] = []
    for original in files:
        file = replace(original, path=_legible(original.path))
        parts = file.path.split("/")
        if any(part in ("", ".", "..") or ":" in part for part in parts):
            notes.append(f"Left out: {file.path!r}, whose path leaves its folder.")
        elif is_hidden(file.path):
            continue
        elif file.path.casefold().endswith(ENDINGS):
            try:
                readable |= {picture.path: picture for picture in as_pictures(file)}
            except untrusted.NoCards:
                sheets.append(file)
            except InvalidInput as error:
                notes.append(f"Left out: {error}")
        elif file.path.casefold().endswith(OTHER_PICTURES):
            others.append(file.path)
        elif file.path.casefold().endswith(ARCHIVES):
            archives.append(file.path)
        elif file.path.casefold().endswith(card_orders.ENDINGS) and (text := _read_order(file)):
            orders[file.path] = text
    if others:
        notes.append(f"Left out: {join_first(others, 3)}: save them as PNG or JPEG.")
    if archives:
        notes.append(f"Left out: {join_first(archives, 3)}: unpack {'it' if len(archives) == 1 else 'them'} first.")
    order_name, order = next(iter(orders.items()), ("", ""))
    if len(orders) > 1:
        notes.append(f"Left out: {join_first([*orders][1:], 3)}: one order is printed at a time, and {order_name} is.")
    title = _legible(title).replace("_", " ")[:120]
    files = tuple(readable.values())
    return PictureSource(title, files, tuple(notes), order=order, order_name=order_name, sheets=tuple(sheets))


def _read_order(file: NamedFile) -> str:
    """Return the text of a file if it is an order of another tool, else empty; InvalidInput if it cannot be read."""
    try:
        with file.open() as stream:
            text = stream.read(card_orders.LONGEST + 1).decode("utf-8-sig", "replace")
    except _TROUBLES as error:
        raise _unreadable(file.path, error, "an order, or a zip without it") from None
    if not card_orders.is_order(text):
        return ""
    if len(text) > card_orders.LONGEST:
        wanted = f"an order of at most {megabytes(card_orders.LONGEST)}"
        raise InvalidInput(InputError(file.path, "a larger file", wanted))
    return text


def as_pictures(file: NamedFile) -> list[NamedFile]:
    """Return a file as pictures; an SVG or a PDF is drawn when it is opened, and each page of a PDF is a picture.

    The second of two pages is the back of the first; in our own files for print shops every other page is a back.
    Errors are raised when the picture is opened; InvalidInput now for a PDF whose pages are sheets.
    """
    if not file.path.casefold().endswith(untrusted.DRAWN):
        return [file]
    picture = NamedFile(file.path, 0, lambda: io.BytesIO(untrusted.draw(read_all(file), file.path)))
    if not file.path.casefold().endswith(".pdf"):
        return [picture]
    try:
        data = read_all(file)
        if not untrusted.is_pdf(data):
            return [picture]
        count, sides = untrusted.count_pages(data, file.path), untrusted.read_sides(data, file.path)
    except untrusted.NoCards:
        raise
    except InvalidInput as error:
        return [NamedFile(file.path, 0, _raise_later(error))]
    stem, ending = file.path[:-4], file.path[-4:]
    names = _page_names(stem, count, sides)
    drawn = _DrawnPages(file)
    pages = [NamedFile(f"{name}{ending}", 0, partial(drawn.open, n)) for n, name in enumerate(names, 1)]
    return pages if count > 1 else [picture]


class _DrawnPages:
    """The pages of a PDF, drawn a few at a time: they are read one after the other."""

    def __init__(self, file: NamedFile) -> None:
        self._file = file
        self._drawn: tuple[int, tuple[bytes, ...]] = 0, ()

    def open(self, number: int) -> BinaryIO:
        """Return a page, counted from 1, as a picture."""
        first, pages = self._drawn
        if not first <= number < first + len(pages):
            first, pages = number, untrusted.draw_pages(read_all(self._file), self._file.path, number)
            self._drawn = first, pages
        return io.BytesIO(pages[number - first])


def _page_names(stem: str, count: int, sides: str) -> list[str]:
    """Return the names of a PDF's pages as pictures; `@1` is the front of a card and `@2` its back."""
    if " " in sides:
        ends = ["@2" if side == "back" else "@1" for side in sides.split()]
        return [f"{stem} card {n // 2 + 1}{ends[n % 2]}" for n in range(count)]
    if count == 2 and not sides:
        return [f"{stem}@1", f"{stem}@2"]
    # What is known to be a front is named as a card, so that nobody is asked which pages are backs.
    return [f"{stem} {'card' if sides else 'page'} {n}" for n in range(1, count + 1)]


def _raise_later(error: InvalidInput) -> Callable[[], BinaryIO]:
    """Return what opens a file that cannot be read: it is told with the others, by name."""

    def refuse() -> BinaryIO:
        raise error

    return refuse


def read_all(file: NamedFile) -> bytes:
    """Return a file's bytes; InvalidInput if it is too large for a picture, or cannot be read."""
    pictures.refuse_large(file.size, file.path)
    return file.read()


def is_hidden(path: str) -> bool:
    """Return whether a file was made by a system, not by a person, or is in such a folder."""
    return any(_is_hidden_file(part) for part in path.split("/"))


def _is_hidden_file(name: str) -> bool:
    return name.startswith(".") or name.casefold() in _UNSEEN


def measure_picture(file: NamedFile) -> PictureFile:
    """Return a picture's file with its dots, reading as little of it as possible; InvalidInput names it."""
    budget.check()
    try:
        with file.open() as stream:
            size = pictures.measure_picture(stream, file.size, file.path)
    except _TROUBLES as error:
        raise _unreadable(file.path, error) from None
    return PictureFile(file.path, file.read, size.wide, size.high, size.turn, size.has_more, size.bleed, size.notes)


def _unreadable(path: str, error: BaseException, wanted: str = "a picture") -> InvalidInput:
    trouble = "a file that is not there" if isinstance(error, FileNotFoundError) else "a file that cannot be read"
    is_locked = isinstance(error, RuntimeError) and "password" in str(error)
    return InvalidInput(InputError(path, "a locked file" if is_locked else trouble, wanted))


def in_memory(files: Iterable[tuple[str, Callable[[], bytes]]], title: str) -> PictureSource:
    """Return pictures by their names, from functions that read them."""
    return sort_pictures(title, (NamedFile(name, 0, _stream(read)) for name, read in files))


def _stream(read: Callable[[], bytes]) -> Callable[[], BinaryIO]:
    return lambda: io.BytesIO(read())
