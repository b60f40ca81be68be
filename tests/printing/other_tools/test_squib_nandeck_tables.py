"""Tables of other card makers: Squib's CSV with `qty`, nanDECK's link files, sheets for Component.Studio and Dextrous.

Squib explodes a column `qty`; nanDECK links a CSV or a text whose columns it calls [title], with any separator; the others
read sheets with `Name`, `Count` or `Quantity`, and name pictures by file or address.
"""

import pytest

from companion.printing.custom import card_columns
from tests.printing.other_tools.table_files import cards, read, refusal


def test_squibs_table_with_qty():
    data = b'Title,Qty,Cost,Description,Art\nBat,2,1,Flies.,bat.png\nOwl,,2,"Sees,\nhears.",\n'
    stack, _ = read(data, "deck.csv")
    assert [(card.title, card.copies, card.text, card.picture, dict(card.stats)) for _, card in stack.cards] == [
        ("Bat", 2, "Flies.", "bat.png", {"Cost": "1"}),
        ("Owl", 1, "Sees,\nhears.", "", {"Cost": "2"}),
    ]


@pytest.mark.parametrize("mark", [",", ";", "|", "\t"])
def test_nandecks_link_file(mark):
    lines = [("[title]", "[number]", "[text]", "[count]"), ("Orc", "1", "Hits.", "2"), ("Elf", "2", "Runs.", "0")]
    data = "\r\n".join(mark.join(line) for line in lines).encode("cp1252")
    stack, _ = read(data, "link.csv")
    assert [(card.title, card.text, card.copies) for _, card in stack.cards] == [("Orc", "Hits.", 2)]
    assert stack.notes == ("Left out, with 0 copies: link.csv: row 3 (Elf).",)


@pytest.mark.parametrize("head", ["Count", "Quantity", "QTY", "Copies", "How many", "Number of copies", "Amount"])
@pytest.mark.parametrize("name", ["Name", "Card Name", "card_title"])
def test_sheets_for_component_studio_and_dextrous(name, head):
    data = f"{name},{head},Type,Image,Hit Points\nGolem,3,Unit,golem.png,12\n".encode()
    stack, _ = read(data, "My Game - Cards.csv")
    ((_, card),) = stack.cards
    assert (card.title, card.copies, card.type, card.picture, dict(card.stats)) == (
        "Golem",
        3,
        "Unit",
        "golem.png",
        {"Hit Points": "12"},
    )


@pytest.mark.parametrize(
    ("heads", "parts"),
    [
        ("Titel;Typ;Beschreibung;Symbol;Bild;Rückseite;Anzahl;Stapel", "title type text symbol picture back copies deck"),
        ("Titre;Type;Texte;Icône;Image;Dos;Quantité;Paquet", "title type text symbol picture back copies deck"),
        ("Título;Tipo;Descripción;Símbolo;Imagen;Reverso;Cantidad;Mazo", "title type text symbol picture back copies deck"),
        ("Nome;Tipo;Testo;Icona;Immagine;Retro carta;Quantità;Mazzo", "title type text symbol picture stat copies deck"),
        ("Nome;Tipo;Descrição;Ícone;Imagem;Costas;Quantidade;Baralho", "title type text symbol picture back copies deck"),
        ("Naam;Soort;Tekst;Symbool;Afbeelding;Achterkant;Aantal;Stapel", "title type text symbol picture back copies deck"),
        ("Nazwa;Rodzaj;Opis;Ikona;Obraz;Rewers;Ilość;Talia", "title type text symbol picture back copies deck"),
        ("Название;Тип;Описание;Символ;Картинка;Рубашка;Количество;Колода", "title type text symbol picture back copies deck"),
        ("Karte;Art;Wirkung;Kosten", "title type text stat"),
        ("Name;Art;Cost", "title picture stat"),
        ("Nombre;Texto", "title text"),
        ("Titre;Nombre", "title copies"),
    ],
)  # fmt: skip
def test_heads_in_the_languages_people_write(heads, parts):
    names = heads.split(";")
    cells = ["2" if name == "Nombre" and "Titre" in names else "Wort" for name in names]
    columns = card_columns.find_columns(names, [cells], {})
    assert [column.part for column in columns] == parts.split()


@pytest.mark.parametrize("count", ["2", "x2", "2x", "2 ×", "× 2", "2.0", "2,0", " 2 ", "X2"])
def test_two_copies_however_they_are_written(count):
    assert cards(f"title;copies\nA;{count}\n".encode(), "k.csv")[0][4] == 2


@pytest.mark.parametrize("count", ["two", "2.5", "-1", "2x2", "1001"])
def test_a_count_that_is_none_is_told_and_leaves_the_others(count):
    data = f"title;copies\nA;{count}\nB;1\n".encode()
    assert "k.csv: row 2 (A): copies: found" in refusal(data, "k.csv")
    assert [card[0] for card in cards(data, "k.csv", skip_bad=True)] == ["B"]


def test_columns_are_what_the_player_says():
    data = b"Bezeichner;Zahl;Notiz;\nOrk;2;geheim;Haut zu\n"
    assert "k.csv: row 1: found 'Bezeichner, Zahl, Notiz', expected a first row that names the columns" in refusal(
        data, "k.csv"
    )
    chosen = ("bezeichner=title", "Zahl=copies", "Notiz=none", "column 4=text")
    assert cards(data, "k.csv", columns=chosen) == [("Ork", "", "Haut zu", {}, 2)]
    stack, _ = read(data, "k.csv", columns=(*chosen, "Farbe=type"))
    assert stack.notes == ("No column is called 'farbe': what it is to be is not used.",)
    assert "column: found 'Zahl=many', expected a column's name, an equals sign and one of title, type" in refusal(
        data, "k.csv", columns=("Zahl=many",)
    )
