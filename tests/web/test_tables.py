"""Tables: who may do what by which link, nothing hidden on any address, acts that count once, seats that move."""

import json
import re
from html import unescape
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from companion.gamekit.contract import FormData
from companion.games import GAMES, game
from companion.games.mechalyte.tracker import MechalyteTracker
from companion.play import acts as play
from companion.play.log import TableEvent
from companion.play.new_events import Brought
from companion.play.table import fold
from companion.play.verify import Exported, verify
from companion.storage import table_links, tables
from companion.storage.schema import TableEventRow
from companion.verbs import stored_tables
from companion.verbs.log_words import log_entries
from companion.verbs.stored_tables import Tables
from companion.verbs.tables import maker, open_table, set_up
from companion.web.tables import acts, addresses, routes
from companion.web.tables.shown import TablePage
from tests.apps import empty_database, lent
from tests.pairs import few_first
from tests.web.conftest import token_of

SPECS = ("MIPASA", "PMISAA")
OTHER_SPEC = "AAAAAA"
ROLES = ("host", "seat-0", "seat-1", "join", "watch", "stranger", "wrong")


class Evening:
    """A table of Mechalyte whose host has a browser of their own; everybody else comes by a link."""

    def __init__(self, app, slug="mechalyte", **asked):
        self.app, self.slug = app, slug
        self.host = app.test_client()
        form = {"csrf_token": token_of(self.host), "title": "Friday", "phones": "each", **asked}
        self.opened = self.host.post(f"/{slug}/tables/new", data=form)
        self.home = (self.opened.location or "").removesuffix("/links")
        self.guest = app.test_client()

    def link(self, kind):
        """Return the path of a link."""
        store, table_id = self.app.extensions["store"], self.home.rpartition("/")[2]
        made = table_links.make_reference(
            self.app.config["SECRET_KEY"].encode(), table_id, kind, table_links.renewals(store, table_id)
        )
        return f"/tables/{made}"

    def path(self, role):
        """Return the address that a role opens, without its host's cookie where it is not the host."""
        if role in ("host", "stranger"):
            return self.home
        return f"{self.home}.{'m' * 22}" if role == "wrong" else self.link(role)

    def client(self, role):
        return self.host if role == "host" else self.guest

    def sit(self, seat, name, number="0123456789abcdef", key="", client=None):
        form = {"act": "sit", "seat": seat, "name": name, "number": number, "key": key}
        return self.send(self.link("join"), form, client)

    def send(self, path, form, client=None, **more):
        client = client or self.guest
        return client.post(path, data={"csrf_token": token_of(client), **form}, **more)

    def play(self, place, act, **form):
        return self.send(self.link(f"seat-{place}"), {"act": act, **form})

    def move(self, place, name, **values):
        return self.play(place, "move", move=move_data(name, **values))

    def page(self, role):
        return self.client(role).get(self.path(role)).get_data(as_text=True)

    def events(self, role="watch"):
        return json.loads(self.client(role).get(f"{self.path(role)}/table.json").get_data())["event"]

    def kinds(self):
        return [event["kind"] for event in self.events()]


def move_data(name, **values):
    return json.dumps({"name": name, "values": values})


@pytest.fixture
def evening(app):
    """Return a table at which both seats are taken."""
    table = Evening(app)
    table.sit(0, "Ana")
    table.sit(1, "Ben")
    return table


@pytest.fixture
def begun(evening):
    """Return a table at which both specs are open and side A builds."""
    for seat, spec in enumerate(SPECS):
        evening.play(seat, "seal", **{"sealed.spec": spec})
    assert evening.move(0, "begin", who="0").status_code == 303
    return evening


# Who may see and do what.

READ = {
    "": (200, 200, 200, 200, 200, 404, 404),
    "/fragment": (200, 200, 200, 404, 200, 404, 404),
    "/picture.png": (404, 404, 404, 200, 200, 404, 404),
    "/events": (200, 200, 200, 200, 200, 404, 404),
    "/links": (200, 200, 200, 404, 404, 404, 404),
    "/log": (200, 200, 200, 404, 200, 404, 404),
    "/at/1": (200, 200, 200, 404, 200, 404, 404),
    "/rulings": (200, 200, 200, 404, 200, 404, 404),
    "/table.json": (200, 200, 200, 404, 200, 404, 404),
    **dict.fromkeys(("/report", "/report.txt", "/report.json", "/report.pdf", "/report.png", "/verify"), (404,) * 7),
    "/report/moves": (404,) * 7,
    "/hint": (404, 422, 422, 404, 404, 404, 404),
    "/odds?move={}": (404, 422, 422, 404, 404, 404, 404),
    **dict.fromkeys(("/roll/combat", "/attacks?unit=1.1&target=2.1", "/units/1.1", "/figures/0/0.svg"), (404,) * 7),
}
"""What each address of a table that goes on answers to each of ROLES; a table of Mechalyte has no record sheets."""
SENT = {
    ("", "note"): (404, 303, 303, 422, 404, 404, 404),
    ("/links", "note"): (404, 404, 404, 404, 404, 404, 404),
    ("/roll/combat", "roll"): (404, 404, 404, 404, 404, 404, 404),
    ("/rematch", ""): (404, 404, 404, 404, 404, 404, 404),
}


def test_every_address_of_a_table_is_tried_here(app):
    rules = [rule for rule in app.url_map.iter_rules() if "reference" in rule.arguments]
    read = {rule.rule for rule in rules if "GET" in rule.methods}
    sent = {rule.rule for rule in rules if "POST" in rule.methods}
    parts = {
        "combat": "<name>",
        "at/1": "at/<int:number>",
        "units/1.1": "units/<unit>",
        "0/0.svg": "<int:seat>/<int:line>.svg",
    }
    named = set()
    for path in READ:
        rule = path.partition("?")[0]
        for part, name in parts.items():
            rule = rule.replace(part, name)
        named.add(f"/tables/<reference>{rule}")
    assert read == named
    assert sent == {f"/tables/<reference>{path.replace('combat', '<name>')}" for path, _ in SENT}


@pytest.mark.parametrize("path", READ)
def test_who_may_read_what(evening, path):
    found = [evening.client(role).get(evening.path(role) + path, buffered=True).status_code for role in ROLES]
    assert dict(zip(ROLES, found, strict=True)) == dict(zip(ROLES, READ[path], strict=True))


