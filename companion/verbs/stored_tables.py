"""Stored tables: opened, read and played on; each is folded from its log once in a process, then kept up to date."""

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
"""An act of a seat: returns the table after it; it may be called again on a newer table."""
Place = tuple[Hashable, ...]
"""The key of a folded table: its database, its id, the versions of its document and its log, its seeds.

A restored table may have other events under the same numbers; it has a new seed, and so another key.
"""
_log = logging.getLogger(__name__)
_FOLDED = 50_000
"""Events of all the folded tables that this process keeps."""


@dataclass(frozen=True)
class Tables:
    """The stored tables, each folded once in a process and then extended event by event."""

    store: Store

    def open(self, owner: str, game: GameSystem, options: JsonMapping) -> StoredTable:
        """Store a new table of an owner, with a new seed; `options` are those of `set_up`.

        Raises InvalidInput for options that cannot be read, QuotaExceeded if the owner has no space left.
        """
        seed = new_seed()
        return tables.create(self.store, owner, set_up(game, seed, options), seed)

    def open_rematch(self, table_id: str) -> StoredTable:
        """Store a rematch of a table whose game has ended, with the same owner, and link it from there.

        If there is a rematch already, that one is returned. Raises InvalidInput if the game has not ended, or its setup
        can no longer be read.
        """
        stored, table = self.read(table_id)
        if rematch := self.find_rematch(stored, table):
            return rematch
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
        removal.remove_document(self.store, opened.id)  # somebody else opened one at the same moment
        return self.find_rematch(stored, after) or self.open_rematch(table_id)

    def find_rematch(self, stored: StoredTable, table: Table) -> StoredTable | None:
        """Return the rematch of a table; only one of the same owner, because a log may be from elsewhere."""
        rematch = tables.read(self.store, table.rematch) if table.rematch else None
        return rematch if rematch and rematch.owner == stored.owner and not rematch.trashed else None

    def read(self, table_id: str) -> tuple[StoredTable, Table]:
        """Return a table, also one in the trash; DocumentNotFound if there is none."""
        stored = tables.read(self.store, table_id)
        if stored is None:
            raise DocumentNotFound(table_id)
        return stored, self.fold(stored)

    def act(
        self, table_id: str, act: Act, key: str = "", sitter: str = "", stored_now: StoredTable | None = None
    ) -> Table:
        """Perform an act at a table, store the new events, and return the table after it.

        `key` identifies a form that was sent: sent twice, it counts once. `sitter` is the owner who sits down,
        `stored_now` the table if it was read just now. Links that the act ends are replaced in the same transaction.
        Raises InvalidInput if the act is not possible, DocumentNotFound if the table is deleted or in the trash.
        """
        for _ in range(TRIES):
            stored, table = (stored_now, self.fold(stored_now)) if stored_now else self.read(table_id)
            stored_now = None
            if stored.trashed:
                raise DocumentNotFound(table_id)
            try:
                after = self._perform(act, stored, table)
            except Exception:  # an act that was done already may be refused now, for any reason
                if key and tables.number_of_key(self.store, table_id, key):
                    return self.read(table_id)[1]
                raise
            with suppress(EventConflict):
                new = after.events[len(table.events) :]
                try:
                    ended = _ended_links(new)
                    renew = partial(table_links.renew_all, table_id=table_id, kinds=ended) if ended else None
                    tables.append(self.store, table_id, new, key, sitter, _new_state(table, after), renew)
                except MoveRepeated:
                    return self.read(table_id)[1]
                _keep_folded(self._place(stored), after)
                return after
        raise StorageError("Too much is being done at this table at once: try again.")

    def _perform(self, act: Act, stored: StoredTable, table: Table) -> Table:
        """Return a table after an act; if its log cannot be replayed, it first goes on from its newest stored state."""
        brought = Brought(stored.seed, this_moment(), stored.seeds[:-1])
        tracker = find_game(stored.setup.game).tracker_of(stored.setup)
        return act(go_on_from_state(table, brought, tracker.number), brought)

    def _place(self, stored: StoredTable) -> Place:
        return self.store.engine.url, stored.id, stored.document.version, stored.rewritten, stored.seeds

    def fold(self, stored: StoredTable) -> Table:
        """Return a table from its events; only events that this process has not seen yet are read."""
        place = self._place(stored)
        with _lock:
            table: Table | None = _folded.get(place)
        if table and len(table.events) > stored.newest and len(table.events) > tables.newest(self.store, stored.id):
            table = None  # an earlier database was restored
        if table is None or (table.is_lost and len(table.events) < stored.newest):
            table = self._follow(stored)
        elif (count := len(table.events)) < stored.newest:
            table = settle(extend(table, tables.events(self.store, stored.id, count)))
        _keep_folded(place, table)
        return table

    def _follow(self, stored: StoredTable) -> Table:
        """Return a table from its whole log; if that cannot be replayed to its end, from its newest stored state."""
        game, events = find_game(stored.setup.game), tables.events(self.store, stored.id)
        try:
            table = open_table(game, stored.setup)
            if tracker_number(stored.setup, events) == game.tracker_of(stored.setup).number:
                return settle(extend(table, events, tables.states(self.store, stored.id)))
            extended = extend(table, events)
            with suppress(StateLost):  # today's tracker can often replay the log of an earlier one
                extended.state  # noqa: B018
                return extended
            return settle(extend(table, events, tables.states(self.store, stored.id)), whole=False)
        except (OverBudget, Busy, ReaderGone, MemoryError, StorageError):
            raise
        except Exception:  # the log of another release may fail in any way
            _log.warning("Table %s: its log cannot be followed", stored.id, exc_info=True)
            return log_only(stored.setup, events)


def _ended_links(events: Sequence[TableEvent]) -> tuple[TableLink, ...]:
    """Return the links that events end: those of seats that were left, and those of the previous host."""
    seats = {event.seat for event in events if event.kind == "leave" and event.seat is not None}
    hosts = [event.values["to"] for event in events if event.kind == "host" and "here" not in event.values]
    host_links: tuple[TableLink, ...] = ("offer", "host") if "link" in hosts else ("offer",) if hosts else ()
    return (*map(seat_link, sorted(seats)), *host_links)


def _new_state(before: Table, after: Table) -> tuple[int, JsonObject] | None:
    """Return the state to store after an act, with the number of its event; None if it has not changed."""
    if after.position is before.position or not after.position.event:
        return None
    return after.position.event, after.state.model_dump(mode="json")


_lock = Lock()
_folded = caches.table("companion.verbs.stored_tables.Tables", _FOLDED, lambda table: len(table.events) + 1, _lock)


def _keep_folded(place: Place, table: Table) -> None:
    """Cache a folded table, unless it is too large for the cache."""
    with _lock, suppress(ValueError):
        _folded[place] = table
