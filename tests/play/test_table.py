"""What seats can do at a table, and how its log folds."""

from dataclasses import replace

import pytest

from companion.base.findings import InputError, InvalidInput
from companion.play import acts as play
from companion.play.log import MOST_EVENTS, Setup, TableEvent, public
from companion.play.table import StateLost, begin, extend, fold, settle, tracker_number
from companion.play.tracker import Correctable
from companion.verbs.log_words import log_entry
from tests.consent import corrected, finished
from tests.play.small_game import BROUGHT, Numbers, SmallGame, at_table, counted


@pytest.fixture
def opened():
    """A table where both have sealed a number, 2 and 5, which are open."""
    table = play.seal_choice(at_table(), BROUGHT, 0, {"number": 2})
    return play.seal_choice(table, BROUGHT, 1, {"number": 5})


def kinds(table, last=0):
    return [event.kind for event in table.events[-last:]]


def refused(act, *given):
    with pytest.raises(InvalidInput) as caught:
        act(*given)
    return str(caught.value)


def test_sealed_choices_are_opened_at_once_when_all_are_in(opened):
    assert kinds(opened, 3) == ["seal", "seal", "open"]
    assert opened.events[-1].cause == opened.events[-2].number
    assert opened.events[-1].seen == ("both numbers",)
    assert [one["secret"] for one in opened.events[-1].values["opened"]] == [{"number": 2}, {"number": 5}]


def test_a_sealed_choice_is_seen_by_its_seat_alone():
    table = play.seal_choice(at_table(), BROUGHT, 0, {"number": 2})
    sealed = table.events[-1]
    assert public(sealed, 0)["secret"] == {"number": 2}
    assert "secret" not in public(sealed, 1) and "secret" not in public(sealed, None)
    assert "state" not in public(sealed, 0) and public(sealed, 0, ended=True)["state"]
    assert table.view(0)["numbers"] == [2, False] and table.view(1)["numbers"] == [True, False]


def test_a_choice_that_cannot_be_read_or_is_not_owed_is_refused(opened):
    assert "a number from 1 to 6" in refused(play.seal_choice, at_table(), BROUGHT, 0, {"number": 7})
    assert "owes none" in refused(play.seal_choice, opened, BROUGHT, 0, {"number": 2})


def test_a_move_throws_what_follows_from_it(opened):
    table = play.move(opened, BROUGHT, 0, "throw", {})
    moved, thrown = table.events[-2:]
    assert (moved.kind, thrown.kind, thrown.cause, thrown.values["how"]) == ("move", "faces", moved.number, "thrown")
    assert table.state.die == thrown.values["faces"][0]
    assert [(owed.seat, owed.wants) for owed in table.waiting()] == [(1, "choice")]


def test_a_move_of_another_seat_is_refused(opened):
    assert "not this seat's turn" in refused(play.move, opened, BROUGHT, 1, "throw", {})
    assert "Throw the die" in refused(play.move, opened, BROUGHT, 0, "throw", {"twice": True})


def test_real_dice_are_waited_for_and_typed(opened):
    table = play.choose_dice(opened, BROUGHT, 0, "typed")
    table = play.move(table, BROUGHT, 0, "throw", {})
    assert [owed.wants for owed in table.waiting()] == ["faces"]
    assert "owes no dice" in refused(play.answer, table, BROUGHT, 1, [3])
    assert "1 to 6" in refused(play.answer, table, BROUGHT, 0, [7])
    table = play.answer(table, BROUGHT, 0, [4])
    assert table.state.die == 4 and table.events[-1].values["how"] == "typed"


def test_dice_that_are_owed_are_thrown_when_a_seat_takes_the_tables(opened):
    table = play.move(play.choose_dice(opened, BROUGHT, 0, "typed"), BROUGHT, 0, "throw", {})
    table = play.choose_dice(table, BROUGHT, 0, "thrown")
    assert kinds(table, 2) == ["dice", "faces"] and table.state.die


