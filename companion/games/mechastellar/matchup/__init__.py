"""A list against a list: every weapon of its units, as equipped, at every unit of the other side.

The inputs of each roll are those of a unit matchup of the two. A typed side stands for a target: it attacks nobody.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.base.json_types import JsonMapping
from companion.gamekit.contract import Context
from companion.gamekit.matchup import (
    AttackRow,
    CellFigure,
    Conclusion,
    Matchup,
    MatchupAttack,
    MatchupSide,
    MatchupTarget,
    Pairing,
)
from companion.games.mechastellar.analysis.attacks import WeaponAttack, marks_of_inputs, weapon_attack
from companion.games.mechastellar.analysis.from_text import from_chat, looks_like_chat
from companion.games.mechastellar.analysis.uncounted import not_counted
from companion.games.mechastellar.analysis.weapon_figures import roll_inputs
from companion.games.mechastellar.matchup.conditions import Conditions
from companion.games.mechastellar.matchup.fighting import (
    UnitAttack,
    UnitTarget,
    module_hp_factor,
    unit_attacks,
    unit_targets,
)
from companion.games.mechastellar.matchup.filled import FILLED_TOGETHER, prefill_inputs
from companion.games.mechastellar.matchup.next_steps import next_steps
from companion.games.mechastellar.matchup.points_traded import hp_factor, points_traded, ranking_figures, trade_figures
from companion.games.mechastellar.matchup.standing import apply_losses
from companion.games.mechastellar.matchup.typed_side import TypedTarget
from companion.games.mechastellar.model import Force

FIGURES = (
    CellFigure("traded", "Points traded", {}, kind="number", short="points"),
    CellFigure("net", "Damage less suffered", {}, kind="number"),
    CellFigure("kill", "Destroys", {"shoot": "kill", "melee": "kill"}),
    CellFigure("within_hp", "Damage", {"shoot": "within_hp", "melee": "within_hp"}, kind="number"),
    CellFigure("any_damage", "Any damage", {"shoot": "any_damage", "melee": "any_damage"}),
    CellFigure("suffered", "Suffers", {"melee": "counter_within_hp"}, kind="number", better="less"),
)
BEST = ("traded", "kill")


def attacks(mine: MatchupSide) -> Sequence[MatchupAttack]:
    """Return the weapons of all units, in the order of the list; equal units have one row for each weapon."""
    return tuple(unit_attacks(mine))


def targets(theirs: MatchupSide, mine: MatchupSide) -> Sequence[MatchupTarget]:
    """Return all units of the other side; equal units have one column."""
    return tuple(unit_targets(theirs, mine.context.rulings))


def pairing(
    attack: MatchupAttack, target: MatchupTarget, mine: MatchupSide, theirs: MatchupSide, conditions: Conditions
) -> Pairing:
    """Return one weapon's attack on one unit as the inputs of a roll."""
    if not isinstance(attack, UnitAttack) or not isinstance(target, UnitTarget):
        raise TypeError("attacks and targets of this game are units of lists")
    a, b = attack.unit.profile, target.unit.profile
    told = replace(
        conditions.circumstances(module_hp_factor(mine, theirs)),
        distance=conditions.distance_between(attack.unit.called, target.unit.called),
        lost=attack.unit.lost,
        target_lost=target.unit.lost,
    )
    made = weapon_attack(a, b, attack.weapon, told, mine.context)
    if made.why_not:
        return Pairing(why_not=made.why_not)
    inputs = dict(roll_inputs(made.inputs))
    cards = {"a": a.id} if target.unit.typed else {"a": a.id, "b": b.id}
    return Pairing(
        made.roll,
        {**inputs, **marks_of_inputs(inputs, cards)},
        known=describe_known(made),
        applied=made.applied,
        not_counted=not_counted(made.unit, b, attack.weapon, mine.context, melee=made.melee),
    )


def describe_known(made: WeaponAttack) -> tuple[str, ...]:
    """Return what a roll knows in the words of the table, the attacker's numbers first."""
    given: JsonMapping = made.inputs
    mine = [f"Melee {given['melee']}"] if made.melee else [f"Shooting {given['accuracy']}", f"{given['shots']} shots"]
    theirs = [f"Melee {given['counter_melee']}"] if made.melee else [f"Evade {given['evade']:+d}"]
    pen = [f"PEN {given['pen']}", f"ARM Sv {given['armor_save']:+d}"] if given["pen"] else []
    blocks = [f"{given['blocks']} blocked"] if given.get("blocks") else []
    return (made.weapon.name, *mine, f"DMG {given['damage']}", *theirs, *pen, *blocks, f"HP {given['hp']:,}")


def conclusions(
    rows: Sequence[AttackRow], mine: MatchupSide, theirs: MatchupSide, conditions: Conditions
) -> Sequence[Conclusion]:
    """Return the points that each unit trades in an activation; nothing where no attack reaches a unit with points."""
    found = points_traded(rows, hp_factor(mine, theirs, conditions))
    return (found,) if found.rows else ()


def from_text(text: str, context: Context) -> Force | None:
    """Return the list in a text for a chat, or in lines such as `2 × Green Viking`; None for other text."""
    if not looks_like_chat(text):
        return None
    return from_chat(text, "the text", context.catalogue)


MATCHUP = Matchup(
    circumstances=Conditions,
    typed_model=TypedTarget,
    figures=FIGURES,
    best=BEST,
    attacks=attacks,
    targets=targets,
    pairing=pairing,
    apply_losses=apply_losses,
    derived=trade_figures,
    ranking=ranking_figures,
    conclusions=conclusions,
    next_steps=next_steps,
    from_text=from_text,
    fill_inputs=prefill_inputs,
    filled_in_groups=FILLED_TOGETHER,
    filled_from_example=True,
)
