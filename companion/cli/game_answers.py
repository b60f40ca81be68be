"""What verbs say of games on a terminal: their cards and rules, the check of a build, analyses."""

from collections.abc import Mapping, Sequence

import click

from companion.base.json_types import JsonMapping
from companion.cli import tables

_LEVELS = {"error": "red", "warning": "yellow", "note": "blue"}


def games(answer: JsonMapping) -> None:
    """Print every game with what it offers."""
    listed = answer["games"]
    rows = [(g["slug"], g["title"], ", ".join(g["resolvers"]), ", ".join(g["print_sets"])) for g in listed]
    tables.table(("game", "title", "rolls", "prints"), rows)


def cards(answer: JsonMapping) -> None:
    """Print a game's cards; the last column says where their numbers come from."""
    rows = [(c["kind"], c["id"], c["name"], _origin(c["origin"])) for c in answer["cards"]]
    tables.table(("kind", "id", "name", "origin"), rows)


def _origin(marks: JsonMapping) -> str:
    kinds: dict[str, list[str]] = {}
    for key, mark in marks.items():
        if key != "default":
            kinds.setdefault(mark["origin"], []).append(key)
    return "; ".join([marks["default"]["origin"], *(f"{kind}: {', '.join(keys)}" for kind, keys in kinds.items())])


def rules(answer: JsonMapping) -> None:
    """Print a game's sections with their coverage, and its rulings with their options."""
    click.echo(f"{answer['title']}, {answer['edition']}\n")
    tables.table(("section", "title", "covered"), [(s["id"], s["title"], s["status"]) for s in answer["sections"]])
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


def check(answer: JsonMapping, name: str) -> None:
    """Print a check: the sentence first, then every finding with its fixes."""
    from companion.data.marks import SIGNS, legend
    from companion.data.rulebook import rulings_text

    said = "legal" if answer["legal"] else "not legal"
    click.echo(f"{name}: {answer['title'] or 'untitled'}: {said}.")
    marks = {place: SIGNS[written.partition(":")[0]] for place, written in answer["origins"].items()}
    for key, value in answer["totals"].items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            tables.table(
                [head.replace("_", " ") for head in value[0]],
                [
                    [tables.total(cell) + marks.get(f"{key}[{n}].{head}", "") for head, cell in row.items()]
                    for n, row in enumerate(value)
                ],
            )
            continue
        click.echo(f"  {str(key).replace('_', ' ')}: {tables.total(value)}{marks.get(str(key), '')}")
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


def analyses(answer: JsonMapping) -> None:
    """Print a game's analyses."""
    tables.table(
        ("name", "title", "inputs"), [(a["name"], a["title"], _input_names(a["inputs"])) for a in answer["analyses"]]
    )


def _input_names(schema: JsonMapping) -> str:
    """Return the inputs of a JSON Schema by name, those that must be given marked with a star."""
    required = schema.get("required", ())
    return ", ".join(f"{name}*" if name in required else name for name in schema.get("properties", {}))


def analysis(answer: JsonMapping) -> None:
    """Print the answer of an analysis: its values, and each list of records as a table."""
    _values(answer["answer"])
    tables.notes(answer["notes"])
    tables.basis(answer["rests_on"])


def _values(values: JsonMapping, place: str = "") -> None:
    for key, value in values.items():
        name = f"{place}{key}".replace("_", " ")
        if isinstance(value, Mapping) and value:
            _values(value, f"{name}, ")
        elif isinstance(value, list) and value and all(isinstance(record, Mapping) for record in value):
            click.echo(f"\n{name}")
            _records(value)
        else:
            click.echo(f"{name}: {'–' if value in (None, [], {}) else tables.total(value)}")


def _records(records: Sequence[JsonMapping]) -> None:
    """Print records as a table; columns that hold tables themselves are named below it and shown with --json alone."""
    heads = list(dict.fromkeys(head for record in records for head in record))
    deep = [head for head in heads if any(_is_deep(record.get(head)) for record in records)]
    heads = [head for head in heads if head not in deep]
    tables.table(heads, [[tables.total(record.get(head, "")) for head in heads] for record in records])
    if deep:
        click.echo(f"(with --json: {', '.join(deep)})")


def _is_deep(value: object) -> bool:
    """Return whether a value is a table or contains one; a list of names is not a table."""
    if isinstance(value, Mapping):
        return any(isinstance(inner, Mapping | list) for inner in value.values())
    return isinstance(value, list) and any(isinstance(inner, Mapping) and "name" not in inner for inner in value)
