"""What the page of a table says and allows: whose turn it is, who may answer, what was typed, read from a table alone."""

import socket
from types import SimpleNamespace

import pytest
from flask import Flask, request
from werkzeug.exceptions import NotFound

from companion.base.findings import InputError, InvalidInput
from companion.dice.throw import D6, Choice, FaceClass, Throw
from companion.gamekit.contract import FormData
from companion.play.by_hand import HandTracker
from companion.play.table import SeatState
from companion.play.tracker import Correctable, Pending, Result
from companion.storage.store import DocumentNotFound
from companion.web.shared import table_places
from companion.web.shared.table_places import TablePlace
from companion.web.tables import acts, addresses, opening, routes, shown, streams
from companion.web.tables.past import PastTable
from companion.web.tables.report import _thrown
from companion.web.tables.shown import ShownSeat, TablePage, acting_seat

SIDES = ("Red", "Blue", "Green")


def seat(name="", number="", dice="thrown"):
    return SeatState(name=name, number=number, dice=dice)


def table(*names, view=None, waiting=(), **changed):
    """Return a table as its page asks it; `names` sit in its seats, an empty one in none."""
    usual = {
        "seats": tuple(seat(name, name and "f0") for name in names or ("Ann", "Ben")),
        "setup": SimpleNamespace(one_phone=False, title="", seats=len(names or "12"), pack=()),
        "events": (),
        "proposal": None,
        "result": None,
        "is_paused": False,
        "is_lost": False,
        "since": 0,
        "out": frozenset(),
        "host": "opener",
        "host_missed": False,
        "undone": (),
        "state": None,
        "tracker": SimpleNamespace(result=lambda state: None, correctable=lambda view, seat: (POINTS,)),
        "view": lambda seat: view or {},
        "waiting": lambda: tuple(waiting),
        "last_move": lambda: "move",
        "sight": lambda seat: seat,
    }
    return SimpleNamespace(**{**usual, **changed})


GAME = SimpleNamespace(title="Mechalyte", lesson=None, tracker_of=lambda setup: SimpleNamespace(side=SIDES.__getitem__))
ONE_PHONE = SimpleNamespace(one_phone=True, title="", seats=2, pack=())
POINTS = Correctable(field="points", label="Points", value=3)
OVER = Result(winners=(0,), why="Won.")


def page(seat=0, is_host=False, is_past=False, **table_fields):
    return TablePage(GAME, table(**table_fields), seat, is_host, is_past)


def proposal(by, *agreed):
    return SimpleNamespace(seat=by, agreed=agreed, number=7)


@pytest.mark.parametrize(("who", "words"), [(0, "Your initiative"), (1, "Ben’s initiative")])
@pytest.mark.parametrize("whose", ["your", "their"])
def test_a_throw_says_whose_it_is_to_everybody(who, words, whose):
    assert page(0).ask_words(f"{whose} initiative", who) == words
    waiting = (Pending(who, "faces", f"{whose} initiative"),)
    assert page(0, waiting=waiting).why == words


@pytest.mark.parametrize(
    ("view", "said"),
    [
        ({}, ""),
        ({"turn": 3}, "turn 3"),
        ({"turn": 3, "phase": "move"}, "turn 3 · move"),
        ({"turn": 3, "phase": "turn"}, "turn 3"),
        ({"turn": 0, "phase": "move"}, ""),
    ],
)
def test_the_heading_is_the_turn_and_the_phase(view, said):
    assert page(view=view).heading == said


def test_a_seat_is_called_by_its_side_and_by_who_sits_there_under_another_name():
    titles = [ShownSeat(0, "Red", player, False, False, "thrown").title for player in ("", "Red", "Ann")]
    assert titles == ["Red", "Red", "Red (Ann)"]


def test_a_title_is_that_of_the_table_or_of_its_game():
    assert page().title == "Mechalyte at the table"
    assert page(setup=SimpleNamespace(title="Friday")).title == "Friday"


def test_the_seats_say_which_is_mine_and_for_which_the_table_waits():
    shown = page(1, waiting=[Pending(0, "move", "")])
    assert [(one.side, one.player, one.is_mine, one.is_owing) for one in shown.seats] == [
        ("Red", "Ann", False, True),
        ("Blue", "Ben", True, False),
    ]
    assert shown.me == shown.seats[1] and page(None).me is None
    assert [one.number for one in TablePage(GAME, table("Ann", "", "Cy"), 0).empty_seats] == [1]


