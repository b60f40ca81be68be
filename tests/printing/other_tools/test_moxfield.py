"""A whole deck as Moxfield exports it: as text with its boards and foils, and as CSV."""

from tests.printing.other_tools.deck_files import chosen

FILES = ("Ash Fox.png", "Depose-Deploy.png", "Bear's Cub.png", "Forest.png", "Fire _ Ice.png", "Treasure.png")
FOUND = {"Ash Fox": 1, "Depose-Deploy": 2, "Bear's Cub": 4, "Forest": 11, "Fire _ Ice": 1, "Treasure": 3}
TEXT = """1 Ash Fox (ABC) 12 *F*

2 Depose // Deploy (RNA) 225
4 Bear\u2019s Cub (XLN) 180a
10 Forest (UNF) 239 *E*
1 Forest (PLST) ZEN-246 #Lands #!Basic

SIDEBOARD:
1 Fire // Ice (DMR) 215★

TOKENS:
3 Treasure (TXLN) 7
"""
CSV = (
    '"Count","Tradelist Count","Name","Edition","Condition","Language","Foil","Tags","Last Modified"\n'
    '"1","1","Ash Fox","abc","Near Mint","English","foil","","2026-11-01 10:00:00.000000"\n'
    '"2","2","Depose // Deploy","rna","Near Mint","English","","a, b","2026-11-01 10:00:00.000000"\n'
    '"4","4","Bear\'s Cub","xln","Near Mint","English","","",""\n'
    '"10","10","Forest","unf","Near Mint","English","etched","",""\n"1","0","Forest","plst","","","","",""\n'
    '"1","1","Fire // Ice","dmr","","","","",""\n"3","3","Treasure","txln","","","","",""\n'
)


def test_a_deck_as_text_and_as_csv_is_the_same_cards():
    assert chosen(TEXT, FILES) == (FOUND, ())
    assert chosen(TEXT.replace("\n", "\r\n"), FILES) == (FOUND, ())
    assert chosen(CSV, FILES) == (FOUND, ())
