"""Build codes: a whole document as letters and digits, for a program to read where people read the lines above it.

    mech1 · how many characters follow · what is deflated, with its checks

A chat eats signs such as `_` and `*`, a mail program breaks long lines and quotes them: a code has letters and digits
alone, and says how long it is, so that it is put together again from several lines and one that was cut is known.

What is deflated is compressed with a dictionary, a file of words that documents of a game often have. Each is stored
under a number of its own and never changes: a code names the number, so that it is read for ever.
"""

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from unicodedata import normalize

from companion.base import paths
from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import LONGEST

PREFIX = "mech1"
"""Begins every code; the digit is the version of this format."""
NO_DICTIONARY = 0
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_BLOCK = 8
"""Bytes that are written as one number: the eight need eleven digits."""
_DIGITS_OF_BLOCK = (0, 2, 3, 5, 6, 7, 9, 10, 11)
"""How many digits a block of so many bytes has."""
_LENGTH_DIGITS = 4
"""Digits that say how many characters follow."""
_CHECK = 4
"""Bytes of each of the two checks."""
_BETWEEN = re.compile(r"(?:\s|[>|*_`~\u200b\u00ad\ufeff]|=\r?\n)+")
"""What chats and mail programs put between the characters of a code: broken lines, quotation, marks of emphasis."""
_SOME_DIGITS = re.compile(r"[0-9A-Za-z]+")
_BEGIN = re.compile(rf"(?<![0-9A-Za-z]){PREFIX}(?=[0-9A-Za-z])", re.IGNORECASE)
_CUT = re.compile(rf"{PREFIX}0[0-9A-Za-z]{{{_LENGTH_DIGITS + 4}}}", re.IGNORECASE)
"""What a damaged code begins with, on one line; in a name such as “Mech1A” it would be shorter."""
_MOST_READ = 4 * LONGEST
"""The most characters of codes, and of words that look like one, that are read in a text."""
_NOT_COMPARED = re.compile(r"[\s>|*_`~\\\"'“”„«»‘’·•–\u200b\u00ad\ufeff-]+")
"""What may change in lines without anybody editing them: spaces, bullets, quotation, emphasis."""
_COPY_AGAIN = "a whole build code: copy the text again, from its first line to its last"


@dataclass(frozen=True)
class BuildCode:
    """What a code holds: a document as it was written, and the check of the lines that people read above it."""

    document: JsonObject
    lines: bytes

    def is_of(self, lines: str) -> bool:
        """Return whether these are the lines that the code was written with: nobody has edited them."""
        return self.lines == lines_check(lines)


@dataclass(frozen=True)
class PlacedCode:
    """A code in a text: its characters put together, and where it begins and ends there."""

    code: str
    start: int
    end: int


def lines_check(lines: str) -> bytes:
    """Return the check of lines: the same where only spaces, bullets, quotation or case differ."""
    text = _NOT_COMPARED.sub("", normalize("NFKC", lines)).casefold()
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_CHECK).digest()


