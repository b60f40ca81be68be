"""Answers as text for a terminal: tables with rules and colour on a screen, plain columns everywhere else."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

import click

from companion.base.json_types import JsonMapping
from companion.base.wording import decimal, format_number, percent

_READABLE = 25
"""The most characters of a fraction that is shown as such."""


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows under heads; a pipe or a file gets plain columns, never cut short."""
    cells = [[cell(value) for value in row] for row in rows]
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


def cell(value: object) -> str:
    """Return a value as a cell shows it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {cell(inner)}" for key, inner in value.items()) or "-"
    if isinstance(value, list | tuple):
        return ", ".join(map(cell, value)) or "-"
    return "?" if value is None else str(value)


def total(value: object) -> str:
    """Return a figure of an answer, or several, as a terminal shows them."""
    if isinstance(value, Mapping) and "exact" in value:
        return figure(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {total(inner)}" for key, inner in value.items())
    if isinstance(value, float):
        return decimal(value, 3)
    return ", ".join(map(_entry_name, value)) if isinstance(value, list | tuple) else cell(value)


def _entry_name(value: object) -> str:
    """Return a list's entry as a cell shows it: a record by its name if it has one."""
    return str(value["name"]) if isinstance(value, Mapping) and "name" in value else total(value)


def figure(figure: JsonMapping) -> str:
    """Return a chance or a mean with its exact value; a mean whose fraction is too long to read stands alone."""
    if "p" in figure:
        return f"{percent(figure['exact'], 2, '%')} ({short(figure['exact'])})"
    mean = format_number(figure["value"], 3, "")
    return f"{mean} ({figure['exact']})" if len(figure["exact"]) <= _READABLE else mean


def short(fraction: str) -> str:
    """Return a fraction, or about what it is where it is too long to read."""
    return fraction if len(fraction) <= _READABLE else f"about {_decimal(fraction)}"


def _decimal(fraction: str) -> str:
    above, _, below = fraction.partition("/")
    return f"1 in {Decimal(int(below)) / int(above):.3g}" if int(above) else "0"


def notes(sentences: Sequence[str]) -> None:
    """Print which inputs change nothing."""
    for sentence in sentences:
        click.echo(f"Note: {sentence}")


def basis(entries: Sequence[JsonMapping]) -> None:
    """Print what an answer rests on besides the rulebook: numbers of cards with another origin, and rulings."""
    for entry in entries:
        if entry["kind"] == "ruling":
            click.echo(f"Rests on a ruling: {entry['question']} {entry['text']}")
        else:
            field = f", {entry['field'].replace('_', ' ')}" if entry["field"] else ""
            why = f", {entry['note']}" if entry["note"] else ""
            click.echo(f"Rests on {entry['name']}{field}: {entry['origin']}{why}")


def doctor(answer: JsonMapping) -> None:
    """Print every check of the installation and its result."""
    table(("", "what", "found"), [("ok" if c["ok"] else "BAD", c["name"], c["found"]) for c in answer["checks"]])
