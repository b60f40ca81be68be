"""Tables with the computer as their pages show them: opened, played, hinted, reviewed, played again."""

import io
import json
import re
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from companion.limits.heavy import Stop
from companion.limits.heavy_slots import busy
from companion.verbs import opponents
from companion.verbs.costly_moves import Review
from companion.web.tables import costly
from tests.web.conftest import page_of, token_of
from tests.web.test_tables import Evening, move_data

SPEC = "PPPMMA"


class Solo:
    """A table with the computer, in the browser that opened it; `seat` is the path of its own seat."""

    def __init__(self, app, slug="mechalyte", strength="easy", **asked):
        self.app, self.client = app, app.test_client()
        form = {"csrf_token": token_of(self.client), "phones": "solo", "strength": strength, **asked}
        self.opened = self.client.post(f"/{slug}/tables/new", data=form)
        self.seat = (self.opened.location or "").partition("?")[0]

    @property
    def home(self):
        return self.seat.rpartition(".")[0]

    def act(self, name, **form):
        return self.client.post(self.seat, data={"csrf_token": token_of(self.client), "act": name, **form})

    def move(self, name, **values):
        return self.act("move", move=move_data(name, **values))

    def page(self, path=""):
        return self.client.get(f"{self.seat}{path}").get_data(as_text=True)

    def events(self):
        return json.loads(self.client.get(f"{self.seat}/table.json").get_data())["event"]


@pytest.fixture
def solo(app):
    return Solo(app)


@pytest.fixture
def begun(solo):
    """A game against the computer in which it has had its first turn, and it is the player's."""
    solo.act("seal", **{"sealed.spec": SPEC})
    solo.move("begin", who="1")
    return solo


@pytest.fixture
def over(begun):
    assert begun.act("concede", sure="yes").status_code == 303
    return begun


