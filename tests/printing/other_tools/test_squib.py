"""Squib's output: `_output/card_00.png` and on, backs with a prefix of their own, sheets as PDF beside them."""

from tests.printing.other_tools.deck_files import printed, source


def test_cards_that_are_counted_from_nought_have_the_backs_of_their_numbers():
    names = ("_output/card_00.png", "_output/card_01.png", "_output/back_00.png", "_output/back_01.png")
    assert printed(source(*names)) == ({names[0]: (1, names[2]), names[1]: (1, names[3])}, [])


def test_the_only_back_lies_behind_all():
    names = ("_output/card_00.png", "_output/card_01.png", "_output/back_00.png")
    assert printed(source(*names))[0] == {names[0]: (1, names[2]), names[1]: (1, names[2])}


def test_a_prefix_of_one_s_own_and_three_digits():
    """`save_png prefix: "hero_", count_format: "%03d"`."""
    names = ("hero_000.png", "hero_001.png", "hero_back_000.png", "hero_back_001.png")
    assert printed(source(*names)) == ({names[0]: (1, names[2]), names[1]: (1, names[3])}, [])


def test_cards_are_in_the_order_of_their_numbers():
    names = [f"_output/card_{number:02}.png" for number in range(12)]
    assert [*printed(source(*reversed(names)))[0]] == names
