"""A table kept by hand: every roll of every game, by the table's dice or typed; counters, losses, builds, the end."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.documents import to_document
from companion.games import GAMES
from companion.play import acts as play
from companion.play.by_hand import DICE, MOST_COUNTERS, HandRoll, tracker_by_hand
from companion.play.log import Setup, TableEvent, state_hash
from companion.play.table import begin, fold
from companion.verbs.log_words import log_entries
from companion.verbs.names import find_game
from companion.verbs.tables import open_table, set_up
from tests.consent import agreed_by_all, corrected, finished
from tests.play.small_game import BROUGHT

NEEDED = {
    "two-weapons": {"lower": "hammer", "upper": "hammer", "target": "reactor"},
    "combat": {"a": "MIPASA:4,4", "b": "PMISAA:5,2", "attack": 7, "defense": 5, "structures": "2 3"},
    "opportunity-shot": {"mech": "MIPASA:4", "enemies": "PMISAA:5,3"},
    "shoot": {"accuracy": 5, "speed": 3, "armour": 3, "penetration": 6, "damage_output": 3},
    "volley": {"accuracy": 5, "speed": 3, "armour": 3, "weapons": "6/3"},
    "charge": {"speed": 5, "penetration": 6, "damage_output": 3, "target_speed": 2, "armour": 3},
    "bottle-test": {"fortitude": 5},
    "first-turn": {"speeds": "5,3"},
}
"""What each roll needs at least, 3 for any other number; of one that several games have, what any of them needs."""
OPTIONAL = {
    ("mechalyte", "opportunity-shot"): {"enemies": "PMISAA:5,3"},
    ("mecha-mettle", "attack"): {"attack": 4, "attack_die": "special", "defend": 2, "defend_die": "shield"},
}
CHARGE = {"speed": 5, "penetration": 6, "damage_output": 3, "target_speed": 2, "armour": 3}
CHARGE |= {"counter": True, "fortitude": 4, "base": 3}
ROLLS = [(game.slug, kind.name) for game in GAMES for kind in game.resolvers if kind.dice]


def table_of(slug, seats=2, one_phone=False):
    game = find_game(slug)
    setup = Setup(game=slug, tracker=1, seats=seats, commitment="0" * 64, one_phone=one_phone)
    kind = tracker_by_hand(game.resolvers, game.read_known)
    return begin(setup, lambda rulings: kind.make(setup, game.context(rulings)))


def seated(slug="mechastellar", **settings):
    table = table_of(slug, **settings)
    return play.sit(play.sit(table, BROUGHT, 0, "Ann", "aa"), BROUGHT, 1, "Ben", "bb")


def refused(act, *given_values):
    with pytest.raises(InvalidInput) as caught:
        act(*given_values)
    return str(caught.value)


def inputs_of(slug, name):
    fields = find_game(slug).resolver(name).inputs.model_fields
    return {key: NEEDED.get(name, {}).get(key, 3) for key, field in fields.items() if field.is_required()}


@pytest.mark.parametrize(("slug", "name"), ROLLS)
def test_every_roll_of_every_game_is_made_at_the_table(slug, name):
    inputs = inputs_of(slug, name) | OPTIONAL.get((slug, name), {})
    table = play.move(seated(slug), BROUGHT, 0, "roll", {"resolver": name, "inputs": inputs})
    while owed := next((one for one in table.waiting() if one.wants == "choice"), None):
        table = play.answer(table, BROUGHT, owed.seat, [owed.throw.usual + 1])
    assert table.state.roll.outcome is not None and table.state.news
    assert not table.view(None)["rolling"]
    assert fold(table.setup, table.make, table.events).state == table.state
    assert table.tracker.read_state(table.state.model_dump(mode="json")) == table.state


def test_a_roll_with_real_dice_waits_for_each_throw():
    table = play.choose_dice(seated("mechalyte"), BROUGHT, 0, "typed")
    inputs = {"mech": "MIPASA:4", "enemies": "PMISAA:5,3"}
    table = play.move(table, BROUGHT, 0, "roll", {"resolver": "opportunity-shot", "inputs": inputs})
    (owed,) = table.waiting()
    assert owed.wants == "faces" and owed.throw.dice == "4d6"
    assert "the dice of the roll first" in refused(play.move, table, BROUGHT, 1, "dice", {"expression": "d6"})
    table = play.answer(table, BROUGHT, owed.seat, [1, 2, 3, 6])
    assert table.state.roll.outcome == {"level": 3, "mobility_left": 2}


STORED = [
    ("mechastellar", "roll", {"resolver": "melee", "inputs": {"melee": 5, "pen": 3}}, "a99840482bada330"),
    ("mechastellar", "roll", {"resolver": "shoot", "inputs": {"shots": 4, "pen": 3, "hp": 900}}, "14eb096294ab2366"),
    ("techniconica", "roll", {"resolver": "bottle-test", "inputs": {"fortitude": 5}}, "73d349e194a69045"),
    ("techniconica", "roll", {"resolver": "charge", "inputs": CHARGE}, "64a9ae37a9321374"),
    ("mechastellar", "dice", {"expression": "3d6"}, "29cf17467eea2ab3"),
    ("mechastellar", "build", {"build": {"game": "mechastellar"}}, "3c2ab0b831f0e9a2"),
]
"""What seat 1 does first at a table, with the hash of the state that release 0.15.0 came to."""


@pytest.mark.parametrize(("slug", "name", "values", "begins"), STORED)
def test_states_have_the_hashes_of_older_logs(slug, name, values, begins):
    assert state_hash(play.move(seated(slug), BROUGHT, 0, name, values).state).startswith(begins)


def test_any_dice_are_rolled_within_bounds():
    table = play.move(seated(), BROUGHT, 1, "dice", {"expression": "100d100"})
    assert 100 <= table.state.roll.outcome["total"] <= 10_000
    for expression in ("101d6", "d101"):
        assert "at most 100 dice of at most 100 faces" in refused(
            play.move, table, BROUGHT, 1, "dice", {"expression": expression}
        )


def test_counters_are_set_corrected_and_removed():
    table = play.move(seated(), BROUGHT, 0, "counter", {"what": "Momentum", "value": 3})
    table = play.move(table, BROUGHT, 1, "counter", {"what": "Momentum", "value": 5})
    table = play.move(table, BROUGHT, 1, "counter", {"what": "Round", "value": 1, "shared": True})
    table = play.move(table, BROUGHT, 0, "counter", {"what": "Round", "value": 2, "shared": True})
    assert [(c.name, c.seat, c.value) for c in table.state.counters] == [
        ("Momentum", 0, 3),
        ("Momentum", 1, 5),
        ("Round", None, 2),
    ]
    table = corrected(table, BROUGHT, 0, "counter-1", 4)
    table = play.move(table, BROUGHT, 0, "counter", {"what": "Momentum"})
    assert [(c.name, c.seat, c.value) for c in table.state.counters] == [("Momentum", 1, 4), ("Round", None, 2)]


def test_whoever_has_lost_does_not_put_off_the_end_by_counting_down():
    table = play.move(seated(), BROUGHT, 1, "counter", {"what": "HP", "value": 5})
    table = agreed_by_all(play.move(table, BROUGHT, 0, "result", {"winners": [0]}), BROUGHT)
    table = play.finish(table, BROUGHT, 0)
    asked = play.correct(table, BROUGHT, 1, "counter-0", 4)
    assert asked.proposal and asked.state == table.state and asked.finished == {0}
    with pytest.raises(InvalidInput, match="you have asked once"):
        play.correct(play.refuse(asked, BROUGHT, 0), BROUGHT, 1, "counter-0", 4)


def test_a_table_has_so_many_counters_and_no_more():
    table = seated()
    for number in range(MOST_COUNTERS):
        table = play.move(table, BROUGHT, 0, "counter", {"what": f"c{number}", "value": 0})
    assert "at most 60" in refused(play.move, table, BROUGHT, 0, "counter", {"what": "one more", "value": 0})
    assert "at most 60" in refused(play.move, table, BROUGHT, 1, "counter", {"what": "c7", "value": 5})
    table = play.move(table, BROUGHT, 0, "counter", {"what": "c7", "value": 5})
    assert (table.state.counters[7].value, len(table.state.counters)) == (5, 60)
    table = play.move(table, BROUGHT, 0, "counter", {"what": "c7"})
    table = play.move(table, BROUGHT, 0, "counter", {"what": "one more", "value": 0})
    assert len({counter.name for counter in table.state.counters}) == MOST_COUNTERS


@pytest.mark.parametrize(
    ("name", "values", "news"),
    [
        ("build", {"build": {"game": "mechastellar", "title": "Border Patrol"}}, "Seat 2 plays 'Border Patrol'."),
        ("build", {"build": {"game": "mechastellar"}}, "Seat 2 plays a build without a title."),
        ("build", {"build": None}, "Seat 2 plays no build."),
        ("losses", {"lost": "Viking 1: 4"}, "Lost: Viking 1: 4."),
        ("losses", {"lost": ""}, "Lost: nothing."),
        ("counter", {"what": "Round", "value": -3}, "Round: -3."),
        ("counter", {"what": "Round"}, "Round is not counted any more."),
    ],
)
def test_what_is_done_is_told_in_a_sentence(name, values, news):
    table = seated(seats=3)
    after = play.move(table, BROUGHT, 1, name, values)
    assert after.view(None)["news"] == [news]


def test_what_a_seat_brings_lies_before_it_and_is_taken_away_by_it():
    table = seated(seats=3)
    for seat in (0, 1):
        build = {"game": "mechastellar", "title": f"Build {seat}"}
        table = play.move(
            play.move(table, BROUGHT, seat, "build", {"build": build}), BROUGHT, seat, "losses", {"lost": "x" * seat}
        )
    assert [build and build["title"] for build in table.state.builds] == ["Build 0", "Build 1", None]
    table = play.move(table, BROUGHT, 0, "build", {"build": None})
    assert [build and build["title"] for build in table.state.builds] == [None, "Build 1", None]
    assert table.state.losses == ("", "x", "")


def test_a_counter_is_corrected_within_the_bounds_that_it_is_set_in():
    table = play.move(seated(), BROUGHT, 0, "counter", {"what": "Momentum", "value": 3})
    (offered,) = table.tracker.correctable(table.view(0), 0)
    assert (offered.label, offered.value, offered.least, offered.most) == ("Momentum", 3, -9999, 9999)
    lowered = corrected(table, BROUGHT, 1, "counter-0", -9999)
    assert lowered.state.news == ("Momentum: -9999.",) and lowered.state.counters[0].seat == 0
    assert "-9999 to 9999" in refused(play.correct, table, BROUGHT, 0, "counter-0", 10_000)


@pytest.mark.parametrize(
    ("seats", "rolling", "owners"),
    [(1, 0, [0, 0, 0]), (2, 0, [0, 0, 1]), (2, 1, [1, 1, 0]), (3, 0, [0, 0, 0]), (3, 2, [2, 2, 2]), (4, 3, [3, 3, 3])],
)
def test_of_two_seats_the_other_one_throws_for_the_side_that_is_attacked(seats, rolling, owners):
    tracker = table_of("mechastellar", seats=seats).tracker
    roll = HandRoll(seat=rolling, name="shoot", title="Shoot", inputs={})
    assert [tracker._owner(roll, by) for by in (None, 0, 1)] == owners


@pytest.mark.parametrize(("seats", "rolling", "target"), [(3, 0, 2), (3, 2, 0), (4, 1, 3), (2, 1, 0)])
def test_of_several_seats_the_one_that_is_attacked_throws_its_dice(seats, rolling, target):
    tracker = table_of("mechastellar", seats=seats).tracker
    roll = HandRoll(seat=rolling, name="shoot", title="Shoot", inputs={}, target=target)
    assert [tracker._owner(roll, by) for by in (None, 0, 1)] == [rolling, rolling, target]
    stored = roll.model_dump(mode="json")
    assert stored["target"] == target and HandRoll.model_validate(stored) == roll


def test_who_goes_first_is_rolled_by_each_player():
    tracker = table_of("techniconica", seats=3).tracker
    roll = HandRoll(seat=1, name="first-turn", title="First turn", inputs={"speeds": "5,3,4,4"})
    assert [tracker._owner(roll, by) for by in range(4)] == [0, 1, 2, 1]


def test_a_roll_is_aimed_at_another_seat_of_the_table():
    table, inputs = seated("mechastellar", seats=3), {"resolver": "shoot", "inputs": {"accuracy": 8, "evade": 3}}
    for target in (0, 3):
        assert "another seat of this table" in refused(
            play.move, table, BROUGHT, 0, "roll", {**inputs, "target": target}
        )
    table = play.move(play.choose_dice(table, BROUGHT, 1, "typed"), BROUGHT, 0, "roll", {**inputs, "target": 1})
    assert [(owed.seat, owed.wants) for owed in table.waiting()] == [(1, "faces")]


def test_who_shoots_whom_with_what_is_told():
    table = play.choose_dice(seated("mechastellar"), BROUGHT, 1, "typed")
    said = {"attacker": "Machine Gun (Viking 1)", "aimed_at": "White Asura"}
    inputs = {"shots": 1, "accuracy": 8, "evade": 3, "damage": 200}
    table = play.move(table, BROUGHT, 0, "roll", {"resolver": "shoot", "inputs": inputs, **said})
    aim = "Machine Gun (Viking 1) against White Asura, Seat 2"
    assert table.view(1)["news"] == [f"Shoot ({aim})."]
    table = play.answer(table, BROUGHT, 1, [1])
    assert table.view(1)["news"] == [f"Shoot ({aim}): The attack does 400 damage (2 hits)."]
    assert table.view(1)["roll"]["aim"] == aim
    bare = play.move(table, BROUGHT, 0, "roll", {"resolver": "stun-recovery", "inputs": {}, "attacker": "Viking 1"})
    assert bare.view(None)["news"][0].startswith("Stun recovery (Viking 1): ")


def test_what_nobody_said_is_not_stored():
    """States of logs that an older version stored have none of it, and their hashes must stay."""
    table = play.move(seated("mechastellar"), BROUGHT, 0, "roll", {"resolver": "shoot", "inputs": {"shots": 2}})
    stored = table.state.model_dump(mode="json")["roll"]
    assert set(stored) == {"seat", "name", "title", "inputs", "groups", "outcome", "ending"}


@pytest.mark.parametrize("opponent", ["counter_melee", "opponent_melee"], ids=["today", "as logs of 0.16.0 have it"])
def test_melee_asks_each_side_for_what_is_its_own(opponent):
    table = seated("mechastellar")
    for seat in (0, 1):
        table = play.choose_dice(table, BROUGHT, seat, "typed")
    inputs = {"melee": 4, opponent: 3, "choose": True, "pen": 3, "counter_pen": 3}
    table = play.move(table, BROUGHT, 0, "roll", {"resolver": "melee", "inputs": inputs})
    asked = []
    for answer in (
        "3 attack, 1 defense",
        "Counter: 1 hit more",
        "2 attack, 1 defense",
        [5, 9, 1],
        [1],
        [10, 10, 10],
        [1, 1],
        [1],
        [10],
    ):
        (owed,) = table.waiting()
        asked.append((owed.seat, owed.wants))
        faces = [owed.throw.answers.index(answer) + 1] if isinstance(answer, str) else answer
        table = play.answer(table, BROUGHT, owed.seat, faces)
    assert asked == [
        (0, "choice"),  # the attacker's split
        (1, "choice"),  # Counter or Guard
        (1, "choice"),  # the defender's split
        (0, "faces"),  # attack
        (1, "faces"),  # defence
        (1, "faces"),  # the defender's saves
        (1, "faces"),  # counter-attack
        (0, "faces"),  # defence
        (0, "faces"),  # the attacker's save
    ]
    outcome = table.state.roll.outcome
    assert (outcome["attack_dice"], outcome["counter_attack_dice"]) == (3, 2)
    assert (outcome["hits"], outcome["saves_failed"], outcome["counter_hits"]) == (4, 0, 1)


FIGURES = {
    ("mechastellar", DICE): ["total"],
    ("mecha-mettle", "attack"): ["success", "mean_attack"],
    ("mechalyte", "combat"): ["b_wiped", "a_levels"],
    ("techniconica", "volley"): ["mean_damage"],
    ("techniconica", "charge"): ["hit", "mean_damage"],
    ("techniconica", "bottle-test"): ["passed"],
    ("mechastellar", "melee"): ["mean_damage"],
    ("mechastellar", "stun-recovery"): ["awake", "mean_recovered"],
}


@pytest.mark.parametrize(("slug", "name"), FIGURES)
def test_a_roll_is_summed_up_by_its_headline_and_one_average(slug, name):
    assert [one.name for one in table_of(slug).tracker.rolls.figures(name, {"expression": "3d6"})] == FIGURES[
        slug, name
    ]


def test_a_roll_is_under_way_until_its_last_throw():
    table = play.choose_dice(seated(), BROUGHT, 1, "typed")
    assert table.tracker.rolling(table.state) is None
    owing = play.move(table, BROUGHT, 1, "dice", {"expression": "1d6!"})
    again = play.answer(owing, BROUGHT, 1, [6])
    for going, groups in ((owing, ()), (again, ((6,),))):
        rolling = going.tracker.rolling(going.state)
        assert (rolling.title, rolling.groups, rolling.seat) == ("1d6!", groups, 1)
        assert going.view(None)["rolling"] and going.state.news == ()
        assert [(owed.seat, owed.wants) for owed in going.waiting()] == [(1, "faces")]
    over = play.answer(again, BROUGHT, 1, [2])
    assert over.tracker.rolling(over.state) is None and over.state.news == ("1d6!: 8.",)
    assert over.state.roll.ending == "8" and not over.view(None)["rolling"]
    assert {owed.why for owed in over.waiting()} == {"Any player can act."}
    assert [owed.seat for owed in over.waiting()] == [0, 1]


@pytest.mark.parametrize(
    ("slug", "name", "outcome", "ending"),
    [
        ("mechalyte", "opportunity-shot", {"level": 3, "mobility_left": 2, "dice": [1, 2]}, "level 3, mobility left 2"),
        ("techniconica", "bottle-test", {"result": "passed", "by": {"side": 0}}, "result 'passed'"),
        ("techniconica", DICE, {"total": 12}, "12"),
        ("mechalyte", "combat", {"a": ["A1"], "b": ["B1"]}, "Neither is wiped out"),
    ],
)
def test_a_state_has_the_words_for_an_outcome_that_it_always_had(slug, name, outcome, ending):
    """These words stand in stored states, and their hashes depend on them; a page says it in a sentence."""
    roll = HandRoll(seat=0, name=name, title=name, inputs={"expression": "3d6"})
    assert table_of(slug).tracker._stored_ending(roll, outcome) == ending


def test_builds_and_losses_lie_on_the_table():
    build = to_document(find_game("mechastellar").examples["border-patrol"])
    table = play.move(seated(), BROUGHT, 1, "build", {"build": build})
    table = play.move(table, BROUGHT, 1, "losses", {"lost": "Viking 1: 4"})
    assert table.state.builds[1]["title"] == "Border Patrol" and table.state.losses == ("", "Viking 1: 4")


def test_a_build_may_use_the_house_cards_of_the_table():
    """As a table keeps its own copy of them, a build without packs is read with the table's."""
    game = find_game("mechastellar")
    card = {"id": "wide-escape", "name": "Wide Escape", "text": "Everybody leaves."}
    build = {"game": "mechastellar", "title": "Ours", "event": ["wide-escape"]}
    setup = set_up(game, BROUGHT.seed, {"seats": 2, "pack": [{"title": "House", "event": [card]}]})
    table = play.move(open_table(game, setup), BROUGHT, 0, "build", {"build": build})
    assert table.state.builds[0] == build
    assert "wide-escape" in refused(play.move, seated(), BROUGHT, 0, "build", {"build": build})