def write_code(document: JsonMapping, lines: str, dictionary: int = NO_DICTIONARY) -> str:
    """Return the code of a document, under the lines that people read; `dictionary` is the number of its game's."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    deflated = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=dictionary_words(dictionary))
    data = dictionary.to_bytes(2, "big") + lines_check(lines) + deflated.compress(text) + deflated.flush()
    digits = "".join(_write_blocks(data + zlib.crc32(data).to_bytes(_CHECK, "big")))
    return f"{PREFIX}{_write_number(len(digits), _LENGTH_DIGITS)}{digits}"


def read_code(code: str) -> BuildCode:
    """Return what a code holds; InvalidInput where it was cut or mistyped, or comes from a newer release."""
    digits = code[len(PREFIX) + _LENGTH_DIGITS :]
    length = _read_number(code[len(PREFIX) : len(PREFIX) + _LENGTH_DIGITS])
    if len(digits) < length:
        raise _damaged(f"{len(digits):,} of {length:,} characters")
    data = _whole_data(code)
    if data is None:
        raise _damaged("a mistyped or changed one")
    number = int.from_bytes(data[:2], "big")
    return BuildCode(_inflate(data[2 + _CHECK : -_CHECK], number), data[2 : 2 + _CHECK])


def find_codes(text: str) -> list[PlacedCode]:
    """Return the codes in a text, put together from the lines that they were broken over, in their order.

    Where none of them is whole, those that were cut or mistyped. A name such as “Mech1A” is none.
    """
    codes: list[PlacedCode] = []
    damaged: list[PlacedCode] = []
    at = read = 0
    while read < _MOST_READ and (found := _BEGIN.search(text, at)):
        placed, at = _put_together(text, found), found.end()
        read += placed.end - placed.start
        if _whole_data(placed.code) is not None:
            codes.append(placed)
            at = placed.end
        elif _CUT.match(text, found.start()):
            damaged.append(placed)
    return codes or damaged


def _put_together(text: str, found: re.Match[str]) -> PlacedCode:
    head, at = _gather(text, found.end(), _LENGTH_DIGITS)
    digits, at = _gather(text, at, _read_number(head))
    return PlacedCode(PREFIX + head + digits, found.start(), at)


def _gather(text: str, at: int, count: int) -> tuple[str, int]:
    """Return the digits from a place in a text on, at most `count`, and the place after them."""
    gathered = ""
    while len(gathered) < count:
        if digits := _SOME_DIGITS.match(text, at, at + count - len(gathered)):
            gathered += digits[0]
            at = digits.end()
        elif between := _BETWEEN.match(text, at):
            at = between.end()
        else:
            break
    return gathered, at


@cache
def dictionary_words(number: int) -> bytes:
    """Return the words of a dictionary; InvalidInput where no game has one of that number."""
    if number == NO_DICTIONARY:
        return b""
    for path in paths.CARD_DATA.glob(f"*/code_words_{number}.txt"):
        return path.read_bytes()
    raise InvalidInput(InputError("the build code", "one of a newer release", "one that this release knows: update it"))


@cache
def newest_dictionary(package: str) -> int:
    """Return the number of a game's newest dictionary, NO_DICTIONARY where it has none; `package` names its folder."""
    numbers = (int(path.stem.rpartition("_")[2]) for path in (paths.CARD_DATA / package).glob("code_words_*.txt"))
    return max(numbers, default=NO_DICTIONARY)


def _whole_data(code: str) -> bytes | None:
    """Return the bytes of a code; None where it was cut or mistyped."""
    start = len(PREFIX) + _LENGTH_DIGITS
    data = _read_blocks(code[start:]) if len(code) == start + _read_number(code[len(PREFIX) : start]) else None
    if data is None or zlib.crc32(data[:-_CHECK]) != int.from_bytes(data[-_CHECK:], "big"):
        return None
    return data


def _inflate(data: bytes, number: int) -> JsonObject:
    inflated = zlib.decompressobj(-zlib.MAX_WBITS, dictionary_words(number))
    try:
        text = inflated.decompress(data, 4 * LONGEST)
        document = json.loads(text) if inflated.eof else None
    except (zlib.error, ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise _damaged("one that holds no document")
    return document


def _damaged(found: str) -> InvalidInput:
    return InvalidInput(InputError("the build code", found, _COPY_AGAIN))


def _write_blocks(data: bytes) -> Iterator[str]:
    for start in range(0, len(data), _BLOCK):
        block = data[start : start + _BLOCK]
        yield _write_number(int.from_bytes(block, "big"), _DIGITS_OF_BLOCK[len(block)])


def _read_blocks(digits: str) -> bytes | None:
    """Return the bytes that digits stand for; None where no bytes are written so."""
    data = bytearray()
    for start in range(0, len(digits), _DIGITS_OF_BLOCK[_BLOCK]):
        block = digits[start : start + _DIGITS_OF_BLOCK[_BLOCK]]
        number = _read_number(block)
        if len(block) not in _DIGITS_OF_BLOCK or number >= 256 ** (size := _DIGITS_OF_BLOCK.index(len(block))):
            return None
        data += number.to_bytes(size, "big")
    return bytes(data) if len(data) > 2 + 2 * _CHECK else None


def _write_number(number: int, count: int) -> str:
    digits = ""
    for _ in range(count):
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def _read_number(digits: str) -> int:
    number = 0
    for digit in digits:
        number = number * len(_DIGITS) + _VALUES[digit]
    return number
