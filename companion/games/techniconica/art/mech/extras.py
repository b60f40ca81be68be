"""Attached cards about (0, 0): gears, boxes with aerials, rockets and smoke tubes; plates and arcs of force."""

from math import pi

from companion.games.techniconica.art.mech.shapes import said, serial, size
from companion.games.techniconica.model import Extra, Modification, Part
from companion.printing.faces.boxes import Path
from companion.printing.faces.placing import placed
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, around, block, bolts, curve, dark, dot, fine, glow, ring, star


def _gear(card: Modification) -> Drawing:
    """Return a gear: more teeth the more it changes, its core by what it changes."""
    gives = card.gives
    teeth = 6 + min(sum(map(abs, gives.values())), 6)
    corners = ((1.7, -0.25), (2.6, -0.14), (2.6, 0.14), (1.7, 0.25))
    cogs = tuple(dark(*(around(0, 0, r, i * 2 * pi / teeth + a) for r, a in corners)) for i in range(teeth))
    core = next((drawn for stats, drawn in _CORES if stats & set(gives)), _HUB)
    return (*cogs, ring(0, 0, 1.9, "tint", 0.4), *core, *serial(card, -1.1, 1.0, 2.2, 0.6))


_HUB: Drawing = (dot(0, 0, 0.8, "accent"),)
_CORES: tuple[tuple[frozenset[str], Drawing], ...] = (
    (frozenset(("pe",)), (plate((-0.9, -0.9), (1.2, 0), (-0.9, 0.9), fill="accent"),)),
    (frozenset(("do",)), (star(0, 0, 8, 1.5, 0.7),)),
    (frozenset(("ar", "dt")), (block(-0.9, -0.9, 1.8, 1.8, "accent"),)),
    (frozenset(("mw", "sp")), (plate((0, -1.1), (1, 0.8), (-1, 0.8), fill="accent"),)),
    (frozenset(("po", "pc")), (star(0, 0, 4, 1.3, 0.5),)),
)
"""What a Modification changes, and the core of its gear."""


def _aid(card: Part) -> Drawing:
    """Return a box with an aerial, and a sign of what it does by its words."""
    sign = next((drawn for word, drawn in _SIGNS if word in said(card)), _LINES)
    return (
        fine(1.4, -1.8, 2.8, -6.4, width=0.35),
        glow(2.8, -6.4, 0.65),
        fine(-1, -1.8, -1.8, -4.6, width=0.35),
        block(-2.5, -2.2, 5, 4.4, "paper", 0.7),
        *sign,
        *serial(card, -1.7, 1.2, 3.4, 0.7),
    )


_LINES: Drawing = (fine(-1.5, -1, 1.5, -1, width=0.4), fine(-1.5, 0.1, 0.7, 0.1, width=0.4))
_SIGNS: tuple[tuple[str, Drawing], ...] = (
    ("target", (ring(0, -0.5, 1.1, None, 0.4), fine(-1.7, -0.5, 1.7, -0.5, "accent", 0.4), dot(0, -0.5, 0.4))),
    ("medic", (fine(-1.3, -0.5, 1.3, -0.5, "accent", 0.8), fine(0, -1.8, 0, 0.8, "accent", 0.8))),
    ("charm", (star(0, -0.5, 5, 1.4, 0.6),)),
    ("luck", (star(0, -0.5, 5, 1.4, 0.6),)),
    ("nerve", (fine(-1.8, -0.5, -0.6, -0.5, "accent", 0.5), plate((-0.6, -0.5), (0, -1.6), (0.6, 0.6), (1.4, -0.5)))),
    (
        "clamp",
        (
            dark((-1.4, -1.5), (-0.3, -1.5), (-0.3, 0.7), (-1.4, 0.7)),
            dark((0.3, -1.5), (1.4, -1.5), (1.4, 0.7), (0.3, 0.7)),
        ),
    ),
)
"""Words on a Support card, and the sign on its box."""


def _charge(card: Part) -> Drawing:
    """Return something that goes off once: a rocket, tubes of smoke, or a battery."""
    if "battery" in said(card):
        poles = tuple(dark((x, -4.4), (x + 1.2, -4.4), (x + 1.2, -3), (x, -3)) for x in (-1.9, 0.7))
        flash = plate((0.6, -2.6), (-1.4, 0.6), (-0.2, 0.6), (-0.6, 2.6), (1.4, -0.6), (0.2, -0.6), fill="accent")
        return (*poles, block(-2.6, -3.2, 5.2, 7.4, "paper", 0.5), flash, *serial(card, -1.7, 2.8, 3.4, 0.8))
    if "smoke" in said(card):
        tubes = tuple(
            placed((block(-0.6, -4.6, 1.3, 3.6, "paper", 0.3),), x, 0, 1, a)
            for x, a in ((-1.4, -18), (0, 0), (1.4, 18))
        )
        return (
            *(part for tube in tubes for part in tube),
            block(-2.4, -1.2, 4.8, 2.6, "tint", 0.6),
            *serial(card, -1.7, -0.4, 3.4, 1),
        )
    body = curve(
        ("M", -1.2, 2.2),
        ("L", -1.2, -2),
        ("C", -1, -4, -0.2, -4.6, 0, -4.8),
        ("C", 0.2, -4.6, 1, -4, 1.2, -2),
        ("L", 1.2, 2.2),
        ("Z",),
        fill="paper",
    )
    fins = tuple(dark((s * 1.2, 0), (s * 2.4, 2.4), (s * 1.2, 2.2)) for s in (-1, 1))
    return (plate((-0.8, 2.2), (0, 4.6), (0.8, 2.2), fill="accent"), *fins, body, *serial(card, -0.8, -1.4, 1.6, 0.9))


def small(card: Extra) -> Drawing:
    """Return a Modification or a Support."""
    if isinstance(card, Modification):
        return _gear(card)
    return _charge(card) if "trigger" in card.rules else _aid(card)


def armour(card: Part, count: int) -> Drawing:
    """Return layers of plate about (0, 0), 6 mm wide and 8 high: as many as DT, bolted as AR says."""
    layers = 1 + size(card, "dt", 2, 6) // 2
    words = said(card)
    gap = 1.5 if "spaced" in words else 0.8
    made: Drawing = ()
    for i in range(layers):
        dx, dy = (layers - 1 - i) * gap, (i - layers + 1) * 0.6
        outline = (
            (-2.4 + dx, -3.8 + dy),
            (1.8 + dx, -4.4 + dy),
            (3 + dx, -1 + dy),
            (2.2 + dx, 4 + dy),
            (-1.8 + dx, 4.4 + dy),
        )
        made += (plate(*outline, fill="paper" if i < layers - 1 else "tint"),)
    if "tile" in words or "reactive" in words:
        made += tuple(block(x, y, 1.7, 1.9, "paper", 0.3) for x in (-1.8, 0.5) for y in (-3.2, -0.8, 1.6))
    if "composite" in words:
        made += tuple(fine(-2.2, y, 2.6, y - 1.6) for y in (-1.4, 0.4, 2.2))
    rivets = ((-1.6, -2.9), (1.4, -3.3), (1.5, 3), (-1.2, 3.5), (2.1, -0.5), (-1.9, 0.4))
    return (
        *made,
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
    """Return the small thing that arcs of force come from."""
    return (
        dark((-1.4, 1.2), (1.4, 1.2), (1, 2.8), (-1, 2.8)),
        ring(0, 0.2, 1.5),
        glow(0, 0.2, 0.75),
        *serial(card, -1.2, 3, 2.4, 0.7),
    )
