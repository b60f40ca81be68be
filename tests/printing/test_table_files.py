"""Laws of files of rows: what was written comes back, whatever the encoding and the mark; hostile files end nothing."""

import csv
import io
import time
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data import text_encodings
from companion.data.csv_cells import read_csv_rows
from companion.printing.custom import custom_cards
from companion.printing.pdf import table_files
from tests.printing.other_tools.table_files import (
    cards,
    ods,
    ods_cell,
    ods_row,
    read,
    refusal,
    row,
    sheet_xml,
    xlsx,
    zipped,
)

LETTERS = "abcdefghijklmnoprstuvwz ABCDEÄÖÜäöüßéèàçñóíâêôå,;|\"'.:!?-–’0123456789\n"
WORDS = (
    st.text(LETTERS, min_size=1, max_size=24)
    .map(lambda text: " ".join(text.split(" ")))
    .filter(lambda text: text.strip())
)
ROWS = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=6)
UNICODE = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")
SENTENCES = (
    "Größe, Schützen über Häuser", "Kröte hüpft für Öl – schnell", "Le château brûlé, où l’élève rêve", "Âme déçue, à côté",
    "Señor Niño mañana", "El corazón está aquí: ¡más rápido!", "Coração, ação e pão", "Så går björnen på ön", "Plain words",
)  # fmt: skip
WRITTEN = st.lists(st.tuples(st.sampled_from(SENTENCES), st.sampled_from(SENTENCES)), min_size=1, max_size=6)


def written(rows, mark, ends):
    target = io.StringIO()
    quoting = csv.QUOTE_ALL if ends == "\r" else csv.QUOTE_MINIMAL
    writer = csv.writer(target, delimiter=mark, lineterminator=ends, quoting=quoting)
    writer.writerow(("title", "text"))
    writer.writerows(rows)
    return target.getvalue()


def clean(text):
    return "\n".join(line.strip() for line in text.strip().split("\n"))


MARKS, ENDS = st.sampled_from(",;\t|"), st.sampled_from(["\n", "\r\n", "\r"])


def with_marks(rows, mark, ends, says_so):
    return (f"sep={mark}{ends}" if says_so else "") + written(rows, mark, ends)


@given(ROWS, st.sampled_from(UNICODE), MARKS, ENDS, st.booleans())
@settings(max_examples=150, deadline=None)
def test_any_cards_come_back_from_unicode_with_any_mark_between_cells(rows, encoding, mark, ends, says_so):
    text = with_marks(rows, mark, ends, says_so)
    file = table_files.read_file(text.encode(encoding), "k.csv", "cards")
    assert file.text.lstrip("\ufeff") == text
    found = [tuple(cell for cell in cells) for _, cells in read_csv_rows(file.text, "k.csv").rows][1:]
    assert [*map(list, found)] == [[title.replace("\r", "\n"), words] for title, words in rows]
    read_cards = custom_cards.read_stack(file.text, "k.csv", skip_bad=True).cards
    assert [card.title for _, card in read_cards] == [clean(title) for title, _ in rows]


@given(WRITTEN, st.sampled_from(("cp1252", "mac_roman")), MARKS, ENDS, st.booleans())
@settings(max_examples=100, deadline=None)
def test_sentences_of_western_europe_come_back_or_their_reading_is_offered(rows, encoding, mark, ends, says_so):
    text = with_marks(rows, mark, ends, says_so)
    file = table_files.read_file(text.encode(encoding), "k.csv", "cards")
    if file.text != text:
        assert text in (one.text for one in file.readings) and file.notes[0].startswith("Read as ")


