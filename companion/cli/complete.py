"""What a shell offers for an incomplete word: games, rolls, names and values of inputs, cards, rulings, files.

Each function takes the context of a verb, the parameter and the beginning of a word, as click calls it.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

if TYPE_CHECKING:
    from companion.data.columns import Column
    from companion.game_system.system import GameSystem

Items = list[CompletionItem[str]]


class _WithWords(ShellComplete):
    """A shell's completion that keeps all words before the incomplete one: click loses those before an open option."""

    def get_completions(self, args: list[str], incomplete: str) -> Items:
        self.ctx_args["obj"] = tuple(args)
        return super().get_completions(args, incomplete)


class Zsh(_WithWords, ZshComplete):
    """Completion in zsh."""


class Fish(_WithWords, FishComplete):
    """Completion in fish."""


class Bash(_WithWords, BashComplete):
    """Completion in bash, without a space after `key=`."""

    source_template = BashComplete.source_template.replace(
        "COMPREPLY+=($value)", "COMPREPLY+=($value)\n            [[ $value == *= ]] && compopt -o nospace"
    )


def register_shells() -> None:
    """Let click use these shells in place of its own."""
    for shell in (Bash, Zsh, Fish):
        add_completion_class(shell)


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Let the shell offer files."""
    return [CompletionItem(incomplete, type="file")]


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Return the games."""
    from companion.games import GAMES

    return _matching(((game.slug, game.title) for game in GAMES), incomplete)


def games_or_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Return the games whose name begins like this, else let the shell offer files."""
    return games(ctx, param, incomplete) or files(ctx, param, incomplete)


def rulings(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Return the rulings of the game that was typed, with their options."""
    game = _typed_game(ctx)
    options = ((ruling, option) for ruling in (game.rulebook.ruling if game else ()) for option in ruling.option)
    return _matching(((f"{ruling.id}={option.id}", ruling.question) for ruling, option in options), incomplete)


def print_sets(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Return the print sets of the game that was typed."""
    game = _typed_game(ctx)
    sets = game.print_sets if game else ()
    return _matching(((print_set.name, print_set.title) for print_set in sets), incomplete)


def cards(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Return the cards of the game that was typed."""
    game = _typed_game(ctx)
    known = game.catalogue.cards.values() if game else ()
    return _matching(((card.id, card.name) for card in known), incomplete)


def input_words(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Return the games, then the rolls or analyses of the typed one, then the names and values of its inputs.

    bash hands over `key`, `=` and a value as three words, zsh and fish as one.
    """
    from companion.cli.inputs import InputsCommand, find_named, typed_words
    from companion.data import columns

    words, command = typed_words(ctx.params), ctx.command
    if not words:
        return games(ctx, param, incomplete)
    game = _typed_game(ctx)
    if game is None or not isinstance(command, InputsCommand):
        return []
    offered = command.offers(game)
    chosen = find_named(offered, words[1] if len(words) > 1 else "")
    if chosen is None:
        return _matching(((each.name, each.title) for each in offered), incomplete) if len(words) == 1 else []
    fields = {field.path: field for field in columns.fields(chosen.inputs)}
    given = words[2 if chosen.name else 1 :]
    key = _awaited_key(given, fields)
    if key:
        return _values(game, chosen.inputs, fields[key], incomplete, "")
    name, equals, begun = incomplete.partition("=")
    if equals:
        return _values(game, chosen.inputs, fields[name], begun, f"{name}=") if name in fields else []
    typed = {word.partition("=")[0] for word in given}
    left = ((f"{name}=", field.label) for name, field in fields.items() if name not in typed)
    return _matching(left, incomplete)


def _awaited_key(words: tuple[str, ...], fields: Iterable[str]) -> str:
    """Return the input whose value is being typed, where the shell has broken the word at its `=`; else nothing."""
    key = words[-2] if len(words) > 1 and words[-1] == "=" else words[-1] if words else ""
    return key if key in fields else ""


def _values(game: "GameSystem", model: Any, field: "Column", incomplete: str, before: str) -> Items:
    """Return the values of an input, each with `before` in front; of a list, those of its last entry."""
    from companion.cli.inputs import card_kinds
    from companion.data.card_ids import card_values
    from companion.data.documents import takes_build

    if takes_build(model.model_fields[field.path]):
        return [CompletionItem(before + incomplete, type="file")]
    if field.shape in ("list", "choices"):
        entries, comma, incomplete = incomplete.rpartition(",")
        before += entries + comma
    values: Iterable[tuple[str, str]] = ((choice, "") for choice in field.choices)
    if kinds := card_kinds(field):
        named = card_values(kinds, field.schema.get("with"), game.catalogue)
        values = ((value, card.name) for value, card, _ in named)
    return [CompletionItem(before + str(item.value), help=item.help) for item in _matching(values, incomplete)]


def _typed_game(ctx: click.Context) -> "GameSystem | None":
    from companion.games import game

    return next(filter(None, map(game, ctx.find_object(tuple) or ())), None)


def _matching(values: Iterable[tuple[str, str]], incomplete: str) -> Items:
    """Return the values that begin like this, each with what it means."""
    return [CompletionItem(value, help=about or None) for value, about in values if value.startswith(incomplete)]
