"""XML files in a zip, read piece by piece: with bounds, without entities, whatever prefixes their names have."""

import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import BinaryIO
from xml.parsers import expat

LARGEST_PART = 250_000_000
"""The most bytes of one file of a spreadsheet, unpacked."""
_PIECE = 65_536
WHOLE = "a whole .xlsx or .ods file: save it again, or save it as CSV"
Attributes = Mapping[str, str]


class UnreadableWorkbook(Exception):
    """A spreadsheet that cannot be read: what was found, what was expected."""


class EnoughRead(Exception):
    """Ends the reading of a part before its end."""


class Events:
    """What happens in an XML file; names come without their prefixes."""

    def start(self, name: str, attributes: Attributes) -> None:
        """Begin an element."""

    def end(self, name: str) -> None:
        """End an element."""

    def text(self, text: str) -> None:
        """Take a piece of the text in an element."""


class Parts:
    """The files of a spreadsheet by their paths."""

    def __init__(self, data: bytes) -> None:
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
            raise UnreadableWorkbook("a spreadsheet that is damaged or cut short", WHOLE) from None
        self._names = {name.replace("\\", "/").lstrip("/").casefold(): name for name in self._zip.namelist()}

    def __contains__(self, path: str) -> bool:
        return path.casefold() in self._names

    def has_folder(self, folder: str) -> bool:
        """Return whether a file is below a folder."""
        return any(name.startswith(folder.casefold()) for name in self._names)

    def parse(self, path: str, events: Events) -> None:
        """Send the events of a file; UnreadableWorkbook where it is not there, too large, or no XML."""
        name = self._names.get(path.casefold())
        if name is None:
            raise UnreadableWorkbook(f"a spreadsheet without its part {path[:60]!r}", WHOLE)
        info = self._zip.getinfo(name)
        if info.flag_bits & 1:
            raise UnreadableWorkbook("a spreadsheet with a password", "one without: save it without the password")
        if info.file_size > LARGEST_PART:
            found = f"a spreadsheet of {info.file_size // 1_000_000:,} MB, once it is unpacked"
            raise UnreadableWorkbook(found, f"one of at most {LARGEST_PART // 1_000_000} MB")
        try:
            with self._zip.open(info) as stream:
                parse(stream, events)  # type: ignore[arg-type]
        except EnoughRead:
            return
        except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError, zipfile.zlib.error):  # type: ignore[attr-defined]
            raise UnreadableWorkbook("a spreadsheet that is damaged or cut short", WHOLE) from None


def parse(stream: BinaryIO, events: Events) -> None:
    """Send the events of an XML file; EnoughRead of a handler ends it."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_declarations
    parser.StartElementHandler = _local_start(events.start)
    parser.EndElementHandler = lambda name: events.end(name.rpartition(":")[2])
    parser.CharacterDataHandler = events.text
    try:
        while piece := stream.read(_PIECE):
            parser.Parse(piece, False)
        parser.Parse(b"", True)
    except expat.ExpatError:
        raise UnreadableWorkbook("a spreadsheet that is damaged or cut short", WHOLE) from None


def _refuse_declarations(*_: object) -> None:
    raise UnreadableWorkbook("a spreadsheet that declares entities", WHOLE)


def _local_start(start: Callable[[str, Attributes], None]) -> Callable[[str, dict[str, str]], None]:
    def local(name: str, attributes: dict[str, str]) -> None:
        start(name.rpartition(":")[2], {key.rpartition(":")[2]: value for key, value in attributes.items()})

    return local
