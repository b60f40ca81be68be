"""The parts on a mech sheet: rows of text and boxes to tick for each part, which go into a slot or a column."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from companion.data.marks import row_mark, token
from companion.games.techniconica.model import Armour, Extra, Locomotor, Part, Shield, Stat, Weapon
from companion.games.techniconica.model.special_rules import write_rule
from companion.games.techniconica.rules.assembly import Mount
from companion.printing.faces.boxes import Box, Line, Rect, Text
from companion.printing.faces.origins import INLINE, RAISED
from companion.printing.text import page_columns
from companion.printing.text.page_columns import Boxes, Row

TICK = 5.0
"""Side of a box to tick, in mm."""
_PITCH = 5.6
_FIVE = 1.4
"""Space after each five boxes."""
MOST_BOXES = 20
"""The most boxes of a Damage Threshold; higher ones get one box to write in."""
JAMS = 3
NOTHING: Mapping[str, int] = MappingProxyType({})
_SIZE = 8.0
_GAP = 0.8


def ticks(x: float, y: float, count: int, struck: int = 0) -> Boxes:
    """Return boxes to tick in one line, in fives; the first ones are `struck` already."""
    lefts = [x + i * _PITCH + i // 5 * _FIVE for i in range(count)]
    boxes = (Rect(left, y, TICK, TICK, width=0.25) for left in lefts)
    return (*boxes, *(Line(left, y + TICK, left + TICK, y, 0.5) for left in lefts[:struck]))


def ticks_width(count: int) -> float:
    """Return the width of a line of boxes."""
    return count * _PITCH + max(0, (count - 1) // 5) * _FIVE


def _per_line(width: float) -> int:
    return max((n for n in range(1, MOST_BOXES + 1) if ticks_width(n) <= width + 0.6), default=1)


def boxes_row(label: str, count: int | None, struck: int = 0) -> Row:
    """Return a row with a label and boxes to tick; for None or more than MOST_BOXES one box to write in.

    The first boxes are `struck` already; in a box to write in, that number is written.
    """
    number = count if count is not None and count <= MOST_BOXES else None
    words = label if count is None or number is not None else f"{label}, of {count}"

    def fits_beside(w: float) -> bool:
        return number is None or ticks_width(number) <= w * 0.55

    def label_width(w: float) -> float:
        boxes_width = 16.0 if number is None else ticks_width(number)
        return w - boxes_width - 1 if fits_beside(w) else w

    def lines(w: float) -> int:
        return 1 if number is None or fits_beside(w) else -(-number // _per_line(w))

    def height(w: float) -> float:
        tall = page_columns.height(words, label_width(w), _SIZE, RAISED)
        if fits_beside(w):
            return max(tall, TICK) + _GAP
        return tall + lines(w) * _PITCH + _GAP

    def draw(x: float, y: float, w: float) -> Boxes:
        tall = page_columns.height(words, label_width(w), _SIZE, RAISED)
        drop = max(0.0, (TICK - tall) / 2) if fits_beside(w) else 0.0
        boxes: list[Box] = [page_columns.text(x, y + drop, label_width(w), tall, words, _SIZE, symbols=RAISED)]
        if number is None:
            boxes.append(Rect(x + w - 15, y, 15, TICK, width=0.25))
            if struck:
                boxes.append(Text(x + w - 14, y, 13, TICK, str(struck), 9, 7, across="middle", what="damage"))
        elif fits_beside(w):
            boxes += ticks(x + w - ticks_width(number) + _PITCH - TICK, y, number, struck)
        else:
            each = _per_line(w)
            for i in range(lines(w)):
                boxes += ticks(x, y + tall + i * _PITCH, min(each, number - i * each), max(0, struck - i * each))
        return tuple(boxes)

    return Row(height, draw)


def _is_known(card: Part, name: str, blank: bool) -> bool:
    return card.number(name) is not None and not (blank and card.mark(name).kind == "house")


def _stat_text(mount: Mount, name: Stat, blank: bool) -> str:
    """Return a stat as changed by attached cards, or room to write it."""
    return f"{name.upper()} {mount.stat(name) if _is_known(mount.card, name, blank) else '___'}"


def _mark(card: Part, names: Iterable[str], blank: bool) -> str:
    """Return the mark of the visible numbers of a row as an inline symbol."""
    visible = tuple(name for name in names if _is_known(card, name, blank))
    return token(row_mark(card, *visible))


def threshold(mount: Mount, blank: bool = False) -> int | None:
    """Return the Base Part's Damage Threshold, None if the player writes it."""
    return mount.stat("dt") if _is_known(mount.card, "dt", blank) else None


