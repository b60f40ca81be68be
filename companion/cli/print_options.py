"""The printing verbs' options: paper, cutting, backs, what of the print sets; and the printers this machine knows."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from companion.cli import reading
from companion.findings import InputError, InvalidInput
from companion.printing import calibration, pdf
from companion.printing.faces.inks import InkMode
from companion.printing.sheets import papers, printers, selection
from companion.printing.sheets.options import Wish
from companion.printing.sheets.printers import Printer
from companion.printing.sheets.setup import Flip, Lines
from companion.storage import printers as printers_kept

FuncT = TypeVar("FuncT", bound=Callable[..., Any])

_PAPERS = ", ".join(p.name for p in papers.PAPERS)
_OPTIONS = (
    click.option("--paper", default="a4", metavar="PAPER", help=f"{_PAPERS}, or a size: 210x330, 8.5x13in."),
    click.option("--ink", default="full", type=click.Choice(get_args(InkMode)), help="Ink saver: line art on white."),
    click.option("--backs/--no-backs", default=True, help="Backs behind the fronts, or none."),
    click.option(
        "--flip",
        default="long",
        type=click.Choice(["long", "short", "fold"]),
        help="Duplex over the long or the short edge, or backs beside their fronts to fold and glue.",
    ),
    click.option("--gap", default=0.0, help="mm between pieces; 0: straight cuts that serve two.", show_default=True),
    click.option("--bleed", default=0.0, help="mm of ground past the trim, 0 to 3.", show_default=True),
    click.option("--lines", default="marks", type=click.Choice(get_args(Lines)), help="What to cut by."),
    click.option("--corners", default=0.0, help="Radius of corner guides in mm; 0: none.", show_default=True),
    click.option("--margin", default=papers.MARGIN, help="mm your printer does not reach.", show_default=True),
    click.option("--share/--apart", default=True, help="Decks share sheets where that saves paper, or never."),
    click.option("--register", is_flag=True, help="Registration marks for desktop cutters (Silhouette, Type 1)."),
    click.option("--only", multiple=True, metavar="NAME", help="Some pieces, by name."),
    click.option("--copies", default=1, help="How many times over.", show_default=True),
    click.option("--have", metavar="FILE", help="Pieces already printed, a line each (3 Hammer): print the others."),
    click.option("--pages", default="", metavar="1-3,7", help="Some sheets of paper, by number: both sides."),
    click.option("--printer", metavar="NAME", help="Undo the error of a printer that `calibrate` knows."),
)


def options(command: FuncT) -> FuncT:
    """Give a verb everything that can be wished of a print."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def wish(given: Mapping[str, Any]) -> Wish:
    """Return what the options say; InvalidInput where a list or a printer cannot be found."""
    known = dict(given)
    flip: Flip = known.pop("flip")
    backs: Flip = flip if known.pop("backs") else "no"
    have, name = known.pop("have"), known.pop("printer")
    made = selection.printed_list(reading.text(have, "a list of pieces, a line each"), have) if have else {}
    return Wish(backs=backs, have=made, printer=find(name) if name else None, **known)


def find(name: str) -> Printer:
    """Return a printer by name; InvalidInput naming those there are."""
    known = printers_kept.kept()
    found = printers_kept.named(name, known)
    if found is None:
        there = ", ".join(sorted(known)) or "none yet: `companion calibrate` prints the test page"
        raise InvalidInput(InputError("--printer", reading.shown(name), f"one of those calibrated ({there})"))
    return found


def calibrate(name: str | None, paper: str, flip: str, output: str | None, read: Mapping[str, float]) -> dict[str, Any]:
    """Keep what was read under a printer's name, or write the test page; return which."""
    if read:
        made = printers.printer(name or "", flip=flip, **read)
        printers_kept.keep(made)
        return {"printer": made.name, "readings": asdict(made.readings)}
    job = calibration.test_page(papers.paper(paper), "short" if flip == "short" else "long")
    if name:
        job = calibration.for_printer(job, find(name))
    path = Path(output or "printer-test-page.pdf")
    try:
        path.write_bytes(pdf.drawn(job))
    except OSError as error:
        raise reading.refused(str(path), error, "a file that can be written: name one with -o") from None
    return {"printer": name, "file": str(path)}