def test_seats_are_counted_from_one():
    kind = tracker_by_hand((), to_document)
    assert kind.seat_names == ("Seat 1", "Seat 2", "Seat 3", "Seat 4")
    assert [replace(kind, seat_names=("Red", "Blue")).side(seat) for seat in range(4)] == [
        "Red",
        "Blue",
        "Seat 3",
        "Seat 4",
    ]


@pytest.mark.parametrize(
    ("winners", "said"), [([], "Nobody won."), ([0], "Seat 1 won."), ([0, 1], "Seat 1 and seat 2 won.")]
)
def test_a_result_is_said_in_words(winners, said):
    asked = play.move(seated(), BROUGHT, 0, "result", {"winners": winners})
    assert asked.state.result is None and asked.proposal.values["move"]["label"] == said
    table = agreed_by_all(asked, BROUGHT)
    assert list(table.state.news) == [said] and table.state.result.why == said


def test_a_seat_says_who_has_won_and_the_game_can_be_finished():
    table = agreed_by_all(play.move(seated(), BROUGHT, 0, "result", {"winners": [1]}), BROUGHT)
    assert table.waiting() == () and "one of" in refused(play.move, table, BROUGHT, 0, "dice", {"expression": "d6"})
    assert finished(table, BROUGHT).result.winners == (1,)
    assert "seats of this table" in refused(play.move, seated(), BROUGHT, 0, "result", {"winners": [2]})


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("fly", {}, "one of build"),
        ("roll", {"resolver": "fly"}, "one of shoot"),
        ("roll", {"resolver": "shoot", "inputs": {"shots": "many"}}, "shots"),
        ("dice", {"expression": "d"}, "a number of sides"),
        ("counter", {"what": "", "value": 1}, "what"),
        ("counter", {"what": "far", "value": 10_000}, "9999"),
        ("losses", {"lost": "x" * 2001}, "lost"),
        ("build", {"build": "Iron Heron"}, "build"),
        ("build", {"build": {"game": "mechalyte", "spec": "PMISAA"}}, "build: game"),
        ("build", {"build": {"game": "mechastellar", "title": ["Iron Heron"]}}, "build: title"),
        ("build", {"build": {"game": "mechastellar", "wings": 2}}, "build"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(name, values, said):
    assert said in refused(play.move, seated(), BROUGHT, 0, name, values)


ACTS = st.one_of(
    st.tuples(st.just("dice"), st.sampled_from(["2d6", "4d6!", "d20+3", "5d6>=5"])),
    st.tuples(st.just("counter"), st.integers(-9, 9)),
    st.tuples(st.sampled_from(["undo", "redo", "agree", "typed", "thrown"]), st.none()),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1), ACTS), max_size=30))
