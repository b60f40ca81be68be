"""Answers as text for a terminal: tables with rules and colour on a screen, plain columns everywhere else."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

import click

from companion.json_types import JsonMapping
from companion.wording import decimal, describe_ink, format_number, percent, plural

_LEVELS = {"error": "red", "warning": "yellow", "note": "blue"}
_READABLE = 25
"""The most characters of a fraction that is shown as such."""
_BAR = 24


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows under heads; a pipe or a file gets plain columns, never cut short."""
    cells = [[_cell(value) for value in row] for row in rows]
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markup import escape
        from rich.table import Table
        from rich.text import Text

        drawn = Table(*map(escape, heads), header_style="bold")
        for row in cells:
            drawn.add_row(*map(Text, row))
        Console().print(drawn)
        return
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    for row in [list(heads), *cells]:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_cell(inner)}" for key, inner in value.items()) or "-"
    if isinstance(value, list | tuple):
        return ", ".join(map(_cell, value)) or "-"
    return "?" if value is None else str(value)


def games(answer: JsonMapping) -> None:
    """Print every game with what it offers."""
    listed = answer["games"]
    rows = [(g["slug"], g["title"], ", ".join(g["resolvers"]), ", ".join(g["print_sets"])) for g in listed]
    table(("game", "title", "rolls", "prints"), rows)


def cards(answer: JsonMapping) -> None:
    """Print a game's cards; the last column says where their numbers come from."""
    rows = [(c["kind"], c["id"], c["name"], _origin(c["origin"])) for c in answer["cards"]]
    table(("kind", "id", "name", "origin"), rows)


def _origin(marks: JsonMapping) -> str:
    kinds: dict[str, list[str]] = {}
    for key, mark in marks.items():
        if key != "default":
            kinds.setdefault(mark["origin"], []).append(key)
    return "; ".join([marks["default"]["origin"], *(f"{kind}: {', '.join(keys)}" for kind, keys in kinds.items())])


def rules(answer: JsonMapping) -> None:
    """Print a game's sections with their coverage, and its rulings with their options."""
    click.echo(f"{answer['title']}, {answer['edition']}\n")
    table(("section", "title", "covered"), [(s["id"], s["title"], s["status"]) for s in answer["sections"]])
    for ruling in answer["rulings"]:
        click.echo(f"\n{ruling['id']}: {ruling['question']}")
        chosen, number = ruling["chosen"], ruling["number"]
        for option in ruling["option"]:
            if option["number"] is None:
                click.echo(f"  {'*' if option['id'] == chosen else ' '} {option['id']}: {option['text']}")
        if number:
            mark, n = ("*", chosen) if chosen.isdecimal() else (" ", "n")
            within = f"(n: {number['least']} to {number['most']})"
            click.echo(f"  {mark} {n}: {number['text'].replace('{n}', n)} {within}")


def check(answer: JsonMapping, name: str) -> None:
    """Print a check: the sentence first, then every finding with its fixes."""
    from companion.marks import SIGNS, legend
    from companion.rulebook import rulings_text

    said = "legal" if answer["legal"] else "not legal"
    click.echo(f"{name}: {answer['title'] or 'untitled'}: {said}.")
    marks = {place: SIGNS[written.partition(":")[0]] for place, written in answer["origins"].items()}
    for key, value in answer["totals"].items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            table(
                [head.replace("_", " ") for head in value[0]],
                [
                    [_total(cell) + marks.get(f"{key}[{n}].{head}", "") for head, cell in row.items()]
                    for n, row in enumerate(value)
                ],
            )
            continue
        click.echo(f"  {str(key).replace('_', ' ')}: {_total(value)}{marks.get(str(key), '')}")
    if meaning := legend("".join(marks.values())):
        click.echo(f"  {meaning}")
    for finding in answer["findings"]:
        level = click.style(finding["level"], fg=_LEVELS[finding["level"]], bold=True)
        place = f" at {finding['where']}" if finding["where"] else ""
        click.echo(f"  {level} [{finding['rule']}]{place}: {finding['message']}")
        for fix in finding["fixes"]:
            click.echo(f"    fix: {fix['label']}")
    if rules := answer["house_rules"]:
        click.echo(f"  house rules: {rules['title']} ({rules['fingerprint']})")
    if answer["rulings"]:
        click.echo(f"  rulings: {rulings_text(answer['rulings'])}")


