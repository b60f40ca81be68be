"""The ways to arm a Weapon with cards that alter its attacks, and the value of each way at every Accuracy."""

from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from companion.games.techniconica.analysis.goals import Attack, Number
from companion.games.techniconica.analysis.hosts import Host, Stock
from companion.games.techniconica.model import MOST_ATTACHED
from companion.games.techniconica.model.special_rules import attack_rules
from companion.games.techniconica.rules.weapons import is_melee

MOST_KITS = 3_000
"""The most ways to arm Weapons; only custom cards have more."""
MOST_ATTACKS = 60_000
"""The most attacks of all Mechs of a squad, each at one Accuracy; a program's memory grows with them."""


class TooManyAttacks(ValueError):
    """There are more ways to attack than the limits allow."""


class Crew(NamedTuple):
    """Pilots, by id, whose special rules have the same effect on an attack."""

    rules: tuple[str, ...]
    pilots: tuple[str, ...]


class Kit(NamedTuple):
    """A Weapon with at most one Modification and any Support that alter its attacks; PE and DO include them."""

    host: Host
    change: str
    supports: tuple[str, ...]
    penetration: int
    output: int
    rules: tuple[str, ...]


def crews(stock: Stock) -> list[Crew]:
    """Return the Pilots, grouped by the effect of their special rules on an attack."""
    pilots_by_rules: dict[tuple[str, ...], list[str]] = {}
    for pilot in stock.pilots:
        pilots_by_rules.setdefault(tuple(sorted(attack_rules(pilot.rules, stock.specials))), []).append(pilot.id)
    return [Crew(rules, tuple(ids)) for rules, ids in sorted(pilots_by_rules.items())]


def kits(stock: Stock, melee: bool) -> list[Kit]:
    """Return every way to arm a Melee Weapon (`melee`) or a shooting one; raises TooManyAttacks beyond MOST_KITS."""
    ways = list(islice(_kits(stock, melee), MOST_KITS + 1))
    if len(ways) > MOST_KITS:
        raise TooManyAttacks
    return ways


def _kits(stock: Stock, melee: bool) -> Iterator[Kit]:
    changes = [card.id for card in stock.modifications if card.id in stock.attack_altering_cards]
    supports = [card.id for card in stock.supports if card.id in stock.attack_altering_cards]
    numbers = [range(min(stock.copies[card], MOST_ATTACHED) + 1) for card in supports]
    for host in stock.hosts:
        if host.kind != "weapon" or is_melee(stock.card[host.card]) != melee:
            continue
        for change in ("", *changes):
            for counts in product(*numbers):
                if sum(counts) + bool(change) <= MOST_ATTACHED:
                    support = tuple(card for card, count in zip(supports, counts, strict=True) for _ in range(count))
                    yield _kit(stock, host, change, support)


def _kit(stock: Stock, host: Host, change: str, support: tuple[str, ...]) -> Kit:
    attached = ((change,) if change else ()) + support
    weapon = stock.card[host.card]
    penetration, output = (
        max(0, weapon.stat(name) + sum(stock.host_change(host.card, card, name) for card in attached))
        for name in ("pe", "do")
    )
    tokens = (*weapon.rules, *(token for card in attached for token in stock.card[card].rules))
    return Kit(host, change, support, penetration, output, attack_rules(tokens, stock.specials))


def worths(kit: Kit, crew: Crew, accuracies: range, attack: Attack) -> dict[int, Number]:
    """Return the value of one attack with a kit, by the Accuracy (or Speed) used."""
    tokens = (*kit.rules, *crew.rules)
    return {accuracy: attack(accuracy + kit.penetration, kit.output, tokens) for accuracy in accuracies}
