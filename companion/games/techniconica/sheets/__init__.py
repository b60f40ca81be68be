"""The print sets of Techniconica: part cards, mech sheets, events, counters, the reference, the whole game."""

from companion.gamekit.contract import PrintSet, PrintSource
from companion.games.techniconica import art
from companion.games.techniconica.model import PARTS, Event, Squad
from companion.games.techniconica.model import Part as PartCard
from companion.games.techniconica.model.special_rules import specials
from companion.games.techniconica.rules.assembly import count_used_cards
from companion.games.techniconica.sheets import counter_faces, mech_sheet, reference, rule_diagrams
from companion.games.techniconica.sheets.card_faces import EVENT_BACK, PART_BACK, event_face, part_face
from companion.games.techniconica.sheets.card_texts import about_part
from companion.printing.faces import standees as folded
from companion.printing.faces.boxes import POKER, Deck, Pages, Part, Piece
from companion.printing.text.hyphens import loosen

BASES = {"large": 40.0, "small": 30.0}
"""The diameter of a standee's base in mm, by its ruling."""


def parts(source: PrintSource) -> tuple[Part, ...]:
    """Return part cards: one of each, one deck per type; with a squad exactly the cards it uses, as one deck."""
    catalogue = source.context.catalogue
    cards = [card for model in PARTS.values() for card in catalogue.all(model)]
    numbers = {card.id: f"{i} of {len(cards)}" for i, card in enumerate(catalogue.all(PartCard), 1)}
    if isinstance(source.build, Squad):
        counts = count_used_cards(source.build)
        pieces = tuple(
            _part_piece(card, numbers[card.id], counts[card.id], source) for card in cards if counts[card.id]
        )
        return (Deck("Part cards", POKER, pieces),) if pieces else ()
    return tuple(
        Deck(
            model.type if model.type in ("Armour", "Support") else f"{model.type}s",
            POKER,
            tuple(_part_piece(card, numbers[card.id], 1, source) for card in catalogue.all(model)),
        )
        for model in PARTS.values()
        if catalogue.all(model)
    )


def _part_piece(card: PartCard, number: str, copies: int, source: PrintSource) -> Piece:
    known = specials(source.context.catalogue)
    face = part_face(card, number, source.unknown == "blank", known)
    return Piece(card.id, card.name, face, copies, PART_BACK, about_part(card, known), card.mark("default").kind)


def mech_sheets(source: PrintSource) -> tuple[Part, ...]:
    """Return a sheet for each Mech of a squad, or an empty one."""
    return (Pages("Mech sheets", mech_sheet.pages(source)),)


def events(source: PrintSource) -> tuple[Part, ...]:
    """Return the event decks; a card with an unknown number of copies appears once."""
    cards = source.context.catalogue.all(Event)
    blank = source.unknown == "blank"
    decks = []
    for deck in dict.fromkeys(card.deck for card in cards):
        deck_cards = [card for card in cards if card.deck == deck]
        pieces = tuple(
            Piece(
                card.id,
                card.name,
                event_face(card, f"{i} of {len(deck_cards)}", blank),
                card.copies or 1,
                EVENT_BACK,
                f"{card.name}, an event of {deck}: {card.text}",
                card.mark("default").kind,
            )
            for i, card in enumerate(deck_cards, 1)
        )
        decks.append(Deck(f"Events: {deck}", POKER, pieces))
    return tuple(decks)


def counters(source: PrintSource) -> tuple[Part, ...]:
    """Return counters for damage, jams, weight, Re-Rolls and Actions."""
    return (counter_faces.deck(),)


def standees(source: PrintSource) -> tuple[Part, ...]:
    """Return a standee of each Mech of a squad: to mark whose turn it is, or its place in a race."""
    if not isinstance(source.build, Squad):
        return ()
    base = BASES[source.context.rulings["standee-base"]]
    return folded.standees(art.figures(source.build, source.context), base, wide=1.4, prepare_name=loosen)


def reference_sheet(source: PrintSource) -> tuple[Part, ...]:
    """Return the reference: two sides at most, in the order of a turn."""
    return (Pages("Reference", reference.pages(source)),)


def whole_game(source: PrintSource) -> tuple[Part, ...]:
    """Return the whole game: parts, mech sheets, events, counters, the reference."""
    print_sets = (parts, mech_sheets, events, counters, reference_sheet)
    return tuple(part for print_set in print_sets for part in print_set(source))


PRINT_SETS: tuple[PrintSet, ...] = (
    PrintSet("parts", "Part cards", "One of each part; with a squad, the cards it uses.", parts, takes_build=True),
    PrintSet(
        "mech-sheets",
        "Mech sheets",
        "One per Mech: its grid, meters, and boxes for damage, Re-Rolls and jams.",
        mech_sheets,
        takes_build=True,
        at_a_glance=True,
    ),
    PrintSet("events", "Event cards", "The known events and a deck of our own, poker size.", events),
    PrintSet("counters", "Counters", "Damage, jams, Aim, Evade, Hold and more, 20 mm.", counters),
    PrintSet(
        "reference", "Reference", "The rules in turn order on two sides, with the rulings in use.", reference_sheet
    ),
    PrintSet(
        "standees",
        "Standees",
        "Each Mech of your squad to fold and stand up, for its place in a race or to mark whose turn it is.",
        standees,
        needs_build=True,
    ),
    PrintSet("everything", "The whole game", "Parts, sheets, events, counters, then the reference.", whole_game),
)
"""The print sets of Techniconica, in the order in which pages list them."""
DIAGRAMS = rule_diagrams.diagrams