@pytest.mark.parametrize(("path", "act"), SENT)
def test_who_may_send_what(evening, path, act):
    form = {"act": act, "text": "Hello"}
    found = [evening.send(evening.path(role) + path, form, evening.client(role)).status_code for role in ROLES]
    assert dict(zip(ROLES, found, strict=True)) == dict(zip(ROLES, SENT[path, act], strict=True))


def test_a_seat_plays_for_no_other_seat(begun):
    answer = begun.play(1, "move", seat="0", move=move_data("build", level=1, factory="L1"))
    assert answer.status_code == 422 and "it is not this seat" in answer.get_data(as_text=True)
    assert begun.kinds()[-1] == "move" and begun.events()[-1]["values"]["name"] == "begin"


def test_a_table_in_the_trash_is_there_for_nobody(evening):
    watch, document = evening.link("watch"), evening.home.rpartition("/")[2]
    evening.send("/library", {"id": document, "do": "delete"}, evening.host)
    assert [
        client.get(path).status_code for client, path in ((evening.host, evening.home), (evening.guest, watch))
    ] == [
        404,
        404,
    ]


def test_pages_of_a_table_are_kept_by_nobody(evening):
    for path in ("", "/fragment", "/log", "/links"):
        answer = evening.guest.get(evening.link("seat-0") + path)
        assert answer.headers["Cache-Control"] == "no-store" and answer.headers["X-Robots-Tag"] == "noindex"
        assert answer.headers["X-Offline"].startswith("pass ") and "ETag" not in answer.headers


# Nothing hidden.


def variant(table, change):
    """Return a table whose sealed choices are others, under the same commitments."""
    events = [TableEvent.model_validate({**event.model_dump(), **change(event)}) for event in table.events]
    return fold(table.setup, maker(game(table.setup.game), table.setup), events)


@pytest.mark.parametrize("role", ["host", "seat-1", "watch", "join"])
def test_no_address_tells_what_a_seat_has_sealed(evening, monkeypatch, role):
    """The law of secrets: two worlds that this seat cannot tell apart give it the same bytes."""
    evening.play(0, "seal", **{"sealed.spec": SPECS[0]})
    read = Tables.read
    paths = [evening.path(role) + path for path in READ]

    def answers():
        return [plain(evening.client(role).get(path)) for path in paths]

    before = answers()

    def other_world(self, table_id):
        stored, table = read(self, table_id)
        changed = variant(table, lambda event: {"secret": {"spec": OTHER_SPEC}} if event.kind == "seal" else {})
        assert changed.state != table.state
        assert changed.tracker.resample(table.state, 1, lambda _: 4).specs == changed.state.specs
        return stored, changed

    monkeypatch.setattr(Tables, "read", other_world)
    assert answers() == before
    assert not any(SPECS[0] in body for _, _, body in before)


def plain(answer):
    """Return an answer without what is drawn for each page: tokens and keys."""
    body = answer.get_data().decode("utf-8", "replace")  # pictures too
    body = re.sub(r'name="(csrf_token|key)" value="[^"]+"', "", body)
    headers = {name: value for name, value in answer.headers.items() if name not in ("Set-Cookie", "Date")}
    return answer.status_code, headers, body


def test_a_seat_sees_what_it_sealed_itself(evening):
    evening.play(0, "seal", **{"sealed.spec": SPECS[0]})
    assert SPECS[0] in evening.page("seat-0")
    assert [event["secret"] for event in evening.events("seat-0") if event["kind"] == "seal"] == [{"spec": SPECS[0]}]


# Opening and joining.


def test_the_host_sees_the_links_for_others_and_a_seat_its_own(evening):
    kinds = ("join", "watch", "offer", "host", "seat-0", "seat-1")
    for role, shown in (("host", {"join", "watch", "offer"}), ("seat-0", {"seat-0"})):
        page = evening.client(role).get(f"{evening.path(role)}/links").get_data(as_text=True)
        assert {
            kind for kind in kinds if evening.link(kind) in re.findall(r'value="http://localhost(/[^"]+)"', page)
        } == shown


def test_the_page_leads_to_the_links_of_whoever_has_some(evening):
    for role, has_links in (("host", True), ("seat-0", True), ("watch", False)):
        assert (f'href="{evening.path(role)}/links"' in evening.page(role)) is has_links


def test_an_event_knows_the_owner_who_sat_down_and_of_a_stranger_nothing(app):
    table, store = Evening(app), app.extensions["store"]
    table.sit(0, "Ana")
    table.sit(1, "Ben", client=table.host)
    with store.reading() as session:
        sitters = list(
            session.scalars(
                select(TableEventRow.sitter).where(TableEventRow.data.contains('"sit"')).order_by(TableEventRow.number)
            )
        )
    assert sitters == [None, tables.read(store, table.home.rpartition("/")[2]).owner]


def test_an_offer_shows_a_button_and_not_the_table(begun):
    page = begun.page("offer")
    assert "Become host" in page and "data-number" not in page


def test_a_stream_renders_the_table_for_who_watches_alone(begun, monkeypatch):
    made = {}
    monkeypatch.setattr(routes, "Watched", lambda *given: made.update({role: given[-1]}))
    for role in ("host", "seat-0", "join", "watch"):
        begun.client(role).get(f"{begun.path(role)}/events")
    assert [role for role, render in made.items() if render] == ["watch"] and len(made) == 4
    assert "data-number" in made["watch"]()


def test_the_newest_event_is_the_last_that_is_looked_at(begun):
    newest = len(begun.events())
    path = begun.link("watch")
    assert [begun.guest.get(f"{path}/at/{n}").status_code for n in (0, newest, newest + 1)] == [200, 200, 404]


def test_a_host_by_link_sees_that_link_too(evening):
    evening.send(evening.link("offer"), {"act": "take-over"})
    page = evening.guest.get(f"{evening.link('host')}/links").get_data(as_text=True)
    assert evening.link("host") in page and evening.link("offer") in page


def test_a_seat_is_idle_while_nothing_is_asked_of_it_or_by_it(begun):
    assert "is-empty" not in begun.page("seat-0") and "is-empty" in begun.page("seat-1")
    begun.play(1, "pause")
    assert "is-empty" not in begun.page("seat-1")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_roll_is_that_of_the_seat_it_is_made_from(seat, monkeypatch):
    place, kind = (
        SimpleNamespace(role="seat", view_seat=lambda _: seat),
        SimpleNamespace(name="shot", inputs=None, second_side="none"),
    )
    monkeypatch.setattr(routes.play, "move", lambda table, brought, *move: move)
    made = routes._start_roll(place, None, None, kind, {}, FormData({}))
    assert made == (seat, "roll", {"resolver": "shot", "inputs": {}})


