"""What play does to a Mech, a room of its own for a tracker at the table: a Mech goes in, what is left comes out."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.games.techniconica.assembly import Assembly, Mount
from companion.games.techniconica.model import Cockpit, Part, Pilot
from companion.rulebook import rule


@dataclass(frozen=True)
class Loss:
    """What a Mech lost and what is left of it: `why_out` says why it left play, `bottle` whether a test is due."""

    left: Assembly
    fallen: tuple[Part, ...]
    why_out: str
    bottle: bool

    @property
    def in_play(self) -> bool:
        """Whether the Mech fights on (before any Bottle Test)."""
        return not self.why_out


@rule("falls-with", "trigger")
def lose(made: Assembly, where: Iterable[str], triggered: bool = False) -> Loss:
    """Return a Mech after Base Parts left it, by their places in the document; all that is attached goes too.

    The Pilot goes with the Cockpit. A part that left because it was `triggered` calls for no Bottle Test.
    """
    gone = set(where)
    mounts = [mount for mount in made.mounts if mount.where in gone]
    if any(isinstance(mount.card, Cockpit) for mount in mounts):
        mounts += [mount for mount in made.mounts if isinstance(mount.card, Pilot)]
    left = replace(made, mounts=tuple(mount for mount in made.mounts if mount not in mounts))
    fallen = tuple(card for mount in mounts for card in mount.cards)
    why = out_of_play(left)
    return Loss(left, fallen, why, bool(mounts) and not triggered and not why)


@rule("out-of-play")
def out_of_play(made: Assembly) -> str:
    """Return why a Mech is out of play, or nothing."""
    if made.at("cockpit") is None:
        return "its Cockpit is gone"
    if not made.plants:
        return "it has no Power Plant left"
    return "" if made.weapons else "it has no Weapon left"


@rule("low-power")
def low_power(made: Assembly) -> bool:
    """Whether a Mech draws more power than its Power Plants give."""
    return made.short > 0


@rule("low-power")
def speed(made: Assembly, weight_damage: int = 0) -> int:
    """Return the Speed a Mech evades and charges with: none in Low Power or without a Locomotor."""
    return 0 if low_power(made) else max(0, made.speed - weight_damage)


@rule("low-power")
def accuracy(made: Assembly) -> int:
    """Return the Pilot's Accuracy; in Low Power without Support that draws power, halved and rounded up."""
    if not low_power(made):
        return made.pilots("ac")
    return -(-made.pilots("ac", power=False) // 2)


@dataclass(frozen=True, slots=True)
class Overload:
    """Weight Damage to put on the Locomotor now, and its Speed after all of it."""

    damage: int
    speed: int


@rule("overloaded")
def overload(excess: int, suffered: int, locomotor_speed: int) -> Overload:
    """Return what `excess` points above Maximum Weight do to a Locomotor that has `suffered` some already."""
    damage = max(0, excess - suffered)
    return Overload(damage, max(0, locomotor_speed - suffered - damage))


@rule("victory")
def winner(standing: Iterable[int]) -> int:
    """Return the number of the only player with Mechs in play, from 1; 0 while two or more have some, or none has."""
    left = [player for player, mechs in enumerate(standing, 1) if mechs]
    return left[0] if len(left) == 1 else 0


@rule("race")
def distance(so_far: int, made_speed: int) -> int:
    """Return how far a Mech has come at the end of its Turn; its Speed is 0 in Low Power or without a Locomotor."""
    return so_far + made_speed


@rule("trigger")
def triggered(mount: Mount) -> tuple[Part, ...]:
    """Return the cards of a mount that can be set off."""
    return tuple(card for card in mount.cards if "trigger" in card.rules)
