"""Names as Component.Studio, Dextrous and Card Creatr export them: a number, the name, a side, copies in the name."""

import pytest

from tests.printing.other_tools.deck_files import printed, source


@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("Dragon[face].png", "Dragon[back].png"),
        ("Dragon-face.png", "Dragon-back.png"),
        ("Dragon (Front).png", "Dragon (Back).png"),
        ("01-Dragon-front.png", "01-Dragon-back.png"),
        ("Dragon_front_1.png", "Dragon_back_1.png"),
        ("Dragon.front.png", "Dragon.back.png"),
    ],
)
def test_a_side_is_the_end_of_a_name(front, back):
    assert printed(source(front, back, "Troll.png")) == ({front: (1, back), "Troll.png": (1, "")}, [])


@pytest.mark.parametrize(
    "file", ["Dragon_x3.png", "3x_Dragon.png", "Dragon [x3].png", "Dragon (x3).png", "03x Dragon.png"]
)
def test_copies_are_in_the_name(file):
    assert printed(source(file, "Troll.png"))[0] == {file: (3, ""), "Troll.png": (1, "")}
