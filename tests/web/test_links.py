"""A link is a side: what friends send each other is read wherever a list is pasted, from the store, never fetched."""

import re
import socket
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.data.build_code import find_codes, read_code
from companion.data.documents import to_document, to_toml
from tests.pairs import FIGHTS, paired
from tests.web.conftest import link_to, token_of

EACH = pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
HOST = "http://localhost"
PACK = Path(__file__).parents[1] / "releases/0.15.1/packs/mechastellar-pack.toml"
"""A pack with a unit that nobody else has, the Grey Viking of 800 HP."""
SPARE = """
[[trait]]
id = "spare"
name = "Spare"
kind = "pilot"
text = "A card that no list names."
"""


class Friend:
    """Another browser of the same server, with its own builds."""

    def __init__(self, app):
        self.client = app.test_client()
        self.token = token_of(self.client)

    def send(self, path, form=None):
        return self.client.post(path, data={"csrf_token": self.token, **(form or {})})

    def saves(self, game, title="Friend's own", name=None):
        """Save a build and return the path of a view link to it."""
        build = game.examples[name] if name else list(game.examples.values())[-1]
        made = self.send("/import", {"text": to_toml({**to_document(build), "title": title})}).location
        return link_to(self.client, made)


@pytest.fixture
def friend(app):
    return Friend(app)


@pytest.fixture(autouse=True)
def offline(monkeypatch):
    """Let nothing reach another machine: a link is never fetched."""

    def refuse(*given, **named):
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


def titles(page):
    shown = re.findall(r'<span class="about">(?:You|They)</span> <(?:a[^>]*|strong)>([^<]*)<', page)
    return [unescape(title) for title in shown]


def alerts(page):
    return unescape(" ".join(re.findall(r'role="alert">(.*?)</', page, re.S)))


@pytest.mark.parametrize(
    ("said", "game"),
    paired(
        [
            "{link}",
            "here's mine: {link} see you",
            "> {link}",
            "Ann: {link}.",
            "<{link}>",
            "[my list]({link})",
            "\n\n{link}\n",
            "MechaStellar list: {link}",
        ],
        FIGHTS,
    ),
    ids=lambda one: getattr(one, "slug", one),
)
def test_a_link_alone_or_in_a_chat_line_is_a_side(client, post, friend, game, said):
    link = HOST + friend.saves(game)
    answer = post(f"/{game.slug}/matchup", {"text": said.format(link=link)})
    assert answer.status_code == 303, alerts(answer.text)
    assert titles(client.get(f"/{game.slug}/roll?build=").text)[1] == "Friend's own"


@pytest.mark.long
@pytest.mark.parametrize("where", ["/versions", "/export.txt", "?version=1", "#verdict", "/"])
def test_a_link_to_any_page_of_a_build_is_that_build(client, post, friend, where):
    game = FIGHTS[0]
    answer = post(f"/{game.slug}/matchup", {"text": HOST + friend.saves(game) + where})
    assert answer.status_code == 303, alerts(answer.text)
    assert titles(client.get(answer.location).text)[1] == "Friend's own"


@pytest.mark.long
def test_a_link_to_a_matchup_or_a_roll_is_the_build_it_is_about(client, post, friend):
    game = FIGHTS[2]
    build = friend.saves(game).rpartition("/")[2]
    for page in ("matchup?my_hold=1&other=example:x&", "roll/bottle-test?", "print?"):
        answer = post(f"/{game.slug}/matchup", {"text": f"{HOST}/{game.slug}/{page}build={build}"})
        assert answer.status_code == 303, alerts(answer.text)
        assert titles(client.get(answer.location).text)[1] == "Friend's own"


def test_a_link_to_an_example_is_that_example(client, post):
    game = FIGHTS[0]
    name, build = list(game.examples.items())[-1]
    answer = post(f"/{game.slug}/matchup", {"text": f"try {HOST}/{game.slug}/examples/{name}!"})
    assert titles(client.get(answer.location).text)[1] == build.title


@pytest.mark.parametrize("host", ["mechs.example.org", "mechs.example.org:8080", "localhost.example.org"])
def test_a_link_to_another_host_is_never_fetched_and_says_to_paste_the_list(post, friend, host):
    game = FIGHTS[0]
    answer = post(f"/{game.slug}/matchup", {"text": f"mine: http://{host}{friend.saves(game)}"})
    assert answer.status_code == 422
    assert f"one to '{host.partition(':')[0]}'" in alerts(answer.text)
    assert "paste the list itself" in alerts(answer.text)


