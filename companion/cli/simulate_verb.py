"""The verb `simulate`: the computer plays a matchup many times, and what came of it is counted, compared or ranked."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import combinations
from pathlib import Path

import click

from companion.base.findings import InputError, InvalidInput, errors_at, quote
from companion.base.json_types import JsonMapping, JsonObject, to_json
from companion.base.wording import join_words
from companion.cli import complete, reading, simulate_answers
from companion.cli.group import Answer, house_rules_option, packs_option, rulings_option, verb
from companion.data.documents import parse, to_document
from companion.game_system.system import GameSystem
from companion.lab import workers as lab_workers
from companion.lab.counts import count
from companion.lab.game import PlayedGame
from companion.lab.matchup import LabMatchup
from companion.lab.runs import MOST_GAMES, LabWorkers, RunFile, run
from companion.lab.situations import Situation, read, shipped
from companion.opponent.strengths import STRENGTHS
from companion.verbs import lab, lab_questions
from companion.verbs.names import find_game
from companion.verbs.tables import export

EXAMPLE, NOTHING = "example:", "-"
MOST_BUILDS = 26
"""Builds of a round robin, which has 325 pairs then."""


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
@click.option("--situation", metavar="NAME|FILE", help="How units stand, where models are on the players' table.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game's table.")
@click.option("--anyway", is_flag=True, help="Play builds that are not legal all the same.")
@click.option("--if", "numbers", multiple=True, metavar="CARD.FIELD=VALUE", help="What if a card had another number?")
@click.option("--if-ruling", "if_rulings", multiple=True, metavar="ID=OPTION", help="What if a ruling were another?")
@click.option("--if-pack", "if_packs", multiple=True, metavar="FILE", help="What if a card pack were used as well?")
@click.option("--balance", metavar="CARD", help="Find the smallest change of one number of a card that is fair.")
@click.option("--each-pair", is_flag=True, help="Let all builds play each other, and rank them.")
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
    situation: str | None,
    options: tuple[str, ...],
    anyway: bool,
    numbers: tuple[str, ...],
    if_rulings: tuple[str, ...],
    if_packs: tuple[str, ...],
    balance: str | None,
    each_pair: bool,
    replay: int | None,
    packs: tuple[str, ...],
    rulings: tuple[str, ...],
    house_rules: str | None,
) -> Answer:
    """Let the computer play GAME against itself and count who wins, with builds A and B or by the usual start.

    A build is what `companion check` takes as a FILE, or example:NAME; - is a side without one.
    """
    _refuse_two_questions(bool(numbers or if_rulings or if_packs), balance is not None, each_pair)
    system = find_game(game)
    chosen = reading.read_pairs(rulings, "--ruling")
    documents = {"rulings": chosen, "pack": [reading.read_document(pack) for pack in packs]}
    ruled = reading.apply_house_rules(system, house_rules, documents, chosen)
    named = builds or (NOTHING,) * (seats or 2)
    sides = [(title, _build(system, name)) for title, name in zip(_titles(named), named, strict=True)]
    table_options = reading.read_pairs(options, "--option")
    stands: JsonObject = {"situation": _situation(system, situation)} if situation else {}
    played = _strengths(strengths, len(named))

    def make(numbers: Sequence[int], rulings: Mapping[str, str], packs: Sequence[JsonMapping]) -> LabMatchup:
        settings: JsonObject = {"rulings": dict(rulings), "pack": list(packs), "options": table_options, **stands}
        chosen_sides, strengths = [sides[at] for at in numbers], [played[at] for at in numbers]
        return lab.make_matchup(system, chosen_sides, strengths, settings, seed, is_asked=not anyway)

    agreed, all_sides = (ruled.get("rulings", {}), ruled.get("pack", [])), range(len(sides))
    with _workers(games, workers, cluster, replay is not None) as crew:
        play = partial(_play, games, crew, out)
        if each_pair:
            pairs = {pair: make(pair, *agreed) for pair in _pairs(len(sides))}
            answer = lab_questions.each_pair(pairs, [title for title, _ in sides], play)
            return answer, simulate_answers.show_ranking
        matchup = make(all_sides, *agreed)
        if balance is not None:
            *_, answer = lab_questions.balance(matchup, balance, partial(make, all_sides), play)
            return answer, simulate_answers.show_balance
        changed, words = _changed(partial(make, all_sides), matchup, numbers, if_rulings, if_packs)
        if replay is not None:
            return export(lab.replay(changed or matchup, replay), None), _print_table
        if changed:
            return lab_questions.what_if(matchup, changed, words, play), simulate_answers.show_what_if
        return lab.run_answer(matchup, count(play(matchup, ""), len(sides))), simulate_answers.show_run


def _print_table(table: JsonMapping) -> None:
    click.echo(to_json(table), nl=False)


def _refuse_two_questions(what_if: bool, balance: bool, each_pair: bool) -> None:
    asked = [name for name, given in (("--if", what_if), ("--balance", balance), ("--each-pair", each_pair)) if given]
    if len(asked) > 1:
        raise InvalidInput(InputError(asked[0], f"{join_words(asked)} together", "one question at a time"))


def _titles(names: tuple[str, ...]) -> list[str]:
    """Return what the sides are called: their files or examples, told apart by a letter where two are alike."""
    if len(names) > MOST_BUILDS:
        raise InvalidInput(InputError("builds", str(len(names)), f"at most {MOST_BUILDS}"))
    return lab.tell_apart([Path(name.removeprefix(EXAMPLE)).stem if name != NOTHING else "" for name in names])


def _build(game: GameSystem, name: str) -> JsonMapping | None:
    if name == NOTHING:
        return None
    if not name.startswith(EXAMPLE):
        return reading.read_document(name)
    example = game.examples.get(name.removeprefix(EXAMPLE))
    if example is None:
        raise InvalidInput(InputError(name, "no example of this game", f"one of {', '.join(game.examples)}"))
    return to_document(example)


def _situation(game: GameSystem, name: str) -> Situation:
    """Return a situation by the name of one that ships, or from a file."""
    known = shipped(game.package)
    if name in known:
        return known[name]
    if not reading.is_there(name):
        wanted = f"{join_words([*known], 'or')}, or a file" if known else "none: the app knows where everything is"
        raise InvalidInput(InputError("--situation", quote(name), wanted))
    with errors_at(name):
        return read(parse(reading.read_text(name, "a situation in TOML or JSON"), name))


def _strengths(typed: tuple[str, ...], sides: int) -> tuple[str, ...]:
    given = typed or ("fair",)
    if len(given) not in (1, sides):
        raise InvalidInput(InputError("--strength", f"{len(given)} strengths", f"one, or {sides}: one for each side"))
    return given if len(given) == sides else given * sides


def _pairs(builds: int) -> list[tuple[int, int]]:
    if builds < 2:
        raise InvalidInput(InputError("--each-pair", "one build", "two or more: they play each other"))
    return list(combinations(range(builds), 2))


def _changed(
    make: Callable[[Mapping[str, str], Sequence[JsonMapping]], LabMatchup],
    matchup: LabMatchup,
    numbers: tuple[str, ...],
    if_rulings: tuple[str, ...],
    if_packs: tuple[str, ...],
) -> tuple[LabMatchup | None, str]:
    """Return the matchup changed by the `--if...` options, and the options in words; (None, "") without any."""
    if not (numbers or if_rulings or if_packs):
        return None, ""
    rulings = {**matchup.rulings, **reading.read_pairs(if_rulings, "--if-ruling")}
    more = [*map(reading.read_document, if_packs)]
    more += lab_questions.number_packs(matchup, reading.read_pairs(numbers, "--if"))
    words = join_words([*numbers, *if_rulings, *(Path(name).name for name in if_packs)])
    return make(rulings, [*matchup.pack, *more]), words


def _workers(
    games: int, workers: int | None, cluster: str | None, is_replay: bool
) -> AbstractContextManager[LabWorkers | None]:
    if cluster:
        return lab_workers.cluster(cluster)
    wanted = workers or os.cpu_count() or 1
    return nullcontext() if is_replay or min(wanted, games) == 1 else lab_workers.processes(wanted)


def _play(
    games: int, workers: LabWorkers | None, out: str | None, matchup: LabMatchup, name: str
) -> Iterator[PlayedGame]:
    """Yield the games of a run, those first that its file has; other runs of a question have the name in their file."""
    path = Path(out) if out else None
    if path and name:
        path = path.with_name(f"{path.stem}.{name}{path.suffix}")
    with simulate_answers.progress(games, len(matchup.sides)) as show:
        for game in _filed(games, workers, path, matchup) if path else run(matchup, range(games), workers):
            show(game)
            yield game


def _filed(games: int, workers: LabWorkers | None, path: Path, matchup: LabMatchup) -> Iterator[PlayedGame]:
    with reading.writable(path):
        file = RunFile(path, matchup)
        yield from file.games(games)
        if file.count < games:
            yield from file.record(run(matchup, range(file.count, games), workers))
