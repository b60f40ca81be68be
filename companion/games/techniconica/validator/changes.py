"""Removals and swaps of cards for fixes, and their costs: the numbers that get worse, in words and as a sum."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.games.techniconica.model import Extra, Part, Stat
from companion.games.techniconica.model.special_rules import write_rule
from companion.games.techniconica.rules.assembly import Assembly, part_number

Place = tuple[str, int, int]
"""The place of a card: `locomotor`, `cockpit`, `pilot` or `part`; its number; the attached card's from 1, or 0."""


@dataclass(frozen=True, slots=True)
class Change:
    """A card removed or swapped for another, and its effect on excess weight and missing power."""

    place: Place
    old: Part
    new: Part | None
    over: int = 0
    short: int = 0

    @property
    def far(self) -> int:
        """The difference between both cards, summed over their numbers; a removal is the most different."""
        if self.new is None:
            return 1000
        return sum(abs(self.old.stat(name) - self.new.stat(name)) for name in self.old.stats)

    @property
    def label(self) -> str:
        """Return the change as the label of a single fix."""
        return f"{self.words[:1].upper()}{self.words[1:]}"

    @property
    def words(self) -> str:
        """Return the change as part of a label."""
        return f"remove {self.old.name}" if self.new is None else f"swap {self.old.name} for {self.new.name}"


_BURDEN = ("we", "pc")
"""The stats of which less is better."""
_WHOLE: dict[Stat, str] = {"sp": "Speed", "ac": "AC", "fo": "FO", "bt": "BT", "rr": "RR"}
"""The stats that a whole Mech has, as labels name them."""


def loss(assembly: Assembly, change: Change) -> int:
    """Return the sum of the numbers that a change loses, also those of cards attached to a removed one."""
    removed = (change.old, *_attached_to_removed(assembly, change))
    new = change.new
    lost = sum(max(0, change.old.stat(name) - (new.stat(name) if new else 0)) for name in _wanted_stats(change.old))
    lost += sum(max(0, had - now) for had, now in _changes_to_others(change).values()) + len(_lost_rules(change))
    return lost + sum(card.stat(name) for card in removed[1:] for name in _wanted_stats(card))


def costs(before: Assembly, after: Assembly, changes: Iterable[Change]) -> Iterator[str]:
    """Yield the costs of changes in words: `Speed 6 → 0`, `AR 3 → 2`, `with its Heavy Plate`."""
    for name, title in _WHOLE.items():
        earlier, now = (assembly.speed if name == "sp" else assembly.pilots(name) for assembly in (before, after))
        if now < earlier:
            yield f"{title} {earlier} → {now}"
    for change in changes:
        alongside = _attached_to_removed(before, change)
        if alongside:
            yield f"with its {' and '.join(card.name for card in alongside)}"
        if change.new:
            numbers = {name: (change.old.stat(name), change.new.stat(name)) for name in _wanted_stats(change.old)}
            for name, (earlier, now) in {**numbers, **_changes_to_others(change)}.items():
                if now < earlier and name not in _WHOLE:
                    yield f"{name.upper()} {earlier} → {now}"
            yield from (f"not {write_rule(token)}" for token in _lost_rules(change))


def _wanted_stats(card: Part) -> Iterable[Stat]:
    """Return the stats of a card of which more is better."""
    return [name for name in card.stats if name not in _BURDEN]


def _changes_to_others(change: Change) -> dict[Stat, tuple[int, int]]:
    """Return the changes to other cards' stats by the old and by the new card."""
    old, new = (card.gives if isinstance(card, Extra) else {} for card in (change.old, change.new))
    return {name: (old.get(name, 0), new.get(name, 0)) for name in {**old, **new} if name not in _BURDEN}


def _lost_rules(change: Change) -> list[str]:
    """Return the special rules of the old card that the new one does not have; Inaccurate is no loss."""
    kept = change.new.rules if change.new else ()
    return [token for token in change.old.rules if token not in kept and token != "inaccurate"]


def _attached_to_removed(assembly: Assembly, change: Change) -> tuple[Part, ...]:
    """Return the cards that leave the Mech with a removed Base Part: those attached to it."""
    place, number, depth = change.place
    if change.new is not None or depth:
        return ()
    mount = next(
        (m for m in assembly.mounts if m.place == place and (place != "part" or part_number(m) == number)), None
    )
    return mount.attached if mount else ()
