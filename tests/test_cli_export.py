"""`companion export`, and `companion print` for cards of no game: files read back, trouble told in a sentence."""

import csv
import io
import json
import os
import stat
import zipfile

import pikepdf
import pytest
from PIL import Image

from tests.commands import answered, refused, run

CARDS = 'title,type,Attack,text,picture,copies\nRail Gun,Weapon,5,"Roll {d6}.",art.png,2\nDrone,Scout,1,,,1\n'


@pytest.fixture
def mine(tmp_path):
    Image.new("RGB", (60, 40), (200, 30, 30)).save(tmp_path / "art.png")
    (tmp_path / "mine.csv").write_text(CARDS, "utf-8")
    return tmp_path / "mine.csv"


def wide(path):
    with Image.open(path) as picture:
        return picture.width


def names(path):
    with zipfile.ZipFile(path) as bundle:
        assert bundle.testzip() is None
        return bundle.namelist()


def test_pictures_of_a_print_set(tmp_path):
    answer = answered(
        "export", "mecha-mettle", "--to", "png", "--what", "tiles", "--dpi", 150, "-o", tmp_path / "t.zip"
    )
    assert answer == {
        "title": "Mecha Mettle",
        "print_sets": ["tiles"],
        "to": "png",
        "file": str(tmp_path / "t.zip"),
        "files": 4,
        "cards": 22,
        "left_out": [],
        "notes": [],
    }
    assert names(tmp_path / "t.zip") == [
        "cards.csv",
        "tiles/01-open-port-x18.png",
        "tiles/back.png",
        "tiles/02-blast-door-x4.png",
    ]


def test_some_pieces_alone_and_whole_pages_left_behind(tmp_path):
    answer = answered("export", "mecha-mettle", "--to", "svg", "--only", "drone", "-o", tmp_path / "d.zip")
    assert (answer["cards"], answer["left_out"]) == (6, [])
    done = run("export", "mecha-mettle", "--to", "svg", "-o", tmp_path / "all.zip")
    assert done.exit_code == 0 and "left out: Reference." in done.stderr


def test_a_folder_holds_what_a_zip_would(tmp_path):
    answered("export", "mecha-mettle", "--to", "svg", "--what", "tiles", "-o", tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out" / "tiles").iterdir()) == [
        "01-open-port-x18.svg",
        "02-blast-door-x4.svg",
        "back.svg",
    ]


def test_deck_sheets_lie_where_the_saved_object_says(tmp_path):
    answered("export", "mecha-mettle", "--to", "tts", "--what", "tiles", "--dpi", 100, "-o", tmp_path / "my table")
    saved = json.loads((tmp_path / "my table" / "mecha-mettle.json").read_text("utf-8"))
    for custom in saved["ObjectStates"][0]["CustomDeck"].values():
        for key in ("FaceURL", "BackURL"):
            place = custom[key].removeprefix("file:///")
            assert place != custom[key]
            path = next(p for p in (tmp_path / "my table").rglob("*.png") if p.name == place.rpartition("/")[2])
            assert path.as_posix().lstrip("/") == place
            assert wide(path) > 100


def test_deck_sheets_in_a_zip_expect_to_be_unpacked_beside_it(tmp_path):
    answered("export", "mecha-mettle", "--to", "tts", "--what", "tiles", "--dpi", 100, "-o", tmp_path / "tiles.zip")
    with zipfile.ZipFile(tmp_path / "tiles.zip") as bundle:
        bundle.extractall(tmp_path / "tiles")
        saved = json.loads(bundle.read("mecha-mettle.json"))
    place = saved["ObjectStates"][0]["CustomDeck"]["1"]["FaceURL"].removeprefix("file:///")
    assert wide(f"/{place}") > 100


def test_a_shop_gets_a_pdf_of_one_size(tmp_path):
    answer = answered("export", "mecha-mettle", "--to", "shop", "--what", "components", "-o", tmp_path / "c.pdf")
    assert (answer["files"], answer["cards"]) == (1, 32)
    with pikepdf.open(tmp_path / "c.pdf") as pdf:
        assert len(pdf.pages) == 64
        assert [round(float(n) * 25.4 / 72, 2) for n in pdf.pages[0].mediabox] == [0, 0, 69.35, 94.35]
    said = refused("export", "mecha-mettle", "--to", "shop", "-o", tmp_path / "all.pdf")
    assert (
        "-o: found pieces of 2 sizes, expected one size in a PDF: choose one deck with --what, or name a .zip." in said
    )
    assert not list(tmp_path.glob("*all*")), "nothing half-written stays"
    answered("export", "mecha-mettle", "--to", "shop", "-o", tmp_path / "all.zip")
    assert len(names(tmp_path / "all.zip")) == 2


