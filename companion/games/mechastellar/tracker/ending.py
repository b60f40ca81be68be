"""How a battle ends: the rules state no victory, so a ruling says it; points are those of destroyed enemies."""

from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.owned_choices import has_event
from companion.games.mechastellar.tracker.state import SEATS
from companion.play.tracker import Result

ROUNDS = {"four": 4, "six": 6, "eight": 8}
"""Rounds of a battle that ends by Rounds, by the options of their ruling."""
PARTS = {"third": 3, "half": 2, "all": 1}
"""The enemy's points are divided by so much, where points win, by the options of their ruling."""


def last_round(battle: Battle) -> int:
    """Return the last Round of a battle that ends by Rounds."""
    return ROUNDS[battle.rulings["battle-rounds"]]


def is_last_round(battle: Battle) -> bool:
    """Return whether the battle ends with the Round under way."""
    return battle.rulings["battle-end"] == "rounds" and battle.state.round >= last_round(battle)


def wanted_points(battle: Battle, seat: int) -> int:
    """Return the points that a seat destroys to win a battle that ends by points."""
    return -(-battle.force(1 - seat).points // PARTS[battle.rulings["battle-points"]])


@rule("battle-end")
def find_result(battle: Battle) -> Result | None:
    """Return how the battle ended: by Rounds, or by points destroyed; None while it goes on or players agree on it."""
    end = battle.rulings["battle-end"]
    if end == "agreed" or battle.state.steps or not battle.state.round or _shoots_last(battle):
        return None
    points = [battle.points_destroyed(seat) for seat in (0, 1)]
    there = [bool(battle.records.standing(seat)) for seat in (0, 1)]
    if end == "rounds":
        return _by_rounds(battle, points) if battle.state.round > last_round(battle) or not all(there) else None
    reached = [seat for seat in (0, 1) if not there[1 - seat] or points[seat] >= max(1, wanted_points(battle, seat))]
    if not reached:
        return None
    return Result(winners=tuple(reached) if len(reached) == 1 else (), why=_why(points))


@rule("climactic-event")
def _shoots_last(battle: Battle) -> bool:
    """Return whether a unit destroyed in this turn may still make its last shot."""
    may = any(has_event(battle, unit, "last-shooting") for unit in battle.state.lost)
    return may or any(battle.has(unit, "last-shot") for unit in battle.records.standing())


def _by_rounds(battle: Battle, points: list[int]) -> Result:
    winners = [seat for seat in (0, 1) if points[seat] > points[1 - seat]]
    return Result(winners=tuple(winners), why=_why(points))


def _why(points: list[int]) -> str:
    said = (f"{SEATS[seat]} destroyed {plural(points[seat], 'point')}" for seat in (0, 1))
    return f"{', '.join(said)}."


def say_terms(battle: Battle) -> None:
    """Say how the battle ends, and which modules are in play."""
    words = {
        "agreed": "The battle ends as agreed.",
        "rounds": f"The battle ends after Round {last_round(battle)}: whoever destroyed more points wins.",
        "points": "Whoever destroys the agreed points first wins.",
    }
    battle.say(words[battle.rulings["battle-end"]])
