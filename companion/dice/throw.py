"""Dice, throws and their faces, as values: nothing here is random."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb
from threading import RLock
from typing import Literal

from cachetools import LRUCache, cached

from companion.base.compat import cached_property
from companion.base.findings import InputError, InvalidInput
from companion.base.wording import plural

Faces = tuple[int, ...]
"""The number of dice of a throw in each of its classes, in the order of the classes."""
Ways = tuple[tuple[Faces, int], ...]
"""All results of a throw, each with its integer weight."""


@dataclass(frozen=True, slots=True)
class Die:
    """A fair die: its name and the faces it can show."""

    name: str
    faces: tuple[int, ...]
    words: tuple[str, ...] = ()
    """What stands on each face in place of its number; empty for dice with numbers."""

    @classmethod
    def of(cls, sides: int) -> "Die":
        """Return the die numbered from 1 to `sides`."""
        return cls(f"d{sides}", tuple(range(1, sides + 1)))

    @property
    def zero(self) -> str:
        """What a real die shows for its highest face: `0` on a d10, `00` on a d%; empty on all others.

        A die without the faces that are thrown again, `d10 (not 1)`, is the same real die.
        """
        highest, shown = _ZEROS.get(self.name.partition(" ")[0], (0, ""))
        return shown if 0 not in self.faces and max(self.faces) == highest else ""

    @property
    def has_one_digit(self) -> bool:
        """Whether each face can be typed as one digit."""
        return self.zero == "0" or all(0 <= face <= 9 for face in self.faces)

    def read(self, shown: int) -> int:
        """Return the face for a number that a real die shows; it may be none of this die."""
        return max(self.faces) if self.zero and shown == 0 else shown


_ZEROS = {"d10": (10, "0"), "d100": (100, "00"), "d%": (100, "00")}
"""Dice that show zeros for their highest face, by name: that face, and what they show."""


D6 = Die.of(6)
D10 = Die.of(10)


Tells = Literal["", "miss", "again", "hit", "critical", "dropped", "replaced"]
"""The label of one die: empty, or whether it counts.

