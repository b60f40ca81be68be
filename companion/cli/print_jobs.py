"""Prints from the command line: which print sets, for which build, written where."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.base import paths
from companion.base.findings import InputError, InvalidInput, errors_at, quote
from companion.base.json_types import JsonObject
from companion.cli import print_files, reading
from companion.cli.print_files import PrintCommand, Progress
from companion.data.documents import Build
from companion.data.packs import is_pack
from companion.game_system.system import GameSystem
from companion.gamekit.contract import EVERYTHING, Context, PrintSet, PrintSource
from companion.games import GAMES
from companion.games import game as known_game
from companion.printing.custom.picture_sources import ENDINGS
from companion.printing.export import filenames
from companion.printing.sheets.jobs import Printout
from companion.verbs.names import NotThere, game_of
from companion.verbs.printed_builds import printed_build


@dataclass(frozen=True)
class GameOrBuild:
    """A verb's first argument: a game with its context, and a build where it was a file."""

    game: GameSystem
    context: Context
    build: Build | None = None


def source(
    name: str,
    packs: Iterable[str] = (),
    rulings: Mapping[str, str] | None = None,
    house_rules: str | None = None,
) -> GameOrBuild:
    """Return what a game's slug or a build's file stands for; InvalidInput where it is neither.

    `house_rules` is a file with those that it is played by.
    """
    game = known_game(name)
    if game:
        ruled = reading.apply_house_rules(game, house_rules, {"rulings": rulings or {}}, rulings or {})
        return GameOrBuild(game, game.context(ruled["rulings"], reading.read_catalogue(game, packs, ruled)))
    if not name or (not Path(name).exists() and not Path(name).suffix):
        wanted = f"a game ({', '.join(g.slug for g in GAMES)}) or a build's file"
        raise NotThere(InputError("", quote(name), wanted))
    if Path(name).suffix.lower() in ENDINGS:
        raise InvalidInput(
            InputError(name, "one picture", "a folder or zip of pictures: lay it in a folder of its own")
        )
    data = reading.read_document(name, rulings)
    with errors_at(name):
        game = game_of(data)
    if is_pack(data, game.kinds, game.model.model_fields):
        raise InvalidInput(InputError(name, "a pack", f"a build's file; to print with it: {game.slug} --pack {name}"))
    data = reading.apply_house_rules(game, house_rules, data, rulings or {})
    with errors_at(name):
        catalogue = reading.read_catalogue(game, packs, data)
        build, context = game.read_with(data, catalogue)
    return GameOrBuild(game, context, build)


def print_sets(chosen: GameOrBuild, names: tuple[str, ...]) -> tuple[PrintSet, ...]:
    """Return the chosen print sets; without names, a build's own pieces, or the whole game."""
    game = chosen.game
    if names:
        return tuple(_print_set(chosen, name) for name in dict.fromkeys(names))
    usual = [print_set for print_set in game.print_sets if not print_set.extra]
    if chosen.build is not None:
        return tuple(print_set for print_set in usual if print_set.needs_build or print_set.takes_build)
    whole = game.print_set(EVERYTHING)
    return (whole,) if whole else tuple(print_set for print_set in usual if not print_set.needs_build)


def _print_set(chosen: GameOrBuild, name: str) -> PrintSet:
    print_set = chosen.game.print_set(name)
    if print_set is None:
        wanted = f"one of {', '.join(k.name for k in chosen.game.print_sets)}"
        raise NotThere(InputError("--what", quote(name), wanted))
    if print_set.needs_build and chosen.build is None:
        noun = chosen.game.build_noun
        raise InvalidInput(
            InputError("--what", name, f"the file of a {noun} in place of the game: this print set prints one")
        )
    return print_set


def write(
    chosen: GameOrBuild, command: PrintCommand, output: str | None = None, progress: Progress = lambda done, total: None
) -> JsonObject:
    """Write the PDFs sheet by sheet and completely or not at all; return what was written."""
    asked = print_sets(chosen, command.names)
    source = PrintSource(chosen.context, chosen.build, command.options.unknown, command.options.packing)
    parts = [part for print_set in asked for part in print_set.make(source)]
    path = Path(output) if output else paths.output_folder() / default_name(chosen, command.names)
    title = chosen.game.print_title(source)
    own, names = chosen.build.title if chosen.build else "", [print_set.name for print_set in asked]
    head = {"game": chosen.game.slug, "title": own, "print_sets": names}
    carried = printed_build(chosen.game, chosen.build, chosen.context) if chosen.build else None
    printout = Printout(title, parts, chosen.game.accent, chosen.game.credit.designer, carried)
    return {**head, **print_files.write_parts(printout, command, path, progress, chosen.game.build_noun)}


def default_name(chosen: GameOrBuild, names: tuple[str, ...]) -> str:
    """Return a file name that says what is in it: the game, then the build's title, then the print sets."""
    own = (filenames.slug(chosen.build.title) or "build",) if chosen.build else ()
    return f"{'-'.join((chosen.game.slug, *own, *names))[:120].strip('-')}.pdf"