def test_a_link_under_the_servers_own_address_is_read(app, post, friend):
    game = FIGHTS[0]
    app.config["COMPANION_URL"] = "https://mechs.example.org/club"
    answer = post(f"/{game.slug}/matchup", {"text": f"https://mechs.example.org/club{friend.saves(game)}"})
    assert answer.status_code == 303, alerts(answer.text)


@pytest.mark.parametrize("path", ["/mecha-mettle/builds/nothing", "/mecha-mettle/rules", "/", "/tables/12"])
def test_a_link_to_nothing_says_what_to_do(post, path):
    answer = post("/mecha-mettle/matchup", {"text": HOST + path})
    assert answer.status_code == 422
    assert "deleted or belongs to another server" in alerts(answer.text)


def test_a_link_to_a_build_of_another_game_says_so(post, friend):
    answer = post("/mecha-mettle/matchup", {"text": HOST + friend.saves(FIGHTS[1])})
    assert answer.status_code == 422
    assert f"of {FIGHTS[1].title}" in alerts(answer.text) and "of Mecha Mettle" in alerts(answer.text)


def test_two_links_to_two_builds_are_not_guessed_between(post, friend):
    game = FIGHTS[0]
    both = f"{HOST}{friend.saves(game, 'One')} or {HOST}{friend.saves(game, 'Two')}"
    answer = post(f"/{game.slug}/matchup", {"text": both})
    assert answer.status_code == 422 and "one link" in alerts(answer.text)


@pytest.mark.long
@EACH
def test_a_remembered_opponent_is_a_copy(app, client, post, friend, game):
    """What the friend changes or deletes afterwards does not change what was brought."""
    address = friend.saves(game, "As it was")
    for brought in ({"text": HOST + address}, {"other": address.rpartition("/")[2]}):
        kept = parse_qs(urlsplit(post(f"/{game.slug}/matchup", brought).location).query)["other"][0]
        assert kept != address.rpartition("/")[2]
        before = app.extensions["store"].get(kept).data
        friend.send(f"{address}/rename", {"title": "Changed"})
        friend.send(f"{address}/delete")
        assert titles(client.get(f"/{game.slug}/roll?build=").text)[1] == "As it was"
        assert app.extensions["store"].get(kept).data == before
        friend.send(f"{address}/delete", {"undo": "1"})
        friend.send(f"{address}/rename", {"title": "As it was"})


def test_my_own_build_as_the_other_side_is_no_copy(client, post):
    game = FIGHTS[0]
    mine = post("/import", {"text": to_toml(to_document(list(game.examples.values())[-1]))}).location.rpartition("/")[2]
    answer = post(f"/{game.slug}/matchup", {"other": mine})
    assert parse_qs(urlsplit(answer.location).query)["other"] == [mine]


@pytest.mark.parametrize(
    ("game", "quoted"),
    paired(FIGHTS, ["> {}", ">> {}", "Ann: {}", "[23/11/2026, 19:0{n}] Ann B.: {}"]),
    ids=lambda one: getattr(one, "slug", one),
)
def test_quoted_lines_are_read(client, post, friend, game, quoted):
    text = friend.client.get(friend.saves(game) + "/export.txt").text
    lines = [quoted.format(line, n=number % 10) for number, line in enumerate(text.splitlines())]
    answer = post(f"/{game.slug}/matchup", {"text": "so, here it is\n" + "\n".join(lines) + "\n"})
    assert answer.status_code == 303, alerts(answer.text)
    plainly = post(f"/{game.slug}/matchup", {"text": text})
    assert answer.location == plainly.location  # the same data makes no new version
    assert "Friend's own" in unescape(client.get(answer.location).text)


def test_a_count_needs_no_cross(app, post):
    kept = []
    for text in (
        "3 × Green Viking\n2 × Zodiac",
        "3 Green Viking\n2 Zodiac",
        "- 3 Green Viking\n> 2 Zodiac",
        "Ann: 3 Green Viking\nAnn: 2 Zodiac",
    ):
        answer = post("/mechastellar/matchup", {"text": text})
        assert answer.status_code == 303, alerts(answer.text)
        kept.append(app.extensions["store"].get(parse_qs(urlsplit(answer.location).query)["other"][0]).data["unit"])
    assert kept[0] == [{"profile": "green-viking", "count": 3}, {"profile": "zodiac", "count": 2}]
    assert all(units == kept[0] for units in kept)


