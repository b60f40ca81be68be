"""A table that is kept by hand: from builds to a matchup to a roll, without a number typed."""

import re
from html import unescape

import lxml.html
import pytest

from companion.data.documents import to_document, to_toml
from companion.games import GAMES
from companion.play import by_hand
from companion.play.fair_dice import commitment
from companion.storage import tables
from companion.verbs import matchups
from tests.pairs import FIGHTS

BY_HAND = list(GAMES)
"""Any game's table may be kept by hand."""
WITH_MATCHUP = [game for game in BY_HAND if game in FIGHTS]


@pytest.fixture
def table(post):
    """Open a table of one phone in a game, and return its path."""

    def opened(game):
        answer = post(f"/{game.slug}/tables/new", {"title": "Tuesday", "phones": "one", "seats": "2", "kept": "hand"})
        assert answer.status_code == 303, answer.text
        return answer.location

    return opened


@pytest.fixture
def earlier_table(table, app):
    """Return the path of a table as it was opened by hand before 0.18, when what was lost was written in words."""

    def opened(game):
        newer = tables.read(app.extensions["store"], table(game).rpartition("/")[2])
        opened_then = {"tracker": by_hand.NUMBER, "release": "0.17.0", "commitment": commitment(bytes(32))}
        setup = newer.setup.model_copy(update=opened_then)
        earlier = tables.create(app.extensions["store"], newer.owner, setup, bytes(32))
        return f"/tables/{earlier.id}"

    return opened


@pytest.fixture
def act(client, post):
    """Do something at a table, as the newest state of its page sends it."""

    def sent(path, what, seat, **values):
        page = client.get(path).text
        number = re.search(r'data-number="(\d+)"', page)[1]
        answer = post(path, {"act": what, "seat": str(seat), "after": number, "shown": number, **values})
        assert answer.status_code == 303, answer.text
        return client.get(path).text

    return sent


def bring_examples(game, table, post, act):
    """Lay the first two examples on a table and return its path."""
    path = table(game)
    for seat, build in enumerate(list(game.examples.values())[:2]):
        saved = post("/import", {"text": to_toml(to_document(build))}).location.rpartition("/")[2]
        act(path, "bring", seat, build=saved)
    return path


@pytest.mark.parametrize("game", [game for game in BY_HAND if len(game.examples) > 1], ids=lambda game: game.slug)
def test_a_seat_is_first_offered_a_build_with_something_in_it_that_nobody_has_brought(game, table, post, act):
    older, newer = list(game.examples.values())[:2]
    documents = (to_document(older), to_document(newer), {"game": game.slug, "title": "Nothing yet"})
    ids = [post("/import", {"text": to_toml(one)}).location.rpartition("/")[2] for one in documents]
    page = act(table(game), "bring", 0, build=ids[1])
    offered = re.search(r'<select id="bh-bring".*?</select>', page, re.S)[0]
    assert re.findall(r"<option[^>]*>([^<]+)", offered)[0] == older.title


def sent_by(form):
    """Return what a browser sends of a form as it stands."""
    fields = {}
    for tag in re.findall(r"<input[^>]*>", form):
        given = dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
        if given.get("type") not in ("checkbox", "radio") or " checked" in tag:
            fields[given["name"]] = unescape(given.get("value", ""))
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        tags = re.findall(r"<option[^>]*>", options)
        chosen = next((tag for tag in tags if " selected" in tag), tags[0])
        fields[name] = unescape(re.search(r'value="([^"]*)"', chosen)[1])
    return fields


def links(page, to):
    return [unescape(link) for link in re.findall(r'href="([^"]+)"', page) if to in link]


@pytest.mark.long
@pytest.mark.parametrize("game", WITH_MATCHUP, ids=lambda game: game.slug)
def test_builds_meet_in_a_matchup_whose_cells_are_rolled_at_the_table(client, post, table, act, game):
    path = bring_examples(game, table, post, act)
    (matchup,) = links(client.get(path).text, "/roll?")
    page = client.get(matchup).text
    for build in list(game.examples.values())[:2]:
        assert build.title in unescape(page)
    rolls = [link for link in links(page, "/roll/") if link.startswith(path)]
    assert rolls
    form = client.get(rolls[0]).text
    name = re.search(r"/roll/([a-z-]+)", rolls[0])[1]
    given = sent_by(re.search(r'<form class="panel" method="post".*?</form>', form, re.S)[0])
    answer = post(f"{path}/roll/{name}", given)
    assert answer.status_code == 303, answer.text
    assert re.search('id="rc-applied-|name="faces"', client.get(path).text)


