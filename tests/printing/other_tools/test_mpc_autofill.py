"""Orders of MPC Autofill: `cards.xml`, and the folder `cards` in which its desktop tool keeps the pictures."""

import pytest

from companion.base.findings import InvalidInput
from companion.printing.custom import card_orders, picture_sources
from tests.commands import run
from tests.printing.other_tools.deck_files import picture, printed, source

FOX, BEAR, WOLF, CLAW, BACK = (letter * 33 for letter in "FBWCK")
"""Ids as Google Drive gives them."""


def card(id_, slots, name):
    return f"<card><id>{id_}</id><slots>{slots}</slots><name>{name}</name><query>{name.lower()}</query></card>"


def order(fronts, backs="", quantity=5, cardback=f"<cardback>{BACK}</cardback>"):
    """Return an order as the web page saves it."""
    details = (
        f"<details><quantity>{quantity}</quantity><bracket>18</bracket>"
        "<stock>(S30) Standard Smooth</stock><foil>false</foil></details>"
    )
    behind = f"<backs>{backs}</backs>" if backs else ""
    return f"<order>{details}<fronts>{fronts}</fronts>{behind}{cardback}</order>"


THREE = card(FOX, "0,1,2", "Fox.png") + card(BEAR, "3", "Bear.png") + card(WOLF, "4", "Wolf.png")
PICTURES = (
    f"cards/Fox ({FOX}).png",
    f"cards/Bear ({BEAR}).png",
    f"cards/Wolf ({WOLF}).png",
    f"cards/Claw ({CLAW}).png",
    f"cards/Back ({BACK}).png",
)


def test_slots_are_copies_and_backs_and_the_common_back_lies_behind_the_rest():
    text = order(THREE, card(CLAW, "4", "Claw.png"))
    cards, notes = printed(source(*PICTURES, cards__xml=text))
    fox, bear, wolf, claw, back = PICTURES
    assert cards == {fox: (3, back), bear: (1, back), wolf: (1, claw)} and not notes


def test_slots_may_be_written_as_a_range():
    decks, _ = card_orders.choose_cards(
        order(card(FOX, "0, 2-4", "Fox.png"), card(CLAW, "1", "Claw.png"), 5), (), PICTURES, "", "cards.xml", False
    )
    assert sum(one.copies for one in decks[0].cards) == 4


def test_one_front_with_two_backs_is_two_cards():
    """Each slot has its own back: three foxes of which the second has a claw behind it."""
    decks, _ = card_orders.choose_cards(
        order(card(FOX, "0,1,2", "Fox.png"), card(CLAW, "1", "Claw.png"), 3), (), PICTURES, "", "cards.xml", False
    )
    assert [(one.name, one.back, one.copies) for one in decks[0].cards] == [
        ("Fox", PICTURES[4], 2),
        ("Fox", PICTURES[3], 1),
    ]


@pytest.mark.parametrize(
    "names",
    [
        ("Fox.png", "Bear.png", "Wolf.png", "Back.png"),
        ("cards/fox.jpg", "cards/bear.jpg", "cards/wolf.jpg", f"cards/Back ({BACK}).png"),
        (f"Fox ({'X' * 33}).png", "Bear.png", "Wolf.png", f"{BACK}.png"),
    ],
)
def test_pictures_are_found_by_id_else_by_name_whatever_their_folder_and_ending(names):
    back = "Back.png" if "Back.png" in names else BACK
    text = order(THREE, cardback=f"<cardback>{back}</cardback>")
    cards, notes = printed(source(*names, cards__xml=text))
    assert [(path, count) for path, (count, _) in cards.items()] == list(zip(names, (3, 1, 1), strict=False))
    assert {behind for _, behind in cards.values()} == {names[3]} and not notes


def test_an_order_of_files_on_a_computer_names_them_by_their_paths():
    text = order(card(r"C:\Users\me\art\Fox.png", "0,1", ""), quantity=2, cardback="")
    assert printed(source("Fox.png", cards__xml=text))[0] == {"Fox.png": (2, "")}


def test_names_that_a_system_cannot_keep_are_found_without_their_signs():
    text = order(card("", "0", "Who / What?.png"), quantity=1, cardback="")
    assert printed(source("Who _ What.png", cards__xml=text))[0] == {"Who _ What.png": (1, "")}


def test_missing_pictures_are_named_with_what_to_do_and_left_out_where_asked():
    text = order(THREE)
    with pytest.raises(InvalidInput) as refusal:
        printed(source(PICTURES[0], PICTURES[4], cards__xml=text))
    assert [error.where for error in refusal.value.input_errors] == ["cards.xml: Bear.png", "cards.xml: Wolf.png"]
    assert "found no picture of that name, which 1 card needs" in str(refusal.value)
    assert "Run the MPC Autofill desktop tool" in refusal.value.hint
    cards, notes = printed(source(PICTURES[0], PICTURES[4], cards__xml=text), skip_bad=True)
    assert cards == {PICTURES[0]: (3, PICTURES[4])}
    assert [note.partition(":")[0] for note in notes] == ["Left out", "Left out"]


