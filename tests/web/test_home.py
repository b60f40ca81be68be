"""Home: my things first, then the games with their pictures; examples that open as a new build."""

import re

import pytest

from companion.base import caches
from companion.data.documents import to_document
from companion.games import GAMES, game
from companion.storage.store import Document
from companion.web.shared import owned
from tests.pairs import one_each
from tests.web.conftest import page_of

DRAWN = [one for one in GAMES if one.draws_builds]
EXAMPLES = [(one.slug, name) for one in GAMES for name in one.examples]


def words(element):
    return re.sub(r"\s+", " ", element.text_content()).strip()


def headings(page):
    return [words(heading) for heading in page.xpath("//main//h1 | //main//h2")]


def test_a_first_visit_says_what_this_is_and_shows_the_games(client):
    page = page_of(client, "/")
    assert headings(page) == ["Five tabletop mech games that you print and play", "Games", "My builds"]


def test_each_game_has_a_picture_a_sentence_its_players_and_three_buttons(client):
    cards = page_of(client, "/").xpath("//li[contains(@class, 'game-card') and .//img]")
    assert [words(card.xpath(".//h3")[0]) for card in cards] == [one.title for one in DRAWN]
    for card, one in zip(cards, DRAWN, strict=True):
        assert one.tagline in words(card) and one.players in words(card)
        assert [words(button) for button in card.xpath(".//p[@class='actions']/a")] == [
            "Play tonight",
            "Build",
            "Print",
        ]
        assert card.xpath(".//p[@class='actions']/a/@href") == [
            f"/{one.slug}/{page}" for page in ("play-tonight", "new", "print")
        ]
        picture = client.get(card.xpath(".//img/@src")[0])
        assert picture.mimetype == "image/svg+xml" and picture.get_data().count(b"<path") > 5
        assert picture.cache_control.immutable


def test_my_things_come_first_newest_first_with_what_they_are(client, post):
    post("/mechalyte/new", {"title": "Unfinished", "spec": "PA"})
    post("/techniconica/new", {"title": "Empty squad"})
    post("/mecha-mettle/new", {"title": "Thick skin", "components": ["light-thrusters"]})
    post("/mechalyte/new", {"title": "Onion", "spec": "PAPAPA"})
    page = page_of(client, "/")
    assert headings(page) == ["My builds"]
    entries = [words(entry) for entry in page.xpath("//li[contains(@class, 'library-item')]/*[@class='library-card']")]
    titles = ("Onion", "Thick skin", "Empty squad", "Unfinished")
    assert [entry.startswith(title) for entry, title in zip(entries, titles, strict=True)] == [True] * 4
    assert "Mechalyte ✓ Legal" in entries[0]
    assert "Mecha Mettle ✕ 1 problem" in entries[1] and "problem" in entries[3]
    assert all(re.search(r"\d\d \w{3} \d{4}", entry) for entry in entries)
    assert len(page.xpath("//ul[@class='library-list']//img")) == 4


def test_packs_and_the_collection_are_there_too_but_quiet(client, post):
    pack = 'game = "mechalyte"\nkind = "pack"\ntitle = "Strong ones"\n[[module]]\nid = "power"\nadds = 2\n'
    post("/mechalyte/packs", {"text": pack, "title": ""})
    post("/mechalyte/house-rules", {"title": "Tuesday club"})
    post("/techniconica/collection", {"own.cadet": "1"})
    quiet = page_of(client, "/").xpath("//p[contains(@class, 'quiet')]")[0]
    assert words(quiet) == "Card packs: Strong ones. House rules: Tuesday club. My collection: Techniconica."
    assert all(client.get(link).status_code == 200 for link in quiet.xpath("./a/@href"))


def test_a_build_that_cannot_be_read_is_listed_without_a_verdict(client, post, app):
    made = post("/mechalyte/new", {"title": "Lost", "spec": "PAPAPA"}).location.rpartition("/")[2]
    app.extensions["store"].save(made, {"game": "mechalyte", "title": "Lost", "spec": 7}, 1)
    entry = words(page_of(client, "/").xpath("//a[@class='library-card']")[0])
    assert entry.startswith("Lost Mechalyte not checked")


def test_a_build_is_judged_once_by_what_it_says(monkeypatch):
    caches.clear()
    checked = []
    one = game("mechalyte")
    check = type(one).check
    monkeypatch.setattr(
        type(one), "check", lambda self, build, context: checked.append(build) or check(self, build, context)
    )
    document = _document(one, "judged-once", 1)
    assert [entry.problems for entry in (*owned.list_builds([document]), *owned.list_builds([document]))] == [0, 0]
    owned.list_builds([_document(one, "judged-once", 2)])
    assert len(checked) == 1, "another version that says the same"
    owned.list_builds([_document(one, "judged-once", 3, example="bulwark")])
    assert len(checked) == 2