def test_who_did_something_is_you_a_player_or_an_empty_seats_side():
    shown = TablePage(GAME, table("Ann", "Ben", ""), 0)
    assert [shown.person(one) for one in (None, 0, 1, 2)] == ["", "You", "Ben", "Green"]
    assert page(setup=ONE_PHONE).person(0) == "Ann"
    assert [shown.side(one) for one in (None, 0, 2)] == ["", "Red", "Green"]


BOTH = [Pending(0, "move", "move mechs"), Pending(1, "move", "say who begins")]


@pytest.mark.parametrize(
    ("seat", "fields", "said"),
    [
        (0, {"waiting": BOTH}, "Your turn"),
        (0, {"waiting": BOTH, "setup": ONE_PHONE}, "Ann to play"),
        (0, {"waiting": BOTH[1:]}, "Waits for Ben"),
        (None, {"waiting": BOTH + BOTH}, "Waits for Ann and Ben"),
        (None, {"waiting": [Pending(None, "open", "")]}, "Nothing to do"),
        (0, {"waiting": BOTH, "is_paused": True}, "Paused"),
        (0, {"waiting": BOTH, "result": OVER, "is_paused": True}, "The game is over"),
    ],
)
def test_whose_turn_it_is(seat, fields, said):
    assert page(seat, **fields).turn == said


def test_it_says_what_this_seat_is_asked_for_or_else_what_the_others_are(monkeypatch):
    monkeypatch.setattr(shown, "names_of_sides", lambda game, table: {})
    assert [page(one, waiting=BOTH).why for one in (0, 1, None)] == ["Move mechs", "Say who begins", "Move mechs"]
    assert page(0, waiting=BOTH[1:]).why == "Say who begins" and page().why == ""
    assert page(0, waiting=[Pending(0, "open", ""), BOTH[0]]).why == "Move mechs"


def test_what_a_seat_owes_is_its_own_and_who_watches_owes_nothing():
    assert page(1, waiting=BOTH).pending == (BOTH[1],) and page(None, waiting=[Pending(None, "open", "")]).pending == ()
    assert page(waiting=[Pending(1, "seal", "")]).is_simultaneous and not page(waiting=BOTH).is_simultaneous


@pytest.mark.parametrize(
    ("answers", "is_split"),
    [(("3 + 2", "2 + 3"), True), (("3 + 2",), False), (("3 + 2", "all"), False), (("3 + 2 + 0", "10 + 2"), True)],
)
def test_an_answer_that_parts_dice_is_a_split(answers, is_split):
    question = Choice("How?", answers)
    shown = page(waiting=[Pending(0, "choice", "", throw=question)])
    assert shown.choice == question and shown.is_split is is_split
    assert page(1, waiting=[Pending(0, "choice", "", throw=question)]).choice is None


def test_what_may_be_proposed_corrected_undone_and_done_again():
    """A seat, in a game that goes on, is neither paused nor looked at as it was; nothing else is asked for."""
    names = ("may_propose", "is_in_play", "may_undo", "may_redo", "correctable")

    def allowed(seat=0, is_past=False, **fields):
        shown = page(seat, is_past=is_past, undone=("move",), **fields)
        return [bool(getattr(shown, name)) for name in names]

    assert allowed() == [True] * 5
    assert allowed(None) == [False] * 5 == allowed(result=OVER)
    assert allowed(is_paused=True) == [True, False, False, False, False] == allowed(is_past=True)
    assert allowed(proposal=proposal(1)) == [False, True, False, True, True]
    assert not page(last_move=lambda: None, undone=()).may_undo and not page(undone=()).may_redo


