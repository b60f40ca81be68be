"""Mechalyte at the table: each rule at its limit and one past it, each option of each ruling, what each seat sees."""

import json

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.games.mechalyte import GAME
from companion.play import acts as play
from companion.play.new_events import Brought
from companion.verbs.game_rolls import odds_answer, prepare
from companion.verbs.log_words import log_entry
from companion.verbs.tables import open_table, set_up
from tests.games.mechalyte.bench import SEED, Bench, tracker

BROUGHT = Brought(SEED)


def refused(act, *given, **values):
    with pytest.raises(InvalidInput) as caught:
        act(*given, **values)
    return str(caught.value)


def at_table(dice="typed", specs=("PMISAA", "MIPASA"), **asked):
    table = open_table(GAME, set_up(GAME, SEED, asked))
    for seat, name in enumerate(("Ann", "Ben")):
        table = play.sit(table, BROUGHT, seat, name, f"{seat:02x}")
        table = play.choose_dice(table, BROUGHT, seat, dice)
    for seat, spec in enumerate(specs):
        table = play.seal_choice(table, BROUGHT, seat, {"spec": spec})
    return table


# Specs, and who begins (facts 22, 33 to 35).


def test_specs_are_written_in_secret_and_open_when_both_are_in():
    table = at_table(specs=("pmi saa",))
    assert table.view(0)["specs"] == ["PMISAA", None] and table.view(0)["sealed"] == [True, False]
    assert table.view(1)["specs"] == table.view(None)["specs"] == [None, None]
    assert [(owed.seat, owed.wants) for owed in table.waiting()] == [(1, "seal")]
    table = play.seal_choice(table, BROUGHT, 1, {"spec": "MIPASA"})
    assert table.view(None)["specs"] == ["PMISAA", "MIPASA"] and table.view(None)["sealed"] == [False, False]
    assert table.events[-1].seen == ("the spec of Side A", "the spec of Side B")
    assert table.view(None)["news"] == ["Side A's spec is PMISAA.", "Side B's spec is MIPASA."]


@pytest.mark.parametrize(
    ("spec", "says"), [("PMISA", "6 letters"), ("PMISAAP", "6 letters"), ("PMISAX", "slot 6"), ("", "6 letters")]
)
def test_a_spec_has_six_letters(spec, says):
    assert says in refused(play.seal_choice, at_table(specs=()), BROUGHT, 0, {"spec": spec})


def test_either_side_says_who_begins_or_a_die_does():
    table = at_table()
    assert [(owed.seat, owed.wants) for owed in table.waiting()] == [(0, "move"), (1, "move")]
    for seat, who in ((0, "1"), (1, "1"), (0, 1)):
        begun = play.move(table, BROUGHT, seat, "begin", {"who": who})
        assert (begun.state.active, begun.state.turn, begun.state.phase) == (1, 1, "build")
    typing = play.move(play.choose_dice(table, BROUGHT, 0, "thrown"), BROUGHT, 1, "begin", {"who": "die"})
    assert [(owed.seat, owed.wants) for owed in typing.waiting()] == [(1, "faces")]
    typed = play.answer(typing, BROUGHT, 1, [4])
    assert typed.state.active == 1 and log_entry(typed, None, len(typed.events)).thrown.faces == (4,)
    thrown = play.move(play.choose_dice(table, BROUGHT, 1, "thrown"), BROUGHT, 1, "begin", {"who": "die"})
    assert thrown.events[-1].kind == "faces" and thrown.events[-1].values["how"] == "thrown"
    assert thrown.state.active == (thrown.events[-1].values["faces"][0] > 3)
    said = refused(play.move, table, BROUGHT, 0, "build", {"level": 1, "factory": "L1"})
    assert said == "move: found 'build, level 1, factory L1', expected one of: begin."


@pytest.mark.parametrize(("face", "side"), [(1, 0), (3, 0), (4, 1), (6, 1)])
def test_the_die_that_decides(face, side):
    bench = Bench(phase="begin", turn=0)
    bench.do("begin", who="die").roll(face)
    assert (bench.state.active, bench.state.phase) == (side, "build")


# Build (facts 29 to 41).


def test_a_mech_costs_its_level_and_stands_in_an_own_factory():
    bench = Bench(phase="build", points=(60, 60)).do("build", level=6, factory="R1")
    assert bench.field() == "A1:6@R1" and bench.state.points == (54, 60)
    assert {move["factory"] for move in bench.moves("build")} == {"L1", "R1"}
    assert "Build a level 1 mech in L1" in refused(bench.do, "build", level=1, factory="L5")
    assert "level" in refused(bench.do, "build", level="six", factory="L1")


def test_points_pay_for_what_is_left_of_them_and_no_more():
    bench = Bench(phase="build", points=(4, 60))
    assert {move["level"] for move in bench.moves("build")} == {1, 2, 3, 4}
    assert "Build a level 4" in refused(bench.do, "build", level=5, factory="L1")
    assert bench.do("build", level=4, factory="L1").moves("build") == []