@pytest.mark.parametrize("one", GAMES, ids=lambda one: one.slug)
def test_a_table_of_every_game_is_opened_and_listed(app, one):
    table = Evening(app, one.slug, title="Club night")
    assert table.opened.status_code == 303
    assert "Club night" in table.page("host")
    assert [table.home in table.host.get(path).get_data(as_text=True) for path in ("/tables", "/")] == [True] * 2


def test_the_newest_fifty_tables_are_listed(app):
    table, store = Evening(app), app.extensions["store"]
    opened = tables.read(store, table.home.rpartition("/")[2])
    for _ in range(50):
        tables.create(store, opened.document.owner, opened.setup, opened.seeds[0])
    page = table.host.get("/tables").get_data(as_text=True)
    assert page.count("Friday") == 50 and table.home not in page


def test_a_table_keeps_the_rulings_that_were_chosen(app):
    ruling = next(one for one in game("mechalyte").rulebook.ruling if len(one.choosable_options) > 1)
    other = next(one.id for one in ruling.choosable_options if one.id != ruling.default)
    table = Evening(app, **{ruling.id: other, "option.dice": "20"})
    found = json.loads(table.host.get(f"{table.home}/table.json").get_data())["setup"]
    assert found["rulings"][ruling.id] == other and found["options"] == {"dice": 20}


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"option.dice": "many"}, "whole number"),
        ({"option.dice": "0"}, "1"),
        ({"spare-dice": "fewer"}, "how many dice each player has"),
        ({"seats": "3"}, "seats"),
        ({"seats": "two"}, "seats"),
        ({"rules": "nothing"}, "house rules"),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_opened(app, typed, words):
    table = Evening(app, **typed)
    page = table.opened.get_data(as_text=True)
    assert table.opened.status_code == 422 and words in page and 'value="Friday"' in page
    assert "None yet" in table.host.get("/tables").get_data(as_text=True)


def test_a_code_leads_to_the_table_however_it_is_typed(app, evening):
    page = evening.host.get(f"{evening.home}/links").get_data(as_text=True)
    code = re.search(r'aria-label="Code (\w+)"', page)[1]
    for typed in (code, code.lower(), f" {code[:3]}-{code[3:]} "):
        assert evening.send("/tables", {"code": typed}).location == evening.link("join")
    wrong = evening.send("/tables", {"code": "ABCDEF" if code != "ABCDEF" else "ABCDEG"})
    assert wrong.status_code == 422 and "No table has this code" in wrong.get_data(as_text=True)
    assert f'value="{"Z" * 20}"' in evening.send("/tables", {"code": "Z" * 99}).get_data(as_text=True)


def test_a_code_is_guessed_only_so_often(tmp_path):
    with lent(empty_database(tmp_path / "limited.sqlite3"), TESTING=True, RATELIMIT_ENABLED=True) as app:
        client = app.test_client()
        form = {"csrf_token": token_of(client), "code": "ABCDEF"}
        found = [client.post("/tables", data=form).status_code for _ in range(13)]
    assert found == [422] * 12 + [429]


def test_a_phone_adds_its_number_or_the_server_draws_one_and_says_so(app):
    table = Evening(app)
    table.sit(0, "Ana", "ab" * 16)
    table.sit(1, "Ben", "")
    first, second = table.events()
    assert (first["values"]["number"], first["values"]["drawn"]) == ("ab" * 16, "phone")
    assert re.fullmatch("[0-9a-f]{32}", second["values"]["number"]) and second["values"]["drawn"] == "server"
    assert table.page("watch").count("The server drew a number") == 2  # among the news and in the log


@pytest.mark.parametrize("number", ["abc", "x" * 32, "ab" * 40])
def test_a_forged_number_is_not_taken(app, number):
    table = Evening(app)
    table.sit(0, "Ana", number)
    assert table.events()[0]["values"]["drawn"] == "server"


@pytest.mark.parametrize(
    ("name", "status"), [("A" * acts.LONGEST_NAME, 303), ("A" * 31, 422), ("  ", 422), ("a\0b", 422)]
)
def test_a_name_has_bounds(app, name, status):
    assert Evening(app).sit(0, name).status_code == status


def test_a_second_device_in_a_seat_is_told_who_sits_there(evening):
    answer = evening.sit(0, "Eve")
    assert answer.status_code == 422 and "Ana sits there" in answer.get_data(as_text=True)
    assert evening.kinds() == ["sit", "sit"]


def test_a_late_joiner_may_watch(evening):
    page = evening.page("join")
    assert "All seats are taken" in page and evening.link("watch") in page and 'name="seat"' not in page


def test_sitting_down_sent_twice_counts_once_and_leads_to_the_same_seat(app):
    table = Evening(app)
    answers = [table.sit(0, "Ana", key="one") for _ in range(2)]
    assert [answer.location for answer in answers] == [table.link("seat-0")] * 2
    assert table.kinds() == ["sit"]


def test_an_act_that_was_sent_before_opens_no_other_seat(app):
    """A key counts once: with one's own, nobody comes to the link of a seat that another has taken."""
    table = Evening(app)
    table.sit(0, "Ana", key="ana-sits")
    table.sit(1, "Ben", key="ben-sits")
    assert table.sit(1, "Ben", key="ben-sits").location == table.link("seat-1")
    refused = table.sit(0, "Ben", key="ben-sits")
    assert refused.status_code == 422 and "Ana sits there" in refused.get_data(as_text=True)
    table.send(table.home, {"act": "here", "key": "host-here"}, table.host)
    form = {"act": "sit", "seat": 0, "name": "Host", "key": "host-here"}
    assert table.send(table.home, form, table.host).status_code == 422


def test_whoever_sends_how_they_sat_down_again_comes_to_their_seat_after_an_act_too(app):
    table = Evening(app)
    table.sit(1, "Ben", key="ben-sits")
    table.play(1, "seal", **{"sealed.spec": SPECS[1]})
    assert table.sit(1, "Ben", key="ben-sits").location == table.link("seat-1")


def test_who_was_freed_does_not_come_back_by_how_they_sat_down(evening):
    evening.send(evening.home, {"act": "free", "of": 1}, evening.host)
    evening.sit(1, "Cem", key="cem-sits")
    evening.send(evening.home, {"act": "free", "of": 1}, evening.host)
    evening.sit(1, "Dan")
    assert evening.sit(1, "Cem", key="cem-sits").status_code == 409