def test_alone_it_says_what_is_missing(tmp_path):
    (tmp_path / "cards.xml").write_text(order(THREE))
    for name in (tmp_path / "cards.xml", tmp_path):
        refused = run("print", str(name), "-o", str(tmp_path / "out.pdf"))
        assert refused.exit_code == 2 and not (tmp_path / "out.pdf").exists()
        assert "Fox.png: found no picture of that name, which 3 cards need" in refused.stderr
        assert "Run the MPC Autofill desktop tool" in refused.stderr


def test_the_order_itself_prints_with_the_pictures_in_its_folder(tmp_path):
    (tmp_path / "cards").mkdir()
    for number, name in enumerate(PICTURES):
        (tmp_path / name).write_bytes(picture(name, number))
    (tmp_path / "cards.xml").write_text(order(THREE))
    done = run("print", str(tmp_path / "cards.xml"), "-o", str(tmp_path / "out.pdf"))
    assert done.exit_code == 0 and "5 pieces to cut" in done.stdout


def test_what_an_order_leaves_open_is_told():
    text = order(card(FOX, "0,1", "Fox.png") + card(BEAR, "1", "Bear.png"), quantity=4)
    _, notes = printed(source(*PICTURES, cards__xml=text))
    assert notes == [
        "cards.xml: slot 1 has two fronts: Fox.png is printed, not Bear.png.",
        "cards.xml: nothing is printed for slots 2-3, which have no front.",
    ]


def test_a_chosen_back_takes_the_place_of_the_common_one():
    text = order(THREE, card(CLAW, "4", "Claw.png"))
    cards, _ = printed(source(*PICTURES, "Mine.png", cards__xml=text), back=("Mine.png",))
    assert [behind for _, behind in cards.values()] == ["Mine.png", "Mine.png", PICTURES[3]]


def test_of_two_orders_one_is_printed_and_a_deck_list_comes_first():
    cards, notes = printed(
        source("Fox.png", a__xml=order(card("", "0", "Fox"), cardback="", quantity=1), b__xml=order(""))
    )
    assert cards == {"Fox.png": (1, "")}
    assert notes == ["Left out: b.xml: one order is printed at a time, and a.xml is."]
    cards, notes = printed(source("Fox.png", a__xml=order("")), "7 Fox")
    assert cards == {"Fox.png": (7, "")}
    assert notes == ["a.xml is not used: the deck list says what is printed."]


ENTITY = f'<!DOCTYPE order [<!ENTITY a "{"b" * 50}">]>' + order(card("&a;", "0", "&a;"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            order(card(FOX, "1000000", "Fox")),
            "slots: found '1000000', expected numbers of cards, as 0,1,2, below 10,000",
        ),
        (order(card(FOX, "0,-1", "Fox")), "slots: found '0,-1'"),
        (order(card(FOX, "3-1", "Fox")), "slots: found '3-1'"),
        (order(card(FOX, ",".join(["0-9999"] * 9000), "Fox")), "slots: found '0-9999,"),
        (order(card(FOX, "0-99999", "Fox")), "slots: found '0-99999'"),
        (order(card(FOX, "", "Fox")), "slots: found ''"),
        (order(card(FOX, ",".join(["0"] * 50_000), "Fox")), "slots: found '0,0,0"),
        (order(card(FOX, "0", "../../../etc/passwd")), "passwd: found no picture of that name"),
        (order(""), "found no card"),
        (order(THREE)[:200], "found XML that breaks off"),
        (ENTITY, "found XML that declares a type or entities"),
        (order(THREE) + " " * 10_000_000, "found a larger file, expected an order of at most 2 MB"),
    ],
)
def test_hostile_orders_are_refused_by_what_is_wrong(text, words):
    with pytest.raises(InvalidInput) as refusal:
        printed(source("passwords.png", cards__xml=text))
    assert words in str(refusal.value)


def test_xml_of_anything_else_is_passed_over():
    shop = "<orders><order><fronts/></order></orders>"
    there = source("Fox.png", notes__xml="<svg/>", shop__xml=shop, invoice__xml="<order><total>3</total></order>")
    assert printed(there) == ({"Fox.png": (1, "")}, [])


def test_an_order_that_is_locked_in_its_zip_is_told():
    def locked():
        raise RuntimeError("File is encrypted, password required for extraction")

    with pytest.raises(InvalidInput, match="cards.xml: found a locked file"):
        picture_sources.sort_pictures("Game", [picture_sources.NamedFile("cards.xml", 300, locked)])
