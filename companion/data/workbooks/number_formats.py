"""Numbers of a spreadsheet as its number formats show them: decimals, percent, currency, leading zeros, dates."""

import re
from datetime import datetime, timedelta
from functools import cache
from operator import eq, ge, gt, le, lt, ne

GENERAL = "General"
BUILT_IN = {
    0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%",
    14: "yyyy-mm-dd", 15: "yyyy-mm-dd", 16: "yyyy-mm-dd", 17: "yyyy-mm-dd",
    18: "hh:mm", 19: "hh:mm:ss", 20: "hh:mm", 21: "hh:mm:ss", 22: "yyyy-mm-dd hh:mm",
    37: "#,##0", 38: "#,##0", 39: "#,##0.00", 40: "#,##0.00", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss", 49: "@",
    **dict.fromkeys((*range(27, 32), 36, *range(50, 59)), "yyyy-mm-dd"),
}  # fmt: skip
"""Formats that a file names by number alone; those of dates depend on the reader's language and are written as ISO."""
_TOKEN = re.compile(
    r'"([^"]*)"|\\(.)|\[\$([^\]\-]*)[^\]]*\]|(\[[^\]]*\])|([_*].)|([0#?][0#?,.]*|\.[0#?]+)|(E[+-]0+)|(.)', re.DOTALL
)
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\]")
"""What a part of a format holds for: `[>=100]`."""
_COMPARE = {"<=": le, ">=": ge, "<>": ne, "<": lt, ">": gt, "=": eq}
_LITERAL = frozenset("$€£¥-+()%: /")
_WITHOUT_TEXT = re.compile(r'"[^"]*"|\\.|[_*].|\[(?!h|m|s)[^\]]*\]', re.IGNORECASE)


def iso_moment(text: str) -> str:
    """Return a date, or a date and a time, as a file writes it: `2024-03-01T00:00:00.000Z` is `2024-03-01`."""
    return re.sub(r"(?:T00:00(?::00)?)?(?:\.0+)?Z?$", "", text.strip()).replace("T", " ")


def shown(text: str, code: str, from_1904: bool = False) -> str:
    """Return a number, as a file has it, in the way of a number format; what is no number comes back as it is."""
    try:
        number = float(text)
    except ValueError:
        return text
    if number in (float("inf"), float("-inf")) or number != number:
        return text
    date_parts = _date_parts(code)
    if date_parts and -1e6 < number < 3e6:
        return _moment(number, date_parts, from_1904)
    return _general(number) if code in (GENERAL, "", "@") else _formatted(number, code)


def _general(number: float) -> str:
    """Return a number without a format: 3.0 is `3`, 0.1 + 0.2 is `0.3`."""
    text = f"{number:.15g}"
    if "e" in text:
        text = f"{number:.0f}" if abs(number) >= 1 else f"{number:.20f}".rstrip("0")
    return "0" if text in ("-0", "") else text


def _formatted(number: float, code: str) -> str:
    sections = _split_sections(code)
    section, number = _choose_section(number, sections)
    if not section and len(sections) > 1:
        return ""  # `0;-0;;@` hides zeros.
    pieces: list[tuple[str, str]] = []
    groups: list[str] = []
    power = ""
    for match in _TOKEN.finditer(section):
        quoted, escaped, currency, _, space, places, exponent, other = match.groups()
        if other in ("/", "@") or (other and other.isalpha()):
            return _general(number)  # Fractions and colours' names: shown as the plain number.
        literal = quoted or escaped or currency or (" " if space else "") or (other if other in _LITERAL else "")
        groups += [places] if places else []
        power = exponent or power
        pieces.append((places or "", literal))
    if not groups:
        return "".join(literal for _, literal in pieces).strip() or _general(number)
    if "%" in section:
        number *= 100
    if power:
        written = [_power_of_ten(number, groups[0], power)]
    else:
        written = _spread(number, groups) if len(groups) > 1 else [_placed(number, groups[0])]
    parts = iter(written)
    return "".join(next(parts, "") if places else literal for places, literal in pieces).strip()


