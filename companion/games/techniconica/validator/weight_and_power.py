"""The checks of a Mech's weight and power, and their fixes: a search for one or two removals and swaps.

A `way` is one or two changes. A way is offered only if it adds no finding and increases no excess: first those with the
fewest changes, then those that go least under the limit, then those that lose least. If two changes are not enough, the
best single one is offered. The label of a fix says its costs and what is still missing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, islice
from typing import Any, Literal

from companion.base.findings import Finding, Fix, fix_label, sort_by_overshoot
from companion.base.json_types import JsonObject
from companion.data.cards import Catalogue
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
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
"""The most ways that are checked in full, best first; fewer for a Mech of more than `USUAL` cards."""
USUAL = 20
PAIRED = 400
"""The most changes that are tried in pairs."""
SEARCHED = 120
"""The search covers a squad's first Mechs up to this many cards; the others get no fixes."""

Excess = Literal["over", "short"]
"""The excess to repair: weight over the limit, or missing power."""


@rule("overweight")
def check_weight(build: Squad, index: int, assembly: Assembly, called: str, context: Context) -> Iterator[Finding]:
    """Yield a finding where a Mech weighs more than its Locomotor carries (rule overweight), with fixes."""
    mount = assembly.at("locomotor")
    if not assembly.excess_weight or mount is None:
        return
    message = (
        f"{called} weighs {assembly.weight} and its Locomotor, {mount.card.name}, carries {assembly.max_weight}: "
        f"remove {assembly.excess_weight}, or choose a stronger Locomotor."
    )
    fixes = _fixes(build, index, assembly, context.catalogue, "over") if context.fixes else ()
    yield Finding("overweight", "error", message, f"mech[{index}]", fixes)


@rule("underpowered")
def check_power(build: Squad, index: int, assembly: Assembly, called: str, context: Context) -> Iterator[Finding]:
    """Yield a finding where a Mech draws more power than its Power Plants give (rule underpowered), with fixes."""
    if not assembly.short or not assembly.plants:
        return
    message = (
        f"{called} draws {assembly.consumption} power and its Power Plants give {assembly.output}: "
        f"{assembly.short} is missing. Add a Power Plant or remove parts that draw power."
    )
    fixes = _fixes(build, index, assembly, context.catalogue, "short") if context.fixes else ()
    yield Finding("underpowered", "error", message, f"mech[{index}]", fixes)


def _fixes(build: Squad, index: int, assembly: Assembly, catalogue: Catalogue, excess: Excess) -> tuple[Fix, ...]:
    """Return fixes for a Mech that is too heavy (`over`) or lacks power (`short`)."""
    if sum(mech.size for mech in build.mech[: index + 1]) > SEARCHED:
        return ()
    need: int = _balance(assembly, excess)
    changes = [change for change in _changes(build, assembly, catalogue) if getattr(change, excess) < 0]
    for count in (1, 2):
        candidates = changes if count == 1 else _changes_to_pair(changes, excess)
        ways = [way for way in combinations(candidates, count) if _gain(way, excess) >= need and _are_independent(way)]
        if fixes := tuple(islice(_harmless_fixes(build, index, assembly, catalogue, excess, ways), OFFERED)):
            return fixes
    singles = [(change,) for change in changes if _gain((change,), excess) < need]
    return tuple(islice(_harmless_fixes(build, index, assembly, catalogue, excess, singles), 1))


def _harmless_fixes(
    build: Squad,
    index: int,
    assembly: Assembly,
    catalogue: Catalogue,
    excess: Excess,
    ways: Iterable[tuple[Change, ...]],
) -> Iterator[Fix]:
    """Yield fixes for the ways that make nothing worse, best first; of equal labels only one."""
    most = TRIED * USUAL // max(USUAL, len(assembly.cards))
    before, spare_copies, labels = faults(assembly), spare(build), set[str]()
    gain, worth = partial(_gain, excess=excess), partial(_loss, assembly)
    possible = (way for way in ways if _has_copies(way, spare_copies))
    ordered = sort_by_overshoot(possible, _balance(assembly, excess), gain, worth)
    for way in ordered[:most]:
        after = apply_changes(assembly.mech, way)
        result = assemble(after, catalogue)
        heavier, shorter = result.excess_weight > assembly.excess_weight, result.short > assembly.short
        if heavier or shorter or not faults(result) <= before:
            continue
        words = " and ".join([way[0].label, *(change.words for change in way[1:])])
        label = fix_label(words, costs(assembly, result, way), _describe_remaining(_balance(result, excess), excess))
        if label not in labels:
            labels.add(label)
            yield Fix(label, {"mech": write_mechs((*build.mech[:index], after, *build.mech[index + 1 :]))})


