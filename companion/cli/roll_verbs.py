"""The verbs that roll and calculate: roll, odds, analyze."""

from typing import TYPE_CHECKING

import click

from companion.base.findings import InputError, InvalidInput, quote
from companion.cli import complete, game_answers, reading, roll_answers
from companion.cli.group import Answer, packs_option, rulings_option, take_option, verb_as
from companion.cli.inputs import InputsCommand, analyses_of, resolvers_of
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.games import GAMES
from companion.games import game as game_by_slug
from companion.verbs.analyses import analyses_answer, analysis_answer
from companion.verbs.names import find_analysis, find_game, find_resolver
from companion.verbs.rolls import TOTAL, odds_answer, odds_expression, roll_answer, roll_expression, titles

if TYPE_CHECKING:
    from companion.verbs.shared_builds import Take

_dice = click.argument(
    "words", nargs=-1, required=True, metavar="GAME RESOLVER KEY=VALUE... | DICE", shell_complete=complete.input_words
)


@verb_as(InputsCommand, offers=resolvers_of, takes_dice=True)
@_dice
@packs_option
@rulings_option
@click.option("--faces", metavar="FACES", help='Dice from the table, one group per throw: "5 6 1 | 4 4".')
@click.option("--seed", type=int, help="Throw the same dice again.")
def roll(
    words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...], faces: str | None, seed: int | None
) -> Answer:
    """Roll a game's dice, or any dice: 3d6+2, 4d6kh3, 6d6>=5."""
    if faces is not None and seed is not None:
        raise click.UsageError("Give --faces or --seed, not both.")
    if _is_dice(words):
        return roll_expression(" ".join(words), faces, seed), roll_answers.show_roll
    game, name, inputs, context = _read_words(words, packs, rulings)
    return roll_answer(game, name, inputs, faces, seed, context), roll_answers.show_roll


@verb_as(InputsCommand, offers=resolvers_of, takes_dice=True)
@_dice
@packs_option
@rulings_option
@click.option("--every", is_flag=True, help="Print every outcome, however long the list.")
def odds(words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...], every: bool) -> Answer:
    """Print exact odds for a game's dice, or for any dice: 3d6+2."""
    if _is_dice(words):
        return odds_expression(" ".join(words), every), lambda a: roll_answers.show_odds(a, {TOTAL.name: TOTAL.title})
    game, name, inputs, context = _read_words(words, packs, rulings)
    measures = find_resolver(game, name).measures
    return odds_answer(game, name, inputs, context, every), lambda a: roll_answers.show_odds(
        a, titles(measures, a["inputs"])
    )


@verb_as(InputsCommand, offers=analyses_of)
@click.argument("words", nargs=-1, required=True, metavar="GAME NAME KEY=VALUE...", shell_complete=complete.input_words)
@packs_option
@rulings_option
@take_option
def analyze(words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...], take: "Take | None") -> Answer:
    """Run an analysis of a game: a matchup, a best build, a ranking.

    Where an input is a build, its VALUE is what `companion check` takes as a FILE, or a link.
    """
    game = find_game(words[0])
    if len(words) == 1:
        return analyses_answer(game), game_answers.show_analyses
    context = game.context(reading.read_pairs(rulings, "--ruling"), reading.read_catalogue(game, packs))
    model = find_analysis(game, words[1]).inputs
    inputs = reading.read_build_inputs(model, reading.read_pairs(words[2:], "inputs"), take)
    server = reading.server_for_builds(model, inputs)
    return analysis_answer(game, words[1], inputs, context, server, take), game_answers.show_analysis


def _is_dice(words: tuple[str, ...]) -> bool:
    """Return whether the words are dice, not a game: the first is no slug and begins with a number or a die."""
    first = words[0].lstrip("+-(").lower()
    dice = first[:1].isdigit() or (first[:1] == "d" and (first[1:2] in "%f" or first[1:2].isdigit()))
    return game_by_slug(words[0]) is None and (dice or not first)


def _read_words(
    words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...]
) -> tuple[GameSystem, str, dict[str, str], Context]:
    game = game_by_slug(words[0])
    if game is None:
        wanted = f"a game ({', '.join(g.slug for g in GAMES)}) or dice, as 2d6+1"
        raise InvalidInput(InputError("", quote(words[0]), wanted))
    names = ", ".join(kind.name for kind in game.resolvers)
    if len(words) == 1:
        raise InvalidInput(InputError("resolver", "nothing", f"one of {names}"))
    find_resolver(game, words[1])
    context = game.context(reading.read_pairs(rulings, "--ruling"), reading.read_catalogue(game, packs))
    return game, words[1], reading.read_pairs(words[2:], "inputs"), context
