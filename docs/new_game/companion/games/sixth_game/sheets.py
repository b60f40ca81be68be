"""The print sets of Sixth Game: all units, and those of a squad."""

from collections import Counter
from collections.abc import Mapping

from companion.gamekit.contract import Context, PrintSet, PrintSource
from companion.games.sixth_game.model import Squad, Unit
from companion.printing.faces.anatomy import foot, foot_pack_name, rules_text
from companion.printing.faces.boxes import POKER, Box, Deck, Face, Part, Piece, Rect, Text
from companion.printing.faces.diagrams import Diagram, diagram, tile
from companion.printing.faces.origins import origin

EDGE, TOP = 4.0, 5.0
WIDE = POKER.w - 2 * EDGE


def units(source: PrintSource) -> tuple[Part, ...]:
    """Return a card for each unit."""
    return _deck(source, {unit.id: 1 for unit in source.context.catalogue.all(Unit)})


def own_units(source: PrintSource) -> tuple[Part, ...]:
    """Return the cards of a squad."""
    return _deck(source, Counter(source.build.units)) if isinstance(source.build, Squad) else ()


def _deck(source: PrintSource, copies: Mapping[str, int]) -> tuple[Part, ...]:
    cards = [(source.context.catalogue.get(Unit, card_id), count) for card_id, count in copies.items()]
    pieces = (
        Piece(unit.id, unit.name, unit_face(unit, source.unknown == "blank"), count, about=_about(unit))
        for unit, count in cards
    )
    return (Deck("Units", POKER, tuple(pieces)),) if cards else ()


def _about(unit: Unit) -> str:
    return f"{unit.name}: power {unit.power}. {unit.text}".strip()


def unit_face(unit: Unit, blank: bool = False) -> Face:
    """Return a unit's face: its name, its power with its mark of origin, its text; `blank` hides our own numbers."""
    kind = unit.mark("power").kind
    hidden = blank and kind == "house"
    power = "" if hidden else str(unit.power)
    boxes: tuple[Box, ...] = (
        Rect(2, 2, POKER.w - 4, POKER.h - 4, 2, stroke="blue", width=0.5),
        Text(EDGE, TOP, WIDE - 14, 6, unit.name, 12, 7, "bold", what="name"),
        Text(POKER.w - EDGE - 12, TOP, 12, 8, power, 18, 9, "bold", "right", what="power", unknown=hidden),
        *origin(kind, POKER.w - EDGE - 2.6, TOP + 9),
        rules_text(EDGE, 52, WIDE, 24, unit.text),
        *foot(EDGE, POKER.h - 6.5, WIDE, foot_pack_name(unit), [kind]),
    )
    return Face(boxes)


PRINT_SETS: tuple[PrintSet, ...] = (
    PrintSet("units", "Units", "A card for each unit.", units),
    PrintSet("my-units", "Your units", "The cards of your squad.", own_units, needs_build=True),
)
"""The print sets of Sixth Game, in the order in which pages list them."""


def power_diagram(context: Context) -> tuple[Diagram, ...]:
    """Return the diagrams of the rules, each beside its section in the booklet and on the rules page."""
    strongest = max(context.catalogue.all(Unit), key=lambda unit: unit.power, default=None)
    if strongest is None:
        return ()
    drawn = tile(14, 0, 29, 12, strongest.name, f"power {strongest.power}", fill="tint")
    return (diagram(context.rulebook.section[0].id, f"A unit with its power: {strongest.name}.", 12, *drawn),)


DIAGRAMS = power_diagram
"""The function that draws the diagrams of the rules."""
