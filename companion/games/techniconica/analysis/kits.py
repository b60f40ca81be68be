"""The ways to arm a Weapon: a Base Part with what changes its attacks, and what each is worth at every Accuracy."""

from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from companion.games.techniconica.analysis.goals import Attack, Number
from companion.games.techniconica.analysis.hosts import Host, Stock
from companion.games.techniconica.model import MOST_ATTACHED
from companion.games.techniconica.model.special_rules import attack_rules
from companion.games.techniconica.rules.weapons import is_melee

MOST_KITS = 3_000
"""The most ways to arm Weapons that are worked out; only custom cards make more."""
MOST_ATTACKS = 60_000
"""The most attacks of all Mechs of a squad, each at one Accuracy: what a program's memory grows with."""


class TooManyAttacks(ValueError):
    """There are more ways to attack than are worked out."""


class Crew(NamedTuple):
    """Pilots, by id, whose special rules do the same to an attack."""

    rules: tuple[str, ...]
    pilots: tuple[str, ...]


class Kit(NamedTuple):
    """A Weapon with a Modification that changes its attacks, or none, and such Support; its PE and DO as changed."""

    host: Host
    change: str
    supports: tuple[str, ...]
    penetration: int
    output: int
    rules: tuple[str, ...]


def crews(stock: Stock) -> list[Crew]:
    """Return the Pilots grouped by what their special rules do to an attack."""
    found: dict[tuple[str, ...], list[str]] = {}
    for pilot in stock.pilots:
        found.setdefault(tuple(sorted(attack_rules(pilot.rules, stock.specials))), []).append(pilot.id)
    return [Crew(rules, tuple(ids)) for rules, ids in sorted(found.items())]


def kits(stock: Stock, melee: bool) -> list[Kit]:
    """Return every way to arm a Weapon that strikes (`melee`), else one that shoots; TooManyAttacks past a limit."""
    found = list(islice(_kits(stock, melee), MOST_KITS + 1))
    if len(found) > MOST_KITS:
        raise TooManyAttacks
    return found


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
                    hung = tuple(card for card, count in zip(supports, counts, strict=True) for _ in range(count))
                    yield _kit(stock, host, change, hung)


def _kit(stock: Stock, host: Host, change: str, hung: tuple[str, ...]) -> Kit:
    on_it = ((change,) if change else ()) + hung
    weapon = stock.card[host.card]
    penetration, output = (
        max(0, weapon.stat(name) + sum(stock.host_change(host.card, card, name) for card in on_it))
        for name in ("pe", "do")
    )
    tokens = (*weapon.rules, *(token for card in on_it for token in stock.card[card].rules))
    return Kit(host, change, hung, penetration, output, attack_rules(tokens, stock.specials))


def worths(kit: Kit, crew: Crew, accuracies: range, attack: Attack) -> dict[int, Number]:
    """Return the value of one attack with a kit, by the Accuracy (or Speed) used."""
    tokens = (*kit.rules, *crew.rules)
    return {accuracy: attack(accuracy + kit.penetration, kit.output, tokens) for accuracy in accuracies}
