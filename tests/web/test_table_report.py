"""The report of a finished table on its pages, and the rematch: who may read it, who may open one, who finds it."""

import json
import re
from types import SimpleNamespace

import pytest

from companion.games import game
from companion.play import acts as play
from companion.verbs.stored_tables import Tables
from companion.web.shared.table_places import TablePlace
from tests.web.test_tables import ROLES, SPECS, Evening, evening, move_data  # noqa: F401

ANA = re.compile(r"(?<![\w-])Ana(?![\w-])")
"""The name as a word: a page has random tokens, in which three letters are found now and then."""
ENDINGS = ("", ".txt", ".json", ".pdf")


def finish(table):
    """Have a combat-free game of Mechalyte given up by side B after a die decided who begins."""
    for seat, spec in enumerate(SPECS):
        table.play(seat, "seal", **{"sealed.spec": spec})
    assert table.move(0, "begin", who="die").status_code == 303
    assert table.play(1, "concede", sure="yes").status_code == 303
    return table


@pytest.fixture
def ended(evening):  # noqa: F811
    return finish(evening)


def report(table, role="watch", ending="", **query):
    return table.client(role).get(f"{table.path(role)}/report{ending}", query_string=query, buffered=True)


@pytest.mark.long
@pytest.mark.parametrize("ending", ENDINGS)
def test_who_saw_the_table_reads_its_report(ended, ending):
    found = [report(ended, role, ending).status_code for role in ROLES]
    assert dict(zip(ROLES, found, strict=True)) == dict(zip(ROLES, (200, 200, 200, 404, 200, 404, 404), strict=True))


def test_the_report_is_the_same_for_all_and_has_what_was_open_at_the_end(ended):
    said = {role: report(ended, role, ".json").get_json() for role in ("host", "seat-0", "seat-1", "watch")}
    assert len({json.dumps(answer) for answer in said.values()}) == 1
    answer = said["watch"]
    assert answer["result"]["words"] == "Ana won"
    assert [build["document"]["spec"] for build in answer["builds"]] == list(SPECS)
    (roll,) = answer["rolls"]
    assert roll["figures"][0]["expected"] == 0.5
    page = report(ended).text
    assert "<h1>Ana won</h1>" in page and all(spec in page for spec in SPECS) and "the chance was" in page


def test_a_spec_that_was_never_opened_is_in_no_report(evening):  # noqa: F811
    evening.play(0, "seal", **{"sealed.spec": "AAAAAA"})
    evening.play(1, "concede", sure="yes")
    for ending in ENDINGS[:3]:
        assert "AAAAAA" not in report(evening, "watch", ending).get_data(as_text=True)


@pytest.mark.parametrize("ending", ENDINGS[:3])
def test_names_are_hidden_where_that_was_chosen(ended, ending):
    shown, hidden = (
        report(ended, "watch", ending, **query).get_data(as_text=True) for query in ({}, {"names": "hidden"})
    )
    assert ANA.search(shown) and not ANA.search(hidden) and "Side A" in hidden


@pytest.mark.long
def test_the_game_is_stepped_through_from_its_report_with_names_or_without(ended):
    page = report(ended).text
    start = re.search(r'href="([^"]+/at/0)">Step through the game', page)[1]
    steps = [start]
    while later := re.search(r'href="([^"]+)" aria-label="One step later"', ended.guest.get(steps[-1]).text):
        steps.append(later[1])
    standing = [event for event in ended.events() if event["kind"] in ("seal", "open", "move", "faces")]
    assert [int(step.rpartition("/")[2]) for step in steps] == [0, *(event["number"] for event in standing)]
    sat = start.replace("/at/0", "/at/1")
    shown, hidden = (ended.guest.get(sat, query_string=query).text for query in ({}, {"names": "hidden"}))
    assert "Ana sits down." in shown and "Side A sits down." in hidden and not ANA.search(hidden)
    assert 'at/3?names=hidden" aria-label="One step later"' in hidden


def test_a_seat_hands_out_a_link_with_which_nothing_is_played(ended):
    page = report(ended, "seat-0").text
    handed = re.search(r'id="share-report"[^>]*value="([^"]+)"', page)[1]
    assert ended.link("watch") in handed and ended.link("seat-0") not in handed
    assert ended.guest.get(f"{ended.link('watch')}/report").status_code == 200


def test_its_files_come_under_the_name_of_the_game(ended):
    sheet = report(ended, "watch", ".pdf", paper="letter")
    assert sheet.data.startswith(b"%PDF") and "mechalyte-report.pdf" in sheet.headers["Content-Disposition"]
    wrong = report(ended, "watch", ".pdf", paper="a99")
    assert wrong.status_code == 422 and "a99" in wrong.text


