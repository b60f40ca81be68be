"""The calibrated printers of this machine: measurements from their test pages, in a file of the data folder."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from companion import paths
from companion.findings import InputError, InvalidInput
from companion.printing.sheets.printers import Printer, Readings
from companion.storage.place import data_folder


def path() -> Path:
    """Return where they are kept."""
    return data_folder() / "printers.json"


def kept() -> dict[str, Printer]:
    """Return the printers by name; InvalidInput where their file is broken."""
    try:
        data = json.loads(path().read_text("utf-8"))
        return {name: Printer(name, Readings(**readings)) for name, readings in data.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, AttributeError, OSError):
        wanted = "the printers that `calibrate` saved: delete the file and calibrate again"
        raise InvalidInput(InputError(str(path()), "something else", wanted)) from None


def named(name: str, printers: Mapping[str, Printer]) -> Printer | None:
    """Return a printer by name, whatever the case of its letters."""
    return next((found for key, found in printers.items() if key.casefold() == name.casefold()), None)


def keep(made: Printer) -> None:
    """Save a printer under its name; earlier measurements are replaced."""
    known = {name: printer for name, printer in kept().items() if name.casefold() != made.name.casefold()}
    known[made.name] = made
    data = {name: asdict(printer.readings) for name, printer in sorted(known.items())}
    file = path()
    part = paths.beside(file)
    part.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    part.replace(file)
