"""Fixes that make a Mech lighter or better powered: a search for one or two removals and swaps.

A fix is offered only if it adds no finding and increases no excess. Those with the fewest changes come first, of these
those that go least under the limit, then those that lose least. Where two changes are not enough, the best first one is
offered, with what is left. What a fix costs elsewhere is in its label.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, islice
from typing import Any, Literal

from companion.base.findings import Fix, fix_label, sort_by_overshoot
from companion.base.json_types import JsonObject
from companion.data.cards import Catalogue
from companion.games.techniconica.model import KIND_OF, Mech, Part, PowerPlant, Squad, Weapon
from companion.games.techniconica.rules.assembly import (
    Assembly,
    Mount,
    assemble,
    count_used_cards,
    part_number,
    write_mechs,
)
from companion.games.techniconica.validator.changes import Change, costs, loss
from companion.games.techniconica.validator.faults import faults

OFFERED = 3
TRIED = 400
"""Ways checked in full, best first, before the search gives up; fewer for a Mech of more than `USUAL` cards."""
USUAL = 20
PAIRED = 400
"""The most changes that are tried in pairs."""
SEARCHED = 120
"""The search covers a squad's first Mechs up to this many cards; for the others only messages say what is wrong."""

Excess = Literal["over", "short"]
"""What to remove: weight over the limit, or missing power."""


def weight_fixes(build: Squad, index: int, made: Assembly, catalogue: Catalogue, excess: Excess) -> tuple[Fix, ...]:
    """Return fixes for a Mech that is too heavy (`over`) or lacks power (`short`)."""
    if sum(mech.size for mech in build.mech[: index + 1]) > SEARCHED:
        return ()
    need: int = _balance(made, excess)
    changes = [change for change in _changes(build, made, catalogue) if getattr(change, excess) < 0]
    for count in (1, 2):
        tried = changes if count == 1 else _changes_to_pair(changes, excess)
        ways = [way for way in combinations(tried, count) if _gain(way, excess) >= need and _are_independent(way)]
        if found := tuple(islice(_harmless_fixes(build, index, made, catalogue, excess, ways), OFFERED)):
            return found
    few = [(change,) for change in changes if _gain((change,), excess) < need]
    return tuple(islice(_harmless_fixes(build, index, made, catalogue, excess, few), 1))


def _harmless_fixes(
    build: Squad, index: int, made: Assembly, catalogue: Catalogue, excess: Excess, ways: Iterable[tuple[Change, ...]]
) -> Iterator[Fix]:
    """Yield the ways that make nothing worse as fixes, the best first; of those with the same label only one."""
    tries = TRIED * USUAL // max(USUAL, len(made.cards))
    before, have, labels = faults(made), spare(build), set[str]()
    gain, worth = partial(_gain, excess=excess), partial(_loss, made)
    ordered = sort_by_overshoot((way for way in ways if _enough(way, have)), _balance(made, excess), gain, worth)
    for way in ordered[:tries]:
        after = apply_changes(made.mech, way)
        result = assemble(after, catalogue)
        if result.excess_weight > made.excess_weight or result.short > made.short or not faults(result) <= before:
            continue
        words = " and ".join([way[0].label, *(change.words for change in way[1:])])
        label = fix_label(words, costs(made, result, way), _describe_remaining(_balance(result, excess), excess))
        if label not in labels:
            labels.add(label)
            yield Fix(label, {"mech": write_mechs((*build.mech[:index], after, *build.mech[index + 1 :]))})


def _loss(made: Assembly, way: tuple[Change, ...]) -> tuple[int, int]:
    """Return what a way loses, then how different its cards are."""
    return sum(loss(made, change) for change in way), sum(change.far for change in way)


def _describe_remaining(balance: int, excess: Excess) -> str:
    """Return what is still wrong after a way that is not enough, as the end of its label."""
    if balance <= 0:
        return ""
    return f"{balance} weight still over" if excess == "over" else f"{balance} power still missing"