def words(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_who_opens_a_table_with_the_computer_sits_at_once_and_is_its_host(solo):
    page = words(solo.page())
    assert solo.opened.status_code == 303
    assert "Your turn" in page and "Computer (easy)" in page and "Host: you" in page


def test_all_that_the_computer_did_stands_above_what_may_be_done_next(begun):
    page = begun.page()
    since = page[page.index('class="tb-since"') : page.index('id="tb-act"')]
    did = [one for one in begun.events() if one.get("seat") == 1 and one["kind"] == "move"]
    assert did
    for event in did:
        assert f'id="said-{event["number"]}"' in since
    assert "0 is lost, 100 is won" in since
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_nothing_stands_there_once_the_player_has_moved_again(begun):
    assert begun.move("phase", to="move").status_code == 303
    assert 'class="tb-since"' not in begun.page()


def test_an_undo_asks_nobody_and_leads_back_to_ones_own_move(begun):
    assert begun.act("undo").status_code == 303
    page = words(begun.page())
    assert "asks for" not in page
    assert [one["kind"] for one in begun.events()][-1] == "undo"


def test_a_hint_says_what_the_computer_would_do_and_offers_it(begun):
    page = begun.page()
    assert f"{begun.seat}/hint" in page
    count, answer = len(begun.events()), begun.client.get(f"{begun.seat}/hint")
    hint = answer.get_data(as_text=True)
    hint = hint[hint.index('id="tb-advice"') :]
    assert answer.status_code == 200
    assert re.search(r"You would then stand at \d+ of 100", words(hint)) and "Do that" in hint
    assert len(begun.events()) == count


@pytest.mark.parametrize("slug", ["mechalyte", "mecha-mettle"])
def test_a_hint_about_a_sealed_choice_is_taken_with_one_button(app, slug):
    solo = Solo(app, slug)
    sealing = './/form[input[@name="act" and @value="seal"]]'
    while not (page := page_of(solo.client, solo.seat)).xpath(sealing):
        button = page.xpath('//*[@id="tb-act"]//button[@name="faces" or @name="move"]')[0]
        (form,) = button.iterancestors("form")
        solo.client.post(solo.seat, data={**dict(form.form_values()), button.get("name"): button.get("value")})
    (form,) = page_of(solo.client, f"{solo.seat}/hint").xpath('//*[@id="tb-advice"]')[0].xpath(sealing)
    assert [one.text for one in form.xpath("button")] == ["Do that"]
    assert solo.client.post(solo.seat, data=dict(form.form_values())).status_code == 303
    assert not page_of(solo.client, solo.seat).xpath(sealing)


def test_a_hint_is_for_who_plays_alone(app, begun):
    assert app.test_client().get(f"{begun.home}/hint").status_code == 404
    evening = Evening(app)
    evening.sit(0, "Ana")
    evening.sit(1, "Ben")
    refused = evening.guest.get(f"{evening.link('seat-0')}/hint")
    assert refused.status_code == 422
    assert "agree to hints first" in refused.get_data(as_text=True)


def test_once_all_agree_hints_stay_on(app):
    evening = Evening(app)
    evening.sit(0, "Ana")
    evening.sit(1, "Ben")
    assert "Ask for hints" in evening.page("seat-0")
    evening.play(0, "hints")
    asked = next(one for one in evening.events() if one["kind"] == "propose")
    assert "hints from the computer" in evening.page("seat-1")
    evening.play(1, "agree", proposal=asked["number"])
    for seat in ("seat-0", "seat-1"):
        page = evening.page(seat)
        assert "/hint" in page and "Ask for hints" not in page
        assert evening.guest.get(f"{evening.link(seat)}/hint").status_code == 200


def test_where_the_computer_had_no_turn_its_player_lets_it_go_on(app, solo, monkeypatch):
    def is_busy():
        raise busy()

    solo.act("seal", **{"sealed.spec": SPEC})
    with monkeypatch.context() as patched:
        patched.setattr(opponents.budget, "check", is_busy)
        assert solo.move("begin", who="1").status_code == 303
    page = solo.page()
    assert "Let it go on" in page and 'class="tb-act is-empty"' not in page
    count = len(solo.events())
    assert solo.act("go-on").status_code == 303
    assert len(solo.events()) > count
    assert "Let it go on" not in solo.page()


def sent_by_script(solo, name, client=None, **form):
    """Send an act as the script does; return the table that it gets in answer."""
    client = client or solo.client
    data = {"csrf_token": token_of(client), "act": name, **form}
    answer = client.post(solo.seat, data=data, headers={"X-Fragment": "1"})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def moves_of(solo, seat):
    return [one["values"]["name"] for one in solo.events() if one["kind"] == "move" and one.get("seat") == seat]


def test_what_a_script_sends_is_stored_before_the_computer_thinks_and_answered_when_asked(solo):
    solo.act("seal", **{"sealed.spec": SPEC})
    page = sent_by_script(solo, "move", move=move_data("begin", who="1"))
    assert "data-goes-on" in page
    assert (moves_of(solo, 0), moves_of(solo, 1)) == (["begin"], [])
    page = sent_by_script(solo, "go-on")
    assert "data-goes-on" not in page and "Your turn" in words(page)
    assert moves_of(solo, 1)


def test_the_computer_that_is_asked_by_two_at_once_answers_once(app, solo):
    solo.act("seal", **{"sealed.spec": SPEC})
    sent_by_script(solo, "move", move=move_data("begin", who="1"))
    with ThreadPoolExecutor(2) as threads:
        clients = (solo.client, app.test_client())
        pages = list(threads.map(lambda client: sent_by_script(solo, "go-on", client), clients))
    assert all("data-goes-on" not in page and "Your turn" in words(page) for page in pages)
    ends = [one for one in solo.events() if one.get("seat") == 1 and one["values"].get("to") == "end"]
    assert len(ends) == 1


def test_nobody_chooses_for_the_computer_where_it_can_choose_itself(solo):
    refused = solo.act("answer", faces="1", **{"for": "1"})
    assert refused.status_code == 422
    assert "answer what it cannot know" in words(refused.get_data(as_text=True))


@pytest.mark.parametrize("slug", ["wreck-a-mech", "mecha-mettle"])
def test_cards_on_the_players_own_table_are_nothing_for_the_computer(app, slug):
    refused = Solo(app, slug, **{"option.cards": "on-your-table"})
    assert refused.opened.status_code == 422
    assert "sees no cards on yours" in refused.opened.get_data(as_text=True)
    assert "None yet" in refused.client.get("/tables").get_data(as_text=True)


@pytest.mark.parametrize(
    ("slug", "asked", "words"),
    [
        ("mechalyte", {"strength": "clever"}, "easy"),
        ("mechalyte", {"kept": "hand"}, "cannot play this table"),
    ],
)
def test_what_cannot_be_opened_with_the_computer_says_why(app, slug, asked, words):
    refused = Solo(app, slug, **asked)
    assert refused.opened.status_code == 422
    assert words in refused.opened.get_data(as_text=True)


def test_the_host_lets_the_computer_play_an_empty_seat(app):
    evening = Evening(app, "wreck-a-mech", seats="3")
    page = evening.host.get(f"{evening.home}/links").get_data(as_text=True)
    assert "Let the computer play Player 3, easy" in page
    seated = evening.send(evening.home, {"act": "computer", "of": "2", "strength": "easy"}, evening.host)
    assert seated.location == f"{evening.home}/links"
    again = evening.host.get(seated.location).get_data(as_text=True)
    assert "Computer (easy)" in again and "Let the computer play Player 3" not in again
    assert "Hand over to Computer" not in again, "the computer is no host"
    assert evening.send(evening.link("watch"), {"act": "computer", "of": "1", "strength": "easy"}).status_code == 404
    evening.sit(0, "Ana")
    refused = evening.send(evening.link("seat-0"), {"act": "computer", "of": "1", "strength": "easy"})
    assert refused.status_code == 422
    evening.sit(1, "Ben")
    assert "Computer (easy)" in words(evening.page("seat-1"))


def test_whoever_opened_the_table_finds_the_way_back_to_the_seat(app, solo):
    page = solo.client.get(solo.home).get_data(as_text=True)
    assert f'href="{solo.seat}"' in page
    assert f'href="{solo.seat}"' not in app.test_client().get(f"{solo.home}").get_data(as_text=True)
    form = {"csrf_token": token_of(solo.client), "kind": "seat-0"}
    assert solo.client.post(f"{solo.seat}/links", data=form).status_code == 303
    assert "To your seat" not in solo.client.get(solo.home).get_data(as_text=True)


def test_a_rematch_keeps_the_computer_in_its_seats(app, over):
    opened = over.client.post(f"{over.seat}/rematch", data={"csrf_token": token_of(over.client)})
    assert opened.status_code == 303
    page = words(over.client.get(opened.location).get_data(as_text=True))
    assert "Write a build spec" in page and "Computer (easy)" in page and "Host: you" in page


def test_the_report_and_the_check_of_a_game_against_the_computer(over):
    report = words(over.page("/report"))
    assert "Computer (easy) won" in report and "Moves that cost most" in report
    assert "Nothing is wrong" in words(over.page("/verify")) or "Checked" in words(over.page("/verify"))


def test_the_moves_that_cost_most_are_worked_out_when_asked_for(over):
    answer = over.client.get(f"{over.seat}/report/moves")
    page = words(answer.get_data(as_text=True))
    assert answer.status_code == 200
    assert "Side A" in page and "weighed one move ahead" in page
    assert over.client.get(f"{over.home}/report/moves").status_code == 200


def test_a_review_that_is_whole_only_after_its_time_is_kept_and_not_begun_again(monkeypatch):
    begun, pieces, over_time = [], [], Stop()
    over_time.ask()

    def review(table):
        begun.append(table)
        return iter((Review(0, 1), Review(1, 1, ((),))))

    monkeypatch.setattr(costly, "review", review)
    table = SimpleNamespace(setup=SimpleNamespace(commitment="kept review"), events=())
    for stop in (over_time, over_time, Stop()):
        costly._work(table)(pieces.append, stop)
    assert [one.is_whole for one in pieces] == [False, True, True]
    assert len(begun) == 1


def test_a_game_that_goes_on_has_no_review(begun):
    assert begun.client.get(f"{begun.seat}/report/moves").status_code == 404


def test_the_file_of_a_table_with_the_computer_checks_wherever_it_is_opened(over, post):
    data = over.client.get(f"{over.seat}/table.json").get_data()
    assert any(one.get("reason") for one in json.loads(data)["event"])
    answer = post("/tables/verify", {"file": (io.BytesIO(data), "table.json")})
    assert "Nothing is wrong" in answer.get_data(as_text=True)
