"""The resolvers of Mechalyte: the combat in a zone, and the opportunity shot at a mech that leaves."""

from typing import Any, Literal

from pydantic import Field

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import plural
from companion.data.documents import Record, renamed
from companion.data.rulebook import rule
from companion.dice.one_throw import OneThrow
from companion.dice.resolver import Chance, Mean, Outcome
from companion.gamekit.contract import Context, ResolverKind
from companion.games.mechalyte.model import MOST_RATING, ROOM, read_spec
from companion.games.mechalyte.resolver.combat import Combat, attack_throw
from companion.games.mechalyte.resolver.filled import spec_card_numbers
from companion.games.mechalyte.rules.aim import Aim
from companion.games.mechalyte.rules.levels import PRINTED, Scale, module_scale, ratings, struck

MOST_DICE = 60
MOST_SPARE = 200
SPARE = "Dice besides its mechs: the most it rolls at once, where your ruling is to roll only those you have."
UNSPLIT: Aim = "strongest"
"""The default aim; where players split their dice it means the best split."""


class CombatInputs(Record):
    """A combat: each side's spec and levels, whose turn it is, and how each side aims."""

    a: str = Field(
        title="Side A", description="Spec and levels of up to three mechs, for example MIPASA:4,4,2.", max_length=80
    )
    b: str = Field(title="Side B", description="Spec and levels, for example PMISAA:5.", max_length=80)
    turn: Literal["a", "b"] = Field(
        "a", title="Whose turn", description="That side aims and rolls first; fire is simultaneous."
    )
    a_aim: Aim = Field(
        "strongest",
        validation_alias=renamed("a_aim", "aim_a"),
        title="A aims at",
        description="All dice at the strongest or the weakest mech, spread evenly, or the best split.",
    )
    b_aim: Aim = Field(
        "strongest", validation_alias=renamed("b_aim", "aim_b"), title="B aims at", description="The same for side B."
    )
    choose: bool = Field(
        False,
        title="Players split their dice",
        description="With your own dice you choose each round, and odds follow. Before that, and in rolls by the app, "
        "all dice at the strongest become the best split of each round.",
    )
    a_spare: int | None = Field(
        None,
        validation_alias=renamed("a_spare", "spare_a"),
        ge=0,
        le=MOST_SPARE,
        title="Spare dice of A",
        description=SPARE,
    )
    b_spare: int | None = Field(
        None,
        validation_alias=renamed("b_spare", "spare_b"),
        ge=0,
        le=MOST_SPARE,
        title="Spare dice of B",
        description=SPARE,
    )


class ShotInputs(Record):
    """An opportunity shot: the mech that leaves, and the enemies it leaves behind or their dice."""

    mech: str = Field(title="The mech that leaves", description="Spec and level, for example MIPASA:4.", max_length=80)
    dice: int | None = Field(None, ge=0, le=MOST_DICE, title="Attack dice", description="Instead of enemies.")
    enemies: str | None = Field(
        None, title="Enemies in the zone", description="Spec and levels, for example PMISAA:5,3.", max_length=80
    )
    moved: int = Field(
        0, ge=0, le=MOST_RATING, title="Zones moved before", description="Zones it has already moved this turn."
    )
    spare: int | None = Field(None, ge=0, le=MOST_SPARE, title="Spare dice of the enemies", description=SPARE)


def read_side(text: str, where: str, most: int = ROOM) -> tuple[str, tuple[int, ...]]:
    """Return a spec and its levels, highest first, from `MIPASA:4,4,2`.

    `where` names the input, `most` is the largest number of levels. InvalidInput where the text cannot be read.
    """
    letters, colon, levels_text = text.partition(":")
    try:
        spec = read_spec(letters)
    except ValueError as error:
        raise InvalidInput(InputError(where, quote(letters), str(error))) from None
    words = levels_text.replace(",", " ").split()
    levels_expected = (
        "a level after the spec, for example MIPASA:4"
        if most == 1
        else "levels after the spec, for example MIPASA:4,4,2"
    )
    if not colon or not words:
        raise InvalidInput(InputError(where, quote(text), levels_expected))
    unreadable = [word for word in words if word not in ("1", "2", "3", "4", "5", "6")]
    if unreadable:
        raise InvalidInput(InputError(where, f"level {quote(unreadable[0])}", "a level from 1 to 6"))
    if len(words) > most:
        expected = "one mech" if most == 1 else f"at most {most}: a zone holds no more mechs of one player"
        raise InvalidInput(InputError(where, f"{len(words)} mechs", expected))
    return spec, tuple(sorted(map(int, words), reverse=True))


@rule("zone-room", "combat")
def make_combat(inputs: CombatInputs, context: Context) -> Combat:
    """Return the combat of a zone; InvalidInput where a side cannot be read."""
    a, b = read_side(inputs.a, "a"), read_side(inputs.b, "b")
    turn: Literal[0, 1] = 0 if inputs.turn == "a" else 1
    aims = tuple("best" if inputs.choose and aim == UNSPLIT else aim for aim in (inputs.a_aim, inputs.b_aim))
    spare = (_most_rolled(inputs.a_spare, context), _most_rolled(inputs.b_spare, context))
    scale = module_scale(context.catalogue)
    return Combat((a[0], b[0]), (a[1], b[1]), turn, (aims[0], aims[1]), scale, inputs.choose, spare)


