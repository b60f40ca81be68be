"""A component draft as a mech: a chassis with a bay for each level, filled by what the category does there.

Level 1 is in the shins, 2 on the arms, 3 on the back, 4 in head and chest. Drawn about the chest in mm, feet at y = 23.
"""

from collections.abc import Callable, Mapping, Sequence

from companion.games.mecha_mettle.art import emblems
from companion.games.mecha_mettle.art.mech import arms, backs, chests, shins
from companion.games.mecha_mettle.model import Component
from companion.printing.faces.placing import placed
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, block, bolts, both, dark, joint, question

GROUND = 23.0
_CRATE = 6.0
_PER_STACK = 5
_FAR = 20.0
"""Where crates of spare components begin, in mm beside the mech."""

Bay = Callable[[Component | None], Drawing]
_BAYS: Mapping[int, Bay] = {1: shins.shins, 2: arms.arms, 3: backs.back, 4: chests.chest}


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
    back, legs, hands, chest = (_BAYS[level](first.get(level)) for level in (3, 1, 2, 4))
    return (*_crates(spare), *back, *legs, *_frame(seat), *hands, *chest)


def _frame(seat: int) -> Drawing:
    """Return waist, thighs and torso; stripes on the belt count the seat."""
    thigh = (
        dark((2, 6), (5, 6), (7.4, 13.4), (4.2, 13.4)),
        plate((2.2, 7.4), (5.8, 6.6), (7.4, 11.6), (4.4, 12.4), fill="paper"),
        *joint(5.9, 13.6, 1.8),
    )
    stripes = tuple(block(-0.5 + (i - (seat - 1) / 2) * 1.8, 4.9, 1, 2, "accent") for i in range(seat))
    return (
        *both(thigh),
        dark((-4, 1.6), (4, 1.6), (3.4, 6), (-3.4, 6)),
        plate((-5.4, 4.4), (5.4, 4.4), (4, 7.4), (1.4, 9.6), (-1.4, 9.6), (-4, 7.4)),
        *stripes,
        dark((-9.6, -6.4), (9.6, -6.4), (9.6, -3.6), (-9.6, -3.6)),
    )


def _crates(spare: Sequence[Component | None]) -> Drawing:
    made: list[Drawing] = []
    for i, component in enumerate(spare):
        x, y = _FAR + i // _PER_STACK * (_CRATE + 0.6), GROUND - _CRATE * (1 + i % _PER_STACK)
        picture = placed(emblems.emblem(component.category, component.level), x + 3, y + 3, 0.17) if component else ()
        mark = picture or placed(question(0, 0), x + 3, y + 3, 0.7)
        made.append(
            (
                block(x, y, _CRATE, _CRATE - 0.3, "paper", 0.6),
                *mark,
                *bolts((x + 0.8, y + 0.8), (x + 5.2, y + 0.8), r=0.3),
            )
        )
    return tuple(box for drawing in made for box in drawing)
