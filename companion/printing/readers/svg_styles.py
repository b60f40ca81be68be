"""Styles of an SVG, in the words that resvg knows: colours, variables, turns; and a list of what it cannot draw.

resvg paints an unknown colour black and ignores an unknown transform, where a browser knows both.
"""

import re
from colorsys import hls_to_rgb
from math import degrees

LONGEST = 1_000_000
"""Most characters of a style once its variables are filled in."""
_DEEPEST = 8
"""How often a variable may lead to another one."""
_COLOUR = re.compile(r"\b(rgba?|hsla?|color)\(\s*([^()]*?)\s*\)", re.IGNORECASE)
_UNKNOWN_COLOUR = re.compile(r"\b(?:oklch|oklab|lch|lab|hwb|color-mix|color|light-dark)\(", re.IGNORECASE)
_NAMED = re.compile(r"(?<![\w#-])(rebeccapurple|currentcolor)(?![\w-])", re.IGNORECASE)
_NAMES = {"rebeccapurple": "#663399", "currentcolor": "currentColor"}
_VARIABLE = re.compile(r"(--[\w-]+)\s*:\s*([^;{}]*)")
_USE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*((?:[^()]|\([^()]*\))*))?\)")
_TRANSFORM = re.compile(r"((?:^|[;{\s])transform\s*:)([^;}]*)", re.IGNORECASE)
_ANGLE = re.compile(r"(-?[\d.]+(?:e-?\d+)?)(deg|rad|turn|grad|px)\b", re.IGNORECASE)
_ONE_WAY = re.compile(r"\b(translate|scale)([XY])\(\s*([^()]*?)\s*\)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_PER_UNIT = {"deg": 1.0, "px": 1.0, "turn": 360.0, "grad": 0.9, "rad": degrees(1)}
_P3_TO_SRGB = ((1.2249401, -0.2249404, 0.0), (-0.0420569, 1.0420571, 0.0), (-0.0196376, -0.0786361, 1.0982735))
_NUMBER = re.compile(r"(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)(%|deg)?", re.IGNORECASE)
GEOMETRY = frozenset(("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d"))
"""Properties that resvg reads as attributes alone."""
_UNDRAWN_STYLES = (
    ("clip-path shapes", re.compile(r"clip-path\s*:\s*(?!url|none|inherit)[a-z]", re.IGNORECASE)),
    ("strokes that keep their width", re.compile(r"vector-effect\s*:\s*non-scaling-stroke", re.IGNORECASE)),
    ("blurred backgrounds", re.compile(r"backdrop-filter\s*:\s*(?!none)", re.IGNORECASE)),
    ("wrapped text", re.compile(r"(?:shape-inside|inline-size)\s*:\s*(?!none|auto|0\b)", re.IGNORECASE)),
    ("shadows of letters", re.compile(r"text-shadow\s*:\s*(?!none)", re.IGNORECASE)),
    ("animation", re.compile(r"(?:^|[;{\s])animation(?:-name)?\s*:\s*(?!none)", re.IGNORECASE)),
)
_UNSEEN = "first-child|root|hover|active|focus|link|visited"
"""Pseudo-classes that resvg knows, or that no print shows."""
_UNDRAWN_RULES = (
    ("animation", re.compile(r"@keyframes")),
    ("typefaces in it (@font-face)", re.compile(r"@font-face")),
    ("imported style sheets", re.compile(r"@import")),
    ("rules for some screens (@media, @supports)", re.compile(r"@(?:media|supports|layer|container)")),
    ("sizes in a style sheet", re.compile(r"[{;]\s*(?:x|y|width|height|cx|cy|r|rx|ry|d)\s*:")),
    ("some selectors of a style sheet", re.compile(rf"(?:^|\}})[^{{}}@]*(?::(?!{_UNSEEN})[a-z-]|~|\+)[^{{}}]*\{{")),
)  # fmt: skip


def variables(styles: str) -> dict[str, str]:
    """Return the values of a style sheet's variables by name, the last of each."""
    return {name: value.strip() for name, value in _VARIABLE.findall(_COMMENT.sub(" ", styles))}


def plain_style(text: str, values: dict[str, str]) -> str:
    """Return a style sheet, or an element's style, as resvg reads it; ValueError if its variables never end."""
    for _ in range(_DEEPEST):
        if "var(" not in text:
            break
        text = _USE.sub(lambda use: values.get(use[1], use[2] or ""), text)
        if len(text) > LONGEST:
            raise ValueError("variables that never end")
    return _TRANSFORM.sub(lambda found: found[1] + plain_transform(found[2]), plain_colours(text))


def plain_transform(text: str) -> str:
    """Return a transform without units; degrees are meant, and pixels."""
    text = _ONE_WAY.sub(_both_ways, text)
    return _ANGLE.sub(lambda found: f"{float(found[1]) * _PER_UNIT[found[2].lower()]:.6g}", text)


def _both_ways(found: "re.Match[str]") -> str:
    rest = "1" if found[1] == "scale" else "0"
    pair = (found[3], rest) if found[2] == "X" else (rest, found[3])
    return f"{found[1]}({', '.join(pair)})"


def plain_colours(text: str) -> str:
    """Return a text with its colours in spellings that resvg knows; others stay as they are."""
    if "(" in text:
        text = _COLOUR.sub(lambda found: _rgba(found[1].lower(), found[2]) or found[0], text)
    return _NAMED.sub(lambda found: _NAMES[found[1].lower()], text)


def has_unknown_colour(text: str) -> bool:
    """Return whether a plain style has a colour that resvg would paint black."""
    return bool(_UNKNOWN_COLOUR.search(text))


def _rgba(kind: str, inside: str) -> str:
    """Return a colour as `#rrggbbaa`; empty for one in a space that is not known here."""
    space = ""
    if kind == "color":
        space, _, inside = inside.partition(" ")
        if space not in ("srgb", "display-p3"):
            return ""
    parts = [(float(number), unit.lower()) for number, unit in _NUMBER.findall(inside.replace("none", "0"))]
    if len(parts) not in (3, 4):
        return ""
    alpha = _share(parts[3], 1) if len(parts) == 4 else 1.0
    if kind.startswith("hsl"):
        hue, colourful, light = parts[0][0] % 360 / 360, parts[1][0] / 100, parts[2][0] / 100
        lights = hls_to_rgb(hue, min(max(light, 0), 1), min(max(colourful, 0), 1))
    else:
        lights = tuple(_share(part, 1 if space else 255) for part in parts[:3])  # type: ignore[assignment]
    if space == "display-p3":
        lights = _to_srgb(lights)
    red, green, blue = (round(255 * min(max(one, 0), 1)) for one in lights)
    # In hexadecimal: resvg does not read a colour with brackets within the brackets of a filter.
    return f"#{red:02x}{green:02x}{blue:02x}{round(255 * min(max(alpha, 0), 1)):02x}"


def _share(part: tuple[float, str], most: float) -> float:
    return part[0] / (100 if part[1] == "%" else most)


def _to_srgb(lights: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return a colour of Display P3, whose curve is that of sRGB, as sRGB."""
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in lights]
    mixed = [max(sum(a * b for a, b in zip(row, linear, strict=True)), 0) for row in _P3_TO_SRGB]
    red, green, blue = (12.92 * one if one <= 0.0031308 else 1.055 * one ** (1 / 2.4) - 0.055 for one in mixed)
    return red, green, blue


def declarations(style: str) -> list[tuple[str, str]]:
    """Return the properties of an element's style with their values, in order."""
    pairs = (part.partition(":") for part in re.split(r";(?![^(]*\))", _COMMENT.sub(" ", style)))
    return [(name.strip().lower(), value.strip()) for name, colon, value in pairs if colon]


def undrawn(styles: str, own: str) -> list[str]:
    """Return what style sheets, and the elements' own styles, ask for that is not drawn."""
    sheets = _COMMENT.sub(" ", styles)
    found = [words for words, pattern in _UNDRAWN_RULES if pattern.search(sheets)]
    return found + [words for words, pattern in _UNDRAWN_STYLES if pattern.search(sheets) or pattern.search(own)]