def _changes_to_pair(changes: Sequence[Change], excess: Excess) -> Sequence[Change]:
    """Return the changes to pair: all, or of very many those that help most and the most similar ones."""
    if len(changes) <= PAIRED:
        return changes
    most = sorted(changes, key=lambda change: _gain((change,), excess), reverse=True)[: PAIRED // 2]
    alike = sorted(changes, key=lambda change: change.far)[: PAIRED // 2]
    return list({(change.place, change.words): change for change in (*most, *alike)}.values())


def _balance(made: Assembly, excess: Excess) -> int:
    """Return the excess; negative if there is room."""
    return made.weight - made.max_weight if excess == "over" else made.consumption - made.output


def _gain(way: Iterable[Change], excess: Excess) -> int:
    return -sum(change.over if excess == "over" else change.short for change in way)


def _are_independent(way: tuple[Change, ...]) -> bool:
    """Whether two changes are independent: not the same card, nor a removed card and one attached to it."""
    places = [change.place for change in way]
    taken_out = {change.place[:2] for change in way if change.new is None and change.place[2] == 0}
    return len(set(places)) == len(places) and not any(place[2] and place[:2] in taken_out for place in places)


def _enough(way: Iterable[Change], have: Mapping[str, int] | None) -> bool:
    """Whether no card is used more often than owned after all changes: two swaps may want the last copy.

    `have` says how many of each card are spare before; cards that the changes remove from the Mech are spare too.
    """
    if have is None:
        return True
    more = Counter(change.new.id for change in way if change.new)
    more.subtract(change.old.id for change in way)
    return all(count <= max(0, have.get(card, 0)) for card, count in more.items())


def _changes(build: Squad, made: Assembly, catalogue: Catalogue) -> Iterator[Change]:
    """Return every single removal and swap, measured."""
    have = spare(build)
    by_kind: dict[type[Part], list[Part]] = {}
    for card in catalogue.all(Part):
        if not card.unknown and (have is None or have.get(card.id, 0) > 0):
            by_kind.setdefault(type(card), []).append(card)
    carriers = tuple(m for m in made.mounts if m.place == "locomotor" or m.changes("mw"))
    for mount in made.mounts:
        number = part_number(mount) if mount.place == "part" else 0
        for depth, card in enumerate(mount.cards):
            if type(card) not in KIND_OF:
                continue
            news: list[Part | None] = [new for new in by_kind.get(type(card), ()) if new.id != card.id]
            if depth or isinstance(card, Weapon | PowerPlant):
                news.append(None)
            for new in news:
                yield _measure_change(made, carriers, mount, Change((mount.place, number, depth), card, new))


def _measure_change(made: Assembly, carriers: tuple[Mount, ...], mount: Mount, change: Change) -> Change:
    """Return a change with its effect on weight and power; only its mount and the Locomotor are calculated again."""
    after = _change_mount(mount, change.place[2], change.new)
    old, new = replace(made, mounts=(mount,)), replace(made, mounts=after)
    others = tuple(m for m in carriers if m is not mount)
    carried = replace(made, mounts=carriers).max_weight - replace(made, mounts=(*others, *after)).max_weight
    over = new.weight - old.weight + carried
    short = new.consumption - new.output - old.consumption + old.output
    return replace(change, over=over, short=short)


def _change_mount(mount: Mount, depth: int, new: Part | None) -> tuple[Mount, ...]:
    """Return a mount with one of its cards removed or swapped; empty if its Base Part was removed."""
    if depth == 0:
        return () if new is None else (replace(mount, card=new),)
    attached = [*mount.attached[: depth - 1], *((new,) if new else ()), *mount.attached[depth:]]
    return (replace(mount, attached=tuple(attached)),)


def spare(build: Squad) -> Mapping[str, int] | None:
    """Return the owned cards that are not yet used; None if the collection is not known."""
    if build.owned is None:
        return None
    taken = count_used_cards(build)
    return {card: count - taken[card] for card, count in build.owned.items()}


def apply_changes(mech: Mech, way: tuple[Change, ...]) -> Mech:
    """Return a Mech after some changes; a card removed from a slot takes its attached cards along."""
    update: JsonObject = {}
    parts: list[Any] = list(mech.part)
    for change in sorted(way, key=lambda change: -change.place[2]):
        place, number, depth = change.place
        seat = parts[number] if place == "part" else update.get(place, mech.seat(place))
        after = _change_seat(seat, depth, change.new)
        if place == "part":
            parts[number] = after
        else:
            update[place] = after
    return mech.model_copy(update={**update, "part": tuple(part for part in parts if part is not None)})


def _change_seat(seat: Any, depth: int, new: Part | None) -> Any:
    if depth == 0:
        return None if new is None else seat.model_copy(update={"card": new.id})
    attached = list(seat.attached)
    attached[depth - 1 : depth] = [] if new is None else [new.id]
    return seat.model_copy(update={"attached": tuple(attached)})
