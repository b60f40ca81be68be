"""The computer at tables with record sheets: the same state leads to the same choice, wishes fit their chips, and
whoever weighs odds beats whoever takes the first weapon."""

import random
import re

import pytest

from companion.data import columns
from companion.data.documents import to_document
from companion.games import game as find_game
from companion.games.techniconica.tracker.attacks import ASK_COUNTER
from companion.opponent.records import turns
from companion.opponent.records.deciding import MOST_TARGETS, decide
from companion.opponent.records.weighing import Weighing
from companion.opponent.steps import event, happen, is_chance
from companion.opponent.strengths import EASY, FAIR, HARD, STRENGTHS
from companion.play.log import state_hash
from companion.play.records.wishes import PLACED, WISH, chosen_fields
from companion.verbs.tables import open_table, set_up
from tests.play.record_battles import play_battle

GAMES = ("mechastellar", "techniconica")
DUELS = [
    ("mechastellar", 8),
    ("techniconica", 24),
    pytest.param("mechastellar", 60, marks=pytest.mark.long),
    pytest.param("techniconica", 60, marks=pytest.mark.long),
]
"""Battles of each duel; those of MechaStellar take some seconds each."""


def tracker_of(slug, **fields):
    game = find_game(slug)
    return open_table(game, set_up(game, bytes(32), {"seats": 2} | fields)).tracker


def examples(slug):
    return [to_document(build) for build in find_game(slug).examples.values()]


def decisions(slug, strength, most, seed=1):
    """Play a battle; yield each state with what is owed and what the computer does, until it ends."""
    tracker, chance = tracker_of(slug), random.Random(seed)
    state = tracker.start()
    for seat, build in enumerate(examples(slug)[:2]):
        state = tracker.apply(state, event("move", seat, {"name": "build", "build": build}))
    for _ in range(most):
        owed = tracker.waiting(state)
        if not owed or (state.round and len({one.seat for one in state.units.values() if not one.out}) < 2):
            return
        if is_chance(owed[0]):
            state = happen(tracker, state, owed[0], chance)
            continue
        made = decide(tracker, state, owed[0], strength, 7, 1 - owed[0].seat)
        yield tracker, state, owed[0], made
        state = tracker.apply(state, made.event)


@pytest.mark.parametrize("strength", STRENGTHS.values(), ids=STRENGTHS)
@pytest.mark.parametrize("slug", GAMES)
def test_the_same_state_and_seed_lead_to_the_same_choice(slug, strength):
    for tracker, state, owed, made in decisions(slug, strength, 40):
        again = tracker.read_state(state.model_dump(mode="json"))
        twin = decide(tracker_of(slug), again, owed, strength, 7, 1 - owed.seat)
        assert twin == made


@pytest.mark.parametrize("strength", STRENGTHS.values(), ids=STRENGTHS)
@pytest.mark.parametrize("slug", GAMES)
def test_what_is_wished_is_among_the_chips(slug, strength):
    wishes = 0
    for tracker, state, owed, made in decisions(slug, strength, 150):
        values = made.event.values
        if values.get("name") != WISH:
            continue
        wishes += 1
        model = tracker.rules.circumstances
        chips = {one.path: one for one in columns.fields(model)}
        for name, value in (values["said"] | values["back"]).items():
            chip = chips[name]
            assert name not in chosen_fields(model) or value == model.model_fields[name].default
            assert isinstance(value, bool) == (chip.shape == "yes-no")
            assert isinstance(value, bool) or not chip.choices or value in chip.choices
            if chip.least is not None and chip.shape == "whole":
                assert chip.least <= value <= chip.most
        assert tracker.records(state).name(values["target"]) in values["words"]
        after = tracker.apply(state, made.event)
        (answer,) = tracker.moves_in(after, values["asked"])
        assert (answer.name, answer.values["said"], answer.values["back"]) == (PLACED, values["said"], values["back"])
        assert tracker.moves_in(after, owed.seat) == ()
    assert wishes


