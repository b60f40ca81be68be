"""The shapes that cards leave in, with what each is for, and the files of each."""

from collections.abc import Iterable, Iterator, Mapping

from companion.printing.export import card_files, tabletop_simulator
from companion.printing.export.archive import Out
from companion.printing.export.card_files import To, Wish
from companion.printing.faces.boxes import Part

KINDS: Mapping[To, tuple[str, str]] = {
    "png": ("Pictures (PNG)", "A picture of each card and back, for any program or shop; with a table of the copies."),
    "svg": ("Drawings (SVG)", "Each card as a drawing that stays sharp at any size, letters as outlines."),
    "tts": ("Tabletop Simulator", "Deck sheets and a saved object that lays every deck on the table."),
    "shop": ("Print shop (PDF)", "A page a card and copy, backs behind fronts, with 1/8 inch of bleed all round."),
}
"""Each shape's title and what it is for."""


def files(parts: Iterable[Part], to: To, wish: Wish) -> Iterator[Out]:
    """Return the files of an export; InvalidInput, DoesNotFit or Unprintable before anything is drawn."""
    if to == "tts":
        return tabletop_simulator.table(parts, wish)
    if to == "shop":
        return card_files.shop(parts, wish)
    return card_files.pictures(parts, to, wish)
