"""The pen for a printing press: colours in CMYK, and what PDF/X-1a:2003 asks of a document.

Black, grey and text are black ink alone; other colours, the palest grounds too, keep their hue and have no more than
200 % of ink. The printing condition is named, not embedded: it is a registered one.
"""

from typing import BinaryIO

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfdoc import PDFArray, PDFCatalog, PDFDictionary, PDFName, PDFString

from companion.printing.faces.inks import InkMode
from companion.printing.pdf import operators
from companion.printing.pdf.pen import Pen

CONDITION, REGISTRY = "CGATS TR 001", "http://www.color.org"
"""The printing condition that print shops name SWOP, and the registry that knows it."""
_NEUTRAL = 0.12
"""Colours whose three parts lie closer than this are printed as black or grey, but for pale grounds."""
_COLOURED = 0.3
"""In a pale ground at least this share of its little ink is coloured; in a grey less is."""
_BLACK = 0.13
"""Anything darker is solid black."""
_PALE = 0.3
"""A colour of which no light lacks more is a pale ground."""
STANDARD = "PDF/X-1a:2003"


def cmyk(colour: str) -> tuple[float, float, float, float]:
    """Return a colour `#rrggbb` as shares of cyan, magenta, yellow and black ink; together they are at most 2."""
    red, green, blue = HexColor(colour).rgb()
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    hue, ink = max(red, green, blue) - min(red, green, blue), 1 - min(red, green, blue)
    if hue < _NEUTRAL and hue <= _COLOURED * ink:
        return 0, 0, 0, 1 if light < _BLACK else 1 - light
    black = 1 - max(red, green, blue)
    colours = 1 - red - black, 1 - green - black, 1 - blue - black
    # The little grey in a pale ground is left out: inks are duller than light, and it would take the hue.
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
