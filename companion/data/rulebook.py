"""A game's rulebook as data: sections, rule ids, coverage and rulings; `@rule` links a check to its rule."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import Field, model_validator

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.documents import Record, parse, read_as

Status = Literal["done", "told", "partial", "exempt"]
"""done: a check, roll, analysis or print set that a player can reach applies it; told: printed and shown, not applied;
partial: applied except for what `missing` names; exempt: it has no rule, or `missing` says why it is left out."""
Rulings = Mapping[str, str]
"""Rulings: the id of the chosen option by ruling id."""


class ReadRulings(dict[str, str]):
    """Rulings that remember which of them were looked up."""

    def __init__(self, rulings: Rulings) -> None:
        """Copy the rulings; none has been looked up yet."""
        super().__init__(rulings)
        self.read: dict[str, None] = {}

    def __getitem__(self, ruling: str) -> str:
        """Return a ruling's option, and remember the ruling."""
        self.read[ruling] = None
        return super().__getitem__(ruling)

    def get(self, ruling: str, default: Any = None) -> Any:
        """Return a ruling's option or a default, and remember the ruling."""
        self.read[ruling] = None
        return super().get(ruling, default)


class Rule(Record):
    """One rule in our own words; findings and cases refer to it by its id."""

    id: str
    text: str


class Section(Record):
    """One section of the printed rulebook, with a summary in our words and its coverage by the product.

    `turn` gives its place in a turn, for reference sheets; `missing` says what is not done, or why it is exempt.
    """

    id: str
    title: str
    status: Status
    missing: str = ""
    summary: str
    turn: int = 0
    rule: tuple[Rule, ...] = ()

    @model_validator(mode="after")
    def _says_what_is_missing(self) -> "Section":
        if self.status != "done" and not self.missing:
            raise ValueError(f"a section that is {self.status} to say what is missing")
        return self


class Option(Record):
    """One answer to an open question.

    An option with a `number` is from the time before numbers could be typed: it can be read, but is no longer offered.
    """

    id: str
    text: str
    number: int | None = None


class TypedNumber(Record):
    """A number that a player types instead of an option: its bounds, and its text, `At most {n}.`"""

    least: int
    most: int
    text: str

    def read(self, typed: str) -> Option | None:
        """Return a typed number as an option; None where it is no number or out of bounds."""
        if not typed.isascii() or not typed.isdecimal() or len(typed) > 9:
            return None
        number = int(typed)
        if not self.least <= number <= self.most:
            return None
        return Option(id=str(number), text=self.text.replace("{n}", f"{number:,}"))


class Ruling(Record):
    """The product's answer where the rulebook is silent or contradicts itself, with its alternatives.

    With `number` a player may type one instead. `example` marks a question about a misprinted example of the rulebook,
    which changes no game and stays off reference sheets. `matters` marks the few to agree on before a first game, which
    pages show first.
    """

    id: str
    section: str
    question: str
    default: str
    option: tuple[Option, ...] = Field(min_length=1)
    number: TypedNumber | None = None
    example: bool = False
    matters: bool = False

    @model_validator(mode="after")
    def _default_is_an_option(self) -> "Ruling":
        if self.default not in {option.id for option in self.option}:
            raise ValueError(f"a default among the options of ruling {self.id}")
        return self

    def option_in_force(self, rulings: Rulings) -> Option:
        """Return the option in force; KeyError where the chosen one does not exist."""
        option = self.find_option(rulings.get(self.id, self.default))
        if option is None:
            raise KeyError(self.id)
        return option

    def find_option(self, text: str) -> Option | None:
        """Return the option with this id, or the number typed; None where it is neither."""
        named = next((option for option in self.option if option.id == text), None)
        if self.number and (named is None or named.number is not None):
            return self.number.read(text if named is None else str(named.number))
        return named

    @property
    def choosable_options(self) -> tuple[Option, ...]:
        """The options to choose from."""
        return tuple(option for option in self.option if option.number is None)

    @property
    def choices(self) -> str:
        """The possible choices in words: `one of up, down`, `off, or a number from 1 to 99`."""
        ids = ", ".join(option.id for option in self.choosable_options)
        if self.number is None:
            return f"one of {ids}"
        return f"{ids}, or a number from {self.number.least} to {self.number.most}"


@dataclass(frozen=True)
class Difference:
    """A ruling with two different options: the one in force, and the one that it is compared with."""

    ruling: Ruling
    option: Option
    other: Option