@pytest.mark.parametrize(
    ("seat", "proposed", "expected"),
    [(0, None, False), (0, proposal(1), True), (1, proposal(1), False), (None, proposal(1), False)]
    + [(0, proposal(1, 0), False), (0, proposal(1, 2), True)],
)
def test_who_has_not_agreed_yet_may(seat, proposed, expected):
    assert page(seat, proposal=proposed).may_agree is expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, True),
        ({"waiting": BOTH}, False),
        ({"waiting": BOTH[1:]}, True),
        ({"result": OVER}, False),
        ({"proposal": proposal(1)}, False),
        ({"is_paused": True}, False),
        ({"seat": None}, False),
        ({"tracker": SimpleNamespace(result=lambda state: OVER)}, False),
        ({"seats": (seat("Ann", "f0"), seat("", "f0"))}, False),
        ({"host_missed": True, "is_host": True}, False),
        ({"host_missed": True}, True),
    ],
)
def test_a_seat_is_idle_where_nothing_is_to_be_done_or_answered(fields, expected):
    assert page(**fields).is_idle is expected


def test_by_hand_a_seat_is_idle_but_for_the_dice_and_the_question_of_a_roll():
    by_hand = {"tracker": HandTracker(None, None, (), None), "state": SimpleNamespace(result=None)}
    throw = Pending(0, "faces", "", throw=Throw("Shoot", 1, D6, (FaceClass("any", frozenset(range(1, 7))),)))
    assert page(waiting=BOTH, **by_hand).is_idle and page(None, waiting=BOTH, **by_hand).is_idle
    assert not page(waiting=[throw], **by_hand).is_idle and page(1, waiting=[throw], **by_hand).is_idle
    assert not page(waiting=[Pending(0, "choice", "", throw=Choice("How?", ("a", "b")))], **by_hand).is_idle


def test_a_seat_that_was_left_is_asked_about_until_it_is_decided():
    left = (seat("Ann", "f0"), seat("", "f0"), seat("", ""))

    def numbers(seat=0, **fields):
        return [one.number for one in page(seat, seats=left, **fields).left_seats]

    assert numbers() == [1]
    assert numbers(None) == numbers(out={1}) == numbers(result=OVER) == numbers(proposal=proposal(0)) == []
    assert numbers(tracker=SimpleNamespace(result=lambda state: OVER)) == []


def test_who_is_host_and_who_won():
    assert [page(host=one).host for one in ("", "opener", 0, 1)] == [
        "",
        "the person who opened the table",
        "You",
        "Ben",
    ]
    assert page(is_host=True).host == "you"
    winners = [page(result=Result(winners=one, why="")).winners for one in ((), (0,), (0, 1))]
    assert winners == ["A draw", "Ann won", "Ann and Ben won"] and page().winners == ""
    to_ben = [page(1, result=Result(winners=one, why="")).winners_to_seat for one in ((), (0,), (1,), (0, 1))]
    assert to_ben == ["A draw", "Ann won", "You won", "You and Ann won"] and page().winners_to_seat == ""


def test_the_seed_is_that_of_the_last_end():
    events = [
        SimpleNamespace(kind=kind, values={"seed": seed}) for kind, seed in (("end", "aa"), ("undo", ""), ("end", "bb"))
    ]
    assert page(events=events).seed == "bb" and page().seed == ""
    assert page(events=events).number == 3


def test_on_one_phone_the_seat_that_acts_is_who_asks_then_who_owes_then_the_first():
    assert acting_seat(table(proposal=proposal(1), waiting=BOTH)) == 1
    assert [acting_seat(table(waiting=BOTH), asked) for asked in ("", "1", "2")] == [0, 1, 0]
    assert acting_seat(table(waiting=[Pending(None, "open", "")])) == 0
    assert acting_seat(table(waiting=BOTH[1:]), "0") == 1


# What is typed.


def refused(call, *given):
    with pytest.raises(InvalidInput) as caught:
        call(*given)
    return str(caught.value)


@pytest.mark.parametrize(("typed", "number"), [("0", 0), ("1", 1)])
def test_a_seat_of_the_table_is_read(typed, number):
    assert acts.read_seat(table(), typed) == number


@pytest.mark.parametrize("typed", ["2", "-1", "", "x", "²", "0" * 10])
def test_what_is_no_seat_of_the_table_is_refused(typed):
    assert "expected a seat of this table" in refused(acts.read_seat, table(), typed)


def test_a_number_of_a_page_has_at_most_nine_digits():
    assert acts._whole_number("999999999") == 999_999_999 and acts._whole_number("1000000000") is None


