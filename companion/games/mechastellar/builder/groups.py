"""A points list in groups of cards, by which its versions are compared: the list itself, then each unit."""

from collections.abc import Iterator

from companion.base.findings import Verdict
from companion.data.card_ids import find_card
from companion.gamekit.contract import Context
from companion.gamekit.workshop import CardGroup, HeldCard
from companion.games.mechastellar.model import MODULES, Command, Event, Force, Trait, pilot_title
from companion.games.mechastellar.rules.loadout import Unit, find_unit, units_of_force

GROUPED = ("unit", "event", "commands", "modules")
"""The fields of a list whose cards are in its groups."""
TOTALS = {"points": "points", "hp": "HP", "momentum": "Momentum", "influence": "Influence"}
"""The totals that versions show, with their titles."""


def groups(force: Force, verdict: Verdict, context: Context) -> tuple[CardGroup, ...]:
    """Return the list's own group, with event, commands and modules, then one for each unit."""
    units = units_of_force(force, context.catalogue, context.rulings)
    totals = {title: verdict.totals[key] for key, title in TOTALS.items()}
    return (
        CardGroup(cards=tuple(_battle_cards(force, context)), totals=totals),
        *(_unit_group(unit, units, context) for unit in units),
    )


def _battle_cards(force: Force, context: Context) -> Iterator[HeldCard]:
    yield from (HeldCard(name, context.catalogue.get(Event, name).name) for name in force.event)
    yield from (HeldCard(name, context.catalogue.get(Command, name).name) for name in force.commands)
    yield from (HeldCard(module, MODULES[module]) for module in force.modules)


def _unit_group(unit: Unit, units: tuple[Unit, ...], context: Context) -> CardGroup:
    entry, profile = unit.entry, unit.profile
    carrier = find_unit(units, entry.carried_by)
    traits = ((name, find_card(context.catalogue, Trait, name)) for name in entry.traits)
    return CardGroup(
        unit.name,
        entry.name,
        profile.id,
        profile.name,
        entry.count,
        choices={**entry.swaps, "pilot": pilot_title(profile.type, unit.pilot), "no note": entry.note or "no note"},
        extras=(*entry.extras, *(card.name if card else name for name, card in traits)),
        inside=units.index(carrier) + 1 if carrier and carrier is not unit else None,
    )