def _document(one, name, version, example="onion"):
    from datetime import UTC, datetime

    data = to_document(one.examples[example])
    return Document(name, "me", one.slug, "build", "Onion", version, version, datetime.now(UTC), False, data)


def test_only_the_newest_builds_are_listed_and_the_library_has_the_others(client, post, monkeypatch):
    monkeypatch.setattr(owned, "MOST_JUDGED", 2)
    for title in ("One", "Two", "Three"):
        post("/mechalyte/new", {"title": title, "spec": "PAPAPA"})
    page = page_of(client, "/mechalyte/")
    listed = page.xpath("//main//ul[@class='builds things']/li")
    assert [words(entry).partition(" ")[0] for entry in listed] == ["Three", "Two"]
    (link,) = page.xpath("//a[text()='And 1 older build: all of them']")
    assert words(page_of(client, link.get("href"))).count("One") == 2  # its title, and the name of its box


def test_what_is_in_the_archive_is_not_on_home_nor_on_the_games_page(client, post):
    made = post("/mechalyte/new", {"title": "Last year's", "spec": "PAPAPA"}).location.rpartition("/")[2]
    post("/library", {"do": "archive", "id": made})
    page = page_of(client, "/")
    assert headings(page) == ["My builds"] and "Last year's" not in words(page)
    (link,) = page.xpath("//nav[@aria-label='Places']/a[starts-with(text(), 'Archive')]/@href")
    assert "Last year's" in words(page_of(client, link))
    assert "Last year's" not in words(page_of(client, "/mechalyte/"))


def test_a_games_page_shows_its_own_builds_only(client, post):
    post("/mechalyte/new", {"title": "Onion mine", "spec": "PAPAPA"})
    assert "Onion mine" in words(page_of(client, "/mechalyte/").xpath("//section[@aria-labelledby='mine']")[0])
    assert "Onion mine" not in words(page_of(client, "/techniconica/"))


def test_each_game_has_examples():
    assert {slug for slug, _ in EXAMPLES} == {one.slug for one in GAMES}


@pytest.mark.parametrize(("slug", "name"), EXAMPLES)
def test_an_example_is_legal_and_has_a_title(slug, name):
    one = game(slug)
    build = one.examples[name]
    assert one.verdict(build).legal and build.title and not build.pack and not build.rulings


@pytest.mark.parametrize(("slug", "name"), one_each([pytest.param(*one, id="-".join(one)) for one in EXAMPLES]))
def test_an_example_opens_as_a_new_build_and_save_makes_it_mine(client, slug, name, app):
    page = page_of(client, f"/{slug}/examples/{name}")
    assert "An example, not saved yet" in words(page)
    assert client.get("/").get_data(as_text=True).count("not saved") == 0
    form = next(form for form in page.forms if form.get("id") == "build")
    fields = {}
    for field, value in form.form_values():
        fields.setdefault(field, []).append(value.removeprefix("\n"))
    answer = client.post(form.action, data=fields)
    assert answer.status_code == 303
    stored = app.extensions["store"].get(answer.location.rpartition("/")[2])
    one = game(slug)
    assert one.read(stored.data) == one.examples[name]


@pytest.mark.parametrize(("slug", "name"), [(one.slug, name) for one in DRAWN for name in one.examples])
def test_an_example_is_one_tap_away_and_has_a_portrait(client, slug, name):
    address = f"/{slug}/examples/{name}"
    game_page = page_of(client, f"/{slug}/")
    assert address in game_page.xpath("//section[@aria-labelledby='examples']//a/@href")
    assert address in page_of(client, f"/{slug}/new").xpath("//p[contains(@class, 'examples-offer')]/a/@href")
    portrait = client.get(f"{address}/portrait.svg")
    assert portrait.mimetype == "image/svg+xml" and portrait.get_data().count(b"<path") > 5


def test_an_example_is_judged_by_my_rulings(client, post):
    post("/techniconica/rules", {"rule-twice": "highest"})
    page = page_of(client, "/techniconica/examples/sniper-wolf")
    assert page.xpath("//section[contains(@class, 'build-rulings')] | //*[contains(@class, 'build-rulings')]")


@pytest.mark.parametrize(
    "path", ["/mechalyte/examples/nothing", "/mechalyte/examples/nothing/portrait.svg", "/chess/picture.svg"]
)
def test_what_is_no_example_is_not_there(client, path):
    assert client.get(path).status_code == 404


def test_the_address_of_the_page_of_components_which_is_gone_leads_home(client):
    answer = client.get("/patterns")
    assert (answer.status_code, answer.location) == (301, "/")
