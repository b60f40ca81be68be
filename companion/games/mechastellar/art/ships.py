"""Stellar Warships from the side, bow to the right: a hull by Frame, a mount for each weapon, a bridge."""

from companion.games.mechastellar.art.arms import item
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.weapons import Weapon
from companion.printing.faces.boxes import Box, Circle, Group, Point
from companion.printing.faces.plates import Boxes, disc, mirror_boxes, plate, rod, seam, solid

CAPITAL = 7
"""The least Frame of a ship with two towers."""


def warship(profile: Profile, choice: int) -> Boxes:
    """Return a ship that floats above the ground on a stand, or a landship on its tracks."""
    half = 17.0
    deck = 2.7 + min(profile.frame, 9) * 0.17 + min(profile.size, 6) * 0.1
    land = profile.theatre == "G"
    y = -7.4 - deck if land else -12.6 - deck
    hull = plate(
        (-half, y - deck * 0.6),
        (-half * 0.8, y - deck),
        *_bow(choice % 3, half, y, deck),
        (-half * 0.7, y + deck),
        (-half, y + deck * 0.5),
    )
    keel = plate(
        (-half * 0.6, y + deck),
        (half * 0.5, y + deck),
        (half * 0.3, y + deck + 2.8),
        (-half * 0.4, y + deck + 2.8),
        fill="paper",
    )
    stripe = solid((-half * 0.94, y - 0.1), (half * 0.98, y - 0.6), (half * 0.94, y + 1.0), (-half * 0.94, y + 1.4))
    ports = tuple(
        Circle(x, y - deck * 0.5, 0.5, fill="blue", stroke=None)
        for x in _spaced(-half * 0.7, half * 0.6, 4 + profile.frame)
    )
    under: Boxes = _tracks(half) if land else _stand(y + deck + 2.4)
    return (
        *under, *_engines(profile, half, y, deck, land), *_spinal_muzzle(profile, half, y), keel, hull, stripe, *ports,
        *_panels(half, y, deck), *_second_tower(profile, half, y - deck, choice),
        *_bridge(profile, -half * 0.4, y - deck, choice), *_mounts(profile, half, y, deck),
    )  # fmt: skip


def _bow(shape: int, half: float, y: float, deck: float) -> tuple[Point, ...]:
    """Return the corners of the bow from deck to keel: a wedge, a ram, or a cliff."""
    if shape == 0:
        return (half * 0.6, y - deck), (half + 6, y - 0.4), (half * 0.75, y + deck)
    if shape == 1:
        return (
            (half * 0.5, y - deck),
            (half * 0.8, y - deck * 0.4),
            (half + 6.4, y + deck * 0.5),
            (half * 0.5, y + deck),
        )
    return (half * 0.8, y - deck), (half + 2, y - deck * 0.8), (half + 5, y + deck * 0.8), (half * 0.9, y + deck)


def _panels(half: float, y: float, deck: float) -> Boxes:
    """Return the plating of the hull: a step of the deck before the bridge, a belt, and the joints of its plates."""
    step = plate(
        (-half * 0.2, y - deck + 0.2),
        (-half * 0.12, y - deck - 2.2),
        (half * 0.34, y - deck - 2.2),
        (half * 0.5, y - deck + 0.2),
    )
    joints = tuple(seam((x, y + 1.5), (x - 0.9, y + deck)) for x in _spaced(-half * 0.5, half * 0.62, 5))
    return (step, *joints, seam((-half * 0.9, y - deck * 0.5 + 1.1), (half * 0.8, y - deck * 0.5 + 0.8)))


def _spaced(start: float, end: float, count: int) -> list[float]:
    return [start + (end - start) * n / max(count - 1, 1) for n in range(count)]


def _stand(low: float) -> Boxes:
    return (rod((0, low), (0, -0.6), 0.9, "blue"), plate((-5.4, 0), (-4, -1.2), (4, -1.2), (5.4, 0), fill="blue"))


def _tracks(half: float) -> Boxes:
    wide = half * 0.92
    wheels = tuple(disc(x, -3, 1.7, "paper", 0.35) for x in _spaced(-wide + 3, wide - 3, 7))
    belt = plate(
        (-wide, -3.2),
        (-wide + 2.6, -6.4),
        (wide - 2.6, -6.4),
        (wide, -3.2),
        (wide - 2.6, 0),
        (-wide + 2.6, 0),
        fill="blue",
    )
    return (belt, *wheels)


def _engines(profile: Profile, half: float, y: float, deck: float, land: bool) -> Boxes:
    if land:
        return tuple(
            rod((-half * 0.8 + n * 2.6, y - deck + 0.6), (-half * 0.84 + n * 2.6, y - deck - 5.4), 1.6, "blue")
            for n in range(2)
        )
    count = 2 if profile.power > 1 else 1
    boxes: list[Box] = []
    for n in range(count + 1):
        at = y - deck * 0.55 + n * deck * 1.2 / count
        boxes.append(solid((-half - 2.4, at - 0.9), (-half - 6, at), (-half - 2.4, at + 0.9)))
        boxes.append(
            plate(
                (-half + 1, at - 1.2),
                (-half - 2.6, at - 1.7),
                (-half - 2.6, at + 1.7),
                (-half + 1, at + 1.2),
                fill="blue",
            )
        )
    fin = plate(
        (-half * 0.96, y - deck * 0.6),
        (-half - 1.6, y - deck - 6.4),
        (-half * 0.72, y - deck - 4.8),
        (-half * 0.5, y - deck),
    )
    return (*boxes, fin)


