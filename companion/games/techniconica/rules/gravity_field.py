"""The effects of a Gravity Field on the Mech it hits: Overload, Weight Damage on the Locomotor, lost Speed."""

from dataclasses import dataclass, replace

from companion.data.rulebook import Rulings, rule
from companion.games.techniconica.rules.play import Overload, overload


@dataclass(frozen=True, slots=True)
class Burden:
    """A Mech before it gets heavier: `spare` is Maximum Weight minus weight, `suffered` its Weight Damage so far.

    `spare_after` is `spare` once the first, the first two and so on of the layers that were hit are gone.

    `threshold` is the Locomotor's Damage Threshold, None if it is not known; `counters` are all damage on it, Weight
    Damage included.
    """

    spare: int
    suffered: int = 0
    speed: int = 0
    threshold: int | None = None
    counters: int = 0
    spare_after: tuple[int, ...] = ()

    @rule("overloaded")
    def without(self, fallen: int, rulings: Rulings) -> "Burden":
        """Return the same Mech with so many layers fallen, by the ruling whether they still weigh."""
        if not fallen or not self.spare_after or rulings.get("gravity-weighed") != "after":
            return self
        return replace(self, spare=self.spare_after[min(fallen, len(self.spare_after)) - 1])


@rule("overloaded")
def find_overload(burden: Burden, weight: int) -> Overload:
    """Return the Weight Damage and the Speed of a Mech that counts as `weight` heavier."""
    if not weight:
        return Overload(0, burden.speed)
    return overload(max(0, weight - burden.spare), burden.suffered, burden.speed + burden.suffered)


@rule("overloaded")
def buckles(burden: Burden, damage: int) -> bool:
    """Whether Weight Damage destroys the Locomotor."""
    return damage > 0 and burden.threshold is not None and burden.counters + damage >= burden.threshold