@pytest.mark.parametrize(
    ("game", "text", "name"),
    [
        ("mechastellar", "2 × Grean Viking", "Green Viking"),
        ("mechastellar", "3 Zodiak", "Zodiac"),
    ],
)
def test_a_nearly_right_name_gets_did_you_mean(post, game, text, name):
    answer = post(f"/{game}/matchup", {"text": text})
    assert answer.status_code == 422
    assert f"did you mean {name}" in alerts(answer.text)


@pytest.mark.parametrize(
    ("game", "text", "unknown"),
    [
        ("mechastellar", 'game = "mechastellar"\n[[unit]]\nprofile = "gren-viking"', "gren-viking"),
        ("mecha-mettle", "Mecha Mettle draft: x\n1. Recombiner (attack)", "Recombiner"),
        ("wreck-a-mech", "Wreck-A-Mech: x: Attack 1\nhead: Forman Cab (rank 1)", "Forman Cab"),
        (
            "techniconica",
            "Techniconica squad: x\nMech 1: weight 1 of 2, power 1 of 2, Speed 3\n  Cockpit: Scuot Cab",
            "Scuot Cab",
        ),
    ],
)
def test_a_list_with_an_unknown_card_is_a_side_and_a_note_says_so(client, post, game, text, unknown):
    answer = post(f"/{game}/matchup", {"text": text})
    assert answer.status_code == 303, alerts(answer.text)
    assert (
        f"nobody here knows, so as little as can be is counted for it: {unknown}." in client.get(answer.location).text
    )


def test_a_name_that_is_like_none_gets_no_suggestion(post):
    answer = post("/mechastellar/matchup", {"text": "2 × Garden Furniture"})
    assert answer.status_code == 422 and "did you mean" not in answer.text


def packs_in(text):
    """Return the packs of custom cards that the build code of a text carries."""
    [code] = find_codes(text)
    return read_code(code.code).document.get("pack", [])


@pytest.mark.long
def test_the_text_of_a_list_with_custom_units_comes_back(app, client, post, friend):
    """A friend without the pack reads the list that was sent, with the custom unit's own numbers and the whole pack."""
    pack = friend.send("/import", {"text": f"{PACK.read_text('utf-8')}\n{SPARE}"}).location
    friend.send(f"{pack}/use", {"used": "1"})
    listed = 'game = "mechastellar"\ntitle = "Rust"\n[[unit]]\nprofile = "grey-viking"\ncount = 2\n[[unit]]\nprofile = "zodiac"\n'
    text = friend.client.get(friend.send("/import", {"text": listed}).location + "/export.txt").text
    assert packs_in(text) and "2 × Grey Viking" in text
    for pasted in (text, "\n".join(f"> {line}" for line in text.splitlines())):
        answer = post("/mechastellar/matchup", {"text": pasted})
        assert answer.status_code == 303, alerts(answer.text)
        data = app.extensions["store"].get(parse_qs(urlsplit(answer.location).query)["other"][0]).data
        assert [unit["profile"] for unit in data["unit"]] == ["grey-viking", "zodiac"]
        assert [card["hp"] for card in data["pack"][0]["profile"]] == [800]
        assert data["pack"] == packs_in(text)
        assert set(data["pack"][0]) == {"title", "key", "profile", "trait"}  # the document is complete
        assert "HP 800" in client.get(answer.location).text


@pytest.mark.long
def test_a_list_without_custom_units_carries_none(friend):
    for game in FIGHTS:
        assert packs_in(friend.client.get(friend.saves(game) + "/export.txt").text) == []


def test_a_damaged_line_of_custom_cards_says_to_copy_it_again(post, friend):
    text = "MechaStellar list: x: 45 of 300 points, ground\nGrey Viking: 45\nCustom cards (for the companion to read): eJzz"
    answer = post("/mechastellar/matchup", {"text": text})
    assert answer.status_code == 422 and "copy the whole text again" in alerts(answer.text)


@EACH
def test_a_link_or_a_chats_text_is_imported(client, post, friend, game):
    address = friend.saves(game)
    text = friend.client.get(f"{address}/export.txt").text
    for pasted in (f"look: {HOST}{address}", "\n".join(f"> {line}" for line in text.splitlines())):
        answer = post("/import", {"text": pasted})
        assert answer.status_code == 303, alerts(answer.text)
        assert answer.location.startswith(f"/{game.slug}/builds/") and answer.location != address
        assert "Friend&#39;s own" in client.get(answer.location).text


