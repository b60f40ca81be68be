"""“Fit to page” told from a printer's own error: all lines of the test page came out too short, or too long, alike.

A printer's own error is a few tenths of a percent. To correct a page that the print dialog scaled would make every
later print at actual size wrong.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot

from companion.base.findings import InputError
from companion.printing.sheets.papers import PAPERS, Paper

ACROSS, ALONG = 150.0, 200.0
"""Lengths of the two lines on the test page that are measured."""
EDGE = 20.0
"""From the left and the upper edge of the paper to the two lines that show the print's position."""
LEAST, MOST = 0.0095, 0.1205
"""By which share a page is scaled where the dialog did it: from 1 % to 12 %, and what a ruler may be off."""
_LEAST_ALONE = 0.0145
"""The same where one length alone was measured: a printer may be off by 1 % in one direction."""
_ALIKE = 0.006
"""By how much both shares may differ: half a millimetre of each line, as a ruler tells it."""
_NEAR = 4.0
"""How near, in mm, A and B must be to where a page for one paper puts them on another."""
_NEAR_AT_TRUE_SIZE = 2.0
"""The same where the page was not scaled: a sheet may lie askew in its tray."""
_A4, _LETTER = PAPERS[0], PAPERS[1]


@dataclass(frozen=True, slots=True)
class ScaledPage(InputError):
    """Refuses readings of a page that the print dialog scaled; whoever insists on them saves them all the same."""


@dataclass(frozen=True, slots=True)
class Scaling:
    """By how much a test page was scaled, and, where A and B tell it, for which paper it was and on which it is."""

    share: float
    page: Paper | None = None
    sheet: Paper | None = None

    @property
    def error(self) -> ScaledPage:
        """What is wrong with the readings, and what to do."""
        where, found, true = self._measured
        return ScaledPage(where, found, f"{true}: {self._cause}")

    @property
    def sentence(self) -> str:
        """The same as a sentence, for readings that are not refused."""
        where, found, _ = self._measured
        return f"{where} are {found}: {self._cause}."

    @property
    def _measured(self) -> tuple[str, str, str]:
        """What was measured, what it shows and what is true."""
        if _is_off(self.share):
            return "C and D", f"{self.share * 100:.1f} % of their true length", "100 %"
        return "A and B", "those of another paper", f"{EDGE:g} mm"

    @property
    def _cause(self) -> str:
        again = "rint the test page again at 100 %, “actual size”"
        scaled = "“fit to page”" if _is_off(self.share) else ""
        if self.page and self.sheet:
            other = f"the page for {self.page.title} on {self.sheet.title} paper"
            looks = ", ".join(filter(None, (scaled, other)))
            return f"this looks like {looks}. Choose the paper that is in your printer, and p{again}"
        borderless = " or like printing without margins" if self.share > 1 else ""
        return f"this looks like {scaled}{borderless}. P{again}"


def find_scaling(read: Mapping[str, float]) -> Scaling | None:
    """Return how the print dialog scaled a test page; None where its lengths are a printer's own.

    `read` has the readings in mm that were made, by the names of `Readings`: `across`, `along`, `left`, `top`. A page
    at its true size for another paper than the one it is on is found too, where both edges were read.
    """
    shares = [read[name] / true for name, true in (("across", ACROSS), ("along", ALONG)) if name in read]
    share = sum(shares) / len(shares) if shares else 1.0
    if not _is_alike(shares or [share]):
        return None
    papers = _papers(share, read["left"], read["top"]) if "left" in read and "top" in read else ()
    return Scaling(share, *papers) if papers or _is_off(share, LEAST if len(shares) > 1 else _LEAST_ALONE) else None


def _is_alike(shares: list[float]) -> bool:
    """Return whether lengths came out alike, as where the dialog scaled a page, and by no more than it does."""
    return abs(sum(shares) / len(shares) - 1) <= MOST and max(shares) - min(shares) <= _ALIKE


def _is_off(share: float, least: float = LEAST) -> bool:
    return abs(share - 1) >= least


def _papers(share: float, left: float, top: float) -> tuple[Paper, Paper] | tuple[()]:
    """Return the paper of a page and the paper it was printed on, where those differ and A and B say so."""

    def missed(pair: tuple[Paper, Paper]) -> float:
        page, sheet = pair
        return hypot(
            left - sheet.w / 2 + (page.w / 2 - EDGE) * share,
            top - sheet.h / 2 + (page.h / 2 - EDGE) * share,
        )

    best = min(((_A4, _A4), (_A4, _LETTER), (_LETTER, _A4)), key=missed)
    near = _NEAR if _is_off(share) else _NEAR_AT_TRUE_SIZE
    return best if best[0] != best[1] and missed(best) <= near else ()
