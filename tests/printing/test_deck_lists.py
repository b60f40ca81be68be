"""Deck lists: which lines choose which cards, and what is said of the others."""

import pytest

from companion.base.findings import InvalidInput
from companion.printing.custom import deck_lists, picture_names

PATHS = ("Dragon.jpg", "Troll King.png", "2 Faces.png", "Island.png", "Mob/Orc.png", "Mob/Island.png")


def chosen(text, **more):
    decks, notes = deck_lists.choose_cards(text, picture_names.decks(PATHS, "Game")[0], **more)
    return {card.front: card.copies for deck in decks for card in deck.cards}, notes


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("4 Dragon", {"Dragon.jpg": 4}),
        ("4x dragon", {"Dragon.jpg": 4}),
        ("Dragon x4", {"Dragon.jpg": 4}),
        ("Dragon", {"Dragon.jpg": 1}),
        ("Dragon.jpg", {"Dragon.jpg": 1}),
        ("3 troll_king", {"Troll King.png": 3}),
        ("2 Faces", {"2 Faces.png": 1}),
        ("[4] Dragon", {"Dragon.jpg": 4}),
        ("(4) Dragon", {"Dragon.jpg": 4}),
        ("[4x] Dragon", {"Dragon.jpg": 4}),
        ("Dragon [4]", {"Dragon.jpg": 4}),
        ("2 Dragon [4]", {"Dragon.jpg": 2}),
        ("2 [12] Dragon", {"Dragon.jpg": 2}),
        ("2 Dragon [1234]", {"Dragon.jpg": 2}),
        ("Dragonx4", {"Dragon.jpg": 4}),
        ("3 2 Faces", {"2 Faces.png": 3}),
        ("4 Dragon (M11) 146", {"Dragon.jpg": 4}),
        ("1 Dragon [SET] *F*", {"Dragon.jpg": 1}),
        ("SB: 2 Dragon", {"Dragon.jpg": 2}),
        ("2 Mob/Island", {"Mob/Island.png": 2}),
        ("2 Dragon # the red one", {"Dragon.jpg": 2}),
        ("2 Dragon // the red one", {"Dragon.jpg": 2}),
        ("1 Dragon\n2 Dragon", {"Dragon.jpg": 3}),
        ("Deck\n1 Dragon\n\nSideboard:\n1 Orc\n[Tokens]\n== More ==\n---\n// end", {"Dragon.jpg": 1, "Mob/Orc.png": 1}),
    ],
)
def test_lines_choose_cards_and_copies(line, found):
    assert chosen(line) == (found, ())


@pytest.mark.parametrize(
    "text",
    [
        "Anzahl;Karte\n4;Dragon", "Quantité,Nom\n4,Dragon", "Nom;Nombre\nDragon;4", "枚数\tカード名\n4\tDragon",
        '"sep=;"\nName;Qty\nDragon;4', 'Name, Count\n"Dragon", 4', "Cantidad;Nombre\n4;Dragon",
    ],
)  # fmt: skip
def test_tables_of_other_languages_choose_cards(text):
    assert chosen(text) == ({"Dragon.jpg": 4}, ())


def test_a_name_in_another_languages_word_for_card_is_no_head():
    decks = picture_names.decks(("Karte.png", "Dragon.jpg"), "Game")[0]
    found, _ = deck_lists.choose_cards("Karte, 2\nDragon, 3", decks)
    assert {card.front: card.copies for deck in found for card in deck.cards} == {"Karte.png": 2, "Dragon.jpg": 3}


def test_names_that_no_card_has_are_told_all_at_once_with_the_nearest():
    with pytest.raises(InvalidInput) as told:
        chosen("2 Dragn\n1 Orc\n1 Zzz\n", where="deck.txt")
    assert [str(error) for error in told.value.input_errors] == [
        "deck.txt, line 1: found 'Dragn', expected the name of a picture, perhaps Dragon.",
        "deck.txt, line 3: found 'Zzz', expected the name of a picture, such as 2 Faces.",
    ]
    found, notes = chosen("2 Dragn\n1 Orc\n", skip_bad=True)
    assert found == {"Mob/Orc.png": 1}
    assert notes == ("Left out: list, line 1: found 'Dragn', expected the name of a picture, perhaps Dragon.",)


def test_a_name_that_ends_in_x_is_named_whole():
    with pytest.raises(InvalidInput) as told:
        chosen("Phoenix 4")
    assert "found 'Phoenix 4'" in str(told.value)
    decks = picture_names.decks(("Ma.png", "Dragon.png"), "Game")[0]
    with pytest.raises(InvalidInput):
        deck_lists.choose_cards("Max 2", decks)


def test_a_list_of_another_deck_names_the_nearest_cards_for_its_first_lines_only():
    with pytest.raises(InvalidInput) as told:
        chosen("\n".join(f"Dragoon {n}" for n in range(25)))
    assert ["perhaps" in str(error) for error in told.value.input_errors] == [True] * 20 + [False] * 5


def test_a_list_without_any_card_is_refused_even_where_bad_lines_are_left_out():
    for text in ("2 Dragn", "# nothing", "99999999 Dragon"):
        with pytest.raises(InvalidInput):
            chosen(text, skip_bad=True)
    with pytest.raises(InvalidInput, match="at most 200,000"):
        chosen("x" * 200_001)


def test_a_name_in_two_folders_is_told():
    assert chosen("Island") == (
        {"Island.png": 1},
        ("Island is the name of Island.png and Mob/Island.png: Island.png is printed.",),
    )
