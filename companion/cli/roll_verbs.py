"""The verbs that roll and calculate: roll, odds, analyze. Dice load no game."""

import re
from typing import TYPE_CHECKING, cast

import click

from companion.base.paths import CARD_DATA
from companion.cli import roll_answers
from companion.cli.group import (
    Answer,
    completed_by,
    is_unlimited,
    packs_option,
    rulings_option,
    take_option,
    verb_as,
)
from companion.cli.inputs import InputsCommand, analyses_of, resolvers_of
from companion.dice.guide import GUIDE
from companion.verbs.rolls import find_exact_odds, odds_data, prepare_expression, roll_or_replay

if TYPE_CHECKING:
    from companion.verbs.shared_builds import Take

_dice = click.argument(
    "words",
    nargs=-1,
    required=True,
    metavar="GAME RESOLVER KEY=VALUE... | DICE",
    shell_complete=completed_by("input_words"),
)


@verb_as(InputsCommand, offers=resolvers_of, takes_dice=True)
@_dice
@packs_option
@rulings_option
@click.option(
    "--faces", metavar="FACES", help='Dice from the table, one group per throw: "5 6 1 | 4 4"; 0 on a d10 is ten.'
)
@click.option("--seed", type=int, help="Throw the same dice again.")
def roll(
    words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...], faces: str | None, seed: int | None
) -> Answer:
    """Roll a game's dice, or any dice: 3d6+2, 4d6kh3, 6d6>=5."""
    if faces is not None and seed is not None:
        raise click.UsageError("Give --faces or --seed, not both.")
    if _is_dice(words):
        prepared = prepare_expression(" ".join(words))
        return roll_or_replay(prepared, faces, seed), roll_answers.show_dice
    from companion.cli import game_rolls

    return game_rolls.roll(words, packs, rulings, faces, seed)


@verb_as(InputsCommand, offers=resolvers_of, takes_dice=True)
@_dice
@packs_option
@rulings_option
@click.option("--every", is_flag=True, help="Print every outcome, however long the list.")
def odds(words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...], every: bool) -> Answer:
    """Print exact odds for a game's dice, or for any dice: 3d6+2."""
    if _is_dice(words):
        prepared = prepare_expression(" ".join(words))
        names = {measure.name: measure.title for measure in prepared.measures}
        answer = odds_data(prepared, find_exact_odds(prepared, is_unlimited()), every)
        return answer, lambda a: roll_answers.show_odds(a, names, names)
    from companion.cli import game_rolls

    return game_rolls.odds(words, packs, rulings, every)


for _command in (roll, odds):
    cast(click.Command, _command).epilog = "\n\n".join(
        "\n".join((f"\b\n{heading}:", *(f"  {', '.join(line.examples)}: {line.meaning}" for line in lines)))
        for heading, lines in GUIDE.items()
    )


@verb_as(InputsCommand, offers=analyses_of)
@click.argument(
    "words", nargs=-1, required=True, metavar="GAME NAME KEY=VALUE...", shell_complete=completed_by("input_words")
)
@packs_option
@rulings_option
@take_option
def analyze(words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...], take: "Take | None") -> Answer:
    """Run an analysis of a game: a matchup, a best build, a ranking.

    Where an input is a build, its VALUE is what `companion check` takes as a FILE, or a link.
    """
    from companion.cli import game_rolls

    return game_rolls.analyze(words, packs, rulings, take)


def _is_dice(words: tuple[str, ...]) -> bool:
    """Return whether the words are dice, not a game or the misspelt name of one."""
    first = words[0].lower()
    is_name = re.fullmatch("[a-z]+(-[a-z]+)*", first) and first not in ("adv", "dis", "df", "wf")
    return not is_name and not _is_game(words[0])


def _is_game(slug: str) -> bool:
    """Return whether there is a game of this slug, without loading the games: each has a folder of cards."""
    return bool(re.fullmatch("[a-z0-9-]+", slug)) and (CARD_DATA / slug.replace("-", "_")).is_dir()
