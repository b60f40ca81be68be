"""The print sets of Mechalyte: spec sheets, zone cards, shield markers, the reference, the whole game."""

from collections import Counter

from companion.base.wording import plural
from companion.gamekit.contract import PrintSet, PrintSource
from companion.games.mechalyte.art import figures
from companion.games.mechalyte.model import Spec
from companion.games.mechalyte.rules import battlefield
from companion.games.mechalyte.rules.battlefield import zone_name, zone_title
from companion.games.mechalyte.rules.levels import module_scale, scale_mark
from companion.games.mechalyte.sheets import reference, rule_diagrams, spec_sheet
from companion.games.mechalyte.sheets.zone_cards import MARKER, marker_face, zone_face
from companion.printing.faces import standees as folded
from companion.printing.faces.boxes import POKER, Deck, Pages, Part, Piece

WIDER_THAN_BASE = 1.3
"""Width of a standee in widths of its base: three standees fit side by side on a zone card."""
MARKERS = ((1, 36), (2, 18), (3, 12))
"""Layers on a marker, and copies of that marker: enough for two full zones of well shielded mechs."""


def spec_sheets(source: PrintSource) -> tuple[Part, ...]:
    """Return a page of two spec sheets: both empty, or the first filled in with a build's spec."""
    spec = source.build if isinstance(source.build, Spec) else None
    mark = scale_mark(source.context.catalogue)
    return (Pages("Spec sheets", spec_sheet.pages(spec, module_scale(source.context.catalogue), mark)),)


def build_sheet(source: PrintSource) -> tuple[Part, ...]:
    """Return a build's spec sheet, with an empty one below it."""
    return spec_sheets(source) if isinstance(source.build, Spec) else ()


def zones(source: PrintSource) -> tuple[Part, ...]:
    """Return a card for each zone of the layout in force."""
    field = battlefield.field(source.context.rulings)
    pieces = tuple(
        Piece(
            id=f"zone-{zone_name(field, zone).lower()}",
            name=f"Zone {zone_name(field, zone)}",
            face=zone_face(field, zone),
            about=f"Zone {zone_name(field, zone)}: {zone_title(field, zone)}. Room for three mechs of each player.",
        )
        for zone in field.zones
    )
    return (Deck("Zones", POKER, pieces),)


def markers(source: PrintSource) -> tuple[Part, ...]:
    """Return shield markers for one, two and three layers."""
    pieces = tuple(
        Piece(
            id=f"shield-{layers}",
            name=f"Shield marker {layers}",
            face=marker_face(layers),
            copies=copies,
            about=f"A marker for {plural(layers, 'shield layer')}.",
        )
        for layers, copies in MARKERS
    )
    return (Deck("Shield markers", MARKER, pieces),)


def standees(source: PrintSource) -> tuple[Part, ...]:
    """Return standees of a spec's mechs: of each level as many as the plan builds, one where it builds none."""
    if not isinstance(source.build, Spec):
        return ()
    planned = Counter(level for turn in source.build.turn for level in turn.build)
    mechs = figures(source.build, source.context)
    counts = [max(1, planned[int(figure.id)]) for figure in mechs]
    return folded.standees(mechs, folded.SMALLEST, wide=WIDER_THAN_BASE, copies=counts)


def reference_sheet(source: PrintSource) -> tuple[Part, ...]:
    """Return the reference: one side, in the order of a turn."""
    return (Pages("Reference", reference.pages(source)),)


def whole_game(source: PrintSource) -> tuple[Part, ...]:
    """Return the whole game: spec sheets for two, zones, markers, the reference."""
    return (*spec_sheets(source), *zones(source), *markers(source), *reference_sheet(source))


PRINT_SETS: tuple[PrintSet, ...] = (
    PrintSet(
        "spec-sheets",
        "Spec sheets",
        "Two on a page: slots, level table, points to tick; fold them to keep the spec secret.",
        spec_sheets,
    ),
    PrintSet(
        "zones",
        "Zone cards",
        "The battlefield under your rulings: one poker card per zone with places for the dice.",
        zones,
    ),
    PrintSet("markers", "Shield markers", "Sixty-six markers of 20 mm for one, two and three shield layers.", markers),
    PrintSet(
        "reference", "Reference", "The rules in turn order on one side, with the rulings in use.", reference_sheet
    ),
    PrintSet(
        "my-spec", "Your spec sheet", "Your spec's sheet, filled in, and an empty one.", build_sheet, needs_build=True
    ),
    PrintSet(
        "standees",
        "Standees",
        "A mech for each level of your spec, as many as your plan builds, to stand in place of a die.",
        standees,
        needs_build=True,
    ),
    PrintSet("everything", "The whole game", "Spec sheets, zones, markers, then the reference.", whole_game),
)
"""The print sets of Mechalyte, in the order in which pages list them."""
DIAGRAMS = rule_diagrams.diagrams
