"""A card removed or swapped in a Mech, and what that costs: the numbers that get worse, in words and as a sum."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.games.techniconica.model import Extra, Part, Stat
from companion.games.techniconica.model.special_rules import write_rule
from companion.games.techniconica.rules.assembly import Assembly, part_number

Place = tuple[str, int, int]
"""Where a card is: `locomotor`, `cockpit`, `pilot` or `part`; its number there; the attached card's number, or 0."""


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
        """How different the new card is, summed over its numbers; a removed card is the most different."""
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


def loss(made: Assembly, change: Change) -> int:
    """Return the sum of the numbers that a change gives up, with those of cards that leave with a removed one."""
    gone = (change.old, *_alongside(made, change))
    kept = change.new
    lost = sum(max(0, change.old.stat(name) - (kept.stat(name) if kept else 0)) for name in _good(change.old))
    lost += sum(max(0, had - now) for had, now in _changes_to_others(change).values()) + len(_lost_rules(change))
    return lost + sum(card.stat(name) for card in gone[1:] for name in _good(card))


def costs(before: Assembly, after: Assembly, way: Iterable[Change]) -> Iterator[str]:
    """Yield what changes cost besides what they repair: `Speed 6 → 0`, `AR 3 → 2`, `with its Heavy Plate`."""
    for name, called in _WHOLE.items():
        had, has = (made.speed if name == "sp" else made.pilots(name) for made in (before, after))
        if has < had:
            yield f"{called} {had} → {has}"
    for change in way:
        alongside = _alongside(before, change)
        if alongside:
            yield f"with its {' and '.join(card.name for card in alongside)}"
        if change.new:
            numbers = {name: (change.old.stat(name), change.new.stat(name)) for name in _good(change.old)}
            for name, (had, has) in {**numbers, **_changes_to_others(change)}.items():
                if has < had and name not in _WHOLE:
                    yield f"{name.upper()} {had} → {has}"
            yield from (f"not {write_rule(token)}" for token in _lost_rules(change))


def _good(card: Part) -> Iterable[Stat]:
    """Return the stats of a card of which more is better."""
    return [name for name in card.stats if name not in _BURDEN]


def _changes_to_others(change: Change) -> dict[Stat, tuple[int, int]]:
    """Return what the old and the new card add to stats of others."""
    old, new = (card.gives if isinstance(card, Extra) else {} for card in (change.old, change.new))
    return {name: (old.get(name, 0), new.get(name, 0)) for name in {**old, **new} if name not in _BURDEN}


def _lost_rules(change: Change) -> list[str]:
    """Return the special rules of the old card that the new one has not; being inaccurate is no loss."""
    kept = change.new.rules if change.new else ()
    return [token for token in change.old.rules if token not in kept and token != "inaccurate"]


def _alongside(made: Assembly, change: Change) -> tuple[Part, ...]:
    """Return the cards that leave the Mech with a removed Base Part: those attached to it."""
    place, number, depth = change.place
    if change.new is not None or depth:
        return ()
    mount = next((m for m in made.mounts if m.place == place and (place != "part" or part_number(m) == number)), None)
    return mount.attached if mount else ()
