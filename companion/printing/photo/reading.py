"""From a photograph to readings: the front's squares give the sheet, the discs of the back its offset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import join_words, plural
from companion.limits import budget
from companion.printing.faces.boxes import Point
from companion.printing.photo import Flip, PhotoReading, edges, lines, overlay, seeking
from companion.printing.photo.opening import Grey, grey
from companion.printing.photo.plane import Plane, Points, fit_plane
from companion.printing.photo.seeking import Sighting
from companion.printing.sheets import papers, photo_marks
from companion.printing.sheets.papers import Paper

_SQUARES, _DISCS = 4, 4
"""The fewest squares and discs that tell enough."""
_SURE = 0.6
"""How like its picture a square must be."""
_FAINT = 0.45
"""How like its picture a disc must be, which shows faintly through the paper."""
_REACH = 6.5
"""How far from its place a disc is looked for, in mm."""
_ASTRAY = 0.4
"""Discs that are so many mm from where the others put them are something else."""
_FLAT, _CURLED = 0.05, 0.12
"""How far squares may lie from a flat sheet, in mm, without a word, and at all: the back is then wrong by more."""
_STRAIGHT = 0.12
"""How far the middle of a line may be off its ends, in mm, without a word."""
_CLEARLY = 0.6
"""A paper is another than the given one if it misses the squares by so much less."""
_ASKEW = 0.12
"""Degrees by which a back may be turned without a word: a fifth of a millimetre from edge to edge."""
_UNSURE = 0.08
"""A larger error than this is told, in mm."""
AGAIN = "the test page flat against a window, its front towards you, the whole of it in view and sharp"
"""What a photograph should show, for messages."""


@dataclass(frozen=True)
class SeenBack:
    """The back as it shows: for each disc where it belongs and what was seen, None where it was not made out."""

    flip: Flip
    discs: tuple[tuple[Point, Sighting | None], ...]
    right: float
    down: float
    turned: float
    error: float


def analyse_photo(data: bytes, name: str, given: Paper | None) -> PhotoReading:
    """Measure a photograph of the test page; InvalidInput says what was not found and how to photograph it again."""
    cv2.setNumThreads(1)  # what one answer takes is counted in its own thread
    photo = grey(data, name)
    budget.check()
    found = seeking.squares(photo)
    if len(found) < _SQUARES - 1:
        raise InvalidInput(_few_squares_error(photo, name, found))
    paper, plane = _sheet(photo, name, found, given)
    for _ in range(2):
        budget.check()
        plane, missed, seen = _fit_squares(photo, name, paper, plane, found)
    if missed > _CURLED:
        said = f"squares that are {missed:.2f} mm away from a flat sheet of {paper.title}"
        raise InvalidInput(InputError(name, said, AGAIN))
    budget.check()
    back = _back(photo, name, paper, plane)
    budget.check()
    bow = lines.measure_bow(photo, plane, paper)
    outline = edges.measure_outline(photo, plane, paper)
    error = max(back.error, missed)
    notes = (*_flatness_notes(bow, missed), *_back_notes(back), *outline.notes)
    lengths = (outline.left, outline.top, outline.across, outline.along)
    picture = overlay.draw_overlay(photo, plane, paper, seen, back.discs, outline)
    return PhotoReading(paper, back.flip, back.right, back.down, back.turned, error, *lengths, notes, picture)


def _few_squares_error(photo: Grey, name: str, found: Mapping[str, Points]) -> InputError:
    if len(seeking.squares(cv2.flip(photo, 1))) > len(found):
        return InputError(name, "the back of the test page", "its front: turn the sheet round, the text towards you")
    if not found:
        said = f"{AGAIN}. A page printed before release 0.6.0 has no squares: print a new one"
        return InputError(name, "none of the six squares of the test page", said)
    missing = join_words([square for square in photo_marks.CODES if square not in found])
    return InputError(name, f"{len(found)} of the six squares (not {missing})", AGAIN)


def _sheet(photo: Grey, name: str, found: Mapping[str, Points], given: Paper | None) -> tuple[Paper, Plane]:
    """Return the paper whose squares lie as these do, and roughly how it lies; a given paper is not taken on trust."""
    size = (photo.shape[1], photo.shape[0])
    pixels = np.concatenate(list(found.values()))

    def fit_paper(paper: Paper) -> tuple[Plane, float]:
        places = photo_marks.front(paper.w, paper.h)
        return fit_plane(np.concatenate([seeking.corners(places[one]) for one in found]), pixels, size)

    planes = {paper: fit_paper(paper) for paper in (*papers.PAPERS, *((given,) if given else ()))}
    best = min(planes, key=lambda paper: planes[paper][1])
    if given and planes[best][1] > planes[given][1] * _CLEARLY:
        best = given
    if given and best != given:
        raise InvalidInput(InputError(name, f"squares that lie as on {best.title}", f"those of {given.title}"))
    return best, planes[best][0]


def _fit_squares(
    photo: Grey, name: str, paper: Paper, plane: Plane, known: Mapping[str, Points]
) -> tuple[Plane, float, dict[str, Point]]:
    """Return the plane through the middles of the squares, how far it misses them, and where they are on the print."""
    places = photo_marks.front(paper.w, paper.h)
    seen: dict[str, Point] = {}
    for one, at in places.items():
        sighting = seeking.find_mark(photo, plane, at, seeking.square(one), 1.5 if one in known else 4)
        if sighting.likeness >= _SURE:
            seen[one] = (at[0] + sighting.right, at[1] + sighting.down)
    if len(seen) < _SQUARES:
        missing = join_words([one for one in places if one not in seen])
        raise InvalidInput(InputError(name, f"{len(seen)} of the six squares (not {missing})", AGAIN))
    pixels = plane.pixels(np.array(list(seen.values())))
    better, missed = fit_plane([places[one] for one in seen], pixels, plane.size, bent=True)
    return better, missed, seen


def _back(photo: Grey, name: str, paper: Paper, plane: Plane) -> SeenBack:
    places = photo_marks.back(paper.w, paper.h)
    flip, sure = _discs(photo, plane, places)
    fit = _agreeing_discs(places, sure, (paper.w / 2, paper.h / 2))
    if fit is None:
        raise InvalidInput(_few_discs_error(photo, name, paper, plane, sum(one is not None for one in sure)))
    kept, offset, turned, error = fit
    discs = tuple((at, one if at in kept else None) for at, one in zip(places, sure, strict=True))
    return SeenBack(flip, discs, *offset, turned, error)


def _discs(photo: Grey, plane: Plane, places: Sequence[Point]) -> tuple[Flip, list[Sighting | None]]:
    """Return the edge that the page is made for, and what was seen of its discs, None where that is no disc."""
    ways: tuple[Flip, ...] = ("long", "short")
    seen = {way: [seeking.find_mark(photo, plane, at, seeking.disc(way), _REACH) for at in places] for way in ways}
    flip = max(ways, key=lambda way: sum(one.likeness for one in seen[way]))
    return flip, [one if one.likeness >= _FAINT else None for one in seen[flip]]


def _agreeing_discs(
    places: Sequence[Point], sightings: Sequence[Sighting | None], middle: Point
) -> tuple[list[Point], Point, float, float] | None:
    """Return the discs that agree, their offset at the sheet's middle, turn and error; None for too few of them."""
    pairs = [(at, (one.right, one.down)) for at, one in zip(places, sightings, strict=True) if one]
    while len(pairs) >= _DISCS:
        at, off = (np.array(side) for side in zip(*pairs, strict=True))
        terms = np.column_stack([np.ones(len(at)), at - middle])
        solved, *_ = np.linalg.lstsq(terms, off, rcond=None)
        missed = np.hypot(*(off - terms @ solved).T)
        worst = int(missed.argmax())
        if missed[worst] <= _ASTRAY:
            turned = float(np.degrees((solved[1, 1] - solved[2, 0]) / 2))
            error = float(np.sqrt((missed**2).mean()))
            return [place for place, _ in pairs], (float(solved[0, 0]), float(solved[0, 1])), turned, error
        del pairs[worst]
    return None


