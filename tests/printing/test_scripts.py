"""Scripts besides Latin, Greek and Cyrillic: line ends of Chinese, Japanese and Korean, typefaces in a row, emoji."""

import io

import pypdfium2
import pytest

from companion.base.findings import InputError
from companion.printing.custom import custom_cards, custom_faces
from companion.printing.custom.layouts import reading
from companion.printing.export import picture_files
from companion.printing.faces.boxes import POKER, Face, Piece, Text
from companion.printing.pdf import draw_singles, untrusted
from companion.printing.sheets.jobs import SingleFace
from companion.printing.svg import writer
from companion.printing.text import fonts, line_breaks, typeface_files
from companion.printing.text.fitting import MM_PER_PT, fit, words
from companion.printing.text.words import plain_word
from tests.printing.made_typefaces import collection, typeface

KANA = "あいうえおかきくけこサイコロをふるターンっッー、。「」（）！？…"
HAN = "龍城火竜軍団攻撃防御漢字"
HANGUL = "드래곤은불을뿜는다"
EM = 10 * MM_PER_PT
JAPANESE = "サイコロを「ふる」。ターン、火竜（龍）！"


def family(letters, **more):
    return fonts.OwnFamily.of({"regular": untrusted.clean_typeface(typeface(letters, **more), "x.ttf")})


def lines_of(text, ems, own):
    fitted = words(Text(0, 0, ems * EM + 0.01, 200, text, 10, 10, family=own), "a card")
    return ["".join(run.text for run in runs) for _, runs in fitted.lines]


@pytest.mark.parametrize("ems", [4, 5, 7, 9])
def test_no_japanese_line_begins_or_ends_badly(ems):
    lines = lines_of(JAPANESE, ems, family(KANA + HAN))
    assert "".join(lines) == JAPANESE and len(lines) > 1
    assert not any(line[0] in "、。」）！？ーっッ" for line in lines)
    assert not any(line[-1] in "「（" for line in lines)
    assert all(len(line) <= ems for line in lines)


def test_lines_are_filled():
    assert lines_of("火竜軍団攻撃防御", 3, family(HAN)) == ["火竜軍", "団攻撃", "防御"]


def test_korean_is_broken_at_spaces():
    assert lines_of("드래곤은 불을 뿜는다", 5, family(HANGUL)) == ["드래곤은", "불을", "뿜는다"]


def test_latin_words_and_numbers_in_japanese_stay_whole():
    assert line_breaks.places("龍は12ダメージ") == (1, 2, 4, 5, 7)
    assert lines_of("龍HP 12城", 5, family(HAN + "HP12")) == ["龍HP", "12城"]


def test_a_space_without_width_is_a_place_to_break():
    assert lines_of("สวัส\u200bดีครับ", 2.8, "") == ["สวัส\u200b", "ดีครับ"]


@pytest.mark.parametrize("make", [lambda d: typeface(d, cff=True), lambda d: collection(typeface(d), typeface("a"))])
def test_a_typeface_may_have_cff_outlines_or_be_in_a_collection(make):
    """Its letters are there in the PDF, are copied as they are, and have ink where they were measured."""
    clean = untrusted.clean_typeface(make(HAN + "ab"), "x.otf")
    own = fonts.OwnFamily.of({"regular": clean})
    boxes = fit([Text(5, 5, 53, 10, "火竜 ab", 20, 20, family=own)], "x")
    draw_singles([SingleFace(63, 20, boxes)], "x", "#123456", target := io.BytesIO())
    document = pypdfium2.PdfDocument(target.getvalue())
    assert "".join(document[0].get_textpage().get_text_bounded().split()) == "火竜ab"
    picture = document[0].render(scale=4).to_pil().convert("L")
    document.close()
    mm = 4 * 72 / 25.4
    dark = [picture.getpixel((round((5 + (n + 0.5) * 20 * MM_PER_PT) * mm), round(8 * mm))) < 90 for n in range(3)]
    assert dark == [True, True, False]
    ((_, runs),) = boxes[0].lines
    assert runs[-1].x + runs[-1].w == pytest.approx(5 + 5 * 20 * MM_PER_PT)


def test_cff_outlines_come_out_in_an_svg():
    own = family(HAN, cff=True)
    face = Face((Text(5, 5, 53, 10, "火竜", 20, 20, family=own),))
    single = SingleFace(63, 88, fit(face.boxes, "x"))
    svg = writer.svg(single, Piece("x", "x", face), type("Look", (), {"accent": "#123456", "ink": "full"})).decode()
    assert svg.count("<use ") == 2 and 'aria-label="火竜"' in svg


def laid_out(rows, layout, files):
    stack = custom_cards.read_stack(f"title,text\n{rows}", "cards.csv")
    made = reading.read_layout(f'extends = "classic"\n{layout}', "my.layout.toml")
    return picture_files.check_decks(custom_faces.decks(stack, POKER, files.__getitem__, "no", made), False)