def test_a_factory_holds_three_mechs_of_a_side():
    bench = Bench("A1:1@L1 A2:1@L1", phase="build").do("build", level=1, factory="L1")
    assert {move["factory"] for move in bench.moves("build")} == {"R1"}
    assert "in R1" in refused(bench.do, "build", level=1, factory="L1")


@pytest.mark.parametrize(("option", "factories"), [("yes", {"L1", "R1"}), ("no", {"R1"})])
def test_a_factory_that_holds_enemies(option, factories):
    bench = Bench("B1:1@L1", phase="build", rulings={"besieged-factory": option})
    assert {move["factory"] for move in bench.moves("build")} == factories
    other = Bench("A1:1@R5 B1:1@L5", phase="build", active=1, rulings={"besieged-factory": option})
    assert {move["factory"] for move in other.moves("build")} == {{"L1": "R5", "R1": "L5"}[name] for name in factories}


def test_a_mech_takes_a_die_where_dice_are_counted():
    bench = Bench("A1:1@L2", phase="build", options={"dice": 2})
    assert bench.view()["spare"] == [1, 2]
    assert bench.moves("build") and not bench.do("build", level=1, factory="L1").moves("build")
    assert Bench("A1:1@L2", phase="build").view()["spare"] == [None, None]


# Move (facts 43 to 49).


def test_a_mech_moves_once_as_far_as_its_mobility():
    """MIPASA of level 1 has Mobility 2."""
    bench = Bench("B1:1@C5", active=1)
    assert "at most 2, the Mobility of B1" in refused(bench.walk, "B1", "C4 C3 C2")
    assert bench.walk("B1", "C4 C3").field() == "B1:1@C3"
    assert bench.moves("move") == []
    assert "all have moved" in refused(bench.walk, "B1", "C2")


def test_a_mech_shows_the_zones_that_it_may_still_enter():
    """MPPAMM of level 6 moves four zones; it is shot at when it has entered two."""
    bench = Bench("A1:6@C1 B1:1@C3", specs="MPPAMM MIPASA")
    assert [mech["mobility_left"] for mech in bench.view()["mechs"]] == [4, 2]
    assert bench.walk("A1", "C2 C3 C4").view()["mechs"][0]["mobility_left"] == 2
    assert bench.roll(1).view()["mechs"][0]["mobility_left"] == 0


def test_a_mech_built_this_turn_may_move():
    bench = Bench(phase="build").do("build", level=1, factory="L1").do("phase", to="move")
    assert bench.walk("A1", "C1").field() == "A1:1@C1"


def test_the_offered_ways_are_one_to_each_zone_in_reach():
    """Mobility 2 from the corner L1: two zones one step away, three two steps away."""
    bench = Bench("A1:2@L1")
    ends = sorted(move["path"][-1] for move in bench.moves("move"))
    assert ends == ["C1", "C2", "L2", "L3", "R1"]


def test_of_two_ways_the_one_with_fewer_shots_is_offered_though_it_is_longer():
    """MMMMMM moves seven zones; from C1 to C3 the straight way leaves C2 under fire, the way round does not."""
    bench = Bench("A1:6@C1 B1:1@C2", specs="MMMMMM MIPASA")
    way = next(move["path"] for move in bench.moves("move") if move["path"][-1] == "C3")
    assert len(way) == 4 and "C2" not in way
    assert "1 opportunity shot" not in str(way)


def test_any_other_legal_way_may_be_taken():
    bench = Bench("A1:2@L1", specs="MMMMMM MIPASA")
    assert bench.walk("A1", ["L2", "C2", "C1"]).field() == "A1:2@C1"


@pytest.mark.parametrize(
    ("path", "says"),
    [("L3", "L3 is no neighbour of L1"), ("L2 R2", "R2 is no neighbour of L2"), ("X9", "zones: L1"), ("", "path")],
)
def test_a_way_goes_from_neighbour_to_neighbour(path, says):
    assert says in refused(Bench("A1:4@L1", specs="MMMMMM MIPASA").walk, "A1", path)


def test_corners_are_neighbours_by_their_ruling():
    assert Bench("A1:1@L1", rulings={"neighbours": "corners"}).walk("A1", "C2").field() == "A1:1@C2"
    assert "no neighbour" in refused(Bench("A1:1@L1").walk, "A1", "C2")


def test_no_zone_on_the_way_holds_three_of_its_side():
    full = "A1:1@L2 A2:1@L2 A3:1@L2"
    bench = Bench(f"A4:2@L1 {full}")
    assert all("L2" not in move["path"] for move in bench.moves("move") if move["mech"] == "A4")
    assert "L2 holds three of its side already" in refused(bench.walk, "A4", "L2 L3")
    assert Bench(f"A4:2@L1 {full} B1:1@C1").walk("A1", "L3").walk("A4", "L2").field().startswith("A4:2@L2 A1:1@L3")
    assert Bench("A1:1@L1 B1:1@L2 B2:1@L2 B3:1@L2").walk("A1", "L2").field().startswith("A1:1@L2")


