"""The verbs that print: print and calibrate."""

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from companion.cli import complete, custom, model_options, print_answers, print_files, print_options, reading
from companion.cli.group import Answer, house_rules_option, packs_option, rulings_option, take_option, verb, wants_json
from companion.cli.progress import page_progress
from companion.printing.sheets import printer_runs
from companion.printing.sheets.printer_settings import Habits

if TYPE_CHECKING:
    from companion.verbs.shared_builds import Take


@verb
@click.argument("game_or_file", metavar="GAME|FILE|FOLDER", required=False, shell_complete=complete.games_or_files)
@print_options.what
@print_options.unknown
@print_options.options
@click.option(
    "--cut-file", metavar="FILE", help="Outlines for a desktop cutter, .svg or .dxf.", shell_complete=complete.files
)
@click.option("-o", "--output", metavar="FILE", help="Where to write the PDF.", shell_complete=complete.files)
@custom.options
@packs_option
@rulings_option
@house_rules_option
@take_option
def print_(
    game_or_file: str,
    output: str | None,
    packs: tuple[str, ...],
    rulings: tuple[str, ...],
    house_rules: str | None,
    take: "Take | None",
    names: tuple[str, ...],
    plain: custom.PlainCards,
    **given: Any,
) -> Answer:
    """Print a game, a build in a file, cards in a table or a TOML file, or finished pictures, as a PDF at true scale.

    Without --what, prints everything. Rows of a CSV, XLSX or ODS file are cards: title, type, text, symbol, picture,
    back, copies; every other column is a stat. A folder or zip of pictures is a deck: `Dragon (back)` is the back of
    `Dragon`, `back` that of all cards, `4x Dragon` means four; a PDF of cards and an order of MPC Autofill (cards.xml)
    are too. --what boxes prints boxes for them, --what cards the cards.
    """
    inputs = (game_or_file, given["have"], house_rules, *plain.files, *packs)
    cut_file: str | None = given.pop("cut_file")
    reading.refuse_overwriting(inputs, {"-o": output, "--cut-file": cut_file})
    options = print_options.read_options(given)
    printer = print_options.find_printer(options.printer) if options.printer else None
    options = printer_runs.with_printer_settings(options, printer)
    command = print_files.PrintCommand(names, options, printer, cut_file, not wants_json(), inputs)
    with page_progress() as progress:
        is_custom = custom.is_custom(game_or_file, plain)
        if is_custom:
            answer = custom.write(game_or_file, plain, command, output, progress)
        else:
            from companion.cli import print_jobs

            chosen = reading.read_pairs(rulings, "--ruling")
            source = print_jobs.read_source(game_or_file, packs, chosen, house_rules, take)
            answer = print_jobs.write(source, command, output, progress)
    return custom.add_unused_notes(answer, game_or_file, is_custom), print_answers.show_printout


_measurement = partial(click.option, type=float)


@verb
@click.argument("name", required=False)
@_measurement("--across", help="C on the test page, in mm; true is 150.")
@_measurement("--along", help="D, in mm; true is 200.")
@_measurement("--left", help="A, in mm from the left edge; true is 20.")
@_measurement("--top", help="B, in mm from the upper edge; true is 20.")
@_measurement("--back-right-mm", help="E1, where the arrow points, in mm; true is 0.")
@_measurement("--back-right", help="E2, the number of the mark that lines up against the light; true is 0.")
@_measurement("--back-down-mm", help="F1, where the arrow points, in mm; true is 0.")
@_measurement("--back-down", help="F2, the number of the mark that lines up against the light; true is 0.")
@click.option("--paper", default="a4", metavar="PAPER")
@click.option("--flip", default="long", type=click.Choice(["long", "short"]), help="The edge your printer turns over.")
@click.option("--insist", is_flag=True, help="Save readings that look like “fit to page” all the same.")
@print_options.habits
@click.option("-o", "--output", metavar="FILE", help="Where to write the test page.", shell_complete=complete.files)
def calibrate(
    name: str | None,
    paper: str,
    flip: str,
    insist: bool,
    output: str | None,
    **typed: Any,
) -> Answer:
    """Print a test page; with what you read off it, save a printer's error under NAME for print --printer.

    With --duplex, --out or --margin, save the printer's habits: how its paper is turned over, and what it cannot reach.
    """
    habits = model_options.typed_arguments({key: typed.pop(key) for key in Habits.model_fields})
    measured: dict[str, float] = {key: value for key, value in typed.items() if value is not None}
    calibration = print_options.TypedCalibration(measured, habits, insist)
    return print_options.calibrate(name, paper, flip, output, calibration), print_answers.show_calibration
