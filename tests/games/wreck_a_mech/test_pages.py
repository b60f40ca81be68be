"""Wreck-A-Mech's own pages by what their addresses say, and the text for a chat."""

from fractions import Fraction

import pytest

from companion.findings import InvalidInput
from companion.games.wreck_a_mech import GAME, pages
from companion.games.wreck_a_mech.summary import summary


def shown(name, rulings=None, **fields):
    view = next(v for v in GAME.views if v.name == name)
    typed = {key: value if isinstance(value, list) else [value] for key, value in fields.items()}
    return view.show(typed, GAME.context(rulings))


def test_the_best_build_waits_for_cards():
    assert shown("best-build")["builds"] == () and shown("best-build")["rows"] == 5


def test_the_best_build_of_a_hand():
    made = shown("best-build", hand=["Laser Show", "", "mic-drop, Encore Crown"], left_arm="trainer-left-arm", head="")
    assert made["hand"] == ["laser-show", "mic-drop", "encore-crown"] and made["after"] is None
    assert [card.id for _, card in made["builds"][0].parts] == ["encore-crown", "mic-drop", "laser-show"]
    assert made["builds"][0].attack == 2 + (5 - 2) + 8


def test_the_opponent_counts_for_heads_and_for_the_margin():
    made = shown("best-build", hand="Encore Crown", goal="opponent", attack="5", defense="3", parts="2 Freedom")
    (build,) = made["builds"]
    assert (build.attack, build.dealt, build.taken, build.wrecked) == (2 + 2 * 2, 3, 3, True)
    assert build.margin == 0 and made["marked"]
    other = shown("best-build", {"wheel": "akio-zhao-freedom"}, hand="Encore Crown", parts="2 Freedom")
    assert other["builds"][0].attack == 2


def test_many_ties_are_counted_and_not_all_listed():
    mech = {"head": "spotlight-visor", "body": "season-finale", "left_arm": "camera-crane", "right_arm": "mic-drop"}
    asked = {"hand": ["Pyro Fist", "Laser Show"], **mech, "goal": "opponent", "attack": "3", "defense": "60"}
    made = shown("best-build", **asked)
    assert len(made["builds"]) == pages.SHOWN < made["count"] and made["before"] is None
    assert made["builds"][0].wrecked is False
    last = shown("best-build", **asked, after=str(made["count"] - 1))
    assert len(last["builds"]) == 1 and last["after"] is None and last["first"] == made["count"]


def test_what_can_be_lost():
    trainers = {p: f"trainer-{p.replace('_', '-')}" for p in ("head", "body", "left_arm", "right_arm", "legs")}
    made = shown("losses", attack="9", **trainers)
    assert (made["taken"], made["structure"], made["wrecked"]) == (4, 7, False)
    first = made["rows"][0]
    assert first[0].positions == ("body", "legs") and (first[0].cost.attack_left, first[1].rank_2) == (7, 2)
    assert shown("losses", **trainers)["taken"] is None
    assert shown("losses", attack="99", **trainers)["wrecked"]
    assert shown("losses", attack="9", defense="9", **trainers)["taken"] == 0
    assert shown("losses", attack="9")["taken"] is None


def test_deck_odds_wait_for_piles_and_read_what_is_typed():
    assert shown("deck-odds")["made"] is None
    made = shown("deck-odds", draw="2 Trainer Head\nMic Drop", discard="Keg Hull", count="3")
    assert made["sizes"] == (3, 1) and made["made"].certain == 3
    assert [card.id for card, _, _ in made["ranked"]][:2] == ["mic-drop", "trainer-head"]


@pytest.mark.parametrize(
    ("name", "fields", "says"),
    [
        ("best-build", {"hand": "Mic Drip"}, ("hand: found 'Mic Drip', expected a card: its name, or",)),
        ("best-build", {"hand": "100 Mic Drop"}, ("found '100 Mic Drop', expected a number from 1 to 99 before",)),
        ("best-build", {"hand": "13 Mic Drop"}, ("hand", "13 cards", "at most 12")),
        ("best-build", {"head": "banana"}, ("head", "banana")),
        ("best-build", {"goal": "glory"}, ("goal", "attack")),
        ("best-build", {"attack": "100"}, ("attack", "0 to 99")),
        ("best-build", {"attack": "²"}, ("attack", "0 to 99")),
        ("best-build", {"parts": "many"}, ("parts: found 'many', expected parts by corporation, as 3 Akio, 1 Zhao.",)),
        ("best-build", {"parts": "3 Akio, 3 Zhao"}, ("parts: found 6 parts, expected at most 5.",)),
        ("losses", {"attack": "x"}, ("attack", "0 to 99")),
        ("losses", {"body": "banana"}, ("body", "banana")),
        ("deck-odds", {"draw": "Mic Drip"}, ("draw", "Mic Drip")),
        ("deck-odds", {"draw": "Mic Drop\n" * 300}, ("draw: found 300 lines, expected at most 200.",)),
        ("deck-odds", {"count": "61"}, ("count", "0 to 60")),
    ],
)
def test_what_cannot_be_read_is_named(name, fields, says):
    with pytest.raises(InvalidInput) as error:
        shown(name, **fields)
    assert all(part in str(error.value) for part in says), str(error.value)


def test_shares_are_never_rounded_to_certainties():
    shares = (0, Fraction(1, 1000), Fraction(1, 2), Fraction(999, 1000), 1)
    assert [pages.percent(share) for share in shares] == ["0", "< 1", "50", "> 99", "100"]


def test_a_mech_as_text_for_a_chat():
    build = GAME.read(
        {
            "game": "wreck-a-mech",
            "title": "Scrap",
            "mech": {"head": "trainer-head"},
            "deck": ["2 trainer-legs", "mic-drop"],
        }
    )
    lines = summary(build, GAME.context()).splitlines()
    assert lines[0] == "Wreck-A-Mech: Scrap: Attack 1, Defense 1, Structure 1"
    assert "Head: Trainer Head (rank 1, A1 D1 S1)" in lines and "Legs: empty" in lines
    assert lines[-1] == "Draw pile (3): 2 Trainer Legs, Mic Drop"