def test_a_build_in_a_file_and_a_pack(tmp_path):
    draft = tmp_path / "draft.toml"
    draft.write_text('game = "mecha-mettle"\ntitle = "Late"\ncomponents = ["recombinator"]\n', "utf-8")
    pack = tmp_path / "pack.toml"
    pack.write_text('[[component]]\nid = "recombinator"\nname = "My Recombinator"\n', "utf-8")
    answer = answered("export", draft, "--to", "svg", "--pack", pack, "-o", tmp_path / "d.zip")
    assert (answer["title"], answer["print_sets"], answer["cards"]) == ("Mecha Mettle: Late", ["drafts"], 1)
    with zipfile.ZipFile(tmp_path / "d.zip") as bundle:
        rows = list(csv.DictReader(io.StringIO(bundle.read("cards.csv").decode("utf-8-sig"))))
    assert [row["card"] for row in rows] == ["My Recombinator"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("mecha-mettle", "--to", "png", "--what", "reference"), "found only whole pages (Reference), expected cards or tiles"),
        (("mecha-mettle", "--to", "png", "--what", "nothing"), "--what: found 'nothing', expected one of modules"),
        (("mecha-mettle", "--to", "png", "--what", "drafts"), "--what: found drafts, expected the file of a component draft"),
        (("mecha-mettle", "--to", "png", "--dpi", "5"), "dpi: found 5, expected a number from 72 to 1,200."),
        (("mecha-mettle", "--to", "png", "-o", "x.gif"), "-o: found 'x.gif', expected a .zip or a folder."),
        (("mecha-mettle", "--to", "png", "-o", "/nowhere/at/all.zip"), "/nowhere/at/all.zip: found no such file or directory"),
        (("mecha-mettle", "--to", "gif"), "Invalid value for '--to'"),
        (("nothing", "--to", "png"), "found 'nothing', expected a game"),
        (("nothing.csv", "--to", "png"), "nothing.csv: found no such file or directory, expected cards in CSV, XLSX, ODS, TOML or JSON."),
    ],
)  # fmt: skip
def test_trouble_is_a_sentence(words, sentence):
    assert sentence in refused("export", *words)


def test_rows_of_no_game_print_and_leave(mine, tmp_path):
    answer = answered("print", mine, "-o", tmp_path / "mine.pdf")
    assert (answer["game"], answer["title"], answer["print_sets"], answer["pieces"], answer["notes"]) == (
        "",
        "Mine",
        [],
        3,
        [],
    )
    with pikepdf.open(tmp_path / "mine.pdf") as pdf:
        assert str(pdf.docinfo["/Title"]) == "Mine" and len(pdf.pages) == 2
    answered("export", mine, "--to", "png", "--dpi", 150, "-o", tmp_path / "mine.zip")
    assert names(tmp_path / "mine.zip") == [
        "cards.csv",
        "mine/01-rail-gun-x2.png",
        "mine/back.png",
        "mine/02-drone.png",
    ]


def test_a_format_a_language_and_no_backs(mine, tmp_path):
    answered("print", mine, "--format", "tarot", "--language", "de", "--no-backs", "-o", tmp_path / "t.pdf")
    answered("export", mine, "--to", "png", "--dpi", 100, "--format", "50x60", "-o", tmp_path / "t.zip")
    with zipfile.ZipFile(tmp_path / "t.zip") as bundle:
        assert Image.open(io.BytesIO(bundle.read("mine/02-drone.png"))).size == (197, 236)


def test_tables_without_a_game_are_cards_and_a_games_pack_can_be(tmp_path):
    plain = tmp_path / "plain.toml"
    plain.write_text('title = "Plain"\n[[card]]\ntitle = "A"\n', "utf-8")
    assert answered("print", plain, "-o", tmp_path / "p.pdf")["title"] == "Plain"
    pack = tmp_path / "pack.toml"
    pack.write_text('game = "mecha-mettle"\n[[component]]\nid = "x"\nname = "Flux"\nlevel = 2\n', "utf-8")
    assert answered("print", pack, "--generic", "-o", tmp_path / "q.pdf")["pieces"] == 1
    refused("print", pack, "-o", tmp_path / "r.pdf")


