"""Stored tables acted at: tried again where another was first, a key counts once, folded once in a process."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import delete

from companion.base.findings import InvalidInput
from companion.play import acts as play
from companion.play import log
from companion.play.by_hand import HandTracker
from companion.play.log import Setup, TableEvent
from companion.play.records.tracker import RecordsTracker
from companion.play.table import StateLost
from companion.storage import library, removal, table_links, tables
from companion.storage.schema import TableEventRow, TableStateRow
from companion.storage.store import DocumentNotFound, Store
from companion.storage.tables import EventConflict
from companion.verbs import stored_tables
from companion.verbs.log_words import log_entries, log_entry, position_at
from companion.verbs.names import find_game
from companion.verbs.stored_tables import Tables
from companion.verbs.tables import export
from tests.apps import empty_database


@pytest.fixture
def store(tmp_path):
    store = Store(empty_database(tmp_path / "test.sqlite3"))
    yield store
    store.close()


@pytest.fixture
def table(store, monkeypatch):
    """A table that is kept by hand, of a game that the app knows in no other way."""
    game = find_game("mechastellar")
    monkeypatch.setitem(game.__dict__, "tracker", game.kept_by_hand)
    return Tables(store).open("anna", game, {"title": "Friday", "seats": 2}).id


def say(words):
    return lambda table, brought: play.note(table, brought, None, words)


def texts(table):
    return [event.values["text"] for event in table.events]


def test_what_is_done_is_stored_and_read_by_another_process_as_it_stands(store, table):
    after = Tables(store).act(table, lambda at, brought: play.sit(at, brought, 0, "Anna", "aa"), sitter="anna")
    stored, read = Tables(store).read(table)
    assert read.events == after.events and stored.newest == 1 and read.seats[0].name == "Anna"
    stored_tables.caches.clear()
    assert Tables(store).read(table)[1].seats == after.seats
    assert after.events[0].at


def test_what_cannot_be_done_stores_nothing(store, table):
    with pytest.raises(InvalidInput):
        Tables(store).act(table, say(""))
    assert tables.newest(store, table) == 0


def test_a_key_sent_again_answers_as_the_table_stands_and_acts_no_more(store, table):
    Tables(store).act(table, say("one"), "pressed")
    Tables(store).act(table, say("two"))

    def act(table, brought):
        raise AssertionError("it was done already")

    assert texts(Tables(store).act(table, act, "pressed")) == ["one", "two"]


def test_a_key_that_arrives_twice_at_once_counts_once(store, table):
    gate = threading.Barrier(6)

    def press(_):
        gate.wait(30)
        return texts(Tables(store).act(table, say("one"), "pressed"))

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(press, range(6))) == [["one"]] * 6


def test_acts_at_once_all_count(store, table):
    gate = threading.Barrier(4)

    def act(which):
        gate.wait(30)
        for turn in range(4):
            Tables(store).act(table, say(f"{which}.{turn}"))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(act, range(4)))
    assert sorted(texts(Tables(store).read(table)[1])) == [f"{which}.{turn}" for which in range(4) for turn in range(4)]


@pytest.mark.parametrize(("meetings", "stored"), [(19, 1), (20, 0)])
def test_an_act_that_meets_others_is_tried_twenty_times(store, table, monkeypatch, meetings, stored):
    left, real = [meetings], tables.append

    def append(*arguments):
        if left[0]:
            left[0] -= 1
            raise EventConflict(0)
        real(*arguments)

    monkeypatch.setattr(tables, "append", append)
    if stored:
        Tables(store).act(table, say("one"))
    else:
        with pytest.raises(stored_tables.StorageError):
            Tables(store).act(table, say("one"))
    assert tables.newest(store, table) == stored


def test_a_move_reads_no_event_that_was_followed_before(store, table, monkeypatch):
    Tables(store).act(table, say("one"))
    tables.append(store, table, [TableEvent(number=2, kind="note", values={"text": "elsewhere"})])
    asked, real = [], tables.events
    monkeypatch.setattr(tables, "events", lambda place, name, after=0: asked.append(after) or real(place, name, after))
    assert texts(Tables(store).act(table, say("three"))) == ["one", "elsewhere", "three"]
    Tables(store).read(table)
    assert asked == [1]


def test_links_that_lead_nowhere_from_an_act_on_are_taken_back_with_it(store, table):
    def renewed(act, key=""):
        before = table_links.renewals(store, table)
        Tables(store).act(table, act, key)
        return {kind for kind, number in table_links.renewals(store, table).items() if number > before[kind]}

    for seat in (0, 1):
        assert renewed(lambda at, brought, seat=seat: play.sit(at, brought, seat, "Anna", "aa")) == set()
    assert renewed(lambda at, brought: play.leave(at, brought, 0), "left") == {"seat-0"}
    assert renewed(lambda at, brought: play.leave(at, brought, 0), "left") == set()
    assert renewed(lambda at, brought: play.free_seat(at, brought, "opener", 1)) == {"seat-1"}
    assert renewed(lambda at, brought: play.hand_over(at, brought, "opener", "opener")) == set()
    assert renewed(play.take_over) == {"offer", "host"}
    Tables(store).act(table, lambda at, brought: play.sit(at, brought, 1, "Ben", "bb"))
    assert renewed(lambda at, brought: play.hand_over(at, brought, "link", 1)) == {"offer"}


def test_a_rematch_that_is_opened_twice_at_once_is_one_table(store, table, monkeypatch):
    Tables(store).act(table, lambda at, brought: play.concede(at, brought, 0))
    real, opened = tables.create, []

    def create(*given):
        if not opened:
            opened.append(None)
            opened[0] = Tables(store).open_rematch(table)
        return real(*given)

    monkeypatch.setattr(tables, "create", create)
    assert Tables(store).open_rematch(table).id == opened[0].id
    assert len(store.list("anna", kind=tables.KIND)) == 2
    library.delete(store, "anna", [opened[0].id])
    assert Tables(store).open_rematch(table).id not in (opened[0].id, table)


def test_a_database_that_is_an_earlier_one_again_is_believed(store, table):
    for words in ("one", "two"):
        Tables(store).act(table, say(words))
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM table_events WHERE number = 2")
    assert texts(Tables(store).read(table)[1]) == ["one"]
    assert texts(Tables(store).act(table, say("another"))) == ["one", "another"]


def test_a_table_in_the_trash_is_seen_and_not_acted_at(store, table):
    library.delete(store, "anna", [table])
    assert Tables(store).read(table)[0].trashed
    for name in (table, "x" * 32):
        with pytest.raises(DocumentNotFound):
            Tables(store).act(name, say("one"))
    with pytest.raises(DocumentNotFound):
        Tables(store).read("x" * 32)


def test_a_table_has_ten_thousand_events_and_then_its_end(store, table):
    last = log.MOST_EVENTS
    tables.append(store, table, [TableEvent(number=n, kind="note", values={"text": "."}) for n in range(1, last)])
    Tables(store).act(table, say("the last"))
    with pytest.raises(InvalidInput):
        Tables(store).act(table, say("one more"))
    assert Tables(store).act(table, lambda at, brought: play.concede(at, brought, 0)).result
    assert tables.newest(store, table) == last + 1


def test_a_restored_table_that_another_process_continued_is_not_followed_from_what_was_lost(store, table):
    for words in ("one", "two", "lost", "lost too"):
        Tables(store).act(table, say(words))
    with store.writing() as session:  # as a backup taken after two events is restored
        session.execute(delete(TableEventRow).where(TableEventRow.document_id == table, TableEventRow.number > 2))
        tables.change_seed(session, table)
    elsewhere = [TableEvent(number=number, kind="note", values={"text": f"{number}"}) for number in (4, 5)]
    tables.append(store, table, elsewhere)
    read = Tables(store).read(table)[1]
    assert read.events[-2:] == tuple(elsewhere) and texts(read)[:2] == ["one", "two"] and len(read.events) == 5


def test_a_table_of_a_game_with_a_pack_keeps_its_own_copy(store):
    """Of Mechalyte the pack's modules give the mechs their ratings, wherever the pack has gone."""
    module = {"id": "mobility", "name": "Mobility", "letter": "M", "rating": "mobility", "base": 3, "adds": 2}
    pack = {"title": "Fast legs", "module": [{**module, "text": "Two zones more."}]}
    asked = {"seats": 2, "pack": [pack], "one_phone": True}
    opened = Tables(store).open("anna", find_game("mechalyte"), asked).id
    for act in (
        lambda at, brought: play.seal_choice(at, brought, 0, {"spec": "MIPASA"}),
        lambda at, brought: play.seal_choice(at, brought, 1, {"spec": "PMISAA"}),
        lambda at, brought: play.move(at, brought, 0, "begin", {"who": "0"}),
        lambda at, brought: play.move(at, brought, 0, "build", {"level": 1, "factory": "L1"}),
    ):
        Tables(store).act(opened, act)
    stored_tables.caches.clear()
    assert Tables(store).read(opened)[1].view(None)["mechs"][0]["mobility"] == 5


