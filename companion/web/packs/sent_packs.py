"""Lists of cards as they are sent: a file, pasted text, or a zip of one list and its pictures."""

import io
from dataclasses import dataclass, field
from typing import Any

from flask import request
from werkzeug.datastructures import FileStorage

from companion.base.findings import InputError, InvalidInput
from companion.data.column_names import ROWS
from companion.data.documents import LONGEST
from companion.data.packs import MOST_CARDS
from companion.printing.custom import picture_sources
from companion.printing.custom.picture_names import find_file
from companion.printing.custom.picture_sources import NamedFile
from companion.printing.pdf.own_pictures import NamedPictures
from companion.storage.backup_models import DOCUMENTS
from companion.web.shell.uploads import decode_text, read_sent_text

LARGEST_POST = 60_000_000
"""Bytes of a form with a zip."""
MOST_PICTURES = MOST_CARDS
"""Pictures that come with a list at a time: as many as an export has at most."""
_LISTS = (".toml", ".json", *ROWS)


def allow_zip(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Allow larger requests where a zip may be sent: a preprocessor for a blueprint."""
    request.max_content_length = LARGEST_POST


@dataclass(frozen=True)
class SentPack:
    """A list of cards by its file's name, empty for pasted text, its text, and the pictures beside it."""

    name: str = ""
    text: str = ""
    pictures: NamedPictures = field(default_factory=lambda: NamedPictures(lambda name: None))
    beside: "_Beside" = field(default_factory=lambda: _Beside([], ""))
    """The files that came with the list."""


def read_sent_pack(wanted: str) -> SentPack:
    """Return what was sent; InvalidInput where a file is neither text nor a zip with one list of cards in it."""
    sent = request.files.get("file")
    if sent and sent.filename and sent.filename.lower().endswith(".zip"):
        return _read_zip(sent, sent.filename, wanted)
    return SentPack(*read_sent_text(wanted))


def _read_zip(sent: FileStorage, name: str, wanted: str) -> SentPack:
    every = picture_sources.read_files(io.BytesIO(sent.read()), name)
    files = [file for file in every if not picture_sources.is_hidden(file.path)]
    if any(file.path == DOCUMENTS for file in files):
        raise InvalidInput(InputError(name, "everything of mine", "a card pack: restore this file with Open"))
    lists = [file for file in files if file.path.lower().endswith(_LISTS)]
    if len(lists) != 1:
        found = f"{len(lists)} lists of cards" if lists else "no list of cards"
        raise InvalidInput(InputError(name, found, "one in TOML, JSON or CSV, and its pictures beside it"))
    if len(files) > MOST_PICTURES + 1:
        raise InvalidInput(InputError(name, f"{len(files):,} files", f"a list and at most {MOST_PICTURES:,} pictures"))
    (cards,) = lists
    if cards.size > LONGEST:
        raise InvalidInput(InputError(cards.path, f"{cards.size:,} bytes", f"at most {LONGEST:,}"))
    folder, _, title = cards.path.rpartition("/")
    text = decode_text(cards.read(), cards.path, wanted)
    beside = _Beside(files, folder)
    return SentPack(title, text, NamedPictures(beside.read), beside)


class _Beside:
    """The files of a zip by their paths from the folder that the list is in."""

    def __init__(self, files: list[NamedFile], folder: str) -> None:
        self._files = {file.path.removeprefix(f"{folder}/"): file for file in files}
        self._read = set[str]()

    @property
    def unused(self) -> list[str]:
        """The pictures that nothing has named so far."""
        paths = (file.path for name, file in self._files.items() if name not in self._read)
        return sorted(path for path in paths if path.casefold().endswith(picture_sources.ENDINGS))

    def read(self, name: str) -> bytes | None:
        """Return a file's bytes, None where it is not there; InvalidInput where it cannot be read."""
        path = find_file(name, self._files)
        if path is None:
            return None
        self._read.add(path)
        return picture_sources.read_all(self._files[path])
