"""Decides how each weapon is drawn and where a unit carries it: in a hand, over a shoulder, on its back.

The name decides first, because players expect a Heat Hawk to be an axe; otherwise the weapon's numbers do.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.mechastellar.model.weapons import Weapon

Place = Literal["hand", "shoulder", "head", "chest", "hip", "wrist", "back", "shield", "body"]
"""The place of a weapon; body: it is part of the body and not drawn separately (spikes, jaws, a tail)."""

_NAMED: tuple[tuple[str, str, Place], ...] = (
    (r"vulcan|head gun", "vulcan", "head"),
    (r"finger|wrist|forearm", "wrist_gun", "wrist"),
    (r"rocket (punch|fist)", "rocket_fist", "hand"),
    (r"fist|gauntlet|knuckle|blow|punch", "fist", "hand"),
    (r"claw|talon|paw", "claw", "hand"),
    (r"drill", "drill", "hand"),
    (r"ball|hammer|mace|flail|wreck", "ball", "hand"),
    (r"anchor|chain(?! gun)", "anchor", "hand"),
    (r"hook|tether|grapple|wire", "hook", "hand"),
    (r"whip", "whip", "hand"),
    (r"axe|hawk|hatchet", "axe", "hand"),
    (r"lance(?!r? beam)|spear|pike|trident", "lance", "hand"),
    (r"sab(er|re)", "saber", "hand"),
    (r"wing blade", "wing blade", "body"),
    (r"tackle|ram\b|spike|body slam", "spikes", "body"),
    (r"kick|stomp", "kick", "body"),
    (r"jaw|bite|fang|maw", "jaws", "body"),
    (r"tail", "tail", "body"),
    (r"sting", "sting", "body"),
    (r"gale|gust|storm(?! blade)", "wings", "body"),
    (r"carapace|shell(?! cannon)", "carapace", "body"),
    (r"smoke|decoy|chaff", "smoke", "shoulder"),
    (r"boomerang|crest|slugger", "crest", "head"),
    (r"sword|blade|katana|knife|dagger", "sword", "hand"),
    (r"bits?\b|funnel|drone|fang", "funnels", "back"),
    (r"gatling|chain gun|rotary|vulcan", "gatling", "hand"),
    (r"machine|autocannon|coaxial|sub.?machine", "machine_gun", "hand"),
    (r"carbine|assault|rivet", "carbine", "hand"),
    (r"rail|sniper", "long_rifle", "hand"),
    (r"particle|death ray|mega", "particle_cannon", "hand"),
    (r"mortar|grenade", "mortar", "shoulder"),
    (r"missile|micro|rack\b|pods?\b", "pod", "shoulder"),
    (r"rocket", "rocket_tubes", "hand"),
    (r"bazooka", "bazooka", "hand"),
    (r"siege|launcher", "launcher", "hand"),
    (r"breath|spray|flame|spit|thrower", "nozzle", "hand"),
    (r"twin beam", "twin_beam", "hand"),
    (r"blaster|pistol|pulse", "pistol", "hand"),
    (r"beam rifle|shield rifle", "beam_rifle", "hand"),
    (r"eye|beams|\bray", "rays", "head"),
    (r"cannon|howitzer|turret|guns?\b", "cannon", "shoulder"),
)
_PLACES: tuple[tuple[str, Place], ...] = (
    (r"\bhead|crest", "head"),
    (r"chest|breast(?!h)", "chest"),
    (r"breath\b|\bmouth|fire.?breath", "head"),
    (r"\bhip|\bleg|knee|waist", "hip"),
    (r"shoulder", "shoulder"),
)
_PAIR = re.compile(r"\b(twin|dual|double|two)\b|fists|claws|gauntlets|cannons", re.IGNORECASE)
FISTS = ("fist", "claw")
"""Forms that are not slung on the back when both hands are full: the shoulders get spikes instead."""
LONG, LIGHT, HEAVY = 40, 200, 500
"""Inches from which a gun is drawn long, damage up to which it is light, damage from which it is heavy."""


@dataclass(frozen=True)
class Item:
    """A weapon as it is drawn; `both` has one on either side. Shots and blocks make some forms larger."""

    form: str
    place: Place
    shots: int = 0
    blocks: int = 0
    melee_only: bool = False
    both: bool = False
    left: bool = False
    right: bool = False

    @property
    def strikes(self) -> bool:
        """Return whether it is a melee weapon that a hand holds."""
        return self.form in (
            "saber",
            "sword",
            "axe",
            "lance",
            "drill",
            "claw",
            "fist",
            "ball",
            "whip",
            "anchor",
            "hook",
        )


def item(weapon: Weapon) -> Item:
    """Return how one weapon is drawn."""
    name = weapon.name.casefold()
    form, place = _form_by_name(name, weapon) or _form_by_numbers(weapon)
    if form not in ("vulcan", "crest", "buckler", "carapace") and place != "body":
        place = next((named_place for pattern, named_place in _PLACES if re.search(pattern, name)), place)
    return Item(
        form,
        place,
        weapon.shots,
        weapon.blocks,
        weapon.melee_only,
        bool(_PAIR.search(weapon.name)) or "TL" in weapon.qualities,
        bool(re.search(r"\bleft\b", name)),
        bool(re.search(r"\bright\b", name)),
    )


def _form_by_name(name: str, weapon: Weapon) -> tuple[str, Place] | None:
    named = next(((form, place) for pattern, form, place in _NAMED if re.search(pattern, name)), None)
    shield = weapon.blocks > 0 or "S" in weapon.qualities
    if shield:
        return named if named and named[0] in ("carapace", "smoke") else ("buckler", "shield")
    return named


def _form_by_numbers(weapon: Weapon) -> tuple[str, Place]:
    if weapon.fights:
        return (
            ("fist", "hand") if "CC" in weapon.qualities else ("saber" if "E" in weapon.qualities else "sword", "hand")
        )
    if "Remote" in weapon.qualities:
        return "funnels", "back"
    if "X" in weapon.qualities:
        return "pod", "shoulder"
    if "IDF" in weapon.qualities:
        return "mortar", "shoulder"
    if weapon.inches >= LONG:
        return "long_rifle", "hand"
    if weapon.dmg >= HEAVY:
        return "bazooka", "hand"
    if "E" in weapon.qualities:
        return "beam_rifle", "hand"
    return ("machine_gun" if weapon.dmg <= LIGHT else "carbine"), "hand"


@dataclass(frozen=True)
class Load:
    """The weapons of a walking machine by place; `shield` is on the left arm, `stowed` slung on the back."""

    right: Item | None
    left: Item | None
    shield: Item | None
    elsewhere: tuple[Item, ...]
    stowed: tuple[Item, ...]

    def forms(self) -> tuple[str, ...]:
        """Return the forms that are part of the body or of its head."""
        return tuple(item.form for item in self.elsewhere)


def load(weapons: Iterable[Weapon], blades_first: bool, two_hands: bool) -> Load:
    """Return how weapons are carried; `blades_first` puts a blade in the right hand, `two_hands` one gun in both."""
    items = [item(weapon) for weapon in weapons]
    shields = [one for one in items if one.place == "shield"]
    held = [one for one in items if one.place == "hand"]
    held.sort(key=lambda one: (one.left, one.strikes != blades_first))
    elsewhere = tuple(one for one in items if one.place not in ("hand", "shield"))
    shield = shields[0] if shields else None
    right = held.pop(0) if held else None
    left = None
    if right and right.both and not shield:
        left = replace(right, left=True)
    elif held and not shield and not two_hands:
        left = held.pop(0)
    spikes = tuple(replace(one, form="spikes", place="body") for one in held if one.form in FISTS)
    return Load(right, left, shield, (*elsewhere, *spikes), tuple(one for one in held if one.form not in FISTS))
