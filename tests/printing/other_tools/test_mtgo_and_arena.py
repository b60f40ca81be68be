"""Decks as MTGO and Arena write them: text with a sideboard, `.dek`, and Arena's clipboard in several languages."""

import pytest

from tests.printing.other_tools.deck_files import chosen

FILES = ("Ash Fox.png", "Depose-Deploy.png", "Éclair.png", "Sideboard Bear.png")
FOUND = {"Ash Fox": 4, "Depose-Deploy": 2, "Éclair": 1, "Sideboard Bear": 3}


@pytest.mark.parametrize(
    "text",
    [
        "4 Ash Fox\r\n2 Depose/Deploy\r\n1 Eclair\r\n\r\n3 Sideboard Bear\r\n",
        "4 Ash Fox\n2 Depose // Deploy\n1 Éclair\nSB: 3 Sideboard Bear",
        "Deck\n4 Ash Fox (ABC) 12\n2 Depose // Deploy (RNA) 225\n1 Éclair (ABC) 14\n\nSideboard\n3 Sideboard Bear (ABC) 15\n",
        "About\nName My Deck\n\nCommander\n1 Éclair (ABC) 14\n\nCompanion\n\nDeck\n4 Ash Fox\n2 Depose\n\nSideboard\n"
        "3 Sideboard Bear\n",
    ],
)
def test_texts(text):
    files = FILES if "2 Depose\n" not in text else (*FILES[:1], "Depose.png", *FILES[2:])
    found = {name.replace("Depose-Deploy", files[1].removesuffix(".png")): count for name, count in FOUND.items()}
    assert chosen(text, files) == (found, ())


def test_a_dek_file():
    cards = [
        ("Ash Fox", 4, "false"),
        ("Depose/Deploy", 2, "false"),
        ("Éclair", 1, "false"),
        ("Sideboard Bear", 3, "true"),
    ]
    inner = "".join(
        f'<Cards CatID="{n}" Quantity="{count}" Sideboard="{side}" Name="{name}" Annotation="0" />\r\n'
        for n, (name, count, side) in enumerate(cards)
    )
    text = (
        '\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\r\n<NetDeckID>0</NetDeckID>\r\n'
        f"<PreconstructedDeckID>0</PreconstructedDeckID>\r\n{inner}</Deck>"
    )
    assert chosen(text, FILES) == (FOUND, ())
