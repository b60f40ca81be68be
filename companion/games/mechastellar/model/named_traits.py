"""Names of traits whose effect in 9.5 is not known: they appear in the revision log or in older editions only."""

from companion.data.card_ids import plain_name

NAMES = (
    *("Defiance", "Legendary Pilot", "Fighting Spirit", "Unfaltering Courage", "Lone Wolf", "Lone Operative"),
    *("Marksman", "Berserker", "Immortal", "Elusive", "Fearsome", "Deadeye", "Melee Mastery", "Heroic Spirit"),
    *("Steel Resolve", "Hot Blooded", "Commando", "Decimator", "Three Times as Fast", "3x as Fast", "Unyielding"),
    *("Unyielding Commander", "Resourceful", "Rallying Leader", "Bold Leader", "Tactician", "Discerning Captain"),
    *("Brash", "Brash Captain", "Wiley", "Wiley Captain", "Stoic Captain", "Fleet Commander", "Expert Gunnery Crew"),
    *("Slow and Laborious", "Low Cost", "Heavy Payload", "I-Field", "AT Field", "Infernal Form", "Energy Barrier"),
    *("Generating Armor", "Merciless", "Unbeaten", "Mayhem"),
)
_KNOWN = {plain_name(name) for name in NAMES}


def is_named(text: str) -> bool:
    """Return whether a trait of that name exists although its effect is not known."""
    return plain_name(text) in _KNOWN
