"""Damage through the layers of a part: Shields, then Armour, then the Base Part."""

from dataclasses import dataclass, replace
from typing import Literal

from companion.data.rulebook import rule

Kind = Literal["shield", "armour", "base"]


@dataclass(frozen=True, slots=True)
class Layer:
    """A card that takes damage: its Damage Threshold, and the counters already on it."""

    kind: Kind
    name: str
    threshold: int
    counters: int = 0


@dataclass(frozen=True, slots=True)
class Layers:
    """The layers of a part, outermost first: Shields, then Armour, in the owner's order, then the Base Part."""

    every: tuple[Layer, ...]

    @classmethod
    def of(
        cls, shields: tuple[int, ...] = (), armours: tuple[int, ...] = (), base: int | None = None, base_damage: int = 0
    ) -> "Layers":
        """Return layers by their thresholds; without `base`, damage beyond the last of them is lost."""
        outer = [Layer("shield", f"shield {n}", dt) for n, dt in enumerate(shields, 1)]
        outer += [Layer("armour", f"armour {n}", dt) for n, dt in enumerate(armours, 1)]
        return cls((*outer, *(() if base is None else (Layer("base", "base", base, base_damage),))))

    def take_damage(self, struck: "Struck") -> "Layers":
        """Return the remaining layers after damage, with its counters on the outermost."""
        layers = self.every[len(struck.destroyed) :]
        return Layers((replace(layers[0], counters=struck.counters), *layers[1:])) if layers else Layers(())

    def destroyed_layers(self, before: "Layers") -> tuple[str, ...]:
        """Return the names of the layers that `before` has and these do not, outermost first."""
        return tuple(layer.name for layer in before.every[: len(before.every) - len(self.every)])


@dataclass(frozen=True, slots=True)
class Struck:
    """The result of damage: the cards destroyed, in order, and the counters on the next one, `on` (empty for none).

    `doubled` are the points that Armour Piercing added.
    """

    destroyed: tuple[str, ...]
    on: str = ""
    counters: int = 0
    doubled: int = 0


@rule("damage-order", "armour-piercing")
def strike(points: int, layers: Layers, piercing: bool = False, halves_go_on: bool = False) -> Struck:
    """Apply damage points to layers.

    With `piercing` each point counts twice on Armour; counters that are already there count once. `halves_go_on` is the
    ruling by which a point of which half was enough goes on whole.
    """
    destroyed: list[str] = []
    doubled = 0
    for layer in layers.every:
        worth = 2 if piercing and layer.kind == "armour" else 1
        needed = max(0, layer.threshold - layer.counters)
        if points * worth < needed or not points:
            return Struck(tuple(destroyed), layer.name, layer.counters + points * worth, doubled + points * (worth - 1))
        used, half = divmod(needed, worth)
        doubled += used * (worth - 1)
        points -= used + (half if not halves_go_on else 0)
        destroyed.append(layer.name)
    return Struck(tuple(destroyed), doubled=doubled)
