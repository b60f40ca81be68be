"""The command line: every verb, its options, and what it exits with (0 fine, 1 findings, 2 misuse or input error)."""

from pathlib import Path
from typing import Any

import click

from companion.cli import installation, print_verbs, reading, tables
from companion.cli.group import FINDINGS, MISUSE, Answer, json_option, main, packs_option, rulings_option, verb
from companion.documents import to_json
from companion.findings import InputError, InvalidInput
from companion.games import GAMES
from companion.games import game as known_game
from companion.system import Context, GameSystem
from companion.verbs.analyses import analyses_answer, analysis_answer
from companion.verbs.checks import check_answer
from companion.verbs.games import cards_answer, games_answer, rules_answer, schema_answer
from companion.verbs.names import find_game, find_resolver, game_of
from companion.verbs.rolls import TOTAL, odds_answer, odds_expression, roll_answer, roll_expression

__all__ = ["installation", "main", "print_verbs"]


@verb
def games() -> Answer:
    """List the games and what each can roll and print."""
    return games_answer(), tables.games


@verb
@click.argument("game")
@packs_option
def cards(game: str, packs: tuple[str, ...]) -> Answer:
    """List a game's cards and where their numbers come from."""
    found = find_game(game)
    return cards_answer(found, reading.catalogue(found, packs)), tables.cards


@verb
@click.argument("game")
@rulings_option
def rules(game: str, rulings: tuple[str, ...]) -> Answer:
    """List a game's rules, how far they are covered, and its rulings."""
    return rules_answer(find_game(game), reading.pairs(rulings, "--ruling")), tables.rules


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@packs_option
@rulings_option
@json_option
@click.pass_context
def check(
    ctx: click.Context, files: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...], as_json: bool
) -> None:
    """Check builds in files; exit 1 where a finding is an error.

    With --json one file gives one object, several give a list with `file` in each entry.
    """
    answers, status = [], 0
    for name in files:
        try:
            answer = _checked(name, packs, rulings)
        except InvalidInput as error:
            status = MISUSE
            listed = [m.as_data() for m in error.input_errors]
            answers.append({"file": name, "input_errors": listed, "misreadings": listed})
            for input_error in error.input_errors:
                click.echo(f"companion: {input_error}", err=True)
            continue
        answers.append({"file": name, **answer})
        status = max(status, 0 if answer["legal"] else FINDINGS)
        if not as_json:
            tables.check(answer, name)
    if as_json and len(files) > 1:
        click.echo(to_json(answers), nl=False)
    elif as_json and "input_errors" not in answers[0]:
        click.echo(to_json({key: value for key, value in answers[0].items() if key != "file"}), nl=False)
    ctx.exit(status)


def _checked(name: str, packs: tuple[str, ...], rulings: tuple[str, ...]) -> dict[str, Any]:
    document = reading.document(name, reading.pairs(rulings, "--ruling"))
    try:
        game = game_of(document)
    except InvalidInput as error:
        raise error.within(name) from None
    try:
        catalogue = reading.catalogue(game, packs, document)
    except InvalidInput as error:
        raise error if packs else error.within(name) from None
    try:
        return check_answer(document, game, catalogue, reading.changed_packs(game, packs, document))
    except InvalidInput as error:
        raise error.within(name) from None


@main.command("schema")
@click.argument("game")
@packs_option
@click.option("--json", is_flag=True, expose_value=False, help="As every verb has it; a schema is JSON anyway.")
@click.option("-o", "--output", metavar="FILE", help="Where to write it; without it, to the terminal.")
def schema_(game: str, packs: tuple[str, ...], output: str | None) -> None:
    """Print the JSON Schema of a game's builds and packs, for editors that complete and check them."""
    found = find_game(game)
    text = to_json(schema_answer(found, reading.catalogue(found, packs)))
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise reading.refused(output, error, "a file that can be written") from None


_dice = click.argument("words", nargs=-1, required=True, metavar="GAME RESOLVER KEY=VALUE... | DICE")


@verb
@_dice
@packs_option
@rulings_option
@click.option("--faces", metavar="FACES", help='Dice from the table, one group a throw: "5 6 1 | 4 4".')
@click.option("--seed", type=int, help="Throw the same dice again.")
def roll(
    words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...], faces: str | None, seed: int | None
) -> Answer:
    """Roll a game's dice, or dice as written: 3d6+2, 4d6kh3, 6d6>=5."""
    if faces is not None and seed is not None:
        raise click.UsageError("Give --faces or --seed, not both.")
    if _plain(words):
        return roll_expression(" ".join(words), faces, seed), tables.roll
    game, name, inputs, context = _asked(words, packs, rulings)
    return roll_answer(game, name, inputs, faces, seed, context), tables.roll


@verb
@_dice
@packs_option
@rulings_option
def odds(words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...]) -> Answer:
    """Give exact odds for a game's dice, or for dice as written."""
    if _plain(words):
        return odds_expression(" ".join(words)), lambda a: tables.odds(a, {TOTAL.name: TOTAL.title})
    game, name, inputs, context = _asked(words, packs, rulings)
    titles = {measure.name: measure.title for measure in find_resolver(game, name).measures}
    return odds_answer(game, name, inputs, context), lambda answer: tables.odds(answer, titles)


@verb
@click.argument("words", nargs=-1, required=True, metavar="GAME NAME KEY=VALUE...")
@packs_option
@rulings_option
def analyze(words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...]) -> Answer:
    """Work out a matchup, a best build, a ranking: what a game offers besides checks and rolls."""
    game = find_game(words[0])
    if len(words) == 1:
        return analyses_answer(game), tables.analyses
    context = game.context(reading.pairs(rulings, "--ruling"), reading.catalogue(game, packs))
    return analysis_answer(game, words[1], reading.pairs(words[2:], "inputs"), context), tables.analysis


def _plain(words: tuple[str, ...]) -> bool:
    """Return whether the words are dice rather than a game: no game's slug first, and a digit or a die there."""
    first = words[0].lstrip("+-(").lower()
    dice = first[:1].isdigit() or (first[:1] == "d" and (first[1:2] in "%f" or first[1:2].isdigit()))
    return known_game(words[0]) is None and (dice or not first)


def _asked(
    words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...]
) -> tuple[GameSystem, str, dict[str, str], Context]:
    game = known_game(words[0])
    if game is None:
        wanted = f"a game ({', '.join(g.slug for g in GAMES)}) or dice, as 2d6+1"
        raise InvalidInput(InputError("", reading.shown(words[0]), wanted))
    names = ", ".join(kind.name for kind in game.resolvers)
    if len(words) == 1:
        raise InvalidInput(InputError("resolver", "nothing", f"one of {names}"))
    find_resolver(game, words[1])
    context = game.context(reading.pairs(rulings, "--ruling"), reading.catalogue(game, packs))
    return game, words[1], reading.pairs(words[2:], "inputs"), context