def _few_discs_error(photo: Grey, name: str, paper: Paper, plane: Plane, seen: int) -> InputError:
    upside_down = [(paper.w - x, paper.h - y) for x, y in photo_marks.back(paper.w, paper.h)]
    _, there = _discs(photo, plane, upside_down)
    if sum(one is not None for one in there) > max(seen, _DISCS - 1):
        wanted = "the test page for the other edge: your printer turned this one over along the edge it is not made for"
        return InputError(name, "the back upside down", wanted)
    said = f"{plural(seen, 'disc')} of the six of the back where {_DISCS} are needed"
    return InputError(name, said, f"{AGAIN}. The discs show where light comes through the paper: put more behind it")


def _flatness_notes(bow: float, missed: float) -> list[str]:
    notes = []
    if bow > _STRAIGHT:
        notes.append(
            f"The sheet was bowed: its lines curve by {bow:.1f} mm, and what was read may be wrong by twice as much."
            " Press the sheet flat and photograph it again."
        )
    if missed > _FLAT:
        notes.append(
            f"The squares lie {missed:.2f} mm away from a flat sheet, and what was read may be wrong by three times as"
            " much: press the sheet flat and photograph it again."
        )
    return notes


def _back_notes(back: SeenBack) -> list[str]:
    notes = []
    if back.error > _UNSURE:
        notes.append(
            f"The discs of the back disagree by {back.error:.2f} mm: the back shows too faintly, or the"
            " sheet was not flat. Read E and F by eye too, or photograph it again with more light behind it."
        )
    if abs(back.turned) > _ASKEW:
        way = "clockwise" if back.turned > 0 else "anticlockwise"
        notes.append(
            f"The back is turned {abs(back.turned):.1f}° {way} against its front. A correction moves a back but does"
            " not turn it: set the paper guides of the tray to the paper."
        )
    return notes
