"""Head and foot of a mech sheet: meters, Pilot, boxes to tick in play, reminders; `mech_sheet` has the grid."""

from collections.abc import Mapping

from companion.data.cards import Mark
from companion.data.marks import PRINTED, token
from companion.games.techniconica.matchup import lost
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
_METERED: tuple[Stat, ...] = ("we", "mw", "pc", "po")
_PILOT: tuple[Stat, ...] = ("ac", "fo", "bt", "rr")
_MOST_SEGMENTS = 30
_CELL = 15.0
"""Width of the cell of a Pilot's number in mm."""


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


def portrait(figure: Boxes, area: Area) -> tuple[Boxes, Area]:
    """Return the Mech's figure at the right of the head, and the area beside it; the whole area without a figure."""
    if not figure:
        return (), area
    scale = _PORTRAIT / SIDE
    return (Group(figure, area.w - _PORTRAIT, HEAD, 0, scale),), Area(area.w - _PORTRAIT - 3, area.h)


def meters(assembly: Assembly | None, area: Area, blank: bool) -> Boxes:
    """Return weight, power and Speed; empty to fill in without a Mech or if a number is not known.

    With `blank`, totals that include house numbers are empty too.
    """
    ours = any(card.mark("default").kind == "house" for card in assembly.cards) if assembly else False
    counted = None if blank and ours else assembly
    wide = (area.w - 30 - 8) / 2
    weight, max_weight = _total(counted, "we"), _locomotor_stat(counted, "mw")
    consumption, output = _total(counted, "pc"), _total(counted, "po") if counted and counted.plants else None
    speed = _locomotor_stat(counted, "sp")
    marks = {stat: _stat_mark(counted, stat) for stat in _METERED}
    speed_label = f"SP{_origin_mark(counted, 'sp', speed)}"
    return (
        *_meter(0, wide, "Weight", "over", (weight, max_weight), (marks["we"], marks["mw"])),
        *_meter(wide + 4, wide, "Power", "missing", (consumption, output), (marks["pc"], marks["po"])),
        Rect(area.w - 30, 10, 30, 13, radius=1, fill="tint", stroke=None),
        Text(area.w - 29, 10.6, 14, 4, speed_label, 8, 6.5, "semibold", ink="soft", symbols=RAISED, what="label"),
        Text(area.w - 29, 14.6, 14, 7, "Speed", 7, 6.5, ink="soft", what="label"),
        Text(area.w - 16, 10, 15, 13, _number_text(speed), 24, 12, "bold", "right", "middle", leading=1, what="Speed"),
    )


def _stat_mark(assembly: Assembly | None, stat: Stat) -> Mark:
    return assembly.mark(stat) if assembly else PRINTED


def _origin_mark(assembly: Assembly | None, stat: Stat, number: object) -> str:
    """Return the mark of a figure for its label, as an inline symbol; nothing for an empty figure."""
    return token(_stat_mark(assembly, stat)) if number not in (None, "") else ""


def _number_text(number: int | None, unknown: str = "") -> str:
    return unknown if number is None else str(number)


def _total(assembly: Assembly | None, stat: Stat) -> int | None:
    """Return the weight, the power drawn or the power given; None if a card's number is not known."""
    if assembly is None or any(card.lacks(stat) for card in assembly.cards):
        return None
    return {"we": assembly.weight, "pc": assembly.consumption, "po": assembly.output}[stat]


def _locomotor_stat(assembly: Assembly | None, stat: Stat) -> int | None:
    """Return a number of the Locomotor as changed by other cards; None without one, or if it is not known."""
    mount = assembly.at("locomotor") if assembly else None
    if assembly is None or mount is None or mount.card.lacks(stat):
        return None
    return assembly.max_weight if stat == "mw" else assembly.speed


Limit = tuple[int | None, int | None]
"""The amount used and the limit; None if a number is not known."""


def _meter(x: float, w: float, label: str, excess_word: str, limit: Limit, marks: tuple[Mark, Mark]) -> Boxes:
    """Return a meter: used and limit, in figures and as a bar; lines to write on if they are not known."""
    used, most = limit
    figures = " of ".join(
        _number_text(number, "____") + (token(mark) if number is not None else "")
        for number, mark in zip(limit, marks, strict=True)
    )
    if used is not None and most is not None:
        label += f" · {used - most} {excess_word}" if used > most else f" · {most - used} to spare"
    else:
        used = most = None
    top = max(used or 0, most or 0)
    share = (used or 0) / top if top else 0.0
    what = label.split(" ")[0]
    end = (most or 0) / top if top else 1.0
    over: Ink = "accent" if (used or 0) > (most or 0) else "blue"
    segments = (x + w * i / top for i in range(1, top if top <= _MOST_SEGMENTS else 0))
    cuts = tuple(Line(at, 18.2, at, 23, width=0.15, ink="faint") for at in segments)
    return (
        Text(x, 10, w - 26, 6.6, label, 9, 6.5, "semibold", ink="soft", across="middle", what="label"),
        Text(x + w - 30, 9.6, 30, 7.4, figures, 15, 8, "bold", "right", "middle", leading=1, symbols=RAISED, what=what),
        *((Rect(x, 18.2, w * share, 4.8, fill="tint", stroke=None),) if share else ()),
        *cuts,
        Rect(x, 18.2, w, 4.8, width=0.3, stroke="blue"),
        *((Line(x + w * end, 17.4, x + w * end, 23.8, width=0.7, ink=over),) if top else ()),
    )


