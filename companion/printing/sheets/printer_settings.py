"""A printer's settings, as the player states them: duplex, the way its stack goes back in, its margin.

These are not measured: the measurements of a test page, in millimetres, are in `printers.Readings`.
"""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from companion.data.documents import Record
from companion.printing.sheets.option_fields import ShownField
from companion.printing.sheets.papers import MARGIN

Duplexing = Literal["", "long", "short", "no"]
"""Duplex over the long or the short edge, no duplex, or empty for not set."""
Out = Literal["", "down", "up", "down-turned", "up-turned"]
"""Whether sheets come out face down or up, and whether the stack must be turned over to print its blank sides next;
empty for not set."""

MOST_MARGIN = 30.0
DUPLEXING = ShownField(
    values=(
        ("", "Not said"),
        ("long", "Yes, turned over the long edge"),
        ("short", "Yes, turned over the short edge"),
        ("no", "No: I put the stack back in"),
    )
)
OUT = ShownField(
    values=(
        ("", "Not said"),
        ("down", "Face down; the stack goes back in as it lies"),
        ("up", "Face up; the stack goes back in as it lies"),
        ("down-turned", "Face down; the stack goes back in turned over"),
        ("up-turned", "Face up; the stack goes back in turned over"),
    )
)


class Habits(Record):
    """The way a printer feeds its paper; the defaults are those of release 0.5, which had no such settings."""

    model_config = ConfigDict(allow_inf_nan=False)

    duplex: Annotated[Duplexing, DUPLEXING] = Field(
        "",
        title="Does it print both sides by itself?",
        description="Whether it prints both sides by itself, and the edge it turns sheets over.",
    )
    out: Annotated[Out, OUT] = Field(
        "",
        title="Which way do sheets come out, and how does the stack go back in?",
        description="How sheets come out, and whether the stack is turned over to print its blank sides.",
    )
    margin: Annotated[float, ShownField("mm")] = Field(
        MARGIN,
        ge=0,
        le=MOST_MARGIN,
        title="Margin it cannot reach",
        description="mm at the edges that it cannot reach.",
    )

    @property
    def is_known(self) -> bool:
        """Whether anything is set."""
        return self != Habits()


def faces_up(out: Out) -> bool:
    """Return whether sheets come out face up; the default is down."""
    return out.startswith("up")


def is_turned_over(out: Out) -> bool:
    """Return whether the stack must be turned over before it goes back in; by default it is not."""
    return out.endswith("turned")


def describe(habits: Habits) -> str:
    """Return a printer's settings in words; empty if none are set."""
    ways = {
        "long": "prints both sides by itself, over the long edge",
        "short": "prints both sides by itself, over the short edge",
        "no": "prints one side at a time",
    }
    words = [ways[habits.duplex]] if habits.duplex else []
    if habits.out:
        words.append(f"sheets come out {'face up' if faces_up(habits.out) else 'face down'}")
        words.append(f"the stack goes back in {'turned over' if is_turned_over(habits.out) else 'as it lies'}")
    if habits.margin != MARGIN:
        words.append(f"margin {habits.margin:g} mm")
    return "; ".join(words)
