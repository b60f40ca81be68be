"""The verb `matchup`: a build against another one, every attack at every target."""

from collections.abc import Mapping

import click

from companion.base.findings import InputError, InvalidInput, errors_at
from companion.base.json_types import JsonMapping
from companion.base.wording import amount, percent
from companion.cli import complete, reading, tables
from companion.cli.group import Answer, house_rules_option, take_option, verb
from companion.data.documents import to_document
from companion.game_system.system import GameSystem
from companion.gamekit.matchup import MatchupSide
from companion.verbs.matchups import example_side, find_matchup, matchup_answer, read_side, typed_side
from companion.verbs.names import find_game, game_of
from companion.verbs.shared_builds import Take

EXAMPLE, THEIR = "example:", "their."


@verb
@click.argument("mine", shell_complete=complete.files)
@click.argument("words", nargs=-1, metavar="[THEIRS] [KEY=VALUE]...", shell_complete=complete.files)
@click.option("--game", metavar="GAME", help="The game, where both sides are examples.", shell_complete=complete.games)
@house_rules_option
@take_option
def matchup(mine: str, words: tuple[str, ...], game: str | None, house_rules: str | None, take: Take | None) -> Answer:
    """Compare a build with another one: every attack at every target.

    A side is what `companion check` takes as a FILE, a link to a build on this server, or example:NAME.
    Words such as distance=8 set the conditions; words such as their.evade=3 describe a side without a build.
    """
    theirs = words[0] if words and (reading.is_build_text(words[0]) or "=" not in words[0]) else ""
    inputs = reading.read_pairs(words[1:] if theirs else words, "words")
    named = [name for name in (mine, theirs) if name and not name.startswith(EXAMPLE)]
    sides = {name: reading.read_document(name, take=take) for name in named}
    system = _find_game(game, sides)
    find_matchup(system)
    numbers = {key.removeprefix(THEIR): value for key, value in inputs.items() if key.startswith(THEIR)}
    conditions = {key: value for key, value in inputs.items() if not key.startswith(THEIR)}
    if not theirs and not numbers:
        wanted = f"a file, a link, {EXAMPLE}NAME, or numbers such as {THEIR}KEY=VALUE"
        raise InvalidInput(InputError("the other side", "nothing", wanted))

    def side(name: str) -> MatchupSide:
        return _side(system, name, sides, house_rules)

    rules_document = reading.apply_house_rules(system, house_rules, {"rulings": {}}, {})
    other = side(theirs) if theirs else typed_side(system, numbers, system.context(rules_document["rulings"]))
    return matchup_answer(system, side(mine), other, conditions), _show


def _find_game(slug: str | None, sides: Mapping[str, JsonMapping]) -> GameSystem:
    if slug:
        return find_game(slug)
    for name, document in sides.items():
        with errors_at(name):
            return game_of(document)
    raise InvalidInput(InputError("--game", "nothing", "the game, because both sides are examples"))


def _side(game: GameSystem, name: str, sides: Mapping[str, JsonMapping], house_rules: str | None) -> MatchupSide:
    """Return a side of the matchup under the house rules of a file, if one is named."""
    if not name.startswith(EXAMPLE):
        return read_side(game, reading.apply_house_rules(game, house_rules, sides[name], {}), name)
    example = example_side(game, name.removeprefix(EXAMPLE), name)
    if house_rules is None or example.build is None:
        return example
    return read_side(game, reading.apply_house_rules(game, house_rules, to_document(example.build), {}), name)


def _show(answer: JsonMapping) -> None:
    """Print the sides, then a row for each attack with a column for each target; a cell has all figures of a pair."""
    click.echo(f"{answer['mine']} against {answer['theirs']}\n")
    titles = {figure["name"]: figure["title"] for figure in answer["figures"]}
    has_choice = len(answer["targets"]) > 1
    click.echo(f"Each cell, rounded: {', '.join(titles.values())}{'; * marks the best target of a row' * has_choice}.")
    heads = [" ".join(filter(None, (t["title"], t.get("of")))) for t in answer["targets"]]
    rows = [
        [
            " ".join(filter(None, (row["title"], row.get("of")))),
            *(_cell_text(cell, list(titles), has_choice) for cell in row["cells"]),
        ]
        for row in answer["rows"]
    ]
    tables.show_table(("attack", *heads), rows)
    click.echo(f"{answer['ranked_by']['words']} {answer['ranked_by']['sure']}")
    tables.show_notes(answer["notes"])
    for conclusion in answer["conclusions"]:
        click.echo(f"\n{conclusion['title']}: {conclusion['about']}")
        tables.show_table(conclusion["columns"], conclusion["rows"])


def _cell_text(cell: JsonMapping, names: list[str], has_choice: bool) -> str:
    if "why_not" in cell:
        return "-"
    if "too_large" in cell:
        return "too many dice"
    figures = {**cell["figures"], **cell.get("derived", {})}
    texts = [_figure_text(figures.get(name)) for name in names]
    return " / ".join(texts) + " *" * (bool(cell["best"]) and has_choice)


def _figure_text(figure: JsonMapping | None) -> str:
    if figure is None:
        return "-"
    return percent(figure["p"]) if "p" in figure else amount(figure["value"])