def test_a_mech_may_come_back_to_where_it_started():
    bench = Bench("A1:2@L1 A2:1@L1 A3:1@L1")
    assert bench.walk("A1", "L2 L1").field().startswith("A1:2@L1") and bench.state.mech("A1").done


@pytest.mark.parametrize(
    ("turn", "option", "furthest"),
    [(1, "enter", "L3"), (1, "stop-before", "L2"), (2, "enter", "L5"), (3, "enter", "L5")],
)
def test_nobody_passes_the_centreline_in_the_first_turn(turn, option, furthest):
    bench = Bench("A1:4@L1", specs="MMMMMM MIPASA", turn=turn, rulings={"centre-row": option})
    assert max(move["path"][-1] for move in bench.moves("move") if move["path"][-1][0] == "L") == furthest
    if furthest < "L5":
        beyond = " ".join(f"L{row}" for row in range(2, int(furthest[1]) + 2))
        assert "past the centreline" in refused(bench.walk, "A1", beyond)


# The opportunity shot (facts 74 to 81).


def test_a_mech_that_leaves_enemies_is_shot_at_by_all_of_them():
    """MIPASA of level 4 has Power 2, of level 1 Power 1."""
    bench = Bench("A1:6@C3 B1:4@C3 B2:1@C3").walk("A1", "C4")
    assert bench.owed() == [(1, "faces", "3d6")] and bench.field().startswith("A1:6@C3")
    bench.roll(1, 2, 3)
    assert bench.field().startswith("A1:6@C4") and bench.view()["news"] == ["A1 is unharmed.", "A1 is in C4."]


def test_its_shields_are_charged_for_each_shot():
    """PSSSSS of level 3 has two layers; two hits each time wear them down, and it goes on."""
    bench = Bench("A1:3@C3 B1:3@C3 B2:3@C4", specs="MSSMMM PPPPPP").walk("A1", "C4 C5")
    bench.roll(5, 5, 1, 1)
    assert bench.owed() == [(1, "faces", "4d6")] and bench.field().startswith("A1:3@C4")
    bench.roll(4, 4, 2, 2)
    assert bench.field().startswith("A1:3@C5")


def test_a_mech_that_is_destroyed_leaves_the_field_and_its_die_is_spare():
    bench = Bench("A1:2@C3 B1:4@C3", options={"dice": 9}).walk("A1", "C4").roll(6, 1)
    assert bench.field() == "B1:4@C3" and bench.view()["spare"] == [9, 8]
    assert bench.view()["news"] == ["A1 is destroyed."] and bench.state.walk is None


@pytest.mark.parametrize(("option", "zone"), [("stays", "C3"), ("steps", "C4")])
def test_a_survivor_whose_mobility_is_gone(option, zone):
    """PMMMAM of level 6 has Mobility 5 and falls to 4 with 4; PPPPMA of level 6 has 2 and falls to 5 with 2.

    AMMMMM would be lost; MPPAMM of level 6 has Mobility 4, falls to 3 with 2: having moved 2, it has none left.
    """
    bench = Bench("A1:6@C1 B1:1@C3", specs="MPPAMM MIPASA", rulings={"stopped-mech": option}).walk("A1", "C2 C3 C4 C5")
    bench.roll(6)
    assert bench.field().startswith(f"A1:3@{zone}")
    assert bench.state.mech("A1").done and bench.owed() == [(0, "move", "")]


def test_a_survivor_goes_on_as_far_as_its_mobility_still_carries_it():
    """Having moved one zone, MPPAMM of level 3 has one of its two left: it reaches C4, not C5."""
    bench = Bench("A1:6@C2 B1:1@C3", specs="MPPAMM MIPASA").walk("A1", "C3 C4 C5").roll(6)
    assert bench.field().startswith("A1:3@C4")
    assert bench.view()["news"][-1] == "A1 stops in C4: its Mobility is used up."


def test_no_dice_harm_nobody_and_nobody_waits_for_them():
    table = at_table(specs=("PMISAA", "MIPASA"), rulings={"spare-dice": "fewer"}, options={"dice": 1})
    bench = Bench("A1:2@C3 B1:2@C3", rulings={"spare-dice": "fewer"}, options={"dice": 1}).walk("A1", "C4")
    assert table.setup.options == {"dice": 1} and bench.field().startswith("A1:2@C4")


# Beside the rules.


def beside(bench):
    return [
        (move.name, move.values, move.warning) for move in bench.tracker.relaxed_moves(bench.view(), bench.state.active)
    ]


def test_a_mech_that_has_moved_moves_again_beside_the_rules_alone():
    bench = Bench("A1:1@L1 A2:1@R1 B1:1@L5", specs="PSIPSI PSIPSI")
    assert beside(bench) == []
    bench.walk("A1", "L2")
    warning = "A1 has moved already: a mech moves once a turn."
    reached = {values["path"][-1] for _, values, _ in beside(bench)}
    assert reached == {"L1", "L3", "C2"}  # Mobility 1, whole again
    assert {(name, values["mech"], said) for name, values, said in beside(bench)} == {("move", "A1", warning)}
    assert "one that has not moved: A2" in refused(bench.walk, "A1", "L3")
    bench._apply("move", {"name": "move", "mech": "A1", "path": ["L3"], "warning": warning}, 0)
    assert bench.field().startswith("A1:1@L3") and bench.state.mech("A1").done
    assert bench.tracker.relaxed_moves(bench.view(), 1) == () and beside(bench.do("phase", to="combat")) == []


