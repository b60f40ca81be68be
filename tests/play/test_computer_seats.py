"""The computer in seats of a table: nobody asks its consent, undo takes back what it did, and its games verify."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as, to_document
from companion.games import game as find_game
from companion.limits import budget
from companion.limits.budget import Budget, Limits, OverBudget, ReaderGone
from companion.limits.heavy_slots import HeavySlots, busy
from companion.play import acts as play
from companion.play.log import OF_GAME
from companion.play.new_events import Brought
from companion.play.table import Position
from companion.verbs import opponents
from companion.verbs.costly_moves import LEAST_COST, review
from companion.verbs.hints import find_hint
from companion.verbs.table_checks import verify_answer
from companion.verbs.table_files import TableFile
from companion.verbs.tables import export, open_table, set_up
from tests.consent import finished

SEED = bytes(range(32))
BROUGHT = Brought(SEED, "2026-11-29T20:00:00Z")
NUMBER = "00112233445566778899aabbccddee01"
"""What the computer adds to the dice here; one drawn anew would play another game each time."""
SEATS = {"mechalyte": 2, "mecha-mettle": 2, "wreck-a-mech": 4}
REASON = re.compile(
    r"(|As good as its next best choice: its position is then \d+ of 100\."
    r"|(Clearly its best choice|Its best choice by a little): its position is then \d+ of 100, with the next best \d+\.)"
)
MOST_ACTS = 400


def opened(slug, seats=None, **fields):
    game = find_game(slug)
    return open_table(game, set_up(game, SEED, {"seats": seats or SEATS[slug], **fields}))


def solo(slug, strength="easy", **fields):
    """Return a table at which Ann has the first seat, and the computer the others."""
    table = play.sit(opened(slug, **fields), BROUGHT, 0, "Ann", "0123456789abcdef")
    for seat in range(1, len(table.seats)):
        table = play.seat_computer(table, BROUGHT, "opener", seat, strength, NUMBER)
    return opponents.play_computers(table, BROUGHT)


def solo_with_records(slug):
    """Return a table with record sheets at which Ann and the computer have builds and the battle has begun."""
    game = find_game(slug)
    build = to_document(next(iter(game.examples.values())))
    table = play.sit(opened(slug, 2), BROUGHT, 0, "Ann", "0123456789abcdef")
    table = play.seat_computer(table, BROUGHT, "opener", 1, "fair", NUMBER)
    for name, values in (("build", {"build": build}), ("begin", {})):
        table = opponents.play_computers(play.move(table, BROUGHT, 0, name, values), BROUGHT)
    return table


def file_of(table):
    return read_as(TableFile, export(table, None))


def owed_by_ann(table):
    return next(one for one in table.waiting() if one.seat == 0)


def acted(table):
    """Return a table after the first thing that Ann may do, before the computer has answered."""
    owed = owed_by_ann(table)
    if owed.wants == "seal":
        secret = table.tracker.sensible_secret(table.view(0), 0, lambda below: 0)
        return play.seal_choice(table, BROUGHT, 0, secret)
    if owed.wants == "choice":
        return play.answer(table, BROUGHT, 0, [1])
    # The last move ends a phase or a turn: a game of them alone is short.
    move = table.tracker.moves(table.view(0), 0)[-1]
    return play.move(table, BROUGHT, 0, move.name, move.values)


@cache
def evening(slug):
    """Return each table of a whole game against the computer, one for each act of Ann and what followed from it."""
    tables = [solo(slug)]
    while tables[-1].tracker.result(tables[-1].state) is None and len(tables) < MOST_ACTS:
        tables.append(opponents.play_computers(acted(tables[-1]), BROUGHT))
    return tables


@pytest.fixture(params=SEATS)
def tables(request):
    return evening(request.param)


def test_a_game_against_the_computer_ends_and_its_log_is_right(tables):
    over = finished(tables[-1], BROUGHT)
    assert over.result is not None
    assert not verify_answer(file_of(over))["wrong"]


def test_the_reason_of_a_person_is_no_part_of_a_right_log():
    over = finished(evening("mechalyte")[-1], BROUGHT)
    own = next(event for event in over.events if event.kind == "move" and event.seat == 0)
    events = [one if one is not own else one.model_copy(update={"reason": "Because."}) for one in over.events]
    wrong = verify_answer(file_of(replace(over, events=tuple(events))))["wrong"]
    assert own.number in [one["number"] for one in wrong]


def test_reasons_name_no_card_and_no_other_move(tables):
    reasons = {event.reason for event in tables[-1].events}
    assert len(reasons) > 1
    assert all(map(REASON.fullmatch, reasons))


def test_a_person_sees_nothing_that_is_hidden_while_the_computer_plays(tables):
    for table in tables:
        for pick in (lambda below: 0, lambda below: below - 1):
            other = table.tracker.resample(table.state, 0, pick)
            assert table.tracker.view(other, 0) == table.view(0)


def test_an_undo_takes_back_ones_own_move_with_all_that_the_computer_did(tables):
    before, after = next(
        (one, later)
        for one, later in zip(tables, tables[1:], strict=False)
        if owed_by_ann(one).wants == "move" and _has_computer_acted(one, later)
    )
    undone = play.undo(after, BROUGHT, 0)
    assert undone.proposal is None
    assert [one for one in undone.events[len(after.events) :] if one.kind == "undo"][0].values["to"] == (
        before.position.event
    )
    assert owed_by_ann(undone).wants == "move"


def _has_computer_acted(before, after):
    return any(one.seat and one.cause is None and one.kind in OF_GAME for one in after.events[len(before.events) :])


@pytest.mark.parametrize("what", ["draw", "pause"])
def test_the_computer_is_never_asked(what):
    table = play.propose(solo("mechalyte"), BROUGHT, 0, what, {})
    assert table.proposal is None
    assert table.result is not None if what == "draw" else table.is_paused


def test_a_paused_table_waits_for_nobody_and_goes_on_after_it():
    table = solo("mechalyte")
    paused = play.propose(table, BROUGHT, 0, "pause", {})
    assert opponents.play_computers(paused, BROUGHT) is paused
    assert opponents.play_computers(play.resume(paused, BROUGHT, 0), BROUGHT).waiting() == table.waiting()


def test_computers_have_names_of_their_own():
    assert [one.name for one in solo("wreck-a-mech").seats] == [
        "Ann",
        "Computer (easy)",
        "Computer 2 (easy)",
        "Computer 3 (easy)",
    ]


def test_the_computer_waits_for_a_person():
    table = opened("mechalyte")
    for seat in (0, 1):
        table = opponents.sit_down(table, BROUGHT, "opener", seat, "easy")
    assert opponents.play_computers(table, BROUGHT) is table


def test_two_persons_and_a_computer_agree_without_it():
    table = play.sit(opened("wreck-a-mech", seats=3), BROUGHT, 0, "Ann", "0123456789abcdef")
    table = opponents.sit_down(table, BROUGHT, "opener", 1, "easy")
    table = play.sit(table, BROUGHT, 2, "Ben", "0123456789abcdef")
    asked = play.propose(table, BROUGHT, 0, "draw", {})
    assert asked.proposal
    assert play.agree(asked, BROUGHT, 2).result


@pytest.mark.parametrize(
    ("slug", "fields", "by", "seat", "strength", "words"),
    [
        ("mechalyte", {}, 0, 1, "easy", "host"),
        ("mechalyte", {}, "opener", 0, "easy", "still empty"),
        ("mechalyte", {}, "opener", 1, "clever", "easy"),
        ("mechalyte", {"by_hand": True}, "opener", 1, "easy", "whose cards the app holds"),
        ("wreck-a-mech", {"options": {"cards": "on-your-table"}}, "opener", 1, "easy", "sees no cards on yours"),
        ("mecha-mettle", {"options": {"cards": "on-your-table"}}, "opener", 1, "easy", "sees no cards on yours"),
    ],
)
def test_where_the_computer_cannot_sit_down_it_says_why(slug, fields, by, seat, strength, words):
    table = play.sit(opened(slug, seats=2, **fields), BROUGHT, 0, "Ann", "0123456789abcdef")
    with pytest.raises(InvalidInput, match=words):
        opponents.sit_down(table, BROUGHT, by, seat, strength)


# What its search may cost.


def test_out_of_time_it_moves_all_the_same_and_says_so(monkeypatch):
    monkeypatch.setattr(opponents, "SECONDS", 0.0)
    table = solo("mecha-mettle", "fair")
    while not any(one.reason for one in table.events):
        table = opponents.play_computers(acted(table), BROUGHT)
    assert all("It stopped searching early" in one.reason for one in table.events if one.reason)


def test_without_a_turn_of_its_own_it_leaves_the_table_to_be_gone_on_with(monkeypatch):
    def is_busy():
        raise busy()

    before = next(one for one in evening("mechalyte") if owed_by_ann(one).wants == "move")
    mine = play.move(before, BROUGHT, 0, "begin", {"who": 1})
    with monkeypatch.context() as patched:
        patched.setattr(budget, "check", is_busy)
        waiting = opponents.play_computers(mine, BROUGHT)
    assert waiting.events == mine.events
    assert opponents.owed_by_computer(waiting)
    assert len(opponents.play_computers(waiting, BROUGHT).events) > len(mine.events)


def test_a_card_that_makes_its_search_fail_takes_nothing_from_the_person(monkeypatch, caplog):
    before = next(one for one in evening("wreck-a-mech") if opponents.owed_by_computer(acted(one)))
    mine = acted(before)
    with monkeypatch.context() as patched:
        patched.setattr(type(mine.tracker), "worth", lambda *_: 1 / 0)
        assert opponents.play_computers(mine, BROUGHT) == mine
    assert "cannot decide at a table of wreck-a-mech" in caplog.text and "ZeroDivisionError" in caplog.text
    assert not opponents.owed_by_computer(opponents.play_computers(mine, BROUGHT))


def test_searches_at_several_tables_take_turns(monkeypatch):
    slots, under_way, check = HeavySlots(1), [], budget.check
    mine = [acted(one) for one in evening("mecha-mettle")[:-1]]
    tables = [one for one in mine if (owed := opponents.owed_by_computer(one)) and owed.wants == "move"][:3]

    def noted():
        check()
        under_way.append(slots.answers.state()[0])

    def search(table):
        with Budget(Limits(), slots, visitor=table.position.event).running():
            return opponents.play_computers(table, BROUGHT)

    monkeypatch.setattr(budget, "FREE", 0.0)
    monkeypatch.setattr(budget, "check", noted)
    with ThreadPoolExecutor(len(tables)) as threads:
        after = list(threads.map(search, tables))
    assert set(under_way) == {1}
    assert not any(map(opponents.owed_by_computer, after))
    assert slots.answers.state() == (0, 0)


# Hints, and what cost most.


def test_a_hint_rests_on_what_the_seat_sees_alone(tables):
    for table in [one for one in tables if one.waiting()][:12]:
        hint = find_hint(table, 0)
        other = table.tracker.resample(table.state, 0, lambda below: below - 1)
        elsewhere = replace(table, position=Position(other, table.position.event, table.position.before))
        assert find_hint(elsewhere, 0) == hint
        assert find_hint(table, 0) == hint


def test_a_hinted_move_can_be_made(tables):
    table = next(one for one in tables if owed_by_ann(one).wants == "move")
    best, *others = find_hint(table, 0).choices
    assert all(best.worth >= one.worth for one in others)
    assert play.move(table, BROUGHT, 0, best.move.name, best.move.values).position.event > table.position.event


def test_among_people_hints_need_all_to_agree_once():
    table = play.sit(opened("mechalyte"), BROUGHT, 0, "Ann", "0123456789abcdef")
    table = play.sit(table, BROUGHT, 1, "Ben", "0123456789abcdef")
    with pytest.raises(InvalidInput, match="agree to hints"):
        find_hint(table, 0)
    asked = play.propose(table, BROUGHT, 0, "hints", {})
    assert not asked.has_hints
    agreed = play.agree(asked, BROUGHT, 1)
    assert agreed.has_hints
    assert find_hint(agreed, 0).is_sealed
    assert find_hint(agreed, 1).is_sealed
    with pytest.raises(InvalidInput, match="on already"):
        play.propose(agreed, BROUGHT, 1, "hints", {})


def test_among_people_at_record_sheets_hints_can_be_agreed_on():
    table = opened("techniconica", 2)
    for seat, name in enumerate(("Ann", "Ben")):
        table = play.sit(table, BROUGHT, seat, name, "0123456789abcdef")
    table = play.agree(play.propose(table, BROUGHT, 0, "hints", {}), BROUGHT, 1)
    assert table.has_hints


def test_the_computer_sits_down_in_a_pause_and_brings_its_build_after_it():
    game = find_game("techniconica")
    build = to_document(next(iter(game.examples.values())))
    table = play.sit(opened("techniconica", 2), BROUGHT, 0, "Ann", "0123456789abcdef")
    table = play.move(table, BROUGHT, 0, "build", {"build": build})
    table = play.propose(table, BROUGHT, 0, "pause", {})
    assert table.is_paused
    table = opponents.play_computers(opponents.sit_down(table, BROUGHT, "opener", 1, "easy"), BROUGHT)
    assert table.state.builds[1] is None
    table = opponents.play_computers(play.resume(table, BROUGHT, 0), BROUGHT)
    assert table.state.builds[1]


@pytest.mark.parametrize("error", [OverBudget(), ReaderGone(), busy()])
def test_what_a_person_did_counts_where_the_computer_cannot_think_to_its_end(error, monkeypatch):
    def fail():
        raise error

    table = solo("wreck-a-mech")
    for _ in range(20):
        after = acted(table)
        if opponents.owed_by_computer(after):
            break
        table = opponents.play_computers(after, BROUGHT)
    with monkeypatch.context() as patched:
        patched.setattr(budget, "check", fail)
        assert opponents.play_computers(after, BROUGHT) is after
    assert len(opponents.play_computers(after, BROUGHT).events) > len(after.events)


def test_a_note_of_a_player_does_not_turn_hints_on():
    table = play.sit(opened("mechalyte"), BROUGHT, 0, "Ann", "0123456789abcdef")
    assert not play.note(table, BROUGHT, 0, "Hints are on at this table.").has_hints


def test_the_moves_that_cost_most_are_named_with_what_was_better():
    over = finished(evening("mecha-mettle")[-1], BROUGHT)
    *going, whole = review(over)
    first, again = going[: whole.total], going[whole.total :]
    assert [one.done for one in first] == list(range(whole.total))
    assert [one.done_again for one in again] == list(range(whole.total_again)), "a review can stop after each"
    assert whole.total_again > 1
    ann = whole.seats[0]
    assert 1 <= len(ann) <= 3
    assert [one.cost for one in ann] == sorted((one.cost for one in ann), reverse=True)
    for one in ann:
        assert one.cost >= LEAST_COST
        assert one.did != one.better
        event = over.events[one.number - 1]
        assert event.seat == 0
        assert bool(one.question) == (event.kind == "faces")


@pytest.mark.parametrize("slug", ["mechastellar", "techniconica"])
def test_hints_with_record_sheets_go_from_the_first_unit_to_its_attack(slug, monkeypatch):
    """With dice with which she lives to act: in Techniconica her only Mech may be gone before."""
    monkeypatch.setattr(opponents.secrets, "token_hex", lambda count: "1" * 2 * count)
    table = play.sit(opened(slug, seats=2), BROUGHT, 0, "Ann", "0123456789abcdef")
    with pytest.raises(InvalidInput, match="something to choose about which"):
        find_hint(opponents.sit_down(table, BROUGHT, "opener", 1, "easy"), 0)
    table = solo_with_records(slug)
    label = ""
    while not label.startswith("let "):
        (owed, *_) = table.waiting()
        if owed.seat == 1:  # only people know the answer
            table = play.answer(table, BROUGHT, 1, [owed.throw.usual + 1])
        else:
            found = find_hint(table, 0)
            (choice,) = found.choices
            label = choice.label
            assert not label.startswith("Activate ") or re.match(r"Then .+\. .*\d", found.why)
            if choice.move:
                table = play.move(table, BROUGHT, 0, choice.move.name, choice.move.values)
            elif owed.throw:
                table = play.answer(table, BROUGHT, 0, [owed.throw.answers.index(label) + 1])
        table = opponents.play_computers(table, BROUGHT)
    assert table.state.active and table.state.units[table.state.active].seat == 0
    assert re.search(r"\d", found.why) and "wants to" not in label