def test_undoing_dice_that_a_seat_left_to_the_table_lets_it_type_them_again(opened):
    owing = play.move(play.choose_dice(opened, BROUGHT, 0, "typed"), BROUGHT, 0, "throw", {})
    thrown = play.choose_dice(owing, BROUGHT, 0, "thrown")
    back = play.agree(play.undo(thrown, BROUGHT, 0), BROUGHT, 1)
    assert back.state == owing.state and back.seats[0].dice == "typed"
    assert fold(back.setup, SmallGame, back.events).seats == back.seats
    assert play.answer(back, BROUGHT, 0, [4]).state.die == 4
    assert play.redo(back, BROUGHT, 0).state == thrown.state


def test_who_is_put_back_to_owed_dice_types_them_or_has_them_thrown_at_once(opened):
    owing = play.move(play.choose_dice(opened, BROUGHT, 0, "typed"), BROUGHT, 0, "throw", {})
    left = play.choose_dice(play.answer(owing, BROUGHT, 0, [4]), BROUGHT, 0, "thrown")
    back = play.undo(left, BROUGHT, 0)
    assert back.state == owing.state and back.seats[0].dice == "typed"
    assert fold(back.setup, SmallGame, back.events).seats == back.seats
    assert play.choose_dice(back, BROUGHT, 1, "typed").state == owing.state
    assert play.answer(back, BROUGHT, 0, [3]).state.die == 3
    thrown = play.choose_dice(back, BROUGHT, 0, "thrown")
    assert kinds(thrown, 2) == ["dice", "faces"] and thrown.state.die


def test_a_choice_that_was_undone_is_opened_at_the_end_and_the_log_says_so(opened):
    back = play.undo(play.seal_choice(at_table(), BROUGHT, 1, {"number": 5}), BROUGHT, 1)
    table = play.seal_choice(play.seal_choice(back, BROUGHT, 1, {"number": 6}), BROUGHT, 0, {"number": 1})
    ended = play.concede(table, BROUGHT, 0)
    assert [one["secret"]["number"] for one in ended.events[-1].values["opened"]] == [5]
    words = log_entry(ended, None, len(ended.events)).text
    assert words == "The game is over. Ann gave up. Also opened: an earlier choice of Ben that was undone (#3, 5)."
    usual = play.concede(opened, BROUGHT, 0)
    assert "Also opened" not in log_entry(usual, None, len(usual.events)).text


def test_a_reaction_after_the_dice_is_an_owned_choice(opened):
    table = play.move(opened, BROUGHT, 0, "throw", {})
    assert "owes no dice and no choice" in refused(play.answer, table, BROUGHT, 0, [1])
    again = play.answer(table, BROUGHT, 1, [2])
    assert kinds(again, 2) == ["faces", "faces"]
    assert again.events[-2].values == {"why": "Have it thrown again?", "faces": [2], "how": "chosen"}


def test_who_undoes_their_own_move_before_any_dice_asks_nobody(opened):
    table = play.move(play.choose_dice(opened, BROUGHT, 0, "typed"), BROUGHT, 0, "throw", {})
    back = play.undo(table, BROUGHT, 0)
    assert back.state == opened.state and back.proposal is None
    assert back.events[-1].values == {"to": 5, "undone": [7]}
    assert play.redo(back, BROUGHT, 0).state == table.state


def test_a_typed_die_is_undone_by_who_typed_it(opened):
    table = play.move(play.choose_dice(opened, BROUGHT, 0, "typed"), BROUGHT, 0, "throw", {})
    typed = play.answer(table, BROUGHT, 0, [4])
    assert play.undo(typed, BROUGHT, 0).state == table.state
    assert play.undo(typed, BROUGHT, 1).proposal


