"""The printers of this machine: measurements from their test pages, and their habits, in a file of the data folder."""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from companion.base import paths
from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonObject
from companion.printing.sheets.printer_settings import Habits
from companion.printing.sheets.printers import Printer, Readings
from companion.storage.config import data_folder


def printers_file(writing: bool = True) -> Path:
    """Return the path of the printers' file."""
    return data_folder(writing) / "printers.json"


def load_printers() -> dict[str, Printer]:
    """Return the printers by name; InvalidInput where their file is broken."""
    try:
        return read_printers(printers_file(writing=False).read_bytes())
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, AttributeError, OSError):
        wanted = "the printers that `calibrate` saved: delete the file and calibrate again"
        raise InvalidInput(InputError(str(printers_file(writing=False)), "something else", wanted)) from None


def read_printers(data: bytes) -> dict[str, Printer]:
    """Return the printers in a file's bytes, by name; ValueError, TypeError or AttributeError where they are broken."""
    entries = json.loads(data.decode("utf-8"))
    printers = {name: _read_printer(name, dict(entry)) for name, entry in entries.items()}
    for readings in (asdict(printer.readings) for printer in printers.values()):
        if readings.pop("flip") in ("long", "short") and all(map(math.isfinite, readings.values())):
            continue
        raise ValueError("a measurement that is no length")
    return printers


def _read_printer(name: str, entry: JsonObject) -> Printer:
    habits = Habits.model_validate(entry.pop("habits", {}))
    return Printer(name, Readings(**entry), habits)


def printer_data(printer: Printer) -> JsonObject:
    """Return a printer as plain data for `read_printers`: its readings, and its habits if it has any."""
    habits = printer.habits.model_dump(exclude_defaults=True)
    return {**asdict(printer.readings), **({"habits": habits} if habits else {})}


def find_printer(name: str, printers: Mapping[str, Printer]) -> Printer | None:
    """Return a printer by name, ignoring case; None where there is none."""
    return next((printer for known_name, printer in printers.items() if known_name.casefold() == name.casefold()), None)


def save_printer(printer: Printer) -> None:
    """Save a printer under its name; earlier measurements are replaced."""
    printers = {name: other for name, other in load_printers().items() if name.casefold() != printer.name.casefold()}
    printers[printer.name] = printer
    data = {name: printer_data(entry) for name, entry in sorted(printers.items())}
    with paths.replacement(printers_file()) as part:
        part.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
