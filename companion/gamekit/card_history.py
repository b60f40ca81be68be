"""Card history: pairs the groups of two versions of a build, and finds where their cards have gone.

Groups are paired by order if both versions have the same ones, else by name, by contents, by cards in common. A card
that is missing in one place and new in another has moved.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.base.wording import join_words, one_line
from companion.gamekit.workshop import CardGroup

LONGEST = 100
"""The most characters of one change."""
MOST_NAMES = 3
"""The most cards that are named of a new or removed group."""
Groups = Sequence[CardGroup]


@dataclass(frozen=True)
class HistoryEntry:
    """One change in a few words, cut to the length of a line, and the ids of its cards."""

    text: str
    cards: tuple[str, ...] = ()
    is_total: bool = False

    def __post_init__(self) -> None:
        """Cut the text short."""
        object.__setattr__(self, "text", one_line(self.text, LONGEST))


def describe_count(name: str, before: int | None, after: int | None) -> str:
    """Return a changed number in words: `Weight 3 → 4`; None is an unknown number."""
    old, new = ("?" if number is None else f"{number:,}" for number in (before, after))
    return f"{name}{':' if name[-1:].isdigit() else ''} {old} → {new}"


# Pairs of groups


class Pair(NamedTuple):
    """The numbers of a group in the earlier and the later version; None where it is new, or removed."""

    before: int | None
    after: int | None


def pair_groups(before: Groups, after: Groups) -> list[Pair]:
    """Return the pairs of two versions: the groups of the later one in order, then the removed ones."""
    former = _former_numbers(before, after)
    removed = _unmatched_numbers(before, former.values())
    return [*(Pair(former.get(new), new) for new in range(len(after))), *(Pair(old, None) for old in removed)]


def _former_numbers(before: Groups, after: Groups) -> dict[int, int]:
    """Return the numbers of groups in the earlier version by their numbers in the later one."""
    if [_identity(group) for group in before] == [_identity(group) for group in after]:
        return {number: number for number in range(len(after))}
    former: dict[int, int] = {}
    for key in (_own_identity, _contents):
        _match_equal(before, after, former, key)
    _match_similar(before, after, former)
    return former


def _identity(group: CardGroup) -> tuple[str, str]:
    return group.own_name, group.card


def _own_identity(group: CardGroup) -> tuple[str, str] | None:
    return _identity(group) if group.own_name else None


def _contents(group: CardGroup) -> Hashable:
    """Return a key of a group's contents, without its name."""
    cards, extras = (frozenset(Counter(held).items()) for held in (group.cards, group.extras))
    return group.card, group.count, cards, extras, frozenset(group.choices.items())


def _match_equal(
    before: Groups, after: Groups, former: dict[int, int], key: Callable[[CardGroup], Hashable | None]
) -> None:
    unmatched: defaultdict[Hashable, list[int]] = defaultdict(list)
    for old in _unmatched_numbers(before, former.values()):
        unmatched[key(before[old])].append(old)
    for new in _unmatched_numbers(after, former):
        new_key = key(after[new])
        if new_key is not None and unmatched[new_key]:
            former[new] = unmatched[new_key].pop(0)


def _match_similar(before: Groups, after: Groups, former: dict[int, int]) -> None:
    """Match the remaining groups by most cards in common, then by order; differently named ones need one in common."""
    common_cards = {
        (old, new): (_count_ids(before[old]) & _count_ids(after[new])).total()
        for old in _unmatched_numbers(before, former.values())
        for new in _unmatched_numbers(after, former)
        if _are_same_kind(before[old], after[new])
    }
    for old, new in sorted(common_cards, key=lambda pair: (-common_cards[pair], abs(pair[0] - pair[1]))):
        has_two_names = before[old].own_name and after[new].own_name
        if new not in former and old not in former.values() and (common_cards[old, new] or not has_two_names):
            former[new] = old


def _are_same_kind(one: CardGroup, other: CardGroup) -> bool:
    return one.card == other.card and bool(one.name) == bool(other.name)


def _count_ids(group: CardGroup) -> Counter[str]:
    counts: Counter[str] = Counter()
    for card in group.cards:
        counts[card.card] += card.copies
    return counts


def _unmatched_numbers(groups: Groups, matched: Iterable[int]) -> list[int]:
    matched_numbers = set(matched)
    return [number for number in range(len(groups)) if number not in matched_numbers]


# The changes of groups and cards


class Spot(NamedTuple):
    """The spot of a card: the number of its pair of groups, and its place in the group."""

    pair: int
    place: str


class CardStep(NamedTuple):
    """Copies of a card that went from one spot to another; None where they are new, or removed."""

    before: Spot | None
    after: Spot | None
    copies: int

    @property
    def spot(self) -> Spot:
        """The spot of the card now, or its last one."""
        spot = self.after or self.before
        assert spot
        return spot


def follow_card(before: Counter[Spot], after: Counter[Spot]) -> Iterator[CardStep]:
    """Yield the steps of a card's copies: first within groups, then between groups, then new and removed ones."""
    lost, gained = before - after, after - before
    for is_within in (True, False):
        for start in lost:
            for end in gained:
                copies = min(lost[start], gained[end])
                if copies and (start.pair == end.pair) == is_within:
                    lost[start] -= copies
                    gained[end] -= copies
                    yield CardStep(start, end, copies)
    yield from (CardStep(None, spot, copies) for spot, copies in gained.items() if copies)
    yield from (CardStep(spot, None, copies) for spot, copies in lost.items() if copies)


