"""A summary of a spec: values for the build page, and a text for a chat."""

from collections import Counter

from companion.data.marks import add_legend, sign
from companion.gamekit.contract import Context
from companion.games.mechalyte.art import figures
from companion.games.mechalyte.model import POINTS, SLOTS, Module, Spec
from companion.games.mechalyte.rules import army
from companion.games.mechalyte.rules.levels import module_scale, scale_mark, table


def page_values(spec: Spec | None, context: Context) -> dict[str, object]:
    """Return the values of the spec page.

    `rows` of the level table with their `scale_mark`, `figures` of its mechs, `plan`, points `spent` of `points`,
    `boxes` (the turn that spends each point, 0 for none), `modules`, and `whole`: the spec if it is complete, else "".
    """
    build = spec or Spec(game="mechalyte")
    return {
        "rows": table(build.spec[:SLOTS], module_scale(context.catalogue)),
        "scale_mark": scale_mark(context.catalogue),
        "figures": figures(build, context),
        "plan": army.plan(build),
        "boxes": army.boxes(build),
        "spent": army.points_spent(build),
        "points": POINTS,
        "modules": context.catalogue.all(Module),
        "whole": build.spec if len(build.spec) == SLOTS else "",
    }


def summary(spec: Spec, context: Context) -> str:
    """Return a spec as text for a chat: one line per level and per planned turn."""
    lines = [f"Mechalyte spec: {spec.title or 'untitled'}: {spec.spec or 'no letters yet'}"]
    mark = scale_mark(context.catalogue)
    for row in table(spec.spec[:SLOTS], module_scale(context.catalogue)):
        ratings = f"P{row.power} S{row.shield} M{row.mobility} I{row.initiative} A{row.armor}"
        falls = f"drops to {row.drops_to}" if row.drops_to else "no armor to lose"
        lines.append(f"Level {row.level} ({row.modules}): {ratings}{sign(mark)}, {falls}")
    for turn in army.plan(spec):
        built = ", ".join(map(str, (*turn.left, *turn.right, *turn.over))) or "nothing"
        lines.append(f"Turn {turn.number}: {built} ({turn.points_left} points left)")
    return add_legend(lines)


COLUMNS = ("Level", "Modules", "Power", "Shield", "Mobility", "Initiative", "Armor", "Drops to", "Planned", "Numbers")
"""The heads of a spec's rows in a spreadsheet."""


def rows(spec: Spec, context: Context) -> list[tuple[str | int, ...]]:
    """Return a spec as rows for a spreadsheet: a level each, with how many mechs of it the plan builds."""
    mark = scale_mark(context.catalogue).kind
    built = Counter(level for turn in spec.turn for level in turn.build)
    return [
        (
            *(row.level, row.modules, row.power, row.shield, row.mobility, row.initiative, row.armor),
            *(row.drops_to, built[row.level], mark),
        )
        for row in table(spec.spec[:SLOTS], module_scale(context.catalogue))
    ]