# States beside the events, of a long table.


@pytest.fixture
def counted(store, table, monkeypatch):
    """A table at which something was counted to 20, whose states stay for one of four events, and the newest."""
    monkeypatch.setattr(tables, "STATE_EVERY", 4)
    for number in range(1, 21):
        Tables(store).act(table, count(number))
    stored_tables.caches.clear()
    return table


def count(number):
    return lambda at, brought: play.move(at, brought, 0, "counter", {"what": "Steps", "value": number})


@pytest.fixture
def applied(monkeypatch):
    """The numbers of the events that a tracker followed."""
    numbers = []

    def noting(real):
        return lambda self, state, event: numbers.append(event.number) or real(self, state, event)

    for kind in (HandTracker, RecordsTracker):
        monkeypatch.setattr(kind, "apply", noting(kind.apply))
    return numbers


def steps(table):
    return [counter.value for counter in table.state.counters]


def test_a_long_table_opens_from_its_newest_stored_state(store, counted, applied):
    assert set(tables.states(store, counted)) == {15, 19, 20}
    assert steps(Tables(store).read(counted)[1]) == [20]
    assert applied == []


def test_a_table_by_hand_of_a_game_that_has_a_tracker_today_opens_from_its_newest_stored_state_too(store, applied):
    game = find_game("mecha-mettle")
    setup = Setup(game=game.slug, tracker=1, seats=2, commitment="0" * 64)
    table = tables.create(store, "anna", setup, bytes(32)).id
    for number in (1, 2):
        Tables(store).act(table, count(number))
    stored_tables.caches.clear()
    applied.clear()
    assert steps(Tables(store).read(table)[1]) == [2] and applied == []


