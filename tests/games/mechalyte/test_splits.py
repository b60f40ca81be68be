"""Players split their own dice over the targets every round, as step 3b says; policies stay for odds (facts 54 to 60)."""

from fractions import Fraction

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.dice.throw import Choice
from companion.games.mechalyte import GAME
from companion.games.mechalyte.resolver.combat import Combat
from companion.games.mechalyte.rules.aim import canonical_split, choices, destroys, expected_loss, splits
from companion.verbs.game_rolls import odds_answer, prepare, roll_answer
from companion.verbs.rolls import continue_from, find_exact_odds, has_choices, replay_groups

FIGHT = {"a": "PMMMMM:2,1", "b": "SPMMMM:2,1", "choose": "true"}


def asked(groups, **more):
    return replay_groups(prepare(GAME, "combat", {**FIGHT, **more}), groups)


@settings(max_examples=25, deadline=None)
@given(
    st.tuples(st.text("PSMIA", min_size=6, max_size=6), st.lists(st.integers(1, 5), min_size=1, max_size=2)),
    st.tuples(st.text("PSMIA", min_size=6, max_size=6), st.lists(st.integers(1, 5), min_size=1, max_size=2)),
    st.sampled_from(["strongest", "weakest", "spread", "best"]),
    st.sampled_from(["a", "b"]),
)
def test_the_odds_are_those_of_the_best_split_or_of_another_policy_whoever_is_asked(a, b, aim, turn):
    sides = {name: f"{spec}:{','.join(map(str, levels))}" for name, (spec, levels) in {"a": a, "b": b}.items()}
    given = {**sides, "a_aim": aim, "b_aim": aim, "turn": turn}
    chosen = odds_answer(GAME, "combat", {**given, "choose": "true"})
    followed = "best" if aim == "strongest" else aim
    plain = odds_answer(GAME, "combat", {**given, "a_aim": followed, "b_aim": followed})
    assert chosen["summary"] == plain["summary"]


def test_the_odds_beside_a_split_follow_it():
    """PMMMMM of level 2 and 1 have Power 2 each; one die each kills half the time, 1 + 3 dice 1/2 and 7/8.

    Both of B's level 1 mechs have no armour and no shield: a mech is destroyed by any hit of its dice.
    """
    given = {"a": "PMMMMM:2,1", "b": "MMMMMM:1,1"}
    split = odds_answer(GAME, "combat", {**given, "choose": "true"})["summary"]["b_wiped"]
    # 2 + 2 dice take the most: 3/4 each.
    assert Fraction(split["exact"]) == Fraction(9, 16)
    assert Fraction(odds_answer(GAME, "combat", given)["summary"]["b_wiped"]["exact"]) == 0
    prepared = prepare(GAME, "combat", {**given, "choose": "true"})
    choice = replay_groups(prepared, []).waiting
    assert not has_choices(replay_groups(prepared, []))
    for number, answer in enumerate(choice.answers, 1):
        dice = [int(n) for n in answer.split(" + ")]
        run = replay_groups(prepared, [[number]])
        assert has_choices(run)
        measure = next(m for m in prepared.measures if m.name == "b_wiped")
        both = (1 - Fraction(1, 2) ** dice[0]) * (1 - Fraction(1, 2) ** dice[1])
        assert find_exact_odds(continue_from(prepared, run)).measure(measure) == both


@pytest.mark.parametrize(
    ("faces", "words"),
    [("6 | 1", "B is wiped out"), ("1 | 6", "A is wiped out"), ("6 | 6", "A and B are wiped out"), ("1 | 1", "Neither is wiped out")],
)  # fmt: skip
def test_the_end_of_a_fight_names_who_is_wiped_out(faces, words):
    assert roll_answer(GAME, "combat", {"a": "MMMMMM:1", "b": "MMMMMM:1"}, faces)["ending"] == words


def test_both_players_aim_before_anybody_fires_and_the_one_whose_turn_it_is_first():
    first = asked([]).waiting
    assert isinstance(first, Choice) and first.why.endswith("A aims 4 dice at B:")
    second = asked([[1]]).waiting
    assert isinstance(second, Choice) and second.why.endswith("B aims 3 dice at A:")
    fired = asked([[1], [1]]).waiting
    assert not isinstance(fired, Choice) and fired.why.startswith("countdown 0: A fires at B")
    assert asked([], turn="b").waiting.why.endswith("B aims 3 dice at A:")


