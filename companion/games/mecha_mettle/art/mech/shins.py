"""Level 1, in the shins: magazines, thrusters, feelers or bearings; bare struts in dashed boots without a component."""

from companion.games.mecha_mettle.art.mech.marks import marks
from companion.games.mecha_mettle.model import Component
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, block, bolts, both, curve, dark, dashed, fine, glow, joint, ring

_STRUT: Drawing = (dark((5, 14), (7.2, 14), (8.6, 21), (6.2, 21)), dark((4.6, 23), (5.8, 20.8), (9, 20.8), (11, 23)))


def shins(component: Component | None) -> Drawing:
    """Return both lower legs."""
    if component is None:
        return both((*_STRUT, *dashed((3.6, 14), (8.8, 13.4), (10.6, 20.2), (12.8, 22.9), (3, 22.9), (4.2, 20.2))))
    leg = {"attack": _magazines, "defense": _thrusters, "control": _feelers, "reconfigure": _bearings}[
        component.category
    ]()
    number = marks(component, 5.4, 17.2, 3.4)
    return both((*_STRUT, *leg, *number))


def _boot() -> Drawing:
    return (plate((3.2, 23), (4.4, 20.2), (9.2, 20.2), (12.4, 23), fill="blue"),)


def _shin() -> Drawing:
    return (
        plate((4.2, 13.4), (8, 13), (10.8, 20.6), (4.6, 20.6)),
        plate((4.6, 12.4), (6.6, 10.6), (8.2, 12.6), (7, 15.4), (5.2, 15.2), fill="paper"),
    )


def _magazines() -> Drawing:
    """Drums of ammunition outside, rounds on show."""
    rounds = tuple(
        curve(
            ("M", 11.6, y),
            ("L", 14, y),
            ("C", 15.4, y, 15.4, y + 1.3, 14, y + 1.3),
            ("L", 11.6, y + 1.3),
            ("Z",),
            fill="accent",
            width=0.35,
        )
        for y in (15, 16.9, 18.8)
    )
    return (
        *_boot(),
        *rounds,
        *_shin(),
        block(9, 14, 3.2, 6.8, "paper", 0.7),
        *(fine(9, y, 12.2, y) for y in (16.2, 18.4)),
    )


def _thrusters() -> Drawing:
    """Calves with nozzles and fins."""
    flame = plate((11.2, 20.4), (13.8, 20.4), (12.9, 22.8), fill="accent")
    fin = plate((9, 12.4), (13.6, 10.4), (12.4, 16), (10, 17))
    nozzle = dark((10.6, 17), (13.2, 17), (14.2, 20.6), (10.8, 20.6))
    return (*_boot(), flame, fin, nozzle, *_shin(), fine(10.4, 13, 12.6, 12))


def _feelers() -> Drawing:
    """Aerials over splayed toes."""
    toes = tuple(dark((x - 0.7, 23), (7, 19.8), (8, 19.8), (x + 0.9, 23)) for x in (3, 7.6, 12.4))
    aerials = tuple(
        box for x, y in ((12.6, 10.6), (14.6, 13.4)) for box in (fine(8.6, 16.4, x, y, width=0.4), glow(x, y, 0.7))
    )
    return (*aerials, *toes, *_shin(), ring(6.4, 13.2, 1.3), glow(6.4, 13.2, 0.6))


def _bearings() -> Drawing:
    """Segments on turning rings."""
    return (
        *_boot(),
        plate((4.4, 14.2), (8.2, 13.8), (9.2, 16.6), (4.4, 16.8), fill="paper"),
        plate((4, 17.2), (9.8, 17), (11, 20.6), (4.2, 20.6)),
        ring(10, 17, 2.5, "paper"),
        ring(10, 17, 1.5, "accent", 0.35),
        *bolts(*((10 + dx, 17 + dy) for dx, dy in ((0, -2), (2, 0), (0, 2), (-2, 0))), r=0.3),
        *joint(6.4, 13.6, 2.2),
    )
