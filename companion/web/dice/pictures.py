"""Dice as a page draws them: the shape of each die, its face, and a mark and a word for its meaning.

The meaning of a face (`Tells`: a hit, a miss) comes from the throw; nothing here decides it.
"""

from dataclasses import dataclass
from typing import Literal

from companion.dice.resolver import Thrown
from companion.dice.throw import Die, Tells, Throw

Shape = Literal["d4", "d6", "d8", "d10", "d12", "d20", "word", "other"]
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
    "replaced": "thrown again",
}
_FATE = {-1: "−", 0: "", 1: "+"}


@dataclass(frozen=True)
class DrawnDie:
    """One die: its shape, the text or the pips on it (x and y on a square of 40), its meaning, and its words.

    A die with a word on it has the shape `word`, as wide as its text.
    """

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
    rest: tuple[str, ...] = ()


@dataclass(frozen=True)
class DiceCount:
    """The number of dice of a throw in one class of faces, such as hits."""

    count: int
    words: str
    tells: Tells


def draw_throw(thrown: Thrown) -> DrawnThrow:
    """Return the dice of a throw in the order they were read."""
    die, drawn = thrown.throw.die, thrown.faces[:MOST_DRAWN]
    dice = tuple(_draw_die(die, face, meaning) for face, meaning in zip(drawn, thrown.labels, strict=False))
    return DrawnThrow(dice, tuple(_face_text(die, face) for face in thrown.faces[MOST_DRAWN:]))


@dataclass(frozen=True)
class PadKey:
    """A key of the pad for dice from the table: what it says, and the face that it types."""

    label: str
    face: int


MOST_KEYS = 36
"""The most keys of a pad."""
_ON_KEYS = {-1: "−", 0: "blank", 1: "+"}


def pad_keys(throw: Throw) -> tuple[PadKey, ...]:
    """Return a key for each face of a throw's die, in order; none where there are too many."""
    faces = sorted(set(throw.die.faces))
    if len(faces) > MOST_KEYS:
        return ()
    if throw.die.words:
        first_faces = {word: face for face, word in reversed([*zip(throw.die.faces, throw.die.words, strict=True)])}
        return tuple(PadKey(word, first_faces[word]) for word in dict.fromkeys(throw.die.words))
    on_keys = _ON_KEYS if throw.die.name == "dF" else {}
    return tuple(PadKey(on_keys.get(face, str(face)), face) for face in faces)


def _face_text(die: Die, face: int) -> str:
    if die.words:
        return die.words[die.faces.index(face)]
    return _FATE[face] if die.name == "dF" else str(face)


def _draw_die(die: Die, face: int, tells: Tells) -> DrawnDie:
    if die.words:
        return DrawnDie("word", _face_text(die, face), (), tells, "")
    shape = _SHAPES.get(die.name.partition(" ")[0], "other")
    words = ", ".join(filter(None, (str(face), WORDS[tells])))
    if shape == "d6":
        return DrawnDie(shape, "", tuple(_PLACES[place] for place in _PIPS[face]), tells, words)
    return DrawnDie(shape, _face_text(die, face), (), tells, words)


def count_classes(thrown: Thrown) -> tuple[DiceCount, ...]:
    """Return the number of dice in each class, the best class first; empty if no class has a meaning."""
    if not thrown.faces:
        return ()
    counts: dict[tuple[str, Tells], int] = {}
    # A class names its faces unless another throw decided about the die.
    names = {(face, c.tells): c.name for c in thrown.throw.classes for face in c.faces if c.name != str(face)}
    for face, tells in zip(thrown.faces, thrown.labels, strict=True):
        if tells:
            name = names.get((face, tells), WORDS[tells])
            counts[name, tells] = counts.get((name, tells), 0) + 1
    order: tuple[Tells, ...] = ("critical", "hit", "miss", "again", "replaced", "dropped")
    classes = [DiceCount(count, name, tells) for (name, tells), count in counts.items()]
    return tuple(sorted(classes, key=lambda one: order.index(one.tells)))
