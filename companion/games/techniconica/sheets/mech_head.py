"""The head and foot of a mech sheet: meters, Pilot, boxes to tick in play, reminders; the grid is in `mech_sheet`."""

from companion.data.cards import Mark
from companion.data.marks import PRINTED, token
from companion.games.techniconica.model import STATS, Stat
from companion.games.techniconica.model.special_rules import write_rule
from companion.games.techniconica.rules.assembly import Assembly, Mount
from companion.games.techniconica.sheets.mech_cells import ticks
from companion.printing.faces.boxes import Area, Box, Group, Ink, Line, Rect, Text
from companion.printing.faces.origins import RAISED
from companion.printing.faces.portraits import SIDE
from companion.printing.text.page_columns import Boxes

HEAD = 8.0
"""Height of the line at the top."""
_PORTRAIT = 34.0
"""Side of the Mech's figure, in mm."""
_ROUNDS = 10
_PILOT: tuple[Stat, ...] = ("ac", "fo", "bt", "rr")
_MOST_SEGMENTS = 30


def head(called: str, title: str, area: Area) -> Boxes:
    """Return the line at the top of a page."""
    half = area.w * 0.6
    right = f"Techniconica · mech sheet · {title}" if title else "Techniconica · mech sheet"
    return (
        Text(
            0,
            0,
            half,
            6.4,
            called or "Mech",
            15,
            7,
            "bold",
            ink="ink" if called else "soft",
            across="middle",
            leading=1,
            what="mech",
        ),
        Text(
            half,
            0,
            area.w - half,
            6.4,
            right,
            8,
            6.5,
            align="right",
            ink="soft",
            across="middle",
            leading=1,
            what="head",
        ),
        Line(0, HEAD - 1, area.w, HEAD - 1, width=0.4, ink="blue"),
    )


def portrait(drawn: Boxes, area: Area) -> tuple[Boxes, Area]:
    """Return the Mech's figure at the right of the head, and the room that is left beside it; all of it without one."""
    if not drawn:
        return (), area
    scale = _PORTRAIT / SIDE
    return (Group(drawn, area.w - _PORTRAIT, HEAD, 0, scale),), Area(area.w - _PORTRAIT - 3, area.h)


def meters(made: Assembly | None, area: Area, blank: bool) -> Boxes:
    """Return weight, power and Speed; empty to fill in without a Mech, or where a number is not known.

    With `blank`, totals that include house numbers are empty too.
    """
    known = made if made and not (blank and any(card.mark("default").kind == "house" for card in made.cards)) else None
    wide = (area.w - 30 - 8) / 2
    weight, carries = _sum(known, "we"), _locomotors(known, "mw")
    draws, gives = _sum(known, "pc"), _sum(known, "po") if known and known.plants else None
    speed = _locomotors(known, "sp")
    named = f"SP{_origin_mark(known, 'sp', speed)}"
    return (
        *_meter(0, wide, "Weight", "over", (weight, carries), (_mark(known, "we"), _mark(known, "mw"))),
        *_meter(wide + 4, wide, "Power", "missing", (draws, gives), (_mark(known, "pc"), _mark(known, "po"))),
        Rect(area.w - 30, 10, 30, 13, radius=1, fill="tint", stroke=None),
        Text(
            area.w - 29,
            10.6,
            14,
            4,
            named,
            8,
            6.5,
            "semibold",
            ink="soft",
            symbols=RAISED,
            what="label",
        ),
        Text(area.w - 29, 14.6, 14, 7, "Speed", 7, 6.5, ink="soft", what="label"),
        Text(area.w - 16, 10, 15, 13, _number_text(speed), 24, 12, "bold", "right", "middle", leading=1, what="Speed"),
    )


def _mark(made: Assembly | None, stat: Stat) -> Mark:
    return made.mark(stat) if made else PRINTED


def _origin_mark(made: Assembly | None, stat: Stat, number: object) -> str:
    """Return the mark of a figure for its label, as an inline symbol; nothing where the figure is left empty."""
    return token(_mark(made, stat)) if number not in (None, "") else ""


def _number_text(number: int | None, unknown: str = "") -> str:
    return unknown if number is None else str(number)


def _sum(made: Assembly | None, stat: Stat) -> int | None:
    """Return the weight, the power drawn or the power given; None if a card's number is not known."""
    if made is None or any(card.lacks(stat) for card in made.cards):
        return None
    return {"we": made.weight, "pc": made.consumption, "po": made.output}[stat]


def _locomotors(made: Assembly | None, stat: Stat) -> int | None:
    """Return a number of the Locomotor as changed by other cards; None without one, or if it is not known."""
    mount = made.at("locomotor") if made else None
    if made is None or mount is None or mount.card.lacks(stat):
        return None
    return made.max_weight if stat == "mw" else made.speed


Limit = tuple[int | None, int | None]
"""What is used and the most that may be; None for a number that is not known."""


