"""The form of a squad: Mechs one after another, each a grid of selects, and the cards that the player owns.

How the fields of a Mech are named is told in `builder.typed_mech`. A Mech without a name, cards and a grid of its own
is ignored.
"""

from collections.abc import Mapping
from functools import partial

from companion.base.findings import quote
from companion.data.cards import Catalogue
from companion.gamekit.build_form import BuildField, RowsField
from companion.games.techniconica.builder.places import FIXED
from companion.games.techniconica.builder.typed_mech import ATTACHED, USUAL_GRID, MechRow, mech_inputs, read_grid
from companion.games.techniconica.model import MOST_MECHS, Mech, Squad
from companion.games.techniconica.model.typed import count_cards, ids_by_name, unread_lines

Cards = tuple[str, tuple[str, ...]]
"""The card chosen for a place, and those attached to it."""
_SLOTS = rf"slot-\d{{1,2}},\d{{1,2}}(?:\+\d{{1,2}})?(?:{ATTACHED})?|(?:{'|'.join(FIXED)}){ATTACHED}"
LONG_NAME = "a name has at most {most} characters; this one has {count}. Shorten it."
NO_PART = "no part is called {found}. Choose one from the list."


def _grid(text: str, _: Catalogue) -> object:
    """Return rows and columns, or what was typed in their place, which the model refuses."""
    sides = read_grid(text)
    return None if text == "" or sides == USUAL_GRID else [*sides] if sides else text


def _seat(cards: Cards, _: Catalogue | None = None, place: str = "") -> object:
    """Return a place as a document has it; ValueError where a card is attached to nothing."""
    card, attached = cards
    if attached and not card:
        raise ValueError(f"a card is attached in {place}, but there is no Base Part. Choose the Base Part first.")
    return {"card": card, "attached": list(attached)} if attached else card or None


def _parts(slots: Mapping[str, Cards], _: Catalogue) -> list[dict[str, object]] | None:
    parts = []
    for slot, cards in slots.items():
        if seat := _seat(cards, place=slot):
            card = seat if isinstance(seat, dict) else {"card": seat}
            parts.append({"card": card["card"], "slot": slot.partition("+")[0], **card})
    return parts or None


def _read_owned(text: str, catalogue: Catalogue) -> dict[str, int] | None:
    """Read counts of cards; ValueError names the first line that is none."""
    ids = ids_by_name(catalogue)
    for number, line in unread_lines(text, ids):
        raise ValueError(f"Line {number}: {quote(line)} is not a count of a card. Write it like this: 2 fuel-cell.")
    return count_cards(text, ids) if text.strip() else None


def _owned_texts(owned: object, _: Catalogue) -> list[str]:
    counts = owned.items() if isinstance(owned, Mapping) else ()
    return ["\n".join(f"{count} {card}" for card, count in counts) or "none"] if isinstance(owned, Mapping) else []


FORM = (
    RowsField(
        Squad,
        "mech",
        each="Mech",
        fields=(
            BuildField(Mech, "name", too_long=LONG_NAME),
            BuildField(Mech, "note"),
            BuildField(
                Mech,
                "grid",
                input="text",
                read=_grid,
                wrong="{found} is not a grid. Write rows and columns, {least} to {most} each, for example 3,4.",
            ),
            *(BuildField(Mech, key, read=partial(_seat, place=key), wrong=NO_PART) for key in FIXED),
            BuildField(Mech, "part", read=_parts, wrong=NO_PART),
        ),
        row=MechRow,
        other_keys=_SLOTS,
        arrange=lambda rows: [row for row in rows if not row.empty][: MOST_MECHS + 1],
        write_row=mech_inputs,
        too_long="A squad has at most {most} Mechs here. Put the others into a second squad.",
    ),
    BuildField(
        Squad,
        "owned",
        input="lines",
        read=_read_owned,
        write=_owned_texts,
        wrong="{found} copies of one card are too many: write at most {most}.",
    ),
)
"""The fields of a build."""
