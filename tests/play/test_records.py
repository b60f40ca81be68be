"""The engine of record sheets: what a seat can do alone, builds that come and go, a seat that was left, and words."""

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.play import acts as play
from companion.play.new_events import Brought
from companion.verbs.table_checks import verify_answer
from companion.verbs.table_files import TableFile
from companion.verbs.tables import export, open_table, set_up
from tests.consent import agreed_by_all
from tests.web.records_game import GAME, KIND, squad

SEED = bytes(range(32))
BROUGHT = Brought(SEED, "2026-11-29T20:00:00Z")


@pytest.fixture(autouse=True)
def small_game(monkeypatch):
    """Let a small game stand in for Techniconica's own tracker."""
    monkeypatch.setitem(GAME.__dict__, "tracker", KIND)


def seated(seats=2):
    """Return a table at which everybody has brought a squad of two."""
    table = open_table(GAME, set_up(GAME, SEED, {"seats": seats}))
    for seat in range(seats):
        table = play.sit(table, BROUGHT, seat, f"Player {seat + 1}", f"{seat:02x}")
        table = play.move(table, BROUGHT, seat, "build", {"build": squad()})
    return table


def moved(table, seat, name, **values):
    return play.move(table, BROUGHT, seat, name, values)


def test_nobody_attacks_before_the_battle_begins():
    with pytest.raises(InvalidInput, match="expected the battle to begin first"):
        moved(seated(), 0, "attack", unit="1.1", target="2.1", attack="blade", said={"behind": True})


@pytest.mark.parametrize("build", [None, squad(1, "Another")])
def test_a_build_that_is_taken_away_takes_what_was_said_of_its_units_along(build):
    table = moved(seated(3), 0, "link", unit="1.1", link="challenge", other="2.2")
    table = moved(table, 0, "link", unit="1.2", link="challenge", other="3.1")
    table = moved(table, 0, "said", unit="1.1", target="2.2", said={"cover": 1})
    table = moved(table, 0, "said", unit="1.1", target="3.1", said={"cover": 2})
    table = moved(table, 1, "build", build=build)
    assert {unit: record.links for unit, record in table.state.units.items() if record.links} == {
        "1.2": {"challenge": "3.1"}
    }
    assert table.state.pairs == {"1.1>3.1": {"cover": 2}}
    assert moved(table, 0, "link", unit="1.1", link="challenge", other="").state.news[-1].endswith("Challenge ended.")


@pytest.mark.parametrize("seats", [2, 3])
def test_the_others_go_on_without_a_seat_in_whose_activation_it_was_left(seats):
    table = moved(seated(seats), 0, "begin")
    table = moved(table, 0, "activate", unit="1.1")
    table = play.leave(table, BROUGHT, 0)
    table = agreed_by_all(play.propose(table, BROUGHT, 1, "without", {"seat": 0}), BROUGHT)
    assert (table.state.active, table.state.turn) == ("", 1)
    others = [f"{seat + 1}.{unit}" for unit in (1, 2) for seat in range(1, seats)]
    for unit in others:
        seat = int(unit[0]) - 1
        table = moved(moved(table, seat, "activate", unit=unit), seat, "done")
    assert [unit for unit, record in table.state.units.items() if not record.has_acted] == []
    table = moved(table, 1, "next-round")
    assert (table.state.round, table.state.turn) == (2, 1)
    answer = verify_answer(read_as(TableFile, export(play.concede(table, BROUGHT, 1), None)))
    assert answer["wrong"] == []


def test_a_turn_goes_on_where_the_last_unit_of_its_seat_is_taken_out():
    table = moved(seated(), 0, "begin")
    for unit in ("1.1", "1.2"):
        table = moved(table, 0, "out", unit=unit, why="fled")
    assert [one.seat for one in table.waiting()] == [1]
    table = moved(table, 1, "activate", unit="2.1")
    for unit in ("2.1", "2.2"):
        table = moved(table, 1, "out", unit=unit, why="fled")
    table = moved(table, 1, "done")
    assert [one.why for one in table.waiting()] == ["The Round is over."] * 2


def test_a_seat_wins_once():
    with pytest.raises(InvalidInput, match="seats of this table, each once"):
        moved(seated(), 0, "result", winners=[0, 0])


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("counter", {"what": " ", "value": 1}),
        ("counter", {"what": "a\nb", "value": 1}),
        ("out", {"unit": "1.1", "why": "lost\x07"}),
        ("dice", {"expression": "1d6\x00"}),
        ("roll", {"resolver": "bottle-test", "attacker": "A\nB"}),
    ],
)
def test_words_of_players_are_one_line(name, values):
    with pytest.raises(InvalidInput, match="one line of text|at least 1 character"):
        moved(seated(), 0, name, **values)


def test_spaces_around_a_name_make_no_second_counter():
    table = moved(moved(seated(), 0, "counter", what="Fuel", value=3), 0, "counter", what=" Fuel ", value=2)
    assert [(one.name, one.value) for one in table.state.counters] == [("Fuel", 2)]


def test_a_build_that_an_earlier_battle_cost_nothing_is_not_custom():
    table = play.move(seated(), BROUGHT, 0, "build", {"build": squad(), "lost": "1/hp=800, 2/aim=0"})
    assert (table.proposal, table.state.custom, "lost" in table.events[-1].values) == (None, (), False)
