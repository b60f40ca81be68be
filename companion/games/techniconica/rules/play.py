"""Changes to a Mech in play: losses, Low Power, Weight Damage, Triggers. Functions return a new Mech."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.data.rulebook import Rulings, rule
from companion.games.techniconica.model import HOVER, Cockpit, Part, Pilot
from companion.games.techniconica.model.special_rules import numbers
from companion.games.techniconica.rules.assembly import Assembly, Mount


@dataclass(frozen=True)
class Loss:
    """A Mech after losses, `left`, without the cards in `fallen`.

    `why_out` says why it is out of play, empty if it is not; `bottle` says whether a Bottle Test is due.
    """

    left: Assembly
    fallen: tuple[Part, ...]
    why_out: str
    bottle: bool

    @property
    def in_play(self) -> bool:
        """Whether the Mech fights on (before any Bottle Test)."""
        return not self.why_out


@rule("falls-with", "trigger")
def lose(assembly: Assembly, where: Iterable[str], triggered: bool = False) -> Loss:
    """Return a Mech without some cards, by their places in the document, with Low Power worked out (see `run_mech`).

    `mech[0].part[1]` is a Base Part, which takes its attached cards along; `mech[0].part[1].attached[0]` is a card on
    it, such as a destroyed Shield or used Support. The Pilot goes with the Cockpit. Only the loss of a Base Part calls
    for a Bottle Test, and not if it was `triggered`.
    """
    places = set(where)
    mounts = [mount for mount in assembly.mounts if mount.where in places]
    if any(isinstance(mount.card, Cockpit) for mount in mounts):
        mounts += [mount for mount in assembly.mounts if isinstance(mount.card, Pilot) and mount not in mounts]
    kept = [mount for mount in assembly.mounts if mount not in mounts]
    left = run_mech(replace(assembly, mounts=tuple(_without_attached(mount, places) for mount in kept)))
    lost_attached = tuple(card for mount in kept for place, card in attached_places(mount) if place in places)
    fallen = tuple(card for mount in mounts for card in mount.cards) + lost_attached
    why = why_out_of_play(left)
    return Loss(left, fallen, why, bool(mounts) and not triggered and not why)


def attached_places(mount: Mount) -> Iterator[tuple[str, Part]]:
    """Yield the cards attached to a mount, each with its place in the document."""
    return ((f"{mount.where}.attached[{n}]", card) for n, card in enumerate(mount.attached))


def _without_attached(mount: Mount, places: set[str]) -> Mount:
    """Return a mount without the attached cards at these places."""
    return replace(mount, attached=tuple(card for place, card in attached_places(mount) if place not in places))


@rule("out-of-play")
def why_out_of_play(assembly: Assembly) -> str:
    """Return why a Mech is out of play, or nothing."""
    if assembly.at("cockpit") is None:
        return "its Cockpit is gone"
    if not assembly.plants:
        return "it has no Power Plant left"
    return "" if assembly.weapons else "it has no Weapon left"


@rule("low-power")
def low_power(assembly: Assembly) -> bool:
    """Whether a Mech with all its attached cards working draws more power than its Power Plants give."""
    return _set_power(assembly, True).short > 0


@rule("low-power")
def run_mech(assembly: Assembly) -> Assembly:
    """Return a Mech with Low Power worked out: Support that draws power then has no effect, but its PC still counts."""
    return _set_power(assembly, not low_power(assembly))


@rule("low-power")
def run_in_low_power(assembly: Assembly) -> Assembly:
    """Return a Mech in Low Power, whatever its Power Plants give."""
    return _set_power(assembly, False)


def _set_power(assembly: Assembly, power: bool) -> Assembly:
    if all(mount.in_low_power != power for mount in assembly.mounts):
        return assembly
    return replace(assembly, mounts=tuple(replace(mount, in_low_power=not power) for mount in assembly.mounts))


@rule("overloaded", "low-power")
def excess(assembly: Assembly, gravity: int = 0) -> int:
    """Return the weight above Maximum Weight, Gravity Fields included; 0 without a Locomotor."""
    now = run_mech(assembly)
    return max(0, now.weight + gravity - now.max_weight) if now.at("locomotor") else 0


@dataclass(frozen=True, slots=True)
class Overload:
    """Weight Damage to put on the Locomotor now, and its Speed afterwards."""

    damage: int
    speed: int


@rule("overloaded")
def overload(excess: int, suffered: int, locomotor_speed: int) -> Overload:
    """Return the effect of `excess` weight on a Locomotor that already has `suffered` Weight Damage."""
    damage = max(0, excess - suffered)
    return Overload(damage, max(0, locomotor_speed - suffered - damage))


@rule("victory")
def winner(standing: Iterable[int]) -> int:
    """Return the number (from 1) of the only player with Mechs in play; 0 if several or no players have some."""
    players = [player for player, mechs in enumerate(standing, 1) if mechs]
    return players[0] if len(players) == 1 else 0


@rule("race")
def distance(so_far: int, made_speed: int) -> int:
    """Return how far a Mech has travelled by the end of its Turn; Speed is 0 in Low Power or without a Locomotor."""
    return so_far + made_speed


@rule("trigger")
def set_off_trigger(assembly: Assembly, where: str) -> Assembly:
    """Return a Mech in which a card with Trigger works; when the Turn ends, `lose` that card as triggered.

    ValueError if there is no card with Trigger at that place.
    """
    mounts = tuple(_without_trigger_at(mount, where) for mount in assembly.mounts)
    if mounts == assembly.mounts:
        raise ValueError(f"there is no card with Trigger at {where}")
    return run_mech(replace(assembly, mounts=mounts))


def _without_trigger_at(mount: Mount, where: str) -> Mount:
    attached = tuple(_without_trigger(card) if place == where else card for place, card in attached_places(mount))
    return replace(mount, attached=attached, card=_without_trigger(mount.card) if mount.where == where else mount.card)


def _without_trigger(card: Part) -> Part:
    return card.model_copy(update={"rules": tuple(token for token in card.rules if token != "trigger")})


@rule("event-round")
def is_hover(assembly: Assembly) -> bool:
    """Whether a Mech moves on a Hover Locomotor, by its Sub-Type or by its special rule."""
    locomotor = assembly.at("locomotor")
    return locomotor is not None and (locomotor.card.subtype == HOVER or "hover" in numbers(locomotor.card.rules))


@rule("overloaded")
def speed_after_weight_damage(speed: int, suffered: int) -> int:
    """Return the Speed of a Locomotor that has suffered Weight Damage; never below 0."""
    return max(0, speed - suffered)


@rule("event-round")
def halve_speed(speed: int, rulings: Rulings) -> int:
    """Return half a Speed, for an event; a ruling decides how it is rounded."""
    return speed // 2 if rulings.get("halved-speed", "up") == "down" else -(-speed // 2)


@rule("variant-size")
def explain_variant_size(count: int, rulings: Rulings) -> str:
    """Return why a squad of `count` Mechs cannot play the variant of the rulings; empty if it can."""
    variant = rulings.get("variant")
    if variant == "lone-wolves" and count > 1:
        return (
            f"This is a game of Lone Wolves, with one Mech per player, and the squad has {count}: remove {count - 1}."
        )
    if variant == "quick-death" and count == 1:
        return "For Quick Death a side has at least two Mechs, one of them the Hero: add a second one."
    return ""
