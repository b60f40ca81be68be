"""A job's faces, each fitted once: faces in memory are all cached, of pieces made on demand only the most recent."""

from copy import copy
from threading import Lock

from cachetools import LRUCache

from companion.printing.faces.boxes import Box, Face, Format, Pages
from companion.printing.faces.inks import InkMode
from companion.printing.sheets import line_art, safe_zone, whole_pages
from companion.printing.sheets.bleeding import add_bleed
from companion.printing.sheets.options import SheetOptions
from companion.printing.text.fitting import Drawn, fit

CACHED_FACES = 128
"""The most faces of pieces made on demand in the cache: enough for shared backs, few enough for long jobs."""
_PAST = 1.0
"""How far line art extends past the bleed, out of sight, in mm."""
_CACHED_LINE_ART = 1024
"""The most faces and pages in the cache of line art."""

_Key = tuple[int, float, float]
_Fitted = tuple[Face, tuple[Drawn, ...]]
"""A face and its boxes; the reference to the face keeps its `id()` in use."""


def fit_face(face: Face, name: str, form: Format) -> tuple[Drawn, ...]:
    """Return a face's fitted boxes, with text inside the safe zone; DoesNotFit names the piece."""
    boxes = fit(face.boxes, name, (form.w, form.h))
    safe_zone.refuse_outside(boxes, name, form)
    return boxes


class FittedFaces:
    """A cache of fitted faces for one job; thread-safe. For the ink saver they are line art."""

    def __init__(self, ink: InkMode = "full") -> None:
        """Take the job's ink mode."""
        self.ink = ink
        self.checked = False
        """Whether the texts of all faces have been checked against their safe zones."""
        self._kept: dict[_Key, _Fitted] = {}
        self._recent: LRUCache[_Key, _Fitted] = LRUCache(CACHED_FACES)
        self._pages: dict[int, tuple[tuple[Box, ...], tuple[Drawn, ...]]] = {}
        self._line_art: LRUCache[int, tuple[tuple[Drawn, ...], tuple[Drawn, ...]]] = LRUCache(_CACHED_LINE_ART)
        self._lock = Lock()

    @property
    def in_full_colour(self) -> "FittedFaces":
        """The same faces in full colour; both share the cache of fitted faces."""
        other = copy(self)
        other.ink = "full"
        return other

    def boxes(self, face: Face, name: str, form: Format, bleed: float = 0, keep: bool = False) -> tuple[Drawn, ...]:
        """Return a face's fitted boxes for the job's ink mode, with `bleed` mm; DoesNotFit names the piece.

        `keep` is for faces that are in memory anyway: their boxes stay in the cache.
        """
        # Line art extends past the trim even without bleed, so that no outline is drawn along the cut.
        past = _PAST if self.ink == "saver" else 0.0
        return self.boxes_for_ink_mode(self._fit_once(face, name, form, bleed, past, keep), form)

    def plain(self, face: Face, name: str, form: Format, keep: bool = False) -> tuple[Drawn, ...]:
        """Return a face's fitted boxes in full colour and without bleed: enough to check its texts."""
        return self._fit_once(face, name, form, 0, 0, keep)

    def boxes_for_ink_mode(self, boxes: tuple[Drawn, ...], form: Format | None = None) -> tuple[Drawn, ...]:
        """Return the fitted boxes of a face or a page for the job's ink mode."""
        if self.ink != "saver":
            return boxes
        with self._lock:
            cached = self._line_art.get(id(boxes))
        if cached is not None:
            return cached[1]
        art = line_art.draw_line_art(boxes, form)
        with self._lock:
            self._line_art[id(boxes)] = boxes, art
        return art

    def _fit_once(
        self, face: Face, name: str, form: Format, bleed: float, past: float, keep: bool
    ) -> tuple[Drawn, ...]:
        key = id(face), bleed, past
        with self._lock:
            cached = self._kept.get(key) or self._recent.get(key)
        if cached is not None:
            return cached[1]
        if bleed or past:
            boxes = add_bleed(self.plain(face, name, form, keep), form, bleed, past)
        else:
            boxes = fit(face.boxes, name) if self.checked else fit_face(face, name, form)
        with self._lock:
            (self._kept if keep else self._recent)[key] = face, boxes
        return boxes

    def page(self, boxes: tuple[Box, ...], part: Pages, options: SheetOptions) -> tuple[Drawn, ...]:
        """Return a whole page's boxes fitted for the job's paper; CannotPrint names the page."""
        with self._lock:
            cached = self._pages.get(id(boxes))
        if cached is not None:
            return cached[1]
        fitted = whole_pages.fit_page(boxes, part, options)
        with self._lock:
            self._pages[id(boxes)] = boxes, fitted
        return fitted
