"""The colours of a layout by name, those chosen by a card's columns, and the contrast of two colours."""

import re
from collections.abc import Collection, Mapping
from functools import lru_cache

from companion.printing.custom.layouts.templates import ColumnSlot, Template, Values, fold_name
from companion.printing.faces.inks import lighten

READABLE, READABLE_LARGE = 4.5, 3.0
"""The least contrast between letters and their ground, and of letters of 18 points or 14 bold (WCAG 2.2, 1.4.3)."""
OF_TYPE = "type"
"""The name of the colour of a card's type."""
DEFAULTS = {
    "ink": "#14181f",
    "soft": "#4a5464",
    "faint": "#9aa5b4",
    "wash": "#eef2f8",
    "paper": "#ffffff",
    "accent": "#1f3f77",
    OF_TYPE: "#1f3f77",
}
"""The colours of every layout, which it may override. `tint` is a light ground of the accent unless it is set.

`type` is the colour of a card's type where a file has several."""
NONE = ("", "none")
_DEEPEST = 8
"""The longest chain of names before a colour."""
_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)

Named = Mapping[str, str]


def names(colours: Named) -> tuple[str, ...]:
    """Return the names of colours for zones."""
    return tuple(dict.fromkeys((*DEFAULTS, "tint", *colours)))


@lru_cache(maxsize=1024)
def colour_code(text: str) -> str | None:
    """Return a colour as `#rrggbb` from `#rgb`, `#rrggbb` or an HTML name such as gold; None for anything else."""
    text = text.strip().lower()
    if _HEX.fullmatch(text):
        return text if len(text) == 7 else "#" + "".join(letter * 2 for letter in text[1:])
    # Imported late: only layouts that use a name need Pillow.
    from PIL import ImageColor

    # Pillow replaces a name's code by a tuple once it has drawn with that name.
    code = ImageColor.colormap.get(text)
    if isinstance(code, tuple):
        return "#" + "".join(f"{part:02x}" for part in code)
    return code.lower() if code else None


def find_colour(name: str, colours: Named) -> str | None:
    """Return the colour of a name or a code as `#rrggbb`; None if it is unknown or refers back to itself."""
    for _ in range(_DEEPEST):
        if name in colours:
            name = colours[name]
        elif name == "tint":
            accent = find_colour("accent", colours)
            return lighten(accent) if accent else None
        else:
            return DEFAULTS.get(name) or colour_code(name)
    return None


def choose_colours(base: Named, by: Mapping[str, Mapping[str, Named]], values: Values) -> Named:
    """Return the colours of a card: the layout's, overridden by those for its values, in the layout's order."""
    chosen = base
    for column, cases in by.items():
        more = cases.get(values.get(fold_name(column), "").casefold())
        if more:
            chosen = {**chosen, **more}
    return chosen


def resolve_colour(wanted: Template, colours: Named, values: Values, columns: Collection[str]) -> str | None:
    """Return a zone's colour for a card: a name, a code, or the value of a column in braces; None for no colour.

    In `{colour|accent}` each name is a column or a colour, and the first with a colour counts.
    """
    candidates = []
    for part in wanted.parts:
        if isinstance(part, ColumnSlot):
            candidates += [values.get(name, "") if name in columns else name for name in part.names]
        else:
            candidates.append(part.strip())
    return next((code for text in candidates if text not in NONE and (code := find_colour(text, colours))), None)


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2.2 defines it."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=1024)
def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2.2)."""
    linear = []
    for at in (1, 3, 5):
        part = int(colour[at : at + 2], 16) / 255
        linear.append(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
