"""Who opens which table: its host by its id, everybody else by a link; and a table as it stands, as acts change it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock
from typing import Literal
from weakref import WeakKeyDictionary

from cachetools import LRUCache
from flask import abort, g, url_for

from companion.game import GameSystem
from companion.games import game as find_game
from companion.play.table import Brought, Table, add
from companion.storage import table_links, tables
from companion.storage.document_links import BETWEEN
from companion.storage.store import Store
from companion.storage.table_bell import TableBell
from companion.storage.table_links import TableLink
from companion.storage.tables import EventConflict, MoveRepeated, StoredTable
from companion.verbs.tables import read_table
from companion.web import access, session

Role = Literal["host", "seat", "join", "watch"]
TRIES = 8
"""How often an act is tried anew where others act at the same moment."""
MOST_FOLDED = 64
"""Tables that stay folded in memory."""
_folded: LRUCache[tuple[Store, str], tuple[int, Table]] = LRUCache(MOST_FOLDED)
_folded_lock = Lock()
_bells: WeakKeyDictionary[Store, TableBell] = WeakKeyDictionary()


@dataclass(frozen=True)
class Place:
    """What an address of a table opens: which table, as whom; `reference` stands in the address."""

    reference: str
    stored: StoredTable
    game: GameSystem
    role: Role
    own_seat: int | None = None
    """The seat of a seat's link."""

    @property
    def path(self) -> str:
        """Return the path of the table's page for this place."""
        return url_for("tables.show", reference=self.reference)

    @property
    def may_play(self) -> bool:
        """Whether something can be done from here: from a seat, or where the host's device plays all of them."""
        return self.role == "seat" or (self.role == "host" and self.stored.setup.one_phone)


def find_place(reference: str) -> Place:
    """Return what an address opens, or answer 404: a link that was taken back says no more than a wrong one."""
    g.is_unlisted = g.reads_others = True
    if BETWEEN not in reference:
        return _own_place(reference)
    found = table_links.find(session.store(), access.signing_key(), reference) or abort(404)
    stored = tables.read(session.store(), found.table_id)
    game = find_game(stored.setup.game) if stored and not stored.trashed else None
    if stored is None or game is None:
        abort(404)
    if found.seat is None:
        return Place(reference, stored, game, "join" if found.kind == "join" else "watch")
    if found.seat >= stored.setup.seats:
        abort(404)
    return Place(reference, stored, game, "seat", found.seat)


def _own_place(table_id: str) -> Place:
    stored = tables.read(session.store(), table_id)
    if stored is None or stored.trashed or stored.owner != session.known_owner():
        abort(404)
    game = find_game(stored.setup.game)
    if game is None:
        abort(404)
    return Place(table_id, stored, game, "host")


def reference(table_id: str, kind: TableLink) -> str:
    """Return a link to a table, of the kind that is asked for, as addresses have it."""
    renewals = table_links.renewals(session.store(), table_id)
    return table_links.make_reference(access.signing_key(), table_id, kind, renewals)


def link(place: Place, kind: TableLink) -> str:
    """Return a link to the table of a place."""
    return reference(place.stored.id, kind)


def load(place: Place) -> Table:
    """Return the table as it stands."""
    return _folded_table(place.game, tables.read(session.store(), place.stored.id) or abort(404))


def _folded_table(game: GameSystem, stored: StoredTable) -> Table:
    """Return a table from its events; those that were folded before are not read again."""
    store = session.store()
    with _folded_lock:
        rewritten, table = _folded.get((store, stored.id), (-1, None))
    if table is None or rewritten != stored.rewritten or len(table.events) > stored.newest:
        table = read_table(game, stored.setup, tables.events(store, stored.id))
    else:
        for event in tables.events(store, stored.id, len(table.events)) if stored.newest > len(table.events) else ():
            table = add(table, event)
    with _folded_lock:
        _folded[store, stored.id] = stored.rewritten, table
    return table


def play(place: Place, key: str, act: Callable[[Table, Brought], Table], sitter: str = "") -> Table:
    """Do something at a table, and return it as it stands then; an act with a key that was used counts once."""
    store = session.store()
    for _ in range(TRIES):
        stored = tables.read(store, place.stored.id) or abort(404)
        before = _folded_table(place.game, stored)
        if key and tables.number_of_key(store, stored.id, key):
            return before
        now = datetime.now(UTC).isoformat(timespec="seconds")
        after = act(before, Brought(stored.seed, now, stored.seeds[:-1]))
        try:
            tables.append(store, stored.id, after.events[len(before.events) :], key, sitter)
        except (EventConflict, MoveRepeated):
            continue
        return after
    abort(503)


def bell() -> TableBell:
    """Return what hears of new events at the tables of this store."""
    store = session.store()
    with _folded_lock:
        if store not in _bells:
            _bells[store] = TableBell(store)
        return _bells[store]