# Acts.


def test_an_act_sent_twice_counts_once(begun):
    build = move_data("build", level=1, factory="L1")
    for _ in range(2):
        assert begun.play(0, "move", move=build, key="one").status_code == 303
    assert [event["values"]["name"] for event in begun.events() if event["kind"] == "move"] == ["begin", "build"]


def test_another_act_from_a_page_that_was_gone_back_to_is_not_taken_for_the_first(begun):
    seen = str(len(begun.events()))
    for level, status in ((4, 303), (4, 303), (5, 409)):
        move = move_data("build", level=level, factory="L1")
        assert begun.play(0, "move", move=move, key="one", after=seen).status_code == status
    assert [event["values"].get("level") for event in begun.events() if event["kind"] == "move"] == [None, 4]


def test_a_stale_page_gets_a_sentence_and_the_new_state(begun):
    seen = len(begun.events())
    begun.move(0, "build", level=4, factory="L1")
    late = begun.play(0, "move", move=move_data("phase", to="move"), after=str(seen))
    page = late.get_data(as_text=True)
    assert late.status_code == 409 and "Somebody moved first" in page and 'id="mech-A1"' in page
    assert begun.events()[-1]["values"]["name"] == "build"


def test_what_another_seat_seals_makes_no_page_stale(evening):
    seen = str(len(evening.events()))
    evening.play(0, "seal", **{"sealed.spec": SPECS[0]}, after=seen)
    assert evening.play(1, "seal", **{"sealed.spec": SPECS[1]}, after=seen).status_code == 303
    assert evening.kinds()[-3:] == ["seal", "seal", "open"]


def test_what_was_typed_stays_where_it_cannot_be_done(evening):
    answer = evening.play(0, "seal", **{"sealed.spec": "QQQ"})
    assert answer.status_code == 422 and 'value="QQQ"' in answer.get_data(as_text=True)
    long = evening.play(0, "note", text="x" * 401)
    assert long.status_code == 422 and "x" * 401 in long.get_data(as_text=True)


@pytest.mark.parametrize(
    "act", ["nothing", "move", "answer", "correct", "redo", "agree", "refuse", "finish", "bring", "roll"]
)
def test_an_act_that_means_nothing_here_is_refused_with_the_table(evening, act):
    answer = evening.play(0, act)
    assert answer.status_code in (409, 422) and 'role="alert"' in answer.get_data(as_text=True)
    assert evening.kinds() == ["sit", "sit"]


@pytest.mark.long
@pytest.mark.parametrize("move", ["{", "[]", '{"name": "build"}', '{"values": []}', "x" * 30_000, "[" * 15_000])
def test_a_forged_move_is_refused(begun, move):
    assert begun.play(0, "move", move=move).status_code == 422


def test_a_script_gets_the_table_alone(begun):
    form = {"act": "note", "text": "Hello", "csrf_token": token_of(begun.guest)}
    page = begun.guest.post(begun.link("seat-0"), data=form, headers={"X-Fragment": "1"}).get_data(as_text=True)
    assert "<html" not in page and "Hello" in page


def test_a_fragment_that_is_no_newer_is_empty(begun):
    number = len(begun.events())
    for role in ("watch", "seat-0", "seat-1"):
        path = f"{begun.link(role)}/fragment?after="
        assert [begun.guest.get(f"{path}{seen}").status_code for seen in (number - 1, number)] == [200, 204]


def test_the_stream_says_a_number_alone(begun):
    answer = begun.guest.get(f"{begun.link('seat-0')}/events", buffered=True)
    number = len(begun.events())
    assert answer.mimetype == "text/event-stream"
    assert answer.get_data(as_text=True) == f"retry: 3000\nid: {number}\ndata: {number}\n\n"


@pytest.mark.long
def test_another_seats_move_is_undone_when_it_agrees(begun):
    begun.move(0, "build", level=4, factory="L1")
    begun.play(1, "undo")
    page = begun.page("seat-0")
    assert "asks for an undo" in page and ">Agree</button>" in page and ">Agree</button>" not in begun.page("watch")
    number = re.search(r'name="proposal" value="(\d+)"', page)[1]
    assert begun.play(0, "agree", proposal="1").status_code == 409
    assert begun.play(0, "agree", proposal=number).status_code == 303
    assert 'id="mech-A1"' not in begun.page("watch") and begun.kinds()[-3:] == ["propose", "agree", "undo"]
    assert "undone</span>" in begun.guest.get(f"{begun.link('watch')}/log").get_data(as_text=True)


def enemy_mech(evening, active):
    """Let a mech of the active side leave a zone under the fire of one of the other side."""
    factory = "L1" if not active else "L5"
    evening.move(active, "build", level=6, factory=factory)
    evening.move(active, "phase", to="end")
    evening.move(1 - active, "build", level=6, factory="R5" if not active else "R1")
    mech = f"{chr(65 + 1 - active)}1"
    assert evening.play(1 - active, "correct", field=f"zone.{mech}", value=factory).status_code == 303
    evening.play(active, "agree", proposal=len(evening.events()))
    evening.move(1 - active, "phase", to="move")
    ways = re.findall(r"&#34;path&#34;[^]]*&#34;(\w\d)&#34;]", evening.page(f"seat-{1 - active}"))
    assert evening.move(1 - active, "move", mech=mech, path=[ways[0]]).status_code == 303


@pytest.mark.long
def test_a_seat_throws_its_own_dice(evening):
    for seat, spec in enumerate(SPECS):
        evening.play(seat, "seal", **{"sealed.spec": spec})
    for seat in (0, 1):
        evening.play(seat, "dice", dice="typed")
    evening.move(0, "begin", who="die")
    assert "Throw 1d6" in evening.page("seat-0") and "data-pad" not in evening.page("seat-1")
    evening.play(0, "answer", faces="2")
    assert evening.events()[-1]["values"]["how"] == "typed"  # who begins is the die of who asked for it
    active = 0 if evening.page("seat-0").count("data-moves") else 1
    enemy_mech(evening, active)
    throwing = next(seat for seat in (0, 1) if "data-pad" in evening.page(f"seat-{seat}"))
    count = int(re.search(r'data-pad="(\d+)"', evening.page(f"seat-{throwing}"))[1])
    assert evening.play(throwing, "answer", faces="7 " * count).status_code == 422
    assert evening.play(throwing, "answer", faces="2 " * count).status_code == 303
    assert evening.events()[-1]["values"]["how"] == "typed" and "typed</span>" in evening.page("watch")


