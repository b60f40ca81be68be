"""Deck sheets read back: each card the saved object names shows that card's own face at its place."""

import io
import json
from dataclasses import replace

import pytest
from PIL import Image

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.export import deck_sheets, tabletop_simulator
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.faces.boxes import POKER, Deck, Face, Format, Piece, Rect
from companion.printing.faces.inks import palette

INKS = ("ink", "soft", "faint", "blue", "accent", "tint", "wash")


def plain(ink):
    return Face((Rect(0, 0, 63, 88, fill=ink, stroke=None),))


def coloured(count, backs=1, copies=1):
    behind = [plain(INKS[-1 - n]) for n in range(backs)]
    pieces = tuple(
        Piece(f"c{n}", f"Card {n}", plain(INKS[n % 5]), copies, behind[n % backs], f"About {n}.") for n in range(count)
    )
    return Deck("Colours", POKER, pieces)


def made(parts, **more):
    at = {name: more.pop(name) for name in ("at", "after") if name in more}
    job = ExportJob("My cards", "#8a4b08", ExportOptions(to="tts", **more), **at)
    outs = {out.name: out.data for out in tabletop_simulator.table(parts, job)}
    if job.at:
        return json.loads(outs["my-cards.json"]), outs
    saved = json.loads(outs["Saves/Saved Objects/my-cards.json"])
    return saved, outs | {address: outs[kept_as(address)] for address in addresses(saved)}


def addresses(saved):
    """Return the addresses of all pictures that a saved object names."""
    customs = [custom for state in saved["ObjectStates"] for custom in state["CustomDeck"].values()]
    return {address for custom in customs for address in (custom["FaceURL"], custom["BackURL"])}


def kept_as(address):
    """Return the file under which the table keeps what it loaded: letters and digits of the address alone."""
    return f"Mods/Images/{''.join(letter for letter in address if letter.isalnum())}.png"


def colour_at(outs, custom, key, place):
    picture = Image.open(io.BytesIO(outs[custom[key]]))
    w, h = picture.width / custom["NumWidth"], picture.height / custom["NumHeight"]
    row, column = divmod(place, custom["NumWidth"])
    return picture.getpixel((int((column + 0.5) * w), int((row + 0.5) * h)))


def rgb(ink):
    colour = palette("#8a4b08", "full")[ink]
    return tuple(bytes.fromhex(colour[1:]))


