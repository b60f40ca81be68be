"""Deck lists as deck builders and spreadsheets write them: every form gives the same cards, or the line is named."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.printing.custom import deck_lists, list_lines, picture_names
from tests.printing.other_tools import deck_files

FILES = ("Fox.png", "Bear.png", "Token.png", "Owl, the Wise.png", "Scout's Drone.png", "Depose-Deploy.png")


def chosen(text, files=FILES, **more):
    return deck_files.chosen(text, files, **more)


LISTS = {
    "MTGO": "3 Fox\n2 Bear\n",
    "MTGO with a sideboard": "3 Fox\n\nSB: 2 Bear\n",
    "MTGO with a sideboard after a blank line": "3 Fox\r\n\r\n2 Bear\r\n",
    "Arena": "Deck\n3 Fox (SET) 12\n\nSideboard\n2 Bear (SET) 13\n",
    "Arena since 2023": "About\nName Fox and friends\n\nDeck\n3 Fox (SET) 12\n2 Bear (PLST) ARB-13\n",
    "Moxfield": "3 Fox (SET) 12 *F*\n2 Bear (SET) 13a *E*\n\nSIDEBOARD:\n",
    "Moxfield with tags": "3 Fox (SET) 12 #ramp #!draw\n2 Bear (SET) 13★ *F* #big\n",
    "Archidekt": "3x Fox (set) 12 [Creature] ^Have,#37d67a^\n2x Bear (set) 13 *F* [Commander{top},Big] ^Buy,#000^\n",
    "Archidekt by category": "Creature (5)\n3x Fox (set) 12\n2x Bear (set)\n",
    "Archidekt by a category of one's own": "Card Draw (3)\n3 Fox\n\nRamp (2)\n2 Bear\n",
    "TappedOut": "3x Fox (SET:12) *F*\n2x Bear (SET) #Ramp *CMDR*\n",
    "MTGGoldfish": "3 Fox <12> [SET]\n2 Bear <extended> [SET] (F)\n",
    "Deckstats": "//Main\n3 [SET#12] Fox # !Commander\n\n//Sideboard\nSB: 2 Bear\n",
    "magic-search-engine": "// NAME: Foxes\n3 Fox [SET:12] [foil]\n2 Bear [FDN:140] *F*\n",
    "XMage": "NAME:Foxes\n3 [SET:12] Fox\nSB: 2 [SET:13] Bear\nLAYOUT MAIN:(1,1)(NONE,false,50)|([SET:12])\n",
    "Forge": "[metadata]\nName=Foxes\nTitle=3 Bears\n[Main]\n3 Fox|SET|1\n2 Bear+|SET\n",
    "Cockatrice text": "// Foxes\n\n3x Fox\nSB: 2x Bear\n",
    "Pokémon TCG Live": "Pokémon: 5\n3 Fox OBF 125\n2 Bear PAL 12\n\nTotal Cards: 5\n",
    "by hand": "3X Fox\n2× Bear\n",
    "close": "3x Fox\n2xBear\n",
    "after the name": "Fox x3\nBear ×2\n",
    "in brackets after the name": "Fox (x3)\nBear [x2]\n",
    "name, count": "Fox, 3\nBear,2\n",
    "count, name": "3,Fox\n2, Bear\n",
    "semicolons": "Fox;3\nBear; 2\n",
    "tabs": "3\tFox\n2\tBear\n",
    "tabs after the name": "Fox\t3\nBear\t2\n",
    "colons": "Fox: 3\nBear: 2\n",
    "quotes": '3 "Fox"\n"Bear", 2\n',
    "bullets": "- 3 Fox\n* 2x Bear\n",
    "headings": "# Creatures\n== Big ==\n[Small]\n---\nCreatures [5]:\n3 Fox\n2 Bear // the brown one\n",
    "capitals, an ending and a byte order mark": "\ufeff3 fox.PNG\n2 BEAR\n",
    "one by one": "Fox\nFox\nBear\nFox\nBear\n",
    "a table": "Count,Name\n3,Fox\n2,Bear\n",
    "a table the other way round": "name;quantity\nFox;3\nBear;2\n",
    "a table with tabs": "Card Name\tQty\nFox\t3\nBear\t2\n",
    "Moxfield as CSV": ('"Count","Tradelist Count","Name","Edition"\n"3","3","Fox","set"\n"2","0","Bear","set"\n'),
    "Archidekt as CSV": "Quantity,Name,Finish,Condition\n3,Fox,Normal,NM\n2,Bear,Foil,NM\n",
    "Delver Lens": '"QuantityX","Name","Edition"\n"3x","Fox","Set"\n"2x","Bear","Set"\n',
    "Dragon Shield": "sep=,\nFolder Name,Quantity,Trade Quantity,Card Name\nA,3,0,Fox\nA,2,0,Bear\n",
    "a spreadsheet with decimals": 'Name,Copies\nFox,3.0\nBear,"2,0"\n',
    "CubeCobra": (
        "name,CMC,Type,Color,Set,Collector Number,Rarity,Color Category,status,Finish,maybeboard,image URL,image Back URL,"
        "tags,Notes,MTGO ID\n"
        + '"Fox",2,"Creature - Fox",R,"abc","12",common,R,Not Owned,Non-foil,false,,,"","",1\n' * 3
        + '"Bear",3,"Creature - Bear",G,"abc","13",common,G,Owned,Foil,false,,,"a;b","",2\n' * 2
    ),
    "MTGO as .dek": (
        '<?xml version="1.0" encoding="utf-8"?><Deck><NetDeckID>0</NetDeckID>'
        '<Cards CatID="1" Quantity="3" Sideboard="false" Name="Fox" Annotation="0" />'
        '<Cards CatID="2" Quantity="2" Sideboard="true" Name="Bear" Annotation="0" /></Deck>'
    ),
    "Cockatrice": (
        '<?xml version="1.0"?><cockatrice_deck version="1"><deckname>F</deckname>'
        '<zone name="main"><card number="3" name="Fox"/></zone><zone name="side"><card number="2" name="Bear"/></zone>'
        "</cockatrice_deck>"
    ),
}


@pytest.mark.parametrize("builder", LISTS)
def test_a_list_gives_the_same_cards_whatever_wrote_it(builder):
    assert chosen(LISTS[builder]) == ({"Fox": 3, "Bear": 2}, ()), builder


@pytest.mark.parametrize(
    ("line", "files", "found"),
    [
        (
            "1 Arcane Lighthouse (2)",
            ("Arcane Lighthouse.png", "Arcane Lighthouse (2).png"),
            {"Arcane Lighthouse (2)": 1},
        ),
        ("3 Fox (1) (SET) 12", ("Fox.png", "Fox (1).png"), {"Fox (1)": 3}),
        ("2 Fox", ("Fox (1).png", "Bear.png"), {"Fox (1)": 2}),
        ("2 Fox", (f"Fox ({'a' * 33}).png",), {f"Fox ({'a' * 33})": 2}),
        ("4 4 Seasons", ("4 Seasons.png",), {"4 Seasons": 4}),
        ("4 Seasons", ("4 Seasons.png",), {"4 Seasons": 1}),
        ("2 Owl, the Wise", FILES, {"Owl, the Wise": 2}),
        ('"Owl, the Wise",2', FILES, {"Owl, the Wise": 2}),
        ('name,count\n"Owl, the Wise",2', FILES, {"Owl, the Wise": 2}),
        ("2 Scout’s Drone", FILES, {"Scout's Drone": 2}),
        ("2 Depose // Deploy (RNA) 225", FILES, {"Depose-Deploy": 2}),
        ("2 Depose//Deploy", ("Depose _ Deploy.png",), {"Depose _ Deploy": 2}),
        ("2 Depose/Deploy", ("Depose__Deploy.png",), {"Depose__Deploy": 2}),
        ("2 Depose // Deploy", ("Depose.png", "Bear.png"), {"Depose": 2}),
        ("2 Who // What // When", ("Who - What - When.png",), {"Who - What - When": 2}),
        ("2 Cafe", ("Café.png",), {"Café": 2}),
        ("2 Cafe\N{COMBINING ACUTE ACCENT}", ("Café.png",), {"Café": 2}),
        ("2 Deck", ("Deck.png",), {"Deck": 2}),
        ("Deck\n2 Deck", ("Deck.png",), {"Deck": 3}),
        ("2 Кот", ("Кот.png",), {"Кот": 2}),
        ("2 E=mc2", ("E=mc2.png",), {"E=mc2": 2}),
    ],
)
def test_a_name_finds_its_picture(line, files, found):
    assert chosen(line, files) == (found, ())


def test_both_names_of_a_card_with_two_pictures_are_its_front_and_its_back():
    files = ("Depose.png", "Deploy.png", "Fox.png")
    decks, (note,) = deck_lists.choose_cards("2 Depose // Deploy (RNA) 225\n1 Fox", picture_names.decks(files, "D")[0])
    assert [(card.front, card.back, card.copies) for card in decks[0].cards] == [
        ("Depose.png", "Deploy.png", 2),
        ("Fox.png", "", 1),
    ]
    assert note == "Deploy.png is printed behind Depose.png, as the list says: 2 Depose // Deploy (RNA) 225."
    own = (*files, "Depose (back).png")
    decks, notes = deck_lists.choose_cards("2 Depose // Deploy", picture_names.decks(own, "D")[0])
    assert [card.back for card in decks[0].cards] == ["Depose (back).png"] and not notes


def test_what_can_be_read_in_two_ways_is_told():
    assert chosen("2 Faces", ("2 Faces.png", "Faces.png")) == (
        {"2 Faces": 1},
        ("2 Faces is itself the name of a picture: it is printed once, not 2 Faces.",),
    )
    assert chosen("3 Fox (2)", ("Fox.png",)) == (
        {"Fox": 3},
        ("list, line 1: no picture has the number, Fox.png is printed for '3 Fox (2)'.",),
    )


@pytest.mark.parametrize(
    "line",
    [
        "Fox (2)",
        "-3 Fox",
        "1.5 Fox",
        "2 Fox x3",
        "1. Fox",
        "Fox 3",
        "60000 Fox",
        "3 Foxes and Bears",
        "Foxx (2)",
        "name,count\nFox,many",
        "name,count\nFox,-1",
        "name,count\nFox,",
        "name,count\nFox, the Quick, 3",
        "name,count\nFoxx,3",
        '<Deck><Cards Quantity="3" Name="Foxx"/></Deck>',
        "3" * 600,
        "(" * 490,
        " ".join(["[a]"] * 120),
    ],
)
def test_a_line_that_counts_no_card_is_named(line):
    with pytest.raises(InvalidInput) as refusal:
        chosen(f"{line}\n", where="deck.txt")
    assert str(refusal.value).startswith("deck.txt")


def test_a_head_with_a_count_of_what_does_not_follow_is_named():
    """`Ramp (9)` heads nine cards; where others follow it may be a card whose picture is missing."""
    with pytest.raises(InvalidInput, match="line 1: found 'Ramp"):
        chosen("Ramp (9)\n3 Fox\n2 Bear")
    assert chosen("Creatures (9)\n3 Fox\n2 Bear")[0] == {"Fox": 3, "Bear": 2}, "a word that heads sections"


def test_a_word_that_may_be_a_card_heads_a_section_only_before_counted_cards():
    assert chosen("Energy\n3 Fox\nTrainer\n\n2 Bear")[0] == {"Fox": 3, "Bear": 2}
    with pytest.raises(InvalidInput, match="line 3: found 'Energy'"):
        chosen("Fox\nBear\nEnergy\n")
    assert chosen("Fox\nEnergy\n3 Bear", ("Fox.png", "Energy.png", "Bear.png"))[0]["Energy"] == 1


def test_cards_that_a_cube_only_considers_are_left_out_and_told():
    text = "name,CMC,Type,maybeboard\nFox,2,Creature,false\nBear,2,Creature,true\n"
    assert chosen(text) == ({"Fox": 1}, ("1 row of the maybeboard left out.",))


@pytest.mark.parametrize(
    "text",
    [
        "Anzahl;Karte\n3;Fox\n2;Bear\n",
        "Nom|Nombre de copies\nFox|3x\nBear|x2\n",
        "Наименование,Название,Количество\n1,Fox,3\n2,Bear,2\n",
        "sep=;\nQuantité;Carte;Titre du jeu\n3,0;Fox;a\n2;Bear;b\n",
    ],
)
def test_the_columns_of_a_table_have_names_in_the_languages_people_write(text):
    assert chosen(text) == ({"Fox": 3, "Bear": 2}, ())


def test_a_row_of_a_table_that_cannot_be_read_takes_no_other_with_it():
    text = 'count,name\n3,Fox\n1,"Fox" the Quick\n1,Owl, the Wise\nfew,Fox\n2,Bear\n'
    found, notes = chosen(text, skip_bad=True)
    assert found == {"Fox": 3, "Bear": 2}
    assert notes == (
        "Left out: list: row 3: found text right after a closing quotation mark, expected two quotation marks for each in "
        "a cell's text.",
        "Left out: list: row 4: found 3 cells, expected at most 2, one per column: put names with commas in quotes.",
        "Left out: list: row 5: found 'few', expected how many, and a card's name: 4 Dragon.",
    )


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE Deck [<!ENTITY a "b">]><Deck><Cards Quantity="1" Name="&a;"/></Deck>',
        "<Deck><Cards",
        "<" + "a" * 1000,
        "{" * 5000,
        "\0" * 5000,
        '"' * 5000,
        "name,count\n" + '"' * 5000,
        "[" * 5000,
        "\n" * 150_000,
        "Ramp (9)\n" * 20_000,
        "3 Fox (1) (2)\n" * 14_000,
        "a// " * 40_000,
        "4 a[b](c)*d*\n" * 15_000,
        "x" * 200_001,
    ],
)
def test_hostile_lists_are_refused_in_a_moment(text):
    with pytest.raises(InvalidInput):
        chosen(text)


NAMES = st.lists(
    st.text(st.characters(categories=("Lu", "Ll", "Nd"), include_characters=" '-.,()&!"), min_size=1, max_size=24)
    .map(lambda name: " ".join(name.split()))
    .filter(lambda name: any(letter.isalpha() for letter in name) and not name.startswith(".")),
    min_size=1,
    max_size=6,
    unique_by=lambda name: picture_names.loose_key(name),
)
FORMS = {
    "4 Name": lambda name, count: f"{count} {name}",
    "4x Name": lambda name, count: f"{count}x {name}",
    "4X Name": lambda name, count: f"{count}X {name}",
    "4× Name": lambda name, count: f"{count} × {name}",
    "Name x4": lambda name, count: f"{name} x{count}",
    "Name, 4": lambda name, count: f"{name}, {count}",
    "tab": lambda name, count: f"{count}\t{name}",
    "Arena": lambda name, count: f"{count} {name} (SET) 12",
    "Moxfield": lambda name, count: f"{count} {name} (SET) 12a *F*",
    "Archidekt": lambda name, count: f"{count}x {name} (set) 12 [Big{{top}}] ^Have,#000^",
    "MTGO": lambda name, count: f"SB: {count} {name}",
}


@given(NAMES, st.data())
def test_any_deck_reads_back_as_the_same_counts_or_a_line_is_named(names, data):
    """Whatever the cards are called: nothing is counted wrong in silence."""
    files = [f"{name}.png" for name in names]
    decks, notes = picture_names.decks(files, "Deck")
    cards = {card.front: card.name for deck in decks for card in deck.cards}
    assume(len(cards) == len(files) and not notes and all(card.copies == 1 for deck in decks for card in deck.cards))
    counts = {file: data.draw(st.integers(1, 99)) for file in files}
    form = data.draw(st.sampled_from(sorted(FORMS)))
    text = "\n".join(FORMS[form](file.removesuffix(".png"), count) for file, count in counts.items())
    try:
        chosen_decks, notes = deck_lists.choose_cards(text, decks)
    except InvalidInput as error:
        assert all(" line " in one.where or one.found == "no name" for one in error.input_errors)
        return
    found = {card.front: card.copies for deck in chosen_decks for card in deck.cards}
    comments = [line for line in text.splitlines() if list_lines.is_comment(line) or list_lines.is_head(line)]
    assert found == counts or notes or comments, (text, found)


@given(NAMES, st.data())
def test_any_deck_in_a_table_reads_back_as_the_same_counts(names, data):
    import csv
    import io

    files = [f"{name}.png" for name in names]
    decks, notes = picture_names.decks(files, "Deck")
    assume(not notes and all(card.copies == 1 for deck in decks for card in deck.cards))
    assume(sum(len(deck.cards) for deck in decks) == len(files))
    counts = {file: data.draw(st.integers(1, 99)) for file in files}
    table = io.StringIO()
    writer = csv.writer(table, delimiter=data.draw(st.sampled_from(",;\t")))
    writer.writerow(["Count", "Name"])
    writer.writerows((count, file.removesuffix(".png")) for file, count in counts.items())
    chosen_decks, notes = deck_lists.choose_cards(table.getvalue(), decks)
    assert {card.front: card.copies for deck in chosen_decks for card in deck.cards} == counts and not notes
