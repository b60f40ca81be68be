"""Folders and zips of pictures on the command line: printed, exported, chosen by a deck list, refused in sentences."""

import io
import json
import os
import zipfile

import pikepdf
import pytest
from PIL import Image

from tests.commands import answered, refused, run


def photo(size=(744, 1039), colour=(200, 30, 30)):
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "JPEG")
    return data.getvalue()


@pytest.fixture
def folder(tmp_path):
    """Return a folder with two cards, one of them with a back of its own, and the others' back."""
    made = tmp_path / "my_deck"
    made.mkdir()
    for number, name in enumerate(("Dragon.jpg", "Dragon (back).jpg", "Troll King.jpg", "back.jpg", "notes.txt")):
        (made / name).write_bytes(photo(colour=(40 * number, 30, 30)))
    return made


def test_a_folder_and_a_zip_of_it_print_alike(folder, tmp_path):
    packed = tmp_path / "my_deck.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for file in folder.iterdir():
            archive.write(file, f"my_deck/{file.name}")
    told = [answered("print", path, "-o", tmp_path / "deck.pdf") for path in (folder, packed)]
    for one in told:
        assert (one["title"], one["pieces"], one["pages"], one["duplex"]) == ("my deck", 2, 2, "long")
        assert one["pictures"] == {"files": 4, "with_backs": 2, "with_bleed": 0, "below_200_dpi": 0, "lowest_dpi": 299}
        assert one["notes"] == []
    with pikepdf.open(tmp_path / "deck.pdf") as document:
        images = [o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        assert {o.read_raw_bytes() for o in images} == {file.read_bytes() for file in folder.glob("*.jpg")}


def test_backs_before_the_name_take_nothing_from_it(folder, tmp_path):
    """`--backs` alone may stand anywhere; what follows it is a pattern only where it says where the name goes."""
    told = answered("print", "--backs", folder, "-o", tmp_path / "deck.pdf")
    assert (told["pieces"], told["duplex"], told["notes"]) == (2, "long", [])
    assert answered("print", "--backs", "mechalyte", "--what", "markers", "-o", tmp_path / "m.pdf")["notes"] == []
    for words in (("--backs", "{name}_b"), ()):
        ran = run("print", *words)
        assert ran.exit_code == 2 and "Missing argument 'GAME|FILE|FOLDER'." in ran.stderr
    assert "expected how a back is named" in run("print", "--backs", "mechalyte", folder).stderr


def test_sheets_that_another_margin_saves_are_told_to_people_alone(tmp_path):
    (tmp_path / "nine.csv").write_text("title,copies\nA,9\n", "utf-8")
    words = ("print", tmp_path / "nine.csv", "--margin", "15", "-o", tmp_path / "nine.pdf")
    told = [line for line in run(*words).stdout.splitlines() if "fewer" in line]
    assert told == ["1 sheet fewer with a margin of 3 mm, if your printer reaches that far."]
    assert "fewer" not in json.dumps(answered(*words))


def test_a_deck_list_chooses_copies(folder, tmp_path):
    (tmp_path / "deck.txt").write_text("# mine\nDeck\n4 Dragon\nTroll King x2\n", "utf-8")
    told = answered("print", folder, "--list", tmp_path / "deck.txt", "--no-backs", "-o", tmp_path / "deck.pdf")
    assert (told["pieces"], told["pages"], told["duplex"]) == (6, 1, "no")
    (tmp_path / "deck.txt").write_text("4 Dragoon\n1 Dragon\n", "utf-8")
    ran = run("print", folder, "--list", tmp_path / "deck.txt", "-o", tmp_path / "deck.pdf")
    assert ran.exit_code == 2
    assert "list, line 1: found 'Dragoon', expected the name of a picture, perhaps Dragon." in ran.stderr
    assert "--skip-bad" in ran.stderr
    told = answered("print", folder, "--list", tmp_path / "deck.txt", "--skip-bad", "-o", tmp_path / "deck.pdf")
    assert told["pieces"] == 1 and told["notes"][0].startswith("Left out: list, line 1")


def test_an_empty_deck_list_does_not_choose_everything(folder, tmp_path):
    (tmp_path / "deck.txt").write_text("\ufeff\n \n", "utf-8")
    told = refused("print", folder, "--list", tmp_path / "deck.txt", "-o", tmp_path / "deck.pdf")
    assert "deck.txt: found nothing, expected a card per line, as 4 Dragon." in told


def test_what_does_not_belong_to_the_cards_is_told(folder, tmp_path):
    (tmp_path / "cards.csv").write_text("title\nA\n", "utf-8")
    told = answered("print", tmp_path / "cards.csv", "--list", "deck.txt", "-o", tmp_path / "deck.pdf")
    assert "A deck list chooses among pictures in a folder or zip: deck.txt is not used." in told["notes"][0]
    told = answered("print", folder, "--layout", "classic", "-o", tmp_path / "deck.pdf")
    assert told["notes"] == ["A layout is for cards in rows: classic is not used."]


def test_pictures_that_end_at_the_cut_claim_no_bleed(folder, tmp_path):
    told = {
        edge: answered("print", folder, "--bleed", "2", "--edge", edge, "-o", tmp_path / "deck.pdf")["notes"]
        for edge in ("mirror", "none")
    }
    assert told == {"mirror": ["Bleed shows on my deck (all 4 faces)."], "none": []}


def test_print_options_hold_for_pictures_too(folder, tmp_path):
    words = (
        "--bleed",
        "2",
        "--gap",
        "4",
        "--edge",
        "stretch",
        "--format",
        "70x120",
        "--copies",
        "3",
        "--only",
        "dragon",
    )
    told = answered("print", folder, *words, "-o", tmp_path / "deck.pdf")
    assert told["pieces"] == 3
    assert any("is cut off at 70 × 120 mm" in note for note in told["notes"])


def test_pictures_are_exported(folder, tmp_path):
    told = answered("export", folder, "--to", "png", "--dpi", "150", "-o", tmp_path / "out")
    assert (told["title"], told["cards"], told["pictures"]["files"]) == ("my deck", 2, 4)
    names = sorted(path.name for path in (tmp_path / "out").rglob("*.png"))
    assert len(names) == 4, "each face with each back"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("print", "gone.zip"), "gone.zip: found no such file or directory, expected a folder or zip of pictures."),
        (("print", "{folder}", "--edge", "has", "--included", "99"), "included: found 99 mm, expected 0.5 to 10 mm."),
        (("print", "{empty}"), "with pictures of cards in PNG, JPEG, WebP, GIF, TIFF, BMP, SVG or PDF."),
        (("print", "{bad}"), "Bad.png: found something that is not a picture"),
        (
            ("print", "{folder}", "--list", "gone.txt"),
            "gone.txt: found no such file or directory, expected a deck list.",
        ),
    ],
)
def test_what_cannot_be_is_a_sentence(words, said, folder, tmp_path):
    for name in ("empty", "bad"):
        (tmp_path / name).mkdir()
    (tmp_path / "bad" / "Bad.png").write_bytes(b"hello")
    ran = run(*(word.format(folder=folder, empty=tmp_path / "empty", bad=tmp_path / "bad") for word in words))
    assert ran.exit_code == 2 and said in ran.stderr, ran.stderr