def _most_rolled(spare: int | None, context: Context) -> int | None:
    """Return the most dice that are rolled at once; by the usual ruling, too few are rolled again (fact 62)."""
    return None if spare is None or context.rulings["spare-dice"] == "again" else spare


def describe_ending(outcome: Outcome) -> str:
    """Return how a combat ended, in words: who is wiped out."""
    gone = [side.upper() for side in ("a", "b") if not outcome[side]]
    return f"{' and '.join(gone)} {'are' if len(gone) > 1 else 'is'} wiped out" if gone else "Neither is wiped out"


def describe_shot(outcome: Outcome) -> str:
    """Return the mech's level and remaining movement after an opportunity shot, in words."""
    if not outcome["level"]:
        return "The mech is destroyed"
    mobility = outcome["mobility_left"]
    further = f"can move {plural(mobility, 'more zone')}" if mobility else "cannot move on"
    return f"The mech is left at level {outcome['level']} and {further}"


@rule("opportunity-shot", "opportunity-shields", "opportunity-mobility")
def opportunity_shot(
    spec: str, level: int, dice: int, moved: int = 0, scale: Scale = PRINTED, by: int = 0
) -> OneThrow[int]:
    """Return the fire of all enemies of a zone at one mech that leaves it; `by` is their side's number.

    Its shields are freshly charged (facts 75, 76, 81). Its outcome: `level` (0: destroyed), and `mobility_left`: zones
    it may still move this turn (facts 78, 79).
    """
    layers = ratings(spec, level, scale).shield
    shielded = f", {plural(layers, 'layer')}" if layers else ""

    def as_outcome(level_after: int) -> Outcome:
        mobility = max(0, ratings(spec, level_after, scale).mobility - moved) if level_after else 0
        return {"level": level_after, "mobility_left": mobility}

    return OneThrow(
        attack_throw(f"all enemies fire at the level {level} mech that leaves{shielded}", dice, by),
        count=lambda faces: struck(spec, level, layers, faces[1], faces[2])[0],
        as_outcome=as_outcome,
    )


@rule("opportunity-dice")
def make_shot(inputs: ShotInputs, context: Context) -> OneThrow[int]:
    """Return the prepared opportunity shot; InvalidInput where it has both dice and enemies, or neither."""
    spec, levels = read_side(inputs.mech, "mech", most=1)
    numbers = module_scale(context.catalogue)
    if inputs.dice is not None and inputs.enemies is not None:
        raise InvalidInput(InputError("enemies", quote(inputs.enemies), "nothing beside dice: give dice or enemies"))
    if inputs.enemies is not None:
        enemy, standing = read_side(inputs.enemies, "enemies")
        dice = sum(ratings(enemy, level, numbers).power for level in standing)
    elif inputs.dice is not None:
        dice = inputs.dice
    else:
        raise InvalidInput(InputError("dice", "nothing", "attack dice, or enemies, for example PMISAA:5,3"))
    most = _most_rolled(inputs.spare, context)
    return opportunity_shot(spec, levels[0], dice if most is None else min(dice, most), inputs.moved, numbers)


def _levels(name: str) -> Any:
    return lambda outcome: sum(outcome[name])


RESOLVERS = (
    ResolverKind(
        name="combat",
        title="Combat",
        about="The combat in one zone from shields to the last shot: who is left, and at which level.",
        inputs=CombatInputs,
        make=make_combat,
        measures=(
            Chance("b_wiped", "B is wiped out", lambda outcome: not outcome["b"]),
            Chance("a_wiped", "A is wiped out", lambda outcome: not outcome["a"]),
            Mean("a_levels", "Levels A keeps, on average", _levels("a")),
            Mean("b_levels", "Levels B keeps, on average", _levels("b")),
        ),
        headline="b_wiped",
        ending=describe_ending,
        second_side="target",
        own_dice=(("choose", "true"),),
        usual_inputs=("a", "b", "turn", "a_aim", "b_aim", "choose"),
        card_numbers=spec_card_numbers("a", "b"),
    ),
    ResolverKind(
        name="opportunity-shot",
        title="Opportunity shot",
        about="All enemies in a zone fire at a mech that leaves it: its level afterwards, and how far it still moves.",
        inputs=ShotInputs,
        make=make_shot,
        measures=(
            Chance("destroyed", "The mech is destroyed", lambda outcome: outcome["level"] == 0),
            Chance("moves_on", "It can move on", lambda outcome: outcome["mobility_left"] > 0),
            Mean("mean_level", "Level left, on average", lambda outcome: outcome["level"]),
            Mean("mean_mobility_left", "Zones left to move, on average", lambda outcome: outcome["mobility_left"]),
        ),
        headline="destroyed",
        ending=describe_shot,
        second_side="target",
        usual_inputs=("mech", "dice", "enemies", "moved"),
        card_numbers=spec_card_numbers("mech", "enemies"),
    ),
)