def test_the_question_names_the_countdown_and_every_mech_with_its_layers():
    why = asked([], a="IPMMMM:2,1", b="SPSMMM:3,1").waiting.why
    assert (
        why == "Countdown 1. A: level 2, level 1. B: level 3 with 2 layers, level 1 with 1 layer. A aims 3 dice at B:"
    )


def test_every_round_asks_anew_and_layers_that_are_gone_are_gone():
    """A's level 2 mech acts at 1 and shoots a layer off; at 0 its level 1 mechs aim again, at what is left."""
    run = asked([], a="MIPMMM:2,1", b="SSMMMM:2,1")
    answer = next(n for n, split in enumerate(run.waiting.answers, 1) if split == "1 + 0")
    later = asked([[answer], [4]], a="MIPMMM:2,1", b="SSMMMM:2,1").waiting
    assert later.why.startswith("Countdown 0. A: level 2, level 1. B: level 2 with 1 layer, level 1 with 1 layer.")


def test_a_split_sends_exactly_its_dice():
    run = asked([])
    answer = run.waiting.answers.index("3 + 1") + 1
    thrown = asked([[answer], [1], [1, 1, 1], [1]]).thrown
    assert [(t.throw.dice, t.throw.why) for t in thrown[2:]] == [
        ("3d6", "countdown 0: A fires at B's level 2 mech, 1 layer"),
        ("1d6", "countdown 0: A fires at B's level 1 mech, 1 layer"),
    ]


def test_one_target_leaves_nothing_to_choose():
    assert not isinstance(asked([], a="PMMMMM:2", b="SPMMMM:2").waiting, Choice)


def test_without_the_wish_to_choose_dice_from_the_table_follow_the_policy():
    given = {**FIGHT, "choose": "false"}
    thrown = roll_answer(GAME, "combat", given, seed=1)["throws"]
    assert all("fires at" in throw["why"] for throw in thrown)


def test_every_split_stands_once_and_the_best_of_the_round_first():
    mechs = ((3, 1, True), (2, 0, True), (2, 0, True))
    found = choices("MPASMM", mechs, 4)
    wanted = {canonical_split(mechs, split) for split in splits(4, 3)}
    assert [split.dice for split in found] == sorted(
        wanted,
        key=lambda dice: (
            -sum(expected_loss("MPASMM", m[0], m[1], n) for m, n in zip(mechs, dice, strict=True)),
            [-n for n in dice],
        ),
    )
    assert len({split.dice for split in found}) == len(found) == 9


@pytest.mark.parametrize(
    ("level", "layers", "dice", "chance"),
    [(1, 0, 1, "1/2"), (1, 1, 2, "5/12"), (2, 0, 2, "1/4"), (2, 2, 3, "2/27"), (1, 2, 4, "29/48"), (1, 0, 0, "0")],
)
def test_the_chance_to_destroy_is_that_of_the_facts(level, layers, dice, chance):
    """In MAPPPP a level 1 mech has no armour and a level 2 mech survives one armour effect."""
    assert destroys("MAPPPP", level, layers, dice) == Fraction(chance)


def test_each_split_says_what_it_takes_and_destroys():
    question = Combat(("PMMMMM", "MAMMMM"), ((1,), (2, 1)), choose=True)
    choice = question.ask(question.start())
    assert (
        dict(zip(choice.answers, choice.notes, strict=True))["1 + 1"]
        == "takes 1.00 levels on average; destroys 0 % · 50 %"
    )
    assert choice.usual == choice.answers.index("2 + 0")


def test_an_opportunity_shot_names_the_layers_of_the_mech_that_leaves():
    waiting = replay_groups(prepare(GAME, "opportunity-shot", {"mech": "SSMMMM:2", "dice": 2}), []).waiting
    assert waiting.why == "all enemies fire at the level 2 mech that leaves, 2 layers"


def test_the_command_line_names_who_is_wiped_out():
    asked = ["roll", "mechalyte", "combat", "a=MMMMMM:1", "b=MMMMMM:1", "--faces", "6 | 1"]
    assert CliRunner().invoke(main, asked).output.splitlines()[-1] == "B is wiped out"
