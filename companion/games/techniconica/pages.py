"""What Techniconica's own page shows, a room of its own: the best Mech for a wish, from the cards a player has."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from companion.findings import InputError, InvalidInput, shown
from companion.games.techniconica.analysis import best_mech
from companion.games.techniconica.analysis.best_mech import MEASURES, Suggestion, Wish
from companion.games.techniconica.analysis.card_copies import LARGEST, looked_at
from companion.games.techniconica.form import SquadForm
from companion.games.techniconica.model import Mech
from companion.games.techniconica.rules.assembly import Assembly, assemble
from companion.games.techniconica.summary import figures, rules_of
from companion.system import Context, FormData, View

_EACH = {"1": "One of each card", "2": "Two of each", "3": "Three of each"}
MINE, TYPED = "collection", "typed"


def _one(fields: FormData, name: str, default: str = "") -> str:
    return (fields.get(name) or [""])[-1].strip() or default


def show_suggest(fields: FormData, context: Context) -> dict[str, object]:
    """Return the page's context for a `wish`, where the cards are `from`, and `owned` lines where they are typed."""
    sources = _sources(context)
    wish, source, owned = _one(fields, "wish"), _one(fields, "from", next(iter(sources))), _one(fields, "owned")
    if wish and wish not in get_args(Wish):
        raise InvalidInput(InputError("wish", shown(wish), f"one of {', '.join(MEASURES)}"))
    if source not in sources:
        raise InvalidInput(InputError("from", shown(source), f"one of {', '.join(sources)}"))
    cards = _cards(source, owned, context)
    chosen = MEASURES.get(wish)  # type: ignore[call-overload]
    found = None
    if chosen:
        copies = best_mech.copies_of(context.catalogue, cards, int(source) if source in _EACH else 1)
        count = len(looked_at(context.catalogue, copies).copies)
        if count > LARGEST:
            raise InvalidInput(InputError("from", f"{count} cards", f"at most {LARGEST}: type those you think of"))
        found = best_mech.suggest(context.catalogue, copies, chosen.id, context.rulings)
    made = assemble(Mech.model_validate(found.mech), context.catalogue) if found else None
    return {
        "wish": wish,
        "source": source,
        "owned": owned,
        "sources": sources,
        "measures": MEASURES,
        "measure": chosen,
        "found": found,
        "made": made,
        "main": _main(found, made),
        "figures": figures,
        "rules_of": rules_of,
        "first": _figure(found.first) if found else "",
        "hidden": list(_hidden(found, chosen.title, cards)) if found and chosen else [],
    }


def _sources(context: Context) -> dict[str, str]:
    """Return where cards may come from."""
    mine = {MINE: "My collection"} if context.owned is not None else {}
    return {**mine, **_EACH, TYPED: "Cards I type"}


def _cards(source: str, typed: str, context: Context) -> Mapping[str, int] | None:
    """Return how many of each card there are, None where every card may be used."""
    if source == MINE:
        return context.owned
    if source != TYPED:
        return None
    form = SquadForm.read(FormData(owned=[typed]), context.catalogue)
    if not form.validate():
        wanted = "a number and a card, as 2 fuel-cell"
        raise InvalidInput(*(InputError(f"owned, line {n}", shown(line), wanted) for n, line in form.uncounted()))
    counted: dict[str, int] = form.document().get("owned", {})
    return counted


def _main(found: Suggestion | None, made: Assembly | None) -> str:
    """Return the name of the Weapon that the measure speaks of."""
    if not found or not made or not found.main:
        return ""
    return next(mount.card.name for mount in made.weapons if mount.card.id == found.main)


def _figure(value: float) -> str:
    """Return a measure as a number: whole, or with two decimals."""
    return str(round(value)) if value == round(value) else f"{value:.2f}"


def _hidden(found: Suggestion, title: str, cards: Mapping[str, int] | None) -> Iterator[tuple[str, str]]:
    """Return the fields of a new squad with the Mech in it, as its form names them."""
    yield "title", title
    yield "mech-0-name", title
    mech: dict[str, Any] = dict(found.mech)
    yield "mech-0-pilot", mech["pilot"]
    seats = [(key, mech[key]) for key in ("locomotor", "cockpit")]
    for key, seat in [*seats, *((f"slot-{part['slot']}", part) for part in mech["part"])]:
        yield f"mech-0-{key}", seat["card"]
        for card in seat.get("attached", ()):
            yield f"mech-0-{key}-attached", card
    if cards is not None:
        yield "owned", "\n".join(f"{count} {card}" for card, count in cards.items() if count) or "none"


VIEWS: tuple[View, ...] = (
    View("suggest", "Suggest a Mech", "The best legal Mech for a wish, from the cards you have.", show_suggest),
)
"""The page that only Techniconica has."""
