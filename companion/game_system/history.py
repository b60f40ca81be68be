"""History: the changes between two versions of a build, in the words of its game; of a pack, of a collection.

Equal builds have no changes, different ones have at least one. Groups of cards (Mechs, units) and their cards are
compared by `card_history`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.base.compat import cached_property
from companion.base.json_types import JsonMapping
from companion.base.wording import one_line
from companion.data import packs
from companion.data.cards import Catalogue
from companion.data.columns import label_text
from companion.data.documents import Build
from companion.game_system.system import GameSystem
from companion.gamekit import house_rules
from companion.gamekit.build_form import BuildField
from companion.gamekit.card_history import GroupHistory, HistoryEntry, describe_count
from companion.gamekit.contract import Context
from companion.gamekit.house_rules import HouseRules
from companion.gamekit.workshop import CardGroup

LONGEST_LINE = 200
"""The most characters of a line that sums up the changes of a version."""
MOST_LISTED, MOST_TOTALS = 5, 3
"""The most changes in a line, and the most totals after them."""
NOTHING_NEW = HistoryEntry("same contents, in another order or spelling")
"""The change of two documents that differ only in order or spelling."""
Entries = tuple[HistoryEntry, ...]


@dataclass(frozen=True)
class BuildVersion:
    """A version of a build, with the context in which it is checked: its own rulings and packs."""

    game: GameSystem
    build: Build
    context: Context

    @classmethod
    def read(cls, game: GameSystem, data: JsonMapping) -> "BuildVersion":
        """Return stored data as a version; InvalidInput where it cannot be read."""
        return cls(game, *game.read_in_context(data))

    @cached_property
    def groups(self) -> Sequence[CardGroup]:
        """The groups of the build; empty if its game has no builder."""
        if self.game.builder is None:
            return ()
        verdict = self.game.check(self.build, replace(self.context, fixes=False))
        return self.game.builder.groups(self.build, verdict, self.context)


class PackVersion(NamedTuple):
    """A version of a pack of a game."""

    game: GameSystem
    pack: JsonMapping


def build_changes(before: BuildVersion, after: BuildVersion) -> Entries:
    """Return the changes of a build: title, notes, groups and cards, other fields, rulings, packs, totals."""
    if before.build == after.build:
        return ()
    groups = GroupHistory(before.groups, after.groups)
    entries = (
        *_title_changes(before.build.title, after.build.title),
        *_notes_changes(before.build.notes, after.build.notes),
        *groups.changes(),
        *_field_changes(before, after),
        *_ruling_changes(before.context, after.context),
        *_house_rules_changes(before, after),
        *_pack_changes(before.build, after.build),
        *groups.total_changes(),
    )
    return entries or (NOTHING_NEW,)


class RulesVersion(NamedTuple):
    """A version of a set of house rules of a game."""

    game: GameSystem
    rules: HouseRules

    @classmethod
    def read(cls, game: GameSystem, data: JsonMapping) -> "RulesVersion":
        """Return stored data as a version; InvalidInput where it cannot be read."""
        return cls(game, game.read_house_rules(data))


def rules_changes(before: RulesVersion, after: RulesVersion) -> Entries:
    """Return the changes of a set of house rules: title and decisions."""
    old, new = before.rules, after.rules
    if old == new:
        return ()
    changes = house_rules.describe_changes(old.carry(), new.carry(), after.game.limits)
    entries = [HistoryEntry(f"changed: {changes}")] if changes else []
    return (*_title_changes(old.title, new.title), *entries) or (NOTHING_NEW,)


def _house_rules_changes(before: BuildVersion, after: BuildVersion) -> Iterator[HistoryEntry]:
    """Yield the change of a build's house rules: new ones, another version of them, or none."""
    old, new = before.build.house_rules, after.build.house_rules
    if old == new:
        return
    if new is None:
        yield HistoryEntry("no house rules")
    elif old is None or old.title != new.title:
        yield HistoryEntry(f"house rules “{new.title}”")
    else:
        yield HistoryEntry(f"another version of the house rules “{new.title}”")


def pack_changes(before: PackVersion, after: PackVersion) -> Entries:
    """Return the changes of a pack: title, cards, number of unfinished rows."""
    old, new = before.pack, after.pack
    if old == new:
        return ()
    rows = [len(pack.get("unfinished", ())) for pack in (old, new)]
    entries = (
        *_title_changes(str(old.get("title", "")), str(new.get("title", ""))),
        *map(HistoryEntry, packs.list_changes(old, new, after.game.kinds)),
        *([HistoryEntry(describe_count("unfinished rows", *rows))] if rows[0] != rows[1] else ()),
    )
    return entries or (NOTHING_NEW,)


def collection_changes(catalogue: Catalogue, before: JsonMapping, after: JsonMapping) -> Entries:
    """Return the changed counts of a collection, with the names of its cards in a catalogue."""
    if before == after:
        return ()
    return tuple(_count_changes(before.get("owned"), after.get("owned"), catalogue)) or (NOTHING_NEW,)