def test_a_throw_is_undone_when_the_other_agrees(opened):
    table = play.move(opened, BROUGHT, 0, "throw", {})
    asking = play.undo(table, BROUGHT, 0)
    assert asking.proposal and asking.state == table.state
    assert "no other seat has asked" in refused(play.agree, asking, BROUGHT, 0)
    assert play.refuse(asking, BROUGHT, 1).proposal is None
    back = play.agree(asking, BROUGHT, 1)
    assert back.state == opened.state
    assert play.redo(back, BROUGHT, 0).state == table.state
    assert "Ann to do it again" in refused(play.redo, back, BROUGHT, 1)


def test_all_moves_after_an_event_are_undone_at_once(opened):
    table = play.choose_dice(opened, BROUGHT, 0, "typed")
    table = counted(counted(table, 0, 1), 0, 2)
    back = play.undo(table, BROUGHT, 0, 5)
    assert back.state == opened.state and back.events[-1].values == {"to": 5, "undone": [7, 8]}
    assert play.redo(back, BROUGHT, 0).state == table.state
    assert fold(back.setup, SmallGame, back.events).state == opened.state


def test_going_back_past_dice_another_seat_or_a_reveal_needs_the_others(opened):
    thrown = counted(play.move(opened, BROUGHT, 0, "throw", {}), 0, 1)
    asked = play.undo(thrown, BROUGHT, 0, 5)
    assert asked.proposal.values == {"to": 5, "moves": 2}
    assert play.agree(asked, BROUGHT, 1).state == opened.state
    assert play.undo(thrown, BROUGHT, 0, 6).proposal is None  # the middle of a move is its end
    start = play.agree(play.undo(thrown, BROUGHT, 0, 0), BROUGHT, 1)
    assert start.state == Numbers() and start.events[-1].seen == ("both numbers",) and not start.undone


@pytest.mark.parametrize("to", [-1, 1, 6, 99])
def test_what_does_not_stand_is_not_gone_back_to(opened, to):
    back = play.undo(counted(opened, 0, 1), BROUGHT, 0)
    assert "still stands" in refused(play.undo, back, BROUGHT, 0, to)


def test_a_throw_that_is_made_anew_falls_anew(opened):
    faces = set()
    table = opened
    for _ in range(30):
        thrown = play.move(table, BROUGHT, 0, "throw", {})
        faces.add(thrown.state.die)
        table = play.agree(play.undo(thrown, BROUGHT, 0), BROUGHT, 1)
    assert len(faces) > 3


def test_past_something_that_was_shown_there_is_no_redo(opened):
    back = play.agree(play.undo(opened, BROUGHT, 1), BROUGHT, 0)
    assert back.events[-1].seen == ("both numbers",)
    assert back.state.numbers == (2, 0) and not back.state.opened
    assert "showed something hidden" in refused(play.redo, back, BROUGHT, 1)


def test_a_new_move_ends_what_could_be_done_again(opened):
    typed = play.choose_dice(opened, BROUGHT, 0, "typed")
    back = play.undo(play.move(typed, BROUGHT, 0, "throw", {}), BROUGHT, 0)
    table = counted(back, 1, 3)
    assert "nothing was undone" in refused(play.redo, table, BROUGHT, 0)


def test_what_was_undone_under_other_rulings_is_not_done_again(opened):
    typed = play.choose_dice(opened, BROUGHT, 0, "typed")
    back = play.undo(play.move(typed, BROUGHT, 0, "throw", {}), BROUGHT, 0)
    table = play.agree(play.propose(back, BROUGHT, 0, "rulings", {"rulings": {"best": "low"}}), BROUGHT, 1)
    assert table.rulings == {"best": "low"}
    assert "nothing was undone" in refused(play.redo, table, BROUGHT, 0)


class ThrowAfterThrow(SmallGame):
    """The small game without an end; a die that is owed by one ruling cannot be thrown by another."""

    def apply(self, state, event):
        return super().apply(state, event).model_copy(update={"over": False, "points": (0, len(self.rulings))})

    def waiting(self, state):
        assert not state.owed or state.points == (0, len(self.rulings))
        return super().waiting(state)


