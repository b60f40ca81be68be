"""The pen: draws fitted boxes on a PDF's pages. Millimetres, y down, become points, y up, here."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO

from cachetools import LRUCache
from reportlab import rl_config
from reportlab.lib import rl_accel
from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfdoc import PDFDate, PDFDictionary, PDFInfo, PDFName, PDFString
from reportlab.pdfgen.canvas import Canvas

from companion.printing.faces import pictures
from companion.printing.faces.boxes import (
    CardPicture,
    Circle,
    Face,
    Ink,
    Line,
    Path,
    Picture,
    PlacedSymbol,
    Rect,
    Symbol,
)
from companion.printing.faces.inks import InkMode, Palette, palette
from companion.printing.faces.picture_edges import Opening, PictureTile, tiles
from companion.printing.pdf import operators
from companion.printing.pdf.image_names import ImageNames
from companion.printing.pdf.operators import PT_PER_MM
from companion.printing.pdf.streaming import DocumentWrittenAsDrawn, Labels
from companion.printing.pdf.typefaces import typeface
from companion.printing.sheets.jobs import Duplex, Trim
from companion.printing.sheets.printers import Correction, Printer
from companion.printing.text.fitting import Drawn, Turned, Words, fit

if TYPE_CHECKING:
    from companion.printing.pdf.glyph_fonts import GlyphFont

_FIRST = "Barlow-regular"
MOST_FORMS = 1000
"""The most repeated faces in the cache; a face that has dropped out of it is written again."""
_WITH_SCALING, _WITH_DUPLEX = (1, 6), (1, 7)
"""The first PDF versions with PrintScaling and Duplex, the newest features that are written."""
_DUPLEX: dict[Duplex, str] = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", "no": "Simplex"}
# Streams stay binary: as text they are a quarter longer and take twice the time.
rl_config.useA85 = 0


class _Info(PDFInfo):  # type: ignore[misc]
    """A document's properties; empty ones are left out, for which ReportLab would write a placeholder."""

    author = subject = standard = trapped = ""
    notes: Mapping[str, str] = {}

    def format(self, document: Any) -> Any:
        """Return the dictionary, in a fixed order."""
        moment = PDFDate(ts=document._timeStamp)
        texts = {"Title": self.title, "Author": self.author, "Subject": self.subject}
        texts |= {"Producer": self.producer, "Creator": self.creator}
        entries: dict[str, Any] = {name: PDFString(text) for name, text in texts.items() if text}
        if self.standard:
            entries |= {"GTS_PDFXVersion": PDFString(self.standard), "Trapped": PDFName(self.trapped)}
        entries |= {name: PDFString(text) for name, text in self.notes.items()}
        return PDFDictionary({**entries, "CreationDate": moment, "ModDate": moment}).format(document)


class _Canvas(Canvas):  # type: ignore[misc]
    """A canvas that writes its document to the file page by page."""

    def __init__(self, target: BinaryIO, version: tuple[int, int]) -> None:
        """Open a document of that PDF version on a file."""
        super().__init__(target, invariant=1, pageCompression=1, initialFontName=_FIRST, pdfVersion=version, lang="en")
        self._doc.__class__ = DocumentWrittenAsDrawn
        self._doc.info.__class__ = _Info
        self._doc.open(target)
        self._labels = Labels()

    def label(self, words: str) -> None:
        """Set the next page's label for viewers; label every page or none."""
        self._labels.words.append(words)
        self._doc.Catalog.PageLabels = self._labels


class _Paints(dict[Ink, str]):
    """The operands for each ink's colour, made when an ink is first used."""

    def __init__(self, colours: Palette, paint: Callable[[str], str]) -> None:
        super().__init__()
        self.colours, self.paint = colours, paint

    def __missing__(self, ink: Ink) -> str:
        self[ink] = self.paint(self.colours[ink])
        return self[ink]