@pytest.mark.long
def test_what_is_lost_goes_into_the_matchup(client, post, earlier_table, act):
    game = next(game for game in BY_HAND if game.slug == "techniconica")
    path = bring_examples(game, earlier_table, post, act)
    act(path, "move", 1, name="losses", **{"value.lost": "Chain Gun"})
    (matchup,) = links(client.get(path).text, "/roll?")
    assert "b_lost=Chain+Gun" in matchup


@pytest.mark.long
def test_a_matchup_goes_by_the_rulings_that_were_agreed_on_in_play(client, post, table, act, monkeypatch):
    game = next(game for game in BY_HAND if game.slug == "mechastellar")
    path, in_force = bring_examples(game, table, post, act), []
    act(path, "rulings", 0, **{"shown.shield-blindside": "blindside", "shield-blindside": "printed"})
    build_side = matchups.build_side

    def watched(game, build, context):
        in_force.append(context.rulings["shield-blindside"])
        return build_side(game, build, context)

    monkeypatch.setattr(matchups, "build_side", watched)
    (matchup,) = links(client.get(path).text, "/roll?")
    assert client.get(matchup).status_code == 200
    assert set(in_force) == {"printed"}


@pytest.mark.long
@pytest.mark.parametrize("seat", ["2", "x", "", "99999999999999999999"])
def test_a_seat_without_a_build_is_told(client, post, table, act, seat):
    game = BY_HAND[0]
    reference = bring_examples(game, table, post, act).rpartition("/")[2]
    answer = client.get(f"/{game.slug}/roll?build=table:{reference}:{seat}")
    assert answer.status_code == 422 and "a seat of a table of this game with a build" in answer.text


def test_the_form_of_a_roll_is_shown_and_comes_back_with_what_cannot_be_read(client, post, table):
    path = table(BY_HAND[0])
    name = BY_HAND[0].resolvers[0].name
    assert client.get(f"{path}/roll/{name}").status_code == 200
    assert client.get(f"{path}/roll/fly").status_code == 404
    field = next(iter(BY_HAND[0].resolvers[0].inputs.model_fields))
    assert post(f"{path}/roll/{name}", {field: "?", "seat": "0"}).status_code == 422


def test_a_link_to_no_table_and_a_strangers_id_are_alike(client, post, table, act, app):
    game = BY_HAND[0]
    reference = bring_examples(game, table, post, act).rpartition("/")[2]
    stranger = app.test_client()
    assert stranger.get(f"/{game.slug}/roll?build=table:{reference}:0").status_code == 404
    assert client.get(f"/{game.slug}/roll?build=table:nowhere:0").status_code == 404
    other = next(one for one in BY_HAND if one is not game)
    assert client.get(f"/{other.slug}/roll?build=table:{reference}:0").status_code == 422


def test_on_one_phone_each_seat_is_one_tap_away(client, post, table, act):
    path = table(BY_HAND[0])
    assert 'class="tb-turn"' in client.get(path).text and "Seat 1 to play" in client.get(path).text
    (other,) = links(client.get(path).text, "?seat=1")
    page = client.get(other).text
    assert "Seat 2 to play" in page and 'name="seat" value="1"' in page
    answer = post(path, {"act": "move", "seat": "1", "after": "2", "name": "dice", "value.expression": "2d6"})
    assert answer.location == f"{path}?seat=1" and "Seat 2 to play" in client.get(answer.location).text


NEVER = "No face of d6 is >=8, so the count is always 0; (2d6)>=8 compares the total."


@pytest.mark.parametrize("game", BY_HAND, ids=lambda game: game.slug)
def test_dice_say_how_they_were_read_where_other_programs_read_them_otherwise(client, table, act, game):
    path = table(game)
    assert NEVER in unescape(act(path, "move", 0, name="dice", **{"value.expression": "2d6>=8"}))
    assert NEVER not in unescape(act(path, "move", 0, name="dice", **{"value.expression": "(2d6)>=8"}))
    assert "begins a comment" in act(path, "move", 0, name="dice", **{"value.expression": "3#d6"})
    assert "the odds" not in act(path, "move", 0, name="dice", **{"value.expression": "2x(d6)"})
    act(path, "dice", 0, dice="typed")
    assert NEVER not in unescape(act(path, "move", 0, name="dice", **{"value.expression": "2d6>=8"}))
    assert NEVER in unescape(act(path, "answer", 0, faces="5 6"))


def test_a_table_of_before_0_20_says_nothing_of_how_dice_are_read_today(earlier_table, act):
    path = earlier_table(BY_HAND[0])
    page = unescape(act(path, "move", 0, name="dice", **{"value.expression": "2d6>=8"}))
    assert "2d6>=8: 0." in page and "cannot be shown" not in page and NEVER not in page


