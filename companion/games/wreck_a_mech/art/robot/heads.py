"""Heads, drawn up from the neck at (0, 0): a skull by corporation, what is on it by the card's words."""

from collections.abc import Callable, Mapping

from companion.games.wreck_a_mech.art.robot.shapes import hazard, rank_pips, serial, words
from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.boxes import Circle
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, around, block, both, curve, dark, dot, fine, ring, star


def _akio() -> Drawing:
    """A smooth helmet with a wide visor and ear pods."""
    ears = both((ring(6, -6, 1.9), dot(6, -6, 0.8, "accent")))
    skull = curve(("M", -5.4, -1), ("C", -8.6, -13.6, 8.6, -13.6, 5.4, -1), ("C", 3, 0.4, -3, 0.4, -5.4, -1), ("Z",))
    visor = curve(
        ("M", -5.4, -6.6),
        ("C", -3, -5.4, 3, -5.4, 5.4, -6.6),
        ("C", 5.6, -4, 4, -3.2, 0, -3.2),
        ("C", -4, -3.2, -5.6, -4, -5.4, -6.6),
        ("Z",),
        fill="blue",
    )
    return (
        *ears,
        skull,
        visor,
        Circle(-2.4, -4.7, 0.8, "accent", "paper", 0.3),
        Circle(2.4, -4.7, 0.8, "accent", "paper", 0.3),
        fine(-2, -1.6, 2, -1.6),
    )


def _freedom() -> Drawing:
    """A riveted bucket with one wide eye and a grille."""
    skull = plate((-5, 0), (-6, -7.4), (-3.6, -9.4), (2.4, -8.8), (5.6, -10), (5.8, -3), (4.6, 0))
    patch = plate((1.6, -9.2), (5.6, -10), (5.7, -6.6), (2, -6.4), fill="paper")
    eyes = (
        ring(-2.4, -5.2, 1.9, "blue"),
        dot(-2.2, -5.2, 0.9, "accent"),
        block(1.6, -5.8, 3, 1.5, "blue", 0),
        dot(3, -5.05, 0.5, "accent"),
    )
    grille = tuple(fine(x, -2.6, x, -0.4, width=0.35) for x in (-2.6, -1.3, 0, 1.3, 2.6))
    return (skull, patch, *eyes, *grille, dot(-4.8, -1.2), dot(-4.4, -8), dot(4.8, -9), dot(2.7, -7.1))


def _zhao() -> Drawing:
    """A cab of girders with a slit."""
    skull = plate((-5.6, 0), (-6, -5.4), (-4.6, -8.6), (4.6, -8.6), (6, -5.4), (5.6, 0))
    slit = dark((-4.8, -6), (4.8, -6), (4.4, -3.4), (-4.4, -3.4))
    eyes = tuple(block(x, -5.5, 1.7, 1.5, "accent", 0) for x in (-3.2, 1.5))
    return (
        skull,
        *both((block(5, -5, 2, 4.4, "paper", 0.4),)),
        slit,
        *eyes,
        *hazard(-3.8, -2.2, 7.6, 1.4),
        dot(-5, -0.8),
        dot(5, -0.8),
    )


def _plain() -> Drawing:
    """A crash-test head: a quartered target for a face."""
    skull = block(-4.8, -9, 9.6, 9, "tint", 3)
    return (
        *both((block(4.4, -6, 1.6, 3, "paper", 0.5),)),
        skull,
        block(-3.4, -6, 6.8, 2.6, "blue", 1.3),
        dot(-1.5, -4.7, 0.7, "accent"),
        dot(1.5, -4.7, 0.7, "accent"),
        fine(-2, -1.8, 2, -1.8),
    )


_SKULLS: Mapping[str, Callable[[], Drawing]] = {"akio": _akio, "freedom": _freedom, "zhao": _zhao}

