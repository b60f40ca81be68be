"""Titles as file names: letters of any script, without characters that file systems or zips refuse."""

import re
import unicodedata

from pathvalidate import ValidationError, sanitize_filename

LONGEST, MOST_BYTES = 60, 120
"""The most letters and bytes of a name: three of them stay under the limit of file systems, 255 bytes."""


def slug(text: str) -> str:
    """Return a text as small letters of its own script, digits and dashes; Latin letters without their accents.

    Empty if there is neither a letter nor a digit.
    """
    letters = "".join(_letters(text))
    name = re.sub("-+", "-", letters).strip("-")[:LONGEST]
    return str(sanitize_filename(name, max_len=MOST_BYTES, reserved_name_handler=_replace_reserved_name)).strip("-")


def ascii_slug(text: str) -> str:
    """Return a text as small Latin letters, digits and dashes, for programs that may not support others."""
    ascii_only = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")[:LONGEST]


def _replace_reserved_name(error: ValidationError) -> str:
    """Return a replacement for a name that some system reserves for a device."""
    return f"{error.reserved_name}-1"


def _letters(text: str) -> list[str]:
    """Return each letter in its plain form, the same for all its Unicode spellings."""
    letters: list[str] = []
    for letter in unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower()):
        base = unicodedata.normalize("NFKD", letter.casefold()).encode("ascii", "ignore").decode()
        group = unicodedata.category(letter)[0]
        if base.isalnum():
            letters.append(base)
        elif group == "M" and (not letters or letters[-1].isascii()):
            continue
        else:
            letters.append(letter if group in "LMN" else "-")
    return letters
