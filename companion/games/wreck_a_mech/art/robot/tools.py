"""What an arm holds, by the words on its card: drawn from the wrist at (6, 0) to the right, larger with Attack."""

from collections.abc import Callable

from companion.games.wreck_a_mech.art.card_art import tool_of
from companion.games.wreck_a_mech.art.robot.shapes import (
    Drawing,
    block,
    curve,
    dark,
    dot,
    fine,
    hazard,
    plate,
    ring,
    star,
    words,
)
from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.boxes import Circle, Path
from companion.printing.faces.placing import placed


def _saw() -> Drawing:
    teeth = tuple(plate((7.4 + i * 1.7, s * 2.1), (8.2 + i * 1.7, s * 3.5), (9 + i * 1.7, s * 2.1), fill="accent") for i in range(4) for s in (-1, 1))
    return (*teeth, curve(("M", 6, -2.2), ("L", 13.4, -2.2), ("C", 15.8, -2, 15.8, 2, 13.4, 2.2), ("L", 6, 2.2), ("Z",), fill="paper"), fine(7, 0, 13.6, 0, width=0.4), dark((5.2, -2.8), (7, -2.8), (7, 2.8), (5.2, 2.8)))


def _cannon() -> Drawing:
    return (block(6, -2, 8, 4, 0.4, "paper"), dark((12.4, -2.8), (14.6, -3.2), (14.6, 3.2), (12.4, 2.8)), block(7, -2.6, 1.6, 5.2), block(4.4, -4.4, 4.6, 2.6, 0.8))


def _confetti() -> Drawing:
    bits = tuple(placed((block(-0.45, -0.45, 0.9, 0.9, 0, fill),), x, y, 1, x * 40)[0] for x, y, fill in _BITS)
    return (*bits, plate((6, -1.6), (11.6, -3.6), (11.6, 3.6), (6, 1.6), fill="paper"), dark((11, -4), (12.4, -4), (12.4, 4), (11, 4)), fine(8, -2.4, 8, 2.4, width=0.4))


_BITS = ((13.8, -2.6, "accent"), (14.6, 0.4, "paper"), (13.6, 2.8, "tint"), (16, -1.4, "accent"), (15.8, 2.2, "accent"), (16.8, -3.6, "paper"))


def _rack() -> Drawing:
    noses = tuple(
        curve(("M", 11.4, y - 0.9), ("C", 13.6, y - 1, 14.6, y - 0.4, 15, y), ("C", 14.6, y + 0.4, 13.6, y + 1, 11.4, y + 0.9), ("Z",), fill="accent", width=0.35)
        for y in (-2.5, 0, 2.5)
    )
    return (*noses, block(5.4, -4, 6.6, 8, 0.6), fine(5.4, -1.25, 12, -1.25), fine(5.4, 1.25, 12, 1.25), dark((5, -1.4), (6, -1.4), (6, 1.4), (5, 1.4)))


def _howitzer() -> Drawing:
    return (block(6, -2.8, 7, 5.6, 0.6, "paper"), dark((12, -3.6), (14.4, -4), (14.4, 4), (12, 3.6)), block(7, -3.5, 2, 7), curve(("M", 4, -2.6), ("C", 3.4, -6, 8.6, -6, 8.4, -2.8), ("Z",), fill="accent"))


def _laser() -> Drawing:
    rays = tuple(fine(14.8, y * 0.5, 18, y, "accent", 0.5) for y in (-2.4, 0, 2.4))
    return (*rays, plate((6, -1.8), (12.4, -1), (12.4, 1), (6, 1.8), fill="paper"), *(block(7 + i * 1.9, -2.6, 1, 5.2) for i in range(3)), Circle(13.4, 0, 1.4, "accent", "blue", 0.4))


def _spray() -> Drawing:
    drops = tuple(dot(x, y, 0.5, "accent") for x, y in ((15, -1.4), (15.6, 0.4), (15, 2), (17, -2.4), (17.4, -0.4), (17, 1.6)))
    return (*drops, block(5, -1.4, 5, 2.8, 0.4, "paper"), plate((10, -1), (13.8, -2.8), (13.8, 2.8), (10, 1)), block(4, 1.2, 6, 4.4, 2, "accent"), fine(5.6, 1.2, 5.6, 5.6), fine(8.4, 1.2, 8.4, 5.6))


