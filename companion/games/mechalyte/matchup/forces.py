"""What a side can have in a zone: a mech of each level, and the groups that its plan builds or that were typed."""

from collections.abc import Iterator
from typing import cast

from pydantic import Field, field_validator

from companion.documents import Record
from companion.findings import InvalidInput
from companion.games.mechalyte.analysis.duels import SpecText
from companion.games.mechalyte.model import LEVELS, SLOTS, Spec
from companion.games.mechalyte.resolver import read_side
from companion.games.mechalyte.rules import army
from companion.games.mechalyte.rules.levels import ratings, scale_of
from companion.matchup import MatchupSide
from companion.system import Context
from companion.wording import plural

ANY_SPEC = "PPPPPP"
"""A spec for levels that are read without one."""
Force = tuple[int, ...]
"""The levels of the mechs that one side has in the zone, highest first."""


class Typed(Record):
    """A revealed spec, and the levels that stand in the zone where they are known."""

    spec: SpecText = Field(title="Their spec", description="Six letters of P, S, M, I and A.")
    levels: str = Field(
        "", title="Their mechs in the zone", max_length=40, description="At most three levels, for example 5, 3."
    )

    @field_validator("levels")
    @classmethod
    def _levels(cls, text: str) -> str:
        """Return levels as a roll writes them, highest first, `5,3`."""
        if not text.strip():
            return ""
        try:
            return ",".join(map(str, read_side(f"{ANY_SPEC}:{text}", "levels")[1]))
        except InvalidInput as error:
            raise ValueError(error.input_errors[0].expected) from None


def letters_of(side: MatchupSide) -> str:
    """Return the letters of a side's spec, six of them where it is finished."""
    if isinstance(side.typed, Typed):
        return side.typed.spec
    return cast(Spec, side.build).spec


def unfinished(side: MatchupSide, whose: str) -> str:
    """Return why a side's spec cannot fight, "" where it can."""
    letters = len(letters_of(side))
    if letters == SLOTS:
        return ""
    return f"{whose} spec has {plural(letters, 'letter')}, not {SLOTS}: a combat needs a whole spec."


def forces(side: MatchupSide) -> tuple[tuple[Force, str], ...]:
    """Return each force with where it comes from: one mech of each level, then groups."""
    found: dict[Force, str] = {(level,): "" for level in LEVELS}
    for force, of in _groups(side):
        found.setdefault(tuple(sorted(force, reverse=True)), of)
    return tuple(found.items())


def _groups(side: MatchupSide) -> Iterator[tuple[Force, str]]:
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


def key_of(force: Force) -> str:
    """Return what tells a force from others: `5-3`."""
    return "-".join(map(str, force))


def force_of(key: str) -> Force:
    """Return the force that a key stands for."""
    return tuple(map(int, key.split("-")))


def title_of(force: Force) -> str:
    """Return what a force is called: `Level 4`, `Levels 5, 3`."""
    return f"Level {force[0]}" if len(force) == 1 else f"Levels {', '.join(map(str, force))}"


def written(side: MatchupSide, force: Force) -> str:
    """Return a force as a roll reads it: `MIPASA:5,3`."""
    return f"{letters_of(side)}:{','.join(map(str, force))}"


def dice_of(side: MatchupSide, force: Force, context: Context) -> str:
    """Return the attack dice of a force, all of its mechs together, in words."""
    scale, spec = scale_of(context.catalogue), letters_of(side)
    return plural(sum(ratings(spec, level, scale).power for level in force), "die", "dice")
