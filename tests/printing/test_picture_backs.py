"""Backs that are chosen: behind all cards or one, by names that look like entries, by pages of PDFs."""

import pytest

from companion.base.findings import InvalidInput
from companion.printing.custom import picture_backs, picture_names
from companion.printing.custom.picture_options import LONGEST_BACKS, PictureOptions
from companion.printing.sheets.option_fields import read_options
from tests.printing.other_tools.deck_files import printed, source


def test_a_chosen_back_is_no_card_and_spares_backs_of_their_own():
    there = source("Fox.png", "Bear.png", "Bear (back).png", "back.png", "IMG_1.png")
    assert printed(there, back=("IMG_1.png",))[0] == {"Bear.png": (1, "Bear (back).png"), "Fox.png": (1, "IMG_1.png")}


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ("blue", ("backs/Blue.png", ())),
        ("BLUE.PNG", ("backs/Blue.png", ())),
        ("backs\\blue.png", ("backs/Blue.png", ())),
        ("Fox=blue", ("", (("Fox", "backs/Blue.png"),))),
        (" Fox = blue ", ("", (("Fox", "backs/Blue.png"),))),
        ("Fox=", ("", (("Fox", ""),))),
        ("a=b.png", ("a=b.png", ())),
        ("Fox=a=b.png", ("", (("Fox", "a=b.png"),))),
        ("E=mc2=a=b.png", ("", (("E=mc2", "a=b.png"),))),
    ],
)
def test_an_entry_names_a_picture_or_a_card_and_a_picture(entry, found):
    chosen = picture_backs.find_backs((entry,), ("backs/Blue.png", "a=b.png", "Fox.png", "E=mc2.png"))
    assert (chosen.common, chosen.own) == found


def test_a_name_of_several_pictures_is_refused_with_their_folders():
    with pytest.raises(InvalidInput) as refusal:
        picture_backs.find_backs(("blue.png",), ("a/Blue.png", "b/Blue.png"))
    assert (
        str(refusal.value) == "back: found 'blue.png', expected one picture, with its folder: a/Blue.png or b/Blue.png."
    )


def test_chosen_backs_have_a_bound():
    assert read_options(PictureOptions, {"back": "a.png\n\n Fox=\n"}).back == ("a.png", "Fox=")
    with pytest.raises(InvalidInput, match="at most 100,000 characters"):
        read_options(PictureOptions, {"back": "x" * (LONGEST_BACKS + 1)})


def paired(*paths, how=""):
    arranged = picture_backs.arrange(paths, how)
    decks, notes = picture_names.decks(arranged.names, "Deck", named_as=arranged.names)
    return {card.front: card.back for deck in decks for card in deck.cards}, (*arranged.notes, *notes)


def pages(stem, count):
    return tuple(f"{stem} page {n}.pdf" for n in range(1, count + 1))


def test_pages_are_fronts_in_turn_or_by_halves_in_the_order_of_their_numbers():
    twelve = pages("deck", 12)
    assert paired(*twelve, how="fronts") == (dict.fromkeys(twelve, ""), ())
    assert paired(*twelve, how="alternating") == (dict(zip(twelve[::2], twelve[1::2], strict=True)), ())
    assert paired(*twelve, how="halves") == (dict(zip(twelve[:6], twelve[6:], strict=True)), ())
    assert list(paired(*twelve, how="halves")[0]) == list(twelve[:6])


def test_of_an_odd_number_of_pages_the_last_has_no_back():
    for how, backs in (("alternating", ("2", "4", "")), ("halves", ("4", "5", ""))):
        cards, notes = paired(*pages("deck", 5), how=how)
        assert [back[10:-4] for back in cards.values()] == list(backs)
        assert notes == ("deck.pdf has 5 pages: the last card has no back of its own.",)


def test_a_pdf_of_fronts_lies_before_one_of_backs():
    fronts, backs = pages("my cards-fronts", 3), pages("my cards-backs", 3)
    cards, notes = paired(*fronts, *backs)
    assert cards == dict(zip(fronts, backs, strict=True))
    assert notes == ("The pages of my cards-backs.pdf are printed behind those of my cards-fronts.pdf.",)
    assert paired(*pages("fronts", 3), *pages("backs", 3))[0] == dict(
        zip(pages("fronts", 3), pages("backs", 3), strict=True)
    )
    more, notes = paired(*fronts, *pages("my cards-backs", 4))
    assert not any(more.values()) and len(more) == 7, "of another length they are not"


def test_pages_of_a_pdf_that_is_called_as_a_back_are_told_and_not_lost_in_silence():
    cards, notes = paired("Fox.png", *pages("back", 3))
    assert cards == {"Fox.png": ""} and any("back page 1.pdf" in note for note in notes)
