"""Stored tables as every shell continues them: read, acted at, each folded once in a process."""

import logging
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Lock

from companion.base import caches
from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.game_system.system import GameSystem
from companion.limits.budget import OverBudget, ReaderGone
from companion.limits.heavy_slots import Busy
from companion.play.acts import go_on_from_state, link_rematch
from companion.play.log import TableEvent
from companion.play.new_events import Brought
from companion.play.table import StateLost, Table, extend, log_only, settle, tracker_number
from companion.storage import removal, table_links, tables
from companion.storage.config import StorageError
from companion.storage.store import TRIES, DocumentNotFound, Store, this_moment
from companion.storage.table_links import TableLink, seat_link
from companion.storage.tables import EventConflict, MoveRepeated, StoredTable, new_seed
from companion.verbs.names import find_game
from companion.verbs.tables import open_table, set_up, set_up_again

Act = Callable[[Table, Brought], Table]
"""What a seat does, as the functions of `companion.play.table` do it; it may be called again on a newer table."""
Place = tuple[Hashable, ...]
"""What a folded table depends on besides its events: where it is stored, its id, its setup, what was changed.

Its seeds are in it, because a restored table, whose newest events may be others, has a new one.
"""
_log = logging.getLogger(__name__)
_FOLDED = 50_000
"""Events of all the tables that stay folded in this process."""


