"""Roll pages: inputs that an address brings, usual and rare ones, where the result stands, dice drawn as dice."""

import html
import json
import re
from urllib.parse import parse_qsl

import pytest

from companion.games import GAMES
from companion.web import create_app
from companion.web.dice.routes import RESERVED

SHOOT = "/techniconica/roll/shoot"
INPUTS = {"accuracy": "6", "speed": "4", "armour": "3", "penetration": "6", "damage_output": "5", "shields": "3"}
WORDS = ["Rail Gun", "AC 6", "PE 6"]
BROUGHT = [*INPUTS.items(), *(("known", word) for word in WORDS)]
KINDS = [(game, kind) for game in GAMES for kind in game.resolvers]
NAMES = [f"{game.slug} {kind.name}" for game, kind in KINDS]


@pytest.fixture(scope="module")
def client():
    """A browser for an application that asks for no token; these pages keep nothing on the server."""
    return create_app(WTF_CSRF_ENABLED=False).test_client()


def page_of(client, path, query):
    response = client.get(path, query_string=query)
    assert response.status_code == 200
    return html.unescape(response.get_data(as_text=True))


def fold_of(page):
    """Return the words of the folded line, whether it is open, and the names of the fields in it."""
    found = re.search(r'<details class="dice-fold is-brought"( open)?>(.*?)</details>', page, re.S)
    words = re.sub(r"<[^>]+>", "", re.search(r'id="dice-known" data-swap>(.*?)</span>', found[2], re.S)[1])
    return words, bool(found[1]), re.findall(r'<(?:input|select)[^>]* name="([^"]+)"', found[2])


def more_of(page):
    """Return what the rare fields' line says is set, whether they are shown, and their names."""
    found = re.search(r'<details class="dice-fold dice-more"( open)?>(.*?)</details>', page, re.S)
    said = re.search(r'id="dice-more-set" data-swap>(.*?)</span>', found[2], re.S)[1]
    return said, bool(found[1]), re.findall(r'<(?:input|select)[^>]* name="([^"]+)"', found[2])


def form_of(page):
    """Return the form's hidden fields, as a browser would send them."""
    form = re.search(r'<form class="dice-form[^>]*>.*?</form>', page, re.S)[0]
    return re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form)


@pytest.mark.long
def test_what_an_address_brings_is_one_line_and_its_fields_are_in_it(client):
    words, opened, names = fold_of(page_of(client, SHOOT, BROUGHT))
    assert words == "Rail Gun, AC 6, PE 6"
    assert not opened
    assert sorted(names) == sorted(INPUTS)


def test_usual_inputs_that_an_address_leaves_open_stand_below_the_line(client):
    page = page_of(client, SHOOT, BROUGHT)
    beside = re.sub(
        r"<details.*?</details>", "", re.search(r'<form class="dice-form[^>]*>.*?</form>', page, re.S)[0], flags=re.S
    )
    assert re.findall(r'<input[^>]* name="([a-z_]+)"[^>]*type="(?:text|checkbox)"', beside) == [
        "aim",
        "evade",
        "armours",
        "base",
    ]


def test_the_words_stay_through_a_roll_and_own_dice(client):
    page = page_of(client, SHOOT, BROUGHT)
    sent = form_of(page)
    assert [value for name, value in sent if name == "known"] == WORDS
    rolled = client.post(SHOOT, data={**INPUTS, "known": WORDS, "known_for": dict(sent)["known_for"]})
    assert fold_of(html.unescape(rolled.get_data(as_text=True)))[0] == "Rail Gun, AC 6, PE 6"
    own = page_of(client, SHOOT, [*sent, *INPUTS.items(), ("own", "1")])
    assert fold_of(own)[0] == "Rail Gun, AC 6, PE 6"
    typed = re.search(r'<form class="dice-next".*?</form>', own, re.S)[0]
    assert re.findall(r'name="known" value="([^"]*)"', typed) == WORDS


def test_a_field_that_was_changed_is_named_so_that_the_line_is_never_wrong(client):
    sent = form_of(page_of(client, SHOOT, BROUGHT))
    changed = {**INPUTS, "accuracy": "9", "shields": "", "aim": "y"}
    words, _, names = fold_of(page_of(client, SHOOT, [*sent, *changed.items()]))
    assert words == "Rail Gun, AC 6, PE 6 (AC now 9, Shields now empty)"
    assert sorted(names) == sorted(INPUTS)


