"""What a side can have in a zone: a mech of each level, and the groups that its plan builds or that were typed."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from pydantic import Field, field_validator

from companion.base.findings import InvalidInput
from companion.base.wording import plural
from companion.data.documents import Record
from companion.gamekit.contract import Context
from companion.gamekit.losses import LostEntry, entries
from companion.gamekit.matchup import MatchupSide
from companion.games.mechalyte.analysis.duels import SpecText
from companion.games.mechalyte.model import LEVELS, SLOTS, Spec
from companion.games.mechalyte.resolver import read_side
from companion.games.mechalyte.rules import army
from companion.games.mechalyte.rules.levels import module_scale, ratings

ANY_SPEC = "PPPPPP"
"""A spec for levels that are read without one."""
Force = tuple[int, ...]
"""The levels of the mechs that one side has in the zone, highest first."""
Fallen = tuple[int, int]
"""A mech's level as it was built, and its level now: 0 for one that is destroyed."""
Losses = Mapping[int, Sequence[Fallen]]
"""What a side has lost, by the turn of its plan that built it."""
_FALLEN = re.compile(r"(?:level )?(?P<level>[1-6])(?: ?(?:to|→|->) ?(?:level )?(?P<now>[0-6]))?", re.IGNORECASE)


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


def spec_letters(side: MatchupSide) -> str:
    """Return the letters of a side's spec, six of them where it is finished."""
    if isinstance(side.typed_numbers, Typed):
        return side.typed_numbers.spec
    return cast(Spec, side.build).spec


def why_spec_cannot_fight(side: MatchupSide, whose: str) -> str:
    """Return why a side's spec cannot fight, "" where it can."""
    letters = len(spec_letters(side))
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
    if isinstance(side.typed_numbers, Typed):
        if side.typed_numbers.levels:
            yield tuple(map(int, side.typed_numbers.levels.split(","))), "Typed"
        return
    for turn in army.plan(cast(Spec, side.build)):
        if turn.points_left < 0:
            return
        gone = list(cast("Losses", side.losses or {}).get(turn.number, ()))
        for force in (turn.left, turn.right):
            left = _apply_loss(force, gone)
            if left:
                yield left, f"Turn {turn.number}{' after losses' if left != force else ''}"


def _apply_loss(force: Force, gone: list[Fallen]) -> Force:
    """Return a force after the losses that meet its mechs; those are taken off `gone`."""
    left = []
    for level in force:
        fallen = next((one for one in gone if one[0] == level), None)
        if fallen:
            gone.remove(fallen)
        now = fallen[1] if fallen else level
        left += [now] if now else []
    return tuple(left)


def apply_losses(side: MatchupSide, text: str, where: str) -> MatchupSide:
    """Return a side with the mechs of its plan that are destroyed or have fallen; InvalidInput names the entry."""
    turns = {turn.number: turn for turn in army.plan(cast(Spec, side.build)) if turn.points_left >= 0}
    lost: dict[int, list[Fallen]] = {}
    for entry in entries(text, where):
        turn = _turn(entry, turns.keys())
        there = Counter((*turns[turn].left, *turns[turn].right)) - Counter(level for level, _ in lost.get(turn, ()))
        read = _FALLEN.fullmatch(entry.text)
        level, now = (int(read["level"]), int(read["now"] or 0)) if read else (0, 0)
        if not there[level] or now >= level:
            levels = ", ".join(map(str, there.elements())) or "no mech that is left"
            raise entry.as_error(f"a level that turn {turn} built ({levels}), or one that has fallen: 5 to 3")
        lost.setdefault(turn, []).append((level, now))
    return replace(side, losses=lost)


def _turn(entry: LostEntry, turns: Collection[int]) -> int:
    names = {f"Turn {number}": number for number in turns}
    if not entry.owner and len(names) == 1:
        return next(iter(turns))
    return names[entry.choose_owner(names, "a turn of the plan")]


def force_key(force: Force) -> str:
    """Return a force's key, `5-3`."""
    return "-".join(map(str, force))


def find_force(key: str) -> Force:
    """Return the force with a key."""
    return tuple(map(int, key.split("-")))


def force_title(force: Force) -> str:
    """Return a force's title: `Level 4`, `Levels 5, 3`."""
    return f"Level {force[0]}" if len(force) == 1 else f"Levels {', '.join(map(str, force))}"


def write_force(side: MatchupSide, force: Force) -> str:
    """Return a force as a roll reads it: `MIPASA:5,3`."""
    return f"{spec_letters(side)}:{','.join(map(str, force))}"


def describe_attack_dice(side: MatchupSide, force: Force, context: Context) -> str:
    """Return the attack dice of a force, all of its mechs together, in words."""
    scale, spec = module_scale(context.catalogue), spec_letters(side)
    return plural(sum(ratings(spec, level, scale).power for level in force), "die", "dice")