def test_the_odds_of_a_move_are_those_of_its_dice_and_others_have_none(begun):
    path = f"{begun.link('seat-0')}/odds"
    none = begun.guest.get(path, query_string={"move": move_data("build", level=1, factory="L1")})
    assert none.status_code == 200 and "no dice" in none.get_data(as_text=True)
    wrong = begun.guest.get(path, query_string={"move": move_data("combat", zone="C3")})
    assert wrong.status_code == 422


def test_after_the_end_the_seed_is_open_and_every_die_can_be_checked(begun):
    begun.play(1, "concede", sure="yes")
    page = begun.page("watch")
    exported = json.loads(begun.guest.get(f"{begun.link('watch')}/table.json").get_data())
    report = verify(Exported.model_validate(exported))
    assert "Ana won" in page and exported["event"][-1]["values"]["seed"] in page
    assert report.seed_open and not report.wrong
    assert begun.move(0, "build", level=1, factory="L1").status_code == 422


# Seats that move to another phone, and one phone for all.


def test_a_renewed_link_puts_the_old_phone_out(begun):
    old = begun.link("seat-0")
    assert begun.send(f"{old}/links", {"kind": "seat-0"}).status_code == 303
    new = begun.link("seat-0")
    assert old != new and [begun.guest.get(path).status_code for path in (old, new)] == [404, 200]
    assert [begun.guest.get(f"{path}/events", buffered=True).status_code for path in (old, new)] == [404, 200]
    assert begun.guest.get(begun.link("seat-1")).status_code == 200


def test_a_seat_renews_its_own_link_and_no_other(begun):
    own = begun.link("seat-0")
    assert begun.send(f"{own}/links", {"kind": "seat-1"}).status_code == 404
    assert begun.send(f"{begun.home}/links", {"kind": "seat-0"}, begun.host).status_code == 404
    answer = begun.send(f"{own}/links", {"kind": "seat-0"})
    assert answer.location == f"{begun.link('seat-0')}/links" and begun.guest.get(own).status_code == 404


def test_one_phone_covers_the_table_before_anything_hidden(app):
    table = Evening(app, phones="one")
    first = table.host.get(table.home).get_data(as_text=True)
    assert "Write a build spec" in first and "Hand this phone" not in first  # nothing is hidden yet
    table.send(table.home, {"act": "seal", "seat": "0", "sealed.spec": SPECS[0]}, table.host)
    covered = table.host.get(table.home).get_data(as_text=True)
    assert "Hand this phone to Side B" in covered and SPECS[0] not in covered
    shown = re.search(r'href="([^"]+seat=1[^"]+)"', covered)[1].replace("&amp;", "&")
    uncovered = table.host.get(shown).get_data(as_text=True)
    assert "Write a build spec" in uncovered and SPECS[0] not in uncovered
    table.send(table.home, {"act": "seal", "seat": "1", "sealed.spec": SPECS[1]}, table.host)
    assert "Hand this phone" not in table.host.get(table.home).get_data(as_text=True)


def test_a_server_that_only_this_machine_reaches_says_the_command(app, evening, monkeypatch):
    monkeypatch.setattr(addresses, "network_address", lambda: "10.1.2.3")
    monkeypatch.setattr(addresses, "_answers", lambda address, port: False)
    page = evening.host.get(f"{evening.home}/links").get_data(as_text=True)
    assert "companion serve --host 0.0.0.0" in page and "http://10.1.2.3:80/" in page
    monkeypatch.setattr(addresses, "_answers", lambda address, port: True)
    page = evening.host.get(f"{evening.home}/links").get_data(as_text=True)
    assert "companion serve" not in page and "http://10.1.2.3:80/tables/" in page
    other = evening.host.get(f"{evening.home}/links", headers={"Host": "localhost:22"})
    assert "http://10.1.2.3:22/tables/" not in other.get_data(as_text=True)


def test_a_server_that_others_reach_gives_its_own_address(app):
    for host in ("192.168.5.6:5000", "table.example"):
        with app.test_request_context(base_url=f"http://{host}"):
            assert addresses.phone_url("/tables/x") == f"http://{host}/tables/x"


@pytest.mark.parametrize(
    ("act", "form"),
    [("move", {"after": "9" * 5000}), ("result", {"winner": "9" * 5000}), ("note", {"text": "n" * 401})],
)
def test_numbers_and_texts_of_any_length_are_answered(begun, act, form):
    answer = begun.play(0, act, **{"move": move_data("build", level=7, factory="L1"), **form})
    assert answer.status_code == 422 and "tb-trouble" in answer.get_data(as_text=True)


@pytest.mark.parametrize("seat", ["9" * 5000, "-1", "²", ""])
def test_a_seat_that_the_table_does_not_have_is_not_sat_in(app, seat):
    assert Evening(app).sit(seat, "Ana").status_code == 422


def test_a_seat_is_played_by_who_sits_in_it(app):
    table = Evening(app)
    assert "Sit down" in table.page("seat-1")
    refused = table.play(1, "seal", **{"sealed.spec": SPECS[1]})
    assert refused.status_code == 422 and "sit down first" in refused.get_data(as_text=True)
    sat = table.play(1, "sit", seat="0", name="Ben")
    assert sat.location == table.link("seat-1")
    assert [(one["kind"], one["seat"]) for one in table.events()] == [("sit", 1)]


def test_who_leaves_a_seat_is_out_of_it_and_watches(evening):
    old = evening.link("seat-1")
    assert evening.play(1, "leave").location == evening.link("watch")
    assert evening.guest.get(old).status_code == 404
    assert evening.sit(1, "Cid").location == evening.link("seat-1") != old


# Beside the rules.


def test_a_move_beside_the_rules_is_asked_for_twice_and_marked_in_the_log(begun):
    begun.move(0, "build", level=4, factory="L1")
    begun.move(0, "phase", to="move")
    begun.move(0, "move", mech="A1", path=["L2"])
    again = {"move": move_data("move", mech="A1", path=["L1"])}
    assert "Outside the rules" in begun.page("seat-0") and begun.play(0, "move", **again).status_code == 422
    number = len(begun.events())
    asked = begun.play(0, "beside", **again)
    page = asked.get_data(as_text=True)
    assert asked.status_code == 200 and "Do it anyway" in page and "A1 has moved already" in page
    assert len(begun.events()) == number
    assert begun.play(0, "beside", sure="yes", **again).status_code == 303
    assert begun.events()[-1]["values"]["warning"] == "A1 has moved already: a mech moves once a turn."
    assert "Outside the rules: A1 has moved already" in begun.page("watch")
    usual = begun.play(0, "beside", sure="yes", move=move_data("phase", to="combat"))
    assert usual.status_code == 422 and begun.events()[-1]["values"]["name"] == "move"


