"""A log that was handed on is replayed: what the game does not lead to is wrong, and what was not checked is named."""

import copy
import hashlib
import json

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.games import GAMES
from companion.limits.budget import Budget, Limits
from companion.play import acts as play
from companion.play import replay as replaying
from companion.play.fair_dice import commitment
from companion.play.log import LOG, TableEvent, canonical
from companion.play.new_events import Brought, append
from companion.play.table import add
from companion.verbs.table_checks import part_words, verify_answer
from companion.verbs.table_files import TableFile
from companion.verbs.tables import export, open_table, set_up
from tests.play.log_mutants import plain, sealed_anew

MECHASTELLAR = next(game for game in GAMES if game.slug == "mechastellar")
MECHALYTE = next(game for game in GAMES if game.slug == "mechalyte")
BROUGHT = Brought(bytes(range(32)), "2026-11-26T20:00:00Z")
LOADED = [6, 6, 6, 6, 6, 6]


EARLIER = 1
"""The number of the tracker by hand of before 0.18."""


def sat(game, tracker=None, **fields):
    setup = set_up(game, BROUGHT.seed, {"seats": 2, **fields})
    table = open_table(game, setup if tracker is None else setup.model_copy(update={"tracker": tracker, "options": {}}))
    for seat, name in enumerate(("Anna", "Ben")):
        table = play.sit(table, BROUGHT, seat, name, f"{seat:02x}")
    return table


@pytest.fixture(scope="module")
def by_hand():
    """Events: 3 dice, 4 faces thrown, 5 dice typed, 6 dice, 7 faces typed, 8 counter, 9 result, 10 agree, then the end."""
    table = play.move(sat(MECHASTELLAR, EARLIER), BROUGHT, 0, "dice", {"expression": "3d6"})
    table = play.choose_dice(table, BROUGHT, 0, "typed")
    table = play.move(table, BROUGHT, 0, "dice", {"expression": "3d6"})
    table = play.answer(table, BROUGHT, 0, [5, 3, 1])
    table = play.move(table, BROUGHT, 1, "counter", {"what": "Hits", "value": 2})
    table = play.agree(play.move(table, BROUGHT, 0, "result", {"winners": [1]}), BROUGHT, 1)
    table = play.finish(play.finish(table, BROUGHT, 0), BROUGHT, 1)
    assert table.result.winners == (1,)
    return plain(export(table, None))


@pytest.fixture(scope="module")
def sealed():
    """Events: 3 and 4 sealed specs, 5 both opened, 6 a side begins; then one gives up."""
    table = play.seal_choice(sat(MECHALYTE), BROUGHT, 0, {"spec": "PMISAA"})
    table = play.seal_choice(table, BROUGHT, 1, {"spec": "MIPASA"})
    (first, *_) = table.tracker.moves(table.view(0), 0)
    table = play.move(table, BROUGHT, 0, first.name, first.values)
    return plain(export(play.concede(table, BROUGHT, 1), None))


def checked(document):
    return verify_answer(read_as(TableFile, document))


def as_before_0_17(document):
    """Return a log as 0.16 wrote it, which had no fingerprint and named no release."""
    document = copy.deepcopy(document)
    del document["setup"]["release"]
    end = next(event for event in document["event"] if event["kind"] == "end")
    del end["values"][LOG], end["values"]["release"]
    return document


def part(answer, name):
    return next(one for one in answer["parts"] if one["part"] == name)


EDITS = {
    "a die with six sixes": (4, lambda e: e["values"].update(faces=[6, 6, 6], die=LOADED)),
    "a die left out": (4, lambda e: e["values"].update(faces=e["values"]["faces"][:2])),
    "dice of another face": (4, lambda e: e["values"].update(faces=[face % 6 + 1 for face in e["values"]["faces"]])),
    "a roll with more added": (3, lambda e: e["values"].update(expression="3d6+50")),
    "a throw given to the other seat": (4, lambda e: e.update(seat=1)),
    "a move replaced": (3, lambda e: e.update(values={"name": "counter", "what": "x", "value": 1, "shared": False})),
    "a hash of zeros": (4, lambda e: e.update(state="0" * 64)),
    "another hash of zeros": (8, lambda e: e.update(state="0" * 64)),
    "faces marked typed": (4, lambda e: e["values"].update(how="typed")),
    "typed faces of no die": (7, lambda e: e["values"].update(faces=[5, 3, 7])),
    "typed faces marked thrown": (7, lambda e: e["values"].update(how="thrown")),
    "odds of another roll": (4, lambda e: e["values"].update(why="2d6")),
    "who has won": (-1, lambda e: e["values"].update(winners=[0])),
    "why it ended": (-1, lambda e: e["values"].update(why="Ben gave up.")),
    "another seed": (-1, lambda e: e["values"].update(seed="00" * 32)),
    "a result that nobody agreed to": (10, lambda e: e.update(kind="note", values={"text": "hm"})),
}


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("anew", [False, True], ids=["as it is", "with its fingerprint written anew"])
def test_an_edit_is_wrong(by_hand, edit, anew):
    document = copy.deepcopy(by_hand)
    number, change = EDITS[edit]
    change(document["event"][number - 1 if number > 0 else number])
    if edit == "another seed":
        with pytest.raises(InvalidInput, match="the one whose SHA-256 was shown"):
            checked(document)
        return
    answer = checked(sealed_anew(document) if anew else document)
    assert not answer["ok"]
    place = number if number > 0 else len(document["event"])
    assert not anew or answer["wrong"][-1]["number"] in (place, place + 1)


