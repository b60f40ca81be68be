"""The roster: a list with its pools, and for each model boxes for activation, damage and single use weapons."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.mechastellar.model import ROMAN, Command, Event, Force, pilot_title
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules.loadout import (
    Unit,
    bearers,
    module_names,
    starting_influence,
    starting_momentum,
)
from companion.games.mechastellar.sheets import damage_track
from companion.games.mechastellar.sheets.blocks import ship
from companion.games.mechastellar.sheets.damage_track import BOX
from companion.printing.faces.boxes import Area, Box, Group, Ink, Line, Rect, Text, Weight
from companion.printing.text import page_columns
from companion.system import Context

Boxes = tuple[Box, ...]
Drawn = tuple[Boxes, float]
"""Boxes placed from (0, 0), and their height."""

ROUNDS = 6
STEP = 6.0
"""Distance from one activation box to the next in mm."""
ROUND_BOXES = STEP * ROUNDS
HEAD, HEAD_AGAIN = 40.0, 8.0
"""Height of the first page's head, and of a further page's."""
GUTTER = 4.0
SIZE, SMALL = 10.0, 7.5


@dataclass(frozen=True)
class Model:
    """One model of a list; `number` distinguishes the copies of a unit."""

    unit: Unit
    number: int
    commands: bool = False

    @property
    def name(self) -> str:
        """Return its name, with a number if there are several."""
        return f"{self.unit.name} {self.number}" if self.unit.entry.count > 1 else self.unit.name


def pages(force: Force, units: tuple[Unit, ...], context: Context) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes the roster: one page in one column, else pages in two columns."""
    lead = bearers(units, force.commander)[:1]
    models = [
        Model(unit, n, unit in lead and unit.entry.count == 1) for unit in units for n in range(1, unit.entry.count + 1)
    ]

    def make(area: Area) -> tuple[Boxes, ...]:
        orders, deep = _orders(force, context, area.w)
        whole = [_row(model, area.w, narrow=False) for model in models]
        if HEAD + sum(high for _, high in whole) + deep <= area.h:
            made, end = _column(whole, 0, HEAD)
            return ((*_head(force, units, context, area.w), *made, *_at(orders, 0, end)),)
        return _two_columns(force, units, context, models, (orders, deep), area)

    return make


def _two_columns(
    force: Force, units: tuple[Unit, ...], context: Context, models: list[Model], orders: Drawn, area: Area
) -> tuple[Boxes, ...]:
    wide = (area.w - GUTTER) / 2
    rows = [_row(model, wide, narrow=True) for model in models]
    made: list[Boxes] = []
    while rows or not made:
        top = HEAD_AGAIN if made else HEAD
        head = _head_again(force, area.w, len(made) + 1) if made else _head(force, units, context, area.w)
        fits = max(1, _fitting(rows, area.h - top))
        more = max(1, _fitting(rows[fits:], area.h - top))
        half = _half(rows)
        if fits + more >= len(rows) and _fitting(rows[:half], area.h - top) == half:
            fits, more = half, len(rows) - half  # The columns of the last page are balanced, those of the others full.
        left, low = _column(rows[:fits], 0, top)
        right, lower = _column(rows[fits : fits + more], wide + GUTTER, top)
        rows = rows[fits + more :]
        page: Boxes = (*head, *left, *right)
        end = max(low, lower)
        if not rows and end + orders[1] <= area.h:
            page, orders = (*page, *_at(orders[0], 0, end)), ((), 0)
        made.append(page)
    if orders[0]:
        made.append((*_head_again(force, area.w, len(made) + 1), *_at(orders[0], 0, HEAD_AGAIN)))
    return tuple(made)


def _fitting(rows: list[Drawn], room: float) -> int:
    """Return how many rows fit one column."""
    used = 0.0
    for n, (_, high) in enumerate(rows):
        used += high
        if used > room:
            return n
    return len(rows)


def _half(rows: list[Drawn]) -> int:
    """Return where to split the rows, the left column no shorter than the right."""
    total, used = sum(high for _, high in rows), 0.0
    for n, (_, high) in enumerate(rows):
        used += high
        if 2 * used >= total - 0.01:
            return n + 1
    return len(rows)


def _column(rows: list[Drawn], x: float, y: float) -> Drawn:
    """Return rows stacked below each other, and where they end."""
    made: list[Box] = []
    for boxes, high in rows:
        made += _at(boxes, x, y)
        y += high
    return tuple(made), y


