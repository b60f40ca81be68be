"""`companion simulate`: counts, what if, balance, a round robin, replays that verify, and what is refused."""

import json

import pytest

from companion.base.findings import InvalidInput
from companion.verbs.lab import make_matchup
from companion.verbs.lab_questions import NO_NUMBER
from companion.verbs.names import find_game
from tests.commands import answered, refused, run

GAMES = ("mecha-mettle", "mechalyte", "wreck-a-mech")
QUICK = ("--strength", "easy", "--workers", 1)
MECH = {
    "head": "trainer-head",
    "body": "trainer-body",
    "left_arm": "trainer-left-arm",
    "right_arm": "trainer-right-arm",
    "legs": "trainer-legs",
}
BUILDS = {
    "mecha-mettle": ("example:long-guns", "example:steady-hull"),
    "mechalyte": ("example:onion", "example:quick-draw"),
    "wreck-a-mech": ("example:first-mech", "example:building-site"),
}


def wreck(*words):
    return ("simulate", "wreck-a-mech", *words, *QUICK)


def written(path, **document):
    path.write_text(json.dumps(document), "utf-8")
    return path


def mech(folder, name, **parts):
    """Write a mech of Trainers with some other parts."""
    return written(folder / f"{name}.json", game="wreck-a-mech", title=name, mech={**MECH, **parts})


def pack(folder, name, *cards):
    return written(folder / f"{name}.json", game="wreck-a-mech", kind="pack", title=name, key=f"key-{name}", part=cards)


def test_a_run_is_counted_in_text_and_as_data():
    answer = answered(*wreck("--games", 4))
    assert answer["games"] == answer["ended"] == 4 and answer["fair_rate"] == 0.5
    assert sum(side["wins"] for side in answer["sides"]) == 4
    assert {side["title"] for side in answer["sides"]} == {"A", "B"}
    assert all(card["idle"] <= card["drawn"] for card in answer["cards"]) and answer["cards"]
    shown = run(*wreck("--games", 4))
    assert shown.exit_code == 0 and answer["verdict"] in shown.stdout and "How games ended" in shown.stdout
    assert "points of win rate" in shown.stdout


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_a_run_is_a_table_in_which_verify_finds_nothing_wrong(game, tmp_path):
    for number, builds in ((1, ()), (2, BUILDS[game])):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(answered("simulate", game, *builds, "--replay", number, *QUICK)), "utf-8")
        checked = answered("table", "verify", path)
        assert checked["ok"] and checked["seed_open"] and not checked["wrong"]
        assert {part["found"] for part in checked["parts"]} == {"checked"}


def test_the_replay_is_the_game_that_was_counted(tmp_path):
    path = tmp_path / "run.jsonl"
    answered(*wreck("--games", 3, "--seats", 3, "--out", path))
    game = json.loads(path.read_text("utf-8").splitlines()[3])
    table = answered(*wreck("--replay", 2, "--seats", 3))
    sits = [event["values"]["name"] for event in table["event"] if event["kind"] == "sit"]
    assert sits == ["C", "A", "B"] and game["number"] == 2
    end = next(event for event in table["event"] if event["kind"] == "end")
    assert [sits[seat] for seat in end["values"]["winners"]] == ["ABC"[side] for side in game["winners"]]


def test_what_if_a_card_had_another_number(tmp_path):
    builds = mech(tmp_path, "strong", body="keg-hull"), mech(tmp_path, "usual", head="bucket-helm")
    out = tmp_path / "run.jsonl"
    words = wreck(*builds, "--games", 24, "--if", "keg-hull.attack=30", "--out", out)
    answer = answered(*words)
    first, second = answer["differences"]
    assert first["difference"] > 0 and not first["noise"] and first["low"] > 0
    assert second["difference"] == pytest.approx(-first["difference"])
    assert answer["change"] == "keg-hull.attack=30" and answer["verdict"].startswith(
        "With keg-hull.attack=30, strong wins"
    )
    assert answer["without"] == answered(*wreck(*builds, "--games", 24))
    assert (tmp_path / "run.if.jsonl").exists() and answered(*words) == answer
    shown = run(*words).stdout
    assert answer["verdict"] in shown and "95% interval" in shown


def test_what_if_a_pack_or_a_ruling_were_in_force(tmp_path):
    changed = pack(tmp_path, "house", {"id": "mic-drop", "attack": 6})
    answer = answered(*wreck("--games", 2, "--if-pack", changed, "--if-ruling", "empty-pile=sold-out"))
    assert answer["change"] == "empty-pile=sold-out and house.json"
    assert all(one["noise"] for one in answer["differences"]) and answer["verdict"].startswith(
        "Noise: in 2 pairs of games"
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--if", "mick-drop.attack=3"), "--if: card: found 'mick-drop'"),
        (("--if", "mic-drop=3"), "CARD.FIELD=VALUE"),
        (("--if", "mic-drop.attack"), "key=value"),
        (("--if", "mic-drop.attack=99"), "at most 30"),
        (("--if", "mic-drop.colour=3"), "attack, defense"),
        (("--if-ruling", "empty-pile=no"), "empty-pile"),
        (("--balance", "mick-drop"), "perhaps mic-drop"),
        (("--balance", "mic-drop", "--each-pair"), "one question at a time"),
        (("--each-pair", "example:first-mech"), "two or more"),
        (("example:none",), "one of building-site"),
        (("--strength", "fair", "--strength", "fair"), "one, or 2"),
    ],
)
def test_a_question_that_cannot_be_asked_is_a_sentence(words, says):
    assert says in refused(*wreck("--games", 1, *words))