@pytest.mark.parametrize(("letters", "is_read"), [(15, False), (16, True), (64, True), (65, False)])
def test_a_phones_number_has_sixteen_to_sixty_four_letters(letters, is_read):
    assert acts.read_number(FormData({"number": ["A" * letters]})) == ("a" * letters if is_read else "")


def test_a_move_of_twenty_thousand_letters_is_read_and_none_longer():
    sent = '{"name": "x", "values": {"a": "%s"}}'
    room = 20_000 - len(sent % "")
    assert acts.read_move_data(sent % ("y" * room)) == ("x", {"a": "y" * room})
    assert "a move that the page offers" in refused(acts.read_move_data, sent % ("y" * (room + 1)))
    for damaged in ("", "[]", "{}", '{"values": []}', "[" * 9000):
        assert "a move that the page offers" in refused(acts.read_move_data, damaged)


def test_a_page_is_stale_where_the_game_has_moved_on_but_for_what_others_seal_or_note():
    def stale(shown, *kinds, **fields):
        return acts._has_moved_on(table(events=[SimpleNamespace(kind=kind) for kind in kinds], **fields), shown)

    assert stale("1", "move", "move") and stale("1", "move", "undo") and stale("0", "end")
    assert not stale("2", "move", "move") and not stale("1", "move", "seal") and not stale("0", "note")
    assert not stale("x", "move") and not stale("0", "move", setup=ONE_PHONE)


def test_the_table_throws_unless_somebody_says_that_they_type(monkeypatch):
    monkeypatch.setattr(acts.play, "choose_dice", lambda table, brought, seat, dice: dice)
    chosen = [acts.ACTS["dice"](None, None, 0, FormData({"dice": [one]})) for one in ("typed", "thrown", "other", "")]
    assert chosen == ["typed", "thrown", "thrown", "thrown"]


def test_a_result_names_all_winners_that_are_ticked(monkeypatch):
    monkeypatch.setattr(acts.play, "move", lambda table, brought, seat, name, values: (name, values))
    for winners in ([], ["1"], ["0", "1"]):
        assert acts.ACTS["result"](table(), None, 0, FormData({"winner": winners})) == (
            "result",
            {"winners": list(map(int, winners))},
        )
    assert acts.ACTS["result"](table(), None, 0, FormData({})) == ("result", {"winners": []})


def test_of_several_values_the_last_counts():
    form = FormData({"act": ["move", " note "], "to": [], "seats": [""]})
    assert [acts.text(form, name) for name in ("act", "to", "seats", "other")] == ["note", "", "", ""]


@pytest.mark.parametrize(("text", "seats"), [("", 2), ("1", 1), ("99", 99)])
def test_seats_are_read_as_typed(text, seats):
    assert opening._read_seats(SimpleNamespace(least_seats=1, most_seats=4), text) == seats


@pytest.mark.parametrize("text", ["100", "two", "-1", "²"])
def test_what_is_no_number_of_seats_is_refused_with_how_many_there_may_be(text):
    kind = SimpleNamespace(least_seats=2, most_seats=4)
    assert refused(opening._read_seats, kind, text) == f"seats: found {text}, expected from 2 to 4."
    one = SimpleNamespace(tracker=kind, kept_by_hand=kind)
    assert list(opening.OpeningPage(one, {}, None, {}, ()).seat_counts) == [2, 3, 4]
    assert opening._read_seats(SimpleNamespace(least_seats=1, most_seats=1), "") == 1


def test_by_hand_more_seats_may_sit_down_than_the_game_has():
    kind, hand = SimpleNamespace(least_seats=2, most_seats=2), SimpleNamespace(least_seats=1, most_seats=4)
    shown = opening.OpeningPage(SimpleNamespace(tracker=kind, kept_by_hand=hand), {}, None, {}, ())
    assert (list(shown.seat_counts), shown.own_seats, shown.offers_both) == ([1, 2, 3, 4], "2", True)


