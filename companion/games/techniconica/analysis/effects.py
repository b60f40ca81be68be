"""What a card brings to its place, as searches add it up: weight, power, and the stats that goals are about."""

from dataclasses import dataclass

from companion.games.techniconica.model import (
    Cockpit,
    Extra,
    Locomotor,
    Part,
    Pilot,
    PowerPlant,
    Stat,
    Support,
    Weapon,
)
from companion.games.techniconica.model.special_rules import numbers

BASE_OF: dict[str, type[Part]] = {
    "locomotor": Locomotor,
    "cockpit": Cockpit,
    "weapon": Weapon,
    "power-plant": PowerPlant,
    "pilot": Pilot,
}
_WHOLE: dict[Stat, str] = {"ac": "pilot", "sp": "locomotor", "mw": "locomotor"}
"""Stats that an attached card may change from anywhere, and the kind of card they belong to."""
WEIGHED = {"we", "pc", "po", "mw", "ac", "dt", "sp", "pe", "do"}
"""Stats that count in the search when an attached card changes them."""


@dataclass(frozen=True)
class Effect:
    """The totals that a card brings to its place; weight and power are what it uses minus what it gives."""

    weight: int = 0
    power: int = 0
    ac: int = 0
    dt: int = 0
    sp: int = 0
    pe: int = 0
    do: int = 0


def effect(card: Part, place: str) -> Effect | None:
    """Return the totals that a card brings to a place; None if it cannot go there."""
    if isinstance(card, Extra):
        return _changed(card, place)
    if isinstance(card, Pilot):
        return Effect(ac=card.stat("ac"))
    weight = -card.stat("mw") if isinstance(card, Locomotor) else card.stat("we")
    power = card.stat("pc") - card.stat("po")
    return Effect(weight, power, 0, card.stat("dt"), card.stat("sp"), card.stat("pe"), card.stat("do"))


def _changed(card: Extra, place: str) -> Effect | None:
    if card.fits and place not in card.fits:
        return None
    here = changes_at(card, place)
    loads = 0 if place == "locomotor" else here.get("we", 0)
    return Effect(
        card.stat("we") + loads - here.get("mw", 0),
        card.stat("pc") + here.get("pc", 0) - here.get("po", 0),
        *(here.get(name, 0) for name in ("ac", "dt", "sp", "pe", "do")),
    )


def changes_at(card: Extra, place: str) -> dict[Stat, int]:
    """Return the changes that a card makes at a place, by stat; none for a Trigger."""
    if "trigger" in numbers(card.rules):
        return {}
    whole = _WHOLE if isinstance(card, Support) else {}
    return {name: n for name, n in card.gives.items() if name in BASE_OF[place].stats or name in whole}
