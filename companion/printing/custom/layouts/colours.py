"""The colours of a layout by name: the layout's own, those a card's columns choose, and which can be read on which."""

import re
from collections.abc import Collection, Mapping
from functools import lru_cache

from companion.printing.custom.layouts.templates import ColumnSlot, Template, Values, fold_name
from companion.printing.faces.inks import pale

READABLE, READABLE_LARGE = 4.5, 3.0
"""The least contrast between letters and their ground, and of letters of 18 points or 14 bold (WCAG 2.2, 1.4.3)."""
OWN = {
    "ink": "#14181f",
    "soft": "#4a5464",
    "faint": "#9aa5b4",
    "wash": "#eef2f8",
    "paper": "#ffffff",
    "accent": "#1f3f77",
}
"""Colours every layout has; it may set them anew. `tint` is a light ground of the accent unless it is set."""
NONE = ("", "none")
_DEEPEST = 8
"""How many names may lead from one to another before the colour."""
_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)

Named = Mapping[str, str]


def names(colours: Named) -> tuple[str, ...]:
    """Return the names a zone may use."""
    return tuple(dict.fromkeys((*OWN, "tint", *colours)))


@lru_cache(maxsize=1024)
def colour_code(text: str) -> str | None:
    """Return a colour as `#rrggbb` from `#rgb`, `#rrggbb` or a name of HTML such as gold; None for anything else."""
    text = text.strip().lower()
    if _HEX.fullmatch(text):
        return text if len(text) == 7 else "#" + "".join(letter * 2 for letter in text[1:])
    # Pillow knows the names; it is read where a layout uses one.
    from PIL import ImageColor

    # Pillow replaces a name's code by its parts once somebody has drawn with that name.
    known = ImageColor.colormap.get(text)
    if isinstance(known, tuple):
        return "#" + "".join(f"{part:02x}" for part in known)
    return known.lower() if known else None


def meant(name: str, colours: Named) -> str | None:
    """Return the colour of a name or a code as `#rrggbb`; None if it is unknown or refers back to itself."""
    for _ in range(_DEEPEST):
        if name in colours:
            name = colours[name]
        elif name == "tint":
            accent = meant("accent", colours)
            return pale(accent) if accent else None
        else:
            return OWN.get(name) or colour_code(name)
    return None


def choose_colours(base: Named, by: Mapping[str, Mapping[str, Named]], values: Values) -> Named:
    """Return the colours of a card: the layout's, and over them those for its values, in the layout's order."""
    made = base
    for column, cases in by.items():
        more = cases.get(values.get(fold_name(column), "").casefold())
        if more:
            made = {**made, **more}
    return made


def resolve_colour(wanted: Template, colours: Named, values: Values, columns: Collection[str]) -> str | None:
    """Return a zone's colour for a card: a name, a code, or the value of a column in braces; None for no colour.

    Of `{colour|accent}` the first that is a colour counts: a column's cell, or a colour's name.
    """
    tries = []
    for part in wanted.parts:
        if isinstance(part, ColumnSlot):
            tries += [values.get(name, "") if name in columns else name for name in part.names]
        else:
            tries.append(part.strip())
    for text in tries:
        found = meant(text, colours) if text not in NONE else None
        if found:
            return found
    return None


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2.2 defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=1024)
def luminance(colour: str) -> float:
    """Return how light a colour is, 0 to 1 (WCAG 2.2, relative luminance)."""
    linear = []
    for at in (1, 3, 5):
        part = int(colour[at : at + 2], 16) / 255
        linear.append(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
