"""Command line options made from a model of options: the model has their names, types, defaults, choices and help.

An option has its field's name unless another spelling is given here. Bounds are shown in the help and checked by the
model, so that a number out of range is reported as everywhere else.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import click
from pydantic import BaseModel

from companion.base.json_types import JsonMapping, JsonObject
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


def typed_arguments(given: JsonMapping) -> JsonObject:
    """Return the arguments that were typed, without those that have their defaults; all of them outside a command."""
    context = click.get_current_context(silent=True)
    if context is None:
        return dict(given)
    default = click.core.ParameterSource.DEFAULT
    return {name: value for name, value in given.items() if context.get_parameter_source(name) is not default}


def _option(
    field: OptionField, spelled: str, required: bool, placeholder: str | None
) -> Callable[[CommandT], CommandT]:
    name, shape, about = field.column.path, field.column.shape, field.column.about
    dashed = "--" + name.replace("_", "-")
    if shape == "yes-no" and field.default:
        dashed = f"{dashed}/--no-{dashed[2:]}"
    given: JsonObject = {"required": True} if required else {"default": field.default}
    given["help"] = f"{about.rstrip('.')} ({field.bounds})." if field.bounds else about
    match shape:
        case "yes-no":
            given["is_flag"] = True
        case "choice":
            # What nobody has chosen has no word of its own on a command line: the option is left out.
            given["type"] = click.Choice([value for value, _ in field.shown.values if value])
            if not required:
                given["default"] = field.default or None
        case "list":
            given = {"help": given["help"], "multiple": True, "metavar": "NAME"}
        case "whole" | "number":
            given |= {"type": int if shape == "whole" else float, "show_default": True}
        case _:
            given |= {"type": str, "metavar": placeholder or name.upper()}
    return click.option(spelled or dashed, name, **given)
