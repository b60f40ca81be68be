"""The print sets of MechaStellar: profiles, a roster, the reference, markers, templates at true scale."""

from collections import Counter
from dataclasses import replace

from companion.data.card_ids import find_card
from companion.gamekit.contract import PrintSet, PrintSource
from companion.games.mechastellar.art import figures, profile_figures
from companion.games.mechastellar.model import Force, Profile, Trait, TraitLine
from companion.games.mechastellar.rules.loadout import Unit, model_names, units_of_force
from companion.games.mechastellar.sheets import (
    gauges,
    markers,
    profile_cards,
    profile_sheet,
    reference,
    roster,
    rule_diagrams,
)
from companion.games.mechastellar.sheets.blocks import StatBlock, profile_block, unit_block
from companion.printing.faces import standees as folded
from companion.printing.faces.boxes import Deck, Pages, Part
from companion.printing.text.hyphens import loosen

TRACKS = 4
"""The most models of one line that share a profile sheet; each has its own damage track."""


def _units_of_build(source: PrintSource) -> tuple[Unit, ...]:
    if not isinstance(source.build, Force):
        return ()
    return units_of_force(source.build, source.context.catalogue, source.context.rulings)


def profiles(source: PrintSource) -> tuple[Part, ...]:
    """Return the profile sheets: a list's units as equipped, or every profile with all its options."""
    blocks = _blocks(source, TRACKS)
    return (Pages("Profiles", profile_sheet.pages(blocks)),) if blocks else ()


def _blocks(source: PrintSource, together: int) -> list[StatBlock]:
    """Return the blocks: a list's units as equipped, up to `together` models in each, or every profile."""
    blank = source.unknown == "blank"
    if isinstance(source.build, Force):
        units = _units_of_build(source)
        return [
            unit_block(
                unit,
                tuple(_trait_line(name, source) for name in unit.entry.traits if name.strip()),
                blank,
                names[at : at + together],
            )
            for unit, names in zip(units, model_names(units), strict=True)
            for at in range(0, len(names), together)
        ]
    return [profile_block(card, blank) for card in source.context.catalogue.all(Profile)]


def _trait_line(name: str, source: PrintSource) -> TraitLine:
    """Return a list's trait as a sheet prints it; a trait without a card gets room to write its effect."""
    card = find_card(source.context.catalogue, Trait, name)
    if not isinstance(card, Trait):
        return TraitLine(name=name[:40], kind="pilot", text="________________________________")
    return TraitLine(name=card.name, kind=card.kind, level=card.level, text=card.text[:200])


def profile_deck(source: PrintSource) -> tuple[Part, ...]:
    """Return one card per profile, or for a list one per model as equipped, each with its own damage track."""
    cards, copies, blocks = [], Counter[str](), _blocks(source, 1)
    for n, block in enumerate(blocks, 1):
        key = block.profile.id
        copies[key] += 1
        suffix = f"-{copies[key]}" if copies[key] > 1 else ""
        cards.append(profile_cards.piece(block, f"{key}{suffix}", f"{n} of {len(blocks)}"))
    return (Deck("Profile cards", profile_cards.TAROT, tuple(cards)),) if cards else ()


def list_deck(source: PrintSource) -> tuple[Part, ...]:
    """Return the cards of a list's own units."""
    return profile_deck(source) if isinstance(source.build, Force) else ()


def list_roster(source: PrintSource) -> tuple[Part, ...]:
    """Return a list's roster."""
    if not isinstance(source.build, Force):
        return ()
    return (Pages("Roster", roster.pages(source.build, _units_of_build(source), source.context, source.losses)),)


def reference_sheet(source: PrintSource) -> tuple[Part, ...]:
    """Return the reference, with a list's modules only."""
    return (Pages("Reference", reference.pages(source)),)


def marker_sheet(source: PrintSource) -> tuple[Part, ...]:
    """Return the markers."""
    return (Deck("Markers", markers.MARKER, markers.pieces()),)


def templates(source: PrintSource) -> tuple[Part, ...]:
    """Return rulers, area strips and engagement rings."""
    return (Pages("Templates", gauges.pages()),)


def list_profiles(source: PrintSource) -> tuple[Part, ...]:
    """Return the sheets of a list's own units."""
    return profiles(source) if isinstance(source.build, Force) else ()


def list_reference(source: PrintSource) -> tuple[Part, ...]:
    """Return the reference with a list's own modules."""
    return reference_sheet(source) if isinstance(source.build, Force) else ()


def standees(source: PrintSource) -> tuple[Part, ...]:
    """Return standees: of a list every model as equipped, otherwise one of each profile."""
    if isinstance(source.build, Force):
        lines = zip(figures(source.build, source.context), model_names(_units_of_build(source)), strict=True)
        found = [
            replace(figure, id=f"{figure.id}-{n}" if n > 1 else figure.id, name=name)
            for figure, names in lines
            for n, name in enumerate(names, 1)
        ]
        return folded.standees(found, folded.SMALLEST, prepare_name=loosen)
    return folded.standees(profile_figures(source.context), folded.SMALLEST, prepare_name=loosen)


def whole_game(source: PrintSource) -> tuple[Part, ...]:
    """Return the whole game: a card and a standee of each profile, markers, templates, the reference.

    Profile sheets are not in it, because they have the same contents as the cards.
    """
    print_sets = (profile_deck, standees, marker_sheet, templates, reference_sheet)
    source = replace(source, build=None)
    return tuple(part for parts in print_sets for part in parts(source))


PRINT_SETS: tuple[PrintSet, ...] = (
    PrintSet(
        "profiles",
        "Profile sheets",
        "Every profile, laid out like the printed block, with its figure and a damage track, up to four a page.",
        profiles,
    ),
    PrintSet(
        "cards",
        "Profile cards",
        "One tarot card per profile: large stats, a weapon table, its figure and a damage track.",
        profile_deck,
    ),
    PrintSet(
        "reference",
        "Reference",
        "The rules in turn order on two sides, with modules, average hits and the rulings in use.",
        reference_sheet,
    ),
    PrintSet(
        "standees",
        "Standees",
        "A figure of each unit as equipped: fold it, glue it, bend its feet outward into a base of its true size.",
        standees,
        takes_build=True,
    ),
    PrintSet("markers", "Markers", "Ninety markers of 20 mm: activated, focus, stunned, damage.", marker_sheet),
    PrintSet(
        "templates",
        "Templates",
        "Rulers of 8 to 48 inches, area strips and rings at true scale, to glue together.",
        templates,
    ),
    PrintSet(
        "my-cards",
        "Your profile cards",
        "One card for each unit of the list, as equipped, with its own damage track.",
        list_deck,
        needs_build=True,
    ),
    PrintSet(
        "roster",
        "Roster",
        "The list on a page: pools, activation boxes, HP tracks.",
        list_roster,
        needs_build=True,
        at_a_glance=True,
    ),
    PrintSet(
        "my-profiles", "Your profile sheets", "The units of your list, as equipped.", list_profiles, needs_build=True
    ),
    PrintSet(
        "my-reference",
        "Your reference",
        "The rules in turn order, with only the modules that your list uses.",
        list_reference,
        needs_build=True,
    ),
    PrintSet(
        "everything",
        "The whole game",
        "Profile cards, standees, markers, templates, then the reference; profile sheets if you prefer them to cards.",
        whole_game,
    ),
)
"""The print sets of MechaStellar, in the order in which pages list them."""
DIAGRAMS = rule_diagrams.diagrams