def test_whatever_is_done_the_log_folds_to_what_stands(acts):
    table = seated()
    for seat, (act, value) in acts:
        try:
            table = done(table, seat, act, value)
        except InvalidInput:
            continue
    stored = [TableEvent.model_validate_json(event.model_dump_json()) for event in table.events]
    again = fold(table.setup, table.make, stored)
    assert (again.state, again.seats, again.proposal, again.result) == (
        table.state,
        table.seats,
        table.proposal,
        table.result,
    )
    assert [one.state for one in again.undone] == [one.state for one in table.undone]


def done(table, seat, act, value):
    if act == "dice":
        table = play.move(table, BROUGHT, seat, "dice", {"expression": value})
        owed = table.waiting()[0]
        return play.answer(table, BROUGHT, owed.seat, [1] * owed.throw.count) if owed.throw else table
    if act == "counter":
        return play.move(table, BROUGHT, seat, "counter", {"what": "c", "value": value})
    if act in ("typed", "thrown"):
        return play.choose_dice(table, BROUGHT, seat, act)
    return {"undo": play.undo, "redo": play.redo, "agree": play.agree}[act](table, BROUGHT, seat)


def test_a_reaction_after_the_dice_is_the_defenders_and_survives_the_store():
    """Skill Defense of MechaStellar: the evade dice are the defender's own, and so is what comes after them."""
    table = play.choose_dice(seated("mechastellar"), BROUGHT, 1, "typed")
    inputs = {"shots": 4, "damage": 500, "accuracy": 8, "evade": 3, "skill_defense": 5, "choose": True}
    table = play.move(table, BROUGHT, 0, "roll", {"resolver": "shoot", "inputs": inputs})
    assert [(owed.seat, owed.wants) for owed in table.waiting()] == [(1, "faces")]
    table = play.answer(table, BROUGHT, 1, [3, 4, 4, 9])
    asleep = [TableEvent.model_validate_json(event.model_dump_json()) for event in table.events]
    table = fold(table.setup, table.make, asleep)
    assert [(owed.seat, owed.wants) for owed in table.waiting()] == [(1, "choice")]
    assert "owes no dice" in refused(play.answer, table, BROUGHT, 0, [4])
    table = play.answer(table, BROUGHT, 1, [4])
    assert table.state.roll.outcome["damage"] == 0
    assert play.undo(table, BROUGHT, 1).state.roll.outcome is None


def test_an_answer_is_told_with_its_question():
    table = play.choose_dice(seated("mechastellar"), BROUGHT, 1, "typed")
    inputs = {"shots": 2, "accuracy": 8, "evade": 3, "reply": "ask", "defender": 2}
    table = play.move(table, BROUGHT, 0, "roll", {"resolver": "shoot", "inputs": inputs})
    table = play.answer(table, BROUGHT, 1, [2])
    assert log_entries(table, None)[0].text == "The target replies: Dodge or Guard? Dodge: Evade +2."
