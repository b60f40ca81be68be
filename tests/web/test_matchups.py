"""The page of a matchup: sides of every origin, what is remembered, rows as they are found, the sheet, the way there."""

import io
import re
from contextlib import closing
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from companion.base.findings import InputError
from companion.data.documents import to_document, to_toml
from companion.gamekit.matchup import Matchup
from companion.limits.budget import OverBudget
from companion.storage.backup import backup
from companion.storage.restore import restore
from companion.storage.store import Store
from companion.verbs import matchups
from companion.verbs.stored_documents import read_stored
from companion.web.matchups import table
from tests.pairs import FIGHTS, pairs_first

GAME = FIGHTS[0]
FIRST, SECOND, THIRD = list(GAME.examples)[:3]


def titles(page):
    """Return the titles of both sides as the page shows them."""
    return [
        unescape(t) for t in re.findall(r'<span class="about">(?:You|They)</span> <(?:a[^>]*|strong)>([^<]*)<', page)
    ]


def of_slug(slug):
    return next(game for game in FIGHTS if game.slug == slug)


def title(name):
    return GAME.examples[name].title


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_a_first_visit_compares_two_examples(client, game):
    page = client.get(f"/{game.slug}/roll?build=")
    assert page.status_code == 200
    assert titles(page.text) == [build.title for build in list(game.examples.values())[:2]]
    assert f'href="/{game.slug}/roll/' in page.text


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_nobody_is_set_against_a_copy_of_itself_or_with_nothing_in_hand(client, post, game):
    """The first example saved under another name, then a build with nothing in it, which is the newest."""
    first, second = list(game.examples.values())[:2]
    post("/import", {"text": to_toml({**to_document(first), "title": "Mine"})})
    post("/import", {"text": to_toml({"game": game.slug, "title": "Nothing yet"})})
    assert titles(client.get(f"/{game.slug}/roll?build=").text) == ["Mine", second.title]
    rolls = client.get(f"/{game.slug}/roll?build=").text
    started = re.search(r'href="(/[^"]*/roll/)([^"?]*)', rolls)
    page = client.get(f"/{game.slug}/roll/{started[2]}").text
    chosen = re.findall(
        r'<a [^>]*aria-current="true"[^>]*>(?:(?!</a>).)*?<strong>([^<]+)', page.partition("start-tiles")[2], re.S
    )
    assert "Nothing yet" not in chosen and len(chosen) == len(set(chosen))


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_every_cell_leads_to_a_roll_that_shows_its_odds(client, game):
    page = client.get(f"/{game.slug}/roll?build=").text
    links = list(dict.fromkeys(unescape(link) for link in re.findall(r'href="(/[^"]*/roll/[^"]*)"', page)))
    for link in links[:3]:
        answer = client.get(link)
        assert answer.status_code == 200, link
        assert "%" in answer.text


@pytest.mark.long
def test_the_address_names_both_sides_and_swapping_turns_them_round(client):
    page = client.get(f"/{GAME.slug}/roll?build=example:{THIRD}&other=example:{FIRST}").text
    assert titles(page) == [title(THIRD), title(FIRST)]
    swapped = unescape(re.search(r'mu-swap" href="([^"]*)"', page)[1])
    assert titles(client.get(swapped).text) == [title(FIRST), title(THIRD)]


def test_swapping_keeps_what_is_said_about_the_table_for_the_side_it_was_said_of(client):
    page = client.get("/techniconica/roll?my_hold=2&their_hold=1&counter=false").text
    swapped = unescape(re.search(r'mu-swap" href="([^"]*)"', page)[1])
    said = parse_qs(urlsplit(swapped).query)
    assert (said["my_hold"], said["their_hold"], said["counter"]) == (["1"], ["2"], ["false"])