def pilot(assembly: Assembly | None, room: Area, area: Area, blank: bool, record: Mapping[str, int]) -> Boxes:
    """Return the Pilot in the `room` beside the portrait, and below it boxes to tick over the whole `area`.

    What is used up or done by the Mech's `record` is struck.
    """
    mount = assembly.at("pilot") if assembly else None
    y = 26.0
    left = room.w - len(_PILOT) * (_CELL + 1.6) + 1.6
    called = mount.card.name if mount else ""
    figures = [_pilot_figure(assembly, mount, stat, blank) for stat in _PILOT]
    rules = ", ".join(write_rule(token, assembly.specials) for token in mount.card.rules) if assembly and mount else ""
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
        boxes += _pilot_cell(stat, figure, _origin_mark(assembly, stat, figure), left + i * (_CELL + 1.6), y)
    return (*boxes, *_play_tracks(figures[-1], area, y + 17.4, record))


def _pilot_cell(stat: Stat, figure: str, mark: str, x: float, y: float) -> Boxes:
    label, wide = stat.upper(), _CELL - 2
    words = label + mark
    return (
        Rect(x, y - 1, _CELL, 15.4, radius=1, fill="tint", stroke=None),
        Text(x + 1, y - 0.6, wide, 3.4, words, 8, 6.5, "semibold", "centre", ink="soft", symbols=RAISED, what="label"),
        Text(x + 1, y + 2.6, wide, 8, figure, 19, 10, "bold", "centre", "middle", leading=1, what=label),
        Text(x, y + 10.8, _CELL, 3, STATS[stat], 6.5, 6.5, align="centre", ink="soft", leading=1, what="label"),
    )


def _pilot_figure(assembly: Assembly | None, mount: Mount | None, stat: Stat, blank: bool) -> str:
    if assembly is None or mount is None or mount.card.number(stat) is None:
        return ""
    return "" if blank and mount.card.mark(stat).kind == "house" else str(assembly.pilots(stat))


def _play_tracks(re_rolls: str, area: Area, y: float, record: Mapping[str, int]) -> Boxes:
    """Return boxes for play: Re-Rolls, Aim, Evade, Hold, Low Power, weight, and Rounds in which it acted."""
    count = int(re_rolls) if re_rolls else None
    re_roll_boxes = min(count, 6) if count is not None else 4
    groups: list[tuple[str, int]] = [
        ("Re-Rolls", re_roll_boxes),
        ("Aim", 1),
        ("Evade", 1),
        ("Hold", 2),
        ("Low Power", 1),
        ("Round", _ROUNDS),
    ]
    struck = {
        "Re-Rolls": (count or 0) - record.get(lost.RE_ROLLS, count or 0),
        "Aim": record.get(lost.AIM, 0),
        "Evade": record.get(lost.EVADE, 0),
        "Hold": max(record.get(lost.HOLD_ACCURACY, 0), record.get(lost.HOLD_SPEED, 0)),
        "Low Power": record.get(lost.POWER_OUT, 0),
    }
    words = {"Re-Rolls": 12.0, "Aim": 6.5, "Evade": 9.0, "Hold": 8.0, "Low Power": 15.0, "Round": 10.0}
    widths = [words[label] + _ticks_width(boxes) for label, boxes in groups]
    gap = (area.w - sum(widths)) / (len(groups) - 1)
    tracks: list[Box] = []
    x = 0.0
    for (label, boxes), wide in zip(groups, widths, strict=True):
        has_more = label == "Re-Rolls" and count is not None and count > re_roll_boxes
        tracks.append(
            Text(
                x,
                y,
                words[label],
                5,
                f"{label} {count}" if has_more else label,
                8,
                6.5,
                "semibold",
                across="middle",
                leading=1,
                what="track",
            )
        )
        tracks += ticks(x + words[label], y, boxes, struck.get(label, 0))
        x += wide + gap
    return tuple(tracks)


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
