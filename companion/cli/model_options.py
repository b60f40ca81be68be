"""Command line options made from a model of options: the model has their names, types, defaults, choices and help.

An option has its field's name unless another spelling is given here. Bounds are shown in the help and checked by the
model, so that a number out of range is reported as everywhere else.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import click
from pydantic import BaseModel

from companion.printing.sheets.option_fields import OptionField, fields

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def options(
    model: type[BaseModel],
    without: Iterable[str] = (),
    spelled: Mapping[str, str] | None = None,
    required: Iterable[str] = (),
    placeholders: Mapping[str, str] | None = None,
) -> Callable[[CommandT], CommandT]:
    """Return what gives a command an option for each field of a model, each as an argument of the field's name."""
    left_out, needed = set(without), set(required)
    made = [
        _option(field, (spelled or {}).get(name, ""), name in needed, (placeholders or {}).get(name))
        for name, field in fields(model).items()
        if name not in left_out
    ]

    def give(command: CommandT) -> CommandT:
        for option in reversed(made):
            command = option(command)
        return command

    return give


def typed(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments that were typed, without those that have their defaults; all of them outside a command."""
    context = click.get_current_context(silent=True)
    if context is None:
        return dict(given)
    default = click.core.ParameterSource.DEFAULT
    return {name: value for name, value in given.items() if context.get_parameter_source(name) is not default}


def _option(
    field: OptionField, spelled: str, required: bool, placeholder: str | None
) -> Callable[[CommandT], CommandT]:
    dashed = "--" + field.name.replace("_", "-")
    said = f"{field.help.rstrip('.')} ({field.bounds})." if field.bounds else field.help
    if required:
        given: dict[str, Any] = {"required": True}
    else:
        given = {"default": field.default}
    match field.kind:
        case "yes-no":
            name = spelled or (f"{dashed}/--no-{dashed[2:]}" if field.default else dashed)
            return click.option(name, field.name, is_flag=True, help=said, **given)
        case "choice":
            # What nobody has chosen has no word of its own on a command line: the option is left out.
            values, default = [value for value, _ in field.choices if value], field.default or None
            kinds = {"type": click.Choice(values), **given} | ({} if required else {"default": default})
            return click.option(spelled or dashed, field.name, help=said, **kinds)
        case "list":
            return click.option(spelled or dashed, field.name, multiple=True, metavar="NAME", help=said)
        case "whole" | "number":
            kind = int if field.kind == "whole" else float
            return click.option(spelled or dashed, field.name, type=kind, show_default=True, help=said, **given)
    metavar = placeholder or field.name.upper()
    return click.option(spelled or dashed, field.name, type=str, metavar=metavar, help=said, **given)
