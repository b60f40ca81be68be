"""Titles as file names: letters of any script, and nothing that file systems or zips cannot have."""

import re
import unicodedata

from pathvalidate import ValidationError, sanitize_filename

LONGEST, MOST_BYTES = 60, 120
"""The most letters and bytes of a part of a name: three parts stay under the 255 bytes that file systems allow."""


def slug(text: str) -> str:
    """Return a text as small letters of its own script, digits and dashes; Latin letters without their accents.

    Empty where there is neither a letter nor a digit.
    """
    kept = "".join(_letters(text))
    name = re.sub("-+", "-", kept).strip("-")[:LONGEST]
    return str(sanitize_filename(name, max_len=MOST_BYTES, reserved_name_handler=_replace_reserved_name)).strip("-")


def plain(text: str) -> str:
    """Return a text as small Latin letters, digits and dashes, for programs that may know no others."""
    ascii_only = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")[:LONGEST]


def _replace_reserved_name(error: ValidationError) -> str:
    """Return a replacement for a name that some system reserves for a device."""
    return f"{error.reserved_name}-1"


def _letters(text: str) -> list[str]:
    """Return each letter in its plain form, the same for all Unicode spellings of it."""
    made: list[str] = []
    for letter in unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower()):
        base = unicodedata.normalize("NFKD", letter.casefold()).encode("ascii", "ignore").decode()
        group = unicodedata.category(letter)[0]
        if base.isalnum():
            made.append(base)
        elif group == "M" and (not made or made[-1].isascii()):
            continue
        else:
            made.append(letter if group in "LMN" else "-")
    return made