def test_the_sheet_counts_what_is_said_of_a_side_when_the_other_attacks(client, monkeypatch):
    asked = []
    answer = matchups.matchup_answer

    def kept(game, mine, theirs, conditions):
        asked.append((mine.title, conditions.my_attack, conditions.their_attack))
        return answer(game, mine, theirs, conditions)

    monkeypatch.setattr(matchups, "matchup_answer", kept)
    game = of_slug("wreck-a-mech")
    one, other = [build.title for build in game.examples.values()][:2]
    assert client.get("/wreck-a-mech/matchup.pdf?my_attack=12").status_code == 200
    assert asked == [(one, 12, None), (other, None, 12)]


@pytest.mark.parametrize(
    ("slug", "former", "today"),
    [
        ("techniconica", "hold_mine=2&rerolls_theirs=3&aim=true", "my_hold=2&their_rerolls=3&aim=true"),
        ("techniconica", "low_power_theirs=true&triggers_mine=true", "their_low_power=true&my_triggers=true"),
        ("mechalyte", "aim=weakest&their_aim=strongest", "my_aim=weakest&their_aim=strongest"),
    ],
)
def test_a_link_with_the_names_of_the_last_release_leads_to_the_same_matchup(client, slug, former, today):
    one, other = list(of_slug(slug).examples)[:2]
    sides = f"build=example:{one}&other=example:{other}"
    answer = client.get(f"/{slug}/roll?{sides}&{former}")
    assert answer.status_code == 301
    assert parse_qs(urlsplit(answer.location).query) == parse_qs(f"{sides}&{today}")
    assert client.get(answer.location).status_code == 200
    sheets = [client.get(f"/{slug}/matchup.pdf?{sides}&{query}") for query in (former, today)]
    assert sheets[0].status_code == 200 and sheets[0].data == sheets[1].data


@pytest.mark.parametrize("query", ["build=nothing", "other=nothing", "other=example:nothing", "build=typed"])
def test_a_side_that_is_not_there_is_said_in_a_sentence(client, query):
    page = client.get(f"/{GAME.slug}/roll?{query}")
    assert page.status_code == 422
    assert "expected" in page.text and 'role="alert"' in page.text


@pytest.mark.parametrize("query", ["build=nothing", "other=nothing", "my_hold=9", "other=typed&their.armour=x"])
def test_a_sheet_says_each_error_once_and_the_page_each_beside_its_field(client, query):
    for address in ("roll", "matchup.pdf"):
        answer = client.get(f"/techniconica/{address}?{query}")
        assert answer.status_code == 422
        assert len(re.findall(r"[Ff]ound &#39;(?:nothing|9|x)&#39;", answer.text)) == 1, address


def test_a_wrong_number_is_marked_beside_its_field_and_what_was_typed_stays(client, post):
    answer = post("/mechastellar/matchup", {"other": "typed", "their.hp": "many", "their.evade": "7"})
    assert answer.status_code == 422
    field = re.search(r'<input[^>]*name="their.hp"[^>]*>.*?</div>', answer.text, re.S)[0]
    assert "Found &#39;many&#39;, expected a whole number." in field and 'aria-invalid="true"' in field
    assert re.search(r"<details open><summary>A few numbers", answer.text)
    assert re.search(r'<option value="typed" selected>', answer.text)
    assert re.search(r'name="their.evade"[^>]* value="7"', answer.text)


@pytest.mark.parametrize("query", ["distance=far", "other=typed&their.hp=many"])
def test_a_page_without_a_table_says_so(client, query):
    page = client.get(f"/mechastellar/roll?{query}").text
    assert "Fix the marked fields." in page and "Nothing to compare yet" in page
    assert "Fix the marked fields." not in client.get("/mechastellar/roll?build=").text


@pytest.mark.parametrize("game", [game for game in FIGHTS if game.slug != "mechastellar"], ids=lambda game: game.slug)
def test_a_pasted_text_that_is_no_list_says_what_can_be_pasted(post, game):
    answer = post(f"/{game.slug}/matchup", {"text": "\nSee you at eight!\nBring dice"})
    assert answer.status_code == 422
    assert (
        f"found &#39;See you at eight!&#39;, expected a {game.build_noun} in TOML, JSON or as text for a chat"
        in answer.text
    )


