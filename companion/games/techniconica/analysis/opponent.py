"""The target of a shot: Base Parts of a build, or typed numbers, and the value of a shot against them.

The target does not defend itself: no Evade, no Hold, no Re-Rolls.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from companion.data.cards import Catalogue
from companion.data.rulebook import Rulings
from companion.games.techniconica.model import Armour, Shield, Squad
from companion.games.techniconica.model.special_rules import Effects
from companion.games.techniconica.rules.assembly import Assembly, Mount, assemble_squad, mech_name
from companion.games.techniconica.rules.attack_rolls import chance_to_destroy, mean_damage
from companion.games.techniconica.rules.damage import Layers

AimAt = Literal["any", "easiest", "cockpit"]
AIMS: dict[AimAt, str] = {
    "any": "any Base Part, each as often as the others",
    "easiest": "the Base Part where it is worth most",
    "cockpit": "a Cockpit",
}


@dataclass(frozen=True)
class Aim:
    """A Base Part to shoot at: `avoids` is its Armour Rating plus its Mech's Speed."""

    avoids: int
    layers: Layers


@dataclass(frozen=True)
class Opponent:
    """The Base Parts to shoot at, each with its number; with `chosen` the best target counts, else their average."""

    title: str
    aims: tuple[tuple[Aim, int], ...]
    chosen: bool = False

    def mean(self, lead: int, output: int, effects: Effects, rulings: Rulings) -> Fraction:
        """Return the mean damage of a shot; `lead` is its Accuracy plus PE."""
        return self._average_or_best(lambda aim: mean_damage(lead - aim.avoids, output, effects, rulings))

    def destroys(self, lead: int, output: int, effects: Effects, rulings: Rulings) -> Fraction:
        """Return the chance that the shot destroys the Base Part."""
        return self._average_or_best(
            lambda aim: chance_to_destroy(lead - aim.avoids, output, effects, rulings, aim.layers)
        )

    def _average_or_best(self, value: Callable[[Aim], Fraction]) -> Fraction:
        if self.chosen:
            return max(value(aim) for aim, _ in self.aims)
        return sum((value(aim) * count for aim, count in self.aims), Fraction(0)) / sum(n for _, n in self.aims)


def typed_opponent(speed: int, armour: int, layers: Layers) -> Opponent:
    """Return the opponent of typed numbers: one Base Part of a Mech."""
    return Opponent("", ((Aim(speed + armour, layers), 1),))


TYPICAL = typed_opponent(3, 3, Layers.of(base=3))
"""Speed 3, Armour Rating 3 and Damage Threshold 3."""


def squad_opponent(build: Squad, catalogue: Catalogue, aim_at: AimAt) -> Opponent | None:
    """Return a build as an opponent; None if it has no such part with known numbers."""
    assemblies = assemble_squad(build, catalogue)
    counts = Counter(aim for assembly in assemblies for aim in _aims(assembly, aim_at))
    title = build.title or ", ".join(mech_name(mech, index) for index, mech in enumerate(build.mech))
    return Opponent(title, tuple(counts.items()), aim_at != "any") if counts else None


def _aims(assembly: Assembly, aim_at: AimAt) -> Iterator[Aim]:
    if not assembly.knows("locomotor", "sp"):
        return
    for mount in assembly.base:
        is_known = not any(card.lacks(stat) for card in mount.cards for stat in ("ar", "dt"))
        if is_known and aim_at in ("any", "easiest", mount.place):
            yield Aim(assembly.speed + mount.stat("ar"), _layers(mount))


def _layers(mount: Mount) -> Layers:
    shields, armours = (
        tuple(card.stat("dt") for card in mount.attached if isinstance(card, kind)) for kind in (Shield, Armour)
    )
    return Layers.of(shields, armours, mount.stat("dt"))
