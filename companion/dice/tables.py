"""The parser of the dice notation: read from tables that the build saved, or made from the grammar, which is slow.

The build imports this module alone, so that it needs nothing but Lark.
"""

import hashlib
import pickle
from functools import cache
from pathlib import Path

import lark

GRAMMAR = Path(__file__).parent / "notation.lark"
TABLES = Path(__file__).parent / "notation.tables"


def _made_from() -> tuple[str, str]:
    """Return what tables depend on: Lark's version and the grammar."""
    return lark.__version__, hashlib.sha256(GRAMMAR.read_bytes()).hexdigest()


def _make_parser() -> lark.Lark:
    return lark.Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr")


@cache
def parser() -> lark.Lark:
    """Return the parser; saved tables of another grammar or another Lark are not used."""
    if not TABLES.exists():
        return _make_parser()
    with TABLES.open("rb") as file:
        return lark.Lark.load(file) if pickle.load(file) == _made_from() else _make_parser()


def save() -> None:
    """Write the parser's tables to TABLES."""
    with TABLES.open("wb") as file:
        pickle.dump(_made_from(), file)
        _make_parser().save(file)