def _total(value: object) -> str:
    if isinstance(value, Mapping) and "exact" in value:
        return _figure(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_total(inner)}" for key, inner in value.items())
    if isinstance(value, float):
        return decimal(value, 3)
    return ", ".join(map(_entry_name, value)) if isinstance(value, list | tuple) else _cell(value)


def _entry_name(value: object) -> str:
    """Return a list's entry as a cell shows it: a record by its name if it has one."""
    return str(value["name"]) if isinstance(value, Mapping) and "name" in value else _total(value)


def analyses(answer: JsonMapping) -> None:
    """Print a game's analyses."""
    table(("name", "title", "inputs"), [(a["name"], a["title"], _input_names(a["inputs"])) for a in answer["analyses"]])


def _input_names(schema: JsonMapping) -> str:
    """Return the inputs of a JSON Schema by name, those that must be given marked with a star."""
    required = schema.get("required", ())
    return ", ".join(f"{name}*" if name in required else name for name in schema.get("properties", {}))


def analysis(answer: JsonMapping) -> None:
    """Print the answer of an analysis: its values, and each list of records as a table."""
    _values(answer["answer"])
    notes(answer["notes"])
    _basis(answer["rests_on"])


def _values(values: JsonMapping, place: str = "") -> None:
    for key, value in values.items():
        name = f"{place}{key}".replace("_", " ")
        if isinstance(value, Mapping) and value:
            _values(value, f"{name}, ")
        elif _is_records(value):
            click.echo(f"\n{name}")
            _records(value)
        else:
            click.echo(f"{name}: {'–' if value in (None, [], {}) else _total(value)}")


def _records(records: Sequence[JsonMapping]) -> None:
    """Print records as a table; columns that hold tables themselves are named below it and shown with --json alone."""
    heads = list(dict.fromkeys(head for record in records for head in record))
    deep = [head for head in heads if any(_is_deep(record.get(head)) for record in records)]
    heads = [head for head in heads if head not in deep]
    table(heads, [[_total(record.get(head, "")) for head in heads] for record in records])
    if deep:
        click.echo(f"(with --json: {', '.join(deep)})")


def _is_deep(value: object) -> bool:
    """Return whether a value is a table or contains one; a list of names is not a table."""
    if isinstance(value, Mapping):
        return any(isinstance(inner, Mapping | list) for inner in value.values())
    return isinstance(value, list) and any(isinstance(inner, Mapping) and "name" not in inner for inner in value)


def _is_records(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(record, Mapping) for record in value)


def odds(answer: JsonMapping, titles: Mapping[str, str]) -> None:
    """Print the summary figures that have a title, then every outcome with its chance; or the simulated figures."""
    notes(answer["notes"])
    if "simulated" in answer:
        _simulation(answer["simulated"], titles)
        _basis(answer["rests_on"])
        return
    for name, figure in ((name, figure) for name, figure in answer["summary"].items() if name in titles):
        click.echo(f"{titles[name]}: {_figure(figure)}")
    if "spread" in answer:
        _spread(answer["spread"])
        _basis(answer["rests_on"])
        return
    rows = sorted(answer["outcomes"], key=lambda row: _sortable(row["outcome"]))
    heads = [key.replace("_", " ") for key in rows[0]["outcome"]]
    most = max(row["p"] for row in rows)
    click.echo()
    table(
        (*heads, "chance", "exact", ""),
        [
            (
                *row["outcome"].values(),
                percent(row["exact"], 2, "%"),
                _short(row["exact"]),
                "#" * round(_BAR * row["p"] / most),
            )
            for row in rows
        ],
    )
    _basis(answer["rests_on"])