def _loss(assembly: Assembly, way: tuple[Change, ...]) -> tuple[int, int]:
    """Return the sort key: the loss of a way, then the difference of its cards."""
    return sum(loss(assembly, change) for change in way), sum(change.far for change in way)


def _describe_remaining(balance: int, excess: Excess) -> str:
    """Return the remaining excess after a way as the end of its label; empty if there is none."""
    if balance <= 0:
        return ""
    return f"{balance} weight still over" if excess == "over" else f"{balance} power still missing"


def _changes_to_pair(changes: Sequence[Change], excess: Excess) -> Sequence[Change]:
    """Return the changes to pair: all, or of more than `PAIRED` those that help most and the most similar ones."""
    if len(changes) <= PAIRED:
        return changes
    best = sorted(changes, key=lambda change: _gain((change,), excess), reverse=True)[: PAIRED // 2]
    similar = sorted(changes, key=lambda change: change.far)[: PAIRED // 2]
    return list({(change.place, change.words): change for change in (*best, *similar)}.values())


def _balance(assembly: Assembly, excess: Excess) -> int:
    """Return the excess; negative if something is spare."""
    return assembly.weight - assembly.max_weight if excess == "over" else assembly.consumption - assembly.output


def _gain(way: Iterable[Change], excess: Excess) -> int:
    return -sum(change.over if excess == "over" else change.short for change in way)


def _are_independent(way: tuple[Change, ...]) -> bool:
    """Whether two changes are independent: not the same card, nor a removed card and one attached to it."""
    places = [change.place for change in way]
    removed = {change.place[:2] for change in way if change.new is None and change.place[2] == 0}
    return len(set(places)) == len(places) and not any(place[2] and place[:2] in removed for place in places)


def _has_copies(way: Iterable[Change], spare_copies: Mapping[str, int] | None) -> bool:
    """Whether no card is used more often than owned after all changes; two swaps may need the same last copy.

    `spare_copies` counts each card before the changes; cards that they remove are spare too.
    """
    if spare_copies is None:
        return True
    needed = Counter(change.new.id for change in way if change.new)
    needed.subtract(change.old.id for change in way)
    return all(count <= max(0, spare_copies.get(card, 0)) for card, count in needed.items())


def _changes(build: Squad, assembly: Assembly, catalogue: Catalogue) -> Iterator[Change]:
    """Yield every single removal and swap with its effect on weight and power."""
    spare_copies = spare(build)
    by_kind: dict[type[Part], list[Part]] = {}
    for card in catalogue.all(Part):
        if not card.unknown and (spare_copies is None or spare_copies.get(card.id, 0) > 0):
            by_kind.setdefault(type(card), []).append(card)
    carriers = tuple(m for m in assembly.mounts if m.place == "locomotor" or m.changes("mw"))
    for mount in assembly.mounts:
        number = part_number(mount) if mount.place == "part" else 0
        for depth, card in enumerate(mount.cards):
            if type(card) not in KIND_OF:
                continue
            replacements: list[Part | None] = [new for new in by_kind.get(type(card), ()) if new.id != card.id]
            if depth or isinstance(card, Weapon | PowerPlant):
                replacements.append(None)
            for new in replacements:
                yield _measure_change(assembly, carriers, mount, Change((mount.place, number, depth), card, new))


def _measure_change(assembly: Assembly, carriers: tuple[Mount, ...], mount: Mount, change: Change) -> Change:
    """Return a change with its effect on weight and power; only its mount and the Locomotor are worked out again."""
    after = _change_mount(mount, change.place[2], change.new)
    old, new = replace(assembly, mounts=(mount,)), replace(assembly, mounts=after)
    others = tuple(m for m in carriers if m is not mount)
    carried = replace(assembly, mounts=carriers).max_weight - replace(assembly, mounts=(*others, *after)).max_weight
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
    """Return the spare copies of owned cards; None if the collection is not known."""
    if build.owned is None:
        return None
    used = count_used_cards(build)
    return {card: count - used[card] for card, count in build.owned.items()}


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
