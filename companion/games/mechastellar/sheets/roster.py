"""The roster of a list: its pools, and for each model boxes for activation, damage and single use weapons."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.base.wording import join_words, plural
from companion.data.marks import combine_marks, token, token_legend
from companion.gamekit.contract import Context
from companion.games.mechastellar.model import Command, Event, Force
from companion.games.mechastellar.rules.loadout import (
    HP_FACTORS,
    Unit,
    find_units,
    hp_factor,
    model_names,
    module_names,
    starting_influence,
    starting_momentum,
)
from companion.games.mechastellar.sheets.damage_track import BOX
from companion.games.mechastellar.sheets.roster_rows import Drawn, Model, round_boxes, row, stats_mark, text_box, traits
from companion.games.mechastellar.validator import check
from companion.printing.faces.boxes import Area, Box, Group, Line, Rect, Text
from companion.printing.faces.origins import RAISED

Boxes = tuple[Box, ...]

SIZES = (9.5, 8.5, 7.5)
"""Sizes in points of a short list's text, the largest that fits one page."""
HEAD, INFLUENCE, HEAD_AGAIN = 32.0, 8.0, 8.0
"""Heights in mm: the first page's head, its track of Influence if the game has it, a further page's head."""
GUTTER = 4.0
NO_LOSSES: Mapping[int, Mapping[str, int]] = MappingProxyType({})
NOTE = 8.0
"""Distance between two lines for notes in mm."""


def pages(
    force: Force, units: tuple[Unit, ...], context: Context, losses: Mapping[int, Mapping[str, int]] = NO_LOSSES
) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes the roster: one page in one column, else pages in two columns.

    `losses` have the `hp` that models have left, by their places in the list, equal ones one by one.
    """
    commander = find_units(units, force.commander)[:1]
    listed = [
        (unit, n, name, names[0])
        for unit, names in zip(units, model_names(units), strict=True)
        for n, name in enumerate(names, 1)
    ]
    models = [
        Model(
            unit,
            n,
            unit in commander and unit.entry.count == 1,
            traits(unit, context),
            name,
            first,
            max(0, unit.hp - losses.get(place, {}).get("hp", unit.hp)),
        )
        for place, (unit, n, name, first) in enumerate(listed)
    ]

    def make(area: Area) -> tuple[Boxes, ...]:
        orders, orders_height = _battle_cards(force, context, area.w)
        head = _head_height(force)
        for size in SIZES:
            rows = [row(model, area.w, size) for model in models]
            if head + sum(high for _, high in rows) + orders_height <= area.h:
                column, end = _column(rows, 0, head)
                notes = _note_lines(end + orders_height, area)
                return ((*_head(force, units, context, area.w), *column, *_place(orders, 0, end), *notes),)
        return _two_columns(force, units, context, models, (orders, orders_height), area)

    return make


def _two_columns(
    force: Force, units: tuple[Unit, ...], context: Context, models: list[Model], orders: Drawn, area: Area
) -> tuple[Boxes, ...]:
    wide = (area.w - GUTTER) / 2
    rows = [row(model, wide) for model in models]
    finished: list[Boxes] = []
    while rows or not finished:
        top = HEAD_AGAIN if finished else _head_height(force)
        number = len(finished) + 1
        head = _continuation_head(force, area.w, number) if finished else _head(force, units, context, area.w)
        left_count = max(1, _rows_per_column(rows, area.h - top))
        right_count = max(1, _rows_per_column(rows[left_count:], area.h - top))
        balanced = _balance(rows)
        if left_count + right_count >= len(rows) and _rows_per_column(rows[:balanced], area.h - top) == balanced:
            # The columns of the last page are balanced, those of the others full.
            left_count, right_count = balanced, len(rows) - balanced
        left, low = _column(rows[:left_count], 0, top)
        right, lower = _column(rows[left_count : left_count + right_count], wide + GUTTER, top)
        rows = rows[left_count + right_count :]
        page: Boxes = (*head, *left, *right)
        end = max(low, lower)
        if not rows and end + orders[1] <= area.h:
            page = (*page, *_place(orders[0], 0, end), *_note_lines(end + orders[1], area))
            orders = ((), 0)
        finished.append(page)
    if orders[0]:
        last = (*_place(orders[0], 0, HEAD_AGAIN), *_note_lines(HEAD_AGAIN + orders[1], area))
        finished.append((*_continuation_head(force, area.w, len(finished) + 1), *last))
    return tuple(finished)


def _rows_per_column(rows: list[Drawn], room: float) -> int:
    """Return how many rows fit one column."""
    used = 0.0
    for n, (_, high) in enumerate(rows):
        used += high
        if used > room:
            return n
    return len(rows)


def _balance(rows: list[Drawn]) -> int:
    """Return the number of rows in the left column of two, which is no shorter than the right one."""
    total, used = sum(high for _, high in rows), 0.0
    for n, (_, high) in enumerate(rows):
        used += high
        if 2 * used >= total - 0.01:
            return n + 1
    return len(rows)


def _column(rows: list[Drawn], x: float, y: float) -> Drawn:
    """Return rows below each other from (x, y), and the height at which they end."""
    placed: list[Box] = []
    for boxes, high in rows:
        placed += _place(boxes, x, y)
        y += high
    return tuple(placed), y


def _place(boxes: Boxes, x: float, y: float) -> Boxes:
    return (Group(boxes, x, y),) if boxes else ()


def _has_influence(force: Force) -> bool:
    return "strategic-commands" in force.modules or "expanded-commands" in force.modules


def _head_height(force: Force) -> float:
    return HEAD + INFLUENCE * _has_influence(force)


def _head(force: Force, units: tuple[Unit, ...], context: Context, w: float) -> Boxes:
    points = sum(unit.points for unit in units)
    count = sum(unit.entry.count for unit in units)
    mark = token(combine_marks(unit.price_mark for unit in units))
    points_line = f"{points}{mark} of {force.size} points, {count} units, {force.theatre}"
    if force.commander:
        points_line += f", commander {force.commander}"
    modules = ", ".join(module_names(force)) or "no modules"
    if (factor := hp_factor(force, context.rulings)) > 1:
        modules += f"; all HP are {HP_FACTORS[factor]}"
    legend = token_legend(mark for unit in units for mark in (unit.price_mark, stats_mark(unit)))
    modules += f" · {legend}" * bool(legend)
    momentum = starting_momentum(force.size, context.rulings)
    hint = "Damage: tick a box, or draw over a stroke, for every 100; the last box for the number in it."
    title = force.title or "MechaStellar roster"
    boxes: list[Box] = [
        Text(0, 0, w * 0.59, 7.5, title, 15, 8, "bold", ink="blue", leading=1, what="title"),
        Text(0, 7.8, w, 4, points_line, 9.5, 6.5, "semibold", leading=1, symbols=RAISED, what="points"),
        Text(0, 12, w, 3.6, modules, 8, 6.5, ink="soft", leading=1, symbols=RAISED, what="modules"),
        *_legality(force, context, w),
        *_pool_track("Momentum", momentum, 0, 17, w),
    ]
    if _has_influence(force):
        boxes += _pool_track("Influence", starting_influence(force.size, context.rulings), 0, 25, w)
    end = _head_height(force)
    boxes += [
        Text(0, end - 7, 20, BOX, "Round", 9, 7, "semibold", across="middle", leading=1, what="round"),
        *round_boxes(22, end - 7, 7.2),
        Text(68, end - 7, w - 68, BOX, hint, 7.5, 6.5, across="middle", ink="soft", leading=1, what="hint"),
        Line(0, end - 0.8, w, end - 0.8, width=0.4, ink="blue"),
    ]
    return tuple(boxes)


def _legality(force: Force, context: Context, w: float) -> Boxes:
    """Return a framed line with the broken rules; nothing for a legal list."""
    errors = [finding.rule for finding in check(force, context).findings if finding.level == "error"]
    if not errors:
        return ()
    words = f"Not legal: {plural(len(errors), 'problem')} ({join_words(list(dict.fromkeys(errors)))})"
    left = w * 0.6
    return (
        Rect(left, 0.4, w - left, 6.4, stroke="ink", width=0.6),
        Text(left + 1, 0.6, w - left - 2, 6, words, 9, 6.5, "bold", "centre", "middle", leading=1, what="not legal"),
    )


def _continuation_head(force: Force, w: float, page: int) -> Boxes:
    title = f"{force.title or 'MechaStellar roster'}, page {page}"
    return (
        Text(0, 0, w, 6, title, 11, 7, "bold", ink="blue", leading=1, what="title"),
        Line(0, HEAD_AGAIN - 0.8, w, HEAD_AGAIN - 0.8, width=0.4, ink="blue"),
    )


def _pool_track(words: str, start: int, x: float, y: float, w: float) -> Boxes:
    """Return a pool's track from 0 to 10; the start has a thick box."""
    boxes: list[Box] = [Text(x, y, 20, 6, words, 9, 7, "semibold", across="middle", leading=1, what="track")]
    for n in range(11):
        left = x + 22 + n * 7.2 + (2 if n > 5 else 0)
        boxes += [
            Rect(left, y, 6.2, 6.2, stroke="ink", width=0.7 if n == start else 0.2),
            Text(left, y, 6.2, 6.2, str(n), 9, 6.5, "bold" if n == start else "regular", "centre", "middle", leading=1),
        ]
    words = f"starts at {start}; at most ten"
    return (*boxes, Text(x + 106, y, w - 106, 6.2, words, 8, 6.5, across="middle", ink="soft", leading=1, what="start"))


