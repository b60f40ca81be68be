"""The print sets of Mecha Mettle: modules, components, tiles, the reference, a draft's four cards, the whole game."""

from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.gamekit.contract import PrintSet, PrintSource
from companion.games.mecha_mettle.model import DIE_NAMES, Component, Draft, Module, Pool, Tile, Weapon
from companion.games.mecha_mettle.sheets import reference, rule_diagrams
from companion.games.mecha_mettle.sheets.card_faces import (
    COMPONENT_BACK,
    MODULE_BACK,
    TILE_BACK,
    component_face,
    dice_with_sign,
    tile_face,
)
from companion.games.mecha_mettle.sheets.geometry import Hand, hand_edge, shield_edge
from companion.games.mecha_mettle.sheets.module_faces import module_face
from companion.printing.faces.boxes import POKER, SQUARE_63, Deck, Pages, Part, Piece

_HANDS: tuple[Hand, ...] = ("plain", "right", "left")


@rule("set-counts")
def modules(source: PrintSource) -> tuple[Part, ...]:
    """Return the module deck: each module in each version it comes in."""
    versions = [
        (module, hand, copies)
        for module in source.context.catalogue.all(Module)
        for hand in _HANDS
        if (copies := module.field_values()[hand])
    ]
    pieces = tuple(
        _module_piece(module, hand, copies, f"{i} of {len(versions)}", source.unknown == "blank")
        for i, (module, hand, copies) in enumerate(versions, 1)
    )
    return (Deck("Modules", SQUARE_63, pieces),)


def _module_piece(module: Module, hand: Hand, copies: int, number: str, blank: bool) -> Piece:
    plain = hand == "plain"
    return Piece(
        id=module.id if plain else f"{module.id}-{hand}",
        name=module.name if plain else f"{module.name} ({hand})",
        face=module_face(module, hand, number, blank),
        copies=copies,
        back=MODULE_BACK,
        about=about_module(module, hand),
        origin=module.mark("default").kind,
    )


def components(source: PrintSource) -> tuple[Part, ...]:
    """Return the component cards: a set for each of two players."""
    cards = source.context.catalogue.all(Component)
    return (Deck("Components", POKER, tuple(_component_piece(card, cards, source, card.copies) for card in cards)),)


def _component_piece(card: Component, cards: tuple[Component, ...], source: PrintSource, copies: int) -> Piece:
    number = f"{cards.index(card) + 1} of {len(cards)}" if card in cards else ""
    return Piece(
        id=card.id,
        name=card.name,
        face=component_face(card, number, source.unknown == "blank"),
        copies=copies,
        back=COMPONENT_BACK,
        about=about_component(card),
        origin=card.mark("default").kind,
    )


def tiles(source: PrintSource) -> tuple[Part, ...]:
    """Return the Open Ports and Blast Doors of both players."""
    cards = source.context.catalogue.all(Tile)
    pieces = tuple(
        Piece(
            id=card.id,
            name=card.name,
            face=tile_face(card, f"{i} of {len(cards)}", source.unknown == "blank"),
            copies=card.copies,
            back=TILE_BACK,
            about=f"{card.name}: defends with {_pool_words(card.defense)}. {card.text}".strip(),
            origin=card.mark("default").kind,
        )
        for i, card in enumerate(cards, 1)
    )
    return (Deck("Tiles", SQUARE_63, pieces),)


def reference_sheet(source: PrintSource) -> tuple[Part, ...]:
    """Return the reference: two sides at most, in the order of a turn."""
    return (Pages("Reference", reference.pages(source)),)


def drafts(source: PrintSource) -> tuple[Part, ...]:
    """Return the chosen cards of a draft, one of each, by level; ids that no card has are left out."""
    if not isinstance(source.build, Draft):
        return ()
    catalogue = source.context.catalogue
    components = [card for i in source.build.components if (card := catalogue.find(Component, i))]
    cards = catalogue.all(Component)
    pieces = tuple(_component_piece(card, cards, source, 1) for card in sorted(components, key=lambda c: c.level))
    return (Deck(f"Draft: {source.build.title}" if source.build.title else "Draft", POKER, pieces),)


def whole_game(source: PrintSource) -> tuple[Part, ...]:
    """Return the whole game: all decks, then the reference."""
    return (*modules(source), *components(source), *tiles(source), *reference_sheet(source))


def _pool_words(pool: Pool) -> str:
    return plural(pool.dice, f"{DIE_NAMES[pool.kind]} die", f"{DIE_NAMES[pool.kind]} dice")


def _weapon_words(weapon: Weapon) -> str:
    dice = " or ".join(_pool_words(pool) for pool in weapon.pools)
    text = f"{weapon.name}: {dice}, the better roll" if len(weapon.pools) > 1 else dice
    return text + (" with Breach" if weapon.breach else "")


def about_module(module: Module, hand: Hand) -> str:
    """Return a module's card in one sentence, for a gallery or a screen reader."""
    parts = [f"body {_pool_words(module.body)}"]
    if module.weapon:
        parts.append(
            f"weapon at the top edge {_weapon_words(module.weapon)}{', with N K' if module.weapon.link else ''}"
        )
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
    pool_and_sign = dice_with_sign(card)
    dice = f" ({_pool_words(pool_and_sign[0])})" if pool_and_sign else ""
    return f"{card.name}, {card.category} component of level {card.level}: {card.text}{dice}"


PRINT_SETS: tuple[PrintSet, ...] = (
    PrintSet("modules", "Module deck", "Fifty modules, 63 mm square, with backs that mark destroyed ports.", modules),
    PrintSet(
        "components", "Component cards", "Thirty-two component cards, poker size: one set for each player.", components
    ),
    PrintSet("tiles", "Tiles", "Eighteen Open Ports and four Blast Doors, 63 mm square.", tiles),
    PrintSet(
        "reference", "Reference", "The rules in turn order on two sides, with the rulings in use.", reference_sheet
    ),
    PrintSet("drafts", "Draft", "The four chosen component cards of a draft.", drafts, needs_build=True),
    PrintSet("everything", "The whole game", "All decks and tiles, then the reference.", whole_game),
)
"""The print sets of Mecha Mettle, in the order in which pages list them."""
DIAGRAMS = rule_diagrams.diagrams