def test_a_zone_is_fought_in_again_beside_the_rules_alone():
    bench = Bench("A1:1@C3 B1:1@C3", phase="combat").do("combat", zone="C3").roll(1, 1).roll(1)
    ((name, values, warning),) = beside(bench)
    assert (name, values) == ("combat", {"zone": "C3"}) and "once a turn" in warning
    bench._apply("move", {"name": "combat", "zone": "C3", "warning": warning}, 0)
    assert bench.state.roll and beside(bench) == []
    bench.roll(1, 1).roll(1)
    assert [move.values for move in bench.tracker.moves(bench.view(), 0)] == [{"to": "end"}]


# Combat (facts 50 to 64).


def test_a_combat_is_offered_where_both_sides_stand_once_a_turn():
    bench = Bench("A1:1@C3 B1:1@C3 A2:1@C4 B2:1@C5", phase="combat")
    assert bench.moves("combat") == [{"zone": "C3"}] and bench.moves("combat", seat=1) == []
    assert "Start a combat in C3" in refused(bench.do, "combat", zone="C4")
    bench.do("combat", zone="C3").roll(1, 1).roll(1)
    assert bench.state.fought == ("C3",) and bench.moves("combat") == []
    assert bench.view()["news"] == ["The combat in C3 is over: nothing has changed."]


def test_the_side_whose_turn_it_is_rolls_first():
    both = "A1:1@C3 B1:1@C3"
    for active in (0, 1):
        assert Bench(both, phase="combat", active=active).do("combat", zone="C3").owed()[0][0] == active


def test_aim_is_asked_of_its_owner_in_each_round_with_odds():
    """PPPPPP of level 1 has two dice, against two mechs; then each side's last dice have one target."""
    bench = Bench("A1:1@C3 B1:1@C3 B2:1@C3", phase="combat", specs="PPPPPP MMMMMM").do("combat", zone="C3")
    (owed,) = bench.tracker.waiting(bench.state)
    assert (owed.seat, owed.wants, owed.throw.answers) == (0, "choice", ("1 + 1", "2 + 0"))
    assert bench.view(1)["waiting"][0]["notes"] == list(owed.throw.notes)
    bench.aim("1 + 1")
    assert bench.owed() == [(0, "faces", "1d6")]
    bench.roll(6).roll(1)
    assert bench.owed() == [(1, "faces", "2d6")]
    bench.roll(1, 1)
    assert bench.field() in ("A1:1@C3 B1:1@C3", "A1:1@C3 B2:1@C3")


def test_a_combat_that_sleeps_goes_on_where_it_was():
    bench = Bench("A1:1@C3 B1:1@C3 B2:1@C3", phase="combat", specs="PPPPPP MMMMMM").do("combat", zone="C3").aim("2 + 0")
    stored = json.loads(json.dumps(bench.state.model_dump(mode="json")))
    woken = bench.tracker.read_state(stored)
    assert woken == bench.state and bench.tracker.waiting(woken) == bench.tracker.waiting(bench.state)


def test_mechs_of_one_level_keep_their_names_through_a_combat():
    """PSMIAP: level 6 falls to 4, level 4 is lost. Of two of level 6 the one that was hit twice is lost."""
    bench = Bench("A1:6@C3 B1:6@C3 B2:6@C3 B3:4@C3", phase="combat", specs="PPPPPP PMMMAP").do("combat", zone="C3")
    bench.aim("7 + 0 + 0")
    shown = bench.view()["combat"]
    assert (shown["zone"], shown["countdown"]) == ("C3", 0)
    assert [(one["id"], one["level"], one["dice"]) for one in shown["sides"][1]] == [
        ("B1", 6, 7), ("B2", 6, 0), ("B3", 4, 0)
    ]  # fmt: skip
    bench.roll(6, 1, 1, 1, 1, 1, 1)
    bench.roll(*[1] * 8)
    assert bench.field() == "A1:6@C3 B1:4@C3 B2:6@C3 B3:4@C3"
    assert bench.view()["news"] == ["The combat in C3 is over.", "B1 falls from level 6 to 4."]


def test_a_running_combat_shows_layers_and_who_has_acted():
    """SIPPPP of level 2: one layer, Initiative 1; MMMMMM acts at 0."""
    bench = Bench("A1:2@C3 B1:1@C3", phase="combat", specs="SIPPPP MMMMMM").do("combat", zone="C3")
    a, b = bench.view()["combat"]["sides"]
    assert (a[0]["layers"], a[0]["waiting"], b[0]["layers"], b[0]["waiting"]) == (1, False, 0, True)
    assert bench.view()["combat"]["countdown"] == 1
    assert (a[0]["initiative"], b[0]["initiative"]) == (1, 0)
    bench.roll(1)
    assert bench.view()["combat"]["countdown"] == 0 and bench.owed() == [(1, "faces", "1d6")]


