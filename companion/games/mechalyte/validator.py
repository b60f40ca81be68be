"""The checks of a build spec and its plan: problems by the rules, and notes on weak spots."""

from companion.base.findings import Finding, Fix, Verdict, fix_label, sort_by_overshoot
from companion.base.wording import plural
from companion.data.marks import marks_data
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.mechalyte.model import POINTS, SLOTS, Spec
from companion.games.mechalyte.rules import army
from companion.games.mechalyte.rules.levels import Ratings, Scale, module_scale, scale_mark, table

DEEP = 3
"""A note appears when one armor effect costs at least this many levels."""


def check(spec: Spec, context: Context) -> Verdict:
    """Return a spec's totals and all its findings.

    Totals: `letters` written, `spent` and `left` build points, `mechs` built, `turns`, `levels` (the level table).
    """
    scale = module_scale(context.catalogue)
    rows = table(spec.spec, scale)
    notes = _notes(spec, rows, scale)
    findings = (*_length(spec), *notes, *_points(spec), *_factories(spec))
    return Verdict(_totals(spec, rows), findings, marks_data({"levels": scale_mark(context.catalogue)}))


def _totals(spec: Spec, rows: tuple[Ratings, ...]) -> dict[str, object]:
    spent = army.points_spent(spec)
    return {
        "letters": len(spec.spec),
        "spent": spent,
        "left": POINTS - spent,
        "mechs": sum(len(turn.build) for turn in spec.turn),
        "turns": len(spec.turn),
        "levels": [row.as_data() for row in rows],
    }


@rule("spec-length")
def _length(spec: Spec) -> tuple[Finding, ...]:
    count = len(spec.spec)
    if count == SLOTS:
        return ()
    if count < SLOTS:
        missing = SLOTS - count
        slots = f"slot {SLOTS} is" if missing == 1 else f"slots {count + 1} to {SLOTS} are"
        message = f"A spec has {SLOTS} letters, and {slots} still empty: add {missing} of P, S, M, I and A."
        return (Finding("spec-length", "error", message, "spec"),)
    message = f"A spec has {SLOTS} letters and this one has {count}: remove {count - SLOTS}."
    fix = Fix(f"Keep {spec.spec[:SLOTS]}", {"spec": spec.spec[:SLOTS]})
    return (Finding("spec-length", "error", message, "spec", (fix,)),)


def _notes(spec: Spec, rows: tuple[Ratings, ...], scale: Scale) -> tuple[Finding, ...]:
    """Return warnings and notes on a complete spec."""
    if len(spec.spec) != SLOTS:
        return _first_slot(spec)
    return (
        *_first_slot(spec),
        *_power(spec, rows, scale),
        *_unprotected(rows),
        *_mobility(spec, rows),
        *_initiative(spec, rows, scale),
        *_armor_depth(rows[-1]),
    )


@rule("spec-armor-first-slot")
def _first_slot(spec: Spec) -> tuple[Finding, ...]:
    if not spec.spec.startswith("A"):
        return ()
    message = "The A in slot 1 protects nothing: a mech that loses it drops to level 0 and is destroyed."
    moved = spec.spec[1:] + "A"
    fixes = (Fix(f"Move it to the end: {moved}", {"spec": moved}),) if moved.strip("A") else ()
    return (Finding("spec-armor-first-slot", "note", message, "spec", fixes),)


@rule("spec-no-power-gain")
def _power(spec: Spec, rows: tuple[Ratings, ...], scale: Scale) -> tuple[Finding, ...]:
    first = next((row.level for row in rows if row.power > scale.power), 0)
    if first == 1 or first == 2:
        return ()
    dice = {0: "no attack die", 1: "one attack die"}.get(scale.power, f"{scale.power} attack dice")
    if not first:
        message = f"{_why_rating_is_base(spec, 'P')}: every mech rolls {dice}, whatever its level and cost."
    else:
        message = f"The first P is in slot {first}: a mech of level {first - 1} or less rolls {dice}."
    return (Finding("spec-no-power-gain", "note", message, "spec"),)


def _why_rating_is_base(spec: Spec, letter: str) -> str:
    """Return why a rating stays at its base: it has no modules, or its modules add nothing (in a pack)."""
    return f"{letter} adds nothing" if letter in spec.spec else f"No {letter}"


@rule("spec-unprotected")
def _unprotected(rows: tuple[Ratings, ...]) -> tuple[Finding, ...]:
    bare = [row.level for row in rows if not row.shield and not any(slot > 1 for slot in row.armor_slots)]
    if not bare or max(bare) < 3:
        return ()
    through = "every level" if max(bare) == SLOTS else f"a mech of level {max(bare)} or less"
    message = f"Neither S nor a working A: the first hit destroys {through}."
    return (Finding("spec-unprotected", "note", message, "spec"),)