# Looking back, and going back.


def test_the_table_is_looked_at_as_it_stood_without_what_was_undone(begun):
    for level in (4, 5):
        begun.move(0, "build", level=level, factory="L1")
    begun.play(0, "undo")
    begun.move(0, "build", level=6, factory="R1")
    first, undone, second = (n for n, event in enumerate(begun.events(), 1) if event["values"].get("name") == "build")
    look = lambda number: begun.guest.get(f"{begun.link('watch')}/at/{number}").get_data(as_text=True)  # noqa: E731
    assert "level 4" in look(first) and "level 6" not in look(first)
    assert "level 5" in look(undone) and "This was undone" in look(undone)
    assert f'/at/{second}" aria-label="One step later"' in look(first)
    assert f'/at/{first}" aria-label="One step earlier"' in look(second)
    assert begun.guest.get(f"{begun.link('watch')}/at/{len(begun.events()) + 1}").status_code == 404
    log = begun.guest.get(f"{begun.link('watch')}/log").get_data(as_text=True)
    assert "Undo to here" not in look(first) and f'{begun.link("watch")}/at/{first}"' in log


def test_undo_to_here_names_how_many_moves_go_back(begun):
    for level in (4, 5):
        begun.move(0, "build", level=level, factory="L1")
    first = len(begun.events()) - 2
    own = begun.guest.get(f"{begun.link('seat-0')}/at/{first}").get_data(as_text=True)
    assert "2 moves go back" in own and ">Undo to here<" in own
    other = begun.guest.get(f"{begun.link('seat-1')}/at/{first}").get_data(as_text=True)
    assert "Ana is asked first" in other and ">Ask to undo to here<" in other
    begun.play(1, "undo", to=str(first))
    page = begun.page("seat-0")
    assert f"asks for 2 moves to be undone, back to #{first}" in page
    begun.play(0, "agree", proposal=re.search(r'name="proposal" value="(\d+)"', page)[1])
    assert 'id="mech-A1"' not in begun.page("watch")
    assert begun.play(0, "undo", to="9" * 12).status_code == 422
    assert "still stands" in begun.play(0, "undo", to=str(first + 1)).get_data(as_text=True)


# A game that this version cannot follow.


def lose(evening, monkeypatch, states="number < 0"):
    """Have another tracker play from here on than the one that wrote the log; some stored states are gone."""
    real = MechalyteTracker.apply

    def apply(self, state, event):
        state = real(self, state, event)
        return state.model_copy(update={"news": (*state.news, "As played today.")})

    monkeypatch.setattr(MechalyteTracker, "apply", apply)
    with evening.app.extensions["store"].engine.begin() as connection:
        connection.exec_driver_sql("""UPDATE versions SET data = replace(data, '"tracker":1', '"tracker":7')""")
        connection.exec_driver_sql(f"DELETE FROM table_states WHERE {states}")
    stored_tables.caches.clear()


def test_a_game_that_is_followed_no_longer_goes_on_from_its_stored_state(begun, monkeypatch):
    lose(begun, monkeypatch)
    last = len(begun.events())
    page = begun.page("seat-0")
    assert f"cannot follow this game before #{last}" in page and 'aria-label="Undo' not in page
    for number in (3, last - 1):
        then = begun.guest.get(f"{begun.link('watch')}/at/{number}").get_data(as_text=True)
        assert "cannot replay the game to this point" in then and "This was undone" not in then
    assert begun.move(0, "build", level=4, factory="L1").status_code == 303
    assert begun.kinds()[last:] == ["state", "move"] and 'id="mech-A1"' in begun.page("watch")
    assert SPECS[0] not in json.dumps(begun.events()[last])
    assert begun.play(0, "undo").status_code == 303
    assert f"goes on as it stood after #{last}" in begun.page("watch")
    begun.play(0, "concede", sure="yes")
    assert "gave up" in begun.guest.get(f"{begun.link('watch')}/report").get_data(as_text=True)


def test_a_game_of_which_no_state_is_stored_is_shown_by_its_log(begun, monkeypatch):
    lose(begun, monkeypatch, "number > 0")
    for path in ("", "/log"):
        page = begun.guest.get(begun.link("seat-0") + path).get_data(as_text=True)
        assert "no state of it is stored" in page and "Sealed a choice." in page
        assert re.findall('name="act" value="(.*?)"', page) == ["concede"]
    answer = begun.play(0, "note", text="Hello")
    assert answer.status_code == 422 and "The table’s log says what happened" in answer.get_data(as_text=True)
    paths = ("/fragment", "/links", "/rulings", "/at/1", "/odds?move={}", "/table.json", "/events")
    found = [begun.guest.get(begun.link("seat-0") + path, buffered=True).status_code for path in paths]
    assert found == [422, 200, 200, 200, 422, 200, 200]
    assert 'name="act"' not in begun.page("watch")
    asked = begun.play(0, "concede")
    assert asked.status_code == 200 and "nothing can be undone" in asked.text and "end" not in begun.kinds()
    assert begun.play(0, "concede", sure="yes").status_code == 303
    assert "The report" in begun.page("seat-1") and 'name="act"' not in begun.page("seat-0")
    for ending in ("", ".txt", ".json", ".pdf"):
        answer = begun.guest.get(f"{begun.link('watch')}/report{ending}", buffered=True)
        assert answer.status_code == 200 and (ending == ".pdf" or "cannot follow the game" in answer.text)
    assert begun.events()[-1]["values"]["seed"]


# Rulings in play.


