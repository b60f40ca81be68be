"""Faces fitted once a job: all faces of decks in memory are cached, of pieces made on demand only the last ones."""

from copy import copy
from threading import Lock

from cachetools import LRUCache

from companion.printing.faces.boxes import Box, Face, Format, Pages
from companion.printing.faces.inks import InkMode
from companion.printing.sheets import line_art, safe_zone, whole_pages
from companion.printing.sheets.bleeding import add_bleed
from companion.printing.sheets.options import SheetOptions
from companion.printing.text.fitting import Drawn, fit

KEPT = 128
"""How many faces of pieces made on demand are cached: enough for shared backs, few enough for long jobs."""
_PAST = 1.0
"""How far line art goes on past the bleed, in mm, where it is not seen."""
_LINED = 1024
"""How many faces and pages are cached as line art."""

_Key = tuple[int, float, float]
_Fitted = tuple[Face, tuple[Drawn, ...]]
"""The face is kept with its boxes, so that no other object gets its `id()`."""


def fit_face(face: Face, name: str, form: Format) -> tuple[Drawn, ...]:
    """Return a face's fitted boxes, with text inside the safe zone; DoesNotFit names the piece."""
    boxes = fit(face.boxes, name, (form.w, form.h))
    safe_zone.keep(boxes, name, form)
    return boxes


class FittedFaces:
    """A cache of fitted faces for one job; thread-safe. For the ink saver they are line art."""

    def __init__(self, ink: InkMode = "full") -> None:
        """Take the job's ink mode."""
        self.ink = ink
        self.checked = False
        """Whether every face is known to keep its text inside its safe zone: faces made again are not checked again."""
        self._kept: dict[_Key, _Fitted] = {}
        self._last: LRUCache[_Key, _Fitted] = LRUCache(KEPT)
        self._pages: dict[int, tuple[tuple[Box, ...], tuple[Drawn, ...]]] = {}
        self._lined: LRUCache[int, tuple[tuple[Drawn, ...], tuple[Drawn, ...]]] = LRUCache(_LINED)
        self._lock = Lock()

    @property
    def in_full_colour(self) -> "FittedFaces":
        """The same faces, with all of their ink; what is fitted is fitted for both."""
        other = copy(self)
        other.ink = "full"
        return other

    def boxes(self, face: Face, name: str, form: Format, bleed: float = 0, keep: bool = False) -> tuple[Drawn, ...]:
        """Return a face's fitted boxes, its backgrounds extended by `bleed` mm; DoesNotFit names the piece.

        `keep` is for faces that are in memory anyway: they are never fitted again.
        """
        # Line art goes on past the trim even without bleed, so that no outline is drawn along the cut.
        past = _PAST if self.ink == "saver" else 0.0
        return self.boxes_for_ink_mode(self._fit_once(face, name, form, bleed, past, keep), form)

    def plain(self, face: Face, name: str, form: Format, keep: bool = False) -> tuple[Drawn, ...]:
        """Return a face's fitted boxes as they are in full colour and without bleed: enough to check its texts."""
        return self._fit_once(face, name, form, 0, 0, keep)

    def boxes_for_ink_mode(self, boxes: tuple[Drawn, ...], form: Format | None = None) -> tuple[Drawn, ...]:
        """Return a face's or a page's fitted boxes as the job's ink mode draws them."""
        if self.ink != "saver":
            return boxes
        with self._lock:
            known = self._lined.get(id(boxes))
        if known is not None:
            return known[1]
        made = line_art.draw_line_art(boxes, form)
        with self._lock:
            self._lined[id(boxes)] = boxes, made
        return made

    def _fit_once(
        self, face: Face, name: str, form: Format, bleed: float, past: float, keep: bool
    ) -> tuple[Drawn, ...]:
        key = id(face), bleed, past
        with self._lock:
            known = self._kept.get(key) or self._last.get(key)
        if known is not None:
            return known[1]
        if bleed or past:
            boxes = add_bleed(self.plain(face, name, form, keep), form, bleed, past)
        else:
            boxes = fit(face.boxes, name) if self.checked else fit_face(face, name, form)
        with self._lock:
            (self._kept if keep else self._last)[key] = face, boxes
        return boxes

    def page(self, boxes: tuple[Box, ...], part: Pages, options: SheetOptions) -> tuple[Drawn, ...]:
        """Return a whole page's boxes fitted for one job's paper; CannotPrint names the page."""
        with self._lock:
            known = self._pages.get(id(boxes))
        if known is not None:
            return known[1]
        drawn = whole_pages.fit_page(boxes, part, options)
        with self._lock:
            self._pages[id(boxes)] = boxes, drawn
        return drawn
