"""What the app tells a server that has a process for heavy answers."""

import io
import re

import pytest

from companion.limits import budget
from companion.limits.budget import AnswerElsewhere, Limits
from companion.limits.heavy_slots import HeavySlots
from companion.printing.pdf import untrusted
from companion.storage.store import was_written
from companion.web.shell.bounds import LARGE_BODY, MAY_MOVE, _BoundedApp

ODDS = "/api/v1/odds?expression=200d120r60"


@pytest.mark.long
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

    _BoundedApp(saves, Limits(), HeavySlots(1))({MAY_MOVE: lambda: True}, None)
    assert may_move == [True, False]


@pytest.mark.parametrize(
    ("heavy", "light", "moves"),
    [
        (budget.FREE_BEFORE_MOVING, 0, False),
        (budget.FREE_BEFORE_MOVING + 0.01, 0, True),
        (budget.FREE_BEFORE_MOVING, 5, False),
        (budget.FREE_BEFORE_MOVING + 0.01, 5, True),
    ],
)
def test_what_is_made_for_the_first_time_is_not_moved_for_it(monkeypatch, heavy, light, moves):
    now = 0.0
    monkeypatch.setattr(budget, "thread_time", lambda: now)
    answer = budget.Budget(Limits(), HeavySlots(1), may_move=lambda: True)
    with answer.running():
        with answer.light():
            now += light / 2
            with answer.light():
                now += light / 2
            budget.check()
        now += heavy
        if moves:
            with pytest.raises(AnswerElsewhere):
                budget.check()
        else:
            budget.check()


@pytest.mark.parametrize(("seconds", "moves"), [(budget.FREE, False), (budget.FREE + 0.01, True)])
def test_what_proved_heavy_before_moves_sooner(monkeypatch, seconds, moves):
    now = 0.0
    monkeypatch.setattr(budget, "thread_time", lambda: now)
    answer = budget.Budget(Limits(), HeavySlots(1), may_move=lambda: True, moved_before=True)
    with answer.running():
        now += seconds
        if moves:
            with pytest.raises(AnswerElsewhere):
                budget.check()
        else:
            budget.check()


def test_of_answers_that_may_prove_heavy_one_takes_its_time_here(monkeypatch):
    now = 0.0
    monkeypatch.setattr(budget, "thread_time", lambda: now)
    slots = HeavySlots(1)
    first, second, third = (budget.Budget(Limits(), slots, may_move=lambda: True) for _ in range(3))
    with first.running():
        now += budget.FREE + 0.01
        budget.check()
        with second.running():
            now += budget.FREE - 0.001
            budget.check()
            now += 0.002
            with pytest.raises(AnswerElsewhere) as moved:
                budget.check()
        assert not moved.value.is_proved
    with third.running():
        now += budget.FREE_BEFORE_MOVING - 0.001
        budget.check()
        now += 0.002
        with pytest.raises(AnswerElsewhere) as moved:
            budget.check()
    assert moved.value.is_proved


@pytest.mark.parametrize("address", ["/techniconica/examples/copper-bison", "/mechastellar/examples/border-patrol"])
def test_a_page_to_build_at_is_never_moved(client, address):
    answer = client.get(address, environ_overrides={MAY_MOVE: lambda: True})
    assert answer.status_code == 200


def sent(name, data):
    return {"text": "title\nA", "do": "show", "pictures": (io.BytesIO(data), name)}


DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"/>'


@pytest.mark.parametrize(
    ("page", "form"),
    [
        ("/custom-cards?of=rows", lambda: sent("a.svg", DRAWING)),
        ("/custom-cards?of=rows", lambda: sent("a.pdf", b"%PDF-1.4 of a kind")),
        ("/custom-cards?of=rows", lambda: sent("a.ttf", b"\0\1\0\0 of a kind")),
        ("/custom-cards?of=pictures", lambda: {"do": "show", "deck": (io.BytesIO(DRAWING), "a.svg")}),
        ("/custom-cards?of=pictures", lambda: {"do": "show", "deck": (io.BytesIO(b"%PDF-1.4 of one"), "a.pdf")}),
        ("/custom-cards/pictures", lambda: {"deck": (io.BytesIO(DRAWING), "a.svg")}),
        ("/custom-cards", lambda: {"text": "title\nA", "do": "file"}),
        ("/import", lambda: {"text": "x" * LARGE_BODY}),
        ("/custom-cards?of=rows", lambda: {"text": "title\nA", "pictures": (io.BytesIO(bytes(LARGE_BODY)), "a.png")}),
    ],
)
def test_files_of_others_and_whatever_is_large_are_read_elsewhere(post, monkeypatch, page, form):
    """No thread that pages need waits for a process that reads a file, nor reads a large one itself."""
    monkeypatch.setattr(untrusted.subprocess, "run", lambda *_, **others: pytest.fail("it was read here"))
    untrusted._run_process.cache_clear()
    with pytest.raises(AnswerElsewhere):
        post(page, form(), environ_overrides={MAY_MOVE: lambda: True})


def test_a_form_of_usual_size_is_read_here(post):
    answer = post("/import", {"text": "x" * (LARGE_BODY - 2000)}, environ_overrides={MAY_MOVE: lambda: True})
    assert answer.status_code == 422


SMALL = {
    *("gallery.face", "portraits.png", "tables.picture", "table_report.picture", "offline.icon", "pack_pictures.show"),
    *("everything.download", "packs.sheet", "printing.words"),
}
"""Files and pictures that are kept, drawn in no time, or refused before anything is made."""


def test_every_file_that_is_printed_or_drawn_is_made_elsewhere_from_its_beginning(app, client):
    """Otherwise a burst of prints has its first third of a second here, one after the other, and pages wait for it."""
    adapter = app.url_map.bind("localhost")
    moved = set()
    for rule in app.url_map.iter_rules():
        is_file = re.search(r"\.(pdf|zip|png|<any\(svg, dxf\):kind>)$|/export/cards$", rule.rule)
        if "GET" not in rule.methods or not is_file or rule.endpoint in SMALL:
            continue
        given = {"slug": "mechalyte", "number": 1, "name": "x", "reference": "x", "kind": "svg", "pictures": "x"}
        path = adapter.build(rule.endpoint, {name: given[name] for name in rule.arguments})
        with pytest.raises(AnswerElsewhere):
            client.get(path, environ_overrides={MAY_MOVE: lambda: True})
        moved.add(rule.endpoint)
    assert moved == {
        *("printing.download", "printing.sheet", "printing.cuts", "matchups.sheet", "table_report.sheet"),
        *("printers.test_page", "export.download", "export.face", "export.sheet", "export.public_sheet"),
    }