def test_another_answer_is_asked_for_agreed_on_and_said_in_words(begun):
    shown = begun.guest.get(f"{begun.link('seat-0')}/rulings").get_data(as_text=True)
    assert 'name="shown.capture" value="held-after-combat"' in shown and 'name="layout"' not in shown
    assert "Ask the others" not in begun.guest.get(f"{begun.link('watch')}/rulings").get_data(as_text=True)
    form = {
        "shown.capture": "held-after-combat",
        "capture": "entered",
        "shown.elimination": "yes",
        "elimination": "yes",
    }
    begun.play(0, "rulings", **form)
    page = begun.page("seat-1")
    words = "When is the enemy Headquarters taken? As soon as a mech of yours enters it."
    assert words in page and "(Before: When, at the end of your combat phase" in page
    begun.play(1, "agree", proposal=re.search(r'name="proposal" value="(\d+)"', page)[1])
    assert begun.events()[-1]["values"]["rulings"] == {"capture": "entered"}
    assert f"New ruling from here on: {words}" in begun.page("watch")
    assert words.split("? ")[1] in begun.guest.get(f"{begun.link('watch')}/rulings").get_data(as_text=True)


def test_an_answer_that_the_game_does_not_have_changes_nothing(begun):
    answer = begun.play(0, "rulings", **{"shown.capture": "held-after-combat", "capture": "sometimes"})
    assert answer.status_code == 422 and "capture" in answer.get_data(as_text=True)
    unchanged = begun.play(0, "rulings", **{"shown.capture": "held-after-combat", "capture": "held-after-combat"})
    assert unchanged.status_code == 422 and "the answers in use" in unchanged.get_data(as_text=True)


def test_the_table_says_which_ruling_it_plays_where_the_rulebook_is_silent(begun):
    begun.move(0, "build", level=6, factory="L1")
    begun.move(0, "phase", to="move")
    begun.move(0, "move", mech="A1", path=["L2"])
    page = begun.page("watch")
    assert "The rulebook is silent here. Which zones are neighbours? You play: Those that share an edge." in page
    assert f"{begun.link('watch')}/rulings#ruling-neighbours" in page


# Hosts, pauses, seats that were left.


def host_panel(evening, path, client):
    return "Hand over to somebody else" in client.get(f"{path}/links").get_data(as_text=True)


def test_the_host_takes_a_seat_back_and_somebody_else_sits_down(begun):
    old = begun.link("seat-1")
    assert begun.send(begun.home, {"act": "free", "of": "1"}, begun.host).location == f"{begun.home}/links"
    assert begun.guest.get(old).status_code == 404
    assert "freed the seat" in begun.page("watch")
    assert begun.sit(1, "Cid").location == begun.link("seat-1")
    refused = begun.play(0, "free", of="1")
    assert refused.status_code == 422 and "the host to do this" in refused.get_data(as_text=True)


def spec_in(page):
    """Whether a page shows the spec that Ben has sealed."""
    return SPECS[1] in page


@pytest.mark.parametrize("path", few_first(2, ["", "/table.json", "/log", "/at/3", "/fragment"]))
def test_whoever_sits_down_in_a_seat_taken_back_never_sees_what_was_sealed_there(evening, path):
    evening.play(1, "seal", **{"sealed.spec": SPECS[1]})
    assert spec_in(evening.page("seat-1"))
    evening.send(evening.home, {"act": "free", "of": "1"}, evening.host)
    sat = evening.sit(1, "Zoe", client=evening.host)  # the host, in its own browser
    answer = evening.host.get(f"{sat.location}{path}").get_data(as_text=True)
    assert not spec_in(answer)
    assert "chooses anew" in evening.host.get(f"{sat.location}/log").text or "anew" in evening.page("watch")
    assert "Six letters" in evening.host.get(sat.location).text
    evening.play(0, "seal", **{"sealed.spec": SPECS[0]})
    evening.send(sat.location, {"act": "seal", "sealed.spec": OTHER_SPEC}, evening.host)
    assert OTHER_SPEC in evening.page("watch") and not spec_in(evening.page("watch"))


def test_who_was_put_out_comes_back_to_what_it_had_sealed(app):
    table = Evening(app)
    ben = app.test_client()
    table.sit(0, "Ana")
    sat = table.sit(1, "Ben", client=ben)
    table.send(sat.location, {"act": "seal", "sealed.spec": SPECS[1]}, ben)
    table.send(table.home, {"act": "free", "of": "1"}, table.host)
    back = table.sit(1, "Ben", client=ben)
    assert spec_in(ben.get(back.location).text)


def test_a_newcomer_is_let_in_by_the_others(app):
    table = Evening(app)
    ben, zoe = app.test_client(), app.test_client()
    table.sit(0, "Ana")
    table.sit(1, "Ben", client=ben)
    for seat, spec in enumerate(SPECS):
        table.play(seat, "seal", **{"sealed.spec": spec})
    table.move(0, "begin", who="1")
    table.send(table.link("seat-1"), {"act": "leave"}, ben)
    sat = table.sit(1, "Zoe", client=zoe)
    page = zoe.get(sat.location).text
    assert "You sit in for Side B" in page and "data-moves" not in page
    answer = table.send(sat.location, {"act": "move", "move": move_data("phase", to="end")}, zoe)
    assert answer.status_code == 422 and "the others to agree first" in answer.text
    asked = table.page("seat-0")
    assert "asks for permission to play on in this seat" in asked
    number = re.search(r'name="proposal" value="(\d+)"', asked)[1]
    assert table.play(0, "agree", proposal=number).status_code == 303
    assert "data-moves" in zoe.get(sat.location).text
    assert "let Zoe play on" in table.page("watch")


def test_a_correction_is_asked_for_and_a_game_ends_when_all_have_finished_it(begun):
    begun.play(0, "correct", field="points.b", value="0")
    assert "asks for a correction by hand: Build points of Ben to 0." in begun.page("seat-1")
    assert begun.kinds()[-1] == "propose"
    assert begun.play(1, "concede").status_code == 200 and "Ana wins. The seed" in begun.play(1, "concede").text
    assert "end" not in begun.kinds()


def test_a_seat_taken_back_twice_leaves_who_sat_down_between_their_link(begun):
    free = {"act": "free", "of": "1", "key": "host-frees"}
    begun.send(begun.home, free, begun.host)
    seat = begun.sit(1, "Cid").location
    begun.send(begun.home, free, begun.host)
    assert begun.guest.get(seat).status_code == 200


def test_going_back_past_something_seen_is_where_the_game_stands(begun):
    begun.play(0, "undo", to="3")
    begun.play(1, "agree", proposal=re.search(r'name="proposal" value="(\d+)"', begun.page("seat-1"))[1])
    page = begun.guest.get(f"{begun.link('watch')}/at/{len(begun.events())}").get_data(as_text=True)
    assert begun.events()[-1]["seen"] and "no longer counts" not in page