def test_a_side_that_can_be_read_stays_where_the_other_cannot(client):
    page = client.get(f"/{GAME.slug}/roll?build=example:{THIRD}&other=nothing").text
    assert titles(page) == [title(THIRD)]
    assert f'name="build" value="example:{THIRD}"' in page
    page = client.get(f"/{GAME.slug}/roll?build=nothing&other=example:{THIRD}").text
    assert titles(page) == [title(THIRD)]


def test_numbers_typed_beside_a_build_that_was_not_chosen_anew_count(client, post):
    usual = {"their.hp": "1500", "their.evade": "3", "their.arm_sv": "0", "their.pilot_level": "0"}
    first, second, third = (f"example:{name}" for name in list(of_slug("mechastellar").examples)[:3])
    for other, changed, named in (
        (second, {}, second),
        (second, {"their.hp": "300"}, "typed"),
        (third, {"their.hp": "300"}, third),
    ):
        given = {"build": first, "other": other, "shown": second, **usual, **changed}
        answer = post("/mechastellar/matchup", given)
        assert parse_qs(urlsplit(answer.location).query)["other"] == [named]


@pytest.mark.parametrize("game", [g for g in FIGHTS if g.matchup.typed_model], ids=lambda game: game.slug)
def test_numbers_as_the_page_shows_them_are_not_typed(client, post, game):
    form = re.search(r'<form method="post".*?</form>', client.get(f"/{game.slug}/roll?build=").text, re.S)[0]
    given = {"other": f"example:{list(game.examples)[1]}", "shown": f"example:{list(game.examples)[1]}"}
    for tag in re.findall(r'<input[^>]*name="their[^>]*>', form):
        if "checkbox" not in tag:
            given[re.search(r'name="([^"]*)"', tag)[1]] = unescape(re.search(r'value="([^"]*)"', tag)[1])
    for name, chosen in re.findall(
        r'<select[^>]*name="(their[^"]*)".*?<option selected[^>]*value="([^"]*)"', form, re.S
    ):
        given[name] = chosen
    assert len(given) > 3
    assert parse_qs(urlsplit(post(f"/{game.slug}/matchup", given).location).query)["other"] == [given["other"]]


@pytest.mark.long
def test_the_opponent_is_remembered_until_another_is_brought(client, post):
    answer = post(f"/{GAME.slug}/matchup", {"build": f"example:{FIRST}", "other": f"example:{THIRD}"})
    assert answer.status_code == 303
    assert titles(client.get(answer.headers["Location"]).text) == [title(FIRST), title(THIRD)]
    assert titles(client.get(f"/{GAME.slug}/roll?build=").text)[1] == title(THIRD)
    post(f"/{GAME.slug}/matchup", {"build": f"example:{FIRST}", "other": f"example:{SECOND}"})
    assert titles(client.get(f"/{GAME.slug}/roll?build=").text)[1] == title(SECOND)


def test_another_browser_remembers_its_own_opponent(app, post):
    post(f"/{GAME.slug}/matchup", {"build": f"example:{FIRST}", "other": f"example:{THIRD}"})
    assert titles(app.test_client().get(f"/{GAME.slug}/roll?build=").text)[1] == title(SECOND)


@pytest.mark.long
@pytest.mark.parametrize(("game", "how"), pairs_first(FIGHTS, ["text", "file"]))
def test_a_pasted_list_and_a_file_are_brought_and_remembered(client, post, game, how):
    build = list(game.examples.values())[-1]
    text = to_toml({**to_document(build), "title": "Pasted rival"})
    given = {"text": text} if how == "text" else {"file": (io.BytesIO(text.encode()), "rival.toml")}
    answer = post(f"/{game.slug}/matchup", given, content_type="multipart/form-data")
    assert answer.status_code == 303
    assert titles(client.get(f"/{game.slug}/roll?build=").text)[1] == "Pasted rival"
    shared = answer.headers["Location"]
    assert titles(client.get(shared).text)[1] == "Pasted rival"


