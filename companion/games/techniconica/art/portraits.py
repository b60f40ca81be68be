"""A squad as figures: each Mech drawn from its parts, and told in a sentence."""

from companion.cards import Catalogue
from companion.games.techniconica.art import mech
from companion.games.techniconica.model import Mech, Part, Squad
from companion.games.techniconica.rules.assembly import name
from companion.printing.faces.placing import stood
from companion.printing.faces.portraits import Figure
from companion.system import Context
from companion.wording import listed

_ROWS = {-1: "upper", 0: "", 1: "lower"}
_COLUMNS = {-1: "left", 0: "", 1: "right"}


def figures(build: Squad, context: Context) -> tuple[Figure, ...]:
    """Return a figure for each Mech of a squad; free and unknown places are drawn as outlines."""
    return tuple(_figure(one, index, context.catalogue) for index, one in enumerate(build.mech))


def _figure(one: Mech, index: int, catalogue: Catalogue) -> Figure:
    called = name(one, index)
    return Figure(str(index + 1), called, stood(mech.mech(one, catalogue)), f"{called}: {_about(one, catalogue)}.")


def _about(one: Mech, catalogue: Catalogue) -> str:
    def called(card_id: str) -> str:
        card = catalogue.find(Part, card_id)
        return card.name if card else "an unknown part"

    fixed = [
        ("on ", one.locomotor, "no Locomotor"),
        ("with ", one.cockpit, "no Cockpit"),
        ("flown by ", one.pilot, "no Pilot"),
    ]
    words = [f"{before}{called(seat.card)}" if seat else missing for before, seat, missing in fixed]
    words += [f"{called(part.card)} {_place(one, part.at)}" for part in one.part]
    return listed(words)


def _place(one: Mech, slot: tuple[int, int]) -> str:
    """Return where a slot is: `upper left`; row and column where it is not next to the Cockpit."""
    down, across = slot[0] - one.centre[0], slot[1] - one.centre[1]
    words = f"{_ROWS.get(down, '?')} {_COLUMNS.get(across, '?')}".strip()
    return f"in slot {slot[0]},{slot[1]}" if "?" in words or not words else f"on the {words}"
