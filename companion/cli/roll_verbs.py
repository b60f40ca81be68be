"""The verbs that roll and calculate: roll, odds, analyze. Dice load no game."""

import re
from typing import TYPE_CHECKING

import click

from companion.base.paths import CARD_DATA
from companion.cli import roll_answers
from companion.cli.group import Answer, packs_option, rulings_option, take_option, verb
from companion.verbs.rolls import TOTAL, odds_expression, roll_expression

if TYPE_CHECKING:
    from companion.verbs.shared_builds import Take

_dice = click.argument("words", nargs=-1, required=True, metavar="GAME RESOLVER KEY=VALUE... | DICE")


@verb
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
        return roll_expression(" ".join(words), faces, seed), roll_answers.show_roll
    from companion.cli import game_rolls

    return game_rolls.roll(words, packs, rulings, faces, seed)


@verb
@_dice
@packs_option
@rulings_option
@click.option("--every", is_flag=True, help="Print every outcome, however long the list.")
def odds(words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...], every: bool) -> Answer:
    """Print exact odds for a game's dice, or for any dice: 3d6+2."""
    if _is_dice(words):
        return odds_expression(" ".join(words), every), lambda a: roll_answers.show_odds(a, {TOTAL.name: TOTAL.title})
    from companion.cli import game_rolls

    return game_rolls.odds(words, packs, rulings, every)


@verb
@click.argument("words", nargs=-1, required=True, metavar="GAME NAME KEY=VALUE...")
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
    """Return whether the words are dice, not a game: the first is no slug and begins with a number or a die."""
    first = words[0].lstrip("+-(").lower()
    dice = first[:1].isdigit() or (first[:1] == "d" and (first[1:2] in "%f" or first[1:2].isdigit()))
    return (dice or not first) and not _is_game(words[0])


def _is_game(slug: str) -> bool:
    """Return whether there is a game of this slug, without loading the games: each has a folder of cards."""
    return bool(re.fullmatch("[a-z0-9-]+", slug)) and (CARD_DATA / slug.replace("-", "_")).is_dir()