@pytest.mark.parametrize(
    ("before", "after", "said"), [("true", "y", ""), ("y", None, "Aimed now no"), ("false", "y", "Aimed now yes")]
)
def test_a_mark_counts_as_changed_only_where_it_is(client, before, after, said):
    sent = form_of(page_of(client, SHOOT, [*BROUGHT, ("aim", before)]))
    again = [*sent, *INPUTS.items(), *([("aim", after)] if after else [])]
    assert fold_of(page_of(client, SHOOT, again))[0] == "Rail Gun, AC 6, PE 6" + (f" ({said})" if said else "")


def test_a_choice_that_was_changed_is_named_by_its_title(client):
    path, inputs = "/mecha-mettle/roll/attack", {"weapon": "hammer", "target": "reactor", "side": "shield"}
    sent = form_of(page_of(client, path, [*inputs.items(), ("known", "Hammer at Reactor")]))
    page = page_of(client, path, [*sent, *{**inputs, "side": "body"}.items()])
    assert fold_of(page)[0] == "Hammer at Reactor (Side hit now Body)"


def test_inputs_filled_from_cards_are_folded_without_words_too(client):
    brought = {"weapon": "hammer", "target": "reactor", "side": "shield", "from.weapon": "hammer:hammer.attack"}
    words, opened, names = fold_of(page_of(client, "/mecha-mettle/roll/attack", brought))
    assert words == "Weapon Hammer"
    assert not opened
    assert names == ["weapon"]


def test_at_most_twelve_words_are_kept_and_each_is_short_and_harmless(client):
    many = [("known", f"word {n}") for n in range(30)]
    assert fold_of(page_of(client, SHOOT, [*INPUTS.items(), *many]))[0].count(",") == 11
    long = [("known", "<script>alert(1)</script>" + "x" * 5000)]
    raw = client.get(SHOOT, query_string=[*INPUTS.items(), *long]).get_data(as_text=True)
    assert "<script>alert" not in raw
    said = re.search(r'id="dice-known" data-swap>(.*?)</span>', raw, re.S)[1]
    assert html.unescape(said) == "<script>alert(1)</script>" + "x" * 35


@pytest.mark.parametrize("kept", ["%%%", "=&=&=", "&".join(f"a{n}=1" for n in range(500)), "x" * 9000, "frob=1"])
def test_what_the_words_stand_for_may_be_nonsense(client, kept):
    response = client.get(SHOOT, query_string=[*BROUGHT, ("known_for", kept)])
    assert response.status_code == 200


def test_the_line_opens_by_itself_where_one_of_its_fields_is_wrong(client):
    response = client.get(SHOOT, query_string=[*BROUGHT[1:], ("accuracy", "banana")])
    assert response.status_code == 422
    words, opened, names = fold_of(html.unescape(response.get_data(as_text=True)))
    assert opened
    assert "accuracy" in names


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=NAMES)
def test_every_roll_with_many_inputs_says_which_are_usual(game, kind):
    names = list(kind.inputs.model_fields)
    assert set(kind.usual_inputs) <= set(names)
    assert not {"known", "known_for"} & set(names) and not set(RESERVED) & set(names)
    if len(names) > 6:
        assert 3 <= len(kind.usual_inputs) <= 10


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=NAMES)
def test_usual_inputs_stand_open_and_all_others_are_one_tap_away(client, game, kind):
    page = page_of(client, f"/{game.slug}/roll/{kind.name}", {})
    form = re.search(r'<form class="dice-form[^>]*>.*?</form>', page, re.S)[0]
    shown = re.findall(r'name="([a-z_]+)"', re.sub(r"<details.*?</details>", "", form, flags=re.S))
    needed = {name for name, field in kind.inputs.model_fields.items() if field.is_required()}
    assert set(shown) == (set(kind.usual_inputs) | needed if kind.usual_inputs else set(kind.inputs.model_fields))
    assert set(re.findall(r'name="([a-z_]+)"', form)) == set(kind.inputs.model_fields)


