"""Names of columns in the form in which they are compared, and the endings of files that have rows."""

import unicodedata

SHEETS = (".xlsx", ".xlsm", ".xltx", ".ods", ".ots", ".fods")
"""Endings of spreadsheets."""
ROWS = (".csv", ".tsv", ".tab", *SHEETS)
"""Endings of files with a card in each row."""
ROWS_WITH_HEADS = 6
"""The first filled rows of a table in which the names of its columns are looked for."""
NO_VALUE = "#FORMULA!"
"""What a cell with a formula says whose value is not in the file."""


def plain_name(text: str) -> str:
    """Return a column's name for comparison: `Quantité`, `quantite:` and `[QUANTITE]` are one."""
    letters = text.replace("_", " ").casefold()
    if not letters.isascii():
        spread = unicodedata.normalize("NFKD", letters)
        letters = "".join(
            char for char in spread if not unicodedata.combining(char) and unicodedata.category(char) != "Cf"
        )
    return " ".join(letters.split()).strip(" []{}<>:*#.")


def has_rows(name: str) -> bool:
    """Return whether a file's name says that it has rows."""
    return name.lower().endswith(ROWS)
