"""Numbers of a spreadsheet as its number formats show them: decimals, percent, currency, leading zeros, dates."""

import re
from datetime import datetime, timedelta
from functools import cache

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
_LITERAL = frozenset("$€£¥-+()%: /")
_WITHOUT_TEXT = re.compile(r'"[^"]*"|\\.|[_*].|\[(?!h|m|s)[^\]]*\]', re.IGNORECASE)


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
    section = sections[0]
    if number < 0 and len(sections) > 1:
        section, number = sections[1], -number
    elif number == 0 and len(sections) > 2:
        section = sections[2]
    before, digits, after = "", "", ""
    for match in _TOKEN.finditer(section):
        quoted, escaped, currency, _, space, places, exponent, other = match.groups()
        if exponent or other in ("/", "@") or (other and other.isalpha()):
            return _general(number)  # Fractions, powers of ten, colours' names: shown as the plain number.
        literal = quoted or escaped or currency or (" " if space else "") or (other if other in _LITERAL else "")
        if places and not digits:
            digits = places
        elif digits:
            after += literal
        else:
            before += literal
    if not digits:
        return (before + after).strip() or _general(number)
    if "%" in section:
        number *= 100
    return f"{before}{_placed(number, digits)}{after}".strip()


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