@pytest.mark.parametrize("asked", ["the last answer", "the throw"])
def test_an_undo_past_a_change_of_rulings_takes_back_the_whole_roll(asked):
    table = replace(at_table(one_phone=True), make=ThrowAfterThrow, tracker=ThrowAfterThrow({}))
    for seat, number in enumerate((2, 5)):
        table = play.seal_choice(play.choose_dice(table, BROUGHT, seat, "typed"), BROUGHT, seat, {"number": number})
    thrown = play.move(table, BROUGHT, 0, "throw", {})
    move = thrown.events[-1].number
    table = play.answer(play.answer(thrown, BROUGHT, 0, [4]), BROUGHT, 1, [1])
    to = None if asked == "the last answer" else move
    table = play.propose(table, BROUGHT, 0, "rulings", {"rulings": {"best": "low"}})
    back = play.undo(table, BROUGHT, 1, to)
    assert back.events[-1].values["undone"] == [move, move + 1, move + 2]
    assert [owed.wants for owed in back.waiting()] == ["move"]
    assert play.undo(play.move(back, BROUGHT, 0, "throw", {}), BROUGHT, 0).state.owed == ""


def test_with_one_phone_nobody_is_asked():
    table = play.seal_choice(at_table(one_phone=True), BROUGHT, 0, {"number": 2})
    table = play.move(play.seal_choice(table, BROUGHT, 1, {"number": 5}), BROUGHT, 0, "throw", {})
    assert play.undo(table, BROUGHT, 1).proposal is None


def test_a_correction_has_bounds(opened):
    assert corrected(opened, BROUGHT, 0, "points_1", "9").state.points == (0, 9)
    assert corrected(opened, BROUGHT, 0, "points_1", "0").state.points == (0, 0)
    for past in (-1, 10):
        assert "0 to 9" in refused(play.correct, opened, BROUGHT, 0, "points_1", past)
    assert "points_0 or points_1" in refused(play.correct, opened, BROUGHT, 0, "hull", 1)


def test_a_draw_needs_everybody(opened):
    asked = play.propose(opened, BROUGHT, 0, "draw", {})
    assert "an answer to Ann first" in refused(play.propose, asked, BROUGHT, 1, "draw", {})
    drawn = play.agree(asked, BROUGHT, 1)
    assert drawn.result and drawn.result.winners == ()
    assert drawn.events[-1].values["seed"] == BROUGHT.seed.hex()


def test_a_ruling_changes_when_all_agree(opened):
    asked = play.propose(opened, BROUGHT, 1, "rulings", {"rulings": {"best": "low"}})
    assert asked.tracker.rulings == {}
    changed = play.agree(asked, BROUGHT, 0)
    assert changed.tracker.rulings == {"best": "low"}
    assert fold(changed.setup, SmallGame, changed.events).tracker.rulings == {"best": "low"}


def test_rulings_as_they_are_and_while_dice_are_owed_are_not_asked_for(opened):
    changed = play.agree(play.propose(opened, BROUGHT, 1, "rulings", {"rulings": {"best": "low"}}), BROUGHT, 0)
    assert changed.events[-1].values["before"] == {"best": ""}
    assert "in use" in refused(play.propose, changed, BROUGHT, 0, "rulings", {"rulings": {"best": "low"}})
    owing = play.move(opened, BROUGHT, 0, "throw", {})
    assert "owed first" in refused(play.propose, owing, BROUGHT, 0, "rulings", {"rulings": {"best": "low"}})


class Silent(SmallGame):
    """The small game, where every die rests on what is the better one."""

    def rulings_used(self, before, event, after):
        return ("best",) if event.kind == "faces" else ()


def test_a_ruling_is_named_by_the_first_event_that_it_decides(opened):
    setup = opened.setup.model_copy(update={"rulings": {"best": "high"}})
    table = play.move(fold(setup, Silent, opened.events), BROUGHT, 0, "throw", {})
    assert [event.rulings for event in table.events[-2:]] == [{}, {"best": "high"}]
    again = play.answer(table, BROUGHT, 1, [2])
    assert [event.rulings for event in again.events[-2:]] == [{}, {}]
    assert fold(setup, Silent, again.events).decided == again.decided == {"best"}


