"""The verbs' answers: their shapes, and what they say to input they cannot read."""

import json
from fractions import Fraction
from math import comb

import pytest

from companion.base.findings import InvalidInput
from companion.games import GAMES
from companion.verbs.checks import check_answer
from companion.verbs.game_rolls import odds_answer, roll_answer
from companion.verbs.games import cards_answer, games_answer, resolvers_answer, rules_answer
from companion.verbs.names import NotThere, find_game, find_resolver
from companion.verbs.rolls import odds_expression, roll_expression

POOLS = {"attack": "3", "attack_die": "regular", "defend": "3", "defend_die": "shield"}


def game():
    return find_game("mecha-mettle")


def binomial(n, p):
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def beats(attack, p, defend, q):
    """Return the chance of strictly more successes than the defender, worked out by hand (facts 9 to 12)."""
    return sum(a * d for i, a in enumerate(binomial(attack, p)) for j, d in enumerate(binomial(defend, q)) if i > j)


def messages(caught):
    return " ".join(map(str, caught.value.input_errors))


def test_odds_are_exact_and_sum_to_one():
    answer = odds_answer(game(), "attack", POOLS)
    assert set(answer) == {"game", "resolver", "inputs", "notes", "outcomes", "summary", "rests_on"}
    assert (answer["game"], answer["resolver"]) == ("mecha-mettle", "attack")
    assert {**POOLS, "attack": 3, "defend": 3}.items() <= answer["inputs"].items()
    assert sum(Fraction(row["exact"]) for row in answer["outcomes"]) == 1
    expected = beats(3, Fraction(1, 3), 3, Fraction(1, 2))
    assert expected == Fraction(43, 216)
    assert answer["summary"]["success"] == {"exact": "43/216", "p": pytest.approx(43 / 216)}
    assert {"attack", "defence", "hit", "breach"} <= set(answer["outcomes"][0]["outcome"])
    assert all(row["p"] == float(Fraction(row["exact"])) for row in answer["outcomes"])


def test_answers_are_plain_json():
    for answer in (
        games_answer(),
        cards_answer(game()),
        rules_answer(game()),
        resolvers_answer(game()),
        odds_answer(game(), "attack", POOLS),
        roll_answer(game(), "attack", POOLS, seed=7),
        odds_expression("2d6"),
        roll_expression("2d6", seed=7),
    ):
        assert json.loads(json.dumps(answer)) == answer


def test_faces_from_the_table_decide_the_roll():
    # Regular succeeds from 5, shields from 4: two successes against one hit (facts 9, 10, 12).
    answer = roll_answer(game(), "attack", POOLS, faces="5 6 1 | 4 3 2")
    assert set(answer) == {"game", "resolver", "inputs", "notes", "throws", "outcome", "ending", "rests_on"}
    assert [throw["dice"] for throw in answer["throws"]] == ["3d6", "3d6"]
    assert [throw["faces"] for throw in answer["throws"]] == [[5, 6, 1], [4, 3, 2]]
    assert all(throw["why"] for throw in answer["throws"])
    outcome = answer["outcome"]
    assert (outcome["attack"], outcome["defence"], outcome["hit"]) == (2, 1, True)


def test_a_tie_is_a_defence():
    assert roll_answer(game(), "attack", POOLS, faces=[[5, 1, 1], [4, 1, 1]])["outcome"]["hit"] is False


def test_a_seed_makes_the_same_throws_again():
    first, second = (roll_answer(game(), "attack", POOLS, seed=11) for _ in range(2))
    assert first == second
    assert [len(throw["faces"]) for throw in first["throws"]] == [3, 3]


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ("5 6", "3d6"),
        ("5 6 1 2", "3d6"),
        ("5 6 7 | 1 1 1", "a face of d6, 1 to 6"),
        ("5 6 1", "one more: 3d6"),
        ("5 6 1 | 4 3 2 | 1", "expected 2"),
        ("", "one more: 3d6"),
        ("five six one", "whole numbers"),
        ("--5 6 1", "whole numbers"),
        ("5" * 5000, "whole numbers"),
    ],
)
def test_faces_that_do_not_fit_say_what_was_asked_for(faces, said):
    with pytest.raises(InvalidInput) as caught:
        roll_answer(game(), "attack", POOLS, faces=faces)
    assert said in messages(caught)
    assert "faces" in messages(caught)
    assert len(messages(caught)) < 400