_LAMP: Drawing = (
    dark((-0.7, -9), (0.7, -9), (0.7, -11), (-0.7, -11)),
    plate((-3, -14.4), (3, -14.4), (1.8, -10.4), (-1.8, -10.4)),
    Circle(0, -14.3, 1.5, "accent", "blue", 0.3),
)
_BEAMS: Drawing = tuple(fine(x, -15.6, x * 1.5, -18, "accent", 0.4) for x in (-2.4, 0, 2.4))
_CROWN: Drawing = (
    plate((-5.4, -8.4), (-6.6, -14), (-3.2, -11.4), (0, -15.6), (3.2, -11.4), (6.6, -14), (5.4, -8.4), fill="accent"),
    *(ring(x, y, 0.75) for x, y in ((-6.6, -14), (0, -15.6), (6.6, -14))),
)
_FLAMES: Drawing = (
    curve(
        ("M", -5, -8),
        ("C", -7, -12, -4, -12, -4.6, -15),
        ("C", -2, -13.6, -2.6, -12, -1.6, -11),
        ("C", -1.4, -14, 1, -15, 0.4, -18),
        ("C", 3.6, -15.6, 2, -13, 3, -11.4),
        ("C", 3.6, -12.6, 4.6, -13, 4.6, -14.6),
        ("C", 7, -11.6, 5.4, -10, 5.2, -8),
        ("Z",),
        fill="accent",
    ),
    curve(
        ("M", -2, -8.6),
        ("C", -2.6, -11, 0, -11.6, 0, -13.4),
        ("C", 2.4, -11.4, 1.8, -10, 2, -8.6),
        ("Z",),
        fill="paper",
        width=0.35,
    ),
)
_BEACON: Drawing = (
    block(-3, -10.8, 6, 2, "paper", 0.4),
    curve(("M", -2.2, -10.8), ("C", -2.4, -15.4, 2.4, -15.4, 2.2, -10.8), ("Z",), fill="accent"),
    *(fine(*around(0, -12, 4, a), *around(0, -12, 6, a), "accent", 0.4) for a in (-2.9, -2.2, -1.57, -0.9, -0.24)),
)
_BULB: Drawing = (
    Circle(0, -13, 3, "accent", "blue", 0.5),
    block(-1.4, -10.8, 2.8, 2.4, "paper", 0.3),
    fine(-1.4, -9.6, 1.4, -9.6),
    *(fine(*around(0, -13, 3.9, a), *around(0, -13, 5.2, a), width=0.35) for a in (-2.7, -2.1, -1.57, -1, -0.4)),
)
_GRIN: Drawing = (
    *both(
        (
            plate((4.6, -9), (8.4, -12.4), (9, -7.6), (6.6, -6), fill="paper"),
            fine(6.6, -9.6, 8, -9, width=0.35),
            fine(6.4, -8.4, 8, -7.8, width=0.35),
        )
    ),
    plate((-3.4, -2.8), (3.4, -2.8), (2.4, -0.2), (-2.4, -0.2), fill="paper"),
    *(fine(x, -2.8, x, -0.3, width=0.3) for x in (-1.8, -0.6, 0.6, 1.8)),
)
_BUCKET: Drawing = (
    plate((-7, -8.2), (7, -8.2), (5, -13.4), (-5, -13.4), fill="paper"),
    fine(-6.2, -10, 6.2, -10),
    fine(-5.6, -11.8, 5.6, -11.8),
    curve(("M", -6.4, -8.8), ("C", -8.6, -4, -7, -1, -4, 0.6), fill=None, width=0.5),
)
_HARD_HAT: Drawing = (
    curve(("M", -6, -8), ("C", -6, -15.4, 6, -15.4, 6, -8), ("Z",), fill="accent"),
    block(-7.8, -8.6, 15.6, 1.8, "paper", 0.8),
    block(-1.1, -14, 2.2, 5.2, "paper", 0.8),
)
_CAB: Drawing = (
    plate((-5.4, -8.4), (-4.2, -13), (4.2, -13), (5.4, -8.4), fill="paper"),
    fine(0, -13, 0, -8.4, width=0.4),
    block(-5.6, -14.4, 11.2, 1.6, "tint", 0.5),
    *both((fine(4.6, -14.4, 6.4, -17, width=0.4), dot(6.4, -17, 0.7, "accent"))),
)
_MARSHAL: Drawing = (
    plate((-9, -8), (9, -8), (6, -9.8), (4.4, -14), (0, -12.8), (-4.4, -14), (-6, -9.8)),
    star(0, -10.8, 5, 1.7, 0.7),
)
_DOME: Drawing = (
    curve(("M", -5.6, -7.4), ("C", -6.4, -17, 6.4, -17, 5.6, -7.4), ("Z",), fill="paper"),
    fine(-3.4, -12.4, -4, -9.4),
    dot(0, -10.6, 1.2, "accent"),
    fine(0, -14.7, 0, -18.4, width=0.35),
    dot(0, -18.4, 0.7, "accent"),
)
_TOPS: tuple[tuple[str, Drawing], ...] = (
    ("spot", (*_BEAMS, *_LAMP)),
    ("light", (*_BEAMS, *_LAMP)),
    ("laugh", _GRIN),
    ("crown", _CROWN),
    ("fire", _FLAMES),
    ("tower", (*_BEACON, *both((fine(5, -8, 6.6, -15, width=0.5),)))),
    ("beacon", _BEACON),
    ("idea", _BULB),
    ("bucket", _BUCKET),
    ("hat", _HARD_HAT),
    ("cab", _CAB),
    ("marshal", _MARSHAL),
    ("dome", _DOME),
)


def head(card: Part) -> Drawing:
    """Return a head; higher ranks have taller aerials, a strong bonus against its prey a crest."""
    skull = _SKULLS.get(card.corporation, _plain)()
    top = next((drawn for word, drawn in _TOPS if word in words(card)), ())
    keen = any(special.attack > 1 for special in card.special)
    crest: Drawing = (plate((-1.3, -7.4), (0, -11.4), (1.3, -7.4), fill="accent"),) if keen and not top else ()
    aerials = tuple(
        box
        for i in range(card.rank - 1)
        for box in (
            fine(-4.4 - i, -7, -6.6 - 1.4 * i, -13 + i, width=0.35),
            dot(-6.6 - 1.4 * i, -13 + i, 0.6, "accent"),
        )
    )
    neck = (dark((-2.6, -1), (2.6, -1), (3.2, 2.6), (-3.2, 2.6)), block(-3.8, 0.6, 7.6, 1.3, "paper", 0.5))
    return (*neck, *aerials, *skull, *crest, *top, *serial(card, -2, -8, 4, 0.9), *rank_pips(card, 0, 1.3))
