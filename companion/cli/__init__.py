"""The command line: every verb, its options, and what it exits with (0 fine, 1 findings, 2 misuse or misreading)."""

import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial, wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from companion import __version__, storage, verbs
from companion.cli import checkup, exporting, orders, own, printing, reading, tables
from companion.documents import to_json
from companion.findings import Misreading, Unreadable
from companion.games import GAMES
from companion.games import game as known_game
from companion.printing.fitting import DoesNotFit
from companion.printing.fonts import Unprintable
from companion.system import GameSystem, Setting

FINDINGS, MISUSE = 1, 2


class _Companion(click.Group):
    """A group whose verbs answer trouble with a sentence and exit 2, never with a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError):
                stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        try:
            return super().invoke(ctx)
        except (Unreadable, DoesNotFit, Unprintable, storage.StorageTrouble) as error:
            for line in str(error).splitlines():
                click.echo(f"companion: {line}", err=True)
            raise click.exceptions.Exit(MISUSE) from None


@click.group(cls=_Companion, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
def main() -> None:
    """Draft, check, print and roll for five tabletop mech games."""


FuncT = TypeVar("FuncT", bound=Callable[..., Any])
_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
_packs = click.option("--pack", "packs", multiple=True, metavar="FILE", help="Lay a pack of your own over the cards.")
_rulings = click.option("--ruling", "rulings", multiple=True, metavar="ID=OPTION", help="Play by another ruling.")


def _verb(command: FuncT) -> FuncT:
    """Make a function a verb: it returns its answer and how to print it; --json prints the answer itself."""

    @wraps(command)
    def run(*args: Any, as_json: bool, **kwargs: Any) -> None:
        answer, show = command(*args, **kwargs)
        if as_json:
            click.echo(to_json(answer), nl=False)
        else:
            show(answer)

    return main.command(command.__name__.rstrip("_"))(_json(run))  # type: ignore[return-value]


Answer = tuple[dict[str, Any], Callable[[Mapping[str, Any]], None]]


@_verb
def games() -> Answer:
    """List the games and what each can roll and print."""
    return verbs.games_answer(), tables.games


@_verb
@click.argument("game")
@_packs
def cards(game: str, packs: tuple[str, ...]) -> Answer:
    """List a game's cards and where their numbers come from."""
    found = verbs.find_game(game)
    return verbs.cards_answer(found, reading.catalogue(found, packs)), tables.cards


@_verb
@click.argument("game")
@_rulings
def rules(game: str, rulings: tuple[str, ...]) -> Answer:
    """List a game's rules, how far they are covered, and its rulings."""
    return verbs.rules_answer(verbs.find_game(game), reading.pairs(rulings, "--ruling")), tables.rules


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@_packs
@_rulings
@_json
@click.pass_context
def check(
    ctx: click.Context, files: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...], as_json: bool
) -> None:
    """Check builds in files; exit 1 where a finding is an error.

    With --json one file gives one object, several give a list with `file` in each entry.
    """
    answers, status = [], 0
    for name in files:
        try:
            answer = _checked(name, packs, rulings)
        except Unreadable as error:
            status = MISUSE
            answers.append({"file": name, "misreadings": [m.as_data() for m in error.misreadings]})
            for misreading in error.misreadings:
                click.echo(f"companion: {misreading}", err=True)
            continue
        answers.append({"file": name, **answer})
        status = max(status, 0 if answer["legal"] else FINDINGS)
        if not as_json:
            tables.check(answer, name)
    if as_json and len(files) > 1:
        click.echo(to_json(answers), nl=False)
    elif as_json and "misreadings" not in answers[0]:
        click.echo(to_json({key: value for key, value in answers[0].items() if key != "file"}), nl=False)
    ctx.exit(status)


def _checked(name: str, packs: tuple[str, ...], rulings: tuple[str, ...]) -> dict[str, Any]:
    document = reading.document(name, reading.pairs(rulings, "--ruling"))
    try:
        game = verbs.game_of(document)
    except Unreadable as error:
        raise error.within(name) from None
    try:
        catalogue = reading.catalogue(game, packs, document)
    except Unreadable as error:
        raise error if packs else error.within(name) from None
    try:
        return verbs.check_answer(document, game, catalogue)
    except Unreadable as error:
        raise error.within(name) from None


