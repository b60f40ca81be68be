"""Situations of the balance lab: those that ship, files with bad places, and battles that units play as they stand."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import to_document
from companion.games import game as find_game
from companion.lab.counts import Rate
from companion.lab.game import play
from companion.lab.matchup import LabMatchup, opened
from companion.lab.runs import play_chunk
from companion.lab.situations import read, shipped
from companion.play.records.wishes import PLACED
from companion.verbs import lab
from companion.verbs.table_checks import verify_answer
from companion.verbs.table_files import TableFile
from tests.commands import answered, refused, run

GAMES = ("mechastellar", "techniconica")
NAMES = ("open-ground", "closing-in", "cover")
UNIT = {
    "type": "MS",
    "role": "Battler",
    "performance": 2,
    "frame": 1,
    "points": 30,
    "size_label": "Giant",
    "eq_slots": 3,
    "sensors": 6,
    "move": 7,
    "actions": 1,
    "shooting": 8,
    "melee": 5,
    "evade": 0,
    "arm_sv": 0,
}
ROCKET = {
    "name": "Last Rocket",
    "slots": 1,
    "range": 24,
    "attacks": 1,
    "close_range": "-",
    "pen": "-",
    "dmg": 400,
    "special": "Single use",
    "qualities": ["X", "Single Use"],
}
FIST = {
    "name": "Fist",
    "slots": 0,
    "range": "Melee",
    "attacks": "-",
    "close_range": "-",
    "pen": "-",
    "dmg": 100,
    "special": "",
    "qualities": ["CC"],
}
DUEL_PACK = {
    "game": "mechastellar",
    "kind": "pack",
    "title": "Duel",
    "profile": [
        {"id": "duellist", "name": "Duellist", **UNIT, "hp": 400, "weapons": [ROCKET]},
        {"id": "post", "name": "Post", **UNIT, "hp": 400, "weapons": [FIST]},
    ],
}
DESTROYED = Fraction(8, 10)
"""The chance of the Last Rocket: one attack, which one die evades on a 9 or a 10, and which else destroys."""
RUNS, GAMES_OF_RUN, LEAST_HELD = 200, 10, 184


def battle(slug, situation, strength="easy", seed="1", builds=None):
    game = find_game(slug)
    named = builds or [(name, to_document(build)) for name, build in list(game.examples.items())[:2]]
    return lab.make_matchup(game, named, [strength] * len(named), {"situation": situation}, seed)


def duel(situation, seed="1"):
    sides = [
        (name, {"game": "mechastellar", "title": name, "size": 100, "commander": "", "unit": [{"profile": name}]})
        for name in ("duellist", "post")
    ]
    options = {"pack": [DUEL_PACK], "situation": situation}
    return lab.make_matchup(find_game("mechastellar"), sides, ["easy", "easy"], options, seed, is_asked=False)


def events_of(matchup, number=0):
    log = []
    return play(opened(matchup.model_dump_json()), number, log.append), log


@pytest.mark.parametrize("slug", GAMES)
def test_three_situations_ship(slug):
    situations = shipped(find_game(slug).package)
    assert tuple(situations) == NAMES
    for one in situations.values():
        assert battle(slug, one).situation == one


@pytest.mark.parametrize("slug", ["mechalyte", "mecha_mettle", "wreck_a_mech"])
def test_games_whose_places_the_app_knows_have_none(slug):
    assert shipped(slug) == {}


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name != "cover")) for name in NAMES])
def test_a_battle_of_mechs_is_played_and_its_replay_verifies(name):
    matchup = battle("techniconica", shipped("techniconica")[name])
    game = play(opened(matchup.model_dump_json()), 0)
    assert game.ended and game.used != ({}, {})
    table = lab.replay(matchup, 0)
    assert tuple(sorted(matchup.seated(0)[seat] for seat in table.result.winners)) == game.winners
    answer = verify_answer(TableFile(setup=table.setup, event=table.events))
    assert answer["ok"] and answer["wrong"] == []
    assert any(matchup.situation.words in str(event.values.get("text")) for event in table.events)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("strength", ["easy", "fair"])
def test_a_battle_of_units_is_played_and_its_replay_verifies(name, strength):
    matchup = battle("mechastellar", shipped("mechastellar")[name], strength)
    game, log = events_of(matchup)
    assert game.ended and 1 <= game.turns <= 6
    stated = [one.values["said"] for one in log if one.values.get("name") == "said"]
    assert stated[0] == matchup.situation.rounds[0].said
    table = lab.replay(matchup, 0)
    assert tuple(sorted(matchup.seated(0)[seat] for seat in table.result.winners)) == game.winners
    assert verify_answer(TableFile(setup=table.setup, event=table.events))["ok"]


def test_units_stand_as_the_situation_states_by_round():
    rounds = [
        {"round": 1, "said": {"distance": 40}},
        {"round": 3, "said": {"distance": 20}, "pairs": [{"side": 2, "said": {"cover": True, "distance": 22}}]},
    ]
    game, log = events_of(duel(read({"title": "two halves", "rounds": rounds})))
    placed = [one for one in log if one.values.get("name") in ("said", "next-round", "attack", PLACED)]
    now, by_round = 1, {1: [], 2: [], 3: []}
    for one in placed:
        now += one.values["name"] == "next-round"
        if one.values["name"] == "said" and now in by_round:
            by_round[now].append((one.values["unit"], one.values["said"]))
    assert by_round[1] == [("1.1", {"distance": 40}), ("2.1", {"distance": 40})]
    assert by_round[2] == []
    assert by_round[3] == [("1.1", {"distance": 22}), ("2.1", {"distance": 22, "cover": True})]
    attacks = [one.values["said"]["distance"] for one in placed if one.values["name"] == "attack"]
    assert attacks == [22]  # nothing reaches 40″, and the rocket is fired once
    assert game.turns in (3, 6)


def test_a_weapon_is_counted_as_one_whatever_seat_its_side_has():
    build = to_document(find_game("techniconica").examples["copper-bison"])
    sides = [{"title": title, "build": build, "strength": "easy"} for title in "AB"]
    situation = shipped("techniconica")["open-ground"]
    asked = LabMatchup.model_validate({"game": "techniconica", "sides": sides, "situation": situation})
    used = {card for number in range(2) for side in play(opened(asked.model_dump_json()), number).used for card in side}
    assert used and all(card.startswith("Copper Bison: ") for card in used)


def test_melee_is_fought_where_units_are_near_alone():
    def fists(distance):
        near = read({"title": "near", "rounds": [{"round": 1, "said": {"distance": distance}}]})
        games = (play(opened(duel(near).model_dump_json()), number) for number in range(6))
        return sum(game.used[1].get("Post: Fist", 0) for game in games)

    assert fists(30) == 0
    assert fists(2) > 0


BAD = {
    "no rounds": ({"title": "x", "rounds": []}, "rounds"),
    "no title": ({"rounds": [{"round": 1}]}, "title"),
    "unknown key": ({"title": "x", "rounds": [{"round": 1, "sayd": {}}]}, "sayd"),
    "rounds twice": ({"title": "x", "rounds": [{"round": 2}, {"round": 2}]}, "rounds"),
    "no such chip": ({"title": "x", "rounds": [{"round": 1, "said": {"range": 4}}]}, "rounds[0].said.range"),
    "too far": ({"title": "x", "rounds": [{"round": 1, "said": {"distance": 4000}}]}, "rounds[0].said.distance"),
    "own choice": ({"title": "x", "rounds": [{"round": 1, "said": {"choice": "barrage"}}]}, "rounds[0].said.choice"),
    "no such unit": (
        {"title": "x", "rounds": [{"round": 1}, {"round": 2, "pairs": [{"unit": "Nobody", "said": {}}]}]},
        "rounds[1].pairs[0].unit",
    ),
    "no such side": (
        {"title": "x", "rounds": [{"round": 1, "pairs": [{"side": 3, "said": {}}]}]},
        "rounds[0].pairs[0].side",
    ),
}


@pytest.mark.parametrize(("data", "place"), BAD.values(), ids=BAD)
def test_a_file_with_a_bad_place_is_refused_by_its_name(data, place):
    with pytest.raises(InvalidInput) as refused:
        duel(read(data))
    assert place in " ".join(one.where for one in refused.value.input_errors)


def test_a_side_without_a_build_is_refused_in_a_sentence():
    game = find_game("techniconica")
    build = to_document(next(iter(game.examples.values())))
    with pytest.raises(InvalidInput, match="Bare: found no build, expected a build for every side"):
        lab.make_matchup(game, [("One", build), ("Bare", None)], ["easy", "easy"], {}, "1")


def test_a_situation_in_a_game_without_positions_is_refused():
    situation = shipped("mechastellar")["cover"]
    with pytest.raises(InvalidInput, match="situation: found 'cover', expected none"):
        lab.make_matchup(find_game("mechalyte"), [("", None)] * 2, ["easy"] * 2, {"situation": situation}, "1")


def test_the_same_games_come_of_any_number_of_workers():
    text = duel(shipped("mechastellar")["open-ground"]).model_dump_json()
    alone = play_chunk(text, range(6))
    with ThreadPoolExecutor(2) as pool:
        halves = [pool.submit(play_chunk, text, chunk) for chunk in (range(3), range(3, 6))]
        assert [game for half in halves for game in half.result()] == alone
    assert LabMatchup.model_validate_json(text).model_dump_json() == text


@pytest.mark.long
def test_the_interval_holds_the_chance_of_a_duel_in_the_open():
    held = 0
    for number_of_run in range(RUNS):
        found = opened(duel(shipped("mechastellar")["open-ground"], seed=f"duel {number_of_run}").model_dump_json())
        wins = sum(play(found, number).winners == (0,) for number in range(GAMES_OF_RUN))
        low, high = Rate(wins, GAMES_OF_RUN).interval
        held += low <= DESTROYED <= high
    assert held >= LEAST_HELD


SIMULATE = ("simulate", "techniconica", "example:copper-bison", "example:iron-heron")
FEW = ("--games", "1", "--workers", "1", "--strength", "easy")


def test_the_command_line_prints_the_situation_with_every_result(tmp_path):
    about = "Everything is easy to hit."
    own = tmp_path / "clear.toml"
    own.write_text(f'title = "clear day"\nabout = "{about}"\n[[rounds]]\nround = 1\nsaid = {{ accuracy = 3 }}\n')
    words = "In the situation *clear day*: everything is easy to hit."
    answer = answered(*SIMULATE, *FEW, "--situation", own)
    assert answer["situation"] == {"title": "clear day", "words": words}
    assert run(*SIMULATE, *FEW, "--situation", own).stdout.startswith(words)
    assert "In the situation *open ground*" in run(*SIMULATE, *FEW).stdout


def test_the_command_line_refuses_what_is_no_situation(tmp_path):
    own = tmp_path / "clear.toml"
    own.write_text('title = "clear day"\n[[rounds]]\nround = 0\n')
    assert "open-ground, closing-in or cover, or a file" in refused(*SIMULATE, *FEW, "--situation", "mist")
    assert "clear.toml: rounds[0].round: found 0" in refused(*SIMULATE, *FEW, "--situation", own)
    assert "expected none" in refused("simulate", "mechalyte", *FEW, "--situation", "cover")
    assert "expected a build for every side" in refused("simulate", "techniconica", *FEW)
