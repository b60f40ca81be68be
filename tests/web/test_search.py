"""The search box: what it finds first, how much it answers, whose builds it shows, the same as a fragment."""

import lxml.html
import pytest

from companion.games import GAMES
from companion.web.search import finding
from tests.web.test_ownership import Browser

MOST_ENTRIES = 4 * (finding.MOST_OF_KIND + 4 * finding.MOST_OF_KIND) + finding.MOST_OWN


def entries(page):
    """Return what was found, by game: kind, title and address of each."""
    found = {}
    for section in lxml.html.fromstring(page).xpath("//section[h2][ul[@class='found']]"):
        items = section.xpath(".//li")
        found[section.xpath("string(h2)")] = [
            (
                item.xpath("string(.//span[@class='found-kind'])"),
                item.xpath("string(.//strong)"),
                item.xpath("string(a/@href)"),
            )
            for item in items
        ]
    return found


@pytest.mark.parametrize(
    ("typed", "game", "first"),
    [
        ("RF", "", ("Word", "RF", "/mechastellar/rules#rule-rapid-fire")),
        ("level 1+", "", ("Word", "level 1+", "/mechastellar/rules#rule-precision-barrage")),
        ("sp", "techniconica", ("Word", "SP", "/techniconica/rules#rule-attack")),
        ("junk yard", "wreck-a-mech", ("Word", "junk", "/wreck-a-mech/rules#rule-junk")),
        ("Onion-free Gemini", "mecha-mettle", None),
        ("gemini", "mecha-mettle", ("Word", "Twin Strike", "/mecha-mettle/rules#rule-twin-strike")),
        ("RECOMBINATÓR", "", ("Card", "Recombinator", "/mecha-mettle/cards#card-recombinator")),
        ("bottle threshold rerolls", "techniconica", None),
    ],
)
def test_what_is_looked_for_comes_first(client, typed, game, first):
    page = client.get("/search", query_string={"q": typed, "game": game}).get_data(as_text=True)
    found = [entry for listed in entries(page).values() for entry in listed]
    assert (found[0] if found else None) == first


def test_a_short_word_begins_a_word(client):
    found = entries(client.get("/search?q=rf").get_data(as_text=True))
    assert "Amphibious" not in {title for listed in found.values() for _, title, _ in listed}, "its text has “surface”"


def test_the_current_game_comes_first_then_the_others(client):
    for game in ("wreck-a-mech", "mechalyte"):
        found = entries(client.get(f"/search?q=attack&game={game}").get_data(as_text=True))
        assert len(found) > 3
        title = next(one.title for one in GAMES if one.slug == game)
        assert next(iter(found)) == title
        assert {len(listed) <= 4 * finding.MOST_OF_OTHERS for name, listed in found.items() if name != title} == {True}


def test_an_answer_is_bounded_whatever_is_asked(client):
    for asked in ("a", "e", "the", "a" * 10_000, "%00", "  ", "<b>", "'\"" * 50):
        answer = client.get("/search", query_string={"q": asked})
        page = answer.get_data(as_text=True)
        assert answer.status_code == 200 and len(page) < 60_000
        assert sum(map(len, entries(page).values())) <= MOST_ENTRIES and "<b>" not in page.partition("<main")[2]


def test_a_fragment_has_the_same_and_no_frame(client):
    page = client.get("/search?q=armour").get_data(as_text=True)
    part = client.get("/search?q=armour", headers={"X-Fragment": "1"}).get_data(as_text=True)
    assert "<html" not in part and entries(part) == entries(page) != {}


def test_only_ones_own_builds_and_packs_cards_are_found(app):
    me, other = Browser(app), Browser(app)
    build = me.send("/mechalyte/new", {"title": "Marmalade", "spec": "PAPAPA"}).location
    rows = "id,name,ar,dt,we,pc\nmarmalade-lid,Marmalade Lid,2,1,2,0\n"
    pack = me.send("/techniconica/packs", {"text": rows, "card-kind": "armour", "title": "Jars"}).location
    me.send(f"{pack}/use", {"used": "1"})
    mine, theirs = (entries(who.read("/search?q=marmalade")) for who in (me, other))
    assert mine["Yours"] == [("Build", "Marmalade", build)] and theirs == {}
    assert [title for _, title, _ in mine["Techniconica"]] == ["Marmalade Lid"]


def test_every_page_has_the_box_and_a_games_page_says_which_game(client):
    for address in ("/", "/open", "/settings", "/roll", *(f"/{game.slug}/" for game in GAMES)):
        page = lxml.html.fromstring(client.get(address).get_data(as_text=True))
        (form,) = page.xpath("//header//form[@role='search']")
        assert form.action == "/search" and form.method == "GET"
        assert form.xpath("input[@name='game']/@value") == [
            part for part in (address.strip("/"),) if address.endswith("/") and part
        ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_word_of_a_glossary_leads_to_a_rule_of_its_game(client, game):
    anchors = set(lxml.html.fromstring(client.get(f"/{game.slug}/rules").text).xpath("//@id"))
    terms = [word.term for word in game.glossary]
    assert len(terms) >= min(10, len(game.rulebook.rules)) and len(set(terms)) == len(terms)
    assert [word.term for word in game.glossary if f"rule-{word.rule}" not in anchors] == []
    for word in game.glossary:
        found = entries(client.get("/search", query_string={"q": word.term, "game": game.slug}).text)[game.title]
        assert ("Word", word.term) in {entry[:2] for entry in found}, word.term


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_cards_page_explains_its_words_where_they_are_tapped(client, game):
    page = lxml.html.fromstring(client.get(f"/{game.slug}/cards").text)
    buttons = {button.get("popovertarget"): button.text for button in page.xpath("//button[@popovertarget]")}
    assert list(buttons.values()) == [word.term for word in game.glossary]
    for target, term in buttons.items():
        meaning = page.get_element_by_id(target)
        assert meaning.get("popover") is not None and term in meaning.text_content() and meaning.xpath(".//a/@href")


@pytest.mark.long
def test_most_cards_that_are_found_have_their_place_on_the_cards_page(client):
    """Those without a face of their own (traits, commands, corporations, modules) are told in the answer itself."""
    for game in GAMES:
        ids = set(lxml.html.fromstring(client.get(f"/{game.slug}/cards").text).xpath("//li[@data-card]/@id"))
        missing = {name for name in game.catalogue.cards if f"card-{name}" not in ids}
        faceless = {type(game.catalogue.cards[name]).__name__ for name in missing}
        with_face = {type(card).__name__ for name, card in game.catalogue.cards.items() if name not in missing}
        assert not faceless & with_face, (game.slug, faceless & with_face)
