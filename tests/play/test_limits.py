"""What a table takes at each limit and not past it: seats, events, turns, texts, dice, and what is stored of odds."""

import pytest
from pydantic import ValidationError

from companion.play import by_hand, expectation, fair_dice, log, proposals, report, verify
from companion.play.expectation import Expected, ExpectedFigure, ExpectedRoll
from companion.play.game_states import correctable_turn
from companion.play.records import open_moves, rolls, state

SETUP = {"game": "small", "tracker": 1, "commitment": "0" * 64}


def figure(**changed):
    return {"title": "Hits", "value": 1, **changed}


@pytest.mark.parametrize(
    ("model", "fields", "values", "past"),
    [
        (log.Setup, {**SETUP}, {"seats": (1, 4)}, {"seats": (0, 5)}),
        (log.TableEvent, {"number": 1, "kind": "note"}, {"seat": (0, 3, None)}, {"seat": (-1, 4)}),
        (
            ExpectedFigure,
            figure(),
            {"p": (0, 1), "value": (-1e9, 1e9)},
            {"p": (-0.01, 1.01), "value": (-1e9 - 1, 1e9 + 1)},
        ),
        (ExpectedFigure, figure(), {"title": ("x" * 400,)}, {"title": ("x" * 401,)}),
        (ExpectedFigure, figure(), {"odds": (((1, 0.5),) * 60,)}, {"odds": (((1, 0.5),) * 61,)}),
        (ExpectedRoll, {"title": "x"}, {"about": ("x" * 400,)}, {"about": ("x" * 401,), "title": ("x" * 401,)}),
        (ExpectedRoll, {"title": "x"}, {"seat": (0, 3, None)}, {"seat": (-1, 4)}),
        (ExpectedRoll, {"title": "x"}, {"figures": ((figure(),) * 20,)}, {"figures": ((figure(),) * 21,)}),
        (Expected, {}, {"hits_on": ((1,) * 100,)}, {"hits_on": ((1,) * 101,)}),
        (Expected, {}, {"draws": (({"title": "x"},) * 4,)}, {"draws": (({"title": "x"},) * 5,)}),
        (by_hand.Counter, {"name": "x", "value": 0}, {"value": (-9999, 9999)}, {"value": (-10_000, 10_000)}),
        (by_hand.Counter, {"name": "x", "value": 0}, {"name": ("x", "x" * 40)}, {"name": ("", "x" * 41)}),
        (by_hand._Counter, {"what": "x"}, {"value": (-9999, 9999), "what": ("x" * 40,)}, {"what": ("", "x" * 41)}),
        (by_hand._Dice, {}, {"expression": ("x" * 200,)}, {"expression": ("x" * 201,)}),
        (open_moves.WonMove, {}, {"winners": ((0,) * 4,)}, {"winners": ((0,) * 5,)}),
        (by_hand._Losses, {}, {"lost": ("", "x" * 2000)}, {"lost": ("x" * 2001,)}),
        (verify._Faces, {"faces": (1,), "how": "thrown"}, {"faces": ((1,) * 1000,)}, {"faces": ((1,) * 1001,)}),
        (verify._Faces, {"faces": (1,), "how": "thrown"}, {"die": ((1,) * 100,)}, {"die": ((1,) * 101,)}),
        (verify._Shuffled, {}, {"count": (0, 10_000)}, {"count": (-1, 10_001)}),
        (verify._Sat, {}, {"number": ("x" * 100,)}, {"number": ("x" * 101,)}),
        (verify._Ended, {"seed": "00"}, {"seed": ("00" * 64,)}, {"seed": ("", "0", "00" * 65, "GG")}),
        (verify._Ended, {"seed": "00"}, {"earlier_seeds": (("00",) * 1000,)}, {"earlier_seeds": (("00",) * 1001,)}),
    ],
)
def test_what_is_stored_of_a_table_has_bounds(model, fields, values, past):
    for name, given in values.items():
        for one in given:
            assert model.model_validate({**fields, name: one})
    for name, given in past.items():
        for one in given:
            with pytest.raises(ValidationError):
                model.model_validate({**fields, name: one})


def test_a_turn_is_set_from_1_to_999():
    turn = correctable_turn(3)
    assert (turn.value, turn.least, turn.most) == (3, 1, 999)


def test_how_much_a_table_takes():
    """Said here once; the tests beside this one import these numbers."""
    assert (log.MOST_EVENTS, log.LONGEST_NOTE, state.MOST_COUNTERS) == (10_000, 400, 60)
    assert (rolls.MOST_DICE, rolls.MOST_FACES, proposals.HOST_MINUTES) == (100, 100, 5)
    assert (report.MOST_WORK, report.MOST_DICE, expectation.MOST_STEPS) == (500_000, 2_000, 4_000)
    assert (by_hand.NUMBER, fair_dice.VERSION, fair_dice.SEED_BYTES, fair_dice.WORD) == (1, 1, 32, 4)


def test_a_table_says_which_form_it_is_stored_in():
    setup = log.Setup(seats=2, **SETUP)
    assert setup.format == verify.Exported(setup=setup, event=()).format == 1
    assert log.Setup.model_validate(setup.model_dump()) == setup


def test_a_table_by_hand_takes_one_seat_to_four():
    kind = by_hand.tracker_by_hand((), dict)
    assert (kind.number, kind.least_seats, kind.most_seats) == (1, 1, 4)
