"""A whole deck as Archidekt exports it: with categories, colour labels, foils, by category and as CSV."""

from tests.printing.other_tools.deck_files import chosen

FILES = ("Ash Fox.png", "Owl, the Wise.png", "Depose.png", "Depose (back).png", "Island.png")
FOUND = {"Ash Fox": 1, "Owl, the Wise": 1, "Depose": 1, "Island": 12}
FULL = """1x Ash Fox (abc) 12 *F* [Commander{top}] ^Have,#37d67a^
1x Owl, the Wise (pmei) 2023-2 [Card Draw,Flying] ^Don't Have,#f47373^
1x Depose // Deploy (rna) 225 [Maybeboard{noDeck}{noPrice},Interaction] ^Getting,#2ccce4^
12x Island (m21) 311 [Land] ^Proxy / Other,#d9e3f0^
"""
BY_CATEGORY = """Commander (1)
1x Ash Fox (abc) 12

Card Draw (1)
1x Owl, the Wise (pmei) 2023-2

Single-Target Removal (1)
1x Depose // Deploy (rna) 225

Land (12)
12x Island (m21) 311
"""


def test_a_deck_with_everything_behind_the_names():
    assert chosen(FULL, FILES) == (FOUND, ())


def test_a_deck_by_category_whatever_a_category_is_called():
    assert chosen(BY_CATEGORY, FILES) == (FOUND, ())


def test_names_alone_with_counts():
    assert chosen("1 Ash Fox\n1 Owl, the Wise\n1 Depose // Deploy\n12 Island", FILES) == (FOUND, ())