POLISH, CZECH = "Zażółć gęślą jaźń; łódź płynie", "Příliš žluťoučký kůň úpěl ďábelské ódy"
HUNGARIAN, RUSSIAN = "Az erdő őre tüzet gyújt, a bűvös kő őrzi", "Меч огня: возьмите две карты и щит"
UKRAINIAN, GREEK = "Гравець бере картку їжі й щит", "Το σπαθί της φωτιάς, τραβήξτε δύο κάρτες"
TURKISH = "Kılıç ateşi: iki kart çek, güç ver"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (POLISH, "cp1250"), (POLISH, "iso8859_2"), (POLISH, "mac_latin2"), (CZECH, "cp1250"), (CZECH, "iso8859_2"),
        (HUNGARIAN, "cp1250"), (RUSSIAN, "cp1251"), (RUSSIAN, "koi8_r"), (RUSSIAN, "cp866"), (RUSSIAN, "mac_cyrillic"),
        (UKRAINIAN, "cp1251"), (GREEK, "cp1253"), (TURKISH, "cp1254"),
    ],
)  # fmt: skip
def test_other_alphabets_are_told_apart(text, encoding):
    read_text = text_encodings.decode(f"title,text\n{text}\n".encode(encoding), "k.csv", "cards").text
    assert read_text == f"title,text\n{text}\n"


def test_doubtful_rows_are_shown_in_each_reading():
    data = "title\nmeč\nplain\nBär\n".encode("cp1250")
    file = table_files.read_file(data, "k.csv", "cards")
    shown = dict(zip((one.encoding for one in file.readings), text_encodings.doubtful_rows(file.readings), strict=True))
    assert shown["cp1250"] == ("meč",) and shown["cp1252"] == ("meè",)


@pytest.mark.parametrize("first", ['"sep=;"', "sep=;", "sep=;;;"])
def test_the_line_of_the_separator_may_stand_in_quotes_or_be_filled_up(first):
    text = f"{first}\r\nTitel;Anzahl\r\nFuchs, rot;2\r\n".encode()
    assert cards(text, "a.csv") == [("Fuchs, rot", "", "", {}, 2)]


def test_a_space_before_a_quoted_cell():
    text = b'title, copies, text\n"Fox, red", 2, "a, ""b"""\nOwl, 1, "Hoo" it says\nBear, 3, "c, d"\n'
    assert cards(text, "a.csv") == [
        ("Fox, red", "", 'a, "b"', {}, 2),
        ("Owl", "", '"Hoo" it says', {}, 1),
        ("Bear", "", "c, d", {}, 3),
    ]


@pytest.mark.parametrize(
    "heads",
    [
        "Nom de carte;Nombre;Effet", "Nome della carta;Quantità;Effetto", "Kortnavn;Antall;Tekst", "Kortin nimi;Määrä;Kuvaus",
        "Nazwa karty;Ilość sztuk;Opis karty", "Název karty;Počet kusů;Popis", "Kártyanév;Darabszám;Leírás",
        "Название карты;Количество;Описание", "Όνομα κάρτας;Ποσότητα;Περιγραφή", "Titlu;Număr;Text", "カード名;枚数;テキスト",
        "卡牌名称;数量;描述", "카드 이름;수량;설명", "اسم البطاقة;العدد;النص", "שם;כמות;טקסט", "Tên;Số lượng;Mô tả", "Nama;Jumlah;Deskripsi",
        "Pavadinimas;Kiekis;Aprašymas", "card_title;num_copies;ability_text", "NAME;QTY;DESC", "Titel;Anzahl Karten;Text",
        "\u200bName;# Copies;Effect Text",
    ],
)  # fmt: skip
def test_heads_in_the_languages_people_write(heads):
    assert cards(f"{heads}\nFox;2;Hello\n".encode(), "a.csv") == [("Fox", "", "Hello", {}, 2)]


def test_one_bad_number_does_not_make_french_counts_a_stat():
    text = b"Nom;Nombre\nRenard;2\nOurs;deux\nLoup;3\n"
    assert "row 3 (Ours): copies: found 'deux', expected a whole number" in refusal(text, "a.csv")


@pytest.mark.parametrize("count", ["1,000", "1.000", "1_000", "2.5", "two", "x", "2x3", "-1"])
def test_copies_that_may_be_one_or_a_thousand_are_told_by_row(count):
    said = refusal(f'title;copies\nFox;2\nOwl;"{count}"\n'.encode(), "a.csv")
    assert said.startswith("a.csv: row 3 (Owl): copies: ")


