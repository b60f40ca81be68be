"""The shapes that cards leave in, with what each is for, and the files of each."""

from collections.abc import Iterable, Iterator, Mapping

from companion.printing.export import card_files, tabletop_simulator
from companion.printing.export.archive import Out
from companion.printing.export.options import ExportJob, ExportOptions, To
from companion.printing.faces.boxes import Part
from companion.printing.sheets import option_fields

ABOUT: Mapping[To, str] = {
    "png": "A picture of each card and back, for any program or shop; with a table of the copies.",
    "svg": "Each card as a drawing that stays sharp at any size, letters as outlines.",
    "tts": "Deck sheets and a saved object that lays every deck on the table.",
    "shop": "A page a card and copy, backs behind fronts, with 1/8 inch of bleed all round.",
}
"""What each shape is for."""
KINDS: Mapping[str, tuple[str, str]] = {
    to: (title, ABOUT[to])  # type: ignore[index]
    for to, title in option_fields.fields(ExportOptions)["to"].choices
}
"""Each shape's title and what it is for."""


def files(parts: Iterable[Part], job: ExportJob) -> Iterator[Out]:
    """Return the files of an export; InvalidInput, DoesNotFit or Unprintable before anything is drawn."""
    if job.options.to == "tts":
        return tabletop_simulator.table(parts, job)
    if job.options.to == "shop":
        return card_files.shop(parts, job)
    return card_files.pictures(parts, job)
