"""The examples of other programs' documents, with the faces and the total that they show, and ours.

Where ours differs by decision, a sentence beside the answer says so.
"""

import pytest

from companion.dice.expression import parse
from companion.dice.readings import readings
from companion.dice.resolver import replay

SAME = [
    # rpg-dice-roller: the guide to notation, its examples of results
    ("2d6!", [[4, 6], [6], [2]], 18),
    ("2d6!!", [[4, 6], [6], [2]], 18),
    ("6d8dh3", [[3, 6, 7, 2, 5, 4]], 9),
    ("3d10k1d1", [[6, 1, 9]], 9),
    ("2d6=6", [[4, 6]], 1),
    ("4d3>1", [[1, 3, 2, 1]], 2),
    ("4d3<2", [[1, 3, 2, 1]], 2),
    ("5d8>=5", [[2, 4, 6, 3, 8]], 2),
    ("6d10<=4", [[7, 2, 10, 3, 3, 4]], 4),
    ("4d6>4f<3", [[2, 5, 4, 5]], 1),
    ("{4d10, 5d6, 2d10}k2", [[8, 1, 4, 1], [1, 5, 1, 5, 3], [6, 3]], 29),
    # rpg-dice-roller: its tests with fixed dice
    ("3d6kh2dl1", [[1, 4, 6]], 10),
    ("3d6kh2dl1", [[5, 6, 5]], 11),
    ("8d4kh4!", [[3, 4, 2, 2, 3, 2, 3, 3], [3]], 13),
    # Avrae's d20: the readme
    ("1d20+5", [[10]], 15),
    ("4d6kh3", [[4, 4, 6, 3]], 14),
    ("2d6ro<3", [[1, 6], [3]], 9),
    ("8d6mi2", [[1, 6, 4, 2, 6, 2, 5, 6]], 33),
    ("{1d4 + 1, 3, 2d6kl1}kh1", [[2], [2, 5]], 3),
    ("3d6 [fire] + 1d4 [piercing]", [[3, 2, 2], [3]], 10),
    ("-(1d8 + 3) [healing]", [[7]], -10),
    ("3d6 + 1d4 + 3", [[4, 6, 6], [1]], 20),
    ("-1d8 + 4 - {3, 1d4}kh1", [[8], [3]], -7),
    # Avrae's d20: its tests
    ("1 + 3 * 6", [], 19),
    ("(1 + 3) * 6", [], 24),
    ("15 // 2", [], 7),
    ("1d20rr<20", [[20]], 20),
    ("{1, 2, 3, 4, 5}kl2", [], 3),
    ("{1, 2, 3, 4, 5}kh2", [], 9),
    ("10d6ma1", [[6, 5, 4, 3, 2, 1, 6, 5, 4, 3]], 10),
    # Roll20: the dice reference
    ("3d6!", [[6, 2, 1], [6], [3]], 18),
    ("3d6!3", [[3, 6, 1], [4]], 14),
    ("8d100k4", [[1, 2, 3, 4, 50, 60, 70, 80]], 260),
    ("8d100d3", [[1, 2, 3, 4, 50, 60, 70, 80]], 264),
    # Foundry: the API of a die
    ("20d20k", [[*range(1, 21)]], 20),
    ("20d20kl10", [[*range(1, 21)]], 55),
    ("20d20dh10", [[*range(1, 21)]], 55),
    ("6d6cs>3", [[1, 2, 3, 4, 5, 6]], 3),
]


@pytest.mark.parametrize(("text", "groups", "total"), SAME)
def test_what_other_programs_document_comes_to_the_same(text, groups, total):
    outcome = dict(replay(parse(text), groups).outcome)
    outcome.pop("parts", None)
    assert outcome == {"total": total}


def test_two_examples_of_a_document_do_not_add_up():
    """rpg-dice-roller's guide shows the right dice as dropped, and another total; or two dropped where it drops three."""
    assert replay(parse("6d8k3"), [[3, 6, 7, 2, 5, 4]]).outcome == {"total": 6 + 7 + 5}  # it says 9
    assert replay(parse("4d10dh1dl2"), [[5, 3, 7, 8]]).outcome == {"total": 7}  # it says 12


OTHERWISE = [
    # Text and faces, what they document for these (None: they throw more dice), ours, and the sentence
    ("3d6!>4", [[4, 5, 6], [1, 2]], None, 18, "Roll20 reads 4 too: !>=4."),
    ("3d6>4", [[4, 5, 6]], 3, 2, "Roll20 counts 4 too: >=4."),
    ("2d8r<2", [[2, 8]], None, 10, "Roll20 throws again on 2 too: r<=2."),
    ("20d20r2", [[1] * 20], 20, 20, "Foundry's r throws once: ro."),
    ("15 / 2", [], 7, "15/2", "// rounds down, as / does in Avrae."),
    ("6d6>=5", [[1, 2, 3, 4, 5, 6]], 1, 2, "(6d6)>=5 compares their total, as Avrae does."),
    ("10d6k3", [[1, 2, 3, 3, 3, 4, 4, 5, 6, 6]], 9, 17, "Avrae keeps those that show this number."),
    ("5d6kh4kl3", [[1, 2, 3, 4, 5]], 9, 5, "Avrae and Foundry apply one after the other."),
    ("5d20cs>=16", [[3, 20, 18, 15, 6]], 62, 2, "cs counts dice; in Roll20 it only colors them."),
]


@pytest.mark.parametrize(("text", "groups", "theirs", "ours", "sentence"), OTHERWISE)
def test_where_ours_differs_the_answer_says_so(text, groups, theirs, ours, sentence):
    expression = parse(text)
    assert replay(expression, groups).outcome == {"total": ours}
    assert any(said.endswith(sentence) for said in readings(expression))
    assert ours != theirs or sentence.startswith("Foundry")


def test_foundrys_r_is_our_ro():
    """A one that is thrown again and shows one more: Foundry keeps it, as our ro does; our r has no ones at all."""
    assert replay(parse("2d20ro1"), [[1, 5], [1]]).outcome == {"total": 6}
    assert parse("2d20r1").ask(()).die.faces == tuple(range(2, 21))
