"""Fronts, backs, decks and counts, told from the names of pictures alone."""

import pytest

from companion.base.findings import InvalidInput
from companion.printing.custom import deck_lists, picture_names


def sorted_out(*paths, title="Game", backs=""):
    """Return the decks as {title: [(name, front, back, copies)]}, and the notes."""
    decks, notes = picture_names.decks(paths, title, backs)
    return {d.title: [(c.name, c.front, c.back, c.copies) for c in d.cards] for d in decks}, notes


@pytest.mark.parametrize(
    "back",
    [
        "Dragon (back).jpg",
        "dragon-back.png",
        "Dragon_back.webp",
        "Dragon [Back].jpg",
        "dragon_b.jpg",
        "Dragon@2.jpg",
        "backs/Dragon.png",
        "back/dragon.jpg",
        "Back/Dragon (back).jpg",
        "double_sided/Dragon.png",
        "back_dragon.png",
        "Back of Dragon.jpg",
        "__Dragon.png",
        "__dragon_back.png",
    ],
)
def test_a_back_lies_behind_the_front_of_its_name(back):
    decks, notes = sorted_out("Dragon.jpg", "Troll.jpg", back)
    assert decks == {"Game": [("Dragon", "Dragon.jpg", back, 1), ("Troll", "Troll.jpg", "", 1)]}
    assert not notes


@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("Dragon (front).jpg", "Dragon (back).jpg"),
        ("dragon_a.jpg", "dragon_b.jpg"),
        ("dragon-f.png", "dragon-b.png"),
        ("dragon@1.jpg", "dragon@2.jpg"),
    ],
)
def test_fronts_may_say_that_they_are(front, back):
    decks, notes = sorted_out(front, back)
    ((name, first, second, _),) = decks["Game"]
    assert (name.casefold(), first, second) == ("dragon", front, back) and not notes


@pytest.mark.parametrize(
    "paths", [("Plan B.jpg", "Plan A2.jpg"), ("Vitamin a.jpg", "Type b.png"), ("Way back.jpg", "Home.jpg")]
)
def test_a_name_that_only_ends_so_is_a_card(paths):
    decks, _ = sorted_out(*paths)
    assert sorted(front for _, front, _, _ in decks["Game"]) == sorted(paths)
    assert all(not back for *_, back, _ in decks["Game"])


def test_a_back_without_a_front_is_told():
    decks, notes = sorted_out("Dragoon.png", "dragon-back.png", "backs/Troll.png", "backs/Elf.png")
    assert [name for name, *_ in decks["Game"]] == ["dragon-back", "Dragoon"]
    assert notes == (
        "dragon-back.png looks like a back, but no front is named dragon: it is a card.",
        "backs/Elf.png is left out: no front is named Elf.",
        "backs/Troll.png is left out: no front is named Troll.",
    )


@pytest.mark.parametrize(
    "back", ["back.png", "Card Back.jpg", "cardback.png", "__back.png", "backs/anything.png", "back/back.png"]
)
def test_one_back_lies_behind_the_whole_deck(back):
    decks, notes = sorted_out("A.jpg", "B.jpg", "B_b.jpg", back)
    assert decks == {"Game": [("A", "A.jpg", back, 1), ("B", "B.jpg", "B_b.jpg", 1)]} and not notes


def test_folders_are_decks_and_have_the_back_of_the_folder_around_them():
    decks, _ = sorted_out(
        "back.jpg", "Hero.jpg", "Mob_A/Orc.png", "Mob_A/deep/Rat.png", "Boss/back.png", "Boss/King.png"
    )
    assert decks == {
        "Game": [("Hero", "Hero.jpg", "back.jpg", 1)],
        "Boss": [("King", "Boss/King.png", "Boss/back.png", 1)],
        "Mob A": [("Orc", "Mob_A/Orc.png", "back.jpg", 1)],
        "deep": [("Rat", "Mob_A/deep/Rat.png", "back.jpg", 1)],
    }


def test_one_picture_in_folders_makes_a_deck_of_the_given_title():
    assert sorted_out("my game/cards/Hero.png")[0] == {"Game": [("Hero", "my game/cards/Hero.png", "", 1)]}


def test_a_folder_around_everything_is_no_deck():
    decks, _ = sorted_out("game/front/A.png", "game/front/B.png", "game/back/back.png", "game/double_sided/B.png")
    assert decks == {
        "Game": [
            ("A", "game/front/A.png", "game/back/back.png", 1),
            ("B", "game/front/B.png", "game/double_sided/B.png", 1),
        ]
    }
    decks, _ = sorted_out("front/A.png", "front/B.png")
    assert [name for name, *_ in decks["Game"]] == ["A", "B"]


