"""A PDF document that is written while it is drawn: each page and form goes to the file as soon as it is finished.

ReportLab's own document keeps every page in memory until it is saved, which is too much for ten thousand cards.
"""

import zlib
from hashlib import blake2b
from typing import Any, BinaryIO

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFCrossReferenceTable,
    PDFDictionary,
    PDFDocument,
    PDFFile,
    PDFIndirectObject,
    PDFName,
    PDFObject,
    PDFObjectReference,
    PDFPage,
    PDFString,
    PDFTrailer,
    xObjectName,
)

from companion.printing.pdf.images import ImageObject

_ATTACHED = "Attached"
"""The name of the attached file's object."""


class _Out(PDFFile):  # type: ignore[misc]
    """Counts offsets like ReportLab's own file, and writes everything to the target at once."""

    def __init__(self, target: BinaryIO, version: tuple[int, int]) -> None:
        super().__init__(version)
        self.write = target.write
        for text in self.strings:
            target.write(text)
        self.strings.clear()


class Labels(PDFObject):  # type: ignore[misc]
    """The page labels for viewers: a list of words, converted to PDF when it is written."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def format(self, document: PDFDocument) -> bytes:
        """Return a number tree with an entry a page."""
        parts = [b"<</Nums ["]
        for number, words in enumerate(self.words):
            parts.append(b"%d <</P %b>>" % (number, PDFString(words).format(document)))
        return b"\n".join([*parts, b"]>>"])


class DocumentWrittenAsDrawn(PDFDocument):  # type: ignore[misc]
    """A document that writes pages and forms when they are added, and fonts and the rest when it is saved."""

    def open(self, target: BinaryIO) -> None:
        """Begin the file."""
        self.out = _Out(target, self._pdfVersion)

    def addPage(self, page: PDFPage) -> None:  # noqa: N802
        """Write a page and its contents."""
        name = self.thisPageName()
        self.Pages.addPage(self.Reference(page, name))
        self.pageCounter += 1
        self.inObject = None
        self._write(name)
        self._write(page.Contents.__InternalName__)

    def addForm(self, name: str, form: Any) -> None:  # noqa: N802
        """Write a form."""
        super().addForm(name, form)
        self._write(form.__InternalName__)

    def add_image(self, name: str, image: ImageObject) -> None:
        """Write an image, to be drawn as a form of that name; its bytes are not kept in memory."""
        colours = image.colours
        if image.profile:
            colours = f"[/ICCBased {self._profile(image)} 0 R]"
        self._stream(
            xObjectName(name), f"/Type /XObject /Subtype /Image /ColorSpace {colours} {image.entries}", image.data
        )

    def _profile(self, image: ImageObject) -> int:
        """Return the number of a colour profile's object; a shared profile is in the file once."""
        name = f"Profile.{blake2b(image.profile, digest_size=16).hexdigest()}"
        if name not in self.idToObjectNumberAndVersion:
            entries = f"/N {image.components} /Alternate {image.colours} /Filter /FlateDecode"
            self._stream(name, entries, zlib.compress(image.profile))
        number: int = self.idToObjectNumberAndVersion[name][0]
        return number

    def attach(self, name: str, data: bytes) -> None:
        """Write a file that is attached to the document; viewers list it by its name."""
        entries = f"/Type /EmbeddedFile /Params << /Size {len(data)} >> /Filter /FlateDecode"
        self._stream(_ATTACHED, entries, zlib.compress(data, 9))
        file = PDFDictionary({"F": PDFObjectReference(_ATTACHED)})
        entry = {"Type": PDFName("Filespec"), "F": PDFString(name), "UF": PDFString(name), "EF": file}
        names = PDFArray([PDFString(name), PDFDictionary({**entry, "AFRelationship": PDFName("Source")})])
        self.Catalog.Names = PDFDictionary({"EmbeddedFiles": PDFDictionary({"Names": names})})

    def _stream(self, name: str, entries: str, data: bytes) -> None:
        self.Reference(PDFObject(), name)
        number = self.idToObjectNumberAndVersion[name][0]
        head = f"{number} 0 obj\n<< {entries} /Length {len(data)} >>\nstream\n"
        self.idToOffset[name] = self.out.add(head.encode("ascii"))
        self.out.add(data)
        self.out.add(b"\nendstream\nendobj\n")
        self.idToObject[name] = None

    def SaveToFile(self, filename: Any, canvas: Any) -> None:  # noqa: N802
        """Write the rest."""
        self.GetPDFData(canvas)

    def format(self) -> bytes:
        """Write the remaining objects, then the table of all offsets."""
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        number = 1
        # Writing an object may add others at the end.
        while number in self.numberToId:
            name = self.numberToId[number]
            if name not in self.idToOffset:
                self._write(name)
            number += 1
        table = PDFCrossReferenceTable()
        table.addsection(0, [self.numberToId[n] for n in range(1, number)])
        at = self.out.add(table.format(self))
        self.out.add(PDFTrailer(startxref=at, Size=number, Root=root, Info=info, ID=self.ID()).format(self))
        return b""

    def _write(self, name: str) -> None:
        self.idToOffset[name] = self.out.add(PDFIndirectObject(name, self.idToObject[name]).format(self))
        self.idToObject[name] = None