def test_a_broken_row_takes_no_other_with_it():
    text = 'title,text\nA,one\n"B" x,two\nC,"three\nD,four\n'
    stack = custom_cards.read_stack(text, "k.csv", skip_bad=True)
    assert [card.title for _, card in stack.cards] == ["A", "D"]
    assert [str(error).partition(", expected")[0] for error in stack.left_out] == [
        "k.csv: row 3: found text right after a closing quotation mark",
        "k.csv: row 4: found a quotation mark that is never closed",
    ]
    with pytest.raises(InvalidInput) as refused:
        custom_cards.read_stack(text, "k.csv")
    assert refused.value.hint == "`--skip-bad` leaves them out."


HEAD = row(1, ('t="inlineStr"', "<is><t>title</t></is>")) + row(2, ('t="inlineStr"', "<is><t>Bear</t></is>"))
FAR = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
MANY = "".join(f'<row><c t="inlineStr"><is><t>Card {n}</t></is></c></row>' for n in range(12_000))
LAUGHS = (
    '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>' + sheet_xml(HEAD.replace("Bear", "&b;")).partition("\n")[2]
)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (xlsx({"S": LAUGHS}), "found a spreadsheet that declares entities"),
        (xlsx({"S": sheet_xml(HEAD.replace("1", "1", 1) + MANY)}), "found more than 10,050 rows or 5,000,000 characters"),
        (xlsx({"S": sheet_xml(HEAD)})[:900], "found a spreadsheet that is damaged or cut short"),
        (xlsx({"S": sheet_xml(HEAD)[:-60]}), "found a spreadsheet that is damaged or cut short"),
        (zipped({"a.png": "x"}), "found a zip that is no spreadsheet"),
        (xlsx({}), "found a spreadsheet without a sheet of cells"),
        (
            ods(f'<table:table table:name="A">{ods_row("title")}{ods_row("Bear", attributes="table:number-rows-repeated=" + chr(34) + "1048576" + chr(34))}</table:table>'),
            "found more than 10,050 rows",
        ),
        (b"PK\x03\x04", "found a spreadsheet that is damaged or cut short"),
    ],
    ids=["entities", "rows", "zip cut", "xml cut", "zip", "no sheet", "repeated", "four bytes"],
)  # fmt: skip
def test_a_hostile_or_broken_spreadsheet_is_a_sentence(data, said):
    assert said in refusal(data, "k.xlsx")


def test_a_cell_at_the_far_corner_is_left_out_and_told():
    data = xlsx({"S": sheet_xml(HEAD + FAR)})
    assert cards(data, "k.xlsx") == [("Bear", "", "", {}, 1)]
    assert read(data, "k.xlsx")[1] == ("Left out: a cell far outside the table, XFD1048576.",)
    wide = ods(
        f'<table:table table:name="A">{ods_row("title", ods_cell("x", attributes="table:number-columns-repeated=" + chr(34) + "9" + chr(34)))}{ods_row("Bear")}</table:table>'
    )
    assert "each column once" in refusal(wide, "k.ods")


@pytest.mark.long
@pytest.mark.parametrize("filling", [" ", "a"])
def test_a_bomb_is_refused_or_read_within_its_seconds_and_memory(filling):
    text = "<is><t>" + filling * 200_000_000 + "</t></is>"
    target = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(xlsx({"S": sheet_xml(HEAD)}))) as good,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as bomb,
    ):
        for name in good.namelist():
            xml = sheet_xml(HEAD + row(3, ('t="inlineStr"', text))) if name.endswith("sheet1.xml") else good.read(name)
            bomb.writestr(name, xml)
    begun = time.monotonic()
    try:
        assert read(target.getvalue(), "k.xlsx")[0].count == 1
    except InvalidInput as refused:
        assert "k.xlsx" in str(refused)
    assert time.monotonic() - begun < 60
