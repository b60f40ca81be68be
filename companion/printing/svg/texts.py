"""Fitted words as SVG text for a web page: each box is one `<text>` that reads as one sentence, set as in print.

Marks and dice between the words are drawn in the picture layer; here they are invisible words, for screen readers and
for searches. Text with shaped letters, as of Hebrew or Arabic, is drawn as in print, with its words invisible below.
"""

from collections.abc import Iterator, Sequence

from companion.printing.faces.boxes import Ink, PlacedSymbol
from companion.printing.svg.changes import Changes, TextChange
from companion.printing.svg.outlines import outlines, units_in_em
from companion.printing.svg.shapes import escape_text
from companion.printing.text import fonts, hyphens, markup
from companion.printing.text.fitting import MM_PER_PT, Drawn, Run, Turned, Words

FAMILIES = {
    "Barlow": "Barlow Condensed",
    "Fira": "Fira Sans Condensed",
    "Inter": "Inter",
    "NotoSymbols": "Noto Sans Symbols",
    "NotoEmoji": "Noto Emoji",
}
"""The name of each typeface in the page's style sheet."""
_WEIGHTS = {"regular": "", "semibold": ' font-weight="600"', "bold": ' font-weight="700"'}
_STRUCK = 8.0
"""The largest size in points of a former number that is struck out."""
_LEAST_STRUCK = 5.0
"""Its smallest size."""
_GAP = 0.4


