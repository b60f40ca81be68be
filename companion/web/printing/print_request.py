"""What an address asks to print: print sets, a build's id, options, a printer; read once a request."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from flask import abort

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.documents import Build
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context, FormData, PrintSet
from companion.gamekit.losses import Losses
from companion.printing.faces.boxes import Part
from companion.printing.sheets import option_fields, printer_runs, selection
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.papers import MARGIN
from companion.printing.sheets.printers import Printer
from companion.web.printing import refusals
from companion.web.shared import table_places
from companion.web.shell import session

APART = ("what", "build", "dpi", "own_paper", "run")
"""Keys of the query that are not print options."""
PIECES = ("only", "have", "pages", "start")
"""Those that name pieces or sheets of what is printed."""
RULING = "ruling."
"""Prefix of a ruling in an address: `ruling.layout=three-by-four`."""


@dataclass(frozen=True)
class PrintRequest:
    """Print sets in the order they were named, the id of a saved build or nothing, and the print options."""

    print_sets: tuple[PrintSet, ...] = ()
    build: str = ""
    options: PrintOptions = PrintOptions()
    printer: Printer | None = None


def last_values(fields: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the last value of each name; empty fields are left out."""
    return {name: values[-1] for name, values in fields.items() if name != "what" and values and values[-1].strip()}


def read_print_request(
    game: GameSystem, fields: Mapping[str, Sequence[str]], printers: Mapping[str, Printer]
) -> PrintRequest:
    """Return what an address asks for; InvalidInput where something in it cannot be read."""
    given = last_values(fields)
    chosen = {name: text for name, text in given.items() if name not in APART and not name.startswith(RULING)}
    options = print_options(chosen, given.get("own_paper"))
    sets = find_print_sets(game, fields.get("what", ()))
    printer = find_printer(options, printers)
    return PrintRequest(sets, given.get("build", ""), printer_runs.with_printer_settings(options, printer), printer)


def for_another_set(fields: FormData) -> dict[str, list[str]]:
    """Return what an address asks for without its print sets and their pieces, so that it can ask for other sets."""
    return {name: values for name, values in fields.items() if name not in ("what", "run", *PIECES)}


def print_options(given: Mapping[str, object], own_paper: str | None = None) -> PrintOptions:
    """Return print options; a paper size takes precedence over a named paper.

    Backs may be `yes`: over the edge that the printer turns paper over, the long one where nobody has said.
    """
    more: dict[str, object] = {"paper": own_paper} if own_paper else {}
    chosen = {name: value for name, value in given.items() if (name, value) != ("backs", "yes")}
    return option_fields.read_options(PrintOptions, {**chosen, **more})


def field_labels(given: Mapping[str, str]) -> dict[str, str]:
    """Return what the page calls each field of an address: a refused paper is the one that was typed, if any was."""
    own = {"paper": "Paper of another size"} if given.get("own_paper") else {}
    return refusals.labels(PrintOptions, what="Print sets", **own)


def values_of_empty_fields(printer: Printer | None) -> dict[str, str]:
    """Return the values that hold while a field is empty: the printer's own."""
    return {"margin": f"{printer.habits.margin if printer else MARGIN:g}", "backs": "duplex"}


def find_print_sets(game: GameSystem, names: Sequence[str]) -> tuple[PrintSet, ...]:
    """Return print sets by name; InvalidInput lists the known ones."""
    by_name = {print_set.name: print_set for print_set in game.print_sets}
    unknown = [name for name in names if name not in by_name]
    if unknown:
        raise InvalidInput(InputError("what", quote(unknown[0]), f"one of {', '.join(by_name)}"))
    return tuple(by_name[name] for name in dict.fromkeys(names))


def find_printer(options: PrintOptions, printers: Mapping[str, Printer]) -> Printer | None:
    """Return the printer that options name; InvalidInput lists the known ones."""
    if options.printer and options.printer not in printers:
        names = ", ".join(printers) or "none yet"
        raise InvalidInput(InputError("printer", quote(options.printer), f"one that you calibrated ({names})"))
    return printers.get(options.printer)


def query_rulings(fields: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the rulings that an address chooses for this print alone."""
    return {name.removeprefix(RULING): text for name, text in last_values(fields).items() if name.startswith(RULING)}


def saved_build(game: GameSystem, key: str, chosen: Mapping[str, str] | None = None) -> tuple[Build | None, Context]:
    """Return a saved build by its key, and the context of its own packs and rulings; 404 where there is no such build.

    Where there is no key: no build, and the context of this browser. A build on a table is printed under the rulings
    there. `chosen` rulings come first; InvalidInput where one does not exist.
    """
    if not key:
        return None, session.visitor(game).context_with(chosen or {})
    if key.startswith(table_places.ON_TABLE):
        build, context = table_places.build_on_table(game, key.removeprefix(table_places.ON_TABLE)) or abort(404)
        return build, replace(context, rulings=game.rulebook.rulings({**context.rulings, **(chosen or {})}))
    document = session.saved_build(game, key) or abort(404)
    return game.read_in_context(document.data, chosen)


def losses_on_table(game: GameSystem, key: str) -> Losses:
    """Return what a build on a table has lost there, which its sheets show; nothing for any other build."""
    if not key.startswith(table_places.ON_TABLE):
        return {}
    return table_places.losses_on_table(game, key.removeprefix(table_places.ON_TABLE))


def refuse_without_build(print_sets: Iterable[PrintSet], build: Build | None) -> None:
    """Refuse print sets that print a build's own pieces where there is none: InvalidInput."""
    missing = [print_set.title for print_set in print_sets if print_set.needs_build and build is None]
    if missing:
        raise InvalidInput(InputError(missing[0], "no build", "a saved build: open it and choose Print there"))


def note_missing_pieces(parts: Iterable[Part], have: Mapping[str, int]) -> tuple[str, ...]:
    """Return a sentence about printed pieces that are not among the pieces to print, or nothing."""
    names = selection.unmatched_names(parts, have)
    if not names:
        return ()
    more = f" and {len(names) - 10} more" if len(names) > 10 else ""
    return (f"In your list of printed pieces, but not in this print set: {', '.join(names[:10])}{more}.",)
