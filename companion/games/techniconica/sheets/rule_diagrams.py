"""The diagrams of Techniconica's rules: the grid, a weight that is carried, attached cards and the way of damage."""

from collections.abc import Iterator

from companion.gamekit.contract import Context
from companion.games.techniconica.model import Armour, Cockpit, Locomotor, Part, PowerPlant, Shield, Weapon
from companion.printing.faces.boxes import Box, Ink, Line, Rect
from companion.printing.faces.diagrams import WIDE, Diagram, arrow, diagram, label, tile

_SLOT, _HIGH = 18.4, 11.0
"""Width and height of a slot of the grid in mm."""
_WEIGHED: tuple[type[Part], ...] = (Cockpit, PowerPlant, Weapon, Armour, Shield)


def diagrams(context: Context) -> tuple[Diagram, ...]:
    """Return the diagrams, with numbers of the cards in play."""
    cards = context.catalogue.all(Part)
    legs = max((card for card in cards if isinstance(card, Locomotor)), key=lambda card: card.stat("mw"), default=None)
    typical = {kind: _typical([card for card in cards if isinstance(card, kind)]) for kind in _WEIGHED}
    shown = [card for kind in _WEIGHED for card in typical[kind]]
    layers = [card for kind in (Shield, Armour, Weapon) for card in typical[kind]]
    return (
        diagram("grid", "The grid: two slots are fixed, each other takes a Weapon or a Power Plant.", 36, *_grid()),
        *((diagram("weight", _weight_words(legs, shown), 13, *_weight(legs, shown)),) if legs else ()),
        diagram(
            "attaching",
            "Attached cards lie on top of their Base Part, a little lower each, so that every name and DT can be read. "
            "Damage goes through the Shield, then the Armour, then reaches the Base Part.",
            31,
            *_layers(layers),
        ),
    )


def _typical(cards: list[Part]) -> list[Part]:
    """Return the card in the middle of cards ordered by weight, none of none."""
    by_weight = sorted(cards, key=lambda card: card.stat("we"))
    return by_weight[len(cards) // 2 :][:1]


def _weight_words(legs: Part, cards: list[Part]) -> str:
    total, weights = sum(card.stat("we") for card in cards), [f"{card.name} {card.stat('we')}" for card in cards]
    return (
        f"{legs.name} carries MW {legs.stat('mw')}. These cards weigh {total}: {', '.join(weights)}. The Pilot and the "
        "Locomotor do not count."
    )


def _grid() -> Iterator[Box]:
    fixed = {(1, 1): ("Cockpit", "with its Pilot"), (2, 1): ("Locomotor",)}
    for row in range(3):
        for column in range(3):
            lines = fixed.get((row, column), ("Weapon or", "Power Plant"))
            fill: Ink = "tint" if (row, column) in fixed else "paper"
            x, y = 0.4 + column * (_SLOT + 0.6), row * (_HIGH + 0.8)
            yield from tile(x, y, _SLOT, _HIGH, *lines, fill=fill, is_bold=(row, column) in fixed)


def _weight(legs: Part, cards: list[Part]) -> Iterator[Box]:
    """Yield a bar of weights below the most that the Locomotor carries."""
    most, total = legs.stat("mw"), sum(card.stat("we") for card in cards)
    unit = WIDE / max(most, total)
    x = 0.0
    for card in cards:
        wide = card.stat("we") * unit
        yield Rect(x, 5, wide, 6, 0, "tint", "blue", 0.35)
        yield label(x, 6.2, wide, str(card.stat("we")), 8.5, "semibold")
        x += wide
    if most > total:
        yield Rect(x, 5, (most - total) * unit, 6, 0, None, "soft", 0.3, (1, 0.8))
        yield label(x, 6.2, (most - total) * unit, f"{most - total} more", 8, ink="soft")
    yield Line(most * unit, 3.6, most * unit, 12.4, 0.6, "accent")
    yield label(most * unit - 30, 0, 30, f"MW {most}", 8.5, "bold", "right", ink="accent")


def _layers(cards: list[Part]) -> Iterator[Box]:
    """Yield a pile with the Base Part below all, and the order in which damage reaches its cards."""
    wide, high, offset = 33.0, 14.0, 8.0
    for depth, card in enumerate(reversed(cards)):
        x, y = depth * 1.6, depth * offset
        yield Rect(x, y, wide, high, 1.4, ("paper", "wash", "tint")[depth % 3], "blue", 0.4)
        yield label(x + 1, y + 0.8, wide - 2, f"{type(card).type}: DT {card.stat('dt')}", 8.5, "semibold")
        yield label(x + 1, y + 4.2, wide - 2, card.name, 7.5, ink="soft")
    right = wide + 4
    for step in range(len(cards)):
        y = (len(cards) - 1 - step) * offset + 3
        yield label(right + 6, y - 1.8, WIDE - right - 6, ("first", "then", "last")[step], 8.5, "semibold", "left")
        if step + 1 < len(cards):
            yield from arrow((right + 3, y), (right + 3, y - offset + 1))
    yield label(right + 1, (len(cards) - 1) * offset + 6.4, WIDE - right - 1, "damage", 8.5, "bold", "left", "accent")
