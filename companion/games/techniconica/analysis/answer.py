"""The analysis of the best Mech: its inputs, the cards it may use, and the Mech as plain data.

The search itself is in `best_mech`.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, cast

from pydantic import Field, create_model

from companion.documents import Record
from companion.findings import InputError, InvalidInput, shown
from companion.games.techniconica.analysis import best_mech
from companion.games.techniconica.analysis.best_mech import MEASURES, BestMech, Measure, Wish
from companion.games.techniconica.analysis.card_copies import LARGEST, looked_at
from companion.games.techniconica.model import Mech
from companion.games.techniconica.model.typed import WANTED, counted, ids_by_name, uncounted
from companion.games.techniconica.rules.assembly import Assembly, Mount, assemble
from companion.system import Context

MINE, TYPED = "collection", "typed"
EACH = {"1": "One of each card", "2": "Two of each", "3": "Three of each"}
Source = Literal["collection", "1", "2", "3", "typed"]


class _Asked(Record):
    """What the Mech should be best at, and typed cards to build it from."""

    wish: Wish = Field(title="Optimize for", description="What the Mech should be best at")
    least_speed: int = Field(
        default=1,
        ge=0,
        le=60,
        title="Least Speed",
        description="Of a sturdy Mech; at Speed 0 it can neither Evade nor Charge",
    )
    owned: str = Field(
        default="",
        max_length=40_000,
        title="Cards I type",
        description="How many of each card, for example 2 fuel-cell: one per line or separated by commas",
    )


_from = Field(
    default=None,
    title="Build from",
    description="Your collection, a number of each card, or typed cards; by default your collection, else one of each",
)
BestMechInputs: type[Record] = create_model(  # type: ignore[call-overload]
    "BestMechInputs", __base__=_Asked, __module__=__name__, **{"from": (Source | None, _from)}
)
"""The inputs with the source of cards; made by a call, because `from` is a keyword in Python."""

_LEGAL = ["weight-total", "overweight", "power-total", "underpowered", "modifies", "second-modification"]
_SHOT = {"long-range": ["attack"], "damage": ["attack", "special-attack", "jam"]}


def sources(context: Context) -> dict[str, str]:
    """Return the sources of cards, the default first."""
    mine = {MINE: "My collection"} if context.owned is not None else {}
    return {**mine, **EACH, TYPED: "Cards I type"}


def run(inputs: Record, context: Context) -> dict[str, Any]:
    """Return the best Mech that the cards allow: its measures, its document and its parts; `mech` is None without one.

    Where only its least Speed stands in the way, `fastest` is the most Speed that a legal Mech of these cards has.
    InvalidInput where a collection is chosen but not known, where typed cards cannot be read, and where there are more
    different cards than a search covers.
    """
    asked = cast("_Asked", inputs)
    source = getattr(inputs, "from") or next(iter(sources(context)))
    owned = _owned(source, asked.owned, context)
    copies = best_mech.copies_of(context.catalogue, owned, int(source) if source in EACH else 1)
    count = len(looked_at(context.catalogue, copies).copies)
    if count > LARGEST:
        raise InvalidInput(InputError("from", f"{count} cards", f"at most {LARGEST}: type those you want to use"))
    measure = MEASURES[asked.wish]
    found = best_mech.best(context.catalogue, copies, measure.id, context.rulings, asked.least_speed)
    return {
        "wish": measure.id,
        "title": measure.title,
        "from": source,
        "owned": None if owned is None else dict(owned),
        **(_told(found, measure, context) if found else {"mech": None, **_too_fast(asked, copies, context)}),
        "rules": [*_LEGAL, *_SHOT.get(measure.id, [])],
    }


def _too_fast(asked: _Asked, copies: Mapping[str, int], context: Context) -> dict[str, Any]:
    """Return the Speed of the fastest legal Mech where a sturdy one of the least Speed cannot be had."""
    if asked.wish != "sturdy" or not asked.least_speed:
        return {}
    found = best_mech.best(context.catalogue, copies, "fast", context.rulings)
    return {"fastest": found.first} if found else {}


def _owned(source: str, typed: str, context: Context) -> Mapping[str, int] | None:
    """Return how many of each card there are, None where every card may be used."""
    if source == MINE:
        if context.owned is None:
            wanted = f"one of {', '.join(sources(context))}: no collection is known here"
            raise InvalidInput(InputError("from", shown(source), wanted))
        return context.owned
    if source != TYPED:
        return None
    ids = ids_by_name(context.catalogue)
    if wrong := uncounted(typed, ids):
        raise InvalidInput(*(InputError(f"owned, line {number}", shown(entry), WANTED) for number, entry in wrong))
    return counted(typed, ids)


def _told(found: BestMech, measure: Measure, context: Context) -> dict[str, Any]:
    made = assemble(Mech.model_validate(found.mech), context.catalogue)
    return {
        "first": {"measure": measure.first, "value": _number(found.first)},
        "second": {"measure": measure.second, "value": found.second},
        "main": _main(found, made),
        "left": found.left,
        "weight": {"used": made.weight, "most": made.max_weight},
        "speed": made.speed,
        "power": {"used": made.consumption, "most": made.output},
        "parts": [_part(mount) for mount in made.mounts],
        "mech": dict(found.mech),
    }


def _number(value: Fraction | int) -> float | int:
    return value if isinstance(value, int) else float(value)


def _main(found: BestMech, made: Assembly) -> dict[str, str] | None:
    """Return the Weapon that the measure is about."""
    cards = (mount.card for mount in made.weapons if mount.card.id == found.main)
    return next(({"id": card.id, "name": card.name} for card in cards), None)


def _part(mount: Mount) -> dict[str, Any]:
    return {
        "place": mount.place,
        "slot": ",".join(map(str, mount.slot)) if mount.slot else None,
        "id": mount.card.id,
        "name": mount.card.name,
        "type": mount.card.type,
        "attached": [{"id": card.id, "name": card.name, "type": card.type} for card in mount.attached],
    }