def _at(boxes: Boxes, x: float, y: float) -> Boxes:
    return (Group(boxes, x, y),) if boxes else ()


def _head(force: Force, units: tuple[Unit, ...], context: Context, w: float) -> Boxes:
    points = sum(unit.points for unit in units)
    count = sum(unit.entry.count for unit in units)
    what = f"{points} of {force.size} points, {count} units, {force.theatre}"
    if force.commander:
        what += f", commander {force.commander}"
    modules = ", ".join(module_names(force)) or "no modules"
    momentum = starting_momentum(force.size, context.rulings)
    hint = "Damage: tick a box for its value, the last for the number in it; erase ten to tick one of the next."
    made: list[Box] = [
        Text(0, 0, w, 7.5, force.title or "MechaStellar roster", 15, 8, "bold", ink="blue", leading=1, what="title"),
        Text(0, 7.8, w, 4, what, 9.5, 6, "semibold", leading=1, what="points"),
        Text(0, 12, w, 3.6, modules, 8, 6, ink="soft", leading=1, what="modules"),
        *_track("Momentum", momentum, 0, 17, w),
    ]
    if "strategic-commands" in force.modules or "expanded-commands" in force.modules:
        made += _track("Influence", starting_influence(force.size, context.rulings), 0, 25, w)
    made += [
        Text(0, 33, 20, BOX, "Round", 9, 7, "semibold", across="middle", leading=1, what="round"),
        *_numbers(22, 33, 7.2),
        Text(68, 33, w - 68, BOX, hint, 7.5, 6, across="middle", ink="soft", leading=1, what="hint"),
        Line(0, HEAD - 0.8, w, HEAD - 0.8, width=0.4, ink="blue"),
    ]
    return tuple(made)


def _head_again(force: Force, w: float, page: int) -> Boxes:
    title = f"{force.title or 'MechaStellar roster'}, page {page}"
    return (
        Text(0, 0, w, 6, title, 11, 7, "bold", ink="blue", leading=1, what="title"),
        Line(0, HEAD_AGAIN - 0.8, w, HEAD_AGAIN - 0.8, width=0.4, ink="blue"),
    )


def _track(words: str, start: int, x: float, y: float, w: float) -> Boxes:
    """Return a pool's track from 0 to 10; the start has a thick box."""
    made: list[Box] = [Text(x, y, 20, 6, words, 9, 7, "semibold", across="middle", leading=1, what="track")]
    for n in range(11):
        left = x + 22 + n * 7.2 + (2 if n > 5 else 0)
        made += [
            Rect(left, y, 6.2, 6.2, stroke="ink", width=0.7 if n == start else 0.2),
            Text(left, y, 6.2, 6.2, str(n), 9, 6, "bold" if n == start else "regular", "centre", "middle", leading=1),
        ]
    words = f"starts at {start}; at most ten"
    return (*made, Text(x + 106, y, w - 106, 6.2, words, 8, 6, across="middle", ink="soft", leading=1, what="start"))


def _numbers(x: float, y: float, step: float) -> Boxes:
    """Return a box for each round."""
    made: list[Box] = []
    for n in range(1, ROUNDS + 1):
        left = x + (n - 1) * step
        made += [
            Rect(left, y, BOX, BOX, stroke="ink"),
            Text(left, y, BOX, BOX, str(n), 7, 6, align="centre", across="middle", ink="soft", leading=1),
        ]
    return tuple(made)


def _row(model: Model, w: float, narrow: bool) -> Drawn:
    """Return one model's line: its name and weapons, boxes for activation, damage, single use weapons."""
    unit = model.unit
    wide = w - ROUND_BOXES - 2 if narrow else w * 0.42
    name, y = _said(0, 0.6, wide, model.name, SIZE, "unit", "bold")
    made: list[Box] = [name, *_numbers(w - ROUND_BOXES, 1, STEP)]
    about, y = _said(0, y, wide, _about(model), SMALL, "about", ink="soft")
    stats, y = _said(
        0, max(y, 1 + BOX) if narrow else y, w if narrow else wide, _stats(unit), SMALL, "stats", ink="soft"
    )
    made += [about, stats]
    arms = "; ".join(_arm(weapon) for weapon in unit.armed)
    if arms and narrow:
        said, y = _said(0, y, w, arms, SMALL, "weapons")
        made.append(said)
    elif arms:
        said, low = _said(wide + 2, 0.6, w - wide - ROUND_BOXES - 5, arms, SMALL, "weapons")
        made.append(said)
        y = max(y, low)
    y = max(y, 1 + BOX) + 0.8
    made += damage_track.track(unit.hp, 0, y, w)
    y += damage_track.height(unit.hp, w)
    once, high = _once(unit, w, y)
    made += once
    y += high + 0.6
    made.append(Line(0, y - 0.1, w, y - 0.1, width=0.12, ink="soft"))
    return tuple(made), y


