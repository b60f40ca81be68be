"""Deck lists as tables: rows below names of columns, as spreadsheets and CubeCobra write them, and XML of programs."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.column_names import plain_name
from companion.printing.custom.card_columns import NOMBRE, PART_BY_WORD

_NAMES = ("name", "card name", "card", "cardname", "title", "card title")
_COUNTS = ("count", "quantity", "qty", "copies", "amount", "number", "quantityx", "total qty", "reg qty", "num")
_LEFT_OUT = "maybeboard"
"""A column of CubeCobra: `true` for a card that is only being considered."""
_COUNT = re.compile(r"[xX×]?\s*(\d{1,9})(?:[.,]0{1,2})?\s*[xX×]?")
_SEPARATOR = re.compile(r'"?sep=(.)"?[,;\t|]*\s*', re.IGNORECASE)
_LONGEST_HEAD = 20_000
"""The most characters of a first row."""
_XML = re.compile(r"\ufeff?\s*<(?:\?xml|!--|!DOCTYPE|[A-Za-z])")
_XML_NAMES, _XML_COUNTS = ("name", "Name"), ("number", "Quantity", "quantity", "count")


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row's place, the name in it, and its count; a count below 0 stands for a cell that holds none."""

    place: str
    name: str
    count: int
    typed: str = ""
    """The cell of the count, as it is."""
    is_left_out: bool = False


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
            yield ListRow(f"{where}: {quote(name)}", name.strip(), _count(typed), typed)


def rows(text: str, where: str) -> list[ListRow] | None:
    """Return the rows of a table whose first row names its columns, one of them the name; None for any other text."""
    lines = text.lstrip("\ufeff")
    skipped = 0
    if separator := _SEPARATOR.match(lines.partition("\n")[0]):
        lines, skipped = lines.partition("\n")[2], 1
    skipped += len(lines) - len(lines.lstrip("\n"))
    lines = lines.lstrip("\n")
    head = lines.partition("\n")[0]
    if len(head) > _LONGEST_HEAD:
        return None
    for mark in [separator[1]] if separator else sorted("\t;,|", key=head.count, reverse=True):
        heads = [
            " ".join(cell.split()).casefold()
            for cell in next(csv.reader([head], delimiter=mark, skipinitialspace=True), [])
        ]
        heads = _in_english(heads)
        name = next((heads.index(word) for word in _NAMES if word in heads), None)
        if name is not None and len(heads) > 1:
            return list(_rows(lines, mark, heads, name, where, skipped))
    return None


def _in_english(heads: list[str]) -> list[str]:
    """Return names of columns with `name` and `count` for those of another language, if it has a word for each."""
    parts = [PART_BY_WORD.get(plain_name(head), "") for head in heads]
    if NOMBRE in heads and "copies" not in parts and parts.count("title") > 1:
        parts[heads.index(NOMBRE)] = "copies"
    if any(word in heads for word in _NAMES) or "title" not in parts or "copies" not in parts:
        return heads
    words = list(heads)
    words[parts.index("title")], words[parts.index("copies")] = _NAMES[0], _COUNTS[0]
    return words


def _rows(lines: str, mark: str, heads: list[str], name: int, where: str, skipped: int) -> Iterator[ListRow]:
    counts = next((heads.index(word) for word in _COUNTS if word in heads and heads.index(word) != name), None)
    left_out = heads.index(_LEFT_OUT) if _LEFT_OUT in heads else None
    reader = csv.reader(io.StringIO(lines), delimiter=mark, skipinitialspace=True)
    try:
        for cells in reader:
            place = f"{where}, line {reader.line_num + skipped}"
            if reader.line_num == 1 or not any(cell.strip() for cell in cells):
                continue
            if len(cells) > len(heads) and any(cell.strip() for cell in cells[len(heads) :]):
                yield ListRow(place, mark.join(cells), -1, f"{len(cells)} cells: put names with {mark} in quotes")
                continue
            cells += [""] * (len(heads) - len(cells))
            typed = cells[counts] if counts is not None else "1"
            is_left_out = left_out is not None and cells[left_out].strip().casefold() == "true"
            yield ListRow(place, " ".join(cells[name].split()), _count(typed), typed, is_left_out)
    except csv.Error as error:
        raise InvalidInput(InputError(f"{where}, line {reader.line_num}", str(error), "a row of cells")) from None


def _count(typed: str) -> int:
    match = _COUNT.fullmatch(typed.strip())
    return int(match[1]) if match else -1
