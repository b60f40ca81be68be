"""The print sets of Wreck-A-Mech: cards, counter cards, chip, board, reference, a deck's cards, the whole game."""

from collections.abc import Mapping

from companion.gamekit.contract import PrintSet, PrintSource
from companion.games.wreck_a_mech.model import RANKS, Workshop
from companion.games.wreck_a_mech.model import Part as PartCard
from companion.games.wreck_a_mech.rules.foundry import FACE_UP
from companion.games.wreck_a_mech.sheets import board, reference, rule_diagrams
from companion.games.wreck_a_mech.sheets.card_faces import BACK, about, part_face
from companion.games.wreck_a_mech.sheets.counters import CHIP, COUNTER, RING, chip_face, counter_face, ring_face
from companion.printing.faces.boxes import POKER, Area, Box, Deck, Pages, Part, Piece

PLAYERS = 2
"""Players for whom one set is enough; three or four put two sets together (fact 5)."""


def _sets(source: PrintSource) -> int:
    return source.build.sets if isinstance(source.build, Workshop) else 1


def cards(source: PrintSource) -> tuple[Part, ...]:
    """Return the part cards, lowest rank first: a set of 70, or as many sets as a build plays with."""
    return _card_deck(source, _sets(source))


def _card_deck(source: PrintSource, sets: int, counts: Mapping[str, int] | None = None) -> tuple[Part, ...]:
    all_cards = source.context.catalogue.all(PartCard)
    pieces = tuple(
        _piece(card, f"{number} of {len(all_cards)}", copies, source)
        for number, card in enumerate(all_cards, 1)
        if (copies := counts.get(card.id, 0) if counts is not None else card.copies * sets)
    )
    # One deck, so that there is no half empty sheet for each rank.
    return (Deck("Part cards", POKER, pieces),) if pieces else ()


def _piece(card: PartCard, number: str, copies: int, source: PrintSource) -> Piece:
    context = source.context
    face = part_face(card, number, context.rulings, context.catalogue, source.unknown == "blank")
    description = about(card, context.rulings, context.catalogue)
    return Piece(card.id, card.name, face, copies, BACK, description, card.mark("default").kind)


def counter_cards(source: PrintSource) -> tuple[Part, ...]:
    """Return a counter card and five rings to cut out for each player."""
    return _counter_decks(_sets(source))


def _counter_decks(sets: int) -> tuple[Part, ...]:
    description = "Attack and Defense by tens and ones, Victory from 0 to 3, with places for rings."
    counter = Piece("counter-card", "Counter card", counter_face(), PLAYERS * sets, about=description)
    ring = Piece("counter-ring", "Counter ring", ring_face(), 5 * PLAYERS * sets, about="A ring to mark a digit with.")
    return (Deck("Counter cards", COUNTER, (counter,)), Deck("Counter rings", RING, (ring,)))


def initiative_chip(source: PrintSource) -> tuple[Part, ...]:
    """Return the initiative chip, with two sides."""
    description = "Its holder goes first in every step and passes it to the left."
    front, back = (chip_face(side, source.context.rulings) for side in (True, False))
    return (Deck("Initiative chip", CHIP, (Piece("initiative", "Initiative chip", front, 1, back, description),)),)


def board_pages(source: PrintSource) -> tuple[Part, ...]:
    """Return the board: two pages for each player's mech, two for the Foundry."""
    return _board_part(source, _sets(source))


def _board_part(source: PrintSource, sets: int) -> tuple[Part, ...]:
    rulings = source.context.rulings
    all_cards = source.context.catalogue.all(PartCard)
    face_down = {rank: sum(c.copies for c in all_cards if c.rank == rank) * sets - FACE_UP for rank in RANKS}

    def pages(area: Area) -> tuple[tuple[Box, ...], ...]:
        return board.mech_pages(area, rulings) * (PLAYERS * sets) + board.foundry_pages(area, rulings, face_down)

    return (Pages("Board", pages),)


def reference_sheet(source: PrintSource) -> tuple[Part, ...]:
    """Return the reference: one side, in the order of a turn."""
    return (Pages("Reference", reference.pages(source)),)


def build_deck(source: PrintSource) -> tuple[Part, ...]:
    """Return the cards of a build, its mech and all its piles, with their counts."""
    return _card_deck(source, 1, source.build.counts) if isinstance(source.build, Workshop) else ()


def two_sets(source: PrintSource) -> tuple[Part, ...]:
    """Return everything for three or four players: two sets of cards, counters and mats for four, one chip."""
    shared = (*initiative_chip(source), *_board_part(source, 2), *reference_sheet(source))
    return (*_card_deck(source, 2), *_counter_decks(2), *shared)


def whole_game(source: PrintSource) -> tuple[Part, ...]:
    """Return the whole game for two players: cards, counter cards, chip, board, reference."""
    makers = (cards, counter_cards, initiative_chip, board_pages, reference_sheet)
    return tuple(part for make in makers for part in make(source))


PRINT_SETS: tuple[PrintSet, ...] = (
    PrintSet("cards", "Part cards", "Seventy poker cards; the border pattern shows the rank.", cards),
    PrintSet(
        "counter-cards",
        "Counter cards",
        "Two cards to mark Attack, Defense and Victory, with ten rings.",
        counter_cards,
    ),
    PrintSet("initiative-chip", "Initiative chip", "A two-sided chip of 38 mm.", initiative_chip),
    PrintSet(
        "board",
        "Board",
        "Card-sized places: each player's mech and piles on two pages, the Foundry on two.",
        board_pages,
    ),
    PrintSet(
        "reference", "Reference", "The rules in turn order on one side, with the rulings in use.", reference_sheet
    ),
    PrintSet(
        "my-deck", "Your deck", "The cards of your mech and its piles, with all copies.", build_deck, needs_build=True
    ),
    PrintSet(
        "everything", "The whole game", "Cards, counter cards, chip, board and reference for two players.", whole_game
    ),
    PrintSet(
        "two-sets", "Three or four players", "Two sets together: 140 cards, four counter cards, one chip.", two_sets
    ),
)
"""The print sets of Wreck-A-Mech, in the order in which pages list them."""
DIAGRAMS = rule_diagrams.diagrams
