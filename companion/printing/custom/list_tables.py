"""Deck lists as tables: rows below names of columns, as spreadsheets and CubeCobra write them, and XML of programs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError

from companion.base.findings import InputError, InvalidInput, quote
from companion.data import csv_cells
from companion.data.column_names import plain_name
from companion.printing.custom.card_columns import CardColumn, find_columns, read_copies
from companion.printing.sheets.selection import MOST_PIECES

EXPECTED = "how many, and a card's name: 4 Dragon"
_NAMES = ("cardname",)
_COUNTS = ("number", "num", "quantityx", "total qty", "reg qty")
"""Names of columns in deck builders' tables, besides those of cards in rows."""
_LEFT_OUT = "maybeboard"
"""A column of CubeCobra: `true` for a card that is only being considered."""
_XML = re.compile(r"\ufeff?\s*<(?:\?xml|!--|!DOCTYPE|[A-Za-z])")
_XML_NAMES, _XML_COUNTS = ("name", "Name"), ("number", "Quantity", "quantity", "count")


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row's place, the name in it, and its count; or what is wrong with it."""

    place: str
    name: str = ""
    count: int = 1
    is_left_out: bool = False
    error: InputError | None = None


def is_xml(text: str) -> bool:
    """Return whether a text begins as XML does."""
    return _XML.match(text) is not None


def parse_xml(text: str, where: str) -> Element:
    """Return the outermost element of XML without entities of its own; InvalidInput for any other text."""
    import defusedxml.ElementTree
    from defusedxml import DefusedXmlException

    try:
        root: Element = defusedxml.ElementTree.fromstring(text.lstrip("\ufeff").strip(), forbid_dtd=True)
    except DefusedXmlException:
        wanted = "plain XML, as a program saves it"
        raise InvalidInput(InputError(where, "XML that declares a type or entities", wanted)) from None
    except (ParseError, ValueError) as error:
        raise InvalidInput(InputError(where, f"XML that breaks off ({error})", "the whole file")) from None
    return root


def xml_rows(root: Element, where: str) -> Iterator[ListRow]:
    """Yield the cards of a deck in XML: `<Cards Quantity="4" Name="Fox"/>` of MTGO, `<card number="4" name="Fox"/>`."""
    for element in root.iter():
        name = next((element.attrib[key] for key in _XML_NAMES if key in element.attrib), "")
        typed = next((element.attrib[key] for key in _XML_COUNTS if key in element.attrib), "")
        if name.strip() and typed:
            yield _row(f"{where}: {quote(name)}", name.strip(), typed)


def rows(text: str, where: str) -> Iterator[ListRow] | None:
    """Return the rows of a table whose first row names its columns, one of them the name; None for any other text."""
    heads = csv_cells.read_heads(text)
    has_names = len(heads) > 1 and _find(find_columns(heads, (), {}), "title", _NAMES) is not None
    # `Karte, 2` is a card called so, and its number.
    has_numbers = any(read_copies(head) is not None for head in heads if head.strip())
    return _rows(text, heads, where) if has_names and not has_numbers else None


def _find(columns: Sequence[CardColumn], part: str, names: Sequence[str]) -> int | None:
    """Return the place of the column that is a part of cards, or has one of some other names."""
    heads = {plain_name(column.head): at for at, column in reversed([*enumerate(columns)])}
    places = [at for at, column in enumerate(columns) if column.part == part]
    return next(iter((*places, *(heads[name] for name in names if name in heads))), None)


def _rows(text: str, heads: list[str], where: str) -> Iterator[ListRow]:
    read = csv_cells.read_csv_rows(text, where, len(text))
    yield from (ListRow(error.where, error=error) for _, error in read.faults)
    filled = [(number, row) for number, row in read.rows if any(map(str.strip, row)) and [*row] != heads]
    columns = find_columns(heads, [row for _, row in filled], {})
    name, counts = _find(columns, "title", _NAMES), _find(columns, "copies", _COUNTS)
    left_out = _find(columns, "", (_LEFT_OUT,))
    for number, cells in filled:
        place = f"{where}: row {number}"
        if csv_cells.last_filled(cells) > len(heads):
            wanted = f"at most {len(heads)}, one per column: put names with commas in quotes"
            yield ListRow(place, error=InputError(place, f"{len(cells)} cells", wanted))
            continue
        named, typed, considered = (
            "" if at is None or at >= len(cells) else " ".join(cells[at].split()) for at in (name, counts, left_out)
        )
        if considered.casefold() == "true":
            yield ListRow(place, named, is_left_out=True)
        else:
            yield _row(place, named, "1" if counts is None else typed)


def _row(place: str, name: str, typed: str) -> ListRow:
    """Return the row of a name and a count as it is typed."""
    count = read_copies(typed)
    if name and count is not None and count <= MOST_PIECES:
        return ListRow(place, name, count)
    return ListRow(place, name, error=InputError(place, quote(typed if name else name), EXPECTED))
