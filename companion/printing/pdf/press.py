"""The pen for a printing press: colours in CMYK, and the document properties of PDF/X-1a:2003.

Black, grey and text are printed in black ink only. Other colours, also the palest grounds, keep their hue and have at
most 200 % of ink. The printing condition is named, not embedded, as it is a registered one.
"""

from typing import BinaryIO

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfdoc import PDFArray, PDFCatalog, PDFDictionary, PDFName, PDFString

from companion.printing.faces.inks import InkMode
from companion.printing.pdf import operators
from companion.printing.pdf.pen import Pen

CONDITION, REGISTRY = "CGATS TR 001", "http://www.color.org"
"""The printing condition that print shops call SWOP, and its registry."""
_NEUTRAL = 0.12
"""A colour whose components differ by less is black or grey, except a pale ground."""
_COLOURED = 0.3
"""The least share of coloured ink in a pale ground; a grey has less."""
_BLACK = 0.13
"""Darker colours are solid black."""
_PALE = 0.3
"""The most ink of a pale ground: the most that one of its components is below white."""
STANDARD = "PDF/X-1a:2003"


def cmyk(colour: str) -> tuple[float, float, float, float]:
    """Return a colour `#rrggbb` as shares of cyan, magenta, yellow and black ink, at most 2 in total."""
    red, green, blue = HexColor(colour).rgb()
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    hue, ink = max(red, green, blue) - min(red, green, blue), 1 - min(red, green, blue)
    if hue < _NEUTRAL and hue <= _COLOURED * ink:
        return 0, 0, 0, 1 if light < _BLACK else 1 - light
    black = 1 - max(red, green, blue)
    colours = 1 - red - black, 1 - green - black, 1 - blue - black
    # A pale ground gets no black ink, which would dull its hue.
    return *colours, 0 if ink < _PALE else black


class _Catalog(PDFCatalog):  # type: ignore[misc]
    """A document's root that also names its printing condition."""

    __NoDefault__ = [*PDFCatalog.__NoDefault__, "OutputIntents"]


class PressPen(Pen):
    """Draws like a pen, with the inks of a press."""

    fills, strokes = "k", "K"
    version = (1, 4)

    def __init__(self, target: BinaryIO, title: str, accent: str, ink: InkMode) -> None:
        """Begin a document for the press."""
        super().__init__(target, title, accent, ink)
        document = self.canvas._doc
        document.info.trapped, document.info.standard = "False", STANDARD
        condition = {
            "Type": PDFName("OutputIntent"),
            "S": PDFName("GTS_PDFX"),
            "OutputConditionIdentifier": PDFString(CONDITION),
            "RegistryName": PDFString(REGISTRY),
            "Info": PDFString("US Web Coated (SWOP)"),
        }
        document.Catalog.__class__ = _Catalog
        document.Catalog.OutputIntents = PDFArray([PDFDictionary(condition)])

    def paint(self, colour: str) -> str:
        """Return a colour's parts as operands."""
        return " ".join(operators.number(part, 4) for part in cmyk(colour))
