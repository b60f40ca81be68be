"""Weapons beside the hull, from the mount outwards: longer with PE, thicker with DO, shaped by words and rules."""

from collections.abc import Callable

from companion.games.techniconica.art.mech import blades
from companion.games.techniconica.art.mech.shapes import serial, shape_words, size
from companion.games.techniconica.model import Part
from companion.games.techniconica.model.special_rules import numbers
from companion.games.techniconica.rules.weapons import is_melee
from companion.printing.faces.boxes import Line
from companion.printing.faces.placing import place_art
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, block, bolts, curve, dark, fine, glow, ring

Shape = Callable[[Part], Drawing]


def _calibre(card: Part) -> tuple[float, float]:
    """Return a barrel's length and thickness in mm."""
    return 5.5 + 0.95 * size(card, "pe", 3, 7), 1.3 + 0.24 * size(card, "do", 3, 7)


def _barrel(y: float, long: float, thick: float) -> Drawing:
    end = 5.5 + long
    return (
        block(4, y - thick / 2, long + 1.5, thick, "paper"),
        dark(
            (end - 1.9, y - thick / 2 - 0.55),
            (end, y - thick / 2 - 0.55),
            (end, y + thick / 2 + 0.55),
            (end - 1.9, y + thick / 2 + 0.55),
        ),
        block(5.6, y - thick / 2 - 0.35, 1.3, thick + 0.7),
    )


def _breech(card: Part, half: float = 3.1) -> Drawing:
    return (
        plate((-1, -half), (4.2, -half), (6, -half * 0.5), (6, half * 0.6), (4.6, half), (-1, half)),
        fine(-0.6, -half + 1.1, 4.4, -half + 1.1),
        ring(1.4, 0.3, 1.3),
        *bolts((1.4, 0.3), r=0.5),
        *serial(card, 3, half - 1.9, 2.6, 1.2),
    )


def _cannon(card: Part) -> Drawing:
    long, thick = _calibre(card)
    drum = curve(("M", 0, 2.4), ("L", 0, 4.6), ("C", 0, 6, 3.6, 6, 3.6, 4.6), ("L", 3.6, 2.4), ("Z",), fill="paper")
    return (*_barrel(0, long, thick), drum, *_breech(card))


def _twin(card: Part) -> Drawing:
    long, thick = _calibre(card)
    return (*_barrel(-1.7, long, thick * 0.8), *_barrel(1.7, long, thick * 0.8), *_breech(card, 3.6))


def _rotary(card: Part) -> Drawing:
    long, thick = _calibre(card)
    half, end = thick + 1.1, 6 + long
    pipes = tuple(block(5, y - 0.45, long, 0.9, "paper") for y in (-half + 0.5, -half / 3, half / 3, half - 0.5))
    bands = tuple(
        dark((x, -half - 0.3), (x + 1.1, -half - 0.3), (x + 1.1, half + 0.3), (x, half + 0.3))
        for x in (6.6, (6.6 + end - 1.8) / 2, end - 1.8)
    )
    drum = (ring(1.2, 4.4, 2.2, "paper"), ring(1.2, 4.4, 1.1, "blue"))
    return (*pipes, *bands, *drum, *_breech(card, 3.2))


def _long_gun(card: Part) -> Drawing:
    long, thick = _calibre(card)
    scope = (block(0, -5.6, 5.6, 1.7, "paper", 0.8), glow(5.2, -4.75, 0.75), dark((1, -4), (2, -4), (2, -3), (1, -3)))
    sleeve = block(5.6, -thick / 2 - 0.5, long * 0.4, thick + 1)
    return (*_barrel(0, long + 1.4, thick * 0.85), sleeve, *scope, *_breech(card, 2.7))


def _rail(card: Part) -> Drawing:
    long, thick = _calibre(card)
    end = 4 + long
    gap = 0.75 + thick / 5
    rails = tuple(
        plate((3, y - s * 0.2), (3, y + s * 1.3), (end - 1, y + s * 1.1), (end + 0.8, y), fill="paper")
        for s, y in ((-1, -gap), (1, gap))
    )
    coils = tuple(dark((x, -gap - 2), (x + 1.1, -gap - 2), (x + 1.1, gap + 2), (x, gap + 2)) for x in (5.4, 7.9, 10.4))
    spark = Line(4, 0, end - 0.4, 0, 0.55, "accent")
    return (spark, *rails, *coils, *_breech(card, 3.4))


def _rack(card: Part) -> Drawing:
    rows = 3 if size(card, "do", 3, 9) >= 4 else 2
    wide = 7.0 + 0.5 * size(card, "pe", 2, 6)
    half = 1.45 * rows + 0.5
    tips = tuple(
        curve(
            ("M", wide - 0.5, y - 1),
            ("L", wide + 1, y - 1),
            ("C", wide + 2.8, y - 0.8, wide + 2.8, y + 0.8, wide + 1, y + 1),
            ("L", wide - 0.5, y + 1),
            ("Z",),
            fill="accent",
            width=0.35,
        )
        for y in (2.9 * (i - (rows - 1) / 2) for i in range(rows))
    )
    case = (block(0, -half, wide, 2 * half, "tint", 0.8), block(wide - 2, -half - 0.5, 2, 2 * half + 1, "paper"))
    seams = tuple(fine(0.4, y, wide - 2, y) for y in (2.9 * (i - rows / 2 + 1) - 1.45 + 1.45 for i in range(rows - 1)))
    fins = dark((-1, -1.5), (0, -1.5), (0, 1.5), (-1, 1.5))
    return (*tips, *case, *seams, fins, *serial(card, 0.9, -half + 0.8, 4))