def _said(
    x: float, y: float, w: float, words: str, size: float, what: str, weight: Weight = "regular", ink: Ink = "ink"
) -> tuple[Text, float]:
    """Return a text box as high as its words need, and where it ends."""
    high = page_columns.height(words, w, size, {}) if words else 0.0
    return Text(x, y, w, high, words, size, 6, weight, ink=ink, leading=page_columns.LEADING, what=what), y + high


def _about(model: Model) -> str:
    unit = model.unit
    parts = ["Commander"] if model.commands else []
    parts += [f"{unit.each} points", pilot_title(unit.profile.type, unit.pilot)]
    if unit.name != unit.profile.name:
        parts.append(unit.profile.name)
    if unit.entry.carried_by:
        parts.append(f"aboard {unit.entry.carried_by}")
    return " · ".join(parts)


def _stats(unit: Unit) -> str:
    profile = unit.profile
    stats = (
        f'Mv {profile.move}" · Ac {profile.actions} · Sh {profile.shooting} · Me {profile.melee}d10 · '
        f'Ev {profile.evade:+d} · Sv {profile.arm_sv:+d} · Se {profile.sensors}"'
    )
    label, value = profile.third_stat
    more = [f"{label} {value}"] if label != "Model" else []
    return " · ".join([stats, *more, *(f"{label} {value}" for label, value, _ in ship(profile))])


def _arm(weapon: Weapon) -> str:
    parts = [weapon.name, str(weapon.dmg) if weapon.dmg else "", f"P{weapon.pen}" if weapon.pen != "-" else ""]
    parts.append(f"OW {ROMAN[weapon.overwatch]}" if weapon.overwatch else "")
    parts.append("(once)" if weapon.single_use else "")
    return " ".join(part for part in parts if part)


def _once(unit: Unit, w: float, y: float) -> Drawn:
    """Return a box to tick for each single use weapon, as many in a row as fit."""
    names = [weapon.name for weapon in unit.armed if weapon.single_use]
    across = max(1, int(w // 45))
    made: list[Box] = []
    for n, name in enumerate(names):
        row, column = divmod(n, across)
        left, top = column * w / across, y + row * damage_track.LINE
        words = f"used: {name}"
        made += [
            Rect(left + 0.2, top, BOX, BOX, stroke="ink"),
            Text(left + 7, top, w / across - 8, BOX, words, 7.5, 6, across="middle", leading=1, what="once"),
        ]
    return tuple(made), damage_track.LINE * -(-len(names) // across)


def _orders(force: Force, context: Context, w: float) -> Drawn:
    """Return the chosen event and commands with their effects; the event has a box to tick."""
    made: list[Box] = []
    y = 2.0
    for card in chosen(force, context):
        left = 7.5 if isinstance(card, Event) else 0.0
        said, low = _said(left, y, w - left, order_words(card), 8.5, "order")
        made.append(said)
        if left:
            made.append(Rect(0.2, y, BOX, BOX, stroke="ink"))
            low = max(low, y + BOX)
        y = low + 1.2
    return (tuple(made), y) if made else ((), 0.0)


def chosen(force: Force, context: Context) -> tuple[Event | Command, ...]:
    """Return the cards of the events and commands that a list names."""
    events = (context.catalogue.find(Event, name) for name in force.event)
    commands = (context.catalogue.find(Command, name) for name in force.commands)
    return tuple(card for card in (*events, *commands) if card)


def order_words(card: Event | Command) -> str:
    """Return an event or a command with its cost and what it does."""
    if isinstance(card, Event):
        what = "event, once a game" + ", commander only" * card.commander
    else:
        what = "reaction, " * card.reaction + f"Influence {card.cost}"
    return f"{card.name} ({what}): {card.text}"
