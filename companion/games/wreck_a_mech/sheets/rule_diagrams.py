"""The diagrams of Wreck-A-Mech's rules: the cross of a mech, the wheel of bonuses, and the seats."""

from collections.abc import Iterator

from companion.gamekit.contract import Context
from companion.games.wreck_a_mech.model import POSITIONS, TRAINER, Part, words
from companion.games.wreck_a_mech.rules.totals import total
from companion.games.wreck_a_mech.sheets.reference import WHEEL, draw_wheel
from companion.printing.faces.boxes import Box, Ink
from companion.printing.faces.diagrams import WIDE, Diagram, arrow, diagram, tile

_W, _H = 18.0, 14.0
"""Width and height of a drawn card in mm."""
_PLACES = {"head": (1, 0), "left_arm": (0, 1), "body": (1, 1), "right_arm": (2, 1), "legs": (1, 2)}
"""The column and the row of each part in the cross."""


def diagrams(context: Context) -> tuple[Diagram, ...]:
    """Return the diagrams under the rulings in force."""
    trainers: dict[str, Part] = {card.position: card for card in context.catalogue.all(Part) if card.rank == TRAINER}
    totals = total(trainers, context.rulings, context.catalogue)
    cross = (
        "Your mech as you see it, with the Attack (A), Defense (D) and Structure (S) of the parts of Rank 1: Attack "
        f"{totals.attack} and Defense {totals.defense} in all."
    )
    return (
        diagram("mech", cross, 3 * (_H + 1), *_cross(trainers)),
        diagram(
            "corporations",
            "The wheel: each arrow leads to the corporation that one is strong against.",
            WHEEL,
            *draw_wheel(context, 0, -2.5, WIDE),
        ),
        diagram(
            "combat",
            "With three or more players: the attacker to your right strikes you, and you strike the defender to your "
            "left. With two, the opponent is both.",
            _H,
            *_seats(),
        ),
    )


def _cross(parts: dict[str, Part]) -> Iterator[Box]:
    for position in POSITIONS:
        column, row = _PLACES[position]
        x, y = column * (_W + 1.5), row * (_H + 1)
        card = parts.get(position)
        numbers = (f"A {card.attack} · D {card.defense}", f"S {card.structure}") if card else ()
        yield from tile(x, y, _W, _H, words(position).capitalize(), *numbers, fill="wash")


def _seats() -> Iterator[Box]:
    titles = ("your defender", "you", "your attacker")
    for place, title in enumerate(titles):
        first, second = title.split() if " " in title else (title, "")
        lines = (first, second) if second else (first,)
        fill: Ink = "tint" if title == "you" else "paper"
        yield from tile(place * 19.5, 0, 14.6, _H, *lines, fill=fill, is_bold=not second)
    for place in (2, 1):
        yield from arrow((place * 19.5 - 0.4, _H / 2), (place * 19.5 - 4.6, _H / 2))