def test_the_rulings_are_those_of_the_build_of_a_set_or_of_the_form(monkeypatch):
    rules = {"mine": "set"}
    visitor = SimpleNamespace(find_house_rules=rules.get, rulings={}, embedded_packs=[])
    monkeypatch.setattr(opening.session, "visitor", lambda game: visitor)
    monkeypatch.setattr(opening, "_rules_of_build", lambda build: "of the build")
    monkeypatch.setattr(opening, "_rules_of_set", lambda rules: "of the set")
    monkeypatch.setattr(opening, "posted_rulings", lambda game, force: "of the form")
    one = SimpleNamespace(read=lambda data: data, rulebook=SimpleNamespace(rulings=dict))
    build = SimpleNamespace(data={})
    assert opening._read_rules(one, FormData({"rules": ["build"]}), build) == "of the build"
    for there in (build, None):
        assert opening._read_rules(one, FormData({"rules": ["mine"]}), there) == "of the set"
        assert opening._read_rules(one, FormData({}), there) == {"rulings": "of the form", "pack": []}
    assert "one of your house rules" in refused(opening._read_rules, one, FormData({"rules": ["build"]}), None)


def test_a_field_of_the_opening_shows_what_was_typed_last_or_what_is_usual():
    shown = opening.OpeningPage(None, FormData({"title": ["Fri", "Friday"], "seats": []}), None, {}, ())
    assert [shown.value("title"), shown.value("seats", "2"), shown.value("rules")] == ["Friday", "2", ""]


def test_three_errors_are_told_as_sentences():
    errors = [InputError(f"field {letter}", "x", "y") for letter in "abcd"]
    assert routes._sentence(InvalidInput(*errors)).count("Field") == 3


# Who comes from where.


def place(role, own_seat=None, by_link=False, one_phone=False):
    stored = SimpleNamespace(setup=SimpleNamespace(one_phone=one_phone))
    return TablePlace(
        "x", stored, SimpleNamespace(tracker=SimpleNamespace(least_seats=2, most_seats=2)), role, own_seat, by_link
    )


def test_the_host_is_who_the_table_says_by_the_place_they_come_from():
    places = [place("host"), place("host", by_link=True), place("seat", 1), place("watch"), place("join")]
    assert [one.host for one in places] == ["opener", "link", 1, "", ""]
    for host, expected in (("opener", [1, 0, 0, 0, 0]), ("link", [0, 1, 0, 0, 0]), (1, [0, 0, 1, 0, 0]), ("", [0] * 5)):
        assert [one.is_host(table(host=host)) for one in places] == list(map(bool, expected))
    assert [one.may_read for one in (*places, place("offer"))] == [True, True, True, True, False, False]
    assert [one.may_play for one in (*places, place("host", one_phone=True))] == [
        False,
        False,
        True,
        False,
        False,
        True,
    ]


def test_the_links_that_are_shown_are_the_own_one_and_to_the_host_those_for_others():
    def kinds(here, host="opener"):
        return routes._own_kinds(here, table(host=host))

    assert kinds(place("host")) == ("join", "watch", "offer")
    assert kinds(place("host", one_phone=True)) == ("watch",)
    assert kinds(place("host", by_link=True), "link") == ("join", "watch", "offer", "host")
    assert kinds(place("seat", 1), 1) == ("join", "watch", "offer", "seat-1")
    assert kinds(place("seat", 1)) == ("seat-1",) and kinds(place("watch")) == ()


def test_a_table_that_was_removed_in_the_meantime_is_not_there(monkeypatch):
    def gone(*_):
        raise DocumentNotFound

    monkeypatch.setattr(table_places, "Tables", lambda store: SimpleNamespace(read=gone, act=gone))
    monkeypatch.setattr(table_places.session, "store", lambda: None)
    here = SimpleNamespace(stored=SimpleNamespace(id="x"), lesson=None)
    for call in (table_places.load_anew, lambda here: table_places.play(here, "", gone)):
        with pytest.raises(NotFound):
            call(here)


def test_names_are_hidden_at_a_finished_table_whose_address_asks_for_that(monkeypatch):
    monkeypatch.setattr(table_places, "without_names", lambda game, table: "sides")
    going, over = table(), table(result=OVER)
    for query, expected in (("", [going, over]), ("names=hidden", [going, "sides"]), ("names=x", [going, over])):
        with asked(query):
            assert [table_places.hide_names(place("watch"), one) for one in (going, over)] == expected


