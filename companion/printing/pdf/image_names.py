"""Names the images of a document that is being written: each picture is written once, when it is first drawn."""

from typing import Protocol

from companion.base.findings import InputError, InvalidInput
from companion.limits import budget
from companion.printing.faces import pictures
from companion.printing.faces.boxes import CardPicture, PictureFile
from companion.printing.faces.inks import InkMode
from companion.printing.pdf import images
from companion.printing.pdf.images import ImageObject


class ImageWriter(Protocol):
    """A document that images can be written to."""

    def add_image(self, name: str, image: ImageObject) -> None:
        """Write an image under that name, for drawing it."""


class ImageNames:
    """The names of the images in a document; their bytes are not kept."""

    def __init__(self, document: ImageWriter, mode: InkMode, dpi: float = 0) -> None:
        """Take the document, its ink mode, and the dots per inch of a preview, 0 for print."""
        self.document, self.mode, self.dpi = document, mode, dpi
        self._by_bytes: dict[tuple[int, int], str] = {}
        self._by_file: dict[PictureFile, str] = {}

    def of_file(self, box: CardPicture) -> str:
        """Return the name of a card's picture; its file is read only once. InvalidInput if it cannot be read."""
        if box.file not in self._by_file:
            self._by_file[box.file] = self._register_picture(box)
        return self._by_file[box.file]

    def of_bytes(self, data: bytes, name: str) -> str:
        """Return the name of a picture in PNG or JPEG, ready for its ink mode; the same bytes have the same name."""
        return self._register_bytes(data, name, images.keep_as_image(data))

    def _register_picture(self, box: CardPicture) -> str:
        budget.check()
        data, name = box.file.read(), box.file.name
        if self.mode == "full" and not self.dpi and (image := images.keep_as_image(data)):
            return self._register_bytes(data, name, image)
        w, h = (box.w, box.h) if box.file.turn < 5 else (box.h, box.w)
        return self.of_bytes(pictures.picture_for_print(data, name, self.mode, w, h, self.dpi), name)

    def _register_bytes(self, data: bytes, name: str, image: ImageObject | None) -> str:
        # hash() is seeded for each process, so it is as safe as a digest here, and four times as fast.
        key = len(data), hash(data)
        if key not in self._by_bytes:
            image = image or images.keep_as_image(pictures.picture_for_print(data, name, "full", 0, 0))
            if image is None:
                raise InvalidInput(InputError(name, "a damaged picture", f"a picture in {pictures.KINDS}"))
            self._by_bytes[key] = f"picture{len(self._by_bytes) + 1}"
            self.document.add_image(self._by_bytes[key], image)
        return self._by_bytes[key]