@main.command("schema")
@click.argument("game")
@_packs
@click.option("-o", "--output", metavar="FILE", help="Where to write it; without it, to the terminal.")
def schema_(game: str, packs: tuple[str, ...], output: str | None) -> None:
    """Print the JSON Schema of a game's builds and packs, for editors that complete and check them."""
    found = verbs.find_game(game)
    text = to_json(verbs.schema_answer(found, reading.catalogue(found, packs)))
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise reading.refused(output, error, "a file that can be written") from None


_dice = click.argument("words", nargs=-1, required=True, metavar="GAME RESOLVER KEY=VALUE... | DICE")


@_verb
@_dice
@_packs
@_rulings
@click.option("--faces", metavar="FACES", help='Dice from the table, one group a throw: "5 6 1 | 4 4".')
@click.option("--seed", type=int, help="Throw the same dice again.")
def roll(
    words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...], faces: str | None, seed: int | None
) -> Answer:
    """Roll a game's dice, or dice as written: 3d6+2, 4d6kh3, 6d6>=5."""
    if faces is not None and seed is not None:
        raise click.UsageError("Give --faces or --seed, not both.")
    if _plain(words):
        return verbs.roll_expression(" ".join(words), faces, seed), tables.roll
    game, name, inputs, setting = _asked(words, packs, rulings)
    return verbs.roll_answer(game, name, inputs, faces, seed, setting), tables.roll


@_verb
@_dice
@_packs
@_rulings
def odds(words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...]) -> Answer:
    """Give exact odds for a game's dice, or for dice as written."""
    if _plain(words):
        return verbs.odds_expression(" ".join(words)), lambda a: tables.odds(a, {verbs.TOTAL.name: verbs.TOTAL.title})
    game, name, inputs, setting = _asked(words, packs, rulings)
    titles = {measure.name: measure.title for measure in verbs.find_resolver(game, name).measures}
    return verbs.odds_answer(game, name, inputs, setting), lambda answer: tables.odds(answer, titles)


def _plain(words: tuple[str, ...]) -> bool:
    """Return whether the words are dice rather than a game: no game's slug first, and a digit or a die there."""
    first = words[0].lstrip("+-(").lower()
    dice = first[:1].isdigit() or (first[:1] == "d" and (first[1:2] in "%f" or first[1:2].isdigit()))
    return known_game(words[0]) is None and (dice or not first)


def _asked(
    words: tuple[str, ...], packs: tuple[str, ...], rulings: tuple[str, ...]
) -> tuple[GameSystem, str, dict[str, str], Setting]:
    game = known_game(words[0])
    if game is None:
        wanted = f"a game ({', '.join(g.slug for g in GAMES)}) or dice, as 2d6+1"
        raise Unreadable(Misreading("", reading.shown(words[0]), wanted))
    names = ", ".join(kind.name for kind in game.resolvers)
    if len(words) == 1:
        raise Unreadable(Misreading("resolver", "nothing", f"one of {names}"))
    verbs.find_resolver(game, words[1])
    setting = game.setting(reading.pairs(rulings, "--ruling"), reading.catalogue(game, packs))
    return game, words[1], reading.pairs(words[2:], "inputs"), setting


@_verb
@click.argument("game_or_file", metavar="GAME|FILE")
@click.option("--what", "names", multiple=True, metavar="NAME", help="A kit; without it, everything.")
@click.option("--unknown", default="house", type=click.Choice(["house", "blank"]), help="Numbers no rulebook gives.")
@printing.options
@click.option("--cut-file", metavar="FILE", help="Outlines for a desktop cutter, .svg or .dxf.")
@click.option("-o", "--output", metavar="FILE", help="Where to write the PDF.")
@own.options
@_packs
@_rulings
def print_(
    game_or_file: str,
    output: str | None,
    packs: tuple[str, ...],
    rulings: tuple[str, ...],
    names: tuple[str, ...],
    unknown: Any,
    cut_file: str | None,
    generic: own.Generic,
    **wished: Any,
) -> Answer:
    """Print a game, a build in a file, or any cards in a CSV or TOML file, as a PDF at true scale.

    Without --what, everything it has. Rows of a CSV file are cards: title, type, text, symbol, picture, copies; every
    other column is a stat.
    """
    choice = orders.Choice(names, unknown, printing.wish(wished), cut_file)
    with tables.sheets_written() as progress:
        if own.meant(game_or_file, generic):
            return own.write(game_or_file, generic, choice, output, progress), tables.printed
        source = orders.source(game_or_file, packs, reading.pairs(rulings, "--ruling"))
        return orders.write(source, choice, output, progress), tables.printed


