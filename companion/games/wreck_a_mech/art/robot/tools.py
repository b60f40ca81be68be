"""What an arm holds, by the words on its card: larger with Attack, drawn from the wrist at (6, 0) to the right."""

from collections.abc import Callable

from companion.games.wreck_a_mech.art.robot import shooting_tools, striking_tools
from companion.games.wreck_a_mech.art.robot.shapes import words
from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.placing import placed
from companion.printing.faces.strokes import Drawing

_TOOLS: tuple[tuple[str, Callable[[], Drawing], float], ...] = (
    ("confetti", shooting_tools.confetti, -6),
    ("rocket", shooting_tools.rack, -30),
    ("howitzer", shooting_tools.howitzer, -22),
    ("laser", shooting_tools.laser, -20),
    ("sprayer", shooting_tools.spray, 6),
    ("extinguisher", shooting_tools.spray, 6),
    ("pyro", shooting_tools.flame, 10),
    ("saw", striking_tools.saw, 4),
    ("cannon", shooting_tools.cannon, -6),
    ("gun", shooting_tools.cannon, 2),
    ("bucket", striking_tools.bucket, 12),
    ("crane", striking_tools.crane, -30),
    ("hook", striking_tools.hook, 14),
    ("claw", striking_tools.claw, 18),
    ("double", striking_tools.claw, 18),
    ("bat", striking_tools.bat, -44),
    ("pole", striking_tools.pole, -46),
    ("mic", striking_tools.mic, 8),
    ("flail", striking_tools.flail, 22),
    ("ball", striking_tools.ball, 26),
    ("jackhammer", striking_tools.jackhammer, 30),
    ("driver", striking_tools.driver, 22),
    ("take", striking_tools.drill, 12),
    ("drill", striking_tools.drill, 12),
    ("call", striking_tools.club, -34),
    ("choir", striking_tools.saw, 4),
)
"""Words in a name, the tool, and how far the forearm hangs down with it, in degrees."""


def tool(card: Part) -> tuple[Drawing, float]:
    """Return what an arm holds, larger with Attack, and the forearm's angle; a fist if its name suggests nothing."""
    said = words(card)
    named = ((draw, angle) for word, draw, angle in _TOOLS if word in said)
    draw, angle = next(named, (striking_tools.fist, 16))
    scale = 0.8 + 0.045 * min(card.attack, 7)
    return placed(draw(), 6 - 6 * scale, 0, scale), angle
