"""One model's lines on the roster: stats, weapons with all their numbers, traits, figure, and the boxes to tick."""

from dataclasses import dataclass
from functools import partial

from companion.data.cards import Mark
from companion.data.marks import row_mark, token
from companion.gamekit.contract import Context
from companion.games.mechastellar.art import figure
from companion.games.mechastellar.model import COMBAT, TraitLine, pilot_title
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules.equipped import equip_unit
from companion.games.mechastellar.rules.loadout import Unit
from companion.games.mechastellar.sheets import damage_track
from companion.games.mechastellar.sheets.blocks import marks, ship_values
from companion.games.mechastellar.sheets.damage_track import BOX
from companion.games.mechastellar.summary import weapon_line
from companion.printing.faces.boxes import Box, Line, Rect, Text
from companion.printing.faces.origins import RAISED
from companion.printing.faces.plates import in_window
from companion.printing.text import page_columns
from companion.printing.text.hyphens import loosen

Boxes = tuple[Box, ...]
Drawn = tuple[Boxes, float]
"""Boxes placed from (0, 0), and their height."""

ROUNDS = 6
STEP = 6.0
"""Distance from one activation box to the next in mm."""
ROUND_BOXES = STEP * ROUNDS
SMALL = 7.5
"""Size in points of the text in two columns."""
FIGURE, FIGURE_SMALL = 30.0, 18.0
"""Width in mm that a model's figure takes beside its lines: in one column, and in one of two."""
LOW_FIGURE = 13.0
"""The least height in mm of a figure."""
NAME = 2.5
"""The points by which a name is larger than its text."""
WRITE = "______________________________"
"""Room to write the effect of a trait that no card describes."""


@dataclass(frozen=True)
class Model:
    """One model of a list; `number` counts the copies of a unit, of which only the `first` (a name) has all lines.

    Its first `lost` HP are struck already.
    """

    unit: Unit
    number: int
    commands: bool = False
    traits: tuple[TraitLine, ...] = ()
    name: str = ""
    first: str = ""
    lost: int = 0


def traits(unit: Unit, context: Context) -> tuple[TraitLine, ...]:
    """Return the traits of a list's unit with their effects."""
    return equip_unit(unit, context.catalogue, context.rulings).traits


def round_boxes(x: float, y: float, step: float) -> Boxes:
    """Return a numbered box for each round."""
    boxes: list[Box] = []
    for n in range(1, ROUNDS + 1):
        left = x + (n - 1) * step
        boxes += [
            Rect(left, y, BOX, BOX, stroke="ink"),
            Text(left, y, BOX, BOX, str(n), 7, 6.5, align="centre", across="middle", ink="soft", leading=1),
        ]
    return tuple(boxes)


def row(model: Model, w: float, size: float = SMALL) -> Drawn:
    """Return one model's lines; a further copy of a unit refers to the first and has its own boxes."""
    unit = model.unit
    wide = w - ROUND_BOXES - 2
    name, y = text_box(0, 0.6, wide, model.name, size + NAME, "unit")
    boxes: list[Box] = [name, *round_boxes(w - ROUND_BOXES, 1, STEP)]
    if model.number > 1:
        reference, y = text_box(0, y, wide, f"as {model.first}", size, "about")
        boxes.append(reference)
    else:
        lines, y = _unit_lines(model, w, wide, y, size)
        boxes += lines
    y = max(y, 1 + BOX) + 0.8
    boxes += damage_track.track(unit.hp, 0, y, w, model.lost)
    y += damage_track.height(unit.hp, w)
    use_boxes, high = _single_use_boxes(unit, w, y)
    boxes += use_boxes
    y += high + 0.6
    boxes.append(Line(0, y - 0.1, w, y - 0.1, width=0.12, ink="soft"))
    return tuple(boxes), y


