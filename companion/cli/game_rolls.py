"""The verbs roll, odds and analyze for a game; `roll_verbs` loads this only when a game is named."""

from typing import TYPE_CHECKING

from companion.base.findings import InputError, InvalidInput, quote
from companion.cli import game_answers, reading, roll_answers
from companion.cli.group import Answer, is_unlimited
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.games import GAMES
from companion.games import game as game_by_slug
from companion.verbs.analyses import analyses_answer, analysis_answer
from companion.verbs.game_rolls import odds_answer, roll_answer
from companion.verbs.names import find_analysis, find_game, find_resolver
from companion.verbs.rolls import titles

if TYPE_CHECKING:
    from companion.verbs.shared_builds import Take

Words = tuple[str, ...]


def roll(words: Words, packs: Words, rulings: Words, faces: str | None, seed: int | None) -> Answer:
    """Return one roll of a game's resolver."""
    game, name, inputs, context = _read_words(words, packs, rulings)
    return roll_answer(game, name, inputs, faces, seed, context), roll_answers.show_roll


def odds(words: Words, packs: Words, rulings: Words, every: bool) -> Answer:
    """Return the odds of a game's resolver."""
    game, name, inputs, context = _read_words(words, packs, rulings)
    measures = find_resolver(game, name).measures
    return odds_answer(game, name, inputs, context, every, is_unlimited()), lambda a: roll_answers.show_odds(
        a, titles(measures, a["inputs"])
    )


def analyze(words: Words, packs: Words, rulings: Words, take: "Take | None") -> Answer:
    """Return an analysis of a game; with its name alone, those that it has."""
    game = find_game(words[0])
    if len(words) == 1:
        return analyses_answer(game), game_answers.show_analyses
    context = game.context(reading.read_pairs(rulings, "--ruling"), reading.read_catalogue(game, packs))
    model = find_analysis(game, words[1]).inputs
    inputs = reading.read_build_inputs(model, reading.read_pairs(words[2:], "inputs"), take)
    server = reading.server_for_builds(model, inputs)
    return analysis_answer(game, words[1], inputs, context, server, take), game_answers.show_analysis


def _read_words(words: Words, packs: Words, rulings: Words) -> tuple[GameSystem, str, dict[str, str], Context]:
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