def test_a_second_pasted_list_takes_the_place_of_the_first(app, client, post):
    for name in ("Rival one", "Rival two"):
        text = to_toml({**to_document(GAME.examples[FIRST]), "title": name})
        post(f"/{GAME.slug}/matchup", {"text": text})
    page = client.get(f"/{GAME.slug}/roll?build=").text
    assert titles(page)[1] == "Rival two"
    assert "Rival one (pasted)" not in page and "Rival two (pasted)" in page
    assert "Rival two" not in client.get("/?kind=build").text  # an opponent is none of my builds
    assert "Pasted opponent" in client.get("/").text


def test_a_pasted_list_is_in_a_backup_that_can_be_restored(app, post, tmp_path):
    pasted = post(f"/{GAME.slug}/matchup", {"text": to_toml({**to_document(GAME.examples[FIRST]), "title": "Rival"})})
    kept = parse_qs(urlsplit(pasted.location).query)["other"][0]
    stored, file = app.extensions["store"], tmp_path / "all.zip"
    backup(stored, file)
    with closing(Store(f"sqlite:///{tmp_path / 'other.db'}")) as other:
        restore(other, file, read_stored)
        assert other.get(kept).data == stored.get(kept).data


def test_the_page_of_a_key_counts_a_pasted_list(client, post):
    post(f"/{GAME.slug}/matchup", {"text": to_toml(to_document(GAME.examples[FIRST]))})
    assert "1 pasted opponent" in client.get("/settings").text


@pytest.mark.long
def test_numbers_that_are_too_long_to_be_kept_are_refused_and_nothing_else_is_lost(client, post):
    game = of_slug("mechastellar")
    post(f"/{game.slug}/matchup", {"other": f"example:{list(game.examples)[2]}"})
    before = titles(client.get(f"/{game.slug}/roll?build=").text)
    answer = post(f"/{game.slug}/matchup", {"other": "typed", "their.hp": "0" * 3000 + "5"})
    assert answer.status_code == 422 and "characters" in answer.text
    assert titles(client.get(f"/{game.slug}/roll?build=").text) == before


@pytest.mark.parametrize(
    "text", ["2 × Grey Viking", 'game = "mechastellar"\ntitle = "Rival"\n[[unit]]\nprofile = "grey-viking"\ncount = 2']
)
def test_a_list_with_cards_of_a_pack_in_use_keeps_the_pack(client, post, text):
    pack = (Path(__file__).parents[1] / "releases/0.15.1/packs/mechastellar-pack.toml").read_text("utf-8")
    kept = post("/import", {"text": pack}).location
    post(f"{kept}/use", {"used": "1"})
    answer = post("/mechastellar/matchup", {"text": text})
    assert answer.status_code == 303, answer.text
    post(f"{kept}/use", {"used": "0"})
    for address in (answer.location, "/mechastellar/roll?build="):
        page = client.get(address)
        assert page.status_code == 200
        assert "Grey Viking" in page.text.split('id="result"')[1]


@pytest.mark.long
def test_a_list_that_cannot_be_read_is_shown_again_with_why(client, post):
    before = titles(client.get(f"/{GAME.slug}/roll?build=").text)
    answer = post(f"/{GAME.slug}/matchup", {"text": "game = <oops>"})
    assert answer.status_code == 422
    assert "game = &lt;oops&gt;" in answer.text and 'role="alert"' in answer.text
    assert titles(client.get(f"/{GAME.slug}/roll?build=").text) == before


def test_a_list_of_another_game_is_refused_with_a_sentence(post):
    other = next(game for game in FIGHTS if game is not GAME)
    answer = post(f"/{GAME.slug}/matchup", {"text": to_toml(to_document(next(iter(other.examples.values()))))})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("game", [g for g in FIGHTS if g.matchup.typed_model], ids=lambda game: game.slug)
def test_typed_numbers_stand_for_an_opponent_and_are_remembered(client, post, game):
    numbers = {}
    for name, prop in game.matchup.typed_model.model_json_schema()["properties"].items():
        if "default" not in prop:
            usual = {"integer": max(prop.get("minimum", 1), 1), "array": "2, 3"}.get(prop.get("type"))
            numbers[f"their.{name}"] = str(prop["examples"][0] if "examples" in prop else usual)
    answer = post(f"/{game.slug}/matchup", {"other": "typed", **numbers})
    assert answer.status_code == 303, re.findall(r'role="alert">([^<]*)', answer.text)
    page = client.get(f"/{game.slug}/roll?build=")
    assert page.status_code == 200
    assert titles(page.text)[1] == "Typed numbers"
    assert "Swap sides" not in page.text


