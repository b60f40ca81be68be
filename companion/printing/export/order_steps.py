"""What to type and tick in a print shop's form, step by step, for each deck of an order.

The steps name the fields as the shops' pages did in November 2026; a shop may have renamed them since.
"""

from collections.abc import Iterator

from companion.base.wording import plural
from companion.printing.export.print_shops import INCH, CardSize, PrintShop

MAY_HAVE_CHANGED = "The words are those of the shop’s pages in November 2026: it may have renamed or moved them since."


def steps(shop: PrintShop, size: CardSize, stem: str, count: int, backs: int) -> tuple[str, ...]:
    """Return the steps to order one deck, as sentences.

    `stem` is the name of its folder or file, `count` the number of its cards with copies, `backs` the number of its
    different backs.
    """
    return tuple(_STEPS[shop.name](shop, size, stem, count, backs))


def _make_playing_cards(shop: PrintShop, size: CardSize, stem: str, count: int, backs: int) -> Iterator[str]:
    bracket = next((most for most in shop.brackets if most >= count), None)
    yield f"Open {shop.site}, Custom game cards, and choose the size {size.name}{_inches(size)}."
    if bracket is None:
        most = shop.brackets[-1]
        yield f"These are {count} cards, and one deck has at most {most}: order them as {-(-count // most)} decks."
    else:
        yield f"Number of cards: choose “up to {bracket} cards”. You need {count}; all of them cost the same."
    yield "Card stock: (S30) Standard Smooth, or (S33) Superior Smooth for a black core. Print type: full colour."
    yield (
        f"Press Start your design. For the fronts choose different images, and set the number of cards to {count}."
        f" Upload everything in {stem}/fronts and press Autofill: a file is one card, in the order of its number."
    )
    if backs == 0:
        yield "For the backs choose the same image and leave it white."
    elif backs == 1:
        yield f"For the backs choose the same image and upload {stem}/back.png."
    else:
        yield (
            f"For the backs choose different images, upload everything in {stem}/backs and press Autofill: the numbers"
            " are those of the fronts."
        )
    yield "Look through the preview of every card, tick that you have, and add the deck to your cart."


def _the_game_crafter(shop: PrintShop, size: CardSize, stem: str, count: int, backs: int) -> Iterator[str]:
    yield f"Log in at {shop.site}, open Make, then your game or a new one, and add the component {size.name}."
    if backs == 1:
        yield f"Upload {stem}/back.png as the back of the deck."
    elif backs > 1:
        yield (
            f"These cards have {backs} different backs, a deck has one: add the component once for each, with the cards"
            " that cards.csv lists with that back."
        )
    yield f"Upload every other picture in {stem}, many at a time, as cards of the deck."
    total = plural(count, "card")
    yield f"Set the quantity of a picture whose name ends in -x2, -x3, … to that number: {total} in all."
    yield (
        "Open Proof for each picture, check the lines of the cut and of the safe zone, and mark it as proofed. Then add"
        " the game to your cart."
    )


def _drive_thru_cards(shop: PrintShop, size: CardSize, stem: str, count: int, backs: int) -> Iterator[str]:
    yield f"Log in at {shop.site} as a publisher (a free account), open My Content, and set up a new card title."
    yield f"Product size: {size.name}{_inches(size)}. Number of cards: {count}."
    pages = count * (2 if backs else 1)
    order = ", each card’s back before its front" if backs else ""
    yield f"Upload {stem}.pdf as the print file for premium cards: {plural(pages, 'page')}{order}."
    yield "Wait for the shop’s check of the file. It wants PDF/X-1a:2003 with 1/8 inch of bleed: the file is made so."
    yield "Order a proof for yourself, and approve the title once you have it in your hands."


def _inches(size: CardSize) -> str:
    """Return a size in inches in brackets, unless its name has it."""
    return "" if any(letter.isdigit() for letter in size.name) else f" ({size.w / INCH:.3g} × {size.h / INCH:.3g} inch)"


_STEPS = {
    "makeplayingcards": _make_playing_cards,
    "thegamecrafter": _the_game_crafter,
    "drivethrucards": _drive_thru_cards,
}
