"""Tools that arms hold, by the words on a card: larger with Attack, drawn from the wrist at (6, 0) to the right."""

from companion.games.wreck_a_mech.art.robot.shapes import load_drawing, words
from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.placing import place_art
from companion.printing.faces.strokes import Drawing

_TOOLS = (
    ("confetti", "confetti", -6),
    ("rocket", "rack", -30),
    ("howitzer", "howitzer", -22),
    ("laser", "laser", -20),
    ("sprayer", "spray", 6),
    ("extinguisher", "spray", 6),
    ("pyro", "flame", 10),
    ("saw", "saw", 4),
    ("cannon", "cannon", -6),
    ("gun", "cannon", 2),
    ("bucket", "bucket", 12),
    ("crane", "crane", -30),
    ("hook", "hook", 14),
    ("claw", "claw", 18),
    ("double", "claw", 18),
    ("bat", "bat", -44),
    ("pole", "pole", -46),
    ("mic", "mic", 8),
    ("flail", "flail", 22),
    ("ball", "ball", 26),
    ("jackhammer", "jackhammer", 30),
    ("driver", "driver", 22),
    ("take", "drill", 12),
    ("drill", "drill", 12),
    ("call", "club", -34),
    ("choir", "saw", 4),
)
"""Words in a name, the drawing of the tool, and how far the forearm hangs down with it, in degrees."""


def tool(card: Part) -> tuple[Drawing, float]:
    """Return the tool of an arm and the forearm's angle; a fist if no word on the card suggests a tool."""
    matches = ((name, angle) for word, name, angle in _TOOLS if word in words(card))
    name, angle = next(matches, ("fist", 16))
    scale = 0.8 + 0.045 * min(card.attack, 7)
    return place_art(load_drawing(f"tools/{name}"), 6 - 6 * scale, 0, scale), angle
