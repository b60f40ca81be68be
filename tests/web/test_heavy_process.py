"""What the app tells a server that has a process for heavy answers."""

import pytest

from companion import budget
from companion.budget import AnswerElsewhere, HeavySlots, Limits
from companion.storage.store import was_written
from companion.web.bounds import MAY_MOVE, _Bounded

ODDS = "/api/v1/odds?expression=100d100"


def test_a_heavy_answer_is_given_up_where_it_may_begin_anew_and_made_here_where_it_may_not(client):
    with pytest.raises(AnswerElsewhere):
        client.get(ODDS, environ_overrides={MAY_MOVE: lambda: True})
    assert client.get(ODDS, environ_overrides={MAY_MOVE: lambda: False}).status_code == 200


def test_a_file_that_is_sent_while_it_is_made_moves_before_its_first_byte(client):
    with pytest.raises(AnswerElsewhere):
        client.get("/wreck-a-mech/print.pdf?what=cards&copies=99", environ_overrides={MAY_MOVE: lambda: True})


def test_what_has_saved_something_stays():
    may_move = []

    def saves(environ, start_response):
        was_written.set(False)
        may_move.append(budget.current().may_move())
        was_written.set(True)
        may_move.append(budget.current().may_move())
        return []

    _Bounded(saves, Limits(), HeavySlots(1))({MAY_MOVE: lambda: True}, None)
    assert may_move == [True, False]
