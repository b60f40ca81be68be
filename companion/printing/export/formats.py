"""The formats of an export: their descriptions, and the files of each."""

from collections.abc import Iterable, Iterator, Mapping

from companion.printing.export import picture_files, shop_order, tabletop_simulator
from companion.printing.export.archive import ExportFile
from companion.printing.export.options import ExportJob, ExportOptions, To
from companion.printing.faces.boxes import Part
from companion.printing.sheets import option_fields

ABOUT: Mapping[To, str] = {
    "png": "A picture of each card and back, for any program or shop, with a table of the copies.",
    "svg": "Each card as a drawing that stays sharp at any size, with letters as outlines.",
    "tts": "Deck sheets and a saved object that puts every deck on the table.",
    "shop": "A page or picture per card with its bleed, in the sizes and the order that a shop wants.",
}
"""A description of each format."""
KINDS: Mapping[str, tuple[str, str]] = {
    to: (title, ABOUT[to])  # type: ignore[index]
    for to, title in option_fields.fields(ExportOptions)["to"].shown.values
}
"""Each format's title and description."""


def files(parts: Iterable[Part], job: ExportJob) -> Iterator[ExportFile]:
    """Yield the files of an export; InvalidInput or CannotPrint before anything is drawn."""
    if job.options.to == "tts":
        return tabletop_simulator.table(parts, job)
    if job.options.is_shop_order:
        return shop_order.order(parts, job)
    if job.options.to == "shop":
        return picture_files.shop(parts, job)
    return picture_files.pictures(parts, job)