def test_a_build_is_saved_on_the_way_to_its_matchup(client, post):
    answer = post(
        "/mecha-mettle/new", {"title": "Fresh", "seat": "1", "components": ["recombinator"], "then": "matchup"}
    )
    assert answer.status_code == 303
    assert "/roll?build=" in answer.headers["Location"]
    assert titles(client.get(answer.headers["Location"]).text)[0] == "Fresh"
    newest = client.get("/mecha-mettle/roll?build=").text
    assert titles(newest)[0] == "Fresh"


def test_a_part_of_a_large_matchup_can_be_asked_for(client):
    page = client.get("/mechastellar/roll?build=example:border-patrol&other=example:raiders").text
    assert rows_of_table(page) == 11 and page.count('<th scope="col" role="columnheader">') > 4
    assert '<option value="Zodiac">' in page and ">Argonaut</option>" in page
    key = re.search(r'<option value="([^"]*)">Argonaut</option>', page)[1]
    part = client.get(f"/mechastellar/roll?build=example:border-patrol&other=example:raiders&by=Zodiac&at={key}").text
    assert rows_of_table(part) == 2  # Star Lance and Wrist Gun
    assert part.count('class="mu-target" aria-hidden="true">Argonaut') == 2
    assert "Points traded in an activation" in page and "Points traded in an activation" not in part
    assert '<option value="Zodiac" selected>' in part
    everything = client.get("/mechastellar/roll?build=example:border-patrol&other=example:raiders&by=nobody").text
    assert rows_of_table(everything) == 11


def rows_of_table(page):
    return page.count('<label for="mu-row-')


def test_rows_of_a_large_matchup_are_sent_as_they_are_found(client, monkeypatch):
    whole = client.get(f"/{GAME.slug}/roll?build=").text
    monkeypatch.setattr(table, "FEW", 0)
    answer = client.get(f"/{GAME.slug}/roll?build=", buffered=False)
    assert answer.is_streamed
    pieces = [piece.decode() for piece in answer.response]
    rows = whole.count("</tbody>")
    assert "".join(pieces).count("</tbody>") == rows
    assert pieces[0].count('<tbody role="rowgroup"><tr role="row"><th scope="row"') <= 1
    assert not any('id="best"' in piece for piece in pieces[: rows_of_table(whole)])
    assert any('id="best"' in piece for piece in pieces)


def test_rows_past_the_budget_end_with_a_sentence(client, monkeypatch):
    def rows(self):
        yield from ()
        raise OverBudget(InputError("", "20 seconds of work", "less of it"))

    monkeypatch.setattr("companion.verbs.matchups.RunningMatchup.rows", rows)
    page = client.get(f"/{GAME.slug}/roll?build=")
    assert page.status_code == 200
    assert "The rows end here." in page.text and "20 seconds of work" in page.text


@pytest.mark.long
@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_a_matchup_prints_on_one_page(client, game):
    import pikepdf

    answer = client.get(f"/{game.slug}/matchup.pdf?paper=letter")
    assert answer.status_code == 200 and answer.mimetype == "application/pdf"
    with pikepdf.open(io.BytesIO(answer.data)) as sheet:
        assert len(sheet.pages) == 1


@pytest.mark.long
def test_titles_that_cannot_be_printed_are_no_trouble(post, client):
    text = to_toml({**to_document(GAME.examples[FIRST]), "title": "{house} 🤖 <b>"})
    post(f"/{GAME.slug}/matchup", {"text": text})
    assert "{house} 🤖 &lt;b&gt;" in client.get(f"/{GAME.slug}/roll?build=").text
    assert client.get(f"/{GAME.slug}/matchup.pdf").status_code == 200


