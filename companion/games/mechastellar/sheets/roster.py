"""The roster: a list with its pools, and for each model boxes for activation, damage and single use weapons."""

from collections.abc import Callable

from companion.base.wording import join_words, plural
from companion.data.marks import combine_marks, token, token_legend
from companion.gamekit.contract import Context
from companion.games.mechastellar.model import Command, Event, Force
from companion.games.mechastellar.rules.loadout import (
    Unit,
    find_units,
    hp_factor,
    model_names,
    module_names,
    starting_influence,
    starting_momentum,
)
from companion.games.mechastellar.sheets.damage_track import BOX
from companion.games.mechastellar.sheets.roster_rows import Drawn, Model, numbers, row, stats_mark, text_box, traits
from companion.games.mechastellar.validator import check
from companion.printing.faces.boxes import Area, Box, Group, Line, Rect, Text
from companion.printing.faces.origins import RAISED

Boxes = tuple[Box, ...]

SIZES = (9.5, 8.5, 7.5)
"""Sizes in points of a short list's text, the largest that fits one page."""
HEAD, INFLUENCE, HEAD_AGAIN = 32.0, 8.0, 8.0
"""Height of the first page's head, of its track of Influence where the game has it, and of a further page's head."""
GUTTER = 4.0
NOTE = 8.0
"""From one line for notes to the next, in mm."""