def test_a_game_of_the_name_of_a_folder_is_the_game(tmp_path, monkeypatch):
    (tmp_path / "mecha-mettle").mkdir()
    (tmp_path / "mecha-mettle" / "A.jpg").write_bytes(photo())
    monkeypatch.chdir(tmp_path)
    assert answered("print", "mecha-mettle", "--what", "tiles", "-o", "x.pdf")["game"] == "mecha-mettle"
    assert answered("print", "./mecha-mettle", "-o", "x.pdf")["pictures"]["files"] == 1


def test_a_name_that_is_not_utf_8_is_printed_and_exported(folder, tmp_path):
    shown = r"Caf\xe9"
    (folder / "Dragon.jpg").rename(os.fsdecode(os.fsencode(folder) + b"/Caf\xe9.jpg"))
    (folder / "Dragon (back).jpg").unlink()
    told = answered("print", folder, "--only", shown, "-o", tmp_path / "deck.pdf")
    assert (told["pieces"], told["notes"]) == (1, [])
    for to in ("png", "svg", "tts", "shop"):
        assert answered("export", folder, "--to", to, "-o", tmp_path / f"{to}.zip")["cards"] == 2
    with zipfile.ZipFile(tmp_path / "png.zip") as packed:
        (table,) = [packed.read(name) for name in packed.namelist() if name.endswith("cards.csv")]
    assert shown in table.decode("utf-8-sig")


def test_links_that_are_not_followed_are_told(folder, tmp_path):
    (folder / "more").symlink_to(tmp_path)
    (folder / "gone.png").symlink_to("nowhere.png")
    (folder / "Drake.jpg").symlink_to("Dragon.jpg")
    told = answered("print", folder, "-o", tmp_path / "deck.pdf")
    assert told["pieces"] == 3
    assert told["notes"][0].startswith("Left out: gone.png and more: no pictures but links or pipes.")


