"""What `simulate` prints: its progress on a terminal, the counts of a run, a comparison, a ranking."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from companion.base.json_types import JsonMapping
from companion.base.wording import percent
from companion.cli import tables
from companion.cli.progress import is_terminal
from companion.lab.counts import RunCounts
from companion.lab.game import PlayedGame
from companion.verbs import lab
from companion.verbs.lab_questions import points

MOST_CARDS = 15
"""Cards in the text of an answer, those that tell winners from losers best; --json has them all."""


@contextmanager
def progress(games: int, sides: int) -> Iterator[Callable[[PlayedGame], None]]:
    """Show on a terminal how many games are played and how the sides stand; nothing elsewhere."""
    if not is_terminal():
        yield lambda game: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task, counts = bar.add_task("", total=games), RunCounts(sides)

        def show(game: PlayedGame) -> None:
            counts.add(game)
            rates = " : ".join(percent(counts.rate(side).share) for side in range(sides))
            bar.update(task, completed=counts.games, description=rates)

        yield show


def show_run(answer: JsonMapping) -> None:
    """Print the sides with their rates, what else came of the run, and the cards that tell winners from losers."""
    _show_situation(answer)
    _show_sides(answer)
    for sentence in lab.sentences(answer):
        click.echo(sentence)
    if answer["endings"]:
        click.echo("\nHow games ended")
        tables.show_table(("games", "ending"), [[str(one["games"]), one["why"]] for one in answer["endings"]])
    if answer["cards"]:
        click.echo("\nCards: how much more often sides that used one won; * stands out from chance")
        card_rows = [
            [
                one["name"],
                str(one["drawn"]),
                str(one["used"]),
                str(one["idle"]),
                f"{100 * one['lift']:+.1f}{' *' * one['stands_out']}",
            ]
            for one in answer["cards"][:MOST_CARDS]
        ]
        tables.show_table(("card", "drawn", "used", "idle", "points of win rate"), card_rows)


def _show_situation(answer: JsonMapping) -> None:
    """Print in which situation alone a result holds, if it is one of a game that is played in situations."""
    if answer["situation"]:
        click.echo(answer["situation"]["words"])


def _show_sides(answer: JsonMapping) -> None:
    rows = [
        [side["title"], side["strength"], percent(side["rate"]), lab.interval_words(side)] for side in answer["sides"]
    ]
    tables.show_table(("side", "played", "wins", "95% interval"), rows)


def show_what_if(answer: JsonMapping) -> None:
    """Print what a change does to each side, and the rates without and with it."""
    _show_situation(answer)
    click.echo(answer["verdict"])
    sides = zip(answer["without"]["sides"], answer["with"]["sides"], answer["differences"], strict=True)
    rows = [
        [
            before["title"],
            percent(before["rate"]),
            percent(after["rate"]),
            points(one["difference"]),
            f"{points(one['low'])} to {points(one['high'])}",
        ]
        for before, after, one in sides
    ]
    tables.show_table(("side", "without", "with", "difference", "95% interval"), rows)
    for name in ("without", "with"):
        for sentence in lab.uncounted(answer[name]):
            click.echo(f"{name.capitalize()}: {sentence}")


def show_balance(answer: JsonMapping) -> None:
    """Print which change of a number is fair, the rates as they are, and every change that was tried."""
    _show_situation(answer)
    click.echo(answer["verdict"])
    _show_sides(answer["now"])
    if answer["steps"]:
        titles = [f"{side['title']} wins" for side in answer["steps"][0]["sides"]]
        rows = [
            [
                f"{one['field'].replace('_', ' ')} {one['before']} → {one['after']}",
                str(one["games"]),
                *(f"{percent(side['rate'])} ({lab.interval_words(side)})" for side in one["sides"]),
                "fair" if one["fair"] else "",
            ]
            for one in answer["steps"]
        ]
        tables.show_table(("change", "games", *titles, ""), rows)


def show_ranking(answer: JsonMapping) -> None:
    """Print the builds, the strongest first, and how each pair of them did."""
    _show_situation(answer)
    click.echo(answer["verdict"])
    ranking = [[one["title"], percent(one["rating"]), lab.interval_words(one)] for one in answer["ranking"]]
    tables.show_table(("build", "rating", "95% interval"), ranking)
    rows = [
        [
            f"{one['a']} against {one['b']}",
            str(one["games"]),
            percent(one["rate"]),
            lab.interval_words(one),
        ]
        for one in answer["pairs"]
    ]
    tables.show_table(("pair", "games", "the first wins", "95% interval"), rows)
