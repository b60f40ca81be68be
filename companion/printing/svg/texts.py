"""Fitted words as SVG text of a page: each box is one `<text>` that reads as one sentence, set as in print.

Marks and dice between the words are drawn by the picture below; here they are words that nobody sees, so that a screen
reader says them and a search finds them.
"""

from collections.abc import Iterator, Sequence

from companion.printing.faces.boxes import Ink, PlacedSymbol
from companion.printing.svg.changes import Changes, TextChange
from companion.printing.svg.shapes import escape_text
from companion.printing.text import fonts, hyphens
from companion.printing.text.fitting import MM_PER_PT, Drawn, Run, Turned, Words

FAMILIES = {
    "Barlow": "Barlow Condensed",
    "Fira": "Fira Sans Condensed",
    "Inter": "Inter",
    "NotoSymbols": "Noto Sans Symbols",
    "NotoEmoji": "Noto Emoji",
}
"""What the page's style sheet calls each typeface."""
_WEIGHTS = {"regular": "", "semibold": ' font-weight="600"', "bold": ' font-weight="700"'}
_STRUCK = 8.0
"""The largest size in points of the number that stood there before, and how small it may be made."""
_LEAST_STRUCK = 5.0
_GAP = 0.4


class Texts:
    """Writes the words of boxes, in reading order; `unit` is how many units of the picture a millimetre has.

    The sizes stay above the smallest one a browser is set to show if a unit is a tenth of a millimetre.
    """

    def __init__(self, inks: dict[Ink, str], unit: float = 10, changes: Changes | None = None) -> None:
        """Take the colours, and what has changed where this is known."""
        self.inks, self.unit, self.changes = inks, unit, changes or Changes((), None)

    def all(self, boxes: Sequence[Drawn]) -> str:
        """Return the words of boxes in order, and the labels of symbols among them."""
        return "".join(self._box(box) for box in boxes)

    def _box(self, box: Drawn) -> str:
        match box:
            case Words():
                return self.words(box)
            case PlacedSymbol():
                return self._unseen_text(box.symbol.label, box.x, box.y + box.size)
            case Turned():
                return self._turned_group(box)
        return ""

    def _turned_group(self, box: Turned) -> str:
        inner = self.all(box.boxes)
        turn = f" rotate({self._n(box.angle)})" if box.angle else ""
        size = f" scale({self._n(box.scale)})" if box.scale != 1 else ""
        return f'<g transform="translate({self._at(box.x)} {self._at(box.y)}){turn}{size}">{inner}</g>' if inner else ""

    def words(self, box: Words) -> str:
        """Return a fitted text; one that is left open to be written in shows a question mark."""
        if box.box.unknown:
            return self._unknown(box)
        changed = self.changes.of(box)
        fill = "" if box.box.ink == "ink" else f' fill="{self.inks[box.box.ink]}"'
        size = self._at(box.size * MM_PER_PT)
        parts = list(self._parts(box, changed))
        if not parts:
            return ""
        title = f"<title>{escape_text(f'Changed: it was {changed.before}.')}</title>" if changed.before else ""
        one, (x, y, more, text) = len(parts) == 1, parts[0]
        role = "" if one else ' role="paragraph"'
        place = f' x="{x}" y="{y}"{more}' if one else ""
        inner = text if one else "".join(f'<tspan x="{x}" y="{y}"{more}>{text}</tspan>' for x, y, more, text in parts)
        head = f'<text{role}{place} font-size="{size}"{_WEIGHTS[box.box.weight]}{fill}>'
        return f"{head}{inner}{title}</text>{self._hyphens(box)}{self._struck(box, changed)}"

    def _parts(self, box: Words, changed: TextChange) -> Iterator[tuple[str, str, str, str]]:
        """Return each run, and each symbol in words, with x, y, further attributes and its text."""
        em, word = box.size * MM_PER_PT, 0
        for number, (baseline, runs) in enumerate(box.lines):
            end = "" if number == len(box.lines) - 1 or _goes_on(box, number) else " "
            symbols = [s for s in box.symbols if abs(s.y + (fonts.CAP_HEIGHT * em + s.size) / 2 - baseline) < 0.01]
            line: list[Run | PlacedSymbol] = sorted((*runs, *symbols), key=lambda part: part.x)
            for place, part in enumerate(line):
                last = end if place == len(line) - 1 else " "
                if isinstance(part, PlacedSymbol):
                    if not _says(line[place + 1 :], part.symbol.label):
                        yield (
                            self._at(part.x),
                            self._at(baseline),
                            ' class="unseen"',
                            escape_text(part.symbol.label) + last,
                        )
                    continue
                text = part.text[:-1] if place == len(line) - 1 and _is_broken(box, number) else part.text
                gap = last if place == len(line) - 1 or isinstance(line[place + 1], PlacedSymbol) else ""
                marked = self._mark_changes(text, word, changed)
                word += len(part.text.split(" "))
                yield self._at(part.x), self._at(baseline), _family(part), marked + gap

    def _mark_changes(self, text: str, first: int, changed: TextChange) -> str:
        """Return the words of a run, changed ones in the game's colour; `first` is the number of its first word."""
        if not changed.words:
            return _escape_run(text)
        colour = self.inks["accent"]
        return " ".join(
            f'<tspan class="changed" fill="{colour}">{_escape_run(word)}</tspan>'
            if number in changed.words
            else _escape_run(word)
            for number, word in enumerate(text.split(" "), first)
        )

    def _hyphens(self, box: Words) -> str:
        """Return the hyphens of broken words: seen, but no part of the text."""
        made = []
        for number, (baseline, runs) in enumerate(box.lines):
            if _is_broken(box, number):
                x = runs[-1].x + _wide(runs[-1].text[:-1], box)
                place = f'x="{self._at(x)}" y="{self._at(baseline)}"{_family(runs[-1])}'
                size = f'font-size="{self._at(box.size * MM_PER_PT)}"{_WEIGHTS[box.box.weight]}'
                made.append(f'<text aria-hidden="true" class="hyphen" {place} {size}>-</text>')
        return "".join(made)

    def _struck(self, box: Words, changed: TextChange) -> str:
        """Return the number that stood there before, struck out, beside a number that stands alone if there is room."""
        if not changed.alone:
            return ""
        baseline, runs = box.lines[0]
        x = runs[-1].x + runs[-1].w + _GAP
        room = box.box.x + box.box.w - x
        ems = sum(width for _, _, width in fonts.runs(changed.before, "regular"))
        size = min(_STRUCK, box.size * 0.6, room / (ems * MM_PER_PT))
        if size < _LEAST_STRUCK:
            return ""
        y = baseline - fonts.CAP_HEIGHT * (box.size - size) * MM_PER_PT
        word = f'<tspan x="{self._at(x)}" class="unseen">was </tspan>'
        number = f'<tspan x="{self._at(x)}" class="was">{_escape_run(changed.before)}</tspan>'
        place = f'y="{self._at(y)}" font-size="{self._at(size * MM_PER_PT)}" fill="{self.inks["soft"]}"'
        return f"<text {place}>{word}{number}</text>"

    def _unknown(self, box: Words) -> str:
        text, em = box.box, box.box.size * MM_PER_PT
        x, y = text.x + text.w / 2, text.y + text.h / 2 + fonts.CAP_HEIGHT * em / 2
        place = f'x="{self._at(x)}" y="{self._at(y)}" font-size="{self._at(em)}" text-anchor="middle"'
        look = f'{_WEIGHTS[text.weight]} fill="{self.inks["soft"]}"'
        return f"<text {place}{look}>?<title>Not known</title></text>"

    def _unseen_text(self, label: str, x: float, y: float) -> str:
        return f'<text class="unseen" x="{self._at(x)}" y="{self._at(y)}">{escape_text(label)}</text>'

    def _at(self, value: float) -> str:
        return self._n(value * self.unit)

    def _n(self, value: float) -> str:
        return f"{value:.1f}".removesuffix(".0") if self.unit > 1 else f"{value:.3f}".rstrip("0").rstrip(".")