def test_a_second_change_of_rulings_leaves_the_first(opened):
    table = opened
    for rulings in ({"best": "low"}, {"ties": "again"}):
        table = play.agree(play.propose(table, BROUGHT, 1, "rulings", {"rulings": rulings}), BROUGHT, 0)
    assert table.tracker.rulings == table.rulings == {"best": "low", "ties": "again"}
    assert fold(table.setup, SmallGame, table.events).rulings == table.rulings


def test_rulings_that_the_game_cannot_be_played_under_are_not_asked_for():
    def make(rulings):
        if "best" in rulings:
            raise InvalidInput(InputError("options.dice", "nothing", "how many dice there are"))
        return SmallGame(rulings)

    table = begin(at_table().setup, make)
    assert "how many dice" in refused(play.propose, table, BROUGHT, 0, "rulings", {"rulings": {"best": "low"}})
    assert table.proposal is None


@pytest.mark.parametrize("typed", ["--5", "5-", "\u0663", "9" * 5000, True, 4.5, None, [5], "", "10", "-1"])
def test_what_is_no_number_within_the_bounds_is_refused(opened, typed):
    assert "points_0" in refused(play.correct, opened, BROUGHT, 0, "points_0", typed)


def test_a_log_is_followed_where_it_leads_to_its_last_state_whatever_one_between_says(opened):
    table = play.move(opened, BROUGHT, 0, "throw", {})
    (*_, between, last) = [place for place, event in enumerate(table.events) if event.state]

    def follow(place):
        other = table.events[place].model_copy(update={"state": "0" * 64})
        return fold(table.setup, table.make, (*table.events[:place], other, *table.events[place + 1 :])).state

    assert follow(between) == table.state
    with pytest.raises(StateLost):
        follow(last)


@pytest.mark.parametrize(
    ("bounds", "within", "past", "said"),
    [
        ({}, (0, 10**9 - 1), (-1, 10**9), "a whole number from 0."),
        ({"least": -3}, (-3, 0, 10**9 - 1), (-4, 10**9), "a whole number from -3."),
        ({"least": 2, "most": 5}, (2, 5), (1, 6), "a whole number from 2 to 5."),
        ({"most": 0}, (0,), (-1, 1), "a whole number from 0 to 0."),
    ],
)
def test_a_value_is_read_up_to_the_bounds_that_it_has(bounds, within, past, said):
    points = Correctable(field="points", label="Points", value=2, **bounds)
    assert [points.read(f" {one} ") for one in within] == list(within)
    for one in past:
        assert said in refused(points.read, one)


def test_one_of_several_values_is_read_as_text():
    phase = Correctable(field="phase", label="Phase", value="build", choices=("build", "move"))
    assert phase.read("move") == "move"
    assert refused(phase.read, "fly") == "phase: found 'fly', expected one of build, move."


def test_who_gives_up_loses_and_nothing_can_be_done_after_the_end(opened):
    over = play.concede(opened, BROUGHT, 0)
    assert over.result and over.result.winners == (1,) and over.result.why == "Ann gave up."
    assert over.waiting() == ()
    for act in (play.undo, play.redo, play.concede, play.finish):
        assert "has ended" in refused(act, over, BROUGHT, 1)


def test_a_game_ends_when_somebody_says_so_so_that_the_last_throw_can_be_undone(opened):
    assert "to have ended" in refused(play.finish, opened, BROUGHT, 0)
    table = play.move(play.choose_dice(opened, BROUGHT, 0, "typed"), BROUGHT, 0, "throw", {})
    table = play.answer(play.answer(table, BROUGHT, 0, [6]), BROUGHT, 1, [1])
    assert table.waiting() == () and table.result is None
    over = finished(table, BROUGHT)
    assert over.result and (over.result.winners, over.result.why) == ((1,), "The die shows 6.")


