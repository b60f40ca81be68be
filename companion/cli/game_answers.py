"""Answers about games as text on a terminal: their cards and rules, the check of a build, analyses."""

from collections.abc import Mapping, Sequence

import click

from companion.base.json_types import JsonMapping
from companion.cli import tables

_LEVELS = {"error": "red", "warning": "yellow", "note": "blue"}


def show_games(answer: JsonMapping) -> None:
    """Print every game with what it offers."""
    games = answer["games"]
    rows = [(g["slug"], g["title"], ", ".join(g["resolvers"]), ", ".join(g["print_sets"])) for g in games]
    tables.show_table(("game", "title", "rolls", "prints"), rows)


def show_cards(answer: JsonMapping) -> None:
    """Print a game's cards; the last column says where their numbers come from."""
    rows = [(c["kind"], c["id"], c["name"], _origin_text(c["origin"])) for c in answer["cards"]]
    tables.show_table(("kind", "id", "name", "origin"), rows)


def _origin_text(marks: JsonMapping) -> str:
    kinds: dict[str, list[str]] = {}
    for key, mark in marks.items():
        if key != "default":
            kinds.setdefault(mark["origin"], []).append(key)
    return "; ".join([marks["default"]["origin"], *(f"{kind}: {', '.join(keys)}" for kind, keys in kinds.items())])


def show_rules(answer: JsonMapping) -> None:
    """Print a game's sections with their coverage, and its rulings with their options."""
    click.echo(f"{answer['title']}, {answer['edition']}\n")
    tables.show_table(("section", "title", "covered"), [(s["id"], s["title"], s["status"]) for s in answer["sections"]])
    for ruling in answer["rulings"]:
        click.echo(f"\n{ruling['id']}: {ruling['question']}")
        chosen, number = ruling["chosen"], ruling["number"]
        for option in ruling["option"]:
            if option["number"] is None:
                click.echo(f"  {'*' if option['id'] == chosen else ' '} {option['id']}: {option['text']}")
        if number:
            mark, n = ("*", chosen) if chosen.isdecimal() else (" ", "n")
            within = f"(n: {number['least']} to {number['most']})"
            click.echo(f"  {mark} {n}: {number['text'].replace('{n}', n)} {within}")


def show_check(answer: JsonMapping, name: str) -> None:
    """Print a check: whether the build is legal, its totals, every finding with its fixes, its rulings."""
    from companion.data.marks import SIGNS, legend
    from companion.data.rulebook import rulings_text
    from companion.verbs.statement_check import statement_sentences

    problems = any(finding["level"] == "error" for finding in answer["findings"])
    result = "legal" if answer["legal"] else "not legal" if problems else "nothing in it yet"
    click.echo(f"{name}: {answer['title'] or 'untitled'}: {result}.")
    marks = {place: SIGNS[mark.partition(":")[0]] for place, mark in answer["origins"].items()}
    for key, value in answer["totals"].items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            tables.show_table(
                [head.replace("_", " ") for head in value[0]],
                [
                    [tables.total_text(cell) + marks.get(f"{key}[{n}].{head}", "") for head, cell in row.items()]
                    for n, row in enumerate(value)
                ],
            )
            continue
        click.echo(f"  {str(key).replace('_', ' ')}: {tables.total_text(value)}{marks.get(str(key), '')}")
    if meaning := legend("".join(marks.values())):
        click.echo(f"  {meaning}")
    for finding in answer["findings"]:
        level = click.style(finding["level"], fg=_LEVELS[finding["level"]], bold=True)
        place = f" at {finding['where']}" if finding["where"] else ""
        click.echo(f"  {level} [{finding['rule']}]{place}: {finding['message']}")
        for fix in finding["fixes"]:
            click.echo(f"    fix: {fix['label']}")
    if rules := answer["house_rules"]:
        click.echo(f"  house rules: {rules['title']} ({rules['fingerprint']})")
    if answer["rulings"]:
        click.echo(f"  rulings: {rulings_text(answer['rulings'])}")
    if statement := answer["statement"]:
        for line in statement_sentences(statement):
            click.echo(f"  {line}")


def show_analyses(answer: JsonMapping) -> None:
    """Print a game's analyses."""
    tables.show_table(
        ("name", "title", "inputs"),
        [(a["name"], a["title"], _input_names(a["inputs"])) for a in answer["analyses"]],
    )


def _input_names(schema: JsonMapping) -> str:
    """Return the names of a JSON Schema's inputs, the required ones marked with a star."""
    required = schema.get("required", ())
    return ", ".join(f"{name}*" if name in required else name for name in schema.get("properties", {}))


def show_analysis(answer: JsonMapping) -> None:
    """Print the answer of an analysis: its values, and each list of records as a table."""
    _show_values(answer["answer"])
    tables.show_notes(answer["notes"])
    tables.show_basis(answer["rests_on"])


def _show_values(values: JsonMapping, place: str = "") -> None:
    for key, value in values.items():
        name = f"{place}{key}".replace("_", " ")
        if isinstance(value, Mapping) and value:
            _show_values(value, f"{name}, ")
        elif isinstance(value, list) and value and all(isinstance(record, Mapping) for record in value):
            click.echo(f"\n{name}")
            _show_records(value)
        else:
            click.echo(f"{name}: {'–' if value in (None, [], {}) else tables.total_text(value)}")


def _show_records(records: Sequence[JsonMapping]) -> None:
    """Print records as a table; columns that contain tables are only named below it: --json has them."""
    columns = list(dict.fromkeys(column for record in records for column in record))
    nested = [column for column in columns if any(_is_nested(column, record.get(column)) for record in records)]
    columns = [column for column in columns if column not in nested]
    tables.show_table(columns, [[tables.total_text(record.get(name, "")) for name in columns] for record in records])
    if nested:
        click.echo(f"(with --json: {', '.join(nested)})")


def _is_nested(column: str, value: object) -> bool:
    """Whether a value is a table with tables or lists in it, or of exact fractions, or a list of tables.

    A list of records with names is not.
    """
    if isinstance(value, Mapping):
        return column == "exact" or any(isinstance(inner, Mapping | list) for inner in value.values())
    return isinstance(value, list) and any(isinstance(inner, Mapping) and "name" not in inner for inner in value)
