"""Answers about dice as text on a terminal: odds with bars, a roll throw by throw."""

from collections.abc import Iterable, Mapping
from typing import Any

import click

from companion.base.json_types import JsonMapping
from companion.base.wording import format_number, percent
from companion.cli import tables
from companion.dice.resolver import as_number

_BAR_WIDTH = 24


def show_odds(answer: JsonMapping, titles: Mapping[str, str], columns: Mapping[str, str] | None = None) -> None:
    """Print the summary figures that have a title in `titles`, then every outcome with its chance.

    `columns` are titles of values that are not called by their own names. Many outcomes are summed up; simulated odds
    have no outcomes.
    """
    tables.show_notes(answer["notes"])
    if "simulated" in answer:
        _show_simulation(answer["simulated"], titles)
    else:
        for name, figure in ((name, figure) for name, figure in answer["summary"].items() if name in titles):
            click.echo(f"{titles[name]}: {tables.figure_text(figure)}")
        if "spread" in answer:
            _show_spread(answer["spread"])
        else:
            _show_outcomes(answer["outcomes"], columns or {})
    if "beyond" in answer:
        click.echo(f"Beyond {answer['beyond']['explosions']} explosions: {answer['beyond']['p']:.1e}")
    tables.show_basis(answer["rests_on"])


def _show_outcomes(outcomes: Iterable[JsonMapping], columns: Mapping[str, str]) -> None:
    rows = sorted(outcomes, key=lambda row: _sort_key(row["outcome"]))
    heads = [columns.get(key, key).replace("_", " ").lower() for key in rows[0]["outcome"]]
    most = max(row["p"] for row in rows)
    click.echo()
    tables.show_table(
        (*heads, "chance", "exact", ""),
        [
            (
                *row["outcome"].values(),
                percent(row["exact"], 2),
                tables.short_fraction(row["exact"]),
                _bar(row["p"], most),
            )
            for row in rows
        ],
    )


def _show_spread(spread: JsonMapping) -> None:
    click.echo(f"\n{spread['count']:,} outcomes; --every lists them all.")
    for name, value in spread["values"].items():
        quantiles = "; ".join(f"{part} %: {amount:,}" for part, amount in value["quantiles"].items())
        click.echo(f"\n{name.replace('_', ' ')}, percentiles: {quantiles}")
        most = max(entry["p"] for entry in value["bins"])
        rows = [(b["from"], b["to"], percent(b["p"], 2), _bar(b["p"], most)) for b in value["bins"]]
        tables.show_table(("from", "to", "chance", ""), rows)


def _show_simulation(simulation: JsonMapping, titles: Mapping[str, str]) -> None:
    click.echo(f"Simulated from {simulation['times']:,} rolls, not exact: {simulation['why']}.")
    for name, figure in ((name, figure) for name, figure in simulation["summary"].items() if name in titles):
        middle, low, high = (
            percent(figure[key], 1) if "p" in figure else format_number(figure[key], 3, "")
            for key in ("p" if "p" in figure else "value", "low", "high")
        )
        click.echo(f"{titles.get(name, name)}: about {middle} ({low} to {high}, 19 times out of 20)")


def _bar(share: float, most: float) -> str:
    return "#" * round(_BAR_WIDTH * share / most)


def _sort_key(outcome: JsonMapping) -> list[tuple[bool, Any]]:
    return [(True, number) if (number := as_number(v)) is not None else (False, str(v)) for v in outcome.values()]


def _show_throws(answer: JsonMapping) -> None:
    for throw in answer["throws"]:
        reason = "" if throw["why"] == throw["dice"] else f"  ({throw['why']})"
        click.echo(f"{throw['dice']}: {' '.join(map(str, throw['faces']))}{reason}")


def show_dice(answer: JsonMapping) -> None:
    """Print every throw of a dice expression, and what its dice come to."""
    _show_throws(answer)
    for label, value in answer["outcome"].get("parts", {}).items():
        click.echo(f"{label}: {value}")
    is_total = answer["ending"] == str(answer["outcome"].get("total", ""))
    click.echo(f"total: {answer['ending']}" if is_total else answer["ending"])
    tables.show_notes(answer["notes"])


def show_roll(answer: JsonMapping) -> None:
    """Print every throw with its faces, then the outcome."""
    _show_throws(answer)
    for key, value in answer["outcome"].items():
        click.echo(f"{key.replace('_', ' ')}: {tables.cell_text(value)}")
    if "ending" in answer:
        click.echo(answer["ending"])
    tables.show_notes(answer["notes"])
    tables.show_basis(answer["rests_on"])
