"""The colour of each ink, for a game's accent and an ink mode: full colour, ink saver or grey."""

from typing import Literal

from companion.printing.faces.boxes import Hue, Ink

InkMode = Literal["full", "saver", "grey"]
"""Full colour, lines instead of solid areas (`sheets.line_art`), or shades of grey."""

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


_TINT = 0.14
"""The share of a colour in its light ground; the rest is white."""
_GROUND = " ground"
"""Marks a chosen colour that fills a shape: in ink saver grounds are white, and all else is black."""


def line_colour(colour: str) -> Hue:
    """Return a chosen colour `#rrggbb` for lines, letters and marks: black in ink saver."""
    return Hue(colour)


def ground_colour(colour: str) -> Hue:
    """Return a chosen colour `#rrggbb` for the ground of a shape: white in ink saver."""
    return Hue(colour + _GROUND)


def is_ground(ink: Ink) -> bool:
    """Return whether an ink is a light ground; in ink saver only its outline is printed."""
    return ink == "tint" or ink.endswith(_GROUND)


class Palette(dict[Ink, str]):
    """The colour of each ink as `#rrggbb`; colours that a player chose are converted when first looked up."""

    def __init__(self, named: dict[Ink, str], mode: InkMode) -> None:
        """Take the colours of the named inks."""
        super().__init__(named)
        self.mode = mode

    def __missing__(self, ink: Ink) -> str:
        """Convert a chosen colour for the ink mode; KeyError for any other word."""
        if not ink.startswith("#"):
            raise KeyError(ink)
        colour = ink.removesuffix(_GROUND)
        if self.mode == "saver":
            colour = "#ffffff" if ink.endswith(_GROUND) else "#000000"
        elif self.mode == "grey":
            colour = _grey(colour)
        self[ink] = colour
        return colour


def palette(accent: str, mode: InkMode) -> Palette:
    """Return the colour of each ink as `#rrggbb`, for a game's accent."""
    if mode == "full":
        colours = {**_FULL, "accent": accent, "tint": lighten(accent)}
    elif mode == "grey":
        colours = {**_GREY, "accent": _grey(accent), "tint": "#e8e8e8"}
    else:
        colours = {**_SAVER, "accent": "#000000", "tint": "#ffffff"}
    return Palette(colours, mode)  # type: ignore[arg-type]


def lighten(colour: str, share: float = _TINT) -> str:
    """Return a light ground of a colour: `share` of it, the rest white."""
    return "#" + "".join(f"{round(255 - (255 - part) * share):02x}" for part in _parts(colour))


def _grey(colour: str) -> str:
    r, g, b = _parts(colour)
    light = round(0.299 * r + 0.587 * g + 0.114 * b)
    return f"#{light:02x}{light:02x}{light:02x}"


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