@pytest.mark.parametrize(
    ("file", "name", "copies"),
    [
        ("4x Dragon.png", "Dragon", 4),
        ("4 x Dragon.png", "Dragon", 4),
        ("4×_Dragon.png", "Dragon", 4),
        ("4X Dragon.png", "Dragon", 4),
        ("Dragon x4.jpg", "Dragon", 4),
        ("Dragon (x12).jpg", "Dragon", 12),
        ("Big_Dragon-x3.jpg", "Big Dragon", 3),
        ("01 Dragon.jpg", "01 Dragon", 1),
        ("Robot X2.jpg", "Robot X2", 1),
        ("Dragon (2).jpg", "Dragon (2)", 1),
        ("0x Dragon.jpg", "0x Dragon", 1),
        ("Dragon x0.jpg", "Dragon x0", 1),
        ("0x Dragon x2.jpg", "0x Dragon", 2),
        ("4xDragon.jpg", "4xDragon", 1),
    ],
)
def test_names_may_count_copies(file, name, copies):
    assert sorted_out(file)[0] == {"Game": [(name, file, "", copies)]}


def test_a_counted_card_has_its_back_and_its_place_in_order():
    decks, _ = sorted_out("Card 10.png", "3x Card 2.png", "Card 2 (back).png", "Card 1.png")
    assert [(name, back, copies) for name, _, back, copies in decks["Game"]] == [
        ("Card 1", "", 1),
        ("Card 2", "Card 2 (back).png", 3),
        ("Card 10", "", 1),
    ]


def test_what_can_be_read_in_two_ways_is_told():
    decks, notes = sorted_out("A.jpg", "A.png", "A (back).png", "a_b.jpg", "back.jpg", "cardback.jpg")
    assert [(front, back) for _, front, back, _ in decks["Game"]] == [
        ("A.jpg", "A (back).png"),
        ("A.png", "A (back).png"),
    ]
    assert notes == (
        "back.jpg and cardback.jpg are each the back of the deck: back.jpg is printed.",
        "A (back).png and a_b.jpg are each the back of a: A (back).png is printed.",
        "A.jpg and A.png have the same name: each is printed as a card.",
    )


@pytest.mark.parametrize("front", ["card_03.png", "3.png", "front_03.png", "hero 003.png"])
def test_a_back_of_a_number_lies_behind_the_front_of_that_number(front):
    decks, notes = sorted_out(front, "card_13.png", "back_03.png")
    assert {file: back for _, file, back, _ in decks["Game"]} == {front: "back_03.png", "card_13.png": ""} and not notes


def test_a_back_of_several_fronts_lies_behind_all_whose_names_begin_so():
    decks, notes = sorted_out("hero_1.png", "hero_2.png", "heroic.png", "back_hero.png")
    assert [back for *_, back, _ in decks["Game"]] == ["back_hero.png", "back_hero.png", ""] and not notes


@pytest.mark.parametrize("back", ["back_07.png", "Back Alley.jpg", "backs3.png", "__troll.png", "back_1.png"])
def test_what_begins_as_a_back_and_lies_behind_nothing_is_told_and_never_a_front(back):
    decks, (note,) = sorted_out("Dragon.png", "a_1.png", "b_1.png", back)
    assert back not in [file for _, file, *_ in decks["Game"]]
    assert note.startswith(f"{back} is left out: it is named as a back, and no front is named ")


def test_a_back_counted_after_a_prefix_lies_behind_the_front_counted_so():
    """`save_png prefix: "skill_back_"` in Squib."""
    decks, notes = sorted_out(
        "skill_00.png",
        "skill_01.png",
        "skill_back_00.png",
        "skill_back_01.png",
        "help_front_00.png",
        "help-back 00.png",
    )
    assert not notes
    assert decks["Game"] == [
        ("help 00", "help_front_00.png", "help-back 00.png", 1),
        ("skill 00", "skill_00.png", "skill_back_00.png", 1),
        ("skill 01", "skill_01.png", "skill_back_01.png", 1),
    ]


@pytest.mark.parametrize("back", ["back_00.png", "card_back_00.png", "back_card_00.png"])
def test_the_first_counted_back_lies_behind_all_where_it_is_the_only_one(back):
    """A Squib deck of one card, saved beside that of the fronts."""
    files = ["card_00.png", "card_01.png", "card_10.png"]
    decks, (note,) = sorted_out(*files, "joker.png", back)
    assert [(file, behind) for _, file, behind, _ in decks["Game"]] == [
        *((file, back) for file in files),
        ("joker.png", ""),
    ]
    assert note == f"{back} is the only back of its kind: it is printed behind all 3 cards."
    decks, notes = sorted_out(*files, back, back.replace("00", "01"))
    assert [behind for _, _, behind, _ in decks["Game"]] == [back, back.replace("00", "01"), ""] and not notes


def test_of_two_first_counted_backs_the_one_that_is_printed_is_named():
    decks, notes = sorted_out("card_00.png", "card_01.png", "back_00.png", "back_card_00.png")
    assert [behind for _, _, behind, _ in decks["Game"]] == ["back_00.png"] * 2
    assert notes[0] == "back_00.png is the only back of its kind: it is printed behind all 2 cards."


def test_one_counted_back_lies_behind_fronts_of_several_prefixes():
    decks, notes = sorted_out("wands_00.png", "wands_01.png", "cups_00.png", "back_00.png")
    assert [behind for _, _, behind, _ in decks["Game"]] == ["back_00.png"] * 3 and not notes


