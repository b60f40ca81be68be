"""Two machines on one PostgreSQL, with one key for cookies: a visitor does not notice which one answers."""

import re
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests import engines
from tests.abuse.amount import at_length, rounds
from tests.abuse.players import Club, EitherServer, assert_all_is_sound, assert_nothing_is_lost
from tests.abuse.serving import Browser, Server

pytestmark = pytest.mark.xdist_group("two servers")
EDITS = 8
SAVES = at_length(8, 15)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("two")


@pytest.fixture(scope="module")
def settings(folder):
    return {"DATABASE_URL": engines.postgres_address(folder), "SECRET_KEY": "one key for both machines"}


@pytest.fixture(scope="module")
def pair(folder, settings):
    """Start both at once on an empty database: one of them makes its tables."""

    def start(name):
        (folder / name).mkdir()
        return Server(folder / name, **settings)

    with ThreadPoolExecutor(2) as starting:
        servers = list(starting.map(start, ("one", "two")))
    yield servers
    for server in servers:
        server.end(signal.SIGKILL)


def saved(browser, server, title):
    """Save a new build and return where it is."""
    made = browser.post(f"{server.url}mecha-mettle/new", {"title": title, "seat": "2"})
    assert made.status == 303
    return made.place.split("?")[0].lstrip("/")


def save_version(browser, server, place, title, version):
    return browser.post(server.url + place, {"title": title, "seat": "2", "version": str(version)}).status


def test_what_one_saves_the_other_shows_at_once(pair, tally):
    browser = Browser()
    for number, (one, other) in enumerate([pair, pair[::-1]] * EDITS):
        place = saved(browser, one, f"Build {number}")
        assert f'value="Build {number}"' in browser.get(other.url + place).text
        assert save_version(browser, other, place, f"Changed {number}", 1) == 303
        assert f'value="Changed {number}"' in browser.get(one.url + place).text
        assert f"Changed {number}" in browser.get(f"{one.url}mecha-mettle/").text
        tally()


def test_a_stranger_changes_nothing_on_either(pair, tally):
    place = saved(Browser(), pair[0], "Mine")
    for server in pair:
        assert save_version(Browser(), server, place, "Yours", 1) == 404
        tally()


def test_a_key_made_on_one_signs_in_on_the_other(pair, tally):
    one, other = pair
    mine, second = Browser(), Browser()
    saved(mine, one, "Lone wolf")
    words = re.findall(r"<li>([a-z]+)</li>", mine.post(f"{one.url}key", {}).text.partition("key-words")[2])[:8]
    assert len(words) == 8
    assert second.post(f"{other.url}key/enter", {"key": " ".join(words)}).status == 303
    for server in pair:
        assert "Lone wolf" in second.get(server.url).text
        tally()


def test_two_edits_of_one_version_are_a_conflict_on_both(pair, tally):
    browser = Browser()
    place, version = saved(browser, pair[0], "Start"), 1
    for number in range(EDITS):
        first, then = pair if number % 2 else pair[::-1]
        assert save_version(browser, first, place, f"First {number}", version) == 303
        version += 1
        assert save_version(browser, then, place, f"Then {number}", version - 1) == 409
        assert f'value="First {number}"' in browser.get(then.url + place).text
        tally()


def test_of_two_edits_at_the_same_moment_one_is_saved(pair, tally):
    browser = Browser()
    place = saved(browser, pair[0], "Start")
    tabs = [browser, Browser(browser.jar)]
    for number in range(EDITS):
        at_once = threading.Barrier(2)

        def edit(which, number=number, at_once=at_once):
            at_once.wait()
            return save_version(tabs[which], pair[which], place, f"{which} of {number}", number + 1)

        with ThreadPoolExecutor(2) as editing:
            statuses = list(editing.map(edit, range(2)))
        assert sorted(statuses) == [303, 409]
        winner = statuses.index(303)
        for server in pair:
            assert f'value="{winner} of {number}"' in browser.get(server.url + place).text
        tally()


def test_no_acknowledged_save_is_lost_when_one_of_them_is_killed(pair, folder, settings, tally):
    club = Club(EitherServer(pair))
    club.start()
    try:
        for _ in rounds():
            for server in pair:
                club.wait_for(SAVES)
                assert server.end(signal.SIGKILL) == -signal.SIGKILL
                club.wait_for(SAVES)
                server.start()
                tally()
        club.wait_for(SAVES)
    finally:
        club.end()
    assert_nothing_is_lost(club, settings["DATABASE_URL"])
    assert_all_is_sound(folder / "one", **settings)
    tally(len(club.acknowledged))


def test_a_database_that_was_started_again_is_asked_again(pair, settings, tally):
    """Connections that waited in a pool were broken then, and the next page was an error."""
    browser = Browser()
    place = saved(browser, pair[0], "Before")
    with psycopg.connect(settings["DATABASE_URL"].replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )
    for number, server in enumerate(pair):
        assert browser.get(server.url + place).status == 200
        assert save_version(browser, server, place, f"After {number}", number + 1) == 303
        tally()