def _flame() -> Drawing:
    fire = curve(("M", 12.6, -1.4), ("C", 15, -4.6, 16, -2, 18.6, -3), ("C", 17, -1, 17.4, 0.6, 19, 1.8), ("C", 16.4, 1.4, 15, 4, 12.6, 1.4), ("Z",), fill="accent")
    return (fire, block(6, -2.8, 6.8, 5.8, 1.8), *(fine(10.4, y, 12.8, y, width=0.4) for y in (-1.2, 0.4, 1.8)), dark((5.2, -2), (6.6, -2), (6.6, 2), (5.2, 2)))


def _claw() -> Drawing:
    return (
        curve(("M", 6.4, -0.6), ("C", 7, -6, 13, -6, 15.4, -1), ("C", 12.4, -3.4, 10, -2.4, 9, 0), ("Z",), fill="accent"),
        curve(("M", 6.4, 0.6), ("C", 7, 6, 13, 6, 15.4, 1), ("C", 12.4, 3.4, 10, 2.4, 9, 0), ("Z",), fill="paper"),
        ring(7.4, 0, 1.9),
        dot(7.4, 0, 0.7),
    )


def _hook() -> Drawing:
    hook = Path((("M", 6.6, 0), ("L", 11, 0), ("C", 16.6, 0, 16.4, 6.4, 12.4, 5.8), ("C", 11, 5.6, 10.6, 4.6, 10.8, 3.6)), None, "blue", 1.5)
    inside = Path((("M", 8.6, 0), ("L", 11, 0), ("C", 15.6, 0, 15.4, 5.4, 12.4, 4.9)), None, "paper", 0.4)
    return (hook, inside, ring(7, 0, 1.7, "accent"))


def _bucket() -> Drawing:
    teeth = tuple(plate((13.6, -2 + i * 2.4), (15.8, -1.6 + i * 2.4), (13.4, -0.6 + i * 2.4), fill="paper") for i in range(3))
    return (*teeth, curve(("M", 6.4, -3), ("L", 13, -3.6), ("C", 14.4, -1, 14.2, 2.6, 13.2, 5.6), ("C", 8.6, 6, 5.6, 2.4, 6.4, -3), ("Z",), fill="accent"), fine(8, -1, 12.6, 3.6, "paper", 0.4), ring(7, -1, 1.4))


def _crane() -> Drawing:
    jib = plate((6, -1.8), (16.4, -0.7), (16.4, 0.7), (6, 1.8), fill="paper")
    webs = tuple(fine(6.6 + i * 1.9, -1.6 if i % 2 else 1.6, 8.5 + i * 1.9, 1.4 if i % 2 else -1.4, width=0.35) for i in range(5))
    return (jib, *webs, fine(15.8, 0.6, 15.8, 4, width=0.4), block(13.8, 4, 4.2, 3, 0.5, "accent"), ring(15.2, 5.5, 0.9))


def _club() -> Drawing:
    return (plate((6, -0.8), (10, -1.2), (15, -2.2), (16.2, -1), (16.2, 1), (15, 2.2), (10, 1.2), (6, 0.8), fill="accent"), dark((5, -1.3), (7, -1.3), (7, 1.3), (5, 1.3)))


def _bat() -> Drawing:
    nails = tuple(fine(x, s * 1.4, x + 0.5, s * 3.6, width=0.5) for x in (11.4, 13, 14.6) for s in (-1, 1))
    return (*nails, *_club())


def _pole() -> Drawing:
    return (block(5, -0.6, 10, 1.2, 0.2, "paper"), curve(("M", 13.4, -1.6), ("C", 15, -3, 19.4, -2.4, 19.4, 0), ("C", 19.4, 2.4, 15, 3, 13.4, 1.6), ("Z",), fill="accent"), *(fine(x, -2, x, 2) for x in (15, 16.4, 17.8)))


def _mic() -> Drawing:
    grid = tuple(fine(11.6 + i * 1.4, -2.6, 11.6 + i * 1.4, 2.6, "paper", 0.3) for i in range(3))
    return (plate((5.4, -1), (10.4, -1.7), (10.4, 1.7), (5.4, 1), fill="paper"), Circle(13, 0, 3.3, "blue", "blue", 0.5), *grid, fine(10, -0.9, 16, -0.9, "paper", 0.3), fine(10, 0.9, 16, 0.9, "paper", 0.3), block(9.6, -2.1, 1.2, 4.2, 0.3, "accent"))


