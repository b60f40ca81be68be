"""The verb `simulate`: the computer plays a matchup many times, and what came of it is counted."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject, to_json
from companion.base.wording import percent
from companion.cli import complete, reading, tables
from companion.cli.group import Answer, house_rules_option, packs_option, rulings_option, verb
from companion.data.documents import to_document
from companion.game_system.system import GameSystem
from companion.lab.counts import Counts
from companion.lab.matchup import Matchup
from companion.lab.runs import MOST_GAMES, RunFile, run
from companion.lab.workers import executors
from companion.opponent.strengths import STRENGTHS
from companion.verbs import lab
from companion.verbs.names import find_game
from companion.verbs.tables import export

EXAMPLE, NOTHING = "example:", "-"
MOST_CARDS = 15
"""Cards in the text of an answer, those that tell winners from losers best; --json has them all."""


@verb
@click.argument("game", shell_complete=complete.games)
@click.argument("builds", nargs=-1, metavar="[A B ...]", shell_complete=complete.files)
@click.option("--games", default=200, show_default=True, type=click.IntRange(1, MOST_GAMES), help="Games to play.")
@click.option(
    "--strength",
    "strengths",
    multiple=True,
    type=click.Choice(list(STRENGTHS)),
    help="How well the computer plays: once for all sides, or once for each (default: fair).",
)
@click.option("--seed", default="1", show_default=True, help="Any text: the same seed plays the same games.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes (default: one for each processor core).")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786.")
@click.option("--out", metavar="FILE", help="Write each game as a line; a run that was stopped goes on from there.")
@click.option("--seats", type=click.IntRange(2, 4), help="Sides without builds (default: 2).")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game's table.")
@click.option("--anyway", is_flag=True, help="Play builds that are not legal all the same.")
@click.option("--replay", type=click.IntRange(0, MOST_GAMES), metavar="N", help="Print game N as a table's file.")
@packs_option
@rulings_option
@house_rules_option
def simulate(
    game: str,
    builds: tuple[str, ...],
    games: int,
    strengths: tuple[str, ...],
    seed: str,
    workers: int | None,
    cluster: str | None,
    out: str | None,
    seats: int | None,
    options: tuple[str, ...],
    anyway: bool,
    replay: int | None,
    packs: tuple[str, ...],
    rulings: tuple[str, ...],
    house_rules: str | None,
) -> Answer:
    """Let the computer play GAME against itself and count who wins, with builds A and B or by the usual start.

    A build is what `companion check` takes as a FILE, or example:NAME; - is a side without one.
    """
    system = find_game(game)
    chosen = reading.read_pairs(rulings, "--ruling")
    documents = {"rulings": chosen, "pack": [reading.read_document(pack) for pack in packs]}
    ruled = reading.apply_house_rules(system, house_rules, documents, chosen)
    settings: JsonObject = {name: ruled[name] for name in ("rulings", "pack") if ruled.get(name)}
    named = builds or (NOTHING,) * (seats or 2)
    matchup = lab.make_matchup(
        system,
        [(title, _build(system, name)) for title, name in zip(_titles(named), named, strict=True)],
        _strengths(strengths, len(named)),
        {**settings, "options": reading.read_pairs(options, "--option")},
        seed,
        is_asked=not anyway,
    )
    if replay is not None:
        return export(lab.replay(matchup, replay), None), lambda table: click.echo(to_json(table), nl=False)
    count = workers or os.cpu_count() or 1
    return lab.run_answer(matchup, _counted(matchup, games, count, cluster, out)), _show


def _titles(names: tuple[str, ...]) -> list[str]:
    """Return what the sides are called: their files or examples, told apart by a letter where two are alike."""
    titles = [Path(name.removeprefix(EXAMPLE)).stem if name != NOTHING else "" for name in names]
    letters = "ABCD"
    return [
        f"{title} {letters[at]}".strip() if not title or titles.count(title) > 1 else title
        for at, title in enumerate(titles)
    ]


def _build(game: GameSystem, name: str) -> JsonMapping | None:
    if name == NOTHING:
        return None
    if not name.startswith(EXAMPLE):
        return reading.read_document(name)
    example = game.examples.get(name.removeprefix(EXAMPLE))
    if example is None:
        raise InvalidInput(InputError(name, "no example of this game", f"one of {', '.join(game.examples)}"))
    return to_document(example)


def _strengths(typed: tuple[str, ...], sides: int) -> tuple[str, ...]:
    given = typed or ("fair",)
    if len(given) not in (1, sides):
        raise InvalidInput(InputError("--strength", f"{len(given)} strengths", f"one, or {sides}: one for each side"))
    return given if len(given) == sides else given * sides


def _counted(matchup: Matchup, games: int, workers: int, cluster: str | None, out: str | None) -> Counts:
    file = RunFile(Path(out), matchup) if out else None
    counts = Counts(len(matchup.sides))
    for game in file.games[:games] if file else ():
        counts.add(game)
    left = range(counts.games, games)
    make = executors(workers, cluster) if cluster or (workers > 1 and len(left) > 1) else None
    played = run(matchup, left, make, workers)
    with _progress(games) as show:
        for game in file.record(played) if file and left else played:
            counts.add(game)
            show(counts)
    return counts


@contextmanager
def _progress(games: int) -> Iterator[Callable[[Counts], None]]:
    """Show on a terminal how many games are played and how the sides stand; nothing elsewhere."""
    from companion.cli.progress import is_terminal

    if not is_terminal():
        yield lambda counts: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)

        def show(counts: Counts) -> None:
            rates = " : ".join(percent(counts.rate(side).share) for side in range(counts.sides))
            bar.update(task, completed=counts.games, description=rates)

        yield show


def _show(answer: JsonMapping) -> None:
    """Print the sides with their rates, what else came of the run, and the cards that tell winners from losers."""
    rows = [
        [
            side["title"],
            side["strength"],
            percent(side["rate"]),
            f"{percent(side['low'])} to {percent(side['high'])}",
        ]
        for side in answer["sides"]
    ]
    tables.show_table(("side", "played", "wins", "95% interval"), rows)
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
