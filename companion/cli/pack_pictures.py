"""The pictures that the cards of a pack's file name: files beside it, as faces ask for them."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.base.findings import InputError, InvalidInput, quote
from companion.cli.files_beside import find_beside

if TYPE_CHECKING:
    from companion.printing.faces.boxes import PictureFile

_LONGEST = 20_000_000
"""Bytes of a file that are read before it is refused as too large for a picture."""


class FilePictures:
    """The pictures that were read in this process, by their hash."""

    def __init__(self) -> None:
        """Begin with none."""
        self.files: dict[str, PictureFile] = {}

    def find_picture(self, name: str) -> "PictureFile | None":
        """Return a picture by its hash."""
        return self.files.get(name)

    def find_names(self, names: set[str]) -> set[str]:
        """Return which pictures were read."""
        return names & self.files.keys()


_FOUND = FilePictures()


def take_pictures(records: Iterable[dict[str, Any]], file: str) -> None:
    """Put a picture's hash in place of the name of each file beside the pack; InvalidInput where one is not there."""
    named = [record for record in records if record.get("picture")]
    if not named:
        return
    from companion.printing.faces import card_pictures, pictures
    from companion.printing.faces.boxes import PictureFile
    from companion.printing.pdf.own_pictures import NamedPictures

    found = NamedPictures(lambda name: _read(Path(file).parent, name, file))
    found.take(named)
    for name, data in found.coming.items():
        size = pictures.measure_bytes(data)
        _FOUND.files.setdefault(name, PictureFile(name, partial(bytes, data), size.wide, size.high))
    card_pictures.set_source("files", _FOUND)


def _read(folder: Path, name: str, file: str) -> bytes:
    place = f"{file}: picture"
    if Path(name).is_absolute() or ".." in Path(name.replace("\\", "/")).parts:
        raise InvalidInput(InputError(place, quote(name), "the name of a file beside the pack, or in a folder there"))
    try:
        with find_beside(folder, name).open("rb") as stream:
            return stream.read(_LONGEST)
    except (OSError, ValueError) as error:  # A character that no file's name has.
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise InvalidInput(InputError(place, f"{quote(name)} ({why})", "a picture beside the pack")) from None