def _ball() -> Drawing:
    links = tuple(Circle(7 + i * 1.7, 0.25 * i, 0.85, None, "blue", 0.5) for i in range(4))
    return (*links, Circle(15.4, 1.2, 3.6, "accent", "blue", 0.5), Circle(14.2, 0, 0.9, "paper", None))


def _flail() -> Drawing:
    links = tuple(Circle(7 + i * 1.7, 0.25 * i, 0.85, None, "blue", 0.5) for i in range(4))
    return (*links, star(15.2, 1, 8, 4.2, 2.8), Circle(15.2, 1, 1.2, "paper", "blue", 0.3))


def _drill() -> Drawing:
    turns = tuple(fine(9.8 + i * 1.4, -2.2 + i * 0.55, 10.4 + i * 1.4, 2.2 - i * 0.55, "paper", 0.4) for i in range(4))
    return (plate((9, -2.9), (17, 0), (9, 2.9), fill="accent"), *turns, dark((6, -3.3), (9.4, -3.3), (9.4, 3.3), (6, 3.3)))


def _jackhammer() -> Drawing:
    return (plate((12, -0.8), (17, -0.3), (18, 0), (17, 0.3), (12, 0.8), fill="accent"), block(6, -2.2, 6.4, 4.4, 0.8, "paper"), *(fine(x, -2.2, x, 2.2, width=0.4) for x in (7.6, 9, 10.4)), dark((7, -4.4), (8.4, -4.4), (8.4, -2.2), (7, -2.2)))


def _driver() -> Drawing:
    return (dark((6, -1), (11, -1), (11, 1), (6, 1)), plate((11, -4.4), (14.6, -4), (14.6, 4), (11, 4.4), fill="accent"), *hazard(6.6, -2.4, 4, 1.3), *hazard(6.6, 1.1, 4, 1.3))


def _fist() -> Drawing:
    fingers = tuple(block(10.8, -3.2 + i * 2.1, 2.6, 2, 0.8, "paper") for i in range(3))
    return (*fingers, plate((6, -2.2), (8, -3.4), (11.2, -3.4), (11.2, 3.4), (8, 3.4), (6, 2.2), fill="accent"), block(8, 2, 4, 1.9, 0.8, "paper"), dot(8.6, -0.6, 0.8, "paper"))


_TOOLS: tuple[tuple[str, Callable[[], Drawing], float], ...] = (
    ("confetti", _confetti, -6), ("rocket", _rack, -30), ("howitzer", _howitzer, -22), ("laser", _laser, -20), ("sprayer", _spray, 6),
    ("extinguisher", _spray, 6), ("pyro", _flame, 10), ("saw", _saw, 4), ("cannon", _cannon, -6), ("gun", _cannon, 2),
    ("bucket", _bucket, 12), ("crane", _crane, -30), ("hook", _hook, 14), ("claw", _claw, 18), ("double", _claw, 18), ("bat", _bat, -44),
    ("pole", _pole, -46), ("mic", _mic, 8), ("flail", _flail, 22), ("ball", _ball, 26), ("jackhammer", _jackhammer, 30),
    ("driver", _driver, 22), ("take", _drill, 12), ("drill", _drill, 12), ("call", _club, -34),
)  # fmt: skip
"""Words in a name, the tool, and how far the forearm hangs down with it, in degrees."""
_OTHERS: dict[str, tuple[Callable[[], Drawing], float]] = {
    "saw": (_saw, 4), "gun": (_cannon, 0), "claw": (_claw, 18), "club": (_club, -34), "drill": (_drill, 12),
}  # fmt: skip


def tool(card: Part) -> tuple[Drawing, float]:
    """Return what an arm holds, larger with Attack, and the forearm's angle; a fist if its name suggests nothing."""
    said = words(card)
    draw, angle = next(((draw, angle) for word, draw, angle in _TOOLS if word in said), _OTHERS.get(tool_of(card), (_fist, 16)))
    scale = 0.8 + 0.045 * min(card.attack, 7)
    return placed(draw(), 6 - 6 * scale, 0, scale), angle