ZONES = "A1:1@L1 B1:1@L1 A2:1@R1 B2:1@R1 A3:1@L4 B3:1@L4"


@pytest.mark.parametrize(
    ("option", "active", "first", "then"),
    [
        ("active", 0, "L4", ["L1", "R1"]),
        ("left-to-right", 0, "R1", ["L4"]),
        ("left-to-right", 0, "L4", []),
        ("left-to-right", 1, "L4", ["R1", "L1"]),
        ("left-to-right", 1, "R1", ["L1"]),
    ],
)
def test_the_order_of_combats(option, active, first, then):
    """Left and forward are as the side whose turn it is sees them."""
    bench = Bench(ZONES, phase="combat", active=active, rulings={"zone-order": option}).do("combat", zone=first)
    while bench.state.roll:
        bench.roll(*[1] * bench.tracker.waiting(bench.state)[0].throw.count)
    assert [move["zone"] for move in bench.moves("combat")] == then


@pytest.mark.parametrize(("option", "dice"), [("again", "7d6"), ("fewer", "2d6")])
def test_too_few_spare_dice(option, dice):
    """PPPPPP of level 6 has seven attack dice; of three dice one is the mech."""
    bench = Bench(
        "A1:6@C3 B1:1@C3", phase="combat", specs="PPPPPP MMMMMM", rulings={"spare-dice": option}, options={"dice": 3}
    ).do("combat", zone="C3")
    assert bench.owed() == [(0, "faces", dice)]
    walk = Bench(
        "A1:6@C3 B1:1@C3", active=1, specs="PPPPPP MMMMMM", rulings={"spare-dice": option}, options={"dice": 3}
    )
    assert walk.walk("B1", "C4").owed() == [(0, "faces", dice)]


def test_the_die_of_a_mech_that_is_destroyed_is_rolled_in_the_same_combat():
    """Side A has no spare die until its own mech falls: then its one die is rolled."""
    bench = Bench(
        "A1:1@C3 A2:1@C3 B1:1@C3", phase="combat", active=1, specs="MMMMMM MMMMMM", rulings={"spare-dice": "fewer"},
        options={"dice": 2},
    )  # fmt: skip
    bench.do("combat", zone="C3").aim("1 + 0")
    bench.roll(6)
    assert bench.owed() == [(0, "faces", "1d6")]


def test_a_ruling_changed_during_a_roll_counts_from_the_next_one():
    bench = Bench("A1:6@C3 B1:1@C3", phase="combat", specs="PPPPPP MMMMMM", options={"dice": 1}).do("combat", zone="C3")
    bench.tracker = tracker({"spare-dice": "fewer"}, {"dice": 1})
    assert bench.owed() == [(0, "faces", "7d6")]


def test_fewer_dice_need_their_number():
    said = refused(set_up, GAME, SEED, {"rulings": {"spare-dice": "fewer"}})
    assert (
        said
        == "options.dice: found nothing, expected how many dice each player has: by the ruling, only the spare ones are rolled."
    )
    assert set_up(GAME, SEED, {"rulings": {"spare-dice": "fewer"}, "options": {"dice": 1}}).options == {"dice": 1}
    for dice in (0, 201):
        assert "dice" in refused(set_up, GAME, SEED, {"options": {"dice": dice}})


# Turns and the end (facts 36, 37, 82 to 86).


def test_turns_alternate_through_three_phases():
    bench = Bench("A1:1@L1", phase="build")
    for phase in ("move", "combat"):
        assert bench.do("phase", to=phase).state.phase == phase
    assert "End the turn" in refused(bench.do, "phase", to="move")
    bench.end()
    assert (bench.state.active, bench.state.turn, bench.state.phase) == (1, 4, "build")
    assert bench.tracker.moves(bench.view(0), 0) == ()
    bench.end()
    assert bench.do("phase", to="move").walk("A1", "L2").field() == "A1:1@L2"


def test_the_heading_says_turn_and_phase():
    assert Bench(phase="combat", turn=7).view()["heading"] == "Turn 7, combat phase"
    assert at_table(specs=()).view(0)["heading"] == "Build specs" and at_table().view(0)["heading"] == "Who begins"
    assert Bench("A1:1@C5", phase="combat").end().view()["heading"] == "The game is over"


def winner(bench):
    result = bench.tracker.result(bench.state)
    return result and result.winners


def test_entering_the_headquarters_wins_at_once_by_its_ruling():
    bench = Bench("A1:2@C4 B1:1@C5 B2:1@C5", rulings={"capture": "entered"}).walk("A1", "C5 L5")
    assert winner(bench) == (0,) and bench.state.phase == "over" and bench.field().startswith("A1:2@C5")
    assert bench.tracker.waiting(bench.state) == () and bench.moves("phase") == []
    assert bench.state.result.why == "Side A has taken the Headquarters of side B."


