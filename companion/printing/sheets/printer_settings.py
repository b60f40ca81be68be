"""A printer's habits, as the player says them: whether it turns paper over, how its stack goes back in, its margin.

A habit is no measurement: what a test page shows, in millimetres, is in `printers.Readings`.
"""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from companion.data.documents import Record
from companion.printing.sheets.option_fields import ShownField
from companion.printing.sheets.papers import MARGIN

Duplexing = Literal["", "long", "short", "no"]
"""Whether a printer prints both sides by itself: turned over its long or short edge, not at all, or nobody has said."""
Out = Literal["", "down", "up", "down-turned", "up-turned"]
"""How printed sides face as sheets come out, and whether the stack must be turned over so that its blank sides are
printed next; empty: nobody has said."""

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
    """How a printer feeds its paper; the defaults are those of release 0.5, which had no such settings."""

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
        """Whether anything has been said about this printer."""
        return self != Habits()


def faces_up(out: Out) -> bool:
    """Return whether printed sides face up as sheets come out; the default is down."""
    return out.startswith("up")


def is_turned_over(out: Out) -> bool:
    """Return whether the stack must be turned over before it goes back in; the default is not."""
    return out.endswith("turned")


def describe(habits: Habits) -> str:
    """Return a printer's habits in words; empty where nothing has been said."""
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