`again` is a miss that is thrown again, `replaced` any other die in whose place another one was thrown.
"""


@dataclass(frozen=True, slots=True)
class FaceClass:
    """Faces that a rule treats alike: *miss*, *hit*, *critical*.

    `tells` labels such a die for the player who throws it, so that the mark on it agrees with the target number of the
    throw: an evade die of 7 or more is a hit. It is empty if the rule has no target number. It is only for pictures of
    dice: the resolver decides the effect of a die.
    """

    name: str
    faces: frozenset[int]
    tells: Tells = ""


@dataclass(frozen=True)
class Throw:
    """Dice that a resolver asks for: their number, the die, the reason in the player's words, and classes of faces.

    Each face of the die is in exactly one class. `by` is the number of the side that throws, or that chooses: 0 for
    `a`, the attacker or a single roller, 1 for `b`, the defender; if several players roll, their place. None for dice
    without a rule of a game.
    """

    why: str
    count: int
    die: Die
    classes: tuple[FaceClass, ...]
    by: int | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        """Raise ValueError for classes that leave a face out or have one twice."""
        class_faces = sorted(face for c in self.classes for face in c.faces)
        if class_faces != sorted(set(self.die.faces)):
            raise ValueError(f"the classes of {self.why!r} do not share out the faces of {self.die.name}")

    @property
    def dice(self) -> str:
        """Return the dice as players write them: `3d6`."""
        return f"{self.count}{self.die.name}"

    def read(self, shown: Sequence[int]) -> tuple[int, ...]:
        """Return the faces of dice as a table sees them: 0 on a d10 is ten, 00 on a d% a hundred."""
        return tuple(map(self.die.read, shown))

    def sort(self, faces: Sequence[int], where: str = "faces") -> Faces:
        """Return the number of faces in each class; dice from a table are `read` first.

        Raises InvalidInput for too few or too many dice, or for a face that the die does not have.
        """
        if len(faces) != self.count:
            found = plural(len(faces), "die", "dice")
            raise InvalidInput(InputError(where, found, f"{self.dice} ({self.why})"))
        bad_faces = [face for face in faces if face not in self.die.faces]
        if bad_faces:
            low, high = min(self.die.faces), max(self.die.faces)
            zero = f" (or {self.die.zero} for {high})" if self.die.zero else ""
            expected = f"a face of {self.die.name}, {low} to {high}{zero}"
            raise InvalidInput(InputError(where, str(bad_faces[0]), expected))
        return tuple(sum(face in c.faces for face in faces) for c in self.classes)

    def label_faces(self, faces: Sequence[int]) -> tuple[Tells, ...]:
        """Return the label of each face, in order."""
        tells = {face: c.tells for c in self.classes for face in c.faces}
        return tuple(tells[face] for face in faces)

    def ways(self) -> Ways:
        """Return all results by class with their integer weights, whose sum is faces ** count.

        There may be millions: `steps` is their number.
        """
        make = _few_ways if self.steps <= FEW_WAYS else _ways
        return make(self.count, self._sizes)

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        return tuple(len(c.faces) for c in self.classes)

    @cached_property
    def steps(self) -> int:
        """The number of `ways`, without computing them."""
        classes = sum(1 for size in self._sizes if size)
        return comb(self.count + classes - 1, self.count) if classes else int(not self.count)

    @cached_property
    def total(self) -> int:
        """The sum of the weights of `ways`."""
        return int(len(self.die.faces) ** self.count)


@dataclass(frozen=True, init=False)
class Choice(Throw):
    """A question to the player, asked like a throw: its one die shows the number of the answer, from 1.

    Rolls by the app and exact odds take the default answer, at the index `usual`, by the resolver's stated policy.
    `notes` are about each answer, such as its odds; there are none or one for each.
    """

    usual: int
    notes: tuple[str, ...]

    def __init__(
        self,
        why: str,
        answers: Sequence[str] = ("no", "yes"),
        usual: int = 0,
        notes: Sequence[str] = (),
        by: int | None = None,
    ) -> None:
        """Make a question from its text, with at least one answer."""
        classes = tuple(FaceClass(answer, frozenset({n})) for n, answer in enumerate(answers, 1))
        super().__init__(why, 1, Die.of(len(answers)), classes, by=by)
        object.__setattr__(self, "usual", range(len(answers))[usual])
        object.__setattr__(self, "notes", tuple(notes))

    @property
    def answers(self) -> tuple[str, ...]:
        """Return the answers in order."""
        return tuple(c.name for c in self.classes)

    @property
    def dice(self) -> str:
        """Return the answers with their numbers: `1 no, 2 yes`."""
        return ", ".join(f"{n} {answer}" for n, answer in enumerate(self.answers, 1))

    def read(self, shown: Sequence[int]) -> tuple[int, ...]:
        """Return the answer as it is: 0 is none of ten answers."""
        return tuple(shown)

    def sort(self, faces: Sequence[int], where: str = "faces") -> Faces:
        """Return the answer as one die in its class; InvalidInput for anything but the number of one answer."""
        if len(faces) != 1 or faces[0] not in self.die.faces:
            found = " ".join(map(str, faces)) or "nothing"
            raise InvalidInput(InputError(where, found, f"one answer to {self.why!r}: {self.dice}"))
        return super().sort(faces, where)

    def ways(self) -> Ways:
        """Return only the default answer, taken when the player is not asked."""
        return ((tuple(int(n == self.usual) for n in range(len(self.classes))), 1),)

    @cached_property
    def steps(self) -> int:
        """1, for the default answer."""
        return 1

    @cached_property
    def total(self) -> int:
        """1, because a choice is not random."""
        return 1


def succeeding(
    why: str,
    count: int,
    low: int,
    die: Die = D6,
    names: tuple[str, str] = ("miss", "success"),
    by: int | None = None,
) -> Throw:
    """Return a throw whose dice succeed from the face `low` up; its faces are (misses, successes)."""
    miss = frozenset(face for face in die.faces if face < low)
    success = FaceClass(names[1], frozenset(die.faces) - miss, "hit")
    return Throw(why, count, die, (FaceClass(names[0], miss, "miss"), success), by=by)


def graded(why: str, count: int, die: Die, *grades: tuple[str, int, Tells], by: int | None = None) -> Throw:
    """Return a throw with classes by height; its faces count the dice of each grade, lowest first.

    A grade is a class's name, its lowest face and its label. It ends below the next one, and has no faces if that does
    not begin higher. The first grade begins at the die's lowest face.
    """
    lows = [min(die.faces), *(low for _, low, _ in grades[1:]), max(die.faces) + 1]
    classes = tuple(
        FaceClass(name, frozenset(face for face in die.faces if lows[index] <= face < lows[index + 1]), tells)
        for index, (name, _, tells) in enumerate(grades)
    )
    return Throw(why, count, die, classes, by=by)


@lru_cache(maxsize=1024)
def numbered_throw(
    why: str, die: Die, count: int = 1, succeeds: frozenset[int] | None = None, by: int | None = None
) -> Throw:
    """Return a throw in which every face is a class of its own; read it with `values`.

    `succeeds` are the faces that reach the target number, if the rule has one.
    """

    def tells(face: int) -> Tells:
        return "" if succeeds is None else "hit" if face in succeeds else "miss"

    classes = tuple(FaceClass(str(face), frozenset({face}), tells(face)) for face in die.faces)
    return Throw(why, count, die, classes, by=by)


def values(throw: Throw, faces: Faces) -> tuple[int, ...]:
    """Return the faces of a `numbered_throw`, lowest first."""
    return tuple(face for face, n in zip(throw.die.faces, faces, strict=True) for _ in range(n))


MOST_WAYS = 2_000_000
"""The most ways in the cache, over all throws."""
FEW_WAYS = 100
"""The most ways of a throw that is in the smaller, quicker cache too."""


@cached(LRUCache(MOST_WAYS, len), lock=RLock())
def _ways(count: int, sizes: tuple[int, ...]) -> Ways:
    """Return the multinomial weights of `count` dice over classes of the given sizes; empty classes stay empty."""
    if len(sizes) == 1:
        return (((count,), sizes[0] ** count),) if sizes[0] or not count else ()
    first, rest = sizes[0], sizes[1:]
    weighted = []
    for n in range(count + 1 if first else 1):
        weight = comb(count, n) * first**n
        weighted += [((n, *faces), weight * w) for faces, w in _ways(count - n, rest)]
    return tuple(weighted)


_few_ways = lru_cache(maxsize=4096)(_ways)