class Pen:
    """A canvas that draws fitted boxes; the origin of each frame is its top left corner."""

    fills, strokes = "rg", "RG"
    """The operators for the colour of fills and of strokes."""
    version = _WITH_SCALING
    """The lowest PDF version to write."""

    def __init__(
        self,
        target: BinaryIO,
        title: str,
        accent: str,
        ink: InkMode,
        duplex: Duplex | None = None,
        dpi: float = 0,
    ) -> None:
        """Begin a document.

        `duplex` is the printer's setting for this file, None leaves it to the driver. `dpi` is for a preview: cards'
        pictures are scaled down to that resolution; 0 keeps them.
        """
        typeface(_FIRST)
        self.canvas = _Canvas(target, _WITH_DUPLEX if duplex else self.version)
        self.canvas.setTitle(title)
        self.canvas.setAuthor("")
        self.canvas.setSubject("")
        self.canvas.setCreator("Mech Companion")
        if self.version >= _WITH_SCALING:
            self.canvas.setViewerPreference("PrintScaling", "None")
        if duplex:
            self.canvas.setViewerPreference("Duplex", _DUPLEX[duplex])
        self.paints = _Paints(palette(accent, ink), self.paint)
        self.mode = ink
        self.symbols: dict[int, str] = {}
        self.glyph_fonts: dict[str, GlyphFont] = {}
        self.images = ImageNames(self.canvas._doc, ink, dpi)
        self.faces: LRUCache[int, tuple[str, Face]] = LRUCache(MOST_FORMS)
        self.forms = 0
        self.bookmarks = 0
        self.kept: list[object] = []
        self.uses: Counter[int] = Counter()
        self.stroke: tuple[Any, ...] = (None, None, None)
        self.fill: Ink | None = None
        self.height = 0.0

    def paint(self, colour: str) -> str:
        """Return a colour's parts, `#rrggbb`, as operands."""
        return " ".join(operators.number(part, 4) for part in HexColor(colour).rgb())

    def count_faces(self, trims: Iterable[Trim]) -> None:
        """Count the uses of each face on a sheet."""
        self.uses = Counter(id(trim.face) for trim in trims)

    def start(self, w: float, h: float, label: str = "", printer: Printer | None = None, back: bool = False) -> None:
        """Begin a page of that size, corrected for the printer's error if one is given."""
        upright, across = (min(w, h), max(w, h)), printer is not None and w > h
        wide, high = upright if printer else (w, h)
        self.height = high
        self.canvas.setPageSize((wide * PT_PER_MM, high * PT_PER_MM))
        if label:
            self.canvas.label(label)
        self._forget()
        self.canvas.saveState()
        self.canvas.translate(0, high * PT_PER_MM)
        if printer:
            self._correct(printer.correction(wide, high, back), wide, high)
        if across:
            # Landscape sheets are turned by 90 degrees here, before a viewer turns them the other way.
            self.canvas.translate(0, -w * PT_PER_MM)
            self.canvas.rotate(90)

    def _correct(self, undo: Correction, w: float, h: float) -> None:
        left, top = undo.at(0, 0, w, h)
        self.canvas.translate(left * PT_PER_MM, -top * PT_PER_MM)
        self.canvas.scale(undo.wide, undo.high)

    def end(self) -> None:
        """End the page and write it to the file."""
        self.canvas.restoreState()
        self.canvas.showPage()

    def save(self) -> None:
        """End the document."""
        self.canvas.save()

    def attach(self, name: str, text: str) -> None:
        """Attach a text file to the document, for viewers to list and save."""
        self.canvas._doc.attach(name, text.encode())

    def note(self, name: str, words: str) -> None:
        """Add a custom property to the document."""
        self.canvas._doc.info.notes = {**self.canvas._doc.info.notes, name: words}

    def bookmark(self, title: str, number: int, level: int = 0) -> None:
        """Make the current page a bookmark; a page may have several. Level 1 lies below the last one of level 0."""
        self.bookmarks += 1
        key = f"sheet-{number}-{self.bookmarks}"
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(title, key, level)

    def trim(self, trim: Trim) -> None:
        """Draw a piece's face at its trim box; a repeated face is drawn from a form."""
        name = self._form(trim)
        if trim.window is None:
            self._face(trim, name)
            return
        left, top, right, bottom = trim.window
        with _Frame(self, 0, 0):
            self.emit(operators.clip(left, top, right - left, bottom - top))
            self._face(trim, name)

    def _face(self, trim: Trim, name: str | None) -> None:
        x, y, angle = (trim.x + trim.w, trim.y + trim.h, 180) if trim.upside_down else (trim.x, trim.y, 0)
        with _Frame(self, x, y, angle=angle):
            if name:
                self.canvas.doForm(name)
                return
            if trim.format.shape == "hex":
                self.emit(operators.clip_to(trim.format.outset(trim.bleed)))
            else:
                self.emit(operators.clip(-trim.bleed, -trim.bleed, trim.w + 2 * trim.bleed, trim.h + 2 * trim.bleed))
            self.boxes(trim.boxes)

    def _form(self, trim: Trim) -> str | None:
        """Return the form of a repeated face, made on first use; None for a face that appears once."""
        form = self.faces[id(trim.face)][0] if id(trim.face) in self.faces else None
        is_repeated = self.uses[id(trim.face)] > 1 or (trim.face is trim.piece.face and trim.piece.copies > 1)
        if form or not is_repeated:
            return form
        self.forms += 1
        name = f"face{self.forms}"
        self.faces[id(trim.face)] = name, trim.face
        self._prepare(trim.boxes)
        out = trim.bleed
        self.canvas.beginForm(
            name, -out * PT_PER_MM, -(trim.h + out) * PT_PER_MM, (trim.w + out) * PT_PER_MM, out * PT_PER_MM
        )
        self._forget()
        if trim.format.shape == "hex":
            self.emit(operators.clip_to(trim.format.outset(out)))
        self.boxes(trim.boxes)
        self.canvas.endForm()
        self._forget()
        return name

    def _prepare(self, boxes: tuple[Drawn, ...]) -> None:
        """Make the forms of all symbols in boxes before the form that uses them is begun: forms cannot be nested."""
        for box in boxes:
            if isinstance(box, Turned):
                self._prepare(box.boxes)
            elif isinstance(box, PlacedSymbol):
                self._symbol(box.symbol)
            elif isinstance(box, Words):
                for placed in box.symbols:
                    self._symbol(placed.symbol)

    def _symbol(self, symbol: Symbol) -> str:
        form = self.symbols.get(id(symbol))
        if form:
            return form
        name = f"symbol{len(self.symbols)}"
        self.symbols[id(symbol)] = name
        self.kept.append(symbol)
        boxes = fit(symbol.boxes, symbol.label)
        self._prepare(boxes)
        self.canvas.beginForm(name, -0.2 * PT_PER_MM, -1.2 * PT_PER_MM, 1.2 * PT_PER_MM, 0.2 * PT_PER_MM)
        self._forget()
        self.boxes(boxes)
        self.canvas.endForm()
        self._forget()
        return name

    def _forget(self) -> None:
        self.stroke, self.fill = (None, None, None), None

    def boxes(self, boxes: tuple[Drawn, ...]) -> None:
        """Draw boxes in order."""
        for box in boxes:
            _DRAW[type(box)](self, box)

    def emit(self, operators: str) -> None:
        """Write operators on the current page or form."""
        self.canvas.addLiteral(operators)

    def line(self, box: Line) -> None:
        """Draw a stroke."""
        self._stroke(box.ink, box.width, box.dash)
        self.emit(operators.line(box))

    def rect(self, box: Rect) -> None:
        """Draw a rectangle."""
        self._set_inks(box.fill, box.stroke, box.width, box.dash)
        self.emit(operators.rect(box))

    def circle(self, box: Circle) -> None:
        """Draw a circle."""
        self._set_inks(box.fill, box.stroke, box.width)
        self.emit(operators.circle(box))

    def path(self, box: Path) -> None:
        """Draw a path."""
        self._set_inks(box.fill, box.stroke, box.width)
        self.emit(operators.path(box))

    def draw_symbol(self, box: PlacedSymbol) -> None:
        """Draw a symbol from its form."""
        name = self._symbol(box.symbol)
        with _Frame(self, box.x, box.y, box.size):
            self.canvas.doForm(name)

    def picture(self, box: Picture) -> None:
        """Draw a picture; a repeated picture is in the file once."""
        name = self.images.of_bytes(pictures.apply_ink_mode(box.data, self.mode), box.label)
        self._place(PictureTile(Opening(box.x, box.y, box.x + box.w, box.y + box.h), box.x, box.y, box.w, box.h), name)

    def card_picture(self, box: CardPicture) -> None:
        """Draw a picture file over its card and the bleed; each file is read once."""
        name = self.images.of_file(box)
        for tile in tiles(box):
            self._place(tile, name, box.file.turn)

    def _place(self, tile: PictureTile, name: str, turn: int = 1) -> None:
        self.emit(operators.tile(tile, turn))
        self.canvas.doForm(name)
        self.emit("Q")

    def words(self, box: Words) -> None:
        """Draw a text."""
        self._fill(box.box.ink)
        size = operators.number(box.size)
        for baseline, runs in box.lines:
            y = operators.number(-baseline * PT_PER_MM)
            for run in runs:
                if run.clusters:
                    font, at = self._glyph_font(run.font), (run.x * PT_PER_MM, -baseline * PT_PER_MM)
                    self.emit(font.show(run.clusters, *at, box.size * run.scale))
                    continue
                run_size = size if run.scale == 1 else operators.number(box.size * run.scale)
                text = self._encode_text(run.font, run.text, run_size)
                self.emit(f"BT {text} ET" % (operators.number(run.x * PT_PER_MM), y))
        for placed in box.symbols:
            self.draw_symbol(placed)

    def _encode_text(self, font: str, text: str, size: str) -> str:
        """Return the operators for letters, as codes in the font's subsets, with placeholders for the position."""
        document, face = self.canvas._doc, typeface(font)
        parts = ["1 0 0 1 %s %s Tm"]
        for subset, letters in face.splitString(text, document):
            codes = rl_accel.escapePDF(letters).replace("%", "%%")
            parts.append(f"{face.getSubsetInternalName(subset, document)} {size} Tf ({codes}) Tj")
        return " ".join(parts)

    def _glyph_font(self, font: str) -> "GlyphFont":
        known = self.glyph_fonts.get(font)
        if known is None:
            # Loaded for the first text that needs it.
            from companion.printing.pdf.glyph_fonts import GlyphFont

            known = self.glyph_fonts[font] = GlyphFont(font, self.canvas._doc)
        return known

    def draw_turned(self, box: Turned) -> None:
        """Draw boxes in a moved, turned or scaled frame."""
        with _Frame(self, box.x, box.y, box.scale, box.angle):
            if box.window:
                self.emit(operators.clip(0, 0, *box.window))
            self.boxes(box.boxes)

    def _fill(self, ink: Ink) -> None:
        if self.fill != ink:
            self.fill = ink
            self.emit(f"{self.paints[ink]} {self.fills}")

    def _stroke(self, ink: Ink, width: float, dash: tuple[float, ...] = ()) -> None:
        before = self.stroke
        if before == (ink, width, dash):
            return
        self.stroke = (ink, width, dash)
        if before[0] != ink:
            self.emit(f"{self.paints[ink]} {self.strokes}")
        if before[1] != width:
            self.emit(f"{operators.number(width * PT_PER_MM)} w")
        if before[2] != dash:
            self.emit(operators.dash(dash))

    def _set_inks(self, fill: Ink | None, stroke: Ink | None, width: float, dash: tuple[float, ...] = ()) -> None:
        if fill:
            self._fill(fill)
        if stroke:
            self._stroke(stroke, width, dash)


class _Frame:
    """A moved, turned and scaled frame; inks and widths set inside do not apply outside."""

    def __init__(self, page: Pen, x: float, y: float, scale: float = 1, angle: float = 0) -> None:
        self.page, self.start = page, operators.frame(x, y, scale, angle)

    def __enter__(self) -> None:
        self.page.emit(self.start)
        self.before = (self.page.stroke, self.page.fill)

    def __exit__(self, *error: object) -> None:
        self.page.emit("Q")
        self.page.stroke, self.page.fill = self.before


_DRAW: dict[type, Any] = {
    Line: Pen.line,
    Rect: Pen.rect,
    Circle: Pen.circle,
    Path: Pen.path,
    PlacedSymbol: Pen.draw_symbol,
    Picture: Pen.picture,
    CardPicture: Pen.card_picture,
    Words: Pen.words,
    Turned: Pen.draw_turned,
}
