"""Pictures that cards in a file name: found next to that file, however their names are spelled, and kept by hash."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.base.findings import InputError, InvalidInput, quote

if TYPE_CHECKING:
    from companion.printing.faces.boxes import PictureFile

_LONGEST = 20_000_000
"""Bytes of a file that are read before it is refused as too large for a picture."""


class FilePictures:
    """Pictures that this process has read, by their hash: a source of pictures for faces."""

    def __init__(self) -> None:
        """Begin with none."""
        self.files: dict[str, PictureFile] = {}

    def find_picture(self, name: str) -> "PictureFile | None":
        """Return a picture by its hash."""
        return self.files.get(name)

    def find_names(self, names: set[str]) -> set[str]:
        """Return which pictures were read."""
        return names & self.files.keys()


_PICTURES = FilePictures()


def find_file_beside(folder: Path, name: str) -> Path:
    """Return the path in a folder that a name means; each part may be spelled otherwise, as `find_file` allows.

    The file may not exist.
    """
    if (folder / name).exists():
        return folder / name
    from companion.printing.custom.picture_names import find_file  # only where a name is spelled otherwise

    path = folder
    for part in name.replace("\\", "/").split("/"):
        match = path.is_dir() and find_file(part, (file.name for file in path.iterdir()))
        path = path / (match or part)
    return path


def take_pictures(records: Iterable[dict[str, Any]], file: str) -> None:
    """Replace the name of each record's picture, a file next to `file`, by its hash; InvalidInput if it is missing."""
    records_with_picture = [record for record in records if record.get("picture")]
    if not records_with_picture:
        return
    from companion.printing.faces import card_pictures, pictures
    from companion.printing.faces.boxes import PictureFile
    from companion.printing.pdf.own_pictures import NamedPictures

    named_pictures = NamedPictures(lambda name: _read(Path(file).parent, name, file))
    named_pictures.take(records_with_picture)
    for name, data in named_pictures.coming.items():
        size = pictures.measure_bytes(data)
        _PICTURES.files.setdefault(name, PictureFile(name, partial(bytes, data), size.wide, size.high))
    card_pictures.set_source("files", _PICTURES)


def _read(folder: Path, name: str, file: str) -> bytes:
    place = f"{file}: picture"
    if Path(name).is_absolute() or ".." in Path(name.replace("\\", "/")).parts:
        raise InvalidInput(InputError(place, quote(name), "the name of a file beside the pack, or in a folder there"))
    try:
        with find_file_beside(folder, name).open("rb") as stream:
            return stream.read(_LONGEST)
    except (OSError, ValueError) as error:  # ValueError: a character that no file name may have.
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InvalidInput(InputError(place, f"{quote(name)} ({reason})", "a picture beside the pack")) from None