@pytest.mark.long
def test_the_host_hands_over_to_a_seat_and_is_host_no_longer(begun):
    assert begun.send(begun.home, {"act": "hand-over", "to": "1"}, begun.host).status_code == 303
    assert begun.host.get(f"{begun.home}/links").status_code == 404 and begun.host.get(begun.home).status_code == 200
    assert host_panel(begun, begun.link("seat-1"), begun.guest)
    assert not host_panel(begun, begun.link("seat-0"), begun.guest)
    assert "Ben is host from now on" in begun.page("watch")
    assert begun.send(begun.home, {"act": "free", "of": "1"}, begun.host).status_code == 422


@pytest.mark.long
def test_whoever_opens_the_hosts_offer_becomes_host_and_the_offer_leads_nowhere(begun):
    offer = begun.link("offer")
    assert "Become host" in begun.guest.get(offer).get_data(as_text=True)
    assert [begun.guest.get(offer + path).status_code for path in ("/links", "/log", "/fragment")] == [404] * 3
    taken = begun.send(offer, {"act": "take-over"})
    assert taken.location == f"{begun.link('host')}/links" and begun.guest.get(offer).status_code == 404
    assert host_panel(begun, begun.link("host"), begun.guest)
    assert begun.host.get(f"{begun.home}/links").status_code == 404
    first = begun.link("host")
    begun.send(begun.link("offer"), {"act": "take-over"})
    assert begun.guest.get(first).status_code == 404  # host by link once more, and no longer by that one


@pytest.mark.long
def test_a_host_of_before_does_not_come_back_by_its_own_offer(begun):
    offer = begun.link("offer")
    begun.send(begun.home, {"act": "hand-over", "to": "1"}, begun.host)
    assert begun.send(offer, {"act": "take-over"}).status_code == 404
    assert host_panel(begun, begun.link("seat-1"), begun.guest)


@pytest.mark.long
def test_the_seats_ask_for_a_host_and_the_host_answers(begun):
    early = begun.play(0, "become-host")
    assert early.status_code == 422 and "ask first whether the host is there" in early.get_data(as_text=True)
    begun.play(0, "call")
    soon = begun.play(0, "become-host")
    assert soon.status_code == 422 and "5 minutes more" in soon.get_data(as_text=True)
    assert "I am here" in begun.page("host") and "I am here" not in begun.page("seat-1")
    begun.send(begun.home, {"act": "here"}, begun.host)
    assert "I am here" not in begun.page("host") and "The host is there" in begun.page("watch")


def test_a_stale_phone_that_moves_in_a_pause_gets_a_sentence(begun):
    seen = str(len(begun.events()))
    begun.play(0, "pause")
    page = begun.page("seat-1")
    assert "asks for a pause" in page
    begun.play(1, "agree", proposal=re.search(r'name="proposal" value="(\d+)"', page)[1])
    assert "Nobody can play until" in begun.page("seat-0") and "data-moves" not in begun.page("seat-0")
    late = begun.play(0, "move", move=move_data("build", level=4, factory="L1"), after=seen)
    assert late.status_code == 422 and "paused" in late.get_data(as_text=True)
    assert begun.play(1, "resume").status_code == 303 and "data-moves" in begun.page("seat-0")


@pytest.mark.long
def test_those_who_stay_end_the_game_without_who_left(begun):
    begun.play(1, "leave")
    assert "End the game without Side B" in begun.page("seat-0")
    assert begun.play(0, "without", left="1").status_code == 303
    assert "Ana won" in begun.page("watch") and "Ben has left" in begun.page("watch")


@pytest.mark.long
def test_a_note_after_the_end_leaves_the_seed_on_the_page(begun):
    begun.play(0, "concede", sure="yes")
    begun.play(1, "note", text="Good game")
    assert begun.events()[-2]["values"]["seed"] in begun.page("watch")
    assert begun.play(1, "leave").status_code == 422 and "Ben won" in begun.page("watch")


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("build", '{"build": {"title": %s}}' % ("[" * 400 + "]" * 400), "nested"),
        ("counter", '{"what": "\\ud800", "value": 1}', "half of one"),
        ("build", '{"build": {"game": "techniconica", "title": [1]}}', "title: found a list of 1 entry"),
        ("build", '{"build": {"game": "mechalyte", "spec": "MIPASA"}}', "expected techniconica"),
    ],
    ids=["nested", "half a character", "a title that is none", "another game"],
)
def test_a_move_that_cannot_be_stored_is_refused(app, name, values, words):
    table = Evening(app, "techniconica")
    table.sit(0, "Ana")
    answer = table.play(0, "move", move=f'{{"name": "{name}", "values": {values}}}')
    assert (answer.status_code, words in unescape(answer.get_data(as_text=True))) == (422, True)


@pytest.mark.long
def test_the_log_names_who_did_something(begun):
    begun.play(1, "dice", dice="typed")
    for role in ("seat-0", "seat-1", "watch"):
        assert re.search(r"Ben:</span>\s*Throws their own dice\.", begun.page(role))


def test_no_moves_are_offered_in_a_pause_in_the_past_or_to_who_watches():
    one, brought = game("wreck-a-mech"), Brought(bytes(32))
    table = open_table(one, set_up(one, brought.seed, {"one_phone": True}))
    paused = play.propose(table, brought, 0, "pause", {})
    assert paused.is_paused and TablePage(one, table, 0).moves
    pages = TablePage(one, paused, 0), TablePage(one, table, 0, is_past=True), TablePage(one, table)
    assert [page.moves for page in pages] == [()] * 3


@pytest.mark.long
def test_a_log_of_much_that_was_undone_is_read_to_its_start():
    """Twelve hundred moves in a row: more than Python's calls nest."""
    one, brought, moves = game("techniconica"), Brought(b"seed of a long evening"), 1200
    table = open_table(one, set_up(one, brought.seed, {"one_phone": True, "by_hand": True}))
    for _ in range(moves):
        table = play.move(table, brought, 0, "counter", {"what": "Points", "value": 1})
    for _ in range(moves):
        table = play.undo(table, brought, 0)
    entries = log_entries(table, None, 0)
    assert [entry.undone for entry in entries] == [False] * moves + [True] * moves
    assert entries[-1].text == "Points: 1."


def test_each_zone_of_the_battlefield_has_a_name_of_its_own(begun):
    names = re.findall(r'class="mt-tap"[^>]*><span class="hidden">([^<]*)', begun.page("seat-0"))
    assert len(names) == len(set(names)) == 15
