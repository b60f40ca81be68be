"""The look of a profile before it is armed: kind of body, build, pose, head.

Its numbers decide first; a checksum of its id decides the rest, so that a card always looks the same and two seldom do.
"""

import re
from dataclasses import dataclass
from typing import Literal
from zlib import crc32

from companion.games.mechastellar.art import poses
from companion.games.mechastellar.art.poses import Pose
from companion.games.mechastellar.model import Profile

Body = Literal["suit", "hero", "heavy", "tank", "kaiju", "ship"]
_BODIES: dict[str, Body] = {
    "MS": "suit",
    "Super Robot": "hero",
    "Super Heavy": "heavy",
    "Kaiju": "kaiju",
    "Stellar Warship": "ship",
}
_HEADS: tuple[tuple[str, str], ...] = (
    (r"lion|leo|mane|tiger", "mane"),
    (r"bear|panda", "eared"),
    (r"hound|dog|wolf|fox|jackal", "hound"),
    (r"joker|jester|clown|fool", "jester"),
    (r"hammer", "hammer"),
    (r"falcon|kestrel|eagle|raven|crow|bird|owl", "beak"),
    (r"cricket|mantis|beetle|hornet|wasp|\bant\b|bug|spider", "insect"),
    (r"castle|fort|wall|keep|tower", "castle"),
    (r"oracle|angel|saint|mind|seraph|halo", "halo"),
    (r"foundry|harbour|harbor|dock|crane|forge|yard", "crane"),
)
"""Words of a name, each with its head."""
_TRACKS = re.compile(r"tank|crawler|track|tread", re.IGNORECASE)
_FAST, _FASTEST = 11, 14
"""Inches of Move from which a unit has thrusters, and from which it has wings."""


@dataclass(frozen=True)
class Machine:
    """The build of a profile. Factors are 1 for an ordinary suit; `choice` picks among equally good variants."""

    body: Body
    pose: Pose
    head: str
    scale: float
    bulk: float
    broad: float
    legs: float
    shoulders: str
    thrusters: int
    wings: int
    skirt: bool
    painted: bool
    cape: bool
    stripes: int
    choice: int


def look(profile: Profile, pilot: int) -> Machine:
    """Return a profile's look with a pilot of that level."""
    choice = crc32(profile.id.encode())
    body = _BODIES[profile.type]
    if body == "suit" and (_TRACKS.search(profile.name) or (profile.theatre == "G" and profile.melee < 3)):
        body = "tank"
    stances = poses.HEAVY if body == "heavy" else poses.BY_ROLE.get(profile.role, poses.BY_ROLE["Battler"])
    bulk, broad, legs = _build(profile, body)
    return Machine(
        body,
        poses.pose(stances[(choice + len(profile.traits)) % 3]),
        _head(profile, body, pilot, choice),
        _scale(profile),
        bulk,
        broad,
        legs,
        _shoulders(profile, body, choice),
        0 if profile.move < _FAST else 1 if profile.move < _FASTEST else 2,
        _wings(profile),
        body == "hero" or profile.arm_sv > 1 or choice % 3 == 0,
        pilot > 1 or profile.performance > 7,
        body == "hero" and choice % 2 == 0,
        pilot,
        choice,
    )


def _scale(profile: Profile) -> float:
    """Return the factor of its size: by Frame and Size, limited by the figure's field."""
    if profile.warship:
        return 0.76 + 0.035 * min(profile.frame, 9)
    return min(1.2, 0.92 + 0.05 * min(profile.frame, 5) + 0.04 * profile.size)


def _build(profile: Profile, body: Body) -> tuple[float, float, float]:
    """Return the factors of limb thickness, shoulder width and leg length."""
    armour = 0.04 * max(0, min(profile.arm_sv, 5)) + 0.03 * (min(profile.frame, 5) - 2)
    if body == "heavy":
        return 1.24 + armour, 1.4, 1.0
    if body == "hero":
        return 1.16 + armour, 1.14, 1.0
    slim = 0.1 if profile.evade > 4 else 0.0
    return 1.0 + armour - slim, 1.0 + armour / 2 - slim / 2, 1.0 + slim


def _head(profile: Profile, body: Body, pilot: int, choice: int) -> str:
    name = profile.name.casefold()
    named = next((head for pattern, head in _HEADS if re.search(pattern, name)), "")
    if named:
        return named
    if body == "heavy":
        return "low"
    if body == "hero":
        return "crown"
    if profile.role == "Sniper":
        return "scope"
    if profile.frame > 2 or profile.performance > 5 or pilot > 1:
        return ("v_fin", "visor", "v_fin", "beak")[choice % 4] if pilot or profile.performance > 4 else "visor"
    if pilot or profile.traits:
        return "horned"
    return ("mono", "visor", "box")[choice % 3]


def _shoulders(profile: Profile, body: Body, choice: int) -> str:
    if body == "heavy":
        return "round"
    if body == "hero":
        return ("wing", "round", "spike")[choice % 3]
    if profile.frame > 2:
        return ("block", "wing")[choice % 2]
    return ("round", "spike", "block")[choice // 3 % 3]


def _wings(profile: Profile) -> int:
    """Return 0 for none, 1 for fins, 2 for wings."""
    traits = {line.name.casefold() for line in profile.traits}
    if traits & {"fly", "transforming", "supersonic"}:
        return 2
    return 1 if profile.move >= _FASTEST else 0
