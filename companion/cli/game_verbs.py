"""The verbs that list what a game contains: games, cards, rules, schema."""

import click

from companion.base.json_types import to_json
from companion.cli import complete, game_answers, reading
from companion.cli.group import Answer, main, packs_option, rulings_option, verb
from companion.verbs.games import cards_answer, games_answer, rules_answer, schema_answer
from companion.verbs.names import find_game


@verb
def games() -> Answer:
    """List the games and what each can roll and print."""
    return games_answer(), game_answers.show_games


@verb
@click.argument("game", shell_complete=complete.games)
@packs_option
def cards(game: str, packs: tuple[str, ...]) -> Answer:
    """List a game's cards and where their numbers come from."""
    system = find_game(game)
    return cards_answer(system, reading.read_catalogue(system, packs)), game_answers.show_cards


@verb
@click.argument("game", shell_complete=complete.games)
@rulings_option
def rules(game: str, rulings: tuple[str, ...]) -> Answer:
    """List a game's rules, how far they are covered, and its rulings."""
    return rules_answer(find_game(game), reading.read_pairs(rulings, "--ruling")), game_answers.show_rules


@main.command("schema")
@click.argument("game", shell_complete=complete.games)
@packs_option
@click.option("--json", is_flag=True, expose_value=False, help="Accepted as for every verb; a schema is always JSON.")
@click.option("--kind", default="", metavar="KIND", help="build, pack or house-rules (default: one schema for all).")
@click.option(
    "-o", "--output", metavar="FILE", help="Where to write it (default: the terminal).", shell_complete=complete.files
)
def schema_(game: str, packs: tuple[str, ...], kind: str, output: str | None) -> None:
    """Print the JSON Schema of a game's builds, packs and house rules, for editors that complete and check them."""
    system = find_game(game)
    reading.write_output(to_json(schema_answer(system, reading.read_catalogue(system, packs), kind)), output)
