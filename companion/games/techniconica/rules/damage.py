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
    """A Base Part and what protects it, outermost first: Shields, then Armour, in the owner's order."""

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
        """Return the layers left by damage, with the counters it left on the outermost."""
        left = self.every[len(struck.destroyed) :]
        return Layers((replace(left[0], counters=struck.counters), *left[1:])) if left else Layers(())

    def destroyed_layers(self, before: "Layers") -> tuple[str, ...]:
        """Return the names of the layers that are no longer there, outermost first."""
        return tuple(layer.name for layer in before.every[: len(before.every) - len(self.every)])


@dataclass(frozen=True, slots=True)
class Struck:
    """The result of damage: the cards removed in order, and the counters on the next one (`on`; empty if none is left).

    `doubled` is what Armour Piercing added to the points applied.
    """

    destroyed: tuple[str, ...]
    on: str = ""
    counters: int = 0
    doubled: int = 0


@rule("damage-order", "armour-piercing")
def strike(points: int, layers: Layers, piercing: bool = False, halves_go_on: bool = False) -> Struck:
    """Return what damage points do to the layers.

    With `piercing` each point counts twice on Armour, while counters already there count once; `halves_go_on` is the
    ruling by which a point goes on whole if half of it was enough.
    """
    gone: list[str] = []
    doubled = 0
    for layer in layers.every:
        worth = 2 if piercing and layer.kind == "armour" else 1
        need = max(0, layer.threshold - layer.counters)
        if points * worth < need or not points:
            return Struck(tuple(gone), layer.name, layer.counters + points * worth, doubled + points * (worth - 1))
        used, half = divmod(need, worth)
        doubled += used * (worth - 1)
        points -= used + (half if not halves_go_on else 0)
        gone.append(layer.name)
    return Struck(tuple(gone), doubled=doubled)
