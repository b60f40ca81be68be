"""One force against another: the inputs of its combat, or of the opportunity shot at a mech that leaves."""

from functools import partial
from typing import Literal

from pydantic import Field

from companion.base.wording import join_words, plural
from companion.data.documents import Record, counts_with, renamed
from companion.gamekit.contract import Context
from companion.gamekit.losses import lost_field
from companion.gamekit.matchup import MatchupAttack, MatchupSide, MatchupTarget, Pairing
from companion.games.mechalyte.matchup.forces import (
    Force,
    describe_attack_dice,
    find_force,
    spec_letters,
    why_spec_cannot_fight,
    write_force,
)
from companion.games.mechalyte.model import Module
from companion.games.mechalyte.resolver import CombatInputs, ShotInputs
from companion.games.mechalyte.resolver.filled import spec_card_numbers
from companion.games.mechalyte.rules.aim import Aim
from companion.games.mechalyte.rules.levels import falls, module_scale, ratings

LOST_EXAMPLE = "1/level=lost, 4/level=3: a mech of the plan by its number, and the level that it has now"


class Circumstances(Record):
    """The event in the zone, and how each side aims at several mechs."""

    event: Literal["combat", "opportunity-shot"] = Field(
        "combat",
        title="What happens",
        description="A combat, in which both sides fire; or your opportunity shot at one of theirs that leaves.",
    )
    my_aim: Aim = Field(
        "best",
        validation_alias=renamed("my_aim", "aim"),
        title="You aim at",
        description="Best: the split that takes the most levels each round.",
    )
    their_aim: Aim = Field("best", title="They aim at", description="The same for the other side.")
    moved: int = Field(
        0,
        ge=0,
        le=7,
        title="Zones moved before",
        description="Zones that the leaving mech has already moved this turn.",
        json_schema_extra={"rare": True, **counts_with(event=["opportunity-shot"])},
    )
    a_lost: str = lost_field("Mechs you have lost", LOST_EXAMPLE)
    b_lost: str = lost_field("Mechs they have lost", LOST_EXAMPLE)


def pairing(
    attack: MatchupAttack, target: MatchupTarget, mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances
) -> Pairing:
    """Return the combat between two forces, or the opportunity shot of one at a mech that leaves."""
    problem = why_spec_cannot_fight(mine, "Your") or why_spec_cannot_fight(theirs, "Their")
    if problem:
        return Pairing(why_not=problem)
    ours, enemies = find_force(attack.key), find_force(target.key)
    if conditions.event == "combat":
        return _combat(ours, enemies, mine, theirs, conditions)
    if len(enemies) > 1:
        return Pairing(why_not="Mechs leave a zone one at a time: see the single levels.")
    return _shot(ours, enemies, mine, theirs, conditions)


def _combat(ours: Force, enemies: Force, mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances) -> Pairing:
    inputs = {"a": write_force(mine, ours), "b": write_force(theirs, enemies)}
    usual = CombatInputs.model_fields["a_aim"].default
    if len(enemies) > 1 and conditions.my_aim != usual:
        inputs["a_aim"] = conditions.my_aim
    if len(ours) > 1 and conditions.their_aim != usual:
        inputs["b_aim"] = conditions.their_aim
    changes = partial(_describe_changes, shields="charge-shields", context=mine.context)
    return Pairing(
        "combat",
        inputs | _origins(("a", "b"), CombatInputs(**inputs), mine.context),
        (*_describe_force(mine, ours, mine.context), *_describe_force(theirs, enemies, mine.context, "against ")),
        (
            *_first_to_act(ours, enemies, mine, theirs),
            *changes(mine, ours, "Yours"),
            *changes(theirs, enemies, "Theirs"),
        ),
        _describe_not_counted(mine, theirs),
    )


def _shot(ours: Force, enemies: Force, mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances) -> Pairing:
    inputs = {"mech": write_force(theirs, enemies), "enemies": write_force(mine, ours)}
    moved = {"moved": conditions.moved} if conditions.moved else {}
    return Pairing(
        "opportunity-shot",
        inputs | moved | _origins(("mech", "enemies"), ShotInputs(**inputs), mine.context),
        (*_describe_force(theirs, enemies, mine.context), *_describe_force(mine, ours, mine.context, "shot at by ")),
        (
            ("All of yours fire at once, whatever their Initiative", "opportunity-dice"),
            *_describe_changes(theirs, enemies, "Theirs", shields="opportunity-shields", context=mine.context),
        ),
        _describe_not_counted(mine, theirs),
    )


def _describe_force(side: MatchupSide, force: Force, context: Context, before: str = "") -> tuple[str, ...]:
    return (f"{before}{spec_letters(side)} {' + '.join(map(str, force))}", describe_attack_dice(side, force, context))


def _first_to_act(ours: Force, enemies: Force, mine: MatchupSide, theirs: MatchupSide) -> tuple[tuple[str, str], ...]:
    """Return a line about the side that acts first; nothing where both act at once."""
    scale = module_scale(mine.context.catalogue)
    yours = max(ratings(spec_letters(mine), level, scale).initiative for level in ours)
    enemies_best = max(ratings(spec_letters(theirs), level, scale).initiative for level in enemies)
    if yours == enemies_best:
        return ()
    higher, lower = max(yours, enemies_best), min(yours, enemies_best)
    whose = "Yours act" if yours > enemies_best else "Theirs act"
    return ((f"{whose} first: Initiative {higher} before {lower}", "countdown"),)


def _describe_changes(
    side: MatchupSide, force: Force, whose: str, *, shields: str, context: Context
) -> tuple[tuple[str, str], ...]:
    """Return lines about the layers that a force charges and the levels that its armor saves, each with its rule."""
    spec, scale = spec_letters(side), module_scale(context.catalogue)
    layers = sum(ratings(spec, level, scale).shield for level in force)
    changes = [(f"{whose} charge {plural(layers, 'shield layer')}", shields)] if layers else []
    for level in dict.fromkeys(force):
        steps = [str(step) for step in falls(spec, level) if step]
        if steps:
            changes.append((f"{whose} of level {level}: armor, falls to {join_words(steps, 'then')}", "armor-effect"))
    return tuple(changes)


def _describe_not_counted(mine: MatchupSide, theirs: MatchupSide) -> tuple[str, ...]:
    """Return a warning where the other side's pack has its own numbers of modules: a combat uses one set of them."""
    if theirs.build is None or module_scale(theirs.context.catalogue) == module_scale(mine.context.catalogue):
        return ()
    return ("Their pack gives modules other numbers; the combat counts both sides with yours.",)


def _origins(names: tuple[str, str], inputs: CombatInputs | ShotInputs, context: Context) -> dict[str, str]:
    """Return keys `from.a` that name the numbers of modules that a side uses and the rulebook does not print."""
    places_by_name: dict[str, list[str]] = {}
    for number in spec_card_numbers(*names)(inputs, context):
        card = context.catalogue.cards[number.card]
        if isinstance(card, Module) and card.mark(number.field).kind != "printed":
            places_by_name.setdefault(number.input, []).append(f"{number.card}.{number.field}")
    return {f"from.{name}": f"{getattr(inputs, name)}:{','.join(places)}" for name, places in places_by_name.items()}
