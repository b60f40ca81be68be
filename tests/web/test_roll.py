"""The Roll page of a game begins with two builds and lists its rolls; the page Analyse lists what a game works out."""

import pytest

from companion.games import GAMES
from tests.pairs import FIGHTS
from tests.web.conftest import page_of, token_of

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


@EACH_GAME
@pytest.mark.parametrize("query", ["", "?build="])
def test_every_roll_of_a_game_is_a_link_away_with_and_without_a_matchup(client, game, query):
    page = page_of(client, f"/{game.slug}/roll{query}")
    links = page.xpath("//section[@aria-labelledby='rolls']//a/@href")
    assert links == [*(f"/{game.slug}/roll/{kind.name}" for kind in game.resolvers), "/roll"]
    assert bool(page.xpath("//table[contains(@class, 'mu-table')]")) is bool(query and game.matchup)


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_the_two_builds_that_the_page_offers_are_those_of_the_matchup(client, game):
    """The opponent brought last is chosen as theirs, and one tap compares the two."""
    first, second = list(game.examples)[:2]
    client.post(f"/{game.slug}/matchup", data={"csrf_token": token_of(client), "other": f"example:{second}"})
    start = page_of(client, f"/{game.slug}/roll")
    chosen = start.xpath("//select[@id='build' or @id='other']/*/option[@selected]/@value")
    assert chosen == [f"example:{first}", f"example:{second}"]
    (sides,) = [one for one in start.forms if one.xpath(".//select[@id='build']")]
    answer = client.post(sides.action, data=dict(sides.form_values()))
    assert answer.status_code == 303 and answer.location.startswith(f"/{game.slug}/roll?")
    titles = [game.examples[name].title for name in (first, second)]
    assert page_of(client, answer.location).findtext(".//title").startswith(" against ".join(titles))


def test_the_former_address_of_a_matchup_leads_to_it_with_its_query(client):
    answer = client.get("/techniconica/matchup?build=example:sniper-wolf&my_hold=2")
    assert (answer.status_code, answer.location) == (301, "/techniconica/roll?build=example:sniper-wolf&my_hold=2")
    assert client.get("/techniconica/matchup").location == "/techniconica/roll"


def test_the_page_of_a_roll_leads_to_the_matchup_of_the_builds_it_shows(client):
    query = "start.mine=example:sniper-wolf&start.theirs=example:iron-heron"
    page = page_of(client, f"/techniconica/roll/shoot?{query}")
    (address,) = page.xpath("//a[text()='All attacks: the matchup']/@href")
    assert address == "/techniconica/roll?build=example:sniper-wolf&other=example:iron-heron"


def test_only_the_page_without_a_matchup_is_kept_for_reading_without_a_connection(client):
    assert client.get("/techniconica/roll").headers["X-Offline"].startswith("own ")
    assert client.get("/techniconica/roll?build=").headers["X-Offline"].startswith("pass ")


@pytest.mark.parametrize("game", [game for game in GAMES if game.analyses], ids=lambda game: game.slug)
def test_each_analysis_is_listed_with_what_it_answers(client, game):
    page = page_of(client, f"/{game.slug}/analyse")
    said = {link.get("href"): link.xpath("./strong/text() | ./span/text()") for link in page.xpath("//ul/li/a[strong]")}
    for analysis in game.analyses:
        assert said[f"/{game.slug}/{analysis.name}"] == [analysis.title, analysis.about]
        crumbs = page_of(client, f"/{game.slug}/{analysis.name}").xpath("//nav[@aria-label='You are here']//li/a/@href")
        assert crumbs == ["/", f"/{game.slug}/", f"/{game.slug}/analyse"]
