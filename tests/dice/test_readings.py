"""Sentences about how an expression was read: each where it is true, and nowhere else."""

import pytest
from hypothesis import given, note, settings

from companion.dice.expression import parse
from companion.dice.readings import readings
from tests.dice.oracle import expressions

LINK = "A link loses its plus signs; this was read as {}."
REPEATS = "{} results; the odds are those of one of them."
D66 = "d66 is a tens die and a units die, 36 results; 1d66 is a die with 66 sides."
SIXTY_SIX = "1d66 is a die with 66 sides; d66 is a tens die and a units die."
KEEPS = "Each keep and drop looks at all dice; Avrae and Foundry apply one after the other."
K = "k keeps the highest dice; Avrae keeps those that show this number."
X = "x after dice makes them explode; * or × multiplies."
OVER = "/ keeps fractions; // rounds down, as / does in Avrae."
R = "r throws again until the face no longer shows; Foundry's r throws once: ro."
CS = "cs counts dice; in Roll20 it only colors them."
COUNT = "{1} counts dice; ({0}){1} compares their total, as Avrae does."
NEVER = "No face of {2} is {1}, so the count is always 0; ({0}){1} compares the total."
ALONE = "{1} counts the {0} alone; ({2}){1} compares the total."

SAID = {
    # Nothing to say
    "3d6+2": [],
    "4d6kh3": [],
    "4d6kl3": [],
    "4d6k": [],
    "4d6d1": [],
    "2d6//2": [],
    "3d6!": [],
    "3d6!!": [],
    "3d6!5": [],
    "3d6!>=5": [],
    "3d6ro1": [],
    "3d6rr1": [],
    "3d6ro<=2": [],
    "3d6mi2ma5": [],
    "(2d6)>=8": [],
    "(2d6)>8": [],
    "d20+5>15": [],
    "{d6, d8}>=5": [],
    "d6": [],
    "d660": [],
    "2d66": [],
    "d%": [],
    "3d{hit, miss}": [],
    "2d6[k3 d66 / x]": [],
    "2d6 # x / r": [],
    "3 # attack": [],
    "3#d20+1": ["# begins a comment, so that no dice are thrown; 3x(d20+1) repeats."],
    # Dice
    "d66": [D66],
    "d66r11": [R, D66],
    "d66+1": [D66],
    "1d66": [SIXTY_SIX],
    # Kept
    "4d6k3": [K],
    "4d6K3": [K],
    "{2d6, d12}k1": [K],
    "{4d6}k3": [K],
    "4d6kh3kl2": [KEEPS],
    "4d6dl1dh1": [KEEPS],
    "{1, 2, 3}kh2dl1": [KEEPS],
    "{4d6}kh3kl2": [KEEPS],
    # Thrown again and exploding
    "3d6r1": [R],
    "3d6r": [R],
    "3d6R1": [R],
    "3d6r{1, 2}": [R],
    "3d6RR1": [],
    "3d6r<3": [R, "r<3 throws again on less than 3; Roll20 throws again on 3 too: r<=3."],
    "3d6ro>4": ["ro>4 throws again on more than 4; Roll20 throws again on 4 too: ro>=4."],
    "3d6!>4": ["!>4 explodes on more than 4; Roll20 reads 4 too: !>=4."],
    "3d6!!<3": ["!!<3 explodes on less than 3; Roll20 reads 3 too: !!<=3."],
    "3d6x": [X],
    "3d6x5": [X],
    "3d6X>4": [X],
    # Counted
    "6d6>=5": [COUNT.format("6d6", ">=5")],
    "6d6≥5": [COUNT.format("6d6", ">=5")],
    "6d6 = 5": [COUNT.format("6d6", "=5")],
    "4d6kh3>=5": [COUNT.format("4d6kh3", ">=5")],
    "adv>=15": [COUNT.format("adv", ">=15")],
    "{4d6}>=5": [COUNT.format("{4d6}", ">=5")],
    "2d{1, 1, 2}>=2": [COUNT.format("2d{1, 1, 2}", ">=2")],
    "6d6>4": [">4 counts dice that show more than 4; Roll20 counts 4 too: >=4."],
    "6d6<3": ["<3 counts dice that show less than 3; Roll20 counts 3 too: <=3."],
    "{d6, d8}>5": [">5 counts results of more than 5; Roll20 counts 5 too: >=5."],
    "6d6cs6": [CS],
    "6d6CS>5": [CS],
    "6d6>=5f1": [COUNT.format("6d6", ">=5")],
    "6d6>=5f<2": [
        COUNT.format("6d6", ">=5"),
        "f<2 takes off dice that show less than 2; Roll20 takes off 2 too: f<=2.",
    ],
    "2d6>=8": [NEVER.format("2d6", ">=8", "d6")],
    "2d6>6": [NEVER.format("2d6", ">6", "d6")],
    "2d6r>4>=5": [
        NEVER.format("2d6r>4", ">=5", "d6 (not >4)"),
        R,
        "r>4 throws again on more than 4; Roll20 throws again on 4 too: r>=4.",
    ],
    "2d6mi8>=8": [COUNT.format("2d6mi8", ">=8")],
    "2d6!! >=8": [COUNT.format("2d6!!", ">=8")],
    "2d6>=8f1": ["No face of d6 is >=8; (2d6)>=8 compares the total."],
    "2d6=8cs6": ["No face of d6 is =8; (2d6)=8 compares the total.", CS],
    # A sum before dice that are counted
    "5+d20>=15": [ALONE.format("d20", ">=15", "5+d20"), COUNT.format("d20", ">=15")],
    "2*(5 + d20>=15)": [ALONE.format("d20", ">=15", "5 + d20"), COUNT.format("d20", ">=15")],
    "max(1, 5+d20>=15)": [ALONE.format("d20", ">=15", "5+d20"), COUNT.format("d20", ">=15")],
    "{d4, (1+1)+d20>=15}kh1": [ALONE.format("d20", ">=15", "(1+1)+d20"), COUNT.format("d20", ">=15")],
    "2[a (b]+d20>=15": [ALONE.format("d20", ">=15", "2[a (b]+d20"), COUNT.format("d20", ">=15")],
    "1+2*d20>=15": [ALONE.format("d20", ">=15", "1+2*d20"), COUNT.format("d20", ">=15")],
    "2x(5+d20>=15)": [
        REPEATS.format(2),
        ALONE.format("d20", ">=15", "5+d20"),
        COUNT.format("d20", ">=15"),
    ],
    "2xd4+d20>=15": [REPEATS.format(2), ALONE.format("d20", ">=15", "d4+d20"), COUNT.format("d20", ">=15")],
    "5d6>=5+2": [COUNT.format("5d6", ">=5")],
    "5+(d20>=15)": [COUNT.format("d20", ">=15")],
    "5+({4d6}>=5)": [COUNT.format("{4d6}", ">=5")],
    "5+d20cs>=15": [CS],
    "d66+(2d2cs0)": [D66, CS],
    "2d6>=5+2d6>=5": [COUNT.format("2d6", ">=5")],
    # The rest
    "d6/2": [OVER],
    "2*d6/2+d4/2": [OVER],
    "6x(3d6)": [REPEATS.format(6)],
}


