"""Tables, figures and notes as text: with rules and colour on a terminal, plain columns everywhere else."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

import click

from companion.base.json_types import JsonMapping
from companion.base.wording import decimal, format_number, percent

_READABLE = 25
"""The most characters of a fraction that is shown as such."""


def show_table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows under heads; a pipe or a file gets plain columns of full width."""
    cells = [[cell_text(value) for value in row] for row in rows]
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markup import escape
        from rich.table import Table
        from rich.text import Text

        rich_table = Table(*map(escape, heads), header_style="bold")
        for row in cells:
            rich_table.add_row(*map(Text, row))
        Console().print(rich_table)
        return
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    for row in [list(heads), *cells]:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def cell_text(value: object) -> str:
    """Return a value as the text of a cell."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {cell_text(inner)}" for key, inner in value.items()) or "-"
    if isinstance(value, list | tuple):
        return ", ".join(map(cell_text, value)) or "-"
    return "?" if value is None else str(value)


def total_text(value: object) -> str:
    """Return a value of an answer as text; a chance or a mean with its `exact` fraction as a figure."""
    if isinstance(value, Mapping) and "exact" in value and ("p" in value or "value" in value):
        return figure_text(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {total_text(inner)}" for key, inner in value.items() if key != "exact")
    if isinstance(value, float):
        return decimal(value, 3)
    return ", ".join(map(_entry_name, value)) if isinstance(value, list | tuple) else cell_text(value)


def _entry_name(value: object) -> str:
    return str(value["name"]) if isinstance(value, Mapping) and "name" in value else total_text(value)


def figure_text(figure: JsonMapping) -> str:
    """Return a chance or a mean with its exact value, unless a mean's fraction is too long to read."""
    if "p" in figure:
        return f"{percent(figure['exact'], 2)} ({short_fraction(figure['exact'])})"
    mean = format_number(figure["value"], 3, "")
    return f"{mean} ({figure['exact']})" if len(figure["exact"]) <= _READABLE else mean


def short_fraction(fraction: str) -> str:
    """Return a fraction as text, as `about 1 in N` where it is too long to read."""
    if len(fraction) <= _READABLE:
        return fraction
    above, _, below = fraction.partition("/")
    return f"about 1 in {Decimal(int(below)) / int(above):.3g}" if int(above) else "about 0"


def show_notes(sentences: Sequence[str]) -> None:
    """Print each sentence as a note."""
    for sentence in sentences:
        click.echo(f"Note: {sentence}")


def show_basis(entries: Sequence[JsonMapping]) -> None:
    """Print the rulings that an answer uses, and its numbers of cards that are not printed ones."""
    for entry in entries:
        if entry["kind"] == "ruling":
            click.echo(f"Rests on a ruling: {entry['question']} {entry['text']}")
        else:
            field = f", {entry['field'].replace('_', ' ')}" if entry["field"] else ""
            note = f", {entry['note']}" if entry["note"] else ""
            click.echo(f"Rests on {entry['name']}{field}: {entry['origin']}{note}")


def show_doctor(answer: JsonMapping) -> None:
    """Print every check of the installation and its result."""
    show_table(("", "what", "found"), [("ok" if c["ok"] else "BAD", c["name"], c["found"]) for c in answer["checks"]])
