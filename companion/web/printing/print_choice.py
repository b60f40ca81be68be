"""What the print page's form says: read from the address, turned into a wish."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import Field

from companion.documents import Record, read_as
from companion.findings import InputError, InvalidInput, shown
from companion.printing.faces.boxes import Part
from companion.printing.faces.inks import InkMode
from companion.printing.sheets import selection
from companion.printing.sheets.options import Wish
from companion.printing.sheets.papers import MARGIN
from companion.printing.sheets.printers import Printer
from companion.printing.sheets.setup import Flip, Lines
from companion.system import GameSystem

LONGEST_LIST = 12_000


class Choice(Record):
    """What somebody chose to print."""

    what: tuple[str, ...] = ()
    paper: str = Field("a4", max_length=40)
    own_paper: str = Field("", max_length=40)
    unknown: str = Field("house", pattern="^(house|blank)$")
    ink: InkMode = "full"
    backs: str = Field("long", pattern="^(yes|long|short|fold|no)$")
    gap: float = 0
    bleed: float = 0
    lines: Lines = "marks"
    corners: float = 0
    margin: float = MARGIN
    share: str = Field("yes", pattern="^(yes|no)$")
    register_marks: str = Field("no", pattern="^(yes|no)$")
    only: str = Field("", max_length=LONGEST_LIST)
    copies: int = 1
    have: str = Field("", max_length=LONGEST_LIST)
    pages: str = Field("", max_length=200)
    printer: str = Field("", max_length=40)
    build: str = Field("", max_length=43)

    def wish(self, printers: Mapping[str, Printer]) -> Wish:
        """Return the wish; InvalidInput where a list cannot be read or a printer is not known."""
        if self.printer and self.printer not in printers:
            known = ", ".join(printers) or "none yet"
            raise InvalidInput(InputError("printer", shown(self.printer), f"one that you calibrated ({known})"))
        backs: Flip = "long" if self.backs == "yes" else self.backs  # type: ignore[assignment]
        return Wish(
            self.own_paper or self.paper,
            self.ink,
            backs,
            self.gap,
            self.bleed,
            self.lines,
            self.corners,
            self.margin,
            self.share == "yes",
            self.register_marks == "yes",
            tuple(name for line in self.only.splitlines() if (name := line.strip())),
            self.copies,
            selection.printed_list(self.have),
            self.pages,
            printers.get(self.printer),
        )

    @property
    def cuts_by_default(self) -> bool:
        """Whether nothing about cutting was changed, so that its fields can stay folded."""
        plain = Choice()
        names = ("gap", "bleed", "lines", "corners", "margin", "share", "register_marks", "own_paper")
        return all(getattr(self, name) == getattr(plain, name) for name in names)

    @property
    def picks_all(self) -> bool:
        """Whether everything is printed once."""
        return not (self.only or self.have or self.pages or self.copies != 1)


def missing(parts: Iterable[Part], have: Mapping[str, int]) -> tuple[str, ...]:
    """Return a sentence about what is in a list of printed pieces and not among these, or nothing."""
    names = selection.unmatched(parts, have)
    if not names:
        return ()
    more = f" and {len(names) - 10} more" if len(names) > 10 else ""
    return (f"Printed already, but not here: {', '.join(names[:10])}{more}.",)


def read(game: GameSystem, fields: Mapping[str, Sequence[str]]) -> Choice:
    """Return the choice in an address; fields left empty are as if they were not there. InvalidInput otherwise."""
    last = {name: values[-1] for name, values in fields.items() if name not in ("what", "dpi")}
    given: dict[str, Any] = {name: value for name, value in last.items() if value.strip()}
    given["what"] = tuple(fields.get("what", ()))
    choice = read_as(Choice, given)
    wrong = [name for name in choice.what if game.print_set(name) is None]
    if wrong:
        raise InvalidInput(
            InputError("what", repr(wrong[0][:40]), f"one of {', '.join(k.name for k in game.print_sets)}")
        )
    return choice
