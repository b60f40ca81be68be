"""Shared by all verbs: the command group, which turns errors into sentences, and the common options."""

import gc
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from importlib import import_module
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion import __version__
from companion.base.findings import InputError, InvalidInput, UserError
from companion.base.json_types import JsonMapping, to_json
from companion.cli import streams

if TYPE_CHECKING:
    from companion.cli.complete import Items

FINDINGS, MISUSE = 1, 2
COMPLETION = "_COMPANION_COMPLETE"
"""The variable with which a shell asks for completions, as click names it."""
_AS_JSON = "companion.as_json"
"""Where a command line's context says whether it has --json: also for what cannot be read."""
VERBS = {
    "game_verbs": ("games", "cards", "rules", "schema"),
    "check_verb": ("check",),
    "share_verb": ("share",),
    "random_verb": ("random",),
    "roll_verbs": ("roll", "odds", "analyze"),
    "matchup_verb": ("matchup",),
    "table_verbs": ("table",),
    "print_verbs": ("print", "calibrate"),
    "export_verb": ("export",),
    "simulate_verb": ("simulate",),
    "admin": ("admin",),
    "installation": ("serve", "backup", "restore", "doctor"),
}
"""Verbs by the module of `companion.cli` that contains them: it is loaded only when one of them is called."""


def _load(name: str) -> None:
    """Import a module of verbs without garbage collection, now or later: all that it creates stays."""
    if name in sys.modules:
        return
    gc.disable()
    try:
        import_module(name)
    finally:
        gc.enable()
    gc.freeze()


class _Companion(click.Group):
    """A group whose verbs report errors as a sentence and exit 2, never with a traceback."""

    def main(self, *args: Any, **settings: Any) -> Any:
        if COMPLETION in os.environ:
            from companion.cli import complete

            complete.register_shells()
        return super().main(*args, **settings)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(name for names in VERBS.values() for name in names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = next((module for module, names in VERBS.items() if cmd_name in names), None)
        if module:
            _load(f"companion.cli.{module}")
        return super().get_command(ctx, cmd_name)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        streams.open_closed_streams()
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError):
                stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        ctx.meta[_AS_JSON] = "--json" in takewhile(lambda arg: arg != "--", args)
        with _report_failures(ctx):
            if any("\0" in arg for arg in args):
                raise UserError("An argument contains a NUL, which no file name and no number has: leave it out.")
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        with _report_failures(ctx):
            return super().invoke(ctx)


@contextmanager
def _report_failures(ctx: click.Context) -> Iterator[None]:
    """Turn whatever ends a verb early into a sentence on stderr, with --json a line of JSON, and its exit code.

    Exit 1 belongs to findings alone: click would take it for an interrupt and for a closed pipe too.
    """
    try:
        try:
            yield
        except UserError as error:
            report_error(error, ctx)
            raise click.exceptions.Exit(MISUSE) from None
        except click.ClickException as error:
            if ctx.meta[_AS_JSON]:
                _report(error.format_message(), ctx)
            else:
                error.show()
            raise click.exceptions.Exit(error.exit_code) from None
        except KeyboardInterrupt:
            click.echo("\ncompanion: Stopped.", err=True)
            raise click.exceptions.Exit(streams.INTERRUPTED) from None
    except OSError as error:
        raise click.exceptions.Exit(streams.report(error, lambda sentence: _report(sentence, ctx))) from None


def report_error(error: UserError, ctx: click.Context) -> None:
    """Print an error on stderr: its sentences and its hint, or with --json one line of JSON, shaped as over HTTP."""
    input_errors = error.input_errors if isinstance(error, InvalidInput) else ()
    _report("\n".join(filter(None, (str(error), error.hint))), ctx, input_errors)


def _report(sentences: str, ctx: click.Context, input_errors: Iterable[InputError] = ()) -> None:
    if not ctx.meta[_AS_JSON]:
        for line in sentences.splitlines():
            click.echo(f"companion: {line}", err=True)
        return
    from companion.verbs.errors import error_answer

    click.echo(json.dumps(error_answer(sentences, input_errors), ensure_ascii=False), err=True)


@click.group(cls=_Companion, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
@click.option("--no-limits", is_flag=True, help="Ignore the limits of time and memory.")
@click.pass_context
def main(ctx: click.Context, no_limits: bool) -> None:
    """Draft, check, print and roll for five tabletop mech games.

    Wherever a file is read, - is what is typed or piped in.
    """
    from companion.limits.budget import Budget, Limits

    unbounded = {*VERBS["installation"], *VERBS["admin"], *VERBS["simulate_verb"]}
    if not no_limits and ctx.invoked_subcommand not in unbounded:
        ctx.with_resource(Budget(Limits()).running())


def completed_by(name: str) -> "Callable[[click.Context, click.Parameter, str], Items]":
    """Return a function of `complete`, which is loaded only when a shell asks."""

    def offer(ctx: click.Context, param: click.Parameter, incomplete: str) -> "Items":
        from companion.cli import complete

        items: Items = getattr(complete, name)(ctx, param, incomplete)
        return items

    return offer


FuncT = TypeVar("FuncT", bound=Callable[..., Any])
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
packs_option = click.option(
    "--pack", "packs", multiple=True, metavar="FILE", help="A card pack to use.", shell_complete=completed_by("files")
)
rulings_option = click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="ID=OPTION",
    help="Use another ruling.",
    shell_complete=completed_by("rulings"),
)
take_option = click.option(
    "--take", type=click.Choice(["lines", "code"]), help="Where a list was edited above its build code: what counts."
)
house_rules_option = click.option(
    "--house-rules", metavar="FILE", help="Use these house rules.", shell_complete=completed_by("files")
)


def is_unlimited() -> bool:
    """Return whether the running verb was called with --no-limits."""
    return bool(click.get_current_context().find_root().params.get("no_limits"))


def wants_json() -> bool:
    """Return whether the running verb was called with --json."""
    return bool(click.get_current_context().params["as_json"])


def say(answer: JsonMapping, as_json: bool, show: Callable[[JsonMapping], None]) -> None:
    """Print an answer, as JSON or by `show`."""
    if as_json:
        click.echo(to_json(answer), nl=False)
    else:
        show(answer)


def verb(command: FuncT) -> FuncT:
    """Make a function a verb; it returns its answer and what prints it as text, and --json prints it as JSON."""
    return verb_as(click.Command)(command)


def verb_as(kind: type[click.Command], **settings: Any) -> Callable[[FuncT], FuncT]:
    """Return a decorator like `verb` for a kind of command; `settings` are those of the kind."""

    def decorate(command: FuncT) -> FuncT:
        @wraps(command)
        def run(*args: Any, as_json: bool, **kwargs: Any) -> None:
            answer, show = command(*args, **kwargs)
            say(answer, as_json, show)

        name = command.__name__.rstrip("_")
        return main.command(name, cls=kind, **settings)(json_option(run))  # type: ignore[return-value]

    return decorate


Answer = tuple[JsonMapping, Callable[[JsonMapping], None]]
"""A verb's answer as plain data, and the function that prints it as text."""
