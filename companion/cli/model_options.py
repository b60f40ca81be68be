"""Command line options made from a model of options: the model has their names, types, defaults, choices and help.

An option has its field's name unless another spelling is given here. Bounds are shown in the help and checked by the
model, so that a number out of range is reported as everywhere else.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import click
from pydantic import BaseModel

from companion.base.json_types import JsonMapping, JsonObject
from companion.cli.complete import Items
from companion.printing.sheets.option_fields import OptionField, fields

CommandT = TypeVar("CommandT", bound=Callable[..., Any])
Completion = Callable[[click.Context, click.Parameter, str], Items]


def options(
    model: type[BaseModel],
    without: Iterable[str] = (),
    spelled: Mapping[str, str] | None = None,
    required: Iterable[str] = (),
    placeholders: Mapping[str, str] | None = None,
    completed: Mapping[str, Completion] | None = None,
) -> Callable[[CommandT], CommandT]:
    """Return a decorator that gives a command an option for each field of a model, as an argument of the field's name.

    `spelled` and `placeholders` give a field's option another spelling, and its value another name in the help;
    `completed` has the function that completes its value in a shell.
    """
    excluded, needed = set(without), set(required)
    option_decorators = [
        _option(
            field,
            (spelled or {}).get(name, ""),
            name in needed,
            (placeholders or {}).get(name),
            (completed or {}).get(name),
        )
        for name, field in fields(model).items()
        if name not in excluded
    ]

    def decorate(command: CommandT) -> CommandT:
        for option in reversed(option_decorators):
            command = option(command)
        return command

    return decorate


def typed_arguments(given: JsonMapping) -> JsonObject:
    """Return the arguments that were typed, not those with default values; outside a command, all of them."""
    context = click.get_current_context(silent=True)
    if context is None:
        return dict(given)
    default = click.core.ParameterSource.DEFAULT
    return {name: value for name, value in given.items() if context.get_parameter_source(name) is not default}


def _option(
    field: OptionField, spelled: str, required: bool, placeholder: str | None, completed: Completion | None
) -> Callable[[CommandT], CommandT]:
    name, shape, about = field.column.path, field.column.shape, field.column.about
    dashed = "--" + name.replace("_", "-")
    if shape == "yes-no" and field.default:
        dashed = f"{dashed}/--no-{dashed[2:]}"
    settings: JsonObject = {"required": True} if required else {"default": field.default}
    settings["help"] = f"{about.rstrip('.')} ({field.bounds})." if field.bounds else about
    match shape:
        case "yes-no":
            settings["is_flag"] = True
        case "choice":
            # The choice "none" is empty and cannot be typed: leave the option out for it.
            settings["type"] = click.Choice([value for value, _ in field.shown.values if value])
            if not required:
                settings["default"] = field.default or None
        case "list":
            settings = {"help": settings["help"], "multiple": True, "metavar": placeholder or "NAME"}
        case "whole" | "number":
            settings |= {"type": int if shape == "whole" else float, "show_default": True}
        case _:
            settings |= {"type": str, "metavar": placeholder or name.upper()}
    return click.option(spelled or dashed, name, shell_complete=completed, **settings)