def test_a_sheet_that_cannot_be_made_says_why(client):
    answer = client.get(f"/{GAME.slug}/matchup.pdf?paper=napkin")
    assert answer.status_code == 422
    assert "napkin" in answer.text


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_where_a_matchup_leads_on_everything_is_filled_in(client, game):
    page = client.get(f"/{game.slug}/roll?build=").text
    listed = page.partition("Go on from here")[2].partition("</ul>")[0]
    for link in re.findall(r'href="([^"]*)"', listed):
        answer = client.get(unescape(link))
        assert answer.status_code == 200, link
        assert "<h2" in answer.text.partition('id="result"')[2] or "use-this" in answer.text, link
    assert bool(listed) == (game.matchup.next_steps is not Matchup.next_steps)


@pytest.mark.long
@pytest.mark.browser
def test_a_wrong_number_is_said_beside_its_field_while_it_is_changed(live_url, page):
    page.goto(f"{live_url}/mechastellar/roll?build=")
    page.locator(".mu-around > summary").click()
    field = page.get_by_label("Distance in inches")
    field.fill("far")
    field.press("Tab")
    wrong = page.get_by_role("alert").filter(has_text="Found 'far', expected a whole number.")
    expect(wrong).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("far")
    field.fill("8")
    field.press("Tab")
    page.wait_for_url("**distance=8**")
    expect(wrong).to_have_count(0)
    expect(field).not_to_have_attribute("aria-invalid", "true")


@pytest.mark.long
@pytest.mark.browser
def test_the_best_attacks_stay_within_a_phone_with_text_twice_as_large(live_url, page):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_url}/mechastellar/roll?build=")
    page.evaluate("document.documentElement.style.fontSize = '36px'")
    ends = "[...document.querySelectorAll('.mu-page *')].map(one => one.getBoundingClientRect().right)"
    assert max(page.evaluate(ends)) <= 360


LOSSES = {
    "mecha-mettle": "Hammer, 2 ports",
    "mechalyte": "Turn 1: 4",
    "techniconica": "Quad Legs 1",
    "wreck-a-mech": "left arm",
}


@pytest.mark.parametrize("slug", LOSSES)
def test_what_both_sides_have_lost_is_said_folded_swapped_and_beside_its_field_where_it_is_wrong(client, slug):
    first = next(iter(of_slug(slug).examples))
    address = f"/{slug}/roll?build=example:{first}&other=example:{first}"
    page = client.get(f"{address}&{urlencode({'a_lost': LOSSES[slug]})}")
    assert page.status_code == 200, re.findall(r'role="alert">([^<]*)|dice-wrong"[^>]*>([^<]*)', page.text)
    folded = page.text.split("More conditions</summary>")[1].split("</details>")[0]
    assert f">\r\n{LOSSES[slug]}</textarea>" in folded and 'name="b_lost.1/' in page.text
    assert f": {LOSSES[slug]}" in re.search(r'<span id="said"[^>]*>(.*?)</span>', page.text)[1]
    swapped = parse_qs(urlsplit(unescape(re.search(r'mu-swap" href="([^"]*)"', page.text)[1])).query)
    assert swapped["b_lost"] == [LOSSES[slug]] and "a_lost" not in swapped
    wrong = client.get(f"{address}&b_lost=Frying%20Pan")
    assert wrong.status_code == 422
    field = re.search(r'<textarea[^>]*name="b_lost".*?</div>', wrong.text, re.S)[0]
    assert "Found &#39;Frying Pan&#39;, expected" in field and "the table counts none" in wrong.text


