"""Readings of a printer's test page, judged: the error that would be saved, or why the page looks scaled."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from companion.base.json_types import JsonObject, Written, answer
from companion.printing.sheets import printers


@answer
class Calibration(TypedDict):
    """A printer's error as it would be saved, and what looks like a page that the print dialog scaled."""

    readings: Annotated[JsonObject, Written(printers.Readings)]
    scaled: Annotated[str, Field(description="Why the page looks scaled, where it was insisted on; else empty.")]


def calibration_answer(read: Mapping[str, float | str], insist: bool = False) -> Calibration:
    """Return a printer's readings as they would be saved, and why they look scaled, where they do.

    Raises InvalidInput with what cannot be true, and, unless `insist` is set, where the page looks scaled.
    """
    scaling = printers.typed_scaling(read)
    known = printers.read_printer("a printer", insist, **read)
    return {"readings": asdict(known.readings), "scaled": scaling.sentence if scaling else ""}
