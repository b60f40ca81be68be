"""Titan Throw: what it costs a unit in Power or Havoc to throw another one of its size, smaller or larger."""

from companion.data.rulebook import rule
from companion.games.mechastellar.tracker.attack_inputs import AttackPair


@rule("titan-throw")
def throw_cost(pair: AttackPair) -> tuple[str, int] | None:
    """Return the pool and the points of a throw; None where a unit cannot throw one of that size.

    A target two sizes smaller is free. A further throw in the Round costs 2 Power or 1 Havoc.
    """
    battle = pair.battle
    a, b = battle.card(pair.unit), battle.card(pair.target)
    pool = a.third_stat[0].lower()
    if pool not in ("power", "havoc"):
        return None
    larger, more = b.size - a.size, battle.value(pair.unit, "used-throw") > 0
    most = 2 if pool == "power" else 3
    if larger > most:
        return None
    steps = (0, 2, 4) if pool == "power" else (0, 1, 2)
    price = steps[0 if larger <= -2 else 1 if larger <= 0 else 2]
    return pool, price + more * steps[1]
