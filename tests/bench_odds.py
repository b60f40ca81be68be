"""Odds of rolls for `make bench`, beside icepool and dyce that make the same distribution; all take turns.

`python -m tests.bench_odds` measures these rows alone.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import icepool
from dyce import H, expand

from companion.data.documents import read_as
from companion.dice import throw
from companion.dice.odds import exact
from companion.games.mecha_mettle.resolver.attack import attack_throw
from companion.games.mechastellar.resolver.shooting import evade_throw
from companion.games.techniconica.resolver import roll_ends
from companion.verbs.names import find_game
from tests.bench_ratios import Row, Work, timed

Counts = dict[Any, int]


def roll(slug: str, name: str, **inputs: Any) -> Work:
    """Return what makes a roll of its inputs, as they were read, and works out its odds."""
    game = find_game(slug)
    kind, context = game.resolver(name), game.context()
    assert kind
    read = read_as(kind.inputs, inputs)
    return lambda: exact(kind.make(read, context))


ATTACK = roll("mecha-mettle", "attack", attack=3, attack_die="regular", defend=3, defend_die="shield")
"""Three d6 that hit on 5 and 6 against three that block on 4 and more."""
SHOT = roll("mechastellar", "shoot", shots=10, accuracy=8, evade=3, damage=300, blocks=3)
"""Ten d10: 1 and 2 are criticals, of which three count twice, 3 and 4 hits; three hits are blocked."""
SHOOT = roll("techniconica", "shoot", accuracy=8, penetration=6, speed=6, armour=5, damage_output=3)
"""A d10 + 14 against a d10 + 11: a 1 jams, a hit does 3 damage and one for each point above."""


def cold(work: Work) -> Any:
    """Run a roll with nothing remembered from the time before."""
    for cache in (throw._few_ways, attack_throw, evade_throw, roll_ends._roll_ends, roll_ends.bottle_ends):
        cache.cache_clear()  # type: ignore[attr-defined]
    throw._ways.cache_clear()
    return work()


def attack_icepool() -> Any:
    """Make the joint distribution of an attack's successes in icepool."""
    return icepool.tupleize(3 @ (icepool.d6 >= 5), 3 @ (icepool.d6 >= 4))


def attack_dyce() -> Any:
    """Make it in dyce, with the function that runs over several histograms."""
    return expand(lambda a, d: (a.outcome, d.outcome), *_attack_histograms())


def attack_dyce_apply() -> Any:
    """Make it in dyce, with the quicker method for two histograms."""
    attack, defence = _attack_histograms()
    return attack.apply(lambda a, d: (a, d), defence)


def _attack_histograms() -> tuple[Any, Any]:
    return 3 @ H({0: 4, 1: 2}), 3 @ H({0: 3, 1: 3})


def counted(crits: int, hits: int) -> tuple[int, int, int]:
    """Return a shot's hits, criticals that count, and hits that get through."""
    total = hits + crits + min(3, crits)
    return total, min(3, crits), max(0, total - 3)


class Shot(icepool.MultisetEvaluator):  # type: ignore[misc, type-arg]
    """The dice of a shot, counted by icepool; it remembers what it has counted."""

    def initial_state(self, *_: Any) -> Any:
        """Return no criticals and no hits."""
        return 0, 0

    def next_state(self, state: Any, _order: Any, outcome: Any, count: Any) -> Any:  # type: ignore[override]
        """Add the dice of one outcome: 0 a critical, 1 a hit, 2 evaded."""
        crits, hits = state
        return crits + count * (outcome == 0), hits + count * (outcome == 1)

    def final_outcome(self, state: Any, *_: Any) -> Any:
        """Return what counts."""
        return counted(*state)


_EVALUATOR = Shot()


def shot_icepool() -> Any:
    """Make the distribution of a shot in icepool, with what it remembers from the time before."""
    return _EVALUATOR(icepool.Die({0: 2, 1: 2, 2: 6}).pool(10))


def shot_dyce() -> Any:
    """Make it in dyce: a critical is a hundred."""
    return (10 @ H({0: 6, 1: 2, 100: 2})).apply(lambda sum_of_dice: counted(*divmod(sum_of_dice, 100)))


def damage(attack: int, evasion: int) -> int:
    """Return a shoot's damage; -1 for a jam, 0 for a miss."""
    gap = attack + 14 - evasion - 11
    return -1 if attack == 1 else gap + 3 if gap >= 0 else 0


