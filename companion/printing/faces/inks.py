"""The colour of each ink: for a game's accent, in full colour, ink saver or grey."""

from typing import Literal

from companion.printing.faces.boxes import Ink

InkMode = Literal["full", "saver", "grey"]
"""How a job uses ink: in full colour, in lines alone (ink saver: `sheets.line_art`), or without hue."""

_FULL = {
    "ink": "#14181f",
    "soft": "#4a5464",
    "faint": "#9aa5b4",
    "wash": "#eef2f8",
    "paper": "#ffffff",
    "blue": "#1f3f77",
}
_GREY = {
    "ink": "#000000",
    "soft": "#444444",
    "faint": "#999999",
    "wash": "#f0f0f0",
    "paper": "#ffffff",
    "blue": "#333333",
}
_SAVER = {
    "ink": "#000000",
    "soft": "#505050",
    "faint": "#aaaaaa",
    "wash": "#ffffff",
    "paper": "#ffffff",
    "blue": "#000000",
}


def palette(accent: str, mode: InkMode) -> dict[Ink, str]:
    """Return the colour of each ink as `#rrggbb`; ink saver keeps the ground white, grey keeps no hue."""
    r, g, b = (int(accent[i : i + 2], 16) for i in (1, 3, 5))
    light = round(0.299 * r + 0.587 * g + 0.114 * b)
    if mode == "full":
        tint = f"#{_pale(r):02x}{_pale(g):02x}{_pale(b):02x}"
        named = {**_FULL, "accent": accent, "tint": tint}
    elif mode == "grey":
        named = {**_GREY, "accent": f"#{light:02x}{light:02x}{light:02x}", "tint": "#e8e8e8"}
    else:
        named = {**_SAVER, "accent": "#000000", "tint": "#ffffff"}
    return named  # type: ignore[return-value]


def _pale(value: int) -> int:
    return round(255 - (255 - value) * 0.14)