def _choose_section(number: float, sections: tuple[str, ...]) -> tuple[str, float]:
    """Return the part of a format that a number is shown by, and the number without the sign that the part shows."""
    conditions = [_CONDITION.search(section) for section in sections]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=True):
            if condition is None or _COMPARE[condition[1]](number, float(condition[2])):
                return section, number
        return sections[-1], number
    if number < 0 and len(sections) > 1:
        return sections[1], -number
    return sections[2 if number == 0 and len(sections) > 2 else 0], number


def _power_of_ten(number: float, places: str, power: str) -> str:
    """Return a number as `0.00E+00` shows it: 12345 is `1.23E+04`."""
    digits, _, exponent = f"{number:.{len(places.partition('.')[2])}e}".partition("e")
    sign = "-" if exponent.startswith("-") else power[1].replace("-", "")
    return f"{digits}E{sign}{exponent[1:].lstrip('0').rjust(len(power) - 2, '0')}"


def _spread(number: float, groups: list[str]) -> list[str]:
    """Return a number's digits for places with other signs between them, as in `000-0000`, filled from the right."""
    text = _placed(number, "".join(groups))
    ends = text[text.index(".") :] if "." in text else ""
    digits = text.removesuffix(ends)
    written = [ends]
    for places in reversed(groups[1:]):
        count = len(places.partition(".")[0])
        written.insert(0, digits[max(len(digits) - count, 0) :])
        digits = digits[: max(len(digits) - count, 0)]
    return [digits, *written[:-2], written[-2] + written[-1]]


@cache
def _split_sections(code: str) -> tuple[str, ...]:
    return tuple(re.split(r';(?=(?:[^"]*"[^"]*")*[^"]*$)', code))


def _placed(number: float, places: str) -> str:
    """Return a number with the decimals, the leading zeros and the commas of `#,##0.00`."""
    whole, _, decimals = places.rstrip(",").partition(".")
    number /= 1000 ** (len(places) - len(places.rstrip(",")))
    grouped = "," in whole
    text = f"{number:{',' if grouped else ''}.{len(decimals)}f}"
    optional = len(decimals) - len(decimals.rstrip("#?"))
    for _ in range(optional):
        text = text.removesuffix("0")
    text = text.removesuffix(".")
    least = whole.count("0")
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    head, dot, tail = digits.partition(".")
    return f"{sign}{head.rjust(least, '0') if not grouped else head}{dot}{tail}"


@cache
def _date_parts(code: str) -> str:
    """Return which of date `d`, time `t`, seconds `s` and hours past a day `h` a format shows; empty for a number."""
    plain = _WITHOUT_TEXT.sub("", code.partition(";")[0]).lower()
    if plain in ("general", "@") or re.search(r"[0#?]", plain.replace(".0", "")):
        return ""
    parts = "d" if re.search(r"[yd]", plain) or re.fullmatch(r"[^hs]*m{3,}[^hs]*", plain) else ""
    if "[h" in plain or "[m" in plain or "[s" in plain:
        return "h"
    if re.search(r"[hs]", plain):
        parts += "t"
    return parts + ("s" if "s" in plain and "t" in parts else "")


def _moment(number: float, parts: str, from_1904: bool) -> str:
    """Return a number of days as a date, a time, or both, as ISO writes them."""
    if "h" in parts:
        seconds = round(number * 86_400)
        return f"{seconds // 3600}:{seconds // 60 % 60:02d}" + (f":{seconds % 60:02d}" if seconds % 60 else "")
    # The spreadsheets' calendar has a 29 February 1900 that never was: days before it are one off.
    begin = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 31 if number < 60 else 30)
    try:
        moment = begin + timedelta(seconds=round(number * 86_400))
    except OverflowError:
        return _general(number)
    time = f"{moment:%H:%M:%S}" if "s" in parts else f"{moment:%H:%M}"
    if "d" not in parts:
        return time
    date = f"{moment.year:04d}-{moment:%m-%d}"
    return f"{date} {time}" if "t" in parts else date
