"""A component draft as a mech: a chassis with a bay for each level, filled by the component's category.

Level 1 is in the shins, 2 on the arms, 3 on the back, 4 in head and chest. In mm from the chest, feet at y = 23.
"""

from collections.abc import Sequence

from companion.games.mecha_mettle.art.drawings import FOLDER, emblem, load_drawing
from companion.games.mecha_mettle.model import Component
from companion.printing.faces.boxes import Circle
from companion.printing.faces.drawings import load_shipped
from companion.printing.faces.placing import place_art
from companion.printing.faces.plates import FINE
from companion.printing.faces.strokes import Drawing, block, question, ticks, with_mirror_image

GROUND = 23.0
_CRATE = 6.0
_PER_STACK = 5
_FAR = 20.0
"""x of the first crate of spare components, in mm."""

_HANG = {"attack": 40, "defense": 66, "control": 50, "reconfigure": 56}
"""Angle of a forearm by the category of its component, in degrees."""


def mech(components: Sequence[Component | None], seat: int) -> Drawing:
    """Return a draft's line art: the first component of each level in its bay, all others in crates beside the feet.

    None is a component that is not known.
    """
    first: dict[int, Component] = {}
    spare: list[Component | None] = []
    for component in components:
        if component is None or component.level in first:
            spare.append(component)
        else:
            first[component.level] = component
    back = _pair("backs", first.get(3), 9.2, -12.6, 3.4)
    legs = _pair("shins", first.get(1), 5.4, 17.2, 3.4)
    return (*_crates(spare), *back, *legs, *_frame(seat), *_arms(first.get(2)), *_chest(first.get(4)))


def _pair(bay: str, component: Component | None, x: float, y: float, w: float) -> Drawing:
    """Return a bay that is on both sides, its marks at (x, y); outlines without a component."""
    if component is None:
        return with_mirror_image(load_drawing(f"{bay}/empty"))
    return with_mirror_image((*load_drawing(f"{bay}/{component.category}"), *_marks(component, x, y, w)))


def _arms(component: Component | None) -> Drawing:
    if component is None:
        return with_mirror_image(load_drawing("arms/empty"))
    upper = load_shipped(FOLDER, "arms/upper")
    hand = (*load_drawing(f"arms/{component.category}"), *_marks(component, 1.6, -1.4, 3.2))
    return with_mirror_image((*place_art(hand, *upper.joints["elbow"], 0.96, _HANG[component.category]), *upper.boxes))


def _chest(component: Component | None) -> Drawing:
    if component is None:
        return load_drawing("chests/empty")
    return (*load_drawing(f"chests/{component.category}"), *_marks(component, -2.4, 2.4, 4.8))


def _frame(seat: int) -> Drawing:
    """Return waist, thighs and torso; stripes on the belt count the seat."""
    stripes = tuple(block(-0.5 + (i - (seat - 1) / 2) * 1.8, 4.9, 1, 2, "accent") for i in range(seat))
    return (*load_drawing("frame"), *stripes, *load_drawing("shoulders"))


def _crates(spare: Sequence[Component | None]) -> Drawing:
    drawings: list[Drawing] = []
    for i, component in enumerate(spare):
        x, y = _FAR + i // _PER_STACK * (_CRATE + 0.6), GROUND - _CRATE * (1 + i % _PER_STACK)
        mark = place_art(emblem(component), 3, 3, 0.17) if component else place_art(question(0, 0), 3, 3, 0.7)
        box, *nails = load_drawing("crate")
        drawings.append(place_art((box, *mark, *nails), x, y))
    return tuple(box for drawing in drawings for box in drawing)


def _marks(component: Component, x: float, y: float, w: float) -> Drawing:
    """Return ticks from (x, y), `w` mm wide, and lights for dice under them: smaller for Regular Attack and Evasion."""
    change = component.attack
    pool = component.defend or (change and (change.add or change.replace)) or None
    count = min(pool.dice, 8) if pool else 0
    r = 0.5 if pool and pool.kind in ("regular", "evasion") else 0.68
    lights = tuple(Circle(x + (i + 0.5) * w / max(count, 3), y + 2.2, r, "accent", "blue", FINE) for i in range(count))
    return (*ticks(component.id, x, y, w, 1.1), *lights)
