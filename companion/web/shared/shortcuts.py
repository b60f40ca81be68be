"""Keyboard shortcuts of a builder and of a table: a page lists them behind `?`, and its scripts read that list."""

from typing import NamedTuple

LETTER = "letter"
"""In `Shortcut.keys`: any letter without Control, Alt or Meta."""


class Shortcut(NamedTuple):
    """A shortcut: the name that scripts know it by, its keys, where it works, and what it does.

    Keys are written as `KeyboardEvent.key` names them, with `Control+` and `Shift+` before them where they are held;
    Control is Command on a Mac. `shown` is what a reader sees.
    """

    name: str
    keys: tuple[str, ...]
    shown: str
    words: str


HELP = Shortcut("help", ("?",), "?", "Show these shortcuts")
BUILDER = (
    Shortcut("move", ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"), "← → ↑ ↓", "On a card: go to the next one"),
    Shortcut("press", ("Enter", " "), "Enter", "On a card: lift it; then on a place: put it there"),
    Shortcut("remove", ("Delete", "Backspace"), "Delete", "On a card of the build: remove it"),
    Shortcut("search", (LETTER,), "A to Z", "On a card or a place: search the cards"),
    Shortcut("first", ("Enter", "ArrowDown"), "Enter", "In the search: go to the first card"),
    Shortcut("drop", ("Escape",), "Esc", "Let go of a card; close the cards"),
    Shortcut("undo", ("Control+z",), "Ctrl+Z", "Undo, outside of a field"),
    Shortcut("redo", ("Control+Shift+z",), "Ctrl+Shift+Z", "Redo, outside of a field"),
    HELP,
)
TABLE = (
    Shortcut("undo", ("Control+z",), "Ctrl+Z", "Undo the last move; the others are asked where they have to be"),
    Shortcut("redo", ("Control+Shift+z",), "Ctrl+Shift+Z", "Redo what was undone"),
    Shortcut("close", ("Escape",), "Esc", "Close a unit’s sheet or this list"),
    HELP,
)