@pytest.mark.parametrize(("there", "wins"), [("A1:1@C5", (0,)), ("A1:1@C5 B1:1@C5", None), ("A1:1@C4", None)])
def test_holding_it_at_the_end_of_the_combat_phase_wins(there, wins):
    assert winner(Bench(there, phase="combat").end()) == wins
    sides = str.maketrans({"A": "B", "B": "A", "5": "1", "4": "2"})
    swapped = winner(Bench(there.translate(sides), phase="combat", active=1).end())
    assert swapped == (wins and (1,))


def test_holding_it_a_turn_wins_when_the_next_turn_begins():
    bench = Bench("A1:1@C5 B1:1@L1", phase="combat", rulings={"capture": "held-a-turn"}).end()
    assert winner(bench) is None
    assert winner(bench.end()) == (0,)
    driven = Bench("A1:1@C5 B1:1@L5", phase="combat", rulings={"capture": "held-a-turn"}).end().do("phase", to="move")
    assert winner(driven.walk("B1", "C5").end()) is None


@pytest.mark.parametrize(
    ("option", "points", "wins"), [("yes", (0, 0), (1,)), ("yes", (1, 0), None), ("no", (0, 0), None)]
)
def test_a_side_with_nothing_left_loses_by_its_ruling(option, points, wins):
    bench = Bench("A1:1@C3 B1:1@C3", points=points, rulings={"elimination": option}).walk("A1", "C4").roll(4)
    assert winner(bench) == wins


def test_where_both_have_nothing_left_nobody_wins():
    bench = Bench("A1:1@C3 B1:1@C3", phase="combat", points=(0, 0), specs="MMMMMM MMMMMM").do("combat", zone="C3")
    bench.roll(6).roll(5)
    assert winner(bench) == () and bench.state.result.why == "Side A and Side B have no mechs and no points left."


# Corrections.


def test_points_levels_zones_and_the_turn_are_set_by_hand():
    bench = Bench("A1:3@L1 B1:2@C5")
    assert bench.correct("points.b", 0).state.points == (20, 0)
    assert bench.correct("points.b", 60).state.points == (20, 60)
    assert bench.correct("level.A1", 6).correct("zone.A1", "C3").field() == "A1:6@C3 B1:2@C5"
    assert bench.correct("level.B1", 0).field() == "A1:6@C3"
    assert [bench.correct("turn", turn).state.turn for turn in (1, 999)] == [1, 999]
    assert bench.correct("phase", "build").state.turn == 999
    assert bench.view()["news"] == ["Set by hand: it is the build phase."]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("points.a", 61), ("points.a", -1), ("level.A1", 7), ("zone.A1", "C9"), ("zone.A1", "L2"), ("turn", 0),
        ("turn", 1000), ("active", "c"), ("phase", "over"), ("points.a", "--5"), ("points.a", "9" * 5000),
    ],
)  # fmt: skip
def test_what_is_set_by_hand_has_bounds(field, value):
    """L2 holds three of side A."""
    bench = Bench("A1:3@L1 A2:1@L2 A3:1@L2 A4:1@L2")
    assert field in refused(bench.correct, field, value)


def test_another_side_begins_its_turn_anew_when_set_by_hand():
    bench = Bench("A1:2@L1 B1:1@C5").walk("A1", "L2").correct("active", "b")
    assert bench.state.active == 1 and not any(mech.done for mech in bench.state.mechs)


def test_dice_half_rolled_are_undone_not_corrected():
    bench = Bench("A1:1@C3 B1:1@C3").walk("A1", "C4")
    assert bench.tracker.correctable(bench.view(), 0) == ()


def test_the_last_mech_taken_off_by_hand_ends_the_game_too():
    assert winner(Bench("A1:1@C3 B1:1@C4", points=(0, 0)).correct("level.A1", 0)) == (1,)


# Odds, packs, rulings.


def odds_of(bench, name, **values):
    move = bench.tracker.read_move(bench.view(), bench.state.active, name, values)
    return GAME.tracker.odds(bench.view(), bench.state.active, move)


def test_the_odds_of_a_move_are_those_of_the_games_own_resolvers():
    bench = Bench("A1:4@C2 A2:2@C3 B1:5@C3 B2:1@C3 B3:1@L1", specs="PMISAA MIPASA")
    assert odds_of(bench, "move", mech="A2", path="C4") == (
        "opportunity-shot",
        {"mech": "PMISAA:2", "enemies": "MIPASA:5,1", "moved": 0},
    )
    assert odds_of(bench, "move", mech="A1", path="C1 L1") is None
    assert odds_of(bench, "move", mech="A1", path="C3 C4")[1]["moved"] == 1
    assert odds_of(bench, "phase", to="combat") is None
    bench.do("phase", to="combat")
    name, inputs = odds_of(bench, "combat", zone="C3")
    assert (name, inputs) == ("combat", {"a": "PMISAA:2", "b": "MIPASA:5,1", "turn": "a", "choose": True})
    assert odds_answer(
        GAME, name, {key: str(value).lower() if value is True else str(value) for key, value in inputs.items()}
    )


