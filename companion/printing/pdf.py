"""Draws jobs as PDF: the only module that imports ReportLab. Millimetres, y down, become points, y up, here."""

import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from reportlab import rl_config
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas, _digester

from companion.printing import fonts, operators, pictures
from companion.printing.boxes import Circle, Face, Format, Ink, Line, Path, Picture, Piece, Placed, Rect, Symbol
from companion.printing.fitting import Drawn, Turned, Words, fit
from companion.printing.flowing import Flowing, Labels
from companion.printing.layout import Cut, Job
from companion.printing.layout import Ink as InkMode
from companion.printing.operators import K
from companion.printing.printers import Correction, Printer

# Streams stay binary: written as text they are a quarter longer and take twice the time.
rl_config.useA85 = 0

_FULL = {
    "ink": "#14181f",
    "soft": "#4a5464",
    "faint": "#9aa5b4",
    "wash": "#eef2f8",
    "paper": "#ffffff",
    "blue": "#1f3f77",
}
_GREY = {
    "ink": "#000000",
    "soft": "#444444",
    "faint": "#999999",
    "wash": "#f0f0f0",
    "paper": "#ffffff",
    "blue": "#333333",
}
_SAVER = {
    "ink": "#000000",
    "soft": "#333333",
    "faint": "#888888",
    "wash": "#ffffff",
    "paper": "#ffffff",
    "blue": "#000000",
}


def palette(accent: str, mode: InkMode) -> dict[Ink, Color]:
    """Return the colour of each ink; ink saver keeps the ground white, grey keeps no hue."""
    r, g, b = (int(accent[i : i + 2], 16) for i in (1, 3, 5))
    light = round(0.299 * r + 0.587 * g + 0.114 * b)
    if mode == "full":
        tint = f"#{_pale(r):02x}{_pale(g):02x}{_pale(b):02x}"
        named = {**_FULL, "accent": accent, "tint": tint}
    elif mode == "grey":
        named = {**_GREY, "accent": f"#{light:02x}{light:02x}{light:02x}", "tint": "#e8e8e8"}
    else:
        named = {**_SAVER, "accent": "#000000", "tint": "#ffffff"}
    return {ink: HexColor(value) for ink, value in named.items()}  # type: ignore[misc]


def _pale(value: int) -> int:
    return round(255 - (255 - value) * 0.14)


def _register() -> None:
    for name, path in fonts.files().items():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(path)))


def draw(job: Job, target: BinaryIO) -> None:
    """Write a job as PDF; the same job gives the same bytes."""
    for _ in drawing(job, target):
        pass


def drawing(job: Job, target: BinaryIO) -> Iterator[int]:
    """Write a job as PDF, sheet by sheet: each number returned is how many are written; memory stays flat."""
    page = _Page(target, job.title, job.accent, job.ink, job.author)
    marked: set[str] = set()
    for number, sheet in enumerate(job.sheets, 1):
        page.start(sheet.w, sheet.h, sheet.label, job.printer, sheet.side == "back")
        for title in sheet.parts or (sheet.title,):
            if title not in marked:
                marked.add(title)
                page.bookmark(title, number)
        page.count_faces(sheet.cuts)
        for cut in sheet.cuts:
            page.cut(cut)
        page.boxes(sheet.boxes)
        page.end()
        yield number
    page.save()


def drawn(job: Job) -> bytes:
    """Return a job as PDF bytes."""
    target = io.BytesIO()
    draw(job, target)
    return target.getvalue()


def face_pdf(piece: Piece, face: Face, size: Format, accent: str, ink: InkMode = "full") -> bytes:
    """Return one face as a PDF page of its trim size."""
    target = io.BytesIO()
    page = _Page(target, piece.name, accent, ink)
    page.start(size.w, size.h)
    page.boxes(fit(face.boxes, piece.name, (size.w, size.h)))
    page.end()
    page.save()
    return target.getvalue()


@dataclass(frozen=True, slots=True)
class Single:
    """A face on a page of its own: its trim in mm, what is drawn there, how far the page goes past the trim."""

    w: float
    h: float
    boxes: tuple[Drawn, ...]
    bleed: float = 0
    bookmark: str = ""


def draw_singles(
    singles: Iterable[Single], title: str, accent: str, target: BinaryIO, ink: InkMode = "full", author: str = ""
) -> None:
    """Write one face a page, with its trim and bleed boxes, drawn as they come; the same faces give the same bytes."""
    page = _Page(target, title, accent, ink)
    if author:
        page.canvas.setAuthor(author)
    for number, single in enumerate(singles, 1):
        w, h, edge = single.w + 2 * single.bleed, single.h + 2 * single.bleed, single.bleed
        page.start(w, h)
        page.canvas.setTrimBox((edge * K, edge * K, (edge + single.w) * K, (edge + single.h) * K))
        page.canvas.setBleedBox((0, 0, w * K, h * K))
        if single.bookmark:
            page.bookmark(single.bookmark, number)
        page.turned(Turned(single.boxes, edge, edge, 0, 1))
        page.end()
    page.save()