def rematch(table, role="host"):
    return table.send(f"{table.path(role)}/rematch", {}, table.client(role))


def test_the_host_alone_opens_a_rematch(ended):
    found = {role: rematch(ended, role).status_code for role in ROLES}
    assert found == {role: 303 if role == "host" else 404 for role in ROLES}


def test_no_rematch_is_offered_for_another_number_of_seats_than_the_game_has_today():
    place = TablePlace("x", None, game("mecha-mettle"), "host")
    by_hand = place.game.kept_by_hand.number
    for seats, tracker, offered in ((1, 1, False), (2, 1, True), (3, 1, False), (1, by_hand, True), (3, by_hand, True)):
        table = SimpleNamespace(setup=SimpleNamespace(seats=seats, tracker=tracker), host="opener")
        assert place.may_open_rematch(table) is offered


def test_a_seat_that_is_host_opens_a_rematch_and_goes_to_its_own_seat_there(evening):  # noqa: F811
    handed = evening.send(evening.home, {"act": "hand-over", "to": "1"}, evening.host)
    assert handed.status_code == 303
    finish(evening)
    assert rematch(evening, "seat-0").status_code == 404
    opened = rematch(evening, "seat-1")
    assert opened.status_code == 303 and 'value="Ben"' in evening.guest.get(opened.location).text


def test_a_rematch_has_the_same_seats_rulings_and_options_and_a_new_seed(app):
    table = Evening(app, layout="three-by-three", **{"option.dice": "9"})
    table.sit(0, "Ana")
    table.sit(1, "Ben")
    finish(table)
    new = rematch(table).location.removesuffix("/links")
    old, again = (table.host.get(f"{path}/table.json").get_json()["setup"] for path in (table.home, new))
    assert old.pop("commitment") != again.pop("commitment")
    assert again == old and again["options"] == {"dice": 9}
    assert rematch(table).location == f"{new}/links"


def test_each_seat_finds_its_own_at_the_rematch_with_its_name(ended):
    assert "To the rematch" not in ended.page("seat-1")
    new = rematch(ended).location.removesuffix("/links").rpartition("/")[2]
    for role, name in (("seat-1", "Ben"), ("watch", "")):
        link = re.search(r'href="(/tables/[^"]+)">To the rematch', ended.page(role))[1].replace("&amp;", "&")
        page = ended.guest.get(link).text
        assert link.startswith(f"/tables/{new}.") and (not name or f'value="{name}"' in page)
        assert not name or 'name="seat" value="1" checked' in page
    assert "1 seat is empty" not in page and "Side B" in page


def test_a_seat_that_another_took_at_the_rematch_is_watched(ended):
    new, old = rematch(ended).location.removesuffix("/links"), ended.home
    ended.home = new
    ended.sit(1, "Cem")
    ended.sit(0, "Ana")
    seats, watch = [ended.link(f"seat-{seat}") for seat in (0, 1)], ended.link("watch")
    ended.home = old
    pages = [ended.page(f"seat-{seat}") for seat in (0, 1)]
    assert seats[0] in pages[0] and seats[1] not in pages[1] and watch in pages[1]


def test_at_one_phone_all_sit_at_the_rematch_at_once(app):
    table = Evening(app, phones="one")
    table.send(table.home, {"act": "concede", "seat": "0", "sure": "yes"}, table.host)
    new = rematch(table)
    events = table.host.get(f"{new.location}/table.json").get_json()["event"]
    assert [event["kind"] for event in events] == ["sit", "sit"]
    assert rematch(table).location == new.location


def test_a_rematch_in_the_trash_is_opened_anew(ended):
    first = rematch(ended).location
    document = first.removesuffix("/links").rpartition("/")[2]
    ended.app.extensions["store"].delete(document)
    assert "To the rematch" not in ended.page("seat-0")
    assert rematch(ended).location != first


def test_a_log_that_names_the_table_of_somebody_else_leads_nowhere(ended, app):
    other = Evening(app).home.rpartition("/")[2]
    store, own = app.extensions["store"], ended.home.rpartition("/")[2]
    Tables(store).act(own, lambda table, brought: play.link_rematch(table, brought, other))
    assert other in json.dumps([event["values"] for event in ended.events()])
    assert "To the rematch" not in ended.page("seat-0")
    assert rematch(ended).location != f"/tables/{other}/links"