@pytest.mark.parametrize("option", ["again", "fewer"])
def test_the_odds_are_of_the_dice_that_the_table_asks_for(option):
    opened = {"specs": "PPPPPP MMMMMM", "rulings": {"spare-dice": option}, "options": {"dice": 3}}
    context = GAME.context({"spare-dice": option})
    shot = Bench("A1:6@C3 B1:1@C3", active=1, **opened)
    name, inputs = odds_of(shot, "move", mech="B1", path="C4")
    kind = GAME.resolver(name)
    asked = kind.make(read_as(kind.inputs, inputs), context)
    assert asked.ask(asked.start()).dice == shot.walk("B1", "C4").owed()[0][2]
    fight = Bench("A1:6@C3 B1:1@C3", phase="combat", **opened)
    name, inputs = odds_of(fight, "combat", zone="C3")
    kind = GAME.resolver(name)
    asked = kind.make(read_as(kind.inputs, inputs), context)
    assert asked.ask(asked.start()).dice == fight.do("combat", zone="C3").owed()[0][2]
    assert exact(asked).total


FAST = {"title": "Fast legs", "module": [{"id": "mobility", "name": "Mobility", "letter": "M", "rating": "mobility",
        "base": 3, "adds": 2, "text": "Two zones more."}]}  # fmt: skip


def test_a_packs_numbers_count():
    bench = Bench("A1:2@L1", pack=[FAST])
    assert bench.view()["mechs"][0]["mobility"] == 5
    assert bench.walk("A1", "L2 L3 L4 L5 C5").field() == "A1:2@C5"


def test_the_zones_stay_as_they_were_laid_out():
    setup = set_up(GAME, SEED, {"rulings": {"layout": "three-by-three"}})
    table = play.propose(open_table(GAME, setup), BROUGHT, 0, "rulings", {"rulings": {"layout": "five-by-five"}})
    assert (table.view(0)["columns"], table.view(0)["rows"]) == (3, 3)


@pytest.mark.parametrize(
    ("bench", "act", "rulings"),
    [
        (Bench("A1:2@L1"), ("walk", "A1", "L2"), {"neighbours"}),
        (Bench("A1:2@L1", turn=1), ("walk", "A1", "C1"), {"neighbours"}),
        (Bench("A1:2@L1", turn=1), ("walk", "A1", "L2"), {"neighbours", "centre-row"}),
        (Bench("B1:2@L5", turn=1, active=1), ("walk", "B1", "L4"), {"neighbours", "centre-row"}),
        (Bench("A1:4@L1", turn=1), ("walk", "A1", "C1 C2"), {"neighbours", "centre-row"}),
        (Bench("A1:2@C4"), ("walk", "A1", "C5"), {"neighbours", "capture"}),
        (Bench("A1:2@C3 B1:1@C5"), ("end",), set()),
        (Bench("B1:1@L1", phase="build", points=(3, 0)), ("build", 2, "R1"), {"besieged-factory"}),
        (Bench("B1:1@L1", phase="build", points=(2, 0)), ("build", 2, "R1"), set()),
        (Bench("B1:1@L2", phase="build"), ("build", 2, "R1"), set()),
        (Bench("A1:1@C3 B1:1@C3", phase="combat"), ("combat", "C3"), set()),
        (Bench("A1:1@C3 B1:1@C3 A2:1@C4 B2:1@C4", phase="combat"), ("combat", "C3"), {"zone-order"}),
    ],
)
def test_which_rulings_decide_a_move(bench, act, rulings):
    name, *given = act
    if name == "build":
        bench.do(name, level=given[0], factory=given[1])
    elif name == "combat":
        bench.do(name, zone=given[0])
    else:
        getattr(bench, name)(*given)
    assert bench.rulings_used == rulings


def test_a_roll_is_summed_up_while_it_is_under_way_with_what_it_is_about():
    bench = Bench("A1:1@C3 B1:1@C3", phase="combat")
    assert bench.tracker.rolling(bench.state) is None
    fought = bench.do("combat", zone="C3").tracker.rolling(bench.state)
    assert (fought.title, fought.about, fought.counts_hits) == ("Combat", "in C3", True)
    bench = Bench("A1:6@C1 B1:1@C3", specs="MPPAMM MIPASA").walk("A1", "C2 C3 C4 C5")
    shot = bench.tracker.rolling(bench.state)
    assert (shot.title, shot.about, shot.seat) == ("Opportunity shot", "at A1 in C3", 1)


@pytest.mark.parametrize(("dice", "rests"), [(None, False), (7, True), (8, False)])
def test_spare_dice_are_ruled_on_where_they_may_be_too_few(dice, rests):
    """PPPPPP of level 6 has seven attack dice, and is a die itself."""
    opened = {"specs": "PPPPPP MMMMMM", "options": {"dice": dice} if dice else {}}
    bench = Bench("A1:6@C3 B1:1@C3", phase="combat", **opened).do("combat", zone="C3")
    assert ("spare-dice" in bench.rulings_used) is rests
    walk = Bench("A1:6@C3 B1:1@C3", active=1, **opened).walk("B1", "C4")
    assert ("spare-dice" in walk.rulings_used) is rests


