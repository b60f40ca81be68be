"""Layouts to start from, as TOML files beside this module, and example cards for them."""

from functools import cache
from pathlib import Path

from companion.base.findings import InputError, InvalidInput, quote

_HERE = Path(__file__).parent
STARTERS = {
    "classic": "Classic: picture on top, rules below",
    "unit": "Unit: a picture to the edge, a band of large stats",
    "dossier": "Dossier: words first, stats as a table",
    "tile": "Tile: one large picture or symbol, for squares and hexes",
    "record": "Record: a table of stats, room to tick",
}
"""The starters by name, with a description."""
PLAIN = "plain"
"""The name for the look of cards without a layout."""


@cache
def text(name: str) -> str:
    """Return a starter's TOML; InvalidInput lists the starters."""
    if name not in STARTERS:
        raise InvalidInput(InputError("extends", quote(name), f"one of {', '.join(STARTERS)}"))
    return (_HERE / f"{name}.layout.toml").read_text("utf-8")


@cache
def example() -> str:
    """Return example cards in CSV that fill every zone of the starters."""
    return (_HERE / "example.csv").read_text("utf-8")