def test_typefaces_in_a_row_are_tried_letter_by_letter():
    files = {"a.ttf": typeface("火", width=500), "b.otf": typeface("火竜", cff=True)}
    (deck,), _ = laid_out("火竜Ab,x\n", 'typeface = ["a.ttf", "b.otf"]', files)
    title = next(box for box in deck.pieces[0].face.boxes if isinstance(box, Text) and box.text == "火竜Ab")
    ((_, runs),) = words(title, "x").lines
    assert [run.text for run in runs] == ["火", "竜", "Ab"] and runs[2].font == "Barlow-bold"
    assert runs[1].w == pytest.approx(2 * runs[0].w)


def test_ours_may_come_first_in_a_row():
    (deck,), _ = laid_out("A龍,x\n", 'typeface = ["fira", "a.ttf"]', {"a.ttf": typeface("A龍")})
    title = next(box for box in deck.pieces[0].face.boxes if isinstance(box, Text) and box.text == "A龍")
    ((_, runs),) = words(title, "x").lines
    assert [run.text for run in runs] in (["A龍"], ["A", "龍"]) and runs[-1].font.startswith("Own")


def test_a_base_and_its_mark_are_of_one_typeface():
    """The first typeface has the letter, the second the letter and the mark."""
    one, two = typeface("x"), typeface("x\u0331")
    row = fonts.OwnFamily.of({"regular": one}, (fonts.OwnFamily.of({"regular": two}),))
    ((_, runs),) = words(Text(0, 0, 60, 9, "xx\u0331", family=row), "x").lines
    assert [run.text for run in runs] in (["xx\u0331"], ["x", "x\u0331"]) and runs[-1].font.startswith(
        str(row.others[0])
    )


def test_all_letters_that_no_typeface_has_are_told_by_row():
    with pytest.raises(fonts.CannotPrint) as refused:
        laid_out("Dragon,火 and 竜 fly 火\nDrone,Flies.\n", 'typeface = "a.ttf"', {"a.ttf": typeface("火")})
    assert refused.value.sentences == (
        "Dragon: text: '竜' (U+7ADC) is in none of our typefaces: replace it, or name a typeface that has it in a "
        'layout: typeface = "NAME.ttf".',
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(typeface_files.FOLDER, str(tmp_path))
    caches = (typeface_files.machine_families, fonts._parts, fonts._styled_runs, fonts.runs, plain_word)
    for cache in caches:
        cache.cache_clear()
    yield tmp_path
    for cache in caches:
        cache.cache_clear()


def test_a_folder_of_this_machine_is_used_after_ours(folder):
    (folder / "b.otf").write_bytes(typeface("龍A", cff=True))
    (folder / "c.ttf").write_bytes(typeface("城"))
    (folder / "readme.txt").write_text("not a typeface")
    (folder / "broken.ttf").write_bytes(b"nonsense")
    ((_, runs),) = words(Text(0, 0, 60, 9, "A 龍城"), "x").lines
    assert [run.text for run in runs] == ["A", "龍", "城"] and runs[0].font == "Barlow-regular"
    found = dict(typeface_files.read_folder())
    assert isinstance(found["broken.ttf"], InputError) and found.keys() == {"b.otf", "c.ttf", "broken.ttf"}
    assert fonts.printable("龍 x") == "龍 x" and fonts.has_letters_of("龍城")


EMOJI = ["👍🏽", "🇩🇪", "👨‍👩‍👧", "1️⃣", "❤️‍🔥", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "☠️", "☠︎", "🎲"]


@pytest.mark.parametrize("emoji", EMOJI)
def test_an_emoji_prints_as_one_picture(emoji):
    ((_, (run,)),) = words(Text(0, 0, 60, 9, emoji, 10, 10), "x").lines
    assert run.font == "NotoEmoji-regular" and run.w < 1.6 * EM


def test_faces_of_dice_are_drawn():
    fitted = words(Text(0, 0, 60, 9, "⚀ or ⚅\ufe0e: ⚁⚂"), "x")
    assert [placed.symbol.name for placed in fitted.symbols] == ["d6-1", "d6-6", "d6-2", "d6-3"]
    assert not any("⚀" <= char <= "⚅" or char == "\ufe0e" for _, runs in fitted.lines for r in runs for char in r.text)


def test_what_an_emoji_loses_is_told_with_its_cards():
    stack = custom_cards.read_stack("title,text\nAlpha,👍🏽 x\nBeta,🧑‍💻‍🐶 👍🏽\nGamma,🇩🇪 🎲\n", "cards.csv")
    decks = custom_faces.decks(stack, POKER, {}.__getitem__, "no", None)
    _, notes = picture_files.check_decks(decks, False)
    assert notes == (
        "👍🏽 prints without its tone of skin, in one colour: Alpha (text) and Beta (text).",
        "🧑‍💻‍🐶 prints in parts, as no typeface here joins it: Beta (text).",
    )
