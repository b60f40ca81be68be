"""Prints of a game or a build from the command line: reads the source, chooses print sets, writes the PDF files."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.base.findings import InputError, InvalidInput, errors_at, quote
from companion.base.json_types import JsonObject
from companion.cli import print_files, reading
from companion.cli.print_files import PrintCommand, Progress
from companion.data.documents import Build
from companion.data.packs import is_pack
from companion.game_system.system import GameSystem
from companion.gamekit.contract import EVERYTHING, Context, PrintSet, PrintSource
from companion.games import GAMES
from companion.games import game as game_by_slug
from companion.printing.custom.picture_sources import ENDINGS
from companion.printing.export import filenames
from companion.printing.sheets.jobs import Printout
from companion.verbs.names import NotThere, game_of
from companion.verbs.printed_builds import printed_build

if TYPE_CHECKING:
    from companion.printing.text.booklet_pages import ToldStep
    from companion.verbs.shared_builds import Take


@dataclass(frozen=True)
class GameOrBuild:
    """A verb's first argument: a game with its context, and the build if it was a build's file."""

    game: GameSystem
    context: Context
    build: Build | None = None


def read_source(
    name: str,
    packs: Iterable[str] = (),
    rulings: Mapping[str, str] | None = None,
    house_rules: str | None = None,
    take: "Take | None" = None,
) -> GameOrBuild:
    """Return the game of a slug, or the build in a file with its game; InvalidInput where `name` is neither.

    `packs` and `house_rules` are files; `rulings` come before those of the house rules and of the build.
    """
    game = game_by_slug(name)
    if game:
        document = reading.apply_house_rules(game, house_rules, {"rulings": rulings or {}}, rulings or {})
        return GameOrBuild(game, game.context(document["rulings"], reading.read_catalogue(game, packs, document)))
    if not name or not (reading.is_build_text(name) or Path(name).exists() or Path(name).suffix):
        wanted = f"a game ({', '.join(g.slug for g in GAMES)}) or a build's file"
        raise NotThere(InputError("", quote(name), wanted))
    if Path(name).suffix.lower() in ENDINGS and not name.lower().endswith(".pdf"):  # a PDF may carry its build
        raise InvalidInput(
            InputError(name, "one picture", "a folder or zip of pictures: put it in a folder of its own")
        )
    document = reading.read_document(name, rulings, take)
    with errors_at(name):
        game = game_of(document)
    if is_pack(document, game.kinds, game.model.model_fields):
        raise InvalidInput(InputError(name, "a pack", f"a build's file; to print with it: {game.slug} --pack {name}"))
    document = reading.apply_house_rules(game, house_rules, document, rulings or {})
    with errors_at(name):
        catalogue = reading.read_catalogue(game, packs, document)
        build, context = game.read_with(document, catalogue)
    return GameOrBuild(game, context, build)


def choose_print_sets(source: GameOrBuild, names: tuple[str, ...]) -> tuple[PrintSet, ...]:
    """Return the print sets of these names; without names, those of the build, or else of the whole game."""
    game = source.game
    if names:
        return tuple(_find_print_set(source, name) for name in dict.fromkeys(names))
    standard_sets = [print_set for print_set in game.print_sets if not print_set.extra]
    if source.build is not None:
        return tuple(print_set for print_set in standard_sets if print_set.needs_build or print_set.takes_build)
    everything = game.print_set(EVERYTHING)
    return (everything,) if everything else tuple(print_set for print_set in standard_sets if not print_set.needs_build)


def _find_print_set(source: GameOrBuild, name: str) -> PrintSet:
    print_set = source.game.print_set(name)
    if print_set is None:
        wanted = f"one of {', '.join(print_set.name for print_set in source.game.print_sets)}"
        raise NotThere(InputError("--what", quote(name), wanted))
    if print_set.needs_build and source.build is None:
        noun = source.game.build_noun
        raise InvalidInput(
            InputError("--what", name, f"the file of a {noun} in place of the game: this print set prints one")
        )
    return print_set


def write(
    source: GameOrBuild, command: PrintCommand, output: str | None = None, progress: Progress = lambda done, total: None
) -> JsonObject:
    """Write the PDF files, completely or not at all; return the verb's answer: what was written, and where."""
    game, build = source.game, source.build
    print_sets = choose_print_sets(source, command.names)
    unknown, packing = command.options.unknown, command.options.packing
    print_source = PrintSource(source.context, build, unknown, packing, tell=lambda: _tell_game(game))
    parts = [part for print_set in print_sets for part in print_set.make(print_source)]
    path = Path(output) if output else Path.cwd() / default_name(source, command.names)
    attached = printed_build(game, build, source.context) if build else None
    printout = Printout(game.print_title(print_source), parts, game.accent, game.credit.designer, attached)
    return {
        "game": game.slug,
        "title": build.title if build else "",
        "print_sets": [print_set.name for print_set in print_sets],
        **print_files.write_parts(printout, command, path, progress, game.build_noun),
    }


def _tell_game(game: GameSystem) -> "tuple[ToldStep, ...]":
    from companion.verbs.told_game import tell_game  # only a booklet needs the table

    return tell_game(game)


def default_name(source: GameOrBuild, names: tuple[str, ...]) -> str:
    """Return the PDF's file name: the game, the build's title, the print sets; at most 120 characters and `.pdf`."""
    build_slug = (filenames.slug(source.build.title) or "build",) if source.build else ()
    return f"{'-'.join((source.game.slug, *build_slug, *names))[:120].strip('-')}.pdf"
