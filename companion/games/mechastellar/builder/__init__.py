"""The builder of a points list: the places of its units, events, commands and modules, and the cards to choose from.

Universal commands are no choice: every list has them. Equipment and pilots of a unit are in `options`.
"""

from collections.abc import Iterable, Iterator, Mapping

from companion.base.findings import Finding, Verdict
from companion.base.wording import join_words, plural
from companion.data.card_ids import find_card
from companion.gamekit.contract import Context
from companion.gamekit.workshop import CardChoice, FaceOf, Order, Place, PlacedCard, Zone, new_problems, orders
from companion.games.mechastellar.builder.acts import COMMANDS, EVENT, FIELD, IN_PLAY, MODULE, act
from companion.games.mechastellar.builder.groups import GROUPED, groups
from companion.games.mechastellar.builder.options import games, pilots, ships, traits, weapon_lines
from companion.games.mechastellar.model import (
    MODULES,
    TYPES,
    Command,
    Event,
    Force,
    Profile,
    Trait,
    pilot_title,
)
from companion.games.mechastellar.rules.holds import carriers, ships_of
from companion.games.mechastellar.rules.loadout import Unit, find_unit, units_of_force
from companion.games.mechastellar.validator import MOST_IN_MODULE

__all__ = [
    "GROUPED",
    "KINDS",
    "KEY_FIGURES",
    "NOT_OWNED",
    "act",
    "choices",
    "games",
    "groups",
    "pilots",
    "ships",
    "totals",
    "traits",
    "weapon_lines",
    "why",
    "zones",
]

UNITS = {kind.lower().replace(" ", "-"): kind for kind in TYPES}
KEY_FIGURES = ("HP", "Move", "Evade")
"""The figures that a card in a build shows beside its name, most important first."""
KINDS = {**UNITS, "event": "Event", "command": "Command", "module": "Module"}
"""The kinds of cards to choose from, with their titles: types of units, then event, command and module."""
NOT_OWNED = ("event", "command", "trait")
"""The kinds of cards that nobody owns: they are chosen from the rulebook."""
PACKS: Mapping[str, str] = {"printed": "Printed", "derived": "Printed", "house": "House", "custom": "Custom"}
"""The origin of a card on the page, by the mark of most of its numbers."""


def _kind(profile: Profile) -> str:
    return profile.type.lower().replace(" ", "-")


# The table


def zones(force: Force, context: Context) -> tuple[Zone, ...]:
    """Return the zones: units on the table, units aboard each ship, and event, commands and modules."""
    units = units_of_force(force, context.catalogue, context.rulings)
    ship_of, commander = carriers(units), find_unit(units, force.commander)

    def lines(ship: int | None) -> Iterator[Place]:
        row = [unit for unit in units if ship_of.get(unit.index) == ship]
        for unit, order in zip(row, orders([f"unit-{unit.index}" for unit in row]), strict=True):
            placed = _place_unit(unit, unit is commander, order, context)
            yield Place(f"line-{unit.index}", f"{unit.index + 1}. {unit.name}", tuple(UNITS), (placed,), room=False)

    return (
        Zone("Units", (*lines(None), Place(FIELD, "Another unit", tuple(UNITS)))),
        *(
            Zone(
                f"Aboard {ship.name}",
                (
                    *lines(ship.index),
                    Place(f"aboard-{ship.index}", f"Aboard {ship.name}", tuple(UNITS)),
                ),
                about=f"Units smaller than Size {ship.profile.size}.",
            )
            for ship in ships_of(units)
        ),
        _battle_zone(force, context),
    )


def _place_unit(unit: Unit, commands: bool, order: Order | None, context: Context) -> PlacedCard:
    profile = unit.profile
    return PlacedCard(
        f"unit-{unit.index}",
        profile.id,
        unit.name,
        _kind(profile),
        FaceOf("cards", profile.id),
        f"unit[{unit.index}]",
        ", ".join(_notes(unit, commands, context)),
        order=order,
    )


def _notes(unit: Unit, commands: bool, context: Context) -> Iterator[str]:
    """Yield the notes below a unit: profile, points, its choices that differ from the profile, its ship, its note."""
    count, profile, entry = unit.entry.count, unit.profile, unit.entry
    if unit.name != profile.name:
        yield profile.name
    yield f"{count} × {unit.each} = {unit.points:,} points" if count > 1 else plural(unit.points, "point")
    yield from (f"{new} for {old}" for old, new in entry.swaps.items())
    yield from (extra.name for extra in unit.extras)
    if entry.pilot is not None:
        yield pilot_title(profile.type, unit.pilot)
    cards = ((name, find_card(context.catalogue, Trait, name)) for name in entry.traits)
    yield from (card.name if card else name for name, card in cards)
    if commands:
        yield "commander"
    if entry.carried_by:
        yield f"aboard {entry.carried_by}"
    if entry.note:
        yield f"“{entry.note}”"


