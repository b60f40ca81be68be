"""Kinds of cards are told apart by shape or pattern, not by colour alone: in grey, in ink saver, by the colour-blind."""

import io
from itertools import combinations

import numpy
import pytest
from PIL import Image

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.custom import custom_cards, custom_faces
from companion.printing.custom.layouts import reading
from companion.printing.faces.boxes import Deck, Face, Format, Piece, Rect
from companion.printing.faces.edge_strips import STRIP
from companion.printing.faces.inks import line_colour
from companion.printing.pdf.preview import face_png
from companion.printing.sheets import papers

DPI = 101.6
"""Four dots to a mm: more than is seen at arm's length."""
SEEN = 20.0
"""How much lighter or darker, of 100 (CIE L*), a dot must be to count as different."""
LEAST = 6.0
"""The least area of clearly lighter or darker dots between two kinds' markers, in square mm."""
SIMULATIONS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""Machado, Oliveira and Fernandes (2009), severity 1, for linear RGB."""
SIGHTS = ("colour", *SIMULATIONS, "grey printer", "ink saver")


def lightness(png, sight):
    """Return the lightness (CIE L*) of each dot of a picture as it is seen."""
    rgb = numpy.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=float) / 255
    linear = numpy.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    if sight in SIMULATIONS:
        linear = numpy.clip(linear @ numpy.array(SIMULATIONS[sight]).T, 0, 1)
    y = linear @ numpy.array([0.2126, 0.7152, 0.0722])
    return numpy.where(y > 216 / 24389, 116 * numpy.cbrt(y) - 16, y * 24389 / 27)


def pieces(game):
    """Yield the cards of a game, and of its usual build, each with its deck."""
    source = PrintSource(game.context(), None)
    for print_set in game.print_sets:
        if not print_set.needs_build and not print_set.extra:
            for part in print_set.make(source):
                if isinstance(part, Deck):
                    yield from ((piece, part) for piece in part.pieces)


def types_said(piece):
    """Return what the line with the type says on a face."""
    return next((box.text for box in piece.face.boxes if getattr(box, "what", "") == "type"), "")


def first_by(game, kind_of):
    first = {}
    for piece, deck in pieces(game):
        kind = kind_of(piece, deck)
        if kind and kind not in first:
            first[kind] = (piece, deck)
    return first


def techniconica(piece, _deck):
    return types_said(piece).partition(" · ")[0]


def mecha_mettle(piece, _deck):
    found = types_said(piece)
    return found.partition(" · ")[2] if "Component" in found else ""


def wreck_a_mech(piece, _deck):
    corporation = piece.about.casefold()
    return next((name for name in ("akio", "freedom", "zhao", "trainer") if name in corporation), "")


def mechalyte(piece, _deck):
    title = [box.text for box in piece.face.boxes if getattr(box, "text", "") in ("Factory", "Headquarters", "Zone")]
    return title[0] if title else ""


KINDS = {
    "techniconica": (techniconica, 10, (0, 0, 63, 15)),
    "mecha-mettle": (mecha_mettle, 4, (0, 0, 63, 14)),
    "wreck-a-mech": (wreck_a_mech, 4, (0, 0, 63, 63)),
    "mechalyte": (mechalyte, 3, (3, 30, 27, 60)),
}
"""How a card's kind is read from its face, how many there are, and the part of the card that marks them, in mm."""


def views(shown, area, sight, accent):
    """Return the marked part of each kind's card as it is seen."""
    ink = {"grey printer": "grey", "ink saver": "saver"}.get(sight, "full")
    left, top, right, bottom = (round(side * 4) for side in area)
    return {
        kind: lightness(face_png(piece, piece.face, deck.format, accent, DPI, ink), sight)[top:bottom, left:right]
        for kind, (piece, deck) in shown.items()
    }


def alike(seen, least):
    """Return the pairs of kinds whose marked parts differ in less than `least` square mm."""
    found = []
    for (one, first), (other, second) in combinations(seen.items(), 2):
        area = float((abs(first - second) > SEEN).sum()) / 16
        if area < least:
            found.append((one, other, round(area, 1)))
    return found


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("slug", KINDS)
def test_every_two_kinds_of_a_game_differ_by_more_than_colour(slug, sight):
    kind_of, count, area = KINDS[slug]
    game = next(game for game in GAMES if game.slug == slug)
    shown = first_by(game, kind_of)
    assert len(shown) >= count, list(shown)
    assert not alike(views(shown, area, sight, game.accent), LEAST)


@pytest.mark.parametrize("sight", SIGHTS)
def test_every_two_types_of_techniconica_differ_along_their_edge_alone(sight):
    """In a hand of cards that is all there is to see of most of them."""
    game = next(game for game in GAMES if game.slug == "techniconica")
    shown = first_by(game, techniconica)
    assert not alike(views(shown, (0, 0, STRIP, 88), sight, game.accent), 20)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(
    ("name", "area", "least"),
    [("plain", (3.4, 9, 7.4, 13.2), 1), ("classic", (4, 43, 59, 49), 1), ("unit", (5, 11.5, 9, 16.5), 1),
     ("dossier", (3, 3.9, 8, 9.8), 2)],
)  # fmt: skip
def test_types_of_custom_cards_have_marks_that_are_told_apart(name, area, least, sight):
    """Without the word beside them, as they are seen from afar."""
    types = [f"Type {letter}" for letter in "ABCDEFGHI"]
    stack = custom_cards.read_stack(
        "title,type,text\n" + "".join(f"Card,{kind},Stands.\n" for kind in types), "cards.csv"
    )
    layout = None if name == "plain" else reading.starter(name)
    (deck,) = custom_faces.decks(stack, papers.find_format("poker"), None, True, layout)
    marks = {}
    for kind, piece in zip(types, deck.pieces, strict=True):
        kept = tuple(box for box in piece.face.boxes if getattr(box, "text", "") != kind)
        marks[kind] = (type(piece)(piece.id, piece.name, Face(kept)), deck)
    assert not alike(views(marks, area, sight, "#1f3f77"), least)


def test_a_colour_alone_would_not_be_seen():
    """What the others measure by: two grounds of one pattern in two colours, which are one grey."""
    red, green = (Face((_ground(colour),)) for colour in ("#b03a1e", "#2e7d32"))
    form = Format("square", 10, 10, 0)
    deck = Deck("x", form, ())
    shown = {name: (Piece(name, name, face), deck) for name, face in (("red", red), ("green", green))}
    assert alike(views(shown, (0, 0, 10, 10), "grey printer", "#000000"), LEAST) == [("red", "green", 0.0)]
    assert alike(views(shown, (0, 0, 10, 10), "deuteranopia", "#000000"), LEAST) == [("red", "green", 0.0)]


def _ground(colour):
    return Rect(0, 0, 10, 10, fill=line_colour(colour), stroke=None)