def sum_up(changes: Sequence[HistoryEntry]) -> str:
    """Return the first changes and totals in one line, and how many more there are."""
    texts = [change.text for change in changes if not change.is_total][:MOST_LISTED]
    totals = [change.text for change in changes if change.is_total][:MOST_TOTALS]
    while len(line := _summary_line(texts, totals, len(changes))) > LONGEST_LINE and len(texts) + len(totals) > 1:
        (texts if len(texts) > 1 or not totals else totals).pop()
    return line


def _summary_line(texts: Sequence[str], totals: Sequence[str], count: int) -> str:
    more = count - len(texts) - len(totals)
    line = "; ".join((*texts, *totals, *([f"and {more:,} more"] if more else ())))
    return line[:1].upper() + line[1:]


def _title_changes(before: str, after: str) -> Iterator[HistoryEntry]:
    if before != after:
        yield HistoryEntry(f"renamed to {after}" if after else "title removed")


def _notes_changes(before: str, after: str) -> Iterator[HistoryEntry]:
    if before != after:
        yield HistoryEntry(f"notes {'removed' if not after else 'changed' if before else 'added'}")


# Fields that are not on the table


def _field_changes(before: BuildVersion, after: BuildVersion) -> Iterator[HistoryEntry]:
    game = after.game
    grouped = game.builder.GROUPED if game.builder else ()
    old, new = (version.build.model_dump(mode="json") for version in (before, after))
    for field in game.form:
        old_value, new_value = field.find(old), field.find(new)
        if field.place[0] not in grouped and old_value != new_value:
            yield from _value_changes(field, old_value, new_value, after.context.catalogue)


def _value_changes(field: BuildField, old: Any, new: Any, catalogue: Catalogue) -> Iterator[HistoryEntry]:
    if isinstance(old, Mapping) or isinstance(new, Mapping):
        counts = list(_count_changes(old, new, catalogue))
        yield from (replace(count, text=f"{field.title}: {count.text}") for count in counts)
        if not counts and len(field.place) == 1:
            yield HistoryEntry(f"{field.title}: {'not counted' if new is None else 'none'}")
    elif isinstance(old, list) or isinstance(new, list):
        yield from _list_changes(field, old or [], new or [], catalogue)
    else:
        words = [_value_text(field, value, catalogue) for value in (old, new)]
        title = "" if words[0].startswith(field.title) else f"{field.title} "
        yield HistoryEntry(f"{title}{' → '.join(words)}")


def _count_changes(
    old_counts: Mapping[str, int] | None, new_counts: Mapping[str, int] | None, catalogue: Catalogue
) -> Iterator[HistoryEntry]:
    old, new = old_counts or {}, new_counts or {}
    for card in dict.fromkeys((*old, *new)):
        if old.get(card, 0) != new.get(card, 0):
            name = catalogue.cards[card].name if card in catalogue.cards else card
            yield HistoryEntry(describe_count(name, old.get(card, 0), new.get(card, 0)), (card,))


def _list_changes(
    field: BuildField, old_values: Sequence[object], new_values: Sequence[object], catalogue: Catalogue
) -> Iterator[HistoryEntry]:
    if not all(isinstance(value, str) for value in (*old_values, *new_values)):
        yield HistoryEntry(f"{field.title} changed")
        return
    old, new = Counter(old_values), Counter(new_values)
    for verb, values in (("added", new - old), ("removed", old - new)):
        yield from (HistoryEntry(f"{_value_text(field, value, catalogue)} {verb}") for value in values.elements())


def _value_text(field: BuildField, value: object, catalogue: Catalogue) -> str:
    """Return a value in the words of its form, a card by its name."""
    text = field.default if value is None else str(value)
    card = catalogue.cards.get(text)
    return dict(field.offer(catalogue)).get(text) or (card.name if card else one_line(text, 40)) or "none"


# Rulings and packs


def _ruling_changes(before: Context, after: Context) -> Iterator[HistoryEntry]:
    for difference in after.rulebook.differences(after.rulings, before.rulings):
        yield HistoryEntry(f"ruling {label_text(difference.ruling.id)}: {difference.other.id} → {difference.option.id}")


def _pack_changes(before: Build, after: Build) -> Iterator[HistoryEntry]:
    old, new = _packs_by_key(before), _packs_by_key(after)
    for key, pack in new.items():
        earlier = old.get(key)
        if earlier is None:
            yield HistoryEntry(f"pack {_title(pack)} added")
            continue
        if packs.digest(earlier) != packs.digest(pack):
            yield HistoryEntry(f"pack {_title(pack)} updated")
        if _title(earlier) != _title(pack):
            yield HistoryEntry(f"pack {_title(earlier)} renamed to {_title(pack)}")
    yield from (HistoryEntry(f"pack {_title(pack)} removed") for key, pack in old.items() if key not in new)


def _packs_by_key(build: Build) -> dict[str, JsonMapping]:
    documents = [pack.model_dump() for pack in build.pack]
    return {str(pack["key"] or pack["title"]): pack for pack in documents}


def _title(pack: JsonMapping) -> str:
    return str(pack["title"]) or "without a title"
