"""What play does to a Mech: losses, Low Power, weight damage, jams, Triggers. Functions return a new Mech."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.data.rulebook import Rulings, rule
from companion.games.techniconica.model import Cockpit, Part, Pilot
from companion.games.techniconica.rules.assembly import Assembly, Mount


@dataclass(frozen=True)
class Loss:
    """A Mech after losses: `why_out` says why it left play, `bottle` whether a Bottle Test is due."""

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
    """Return a Mech without some cards, by their places in the document; a Base Part takes its attached cards along.

    `mech[0].part[1]` is a Base Part, `mech[0].part[1].attached[0]` a card on it: a Shield or Armour that was destroyed,
    Support that was set off. The Pilot goes with the Cockpit. Only the loss of a Base Part calls for a Bottle Test, and
    not if it was `triggered`. The result is the Mech as it runs (see `run_mech`).
    """
    gone = set(where)
    mounts = [mount for mount in made.mounts if mount.where in gone]
    if any(isinstance(mount.card, Cockpit) for mount in mounts):
        mounts += [mount for mount in made.mounts if isinstance(mount.card, Pilot) and mount not in mounts]
    kept = [mount for mount in made.mounts if mount not in mounts]
    left = run_mech(replace(made, mounts=tuple(_remove_lost_attached(mount, gone) for mount in kept)))
    off = tuple(card for mount in kept for place, card in _attached_places(mount) if place in gone)
    fallen = tuple(card for mount in mounts for card in mount.cards) + off
    why = why_out_of_play(left)
    return Loss(left, fallen, why, bool(mounts) and not triggered and not why)


def _attached_places(mount: Mount) -> Iterator[tuple[str, Part]]:
    """Yield the cards attached to a mount, each with its place in the document."""
    return ((f"{mount.where}.attached[{n}]", card) for n, card in enumerate(mount.attached))


def _remove_lost_attached(mount: Mount, gone: set[str]) -> Mount:
    """Return a mount without the attached cards that are gone."""
    return replace(mount, attached=tuple(card for place, card in _attached_places(mount) if place not in gone))


@rule("out-of-play")
def why_out_of_play(made: Assembly) -> str:
    """Return why a Mech is out of play, or nothing."""
    if made.at("cockpit") is None:
        return "its Cockpit is gone"
    if not made.plants:
        return "it has no Power Plant left"
    return "" if made.weapons else "it has no Weapon left"


@rule("low-power")
def low_power(made: Assembly) -> bool:
    """Whether a Mech draws more power than its Power Plants give while all its attached cards work."""
    return _lit(made, True).short > 0


@rule("low-power")
def run_mech(made: Assembly) -> Assembly:
    """Return a Mech as it runs: in Low Power, Support that draws power gives nothing, though its PC still counts."""
    return _lit(made, not low_power(made))


@rule("low-power")
def run_in_low_power(made: Assembly) -> Assembly:
    """Return a Mech as it runs in Low Power, whatever its Power Plants give."""
    return _lit(made, False)


def _lit(made: Assembly, power: bool) -> Assembly:
    if all(mount.dark != power for mount in made.mounts):
        return made
    return replace(made, mounts=tuple(replace(mount, dark=not power) for mount in made.mounts))


@rule("overloaded", "low-power")
def excess(made: Assembly, gravity: int = 0) -> int:
    """Return the weight above Maximum Weight, Gravity Fields included; 0 without a Locomotor."""
    now = run_mech(made)
    return max(0, now.weight + gravity - now.max_weight) if now.at("locomotor") else 0


@dataclass(frozen=True, slots=True)
class Overload:
    """Weight Damage to put on the Locomotor now, and its Speed afterwards."""

    damage: int
    speed: int


@rule("overloaded")
def overload(excess: int, suffered: int, locomotor_speed: int) -> Overload:
    """Return what `excess` points above Maximum Weight do to a Locomotor that already has `suffered` some."""
    damage = max(0, excess - suffered)
    return Overload(damage, max(0, locomotor_speed - suffered - damage))


@rule("victory")
def winner(standing: Iterable[int]) -> int:
    """Return the number of the only player with Mechs in play, from 1; 0 while two or more have some, or none has."""
    left = [player for player, mechs in enumerate(standing, 1) if mechs]
    return left[0] if len(left) == 1 else 0


@rule("race")
def distance(so_far: int, made_speed: int) -> int:
    """Return how far a Mech has travelled by the end of its Turn; Speed is 0 in Low Power or without a Locomotor."""
    return so_far + made_speed


@rule("trigger")
def set_off_trigger(made: Assembly, where: str) -> Assembly:
    """Return a Mech, as it runs, in which a card with Trigger works; when the Turn ends, `lose` it as triggered.

    ValueError if there is no card with Trigger at that place.
    """
    mounts = tuple(_trigger_at(mount, where) for mount in made.mounts)
    if mounts == made.mounts:
        raise ValueError(f"there is no card with Trigger at {where}")
    return run_mech(replace(made, mounts=mounts))


def _trigger_at(mount: Mount, where: str) -> Mount:
    working = tuple(_without_trigger(card) if place == where else card for place, card in _attached_places(mount))
    return replace(mount, attached=working, card=_without_trigger(mount.card) if mount.where == where else mount.card)


def _without_trigger(card: Part) -> Part:
    return card.model_copy(update={"rules": tuple(token for token in card.rules if token != "trigger")})


@rule("event-round")
def halve_speed(speed: int, rulings: Rulings) -> int:
    """Return half a Speed, for an event; a ruling decides how it is rounded."""
    return speed // 2 if rulings.get("halved-speed", "up") == "down" else -(-speed // 2)


@rule("variant-size")
def explain_variant_size(count: int, rulings: Rulings) -> str:
    """Return why a squad of so many Mechs cannot play the variant of the rulings; empty where it can."""
    variant = rulings.get("variant")
    if variant == "lone-wolves" and count > 1:
        return (
            f"This is a game of Lone Wolves, with one Mech per player, and the squad has {count}: remove {count - 1}."
        )
    if variant == "quick-death" and count == 1:
        return "For Quick Death a side has at least two Mechs, one of them the Hero: add a second one."
    return ""