def test_a_seat_is_taken_once_and_may_be_freed():
    table = at_table()
    assert "Ann sits there" in refused(play.sit, table, BROUGHT, 0, "Cid", "ff")
    freed = play.leave(table, BROUGHT, 0)
    assert play.sit(freed, BROUGHT, 0, "Cid", "ff").seats[0].name == "Cid"


def test_a_table_is_full_at_its_last_event(opened):
    events = [*opened.events, *(note(n) for n in range(len(opened.events) + 1, MOST_EVENTS + 1))]
    full = fold(opened.setup, SmallGame, events)
    assert "10,000 events" in refused(play.move, full, BROUGHT, 0, "throw", {})
    assert play.concede(full, BROUGHT, 0).result


def note(number):
    return TableEvent(number=number, kind="note", seat=0, values={"text": "hm"})


def test_the_log_folds_to_the_same_table(opened):
    table = play.move(opened, BROUGHT, 0, "throw", {})
    table = play.agree(play.undo(table, BROUGHT, 0), BROUGHT, 1)
    table = play.redo(table, BROUGHT, 0)
    table = counted(play.note(table, BROUGHT, 1, "well"), 0, 2)
    stored = [TableEvent.model_validate_json(event.model_dump_json()) for event in table.events]
    again = fold(Setup.model_validate_json(table.setup.model_dump_json()), SmallGame, stored)
    assert (again.state, again.seats, again.events) == (table.state, table.seats, table.events)
    assert isinstance(again.state, Numbers)


@pytest.mark.parametrize(
    ("text", "is_read"), [("", False), (" ", False), ("a", True), ("a" * 400, True), ("a" * 401, False)]
)
def test_a_note_has_bounds(text, is_read):
    if is_read:
        assert play.note(at_table(), BROUGHT, None, text).events[-1].values == {"text": text}
    else:
        assert "from 1 to 400" in refused(play.note, at_table(), BROUGHT, None, text)


def test_what_is_done_again_while_others_are_asked_leaves_nothing_to_agree_to(opened):
    undone = play.undo(counted(opened, 0, 3), BROUGHT, 0)
    asked = play.undo(undone, BROUGHT, 1)
    again = play.redo(asked, BROUGHT, 0)
    assert asked.proposal and again.proposal is None
    assert "no other seat has asked" in refused(play.agree, again, BROUGHT, 0)


def test_a_seat_is_not_left_after_the_end(opened):
    assert "ended" in refused(play.leave, play.concede(opened, BROUGHT, 0), BROUGHT, 1)


def test_who_gives_up_without_a_name_is_named_by_the_seat(opened):
    assert play.concede(play.leave(opened, BROUGHT, 1), BROUGHT, 1).result.why == "Seat 2 gave up."


def test_each_event_is_followed_by_the_rulings_that_were_in_force_at_it(opened):
    assert all(opened.tracker_at(number) is opened.tracker for number in (0, 5))
    table, notes = opened, []
    for rulings in ({"best": "low"}, {"ties": "again"}, {"best": "high"}):
        table = play.note(table, BROUGHT, 0, "Shall we?")
        table = play.agree(play.propose(table, BROUGHT, 1, "rulings", {"rulings": rulings}), BROUGHT, 0)
        notes.append(len(table.events))
    assert [table.events[number - 1].kind for number in notes] == ["note"] * 3
    first, second, third = {"best": "low"}, {"best": "low", "ties": "again"}, {"best": "high", "ties": "again"}
    expected = [(0, {}), (5, {}), (notes[0] - 1, {}), (notes[0], first), (notes[1] - 1, first), (notes[1], second)]
    expected += [(notes[2] - 1, second), (notes[2], third), (notes[2] + 1, third)]
    for one in (table, fold(table.setup, SmallGame, table.events)):
        assert [(number, one.tracker_at(number).rulings) for number, _ in expected] == expected
        assert one.tracker_at(5) is one.tracker_at(0) is not one.tracker_at(notes[0])


