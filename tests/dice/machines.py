"""Small resolvers that Hypothesis makes up, and an independent count of everything they can do."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from companion.dice.throw import Die, FaceClass, Throw


@dataclass(frozen=True)
class Machine:
    """A resolver made up of steps; where it goes next depends on how the dice fall, by made-up numbers.

    A state is (step, tally). Steps only go up, so that it ends; some skip steps, so that ends come at many depths.
    """

    throws: tuple[Throw, ...]
    skips: tuple[tuple[int, ...], ...]
    worths: tuple[tuple[int, ...], ...]
    merge: int

    def start(self):
        return (0, 0)

    def ask(self, state):
        return self.throws[state[0]] if state[0] < len(self.throws) else None

    def take(self, state, faces):
        step, tally = state
        skip = sum(n * s for n, s in zip(faces, self.skips[step], strict=True)) % 3
        gained = sum(n * w for n, w in zip(faces, self.worths[step], strict=True))
        return (min(step + 1 + skip, len(self.throws)), tally + gained)

    def outcome(self, state):
        return {"tally": state[1] % self.merge, "odd": bool(state[1] % 2), "trail": [state[1] % 2]}


@st.composite
def machines(draw):
    """Draw a machine of one to three steps, each of up to three dice with up to four faces."""
    throws, skips, worths = [], [], []
    for number in range(draw(st.integers(1, 3))):
        faces = draw(st.lists(st.integers(-2, 6), min_size=1, max_size=4, unique=True))
        among = [draw(st.integers(0, 2)) for _ in faces]
        classes = tuple(
            FaceClass(str(c), frozenset(f for f, a in zip(faces, among, strict=True) if a == c)) for c in range(3)
        )
        throws.append(Throw(f"step {number}", draw(st.integers(0, 3)), Die("die", tuple(faces)), classes))
        skips.append(tuple(draw(st.integers(0, 2)) for _ in classes))
        worths.append(tuple(draw(st.integers(-2, 3)) for _ in classes))
    return Machine(tuple(throws), tuple(skips), tuple(worths), draw(st.integers(1, 5)))


def brute(machine, state=None, chance=Fraction(1)):
    """Return the chance of every outcome, face by face: no classes' weights, no merged states."""
    state = machine.start() if state is None else state
    throw = machine.ask(state)
    if throw is None:
        return {flat(machine.outcome(state)): chance}
    found = {}
    falls = list(product(throw.die.faces, repeat=throw.count))
    for fall in falls:
        counts = tuple(len([face for face in fall if face in c.faces]) for c in throw.classes)
        for outcome, part in brute(machine, machine.take(state, counts), chance / len(falls)).items():
            found[outcome] = found.get(outcome, 0) + part
    return found


def flat(outcome):
    """Return an outcome as something that hashes."""
    return repr(sorted(outcome.items()))
