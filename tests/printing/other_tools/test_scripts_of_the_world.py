"""Tables of cards in other scripts, as spreadsheets save them: Hebrew, Arabic, Persian, Japanese, Korean, mixed.

Excel saves "CSV UTF-8" with a byte order mark and CRLF, LibreOffice without; a Hebrew or Arabic Excel separates with
commas, a Japanese one may save Shift_JIS. Each is printed from the command line, with a layout where it needs one.
"""

import io

import pypdfium2
import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.printing.made_typefaces import typeface

HEBREW = "\ufeffשם,סוג,title,text\r\nא,יצור,דרקון אש,מזיק {d6} נזק (3 לפחות) לאויב.\r\nב,כלי,תותח,ירה פעמיים.\r\n"
ARABIC = "title,type,text\nتنين النار,وحدة,يسبب ٣ ضرر لكل عدو\n"
PERSIAN = "title;type;text\r\nاژدها;موجود;می‌تواند ۲ بار حمله کند\r\n"
JAPANESE = "title,type,text\r\n火竜,モンスター,サイコロを「２個」ふる。出た目だけダメージ。\r\n"
KOREAN = "title,type,text\n화룡,괴물,주사위 두 개를 굴린다.\n"
MIXED = "title,text\nTank מרכבה,Moves 3; תוקף twice.\n火力 Fire,Roll ⚅ or 👍.\nDrone,Flies.\n"


def printed(tmp_path, data, *options, letters="", layout=""):
    """Print a table and return the result of the command and the PDF's words."""
    if letters:
        (tmp_path / "cards.layout.toml").write_text(
            f'extends = "classic"\ntypeface = ["barlow", "own.ttf"]\n{layout}', "utf-8"
        )
        (tmp_path / "own.ttf").write_bytes(typeface(letters))
    (tmp_path / "cards.csv").write_bytes(data)
    target = tmp_path / "cards.pdf"
    done = CliRunner().invoke(main, ["print", str(tmp_path / "cards.csv"), "-o", str(target), *options])
    if not target.exists():
        return done, ""
    document = pypdfium2.PdfDocument(io.BytesIO(target.read_bytes()))
    words = " ".join(page.get_textpage().get_text_bounded() for page in document)
    document.close()
    return done, words


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (HEBREW.encode(), ("דרקון", "לאויב", "פעמיים")),
        (ARABIC.encode(), ("تنين", "النار", "ضرر")),
        (PERSIAN.encode(), ("اژدها", "حمله")),
    ],
    ids=["Hebrew", "Arabic", "Persian"],
)
def test_right_to_left_prints_as_it_is(tmp_path, data, expected):
    done, words = printed(tmp_path, data)
    assert done.exit_code == 0, done.output
    for word in expected:
        assert word in words and word[::-1] not in words


@pytest.mark.parametrize("text", [JAPANESE, KOREAN], ids=["Japanese", "Korean"])
def test_with_a_typeface_of_ones_own_japanese_and_korean_print(tmp_path, text):
    done, words = printed(tmp_path, text.encode("utf-8-sig"), letters=text)
    assert done.exit_code == 0, done.output
    title = text.splitlines()[1].partition(",")[0]
    assert title in "".join(words.split())


@pytest.mark.parametrize("text", [JAPANESE, KOREAN], ids=["Japanese", "Korean"])
def test_without_one_each_row_is_told_with_all_its_letters(tmp_path, text):
    done, _ = printed(tmp_path, text.encode())
    title, _, cell = text.splitlines()[1].split(",")
    assert done.exit_code == 2 and f"{title}: title: " in done.output and f"{title}: text: " in done.output
    assert all(letter in done.output for letter in {*cell} if "\u3040" <= letter <= "\uffff")
    assert 'typeface = "NAME.ttf"' in done.output


def test_of_a_mixed_table_the_other_cards_print(tmp_path):
    done, words = printed(tmp_path, MIXED.encode(), "--skip-bad")
    assert done.exit_code == 0, done.output
    assert "Left out: 火力 Fire: title: '火' (U+706B) and '力' (U+529B)" in done.output
    assert "מרכבה" in words and "Drone" in words and "Fire" not in words