def test_typed_lines_are_imported_without_naming_the_game(client, post):
    answer = post("/import", {"text": "3 Green Viking\n2 Zodiac"})
    assert answer.status_code == 303 and answer.location.startswith("/mechastellar/builds/")


@EACH
def test_a_link_or_a_pasted_list_is_compared(client, post, friend, game):
    address = friend.saves(game)
    mine = post(
        "/import", {"text": to_toml({**to_document(next(iter(game.examples.values()))), "title": "Mine"})}
    ).location
    text = friend.client.get(f"{address}/export.txt").text
    for pasted in (f"look: {HOST}{address}", text):
        answer = post(f"/{game.slug}/compare", {"one": mine.rpartition("/")[2], "text": pasted})
        page = client.get(answer.location) if answer.status_code == 303 else answer
        assert page.status_code == 200
        assert re.findall(r'<section class="panel" aria-label="([^",]*)', page.text) == ["Mine", "Friend&#39;s own"]
    assert titles(client.get(f"/{game.slug}/roll?build=").text)[1] != "Friend's own"  # comparing brings no opponent


def test_without_a_build_of_my_own_there_is_nothing_to_compare_with(post):
    answer = post("/mechastellar/compare", {"text": "2 × Green Viking"})
    assert answer.status_code == 422 and "expected one of yours to compare theirs with" in answer.text


def test_a_list_that_cannot_be_compared_is_shown_again_with_why(post):
    post("/import", {"text": "3 Green Viking"})
    answer = post("/mechastellar/compare", {"text": "2 × Grean Viking"})
    assert answer.status_code == 422
    assert "did you mean Green Viking?" in answer.text and "2 × Grean Viking</textarea>" in answer.text


def test_the_api_reads_a_link_as_a_side(client, friend):
    game = FIGHTS[3]
    body = {"mine": f"here {HOST}{friend.saves(game)}", "theirs": "3 Green Viking"}
    answer = client.post(f"/api/v1/matchup/{game.slug}", json=body)
    assert answer.status_code == 200, answer.json
    assert answer.json["mine"] == "Friend's own"
    refused = client.post(f"/api/v1/matchup/{game.slug}", json={**body, "mine": "http://other.example/x"})
    assert refused.status_code == 422 and "paste the list itself" in refused.json["error"]


# From a friend's page.


@EACH
def test_from_a_friends_page_matchup_is_mine_against_theirs(client, post, friend, game):
    address = friend.saves(game)
    legal = post("/import", {"text": to_toml({**to_document(next(iter(game.examples.values()))), "title": "My legal"})})
    assert legal.status_code == 303
    page = client.get(address).text
    links = {unescape(link) for link in re.findall(r'href="([^"]*/roll\?[^"]*)"', page)}
    assert links == {f"/{game.slug}/roll?other={address.rpartition('/')[2]}"}
    assert titles(client.get(links.pop()).text) == ["My legal", "Friend's own"]


def test_from_a_friends_page_the_newest_legal_build_is_mine(client, post, friend):
    """A draft that is not finished is newer; the one that could be played stands against theirs."""
    game = next(one for one in FIGHTS if one.slug == "mechastellar")
    address = friend.saves(game)
    for title, document in (
        ("Ready", to_document(next(iter(game.examples.values())))),
        ("Unfinished", {"game": game.slug, "unit": [{"profile": "green-viking", "count": 90}]}),
    ):
        assert post("/import", {"text": to_toml({**document, "title": title})}).status_code == 303
    page = client.get(f"/{game.slug}/roll?other={address.rpartition('/')[2]}").text
    assert titles(page) == ["Ready", "Friend's own"]
    choices = re.search(r'<select id="build".*?</select>', page, re.S)[0]
    assert "Unfinished" in choices and "Ready" in choices


@EACH
def test_a_friends_legal_build_says_legal(client, friend, game):
    page = client.get(friend.saves(game)).text
    assert re.search(r'<p class="verdict legal"><span aria-hidden="true">✓</span> Legal</p>', page)


def test_a_friends_illegal_build_counts_its_problems(client, friend):
    made = friend.send("/import", {"text": 'game = "mechalyte"\ntitle = "x"\nspec = "PPP"'}).location
    page = client.get(link_to(friend.client, made)).text
    problems = len(re.findall(r'class="finding error"', page))
    assert problems
    assert f"Not legal: {problems} problem" in page
