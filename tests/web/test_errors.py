"""Error pages say the truth about what was sent: saved nothing, or nobody knows."""

import html

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import SessionTransaction

from companion.base.findings import InputError
from companion.limits import budget, heavy_slots
from companion.storage import owners
from companion.storage.config import StorageError
from companion.storage.store import Store
from companion.web import LARGEST_POST
from companion.web.shell import errors
from tests.apps import empty_database, lent
from tests.web.conftest import token_of

GAME = "techniconica"
NOTHING = "Nothing was saved"
UNCERTAIN = "It is not certain whether it was saved: look before you send it again."
SAFE = "What you saved is safe"
BUILD = {"title": "Wolf"}


def told(answer):
    """Return the status of an error page, or of a form that comes back, and what it says about the save."""
    page = html.unescape(answer.get_data(as_text=True))
    form = page.partition('class="input-errors"')[2].partition("<li>")[2].partition("</li>")[0]
    return answer.status_code, form or page.partition('class="lead">')[2].partition("</p>")[0]


def refuse(monkeypatch, error):
    def create(*_, **__):
        raise error

    monkeypatch.setattr(Store, "create", create)


def builds(app):
    with app.extensions["store"].reading() as session:
        return session.connection().exec_driver_sql("SELECT count(*) FROM documents").scalar()


def test_what_has_to_wait_was_not_saved(app, post, monkeypatch):
    refuse(monkeypatch, heavy_slots.Busy("Eight others are waiting."))
    assert told(post(f"/{GAME}/new", BUILD)) == (503, f"Eight others are waiting. {NOTHING}.")
    assert builds(app) == 0


def test_what_cannot_be_stored_was_not_saved_whatever_was_saved_before(app, post, monkeypatch):
    assert post(f"/{GAME}/packs", {"title": "Box"}).status_code == 303
    refuse(monkeypatch, StorageError("The disk is full."))
    assert told(post(f"/{GAME}/packs", {"title": "Box"})) == (503, f"The disk is full. {NOTHING}.")
    assert builds(app) == 1


def test_what_costs_too_much_was_not_saved(post, monkeypatch):
    def cost(*_):
        raise budget.OverBudget(InputError("", "20 seconds of work", "less of it"))

    monkeypatch.setattr("companion.web.house_rules.routes.find_game", cost)
    code, words = told(post(f"/{GAME}/rules", {}))
    assert code == 422 and words.endswith(f"ask for less at once. {NOTHING}.")


def test_a_form_that_expired_or_is_too_large_was_not_saved(app, client):
    token = token_of(client)
    for form, status in (({}, 400), ({"csrf_token": token, "title": "x" * LARGEST_POST}, 413)):
        code, words = told(client.post(f"/{GAME}/new", data=form))
        assert code == status and words.endswith(f" {NOTHING}.")
    code, words = told(app.test_client().post(f"/{GAME}/new", data=BUILD))
    assert code == 400 and words.startswith(f"{NOTHING}: ") and words.count(NOTHING) == 1
    assert builds(app) == 0


def test_what_came_too_fast_was_not_saved(tmp_path):
    with lent(empty_database(tmp_path / "fast.sqlite3"), TESTING=True, RATELIMIT_ENABLED=True) as app:
        client = app.test_client()
        form = {"csrf_token": token_of(client), "key": "zoo"}
        answers = [told(client.post("/key/enter", data=form)) for _ in range(11)]
    assert [code for code, _ in answers] == [422] * 10 + [429]
    assert answers[-1][1].endswith(f"Wait a minute, then try again. {NOTHING}.")


def test_after_our_mistake_nobody_knows(app, post, monkeypatch):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    refuse(monkeypatch, RuntimeError())
    code, words = told(post(f"/{GAME}/new", BUILD))
    assert code == 500 and UNCERTAIN in words and SAFE not in words and NOTHING not in words


def test_a_page_that_breaks_saved_nothing_to_begin_with(app, client, monkeypatch):
    def fail(*_):
        raise RuntimeError

    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr("companion.web.games.rules.find_game", fail)
    assert told(client.get(f"/{GAME}/rules")) == (500, f"Something broke here. {SAFE}; go back and try again.")


def test_where_the_second_of_two_writes_fails_nobody_is_told_that_nothing_was_saved(app, post, monkeypatch):
    def full(*_):
        raise StorageError("The disk is full.")

    monkeypatch.setattr(owners, "change", full)
    assert told(post(f"/{GAME}/packs", {"title": "Box"})) == (503, f"The disk is full. {UNCERTAIN}")
    assert builds(app) == 1  # the pack is there, and not in use


@pytest.mark.parametrize(("gone", "says"), [(True, "Perhaps saved"), (False, "Not saved.")])
def test_where_the_database_goes_away_in_a_save_the_build_may_be_there(post, monkeypatch, gone, says):
    address = post(f"/{GAME}/new", BUILD).location
    error = OperationalError("COMMIT", {}, Exception("server closed the connection"), connection_invalidated=gone)

    def commit(_):
        raise error

    monkeypatch.setattr(SessionTransaction, "commit", commit)
    answer = post(address, {**BUILD, "title": "Two wolves"})
    assert answer.status_code == 503 and says in answer.get_data(as_text=True)


def test_a_question_that_is_refused_says_nothing_of_a_save(client, monkeypatch):
    monkeypatch.setattr(Store, "get", lambda *_: (_ for _ in ()).throw(StorageError("The disk is broken.")))
    assert told(client.get(f"/{GAME}/builds/{'a' * 32}")) == (503, "The disk is broken.")


@pytest.mark.parametrize(("path", "status"), [("/no/such/page/here", 404), ("/healthz", 405)])
def test_an_error_while_an_error_is_answered_is_logged_and_the_first_is_told(
    app, client, monkeypatch, caplog, path, status
):
    def breaks(*_, **__):
        raise ZeroDivisionError("the page of the error")

    monkeypatch.setattr(errors, "render_template", breaks)
    answer = client.open(path, method="DELETE" if status == 405 else "GET")
    assert (answer.status_code, answer.mimetype) == (status, "text/plain")
    assert answer.get_data(as_text=True).count("\n") == 1
    (record,) = caplog.records
    assert record.exc_info[0] is ZeroDivisionError and record.exc_info[2] is not None
