"""Markup in a text: `<b>bold</b>`, `<i>italic</i>`, `<sc>Small Caps</sc>`, `<br>`; anything else prints as written.

A tag that is not closed counts to the end of the text; `&lt;`, `&gt;` and `&amp;` are the characters themselves.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

_TAG = re.compile(r"<(/?)(b|i|sc)>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_ANY = re.compile(r"</?[A-Za-z][^<>\s]{0,40}[^<>]{0,200}>")
_SIGNS = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}
_SIGN = re.compile("|".join(_SIGNS))


@dataclass(frozen=True, slots=True)
class Marked:
    """The style of a stretch of text."""

    bold: bool = False
    italic: bool = False
    small_caps: bool = False


PLAIN = Marked()
_FIELDS = {"b": "bold", "i": "italic", "sc": "small_caps"}


def break_lines(text: str) -> str:
    """Return a text with `<br>` replaced by line breaks."""
    return _BREAK.sub("\n", text)


def stretches(text: str, start: Marked = PLAIN) -> Iterator[tuple[str, Marked]]:
    """Yield a text's stretches without their tags, each with its style, beginning with `start`."""
    style, at = start, 0
    for tag in _TAG.finditer(text):
        if before := text[at : tag.start()]:
            yield _signs(before), style
        style, at = replace(style, **{_FIELDS[tag[2].lower()]: not tag[1]}), tag.end()
    # Empty where a tag ends the text, but its style is the one that the next text begins with.
    yield _signs(text[at:]), style


def plain(text: str) -> str:
    """Return a text without its tags."""
    return "".join(part for part, _ in stretches(break_lines(text)))


def styles(text: str) -> set[str]:
    """Return the faces that a text's tags need besides the regular one: `bold`, `italic`, `bold italic`."""
    used = {(marked.bold, marked.italic) for part, marked in stretches(break_lines(text)) if part.strip()}
    style_names = (((True, False), "bold"), ((False, True), "italic"), ((True, True), "bold italic"))
    return {name for style, name in style_names if style in used}


def troubles(text: str) -> list[str]:
    """Return the problems with a text's tags, each as the end of a sentence."""
    lines = break_lines(text)
    unknown = dict.fromkeys(tag for tag in _ANY.findall(lines) if not _TAG.fullmatch(tag))
    open_tags: dict[str, int] = {}
    for tag in _TAG.finditer(lines):
        name = tag[2].lower()
        open_tags[name] = 0 if tag[1] else open_tags.get(name, 0) + 1
    return [
        *(f"{tag} is no markup and prints as written" for tag in unknown),
        *(f"<{name}> is not closed" for name, count in open_tags.items() if count),
    ]


def _signs(text: str) -> str:
    return _SIGN.sub(lambda sign: _SIGNS[sign[0]], text)