def _spread(found: JsonMapping) -> None:
    click.echo(f"\n{found['count']:,} outcomes, in short; --every lists them all.")
    for name, value in found["values"].items():
        said = ", ".join(f"{part}% {amount:,}" for part, amount in value["quantiles"].items())
        click.echo(f"\n{name.replace('_', ' ')}: at most, in so many percent of rolls: {said}")
        most = max(entry["p"] for entry in value["bins"])
        table(
            ("from", "to", "chance", ""),
            [(b["from"], b["to"], percent(b["p"], 2, "%"), "#" * round(_BAR * b["p"] / most)) for b in value["bins"]],
        )


def _simulation(found: JsonMapping, titles: Mapping[str, str]) -> None:
    click.echo(f"Simulated from {found['times']:,} rolls, not exact: {found['why']}.")
    for name, figure in ((name, figure) for name, figure in found["summary"].items() if name in titles):
        middle, low, high = (
            percent(figure[key], 1, "%") if "p" in figure else format_number(figure[key], 3, "")
            for key in ("p" if "p" in figure else "value", "low", "high")
        )
        click.echo(f"{titles.get(name, name)}: about {middle} ({low} to {high}, 19 times out of 20)")


def _sortable(outcome: JsonMapping) -> list[tuple[bool, Any]]:
    return [(isinstance(v, int), v if isinstance(v, int) else str(v)) for v in outcome.values()]


def _figure(figure: JsonMapping) -> str:
    """Return a chance or a mean with its exact value; a mean whose fraction is too long to read stands alone."""
    if "p" in figure:
        return f"{percent(figure['exact'], 2, '%')} ({_short(figure['exact'])})"
    mean = format_number(figure["value"], 3, "")
    return f"{mean} ({figure['exact']})" if len(figure["exact"]) <= _READABLE else mean


def _short(fraction: str) -> str:
    return fraction if len(fraction) <= _READABLE else f"about {_decimal(fraction)}"


def _decimal(fraction: str) -> str:
    above, _, below = fraction.partition("/")
    return f"1 in {Decimal(int(below)) / int(above):.3g}" if int(above) else "0"


def roll(answer: JsonMapping) -> None:
    """Print every throw with its faces, then the outcome."""
    for thrown in answer["throws"]:
        why = "" if thrown["why"] == thrown["dice"] else f"  ({thrown['why']})"
        click.echo(f"{thrown['dice']}: {' '.join(map(str, thrown['faces']))}{why}")
    for key, value in answer["outcome"].items():
        click.echo(f"{key.replace('_', ' ')}: {_cell(value)}")
    if "ending" in answer:
        click.echo(answer["ending"])
    notes(answer["notes"])
    _basis(answer["rests_on"])


def notes(sentences: Sequence[str]) -> None:
    """Print which inputs change nothing."""
    for sentence in sentences:
        click.echo(f"Note: {sentence}")


def _basis(entries: Sequence[JsonMapping]) -> None:
    """Print what an answer rests on besides the rulebook: numbers of cards with another origin, and rulings."""
    for entry in entries:
        if entry["kind"] == "ruling":
            click.echo(f"Rests on a ruling: {entry['question']} {entry['text']}")
        else:
            field = f", {entry['field'].replace('_', ' ')}" if entry["field"] else ""
            why = f", {entry['note']}" if entry["note"] else ""
            click.echo(f"Rests on {entry['name']}{field}: {entry['origin']}{why}")