class _Canvas(Canvas):  # type: ignore[misc]
    """A canvas whose document goes to its file page by page."""

    def __init__(self, target: BinaryIO) -> None:
        """Open the document on a file."""
        super().__init__(target, invariant=1, pageCompression=1, initialFontName="Barlow-regular", lang="en")
        self._doc.__class__ = Flowing
        self._doc.open(target)
        self._labels = Labels()

    def label(self, words: str) -> None:
        """Name the next page for viewers; every page is named or none."""
        self._labels.words.append(words)
        self._doc.Catalog.PageLabels = self._labels


class _Page:
    """A canvas that draws fitted boxes; the origin of each frame is its top left corner."""

    def __init__(self, target: BinaryIO, title: str, accent: str, ink: InkMode, author: str = "") -> None:
        _register()
        self.canvas = _Canvas(target)
        self.canvas.setTitle(title)
        self.canvas.setAuthor(author or "Mech Companion")
        self.canvas.setCreator("Mech Companion")
        self.canvas.setViewerPreference("PrintScaling", "None")
        inks = palette(accent, ink)
        self.paints = {name: " ".join(f"{part:.4g}" for part in colour.rgb()) for name, colour in inks.items()}
        self.mode = ink
        self.symbols: dict[int, str] = {}
        self.pictures: dict[bytes, str] = {}
        self.faces: dict[int, str] = {}
        self.kept: list[object] = []
        self.often: Counter[int] = Counter()
        self.stroke: tuple[Any, ...] = (None, None, None)
        self.fill: Ink | None = None
        self.height = 0.0

    def count_faces(self, cuts: Iterable[Cut]) -> None:
        """Learn which faces stand more than once on a sheet."""
        self.often = Counter(id(cut.face) for cut in cuts)

    def start(self, w: float, h: float, label: str = "", printer: Printer | None = None, back: bool = False) -> None:
        upright, across = (min(w, h), max(w, h)), printer is not None and w > h
        wide, high = upright if printer else (w, h)
        self.height = high
        self.canvas.setPageSize((wide * K, high * K))
        if label:
            self.canvas.label(label)
        self._forget()
        self.canvas.saveState()
        self.canvas.translate(0, high * K)
        if printer:
            self._correct(printer.correction(wide, high, back), wide, high)
        if across:
            # A sheet that lies across is turned a quarter here, so that no viewer turns it the other way.
            self.canvas.translate(0, -w * K)
            self.canvas.rotate(90)

    def _correct(self, undo: Correction, w: float, h: float) -> None:
        left, top = undo.at(0, 0, w, h)
        self.canvas.translate(left * K, -top * K)
        self.canvas.scale(undo.wide, undo.high)

    def end(self) -> None:
        self.canvas.restoreState()
        self.canvas.showPage()

    def save(self) -> None:
        self.canvas.save()

    def bookmark(self, title: str, number: int) -> None:
        self.canvas.bookmarkPage(f"sheet-{number}")
        self.canvas.addOutlineEntry(title, f"sheet-{number}")

    def cut(self, cut: Cut) -> None:
        """Draw a piece's face at its trim box, from a form where it stands more than once."""
        name = self._form(cut)
        x, y, angle = (cut.x + cut.w, cut.y + cut.h, 180) if cut.upside_down else (cut.x, cut.y, 0)
        with _Frame(self, x, y, angle=angle):
            if name:
                self.canvas.doForm(name)
                return
            # Nothing shows past the bleed.
            self.emit(operators.clip(-cut.bleed, -cut.bleed, cut.w + 2 * cut.bleed, cut.h + 2 * cut.bleed))
            self.boxes(cut.boxes)

    def _form(self, cut: Cut) -> str | None:
        """Return the form of a face that stands often, made when it is first met; None for one that stands once."""
        known = self.faces.get(id(cut.face))
        often = self.often[id(cut.face)] > 1 or (cut.face is cut.piece.face and cut.piece.copies > 1)
        if known or not often:
            return known
        name = f"face{len(self.faces)}"
        self.faces[id(cut.face)] = name
        self.kept.append(cut.face)
        self._prepare(cut.boxes)
        out = cut.bleed
        self.canvas.beginForm(name, -out * K, -(cut.h + out) * K, (cut.w + out) * K, out * K)
        self._forget()
        self.boxes(cut.boxes)
        self.canvas.endForm()
        self._forget()
        return name

    def _prepare(self, boxes: tuple[Drawn, ...]) -> None:
        """Make the forms of all symbols before a form that uses them is open: forms do not nest while being written."""
        for box in boxes:
            if isinstance(box, Turned):
                self._prepare(box.boxes)
            elif isinstance(box, Placed):
                self._symbol(box.symbol)
            elif isinstance(box, Words):
                for placed in box.symbols:
                    self._symbol(placed.symbol)

    def _symbol(self, symbol: Symbol) -> str:
        known = self.symbols.get(id(symbol))
        if known:
            return known
        name = f"symbol{len(self.symbols)}"
        self.symbols[id(symbol)] = name
        self.kept.append(symbol)
        boxes = fit(symbol.boxes, symbol.label)
        self._prepare(boxes)
        self.canvas.beginForm(name, -0.2 * K, -1.2 * K, 1.2 * K, 0.2 * K)
        self._forget()
        self.boxes(boxes)
        self.canvas.endForm()
        self._forget()
        return name

    def _forget(self) -> None:
        self.stroke, self.fill = (None, None, None), None

    def boxes(self, boxes: tuple[Drawn, ...]) -> None:
        for box in boxes:
            _DRAW[type(box)](self, box)

    def emit(self, operators: str) -> None:
        self.canvas._code.append(operators)

    def line(self, box: Line) -> None:
        self._stroke(box.ink, box.width, box.dash)
        self.emit(operators.line(box))

    def rect(self, box: Rect) -> None:
        self._inked(box.fill, box.stroke, box.width, box.dash)
        self.emit(operators.rect(box))

    def circle(self, box: Circle) -> None:
        self._inked(box.fill, box.stroke, box.width)
        self.emit(operators.circle(box))

    def path(self, box: Path) -> None:
        self._inked(box.fill, box.stroke, box.width)
        self.emit(operators.path(box))

    def placed(self, box: Placed) -> None:
        name = self._symbol(box.symbol)
        with _Frame(self, box.x, box.y, box.size):
            self.canvas.doForm(name)

    def picture(self, box: Picture) -> None:
        name = self.pictures.get(box.data)
        x, y, w, h = box.x * K, -(box.y + box.h) * K, box.w * K, box.h * K
        if name is None:
            data = ImageReader(io.BytesIO(pictures.inked(box.data, self.mode)))
            name = _digester(data.getRGBData() + str(None).encode())
            known = name in self.pictures.values()
            self.pictures[box.data] = name
            if not known:
                self.canvas.drawImage(data, x, y, w, h)
                return
        # Drawn before and in the file already: ReportLab would write it again.
        self.canvas.saveState()
        self.canvas.translate(x, y)
        self.canvas.scale(w, h)
        self.canvas.doForm(name)
        self.canvas.restoreState()

    def words(self, box: Words) -> None:
        self._fill(box.box.ink)
        size = operators.number(box.size)
        for baseline, runs in box.lines:
            y = operators.number(-baseline * K)
            for run in runs:
                self.emit(f"BT {self._shown(run.font, run.text, size)} ET" % (operators.number(run.x * K), y))
        for placed in box.symbols:
            self.placed(placed)

    def _shown(self, font: str, text: str, size: str) -> str:
        """Return a text's letters by their numbers in the font's subsets; its place is left open."""
        document, face = self.canvas._doc, pdfmetrics.getFont(font)
        parts = ["1 0 0 1 %s %s Tm"]
        for subset, letters in face.splitString(text, document):
            shown = self.canvas._escape(letters).replace("%", "%%")
            parts.append(f"{face.getSubsetInternalName(subset, document)} {size} Tf ({shown}) Tj")
        return " ".join(parts)

    def turned(self, box: Turned) -> None:
        with _Frame(self, box.x, box.y, box.scale, box.angle):
            self.boxes(box.boxes)

    def _fill(self, ink: Ink) -> None:
        if self.fill != ink:
            self.fill = ink
            self.emit(f"{self.paints[ink]} rg")

    def _stroke(self, ink: Ink, width: float, dash: tuple[float, ...] = ()) -> None:
        before = self.stroke
        if before == (ink, width, dash):
            return
        self.stroke = (ink, width, dash)
        if before[0] != ink:
            self.emit(f"{self.paints[ink]} RG")
        if before[1] != width:
            self.emit(f"{operators.number(width * K)} w")
        if before[2] != dash:
            self.emit(operators.dash(dash))

    def _inked(self, fill: Ink | None, stroke: Ink | None, width: float, dash: tuple[float, ...] = ()) -> None:
        if fill:
            self._fill(fill)
        if stroke:
            self._stroke(stroke, width, dash)


class _Frame:
    """A frame moved, turned and scaled; what was set inside is forgotten outside."""

    def __init__(self, page: _Page, x: float, y: float, scale: float = 1, angle: float = 0) -> None:
        self.page, self.begun = page, operators.frame(x, y, scale, angle)

    def __enter__(self) -> None:
        self.page.emit(self.begun)
        self.before = (self.page.stroke, self.page.fill)

    def __exit__(self, *error: object) -> None:
        self.page.emit("Q")
        self.page.stroke, self.page.fill = self.before


_DRAW: dict[type, Any] = {
    Line: _Page.line,
    Rect: _Page.rect,
    Circle: _Page.circle,
    Path: _Page.path,
    Placed: _Page.placed,
    Picture: _Page.picture,
    Words: _Page.words,
    Turned: _Page.turned,
}