def test_a_stream_says_how_far_the_table_is_and_when_to_ask_again():
    assert streams.say_number(7) == b"retry: 3000\nid: 7\ndata: 7\n\n"


# As it stood before.


@pytest.mark.parametrize(
    ("number", "earlier", "later", "is_undone"),
    [(0, None, 2, False), (1, 0, 2, True), (2, 0, 5, False), (5, 2, None, False), (6, 5, None, True)],
)
def test_one_steps_among_the_positions_that_stand(number, earlier, later, is_undone):
    standing = [SimpleNamespace(event=event) for event in (5, 2, 0)]
    now = SimpleNamespace(table=SimpleNamespace(known_positions=lambda: standing, positions=lambda: standing))
    past = PastTable(now, number)
    past.__dict__["position"] = SimpleNamespace(event=number)
    assert (past.earlier, past.later, past.is_undone) == (earlier, later, is_undone)
    assert past.asked_players == "" and past.moves == 0


def test_dice_of_a_report_are_marked_where_it_says_which_faces_hit():
    thrown = _thrown({"die": [1, 2, 3], "hits_on": [3], "faces": [3, 1], "why": "Shot"})
    assert [(one.name, sorted(one.faces), one.tells) for one in thrown.throw.classes] == [
        ("hit", [3], "hit"),
        ("miss", [1, 2], "miss"),
    ]
    plain = _thrown({"die": [1, 2, 3], "hits_on": [], "faces": [3, 1], "why": "Roll"}).throw
    assert (plain.count, plain.die.name, plain.classes[1].tells) == (2, "d3", "")


# What an address and a form ask for.


def asked(query=""):
    return Flask(__name__).test_request_context(f"/?{query}")


def test_who_is_shown_what_by_which_place(monkeypatch):
    """On one phone the seat that acts is shown, where something is hidden only once it was asked for."""
    here = table(waiting=BOTH, events=(1, 2, 3))
    hidden = [False]
    monkeypatch.setattr(routes, "hides_something", lambda table: hidden[0])
    with asked("seat=1&shown=3"):
        assert routes._shown_seat(place("seat", 1), here) == (1, False)
        assert routes._shown_seat(place("seat", 1), table("Ann", "")) == (None, False)
        assert routes._shown_seat(place("watch"), here) == routes._shown_seat(place("host"), here) == (None, False)
    shown = {}
    for query in ("", "seat=1", "seat=1&shown=3", "seat=1&shown=2", "seat=2&shown=3"):
        for hidden[0] in (False, True):
            with asked(query):
                shown[query, hidden[0]] = routes._shown_seat(place("host", one_phone=True), here)
    assert shown == {
        ("", False): (0, False), ("", True): (None, True),
        ("seat=1", False): (1, False), ("seat=1", True): (None, True),
        ("seat=1&shown=3", False): (1, False), ("seat=1&shown=3", True): (1, False),
        ("seat=1&shown=2", False): (1, False), ("seat=1&shown=2", True): (None, True),
        ("seat=2&shown=3", False): (0, False), ("seat=2&shown=3", True): (None, True),
    }  # fmt: skip
    with asked():
        assert routes._shown_seat(place("host", one_phone=True), table(waiting=BOTH, result=OVER)) == (None, False)


def test_something_is_done_from_ones_own_seat_and_on_one_phone_from_that_which_acts():
    with asked("seat=1"):
        assert routes._seat_here(place("seat", 0), table(waiting=BOTH)) == 0
        assert routes._seat_here(place("host", one_phone=True), table(waiting=BOTH)) == 1
        assert routes._seat_here(place("host"), table(waiting=BOTH)) is None


def test_a_seats_link_is_free_until_somebody_sits_there_or_the_game_is_over():
    assert routes._is_free(place("seat", 1), table("Ann", "")) and not routes._is_free(
        place("seat", 0), table("Ann", "")
    )
    assert not routes._is_free(place("seat", 1), table("Ann", "", result=OVER))
    assert not routes._is_free(place("host"), table("", ""))


