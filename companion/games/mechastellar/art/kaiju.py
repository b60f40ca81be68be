"""Kaiju: dragons with wings, leviathans with fins, swarm insects, with jaws, tails and stings by their weapons."""

import re

from companion.games.mechastellar.art.arms import FISTS, Load
from companion.games.mechastellar.art.drawings import BLADES, GUNS, blade, load_drawing
from companion.games.mechastellar.art.guns import gun
from companion.games.mechastellar.art.looks import Machine
from companion.games.mechastellar.model import Profile
from companion.printing.faces.boxes import Group
from companion.printing.faces.plates import Boxes

_INSECT = re.compile(r"swarm|queen|hive|wasp|mantis|moth|spider|crab|scorpi|bug|insect", re.IGNORECASE)
_THREE, _TWO = re.compile(r"tri|three|hydra", re.IGNORECASE), re.compile(r"twin|double|two", re.IGNORECASE)


def kaiju(profile: Profile, look: Machine, load: Load) -> Boxes:
    """Return a monster that faces to the right."""
    items = (load.right, load.left, load.shield, *load.elsewhere, *load.stowed)
    arms = frozenset(item.form for item in items if item)
    words = " ".join((profile.name, *(weapon.name for weapon in profile.weapons)))
    maw = _maw(arms, look.stripes)
    if _INSECT.search(profile.name) or "sting" in arms:
        return (*_guns(load, -2, -24), *_insect(arms, look.stripes))
    heads = 3 if _THREE.search(words) else 2 if _TWO.search(words) else 1
    if look.wings or heads > 1 or "wings" in arms:
        return (*_guns(load, -4, -27), *_dragon(heads, maw, arms))
    return (*_guns(load, -6, -30), *_leviathan(maw, arms))


def _guns(load: Load, x: float, y: float) -> Boxes:
    """Return guns on its back."""
    items = (load.right, load.left, *load.elsewhere, *load.stowed)
    guns = [item for item in items if item and item.form in GUNS and item.form != "nozzle"]
    return tuple(
        Group(gun(item.form, item.shots), x - 2 * n, y - 4 * n, -22 - 10 * n) for n, item in enumerate(guns[:3])
    )


def _tail_blades(arms: frozenset[str]) -> Boxes:
    """Return the blades it fights with, which grow from the end of its tail."""
    blades = sorted(form for form in arms if form in BLADES and form not in FISTS)
    return tuple(Group(blade(form), -22, -4.4, 236 + 24 * n, 0.8) for n, form in enumerate(blades[:3]))


def _maw(arms: frozenset[str], level: int) -> Boxes:
    """Return a head that looks right, its neck ending at (0, 0): a horn more for each level, its breath before it."""
    breath = tuple(name for form, name in (("nozzle", "breath"), ("rays", "rays"), ("jaws", "jaws")) if form in arms)
    return (
        *(box for name in breath for box in load_drawing(f"kaiju/{name}")),
        *load_drawing("kaiju/horns"),
        *(Group(load_drawing("kaiju/crest"), 3 + 2 * n, 0.6 * n) for n in range(level)),
        *load_drawing("kaiju/skull-jaws" if "jaws" in arms else "kaiju/skull"),
    )


def _legs(x: float, wide: float) -> Boxes:
    """Return a pair of thick clawed legs, the far one first."""
    leg = load_drawing("kaiju/leg")
    return (Group(leg, x + wide, 0), Group(leg, x - wide * 0.4, 0))


def _dragon(heads: int, maw: Boxes, arms: frozenset[str]) -> Boxes:
    """Return a winged beast; a claw before its belly, if it strikes with one."""
    angles = {1: (-38,), 2: (-72, -16), 3: (-92, -50, -6)}[heads]
    necks = (
        Group((*load_drawing("dragon/neck"), Group(maw, 14.4, 0.4, -angle * 0.9)), 2, -21, angle) for angle in angles
    )
    return (
        *load_drawing("dragon/far-wing"),
        *_tail_spikes(arms),
        *_tail_blades(arms),
        *load_drawing("dragon/tail"),
        *_legs(0, 3.4),
        *load_drawing("dragon/wing-accent" if "wings" in arms else "dragon/wing"),
        *load_drawing("dragon/body"),
        *(load_drawing("kaiju/foreleg") if arms & {"claw", "fist", "rocket_fist"} else ()),
        *necks,
    )


def _tail_spikes(arms: frozenset[str]) -> Boxes:
    """Return spikes along the end of a tail that strikes."""
    return load_drawing("kaiju/club") if "tail" in arms else ()


def _leviathan(maw: Boxes, arms: frozenset[str]) -> Boxes:
    """Return an upright beast with a heavy tail and fins along its back."""
    return (
        *load_drawing("leviathan/back"),
        *_tail_spikes(arms),
        *_tail_blades(arms),
        *load_drawing("leviathan/tail"),
        *_legs(1, 3.6),
        *load_drawing("leviathan/body"),
        *load_drawing("leviathan/claws-long" if arms & {"claw", "fist"} else "leviathan/claws"),
        Group(maw, 3.4, -33.4, 4),
    )


def _insect(arms: frozenset[str], level: int) -> Boxes:
    """Return a winged insect on six legs: drones in cells below it, acid before its mouth, a crown for its level."""
    return (
        *(load_drawing("insect/acid") if "nozzle" in arms else ()),
        *load_drawing("insect/far-legs"),
        *(load_drawing("insect/sting") if "sting" in arms else ()),
        *(load_drawing("insect/drones") if "funnels" in arms else ()),
        *load_drawing("insect/body"),
        *(Group(load_drawing("insect/crest"), 2.4 * n) for n in range(level)),
        *load_drawing("insect/head"),
    )
