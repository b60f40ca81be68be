"""Spec against spec: a mech of each level and the groups that a plan builds, against those of the other side.

An attack is what one side brings into a zone, a target what stands there. In a combat both fire; an opportunity shot
is fired at one mech that leaves.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal, cast

from pydantic import Field, ValidationInfo, field_validator

from companion.documents import Record
from companion.games.mechalyte.model import LEVELS, SLOTS, Module, Spec, read_spec
from companion.games.mechalyte.resolver import CombatInputs, ShotInputs, read_side
from companion.games.mechalyte.resolver.filled import of_specs
from companion.games.mechalyte.rules import army
from companion.games.mechalyte.rules.aim import Aim
from companion.games.mechalyte.rules.levels import falls, ratings, scale_of
from companion.matchup import Attack, Conclusion, Figure, Pairing, Row, Side, Target
from companion.system import Context
from companion.wording import listed, plural

Force = tuple[int, ...]
"""The levels of the mechs that one side has in the zone, highest first."""


class Circumstances(Record):
    """What happens in the zone, and how each side aims where there are several mechs to aim at."""

    event: Literal["combat", "opportunity-shot"] = Field(
        "combat",
        title="What happens",
        description="A combat, in which both sides fire; or your opportunity shot at one of theirs that leaves.",
    )
    aim: Aim = Field("best", title="You aim at", description="Best: the split that takes the most levels each round.")
    their_aim: Aim = Field("best", title="They aim at", description="The same for the other side.")
    moved: int = Field(
        0,
        ge=0,
        le=7,
        title="Zones moved before",
        description="Zones that the leaving mech has already moved this turn.",
        json_schema_extra={"rare": True},
    )


class Typed(Record):
    """A revealed spec, and the levels that stand in the zone where they are known."""

    spec: str = Field(
        title="Their spec", max_length=80, description="Six letters of P, S, M, I and A.", examples=["PMISAA"]
    )
    levels: str = Field(
        "", title="Their mechs in the zone", max_length=40, description="At most three levels, for example 5, 3."
    )

    @field_validator("spec")
    @classmethod
    def _spec(cls, text: str) -> str:
        return read_spec(text)

    @field_validator("levels")
    @classmethod
    def _levels(cls, text: str, info: ValidationInfo) -> str:
        if not text.strip():
            return ""
        return ",".join(map(str, read_side(f"PPPPPP:{text}", "levels")[1]))


CIRCUMSTANCES = Circumstances
TYPED = Typed

FIGURES = (
    Figure("wiped", "Theirs wiped out", {"combat": "b_wiped", "opportunity-shot": "destroyed"}),
    Figure("lost", "Yours wiped out", {"combat": "a_wiped"}, better="less"),
    Figure("kept", "Levels you keep", {"combat": "a_levels"}, "number"),
    Figure("left", "Levels they keep", {"combat": "b_levels", "opportunity-shot": "mean_level"}, "number", "less"),
    Figure("moves_on", "It moves on", {"opportunity-shot": "moves_on"}, better="less"),
)
BEST = ("wiped", "lost", "left")


def attacks(mine: Side) -> Sequence[Attack]:
    """Return a mech of each level, then the groups that the plan builds on one Factory, each once."""
    return tuple(
        Attack(_key(force), _title(force), of, about=_about(mine, force), points=sum(force))
        for force, of in _forces(mine)
    )


def targets(theirs: Side, mine: Side) -> Sequence[Target]:
    """Return what the other side can have in the zone, in the same order."""
    return tuple(
        Target(_key(force), _title(force), of, about=_about(theirs, force, mine.context), points=sum(force))
        for force, of in _forces(theirs)
    )


def pairing(attack: Attack, target: Target, mine: Side, theirs: Side, around: Circumstances) -> Pairing:
    """Return the combat between two forces, or the opportunity shot of one at a mech that leaves."""
    wrong = _unfinished(mine, "Your") or _unfinished(theirs, "Their")
    if wrong:
        return Pairing(why_not=wrong)
    ours, others = _force(attack.key), _force(target.key)
    if around.event == "combat":
        return _combat(ours, others, mine, theirs, around)
    if len(others) > 1:
        return Pairing(why_not="Mechs leave a zone one at a time: see the single levels.")
    return _shot(ours, others, mine, theirs, around)


def _combat(ours: Force, others: Force, mine: Side, theirs: Side, around: Circumstances) -> Pairing:
    inputs = {"a": _side(mine, ours), "b": _side(theirs, others)}
    usual = CombatInputs.model_fields["aim_a"].default
    if len(others) > 1 and around.aim != usual:
        inputs["aim_a"] = around.aim
    if len(ours) > 1 and around.their_aim != usual:
        inputs["aim_b"] = around.their_aim
    words = partial(_changed, shields="charge-shields", context=mine.context)
    return Pairing(
        "combat",
        inputs | _origins(("a", "b"), CombatInputs(**inputs), mine.context),
        (*_known(mine, ours, mine.context), *_known(theirs, others, mine.context, "against ")),
        (
            *_first(ours, others, mine, theirs),
            *words(mine, ours, "Yours"),
            *words(theirs, others, "Theirs"),
        ),
        _not_counted(mine, theirs),
    )


def _shot(ours: Force, others: Force, mine: Side, theirs: Side, around: Circumstances) -> Pairing:
    inputs = {"mech": _side(theirs, others), "enemies": _side(mine, ours)}
    moved = {"moved": around.moved} if around.moved else {}
    return Pairing(
        "opportunity-shot",
        inputs | moved | _origins(("mech", "enemies"), ShotInputs(**inputs), mine.context),
        (*_known(theirs, others, mine.context), *_known(mine, ours, mine.context, "shot at by ")),
        (
            ("All of yours fire at once, whatever their Initiative", "opportunity-dice"),
            *_changed(theirs, others, "Theirs", shields="opportunity-shields", context=mine.context),
        ),
        _not_counted(mine, theirs),
    )


def _letters(side: Side) -> str:
    if isinstance(side.typed, Typed):
        return side.typed.spec
    return cast(Spec, side.build).spec


def _unfinished(side: Side, whose: str) -> str:
    """Return why a side's spec cannot fight, "" where it can."""
    letters = len(_letters(side))
    if letters == SLOTS:
        return ""
    return f"{whose} spec has {plural(letters, 'letter')}, not {SLOTS}: a combat needs a whole spec."