@pytest.mark.parametrize(
    ("name", "found", "hint"),
    [
        ("notes.txt", "no picture", "Their names end in .png"),
        ("Dragon.psd", "no picture", "Left out: Dragon.psd: save them as PNG or JPEG."),
        ("back.jpg", "nothing but backs", "Add the fronts"),
    ],
)
def test_a_folder_without_a_front_says_what_is_in_it(name, found, hint, tmp_path):
    (tmp_path / name).write_bytes(photo())
    told = refused("print", tmp_path, "-o", tmp_path / "deck.pdf")
    assert f"found {found}, expected" in told and hint in told and "--skip-bad" not in told


def test_no_name_of_a_picture_commands_the_terminal(tmp_path):
    packed = tmp_path / "deck.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("\x1b[31mred.jpg", photo((100, 140)))
        archive.writestr("two\nlines.psd", photo())
    said = " ".join(answered("print", packed, "-o", tmp_path / "deck.pdf")["notes"])
    assert r"\x1b[31mred.jpg has" in said and r"two\x0alines.psd" in said
    assert not {"\x1b", "\n"} & set(said)


def test_a_back_is_any_file_and_one_card_may_have_another_or_none(folder, tmp_path):
    (folder / "back.jpg").unlink()
    (folder / "Dragon (back).jpg").rename(folder / "IMG_2.jpg")
    (tmp_path / "elsewhere.jpg").write_bytes(photo(colour=(1, 2, 3)))
    words = ("print", folder, "-o", tmp_path / "deck.pdf")
    assert answered(*words)["pictures"]["with_backs"] == 0
    behind = answered(*words, "--back", tmp_path / "elsewhere.jpg")
    assert (behind["pictures"]["with_backs"], behind["pieces"], behind["pages"]) == (3, 3, 2)
    own = answered(*words, "--back", "IMG_2", "--back", f"dragon={tmp_path / 'elsewhere.jpg'}")
    assert (own["pictures"]["with_backs"], own["pieces"]) == (2, 2)
    with pikepdf.open(tmp_path / "deck.pdf") as document:
        images = [o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        assert len(images) == 4, "two fronts, two backs"
    assert answered(*words, "--back", "IMG_2.jpg", "--back", "Dragon=")["pictures"]["with_backs"] == 1
    said = run(*words, "--back", "IMG_3.jpg", "--back", "Dragoon=IMG_2.jpg").stderr
    assert "back: found 'IMG_3.jpg', expected the name of a picture, perhaps IMG_2.jpg." in said
    said = run(*words, "--back", "Dragoon=IMG_2.jpg").stderr
    assert "back: found 'Dragoon=IMG_2.jpg', expected the name of a card, perhaps Dragon." in said


def test_a_pdf_prints_as_cards_and_says_what_its_pages_are_taken_for(tmp_path):
    pages = [Image.new("RGB", (252, 352), (40 * n, 40, 40)) for n in range(5)]
    pages[0].save(tmp_path / "cards.pdf", save_all=True, append_images=pages[1:], resolution=101.6)
    words = ("print", tmp_path / "cards.pdf", "-o", tmp_path / "deck.pdf")
    told = answered(*words)
    assert (told["title"], told["pieces"], told["pictures"]["with_backs"]) == ("cards", 5, 0)
    assert told["notes"][0] == (
        "cards.pdf has 5 pages, each printed as a front. If some are backs, say how they lie: alternating or halves "
        "(“Pages of a PDF”, --pdf-pages)."
    )
    assert not [note for note in answered(*words, "--pdf-pages", "fronts")["notes"] if "pages" in note]
    for how in ("alternating", "halves"):
        told = answered(*words, "--pdf-pages", how)
        assert (told["pieces"], told["pictures"]["with_backs"]) == (3, 2)
        assert told["notes"][0] == "cards.pdf has 5 pages: the last card has no back of its own."
    assert "cards.pdf" in {path.name for path in tmp_path.iterdir()}
    refusal = run("print", tmp_path / "cards.pdf", "-o", tmp_path / "cards.pdf")
    assert refusal.exit_code == 2 and "this one is read, and would be lost" in refusal.stderr


def test_exact_numbers_of_pictures_whatever_their_names(tmp_path):
    for name in ("Fox (2)", "4 Seasons", "Owl, the Wise", "Hammer (left)"):
        (tmp_path / f"{name}.jpg").write_bytes(photo())

    def pieces(*only):
        words = [word for name in only for word in ("--only", name)]
        return answered("print", tmp_path, *words, "-o", tmp_path / "deck.pdf")["pieces"]

    assert pieces("3 Fox (2)") == 3
    assert pieces("4 Seasons") == 1
    assert pieces("2 4 Seasons", "5x owl, the wise") == 7
    assert pieces("3 hammer (left)") == pieces("Hammer (left) x3") == 3
    assert "found '3 hamer', expected the name of a piece of this print set, perhaps Hammer" in refused(
        "print", tmp_path, "--only", "3 hamer"
    )