def test_an_undo_past_the_newest_stored_states_goes_back_to_the_one_before(store, counted, applied):
    for left in (19, 18):
        after = Tables(store).act(counted, lambda at, brought: play.undo(at, brought, 0))
        assert steps(after) == [left]
    assert applied == [16, 17, 18]


def test_a_state_before_all_stored_ones_is_worked_out_from_the_start(store, counted, applied):
    table = Tables(store).read(counted)[1]
    early = next(position for position in table.positions() if position.event == 3)
    assert early.state.counters[0].value == 3 and applied == [1, 2, 3]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data.replace('"value":20', '"value":21'),
        lambda data: data.replace('"value"', '"worth"'),
        lambda data: data[:-9],
        lambda data: "[]",
        lambda data: "{}",
    ],
    ids=["another value", "an older form", "cut off", "a list", "nothing in it"],
)
def test_a_stored_state_that_is_not_the_one_of_its_event_is_worked_out_anew(store, counted, applied, spoil):
    with store.writing() as session:
        row = session.get_one(TableStateRow, (counted, 20))
        assert spoil(row.data) != row.data
        row.data = spoil(row.data)
    assert steps(Tables(store).read(counted)[1]) == [20]
    assert applied == [20]


def test_stored_states_go_with_their_table(store, counted):
    store.delete(counted, "anna")
    removal.remove_document(store, counted)
    assert tables.states(store, counted) == {}


# A log that cannot be followed any more.


def change(store, sql):
    with store.engine.begin() as connection:
        connection.exec_driver_sql(sql)
    stored_tables.caches.clear()


def number_trackers(store, number):
    """Have the table's setup say that another tracker wrote its log."""
    change(store, f"""UPDATE versions SET data = replace(data, '"tracker":100', '"tracker":{number}')""")


def damage(store, number):
    """Have an event say nothing of what was counted."""
    data = f'{{"number":{number},"kind":"move","seat":0,"values":{{"name":"counter"}}}}'
    change(store, f"UPDATE table_events SET data = '{data}' WHERE number = {number}")


@pytest.fixture
def other_tracker(monkeypatch):
    """A tracker of today that counts otherwise than the one that wrote the log."""
    real = RecordsTracker.apply

    def apply(self, state, event):
        state = real(self, state, event)
        return state.model_copy(update={"news": (*state.news, "As counted today.")})

    monkeypatch.setattr(RecordsTracker, "apply", apply)


def undo(at, brought):
    return play.undo(at, brought, 0)


def words(table, number):
    return log_entry(table, None, number).text


def test_a_log_of_another_number_that_leads_to_the_same_states_is_followed(store, counted):
    number_trackers(store, 7)
    table = Tables(store).read(counted)[1]
    assert (steps(table), table.since, words(table, 3)) == ([20], 0, "Steps: 3.")
    assert [event.kind for event in Tables(store).act(counted, count(21)).events[-2:]] == ["move", "move"]


