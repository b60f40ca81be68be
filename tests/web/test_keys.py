"""The key: brings everything to another browser, comes back after cookies are lost, is renewed, and leaks nowhere."""

import hashlib
import re

import pytest
from sqlalchemy import event
from sqlalchemy import text as sql

from companion.games import GAMES
from companion.printing.sheets.printers import read_printer
from companion.storage.owners import Belongings
from companion.web import create_app
from companion.web.keys import words
from companion.web.keys.joining import merge_belongings
from companion.web.printing import printers
from tests import engines
from tests.web.conftest import token_of
from tests.web.test_ownership import Browser, stored

GAME = "techniconica"
OFFER = "Make a key</a> to open them in other browsers too"


@pytest.fixture
def me(app):
    return Browser(app)


def draft(browser, title):
    return browser.send(f"/{GAME}/new", {"title": title}).location


def words_of(page):
    return re.findall(r"<li>([a-z]+)</li>", page.partition("key-words")[2].partition("</ol>")[0])


def make(browser, **form):
    """Press the button that makes or renews a key; return its words."""
    answer = browser.send("/key", form)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return words_of(answer.get_data(as_text=True))


def enter(browser, typed):
    return browser.send("/key/enter", {"key": typed if isinstance(typed, str) else " ".join(typed)})


def renewals(browser):
    return re.search(r'name="renewals" value="(\d+)"', browser.read("/settings"))[1]


def test_a_key_has_eight_words_and_eighty_bits_at_least():
    listed = set(words._words_by_beginning().values())
    assert len(listed) ** words.KEY_WORDS >= 2**80
    assert len({word[: words.ENOUGH] for word in listed}) == len(listed)
    assert len({words.make_words() for _ in range(50)}) == 50


def test_it_brings_everything_to_another_browser(app, me):
    draft(me, "Lone wolf")
    me.send(f"/{GAME}/packs", {"title": "Lids", "text": ""})
    me.send(f"/{GAME}/collection", {"own.fuel-cell": "2"})
    me.send("/printers", {"name": "Laser", "across": "150.5"})
    me.send("/mechalyte/rules", {"layout": "five-by-five"})
    other = Browser(app)
    assert enter(other, make(me)).location == "/"
    assert "Lone wolf" in other.read("/")
    assert "Lids" in other.read(f"/{GAME}/cards?tab=packs") and "✓ in use" in other.read(f"/{GAME}/cards?tab=packs")
    assert "fuel-cell,2" in other.read(f"/{GAME}/collection.csv")
    assert "Laser" in other.read("/printers")
    assert re.search(r'value="five-by-five"[^>]* checked', other.read("/mechalyte/house-rules"))


def test_both_browsers_change_the_same_build(app, me):
    build = draft(me, "Lone wolf")
    other = Browser(app)
    enter(other, make(me))
    assert other.send(f"{build}/rename", {"title": "Two wolves"}).status_code == 303
    assert me.send(f"{build}/rename", {"title": "Three wolves"}).status_code == 303
    assert "Three wolves" in other.read("/")


def test_what_the_other_browser_has_comes_along_and_nothing_is_lost(app, me):
    draft(me, "Mine")
    me.send(f"/{GAME}/collection", {"own.fuel-cell": "2", "own.auto-rifle": "1"})
    me.send("/printers", {"name": "Laser", "across": "150.5"})
    other = Browser(app)
    theirs = draft(other, "Theirs")
    gone = draft(other, "Thrown away")
    other.send(f"{gone}/delete")
    other.send(f"/{GAME}/packs", {"title": "Lids", "text": ""})
    other.send(f"/{GAME}/collection", {"own.fuel-cell": "1", "own.oil-slick": "3"})
    other.send("/printers", {"name": "Laser", "across": "149.5"})
    other.send("/mechalyte/rules", {"layout": "five-by-five"})
    third = Browser(app)
    third.client.set_cookie("session", other.client.get_cookie("session").value)
    enter(other, make(me))
    for browser in (me, other, third):
        home = browser.read("/")
        assert all(title in home for title in ("Mine", "Theirs", "Thrown away"))
        assert "✓ in use" in browser.read(f"/{GAME}/cards?tab=packs")
        counted = browser.read(f"/{GAME}/collection.csv").split()[1:]
        assert sorted(counted) == ["auto-rifle,1", "fuel-cell,2", "oil-slick,3"]
        listed = browser.read("/printers")
        assert "Laser" in listed and "Laser of the other browser" in listed
        assert re.search(r'value="five-by-five"[^>]* checked', browser.read("/mechalyte/house-rules"))
    assert me.send(f"{theirs}/rename", {"title": "Ours"}).status_code == 303