def rows(mount: Mount, blank: bool = False, damage: Mapping[str, int] = NOTHING) -> tuple[Row, ...]:
    """Return the rows of a part: name, numbers, boxes from the outermost layer inwards, other attached cards.

    `damage` is struck on the cards of the Mech, by their places in it: `part[1].attached[0]`.
    """
    card, place = mount.card, mount.where.partition(".")[2]
    lines = [
        page_columns.row(f"{card.type} · {_slot_words(mount)}", 6.5, INLINE),
        page_columns.row(card.name, 10, INLINE, "bold"),
        page_columns.row(
            " · ".join(_stat_text(mount, name, blank) for name in _stats_in_play(card))
            + _mark(card, _stats_in_play(card), blank),
            9,
            RAISED,
            "semibold",
        ),
    ]
    if card.rules:
        lines.append(page_columns.row(", ".join(map(write_rule, card.rules)), 7.5, INLINE))
    for layer in (Shield, Armour):
        for number, extra in enumerate(mount.attached):
            if isinstance(extra, layer):
                label = f"{extra.type}: {extra.name} · {_load_words(extra, blank)}"
                struck = damage.get(f"{place}.attached[{number}]", 0)
                lines.append(boxes_row(label, extra.dt if _is_known(extra, "dt", blank) else None, struck))
    lines.append(boxes_row("Base Part", threshold(mount, blank), damage.get(place, 0)))
    lines += [
        page_columns.row(_extra_text(extra, blank), 7.5, RAISED)
        for extra in mount.attached
        if not isinstance(extra, Shield | Armour)
    ]
    if isinstance(card, Weapon):
        lines.append(boxes_row("Jams", JAMS))
    return tuple(lines)


def _slot_words(mount: Mount) -> str:
    return f"slot {mount.slot[0]},{mount.slot[1]}" if mount.slot else "no slot"


def _stats_in_play(card: Part) -> tuple[Stat, ...]:
    """Return the stats that count in play: a Locomotor's own Weight does not."""
    return tuple(name for name in card.stats if name != "we" or not isinstance(card, Locomotor))


def _load_words(extra: Part, blank: bool) -> str:
    """Return an attached card's weight and power."""
    loads: tuple[Stat, ...] = ("we", "pc")
    return " ".join(
        f"{n.upper()} {extra.stat(n) if _is_known(extra, n, blank) else '___'}" for n in loads if n in extra.stats
    ) + _mark(extra, [n for n in loads if n in extra.stats], blank)


def _extra_text(extra: Part, blank: bool) -> str:
    """Return one line for a Modification or Support: its effect, weight and power."""
    changes = (
        ", ".join(f"{name.upper()} {change:+d}" for name, change in extra.gives.items())
        if isinstance(extra, Extra)
        else ""
    )
    rules = ", ".join(map(write_rule, extra.rules))
    details = (part for part in (changes, rules, _load_words(extra, blank)) if part)
    return " · ".join((f"{extra.type}: {extra.name}", *details))


def empty_rows(kind: str) -> tuple[Row, ...]:
    """Return an empty slot: a line for the name, labels for numbers, boxes; boxes for jams where a Weapon may be."""
    jams = kind.startswith("Weapon")

    def draw(x: float, y: float, w: float) -> Boxes:
        label = Text(x, y + 35.2, w, 4, "Jams (Weapon)", 7.5, 6.5, ink="soft", what="label")
        return (
            page_columns.text(x, y, w, 3, kind, 6.5, symbols=INLINE),
            Line(x, y + 9.4, x + w, y + 9.4, width=0.2, ink="soft"),
            Text(x, y + 10.6, w, 4, "AR ____  DT ____  WE ____  PC ____  ____  ____", 8.5, 6.5, what="numbers"),
            Text(x, y + 15.6, w, 4, "Shields, Armour", 7.5, 6.5, ink="soft", what="label"),
            *ticks(x, y + 19.4, min(10, _per_line(w))),
            Text(x, y + 25.4, w, 4, "Base Part", 7.5, 6.5, ink="soft", what="label"),
            *ticks(x, y + 29.2, min(8, _per_line(w))),
            *((label, *ticks(x, y + 39, JAMS)) if jams else ()),
        )

    return (Row(lambda w: 45.0 if jams else 35.0, draw),)