@pytest.mark.parametrize(
    ("slug", "field", "value", "said"),
    [
        ("mecha-mettle", "a_lost.1/hammer", "1", "What you have lost: Hammer lost"),
        ("mecha-mettle", "a_lost.1/ports", "2", "What you have lost: Ports lost 2 of 4"),
        ("mechalyte", "a_lost.1/level", "0", "Mechs you have lost: Turn 1, level 4: Level lost"),
        ("techniconica", "a_lost.1/cockpit", "1", "What my Mechs have lost: Standard Cockpit 1 of 3"),
        ("wreck-a-mech", "a_lost.1/head", "1", "Parts you have lost: Head: "),
        ("mechastellar", "a_lost.1/hp", "300", "What your units have lost: "),
    ],
)
def test_what_was_tapped_is_said_linked_by_its_numbers_and_ticked_again(client, slug, field, value, said):
    first = next(iter(of_slug(slug).examples))
    page = client.get(f"/{slug}/roll?build=example:{first}&other=example:{first}&{urlencode({field: value})}")
    assert page.status_code == 200
    assert said in unescape(re.search(r'<span id="said"[^>]*>(.*?)</span>', page.text)[1])
    swapped = parse_qs(urlsplit(unescape(re.search(r'mu-swap" href="([^"]*)"', page.text)[1])).query)
    assert swapped["b_lost"] == [f"{field.partition('.')[2]}={value}"]
    again = re.search(rf'<input[^>]*name="{re.escape(field)}"[^>]*>', page.text)[0]
    assert "checked" in again if "checkbox" in again else f'value="{value}"' in again


def test_a_matchup_with_losses_prints(client):
    assert client.get("/wreck-a-mech/matchup.pdf?a_lost=head&b_lost=legs").status_code == 200


def cell_sides(client, game, query=""):
    return titles(client.get(f"/{game.slug}/roll{query or '?build='}").text)


def chosen_tiles(page):
    """Return the builds that a roll's page has chosen for attacker and target."""
    tiles = page.partition("start-tiles")[2]
    return re.findall(r'<a [^>]*aria-current="true"[^>]*>(?:(?!</a>).)*?<strong>([^<]+)', tiles, re.S)


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_a_build_is_never_picked_against_itself(client, post, game):
    """My one build is opened as theirs, by its page, as the opponent brought last, and as a copy that was pasted."""
    first, second = list(game.examples.values())[:2]
    text = to_toml({**to_document(first), "title": "Mine"})
    mine = post("/import", {"text": text}).location.rpartition("/")[2]
    assert cell_sides(client, game, f"?other={mine}")[0] not in ("Mine", first.title)
    assert cell_sides(client, game, f"?build={mine}") == ["Mine", second.title]
    post(f"/{game.slug}/matchup", {"build": mine, "other": mine})
    assert cell_sides(client, game) == [second.title, "Mine"], "what was brought stays"
    assert cell_sides(client, game, f"?build={mine}") == ["Mine", second.title]
    post(f"/{game.slug}/matchup", {"build": mine, "text": to_toml({**to_document(first), "title": "Theirs"})})
    assert cell_sides(client, game) == [second.title, "Theirs"]
    assert cell_sides(client, game, f"?build={mine}&other={mine}") == ["Mine", "Mine"], "who asks for it gets it"
    for kind in game.resolvers:
        tiles = chosen_tiles(client.get(f"/{game.slug}/roll/{kind.name}?start.theirs={mine}").text)
        assert len(tiles) == len(set(tiles)), kind.name


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_an_empty_build_is_no_side_of_a_matchup(client, post, game):
    """A saved build of settings alone is neither offered nor picked, also not where it was emptied after it was brought."""
    title = "Nothing yet"
    empty = post(f"/{game.slug}/new", {"title": title}).location
    page = client.get(f"/{game.slug}/roll?build=").text
    assert title not in page and page.count("<option") > 1
    for kind in game.resolvers:
        assert title not in client.get(f"/{game.slug}/roll/{kind.name}").text
    shown = client.get(empty).text
    assert "✓ Legal" not in shown and f"{game.slug}/roll?" not in shown
    asked = post(empty, {"title": title, "version": "1", "then": "matchup"})
    assert asked.status_code == 303 and "/roll" not in asked.location
    full = to_toml({**to_document(next(iter(game.examples.values()))), "title": "Full"})
    brought = post("/import", {"text": full}).location
    post(f"/{game.slug}/matchup", {"other": brought.rpartition("/")[2]})
    post(brought, {"title": "Emptied", "version": "1"})
    assert "Emptied" not in client.get(f"/{game.slug}/roll?build=").text
