"""The check of a printer's test page, as plain data: its readings as they are saved, and whether it looks scaled."""

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
    """Return a printer's readings (in mm) as they would be saved, and why they look scaled, if they do.

    Raises InvalidInput for readings that cannot be true and, unless `insist` is set, for a page that looks scaled.
    """
    scaling = printers.typed_scaling(read)
    printer = printers.read_printer("a printer", insist, **read)
    return {"readings": asdict(printer.readings), "scaled": scaling.sentence if scaling else ""}
