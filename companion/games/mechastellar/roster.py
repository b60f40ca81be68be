"""The roster, a room of its own: a list on one page with its Momentum track, activation boxes and HP tracks."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.mechastellar.loadout import Unit, module_names, starting_influence, starting_momentum
from companion.games.mechastellar.model import ROMAN, Force
from companion.printing.boxes import Area, Box, Line, Rect, Text
from companion.system import Setting

Boxes = tuple[Box, ...]

ROUNDS = 6
BOX = 5.0
"""Side of a box to tick."""
LEAST_ROW = 13.0
ROW_WITH_ARMS = 21.0
"""A row of two columns this high has room for the weapons."""
TRACK = 500
"""HP that one box of a track stands for; more where a track would be too long."""
MOST_BOXES = 20
HEAD = 40.0


@dataclass(frozen=True)
class Model:
    """One model of a list, for its own line; `number` tells the copies of a unit apart."""

    unit: Unit
    number: int

    @property
    def name(self) -> str:
        """Return its name, with a number where there are several."""
        return f"{self.unit.name} {self.number}" if self.unit.entry.count > 1 else self.unit.name


def pages(force: Force, units: tuple[Unit, ...], setting: Setting) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return what makes the roster: one page for all lists that fit it, further pages for more."""
    models = [Model(unit, n) for unit in units for n in range(1, unit.entry.count + 1)]

    def make(area: Area) -> tuple[Boxes, ...]:
        most = int((area.h - HEAD) // LEAST_ROW)
        parts = [models[i : i + most] for i in range(0, len(models), most)] or [[]]
        columns = len(models) > most
        if columns:
            most *= 2
            parts = [models[i : i + most] for i in range(0, len(models), most)]
        return tuple(_page(force, units, setting, part, area, columns) for part in parts)

    return make


def _page(
    force: Force, units: tuple[Unit, ...], setting: Setting, models: list[Model], area: Area, columns: bool
) -> Boxes:
    made: list[Box] = [*_head(force, units, setting, area.w)]
    wide = (area.w - 4) / 2 if columns else area.w
    rows = max(1, -(-len(models) // 2) if columns else len(models))
    high = min(22.0, (area.h - HEAD) / rows)
    for i, model in enumerate(models):
        column, row = divmod(i, rows)
        made += _row(model, column * (wide + 4), HEAD + row * high, wide, high, columns)
    return tuple(made)


def _head(force: Force, units: tuple[Unit, ...], setting: Setting, w: float) -> Boxes:
    points = sum(unit.points for unit in units)
    count = sum(unit.entry.count for unit in units)
    what = f"{points} of {force.size} points, {count} units, {force.theatre}"
    if force.commander:
        what += f", commander {force.commander}"
    modules = ", ".join(module_names(force)) or "no modules"
    momentum = starting_momentum(force.size, setting.rulings)
    made: list[Box] = [
        Text(0, 0, w, 7.5, force.title or "MechaStellar roster", 15, 8, "bold", ink="blue", leading=1, what="title"),
        Text(0, 7.8, w, 4, what, 9.5, 6, "semibold", leading=1, what="points"),
        Text(0, 12, w, 3.6, modules, 8, 6, ink="soft", leading=1, what="modules"),
        *_track("Momentum", momentum, 0, 17, w),
    ]
    if "strategic-commands" in force.modules or "expanded-commands" in force.modules:
        made += _track("Influence", starting_influence(force.size, setting.rulings), 0, 25, w)
    made += [
        Text(0, 33, 20, 5, "Round", 9, 7, "semibold", across="middle", leading=1, what="round"),
        *_numbers(range(1, ROUNDS + 1), 22, 33),
        Line(0, HEAD - 0.8, w, HEAD - 0.8, width=0.4, ink="blue"),
    ]
    return tuple(made)


def _track(words: str, start: int, x: float, y: float, w: float) -> Boxes:
    """Return a pool's track from 0 to 10; the start has a thick box."""
    made: list[Box] = [Text(x, y, 20, 6, words, 9, 7, "semibold", across="middle", leading=1, what="track")]
    for n in range(11):
        left = x + 22 + n * 7.2 + (2 if n > 5 else 0)
        made += [
            Rect(left, y, 6.2, 6.2, stroke="ink", width=0.7 if n == start else 0.2),
            Text(left, y, 6.2, 6.2, str(n), 9, 6, "bold" if n == start else "regular", "centre", "middle", leading=1),
        ]
    words = f"starts at {start}; ten at most"
    return (*made, Text(x + 106, y, w - 106, 6.2, words, 8, 6, across="middle", ink="soft", leading=1, what="start"))


def _numbers(numbers: range, x: float, y: float, step: float = 7.2) -> Boxes:
    made: list[Box] = []
    for i, n in enumerate(numbers):
        left = x + i * step
        made += [
            Rect(left, y, BOX, BOX, stroke="ink"),
            Text(left, y, BOX, BOX, str(n), 7, 6, align="centre", across="middle", ink="soft", leading=1),
        ]
    return tuple(made)


def _row(model: Model, x: float, y: float, w: float, h: float, narrow: bool) -> Boxes:
    unit, profile = model.unit, model.unit.profile
    stats = (
        f'Mv {profile.move}" · Sh {profile.shooting} · Me {profile.melee}d10 · '
        f"Ev {profile.evade:+d} · Sv {profile.arm_sv:+d}"
    )
    if narrow:
        wide, boxes_at = w - 38, x + w - 37
    else:
        wide, boxes_at = w * 0.46, x + w - 6.0 * ROUNDS - 1
    made: list[Box] = [
        Text(x, y + 0.4, wide, 4.4, model.name, 10, 6, "bold", leading=1, what="unit"),
        Text(x, y + 4.6, wide, 3.4, stats, 7.5, 6, ink="soft", leading=1, what="stats"),
    ]
    arms, below = "; ".join(_arm(weapon) for weapon in unit.armed), 8.2
    if not narrow:
        left = x + wide + 2
        made.append(Text(left, y + 0.4, boxes_at - left - 2, 7.6, arms, 7.5, 6, leading=1.05, what="weapons"))
    elif h >= ROW_WITH_ARMS:
        made.append(Text(x, y + below, w, 7.6, arms, 7.5, 6, leading=1.05, what="weapons"))
        below += 7.8
    made += _numbers(range(1, ROUNDS + 1), boxes_at, y + 1, 6.0)
    made += _hp(unit, x, y + below, w, h - below - 0.4)
    return (*made, Line(x, y + h - 0.1, x + w, y + h - 0.1, width=0.12, ink="soft"))


def _arm(weapon: object) -> str:
    name, dmg, pen = getattr(weapon, "name", ""), getattr(weapon, "dmg", 0), getattr(weapon, "pen", "-")
    overwatch = getattr(weapon, "overwatch", 0)
    parts = [name, str(dmg) if dmg else "", f"P{pen}" if pen != "-" else ""]
    parts.append(f"OW {ROMAN[overwatch]}" if overwatch else "")
    parts.append("(once)" if "Single Use" in getattr(weapon, "qualities", ()) else "")
    return " ".join(part for part in parts if part)


def _hp(unit: Unit, x: float, y: float, w: float, h: float) -> Boxes:
    """Return an HP track in hundreds, five hundreds or thousands, and the number itself."""
    step = next(s for s in (100, TRACK, 1000, 2000, 5000, 10_000, 100_000) if -(-unit.hp // s) <= MOST_BOXES)
    boxes = -(-unit.hp // step)
    side = min(BOX, h)
    made: list[Box] = [
        Text(x, y, 22, side, f"HP {unit.hp}", 9, 6, "semibold", across="middle", leading=1, what="hp"),
    ]
    room = (w - 24 - 17 - 0.8 * (boxes // 5)) / max(1, boxes)
    each = min(side + 0.4, room)
    for i in range(boxes):
        left = x + 23 + i * each + (0.8 * (i // 5))
        made.append(Rect(left, y, min(side, each - 0.3), side, stroke="ink", width=0.2))
    end = x + 23 + boxes * each + 0.8 * (boxes // 5) + 1
    return (*made, Text(end, y, 15, side, f"× {step}", 7, 6, across="middle", ink="soft", leading=1, what="step"))
