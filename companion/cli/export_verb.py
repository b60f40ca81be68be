"""The verb `export`: cards as files for other programs."""

from typing import TYPE_CHECKING, Any

import click

from companion.cli import complete, custom, export_jobs, print_answers, print_jobs, print_options, reading
from companion.cli.group import Answer, house_rules_option, packs_option, rulings_option, take_option, verb
from companion.cli.progress import file_progress
from companion.printing.export.options import ExportOptions
from companion.printing.sheets import option_fields

if TYPE_CHECKING:
    from companion.verbs.shared_builds import Take


@verb
@click.argument("game_or_file", metavar="GAME|FILE|FOLDER", required=False, shell_complete=complete.games_or_files)
@print_options.what
@print_options.unknown
@export_jobs.options
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Where to write: a .zip, a .pdf for a shop, or a folder.",
    shell_complete=complete.files,
)
@custom.options
@packs_option
@rulings_option
@house_rules_option
@take_option
def export(
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
    """Export cards: pictures, deck sheets for Tabletop Simulator, pages for a print shop.

    Cards of a game, of a build in a file, of a CSV, XLSX, ODS or TOML file, or finished pictures in a folder or zip.

    png, svg: a picture of each card. tts: deck sheets with a saved object. shop: one page per card with 1/8 inch of
    bleed.
    """
    reading.refuse_overwriting((game_or_file, house_rules, *plain.files, *packs), {"-o": output})
    is_custom = custom.is_custom(game_or_file, plain)
    if is_custom:
        custom.refuse_boxes(names)
        deck = custom.read_deck(game_or_file, plain, given["skip_bad"])
    else:
        source = print_jobs.read_source(game_or_file, packs, reading.read_pairs(rulings, "--ruling"), house_rules, take)
        deck = export_jobs.make_deck(source, names, given["unknown"])
    options = option_fields.read_options(ExportOptions, given)
    with file_progress() as progress:
        answer = export_jobs.write(deck, options, output, progress)
    return custom.add_unused_notes(answer, game_or_file, is_custom), print_answers.show_export