RULES = {"title": "Tuesday club", "limit-size": "300"}


def test_a_build_past_the_limits_of_the_table_is_shown_with_what_it_breaks_and_may_be_played(client, post, act):
    game = next(game for game in BY_HAND if game.slug == "mechastellar")
    rules = post("/mechastellar/house-rules", RULES).location.rpartition("/")[2]
    opened = {"title": "Tuesday", "phones": "one", "seats": "2", "rules": rules, "kept": "hand"}
    path = post("/mechastellar/tables/new", opened).location
    for size, is_broken in ((300, False), (301, True)):
        build = {**to_document(game.examples["border-patrol"]), "size": size}
        saved = post("/import", {"text": to_toml(build)}).location.rpartition("/")[2]
        page = unescape(act(path, "bring", 0, build=saved))
        assert ("“Tuesday club” plays with Size in points: at most 300" in page) is is_broken
        assert "Not legal here" in page and "Border Patrol" in page and 'id="bh-dice"' in page


def select(page, name):
    """Return the options of a select as value and words, and the value that a browser would send of it."""
    inside = re.search(rf'<select[^>]*name="{name}"[^>]*>(.*?)</select>', page, re.S)[1]
    options = [
        (unescape(value), unescape(words)) for value, words in re.findall(r'value="([^"]*)"[^>]*>([^<]*)', inside)
    ]
    return options, sent_by(page)[name]


@pytest.mark.parametrize("game", BY_HAND, ids=lambda game: game.slug)
def test_a_guest_without_a_saved_build_sits_down_with_an_example(client, table, act, game):
    path = table(game)
    page = client.get(path).text
    assert 'name="build"' not in page
    options, first = select(page, "move")
    assert [words for _, words in options] == [build.title for build in game.examples.values()]
    page = act(path, "move", 0, move=first)
    assert f"<strong>{next(iter(game.examples.values())).title}</strong>" in unescape(page)


@pytest.mark.parametrize("game", BY_HAND, ids=lambda game: game.slug)
def test_an_empty_build_is_not_preselected(client, post, table, game):
    path = table(game)
    empty = post("/import", {"text": to_toml({"game": game.slug, "title": "Nothing"})}).location.rpartition("/")[2]
    options, first = select(client.get(path).text, "build")
    assert (first, options) == ("", [("", "Choose"), (empty, "Nothing (empty)")])
    example = to_toml(to_document(next(iter(game.examples.values()))))
    full = post("/import", {"text": example}).location.rpartition("/")[2]
    later = post("/import", {"text": to_toml({"game": game.slug, "title": "Later"})}).location.rpartition("/")[2]
    options, first = select(client.get(path).text, "build")
    assert first == full and {value for value, _ in options[1:]} == {empty, later}
    assert select(client.get(path).text, "move")[0]


def seated_table(client, post, game, seats):
    answer = post(
        f"/{game.slug}/tables/new", {"title": "Tuesday", "phones": "one", "seats": str(seats), "kept": "hand"}
    )
    return answer.location


def test_of_three_seats_the_form_asks_which_one_is_the_target(client, post):
    game = next(game for game in BY_HAND if game.slug == "mechastellar")
    path = seated_table(client, post, game, 3)
    page = client.get(f"{path}/roll/shoot?seat=1").text
    options, first = select(page, "who.target")
    assert first == "" and [value for value, _ in options] == ["", "0", "2"]
    form = {"seat": "1", "who.attacker": "Machine Gun", "who.aimed_at": "Asura"}
    answer = post(f"{path}/roll/shoot", form)
    assert answer.status_code == 422 and "one of the other players" in unescape(answer.text)
    assert 'value="Machine Gun"' in answer.text
    assert post(f"{path}/roll/shoot", {**form, "who.target": "1"}).status_code == 422
    assert post(f"{path}/roll/shoot", {**form, "who.target": "2"}).status_code == 303
    log = unescape(client.get(f"{path}/log").text)
    assert "Shoot (Machine Gun against Asura, Seat 3)" in log
    assert 'name="who.target"' not in client.get(f"{path}/roll/stun-recovery").text


def test_on_one_phone_each_seat_rolls_its_own_rolls(client, post, table):
    game = next(game for game in BY_HAND if game.slug == "mechastellar")
    path = table(game)
    (roll,) = links(client.get(f"{path}?seat=1").text, "/roll/armor-save")
    page = client.get(roll).text
    assert 'name="seat" value="1"' in page


