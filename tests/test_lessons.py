"""Laws of Teach, over the lessons of all games: each runs to its end by the game's own tracker, and answers every move."""

from itertools import pairwise

import pytest

from companion.games import GAMES
from companion.verbs import lessons
from companion.verbs.lessons import NotInLesson, carry_out, check_act, offered_moves, positions

EACH = pytest.mark.parametrize("game", [game for game in GAMES if game.lesson], ids=lambda game: game.slug)


def rules_of(lesson):
    shown = [step.rules for scene in lesson.scene for step in scene.step] + [one.rules for one in lesson.later]
    return {rule for rules in shown for rule in rules}


@EACH
def test_a_lesson_runs_to_the_end_of_a_game(game):
    listed = positions(game)
    assert [one.number for one in listed] == list(range(1, len(listed) + 1))
    end = listed[-1].table
    assert end.tracker.result(end.state), "the last scene ends with a result"
    for one in listed[:-1]:
        decided = one.table.tracker.result(one.table.state)
        assert decided is None or one.step.finish, f"step {one.number} stands after the game has ended"


@EACH
def test_every_rule_of_a_first_game_is_shown(game):
    assert game.lesson.first_game
    assert set(game.lesson.first_game) <= rules_of(game.lesson)
    assert rules_of(game.lesson) | {rule for one in game.lesson.move for rule in one.rules} <= set(game.rulebook.rules)


@EACH
def test_every_offered_move_is_answered_by_a_sentence_of_its_own(game):
    for one in positions(game)[:-1]:
        for move in offered_moves(one.table, one.seat):
            assert move.name in one.step.other or one.lesson.help_of(move.name), (one.number, move.name)


@EACH
def test_another_move_is_refused_and_the_step_is_taken(game):
    for one in positions(game)[:-1]:
        dice = lessons.dice_of(game, one.step)
        offered = offered_moves(one.table, one.seat)
        one_of_each = {move.name: move for move in offered}
        for move in one_of_each.values():
            is_relaxed = bool(move.warning)
            act = one.step.model_copy(
                update={"move": move.name, "values": dict(move.values), "relaxed": is_relaxed, "answer": None, "card": "",
                        "seal": None, "field": "", "finish": False}
            )  # fmt: skip
            after = carry_out(game, one.table, act, dice)
            if (act.move, act.values, act.relaxed) == (one.step.move, dict(one.step.values), one.step.relaxed):
                check_act(game, one, after)
            else:
                with pytest.raises(NotInLesson, match=r"\S"):
                    check_act(game, one, after)


@EACH
def test_the_real_table_opens(game):
    table = lessons.open_position(game, game.lesson.table)
    assert table.result is None
    assert all(seat.name for seat in table.seats)


@EACH
def test_no_step_shows_a_number_that_the_tracker_does_not(game):
    """A lesson is the same each time: its positions follow from the script alone."""
    first, again = positions(game), positions.__wrapped__(game)
    assert [one.table.events for one in first] == [one.table.events for one in again]


@EACH
def test_a_position_shows_all_that_the_step_before_it_led_to(game):
    """Its news are newer than `since`: at the start of a scene there are none, then the events of the step."""
    for before, after in pairwise(positions(game)):
        done = before.step
        if after.begins_scene:
            assert after.since == len(after.table.events)
        elif done.is_act:
            assert after.since == len(before.table.events) < len(after.table.events)
        else:
            assert (after.since, after.table) == (before.since, before.table)