def _meter(x: float, w: float, label: str, lacks: str, limit: Limit, marks: tuple[Mark, Mark]) -> Boxes:
    """Return a meter: used and limit, in figures and as a bar; lines to write on if they are not known."""
    used, most = limit
    figures = " of ".join(
        _number_text(number, "____") + (token(mark) if number is not None else "")
        for number, mark in zip(limit, marks, strict=True)
    )
    if used is not None and most is not None:
        label += f" · {used - most} {lacks}" if used > most else f" · {most - used} to spare"
    else:
        used = most = None
    top = max(used or 0, most or 0)
    share = (used or 0) / top if top else 0.0
    what = label.split(" ")[0]
    end = (most or 0) / top if top else 1.0
    over: Ink = "accent" if (used or 0) > (most or 0) else "blue"
    cuts = tuple(
        Line(x + w * i / top, 18.2, x + w * i / top, 23, width=0.15, ink="faint")
        for i in range(1, top)
        if top <= _MOST_SEGMENTS
    )
    return (
        Text(x, 10, w - 26, 6.6, label, 9, 6.5, "semibold", ink="soft", across="middle", what="label"),
        Text(
            x + w - 30,
            9.6,
            30,
            7.4,
            figures,
            15,
            8,
            "bold",
            "right",
            "middle",
            leading=1,
            symbols=RAISED,
            what=what,
        ),
        *((Rect(x, 18.2, w * share, 4.8, fill="tint", stroke=None),) if share else ()),
        *cuts,
        Rect(x, 18.2, w, 4.8, width=0.3, stroke="blue"),
        *((Line(x + w * end, 17.4, x + w * end, 23.8, width=0.7, ink=over),) if top else ()),
    )


def pilot(made: Assembly | None, room: Area, area: Area, blank: bool) -> Boxes:
    """Return the Pilot within the room beside the portrait, and below over the whole page boxes to tick in play."""
    mount = made.at("pilot") if made else None
    y, each = 26.0, 15.0
    left = room.w - len(_PILOT) * (each + 1.6) + 1.6
    called = mount.card.name if mount else ""
    figures = [_pilot_figure(made, mount, stat, blank) for stat in _PILOT]
    rules = ", ".join(write_rule(token, made.specials) for token in mount.card.rules) if made and mount else ""
    note = (
        "Bottle Test: more than BT points from one attack, a Base Part lost, or Frightening. D10 at most FO passes; a "
        "1 always."
    )
    boxes: list[Box] = [
        Text(0, y, 12, 4, "Pilot", 8, 6.5, "semibold", ink="soft", what="label"),
        Text(12, y - 1, left - 16, 6, called, 12, 7, "bold", across="middle", leading=1, what="Pilot"),
        Line(12, y + 5.2, left - 4, y + 5.2, width=0.2, ink="faint"),
        Text(12, y + 6, left - 16, 3.4, rules, 7.5, 6.5, what="special rules"),
        Text(0, y + 9.6, left - 4, 5.6, note, 7, 6.5, ink="soft", what="morale"),
    ]
    for i, (stat, figure) in enumerate(zip(_PILOT, figures, strict=True)):
        x = left + i * (each + 1.6)
        boxes += [
            Rect(x, y - 1, each, 15.4, radius=1, fill="tint", stroke=None),
            Text(
                x + 1,
                y - 0.6,
                each - 2,
                3.4,
                stat.upper() + _origin_mark(made, stat, figure),
                8,
                6.5,
                "semibold",
                align="centre",
                ink="soft",
                symbols=RAISED,
                what="label",
            ),
            Text(x + 1, y + 2.6, each - 2, 8, figure, 19, 10, "bold", "centre", "middle", leading=1, what=stat.upper()),
            Text(x, y + 10.8, each, 3, STATS[stat], 6.5, 6.5, align="centre", ink="soft", leading=1, what="label"),
        ]
    return (*boxes, *_tracks(figures[-1], area, y + 17.4))


def _pilot_figure(made: Assembly | None, mount: Mount | None, stat: Stat, blank: bool) -> str:
    if made is None or mount is None or mount.card.number(stat) is None:
        return ""
    return "" if blank and mount.card.mark(stat).kind == "house" else str(made.pilots(stat))


def _tracks(re_rolls: str, area: Area, y: float) -> Boxes:
    """Return boxes for play: Re-Rolls, Aim, Evade, Hold, Low Power, weight, and Rounds in which it acted."""
    count = int(re_rolls) if re_rolls else None
    shown = min(count, 6) if count is not None else 4
    groups: list[tuple[str, int]] = [
        ("Re-Rolls", shown),
        ("Aim", 1),
        ("Evade", 1),
        ("Hold", 2),
        ("Low Power", 1),
        ("Round", _ROUNDS),
    ]
    words = {"Re-Rolls": 12.0, "Aim": 6.5, "Evade": 9.0, "Hold": 8.0, "Low Power": 15.0, "Round": 10.0}
    widths = [words[label] + _ticks_width(boxes) for label, boxes in groups]
    gap = (area.w - sum(widths)) / (len(groups) - 1)
    made: list[Box] = []
    x = 0.0
    for (label, boxes), wide in zip(groups, widths, strict=True):
        many = label == "Re-Rolls" and count is not None and count > shown
        made.append(
            Text(
                x,
                y,
                words[label],
                5,
                f"{label} {count}" if many else label,
                8,
                6.5,
                "semibold",
                across="middle",
                leading=1,
                what="track",
            )
        )
        made += ticks(x + words[label], y, boxes)
        x += wide + gap
    return tuple(made)


def _ticks_width(count: int) -> float:
    """Return the width of boxes with the gap after their label."""
    return count * 5.6 + max(0, (count - 1) // 5) * 1.4 - 0.6


def notes(area: Area) -> Boxes:
    """Return the reminder at the foot."""
    words = (
        "Damage goes to Shields, then Armour, then the Base Part. Out of play without Cockpit, without Power Plants or "
        "without Weapons. Low Power: Speed 0 when attacked, Accuracy halved and rounded up, no Evade, no Charge, "
        "Support that draws power stops. Part lost: cross out its slot, check power, take one Bottle Test per attack."
    )
    return (Text(0, area.h - 8, area.w, 8, words, 7.5, 6.5, ink="soft", what="notes"),)
