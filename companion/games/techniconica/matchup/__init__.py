"""Matchups: every Weapon, volley and Charge of a squad against every Base Part of another, as inputs of rolls."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.gamekit.matchup import (
    CellFigure,
    Matchup,
    MatchupAttack,
    MatchupSide,
    MatchupTarget,
    Pairing,
    make_apply_losses,
)
from companion.gamekit.workshop import FaceOf
from companion.games.techniconica.matchup import fighter
from companion.games.techniconica.matchup.charging import charge
from companion.games.techniconica.matchup.circumstances import Circumstances, Numbers
from companion.games.techniconica.matchup.conclusions import BEST, conclusions
from companion.games.techniconica.matchup.fighter import Fighter
from companion.games.techniconica.matchup.from_text import from_text
from companion.games.techniconica.matchup.lost import apply_losses
from companion.games.techniconica.matchup.next_steps import next_steps
from companion.games.techniconica.matchup.shooting import shot, volley
from companion.games.techniconica.model import Armour, Shield, Stat
from companion.games.techniconica.model.special_rules import Specials, specials, write_rule
from companion.games.techniconica.rules.assembly import Mount
from companion.games.techniconica.rules.weapons import guns, is_melee

_ROLLS = ("shoot", "volley", "charge")
FIGURES = (
    CellFigure("hit", "Hit", {"shoot": "hit", "volley": "any_hit", "charge": "hit"}),
    CellFigure("damage", "Damage", dict.fromkeys(_ROLLS, "mean_damage"), "number"),
    CellFigure("destroyed", "Part destroyed", dict.fromkeys(_ROLLS, "base_destroyed")),
    CellFigure("out", "Mech out", dict.fromkeys(_ROLLS, "out")),
    CellFigure("back", "Damage back", {"charge": "counter_mean_damage"}, "number", "less"),
)
VOLLEY = ".volley"
"""The end of the key of all Weapons of a Mech together."""
ALONE = "typed"
"""The key of typed numbers."""


def attacks(mine: MatchupSide) -> Sequence[MatchupAttack]:
    """Return each Weapon of each Mech in the order of the build, then all that shoot; typed numbers have none."""
    known = specials(mine.context.catalogue)
    return tuple(attack for of, one in fighter.unchanged_fighters(mine) for attack in _attacks(of, one, known))


def _attacks(of: str, one: Fighter, known: Specials) -> Iterator[MatchupAttack]:
    titles = mount_titles(one.made.weapons)
    for weapon in one.made.weapons:
        yield MatchupAttack(
            weapon.where, titles[weapon.where], of, _weapon(one, weapon, known), FaceOf("parts", weapon.card.id)
        )
    shots = guns(one.made)
    if len(shots) > 1:
        where = f"{weapon.where.partition('.')[0]}{VOLLEY}"
        yield MatchupAttack(where, f"Volley: all {len(shots)}", of, ", ".join(titles[gun.where] for gun in shots))


def _weapon(one: Fighter, weapon: Mount, known: Specials) -> str:
    numbers = [_number(weapon, "pe"), _number(weapon, "do")]
    rules = [write_rule(token, known) for token in one.made.shot_rules(weapon)]
    return ", ".join([*(["Charge"] if is_melee(weapon.card) else []), *numbers, *rules])


def targets(theirs: MatchupSide, mine: MatchupSide) -> Sequence[MatchupTarget]:
    """Return each Base Part of each Mech in the order of the build."""
    if isinstance(theirs.typed_numbers, Numbers):
        one = theirs.typed_numbers
        return (MatchupTarget(ALONE, "Base Part", about=f"SP {one.speed}, AR {one.armour}"),)
    return tuple(target for of, one in fighter.unchanged_fighters(theirs) for target in _targets(of, one))


def _targets(of: str, one: Fighter) -> Iterator[MatchupTarget]:
    titles = mount_titles(one.made.base)
    for part in one.made.base:
        outer = [
            f"{card.name} {_number_or_unknown(card.dt)}" for card in part.attached if isinstance(card, Armour | Shield)
        ]
        about = ", ".join([_number(part, "ar"), _number(part, "dt"), *outer])
        yield MatchupTarget(part.where, titles[part.where], of, about, FaceOf("parts", part.card.id))


def _number(mount: Mount, name: Stat) -> str:
    return f"{name.upper()} {'?' if mount.card.lacks(name) else mount.stat(name)}"


def _number_or_unknown(value: int | None) -> str:
    return "?" if value is None else str(value)


def mount_titles(mounts: Sequence[Mount]) -> dict[str, str]:
    """Return what each mount is called; equal cards are told apart by their slots."""
    same = Counter(mount.card.name for mount in mounts)
    return {
        mount.where: f"{mount.card.name} ({mount.slot[0]},{mount.slot[1]})"
        if same[mount.card.name] > 1 and mount.slot
        else mount.card.name
        for mount in mounts
    }


def pairing(
    attack: MatchupAttack, target: MatchupTarget, mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances
) -> Pairing:
    """Return one Weapon, all of them or a Charge at one Base Part, with every number that both builds know."""
    if attack.key.endswith(VOLLEY):
        draft = volley(attack, target, mine, theirs, conditions)
    elif is_melee(fighter.mine(mine, attack.key, conditions).mount(attack.key).card):
        draft = charge(attack, target, mine, theirs, conditions)
    else:
        draft = shot(attack, target, mine, theirs, conditions)
    return draft.pairing(mine.context)


MATCHUP = Matchup(
    circumstances=Circumstances,
    typed_model=Numbers,
    figures=FIGURES,
    best=BEST,
    attacks=attacks,
    targets=targets,
    pairing=pairing,
    apply_losses=make_apply_losses(apply_losses),
    conclusions=conclusions,
    next_steps=next_steps,
    from_text=from_text,
)
