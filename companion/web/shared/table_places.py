"""Who opens which table: its host by its id, everybody else by a link; and a table as it stands, as acts change it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from threading import Lock
from typing import Literal
from weakref import WeakKeyDictionary

from flask import abort, g, request, url_for

from companion.base.compat import cached_property
from companion.data.documents import Build, read_as
from companion.data.lesson import ScriptedAct
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.gamekit.losses import Losses
from companion.gamekit.matchup import MatchupSide
from companion.games import game as find_game
from companion.play.new_events import Brought
from companion.play.records.lost import losses_of_seat
from companion.play.records.tracker import RecordsTracker
from companion.play.table import Host, Table
from companion.storage import table_links, tables
from companion.storage.document_links import SEPARATOR
from companion.storage.store import Document, DocumentNotFound, Store
from companion.storage.table_bell import TableBell
from companion.storage.table_links import TableLink
from companion.storage.tables import StoredTable
from companion.verbs.lessons import LessonPosition, check_act, dice_of, positions
from companion.verbs.opponents import play_computers
from companion.verbs.stored_tables import Act, Tables
from companion.verbs.table_report import without_names
from companion.web.shell import access, session

Role = Literal["host", "seat", "join", "watch", "offer", "lesson"]
HIDDEN = "hidden"
ON_TABLE = "table:"
"""Prefix of `LINK:SEAT` where an address names a build that lies on a table."""
LESSON = "teach-"
"""How the names of a lesson's steps begin: `teach-GAME-NUMBER`."""
_NEVER = datetime.fromtimestamp(0, UTC)
_bells_lock = Lock()
_bells: WeakKeyDictionary[Store, TableBell] = WeakKeyDictionary()


@dataclass(frozen=True)
class TablePlace:
    """What an address of a table opens: which table, as whom; `reference` stands in the address.

    The role `host` is that of who opened it, or of who has the host's link; whether they are it still, the table says.
    """

    reference: str
    stored: StoredTable
    game: GameSystem
    role: Role
    own_seat: int | None = None
    """The seat of a seat's link."""
    by_link: bool = False
    """Whether this is the host's link, not the browser that opened the table."""
    lesson: LessonPosition | None = None
    """The position of a lesson that the address shows: such a table is stored nowhere."""

    @cached_property
    def path(self) -> str:
        """Return the path of the table's page for this place."""
        return url_for("tables.show", reference=self.reference)

    @property
    def host(self) -> Host:
        """Return as which host something is done from here, if as one."""
        if self.role == "host":
            return "link" if self.by_link else "opener"
        return "" if self.own_seat is None else self.own_seat

    def is_host(self, table: Table) -> bool:
        """Return whether this is the host's place."""
        return self.role in ("host", "seat") and table.host == self.host

    def view_seat(self, table: Table) -> int | None:
        """Return the seat whose side this place sees: none for a newcomer whom the others have not let in yet."""
        return self.lesson.seat if self.lesson else table.sight(self.own_seat)

    @property
    def may_read(self) -> bool:
        """Whether the table is shown here: not before one has sat down, or taken the table over."""
        return self.role not in ("join", "offer")

    def may_open_rematch(self, table: Table) -> bool:
        """Whether a rematch may be opened from here: by the host at the end, and by the table's opener.

        There is none where the game is played by another number of seats today, as it was by hand before.
        """
        opens = self.is_host(table) or (self.role == "host" and not self.by_link)
        is_by_hand = table.setup.tracker == self.game.kept_by_hand.number
        tracker = self.game.kept_by_hand if is_by_hand else self.game.tracker
        return opens and tracker.least_seats <= table.setup.seats <= tracker.most_seats

    @property
    def may_play(self) -> bool:
        """Whether something can be done from here: from a seat, or where the host's device plays all of them."""
        return self.role == "seat" or self.plays_all_seats

    @property
    def plays_all_seats(self) -> bool:
        """Whether all seats are played from here."""
        return self.role == "lesson" or (self.role == "host" and self.stored.setup.one_phone)