@pytest.mark.parametrize(
    ("mech", "faces", "rests"), [("A1:6@C1", 6, True), ("A1:6@C1", 1, False), ("A1:6@C2", 6, False)]
)
def test_where_a_survivor_stops_is_ruled_on_where_its_mobility_is_gone(mech, faces, rests):
    path = ["C2", "C3", "C4", "C5"][int(mech[-1]) - 1 :]
    bench = Bench(f"{mech} B1:1@C3", specs="MPPAMM MIPASA").walk("A1", " ".join(path)).roll(faces)
    assert ("stopped-mech" in bench.rulings_used) is rests


@pytest.mark.parametrize(("points", "rests"), [((0, 0), True), ((1, 0), False)])
def test_elimination_is_ruled_on_where_a_side_has_nothing_left(points, rests):
    bench = Bench("A1:1@C3 B1:1@C3", points=points).walk("A1", "C4").roll(4)
    assert ("elimination" in bench.rulings_used) is rests


def test_a_table_says_once_which_ruling_is_played():
    table = play.move(at_table(), BROUGHT, 0, "begin", {"who": "0"})
    table = play.move(table, BROUGHT, 0, "build", {"level": 6, "factory": "L1"})
    table = play.move(
        play.move(table, BROUGHT, 0, "phase", {"to": "move"}), BROUGHT, 0, "move", {"mech": "A1", "path": ["L2"]}
    )
    assert table.events[-1].rulings == {"neighbours": "edges", "centre-row": "enter"}
    again = play.move(play.undo(table, BROUGHT, 0), BROUGHT, 0, "move", {"mech": "A1", "path": ["L2"]})
    assert again.events[-1].rulings == {}


def test_rulings_that_need_an_answer_of_the_opening_cannot_be_agreed_on_without_it():
    table = at_table()
    said = refused(play.propose, table, BROUGHT, 0, "rulings", {"rulings": {"spare-dice": "fewer"}})
    assert "options.dice" in said and table.proposal is None


def test_a_stored_state_that_cannot_be_read_is_refused():
    assert "phase" in refused(tracker().read_state, {"phase": "lunch"})


def test_what_is_owed_first_comes_before_any_move():
    bench = Bench("A1:1@C3 A2:1@L1 B1:1@C3").walk("A1", "C4")
    assert "the dice or the aim" in refused(bench.walk, "A2", "L2")
    assert "both build specs" in refused(play.move, at_table(specs=("PMISAA",)), BROUGHT, 0, "begin", {"who": "0"})
    over = Bench("A1:1@C5", phase="combat").end()
    assert "the game is over" in refused(over.do, "phase", to="end")


def test_the_moves_of_another_seat_and_unknown_ones_are_refused():
    bench = Bench("A1:1@L1 B1:1@L5")
    view = bench.view(1)
    assert "not this seat's turn" in refused(bench.tracker.read_move, view, 1, "move", {"mech": "B1", "path": "L4"})
    assert "one that has not moved: A1" in refused(bench.walk, "B1", "L4")
    assert "move" in refused(bench.do, "dance")
    assert "path" in refused(bench.do, "move", mech="A1", path=["L2"] * 100)
    assert prepare(GAME, "opportunity-shot", {"mech": "MIPASA:4", "dice": "5", "spare": "1"})


def test_a_board_has_the_ratings_of_each_level_and_who_stands_at_it():
    """PMISAA at level 1 has Power 2 and Mobility 1; its third module gives Initiative 1, its fourth a shield."""
    table = at_table(specs=("PMISAA",))
    assert [len(levels) for levels in table.view(0)["levels"]] == [6, 0]
    assert table.view(1)["levels"] == table.view(None)["levels"] == [[], []]
    table = play.move(play.seal_choice(table, BROUGHT, 1, {"spec": "MIPASA"}), BROUGHT, 0, "begin", {"who": "0"})
    table = play.move(table, BROUGHT, 0, "build", {"level": 4, "factory": "L1"})
    first, *_, last = table.view(None)["levels"][0]
    names = ("level", "module", "power", "shield", "mobility", "initiative", "mechs")
    assert [first[name] for name in names] == [1, "P", 2, 0, 1, 0, []]
    fourth = table.view(None)["levels"][0][3]
    assert [fourth[name] for name in names] == [4, "S", 2, 1, 2, 1, ["A1 L1"]]
    assert last["level"] == 6


def test_dice_name_the_mech_that_is_fired_at():
    bench = Bench("A1:5@C3 B1:4@C3", phase="combat")
    bench.do("combat", zone="C3")
    (owed,) = bench.tracker.waiting(bench.state)
    assert owed.why == owed.throw.why == "countdown 1: Side A fires at B1 (level 4)"
    bench = Bench("A1:4@C3 B1:5@C3", phase="move")
    bench.walk("A1", ["C2"])
    (owed,) = bench.tracker.waiting(bench.state)
    assert owed.throw.why == "all enemies fire at A1, the level 4 mech that leaves, 1 layer"