@dataclass(frozen=True)
class Tables:
    """The stored tables, each folded once in a process and then followed event by event."""

    store: Store

    def open(self, owner: str, game: GameSystem, asked: JsonMapping) -> StoredTable:
        """Store a new table of an owner, with a new seed; `asked` is as `set_up` reads it.

        InvalidInput names what cannot be read; QuotaExceeded where the owner has no room.
        """
        seed = new_seed()
        return tables.create(self.store, owner, set_up(game, seed, asked), seed)

    def open_rematch(self, table_id: str) -> StoredTable:
        """Store a new table for the game of one that has ended, of the same owner, and link it there.

        Where a rematch is open already, it is that one. InvalidInput where the game goes on, or cannot be opened anew.
        """
        stored, table = self.read(table_id)
        if found := self.find_rematch(stored, table):
            return found
        if table.result is None:
            raise InvalidInput(InputError("rematch", "a game that goes on", "its end first"))
        seed = new_seed()
        setup = set_up_again(find_game(stored.setup.game), seed, table)
        opened = tables.create(self.store, stored.owner, setup, seed)

        def link(table: Table, brought: Brought) -> Table:
            return table if self.find_rematch(stored, table) else link_rematch(table, brought, opened.id)

        after = self.act(table_id, link)
        if after.rematch == opened.id:
            return opened
        removal.remove_document(self.store, opened.id)  # another was opened at this moment
        return self.find_rematch(stored, after) or self.open_rematch(table_id)

    def find_rematch(self, stored: StoredTable, table: Table) -> StoredTable | None:
        """Return the table of a rematch; only of the same owner, for a log may come from elsewhere."""
        found = tables.read(self.store, table.rematch) if table.rematch else None
        return found if found and found.owner == stored.owner and not found.trashed else None

    def read(self, table_id: str) -> tuple[StoredTable, Table]:
        """Return a table as it stands, one in the trash too; DocumentNotFound where there is none."""
        stored = tables.read(self.store, table_id)
        if stored is None:
            raise DocumentNotFound(table_id)
        return stored, self.fold(stored)

    def act(self, table_id: str, act: Act, key: str = "", sitter: str = "", known: StoredTable | None = None) -> Table:
        """Do something at a table, store the new events, and return how it stands.

        `key` is what a phone made for this act: sent twice, it counts once. `sitter` is the owner who sits down,
        `known` the table as it was read a moment ago. Links that lead nowhere from then on are taken back with it.
        InvalidInput says what cannot be done, DocumentNotFound that the table is gone or in the trash.
        """
        for _ in range(TRIES):
            stored, table = (known, self.fold(known)) if known else self.read(table_id)
            known = None
            if stored.trashed:
                raise DocumentNotFound(table_id)
            try:
                after = self._perform(act, stored, table)
            except Exception:  # what was done already may be refused now, for whatever reason
                if key and tables.number_of_key(self.store, table_id, key):
                    return self.read(table_id)[1]
                raise
            with suppress(EventConflict):
                new = after.events[len(table.events) :]
                try:
                    gone = _links_taken_back(new)
                    beside = partial(table_links.renew_all, table_id=table_id, kinds=gone) if gone else None
                    tables.append(self.store, table_id, new, key, sitter, _new_state(table, after), beside)
                except MoveRepeated:
                    return self.read(table_id)[1]
                _keep_folded(self._place(stored), after)
                return after
        raise StorageError("Too much is being done at this table at once: try again.")

    def _perform(self, act: Act, stored: StoredTable, table: Table) -> Table:
        """Return a table after an act; where its log cannot be followed, first the state from which it goes on."""
        brought = Brought(stored.seed, this_moment(), stored.seeds[:-1])
        tracker = find_game(stored.setup.game).tracker_of(stored.setup)
        return act(go_on_from_state(table, brought, tracker.number), brought)

    def _place(self, stored: StoredTable) -> Place:
        return self.store.engine.url, stored.id, stored.document.version, stored.rewritten, stored.seeds

    def fold(self, stored: StoredTable) -> Table:
        """Return a table from its events; those that this process has followed already are not read again."""
        place = self._place(stored)
        table = _find_folded(place)
        if table and len(table.events) > stored.newest and len(table.events) > tables.newest(self.store, stored.id):
            table = None  # the database is an earlier one again
        if table is None or (table.is_lost and len(table.events) < stored.newest):
            table = self._follow(stored)
        elif (known := len(table.events)) < stored.newest:
            table = settle(extend(table, tables.events(self.store, stored.id, known)))
        _keep_folded(place, table)
        return table

    def _follow(self, stored: StoredTable) -> Table:
        """Return a table from its whole log; where that cannot be followed to its end, from its newest stored state."""
        game, events = find_game(stored.setup.game), tables.events(self.store, stored.id)
        try:
            table = open_table(game, stored.setup)
            if tracker_number(stored.setup, events) == game.tracker_of(stored.setup).number:
                return settle(extend(table, events, tables.states(self.store, stored.id)))
            whole = extend(table, events)
            with suppress(StateLost):  # today's tracker may follow an earlier one's log all the same
                whole.state  # noqa: B018
                return whole
            return settle(extend(table, events, tables.states(self.store, stored.id)), whole=False)
        except (OverBudget, Busy, ReaderGone, MemoryError, StorageError):
            raise
        except Exception:  # what the log of another release has in it may be refused in any way
            _log.warning("Table %s: its log cannot be followed", stored.id, exc_info=True)
            return log_only(stored.setup, events)


def _links_taken_back(events: Sequence[TableEvent]) -> tuple[TableLink, ...]:
    """Return the links that lead nowhere from some events on: of who left a seat, and of who was host before."""
    seats = {event.seat for event in events if event.kind == "leave" and event.seat is not None}
    hosts = [event.values["to"] for event in events if event.kind == "host" and "here" not in event.values]
    of_hosts: tuple[TableLink, ...] = ("offer", "host") if "link" in hosts else ("offer",) if hosts else ()
    return (*map(seat_link, sorted(seats)), *of_hosts)


def _new_state(before: Table, after: Table) -> tuple[int, JsonObject] | None:
    """Return the state of a table with its event's number where there is another one to store."""
    if after.position is before.position or not after.position.event:
        return None
    return after.position.event, after.state.model_dump(mode="json")


_lock = Lock()
_folded = caches.table("companion.verbs.stored_tables.Tables", _FOLDED, lambda table: len(table.events) + 1, _lock)


def _find_folded(place: Place) -> Table | None:
    with _lock:
        return _folded.get(place)


def _keep_folded(place: Place, table: Table) -> None:
    """Keep a folded table as it is now; one that is too large for the cache is not kept."""
    with _lock, suppress(ValueError):
        _folded[place] = table
