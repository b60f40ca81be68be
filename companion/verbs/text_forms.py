"""The forms of a list for a chat: plain lines, Markdown, one line; and each of them as the plain lines that are read.

A list is the lines of its game's summary, some indented below another; what is said of it follows. The short forms end
with the short statement, by which they are known again.
"""

import re
from collections.abc import Iterable

from companion.games import GAMES

_SPECIAL = re.compile(r"([\\*_`~\[\]<>|])")
"""What Markdown would take for more than a letter."""
_ESCAPED = re.compile(r"\\([\\*_`~\[\]<>|·])")
_TITLES = "|".join(re.escape(game.title) for game in GAMES)
_BOLD_HEAD = re.compile(rf"^(?P<before>[^\n]*?)\*\*(?=(?:{_TITLES})(?: [a-z]+)?: )", re.MULTILINE)
_BULLET = re.compile(r"^(?P<indent>[ \t]*)- ", re.MULTILINE)
_MARKED = re.compile(r"^(?:`(?P<code>.*)`|\*(?P<slanted>.*)\*)[ \t]*$", re.MULTILINE)
BETWEEN, _INDENTED = " | ", " · "
"""What stands between two lines of a list on one line: before one of its own, and before one that was indented."""
_SPLIT = re.compile(r"(?<!\\) (?P<sign>[|·]) ")
INDENT = "  "


def markdown(lines: Iterable[str], sentences: Iterable[str], statement: str) -> str:
    """Return a list as Markdown: its head bold, a bullet a line, then what is said of it."""
    head, *rest = (_SPECIAL.sub(r"\\\1", line) for line in lines)
    bullets = [f"{line[: -len(line.lstrip())]}- {line.lstrip()}" if line.strip() else "" for line in rest]
    said = (_SPECIAL.sub(r"\\\1", line) for line in sentences)
    return "\n".join([f"**{head}**", *bullets, "", *said, f"`{statement}`"])


def one_line(lines: Iterable[str], statement: str) -> str:
    """Return a list on one line, with its statement."""
    head, *rest = (re.sub(r"([\\|·])", r"\\\1", line) for line in lines)
    between = (f"{_INDENTED if line[:1] == ' ' else BETWEEN}{line.strip()}" for line in rest if line.strip())
    return f"{head}{''.join(between)}{BETWEEN}{statement}"


def uncover_head(text: str) -> str:
    """Return a text in which a list's bold head begins as a plain one does."""
    return _BOLD_HEAD.sub(r"\g<before>", text, count=1)


def as_plain(text: str) -> str:
    """Return a list that begins with its head as the plain lines that it stands for; a plain one as it is."""
    head, _, rest = text.partition("\n")
    if f"{BETWEEN}Checked: " in head:
        return "\n".join([*map(_unescape, _lines(head)), rest])
    if head.rstrip().endswith("**") and "`Checked: " in rest:
        plain = _BULLET.sub(r"\g<indent>", rest)
        plain = _MARKED.sub(lambda found: found["code"] or found["slanted"] or "", plain)
        return _unescape(f"{head.rstrip().removesuffix('**')}\n{plain}")
    return text


def _lines(line: str) -> Iterable[str]:
    at, indent = 0, ""
    for found in _SPLIT.finditer(line):
        yield indent + line[at : found.start()]
        at, indent = found.end(), INDENT if found["sign"] == "·" else ""
    yield indent + line[at:]


def _unescape(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)
