"""Bodies about (0, 0), shoulders at y = -6 and hips at y = 9: a torso by corporation, its core by the card's words."""

from collections.abc import Callable, Mapping
from math import pi

from companion.games.wreck_a_mech.art.robot.shapes import hazard, rank_pips, serial, words
from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.boxes import Circle
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, around, block, both, curve, dark, dot, fine, ring, star


def _akio() -> Drawing:
    """A showman's chest: wide lapels, a narrow waist."""
    return (
        dark((-4, 5), (4, 5), (5, 10.6), (-5, 10.6)),
        curve(
            ("M", -10.6, -8.6),
            ("C", -5, -11, 5, -11, 10.6, -8.6),
            ("C", 10, -2, 7, 3, 5.4, 8),
            ("L", -5.4, 8),
            ("C", -7, 3, -10, -2, -10.6, -8.6),
            ("Z",),
        ),
        *both((plate((1, -9.6), (9.4, -8), (5.4, -1.4), fill="paper"),)),
        fine(-5, 5.4, 5, 5.4),
    )


def _freedom() -> Drawing:
    """Welded plates, none of them straight."""
    return (
        dark((-5, 6), (5, 6), (4.4, 10.6), (-4.6, 10.6)),
        plate((-10.8, -8), (-3, -10), (10.2, -8.6), (9.6, 1), (7, 9), (-7.6, 8.4), (-9.4, 0)),
        plate((-10, -7), (-4.6, -8.6), (-5, -1), (-9, 0), fill="paper"),
        plate((5, 1.4), (9.2, 0.6), (6.8, 8), (4.4, 7.4), fill="paper"),
        *(
            dot(x, y)
            for x, y in (
                (-9, -6.4),
                (-5.6, -7.4),
                (-8.4, -1.2),
                (-5.8, -1.8),
                (5.6, 2.4),
                (6.2, 7),
                (8.4, -7.2),
                (-6.6, 7.2),
            )
        ),
        *(fine(-8, y, -5, y + 0.7, width=0.35) for y in (2.4, 4, 5.6)),
    )


def _zhao() -> Drawing:
    """A square machine house with stripes at its foot."""
    return (
        dark((-6, 7), (6, 7), (5.4, 10.6), (-5.4, 10.6)),
        plate((-10.4, -9), (10.4, -9), (10.4, 4), (8.6, 8.6), (-8.6, 8.6), (-10.4, 4)),
        *hazard(-8.6, 5.6, 17.2, 1.9),
        *both((block(7.4, -7.4, 2, 11, "paper", 0.4), dot(8.4, -6.4), dot(8.4, 2.6))),
    )


def _plain() -> Drawing:
    """A padded trainer."""
    return (
        dark((-4, 6), (4, 6), (4.6, 10.6), (-4.6, 10.6)),
        block(-9.4, -9, 18.8, 17, "tint", 3.4),
        fine(-9.4, 4.4, 9.4, 4.4),
        *both((fine(5.6, -9, 5.6, 4.4),)),
    )


_TORSOS: Mapping[str, Callable[[], Drawing]] = {"akio": _akio, "freedom": _freedom, "zhao": _zhao}