def _battle_cards(force: Force, context: Context, w: float) -> Drawn:
    """Return the chosen event and commands with their effects; the event has a box to tick."""
    boxes: list[Box] = []
    y = 2.0
    for card in chosen_cards(force, context):
        left = 7.5 if isinstance(card, Event) else 0.0
        words, bottom = text_box(left, y, w - left, battle_card_words(card), 8.5, "order")
        boxes.append(words)
        if left:
            boxes.append(Rect(0.2, y, BOX, BOX, stroke="ink"))
            bottom = max(bottom, y + BOX)
        y = bottom + 1.2
    return (tuple(boxes), y) if boxes else ((), 0.0)


def _note_lines(top: float, area: Area) -> Boxes:
    """Return ruled lines to write on below `top`; nothing where only one fits."""
    count = int((area.h - top - NOTE) / NOTE)
    if count < 2:
        return ()
    words = Text(0, top + 1.5, area.w, 4, "Notes", 9, 7, "semibold", ink="soft", leading=1, what="notes")
    lines = (Line(0, area.h - n * NOTE, area.w, area.h - n * NOTE, width=0.15, ink="faint") for n in range(count))
    return (words, *lines)


def chosen_cards(force: Force, context: Context) -> tuple[Event | Command, ...]:
    """Return the cards of the events and commands that a list names."""
    events = (context.catalogue.find(Event, name) for name in force.event)
    commands = (context.catalogue.find(Command, name) for name in force.commands)
    return tuple(card for card in (*events, *commands) if card)


def battle_card_words(card: Event | Command) -> str:
    """Return an event or a command with its cost and effect."""
    if isinstance(card, Event):
        terms = "event, once a game" + ", commander only" * card.commander
    else:
        terms = "reaction, " * card.reaction + f"Influence {card.cost}"
    return f"{card.name} ({terms}): {card.text}"