@pytest.mark.parametrize("edit", [name for name in EDITS if name not in ("odds of another roll", "another seed")])
def test_an_edit_of_a_log_before_0_17_is_wrong(by_hand, edit):
    document = as_before_0_17(by_hand)
    assert checked(document)["ok"]
    number, change = EDITS[edit]
    change(document["event"][number - 1 if number > 0 else number])
    assert not checked(document)["ok"]


def test_words_that_another_release_wrote_are_told_and_nothing_wrong(by_hand):
    document = as_before_0_17(by_hand)
    document["event"][3]["values"]["why"] = "three dice"
    answer = checked(document)
    assert answer["ok"] and part(answer, "words and odds")["unchecked"] == 1


def test_an_opened_choice_whose_number_points_elsewhere_is_wrong(sealed):
    assert checked(sealed)["ok"]
    document = copy.deepcopy(sealed)
    document["event"][4]["values"]["opened"][1]["number"] = 3
    answer = checked(sealed_anew(document))
    assert not answer["ok"] and part(answer, "events")["found"] == "wrong"


def test_a_choice_that_could_not_be_sealed_is_wrong_though_its_hash_is_right(sealed):
    document = copy.deepcopy(sealed)
    secret = {"spec": "XXXXXX"}
    document["event"][4]["values"]["opened"][0]["secret"] = secret
    document["event"][2]["values"]["sealed"] = BROUGHT.seal(secret, 3)
    answer = checked(sealed_anew(document))
    assert part(answer, "sealed choices")["found"] == "checked" and part(answer, "events")["found"] == "wrong"


def test_a_player_who_gave_up_is_only_stated(sealed, by_hand):
    assert part(checked(sealed), "result")["found"] == "not checked"
    assert part(checked(by_hand), "result")["found"] == "checked"


def test_before_the_end_only_what_nothing_hidden_decides_is_replayed():
    table = play.seal_choice(sat(MECHALYTE), BROUGHT, 0, {"spec": "PMISAA"})
    answer = checked(plain(export(table, None)))
    events = part(answer, "events")
    assert answer["ok"] and (events["checked"], events["unchecked"]) == (2, 1) and "sealed" in events["why"]
    own = checked(plain(export(table, 0)))
    assert own["ok"] and part(own, "events")["found"] == "checked"
    table = play.move(sat(MECHASTELLAR), BROUGHT, 0, "dice", {"expression": "3d6"})
    document = plain(export(table, None))
    assert part(checked(document), "events")["found"] == "checked"
    document["event"][3]["values"]["die"] = LOADED
    assert [one["number"] for one in checked(document)["wrong"]] == [4]


def test_dice_that_are_loaded_are_shown_as_wrong_although_they_match_the_seed(by_hand):
    document = copy.deepcopy(by_hand)
    document["event"][3]["values"].update(faces=[6, 6, 6], die=LOADED)
    answer = checked(document)
    assert part(answer, "dice")["found"] == "wrong"
    assert [(one["number"], one["found"]) for one in answer["events"]] == [(4, "wrong"), (7, "typed")]
    assert part_words(part(answer, "events")).startswith("wrong; 9 not checked: events 5 to 13: they follow event 4")


def test_a_seed_that_came_later_is_named(by_hand):
    second = Brought(bytes(32), BROUGHT.at, (BROUGHT.seed,))
    table = append(
        sat(MECHASTELLAR), second, "seed", None, {"commitment": commitment(second.seed), "text": "Restored."}
    )
    table = play.move(table, second, 0, "dice", {"expression": "3d6"})
    answer = checked(plain(export(play.concede(table, second, 1), None)))
    assert answer["ok"] and part_words(part(answer, "seed")).startswith("1 checked, 1 not: new from event 3 on")
    assert part_words(part(checked(by_hand), "seed")) == "checked"


def test_an_end_that_was_left_out_is_wrong(by_hand):
    document = {**by_hand, "event": by_hand["event"][:-1]}
    assert "no end" in checked(document)["wrong"][-1]["message"]


def test_what_a_tracker_of_another_number_wrote_is_not_checked_past_where_it_differs(by_hand):
    document = copy.deepcopy(by_hand)
    document["setup"].update(tracker=7, release="9.9")
    document["event"][3]["state"] = "0" * 64
    answer = checked(sealed_anew(document))
    events = part(answer, "events")
    assert answer["ok"] and events["found"] == "partly" and "tracker number 7" in events["why"]
    document["setup"]["release"] = ""
    assert not checked(sealed_anew(document))["ok"]


