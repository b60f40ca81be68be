"""nanDECK's pictures: `SAVE="card_{§,3}.png"` and `§`-numbered names, with fronts and backs saved one after the other."""

import pytest

from tests.printing.other_tools.deck_files import printed, source


@pytest.mark.parametrize(
    ("fronts", "backs"),
    [
        (("card1.png", "card2.png"), ("back1.png", "back2.png")),
        (("Card_001.jpg", "Card_002.jpg"), ("Back_001.jpg", "Back_002.jpg")),
        (("front-01.png", "front-02.png"), ("back-01.png", "back-02.png")),
        (("deck_1.png", "deck_2.png"), ("deck_1_back.png", "deck_2_back.png")),
        (("fronts/1.png", "fronts/2.png"), ("backs/1.png", "backs/2.png")),
        (("fronts/card 1.png", "fronts/card 2.png"), ("backs/card 1.png", "backs/card 2.png")),
    ],
)
def test_a_back_lies_behind_the_card_of_its_number(fronts, backs):
    expected = {front: (1, back) for front, back in zip(fronts, backs, strict=True)}
    assert printed(source(*fronts, *backs)) == (expected, [])


def test_a_deck_that_was_saved_by_the_names_in_its_table():
    """`SAVE="[title].png"`, with the signs that a file may not have taken out."""
    assert printed(source("Rail Gun.png", "Scout's Drone.png", "back.png"), "2 Rail Gun\n1 Scout’s Drone")[0] == {
        "Rail Gun.png": (2, "back.png"),
        "Scout's Drone.png": (1, "back.png"),
    }
