"""Numbers and lists as people read them: percentages, counted nouns, lists in words, text on one line.

Every page, message and sheet takes these from here. A share is a number from 0 to 1, never a percentage already.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction


def percent(share: "Fraction | float | str", digits: int = 0, sign: str = " %") -> str:
    """Return a share from 0 to 1 in percent; it never rounds to a certainty or an impossibility that it is not.

    A text is an exact share as odds write it, `5/12`. `digits` after the point are shown except for 0 and 1 themselves:
    "< 0.1 %", "35.2 %", "100 %". `sign` follows the number; a table whose heading says percent passes an empty one.
    """
    from fractions import Fraction  # every command loads this module, few need a percentage

    least = Fraction(1, 10**digits)
    value = Fraction(share) * 100
    if isinstance(share, float) and abs(share - round(share)) < 1e-9:  # a sum of floats comes out a little off
        value = Fraction(round(share) * 100)
    if value in (0, 100):
        return f"{int(value)}{sign}"
    if value <= least / 2:
        return f"< {float(least):g}{sign}"
    if value >= 100 - least / 2:
        return f"> {100 - float(least):g}{sign}"
    return f"{float(value):.{digits}f}{sign}"


def amount(value: "Fraction | float") -> str:
    """Return an average or a count: with one digit after the point, with none where it is whole or beyond 99.

    A minus is as wide as a plus.
    """
    number = float(value)
    text = f"{number:,.0f}" if abs(number) >= 100 or number.is_integer() else f"{number:.1f}"
    return text.replace("-", "−")


def whole(value: "Fraction | float") -> str:
    """Return a number without digits after the point, halves rounded up, with a minus as wide as a plus."""
    from fractions import Fraction

    number = (Fraction(value) + Fraction(1, 2)).__floor__()
    return f"−{-number:,}" if number < 0 else f"{number:,}"


def plural(count: int, noun: str, many: str = "") -> str:
    """Return a count with its noun: "1 card", "1,200 cards"; `many` where an s does not do: "2 entries"."""
    return f"{count:,} {noun if count == 1 else many or f'{noun}s'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as a list in a sentence: "a, b and c"; nothing where there are none."""
    (*first, end) = [*words] or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def one_line(text: str, longest: int = 140) -> str:
    """Return text on one line, cut short with an ellipsis after `longest` characters."""
    text = " ".join(text.split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def inked(share: float, saved: float | None = None) -> str:
    """Return about how much of a page is inked, and how much less ink that is than in full colour, as a sentence."""
    told = f"About {round(share * 100) or 1} % of a page is inked"
    if saved is None:
        return f"{told}."
    less = round(saved * 100)
    return f"{told}, {f'{less} %' if less else 'no'} less ink than in full colour."