@rule("spec-no-mobility")
def _mobility(spec: Spec, rows: tuple[Ratings, ...]) -> tuple[Finding, ...]:
    mobility = rows[-1].mobility
    if mobility > 1:
        return ()
    slow = "moves one zone a turn, so reinforcements arrive late" if mobility else "stays in the zone it is built in"
    message = f"{_why_rating_is_base(spec, 'M')}: every mech {slow}."
    return (Finding("spec-no-mobility", "note", message, "spec"),)


@rule("spec-no-initiative")
def _initiative(spec: Spec, rows: tuple[Ratings, ...], scale: Scale) -> tuple[Finding, ...]:
    if rows[-1].initiative > scale.initiative:
        return ()
    more = "more Initiative" if scale.initiative else "Initiative"
    acts = f"acts at countdown {scale.initiative}, after all enemies that have {more}"
    message = f"{_why_rating_is_base(spec, 'I')}: every mech {acts}."
    return (Finding("spec-no-initiative", "note", message, "spec"),)


@rule("spec-armor-deep")
def _armor_depth(top: Ratings) -> tuple[Finding, ...]:
    levels_lost = SLOTS - top.drops_to
    if levels_lost < DEEP or not top.drops_to:
        return ()
    message = (
        f"One armor effect drops level {SLOTS} to {top.drops_to}: the highest A, in slot {top.armor_slots[-1]}, takes "
        f"the modules after it too. An A in slot {SLOTS} would cost only one level."
    )
    return (Finding("spec-armor-deep", "note", message, "spec"),)


@rule("points-overspent")
def _points(spec: Spec) -> tuple[Finding, ...]:
    over = army.points_spent(spec) - POINTS
    if over <= 0:
        return ()
    first = next(row for row in army.plan(spec) if row.points_left < 0)
    message = (
        f"The plan spends {POINTS + over} build points and there are {POINTS}: turn {first.number} goes over. "
        f"Remove {plural(over, 'level')}."
    )
    turns = [{"build": list(turn.build)} for turn in spec.turn[: first.number - 1]]
    turns.append({"build": _affordable_mechs(spec, first.number - 1)})
    fix = Fix(f"End the plan in turn {first.number}, within {POINTS} points", {"turn": turns})
    fixes = (*_cheaper(spec, over), fix)
    return (Finding("points-overspent", "error", message, f"turn[{first.number - 1}].build", fixes),)


def _cheaper(spec: Spec, over: int) -> tuple[Fix, ...]:
    """Return the fix that removes the fewest levels of one mech: a lower level, or no mech; of equal ones the last.

    Where no mech has enough levels, the highest is removed and the label says how many levels are still too many.
    """
    mechs = [(at, n, level) for at, turn in enumerate(spec.turn) for n, level in enumerate(turn.build)]
    cuts = [(at, n, level, level - lower_level) for at, n, level in mechs for lower_level in range(level)]
    at, n, level, saved = sort_by_overshoot(
        cuts, over, lambda cut: cut[3], lambda cut: (cut[2] == cut[3], -cut[0], -cut[1])
    )[0]
    turns = [list(turn.build) for turn in spec.turn]
    turns[at][n : n + 1] = [level - saved] if saved < level else []
    label = f"Build level {level - saved} instead of {level}" if saved < level else f"Do not build a level {level}"
    left = f"{plural(over - saved, 'level')} still too many" if saved < over else ""
    return (Fix(fix_label(f"{label} in turn {at + 1}", left=left), {"turn": [{"build": build} for build in turns]}),)


def _affordable_mechs(spec: Spec, index: int) -> list[int]:
    """Return the mechs of a turn, in order, that the points left by earlier turns pay for."""
    points = POINTS - sum(sum(turn.build) for turn in spec.turn[:index])
    mechs = []
    for level in spec.turn[index].build:
        if level <= points:
            mechs.append(level)
            points -= level
    return mechs


@rule("factory-full")
def _factories(spec: Spec) -> tuple[Finding, ...]:
    findings = []
    for index, row in enumerate(army.plan(spec)):
        if not row.over:
            continue
        count = army.MOST_BUILT + len(row.over)
        message = (
            f"Turn {row.number} builds {count} mechs, but two empty Factories hold only {army.MOST_BUILT}, three each: "
            f"build {len(row.over)} of them in a later turn."
        )
        fix = Fix(f"Build the rest of turn {row.number} in the next turn", {"turn": _later(spec, index)})
        findings.append(Finding("factory-full", "error", message, f"turn[{index}].build", (fix,)))
    return tuple(findings)


def _later(spec: Spec, index: int) -> list[dict[str, list[int]]]:
    turns = [list(turn.build) for turn in spec.turn]
    later_mechs = turns[index][army.MOST_BUILT :]
    turns[index : index + 1] = [turns[index][: army.MOST_BUILT], later_mechs]
    return [{"build": build} for build in turns]