def test_rare_inputs_open_and_are_named_where_they_are_set(client):
    said, opened, names = more_of(page_of(client, SHOOT, {}))
    assert (said, opened) == ("21 fields", False)
    assert "fortitude" in names
    said, opened, _ = more_of(page_of(client, SHOOT, {**INPUTS, "fortitude": "5", "part": "locomotor"}))
    assert (said, opened) == ("2 more set: Part aimed at, FO", True)


def test_rare_inputs_open_where_one_is_wrong(client):
    response = client.get(SHOOT, query_string={**INPUTS, "fortitude": "-5"})
    assert response.status_code == 422
    assert more_of(html.unescape(response.get_data(as_text=True)))[1]


def test_a_result_comes_before_a_long_form_and_after_a_short_one(client):
    empty, answered = page_of(client, SHOOT, {}), page_of(client, SHOOT, INPUTS)
    assert empty.index('id="dice-form"') < empty.index('id="result"')
    assert answered.index('id="result"') < answered.index('id="dice-form"')
    plain = page_of(client, "/roll", {"expression": "2d6"})
    assert plain.index('id="dice-form"') < plain.index('id="result"')


def test_a_roll_says_its_outcome_before_its_dice(client):
    page = client.post("/roll", data={"expression": "40d6"}).get_data(as_text=True)
    assert page.index('<dl class="dice-outcome is-alone">') < page.index('class="dice-throws"')


def test_what_is_wrong_is_listed_where_the_page_opens_with_links_to_the_fields(client):
    response = client.get(SHOOT, query_string={**INPUTS, "accuracy": "banana", "fortitude": "-5"})
    page = response.get_data(as_text=True)
    assert page.index('id="result"') < page.index('id="dice-form"')
    listed = re.search(r'<ul class="dice-marked">.*?</ul>', page, re.S)[0]
    assert re.findall(r'<a href="#(\w+)">([^<]+)</a>', listed) == [("accuracy", "AC"), ("fortitude", "FO")]


def test_a_roll_without_inputs_has_no_empty_form(client):
    assert 'class="dice-form is-bare"' in page_of(client, "/mechastellar/roll/initiative", {})


def test_an_outcome_of_many_values_shows_figures_and_the_rest_behind_one_tap(client):
    page = client.post("/mechastellar/roll/melee", data={"melee": "7"}).get_data(as_text=True)
    shown, detail = re.findall(r'<dl class="dice-outcome">(.*?)</dl>', page, re.S)
    assert re.findall(r"<dt>(.*?)</dt>", shown)[:2] == ["Damage suffered", "Any damage"]
    assert "<dt>Counter saves failed</dt>" in detail
    assert page.index("Everything in detail") < page.index(detail)
    told = json.loads(record_of(page)[0])
    assert told["what"] == "Melee clash: Attacker's Melee 7, Defender's Melee 5, Attacker's DMG 500, Defender's DMG 500"
    assert told["result"].startswith("The attacker does ")


def dice_of(page):
    """Return each die of a page: its shape, what it tells and its words."""
    found = re.findall(r'<span class="die die-(\w+)(?: is-(\w+))?">.*?<span class="hidden">(.*?)</span>', page, re.S)
    return [(shape, tells, html.unescape(words)) for shape, tells, words in found]


def own(client, path, query, *groups):
    return page_of(client, path, [*query, ("own", "1"), *(("faces", group) for group in groups)])


def test_dice_have_their_shape_and_tell_whether_they_count_by_mark_and_word(client):
    query = [("attack", "3"), ("attack_die", "regular"), ("defend", "1"), ("defend_die", "shield")]
    page = own(client, "/mecha-mettle/roll/attack", query, "5 6 1", "3")
    # A Regular Attack die succeeds on 5 and 6, a Shield die on 4 and more.
    assert dice_of(page) == [
        ("d6", "hit", "5, success"),
        ("d6", "hit", "6, success"),
        ("d6", "miss", "1, miss"),
        ("d6", "miss", "3, miss"),
    ]
    counts = re.sub(r"<[^>]+>", "", re.search(r'<p class="dice-counts">(.*?)</p>', page, re.S)[1])
    assert counts.split() == ["2", "×", "success", "1", "×", "miss"]
    assert page.count('class="die-mark is-hit"') == 3