_RINGS: Drawing = (ring(0, -1.4, 4.2), Circle(0, -1.4, 2.6, "accent", "blue", 0.4))
_CURTAIN: Drawing = (
    block(-5, -6, 10, 8.6, "blue", 0.6),
    *both(
        (
            curve(
                ("M", 0.9, -5.4),
                ("L", 4.4, -5.4),
                ("L", 4.4, 2),
                ("C", 3, 0.6, 1.8, -1, 0.9, -5.4),
                ("Z",),
                fill="accent",
                width=0.3,
            ),
        )
    ),
    dot(0, 0.4, 1, "paper"),
)
_REELS: Drawing = (
    dark((2.4, 1.2), (6.4, 3.6), (5.8, 4.8), (1, 2.6)),
    ring(0, -2, 4.6),
    *(dot(*around(0, -2, 2.8, i * 2 * pi / 5 - pi / 2), 1) for i in range(5)),
    Circle(0, -2, 0.9, "accent", "blue", 0.3),
)
_STAR: Drawing = (ring(0, -1.4, 4.8, "blue"), star(0, -1.4, 5, 4.3, 1.8))
_BURST: Drawing = (
    ring(0, -1.4, 4.8),
    *(fine(*around(0, -1.4, 1.6, i * pi / 6), *around(0, -1.4, 4.4, i * pi / 6), "accent", 0.6) for i in range(12)),
    dot(0, -1.4, 1),
)
_KEG: Drawing = (
    curve(
        ("M", -4.6, -7),
        ("C", -6.4, -3, -6.4, 0.6, -4.6, 4.6),
        ("L", 4.6, 4.6),
        ("C", 6.4, 0.6, 6.4, -3, 4.6, -7),
        ("Z",),
        fill="paper",
    ),
    *(fine(x, -7, x * 1.25, 4.6) for x in (-2.4, 0, 2.4)),
    block(-5.8, -4.6, 11.6, 1.3, "blue", 0.3),
    block(-5.8, 1, 11.6, 1.3, "blue", 0.3),
    dot(0, -1.2, 1.1, "accent"),
)
_RIBS: Drawing = (
    dark((-4.6, -7), (4.6, -7), (3.6, 5), (-3.6, 5)),
    Circle(0, -1.6, 1.7, "accent", "paper", 0.3),
    *(
        plate(
            (-5.6, y),
            (-1, y + 1.2),
            (1, y + 1.2),
            (5.6, y),
            (5.2, y + 1.5),
            (0.8, y + 2.6),
            (-0.8, y + 2.6),
            (-5.2, y + 1.5),
            fill="paper",
        )
        for y in (-7, -3.9, 0.6)
    ),
)
_MOTOR: Drawing = (
    *both((block(1.6, -14, 2.4, 5.4, "paper", 0.5), dark((1.6, -14), (4, -14), (4, -12.8), (1.6, -12.8)))),
    block(-5.4, -6.6, 10.8, 10.6, "paper", 1),
    *(dark((x, -5), (x + 1.9, -5), (x + 1.9, 1), (x, 1)) for x in (-4.2, -1, 2.2)),
    *(block(x + 0.5, 0.6, 0.9, 2.2) for x in (-4.2, -1, 2.2)),
)
_STILL: Drawing = (
    curve(
        ("M", -3.6, 4),
        ("C", -5.6, -1, -4, -5, -1, -6),
        ("L", -1, -8.4),
        ("L", 1, -8.4),
        ("L", 1, -6),
        ("C", 4, -5, 5.6, -1, 3.6, 4),
        ("Z",),
        fill="accent",
    ),
    curve(
        ("M", 1, -7.6),
        ("C", 4, -9, 6.6, -7, 6.2, -3),
        ("C", 5.4, -2, 7, -1, 6.2, 0),
        ("C", 5.4, 1, 7, 2, 6.2, 3.4),
        fill=None,
        width=0.7,
    ),
    ring(-0.4, -0.6, 1.5),
)
_DRUM: Drawing = (
    plate((-5.4, -5), (-1.6, -8), (5.4, -4.6), (5, 2.4), (1.4, 4.6), (-5, 1), fill="paper"),
    fine(-3.6, -6.6, -3, 2.2, width=0.5),
    fine(0, -7.4, 0.6, 4, width=0.5),
    fine(3, -6, 3.4, 3.4, width=0.5),
    dot(-4.2, -2, 0.8, "accent"),
)
_CAGE: Drawing = (
    dark((-5.6, -7), (5.6, -7), (5.6, 4), (-5.6, 4)),
    fine(-5, -6.4, 5, 3.4, "paper", 1),
    fine(5, -6.4, -5, 3.4, "paper", 1),
    Circle(0, -1.5, 2.3, "accent", "paper", 0.6),
)
_VAULT: Drawing = (
    ring(0, -1.4, 5.4, "paper"),
    *(dot(*around(0, -1.4, 4.5, i * pi / 4), 0.5) for i in range(8)),
    Circle(0, -1.4, 2.9, "accent", "blue", 0.4),
    *(
        fine(*around(0, -1.4, 0.4, i * pi / 2 + 0.5), *around(0, -1.4, 3.6, i * pi / 2 + 0.5), width=0.7)
        for i in range(4)
    ),
    dot(0, -1.4, 0.8),
)
_KEYSTONE: Drawing = (
    plate((-5, -7), (5, -7), (3.2, 3.8), (-3.2, 3.8), fill="paper"),
    plate((-2.4, -4.6), (2.4, -4.6), (1.5, 1.4), (-1.5, 1.4), fill="accent"),
)
_CORES: tuple[tuple[str, Drawing], ...] = (
    ("stage", _CURTAIN),
    ("studio", _REELS),
    ("headline", _STAR),
    ("finale", _BURST),
    ("keg", _KEG),
    ("barrel", _KEG),
    ("rib", _RIBS),
    ("engine", _MOTOR),
    ("still", _STILL),
    ("mixer", _DRUM),
    ("drum", _DRUM),
    ("cage", _CAGE),
    ("vault", _VAULT),
    ("boiler", _VAULT),
    ("keystone", _KEYSTONE),
    ("block", _KEYSTONE),
)


def body(card: Part) -> Drawing:
    """Return a body; one whose bonus counts parts together has pipes on its back."""
    torso = _TORSOS.get(card.corporation, _plain)()
    core = next((drawn for word, drawn in _CORES if word in words(card)), _RINGS)
    each = any(special.rule == "each" for special in card.special)
    pipes: Drawing = both((block(6, -13, 2, 6, "paper", 0.6), block(5.6, -13.6, 2.8, 1.4, "tint", 0.4))) if each else ()
    bolts = tuple(dot(-7 + i * 1.3, 7.2, 0.38) for i in range(min(card.structure, 6)))
    return (*pipes, *torso, *core, *bolts, *serial(card, 3, 6.5, 4), *rank_pips(card, 0, 6.6))