class GroupHistory:
    """The changes of a build's groups and of their cards, in words."""

    def __init__(self, before: Groups, after: Groups) -> None:
        """Pair the groups of two versions."""
        pairs = pair_groups(before, after)
        self._old_groups = [None if pair.before is None else before[pair.before] for pair in pairs]
        self._new_groups = [None if pair.after is None else after[pair.after] for pair in pairs]
        self._pair_before = {pair.before: number for number, pair in enumerate(pairs)} | {None: None}
        self._pair_after = {pair.after: number for number, pair in enumerate(pairs)} | {None: None}
        self._is_one = max(sum(bool(group.name) for group in groups) for groups in (before, after)) < 2

    def changes(self) -> Iterator[HistoryEntry]:
        """Yield the changes of groups, then of cards; the cards of a new or removed group are named with it."""
        names = {
            card.card: card.name for group in (*self._old_groups, *self._new_groups) if group for card in group.cards
        }
        old, new = _count_spots(self._old_groups), _count_spots(self._new_groups)
        cards_of_group: defaultdict[int, list[str]] = defaultdict(list)
        entries = []
        for card in dict.fromkeys((*new, *old)):
            for step in follow_card(old[card], new[card]):
                if None in step and None in (self._old_groups[step.spot.pair], self._new_groups[step.spot.pair]):
                    cards_of_group[step.spot.pair].append(card)
                else:
                    counts = old[card][step.spot], new[card][step.spot]
                    entries.append(HistoryEntry(self._describe_step(names[card], step, *counts), (card,)))
        for number, (old_group, new_group) in enumerate(zip(self._old_groups, self._new_groups, strict=True)):
            if old_group and new_group:
                yield from self._group_changes(number, old_group, new_group)
            elif group := old_group or new_group:
                yield _describe_group(group, "added" if new_group else "removed", cards_of_group[number], names)
        yield from entries

    def total_changes(self) -> Iterator[HistoryEntry]:
        """Yield the totals that differ in groups that both versions have."""
        for number, (old_group, new_group) in enumerate(zip(self._old_groups, self._new_groups, strict=True)):
            if old_group and new_group:
                both = ((name, old_group.totals.get(name), new_group.totals.get(name)) for name in new_group.totals)
                counts = (describe_count(*total) for total in both if total[1] != total[2])
                yield from (HistoryEntry(self._with_name(number, count), is_total=True) for count in counts)

    def _group_changes(self, number: int, old: CardGroup, new: CardGroup) -> Iterator[HistoryEntry]:
        if old.own_name != new.own_name:
            yield HistoryEntry(f"{old.name} renamed to {new.name}")
        if old.count != new.count:
            yield HistoryEntry(describe_count(new.name, old.count, new.count), (new.card,))
        start, end = self._pair_before[old.inside], self._pair_after[new.inside]
        if start != end:
            yield HistoryEntry(_describe_move(new.name, self._name(start), self._name(end)), (new.card,))
        for usual in dict.fromkeys((*old.choices, *new.choices)):
            choices = old.choices.get(usual, usual), new.choices.get(usual, usual)
            if choices[0] != choices[1]:
                yield HistoryEntry(self._with_name(number, " → ".join(choices)))
        for verb, more, less in (("added", new, old), ("removed", old, new)):
            names = (Counter(more.extras) - Counter(less.extras)).elements()
            yield from (HistoryEntry(self._with_name(number, f"{name} {verb}")) for name in names)

    def _describe_step(self, name: str, step: CardStep, before: int, after: int) -> str:
        cards = f"{step.copies} × {name}" if step.copies > 1 else name
        if step.before and step.after and step.before.pair == step.after.pair:
            return self._with_name(step.spot.pair, _describe_move(cards, step.before.place, step.after.place))
        where = self._describe_spot(step.spot)
        if step.before and step.after:
            return _describe_move(cards, self._describe_spot(step.before), where)
        if min(before, after) and abs(after - before) == step.copies:
            return f"{describe_count(name, before, after)}{where and f' ({where})'}"
        return (
            f"{cards} added{where and f' to {where}'}" if step.after else f"{cards} removed{where and f' from {where}'}"
        )

    def _describe_spot(self, spot: Spot) -> str:
        """Return a place in words, with its group if there are several."""
        group = "" if self._is_one else self._name(spot.pair)
        return f"{spot.place} of {group}" if spot.place and group else spot.place or group

    def _name(self, number: int | None) -> str:
        group = None if number is None else self._new_groups[number] or self._old_groups[number]
        return group.name if group else ""

    def _with_name(self, number: int, text: str) -> str:
        name = "" if self._is_one else self._name(number)
        return f"{name}: {text}" if name else text


def _count_spots(groups: Iterable[CardGroup | None]) -> defaultdict[str, Counter[Spot]]:
    counts: defaultdict[str, Counter[Spot]] = defaultdict(Counter)
    for number, group in enumerate(groups):
        for card in group.cards if group else ():
            counts[card.card][Spot(number, card.place)] += card.copies
    return counts


def _describe_move(name: str, start: str, end: str) -> str:
    return f"{name} moved{start and f' from {start}'}{end and f' to {end}'}"


def _describe_group(group: CardGroup, verb: str, cards: Sequence[str], names: Mapping[str, str]) -> HistoryEntry:
    many = f"{group.count} × {group.name}" if group.count > 1 else group.name
    kind = f" ({group.kind})" if group.kind not in ("", group.name) else ""
    listed = [names[card] for card in cards[:MOST_NAMES]]
    listed += [f"{len(cards) - MOST_NAMES} more"] if len(cards) > MOST_NAMES else []
    contents = f" with {join_words(listed)}" if listed else ""
    return HistoryEntry(f"{many}{kind} {verb}{contents}", tuple(filter(None, (group.card, *cards))))