def test_a_code_is_handed_out_while_a_table_of_several_phones_goes_on(monkeypatch):
    monkeypatch.setattr(routes.table_links, "hand_out_code", lambda store, table_id: table_id)
    monkeypatch.setattr(routes.session, "store", lambda: None)
    for ended, one_phone, code in ((False, False, "x"), (True, False, None), (False, True, None), (True, True, None)):
        stored = SimpleNamespace(id="x", ended=ended, setup=SimpleNamespace(one_phone=one_phone))
        assert routes._code(SimpleNamespace(stored=stored)) == code


def test_a_game_is_given_up_from_ones_own_seat_and_on_one_phone_from_any_where_somebody_sits():
    def seats(here, **fields):
        shown = TablePage(GAME, table("Ann", "Ben", "", **fields), here.own_seat)
        return [one.number for one in routes._seats_to_give_up(here, shown)]

    assert seats(place("seat", 1)) == [1] and seats(place("seat", 2)) == [] == seats(place("watch"))
    assert seats(place("host", one_phone=True), setup=ONE_PHONE) == [0, 1]


def test_what_was_typed_comes_back_with_the_form_that_it_was_typed_in():
    form = {"faces": ["3", "4"], "text": ["Hello"], "sealed.spec": ["PMISAA"], "other": ["x"]}
    shown = {act: routes._typed(FormData({**form, "act": [act]})) for act in ("answer", "note", "seal", "move")}
    assert shown == {
        "answer": {"faces": "3 4"},
        "note": {"text": "Hello"},
        "seal": {"sealed_spec": "PMISAA"},
        "move": {},
    }
    assert routes._typed(FormData({"act": ["note"]})) == {"text": ""}


# Where phones reach the server.


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("localhost", True), ("LOCALHOST", True)]
    + [("192.168.5.6", False), ("0.0.0.0", False), ("table.example", False), ("", False)],
)  # fmt: skip
def test_which_host_is_this_machine_for_itself_alone(host, expected):
    assert addresses._is_loopback(host) is expected


@pytest.mark.parametrize(
    ("base", "port"),
    [("http://x:8080", 8080), ("http://x", 80), ("https://x", 443), ("https://x:80", 80)],
)
def test_the_port_is_that_of_the_address(base, port):
    with Flask(__name__).test_request_context("/", base_url=base):
        assert addresses._port() == port


@pytest.mark.parametrize(
    ("own", "expected"),
    [("10.1.2.3", "10.1.2.3"), ("127.0.0.1", ""), ("0.0.0.0", ""), (None, "")],
)
def test_this_machines_address_is_that_by_which_it_would_reach_another(monkeypatch, own, expected):
    class Asking(socket.socket):
        def connect(self, address):
            if own is None:
                raise OSError

        def getsockname(self):
            return (own, 5)

    monkeypatch.setattr(addresses.socket, "socket", Asking)
    assert addresses.network_address() == expected
    with Flask(__name__).test_request_context("/", base_url="http://localhost:5000"):
        assert addresses.serving_url() == (f"http://{expected}:5000/" if expected else "")


def test_only_a_port_on_which_something_listens_is_handed_out(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert addresses._answers("127.0.0.1", port)
    assert not addresses._answers("127.0.0.1", port)
    monkeypatch.setattr(addresses, "network_address", lambda: own[0])
    monkeypatch.setattr(addresses, "_answers", lambda address, port: own[1])
    monkeypatch.setattr(addresses.site_url, "shown_url", lambda path: f"{request.host_url.rstrip('/')}{path}")
    monkeypatch.setattr(addresses.site_url, "configured_url", lambda path: own[2])
    found = {}
    for own in (("10.1.2.3", True, ""), ("10.1.2.3", False, ""), ("", True, ""), ("10.1.2.3", True, "set")):
        for listens in ("5000", "22"):
            environ = {"SERVER_PORT": listens}
            with Flask(__name__).test_request_context("/", base_url="http://localhost:5000", environ_overrides=environ):
                found[(*own, listens)] = addresses.phone_url("/tables/x")
    assert {key: url for key, url in found.items() if url} == {
        ("10.1.2.3", True, "", "5000"): "http://10.1.2.3:5000/tables/x",
        ("10.1.2.3", True, "set", "5000"): "http://localhost:5000/tables/x",
        ("10.1.2.3", True, "set", "22"): "http://localhost:5000/tables/x",
    }
