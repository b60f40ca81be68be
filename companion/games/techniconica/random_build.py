"""Random squads: Mechs on the usual grid that carry and power all their parts."""

from pydantic import Field

from companion.base.json_types import JsonObject
from companion.data.cards import Catalogue
from companion.gamekit.contract import Context, RandomShape, RandomSource
from companion.games.techniconica.model import (
    ATTACHED,
    Cockpit,
    Locomotor,
    Mech,
    Part,
    Pilot,
    Placed,
    PowerPlant,
    Seat,
    Squad,
    Weapon,
)
from companion.games.techniconica.rules.assembly import assemble, may_carry
from companion.games.techniconica.rules.named_pilots import copies_left

TRIES = 60
"""How often a Mech's parts are drawn; one in several Mechs carries and powers what it has."""


class RandomSquad(RandomShape):
    """What a random squad can be asked for."""

    mechs: int = Field(1, ge=1, le=10, title="Mechs")


SHAPE = RandomSquad
"""The model of what a random squad can be asked for."""


def random_build(shape: RandomSquad, context: Context, chance: RandomSource) -> JsonObject:
    """Return a random squad; a Mech that fitted in no try stays as it was drawn last, for the check to refuse."""
    mechs: list[Mech] = []
    for _ in range(shape.mechs):
        pilots = _free_pilots(mechs, context.catalogue)
        mech = _draw(pilots, context.catalogue, chance)
        for _ in range(TRIES):
            if _fits(mech, context.catalogue):
                break
            mech = _draw(pilots, context.catalogue, chance)
        mechs.append(_attach(mech, context.catalogue, chance))
    return Squad(game="techniconica", mech=tuple(mechs)).model_dump(mode="json", exclude_defaults=True)


def _free_pilots(mechs: list[Mech], catalogue: Catalogue) -> list[Pilot]:
    """Return the Pilots that no Mech has yet, without those of the same name; all of them once none is left."""
    pilots = catalogue.all(Pilot)
    used = {mech.pilot.card: 1 for mech in mechs if mech.pilot}
    left = copies_left({pilot.id: 1 for pilot in pilots}, used, catalogue)
    return [pilot for pilot in pilots if left.get(pilot.id)] or [*pilots]


def _draw(pilots: list[Pilot], catalogue: Catalogue, chance: RandomSource) -> Mech:
    weapons = [chance.choice(catalogue.all(Weapon)) for _ in range(chance.choice((1, 2, 2, 3)))]
    plants = [chance.choice(catalogue.all(PowerPlant)) for _ in range(chance.choice((1, 1, 2)))]
    parts: list[Part] = [*weapons, *plants]
    slots = chance.sample(Mech().auxiliary, len(parts))
    return Mech(
        locomotor=Seat(card=chance.choice(catalogue.all(Locomotor)).id),
        cockpit=Seat(card=chance.choice(catalogue.all(Cockpit)).id),
        pilot=Seat(card=chance.choice(pilots).id),
        part=tuple(Placed(card=p.id, slot=f"{row},{column}") for p, (row, column) in zip(parts, slots, strict=True)),
    )


def _fits(mech: Mech, catalogue: Catalogue) -> bool:
    assembly = assemble(mech, catalogue)
    return not assembly.excess_weight and not assembly.short


def _attach(mech: Mech, catalogue: Catalogue, chance: RandomSource) -> Mech:
    """Return a Mech with a random card attached to some of its parts, where it still carries and powers all."""
    extras = [card for card in catalogue.all(Part) if isinstance(card, ATTACHED)]
    for number, part in enumerate(mech.part):
        extra = chance.choice(extras) if extras and chance.random() < 0.5 else None
        if extra is None or not may_carry(catalogue.get(Part, part.card), extra):
            continue
        parts = [*mech.part]
        parts[number] = part.model_copy(update={"attached": (extra.id,)})
        fuller = mech.model_copy(update={"part": tuple(parts)})
        mech = fuller if _fits(fuller, catalogue) else mech
    return mech
