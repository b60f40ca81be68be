"""A form's fields made from a model of options, each with what was typed or its default.

What was typed is shown again unchanged, readable or not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from companion.printing.sheets.option_fields import OptionField, fields


@dataclass(frozen=True)
class FormField:
    """A field as a page shows it: the name of its input, and its value as text.

    `otherwise` is what holds where the input is left empty, for a field that is shown empty until something is typed.
    """

    option: OptionField
    name: str
    value: str
    text_when_empty: str = ""

    @property
    def title(self) -> str:
        """The label, with the unit where there is one."""
        label, unit = self.option.column.label, self.option.shown.unit
        return f"{label}, {unit}" if unit else label

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The choices; a typed value that is not one of them is added."""
        named = self.option.shown.values
        return named if not named or not self.value or self.value in dict(named) else ((self.value, self.value), *named)

    @property
    def default(self) -> str:
        """The value before anything is typed."""
        return _text(self.option.default)

    @property
    def shown_value(self) -> str:
        """The value in the words of its choice."""
        return dict(self.choices).get(self.value, self.value)

    @property
    def is_changed(self) -> bool:
        """Whether the value differs from the default."""
        return self.value != self.default and not (self.text_when_empty and not self.value)


_USUAL = "as usual"
"""What an empty field without a default says."""


class OptionForm:
    """The fields of a model by name; `names` lists the inputs that have another name.

    `otherwise` lists the fields that stay empty until something is typed, with what holds where they are empty.
    """

    def __init__(
        self,
        model: type[BaseModel],
        typed: Mapping[str, str],
        names: Mapping[str, str] | None = None,
        otherwise: Mapping[str, str] | None = None,
    ) -> None:
        """Fill each field with what was typed under its input's name."""
        called, empty = names or {}, otherwise or {}

        def form_field(name: str, option: OptionField) -> FormField:
            value = typed.get(called.get(name, name)) or ("" if name in empty else _text(option.default))
            return FormField(
                option, called.get(name, name), value, empty.get(name, _USUAL if option.default is None else "")
            )

        self._fields = {name: form_field(name, option) for name, option in fields(model).items()}

    def __getitem__(self, name: str) -> FormField:
        """Return a field by its name, for templates."""
        return self._fields[name]

    def is_any_changed(self, *names: str) -> bool:
        """Return whether any of these fields, or any at all, differs from its default: the page must show it."""
        return any(self._fields[name].is_changed for name in names or self._fields)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float | int):
        return f"{value:g}"
    if isinstance(value, Mapping):
        return "\n".join(f"{count} {name}" for name, count in value.items())
    return value if isinstance(value, str) else "\n".join(map(str, value))
