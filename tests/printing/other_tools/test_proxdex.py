"""proxdex's library: a folder a card, with a picture for each step of its work, `_f2` for the second side."""

from tests.printing.other_tools.deck_files import printed, source

CARD, TWO = "cards/ex3-dragon/ex3-90_dragonite-ex", "cards/isd-innistrad/isd-51_delver"


def test_the_last_step_of_each_side_is_printed():
    names = (
        f"{CARD}/ex3-90_1_original.png",
        f"{CARD}/ex3-90_3_upscaled.png",
        f"{CARD}/ex3-90_4_edited.png",
        f"{TWO}/isd-51_1_original.png",
        f"{TWO}/isd-51_2_bordered.png",
        f"{TWO}/isd-51_1_original_f2.png",
    )
    cards, notes = printed(source(*names, proxdex__toml="", INDEX__md=""))
    assert cards == {names[2]: (1, ""), names[4]: (1, names[5])}
    assert notes == [f"Left out: 3 earlier stages of cards, such as {names[0]}: the last is printed."]


def test_the_shared_back_of_a_game_is_told_and_can_be_chosen():
    names = ("back-mtg.png", f"{CARD}/ex3-90_1_original.png")
    cards, (note,) = printed(source(*names))
    assert cards == {names[1]: (1, "")} and note.startswith("back-mtg.png is left out: it is named as a back")
    assert printed(source(*names), back=("back-mtg.png",)) == ({names[1]: (1, names[0])}, [])


def test_a_deck_list_names_its_cards_by_id_and_name():
    names = (f"{CARD}/ex3-90_1_original.png", f"{TWO}/isd-51_1_original.png")
    assert printed(source(*names), "2 ex3-90 dragonite ex\n1 isd-51_delver")[0] == {
        names[0]: (2, ""),
        names[1]: (1, ""),
    }