def find_place(reference: str) -> TablePlace:
    """Return the table or seat that an address opens; 404 for a replaced link as for a wrong one."""
    g.is_unlisted = g.reads_others = True
    if reference.startswith(LESSON):
        return _lesson_place(reference)
    if SEPARATOR not in reference:
        return _own_place(reference)
    link = table_links.find(session.store(), access.signing_key(), reference) or abort(404)
    stored = tables.read(session.store(), link.table_id)
    game = find_game(stored.setup.game) if stored and not stored.trashed else None
    if stored is None or game is None:
        abort(404)
    if link.seat is None:
        return TablePlace(reference, stored, game, _ROLES[link.kind], by_link=link.kind == "host")
    if link.seat >= stored.setup.seats:
        abort(404)
    return TablePlace(reference, stored, game, "seat", link.seat)


_ROLES: Mapping[TableLink, Role] = {"join": "join", "watch": "watch", "host": "host", "offer": "offer"}


def _own_place(table_id: str) -> TablePlace:
    stored = tables.read(session.store(), table_id)
    if stored is None or stored.trashed or stored.owner != session.known_owner():
        abort(404)
    game = find_game(stored.setup.game)
    if game is None:
        abort(404)
    return TablePlace(table_id, stored, game, "host")


def lesson_reference(game: GameSystem, number: int) -> str:
    """Return the name in addresses of a step of a game's lesson, from 1."""
    return f"{LESSON}{game.slug}-{number}"


def _lesson_place(reference: str) -> TablePlace:
    slug, _, typed = reference.removeprefix(LESSON).rpartition("-")
    game = find_game(slug) or abort(404)
    number = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 4 else 0
    position = next((one for one in positions(game) if one.number == number), None) or abort(404)
    # A lesson has no document: nobody owns it, and nothing of it is stored.
    document = Document("", "", slug, "table", position.table.setup.title, 1, 1, _NEVER, False, {})
    stored = StoredTable(document, position.table.setup, (), len(position.table.events))
    return TablePlace(reference, stored, game, "lesson", lesson=position)


def link_check(place: TablePlace) -> Callable[[], bool]:
    """Return what says, in any thread, whether a place's link still leads to its table."""
    store, key = session.store(), access.signing_key()
    return lambda: SEPARATOR not in place.reference or table_links.find(store, key, place.reference) is not None


def reference(table_id: str, kind: TableLink) -> str:
    """Return a link to a table, of the kind that is asked for, as addresses have it."""
    renewals = table_links.renewals(session.store(), table_id)
    return table_links.make_reference(access.signing_key(), table_id, kind, renewals)


def link(place: TablePlace, kind: TableLink) -> str:
    """Return a link to the table of a place."""
    return reference(place.stored.id, kind)


def load(place: TablePlace) -> Table:
    """Return the table as of the moment its place was found."""
    if place.lesson:
        return place.lesson.table
    return Tables(session.store()).fold(place.stored)


def load_anew(place: TablePlace) -> Table:
    """Return the table as it stands now, after something was refused."""
    if place.lesson:
        return place.lesson.table
    try:
        return Tables(session.store()).read(place.stored.id)[1]
    except DocumentNotFound:
        abort(404)


def play(place: TablePlace, key: str, act: Act, sitter: str = "", computers_answer: bool = True) -> Table:
    """Do something at a table, and return it as it stands then; an act with a key that was used counts once.

    The computer's answer is stored together with the act; without `computers_answer` the page asks for it afterwards,
    so that the act does not wait for a search. In a lesson only the act of its step can be done; NotInLesson is raised
    for every other.
    """
    if place.lesson:
        table = act(place.lesson.table, dice_of(place.game, place.lesson.step or ScriptedAct()))
        check_act(place.game, place.lesson, table)
        return table

    def answered(table: Table, brought: Brought) -> Table:
        return play_computers(act(table, brought), brought)

    try:
        return Tables(session.store()).act(
            place.stored.id, answered if computers_answer else act, key, sitter, place.stored
        )
    except DocumentNotFound:
        abort(404)


