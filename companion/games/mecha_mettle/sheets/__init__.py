"""What can be printed for Mecha Mettle: modules, components, tiles, the reference, a draft's four cards, everything."""

from companion.games.mecha_mettle.art.symbols import DIE_NAMES
from companion.games.mecha_mettle.model import Component, Draft, Module, Pool, Tile, Weapon
from companion.games.mecha_mettle.sheets import reference
from companion.games.mecha_mettle.sheets.card_faces import (
    COMPONENT_BACK,
    MODULE_BACK,
    TILE_BACK,
    added,
    component_face,
    tile_face,
)
from companion.games.mecha_mettle.sheets.geometry import Hand, hand_edge, shield_edge
from companion.games.mecha_mettle.sheets.module_faces import module_face
from companion.printing.faces.boxes import POKER, SQUARE_63, Deck, Leaves, Part, Piece
from companion.system import Order, PrintSet

_HANDS: tuple[Hand, ...] = ("plain", "right", "left")


def modules(order: Order) -> tuple[Part, ...]:
    """Return the module deck: each module in each version it comes in."""
    versions = [
        (module, hand, copies)
        for module in order.context.catalogue.all(Module)
        for hand in _HANDS
        if (copies := getattr(module, hand))
    ]
    pieces = tuple(
        _module(module, hand, copies, f"{i} of {len(versions)}", order.unknown == "blank")
        for i, (module, hand, copies) in enumerate(versions, 1)
    )
    return (Deck("Modules", SQUARE_63, pieces),)


def _module(module: Module, hand: Hand, copies: int, number: str, blank: bool) -> Piece:
    plain = hand == "plain"
    return Piece(
        id=module.id if plain else f"{module.id}-{hand}",
        name=module.name if plain else f"{module.name} ({hand})",
        face=module_face(module, hand, number, blank),
        copies=copies,
        back=MODULE_BACK,
        about=about_module(module, hand),
    )


def components(order: Order) -> tuple[Part, ...]:
    """Return the component cards: a set for each of two players."""
    cards = order.context.catalogue.all(Component)
    return (Deck("Components", POKER, tuple(_component(card, cards, order, card.copies) for card in cards)),)


def _component(card: Component, cards: tuple[Component, ...], order: Order, copies: int) -> Piece:
    number = f"{cards.index(card) + 1} of {len(cards)}"
    return Piece(
        id=card.id,
        name=card.name,
        face=component_face(card, number, order.unknown == "blank"),
        copies=copies,
        back=COMPONENT_BACK,
        about=about_component(card),
    )


def tiles(order: Order) -> tuple[Part, ...]:
    """Return the Open Ports and Blast Doors of both players."""
    cards = order.context.catalogue.all(Tile)
    pieces = tuple(
        Piece(
            id=card.id,
            name=card.name,
            face=tile_face(card, f"{i} of {len(cards)}", order.unknown == "blank"),
            copies=card.copies,
            back=TILE_BACK,
            about=f"{card.name}: defends with {_pool(card.defense)}. {card.text}".strip(),
        )
        for i, card in enumerate(cards, 1)
    )
    return (Deck("Tiles", SQUARE_63, pieces),)


def reference_sheet(order: Order) -> tuple[Part, ...]:
    """Return the reference: two sides at most, in the order of a turn."""
    return (Leaves("Reference", reference.pages(order)),)


def drafts(order: Order) -> tuple[Part, ...]:
    """Return the chosen cards of a draft, one of each, by level; ids no catalogue knows are left out."""
    if not isinstance(order.build, Draft):
        return ()
    catalogue = order.context.catalogue
    chosen = [card for i in order.build.components if (card := catalogue.find(Component, i))]
    cards = catalogue.all(Component)
    pieces = tuple(_component(card, cards, order, 1) for card in sorted(chosen, key=lambda c: c.level))
    return (Deck(f"Draft: {order.build.title}" if order.build.title else "Draft", POKER, pieces),)


def everything(order: Order) -> tuple[Part, ...]:
    """Return the whole game: all decks, then the reference."""
    return (*modules(order), *components(order), *tiles(order), *reference_sheet(order))


def _pool(pool: Pool) -> str:
    return f"{pool.dice} {DIE_NAMES[pool.kind]} {'die' if pool.dice == 1 else 'dice'}"


def _weapon(weapon: Weapon) -> str:
    fired = " or ".join(_pool(pool) for pool in weapon.pools)
    named = f"{weapon.name}: {fired}, the better roll" if len(weapon.pools) > 1 else fired
    return named + (" with Breach" if weapon.breach else "")


def about_module(module: Module, hand: Hand) -> str:
    """Return a module's card in one sentence, for a gallery or a screen reader."""
    parts = [f"body {_pool(module.body)}"]
    if module.weapon:
        parts.append(f"weapon at the top edge {_weapon(module.weapon)}{', with N K' if module.weapon.link else ''}")
    if module.shield:
        dice = "impenetrable" if module.shield.impenetrable else f"{module.shield.dice} Shield dice"
        parts.append(
            f"shield at the {shield_edge(module, hand)} edge {dice}{', with N K' if module.shield.link else ''}"
        )
    if module.open_link:
        parts.append(f"Open Link (L I) at the {hand_edge(hand)} edge")
    if module.special:
        parts.append(module.special.rstrip("."))
    version = "" if hand == "plain" else f", {hand} version"
    return f"{module.name}{version}: {'; '.join(parts)}."


def about_component(card: Component) -> str:
    """Return a component's card in a sentence or two."""
    given = added(card)
    dice = f" ({_pool(given[0])})" if given else ""
    return f"{card.name}, {card.category} component of level {card.level}: {card.text}{dice}"


PRINT_SETS: tuple[PrintSet, ...] = (
    PrintSet("modules", "Module deck", "Fifty modules, 63 mm square, with backs that mark destroyed ports.", modules),
    PrintSet(
        "components", "Component cards", "Thirty-two component cards, poker size: a set for each player.", components
    ),
    PrintSet("tiles", "Tiles", "Eighteen Open Ports and four Blast Doors, 63 mm square.", tiles),
    PrintSet(
        "reference", "Reference", "The rules in turn order on two sides, with the rulings in force.", reference_sheet
    ),
    PrintSet("drafts", "Draft", "The four chosen component cards of a draft.", drafts, needs_build=True),
    PrintSet("everything", "The whole game", "All decks and tiles, then the reference.", everything),
)
"""The print sets of Mecha Mettle, in the order in which they are offered."""