def printout(answer: JsonMapping) -> None:
    """Print what was written."""
    cuts = f" with {plural(answer['cuts'], 'straight cut')}" if answer["cuts"] else ""
    pieces = f", {plural(answer['pieces'], 'piece')} to cut{cuts}" if answer["pieces"] else ""
    papers = f"{plural(answer['papers'], 'sheet')} of paper"
    pages = plural(answer["pages"], "page")
    ink = describe_ink(answer["inked"], answer["ink_saved"])
    click.echo(f"{answer['file']}: {papers}, {pages}{pieces}. {ink}")
    _run_by_run(answer["runs"])
    if answer["cut_sheets"]:
        from companion.printing.export.cutter import sheet_numbers_in_words

        for name, numbers in answer["cut_sheets"].items():
            click.echo(f"{name}: outlines for a desktop cutter, for {sheet_numbers_in_words(numbers)}.")
    if answer["registration"]:
        from companion.printing.sheets.registration import Registration

        click.echo(f"Registration marks: {Registration(**answer['registration']).sentence}")
    print_notes(answer["notes"])
    if answer["unmatched"]:
        click.echo(f"In your list, but not here: {', '.join(answer['unmatched'][:12])}.", err=True)


def _run_by_run(runs: Sequence[JsonMapping]) -> None:
    """Print how to send the paper through the printer, file by file."""
    if len(runs) == 1:
        click.echo(f"{runs[0]['said']} At 100 %, “actual size”.")
        return
    click.echo("At 100 %, “actual size”, “reverse order” off:")
    for number, run in enumerate(runs, 1):
        click.echo(f"{number}. {run['file']}: {run['said']}")


def print_notes(notes: Sequence[str]) -> None:
    """Print notes on stderr: the first ten, and how many more there are."""
    for note in notes[:10]:
        click.echo(f"Note: {note}", err=True)
    if len(notes) > 10:
        click.echo(f"Note: and {len(notes) - 10} more like these.", err=True)


def export(answer: JsonMapping) -> None:
    """Print what was written, and what was left out."""
    cards = plural(answer["cards"], "card")
    files = plural(answer["files"], "file")
    click.echo(f"{answer['file']}: {cards} in {files}.")
    if answer["left_out"]:
        click.echo(f"Whole pages are for printing and were left out: {', '.join(answer['left_out'])}.", err=True)
    print_notes(answer["notes"])


def calibration(answer: JsonMapping) -> None:
    """Print which printer was saved, or where the test page is."""
    if "file" in answer:
        click.echo(f"{answer['file']}: print both sides at 100 %, read it, then: companion calibrate NAME --across …")
        return
    from companion.printing.sheets.printer_settings import Habits, describe

    if "photo" in answer:
        _photograph(answer["photo"])
    name = answer["printer"]
    if name is None:
        click.echo("Save it: name the printer, companion calibrate NAME --photo …")
        print_notes(answer["notes"])
        return
    habits = describe(Habits(**answer["habits"]))
    what = f"{name}: {habits}" if habits else name
    click.echo(f"Saved {what}. Test it: companion calibrate {name!r}. Print with it: --printer {name!r}.")
    print_notes(answer["notes"])


def _photograph(seen: JsonMapping) -> None:
    """Print what a photograph of the test page shows."""
    lengths = [f"{letter} {seen[name]:.2f}" for letter, name in zip("ABCD", _LENGTHS, strict=True) if seen[name]]
    if lengths:
        click.echo(f"Read: {', '.join(lengths)} mm.")
    click.echo(f"The back is {seen['said']}; its marks agree to {max(seen['error'], 0.01):.2f} mm.")


_LENGTHS = ("left", "top", "across", "along")
"""The readings that the test page calls A, B, C and D."""


def _on_terminal() -> bool:
    """Return whether messages go to a terminal, or are to look so; rich would say the same, but loads slowly."""
    return sys.stderr.isatty() or bool(os.environ.get("FORCE_COLOR"))


@contextmanager
def page_progress() -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on a terminal while a PDF's pages are written; nothing elsewhere."""
    if not _on_terminal():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Pages")
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def file_progress() -> Iterator[Callable[[], None]]:
    """Count files on a terminal while they are written; nothing elsewhere."""
    if not _on_terminal():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    columns = ("{task.description}", TextColumn("{task.completed} files"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Writing", total=None)
        yield lambda: bar.update(task, advance=1)


def doctor(answer: JsonMapping) -> None:
    """Print every check of the installation and its result."""
    table(("", "what", "found"), [("ok" if c["ok"] else "BAD", c["name"], c["found"]) for c in answer["checks"]])
