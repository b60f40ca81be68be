"""The verb `table`: plays a game from a file, move by move, reports it, and checks a table that somebody sends."""

import json
import os
from pathlib import Path

import click

from companion.base import paths
from companion.base.findings import InputError, InvalidInput, errors_at
from companion.base.json_types import JsonMapping, JsonObject, to_json
from companion.base.wording import plural
from companion.cli import complete, reading
from companion.cli.group import FINDINGS, house_rules_option, json_option, main, packs_option, rulings_option, say
from companion.play.table import Table
from companion.verbs import table_files, table_report
from companion.verbs.names import find_game
from companion.verbs.table_checks import COMPARE, found_words, part_words, verify_answer
from companion.verbs.table_files import TableFile
from companion.verbs.tables import export

LARGEST = 16_000_000
"""Bytes of a table's file: one of ten thousand events has three million."""
_file = click.argument("file", shell_complete=complete.files)
_seat = click.option("--seat", metavar="SEAT", help="As this seat sees it: its number, or its player's name.")


@main.group()
def table() -> None:
    """Play a game from a file, move by move, with dice that anybody can check afterwards."""


@table.command("open")
@click.argument("game", shell_complete=complete.games)
@click.option(
    "--file",
    "name",
    metavar="FILE",
    required=True,
    help="The file to play from; it holds the secrets too.",
    shell_complete=complete.files,
)
@click.option("--title", default="", help="Table name.")
@click.option("--seats", type=int, help="Number of seats (default: the most that the game allows).")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game.")
@packs_option
@rulings_option
@house_rules_option
@click.option("--consent", is_flag=True, help="Ask the other seats before a throw or another seat's move is undone.")
@click.option("--by-hand", is_flag=True, help="Let the players keep the table, whatever the app knows of the game.")
@json_option
def open_(
    game: str,
    name: str,
    title: str,
    seats: int | None,
    options: tuple[str, ...],
    packs: tuple[str, ...],
    rulings: tuple[str, ...],
    house_rules: str | None,
    consent: bool,
    by_hand: bool,
    as_json: bool,
) -> None:
    """Open a table for GAME in a new file."""
    system, ruling_options = find_game(game), reading.read_pairs(rulings, "--ruling")
    documents = {"rulings": ruling_options, "pack": [reading.read_document(pack) for pack in packs]}
    settings: JsonObject = {
        "title": title,
        **reading.apply_house_rules(system, house_rules, documents, ruling_options),
        "options": reading.read_pairs(options, "--option"),
        "one_phone": not consent,
        "by_hand": by_hand,
    }
    file = table_files.open_file(system, settings | ({"seats": seats} if seats is not None else {}))
    path = Path(name)
    if path.exists():
        raise InvalidInput(InputError(name, "a file that exists", "the name of a new one"))
    _write(path, file)
    say(table_files.table_answer(file.read(), None), as_json, _show)


@table.command()
@_file
@_seat
@json_option
def show(file: str, seat: str | None, as_json: bool) -> None:
    """Show the state of the table in FILE, exported or not, and with --seat the moves of that seat."""
    table_file = _read_table_file(file)
    with errors_at(file):
        current, unfollowed = table_file.follow()
    say(table_files.table_answer(current, _seat_of(current, seat), unfollowed), as_json, _show)


@table.command(context_settings={"ignore_unknown_options": True})
@_file
@click.argument("seat")
@click.argument("act", nargs=-1, required=True, metavar="ACT [WORD...]")
@json_option
def move(file: str, seat: str, act: tuple[str, ...], as_json: bool) -> None:
    """Do something as a seat: a move of the game, as NAME KEY=VALUE... or by its number in `show`, or one of these.

    \b
    sit NAME            dice thrown|typed      faces 5 3 6
    card CARD           seal KEY=VALUE...      correct FIELD VALUE
    note TEXT
    pause, resume       without SEAT           rulings RULING=OPTION...
    beside NAME KEY=VALUE...                   undo [EVENT]
    redo, agree, refuse, draw, concede, finish, leave, admit

    `card` names a card that was turned up on your own table. `faces` also answers a question, with the number of its
    answer. `undo EVENT` goes back to that event of the log. `beside` makes a move that `show` lists as outside the
    rules. A move with the same name as one of these words is made with `play` before its name.
    """
    if file == reading.STDIN:
        raise InvalidInput(InputError("FILE", "-", "the name of a file: the move is written into it"))
    before = _read_table_file(file)
    number = table_files.read_seat(before.read(), seat)
    after, current = before.act(number, act)
    if _read_table_file(file) != before:
        raise InvalidInput(InputError(file, "another move in the meantime", "this one again: nothing was changed"))
    _write(Path(file), after)
    say(table_files.table_answer(current, number), as_json, _show)


@table.command("export")
@_file
@_seat
@click.option(
    "-o", "--output", metavar="FILE", help="Where to write it (default: the terminal).", shell_complete=complete.files
)
def export_(file: str, seat: str | None, output: str | None) -> None:
    """Print the table in FILE with its log as everybody may see it, or one seat; without seeds until it is finished."""
    current = _read_table_file(file).read()
    reading.refuse_overwriting([file], {"-o": output})
    reading.write_output(to_json(export(current, _seat_of(current, seat))), output)


def _seat_of(current: Table, seat: str | None) -> int | None:
    return None if seat is None else table_files.read_seat(current, seat)