@pytest.mark.parametrize("text", SAID)
def test_what_is_said_beside_an_answer(text):
    said = readings(parse(text))
    assert sorted(said) == sorted(SAID[text])


@pytest.mark.parametrize("sentence", sorted({one for said in SAID.values() for one in said if " compares the" in one}))
def test_what_compares_a_total_can_be_typed(sentence):
    offered = sentence.split("; ")[-1].split(" compares ")[0]
    assert parse(offered).measures[0].name == "success"


def test_a_lost_plus_is_said():
    assert readings(parse("2d6 3", from_link=True)) == (LINK.format("2d6+3"),)
    assert readings(parse("2d6[a] d8 1", from_link=True)) == (LINK.format("2d6[a]+d8+1"),)
    assert readings(parse("2d6+3", from_link=True)) == ()


@settings(max_examples=150)
@given(expressions())
def test_every_sentence_is_said_only_where_its_notation_stands(drawn):
    """A net under the table above: what each sentence is about stands in the text."""
    note(drawn.text)
    about = {
        D66: "d66",
        KEEPS: "",
        K: "k",
        X: "x",
        OVER: "/",
        R: "r",
        CS: "cs",
    }
    for sentence in readings(parse(drawn.text)):
        if sentence in about:
            assert about[sentence] in drawn.text
        else:
            assert "Roll20" in sentence or "compares" in sentence
            signs = {">=": ">≥", "<=": "<≤", ">": ">", "<": "<", "=": "="}
            assert any(any(one in drawn.text for one in signs[sign]) for sign in signs if sign in sentence)
