"""silhouette-card-maker's folders: `game/front`, a common back in `game/back`, own backs in `game/double_sided`."""

import pytest

from tests.printing.other_tools.deck_files import printed, source


@pytest.mark.parametrize(("front", "back"), [("jpg", "png"), ("png", "jpg"), ("webp", "png"), ("png", "png")])
def test_a_back_belongs_to_the_front_of_its_name_whatever_the_endings(front, back):
    names = (
        f"game/front/wolf.{front}",
        "game/front/owl.png",
        "game/back/common.webp",
        f"game/double_sided/wolf.{back}",
    )
    wolf, owl, common, behind = names
    assert printed(source(*names)) == ({owl: (1, common), wolf: (1, behind)}, [])


def test_cards_that_its_plugins_fetch_are_counted_by_their_files():
    """The Magic plugin saves each copy as a file of its own, with its place in the list and its number."""
    names = ("front/0Fox0.png", "front/0Fox1.png", "front/1Bear0.png", "double_sided/1Bear0.png", "back/card_back.png")
    cards, notes = printed(source(*names))
    assert cards == {
        "front/0Fox0.png": (1, "back/card_back.png"),
        "front/0Fox1.png": (1, "back/card_back.png"),
        "front/1Bear0.png": (1, "double_sided/1Bear0.png"),
    }
    assert not notes


def test_what_lies_in_its_other_folders_is_no_card():
    """The deck list, the places held for git, and notes beside them."""
    there = source(
        "game/front/owl.png", **{"game/decklist/deck__txt": "1 owl", "game/back/__gitkeep": "", "game/x__md": ""}
    )
    assert printed(there) == ({"game/front/owl.png": (1, "")}, [])


def test_two_common_backs_are_told():
    cards, notes = printed(source("front/owl.png", "back/a.png", "back/b.png"))
    assert cards == {"front/owl.png": (1, "")} and len(notes) == 2
