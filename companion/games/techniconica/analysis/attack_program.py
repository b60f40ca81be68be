"""Adds the attacks of a Mech to its integer program: one armed Weapon, or several in a volley, and the Pilot.

For every way to arm a Weapon, every crew and every Accuracy there is a variable, the number of such attacks, with its
value from `kits`. The value is maximised, so no attack may use more Accuracy than the Mech has, but may use less.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ortools.sat.python.cp_model import IntVar, LinearExpr

from companion.games.techniconica.analysis.hosts import Host
from companion.games.techniconica.analysis.kits import Crew, Kit
from companion.games.techniconica.analysis.mech_program import MechProgram, total
from companion.games.techniconica.model import MOST_ATTACHED
from companion.games.techniconica.resolver.from_inputs import EACH_WEAPON


class Attempt(NamedTuple):
    """An attack: a way to arm a Weapon, a crew, and the Accuracy (in a Charge the Speed)."""

    kit: Kit
    crew: Crew
    accuracy: int


Worths = Mapping[Attempt, int]
"""The value of each attack in whole units; attacks without value may be left out."""


def add_reach(mech: MechProgram, kits: Iterable[Kit]) -> LinearExpr:
    """Return the sum of Accuracy and Penetration of the best shot."""
    counts = {kit: mech.count(1) for kit in kits}
    mech.model.add(total((n, 1) for n in counts.values()) == 1)
    _limit_weapons(mech, counts.items())
    return mech.accuracy + total((n, kit.penetration) for kit, n in counts.items())


def add_single(mech: MechProgram, worths: Worths, accuracy: LinearExpr) -> LinearExpr:
    """Return the value of the best attack with one Weapon; `accuracy` is the Mech's Accuracy, or its Speed."""
    counts = {attempt: mech.count(1) for attempt in worths}
    mech.model.add(total((n, 1) for n in counts.values()) <= 1)
    mech.model.add(total((n, attempt.accuracy) for attempt, n in counts.items()) <= accuracy)
    for crew in {attempt.crew for attempt in counts}:
        mech.model.add(
            total((n, 1) for attempt, n in counts.items() if attempt.crew == crew) <= _crew_count(mech, crew)
        )
    _limit_weapons(mech, ((attempt.kit, n) for attempt, n in counts.items()))
    return total((n, worths[attempt]) for attempt, n in counts.items())


def add_volley(mech: MechProgram, worths: Worths) -> LinearExpr:
    """Return the value of the best volley, in which every Weapon beyond the first costs all of them Accuracy."""
    add = mech.model.add
    most = mech.stock.hosts
    counts = {attempt: mech.count(most[attempt.kit.host]) for attempt in worths}
    levels = {(attempt.crew, attempt.accuracy) for attempt in worths}
    salvos = {(*level, fired): mech.count(1) for level in levels for fired in range(1, mech.stock.slots)}
    add(total((used, 1) for used in salvos.values()) <= 1)
    needed = ((used, accuracy + EACH_WEAPON * (fired - 1)) for (_, accuracy, fired), used in salvos.items())
    add(total(needed) <= mech.accuracy)
    for crew in {crew for crew, _ in levels}:
        add(
            total((used, 1) for (salvo_crew, _, _), used in salvos.items() if salvo_crew == crew)
            <= _crew_count(mech, crew)
        )
    for level in levels:
        salvos_of_level = {fired: used for (*salvo_level, fired), used in salvos.items() if tuple(salvo_level) == level}
        attacks = {attempt: n for attempt, n in counts.items() if (attempt.crew, attempt.accuracy) == level}
        add(total((n, 1) for n in attacks.values()) <= total((used, fired) for fired, used in salvos_of_level.items()))
        for attempt, n in attacks.items():
            add(n <= total((used, min(most[attempt.kit.host], fired)) for fired, used in salvos_of_level.items()))
    _limit_weapons(mech, ((attempt.kit, n) for attempt, n in counts.items()))
    return total((n, worths[attempt]) for attempt, n in counts.items())


def _crew_count(mech: MechProgram, crew: Crew) -> LinearExpr:
    return total((mech.pilots[pilot], 1) for pilot in crew.pilots)


def _limit_weapons(mech: MechProgram, kit_counts: Iterable[tuple[Kit, IntVar]]) -> None:
    """Let at most the Mech's Weapons attack; of cards that alter attacks, each has exactly those of its kit."""
    by_host: dict[Host, list[tuple[Kit, IntVar]]] = {}
    for kit, count in kit_counts:
        by_host.setdefault(kit.host, []).append((kit, count))
    for host, attacks in by_host.items():
        altering = [
            (card, n)
            for (card, place), n in mech.changes.items()
            if place == host and card in mech.stock.attack_altering_cards
        ]
        mech.model.add(total((n, 1) for _, n in attacks) <= mech.hosts[host])
        plain = total((n, 1) for kit, n in attacks if not kit.change)
        mech.model.add(plain + total((n, 1) for _, n in altering) <= mech.hosts[host])
        for card, changed in altering:
            mech.model.add(total((n, 1) for kit, n in attacks if kit.change == card) <= changed)
        for (card, spot), support_count in mech.supports.items():
            if spot == host and card in mech.stock.attack_altering_cards:
                _tie_support_to_kits(mech, host, card, support_count, attacks)


def _tie_support_to_kits(
    mech: MechProgram, host: Host, card: str, support_count: IntVar, attacks: list[tuple[Kit, IntVar]]
) -> None:
    """Require the Support of its kit on a Weapon that attacks; other Weapons may have any."""
    in_kits = total((n, kit.supports.count(card)) for kit, n in attacks)
    idle = mech.hosts[host] - total((n, 1) for _, n in attacks)
    mech.model.add(support_count >= in_kits)
    mech.model.add(support_count - in_kits <= MOST_ATTACHED * idle)
