"""The printing verbs' options as the command line spells them, and the calibrated printers.

`PrintOptions` declares every option; this module contains only what differs on the command line.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.cli import complete, model_options, reading
from companion.printing.sheets import option_fields, papers, printers, reach, selection
from companion.printing.sheets.fit_to_page import ScaledPage
from companion.printing.sheets.options import Backs, PrintOptions
from companion.printing.sheets.printer_settings import Habits
from companion.printing.sheets.printers import Printer

CommandT = TypeVar("CommandT", bound=Callable[..., Any])

_FIELDS = option_fields.fields(PrintOptions)
_MODEL_OPTIONS = model_options.options(
    PrintOptions,
    without=("backs", "have", "unknown"),
    spelled={"share": "--share/--apart", "register_marks": "--register"},
    placeholders={"pages": "1-3,7", "printer": "NAME"},
    completed={"only": complete.cards},
)
_FLIPS = [flip for flip in get_args(Backs) if flip != "no"]
what = click.option(
    "--what",
    "names",
    multiple=True,
    metavar="NAME",
    help="A print set (default: everything).",
    shell_complete=complete.print_sets,
)
unknown = click.option(
    "--unknown",
    default=_FIELDS["unknown"].default,
    type=click.Choice([value for value, _ in _FIELDS["unknown"].shown.values]),
    help=_FIELDS["unknown"].column.about,
)


def options(command: CommandT) -> CommandT:
    """Give a verb every print option."""
    command = click.option("--have", metavar="FILE", help=_FIELDS["have"].column.about, shell_complete=complete.files)(
        command
    )
    command = click.option("--no-backs", "backed", flag_value=False, default=True, help="Fronts only.")(command)
    command = click.option(
        "--flip", default=_FIELDS["backs"].default, type=click.Choice(_FLIPS), help=_FIELDS["backs"].column.about
    )(command)
    return _MODEL_OPTIONS(command)


def read_options(given: JsonMapping) -> PrintOptions:
    """Return the options as a model in which only typed ones are set, so that a printer's habits can fill the rest.

    InvalidInput where a value is not allowed, or a list cannot be read.
    """
    typed = model_options.typed_arguments(given)
    flip, backed, have = typed.pop("flip", None), typed.pop("backed", True), typed.pop("have", None)
    if flip or not backed:
        typed["backs"] = flip if backed else "no"
    if have:
        typed["have"] = selection.read_piece_list(reading.read_text(have, "a list of pieces, one per line"), have)
    return option_fields.read_options(PrintOptions, typed)


def find_printer(name: str) -> Printer:
    """Return a calibrated printer by name; InvalidInput lists their names where there is none."""
    from companion.storage import printers as stored_printers

    by_name = stored_printers.load_printers()
    printer = stored_printers.find_printer(name, by_name)
    if printer is None:
        names = ", ".join(sorted(by_name)) or "none yet: `companion calibrate` prints the test page"
        raise InvalidInput(InputError("--printer", quote(name), f"one of those calibrated ({names})"))
    return printer


def _arrow_note(readings: Mapping[str, float]) -> str:
    """Return a note if a mark was read without its arrow: the same mark lines up again every 2.9 mm."""
    names = [name for name in printers.BACKS if name in readings and f"{name}_mm" not in readings]
    options = " and ".join(f"--{name.replace('_', '-')}-mm" for name in names)
    return f"{options} counts as 0: say where the arrow points if it is not there." if names else ""


habits = model_options.options(Habits)
"""Give a verb an option for each of a printer's habits."""


@dataclass(frozen=True)
class TypedCalibration:
    """Typed about a printer: measurements in mm and habits; `insist` saves readings that look like a scaled page."""

    readings: Mapping[str, float]
    habits: JsonMapping
    insist: bool = False


def calibrate(name: str | None, paper: str, flip: str, output: str | None, typed: TypedCalibration) -> JsonObject:
    """Save measurements and habits under a printer's name, or write the test page if there are none; return which.

    Saved measurements stay where only habits are typed, and saved habits where only measurements are.
    """
    from companion.printing import calibration, pdf

    readings = typed.readings
    if readings or typed.habits:
        printer = _save_printer(_typed_printer(name or "", flip, readings, typed.insist), bool(readings), typed.habits)
        unused = f"{output} is not written: the test page is printed without measurements." if output else ""
        notes = [note for note in (_arrow_note(readings), reach.margin_advice(printer), unused) if note]
        habits_data = printer.habits.model_dump()
        return {"printer": printer.name, "readings": asdict(printer.readings), "habits": habits_data, "notes": notes}
    job = calibration.test_page(papers.find_paper(paper), "short" if flip == "short" else "long")
    if name:
        job = calibration.for_printer(job, find_printer(name))
    path = Path(output or "printer-test-page.pdf")
    reading.write_file(path, pdf.pdf_bytes(job), reading.NAME_ONE)
    return {"printer": name, "file": str(path)}


def _typed_printer(name: str, flip: str, readings: Mapping[str, float], insist: bool) -> Printer:
    """Return a printer from what was typed; the error about a scaled page names the option that saves it anyway."""
    try:
        return printers.read_printer(name, insist, flip=flip, **readings)
    except InvalidInput as error:
        raise InvalidInput(
            *(
                replace(one, expected=f"{one.expected}, or add --insist to save it all the same")
                if isinstance(one, ScaledPage)
                else one
                for one in error.input_errors
            )
        ) from None


def _save_printer(typed: Printer, is_measured: bool, typed_habits: JsonMapping) -> Printer:
    """Save what was typed about a printer over what was saved before; return the printer."""
    from companion.storage import printers as stored_printers

    previous = stored_printers.find_printer(typed.name, stored_printers.load_printers()) or Printer(typed.name)
    habits = option_fields.read_options(Habits, {**previous.habits.model_dump(), **typed_habits})
    printer = replace(typed, readings=typed.readings if is_measured else previous.readings, habits=habits)
    with reading.writable(stored_printers.printers_file()):
        stored_printers.save_printer(printer)
    return printer