def _battle_zone(force: Force, context: Context) -> Zone:
    """Return the zone of event, commands and modules; problems with a field are shown at its last card."""
    catalogue = context.catalogue
    events = [(name, catalogue.get(Event, name).name) for name in force.event]
    commands = [(name, catalogue.get(Command, name).name) for name in force.commands]
    modules = [(MODULE + module, MODULES[module]) for module in force.modules]
    return Zone(
        "For the battle",
        (
            Place(EVENT, "Climactic event", ("event",), _placed_cards("event", "event", events), room=False),
            Place(COMMANDS, "Expanded commands", ("command",), _placed_cards("commands", "command", commands)),
            Place(IN_PLAY, "Modules", ("module",), _placed_cards("modules", "module", modules)),
        ),
        columns=3,
    )


def _placed_cards(name: str, kind: str, cards: list[tuple[str, str]]) -> tuple[PlacedCard, ...]:
    last = len(cards) - 1
    return tuple(
        PlacedCard(f"{name}-{number}", card, title, kind, where=name if number == last else "")
        for number, (card, title) in enumerate(cards)
    )


# The cards to choose from


def choices(context: Context) -> tuple[CardChoice, ...]:
    """Return profiles by type, then events, expanded commands and modules."""
    catalogue = context.catalogue
    profiles = sorted(catalogue.all(Profile), key=lambda card: TYPES.index(card.type))
    return (
        *map(_unit_choice, profiles),
        *(CardChoice(c.id, c.name, "event", words=c.text, pack=_pack(c)) for c in catalogue.all(Event)),
        *(
            CardChoice(c.id, c.name, "command", words=f"{c.cost} Influence: {c.text}", pack=_pack(c))
            for c in catalogue.all(Command)
            if c.expanded
        ),
        *(CardChoice(MODULE + module, title, "module") for module, title in MODULES.items()),
    )


def _unit_choice(card: Profile) -> CardChoice:
    figures = (
        ("points", card.points),
        ("Performance", card.performance),
        ("Frame", card.frame),
        ("Sensors", card.sensors),
        ("Move", card.move),
        ("Shooting", card.shooting),
        ("Melee", card.melee),
        ("Evade", card.evade),
        ("ARM Sv", card.arm_sv),
        ("HP", card.hp),
    )
    weapons = ", ".join(weapon.name for weapon in (*card.weapons, *card.alternates, *card.extras))
    traits = " ".join(trait.name for trait in card.traits)
    words = f"{card.type} {card.role} {card.special} {card.model} {card.pilot_name}: {weapons} {traits}"
    return CardChoice(card.id, card.name, _kind(card), FaceOf("cards", card.id), figures, words, _pack(card))


def _pack(card: Profile | Event | Command) -> str:
    return PACKS[card.mark("default").kind]


# What a choice does


def why(before: Verdict, after: Verdict) -> str:
    """Return the new problems of a choice in a few words: `40 points over`; empty for none."""
    return join_words(dict.fromkeys(_problem_words(new_problems(before, after), before, after)))


def _problem_words(findings: Iterable[Finding], before: Verdict, after: Verdict) -> Iterator[str]:
    for finding in findings:
        match finding.rule:
            case "points-over":
                yield f"{plural(after.totals['points'] - after.totals['size'], 'point')} over"
            case "too-many-units":
                yield f"only {MOST_IN_MODULE} units"
            case "command-count":
                yield "only two commands"
            case "ground-only":
                yield "fights on the ground only"
            case "space-only":
                yield "fights in space only"
            case "embark-size":
                yield "too large to board"
            case "no-commander" if before.totals["units"]:
                yield "no commander"
            case "no-commander":
                continue  # The first unit cannot have one yet.
            case "wargame-limit":
                allowed = finding.message.partition(" and ")[0].rstrip(",")
                if " requires " not in allowed:  # Too few units are not made worse by choosing one.
                    yield allowed
            case _:
                yield finding.message


def totals(verdict: Verdict) -> str:
    """Return points and number of units in one line."""
    points, size = verdict.totals["points"], verdict.totals["size"]
    return f"{points:,} of {size:,} points, {plural(verdict.totals['units'], 'unit')}"
