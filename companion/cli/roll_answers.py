"""What verbs say of dice on a terminal: odds with bars, a roll throw by throw."""

from collections.abc import Mapping
from typing import Any

import click

from companion.base.json_types import JsonMapping
from companion.base.wording import format_number, percent
from companion.cli import tables

_BAR = 24


def odds(answer: JsonMapping, titles: Mapping[str, str]) -> None:
    """Print the summary figures that have a title, then every outcome with its chance; or the simulated figures."""
    tables.notes(answer["notes"])
    if "simulated" in answer:
        _simulation(answer["simulated"], titles)
        tables.basis(answer["rests_on"])
        return
    for name, figure in ((name, figure) for name, figure in answer["summary"].items() if name in titles):
        click.echo(f"{titles[name]}: {tables.figure(figure)}")
    if "spread" in answer:
        _spread(answer["spread"])
        tables.basis(answer["rests_on"])
        return
    rows = sorted(answer["outcomes"], key=lambda row: _sortable(row["outcome"]))
    heads = [key.replace("_", " ") for key in rows[0]["outcome"]]
    most = max(row["p"] for row in rows)
    click.echo()
    tables.table(
        (*heads, "chance", "exact", ""),
        [
            (
                *row["outcome"].values(),
                percent(row["exact"], 2, "%"),
                tables.short(row["exact"]),
                "#" * round(_BAR * row["p"] / most),
            )
            for row in rows
        ],
    )
    tables.basis(answer["rests_on"])


def _spread(found: JsonMapping) -> None:
    click.echo(f"\n{found['count']:,} outcomes, in short; --every lists them all.")
    for name, value in found["values"].items():
        said = ", ".join(f"{part}% {amount:,}" for part, amount in value["quantiles"].items())
        click.echo(f"\n{name.replace('_', ' ')}: at most, in so many percent of rolls: {said}")
        most = max(entry["p"] for entry in value["bins"])
        tables.table(
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


def roll(answer: JsonMapping) -> None:
    """Print every throw with its faces, then the outcome."""
    for thrown in answer["throws"]:
        why = "" if thrown["why"] == thrown["dice"] else f"  ({thrown['why']})"
        click.echo(f"{thrown['dice']}: {' '.join(map(str, thrown['faces']))}{why}")
    for key, value in answer["outcome"].items():
        click.echo(f"{key.replace('_', ' ')}: {tables.cell(value)}")
    if "ending" in answer:
        click.echo(answer["ending"])
    tables.notes(answer["notes"])
    tables.basis(answer["rests_on"])