@table.command("report")
@_file
@click.option("--names/--no-names", default=True, help="Names of players, or sides in their place.")
@click.option(
    "-o",
    "--output",
    metavar="FILE.pdf",
    help="Write it as a PDF (default: text on the terminal).",
    shell_complete=complete.files,
)
@click.option("--paper", help="The paper of the PDF (default: A4).")
@json_option
def report_(file: str, names: bool, output: str | None, paper: str | None, as_json: bool) -> None:
    """Print the report of the finished game in FILE: its result, the luck of each seat, every roll, the full log.

    FILE may be exported. A log that is not what its game leads to is refused.
    """
    table_file = _read_table_file(file)
    with errors_at(file):
        answer = table_file.report(names)
    if output is not None:
        _write_report(table_file, answer, file, output, {"paper": paper} if paper else {})
    else:
        say(answer, as_json, lambda answer: click.echo(table_report.report_text(answer), nl=False))


def _write_report(file: TableFile, answer: JsonMapping, name: str, output: str, options: JsonMapping) -> None:
    from companion.cli import print_files
    from companion.cli.print_files import PrintCommand
    from companion.printing.sheets import option_fields
    from companion.printing.sheets.jobs import Printout
    from companion.printing.sheets.options import PrintOptions
    from companion.verbs import table_report_sheet

    reading.refuse_overwriting([name], {"-o": output})
    command = PrintCommand((), option_fields.read_options(PrintOptions, options))
    parts = [table_report_sheet.pages(file.game, answer)]
    printout = Printout(file.game.title, parts, file.game.accent, file.game.credit.designer)
    written = print_files.write_parts(printout, command, Path(output))
    click.echo(f"{written['file']}: {plural(written['pages'], 'page')} on {written['paper']}.")


@table.command("verify")
@_file
@json_option
@click.pass_context
def verify_(ctx: click.Context, file: str, as_json: bool) -> None:
    """Check the table in FILE, exported or not: its dice by the seed, and all of it by a replay; exit 1 if it is wrong.

    Each part of the log says whether it was checked. Compare the fingerprint with the one on the players' phones.
    """
    table_file = _read_table_file(file)
    with errors_at(file):
        answer = verify_answer(table_file)
    say(answer, as_json, _show_checks)
    ctx.exit(0 if answer["ok"] else FINDINGS)


def _read_table_file(name: str) -> TableFile:
    with errors_at(name):
        return table_files.read_file(reading.read_text(name, "a table in JSON", LARGEST))


def _write(path: Path, file: TableFile) -> None:
    """Write a table completely or not at all, readable by its owner alone: it contains the seed."""
    with (
        reading.writable(path),
        paths.replacement(paths.resolve_target(path)) as part,
        os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream,
    ):
        stream.write(to_json(table_files.file_data(file)).encode())
        stream.flush()
        os.fsync(stream.fileno())


def _show(answer: JsonMapping) -> None:
    names = [seat["name"] or f"Seat {number}" for number, seat in enumerate(answer["seats"], 1)]
    click.echo(f"{answer['title'] or 'Untitled'}, {find_game(answer['game']).title}: {', '.join(names)}")
    if answer["unfollowed"]:
        click.echo(f"  {answer['unfollowed']}")
    for line in answer["view"].get("news", ()):
        click.echo(f"  {line}")
    if answer["paused"]:
        click.echo("  The table is paused: any seat can `resume` it.")
    for pending in answer["waiting"]:
        click.echo(f"  {_seat_name(names, pending['seat'])}: {pending['why']} ({_describe_pending(pending)})")
    if proposal := answer["proposal"]:
        click.echo(f"  {_seat_name(names, proposal['seat'])} asks the others to agree: {proposal['what']}")
    for number, offer in enumerate(answer["moves"], 1):
        warning = f" ({offer['warning']})" if offer["warning"] else ""
        click.echo(f"  {number:>3}  {offer['label'] or offer['name']}{warning}")
    for offer in answer["relaxed"]:
        values = " ".join(f"{key}={json.dumps(value)}" for key, value in offer["values"].items())
        click.echo(f"  outside the rules: {offer['name']} {values} ({offer['warning']})")
    if result := answer["result"]:
        winners = ", ".join(names[winner] for winner in result["winners"]) or "nobody"
        click.echo(f"  The end: {result['why']} Won by {winners}.")


def _seat_name(names: list[str], seat: int | None) -> str:
    return "The table" if seat is None else names[seat]


def _describe_pending(pending: JsonMapping) -> str:
    if pending["answers"]:
        return ", ".join(f"{number} {answer}" for number, answer in enumerate(pending["answers"], 1))
    return str(pending["dice"] or pending["wants"])


def _show_checks(answer: JsonMapping) -> None:
    click.echo(f"{answer['title'] or 'Untitled'}, {answer['game']}: the seed is {_SEED[answer['seed_open']]}.")
    for event in answer["events"]:
        click.echo(f"  {found_words(event)}")
    for part in answer["parts"]:
        click.echo(f"  {part['part']}: {part_words(part)}")
    for wrong in answer["wrong"]:
        click.echo(f"Wrong: {wrong['message']}")
    if answer["ok"]:
        click.echo("Nothing is wrong.")
    if answer["fingerprint"]:
        click.echo(f"Fingerprint: {answer['fingerprint']}. {COMPARE}")


_SEED = {True: "open, and the one that was promised", False: "still sealed, as the game goes on"}
