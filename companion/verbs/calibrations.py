"""Readings of a printer's test page, judged: the error that would be saved, or why the page looks scaled."""

from collections.abc import Mapping
from dataclasses import asdict

from companion.base.json_types import JsonObject
from companion.printing.sheets import printers


def calibration_answer(read: Mapping[str, float | str], insist: bool = False) -> JsonObject:
    """Return a printer's readings as they would be saved, and why they look scaled, where they do.

    Raises InvalidInput with what cannot be true, and, unless `insist` is set, where the page looks scaled.
    """
    scaling = printers.typed_scaling(read)
    known = printers.read_printer("a printer", insist, **read)
    return {"readings": asdict(known.readings), "scaled": scaling.sentence if scaling else ""}