def test_a_layout_beside_the_cards_is_used_unless_another_is_asked_for(mine, tmp_path):
    layout = mine.with_suffix(".layout.toml")
    layout.write_text('extends = "tile"\n', "utf-8")

    def size(*more):
        answered("export", mine, "--to", "png", "--dpi", 100, "-o", tmp_path / "t.zip", *more)
        with zipfile.ZipFile(tmp_path / "t.zip") as bundle:
            return Image.open(io.BytesIO(bundle.read("mine/02-drone.png"))).size

    assert size() == (248, 248), "63 mm at 100 dpi"
    assert size("--layout", "record") == (276, 472)
    assert size("--layout", layout) == (248, 248)
    assert size("--layout", "plain") == (248, 346)
    told = answered("print", mine, "--format", "tarot", "-o", tmp_path / "t.pdf")
    assert told["layout"] == str(layout)
    assert told["notes"][0] == f"Layout: {layout}. It is made for square 63 mm, so --format tarot is not used."
    layout.write_text('[[zone]]\nname = "title"\nat = [1]\n', "utf-8")
    assert f"{layout}: zone title: at" in refused("print", mine, "-o", tmp_path / "t.pdf")
    assert "expected a layout in TOML, or classic, unit, dossier, tile, record, plain" in refused(
        "print", mine, "--layout", "nix"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("title,copies\nDrone,0\n", "found no card: of each there are 0 copies, expected at least one copy of a card."),
        ("title,copies\nDrone,1000000\n", "row 2 (Drone): copies: found '1000000', expected at most 1000."),
        ("title,picture\nDrone,gone.png\n", "row 2 (Drone): picture: found gone.png, a file that is not there, expected a picture beside the cards."),
        ("title,picture\nDrone,mine.csv\n", "row 2 (Drone): picture: mine.csv: found something that is not a picture"),
        ("title,text\nSaga," + "word " * 500, "Saga: text is too long for its box at 6 pt by "),
        ("title\n龍\n", "龍: title: '龍' (U+9F8D) is in none of our typefaces: replace it, or name a typeface that has it in a layout:"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("verb", [("print",), ("export", "--to", "png"), ("export", "--to", "shop")])
def test_bad_cards_are_named(tmp_path, text, sentence, verb):
    path = tmp_path / "mine.csv"
    path.write_text(text, "utf-8")
    assert sentence in refused(verb[0], path, *verb[1:])


def test_small_type_and_unknown_marks_are_told_on_stderr(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(f'title,text\nSaga,"{{sheild}} {"word " * 330}"\n', "utf-8")
    for words in (("print", path, "-o", tmp_path / "a.pdf"), ("export", path, "--to", "svg", "-o", tmp_path / "a.zip")):
        done = run(*words)
        assert done.exit_code == 0
        assert "Note: " in done.stderr and "Saga: text had to be set in 6" in done.stderr
        assert "{sheild} is no known symbol and prints as written." in done.stderr


def test_an_order_for_a_shop_is_a_zip_with_a_note(tmp_path):
    words = ("export", "mecha-mettle", "--to", "shop", "--service", "makeplayingcards", "--what", "tiles")
    answer = answered(*words, "-o", tmp_path / "order.zip")
    assert (answer["files"], answer["cards"], answer["notes"]) == (25, 22, []), "a picture for each place, and the back"
    words = ("export", "mecha-mettle", "--to", "shop", "--service", "drivethrucards", "--what", "tiles")
    answer = answered(*words, "--what", "components", "-o", tmp_path / "order.zip")
    assert (answer["files"], answer["cards"]) == (2, 32), "tiles are not in this order"
    said = refused("export", "mecha-mettle", "--to", "shop", "--service", "corner")
    assert "one of drivethrucards, makeplayingcards, thegamecrafter" in said


@pytest.mark.parametrize("verb", [("print",), ("export", "--to", "png"), ("export", "--to", "shop")])
def test_nothing_that_is_read_is_written_over(verb, mine, tmp_path):
    cards = mine.rename(tmp_path / "mine.csv.zip")
    Image.new("RGB", (63, 88)).save(tmp_path / "Dragon.png")
    with zipfile.ZipFile(cards, "w") as packed:
        packed.write(tmp_path / "Dragon.png", "Dragon.png")
    before = cards.read_bytes()
    (tmp_path / "link.zip").symlink_to(cards)
    for there in (cards, tmp_path / "link.zip"):
        told = refused(*verb, cards, "-o", there)
        assert "-o: found" in told and "expected another file: this one is read, and would be lost" in told
    assert cards.read_bytes() == before


def test_a_print_writes_over_no_picture_of_its_folder_and_no_cut_file(mine, tmp_path):
    deck = tmp_path / "deck"
    deck.mkdir()
    Image.new("RGB", (63, 88)).save(deck / "Dragon.png")
    before = (deck / "Dragon.png").read_bytes()
    assert "would be lost" in refused("print", deck, "-o", deck / "Dragon.png")
    assert "would be lost" in refused("print", mine, "-o", mine)
    assert "would be lost" in refused("print", mine, "--cut-file", tmp_path / "art.svg", "-o", tmp_path / "art.svg")
    assert (deck / "Dragon.png").read_bytes() == before and mine.read_text("utf-8") == CARDS
    assert not (tmp_path / "art.svg").exists()
    assert "file name too long" in refused("print", mine, "-o", tmp_path / f"{'x' * 300}.pdf")
    assert answered("print", deck, "-o", deck / "deck.pdf")["pieces"] == 1
    assert answered("print", deck, "-o", deck / "deck.pdf")["pieces"] == 1


@pytest.mark.parametrize(("verb", "name"), [(("print",), "x.pdf"), (("export", "--to", "png"), "x.zip")])
def test_only_a_file_is_replaced_by_what_is_written(verb, name, mine, tmp_path):
    """Run by root, a print to a device would put a file in its place."""
    os.mkfifo(tmp_path / name)
    assert f"{name}: found is a device, expected" in refused(*verb, mine, "-o", tmp_path / name)
    assert stat.S_ISFIFO((tmp_path / name).stat().st_mode)
    (tmp_path / name).unlink()
    (tmp_path / "there").write_bytes(b"before")
    (tmp_path / name).symlink_to(tmp_path / "there")
    answered(*verb, mine, "-o", tmp_path / name)
    assert (tmp_path / name).is_symlink() and (tmp_path / "there").read_bytes()[:2] in (b"%P", b"PK")
    (tmp_path / "there").unlink()
    (tmp_path / "there").symlink_to(tmp_path / name)
    answered(*verb, mine, "-o", tmp_path / name)
    assert (tmp_path / name).is_file(), "a link to itself leads nowhere"


def test_a_card_names_a_picture_that_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "pipe.png")
    cards = "".join(f'[[card]]\ntitle = "A"\npicture = "{name}"\n' for name in (r"a\u0000b", "pipe.png", "/dev/zero"))
    (tmp_path / "mine.toml").write_text(cards, "utf-8")
    first, *others = refused("print", tmp_path / "mine.toml", "-o", tmp_path / "x.pdf").splitlines()
    assert "a file that is not there, expected a picture beside the cards" in first
    assert [told.count("a file that cannot be read, expected a picture beside") for told in others] == [1, 1]


@pytest.mark.long
def test_what_is_not_used_is_told(mine, tmp_path):
    pdf, packed = tmp_path / "x.pdf", tmp_path / "x.zip"
    told = answered("print", mine, "--ruling", "a=b", "--edge", "has", "-o", pdf)["notes"]
    assert "--ruling is for a game's cards: not used here." in told
    assert "--edge is for a folder or zip of pictures: not used here." in told
    game = ("wreck-a-mech", "--what", "cards")
    told = answered("print", *game, "--format", "tarot", "--list", "no.txt", "-o", pdf)["notes"]
    assert told == ["--format and --list are for custom cards and pictures: not used here."]
    told = answered("export", mine, "--to", "svg", "--at", "x", "--service", "drivethrucards", "-o", packed)["notes"]
    assert told[-2:] == ["--service is for --to shop: not used here.", "--at is for --to tts: not used here."]
    assert answered("print", *game, "-o", pdf)["notes"] == answered("print", mine, "-o", pdf)["notes"] == []


def test_custom_cards_alone_are_exported(mine, tmp_path):
    packed = tmp_path / "x.zip"
    for name in ("boxes", "nonsense"):
        told = refused("export", mine, "--to", "png", "--what", name, "-o", packed)
        assert told == f"companion: --what: found '{name}', expected cards, or no --what.\n"
    assert answered("export", mine, "--to", "png", "--what", "cards", "-o", packed)["cards"] == 3


def test_an_order_is_no_pdf(mine, tmp_path):
    told = refused("export", mine, "--to", "shop", "--service", "drivethrucards", "-o", tmp_path / "x.pdf")
    assert told.startswith("companion: -o: found") and "expected a .zip or a folder." in told


def test_no_name_and_one_picture_are_told(mine, tmp_path):
    assert "found '', expected a game (" in refused("print", "", "-o", tmp_path / "x.pdf")
    told = refused("print", tmp_path / "art.png", "-o", tmp_path / "x.pdf")
    assert "art.png: found one picture, expected a folder or zip of pictures" in told