def _mortar(card: Part) -> Drawing:
    _, thick = _calibre(card)
    wide = thick * 0.5 + 0.8
    tube = (
        plate((-1, -wide), (9.4, -wide - 0.5), (9.4, wide + 0.5), (-1, wide), fill="paper"),
        dark((7.6, -wide - 1), (9.6, -wide - 1.1), (9.6, wide + 1.1), (7.6, wide + 1)),
        block(2.4, -wide - 0.5, 1.8, 2 * wide + 1),
    )
    brace = plate((-1, 4.2), (1, -2), (5, -1), (6.4, 4.2))
    return (
        *place_art(tube, 1, 0, 1, -32),
        brace,
        ring(2.6, 1.2, 1.7),
        *bolts((2.6, 1.2), r=0.6),
        *serial(card, 0, 2.8, 5, 1.1),
    )


def _laser(card: Part) -> Drawing:
    long, thick = _calibre(card)
    coils = 2 + size(card, "pc", 3, 6) // 2
    end = 4 + long
    fins = tuple(
        block(6 + i * (long - 3) / coils, -thick * 0.6 - 1, 0.9, thick * 1.2 + 2, "tint") for i in range(coils)
    )
    snout = plate((4, -thick * 0.6), (end, -thick * 0.4), (end, thick * 0.4), (4, thick * 0.6), fill="paper")
    lens = (
        dark((end - 0.8, -thick * 0.7), (end + 0.8, -thick * 0.9), (end + 0.8, thick * 0.9), (end - 0.8, thick * 0.7)),
        glow(end + 0.9, 0, thick * 0.42),
    )
    return (snout, *fins, *lens, *_breech(card, 3.3), glow(1.4, 0.3, 1.2))


def _flame(card: Part) -> Drawing:
    long = 3 + 0.6 * size(card, "do", 3, 7)
    end = 9.5
    fire = curve(
        ("M", end, -0.6),
        ("C", end + long * 0.5, -3.4, end + long * 0.7, -1.2, end + long, -2.4),
        ("C", end + long * 0.7, 0, end + long * 0.8, 1, end + long * 0.9, 2),
        ("C", end + long * 0.6, 1.4, end + long * 0.4, 2.4, end, 0.6),
        ("Z",),
        fill="accent",
        width=0.35,
    )
    tanks = tuple(block(x, -4.4, 2.7, 7.2, "tint", 1.3) for x in (-0.6, 2.5))
    nozzle = (block(5, -1.1, 3.4, 2.2, "paper"), dark((8, -1.7), (10, -1.2), (10, 1.2), (8, 1.7)))
    return (
        fire,
        *nozzle,
        *tanks,
        block(-1, 1.6, 7, 2.6, "paper"),
        fine(0.7, -4.4, 3.8, -4.4),
        *serial(card, 0, 2.2, 5, 1.2),
    )


def _gravity(card: Part) -> Drawing:
    reach = 3.2 + 0.35 * size(card, "do", 2, 6)
    dish = curve(("M", 7, -4.4), ("C", 4, -2, 4, 2, 7, 4.4), ("C", 6.4, 2, 6.4, -2, 7, -4.4), ("Z",), fill="paper")
    waves = tuple(ring(9.4, 0, r, None, 0.35) for r in (reach, reach * 0.68))
    return (*waves, dish, block(4, -0.8, 5, 1.6, "paper"), glow(9.4, 0, 1.3), *_breech(card, 3))


def _arc(card: Part) -> Drawing:
    long, _ = _calibre(card)
    end = 4.6 + long
    prongs = tuple(
        plate((4, y * 0.4), (7, y), (end, y * 1.1), (end - 0.4, y * 0.75), (7.6, y * 0.55), (5, 0), fill="paper")
        for y in (-3.4, 3.4)
    )
    zig = ((8, -1.8), (9.4, 0.2), (8.6, 0.5), (10.4, 2), (10, 0.1), (10.8, -0.3))
    return (*prongs, plate(*((x + long / 9 - 1, y) for x, y in zig), fill="accent"), *_breech(card, 3.2))


_NAMED: tuple[tuple[str, Shape], ...] = (
    ("laser", _laser),
    ("beam", _laser),
    ("arc ", _arc),
    ("tesla", _arc),
    ("flame", _flame),
    ("rocket", _rack),
    ("missile", _rack),
    ("howitzer", _mortar),
    ("mortar", _mortar),
    ("chain gun", _rotary),
    ("vulcan", _rotary),
    ("gatling", _rotary),
    ("rail", _rail),
    ("sniper", _long_gun),
    ("twin", _twin),
)


def weapon(card: Part) -> Drawing:
    """Return a Weapon beside the hull; close-combat ones are on an arm."""
    words, rules = shape_words(card), numbers(card.rules)
    draw_blade = blades.shape(words, is_melee(card))
    if draw_blade:
        return draw_blade(card)
    if "gravity-field" in rules:
        return _gravity(card)
    draw_named = next((draw for word, draw in _NAMED if word in words), None)
    if draw_named:
        return draw_named(card)
    return (_long_gun if "accurate" in rules else _rotary if "barrage" in rules else _cannon)(card)
