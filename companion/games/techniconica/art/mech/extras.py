"""Attached cards about (0, 0): gears, boxes with aerials, rockets and smoke tubes; plates and arcs of force."""

from math import pi

from companion.games.techniconica.art.drawings import load_drawing
from companion.games.techniconica.art.mech.shapes import serial, shape_words, size
from companion.games.techniconica.model import Extra, Modification, Part
from companion.printing.faces.boxes import Path
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, block, bolts, dark, fine, glow, point_on_circle, ring


def _gear(card: Modification) -> Drawing:
    """Return a gear: more teeth for larger changes, its core by the stats that change."""
    gives = card.gives
    teeth = 6 + min(sum(map(abs, gives.values())), 6)
    corners = ((1.7, -0.25), (2.6, -0.14), (2.6, 0.14), (1.7, 0.25))
    cogs = tuple(dark(*(point_on_circle(0, 0, r, i * 2 * pi / teeth + a) for r, a in corners)) for i in range(teeth))
    core = next((name for stats, name in _CORES if stats & set(gives)), "hub")
    return (
        *cogs,
        ring(0, 0, 1.9, "tint", 0.4),
        *load_drawing(f"modifications/{core}"),
        *serial(card, -1.1, 1.0, 2.2, 0.6),
    )


_CORES: tuple[tuple[frozenset[str], str], ...] = (
    (frozenset(("pe",)), "arrow"),
    (frozenset(("do",)), "burst"),
    (frozenset(("ar", "dt")), "square"),
    (frozenset(("mw", "sp")), "triangle"),
    (frozenset(("po", "pc")), "star"),
)
"""Stats that a Modification changes, each set with the core of its gear."""


def _support_box(card: Part) -> Drawing:
    """Return a box with an aerial, and a sign by words on the card."""
    sign = next((name for word, name in _SIGNS if word in shape_words(card)), "lines")
    return (*load_drawing("support/box"), *load_drawing(f"support/sign-{sign}"), *serial(card, -1.7, 1.2, 3.4, 0.7))


_SIGNS = (
    ("target", "target"),
    ("medic", "medic"),
    ("charm", "charm"),
    ("luck", "charm"),
    ("nerve", "nerve"),
    ("clamp", "clamp"),
)
"""Words on a Support card, each with the sign on its box."""


def _trigger_support(card: Part) -> Drawing:
    """Return Support with Trigger: a rocket, tubes of smoke, or a battery."""
    words = shape_words(card)
    if "battery" in words:
        return (*load_drawing("support/battery"), *serial(card, -1.7, 2.8, 3.4, 0.8))
    if "smoke" in words:
        return (*load_drawing("support/smoke"), *serial(card, -1.7, -0.4, 3.4, 1))
    return (*load_drawing("support/rocket"), *serial(card, -0.8, -1.4, 1.6, 0.9))


def small(card: Extra) -> Drawing:
    """Return a Modification or a Support."""
    if isinstance(card, Modification):
        return _gear(card)
    return _trigger_support(card) if "trigger" in card.rules else _support_box(card)


def armour(card: Part, count: int) -> Drawing:
    """Return plates about (0, 0), 6 mm wide and 8 mm high: more layers with DT, more bolts with AR."""
    layers = 1 + size(card, "dt", 2, 6) // 2
    words = shape_words(card)
    gap = 1.5 if "spaced" in words else 0.8
    plates: Drawing = ()
    for i in range(layers):
        dx, dy = (layers - 1 - i) * gap, (i - layers + 1) * 0.6
        outline = (
            (-2.4 + dx, -3.8 + dy),
            (1.8 + dx, -4.4 + dy),
            (3 + dx, -1 + dy),
            (2.2 + dx, 4 + dy),
            (-1.8 + dx, 4.4 + dy),
        )
        plates += (plate(*outline, fill="paper" if i < layers - 1 else "tint"),)
    if "tile" in words or "reactive" in words:
        plates += tuple(block(x, y, 1.7, 1.9, "paper", 0.3) for x in (-1.8, 0.5) for y in (-3.2, -0.8, 1.6))
    if "composite" in words:
        plates += tuple(fine(-2.2, y, 2.6, y - 1.6) for y in (-1.4, 0.4, 2.2))
    rivets = ((-1.6, -2.9), (1.4, -3.3), (1.5, 3), (-1.2, 3.5), (2.1, -0.5), (-1.9, 0.4))
    return (
        *plates,
        *bolts(*rivets[: max(1, size(card, "ar", 2, 6))], r=0.5),
        *serial(card, -1.4, 0.2 + 0.6 * count % 2, 3, 1),
    )


def field(card: Part) -> Drawing:
    """Return arcs of force that bulge to the right of (0, 0) from a boom: one for each point of DT."""
    arcs = tuple(
        Path(
            (
                ("M", i * 1.0 - 1.6, -7.0 + i * 0.3),
                ("C", i * 1.0 + 2.2, -3.4, i * 1.0 + 2.2, 3.4, i * 1.0 - 1.6, 7.0 - i * 0.3),
            ),
            None,
            "accent",
            0.6 if i == 0 else 0.35,
        )
        for i in range(max(1, size(card, "dt", 2, 6)))
    )
    return (dark((-6, -0.5), (1, -0.5), (1, 0.5), (-6, 0.5)), *arcs, ring(0.9, 0, 1.1), glow(0.9, 0, 0.55))


def dome(card: Part) -> Drawing:
    """Return arches of force over the Cockpit, from shoulder to shoulder: one for each point of DT."""
    count = max(1, size(card, "dt", 2, 6))
    arches = tuple(
        Path(
            (
                ("M", -9.6 - i * 0.7, -8.4),
                ("C", -11 - i * 0.7, -20.4 - i * 1.25, 11 + i * 0.7, -20.4 - i * 1.25, 9.6 + i * 0.7, -8.4),
            ),
            None,
            "accent",
            0.6 if i == 0 else 0.35,
        )
        for i in range(count)
    )
    feet = tuple(
        part
        for s in (-1, 1)
        for part in (ring(s * (9.6 + count * 0.3), -8.4, 1.5), glow(s * (9.6 + count * 0.3), -8.4, 0.8))
    )
    return (*arches, *feet, *serial(card, -1.4, -3.9, 2.8, 0.9))


def emitter(card: Part) -> Drawing:
    """Return the emitter of the arcs of force."""
    return (*load_drawing("shields/emitter"), *serial(card, -1.2, 3, 2.4, 0.7))