def _family(run: Run) -> str:
    """Return the attributes of a run that is not in the first typeface."""
    name, _, weight = run.font.partition("-")
    if name == "Barlow":
        return ""
    return f' font-family="{FAMILIES[name]}"' + (' font-weight="400"' if weight == "regular" else "")


def _says(after: Sequence[Run | PlacedSymbol], label: str) -> bool:
    """Return whether the words after a symbol begin with what it is called, as in a legend."""
    return bool(after) and isinstance(after[0], Run) and after[0].text.lstrip().startswith(label)


def _escape_run(text: str) -> str:
    """Return a run's text escaped, its spaces kept."""
    return " ".join(map(escape_text, text.split(" ")))


def _wide(text: str, box: Words) -> float:
    return sum(width for _, _, width in fonts.runs(text, box.box.weight)) * box.size * MM_PER_PT


def _pair(box: Words, number: int) -> tuple[str, str]:
    """Return the last word of a line and the first of the next; empty where there is none."""
    if number + 1 >= len(box.lines):
        return "", ""
    line, after = box.lines[number][1], box.lines[number + 1][1]
    if not line or not after:
        return "", ""
    return line[-1].text.split(" ")[-1], after[0].text.split(" ")[0]


def _plain(box: Words) -> str:
    return f" {' '.join(box.box.text.replace(hyphens.SOFT, '').split())} "


def _is_broken(box: Words, number: int) -> bool:
    """Return whether a line ends in a broken word, with a hyphen that the text does not have."""
    head, tail = _pair(box, number)
    return head.endswith("-") and bool(tail) and head[:-1] + tail in _plain(box) and head + tail not in _plain(box)


def _goes_on(box: Words, number: int) -> bool:
    """Return whether a line ends within a word."""
    head, tail = _pair(box, number)
    return _is_broken(box, number) or (head.endswith("-") and bool(tail) and head + tail in _plain(box))
