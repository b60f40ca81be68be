"""The forces a side can have in a zone: a mech of each level, and groups that its plan builds or a player typed."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from pydantic import Field, field_validator

from companion.base.findings import InvalidInput
from companion.base.wording import plural
from companion.data.documents import Record
from companion.gamekit import losses
from companion.gamekit.contract import Context
from companion.gamekit.losses import LostEntry, entries
from companion.gamekit.matchup import MatchupSide
from companion.gamekit.record_sheets import Track, UnitSheet
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
"""A mech's level when it was built, and its level now: 0 if it is destroyed."""
Losses = Mapping[int, Sequence[Fallen]]
"""A side's losses by the turn of its plan that built the mechs."""
_FALLEN = re.compile(r"(?:level )?(?P<level>[1-6])(?: ?(?:to|→|->) ?(?:level )?(?P<now>[0-6]))?", re.IGNORECASE)


class Typed(Record):
    """A revealed spec, and optionally the levels of its mechs in the zone."""

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
    """Return the letters of a side's spec: six if it is finished."""
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
    """Return each force with its origin in words: one mech of each level (""), then groups ("Turn 2")."""
    origins: dict[Force, str] = {(level,): "" for level in LEVELS}
    for force, origin in _groups(side):
        origins.setdefault(tuple(sorted(force, reverse=True)), origin)
    return tuple(origins.items())


def _groups(side: MatchupSide) -> Iterator[tuple[Force, str]]:
    """Yield the mechs that a plan builds on each Factory while there are points, or the typed mechs."""
    if isinstance(side.typed_numbers, Typed):
        if side.typed_numbers.levels:
            yield tuple(map(int, side.typed_numbers.levels.split(","))), "Typed"
        return
    for turn in army.plan(cast(Spec, side.build)):
        if turn.points_left < 0:
            return
        gone = list(cast("Losses", side.losses or {}).get(turn.number, ()))
        for force in (turn.left, turn.right):
            levels = _apply_loss(force, gone)
            if levels:
                yield levels, f"Turn {turn.number}{' after losses' if levels != force else ''}"


def _apply_loss(force: Force, losses: list[Fallen]) -> Force:
    """Return a force after the losses of its mechs, which are removed from `losses`."""
    levels = []
    for level in force:
        fallen = next((loss for loss in losses if loss[0] == level), None)
        if fallen:
            losses.remove(fallen)
        now = fallen[1] if fallen else level
        levels += [now] if now else []
    return tuple(levels)


def _planned_mechs(side: MatchupSide) -> list[tuple[int, int]]:
    """Return the mechs that a plan builds, each as its turn and its level, in the order of the plan."""
    if not isinstance(side.build, Spec):
        return []
    turns = (turn for turn in army.plan(side.build) if turn.points_left >= 0)
    return [(turn.number, level) for turn in turns for level in (*turn.left, *turn.right)]


def sheets(side: MatchupSide, *_: object) -> tuple[UnitSheet, ...]:
    """Return each mech of a plan with its level: it falls as the mech is hit, and 0 is its end."""
    counts: Counter[tuple[int, int]] = Counter()
    found = []
    for turn, level in _planned_mechs(side):
        counts[turn, level] += 1
        number = counts[turn, level]
        name = f"Turn {turn}, level {level}{f' ({number})' if number > 1 else ''}"
        found.append(UnitSheet(name, f"turn[{turn - 1}]", (Track("level", "Level", level, "left", level),)))
    return tuple(found)


def lose(side: MatchupSide, lost: losses.Losses) -> MatchupSide:
    """Return a side after the losses of the mechs of its plan."""
    mechs, fallen = _planned_mechs(side), dict[int, list[Fallen]]()
    for index, values in lost.items():
        turn, level = mechs[index]
        if values["level"] < level:
            fallen.setdefault(turn, []).append((level, values["level"]))
    return replace(side, losses=fallen)


def from_words(side: MatchupSide, text: str, where: str) -> MatchupSide:
    """Return a side with the losses of its plan's mechs in words, as before 0.18; InvalidInput names the entry."""
    turns = {turn.number: turn for turn in army.plan(cast(Spec, side.build)) if turn.points_left >= 0}
    fallen: dict[int, list[Fallen]] = {}
    for entry in entries(text, where):
        turn = _find_turn(entry, turns.keys())
        available = Counter((*turns[turn].left, *turns[turn].right)) - Counter(
            level for level, _ in fallen.get(turn, ())
        )
        match = _FALLEN.fullmatch(entry.text)
        level, now = (int(match["level"]), int(match["now"] or 0)) if match else (0, 0)
        if not available[level] or now >= level:
            levels = ", ".join(map(str, available.elements())) or "no mech that is left"
            raise entry.as_error(f"a level that turn {turn} built ({levels}), or one that has fallen: 5 to 3")
        fallen.setdefault(turn, []).append((level, now))
    return replace(side, losses=fallen)


def _find_turn(entry: LostEntry, turns: Collection[int]) -> int:
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
