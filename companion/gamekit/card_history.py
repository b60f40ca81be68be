"""Card history: which groups of a build are those of the version before, and where their cards have gone.

Groups are paired by their order where the same ones follow each other, else by name, by contents, by the cards that
they have in common. A card that is missing in one place and new in another has moved.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.base.wording import join_words, one_line
from companion.gamekit.workshop import CardGroup

LONGEST = 100
"""Characters of one change."""
MOST_NAMES = 3
"""How many cards of a group that is new or gone are named."""
Groups = Sequence[CardGroup]


@dataclass(frozen=True)
class HistoryEntry:
    """One change in a few words, cut short where it is too long for a line, and the ids of the cards it is about."""

    text: str
    cards: tuple[str, ...] = ()
    is_total: bool = False

    def __post_init__(self) -> None:
        """Cut the text short."""
        object.__setattr__(self, "text", one_line(self.text, LONGEST))


def describe_count(name: str, before: int | None, after: int | None) -> str:
    """Return a number that has changed, with what it counts before it; None is one that is not known."""
    was, now = ("?" if number is None else f"{number:,}" for number in (before, after))
    return f"{name}{':' if name[-1:].isdigit() else ''} {was} → {now}"


# Pairs of groups


class Pair(NamedTuple):
    """A group as it was and as it is, by its number in each version; None where it is new, or gone."""

    before: int | None
    after: int | None


def pair_groups(before: Groups, after: Groups) -> list[Pair]:
    """Return the groups of two versions: those of the later one in their order, then those that are gone."""
    former = _former_numbers(before, after)
    gone = _unmatched_numbers(before, former.values())
    return [*(Pair(former.get(new), new) for new in range(len(after))), *(Pair(old, None) for old in gone)]


def _former_numbers(before: Groups, after: Groups) -> dict[int, int]:
    """Return for the groups of the later version, by number, which of the earlier one they are."""
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
    """Return what is in a group, whatever it is called."""
    cards, extras = (frozenset(Counter(held).items()) for held in (group.cards, group.extras))
    return group.card, group.count, cards, extras, frozenset(group.choices.items())


def _match_equal(
    before: Groups, after: Groups, former: dict[int, int], key: Callable[[CardGroup], Hashable | None]
) -> None:
    waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
    for old in _unmatched_numbers(before, former.values()):
        waiting[key(before[old])].append(old)
    for new in _unmatched_numbers(after, former):
        wanted = key(after[new])
        if wanted is not None and waiting[wanted]:
            former[new] = waiting[wanted].pop(0)


def _match_similar(before: Groups, after: Groups, former: dict[int, int]) -> None:
    """Match what is left by most cards in common, then by order; groups of two names need a card in common."""
    rest = [
        (old, new) for old in _unmatched_numbers(before, former.values()) for new in _unmatched_numbers(after, former)
    ]
    alike = {
        (old, new): _common_cards(before[old], after[new]) for old, new in rest if _is_kin(before[old], after[new])
    }
    for old, new in sorted(alike, key=lambda pair: (-alike[pair], abs(pair[0] - pair[1]))):
        has_two_names = before[old].own_name and after[new].own_name
        if new not in former and old not in former.values() and (alike[old, new] or not has_two_names):
            former[new] = old


def _is_kin(one: CardGroup, other: CardGroup) -> bool:
    return one.card == other.card and bool(one.name) == bool(other.name)


def _common_cards(one: CardGroup, other: CardGroup) -> int:
    return (_count_ids(one) & _count_ids(other)).total()


def _count_ids(group: CardGroup) -> Counter[str]:
    counts: Counter[str] = Counter()
    for card in group.cards:
        counts[card.card] += card.copies
    return counts


def _unmatched_numbers(groups: Groups, matched: Iterable[int]) -> list[int]:
    taken = set(matched)
    return [number for number in range(len(groups)) if number not in taken]


# What has become of them


class Spot(NamedTuple):
    """Where a card lies: the number of its pair of groups, and its place in there."""

    pair: int
    place: str


class CardStep(NamedTuple):
    """Copies of a card that went from one spot to another; None where they are new, or gone."""

    before: Spot | None
    after: Spot | None
    copies: int

    @property
    def spot(self) -> Spot:
        """Where the card lies now, or lay last."""
        spot = self.after or self.before
        assert spot
        return spot


def follow_card(before: Counter[Spot], after: Counter[Spot]) -> Iterator[CardStep]:
    """Yield where the copies of a card went: first within their groups, then between groups, then new and gone ones."""
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
    """What has become of the groups of a build and of their cards, in words."""

    def __init__(self, before: Groups, after: Groups) -> None:
        """Pair the groups of two versions."""
        pairs = pair_groups(before, after)
        self._was = [None if pair.before is None else before[pair.before] for pair in pairs]
        self._now = [None if pair.after is None else after[pair.after] for pair in pairs]
        self._pair_before = {pair.before: number for number, pair in enumerate(pairs)} | {None: None}
        self._pair_after = {pair.after: number for number, pair in enumerate(pairs)} | {None: None}
        self._is_one = max(sum(bool(group.name) for group in groups) for groups in (before, after)) < 2

    def changes(self) -> Iterator[HistoryEntry]:
        """Yield what has become of the groups, then of the cards; those of a new group, or of one gone, with it."""
        names = {card.card: card.name for group in (*self._was, *self._now) if group for card in group.cards}
        old, new = _count_spots(self._was), _count_spots(self._now)
        cards_of_group: defaultdict[int, list[str]] = defaultdict(list)
        entries = []
        for card in dict.fromkeys((*new, *old)):
            for step in follow_card(old[card], new[card]):
                if None in step and None in (self._was[step.spot.pair], self._now[step.spot.pair]):
                    cards_of_group[step.spot.pair].append(card)
                else:
                    counts = old[card][step.spot], new[card][step.spot]
                    entries.append(HistoryEntry(self._describe_step(names[card], step, *counts), (card,)))
        for number, (was, now) in enumerate(zip(self._was, self._now, strict=True)):
            if was and now:
                yield from self._changed_group(number, was, now)
            elif group := was or now:
                yield _whole_group(group, "added" if now else "removed", cards_of_group[number], names)
        yield from entries

    def total_changes(self) -> Iterator[HistoryEntry]:
        """Yield the totals that differ in groups that both versions have."""
        for number, (was, now) in enumerate(zip(self._was, self._now, strict=True)):
            if was and now:
                both = ((name, was.totals.get(name), now.totals.get(name)) for name in now.totals)
                counts = (describe_count(*total) for total in both if total[1] != total[2])
                yield from (HistoryEntry(self._with_name(number, count), is_total=True) for count in counts)

    def _changed_group(self, number: int, was: CardGroup, now: CardGroup) -> Iterator[HistoryEntry]:
        if was.own_name != now.own_name:
            yield HistoryEntry(f"{was.name} renamed to {now.name}")
        if was.count != now.count:
            yield HistoryEntry(describe_count(now.name, was.count, now.count), (now.card,))
        start, end = self._pair_before[was.inside], self._pair_after[now.inside]
        if start != end:
            yield HistoryEntry(_move(now.name, self._name(start), self._name(end)), (now.card,))
        for usual in dict.fromkeys((*was.choices, *now.choices)):
            chosen = was.choices.get(usual, usual), now.choices.get(usual, usual)
            if chosen[0] != chosen[1]:
                yield HistoryEntry(self._with_name(number, " → ".join(chosen)))
        for verb, more, less in (("added", now, was), ("removed", was, now)):
            names = (Counter(more.extras) - Counter(less.extras)).elements()
            yield from (HistoryEntry(self._with_name(number, f"{name} {verb}")) for name in names)

    def _describe_step(self, name: str, step: CardStep, before: int, after: int) -> str:
        many = f"{step.copies} × {name}" if step.copies > 1 else name
        if step.before and step.after and step.before.pair == step.after.pair:
            return self._with_name(step.spot.pair, _move(many, step.before.place, step.after.place))
        where = self._describe_spot(step.spot)
        if step.before and step.after:
            return _move(many, self._describe_spot(step.before), where)
        if min(before, after) and abs(after - before) == step.copies:
            return f"{describe_count(name, before, after)}{where and f' ({where})'}"
        return (
            f"{many} added{where and f' to {where}'}" if step.after else f"{many} removed{where and f' from {where}'}"
        )

    def _describe_spot(self, spot: Spot) -> str:
        """Return a place as it is said in a sentence, with its group where there are several."""
        group = "" if self._is_one else self._name(spot.pair)
        return f"{spot.place} of {group}" if spot.place and group else spot.place or group

    def _name(self, number: int | None) -> str:
        group = None if number is None else self._now[number] or self._was[number]
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


def _move(name: str, start: str, end: str) -> str:
    return f"{name} moved{start and f' from {start}'}{end and f' to {end}'}"


def _whole_group(group: CardGroup, verb: str, cards: Sequence[str], names: Mapping[str, str]) -> HistoryEntry:
    many = f"{group.count} × {group.name}" if group.count > 1 else group.name
    kind = f" ({group.kind})" if group.kind not in ("", group.name) else ""
    listed = [names[card] for card in cards[:MOST_NAMES]]
    listed += [f"{len(cards) - MOST_NAMES} more"] if len(cards) > MOST_NAMES else []
    contents = f" with {join_words(listed)}" if listed else ""
    return HistoryEntry(f"{many}{kind} {verb}{contents}", tuple(filter(None, (group.card, *cards))))