def shoot_icepool() -> Any:
    """Make the distribution of a shoot in icepool."""
    return icepool.map(damage, icepool.d10, icepool.d10)


def shoot_icepool_sum() -> Any:
    """Make less of it: how far the attack is above, without jams or damage."""
    return (icepool.d10 + 14) - (icepool.d10 + 11)


def shoot_dyce() -> Any:
    """Make the distribution of a shoot in dyce."""
    return H(10).apply(damage, H(10))


def shares(counts: Any) -> dict[Any, Fraction]:
    """Return the chance of each outcome of another's distribution."""
    weights = dict(counts.items())
    return {outcome: Fraction(weight, sum(weights.values())) for outcome, weight in weights.items()}


def agree() -> None:
    """Make sure that all sides run the same distance."""
    for ours, read, others in (
        (ATTACK, lambda o: (o["attack"], o["defence"]), (attack_icepool, attack_dyce, attack_dyce_apply)),
        (SHOT, lambda o: (o["hits"], o["crits"], o["unblocked"]), (shot_icepool, shot_dyce)),
        (SHOOT, lambda o: -1 if o["result"] == "jam" else o["damage"], (shoot_icepool, shoot_dyce)),
    ):
        odds = ours()
        chances: dict[Any, Fraction] = {}
        for outcome, weight in odds.outcomes:
            chances[read(outcome)] = chances.get(read(outcome), Fraction(0)) + Fraction(weight, odds.total)
        for other in others:
            made = {tuple(k) if isinstance(k, tuple) else k: v for k, v in shares(other()).items()}
            assert made == chances, other


RACES: tuple[tuple[str, Work, tuple[tuple[str, Work, str], ...]], ...] = (
    ("Mecha Mettle attack", ATTACK, (("icepool", attack_icepool, "<= 0.5"), ("dyce", attack_dyce_apply, "<= 2.3"))),
    ("MechaStellar shot", SHOT, (("icepool, its cache warm", shot_icepool, "<= 0.5"), ("dyce", shot_dyce, "<= 2.3"))),
    (
        "Techniconica shoot",
        SHOOT,
        (
            ("icepool", shoot_icepool, "<= 1"),
            ("icepool, the sum alone", shoot_icepool_sum, "<= 1"),
            ("dyce", shoot_dyce, "<= 6"),
        ),
    ),
)


def rows() -> list[Row]:
    """Return a row for each game's roll and each library, warm and with nothing remembered."""
    agree()
    found: list[Row] = []
    for name, ours, others in RACES:
        works: list[Callable[[], Any]] = [ours, partial(cold, ours), *(work for _, work, _ in others)]
        warm, forgotten, *theirs = timed(works, 15, 50)
        for (library, _, aim), seconds in zip(others, theirs, strict=True):
            found.append((f"odds: {name} / {library}", warm, seconds, warm / seconds, aim))
            found.append((f"odds: {name}, made cold / {library}", forgotten, seconds, forgotten / seconds, aim))
    return [*found, *_attack_rows()]


def _attack_rows() -> list[Row]:
    """Return the rows of releases up to 0.19.0, the other way round and with the attack made before."""
    game = find_game("mecha-mettle")
    kind = game.resolver("attack")
    assert kind
    inputs = {"attack": 3, "attack_die": "regular", "defend": 3, "defend_die": "shield"}
    made = kind.make(read_as(kind.inputs, inputs), game.context())
    works = [lambda: exact(made), partial(cold, ATTACK), attack_icepool, attack_dyce, attack_dyce_apply]
    ours, forgotten, ice, slow, quick = timed(works, 15, 100)
    return [
        ("icepool / attack odds", ice, ours, ice / ours, ">= 10"),
        ("icepool / attack odds, made and thrown cold", ice, forgotten, ice / forgotten, ">= 10"),
        ("dyce, expand / attack odds", slow, ours, slow / ours, ">= 5"),
        ("dyce, expand / attack odds, made and thrown cold", slow, forgotten, slow / forgotten, ">= 5"),
        ("dyce, apply / attack odds", quick, ours, quick / ours, ">= 5"),
    ]


if __name__ == "__main__":
    for what, first, second, ratio, aim in rows():
        print(f"{what:60} {first * 1e6:8.1f} µs {second * 1e6:8.1f} µs {ratio:6.2f}  {aim}")
