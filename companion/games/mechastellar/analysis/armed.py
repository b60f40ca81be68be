"""A printed profile armed for a fight: with the weapons it prints, and those of its offers that were asked for."""

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import join_words, plural
from companion.data.card_ids import plain_name
from companion.data.rulebook import rule
from companion.games.mechastellar.analysis.lists import Fighter
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.weapons import Alternate, Extra


def arm_unit(side: Fighter, text: str) -> tuple[Profile, str]:
    """Return a unit as it is armed, and that with its price in words.

    A list's unit carries what its list says; a printed profile its own weapons, with those offered to it that `text`
    names. InvalidInput for a weapon that it may not take.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    card = side.profile
    if side.list_title:
        if names:
            raise InvalidInput(InputError("armed", quote(text), f"nothing: the list {side.list_title} arms its units"))
        return card, f"{card.name} as in {side.list_title}: {plural(card.points, 'point')}."
    offers = [_find_offer(card, name) for name in names]
    unit = _arm_profile(card, offers)
    price = plural(unit.points, "point")
    if not offers:
        return unit, f"{card.name} as printed: {price}."
    taken = join_words(_price(offer) for offer in offers)
    return unit, f"{card.name} with {taken}: {price}, {card.points} as printed."


@rule("unknown-swap")
def _find_offer(card: Profile, name: str) -> Alternate | Extra:
    offers: tuple[Alternate | Extra, ...] = (*card.alternates, *card.extras)
    for offer in offers:
        if plain_name(offer.name) == plain_name(name):
            return offer
    there = ", ".join(offer.name for offer in offers)
    wanted = f"what {card.name} offers: {there}" if there else f"nothing: {card.name} offers no other weapon"
    raise InvalidInput(InputError("armed", quote(name), wanted))


def _arm_profile(card: Profile, offers: list[Alternate | Extra]) -> Profile:
    """Return a profile with these weapons: an alternate in place of the one it replaces, an extra for its points."""
    swaps = {plain_name(offer.replaces): offer for offer in offers if isinstance(offer, Alternate)}
    extras = [offer for offer in offers if isinstance(offer, Extra)]
    changed = {
        "weapons": (*(swaps.get(plain_name(weapon.name), weapon) for weapon in card.weapons), *extras),
        "alternates": (),
        "extras": (),
        "points": card.points + sum(extra.points for extra in extras),
    }
    return card.model_copy(update=changed)


def _price(offer: Alternate | Extra) -> str:
    more = f"+{offer.points}" if isinstance(offer, Extra) else f"for the {offer.replaces}"
    return f"{offer.name} ({more})"
