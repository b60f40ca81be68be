"""Bytes of a text file as text, in the encoding that they are most likely in.

A byte order mark decides, then UTF-16 by its zero bytes, then UTF-8 where it is valid. All that is left are encodings
of one byte a letter, which are valid whatever they hold: they are compared by how the words look that they give.
"""

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.alphabets import BALTIC, CENTRAL, CYRILLIC, ENDING_ONLY, GREEK, TURKISH, WESTERN

UTF8 = "utf-8"
_MARKS = (
    (codecs.BOM_UTF8, UTF8),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True)
class ByteEncoding:
    """An encoding of one byte a letter: its title, the languages written in it, how much its score is set back."""

    title: str
    languages: Mapping[str, str]
    rarity: float = 0.0


BYTE_ENCODINGS: Mapping[str, ByteEncoding] = {
    "cp1252": ByteEncoding("Windows", WESTERN),
    "mac_roman": ByteEncoding("Mac", WESTERN, 0.1),
    "cp1250": ByteEncoding("Windows, Central European", CENTRAL, 0.2),
    "cp1251": ByteEncoding("Windows, Cyrillic", CYRILLIC, 0.1),
    "cp850": ByteEncoding("MS-DOS", WESTERN, 0.8),
    "iso8859_2": ByteEncoding("Latin-2", CENTRAL, 0.5),
    "mac_latin2": ByteEncoding("Mac, Central European", CENTRAL, 0.5),
    "cp1254": ByteEncoding("Windows, Turkish", TURKISH, 0.3),
    "cp1253": ByteEncoding("Windows, Greek", GREEK, 0.4),
    "cp1257": ByteEncoding("Windows, Baltic", BALTIC, 0.4),
    "cp852": ByteEncoding("MS-DOS, Central European", CENTRAL, 0.9),
    "cp866": ByteEncoding("MS-DOS, Cyrillic", CYRILLIC, 0.6),
    "koi8_r": ByteEncoding("KOI8", CYRILLIC, 0.3),
    "mac_cyrillic": ByteEncoding("Mac, Cyrillic", CYRILLIC, 0.2),
}
"""Encodings to try, the most likely first."""
_WIDE = {"utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "utf-32-le": "UTF-32", "utf-32-be": "UTF-32"}
MOST_READINGS = 4
"""The most readings of a text to choose from."""
MOST_SHOWN = 4
"""The most words or rows that show what a reading makes of a text."""
_MOST_WORDS = 2000
"""The most words that are compared."""
_FIRST_UNUSUAL = "\u0900"
"""Letters of Europe and the Near East come before it; bytes that are no UTF-16 read as such are mostly past it."""
_SAMPLE = 400_000
"""Bytes of a file that its encoding is found from."""
_MARGIN = 1.2
"""A reading whose score is further from the best one's is not offered."""
_FOREIGN = re.compile(r"[^\s,;|\"()\[\]{}/]*[^\x00-\x7f][^\s,;|\"()\[\]{}/]*")
_SIGNS = frozenset("“”‘’„‚«»‹›–—…•·°€£©®™×½¼¾²³±¡¿ºª§\u00a0")
"""Punctuation and other signs that are not letters of words."""
_ALONE = frozenset("àèéóåöàвияісоук")
"""Letters that are words."""


@dataclass(frozen=True)
class Reading:
    """A text in one encoding, which others may be as likely."""

    encoding: str
    text: str

    @property
    def title(self) -> str:
        """The encoding in words: `Windows (cp1252)`."""
        return encoding_title(self.encoding)

    @property
    def words(self) -> tuple[str, ...]:
        """The first different words whose letters depend on the encoding."""
        return tuple(islice(dict.fromkeys(_foreign_words(self.text)), MOST_SHOWN))


def doubtful_rows(readings: Sequence[Reading]) -> list[tuple[str, ...]]:
    """Return for each reading the first lines that another one reads differently."""
    by_reading = [re.split(r"[\r\n]+", one.text) for one in readings]
    doubtful = (lines for lines in zip(*by_reading, strict=False) if len({*lines}) > 1)
    shown = [[line[:120] for line in lines] for lines in islice(doubtful, MOST_SHOWN)]
    return [*zip(*shown, strict=True)] or [() for _ in readings]


@dataclass(frozen=True)
class DecodedText(Reading):
    """A text, and what else its bytes may be: the other readings, most likely first, each of another text."""

    others: tuple[Reading, ...] = ()

    @property
    def note(self) -> str:
        """How the text was read, with words to check it by; empty for an encoding that leaves no doubt."""
        if self.encoding not in BYTE_ENCODINGS:
            return ""
        return f"Read as {self.title}: {', '.join(self.words)}."


def encoding_title(encoding: str) -> str:
    """Return an encoding in words, as `Mac (mac_roman)`."""
    known = BYTE_ENCODINGS.get(encoding)
    return f"{known.title} ({encoding})" if known else _WIDE.get(encoding, encoding.upper())


def decode(data: bytes, name: str, wanted: str, encoding: str = "") -> DecodedText:
    """Return a file's text; `encoding`, a name that Python knows, is used instead of the most likely one.

    InvalidInput says that the bytes are no text, or none in that encoding; `wanted` says what was expected.
    """
    if encoding:
        return _decode_as(data, name, encoding)
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return DecodedText(marked, _decode_whole(data[len(mark) :], marked, name, wanted))
    wide = _find_wide(data)
    if wide:
        return DecodedText(wide, _decode_whole(data, wide, name, wanted))
    if b"\0" in data:
        raise InvalidInput(InputError(name, "bytes that are not text", f"{wanted}, saved as UTF-8"))
    try:
        return DecodedText(UTF8, data.decode(UTF8))
    except UnicodeDecodeError:
        return _most_likely(data, name, wanted)


def _decode_as(data: bytes, name: str, encoding: str) -> DecodedText:
    try:
        codec = codecs.lookup(encoding)
        is_text = codec._is_text_encoding
    except (LookupError, ValueError):
        is_text = False
    if not is_text:
        wanted = f"utf-8, utf-16, {', '.join(BYTE_ENCODINGS)}"
        raise InvalidInput(InputError("encoding", quote(encoding), f"one of {wanted}, or another that Python knows"))
    chosen = "utf-8-sig" if codec.name == UTF8 else codec.name
    try:
        text = data.decode(chosen)
    except UnicodeError as error:
        row = data[: getattr(error, "start", 0)].count(b"\n") + 1
        raise InvalidInput(
            InputError(f"{name}: row {row}", f"bytes that are not {encoding}", "the encoding it was saved in")
        ) from None
    spelled = next((name for name in BYTE_ENCODINGS if codecs.lookup(name).name == codec.name), codec.name)
    if spelled not in BYTE_ENCODINGS:
        return DecodedText(spelled, text.lstrip("\ufeff"))
    likely = _most_likely(data, name, "text")
    others = (one for one in (likely, *likely.others) if one.text != text)
    return DecodedText(spelled, text, tuple(Reading(one.encoding, one.text) for one in others))


def _decode_whole(data: bytes, encoding: str, name: str, wanted: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise InvalidInput(InputError(name, "bytes that are not text", f"{wanted}, saved as UTF-8")) from None


def _find_wide(data: bytes) -> str:
    """Return the kind of UTF-16 whose zero bytes a text without a mark has; empty for any other."""
    sample = data[:_SAMPLE]
    if len(data) % 2 or b"\0" not in sample:
        return ""
    zeros_first, zeros_second = sample[::2].count(0), sample[1::2].count(0)
    encoding = "utf-16-le" if zeros_second > zeros_first else "utf-16-be"
    try:
        text = sample[: len(sample) // 2 * 2].decode(encoding, "strict" if len(sample) == len(data) else "ignore")
    except UnicodeDecodeError:
        return ""
    usual = sum(char < _FIRST_UNUSUAL for char in text)
    return encoding if "\0" not in text and usual > len(text) / 2 else ""


def _most_likely(data: bytes, name: str, wanted: str) -> DecodedText:
    """Return the readings of bytes in the encodings of one byte a letter, the most plausible first."""
    sample = data[:_SAMPLE]
    scores: list[tuple[float, str]] = []
    for encoding, about in BYTE_ENCODINGS.items():
        try:
            text = sample.decode(encoding)
        except UnicodeDecodeError:
            continue
        score = _plausibility(Counter(islice(_foreign_words(text), _MOST_WORDS)), about.languages)
        scores.append((score - about.rarity, encoding))
    scores.sort(key=lambda pair: -pair[0])
    readings: dict[str, Reading] = {}
    for score, encoding in scores:
        if len(readings) < MOST_READINGS and score > scores[0][0] - _MARGIN:
            try:
                text = data.decode(encoding)
            except UnicodeDecodeError:
                continue
            readings.setdefault(text, Reading(encoding, text))
    if not readings or any(char < " " and char not in "\t\n\v\f\r\x1c\x1d\x1e\x1f" for char in next(iter(readings))):
        raise InvalidInput(InputError(name, "bytes that are not text", f"{wanted}, saved as UTF-8"))
    best, *others = readings.values()
    return DecodedText(best.encoding, best.text, tuple(others))


def _foreign_words(text: str) -> Iterable[str]:
    return (match[0] for match in _FOREIGN.finditer(text))


@cache
def _weights(alphabet: str) -> Mapping[str, float]:
    """Return how much each letter of a language speaks for it: from 2 for the most frequent down to 1."""
    return {letter: 2 - place / len(alphabet) for place, letter in enumerate(alphabet)}


def _plausibility(words: Mapping[str, int], languages: Mapping[str, str]) -> float:
    """Return how much words look like those of one of these languages: about 1.5 for a text, negative for none."""
    letters: Counter[tuple[str, bool]] = Counter()
    penalty = total = 0.0
    for word, count in words.items():
        for place, char in enumerate(word):
            if char.isascii():
                continue
            total += count
            before, after = word[place - 1 : place], word[place + 1 : place + 2]
            if not char.isalpha():
                penalty += count * _sign_penalty(char, before, after)
                continue
            penalty += count * _letter_penalty(char, before, after)
            letters[char.lower(), not after.isalpha()] += count
    if not total:
        return 0.0
    every = frozenset("".join(languages.values()))
    best = max(_language_score(letters, name, alphabet, every) for name, alphabet in languages.items())
    return (best - penalty) / total


def _language_score(letters: Mapping[tuple[str, bool], int], name: str, alphabet: str, every: frozenset[str]) -> float:
    weights = _weights(alphabet)
    score = 0.0
    for (letter, is_last), count in letters.items():
        other = 0.1 if letter in every else -1.5
        is_usual = letter in weights and (is_last or name not in ENDING_ONLY)
        score += count * (weights[letter] if is_usual else other)
    return score


def _sign_penalty(char: str, before: str, after: str) -> float:
    """Return how odd a sign is between its neighbours."""
    if char not in _SIGNS:
        return 3.0
    if before.isalpha() and after.isalpha():
        return -0.5 if char == "’" else 0.3 if char in "–—·" else 3.0
    return -1.4


def _letter_penalty(char: str, before: str, after: str) -> float:
    """Return how odd a letter is between its neighbours: its case, its script, or that it stands alone."""
    penalty = 0.0
    if char.isupper() and before.islower():
        penalty += 3.0
    if char.islower() and before.isupper() and after.isupper():
        penalty += 2.0
    if not before.isalpha() and not after.isalpha():
        penalty += 0.2 if char.lower() in _ALONE else 1.0
    is_latin = char < "\u0370"
    for other in (before, after):
        if other.isalpha() and (other < "\u0370") is not is_latin:
            penalty += 2.0
    if is_latin and before.isalpha() and after.isalpha() and not before.isascii() and not after.isascii():
        penalty += 1.0
    return penalty