def test_a_die_that_evades_is_marked_as_good_for_whoever_throws_it(client):
    query = [("shots", "4"), ("accuracy", "8"), ("evade", "3"), ("pen", "0")]
    page = own(client, "/mechastellar/roll/shoot", query, "1 3 4 5")
    # Accuracy 8 against Evade 3: 5 or more evades; 1 and 2 are criticals.
    assert [tells for _, tells, _ in dice_of(page)] == ["miss", "miss", "miss", "hit"]


def test_a_bottle_test_tells_by_its_fortitude_and_a_roll_off_tells_nothing(client):
    passed = own(client, "/techniconica/roll/bottle-test", [("fortitude", "5"), ("penalty", "2")], "3")
    failed = own(client, "/techniconica/roll/bottle-test", [("fortitude", "5"), ("penalty", "2")], "4")
    assert dice_of(passed) == [("d10", "hit", "3, success")]
    assert dice_of(failed) == [("d10", "miss", "4, miss")]
    first = own(client, "/techniconica/roll/first-turn", [("speeds", "4,3")], "3", "9")
    assert dice_of(first) == [("d10", "", "3"), ("d10", "", "9")]


@pytest.mark.parametrize(
    ("expression", "faces", "dice"),
    [
        ("d4", "4", [("d4", "", "4")]),
        ("d8", "8", [("d8", "", "8")]),
        ("d12", "12", [("d12", "", "12")]),
        ("d20", "17", [("d20", "", "17")]),
        ("d%", "100", [("other", "", "100")]),
        ("2d6r1", "2 6", [("d6", "", "2"), ("d6", "", "6")]),
        ("3d6>=5", "5 4 6", [("d6", "hit", "5, success"), ("d6", "miss", "4, miss"), ("d6", "hit", "6, success")]),
        ("3d6<=2", "5 2 6", [("d6", "miss", "5, miss"), ("d6", "hit", "2, success"), ("d6", "miss", "6, miss")]),
        ("3d6kh2", "5 2 6", [("d6", "", "5"), ("d6", "dropped", "2, dropped"), ("d6", "", "6")]),
        ("3d6kl1", "2 5 2", [("d6", "", "2"), ("d6", "dropped", "5, dropped"), ("d6", "dropped", "2, dropped")]),
        ("d66", "34", [("other", "", "34")]),
        ("2dF", "-1 1", [("other", "", "-1"), ("other", "", "1")]),
    ],
)
def test_the_plain_roller_draws_its_dice(client, expression, faces, dice):
    assert dice_of(own(client, "/roll", [("expression", expression)], faces)) == dice


@pytest.mark.parametrize(
    ("expression", "groups", "tells"),
    [
        # Both ones are thrown again; of 4, 5, 2 and 1 the lowest is dropped.
        ("4d6ro1kh3", ["1 4 5 1", "2 1"], ["replaced", "", "", "replaced", "", "dropped"]),
        ("2d6!kh1", ["6 2", "3"], ["", "dropped", "dropped"]),
        ("2d6!kl1", ["6 6", "2 3"], ["dropped", "dropped", "", "dropped"]),
        # 6 and 1, 5, 6 and 3: only the last comes to 8 or more.
        ("3d6!!cs>=8", ["6 5 6", "1 3"], ["miss", "miss", "hit", "miss", "hit"]),
        ("2x(2d6kh1)", ["1 2", "5 4"], ["dropped", "", "", "dropped"]),
    ],
)
def test_dice_are_marked_by_what_the_whole_roll_decided(client, expression, groups, tells):
    dice = dice_of(own(client, "/roll", [("expression", expression)], *groups))
    assert [told for _, told, _ in dice] == tells


def test_a_die_that_was_thrown_again_says_so_and_is_counted_apart(client):
    page = own(client, "/roll", [("expression", "4d6ro1kh3")], "1 4 5 1", "2 1")
    assert dice_of(page)[0] == ("d6", "replaced", "1, thrown again")
    counts = [re.sub(r"<[^>]+>", "", one).split() for one in re.findall(r'<p class="dice-counts">(.*?)</p>', page)]
    assert counts == [["2", "×", "thrown", "again"], ["1", "×", "dropped"]]
    page = own(client, "/roll", [("expression", "3d6!!cs>=8")], "6 5 6", "1 3")
    counts = [re.sub(r"<[^>]+>", "", one).split() for one in re.findall(r'<p class="dice-counts">(.*?)</p>', page)]
    assert counts == [["1", "×", "success", "2", "×", "miss"]] + [["1", "×", "success", "1", "×", "miss"]]


