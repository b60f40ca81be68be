"""Tells a page that the print dialog scaled (“fit to page”) from a printer's own error.

A printer's own error is a few tenths of a percent; a scaled page has all lines too short, or too long, alike.
Correcting for a scaled page would make every later print at actual size wrong.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot

from companion.base.findings import InputError
from companion.printing.sheets.papers import PAPERS, Paper

ACROSS, ALONG = 150.0, 200.0
"""Lengths of the two lines on the test page that are measured."""
EDGE = 20.0
"""Distance of the two position lines from the left and the upper edge of the paper."""
LEAST, MOST = 0.0095, 0.1205
"""The scaling of a print dialog, as a share: from 1 % to 12 %, with the error of a ruler."""
_LEAST_ALONE = 0.0145
"""The least scaling if only one length was measured: a printer may be off by 1 % in one direction."""
_ALIKE = 0.006
"""The most that the two shares may differ: half a millimetre of each line, the error of a ruler."""
_NEAR = 4.0
"""Tolerance in mm of A and B, for a page of one paper on another."""
_NEAR_AT_TRUE_SIZE = 2.0
"""The same for a page that was not scaled: a sheet may be askew in its tray."""
_A4, _LETTER = PAPERS[0], PAPERS[1]


@dataclass(frozen=True, slots=True)
class ScaledPage(InputError):
    """Refuses readings of a page that the print dialog scaled; a player who insists can save them."""


@dataclass(frozen=True, slots=True)
class Scaling:
    """The scaling of a test page and, if A and B show it, the paper of the page and the paper that it is on."""

    share: float
    page: Paper | None = None
    sheet: Paper | None = None

    @property
    def error(self) -> ScaledPage:
        """The error in the readings, with what to do."""
        where, found, true = self._measured
        return ScaledPage(where, found, f"{true}: {self._cause}")

    @property
    def sentence(self) -> str:
        """The same as a sentence, for readings that are not refused."""
        where, found, _ = self._measured
        return f"{where} are {found}: {self._cause}."

    @property
    def _measured(self) -> tuple[str, str, str]:
        """The lines that were measured, their reading, and their true value."""
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
    """Return how the print dialog scaled a test page; None where the error is the printer's own.

    `read` has the readings in mm by the names of `Readings`: `across`, `along`, `left`, `top`, all optional. A page at
    true size on another paper than its own is found too, if both edges were read.
    """
    shares = [read[name] / true for name, true in (("across", ACROSS), ("along", ALONG)) if name in read]
    share = sum(shares) / len(shares) if shares else 1.0
    if not _is_alike(shares or [share]):
        return None
    papers = _papers(share, read["left"], read["top"]) if "left" in read and "top" in read else ()
    return Scaling(share, *papers) if papers or _is_off(share, LEAST if len(shares) > 1 else _LEAST_ALONE) else None


def _is_alike(shares: list[float]) -> bool:
    """Return whether lengths are scaled alike, and by no more than a print dialog does."""
    return abs(sum(shares) / len(shares) - 1) <= MOST and max(shares) - min(shares) <= _ALIKE


def _is_off(share: float, least: float = LEAST) -> bool:
    return abs(share - 1) >= least


def _papers(share: float, left: float, top: float) -> tuple[Paper, Paper] | tuple[()]:
    """Return the paper of a page and the paper it was printed on, if A and B show that they differ."""

    def missed(pair: tuple[Paper, Paper]) -> float:
        page, sheet = pair
        return hypot(
            left - sheet.w / 2 + (page.w / 2 - EDGE) * share,
            top - sheet.h / 2 + (page.h / 2 - EDGE) * share,
        )

    best = min(((_A4, _A4), (_A4, _LETTER), (_LETTER, _A4)), key=missed)
    near = _NEAR if _is_off(share) else _NEAR_AT_TRUE_SIZE
    return best if best[0] != best[1] and missed(best) <= near else ()
