"""Typefaces under several threads: pages drawn at the same time are the pages drawn one after the other."""

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from companion.printing import pdf
from companion.printing.faces.boxes import POKER, Face, Piece, Text
from companion.printing.pdf import typefaces

AT_ONCE = 6
ACCENTED = [chr(code) for code in range(0xC0, 0x17F)]
"""Letters made of two glyphs each: ReportLab follows them through the font's file."""
TEXTS = [f"Mech ★ {' '.join(ACCENTED[n::AT_ONCE])}" for n in range(AT_ONCE)]


@pytest.fixture
def hurried():
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def drawn(number):
    face = Face((Text(3, 3, 57, 80, TEXTS[number], 9, 6),))
    return pdf.face_pdf(Piece("card", "Card", face), face, POKER, "#1f3f77")


def drawn_at_once():
    start = Barrier(AT_ONCE)

    def together(number):
        start.wait()
        return drawn(number)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(together, range(AT_ONCE)))


def test_the_first_faces_drawn_at_once_are_those_drawn_one_by_one(hurried):
    """The typefaces are loaded by the first requests that a server gets."""
    expected = [drawn(number) for number in range(AT_ONCE)]
    for _ in range(5):
        typefaces._load_typeface.cache_clear()
        assert drawn_at_once() == expected


def test_later_faces_drawn_at_once_are_those_drawn_one_by_one(hurried):
    """The typefaces are loaded, and each document embeds other letters of them."""
    expected = [drawn(number) for number in range(AT_ONCE)]
    for _ in range(8):
        assert drawn_at_once() == expected


def test_a_typeface_is_one_object():
    typefaces._load_typeface.cache_clear()
    with ThreadPoolExecutor(AT_ONCE) as threads:
        found = list(threads.map(typefaces.typeface, ["Fira-bold"] * AT_ONCE))
    assert len({id(each) for each in found}) == 1
