"""Boxes to fold for cards of no game: from rows and from pictures, on the command line and on the page."""

import io
import json
import re

import pikepdf
import pytest
from click.testing import CliRunner
from PIL import Image

from companion.cli import main
from tests.web.conftest import app, client, post  # noqa: F401

CSV = "title,copies\nDrone,20\nRail Gun,10\n"


def companion(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def cards(tmp_path):
    path = tmp_path / "scrap.csv"
    path.write_text(CSV, "utf-8")
    return path


def printed(tmp_path, path, *words):
    ran = companion("print", path, *words, "-o", tmp_path / "made.pdf", "--json")
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


def test_a_box_for_custom_cards_is_printed_beside_them_or_alone(cards, tmp_path):
    """30 cards of 0.31 mm are 9.3 mm deep and take 1 mm more to go in and out."""
    assert printed(tmp_path, cards)["pieces"] == 30
    both = printed(tmp_path, cards, "--what", "cards", "--what", "boxes")
    assert (both["pieces"], both["print_sets"]) == (31, ["cards", "boxes"])
    alone = printed(tmp_path, cards, "--what", "boxes")
    assert (alone["pieces"], alone["pages"]) == (1, 1)
    with pikepdf.open(tmp_path / "made.pdf") as pdf:
        assert str(pdf.docinfo["/Title"]) == "Scrap"
    sleeved = printed(tmp_path, cards, "--what", "boxes", "--sleeves", "double", "--paper", "a3")
    assert sleeved["pieces"] == 1


def test_decks_with_backs_of_their_own_have_a_box_each_and_others_share_one_with_dividers(tmp_path):
    path = tmp_path / "two.csv"
    path.write_text("title,copies,deck\nDrone,20,Scouts\nRail Gun,10,Weapons\n", "utf-8")
    assert printed(tmp_path, path, "--what", "boxes")["pieces"] == 2, "each deck's back has its title"
    for folder in ("scouts", "weapons"):
        (tmp_path / "deck" / folder).mkdir(parents=True)
        for name in ("a", "b", "c"):
            Image.new("RGB", (744, 1039)).save(tmp_path / "deck" / folder / f"{name}.png")
    assert printed(tmp_path, tmp_path / "deck", "--what", "boxes")["pieces"] == 3, "a box and two dividers"


def test_finished_pictures_have_a_box_too(tmp_path):
    folder = tmp_path / "dragons"
    folder.mkdir()
    for name in ("Dragon", "Troll", "Knight"):
        data = io.BytesIO()
        Image.new("RGB", (744, 1039), (200, 30, 30)).save(data, "JPEG")
        (folder / f"{name}.jpg").write_bytes(data.getvalue())
    assert printed(tmp_path, folder, "--what", "boxes")["pieces"] == 1


@pytest.mark.parametrize(
    ("rows", "words", "said"),
    [
        (CSV, ["tiles"], "what: found 'tiles', expected cards or boxes."),
        (
            "title\nDrone\n",
            ["boxes"],
            "what: found too few cards for a box, expected boxes for decks of 3 cards or more",
        ),
    ],
)
def test_what_cannot_be_boxed_is_refused(tmp_path, rows, words, said):
    path = tmp_path / "scrap.csv"
    path.write_text(rows, "utf-8")
    ran = companion("print", path, *(part for word in words for part in ("--what", word)), "-o", tmp_path / "made.pdf")
    assert ran.exit_code == 2 and said in ran.stderr


def test_the_page_prints_boxes_for_the_sleeves_that_were_chosen(post):  # noqa: F811
    def shown(**more):
        return post("/custom-cards", {"text": CSV, "do": "show", **more}).get_data(as_text=True)

    assert "<strong>30 pieces</strong> to cut" in shown()
    page = shown(what="cards boxes")
    assert "<span>Sheet 4: Box: " in page, "among the sides that are shown"
    assert "<strong>31 pieces</strong> to cut" in page and '<option value="cards boxes" selected>' in page
    files = [
        post("/custom-cards", {"text": CSV, "do": "file", "what": "boxes", "sleeves": sleeves}).data
        for sleeves in ("none", "standard")
    ]
    assert all(file.startswith(b"%PDF") for file in files) and files[0] != files[1]
    refused = post("/custom-cards", {"text": "title\nDrone", "do": "show", "what": "boxes"})
    assert refused.status_code == 422
    assert re.search(r"“What to print”: found too few cards for a box", refused.get_data(as_text=True))