def test_each_card_shows_its_own_face_and_back():
    saved, outs = made([coloured(11, copies=2)], dpi=72)
    (deck,) = saved["ObjectStates"]
    assert deck["Name"] == "DeckCustom" and deck["Nickname"] == "Colours"
    assert len(deck["DeckIDs"]) == 22 and [c["CardID"] for c in deck["ContainedObjects"]] == deck["DeckIDs"]
    for number, card in enumerate(deck["ContainedObjects"]):
        sheet, place = divmod(card["CardID"], 100)
        custom = card["CustomDeck"][str(sheet)]
        assert custom == deck["CustomDeck"][str(sheet)]
        assert card["Nickname"] == f"Card {number // 2}" and card["Description"] == f"About {number // 2}."
        assert colour_at(outs, custom, "FaceURL", place) == rgb(INKS[number // 2 % 5])
        assert Image.open(io.BytesIO(outs[custom["BackURL"]])).getpixel((5, 5)) == rgb("wash")
        assert custom["BackIsHidden"] is True and custom["UniqueBack"] is False
    assert len({card["GUID"] for card in deck["ContainedObjects"]}) == 22


def test_cards_with_different_backs_get_a_sheet_of_backs():
    saved, outs = made([coloured(7, backs=2)], dpi=72)
    (deck,) = saved["ObjectStates"]
    for number, card in enumerate(deck["ContainedObjects"]):
        custom = deck["CustomDeck"][str(card["CardID"] // 100)]
        assert custom["UniqueBack"] is True
        assert colour_at(outs, custom, "BackURL", card["CardID"] % 100) == rgb(INKS[-1 - number % 2])


@pytest.mark.parametrize(("count", "sheets"), [(1, 1), (2, 1), (68, 1), (69, 1), (70, 2), (139, 3)])
def test_a_sheet_holds_sixty_nine_and_keeps_its_last_place(count, sheets):
    found = deck_sheets.sheets([coloured(count)])
    assert len(found) == sheets and sum(len(sheet.pieces) for sheet in found) == count
    for sheet in found:
        assert 2 <= sheet.columns <= 10 and 2 <= sheet.rows <= 7
        assert len(sheet.pieces) < sheet.columns * sheet.rows


@pytest.mark.parametrize("form", [POKER, Format("wide", 88, 63), Format("square", 63, 63), Format("strip", 160, 40)])
def test_a_sheet_stays_in_the_tables_grid_and_gives_a_card_the_most_dots(form):
    for count in range(1, 70):
        (sheet,) = deck_sheets.sheets([replace(coloured(count), format=form)])
        assert 2 <= sheet.columns <= 10 and 2 <= sheet.rows <= 7 and sheet.columns * sheet.rows > count
        grids = [(c, r) for c in range(2, 11) for r in range(2, 8) if c * r > count]
        widest = max(min(4096 / c, 4096 / r * form.w / form.h) for c, r in grids)
        assert min(4096 / sheet.columns, 4096 / sheet.rows * form.w / form.h) == pytest.approx(widest)


def test_sheet_numbers_and_names_are_never_shared():
    found = deck_sheets.sheets([coloured(70), coloured(3)])
    assert [sheet.number for sheet in found] == [1, 2, 3]
    assert [sheet.stem for sheet in found] == ["colours-1", "colours-2", "colours-3"]


@pytest.mark.long
def test_a_sheet_stays_within_what_the_table_loads():
    _, outs = made([coloured(69)], dpi=300)
    (name,) = (name for name in outs if name.startswith("Mods/") and name.endswith("colours1facespng.png"))
    picture = Image.open(io.BytesIO(outs[name]))
    assert max(picture.size) <= 4096 and min(picture.size) > 3500
    assert picture.width % 10 == 0 and picture.height % 7 == 0


def test_addresses_keep_to_plain_letters():
    at = "https://example.org"
    outs = [out.name for out in tabletop_simulator.table([coloured(2)], ExportJob("Мои карты 2", at=at))]
    assert outs[0] == "мои-карты-2.json" and outs[3] == "2-pictures/colours-1-faces.png"
    saved = json.loads(next(tabletop_simulator.table([replace(coloured(2), title="Όπλα")], ExportJob("T", at=at))).data)
    assert saved["ObjectStates"][0]["CustomDeck"]["1"]["FaceURL"] == f"{at}/deck-1-faces.png"


def test_without_an_address_the_files_lie_as_the_table_keeps_what_it_has_loaded():
    """`Mods/Images` has each picture under its address without signs; the table looks there first."""
    saved, outs = made([coloured(3)], dpi=72)
    assert {name.rpartition("/")[0] for name in outs if not name.startswith("https:")} == {
        "",
        "Saves/Saved Objects",
        "Mods/Images",
    }
    assert addresses(saved) and all(address.startswith("https://cards.invalid/") for address in addresses(saved))
    assert "Mod Caching" in outs["READ-ME.txt"].decode()
    assert made([coloured(3)], dpi=72)[1] == outs, "the same cards have the same addresses"
    other = replace(coloured(3), title="Others")
    assert not addresses(made([other], dpi=72)[0]) & addresses(saved), "others have others"


def test_a_single_card_is_a_card_and_not_a_deck():
    saved, _ = made([coloured(1)], dpi=72)
    (card,) = saved["ObjectStates"]
    assert card["Name"] == "CardCustom" and card["CardID"] == 100 and "DeckIDs" not in card
    assert set(card["CustomDeck"]) == {"1"}


def test_a_deck_without_backs_gets_one_that_names_it():
    deck = Deck("Plain", POKER, (Piece("a", "A", plain("blue"), 2),))
    saved, outs = made([deck], dpi=150)
    back = outs[saved["ObjectStates"][0]["CustomDeck"]["1"]["BackURL"]]
    colours = {colour for _, colour in Image.open(io.BytesIO(back)).getcolors(100_000)}
    assert rgb("tint") in colours and rgb("ink") in colours


def test_pictures_are_looked_for_where_one_says():
    for at in ("file:///C:/My Games/cards", "https://example.org/cards/"):
        saved, outs = made([coloured(2)], dpi=72, at=at)
        custom = saved["ObjectStates"][0]["CustomDeck"]["1"]
        assert custom["FaceURL"] == f"{at.rstrip('/')}/colours-1-faces.png"
        assert at.rstrip("/") in outs["READ-ME.txt"].decode()
    assert Image.open(io.BytesIO(outs["my-cards.png"])).size == (256, 256)


def test_a_hex_is_a_hex_and_sizes_keep_their_proportion():
    hexes = Deck("Hexes", Format("hex", 72.75, 63, shape="hex"), (Piece("h", "H", Face(()), 2),))
    saved, _ = made([hexes, coloured(2)], dpi=72)
    first, second = saved["ObjectStates"]
    assert first["CustomDeck"]["1"]["Type"] == 3 and second["CustomDeck"]["2"]["Type"] == 0
    assert first["Transform"]["scaleX"] == pytest.approx(63 / 88, abs=0.001)
    assert first["Transform"]["posX"] != second["Transform"]["posX"]


KEYS = {"SaveName", "GameMode", "Gravity", "PlayArea", "Table", "Sky", "Note", "TabStates", "ObjectStates", "LuaScript"}


@pytest.mark.long
def test_the_whole_of_a_game_is_one_saved_object():
    game = GAMES[0]
    parts = game.print_set("everything").make(PrintSource(game.context()))
    job = ExportJob(game.title, game.accent, ExportOptions(to="tts", dpi=72), "https://example.org")
    outs = {out.name: out.data for out in tabletop_simulator.table(parts, job)}
    saved = json.loads(outs["mecha-mettle.json"])
    assert set(saved) >= KEYS
    decks = [part for part in parts if isinstance(part, Deck)]
    counts = {deck.title: sum(piece.copies for piece in deck.pieces) for deck in decks}
    assert {state["Nickname"]: len(state["DeckIDs"]) for state in saved["ObjectStates"]} == counts
    for state in saved["ObjectStates"]:
        urls = [custom[key] for custom in state["CustomDeck"].values() for key in ("FaceURL", "BackURL")]
        assert all(url.replace("https://example.org", "mecha-mettle-pictures") in outs for url in urls)