def test_the_name_of_a_seat_is_that_of_who_sits_there_or_sat_there_last():
    table = at_table(seats=3)
    assert [table.last_name(seat) for seat in (0, 1, 2)] == ["Ann", "Ben", "Seat 3"]
    table = play.leave(table, BROUGHT, 1)
    assert table.last_name(1) == "Ben"
    table = play.sit(table, BROUGHT, 1, "Cid", "cc")
    assert table.last_name(1) == "Cid" == play.leave(table, BROUGHT, 1).last_name(1)


@pytest.mark.parametrize(
    ("states", "number"), [([], 1), ([{"tracker": 3}], 3), ([{"tracker": 3}, {"tracker": 4}], 4),
                           ([{"tracker": "3"}], 1), ([{"tracker": 3}, {}], 3)],
)  # fmt: skip
def test_a_game_is_played_by_the_tracker_of_its_setup_or_of_its_last_state(opened, states, number):
    events = [TableEvent(number=n, kind="state", values=values) for n, values in enumerate(states, 1)]
    after = TableEvent(number=9, kind="note", values={"text": "hm", "tracker": 7})
    assert tracker_number(opened.setup, (*events, after)) == number


def test_an_undo_a_redo_and_all_between_say_the_same_of_moves(opened):
    table = play.choose_dice(opened, BROUGHT, 0, "typed")
    for points in (1, 2, 3):
        table = counted(table, 0, points)
    assert [event.number for event in table.last_move()] == [9]
    since = {number: [event.number for event in table.moves_since(number)] for number in (0, 5, 7, 8, 9)}
    assert since == {0: [9, 8, 7, 5, 4, 3], 5: [9, 8, 7], 7: [9, 8], 8: [9], 9: []}
    back = play.undo(table, BROUGHT, 0, 7)
    assert [event.number for event in back.last_move()] == [7] and back.moves_since(7) == ()
    assert [position.event for position in back.positions()] == [7, 5, 4, 3, 0]
    assert [event.number for event in play.redo(back, BROUGHT, 0).moves_since(7)] == [9, 8]


@pytest.mark.parametrize("settings", [{}, {"one_phone": True}])
def test_events_are_numbered_by_their_place_and_name_an_earlier_one_as_their_cause(settings):
    table = play.seal_choice(
        play.seal_choice(at_table(**settings), BROUGHT, 0, {"number": 2}), BROUGHT, 1, {"number": 5}
    )
    table = play.undo(play.answer(play.move(table, BROUGHT, 0, "throw", {}), BROUGHT, 1, [2]), BROUGHT, 1)
    assert [event.number for event in table.events] == list(range(1, len(table.events) + 1))
    assert all(event.cause is None or event.cause < event.number for event in table.events)
    assert {table.root(event.number).cause for event in table.events} == {None}


def test_a_table_settles_where_its_state_is_known(opened):
    table = play.undo(counted(opened, 0, 1), BROUGHT, 0)
    assert settle(table) is table and table.undone
    whole, part = (settle(fold(table.setup, SmallGame, table.events), is_whole) for is_whole in (True, False))
    assert (whole.since, len(whole.undone)) == (0, 1)
    assert (part.since, part.undone, part.state) == (5, (), table.state)
    again = play.undo(counted(part, 0, 2), BROUGHT, 0)
    assert settle(again, whole=False) is again and again.undone
    assert "no move stands" in refused(play.undo, again, BROUGHT, 0)
    start = at_table()
    assert settle(start, whole=False) is start


def test_a_table_of_which_no_state_is_known_is_settled_as_its_log_alone(opened):
    last = opened.events[-1].model_copy(update={"state": "0" * 64})
    lost = settle(fold(opened.setup, SmallGame, (*opened.events[:-1], last)))
    assert lost.is_lost and settle(lost) is lost and lost.owed() == ()
    stored = {4: list(opened.positions())[1].state.model_dump(mode="json")}
    known = settle(extend(begin(opened.setup, SmallGame), (*opened.events[:-1], last), stored))
    assert (known.is_lost, known.since, known.state.numbers) == (False, 4, (2, 5))