class Texts:
    """Writes the words of boxes, in reading order; `unit` is the number of the picture's units in a millimetre.

    With 10 units, sizes are large enough not to be changed by a browser's minimum font size.
    """

    def __init__(self, inks: dict[Ink, str], unit: float = 10, changes: Changes | None = None) -> None:
        """Take the colours, and the changes to mark."""
        self.inks, self.unit, self.changes = inks, unit, changes or Changes((), None)

    def all(self, boxes: Sequence[Drawn]) -> str:
        """Return the words of boxes in order, with the labels of symbols among them."""
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
        """Return a fitted text; an unknown number shows a question mark."""
        if box.box.unknown:
            return self._unknown(box)
        if any(run.clusters for _, runs in box.lines for run in runs):
            return self._outlined(box)
        change = self.changes.of(box)
        fill = "" if box.box.ink == "ink" else f' fill="{self.inks[box.box.ink]}"'
        size = self._at(box.size * MM_PER_PT)
        parts = list(self._parts(box, change))
        if not parts:
            return ""
        title = f"<title>{escape_text(f'Changed: it was {change.before}.')}</title>" if change.before else ""
        is_single, (x, y, more, text) = len(parts) == 1, parts[0]
        role = "" if is_single else ' role="paragraph"'
        place = f' x="{x}" y="{y}"{more}' if is_single else ""
        inner = (
            text if is_single else "".join(f'<tspan x="{x}" y="{y}"{more}>{text}</tspan>' for x, y, more, text in parts)
        )
        head = f'<text{role}{place} font-size="{size}"{_WEIGHTS[box.box.weight]}{fill}>'
        return f"{head}{inner}{title}</text>{self._hyphens(box)}{self._struck(box, change)}"

    def _outlined(self, box: Words) -> str:
        """Return a text with shaped letters as outlines, since a browser would set them otherwise; its words unseen."""
        letters = []
        for baseline, runs in box.lines:
            for run in runs:
                scale = box.size * run.scale * MM_PER_PT * self.unit / units_in_em(run)
                for _, data, x, y in outlines(run):
                    at = f"{self._at(run.x + x * scale / self.unit)} {self._at(baseline - y * scale / self.unit)}"
                    letters.append(f'<path transform="translate({at}) scale({scale:.4g} {-scale:.4g})" d="{data}"/>')
        text = markup.plain(box.box.text) if box.box.markup else box.box.text
        for name, symbol in box.box.symbols.items():
            text = text.replace(f"{{{name}}}", symbol.label)
        place = f'x="{self._at(box.box.x)}" y="{self._at(box.lines[0][0])}"'
        size = f'font-size="{self._at(box.size * MM_PER_PT)}"'
        words = f'<text class="unseen" fill="none" {place} {size}>{escape_text(" ".join(text.split()))}</text>'
        return f'{words}<g fill="{self.inks[box.box.ink]}" aria-hidden="true">{"".join(letters)}</g>'

    def _parts(self, box: Words, change: TextChange) -> Iterator[tuple[str, str, str, str]]:
        """Yield each run, and each symbol in words, with x, y, further attributes and its text."""
        em, word = box.size * MM_PER_PT, 0
        for number, (baseline, runs) in enumerate(box.lines):
            end = "" if number == len(box.lines) - 1 or _ends_in_word(box, number) else " "
            symbols = [s for s in box.symbols if abs(s.y + (fonts.CAP_HEIGHT * em + s.size) / 2 - baseline) < 0.01]
            line: list[Run | PlacedSymbol] = sorted((*runs, *symbols), key=lambda part: part.x)
            for place, part in enumerate(line):
                last = end if place == len(line) - 1 else " "
                if isinstance(part, PlacedSymbol):
                    after = line[place + 1] if place + 1 < len(line) else None
                    # A legend has the symbol's label after it.
                    if not (isinstance(after, Run) and after.text.lstrip().startswith(part.symbol.label)):
                        yield (
                            self._at(part.x),
                            self._at(baseline),
                            ' class="unseen"',
                            escape_text(part.symbol.label) + last,
                        )
                    continue
                text = part.text[:-1] if place == len(line) - 1 and _is_broken(box, number) else part.text
                gap = last if place == len(line) - 1 or isinstance(line[place + 1], PlacedSymbol) else ""
                marked = self._mark_changes(text, word, change)
                word += len(part.text.split(" "))
                yield self._at(part.x), self._at(baseline), _family(part), marked + gap

    def _mark_changes(self, text: str, first: int, change: TextChange) -> str:
        """Return the words of a run, changed ones in the game's colour; `first` is the index of its first word."""
        if not change.words:
            return _escape_run(text)
        colour = self.inks["accent"]
        return " ".join(
            f'<tspan class="changed" fill="{colour}">{_escape_run(word)}</tspan>'
            if number in change.words
            else _escape_run(word)
            for number, word in enumerate(text.split(" "), first)
        )

    def _hyphens(self, box: Words) -> str:
        """Return the hyphens of broken words: visible, but no part of the text."""
        hyphens_shown = []
        for number, (baseline, runs) in enumerate(box.lines):
            if _is_broken(box, number):
                x = runs[-1].x + _width(runs[-1].text[:-1], box)
                place = f'x="{self._at(x)}" y="{self._at(baseline)}"{_family(runs[-1])}'
                size = f'font-size="{self._at(box.size * MM_PER_PT)}"{_WEIGHTS[box.box.weight]}'
                hyphens_shown.append(f'<text aria-hidden="true" class="hyphen" {place} {size}>-</text>')
        return "".join(hyphens_shown)

    def _struck(self, box: Words, change: TextChange) -> str:
        """Return the former number, struck out, beside a number that is alone in its box; empty without room."""
        if not change.alone:
            return ""
        baseline, runs = box.lines[0]
        x = runs[-1].x + runs[-1].w + _GAP
        room = box.box.x + box.box.w - x
        ems = sum(width for _, _, width in fonts.runs(change.before, "regular"))
        size = min(_STRUCK, box.size * 0.6, room / (ems * MM_PER_PT))
        if size < _LEAST_STRUCK:
            return ""
        y = baseline - fonts.CAP_HEIGHT * (box.size - size) * MM_PER_PT
        word = f'<tspan x="{self._at(x)}" class="unseen">was </tspan>'
        number = f'<tspan x="{self._at(x)}" class="was">{_escape_run(change.before)}</tspan>'
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
    """Return the attributes of a run in another than the first typeface."""
    name, _, weight = run.font.partition("-")
    if name == "Barlow":
        return ""
    return f' font-family="{FAMILIES[name]}"' + (' font-weight="400"' if weight == "regular" else "")


def _escape_run(text: str) -> str:
    """Return a run's text escaped, its spaces kept."""
    return " ".join(map(escape_text, text.split(" ")))


def _width(text: str, box: Words) -> float:
    return sum(width for _, _, width in fonts.runs(text, box.box.weight)) * box.size * MM_PER_PT


def _pair(box: Words, number: int) -> tuple[str, str]:
    """Return the last word of a line and the first of the next; both empty after the last line."""
    if number + 1 >= len(box.lines):
        return "", ""
    line, after = box.lines[number][1], box.lines[number + 1][1]
    if not line or not after:
        return "", ""
    return line[-1].text.split(" ")[-1], after[0].text.split(" ")[0]


def _plain_text(box: Words) -> str:
    return f" {' '.join(box.box.text.replace(hyphens.SOFT, '').split())} "


def _is_broken(box: Words, number: int) -> bool:
    """Return whether a line ends in a broken word, with a hyphen that is not in the text."""
    head, tail = _pair(box, number)
    return (
        head.endswith("-")
        and bool(tail)
        and head[:-1] + tail in _plain_text(box)
        and head + tail not in _plain_text(box)
    )


def _ends_in_word(box: Words, number: int) -> bool:
    """Return whether a line ends within a word."""
    head, tail = _pair(box, number)
    return _is_broken(box, number) or (head.endswith("-") and bool(tail) and head + tail in _plain_text(box))
