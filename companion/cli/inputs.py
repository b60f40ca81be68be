"""Inputs of a verb whose words are GAME, NAME and KEY=VALUE: `--help` after the name lists them with their bounds.

Games are loaded only where one is named, so that dice start without them.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from companion.base.findings import InputError, quote

if TYPE_CHECKING:
    from pydantic import BaseModel

    from companion.data.columns import Column
    from companion.game_system.system import GameSystem

HELP_FLAGS = ("-h", "--help")
_WORDS = f"{__name__}.words"
_VALUES = {"whole": "NUMBER", "number": "NUMBER", "yes-no": "yes|no", "list": "TEXT,...", "choices": "TEXT,..."}
_MOST_CHOICES = 60
"""The most characters of choices shown after a key; longer choices follow the description."""


class Named(NamedTuple):
    """Something of a game that takes inputs: a roll, an analysis; without a name if the verb has only one."""

    name: str
    title: str
    about: str
    inputs: "type[BaseModel]"


NamedOf = Callable[["GameSystem"], Sequence[Named]]
"""Returns what a verb offers of a game."""


def resolvers_of(game: "GameSystem") -> list[Named]:
    """Return a game's rolls with their inputs."""
    return [Named(kind.name, kind.title, kind.about, kind.inputs) for kind in game.resolvers]


def analyses_of(game: "GameSystem") -> list[Named]:
    """Return a game's analyses with their inputs."""
    return [Named(kind.name, kind.title, kind.about, kind.inputs) for kind in game.analyses]


def random_shape_of(game: "GameSystem") -> list[Named]:
    """Return what a random build of a game may be asked for; nothing where there are none."""
    return [Named("", game.title, f"A random {game.build_noun}", game.random_room.SHAPE)] if game.random_room else []


class InputsCommand(click.Command):
    """A verb whose `--help` lists the inputs of the roll or analysis named before it."""

    def __init__(self, *args: Any, offers: NamedOf, takes_dice: bool = False, **settings: Any) -> None:
        """Keep what the verb offers of a game, and whether its words may be dice in place of a game."""
        super().__init__(*args, **settings)
        self.offers = offers
        self.takes_dice = takes_dice

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words before `--help` ends the verb; dice that begin with a minus are told how to be typed."""
        if not ctx.resilient_parsing and any(flag in args for flag in HELP_FLAGS):
            ctx.meta[_WORDS] = typed_words(self.make_parser(ctx).parse_args(list(args))[0])
        typed = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if self.takes_dice and error.option_name[1:2].lower() in "0123456789.dw(%{":
                raise click.UsageError(self._minus_message(typed), ctx) from None
            if error.option_name == "--no-limits":
                raise click.UsageError(f"--no-limits stands first: companion --no-limits {self.name}", ctx) from None
            if len(typed) > 2 and not typed[1].startswith("-"):
                key = error.option_name.lstrip("-")
                raise click.UsageError(f"{error.format_message()} An input has no --: {key}=VALUE", ctx) from None
            raise

    def _minus_message(self, typed: Sequence[str]) -> str:
        dice = " ".join(word for word in typed if not word.startswith("--"))
        quoted = f'"{dice}"' if set(dice) - set("0123456789dDwWkKhHlL+-") else dice
        return f"Dice that begin with a minus need -- before them: companion {self.name} -- {quoted}"

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the verb is for; after a game, what it offers there, and after a name, the inputs of that."""
        words, game = ctx.meta.get(_WORDS, ()), self._named_game(ctx)
        if game is None:
            super().format_help_text(ctx, formatter)
            return
        offered = self.offers(game)
        chosen = find_named(offered, words[1] if len(words) > 1 else "")
        if chosen is None and len(words) > 1:
            from companion.verbs.names import NotThere

            raise NotThere(InputError("", quote(words[1]), f"one of {', '.join(each.name for each in offered)}"))
        if not offered:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(f"{game.title} has none.")
            return
        if chosen is None:
            with formatter.section(f"{game.title} has"):
                formatter.write_dl([(each.name, f"{each.title}: {each.about}") for each in offered])
            return
        from companion.data import columns

        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(f"{chosen.title}: {chosen.about}")
        fields = columns.fields(chosen.inputs)
        if fields:
            with formatter.section("Inputs"):
                formatter.write_dl([(_key_text(field), _about_text(field, game.slug)) for field in fields])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what stands below the options, which is about dice, unless a game was named."""
        if self._named_game(ctx) is None:
            super().format_epilog(ctx, formatter)

    def _named_game(self, ctx: click.Context) -> "GameSystem | None":
        """Return the game that was named before `--help`; None for no words, or for dice."""
        from companion.games import game as game_by_slug
        from companion.verbs.names import find_game

        words = ctx.meta.get(_WORDS, ())
        if not words or (self.takes_dice and game_by_slug(words[0]) is None):
            return None
        return find_game(words[0])

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the words of the usage: those before `--help` in place of what they stand for."""
        pieces = super().collect_usage_pieces(ctx)
        words, game = ctx.meta.get(_WORDS, ()), self._named_game(ctx)
        if game is None:
            return pieces
        is_named = find_named(self.offers(game), "") is None
        return [pieces[0], words[0], *([words[1] if len(words) > 1 else "NAME"] if is_named else []), "KEY=VALUE..."]


def find_named(offered: Sequence[Named], name: str) -> Named | None:
    """Return what has this name; where the verb offers one thing without a name, that whatever the name."""
    return next((each for each in offered if each.name in ("", name)), None)


def typed_words(params: Any) -> tuple[str, ...]:
    """Return the words of a verb from its arguments: its game, if that is an argument of its own, and the others."""
    game, words = params.get("game"), params.get("words")
    # What is left out is None or a mark of click's own.
    return (*((game,) if isinstance(game, str) else ()), *(words if isinstance(words, tuple) else ()))


def _key_text(field: "Column") -> str:
    choices = "|".join(field.choices)
    if kinds := card_kinds(field):
        several = ",..." if field.shape == "list" else ""
        return f"{field.path}={'|'.join(kinds).upper()}{several}"
    if field.shape == "choice" and len(choices) <= _MOST_CHOICES:
        return f"{field.path}={choices}"
    return f"{field.path}={_VALUES.get(field.shape, 'TEXT')}"


def _about_text(field: "Column", game: str) -> str:
    from companion.data import columns

    notes = []
    if field.shape in ("choice", "choices") and len("|".join(field.choices)) > _MOST_CHOICES:
        notes.append(f"one of {', '.join(field.choices)}")
    if card_kinds(field):
        notes.append(f"an id of companion cards {game}")
    if field.shape in ("whole", "number") and (bounds := columns.bounds(field.least, field.most)):
        notes.append(bounds)
    if field.required:
        notes.append("required")
    elif field.written_default:
        notes.append(f"default: {field.written_default}")
    about = f"{field.label}: {field.about}" if field.about else field.label
    return f"{about}  [{'; '.join(notes)}]" if notes else about


def card_kinds(field: "Column") -> list[str]:
    """Return the kinds of cards that an input names, if it names cards by their ids."""
    kinds = field.schema.get("cards") or field.inner.get("card_ids") or []
    return [kinds] if isinstance(kinds, str) else list(kinds)