def _spinal_muzzle(profile: Profile, half: float, y: float) -> Boxes:
    """Return the muzzle of a gun that runs through the whole ship."""
    if not any(_is_spinal(weapon) for weapon in profile.weapons):
        return ()
    muzzle = plate((half, y - 1.6), (half + 7, y - 2.4), (half + 7, y + 2.4), (half, y + 1.8), fill="blue")
    return (muzzle, solid((half + 5, y - 1.2), (half + 7.2, y - 1.2), (half + 7.2, y + 1.2), (half + 5, y + 1.2)))


def _is_spinal(weapon: Weapon) -> bool:
    return "360" not in weapon.qualities and weapon.slots > 3


def _bridge(profile: Profile, x: float, top: float, choice: int) -> Boxes:
    high = 7.4 + min(profile.performance, 8) * 0.6 + choice % 2
    level = profile.pilot_level
    masts = tuple(
        seam((x - 0.6 - n, top - high - 1.4 - n), (x + 2.6 + n, top - high - 1.4 - n), width=0.45)
        for n in range(level + 1)
    )
    return (
        seam((x + 1, top - high), (x + 1, top - high - 3.6 - level), width=0.6),
        *masts,
        plate(
            (x - 6, top + 0.4), (x - 4.4, top - high * 0.5), (x + 6, top - high * 0.5), (x + 9, top + 0.4), fill="paper"
        ),
        plate((x - 3.6, top - high * 0.45), (x - 2.4, top - high), (x + 4.4, top - high), (x + 6, top - high * 0.45)),
        plate(
            (x - 0.4, top - high * 0.9),
            (x + 4.6, top - high * 0.9),
            (x + 5.4, top - high * 0.64),
            (x - 0.4, top - high * 0.64),
            fill="accent",
            width=0.25,
        ),
    )


def _second_tower(profile: Profile, half: float, top: float, choice: int) -> Boxes:
    """Return the second tower of a capital ship, behind its bridge."""
    if profile.frame < CAPITAL:
        return ()
    return (Group(_bridge(profile, 0, 0, choice), -half * 0.76, top, 0, 0.72),)


def _mounts(profile: Profile, half: float, y: float, deck: float) -> Boxes:
    """Return the mounts: turrets on deck and keel, missile tubes in the bow, small guns along the flank."""
    boxes: list[Box] = []
    deck_places, keel_places = [(half * 0.6, 0.0), (half * 0.1, 2.4), (-half * 0.84, 0.0)], [half * 0.3, -half * 0.25]
    tubes = [weapon for weapon in profile.weapons if _is_launcher(weapon)]
    small = [weapon for weapon in profile.weapons if not _is_launcher(weapon) and _is_small(weapon)]
    for weapon in profile.weapons:
        if weapon in tubes or weapon in small or _is_spinal(weapon):
            continue
        if not weapon.shoots:
            boxes += _ram(half, y, deck) if weapon.fights else _belt(half, y, deck)
            continue
        barrels = 3 if "triple" in weapon.name.casefold() or weapon.slots > 2 else 2
        x, rise = deck_places.pop(0) if deck_places else (0.0, 5.0)
        boxes += _turret(x, y - deck - rise, barrels)
        if weapon.slots > 2 and keel_places and profile.theatre != "G":
            boxes.append(Group(mirror_boxes(_turret(keel_places.pop(0), 0, barrels)), 0, y + deck, 180))
    for n, weapon in enumerate(tubes):
        count = max(4, min(weapon.shots, 9))
        boxes += [
            disc(x, y + deck * 0.58 - n * 2.4, 1.0, "blue", 0.25) for x in _spaced(-half * 0.1, half * 0.7, count)
        ]
    for n, weapon in enumerate(small):
        count = max(2, min(weapon.shots // 2 + 1, 5))
        places = _spaced(-half * 0.75, -half * 0.2 + n * 4, count)
        boxes += [box for x in places for box in _flak(x, y + deck * 0.62)]
    return tuple(boxes)


def _ram(half: float, y: float, deck: float) -> Boxes:
    """Return a blade before the bow, of a ship that strikes."""
    return (plate((half * 0.86, y - 1.4), (half + 10, y + deck * 0.4), (half * 0.8, y + deck * 0.9), fill="accent"),)


def _belt(half: float, y: float, deck: float) -> Boxes:
    """Return plates along the keel, of a ship with a shield."""
    low, each = y + deck, half * 0.24
    return tuple(
        plate((x, low - 2.4), (x + each, low - 2.8), (x + each, low + 1.4), (x, low + 1.8), fill="paper")
        for x in (-half * 0.7 + n * each * 1.08 for n in range(5))
    )


def _is_small(weapon: Weapon) -> bool:
    return "AA" in weapon.qualities or (0 < weapon.dmg <= 200 and weapon.inches <= 24)


def _is_launcher(weapon: Weapon) -> bool:
    return "X" in weapon.qualities or item(weapon).form in ("pod", "rocket_tubes")


def _turret(x: float, top: float, barrels: int) -> Boxes:
    guns = tuple(
        rod((x + 1, top - 1.6 - n * 1.4), (x + 10.4, top - 2.8 - n * 1.9), 1.0, "blue") for n in range(barrels)
    )
    high = 2.8 + barrels * 0.8
    return (
        *guns,
        plate((x - 3.8, top + 0.3), (x - 3, top - high), (x + 2.2, top - high), (x + 4.4, top + 0.3), fill="accent"),
    )


def _flak(x: float, top: float) -> Boxes:
    return (rod((x, top), (x + 1.7, top - 2.8), 0.6, "blue"), disc(x, top - 0.4, 0.9, "tint", 0.3))