def test_dice_with_words_show_them_on_dice_and_on_the_pad(client):
    query = [("expression", "3d{hit, hit, miss}")]
    waiting = own(client, "/roll", query)
    assert keys_of(waiting) == [("1", "hit"), ("3", "miss")]
    assert "type what they show, 1 and 2 hit, 3 miss, with spaces between the dice" in waiting
    page = own(client, "/roll", query, "1 3 2")
    assert re.findall(r'<span class="die die-word">(.*?)</span>', page) == ["hit", "miss", "hit"]
    assert result_of(page) == ("Result", "2 hit, 1 miss")


def keys_of(page):
    """Return the keys of the pad: the face that each types, and what it says."""
    return re.findall(r'data-face="(-?\d+)">(.*?)</button>', page)


def kept_of(client, expression, *groups):
    """Return what a browser keeps of a roll with typed-in dice."""
    query = [("expression", expression), ("own", "1"), *(("faces", group) for group in groups)]
    return json.loads(record_of(client.get("/roll", query_string=query).get_data(as_text=True))[0])


def result_of(page):
    """Return the title and the value of what an expression came to."""
    shown = re.search(r'<dl class="dice-outcome is-alone[^>]*>(.*?)</dl>', page, re.S)[1]
    return re.search(r"<dt[^>]*>(.*?)</dt>", shown)[1], re.search(r"<dd>(.*?)</dd>", shown)[1]


def test_pads_have_a_key_for_each_face(client):
    assert keys_of(own(client, "/roll", [("expression", "4dF")])) == [("-1", "−"), ("0", "blank"), ("1", "+")]
    assert keys_of(own(client, "/roll", [("expression", "3d{1, 1, 2, -4}")])) == [("-4", "-4"), ("1", "1"), ("2", "2")]
    tens_and_units = [(f"{tens}{units}", f"{tens}{units}") for tens in range(1, 7) for units in range(1, 7)]
    assert keys_of(own(client, "/roll", [("expression", "d66")])) == tens_and_units
    assert keys_of(own(client, "/roll", [("expression", "1d66")])) == []


@pytest.mark.parametrize(
    ("expression", "groups", "result", "kept"),
    [
        ("6d6>=5", ["1 2 3 5 6 6"], ("Successes", "3"), "Successes 3"),
        ("(2d6)>=8", ["3 6"], ("Success", "yes"), "Success yes"),
        ("2x(2d6)", ["1 2", "3 4"], ("Totals", "3, 7"), "Totals 3, 7"),
        ("2x(2d6>=5)", ["1 6", "5 6"], ("Successes", "1, 2"), "Successes 1, 2"),
        ("2x(d{Hit, miss})", ["1", "2"], ("Result", "1 Hit; 1 miss"), "1 Hit; 1 miss"),
        ("2d6/3", ["3 4"], ("Total", "7/3"), "Total 7/3"),
        ("2d6[fire]+d8[Cold]", ["3 4", "7"], ("Total", "14"), "Total 14, fire 7, Cold 7"),
    ],
)
def test_an_expression_says_what_it_came_to_and_the_list_of_rolls_too(client, expression, groups, result, kept):
    page = own(client, "/roll", [("expression", expression)], *groups)
    assert result_of(page) == result
    told = kept_of(client, expression, *groups)
    assert told["result"] == kept
    again = page_of(client, "/roll", [*parse_qsl(told["query"]), *parse_qsl(told["own"])])
    assert result_of(again) == result


def test_parts_with_labels_are_shown_as_typed(client):
    page = own(client, "/roll", [("expression", "2d6[fire]+d8[Cold]")], "3 4", "7")
    parts = re.search(r'<dl class="dice-outcome dice-parts">(.*?)</dl>', page, re.S)[1]
    assert re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", parts) == [("fire", "7"), ("Cold", "7")]


def test_a_comment_names_the_roll(client):
    page = own(client, "/roll", [("expression", "2d6+1 # Attack #2")], "3 4")
    assert "Attack #2: your dice</h2>" in page
    assert kept_of(client, "2d6+1 # Attack #2", "3 4")["what"] == "Attack #2: 2d6+1"
    rolled = client.post("/roll", data={"expression": "2d6+1 # Attack #2"}).get_data(as_text=True)
    assert ">Attack #2</h2>" in rolled