@pytest.mark.parametrize("name", ["Backstab.png", "Backs.tab.png", "Feedback.png", "Comeback 2.png"])
def test_a_word_that_only_begins_or_ends_so_is_a_card(name):
    decks, notes = sorted_out("Dragon.png", name)
    assert name in [file for _, file, *_ in decks["Game"]] and not notes


@pytest.mark.parametrize(
    ("pattern", "back"),
    [
        ("{name}_rear", "dragon_rear.png"),
        ("rear of {name}", "Rear_of_Dragon.png"),
        ("{name}.verso", "Dragon.verso.jpg"),
    ],
)
def test_a_pattern_of_one_s_own_says_how_backs_are_named(pattern, back):
    decks, notes = sorted_out("Dragon.png", "Troll.png", "troll_b.png", back, backs=pattern)
    assert [(file, behind) for _, file, behind, _ in decks["Game"]] == [
        ("Dragon.png", back),
        ("Troll.png", "troll_b.png"),
    ]
    assert not notes


@pytest.mark.parametrize("pattern", ["b", "{name}", "{name}_{name}", "backs/{name}", "{name}" + "b" * 61])
def test_a_pattern_without_a_name_is_refused(pattern):
    with pytest.raises(InvalidInput) as refusal:
        picture_names.check_pattern(pattern)
    assert '"{name}_b"' in str(refusal.value)
    assert picture_names.check_pattern("{name}" + "b" * 60) and not picture_names.check_pattern("")


def test_cropped_copies_beside_the_pictures_are_left_out():
    decks, notes = sorted_out("images/A.png", "images/B.png", "images/crop/A.png", "images/crop/B.png")
    assert [file for _, file, *_ in decks["Game"]] == ["images/A.png", "images/B.png"]
    assert notes == ("crop is left out: its pictures are copies of those in the folder around it.",)
    assert "crop" in sorted_out("A.png", "crop/C.png")[0]


def test_the_only_picture_in_a_folder_of_backs_lies_behind_all_that_have_no_other():
    """As silhouette-card-maker lays a game out, whatever the endings of the files."""
    there = ("game/front/owl.png", "game/front/wolf.jpg", "game/back/common.webp", "game/double_sided/wolf.png")
    decks, notes = sorted_out(*there)
    assert decks == {
        "Game": [
            ("owl", "game/front/owl.png", "game/back/common.webp", 1),
            ("wolf", "game/front/wolf.jpg", "game/double_sided/wolf.png", 1),
        ]
    }
    assert not notes


def test_a_back_that_fits_no_front_is_told_beside_a_common_one():
    there = ("front/owl.png", "back/common.png", "double_sided/wolff.png")
    decks, notes = sorted_out(*there)
    assert decks == {"Game": [("owl", "front/owl.png", "back/common.png", 1)]}
    assert notes == ("double_sided/wolff.png is left out: no front is named wolff.",)
    decks, notes = sorted_out("front/owl.png", "back/common.png", "back/other.png")
    assert decks == {"Game": [("owl", "front/owl.png", "", 1)]} and len(notes) == 2


COMPOSED, DECOMPOSED = "Caf\N{LATIN SMALL LETTER E WITH ACUTE}", "Cafe\N{COMBINING ACUTE ACCENT}"


@pytest.mark.parametrize(("front", "back"), [(COMPOSED, DECOMPOSED), (DECOMPOSED, COMPOSED)])
def test_an_accent_is_the_same_however_a_system_writes_it(front, back):
    decks, notes = sorted_out(f"{front}.png", f"{back} (back).png", "Owl.png")
    assert decks["Game"][0][2] == f"{back} (back).png" and not notes
    named, _ = picture_names.decks([f"{front}.png", "Owl.png"], "Game")
    (chosen,), notes = deck_lists.choose_cards(f"2 {back}", named)
    assert [(card.front, card.copies) for card in chosen.cards] == [(f"{front}.png", 2)] and not notes


@pytest.mark.parametrize(
    ("name", "paths", "found"),
    [
        ("a.png", ["a.png", "A.png"], "a.png"),
        ("A.PNG", ["a.png", "b.png"], "a.png"),
        ("A.PNG", ["a.png", "a.Png"], None),
        (f"{COMPOSED}.png", [f"{DECOMPOSED}.png"], f"{DECOMPOSED}.png"),
        (f"{DECOMPOSED.upper()}.png", [f"{COMPOSED}.png"], f"{COMPOSED}.png"),
        (f"{COMPOSED}.png", [f"{DECOMPOSED}.png", f"{COMPOSED.upper()}.png"], f"{DECOMPOSED}.png"),
        ("art\\a.png", ["art/a.png"], "art/a.png"),
        ("./Art\\A.png", ["art/a.png"], "art/a.png"),
        ("b.png", ["a.png"], None),
    ],
)
def test_a_name_finds_the_one_file_that_it_fits(name, paths, found):
    assert picture_names.find_file(name, paths) == found
