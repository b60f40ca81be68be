"""Drawings of a spec's mech at each level: a hull, and a part on it for the module of each slot up to the level."""

from collections import Counter
from functools import lru_cache

from companion.base.wording import join_words, plural
from companion.gamekit.contract import Context
from companion.games.mechalyte.art.hulls import STANCES, body, head, legs, shape_hull
from companion.games.mechalyte.art.modules import MODULES
from companion.games.mechalyte.model import LEVELS, SLOTS, Spec
from companion.games.mechalyte.rules.levels import Ratings, module_scale, table
from companion.printing.faces.boxes import Box, Group
from companion.printing.faces.plates import Boxes, plate, rod, stand_figure, turn_point
from companion.printing.faces.portraits import Figure

BASES = {"die": 16.0, "coin": 25.0}
"""By ruling, the diameter of a figure's base in mm: a mech is a die, for which the figure stands."""
_WORDS = {
    "P": ("gun", "guns"),
    "S": ("shield", "shields"),
    "M": ("drive", "drives"),
    "I": ("aerial", "aerials"),
    "A": ("armor plate", "armor plates"),
}


@lru_cache(maxsize=128)
def figure(letters: str, family: str = "") -> Boxes:
    """Return the drawing of a mech with these modules, one letter a level, in a figure's field; empty without letters.

    `family` is the letter that shapes its hull; the default is the first of `letters`.
    """
    level = min(len(letters), LEVELS[-1])
    if not level:
        return ()
    fitted = Counter(letters[:level])
    hull = shape_hull(level, fitted["M"])
    family = family or letters[0]
    behind: list[Box] = []
    before: list[Box] = []
    so_far = Counter[str]()
    for slot, letter in enumerate(letters[:level], 1):
        back, front = MODULES[letter](hull, so_far[letter], slot)
        behind += back
        before += front
        so_far[letter] += 1
    pairs = 1 + (fitted["M"] > 1) + (fitted["M"] > 3)
    upper = (*_own_gun(hull.half, hull.low), *head(hull, family, level, 1 + fitted["I"]), *body(hull, family, level))
    return stand_figure(
        (
            _lean_forward(tuple(behind), family, hull.low),
            *legs(hull, family, level, pairs, fitted["M"] > 0),
            _lean_forward((*upper, *before), family, hull.low),
        )
    )


def _lean_forward(boxes: Boxes, family: str, low: float) -> Group:
    """Return the boxes turned forward around the hips."""
    lean = STANCES[family].lean
    across, down = turn_point((0, low), lean)
    return Group(boxes, -across, low - down, lean)


def _own_gun(half: float, low: float) -> Boxes:
    """Return the gun that every mech has: its base attack die."""
    return (
        rod((half * 0.4, low - 1.2), (half + 3.6, low - 0.4), 1.1, "paper"),
        plate(
            (half + 2.8, low - 1.2),
            (half + 4.6, low - 1.1),
            (half + 4.6, low + 0.5),
            (half + 2.8, low + 0.4),
            fill="blue",
        ),
    )


def figures(build: Spec, context: Context) -> tuple[Figure, ...]:
    """Return a figure for each level that a spec describes; an unfinished one describes fewer than six."""
    spec = build.spec[:SLOTS]
    base = BASES[context.rulings["standee-base"]]
    return tuple(
        Figure(str(row.level), f"Level {row.level}", figure(row.modules, spec[0]), _describe(row), base)
        for row in table(spec, module_scale(context.catalogue))
    )


def _describe(row: Ratings) -> str:
    parts = [plural(row.modules.count(letter), *_WORDS[letter]) for letter in dict.fromkeys(row.modules)]
    return f"Level {row.level}: a mech with {join_words(parts)}."
