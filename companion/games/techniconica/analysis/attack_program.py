"""What the attack of a Mech in a program is worth: one armed Weapon, or several in a volley, and who fires them.

For every way to arm a Weapon, every crew and every Accuracy there is a number of attacks; each is worth what `kits`
says. The goal is the highest worth, so it is enough that no attack claims more Accuracy than the Mech has.
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
    """A way to arm a Weapon, a crew, and the Accuracy (Speed in a Charge) that an attack is made with."""

    kit: Kit
    crew: Crew
    accuracy: int


Worths = Mapping[Attempt, int]
"""What each attack is worth, in whole units; those that are worth nothing may be left out."""


def add_reach(mech: MechProgram, kits: Iterable[Kit]) -> LinearExpr:
    """Return the Accuracy and Penetration together of the best shot."""
    made = {kit: mech.count(1) for kit in kits}
    mech.model.add(total((n, 1) for n in made.values()) == 1)
    _limit_weapons(mech, made.items())
    return mech.accuracy + total((n, kit.penetration) for kit, n in made.items())


def add_single(mech: MechProgram, worths: Worths, accuracy: LinearExpr) -> LinearExpr:
    """Return the value of the best attack with one Weapon; `accuracy` is the Mech's Accuracy, or its Speed."""
    made = {attempt: mech.count(1) for attempt in worths}
    mech.model.add(total((n, 1) for n in made.values()) <= 1)
    mech.model.add(total((n, attempt.accuracy) for attempt, n in made.items()) <= accuracy)
    for crew in {attempt.crew for attempt in made}:
        mech.model.add(total((n, 1) for attempt, n in made.items() if attempt.crew == crew) <= _aboard(mech, crew))
    _limit_weapons(mech, ((attempt.kit, n) for attempt, n in made.items()))
    return total((n, worths[attempt]) for attempt, n in made.items())


def add_volley(mech: MechProgram, worths: Worths) -> LinearExpr:
    """Return the value of the best volley: all its Weapons lose Accuracy for each beyond the first."""
    add = mech.model.add
    most = mech.stock.hosts
    made = {attempt: mech.count(most[attempt.kit.host]) for attempt in worths}
    levels = {(attempt.crew, attempt.accuracy) for attempt in worths}
    salvos = {(*level, fired): mech.count(1) for level in levels for fired in range(1, mech.stock.slots)}
    add(total((there, 1) for there in salvos.values()) <= 1)
    needed = ((there, accuracy + EACH_WEAPON * (fired - 1)) for (_, accuracy, fired), there in salvos.items())
    add(total(needed) <= mech.accuracy)
    for crew in {crew for crew, _ in levels}:
        add(total((there, 1) for (who, _, _), there in salvos.items() if who == crew) <= _aboard(mech, crew))
    for level in levels:
        here = {fired: there for (*one, fired), there in salvos.items() if tuple(one) == level}
        attacks = {attempt: n for attempt, n in made.items() if (attempt.crew, attempt.accuracy) == level}
        add(total((n, 1) for n in attacks.values()) <= total((there, fired) for fired, there in here.items()))
        for attempt, n in attacks.items():
            add(n <= total((there, min(most[attempt.kit.host], fired)) for fired, there in here.items()))
    _limit_weapons(mech, ((attempt.kit, n) for attempt, n in made.items()))
    return total((n, worths[attempt]) for attempt, n in made.items())


def _aboard(mech: MechProgram, crew: Crew) -> LinearExpr:
    return total((mech.pilots[pilot], 1) for pilot in crew.pilots)


def _limit_weapons(mech: MechProgram, fired: Iterable[tuple[Kit, IntVar]]) -> None:
    """Let no more Weapons attack than there are, each armed as its kit says and with nothing else that changes it."""
    by_host: dict[Host, list[tuple[Kit, IntVar]]] = {}
    for kit, count in fired:
        by_host.setdefault(kit.host, []).append((kit, count))
    for host, attacks in by_host.items():
        altering = [
            (card, n)
            for (card, there), n in mech.changes.items()
            if there == host and card in mech.stock.attack_altering_cards
        ]
        mech.model.add(total((n, 1) for _, n in attacks) <= mech.hosts[host])
        plain = total((n, 1) for kit, n in attacks if not kit.change)
        mech.model.add(plain + total((n, 1) for _, n in altering) <= mech.hosts[host])
        for card, changed in altering:
            mech.model.add(total((n, 1) for kit, n in attacks if kit.change == card) <= changed)
        for (card, spot), hung in mech.supports.items():
            if spot == host and card in mech.stock.attack_altering_cards:
                _tie_support_to_kits(mech, host, card, hung, attacks)


def _tie_support_to_kits(
    mech: MechProgram, host: Host, card: str, hung: IntVar, attacks: list[tuple[Kit, IntVar]]
) -> None:
    """Tie the copies of Support on a Weapon that attacks to those of its kit; a Weapon that does not may have any."""
    in_kits = total((n, kit.supports.count(card)) for kit, n in attacks)
    idle = mech.hosts[host] - total((n, 1) for _, n in attacks)
    mech.model.add(hung >= in_kits)
    mech.model.add(hung - in_kits <= MOST_ATTACHED * idle)