def test_a_log_of_another_tracker_goes_on_from_its_newest_stored_state(store, counted, other_tracker):
    number_trackers(store, 7)
    table = Tables(store).read(counted)[1]
    assert (steps(table), table.since) == ([20], 20)
    assert words(table, 3) == "Counter." and log_entry(table, None, 3).is_lost
    with pytest.raises(InvalidInput, match="no move stands"):
        Tables(store).act(counted, undo)
    for _ in range(2):
        after = Tables(store).act(counted, count(21), "pressed")
    assert [(event.number, event.kind) for event in after.events[20:]] == [(21, "state"), (22, "move")]
    assert after.events[20].values["to"] == 20 and after.events[20].values["tracker"] == 100
    stored_tables.caches.clear()
    again = Tables(store).read(counted)[1]
    assert steps(again) == [21] and "goes on as it stood after #20" in words(again, 21)
    assert steps(Tables(store).act(counted, undo)) == [20]
    with pytest.raises(InvalidInput, match="no move stands"):
        Tables(store).act(counted, undo)


def test_who_sits_down_where_a_log_is_not_followed_has_the_key_of_the_act(store, counted, other_tracker):
    number_trackers(store, 7)
    Tables(store).act(counted, lambda at, brought: play.sit(at, brought, 0, "Anna", "aa"), "pressed")
    assert tables.number_of_key(store, counted, "pressed") == 22


def test_the_state_from_which_a_game_goes_on_is_nobodys_to_see_before_its_end(store, counted, other_tracker):
    number_trackers(store, 7)
    going = Tables(store).act(counted, count(21))
    assert all("secret" not in export(going, seat)["event"][20] for seat in (None, 0, 1))
    ended = Tables(store).act(counted, lambda at, brought: play.concede(at, brought, 0))
    assert export(ended, None)["event"][20]["secret"]["state"]["counters"]


def test_an_event_that_the_tracker_refuses_stops_no_game_whose_newest_state_is_stored(store, counted):
    damage(store, 18)
    table = Tables(store).read(counted)[1]
    assert (steps(table), table.since, table.is_lost) == ([20], 0, False)
    assert [words(table, number) for number in (17, 18, 19, 20)] == [
        "Steps: 17.",
        "Counter.",
        "Steps: 19.",
        "Steps: 20.",
    ]
    with pytest.raises(StateLost):
        position_at(table, 18).state  # noqa: B018
    assert steps(Tables(store).act(counted, undo)) == [19]
    with pytest.raises(InvalidInput, match="cannot follow"):
        Tables(store).act(counted, undo)


def test_a_game_goes_back_to_where_it_can_be_followed_to_from_its_newest_stored_state(store, counted):
    damage(store, 18)
    change(store, "DELETE FROM table_states WHERE number > 15")
    table = Tables(store).read(counted)[1]
    assert (steps(table), table.since) == ([17], 17)
    after = Tables(store).act(counted, count(30))
    assert steps(after) == [30] and after.events[20].values["to"] == 17
    assert [log_entry(after, None, number).undone for number in (17, 18, 20, 22)] == [False, True, True, False]
    with pytest.raises(InvalidInput, match="still stands"):
        Tables(store).act(counted, lambda at, brought: play.undo(at, brought, 0, 16))


@pytest.mark.parametrize("number", [3, 20])
def test_a_game_of_which_no_state_is_stored_is_there_for_its_log_alone(store, counted, number):
    damage(store, number)
    change(store, "DELETE FROM table_states")
    table = Tables(store).read(counted)[1]
    assert table.is_lost and table.waiting() == ()
    assert [len(log_entries(table, None, most)) for most in (0, 12)] == [20, 12]
    for act in (say("one"), undo, count(21), lambda at, brought: play.sit(at, brought, 0, "Anna", "aa")):
        with pytest.raises(InvalidInput, match="cannot follow"):
            Tables(store).act(counted, act)
    assert tables.newest(store, counted) == 20


def test_a_game_of_which_only_the_log_is_left_is_given_up_and_its_seed_opened(store, counted):
    stored, _ = Tables(store).read(counted)
    damage(store, 3)
    change(store, "DELETE FROM table_states")
    ended = Tables(store).act(counted, lambda at, brought: play.concede(at, brought, 0), "pressed")
    assert ended.events[-1].values["seed"] == stored.seed.hex() and "cannot follow the game" in ended.result.why
    stored_tables.caches.clear()
    again = Tables(store).read(counted)[1]
    assert again.is_lost and again.result == ended.result and len(again.events) == 21
    with pytest.raises(InvalidInput, match="has ended"):
        Tables(store).act(counted, lambda at, brought: play.concede(at, brought, 1))
    assert Tables(store).open_rematch(counted).id != counted


def test_an_event_of_the_table_itself_that_cannot_be_read_leaves_its_log(store, counted):
    Tables(store).act(counted, lambda at, brought: play.sit(at, brought, 0, "Anna", "aa"))
    change(store, """UPDATE table_events SET data = '{"number":21,"kind":"sit","seat":0}' WHERE number = 21""")
    table = Tables(store).read(counted)[1]
    assert table.is_lost and words(table, 20) == "Counter."
    assert "This entry can no longer be read" in words(table, 21)
