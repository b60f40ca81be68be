"""`calibrate --photo`: reads a photograph of the test page; typed measurements count before what it shows."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonObject
from companion.base.wording import megabytes
from companion.cli import print_options, reading
from companion.cli.print_options import TypedCalibration
from companion.printing import photo
from companion.printing.faces import pictures
from companion.printing.photo import PhotoReading
from companion.printing.sheets import papers, printers


def calibrate(file: str, name: str | None, paper: str, output: str | None, typed: TypedCalibration) -> JsonObject:
    """Read a photograph; with a name save what it shows and the habits; `output` gets a picture of it."""
    found = photo.read_photo(_data(file), file, _unnamed_paper(paper))
    read = _merge_readings(found.typed_readings(), typed.readings)
    if output:
        with reading.writable(Path(output), reading.NAME_ONE):
            Path(output).write_bytes(found.picture)
    if name:
        answer = print_options.calibrate(name, found.paper.name, found.flip, None, replace(typed, readings=read))
    else:
        made = printers.read_printer("photograph", insist=True, flip=found.flip, **read)
        answer = {"printer": None, "readings": asdict(made.readings), "notes": []}
    answer["notes"] = [*found.notes, *answer["notes"]]
    return {**answer, "photo": {**_reading_as_data(found), "picture": output}}


def _unnamed_paper(paper: str) -> papers.Paper | None:
    """Return a paper of a size that has no name; one with a name is recognized by its squares."""
    asked = papers.find_paper(paper)
    return None if asked in papers.PAPERS else asked


def _data(file: str) -> bytes:
    wanted = f"a photograph of at most {megabytes(pictures.MOST_BYTES)}"
    try:
        with Path(file).open("rb") as source:
            data = source.read(pictures.MOST_BYTES + 1)
    except OSError as error:
        raise reading.file_error(file, error, wanted) from None
    if len(data) > pictures.MOST_BYTES:
        raise InvalidInput(InputError(file, "a larger file", wanted))
    return data


def _merge_readings(read: Mapping[str, float], typed: Mapping[str, float]) -> dict[str, float]:
    """Return the readings, typed ones in place of measured ones; an arrow and its mark are one reading."""
    kept = dict(read)
    for name in printers.BACKS:
        if name in typed or f"{name}_mm" in typed:
            del kept[name], kept[f"{name}_mm"]
    return {**kept, **typed}


def _reading_as_data(found: PhotoReading) -> JsonObject:
    """Return what the photograph shows, in mm and degrees, with how far its marks disagree."""
    lengths = {name: getattr(found, name) for name in ("left", "top", "across", "along", "right", "down", "error")}
    told = {name: None if value is None else round(value, 3) for name, value in lengths.items()}
    said = {"paper": found.paper.name, "flip": found.flip, "said": found.sentence}
    return {**said, **told, "turned": round(found.turned, 3)}