def hidden_names() -> str | None:
    """Return what an address of a finished table has as `names` where it shows sides in their place; else None."""
    return HIDDEN if request.args.get("names") == HIDDEN else None


def hide_names(place: TablePlace, table: Table) -> Table:
    """Return a finished table without names where its address asks for that."""
    return without_names(place.game, table) if table.result and hidden_names() else table


def rematch_path(place: TablePlace, table: Table) -> str:
    """Return where a finished game is played once more, for who has the same role there; empty where it is not."""
    rematch = Tables(session.store()).find_rematch(place.stored, table) if table.rematch else None
    if rematch is None or not place.may_read:
        return ""
    if place.role == "host" and not place.by_link:
        return url_for("tables.show", reference=rematch.id)
    if place.own_seat is None:
        return url_for("tables.show", reference=reference(rematch.id, "watch"))
    return _seat_path(rematch, place.own_seat, table.seats[place.own_seat].name)


def path_to_own_seat(place: TablePlace, table: Table, person: int | None) -> str:
    """Return the path to the seat of whoever opened a table and sat down there, empty without one.

    `person` is who this browser is at the table; at a table with computers alone its opener is known without that. A
    seat whose link was replaced is found by its new link only: that ended the access of this browser too.
    """
    if place.role != "host" or place.by_link or place.plays_all_seats:
        return ""
    sitting = [(number, one) for number, one in enumerate(table.seats) if one.is_heard]
    is_alone = len(sitting) == 1 and all(one.computer or one.is_heard for one in table.seats)
    mine = [number for number, one in sitting if one.person == person or (is_alone and not one.since)]
    renewed = table_links.renewals(session.store(), place.stored.id)
    kind = table_links.seat_link(mine[0]) if mine else None
    return url_for("tables.show", reference=link(place, kind)) if kind and not renewed.get(kind) else ""


def _seat_path(stored: StoredTable, seat: int, name: str) -> str:
    """Return where somebody sits down in a seat that is theirs, goes back to it, or watches who took it.

    The seat's own link is for who sits there: handed out before, it would open the hand of whoever sits down first.
    """
    sitter = Tables(session.store()).fold(stored).seats[seat].name
    if not sitter:
        return url_for("tables.show", reference=reference(stored.id, "join"), seat=seat, name=name)
    link = table_links.seat_link(seat) if sitter == name else "watch"
    return url_for("tables.show", reference=reference(stored.id, link))


def build_on_table(game: GameSystem, name: str) -> tuple[Build, Context] | None:
    """Return the build `LINK:SEAT` of a game that lies on a table, under the rulings in force there; None without one.

    It has its own packs, or else the table's. None also for a link that shows no table before one has sat down; 404
    where it opens none.
    """
    reference, _, seat = name.rpartition(":")
    place = find_place(reference)
    if not place.may_read:
        return None
    table = load(place)
    builds = table.view(place.own_seat).get("builds", ())
    data = next((build for number, build in enumerate(builds) if str(number) == seat), None)
    if data is None or place.game.slug != game.slug:
        return None
    build, context = game.read_in_context({"pack": list(table.setup.pack), **data})
    return build, replace(context, rulings=game.rulebook.rulings(table.rulings))


def losses_on_table(game: GameSystem, name: str) -> Losses:
    """Return what the build `LINK:SEAT` on a table has lost by its records; nothing where the table keeps none."""
    reference, _, seat = name.rpartition(":")
    found, room, table = build_on_table(game, name), game.matchup, load(find_place(reference))
    if found is None or room is None or not isinstance(table.tracker, RecordsTracker):
        return {}
    build, context = found
    side = MatchupSide(build.title, context, build)
    sheets = room.sheets(side, side, read_as(room.circumstances, {}))
    return losses_of_seat(table.tracker.records(table.state), int(seat), sheets)


def bell() -> TableBell:
    """Return what hears of new events at the tables of this store."""
    store = session.store()
    with _bells_lock:
        if store not in _bells:
            _bells[store] = TableBell(store)
        return _bells[store]
