"""Numbers and lists as people read them: percentages, counted nouns, lists in words, text on one line.

Every page, message and sheet takes these from here. A share is a number from 0 to 1, never a percentage already.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING
from unicodedata import category, normalize

if TYPE_CHECKING:
    from fractions import Fraction


def nearest(value: "Fraction | float", digits: int = 0) -> "Fraction":
    """Return a number rounded to `digits` after the point, halves away from zero.

    A number in binary counts as it is written: 2.675 becomes 2.68, though it is a little less.
    """
    from fractions import Fraction

    exact = Fraction(str(value)) if isinstance(value, float) else Fraction(value)
    scale = 10**digits
    whole = (abs(exact) * scale * 2 + 1) // 2
    return Fraction(whole if exact >= 0 else -whole, scale)


def format_number(value: "Fraction | float", digits: int = 0, thousands: str = ",") -> str:
    """Return a number with `digits` after the point as text, halves rounded away from zero: "2.5", "1,235", "−3".

    A minus is as wide as a plus.
    """
    near = nearest(value, digits)
    whole, part = divmod(abs(near) * 10**digits, 10**digits)
    text = f"{int(whole):,}".replace(",", thousands)
    return f"{'−' if near < 0 else ''}{text}{f'.{int(part):0{digits}}' if digits else ''}"


def decimal(value: "Fraction | float", digits: int = 2) -> str:
    """Return a number with at most `digits` after the point, without trailing zeros: "2.5", "3"."""
    text = format_number(value, digits, "")
    return text.rstrip("0").rstrip(".") if digits else text


def megabytes(size: int, digits: int = 0) -> str:
    """Return a number of bytes in MB of a million each: "12 MB", "1,234.5 MB" with one digit after the point."""
    return f"{format_number(size / 1e6, digits)} MB"


def percentage_points(difference: "Fraction | float | str", digits: int = 0) -> str:
    """Return a difference of two chances, which is no percentage of either: "5 percentage points"."""
    from fractions import Fraction

    value = Fraction(difference) * 100 if not isinstance(difference, float) else Fraction(str(difference)) * 100
    least = Fraction(1, 10**digits)
    if 0 < abs(value) < least / 2:
        return f"< {decimal(least, digits)} percentage points"
    near = nearest(value, digits)
    return f"{decimal(near, digits)} percentage {'point' if abs(near) == 1 else 'points'}"


def percent(share: "Fraction | float | str", digits: int = 0, sign: str = " %") -> str:
    """Return a share from 0 to 1 in percent; it never rounds to a certainty or an impossibility that it is not.

    A text is an exact share as odds write it, `5/12`. `digits` after the point are shown except for 0 and 1 themselves:
    "< 0.1 %", "35.2 %", "100 %". `sign` follows the number; a table whose heading says percent passes an empty one.
    """
    from fractions import Fraction  # every command loads this module, few need a percentage

    least = Fraction(1, 10**digits)
    value = Fraction(str(share) if isinstance(share, float) else share) * 100
    if isinstance(share, float) and abs(share - round(share)) < 1e-9:  # a sum of floats comes out a little off
        value = Fraction(round(share) * 100)
    if value in (0, 100):
        return f"{int(value)}{sign}"
    if value <= least / 2:
        return f"< {float(least):g}{sign}"
    if value >= 100 - least / 2:
        return f"> {100 - float(least):g}{sign}"
    return f"{format_number(value, digits, '')}{sign}"


def amount(value: "Fraction | float") -> str:
    """Return an average or a count: with one digit after the point, with none where it is whole or beyond 99."""
    short = float(value).is_integer() or abs(nearest(value, 1)) >= 100
    return format_number(value, 0 if short else 1)


def plural(count: int, noun: str, many: str = "") -> str:
    """Return a count with its noun: "1 card", "1,200 cards"; `many` where an s does not do: "2 entries"."""
    return f"{count:,} {noun if count == 1 else many or f'{noun}s'}"


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Return words as a list in a sentence: "a, b and c"; empty for none."""
    (*first, end) = [*words] or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def join_first(words: Iterable[str], most: int) -> str:
    """Return the first words as a list in a sentence, with the number of the others: "a, b and 3 more"."""
    listed = [*words]
    return join_words([*listed[:most], *([f"{len(listed) - most} more"] if len(listed) > most else [])])


def number_ranges(numbers: Iterable[int]) -> str:
    """Return sorted numbers as ranges: `1-3, 7`; empty for none."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(number_range(first, last) for first, last in found)


def number_range(first: int, last: int) -> str:
    """Return a range of numbers: `1-3`, or `7` for a single one."""
    return f"{first}" if first == last else f"{first}-{last}"


def closest(word: str, known: Iterable[str]) -> str:
    """Return the known word that is most like another, empty where none is near; capitals count."""
    from difflib import get_close_matches  # read where something is unknown

    return next(iter(get_close_matches(word, [*known], 1)), "")


def perhaps(word: str, known: Iterable[str], begin: str = "; ", shown: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the known word that is most like another as the end of a sentence: "; perhaps shield".

    `shown` has the words that are shown in another form than they are compared.
    """
    close = closest(word, known)
    return f"{begin}perhaps {shown.get(close, close)}" if close else ""


_ALIKE = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ‛′´`", "'"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‐‑‒–—−", "-"),
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ı": "i",
        "ß": "ss",
        "ς": "σ",
    }
)
"""Letters and signs that people type in place of others, as `fold_for_search` has them."""


def fold_for_search(text: str) -> str:
    """Return text as searches compare it: without case, accents, curly signs; `Straße` and `ＳＴＲＡＳＳＥ` are alike.

    Not for ids, file names or anything stored: different names may have the same form.
    """
    decomposed = normalize("NFKD", normalize("NFKD", text).lower())  # as scripts of pages can do it
    return "".join(letter for letter in decomposed if category(letter) != "Mn").translate(_ALIKE)


def one_line(text: str, longest: int = 140) -> str:
    """Return text on one line, cut short with an ellipsis after `longest` characters."""
    text = " ".join(text.split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def describe_ink(share: float, saved: float | None = None) -> str:
    """Return as a sentence which share of a page is inked, and which share of ink is `saved` against full colour."""
    used = f"Ink: about {format_number(share * 100) if share * 100 >= 0.5 else 1} % of a page"
    if saved is None:
        return f"{used}."
    less = format_number(saved * 100)
    return f"{used}, {f'{less} %' if less != '0' else 'no'} less than in full colour."
