"""Drafts of custom cards for previews: text that does not fit is cut short and marked, and never stops the rest."""

import io
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from companion.base.findings import InvalidInput
from companion.printing.custom.custom_cards import Pictures
from companion.printing.faces.boxes import Box, Face, Format, Group, Line, Piece, Rect, Text
from companion.printing.faces.inks import line_colour
from companion.printing.sheets import safe_zone
from companion.printing.text import typeface_cleaning
from companion.printing.text.fitting import cut_short, fit, fits
from companion.printing.text.fonts import CannotPrint

MARK = line_colour("#d0021b")
"""The colour of the frame around text that does not fit."""
_WIDTH = 0.5
_SMALLEST = 1.0
"""The smallest size of text in a preview, in points, for text whose first word does not fit."""


@dataclass(frozen=True)
class DraftedFace:
    """A face that can always be drawn, and a sentence for each part that cannot be printed."""

    face: Face
    wrong: tuple[str, ...]


def draft(face: Face, piece: Piece, form: Format) -> DraftedFace:
    """Return a face in which every text that cannot be printed is cut short and framed in red."""
    sentences: list[str] = []
    return DraftedFace(Face(tuple(_boxes(face.boxes, piece.name, form, sentences))), tuple(sentences))


def blank(form: Format) -> Face:
    """Return the face for a card that cannot be drawn at all: a red frame with a cross."""
    w, h = form.w, form.h
    cross = (Line(0, 0, w, h, _WIDTH, MARK), Line(0, h, w, 0, _WIDTH, MARK))
    return Face((Rect(0, 0, w, h, stroke=MARK, width=2 * _WIDTH), *cross))


def _boxes(boxes: Iterable[Box], name: str, form: Format, sentences: list[str]) -> list[Box]:
    drafted: list[Box] = []
    for box in boxes:
        try:
            safe_zone.refuse_outside(fit((box,), name, (form.w, form.h)), name, form)
            drafted.append(box)
        except CannotPrint as error:
            if isinstance(box, Group):
                drafted.append(replace(box, boxes=tuple(_inner(box.boxes, name, sentences))))
            elif isinstance(box, Text):
                drafted += _mark_cut_text(box, form)
                sentences.append(str(error))
    return drafted


def _inner(boxes: Iterable[Box], name: str, sentences: list[str]) -> list[Box]:
    """Return the boxes of a turned frame, of which only the size is checked, not the position."""
    drafted: list[Box] = []
    for box in boxes:
        try:
            fit((box,), name)
            drafted.append(box)
        except CannotPrint as error:
            sentences.append(str(error))
            if isinstance(box, Text):
                drafted += [*_cut_text(box), _frame(box)]
    return drafted


def _mark_cut_text(box: Text, form: Format) -> list[Box]:
    """Return a text cut short if necessary, moved onto the card, and its frame."""
    left, top = min(max(box.x, 0.0), form.w - 1), min(max(box.y, 0.0), form.h - 1)
    inside = replace(box, x=left, y=top, w=min(box.w, form.w - left), h=min(box.h, form.h - top))
    return [*_cut_text(inside), _frame(inside)]


def _frame(box: Text) -> Rect:
    return Rect(box.x, box.y, box.w, box.h, stroke=MARK, width=_WIDTH, dash=(1.2, 0.8))


def _cut_text(box: Text) -> tuple[Text, ...]:
    """Return the part of a text that fits at its least size, with an ellipsis; empty if not even a line fits."""
    shortened = cut_short(box)
    smallest = shortened if fits(shortened) else replace(shortened, least=_SMALLEST)
    return (smallest,) if fits(smallest) else ()


def reader(load: Pictures, sentences: list[str]) -> Pictures:
    """Return a function that gives pictures by name, with a marked blank for one that cannot be read."""
    from companion.printing.faces import pictures

    def read(name: str) -> bytes:
        if name.lower().endswith(typeface_cleaning.ENDINGS):
            return load(name)
        try:
            data = load(name)
            pictures.check(data, name)
        except OSError:
            sentences.append(f"{name} is not among the pictures.")
        except InvalidInput as error:
            sentences.extend(map(str, error.input_errors))
        else:
            return data
        return _missing_picture()

    return read


@cache
def _missing_picture() -> bytes:
    """Return a picture of a red cross."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (300, 300), "#fff4f4")
    pen = ImageDraw.Draw(picture)
    for line in ((0, 0, 299, 299), (0, 299, 299, 0)):
        pen.line(line, fill=str(MARK), width=8)
    pen.rectangle((3, 3, 296, 296), outline=str(MARK), width=8)
    target = io.BytesIO()
    picture.save(target, "PNG")
    return target.getvalue()