def test_what_players_choose_at_the_roll_is_asked_then(client, post, table):
    game = next(game for game in BY_HAND if game.slug == "mechastellar")
    path = table(game)
    sent = sent_by(
        re.search(r'<form class="panel" method="post".*?</form>', client.get(f"{path}/roll/melee").text, re.S)[0]
    )
    assert sent["choose"]
    assert post(f"{path}/roll/melee", sent).status_code == 303
    assert "The attacker splits 5 dice." in client.get(path).text


def test_what_a_matchup_assumes_of_the_other_side_its_player_is_asked(client, table):
    game = next(game for game in BY_HAND if game.slug == "mechastellar")
    form = client.get(f"{table(game)}/roll/shoot?reply=dodge&choice=precision").text
    sent = sent_by(re.search(r'<form class="panel" method="post".*?</form>', form, re.S)[0])
    assert (sent["reply"], sent["choice"]) == ("ask", "precision")


def test_losses_that_no_matchup_could_read_are_refused_when_they_are_written(client, post, earlier_table, act):
    game = next(game for game in BY_HAND if game.slug == "techniconica")
    path = bring_examples(game, earlier_table, post, act)
    number = re.search(r'data-number="(\d+)"', client.get(path).text)[1]
    sent = {"act": "move", "name": "losses", "seat": "1", "after": number, "shown": number}
    answer = post(path, {**sent, "value.lost": "the thing on the left"})
    assert answer.status_code == 422 and "the thing on the left" in unescape(answer.text)
    assert "Lost:" not in client.get(path).text


def test_a_matchup_over_losses_that_cannot_be_read_says_so_and_shows_the_rest(client, post, earlier_table, act):
    """As of a build that was brought after something of the one before was lost."""
    game = next(game for game in BY_HAND if game.slug == "techniconica")
    path = bring_examples(game, earlier_table, post, act)
    (matchup,) = links(client.get(path).text, "/roll?")
    answer = client.get(f"{matchup}&b_lost=the+thing+on+the+left")
    text = unescape(answer.text)
    assert answer.status_code == 422 and "the table counts none" in text and "the thing on the left" in text
    assert links(answer.text, f"{path}/roll/")
    assert client.get(f"{matchup}&cover=nonsense&b_lost=x").status_code == 422


def test_a_link_with_a_former_name_of_an_input_fills_in_its_field(client, post, table):
    game = next(game for game in GAMES if game.slug == "mechastellar")
    path = table(game)
    page = client.get(f"{path}/roll/melee?melee=8&opponent_melee=2").text
    assert re.search(r'<input[^>]*name="counter_melee"[^>]*value="2"', page)
    refused = post(f"{path}/roll/melee", {"melee": "8", "opponent_melee": "99", "seat": "0"})
    assert refused.status_code == 422
    assert re.search(r'<input[^>]*name="counter_melee"[^>]*value="99"', refused.text)


def test_a_counter_goes_up_and_down_at_a_tap_of_whose_it_is(client, act, table):
    path = table(BY_HAND[0])
    page = act(path, "move", 0, name="counter", **{"value.what": "Hits", "value.value": "7"})
    (less, more) = lxml.html.document_fromstring(page).xpath('//div[@class="bh-counter"]//button')
    assert (less.get("aria-label"), more.get("aria-label")) == ("Hits less", "Hits more")
    inputs = less.xpath('ancestor::form//input[starts-with(@name, "value.")]')
    for left in (6, 5):
        page = act(path, "move", 0, name="counter", **{one.get("name"): one.get("value") for one in inputs})
        assert lxml.html.document_fromstring(page).xpath('string(//div[@class="bh-counter"]/strong)') == str(left)
    others = client.get(f"{path}?seat=1").text
    assert not lxml.html.document_fromstring(others).xpath('//div[@class="bh-counter"]//button')


@pytest.mark.parametrize("game", BY_HAND, ids=lambda game: game.slug)
def test_a_table_by_hand_ends_in_a_report_that_can_be_checked_and_a_rematch_by_hand(client, post, table, act, game):
    path = table(game)
    act(path, "move", 0, name="dice", **{"value.expression": "2d6"})
    act(path, "move", 1, name="counter", **{"value.what": "Victory points", "value.value": "3"})
    assert "Victory points" in client.get(path).text
    act(path, "result", 0, winner="1")
    assert "Seat 2 won." in act(path, "finish", 0)
    report = unescape(client.get(f"{path}/report").text)
    assert "Seat 2 won" in report and "2d6" in report and "Victory points: 3." in report
    assert "Wrong" not in (checked := client.get(f"{path}/verify").text) and "replayed" in checked
    assert client.get(f"{path}/at/4").status_code == 200
    rematch = post(f"{path}/rematch").location
    assert client.get(f"{rematch}/table.json").get_json()["setup"]["tracker"] == game.kept_by_hand.number