def test_of_two_collections_one_is_left_and_one_that_cannot_be_read_stays_as_it_is(app, me):
    me.send(f"/{GAME}/collection", {"own.fuel-cell": "2"})
    other, damaged = Browser(app), Browser(app)
    other.send(f"/{GAME}/collection", {"own.fuel-cell": "5"})
    damaged.send(f"/{GAME}/collection", {"own.fuel-cell": "9"})
    (broken,) = collections(app, damaged)
    with app.extensions["store"].engine.begin() as connection:
        connection.execute(sql("UPDATE versions SET data = '{' WHERE document_id = :name"), {"name": broken.id})
    key = make(me)
    for browser in (other, damaged):
        assert enter(browser, key).status_code == 303
        assert "fuel-cell,5" in browser.read(f"/{GAME}/collection.csv")
    kept = {document.id: document for document in collections(app, me)}
    assert kept.pop(broken.id).damage
    assert [document.data["owned"] for document in kept.values()] == [{"fuel-cell": 5}]


def collections(app, browser):
    with browser.client.session_transaction() as cookie:
        return app.extensions["store"].list(cookie["owner"], kind="collection")


def test_rulings_of_one_game_survive_from_both_browsers(app, me):
    """Each ruling is a choice of its own; of the same one the owner's choice counts, not the one that comes along."""
    draft(me, "Mine")
    here = {"mechastellar": {"one": "a", "both": "mine"}, "mechalyte": {"layout": "five-by-five"}}
    there = {"mechastellar": {"other": "b", "both": "theirs"}, "techniconica": {"first": "c"}}
    has, brings = Belongings(rulings=here), Belongings(rulings=there)
    assert merge_belongings(has, brings).rulings == {
        "mechastellar": {"one": "a", "other": "b", "both": "mine"},
        "mechalyte": {"layout": "five-by-five"},
        "techniconica": {"first": "c"},
    }


def test_of_both_owners_packs_opponents_and_the_offer_of_a_key_are_kept():
    has = Belongings(packs={"mechalyte": ("a", "b")}, opponents={"mechalyte": "mine"}, key_declined=True)
    brings = Belongings(
        packs={"mechalyte": ("b", "c"), "techniconica": ("d",)},
        opponents={"mechalyte": "theirs", "techniconica": "other"},
    )
    both = merge_belongings(has, brings)
    assert both.packs == {"mechalyte": ("a", "b", "c"), "techniconica": ("d",)}
    assert both.opponents == {"mechalyte": "mine", "techniconica": "other"}
    assert both.key_declined and not merge_belongings(brings, has).key_declined


def test_a_printer_with_a_name_of_forty_letters_is_cut_short_by_as_much_as_is_added():
    name = "abcdefghij" * 4
    both = merge_belongings(Belongings(printers={name: {"across": 1}}), Belongings(printers={name: {"across": 2}}))
    assert list(both.printers) == [name, "abcdefghijabcdefghi of the other browser"]