def _unit_lines(model: Model, w: float, wide: float, y: float, size: float) -> Drawn:
    """Return points and pilot beside the boxes, then stats, weapons and traits below them, with the figure."""
    unit = model.unit
    figure_width = FIGURE if w > 2 * (ROUND_BOXES + FIGURE) else FIGURE_SMALL
    room = w - figure_width - 1
    about, y = text_box(0, y, wide, _about_words(model), size, "about")
    top = 1 + BOX
    stats, y = text_box(0, max(y, top), room, _stats_words(unit), size + 0.5, "stats")
    weapons, y = text_box(0, y, room, "\n".join(_weapon_words(weapon) for weapon in unit.all_weapons), size, "weapons")
    trait_words = "\n".join(f"{line.name}: {line.text or WRITE}" for line in model.traits)
    traits, y = text_box(0, y, room, trait_words, size, "traits")
    y = max(y, top + LOW_FIGURE)
    drawing = figure(unit.profile, unit.all_weapons, unit.pilot)
    picture = in_window(drawing, w - figure_width, top + 0.4, figure_width, y - top - 0.4)
    return (*(box for box in (about, stats, weapons, traits) if box.text), picture), y


_SOFT = partial(page_columns.text, ink="soft")
_STYLES = {"unit": partial(page_columns.text, weight="bold"), "about": _SOFT, "traits": _SOFT}


def text_box(x: float, y: float, w: float, words: str, size: float, what: str) -> tuple[Text, float]:
    """Return a text box as high as its words, and the height at which it ends; a word longer than a line is broken."""
    words = loosen(words)
    high = page_columns.height(words, w, size, RAISED) if words else 0.0
    return _STYLES.get(what, page_columns.text)(x, y, w, high, words, size, symbols=RAISED, what=what), y + high


def _about_words(model: Model) -> str:
    unit = model.unit
    parts = ["Commander"] if model.commands else []
    parts += [f"{unit.each}{token(unit.price_mark)} points", pilot_title(unit.profile.type, unit.pilot)]
    if unit.name != unit.profile.name:
        parts.append(unit.profile.name)
    if unit.entry.carried_by:
        parts.append(f"aboard {unit.entry.carried_by}")
    return " · ".join(parts)


def stats_mark(unit: Unit) -> Mark:
    """Return the mark of a unit's stats and of the weapons below them."""
    return row_mark(unit.profile, *COMBAT, "hp", "weapons")


def _stats_words(unit: Unit) -> str:
    profile = unit.profile
    stats = (
        f'Move {profile.move}" · Actions {profile.actions} · Shooting {profile.shooting} · '
        f'Melee {profile.melee}d10 · Evade {profile.evade:+d} · ARM Sv {profile.arm_sv:+d} · Sensors {profile.sensors}"'
        f"{token(stats_mark(unit))}"
    )
    label, value = profile.third_stat
    further = [f"{label} {value}"] if label != "Model" else []
    further += [f"{label} {value}" for label, value, _ in ship_values(profile)]
    return "\n".join([stats, *[" · ".join(further)] * bool(further)])


def _weapon_words(weapon: Weapon) -> str:
    """Return a weapon with every number of its line, such as `Machine Gun [K]: 24", 6 shots, RF+2 Hits, DMG 200`."""
    name = f"{weapon.name} {marks(weapon)}".strip()
    words = weapon_line(weapon)
    return f"{name}: {words}" if words else name


def _single_use_boxes(unit: Unit, w: float, y: float) -> Drawn:
    """Return a box to tick for each single use weapon, as many in a row as fit."""
    names = [weapon.name for weapon in unit.all_weapons if weapon.single_use]
    per_row = max(1, int(w // 45))
    boxes: list[Box] = []
    for n, name in enumerate(names):
        row, column = divmod(n, per_row)
        left, top = column * w / per_row, y + row * damage_track.LINE
        words = f"used: {name}"
        boxes += [
            Rect(left + 0.2, top, BOX, BOX, stroke="ink"),
            Text(left + 7, top, w / per_row - 8, BOX, words, 7.5, 6.5, across="middle", leading=1, what="once"),
        ]
    return tuple(boxes), damage_track.LINE * -(-len(names) // per_row)