@_verb
@click.argument("game_or_file", metavar="GAME|FILE")
@click.option("--what", "names", multiple=True, metavar="NAME", help="A kit; without it, everything.")
@click.option("--unknown", default="house", type=click.Choice(["house", "blank"]), help="Numbers no rulebook gives.")
@exporting.options
@click.option("-o", "--output", metavar="FILE", help="Where to write: a .zip, a .pdf for a shop, or a folder.")
@own.options
@_packs
@_rulings
def export(
    game_or_file: str,
    output: str | None,
    packs: tuple[str, ...],
    rulings: tuple[str, ...],
    names: tuple[str, ...],
    unknown: Any,
    generic: own.Generic,
    **wished: Any,
) -> Answer:
    """Write cards for elsewhere: pictures, deck sheets for Tabletop Simulator, a print shop's pages.

    png, svg: a picture of each card. tts: deck sheets with a saved object. shop: a page a card with 1/8 inch of bleed.
    """
    if own.meant(game_or_file, generic):
        source = own.read(game_or_file, generic)
    else:
        chosen = orders.source(game_or_file, packs, reading.pairs(rulings, "--ruling"))
        source = exporting.of(chosen, names, unknown)
    with tables.files_written() as progress:
        return exporting.write(source, exporting.Wished(**wished), output, progress), tables.exported


_reading = partial(click.option, type=float)


@_verb
@click.argument("name", required=False)
@_reading("--across", help="C on the test page, in mm; true is 150.")
@_reading("--along", help="D, in mm; true is 200.")
@_reading("--left", help="A, in mm from the left edge; true is 20.")
@_reading("--top", help="B, in mm from the upper edge; true is 20.")
@_reading("--back-right", help="E, the number read against the light; true is 0.")
@_reading("--back-down", help="F, the number read against the light; true is 0.")
@click.option("--paper", default="a4", metavar="PAPER")
@click.option("--flip", default="long", type=click.Choice(["long", "short"]), help="The edge your printer turns over.")
@click.option("-o", "--output", metavar="FILE", help="Where to write the test page.")
def calibrate(name: str | None, paper: str, flip: str, output: str | None, **read: float | None) -> Answer:
    """Print a test page; with what you read off it, keep a printer's error under NAME for print --printer."""
    typed = {key: value for key, value in read.items() if value is not None}
    return printing.calibrate(name, paper, flip, output, typed), tables.calibrated


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets others on the network in.")
@click.option("--port", default=8000, type=click.IntRange(0, 65535), envvar="PORT", show_default=True)
@_json
def serve(host: str, port: int, as_json: bool) -> None:
    """Serve the companion to browsers; --port 0 takes a free port."""
    from waitress.server import create_server  # type: ignore[import-untyped]

    from companion.web import create_app

    with _listening(host, port) as taken:
        server = create_server(create_app(), sockets=[taken], threads=8, ident="companion")
        found, listens = taken.getsockname()[:2]
        url = f"http://{f'[{found}]' if ':' in found else found}:{listens}/"
        click.echo(to_json({"url": url}) if as_json else f"Serving on {url}", nl=not as_json)
        sys.stdout.flush()
        try:
            server.run()
        finally:
            server.close()


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; Unreadable where the port is taken or the host is not this machine."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        wanted = "a free port on an address of this machine: try --port 0"
        raise Unreadable(Misreading(f"{host}:{port}", why[:1].lower() + why[1:], wanted)) from None


@_verb
@click.argument("file")
def backup(file: str) -> Answer:
    """Write every stored document with all its versions to FILE."""
    store = storage.Store()
    try:
        count = storage.backup(store, Path(file))
    except OSError as error:
        raise reading.refused(file, error, "a file that can be written") from None
    finally:
        store.close()
    return {"file": file, "documents": count}, lambda a: click.echo(f"{file}: {count} documents kept.")


@_verb
@click.argument("file")
def restore(file: str) -> Answer:
    """Bring a backup's documents back; those that are stored already stay as they are."""
    store = storage.Store()
    try:
        came, left = storage.restore(store, Path(file))
    except OSError as error:
        raise reading.refused(file, error, "a backup made by `companion backup`") from None
    finally:
        store.close()
    said = f"{file}: {came} documents came in, {left} were there already."
    return {"file": file, "restored": came, "left": left}, lambda a: click.echo(said)


@main.command()
@_json
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Look over this installation: cards, fonts, templates, data folder, database."""
    answer = checkup.look()
    if as_json:
        click.echo(to_json(answer), nl=False)
    else:
        tables.doctor(answer)
    ctx.exit(0 if answer["ok"] else FINDINGS)
