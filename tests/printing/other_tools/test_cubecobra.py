"""A cube as CubeCobra exports it: CSV with quoted names, and its plain text."""

from tests.printing.other_tools.deck_files import chosen

HEAD = (
    "name,CMC,Type,Color,Set,Collector Number,Rarity,Color Category,status,Finish,maybeboard,image URL,image Back URL,"
    "tags,Notes,MTGO ID,Custom,Voucher"
)
FILES = ("Ash Fox.png", "Owl, the Wise.png", "Depose-Deploy.png", "Oddity 2.png")


def row(name, maybe="false", notes=""):
    cells = f'"Creature - Fox",R,"abc","12",rare,Red,Owned,Non-foil,{maybe},,,"x;y","{notes}",-1,false,false'
    return f'"{name}",2,{cells}'


def test_a_cube_with_quotes_commas_and_lines_in_its_notes():
    rows = [row("Ash Fox", notes='a ""quoted"" note,\nin two lines'), row("Owl, the Wise"), row("Depose // Deploy")]
    text = "\n".join([HEAD, *rows, row("Ash Fox"), row("Oddity 2", maybe="true")])
    assert chosen(text, FILES) == (
        {"Ash Fox": 2, "Owl, the Wise": 1, "Depose-Deploy": 1},
        ("1 row of the maybeboard left out.",),
    )


def test_a_cube_as_text_has_a_card_a_line():
    assert chosen("# mainboard\nAsh Fox\nOwl, the Wise\nAsh Fox\n# maybeboard\nOddity 2\n", FILES)[0] == {
        "Ash Fox": 2,
        "Owl, the Wise": 1,
        "Oddity 2": 1,
    }
