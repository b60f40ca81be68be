"""The diagrams of MechaStellar's rules: ranges of a weapon, and the number that evades a shot."""

from collections.abc import Iterator

from companion.dice.throw import D10
from companion.gamekit.contract import Context
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.resolver.shooting import evade_throw
from companion.games.mechastellar.rules.play import rapid_fire
from companion.printing.faces.boxes import Box, Ink, Line, Rect
from companion.printing.faces.diagrams import WIDE, Diagram, arrow, diagram, label

_BAR = 6.0
_FILLS: dict[str, Ink] = {"critical": "accent", "hit": "tint", "evaded": "paper"}
_WORDS = {"critical": "critical: 2 hits", "hit": "1 hit", "evaded": "evaded"}
_ACCURACY, _EVADE = 8, 2
"""Shooting Accuracy and Evade of the drawn attack."""


def diagrams(context: Context) -> tuple[Diagram, ...]:
    """Return the diagrams, with a weapon of the cards in play."""
    weapons = [weapon for profile in context.catalogue.all(Profile) for weapon in profile.weapons]
    weapon = next((one for one in weapons if one.inches > 0 and one.close_range.startswith("RF")), None)
    needed = _ACCURACY - _EVADE
    ranged = (
        diagram(
            "range",
            f"{weapon.name}, range {weapon.inches} inches, from centre to centre: up to {weapon.inches // 2} inches "
            f"its Close Range, here {weapon.close_range}, counts; beyond {weapon.inches} inches it cannot shoot.",
            19,
            *_ranges(weapon.inches, next(d for d in range(weapon.inches, -1, -1) if rapid_fire(weapon, d))),
        )
        for weapon in [weapon]
        if weapon
    )
    return (
        *ranged,
        diagram(
            "shooting",
            f"The evade number is the attacker’s Shooting (its Accuracy) less the target’s Evade. Shooting {_ACCURACY} "
            f"against Evade {_EVADE}: the target needs {needed} or more on each die. What each number of a d10 does:",
            17,
            *_evade(needed),
        ),
    )


def _ranges(most: int, close: int) -> Iterator[Box]:
    unit = (WIDE - 8) / most
    yield Rect(0, 5, close * unit, _BAR, 0, "tint", "blue", 0.4)
    yield label(0, 6.2, close * unit, "Close Range", 8.5, "semibold")
    yield Rect(close * unit, 5, (most - close) * unit, _BAR, 0, "paper", "blue", 0.4)
    yield label(close * unit, 6.2, (most - close) * unit, "range", 8.5, "semibold")
    for inches in (0, close, most):
        x = inches * unit
        yield Line(x, 4, x, 12.2, 0.4, "ink")
        yield label(max(0, x - 5), 12.8, 10, f"{inches}″", 8.5, "bold", "left" if not inches else "centre")
    yield label(0, 0, 20, "shooter", 8, ink="soft", align="left")
    yield from arrow((13, 1.8), (most * unit, 1.8), "soft", 0.4)


def _evade(needed: int) -> Iterator[Box]:
    """Yield the ten numbers of a die, each by what it does when that number evades."""
    throw = evade_throw("", 1, needed, False)
    pitch = WIDE / len(D10.faces)
    classes = {face: one.name for one in throw.classes for face in one.faces}
    for place, face in enumerate(D10.faces):
        name = classes[face]
        yield Rect(place * pitch + 0.2, 0, pitch - 0.4, _BAR, 0.8, _FILLS[name], "ink", 0.35)
        ink: Ink = "paper" if name == "critical" else "ink"
        yield label(place * pitch, 1.2, pitch, str(face), 10, "bold", ink=ink)
    for row, (name, words) in enumerate(_WORDS.items()):
        faces = [face for face in D10.faces if classes[face] == name]
        if not faces:
            continue
        left, right = D10.faces.index(faces[0]) * pitch, (D10.faces.index(faces[-1]) + 1) * pitch
        yield Line(left + 0.4, _BAR + 1, right - 0.4, _BAR + 1, 0.5, "ink")
        top = _BAR + 1.8 + (4 if row == 1 else 0)
        yield label(max(0, (left + right) / 2 - 14), top, 28, words, 8, "semibold", "left" if not row else "centre")
