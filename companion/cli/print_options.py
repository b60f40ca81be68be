"""The printing verbs' options as the command line spells them, and the calibrated printers.

`PrintOptions` declares every option; here is only what differs on the command line.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.cli import model_options, reading
from companion.printing.sheets import option_fields, papers, printers, reach, selection
from companion.printing.sheets.fit_to_page import ScaledPage
from companion.printing.sheets.options import Backs, PrintOptions
from companion.printing.sheets.printer_settings import Habits
from companion.printing.sheets.printers import Printer

CommandT = TypeVar("CommandT", bound=Callable[..., Any])

_FIELDS = option_fields.fields(PrintOptions)
_DERIVED = model_options.options(
    PrintOptions,
    without=("backs", "have", "unknown"),
    spelled={"share": "--share/--apart", "register_marks": "--register"},
    placeholders={"pages": "1-3,7", "printer": "NAME"},
)
_WAYS = [way for way in get_args(Backs) if way != "no"]
unknown = click.option(
    "--unknown",
    default=_FIELDS["unknown"].default,
    type=click.Choice([value for value, _ in _FIELDS["unknown"].shown.values]),
    help=_FIELDS["unknown"].column.about,
)


def options(command: CommandT) -> CommandT:
    """Give a verb every print option."""
    command = click.option("--have", metavar="FILE", help=_FIELDS["have"].column.about)(command)
    command = click.option("--no-backs", "backed", flag_value=False, default=True, help="Fronts only.")(command)
    command = click.option(
        "--flip", default=_FIELDS["backs"].default, type=click.Choice(_WAYS), help=_FIELDS["backs"].column.about
    )(command)
    return _DERIVED(command)


def read_options(given: JsonMapping) -> PrintOptions:
    """Return the options as a model, with what was typed as its fields set, so that a printer's habits fill the rest.

    InvalidInput where a value is not allowed, or a list cannot be read.
    """
    known = model_options.typed_arguments(given)
    flip, backed, have = known.pop("flip", None), known.pop("backed", True), known.pop("have", None)
    if flip or not backed:
        known["backs"] = flip if backed else "no"
    if have:
        known["have"] = selection.read_piece_list(reading.read_text(have, "a list of pieces, one per line"), have)
    return option_fields.read_options(PrintOptions, known)


def find_printer(name: str) -> Printer:
    """Return a printer by name; InvalidInput listing the known ones where no printer has that name."""
    from companion.storage import printers as printers_kept

    known = printers_kept.load_printers()
    found = printers_kept.find_printer(name, known)
    if found is None:
        there = ", ".join(sorted(known)) or "none yet: `companion calibrate` prints the test page"
        raise InvalidInput(InputError("--printer", quote(name), f"one of those calibrated ({there})"))
    return found


def _arrow_note(read: Mapping[str, float]) -> str:
    """Return a note where a mark was read without its arrow: the same mark lines up again every 2.9 mm."""
    bare = [name for name in printers.BACKS if name in read and f"{name}_mm" not in read]
    options = " and ".join(f"--{name.replace('_', '-')}-mm" for name in bare)
    return f"{options} counts as 0: say where the arrow points if it is not there." if bare else ""


habits = model_options.options(Habits)
"""Give a verb an option for each of a printer's habits."""


@dataclass(frozen=True)
class TypedCalibration:
    """What was typed of a printer: measurements in mm, habits; `insist` saves what looks like a scaled page."""

    readings: Mapping[str, float]
    habits: JsonMapping
    insist: bool = False


def calibrate(name: str | None, paper: str, flip: str, output: str | None, typed: TypedCalibration) -> JsonObject:
    """Save measurements and habits under a printer's name, or write the test page; return which.

    Without measurements, or without habits, those that were saved before stay.
    """
    from companion.printing import calibration, pdf

    read = typed.readings
    if read or typed.habits:
        made = _save_printer(_typed_printer(name or "", flip, read, typed.insist), bool(read), typed.habits)
        unused = f"{output} is not written: the test page is printed without measurements." if output else ""
        notes = [note for note in (_arrow_note(read), reach.margin_advice(made), unused) if note]
        known = made.habits.model_dump()
        return {"printer": made.name, "readings": asdict(made.readings), "habits": known, "notes": notes}
    job = calibration.test_page(papers.find_paper(paper), "short" if flip == "short" else "long")
    if name:
        job = calibration.for_printer(job, find_printer(name))
    path = Path(output or "printer-test-page.pdf")
    with reading.writable(path, reading.NAME_ONE):
        path.write_bytes(pdf.pdf_bytes(job))
    return {"printer": name, "file": str(path)}


def _typed_printer(name: str, flip: str, read: Mapping[str, float], insist: bool) -> Printer:
    """Return a printer from what was typed; a refusal of a scaled page names the option that saves it all the same."""
    try:
        return printers.read_printer(name, insist, flip=flip, **read)
    except InvalidInput as error:
        raise InvalidInput(
            *(
                replace(one, expected=f"{one.expected}, or add --insist to save it all the same")
                if isinstance(one, ScaledPage)
                else one
                for one in error.input_errors
            )
        ) from None


def _save_printer(typed: Printer, measured: bool, said: JsonMapping) -> Printer:
    """Save what was typed about a printer over what is known of it; return all of it."""
    from companion.storage import printers as printers_kept

    before = printers_kept.find_printer(typed.name, printers_kept.load_printers()) or Printer(typed.name)
    habits = option_fields.read_options(Habits, {**before.habits.model_dump(), **said})
    made = replace(typed, readings=typed.readings if measured else before.readings, habits=habits)
    printers_kept.save_printer(made)
    return made