def test_rulings_chosen_in_two_browsers_are_both_in_force_on_the_page(app, me):
    game = next(game for game in GAMES if sum(len(r.option) > 1 for r in game.rulebook.ruling) > 1)
    one, other = [r for r in game.rulebook.ruling if len(r.option) > 1][:2]
    chosen = [(r.id, next(o.id for o in r.option if o.id != r.default)) for r in (one, other)]
    draft(me, "Mine")
    me.send(f"/{game.slug}/rules", dict([chosen[0]]))
    second = Browser(app)
    draft(second, "Theirs")
    second.send(f"/{game.slug}/rules", dict([chosen[1]]))
    enter(second, make(me))
    page = me.read(f"/{game.slug}/house-rules")
    for ruling, option in chosen:
        assert re.search(rf'name="{ruling}"[^>]*value="{option}"[^>]* checked', page), ruling


def test_a_third_printer_of_one_name_gets_a_name_of_its_own(app, me):
    draft(me, "Mine")
    me.send("/printers", {"name": "Den", "across": "150.5"})
    key = make(me)
    for across in ("149.5", "148.5", "149.5", "151.5"):
        other = Browser(app)
        draft(other, "Theirs")
        other.send("/printers", {"name": "Den", "across": across})
        enter(other, key)
    names = set(re.findall(r"Den(?: of the other browser| \d+)?(?=<)", me.read("/printers")))
    assert names == {"Den", "Den of the other browser", "Den 3", "Den 4"}  # the same readings are the same printer


def test_a_long_name_of_a_printer_that_comes_along_stays_one_that_can_be_saved(app):
    name = "x" * 40
    both = merge_belongings(Belongings(printers={name: {"across": 1}}), Belongings(printers={name: {"across": 2}}))
    assert list(both.printers.values()) == [{"across": 1}, {"across": 2}]
    assert all(read_printer(known, across=150.5).name == known for known in both.printers)


def test_a_key_of_the_browser_that_came_along_leads_there_until_it_is_renewed(app, me):
    draft(me, "Mine")
    other = Browser(app)
    draft(other, "Theirs")
    old = make(other)
    enter(other, make(me))
    third = Browser(app)
    enter(third, old)
    assert "Mine" in third.read("/") and "Theirs" in third.read("/")
    make(me, renewals=renewals(me))
    assert enter(Browser(app), old).status_code == 422
    assert "Mine" not in third.read("/")


def test_it_comes_back_after_the_cookies_are_lost(app, me):
    draft(me, "Lone wolf")
    key = make(me)
    me.client.delete_cookie("session")
    assert "Lone wolf" not in me.read("/")
    me.token = token_of(me.client)
    enter(me, key)
    assert "Lone wolf" in me.read("/")


def test_renewing_ends_the_old_words_and_the_other_browsers(app, me):
    build = draft(me, "Lone wolf")
    old = make(me)
    other = Browser(app)
    enter(other, old)
    new = make(me, renewals=renewals(me))
    assert new != old
    assert enter(Browser(app), old).status_code == 422
    page = other.read("/")
    assert "The key was renewed in another browser" in page and "Lone wolf" not in page
    assert "The key was renewed" not in other.read("/")
    assert other.send(f"{build}/rename", {"title": "Not theirs"}).status_code == 404
    assert "Lone wolf" in me.read("/")
    enter(other, new)
    assert "Lone wolf" in other.read("/")


def test_a_cookie_that_was_copied_before_is_ended_too(app, me):
    draft(me, "Lone wolf")
    make(me)
    copied = me.client.get_cookie("session").value
    make(me, renewals=renewals(me))
    thief = app.test_client()
    thief.set_cookie("session", copied)
    assert "Lone wolf" not in thief.get("/").get_data(as_text=True)


def test_a_form_that_is_sent_twice_makes_one_key(app, me):
    draft(me, "Lone wolf")
    key = make(me)
    answer = me.send("/key")
    assert answer.status_code == 409 and "No new key was made" in answer.get_data(as_text=True)
    form = {"renewals": renewals(me)}
    renewed = make(me, **form)
    assert me.send("/key", form).status_code == 409
    assert enter(Browser(app), key).status_code == 422
    assert enter(Browser(app), renewed).status_code == 303


