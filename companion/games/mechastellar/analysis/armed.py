"""Arms a printed profile for a whole turn, with weapons that its profile offers."""

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import join_words, plural
from companion.data.card_ids import plain_name
from companion.data.rulebook import rule
from companion.games.mechastellar.analysis.lists import Fighter
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.weapons import Alternate, Extra


def arm_unit(side: Fighter, text: str) -> tuple[Profile, str]:
    """Return a unit with its weapons, and a sentence that names them with the price.

    `text` names offered weapons of a printed profile, separated by commas; a list's unit is armed by its list. Raises
    InvalidInput for a weapon that the unit cannot take.
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
    taken = join_words(_offer_words(offer) for offer in offers)
    return unit, f"{card.name} with {taken}: {price}, {card.points} as printed."


@rule("unknown-swap")
def _find_offer(card: Profile, name: str) -> Alternate | Extra:
    offers: tuple[Alternate | Extra, ...] = (*card.alternates, *card.extras)
    for offer in offers:
        if plain_name(offer.name) == plain_name(name):
            return offer
    names = ", ".join(offer.name for offer in offers)
    expected = f"what {card.name} offers: {names}" if names else f"nothing: {card.name} offers no other weapon"
    raise InvalidInput(InputError("armed", quote(name), expected))


def _arm_profile(card: Profile, offers: list[Alternate | Extra]) -> Profile:
    """Return a profile with these weapons: an alternate in place of the one it replaces, an extra for its points."""
    swaps = {plain_name(offer.replaces): offer for offer in offers if isinstance(offer, Alternate)}
    extras = [offer for offer in offers if isinstance(offer, Extra)]
    values = {
        "weapons": (*(swaps.get(plain_name(weapon.name), weapon) for weapon in card.weapons), *extras),
        "alternates": (),
        "extras": (),
        "points": card.points + sum(extra.points for extra in extras),
    }
    return card.model_copy(update=values)


def _offer_words(offer: Alternate | Extra) -> str:
    more = f"+{offer.points}" if isinstance(offer, Extra) else f"for the {offer.replaces}"
    return f"{offer.name} ({more})"