@pytest.mark.parametrize("slug", GAMES)
def test_an_activation_asks_for_few_targets_and_ends(slug):
    asked = {}
    for _, state, owed, made in decisions(slug, FAIR, 300):
        if made.event.values.get("name") == WISH:
            key = state.round, owed.seat, state.active
            asked[key] = asked.get(key, 0) + 1
    assert max(asked.values()) <= MOST_TARGETS


@pytest.mark.long
@pytest.mark.parametrize(("slug", "count"), DUELS)
def test_fair_beats_easy_in_a_duel_where_units_stand_as_they_wish(slug, count):
    tracker, builds = tracker_of(slug), examples(slug)
    won = 0
    for number in range(count):
        one = builds[number // 2 % len(builds)]
        other = builds[(number // 2 + 1) % len(builds)]
        sides = [one, other] if number % 4 < 2 else [other, one]
        fair = number % 2
        battle = play_battle(tracker, sides, {fair: FAIR, 1 - fair: EASY}, number)
        assert battle.result
        won += battle.result.winners == (fair,)
    assert won / count > 0.5


def test_states_without_a_wish_keep_their_hash():
    tracker = tracker_of("mechastellar")
    state = tracker.start()
    assert "placed" not in state.model_dump(mode="json")
    placed = state.model_copy(update={"placed": {"2.1": ("w0",)}})
    assert state_hash(placed) != state_hash(state)
    assert tracker.read_state(placed.model_dump(mode="json")) == placed


def test_a_team_stands_worse_without_one_of_its_own_and_better_without_an_enemy():
    tracker = tracker_of("techniconica", seats=4, options={"teams": "first-two"})
    state = tracker.start()
    for seat in range(4):
        state = tracker.apply(state, event("move", seat, {"name": "build", "build": examples("techniconica")[0]}))
    state = state.model_copy(update={"round": 1, "steps": ()})

    def without(unit):
        gone = state.units[unit].model_copy(update={"out": "destroyed"})
        return tracker.worth(state.model_copy(update={"units": {**state.units, unit: gone}}), 0)

    assert without("2.1") < tracker.worth(state, 0) == 0.5 < without("3.1")


def placed_state(tracker, distance):
    """Return a state in which the first unit of seat 2 was placed so far from the first enemy, after its wish."""
    state = tracker.start()
    for seat, build in enumerate(examples("mechastellar")[:2]):
        state = tracker.apply(state, event("move", seat, {"name": "build", "build": build}))
    state = state.model_copy(update={"round": 1, "turn": 1, "steps": (), "opener": "2.1"})
    state = tracker.apply(state, event("move", 1, {"name": "activate", "unit": "2.1"}))
    wish = decide(tracker, state, tracker.waiting(state)[0], FAIR, 1, 0)
    state = tracker.apply(state, wish.event)
    values = {"name": PLACED, "said": {"distance": distance}, "back": {}}
    return tracker.apply(state, event("move", 0, values))


def test_a_unit_that_reaches_nothing_says_so_and_ends_its_activation():
    tracker = tracker_of("mechastellar")
    state = placed_state(tracker, 90)
    after = state.model_copy(update={"placed": dict.fromkeys(("1.1", "1.2", "1.3"), ())})
    after = after.model_copy(update={"pairs": {f"2.1>1.{n}": {"distance": 90} for n in range(1, 6)}})
    made = decide(tracker, after, tracker.waiting(after)[0], EASY, 1, 0)
    assert made.event.values["name"] == "done"
    assert made.reason.startswith("It does not attack.")


def test_a_unit_that_is_destroyed_in_its_own_activation_ends_it():
    tracker = tracker_of("mechastellar")
    state = placed_state(tracker, 6)
    gone = state.units["2.1"].model_copy(update={"out": "destroyed"})
    state = state.model_copy(update={"units": {**state.units, "2.1": gone}})
    made = decide(tracker, state, tracker.waiting(state)[0], FAIR, 1, 0)
    assert (made.event.values["name"], made.reason) == ("done", "It is out of play.")


def test_a_mech_strikes_back_where_that_is_free():
    """Striking back costs no Action: whoever weighs odds never lets it be, however many parts may be aimed at."""
    answers = []
    for seed in range(12):
        for _, state, owed, made in decisions("techniconica", FAIR, 40, seed):
            if owed.wants == "choice" and state.steps[0].name == ASK_COUNTER:
                answers.append(made.event.values["faces"])
    assert answers
    assert [1] not in answers


def under_way(distance=16):
    """Return a tracker, and the records where a unit of seat 2 that leads its side stands so far from all enemies."""
    tracker = tracker_of("mechastellar")
    state = placed_state(tracker, distance)
    said = {"distance": distance}
    return tracker, tracker.records(state.model_copy(update={"pairs": {f"2.1>1.{n}": said for n in range(1, 6)}}))


def test_no_attack_is_worth_more_where_its_target_replies_and_some_are_worth_less():
    tracker, records = under_way()
    (target,) = records.state.placed
    said = tracker.read_said(records.state, "2.1", target)
    plain, under_reply = (Weighing(tracker, one).attacks(records, "2.1", target, said) for one in (False, True))
    gains = [(one.gain, other.gain) for one, other in zip(plain, under_reply, strict=True)]
    assert all(after <= before for before, after in gains)
    assert any(after < before for before, after in gains)


def test_a_destroyed_enemy_counts_by_its_own_best_attack_and_less_once_it_has_acted():
    tracker, records = under_way()
    (target,) = records.state.placed
    said = tracker.read_said(records.state, "2.1", target)

    def most(records, is_thorough):
        weighing = Weighing(tracker, is_thorough)
        attack = max(Weighing(tracker, True).attacks(records, "2.1", target, said), key=lambda one: one.kill)
        assert attack.kill
        return weighing.value(records, attack) - attack.gain

    acted = records.unit(target).model_copy(update={"has_acted": True})
    later = tracker.records(records.state.model_copy(update={"units": {**records.state.units, target: acted}}))
    assert most(records, False) == 0 < most(later, True) < most(records, True)


def test_a_charge_counts_the_overwatch_of_its_target_and_is_paid_for():
    tracker, records = under_way(4)
    records = tracker.records(records.state.model_copy(update={"placed": {f"1.{n}": () for n in range(1, 6)}}))
    weighing, charges = Weighing(tracker, True), 0
    for attack in turns.fresh_attacks(weighing, records, "2.1"):
        after = tracker.apply(records.state, turns.attack_event(attack, 1))
        if not after.steps or after.steps[0].name != "overwatch":
            continue
        charges += 1
        target = records.unit(attack.target)
        spent = target.model_copy(update={"values": {**target.values, "guarded": 1}})
        units = {**records.state.units, attack.target: spent}
        silent = tracker.records(records.state.model_copy(update={"units": units}))
        under_fire = turns.worth_with(weighing, records, attack)
        assert under_fire < turns.worth_with(Weighing(tracker, True), silent, attack)
        assert under_fire < weighing.value(records, attack) + turns.worth_of_rest(weighing, records, "2.1")
    assert charges


def test_a_move_after_which_nobody_has_said_how_a_unit_stands_is_no_preparation():
    tracker, records = under_way()
    moves = [one for one in tracker.moves_in(records.state, 1) if one.values.get("unit") == "2.1"]
    fast = next(one for one in moves if one.values.get("skill") == "accelerate" or one.name == "throttle")
    made = event("move", 1, {"name": fast.name, **fast.values})
    assert turns.worth_of_rest(Weighing(tracker, True), records, "2.1") > 0
    assert turns.worth_after_move(Weighing(tracker, True), records, "2.1", made) == 0


def test_hard_prepares_an_attack_only_for_more_points_and_says_how_many():
    reasons = [
        made.reason
        for tracker, _, _, made in decisions("mechastellar", HARD, 200)
        if made.event.values.get("name") in tracker.rules.preparing_moves
    ]
    assert reasons
    for reason in reasons:
        found = re.fullmatch(r"With it all its attacks are worth ([\d.]+) points, without it ([\d.]+)\.", reason)
        assert found and float(found[1]) >= float(found[2])