def test_a_battle_without_builds_is_refused():
    assert "a build for every side" in refused("simulate", "techniconica", *QUICK)


def test_an_illegal_build_is_refused_and_played_anyway(tmp_path):
    few = written(tmp_path / "few.json", game="wreck-a-mech", title="few", mech={"head": "trainer-head"})
    big = mech(tmp_path, "big")
    document = json.loads(big.read_text("utf-8"))
    illegal = written(tmp_path / "illegal.json", **{**document, "deck": ["mic-drop"] * 9})
    assert "--anyway to play it all the same" in refused(*wreck(illegal, few, "--games", 1))
    assert answered(*wreck(illegal, few, "--games", 1, "--anyway"))["games"] == 1


def test_a_build_that_no_game_can_start_with_is_a_sentence(tmp_path):
    empty = written(tmp_path / "empty.json", game="wreck-a-mech", title="empty")
    assert "empty: build: mech: found no part" in refused(*wreck(empty, "-", "--games", 1, "--anyway"))


def test_cards_of_packs_inside_builds_are_played_with(tmp_path):
    card = {"id": "house-hat", "name": "House Hat", "rank": 2, "position": "head", "corporation": "trainer"}
    house = {"title": "House", "key": "house", "part": [{**card, "attack": 20, "defense": 20, "structure": 5}]}
    build = {"game": "wreck-a-mech", "mech": {**MECH, "head": "house-hat"}, "pack": [house]}
    own = written(tmp_path / "own.json", title="own", **build)
    answer = answered(*wreck(own, "-", "--games", 2))
    assert next(one["name"] for one in answer["cards"] if one["card"] == "house-hat") == "House Hat"
    other = {**build, "pack": [{**house, "part": [{**house["part"][0], "attack": 1}]}]}
    game = find_game("wreck-a-mech")
    sides = [("own", build), ("other", other)]
    with pytest.raises(InvalidInput, match="two versions"):
        make_matchup(game, sides, ("easy", "easy"), {}, "1")
    agreed = make_matchup(game, sides, ("easy", "easy"), {"pack": [other["pack"][0]]}, "1")
    assert agreed.pack == (other["pack"][0],)


def test_every_pair_is_ranked(tmp_path):
    names = ("first", "second", "third")
    builds = [
        mech(tmp_path, name, head=head)
        for name, head in zip(names, ("trainer-head", "bucket-helm", "bucket-helm"), strict=True)
    ]
    out = tmp_path / "run.jsonl"
    answer = answered(*wreck(*builds, "--each-pair", "--games", 3, "--out", out))
    assert {one["title"] for one in answer["ranking"]} == set(names)
    assert sum(one["rating"] for one in answer["ranking"]) == pytest.approx(1)
    assert [(one["a"], one["b"], one["played"]) for one in answer["pairs"]] == [
        ("first", "second", 3),
        ("first", "third", 3),
        ("second", "third", 3),
    ]
    assert sorted(path.name for path in tmp_path.glob("run*")) == ["run.1-2.jsonl", "run.1-3.jsonl", "run.2-3.jsonl"]
    assert answer["verdict"] in run(*wreck(*builds, "--each-pair", "--games", 3, "--out", out)).stdout


@pytest.mark.long
def test_the_smallest_change_that_is_fair_is_found_and_others_are_listed(tmp_path):
    builds = mech(tmp_path, "strong", body="keg-hull"), mech(tmp_path, "usual", head="bucket-helm")
    house = pack(tmp_path, "house", {"id": "keg-hull", "attack": 7})
    words = ("simulate", "wreck-a-mech", *builds, "--strength", "easy", "--workers", 2, "--games", 80, "--pack", house)
    answer = answered(*words, "--balance", "keg-hull")
    assert answer["now"]["sides"][0]["low"] > 0.5
    *tried, fair = answer["steps"]
    assert not any(one["fair"] for one in tried) and fair["fair"] and fair["games"] == 80
    assert answer["change"] == {name: fair[name] for name in ("field", "before", "after")}
    steps = [abs(one["after"] - one["before"]) for one in answer["steps"]]
    assert steps == sorted(steps) and all(one["games"] >= 20 for one in tried)


@pytest.mark.long
def test_where_no_single_number_does_it_the_answer_says_so(tmp_path):
    plain = mech(tmp_path, "plain")
    words = ("simulate", "wreck-a-mech", plain, "example:building-site", "--strength", "easy", "--workers", 2)
    answer = answered(*words, "--games", 30, "--balance", "mic-drop")
    assert answer["change"] is None and answer["verdict"].startswith(NO_NUMBER) and len(answer["steps"]) > 10
    assert NO_NUMBER in run(*words, "--games", 30, "--balance", "mic-drop").stdout


def test_what_is_fair_already_needs_no_change():
    answer = answered(*wreck("--games", 6, "--balance", "mic-drop"))
    assert answer["steps"] == [] and answer["change"] is None and answer["verdict"].startswith("It is fair as it is")
