"""Dice as a page draws them: the shape of each die, its face, and a mark and a word for its meaning.

The meaning of a face (`Tells`: a hit, a miss) comes from the throw; nothing here decides it.
"""

from dataclasses import dataclass
from typing import Literal

from companion.dice.resolver import Thrown
from companion.dice.throw import Die, Tells

Shape = Literal["d4", "d6", "d8", "d10", "d12", "d20", "other"]
_SHAPES: dict[str, Shape] = {"d4": "d4", "d6": "d6", "d8": "d8", "d10": "d10", "d12": "d12", "d20": "d20"}
MOST_DRAWN = 150
"""Dice of a throw that are drawn; the faces of the others are listed."""
_PIPS = {1: "m", 2: "ai", 3: "ami", 4: "acgi", 5: "acmgi", 6: "acdfgi"}
_PLACES = {"a": (12, 12), "c": (28, 12), "d": (12, 20), "m": (20, 20), "f": (28, 20), "g": (12, 28), "i": (28, 28)}
WORDS: dict[Tells, str] = {
    "": "",
    "miss": "miss",
    "again": "miss, thrown again",
    "hit": "success",
    "critical": "critical",
    "dropped": "dropped",
}
_FATE = {-1: "−", 0: "", 1: "+"}


@dataclass(frozen=True)
class DrawnDie:
    """One die: its shape, the text or the pips on it (x and y on a square of 40), its meaning, and its words."""

    shape: Shape
    text: str
    pips: tuple[tuple[int, int], ...]
    tells: Tells
    words: str

    @property
    def size(self) -> str:
        """Return the size of its text: longer numbers are written smaller."""
        return "long" if len(self.text) > 3 else "middle" if len(self.text) == 3 else "short"


@dataclass(frozen=True)
class DrawnThrow:
    """The drawn dice of a throw, and the faces of the rest if there are too many to draw."""

    dice: tuple[DrawnDie, ...]
    rest: tuple[int, ...] = ()


@dataclass(frozen=True)
class DiceCount:
    """The number of dice of a throw in one class of faces, such as hits."""

    count: int
    words: str
    tells: Tells


def draw_throw(thrown: Thrown) -> DrawnThrow:
    """Return the dice of a throw in the order they were read."""
    tells = thrown.throw.label_faces(thrown.faces)
    drawn = thrown.faces[:MOST_DRAWN]
    dice = tuple(_draw_die(thrown.throw.die, face, meaning) for face, meaning in zip(drawn, tells, strict=False))
    return DrawnThrow(dice, thrown.faces[MOST_DRAWN:])


def _draw_die(die: Die, face: int, tells: Tells) -> DrawnDie:
    shape = _SHAPES.get(die.name.partition(" ")[0], "other")
    words = ", ".join(filter(None, (str(face), WORDS[tells])))
    if shape == "d6":
        return DrawnDie(shape, "", tuple(_PLACES[place] for place in _PIPS[face]), tells, words)
    text = _FATE[face] if die.name == "dF" else str(face)
    return DrawnDie(shape, text, (), tells, words)


def count_classes(thrown: Thrown) -> tuple[DiceCount, ...]:
    """Return the number of dice in each class, the best class first; empty if no class has a meaning."""
    if not thrown.faces:
        return ()
    counts: dict[tuple[str, Tells], int] = {}
    names = {face: c.name for c in thrown.throw.classes for face in c.faces}
    for face, tells in zip(thrown.faces, thrown.throw.label_faces(thrown.faces), strict=True):
        if tells:
            name = WORDS[tells] if tells == "dropped" or names[face] == str(face) else names[face]
            counts[name, tells] = counts.get((name, tells), 0) + 1
    order: tuple[Tells, ...] = ("critical", "hit", "miss", "again", "dropped")
    classes = [DiceCount(count, name, tells) for (name, tells), count in counts.items()]
    return tuple(sorted(classes, key=lambda one: order.index(one.tells)))