def test_the_place_of_an_error_is_marked_and_harmless(client):
    response = client.get("/roll", query_string={"expression": "2d6+<b>3"})
    wrong = re.search(r'id="expression-wrong">(.*?)</p>', response.get_data(as_text=True), re.S)[1]
    assert "2d6+<mark>&lt;</mark>b&gt;3" in wrong and "<b>" not in wrong
    long = "1+" * 100 + "z" + "+1" * 100
    wrong = client.get("/roll", query_string={"expression": long}).get_data(as_text=True)
    place = re.search(r'<span class="dice-place"[^>]*>(.*?)</span>', wrong)[1]
    assert place == "…" + "1+" * 15 + "<mark>z</mark>" + "+1" * 6 + "…"
    ended = client.get("/roll", query_string={"expression": "2d6+"}).get_data(as_text=True)
    assert "2d6+<mark>\N{NO-BREAK SPACE}</mark>" in ended


def test_odds_say_what_lies_beyond_explosions(client):
    page = page_of(client, "/roll", {"expression": "2d6!"})
    # More than ten sixes: 1 − Σ (n + 1) · (5/6)² · (1/6)ⁿ for n up to 10.
    assert "Beyond 10 explosions: 2.8·10<sup>−8</sup>" in page
    assert "Beyond" not in page_of(client, "/roll", {"expression": "2d6"})


def test_very_many_dice_are_drawn_in_part_and_listed_in_full(client):
    page = own(client, "/roll", [("expression", "160d6")], " ".join(["6"] * 150 + ["1 2 3 4 5 6 1 2 3 4"]))
    assert len(dice_of(page)) == 150
    assert "10 more dice" in page
    assert "<p>1 2 3 4 5 6 1 2 3 4</p>" in page


def record_of(page):
    found = re.search(r'data-roll="([^"]*)" data-roll-at="([^"]*)"', page)
    return found and (html.unescape(found[1]), found[2])


def test_a_roll_tells_the_browser_what_to_remember(client):
    raw = client.post(SHOOT, data={**INPUTS, "known": WORDS}).get_data(as_text=True)
    kept, path = record_of(raw)
    told = json.loads(kept)
    assert path == SHOOT
    assert told["what"] == "Shoot: Rail Gun, AC 6, PE 6"
    assert told["result"].startswith("Result ")
    assert dict(parse_qsl(told["query"]))["accuracy"] == "6"
    assert page_of(client, SHOOT, parse_qsl(told["query"])).count("Rail Gun, AC 6, PE 6")
    assert record_of(client.get(SHOOT, query_string=INPUTS).get_data(as_text=True)) is None


def test_dice_that_are_still_to_be_thrown_are_no_roll_yet(client):
    query = [("expression", "2d6+d4"), ("own", "1"), ("faces", "3 4")]
    assert record_of(client.get("/roll", query_string=query).get_data(as_text=True)) is None
    done = client.get("/roll", query_string=[*query, ("faces", "2")]).get_data(as_text=True)
    told = json.loads(record_of(done)[0])
    assert (told["result"], told["own"]) == ("Total 9", "own=1&faces=3+4&faces=2")


def test_an_input_that_changes_nothing_is_told_on_the_page(client):
    shot = "accuracy=5&speed=3&armour=2&penetration=3&damage_output=3"
    assert "changes nothing here" in client.get(f"/techniconica/roll/shoot?{shot}&base_damage=1").text
    assert "changes nothing here" not in client.get(f"/techniconica/roll/shoot?{shot}&base_damage=1&base=3").text
    refused = client.get("/mechalyte/ranking?spec=PMISAA&typed=MIPASA")
    assert refused.status_code == 422 and "add field=typed, or leave this out" in refused.text
    assert client.get("/mechalyte/ranking?spec=PMISAA&typed=MIPASA&field=typed").status_code == 200
    assert "changes nothing here" in client.get("/mechalyte/roll?moved=2").text
    assert "changes nothing here" not in client.get("/mechalyte/roll?moved=2&event=opportunity-shot").text