@pytest.mark.parametrize("number", ["-1", "7", str(2**31 - 1), str(2**63), "9" * 4000, "1" * 5000])
def test_a_number_of_renewals_that_never_was_renews_nothing(app, me, number):
    draft(me, "Lone wolf")
    key = make(me)
    assert me.send("/key", {"renewals": number}).status_code == 409
    assert enter(Browser(app), key).status_code == 303


def test_the_words_are_stored_nowhere(app, me):
    draft(me, "Lone wolf")
    key = make(me)
    page = me.read("/settings")
    assert "You have a key" in page and words_of(page) == []
    written = repr(stored(app))
    assert words.key_digest(tuple(key)) in written
    assert " ".join(key) not in written and "-".join(key) not in written
    assert hashlib.sha256(" ".join(key).encode()).hexdigest() not in written, "the hash is of no other use"


def test_its_page_stays_out_of_caches_and_its_link_has_no_secret_that_is_sent(me):
    draft(me, "Lone wolf")
    answer = me.send("/key")
    page = answer.get_data(as_text=True)
    key = words_of(page)
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert f">http://localhost/settings#{'-'.join(key)}</span>" in page
    sent = re.findall(r'(?:href|src|action)="([^"]*)"', page)
    pairs = ["-".join(pair) for pair in zip(key, key[1:], strict=False)]  # one word alone may be one of the page's own
    assert not [address for address in sent if any(pair in address for pair in pairs)]
    assert 'src="data:image/svg+xml' in page


def test_opening_the_address_changes_nothing(app, me):
    draft(me, "Lone wolf")
    key = make(me)
    other = Browser(app)
    assert "Use this key here" in other.read(f"/settings?{'-'.join(key)}")
    assert "Lone wolf" not in other.read("/")


def test_no_link_where_the_app_does_not_know_its_address(app, me):
    draft(me, "Lone wolf")
    there = app.test_client()
    there.set_cookie("session", me.client.get_cookie("session").value, domain="evil.example")
    answer = there.post("/key", data={"csrf_token": me.token}, base_url="http://evil.example")
    page = answer.get_data(as_text=True)
    assert len(words_of(page)) == 8 and "evil.example" not in page and "data:image" not in page


@pytest.mark.parametrize(
    "written", [" ".join, "-".join, "\n".join, lambda key: "http://localhost/settings#" + "-".join(key)]
)
def test_words_are_read_however_they_are_written(app, me, written):
    draft(me, "Lone wolf")
    key = make(me)
    assert enter(Browser(app), written(key)).status_code == 303
    assert enter(Browser(app), written(key).upper() if "#" not in written(key) else written(key)).status_code == 303
    assert enter(Browser(app), " ".join(word[:4] for word in key)).status_code == 303


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "found 0 words, expected the 8 words of a key"),
        ("zoo zone", "found 2 words"),
        ("zoo", "found 1 word, expected the 8 words"),
        (
            "abandn zoo zoo zoo zoo zoo zoo zoo",
            "word 1: found &#39;abandn&#39;, expected a word that keys are made of; perhaps abandon",
        ),
        ("zoo " * 8, "words that no key has"),
        ("zoo " * 400, "words, expected the 8 words"),
        ("\ud800 \0 <b> 'x'", "expected"),
    ],
)
def test_what_is_no_key_is_told_beside_the_field(me, typed, told):
    answer = enter(me, typed.encode("utf-8", "surrogatepass").decode("utf-8", "replace"))
    assert answer.status_code == 422
    assert told in answer.get_data(as_text=True)


def test_attempts_are_limited(tmp_path):
    app = create_app(engines.address(tmp_path / "limited.sqlite3"), "k", TESTING=True)
    browser = Browser(app)
    answers = [enter(browser, "zoo " * 8).status_code for _ in range(12)]
    assert answers == [422] * 10 + [429] * 2
    app.extensions["store"].close()