def _forces(side: Side) -> tuple[tuple[Force, str], ...]:
    """Return each force with where it comes from: one mech of each level, then groups."""
    found: dict[Force, str] = {(level,): "" for level in LEVELS}
    for force, of in _groups(side):
        found.setdefault(tuple(sorted(force, reverse=True)), of)
    return tuple(found.items())


def _groups(side: Side) -> Iterator[tuple[Force, str]]:
    """Yield what a plan builds on each Factory while there are points, or the mechs that were typed."""
    if isinstance(side.typed, Typed):
        if side.typed.levels:
            yield tuple(map(int, side.typed.levels.split(","))), "Typed"
        return
    for turn in army.plan(cast(Spec, side.build)):
        if turn.points_left < 0:
            return
        for force in (turn.left, turn.right):
            if force:
                yield force, f"Turn {turn.number}"


def _key(force: Force) -> str:
    return "-".join(map(str, force))


def _force(key: str) -> Force:
    return tuple(map(int, key.split("-")))


def _title(force: Force) -> str:
    return f"Level {force[0]}" if len(force) == 1 else f"Levels {', '.join(map(str, force))}"


def _side(side: Side, force: Force) -> str:
    return f"{_letters(side)}:{','.join(map(str, force))}"


def _dice(side: Side, force: Force, context: Context) -> str:
    scale, spec = scale_of(context.catalogue), _letters(side)
    return plural(sum(ratings(spec, level, scale).power for level in force), "die", "dice")


def _about(side: Side, force: Force, context: Context | None = None) -> str:
    """Return the modules of a single mech, and the dice of a force; "" where the spec does not reach its level."""
    letters = _letters(side)
    if len(letters) < force[0]:
        return ""
    dice = _dice(side, force, context or side.context)
    return f"{letters[: force[0]]}, {dice}" if len(force) == 1 else dice


def _known(side: Side, force: Force, context: Context, before: str = "") -> tuple[str, ...]:
    return (f"{before}{_letters(side)} {', '.join(map(str, force))}", _dice(side, force, context))


def _first(ours: Force, others: Force, mine: Side, theirs: Side) -> tuple[tuple[str, str], ...]:
    """Return who acts first, where one side does."""
    scale = scale_of(mine.context.catalogue)
    yours = max(ratings(_letters(mine), level, scale).initiative for level in ours)
    others_best = max(ratings(_letters(theirs), level, scale).initiative for level in others)
    if yours == others_best:
        return ()
    more, less = max(yours, others_best), min(yours, others_best)
    whose = "Yours act" if yours > others_best else "Theirs act"
    return ((f"{whose} first: Initiative {more} before {less}", "countdown"),)


def _changed(side: Side, force: Force, whose: str, *, shields: str, context: Context) -> tuple[tuple[str, str], ...]:
    """Return the layers that a force charges, and what its armour saves, each with its rule."""
    spec, scale = _letters(side), scale_of(context.catalogue)
    layers = sum(ratings(spec, level, scale).shield for level in force)
    found = [(f"{whose} charge {plural(layers, 'shield layer')}", shields)] if layers else []
    for level in dict.fromkeys(force):
        steps = [str(step) for step in falls(spec, level) if step]
        if steps:
            found.append((f"{whose} of level {level}: armour, falls to {listed(steps, 'then')}", "armor-effect"))
    return tuple(found)


def _not_counted(mine: Side, theirs: Side) -> tuple[str, ...]:
    """Return what is left out: the other side's own numbers for modules, for a combat has one set of them."""
    if theirs.build is None or scale_of(theirs.context.catalogue) == scale_of(mine.context.catalogue):
        return ()
    return ("Their pack gives modules other numbers; the combat counts both sides with yours.",)


def _origins(names: tuple[str, str], inputs: CombatInputs | ShotInputs, context: Context) -> dict[str, str]:
    """Return the keys that say which modules' numbers a side rests on, where the rulebook does not print them."""
    found: dict[str, list[str]] = {}
    for number in of_specs(*names)(inputs, context):
        card = context.catalogue.cards[number.card]
        if isinstance(card, Module) and card.mark(number.field).kind != "printed":
            found.setdefault(number.input, []).append(f"{number.card}.{number.field}")
    return {f"from.{name}": f"{getattr(inputs, name)}:{','.join(places)}" for name, places in found.items()}


def conclusions(rows: Sequence[Row], mine: Side, theirs: Side, around: Circumstances) -> Sequence[Conclusion]:
    """Return the best trade against each of their forces: what to bring, and the points that both lose on average."""
    if around.event != "combat":
        return ()
    columns = zip(*(row.cells for row in rows), strict=True) if rows else ()
    found = [best for cells in columns if (best := _best_trade([row.attack for row in rows], cells))]
    if not found:
        return ()
    about = (
        "The force that gains the most on balance in one combat. A mech costs its level, so a level lost is a point "
        "lost."
    )
    return (Conclusion("Points traded", about, ("Against", "Bring", "They lose", "You lose", "Balance"), tuple(found)),)
