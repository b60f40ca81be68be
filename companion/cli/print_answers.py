"""Answers about prints, exports and calibrated printers as text on a terminal."""

from collections.abc import Sequence

import click

from companion.base.json_types import JsonMapping
from companion.base.wording import describe_ink, plural


def show_printout(answer: JsonMapping) -> None:
    """Print which files were written, how much paper they take, and how to send them to the printer."""
    cuts = f" with {plural(answer['cuts'], 'straight cut')}" if answer["cuts"] else ""
    pieces = f", {plural(answer['pieces'], 'piece')} to cut{cuts}" if answer["pieces"] else ""
    papers = f"{plural(answer['papers'], 'sheet')} of paper"
    pages = plural(answer["pages"], "page")
    ink = describe_ink(answer["inked"], answer["ink_saved"])
    click.echo(f"{answer['file']}: {papers}, {pages}{pieces}. {ink}")
    for sentence in answer.get("savings", ())[:1]:
        click.echo(sentence)
    _show_runs(answer["runs"])
    if answer["cut_sheets"]:
        from companion.printing.export.cutter import sheet_numbers_in_words

        for name, numbers in answer["cut_sheets"].items():
            click.echo(f"{name}: outlines for a desktop cutter, for {sheet_numbers_in_words(numbers)}.")
    if answer["registration"]:
        from companion.printing.sheets.registration import Registration

        click.echo(f"Registration marks: {Registration(**answer['registration']).sentence}")
    _show_notes(answer["notes"])
    if answer["unmatched"]:
        click.echo(f"In your list, but not here: {', '.join(answer['unmatched'][:12])}.", err=True)


def _show_runs(runs: Sequence[JsonMapping]) -> None:
    """Print how to send the paper through the printer, file by file."""
    if len(runs) == 1:
        click.echo(f"{runs[0]['said']} At 100 %, “actual size”.")
        return
    click.echo("At 100 %, “actual size”, “reverse order” off:")
    for number, run in enumerate(runs, 1):
        click.echo(f"{number}. {run['file']}: {run['said']}")


def _show_notes(notes: Sequence[str]) -> None:
    """Print the first ten notes on stderr, and how many more there are."""
    for note in notes[:10]:
        click.echo(f"Note: {note}", err=True)
    if len(notes) > 10:
        click.echo(f"Note: and {len(notes) - 10} more like these.", err=True)


def show_export(answer: JsonMapping) -> None:
    """Print what was written, and what was left out."""
    cards = plural(answer["cards"], "card")
    files = plural(answer["files"], "file")
    click.echo(f"{answer['file']}: {cards} in {files}.")
    if answer["left_out"]:
        click.echo(f"Whole pages are for printing and were left out: {', '.join(answer['left_out'])}.", err=True)
    _show_notes(answer["notes"])


def show_calibration(answer: JsonMapping) -> None:
    """Print which printer was saved, or where the test page is."""
    if "file" in answer:
        click.echo(f"{answer['file']}: print both sides at 100 %, read it, then: companion calibrate NAME --across …")
        return
    from companion.printing.sheets.printer_settings import Habits, describe

    name = answer["printer"]
    habits = describe(Habits(**answer["habits"]))
    printer = f"{name}: {habits}" if habits else name
    click.echo(f"Saved {printer}. Test it: companion calibrate {name!r}. Print with it: --printer {name!r}.")
    _show_notes(answer["notes"])