def test_a_game_that_went_on_from_a_stored_state_is_replayed_from_there():
    """Event 3 was written by a tracker that this one cannot follow; event 4 has the state from which the game goes on."""
    table = play.move(sat(MECHASTELLAR), BROUGHT, 0, "counter", {"what": "Hits", "value": 2})
    state = table.state.model_dump(mode="json")
    today = table.setup.tracker
    values = {"to": 3, "tracker": today, "text": "The game goes on as it stood."}
    told = TableEvent(number=4, kind="state", values=values, secret={"state": state}, state=table.events[-1].state)
    table = play.concede(add(table, told), BROUGHT, 1)
    document = plain(export(table, None))
    document["event"][2]["values"]["name"] = "a move of then"
    for release in (document["setup"]["release"], "9.9"):
        document["setup"].update(release=release)
        hidden = [one["number"] for one in checked(sealed_anew(document))["wrong"]]
        assert hidden == [3], "the table was opened for the tracker of today: no earlier one played at it"
    assert [one["number"] for one in checked(as_before_0_17(document))["wrong"]] == [3]
    document["setup"].update(tracker=today + 1)
    answer = checked(sealed_anew(document))
    events = part(answer, "events")
    assert answer["ok"] and (events["checked"], events["unchecked"]) == (3, 2)
    assert "events 3 to 4: the game goes on from the state in event 4" in events["why"]
    document["event"][3]["secret"]["state"]["counters"] = []
    assert [one["number"] for one in checked(sealed_anew(document))["wrong"]] == [4]


@pytest.mark.parametrize("release", ["0.16.1", "0.9", "0.0.1"])
def test_a_log_that_names_a_release_which_named_none_is_wrong(by_hand, release):
    """What another release wrote is checked less: a log says so of itself, and only where it can be true."""
    document = copy.deepcopy(by_hand)
    end = next(event for event in document["event"] if event["kind"] == "end")
    for place, number in ((document["setup"], None), (end["values"], end["number"])):
        named = place["release"]
        place["release"] = release
        (wrong,) = checked(sealed_anew(document))["wrong"]
        assert wrong["number"] == number and f"release: found {release}, expected none" in wrong["message"]
        place["release"] = named
    for later in ("0.17.0", "0.18", "0.160.1", "1.0"):
        document["setup"]["release"] = later
        assert checked(sealed_anew(document))["ok"], later


def test_the_state_of_a_word_that_was_spelt_otherwise_is_that_of_then():
    table = play.move(sat(MECHASTELLAR, EARLIER), BROUGHT, 0, "roll", {"resolver": "armor-save", "inputs": {}})
    assert table.state.roll.title == "Armor saves"
    document = as_before_0_17(plain(export(play.concede(table, BROUGHT, 1), None)))
    earlier = canonical(table.state.model_dump(mode="json")).decode().replace("Armor saves", "Armour saves")
    number = table.position.event
    document["event"][number - 1]["state"] = hashlib.sha256(earlier.encode()).hexdigest()
    assert checked(document)["ok"]
    document["event"][number - 1]["state"] = "0" * 64
    assert not checked(document)["ok"]


def test_a_replay_stops_at_its_bound_and_says_so(by_hand, monkeypatch):
    monkeypatch.setattr(replaying, "MOST_SECONDS", -1)
    with Budget(Limits()).running():
        answer = checked(by_hand)
    assert answer["ok"] and part(answer, "events")["found"] == "not checked"
    assert "takes longer" in part(answer, "events")["why"]
    assert checked(by_hand)["parts"] != answer["parts"]


def test_a_log_of_0_15_0_that_breaks_off_within_an_act_is_wrong(by_hand):
    document = as_before_0_17(by_hand)
    document["event"] = [{**event, "state": ""} for event in document["event"][:3]]
    (wrong,) = checked(document)["wrong"]
    assert wrong["number"] == 4 and wrong["message"].startswith("event 4: found nothing")


@pytest.mark.parametrize("junk", [None, [], {}, "x", -1, 10**30, 1.5, True, [[[]]], {"a": {"b": []}}])
def test_no_junk_in_any_value_is_more_than_a_sentence(by_hand, sealed, junk):
    """Whatever stands in a value, in a secret or in the setup: an answer, or a sentence."""
    for document in (by_hand, sealed):
        for place, event in enumerate(document["event"]):
            for key in event["values"]:
                changed = copy.deepcopy(document)
                changed["event"][place]["values"][key] = junk
                is_found(changed)
        for key in document["setup"]:
            is_found({**document, "setup": {**document["setup"], key: junk}})


def is_found(document):
    try:
        answer = checked(json.loads(json.dumps(document)))
    except InvalidInput as error:
        assert "Traceback" not in str(error)
        return True
    return not answer["ok"]
