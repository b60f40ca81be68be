"""Emoji made of several characters: flags, families, keycaps, tones of skin; what the symbol typeface makes of them."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.base.wording import join_first
from companion.printing.text import fonts
from companion.printing.text.fitting import Drawn, Turned, Words

_TONE = re.compile("[\U0001f3fb-\U0001f3ff]")
_ONE = "(?:[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff]\ufe0f?[\U0001f3fb-\U0001f3ff]?[\U000e0020-\U000e007f]*)"
_SEQUENCE = re.compile(
    f"[\U0001f1e6-\U0001f1ff]{{1,2}}|[0-9#*]\ufe0f?\u20e3|{_ONE}(?:\u200d{_ONE})+"
    "|[\u00a9-\U0001faff]\ufe0f?[\U0001f3fb-\U0001f3ff]|\U0001f3f4[\U000e0020-\U000e007f]+"
)
_MOST_NAMED = 8
"""The most cards that one sentence names."""


class ChangedEmoji(NamedTuple):
    """An emoji that looks different in print, the card and the text it is in, and how it prints."""

    piece: str
    what: str
    emoji: str
    how: str


def changed(boxes: Iterable[Drawn], piece: str) -> Iterator[ChangedEmoji]:
    """Yield the emoji in fitted boxes that print in parts, or without their tone of skin."""
    for box in boxes:
        if isinstance(box, Turned):
            yield from changed(box.boxes, piece)
        elif isinstance(box, Words) and not box.box.text.isascii():
            for emoji in dict.fromkeys(_SEQUENCE.findall(box.box.text)):
                if how := _how_it_prints(emoji):
                    yield ChangedEmoji(piece, box.box.what, emoji, how)


def _how_it_prints(emoji: str) -> str:
    """Return how a sequence prints; empty if it prints as one picture that shows all of it."""
    try:
        clusters = [cluster for part in fonts.parts(emoji, "regular") for cluster in part.clusters]
    except fonts.Unprintable:
        return ""
    if len(clusters) > 1 or sum(cluster.advance for cluster in clusters) > _WIDE * len(clusters):
        return "in parts, as no typeface here joins it"
    return "without its tone of skin, in one colour" if _TONE.search(emoji) else ""


_WIDE = 1.6
"""More than the width of one picture, in ems."""


def sentences(found: Iterable[ChangedEmoji]) -> Iterator[str]:
    """Yield a sentence for each emoji and how it prints, with its cards."""
    by_kind: dict[tuple[str, str], dict[str, None]] = {}
    for one in found:
        by_kind.setdefault((one.emoji, one.how), {})[f"{one.piece} ({one.what})"] = None
    for (emoji, how), places in by_kind.items():
        yield f"{emoji} prints {how}: {join_first(places, _MOST_NAMED)}."
