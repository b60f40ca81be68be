"""What the form for cards of no game says beside the cards: their shape, their paper, what of them."""

from pydantic import Field

from companion.documents import Record
from companion.printing.export import card_files
from companion.printing.export.card_files import Wish
from companion.printing.faces.inks import InkMode
from companion.printing.sheets import papers
from companion.printing.sheets.options import Wish as PrintWish
from companion.printing.sheets.setup import Lines
from companion.web.printing import print_choice, printers

ACCENT = "#1f3f77"
PRINTED = (
    "paper",
    "own_paper",
    "ink",
    "gap",
    "lines",
    "corners",
    "margin",
    "register_marks",
    "share",
    "only",
    "copies",
    "have",
    "pages",
    "printer",
)
"""What this page's form and the print page's say by the same names."""
PICKED = ("only", "copies", "have", "pages")
"""What picks some of the cards, or more of them."""


class Choice(Record):
    """What somebody wants made of their cards."""

    to: str = Field("print", pattern="^(print|png|svg|tts|shop)$")
    title: str = Field("", max_length=120)
    format: str = Field("poker", max_length=40)
    own_format: str = Field("", max_length=40)
    language: str = Field("en", max_length=12)
    backs: str = Field("yes", pattern="^(yes|no)$")
    paper: str = Field("a4", max_length=40)
    dpi: int = Field(300, ge=card_files.LEAST_DPI, le=card_files.MOST_DPI)
    bleed: str = Field("no", pattern="^(yes|no)$")
    ink: InkMode = "full"
    at: str = Field("", max_length=400)
    own_paper: str = Field("", max_length=40)
    flip: str = Field("long", pattern="^(long|short|fold)$")
    gap: float = 0
    cut_bleed: float = 0
    lines: Lines = "marks"
    corners: float = 0
    margin: float = papers.MARGIN
    register_marks: str = Field("no", pattern="^(yes|no)$")
    share: str = Field("yes", pattern="^(yes|no)$")
    only: str = Field("", max_length=print_choice.LONGEST_LIST)
    copies: int = 1
    have: str = Field("", max_length=print_choice.LONGEST_LIST)
    pages: str = Field("", max_length=200)
    printer: str = Field("", max_length=40)

    def printed(self) -> PrintWish:
        """Return how the cards are wanted on paper; InvalidInput where that cannot be."""
        same = {name: getattr(self, name) for name in PRINTED}
        backs = self.flip if self.backs == "yes" else "no"
        return print_choice.Choice(backs=backs, bleed=self.cut_bleed, **same).wish(printers.offered())

    @property
    def prints_plainly(self) -> bool:
        """Whether nothing about paper and cutting was changed, so that its fields can stay folded."""
        plain = Choice()
        apart = ("paper", "ink", "printer", *PICKED)
        names = ("flip", "cut_bleed", *(name for name in PRINTED if name not in apart))
        return all(getattr(self, name) == getattr(plain, name) for name in names)

    @property
    def picks_all(self) -> bool:
        """Whether everything is printed once."""
        plain = Choice()
        return all(getattr(self, name) == getattr(plain, name) for name in PICKED)

    def wish(self, title: str) -> Wish:
        """Return how the cards are wanted elsewhere."""
        at = self.at if "://" in self.at or not self.at else f"file:///{self.at.replace(chr(92), '/').lstrip('/')}"
        return Wish(title, ACCENT, self.dpi, self.bleed == "yes", self.ink, at)