class Rulebook(Record):
    """The contents of `rulebook.toml`."""

    title: str
    edition: str
    section: tuple[Section, ...]
    symbols: dict[str, str] = Field(default_factory=dict)
    """Words for the inline symbols of summaries where none can be drawn: `special` is "the Special Attack dice"."""
    ruling: tuple[Ruling, ...] = ()

    @cached_property
    def rules(self) -> Mapping[str, tuple[Section, Rule]]:
        """Every rule by id, with its section."""
        return {rule.id: (section, rule) for section in self.section for rule in section.rule}

    @cached_property
    def reading_order(self) -> tuple[Section, ...]:
        """The sections in the order of play; one without a turn stays behind the one before it in the rulebook."""
        turns: list[int] = []
        for section in self.section:
            turns.append(section.turn or (turns[-1] if turns else 0))
        places = sorted(range(len(turns)), key=turns.__getitem__)
        return tuple(self.section[place] for place in places)

    @cached_property
    def first_rulings(self) -> tuple[Ruling, ...]:
        """The few rulings to agree on before a first game."""
        return tuple(ruling for ruling in self.ruling if ruling.matters)

    @cached_property
    def rulings_by_section(self) -> Mapping[str, tuple[Ruling, ...]]:
        """The rulings on each section that has any, by its id, in the order of the rulebook."""
        pairs = ((section.id, [r for r in self.ruling if r.section == section.id]) for section in self.section)
        return {section: tuple(rulings) for section, rulings in pairs if rulings}

    def rule_title(self, rule_id: str) -> str:
        """Return what a link to a rule says: the title of its section; the id itself of what is no rule here."""
        found = self.rules.get(rule_id)
        return found[0].title if found else rule_id

    def fill_in(self, summary: str) -> str:
        """Return a summary with each inline symbol, `{special}`, as words."""
        for name, words in self.symbols.items():
            summary = summary.replace(f"{{{name}}}", words)
        return summary

    def rulings(self, chosen: Rulings | None = None) -> Rulings:
        """Return the rulings in force: the chosen ones, and the defaults of the others.

        Raises InvalidInput where a ruling or an option does not exist.
        """
        if not chosen:
            return dict(self._defaults)
        ruling_by_id = {ruling.id: ruling for ruling in self.ruling}
        errors = []
        for key, option in chosen.items():
            if key not in ruling_by_id:
                errors.append(InputError("rulings", quote(key), _one_of([*ruling_by_id])))
            elif ruling_by_id[key].find_option(option) is None:
                errors.append(InputError(f"rulings.{key}", quote(option), ruling_by_id[key].choices))
        if errors:
            raise InvalidInput(*errors)
        return {key: ruling.option_in_force(chosen).id for key, ruling in ruling_by_id.items()}

    @cached_property
    def _defaults(self) -> Rulings:
        return {ruling.id: ruling.option_in_force({}).id for ruling in self.ruling}

    def differences(self, force: Rulings, others: Rulings | None = None) -> tuple[Difference, ...]:
        """Return the rulings that two sets of choices decide differently; without `others`, those unlike the defaults.

        A ruling that a set leaves out has its default in it.
        """
        defaults, others = self._defaults, others or {}
        candidates = (r for r in self.ruling if force.get(r.id, defaults[r.id]) != others.get(r.id, defaults[r.id]))
        pairs = ((ruling, ruling.option_in_force(force), ruling.option_in_force(others)) for ruling in candidates)
        return tuple(Difference(*pair) for pair in pairs if pair[1] != pair[2])

    def decisions(self, force: Rulings) -> dict[str, str]:
        """Return the rulings that differ from the defaults, option id by ruling id, as a build saves them."""
        return {difference.ruling.id: difference.option.id for difference in self.differences(force)}


def _one_of(ids: list[str]) -> str:
    """Return the rulings that there are, as what was expected; of many the first ones."""
    more = f", and {len(ids) - MOST_NAMED} more" if len(ids) > MOST_NAMED else ""
    return f"one of {', '.join(ids[:MOST_NAMED])}{more}" if ids else "none: this game has no rulings"


MOST_NAMED = 30
"""The most rulings that a message names."""


def rulings_text(decisions: Rulings) -> str:
    """Return rulings on one line, for a terminal, a chat or the foot of a sheet: `crit-cap: dice, melee-pool: stat`."""
    return ", ".join(f"{ruling}: {option}" for ruling, option in decisions.items())


def load_rulebook(path: Path) -> Rulebook:
    """Return the rulebook in a TOML file."""
    return read_as(Rulebook, parse(path.read_text("utf-8"), path.name))


CheckT = TypeVar("CheckT", bound=Callable[..., object])


def rule(*ids: str) -> Callable[[CheckT], CheckT]:
    """Mark a function with the ids of the rules that it implements, so that a test can compare code and rulebook."""

    def mark(check: CheckT) -> CheckT:
        check.rules = ids  # type: ignore[attr-defined]
        return check

    return mark