def test_a_key_is_offered_after_the_first_save_and_not_before(app, me):
    assert OFFER not in me.read("/")
    me.send("/theme", {"theme": "dark"})
    assert OFFER not in me.read("/") and OFFER not in me.read(f"/{GAME}/")
    draft(me, "Lone wolf")
    assert OFFER in me.read("/") and OFFER in me.read(f"/{GAME}/")
    me.send("/key/later")
    assert OFFER not in me.read("/") and OFFER not in me.read(f"/{GAME}/")
    assert "Make a key" in me.read("/settings")
    other = Browser(app)
    draft(other, "Another")
    make(other)
    assert OFFER not in other.read("/")


def test_without_anything_to_lose_there_is_no_key_to_make(me):
    page = me.read("/settings")
    assert "Enter a key" in page and "Make a key" not in page
    assert me.send("/key").location == "/settings"
    assert "owner" not in dict(me.client.session_transaction().__enter__())


def test_signing_out_asks_for_a_key_first(me):
    draft(me, "Lone wolf")
    me.send("/key/leave")
    assert "Lone wolf" in me.read("/")
    key = make(me)
    me.send("/key/leave")
    assert "Lone wolf" not in me.read("/")
    enter(me, key)
    assert "Lone wolf" in me.read("/")


def test_its_own_key_changes_nothing(me):
    draft(me, "Lone wolf")
    assert enter(me, make(me)).location == "/settings"
    assert "This browser has this key already." in me.read("/settings")
    assert "Lone wolf" in me.read("/")


@pytest.mark.long
def test_the_cookie_stays_small_whatever_the_browser_does(me):
    """A cookie may have 4 KB at most, and travels with every request."""
    long = "Ж" * 100
    sent = []

    def send(path, form):
        sent.append(me.send(path, form))

    for number in range(14):
        send(f"/{GAME}/packs", {"title": f"{long} {number}", "text": ""})
        send(f"/{GAME}/new", {"title": f"{long} {number}"})
    for number in range(printers.MOST):
        send("/printers", {"name": f"Printer {number} {'x' * 40}", "across": "150.5", "left": "20.25"})
    for slug in (GAME, "mechalyte", "mechastellar", "mecha-mettle", "wreck-a-mech"):
        page = me.read(f"/{slug}/house-rules")
        chosen = dict(re.findall(r'type="radio" name="([^"]+)" value="([^"]+)"', page))
        send(f"/{slug}/rules", chosen)
    send("/theme", {"theme": "light"})
    build = draft(me, long)
    send(f"{build}/rename", {"title": "x" * 5000})
    send("/import", {"text": me.read(f"{build}/export.toml")})
    for times in range(3):
        form = {"renewals": renewals(me)} if times else {}
        send("/key", form)
    for answer in [*sent, me.client.get("/")]:
        assert answer.status_code < 400 or answer.status_code == 422
        assert all(len(cookie) < 600 for cookie in answer.headers.getlist("Set-Cookie"))
    with me.client.session_transaction() as kept:
        assert set(kept) <= {"_permanent", "csrf_token", "owner", "renewals", "theme", "_flashes"}


@pytest.mark.parametrize("path", ["/static/app.css", "/games.css", "/fonts/Barlow-regular.ttf"])
def test_files_that_are_the_same_for_all_do_not_depend_on_the_cookie(me, path):
    draft(me, "Lone wolf")
    with me.client.get(path) as answer:
        assert answer.status_code == 200 and "Cookie" not in answer.headers.get("Vary", "")


@pytest.mark.long
def test_settings_are_read_once_a_request(app, me):
    draft(me, "Lone wolf")
    me.send("/mechalyte/rules", {"layout": "five-by-five"})
    asked = []
    engine = app.extensions["store"].engine
    event.listen(engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    for page in ("/", "/mechalyte/", "/mechalyte/new", "/printers", "/mechalyte/print?what=everything", "/settings"):
        asked.clear()
        assert me.client.get(page).status_code == 200
        assert len([statement for statement in asked if "FROM owners" in statement]) <= 1, page