def pages(force: Force, units: tuple[Unit, ...], context: Context) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes the roster: one page in one column, else pages in two columns."""
    lead = find_units(units, force.commander)[:1]
    models = [
        Model(unit, n, unit in lead and unit.entry.count == 1, traits(unit, context), name, names[0])
        for unit, names in zip(units, model_names(units), strict=True)
        for n, name in enumerate(names, 1)
    ]

    def make(area: Area) -> tuple[Boxes, ...]:
        orders, deep = _orders(force, context, area.w)
        head = _head_height(force)
        for size in SIZES:
            whole = [row(model, area.w, size) for model in models]
            if head + sum(high for _, high in whole) + deep <= area.h:
                made, end = _column(whole, 0, head)
                notes = _notes(end + deep, area)
                return ((*_head(force, units, context, area.w), *made, *_placed_group(orders, 0, end), *notes),)
        return _two_columns(force, units, context, models, (orders, deep), area)

    return make


def _two_columns(
    force: Force, units: tuple[Unit, ...], context: Context, models: list[Model], orders: Drawn, area: Area
) -> tuple[Boxes, ...]:
    wide = (area.w - GUTTER) / 2
    rows = [row(model, wide) for model in models]
    made: list[Boxes] = []
    while rows or not made:
        top = HEAD_AGAIN if made else _head_height(force)
        head = _continuation_head(force, area.w, len(made) + 1) if made else _head(force, units, context, area.w)
        fits = max(1, _rows_per_column(rows, area.h - top))
        more = max(1, _rows_per_column(rows[fits:], area.h - top))
        half = _half(rows)
        if fits + more >= len(rows) and _rows_per_column(rows[:half], area.h - top) == half:
            fits, more = half, len(rows) - half  # The columns of the last page are balanced, those of the others full.
        left, low = _column(rows[:fits], 0, top)
        right, lower = _column(rows[fits : fits + more], wide + GUTTER, top)
        rows = rows[fits + more :]
        page: Boxes = (*head, *left, *right)
        end = max(low, lower)
        if not rows and end + orders[1] <= area.h:
            page = (*page, *_placed_group(orders[0], 0, end), *_notes(end + orders[1], area))
            orders = ((), 0)
        made.append(page)
    if orders[0]:
        last = (*_placed_group(orders[0], 0, HEAD_AGAIN), *_notes(HEAD_AGAIN + orders[1], area))
        made.append((*_continuation_head(force, area.w, len(made) + 1), *last))
    return tuple(made)


def _rows_per_column(rows: list[Drawn], room: float) -> int:
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
        made += _placed_group(boxes, x, y)
        y += high
    return tuple(made), y


def _placed_group(boxes: Boxes, x: float, y: float) -> Boxes:
    return (Group(boxes, x, y),) if boxes else ()


def _has_influence(force: Force) -> bool:
    return "strategic-commands" in force.modules or "expanded-commands" in force.modules


def _head_height(force: Force) -> float:
    return HEAD + INFLUENCE * _has_influence(force)


def _head(force: Force, units: tuple[Unit, ...], context: Context, w: float) -> Boxes:
    points = sum(unit.points for unit in units)
    count = sum(unit.entry.count for unit in units)
    mark = token(combine_marks(unit.price_mark for unit in units))
    what = f"{points}{mark} of {force.size} points, {count} units, {force.theatre}"
    if force.commander:
        what += f", commander {force.commander}"
    modules = ", ".join(module_names(force)) or "no modules"
    if hp_factor(force) > 1:
        modules += "; all HP are doubled"
    meant = token_legend(mark for unit in units for mark in (unit.price_mark, stats_mark(unit)))
    modules += f" · {meant}" * bool(meant)
    momentum = starting_momentum(force.size, context.rulings)
    hint = "Damage: tick a box, or draw over a stroke, for every 100; the last box for the number in it."
    title = force.title or "MechaStellar roster"
    made: list[Box] = [
        Text(0, 0, w * 0.59, 7.5, title, 15, 8, "bold", ink="blue", leading=1, what="title"),
        Text(0, 7.8, w, 4, what, 9.5, 6.5, "semibold", leading=1, symbols=RAISED, what="points"),
        Text(0, 12, w, 3.6, modules, 8, 6.5, ink="soft", leading=1, symbols=RAISED, what="modules"),
        *_legality(force, context, w),
        *_track("Momentum", momentum, 0, 17, w),
    ]
    if _has_influence(force):
        made += _track("Influence", starting_influence(force.size, context.rulings), 0, 25, w)
    end = _head_height(force)
    made += [
        Text(0, end - 7, 20, BOX, "Round", 9, 7, "semibold", across="middle", leading=1, what="round"),
        *numbers(22, end - 7, 7.2),
        Text(68, end - 7, w - 68, BOX, hint, 7.5, 6.5, across="middle", ink="soft", leading=1, what="hint"),
        Line(0, end - 0.8, w, end - 0.8, width=0.4, ink="blue"),
    ]
    return tuple(made)


def _legality(force: Force, context: Context, w: float) -> Boxes:
    """Return a framed line that says why a list is not legal; nothing for a legal one."""
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


def _track(words: str, start: int, x: float, y: float, w: float) -> Boxes:
    """Return a pool's track from 0 to 10; the start has a thick box."""
    made: list[Box] = [Text(x, y, 20, 6, words, 9, 7, "semibold", across="middle", leading=1, what="track")]
    for n in range(11):
        left = x + 22 + n * 7.2 + (2 if n > 5 else 0)
        made += [
            Rect(left, y, 6.2, 6.2, stroke="ink", width=0.7 if n == start else 0.2),
            Text(left, y, 6.2, 6.2, str(n), 9, 6.5, "bold" if n == start else "regular", "centre", "middle", leading=1),
        ]
    words = f"starts at {start}; at most ten"
    return (*made, Text(x + 106, y, w - 106, 6.2, words, 8, 6.5, across="middle", ink="soft", leading=1, what="start"))


def _orders(force: Force, context: Context, w: float) -> Drawn:
    """Return the chosen event and commands with their effects; the event has a box to tick."""
    made: list[Box] = []
    y = 2.0
    for card in chosen_cards(force, context):
        left = 7.5 if isinstance(card, Event) else 0.0
        words, low = text_box(left, y, w - left, order_words(card), 8.5, "order")
        made.append(words)
        if left:
            made.append(Rect(0.2, y, BOX, BOX, stroke="ink"))
            low = max(low, y + BOX)
        y = low + 1.2
    return (tuple(made), y) if made else ((), 0.0)


def _notes(top: float, area: Area) -> Boxes:
    """Return ruled lines to write on in what is left of a page; nothing where that is too little."""
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


def order_words(card: Event | Command) -> str:
    """Return an event or a command with its cost and what it does."""
    if isinstance(card, Event):
        what = "event, once a game" + ", commander only" * card.commander
    else:
        what = "reaction, " * card.reaction + f"Influence {card.cost}"
    return f"{card.name} ({what}): {card.text}"