@pytest.mark.parametrize(
    ("change", "where", "said"),
    [
        ({"attack": "-1"}, "attack", "at least"),
        ({"attack": "10000"}, "attack", "at most"),
        ({"attack": "banana"}, "attack", "a whole number"),
        ({"attack": "9" * 6000}, "attack", "expected"),
        ({"defend_die": "banana"}, "defend_die", "evasion"),
        ({"frob": "1"}, "frob", "unknown key"),
        ({"attack": ["1", "2"]}, "attack", "a whole number"),
    ],
)
def test_inputs_that_cannot_be_read_name_the_place(change, where, said):
    with pytest.raises(InvalidInput) as caught:
        odds_answer(game(), "attack", POOLS | change)
    assert [m.where for m in caught.value.input_errors] == [where]
    assert said in messages(caught)
    assert len(messages(caught)) < 400


def test_every_input_error_is_told_at_once():
    with pytest.raises(InvalidInput) as caught:
        odds_answer(game(), "attack", POOLS | {"attack": "x", "defend": "y"})
    assert {m.where for m in caught.value.input_errors} == {"attack", "defend"}


def test_names_that_nothing_has():
    with pytest.raises(NotThere, match="mecha-mettle"):
        find_game("chess")
    with pytest.raises(NotThere, match="attack"):
        find_resolver(game(), "sing")


@pytest.mark.parametrize(("document", "said"), [([], "a table"), ({}, "nothing"), ({"game": 3}, "found 3")])
def test_a_document_must_name_its_game(document, said):
    with pytest.raises(InvalidInput, match=said):
        check_answer(document)


def test_check_tells_legal_from_illegal():
    components = [card.id for card in game().catalogue.cards.values() if type(card).__name__ == "Component"]
    one_of_each = [next(i for i in components if game().catalogue.cards[i].level == level) for level in (1, 2, 3, 4)]
    document = {"game": "mecha-mettle", "title": "Mine", "components": one_of_each}
    fine = check_answer(document)
    assert set(fine) == {
        "game",
        "title",
        "legal",
        "totals",
        "origins",
        "findings",
        "rulings",
        "house_rules",
        "statement",
    }
    assert (fine["title"], fine["legal"]) == ("Mine", True)
    broken = check_answer(document | {"components": components[:5]})
    assert broken["legal"] is False
    assert {"rule", "level", "message", "where", "fixes"} == set(broken["findings"][0])


def test_cards_carry_kind_and_origin():
    cards = cards_answer(game())["cards"]
    assert {"module", "component", "tile"} == {card["kind"] for card in cards}
    assert all("default" in card["origin"] for card in cards)


def test_rules_name_the_ruling_in_force():
    answer = rules_answer(game())
    assert answer["sections"]
    for ruling in answer["rulings"]:
        assert ruling["chosen"] == ruling["default"]
        last = ruling["option"][-1]["id"]
        changed = rules_answer(game(), {ruling["id"]: last})["rulings"]
        assert next(r["chosen"] for r in changed if r["id"] == ruling["id"]) == last
    with pytest.raises(InvalidInput, match="no-such-ruling"):
        rules_answer(game(), {"no-such-ruling": "x"})


def test_every_game_is_listed_with_what_it_can_do():
    listed = games_answer()["games"]
    assert [entry["slug"] for entry in listed] == [g.slug for g in GAMES]
    assert "attack" in listed[0]["resolvers"]


def test_the_plain_roller_answers_in_the_same_shape():
    odds = odds_expression("2d6")
    assert set(odds) == {"game", "resolver", "inputs", "notes", "outcomes", "summary", "rests_on"}
    assert {row["outcome"]["total"]: row["exact"] for row in odds["outcomes"]}[7] == "1/6"
    assert sum(Fraction(row["exact"]) for row in odds["outcomes"]) == 1
    assert odds["summary"]["total"] == {"exact": "7", "value": 7.0}
    roll = roll_expression("2d6+1", faces="3 4")
    assert roll["outcome"]["total"] == 8


@pytest.mark.parametrize("text", ["", "banana", "3d", "3d6kh9", "d" * 500, "1000000d1000000", "3d6 & 2"])
def test_a_bad_expression_is_an_input_error(text):
    with pytest.raises(InvalidInput) as caught:
        odds_expression(text)
    assert len(messages(caught)) < 400


def test_an_origin_has_its_word_and_its_note():
    cards = {card["id"]: card for card in cards_answer(game())["cards"]}
    place = "its place in the rulebook's list"
    assert cards["recombinator"]["origin"]["level"] == {"origin": "derived", "note": place}
    answer = check_answer(next(iter(game().examples.values())).model_dump(mode="json") | {"game": "mecha-mettle"})
    assert answer["origins"]["levels"] == f"derived: {place}"
