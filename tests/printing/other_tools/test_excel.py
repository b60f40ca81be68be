"""Excel's files and those of programs that write the same: .xlsx of Excel and of Google Sheets, and Excel's kinds of text.

Excel writes shared strings, number formats by style and stored values of formulas; Google Sheets shared strings too, its
numbers as `3.0` and its errors as `t="e"`; "Unicode Text" is UTF-16 with tabs, CSV is in the machine's encoding with its
list separator.
"""

import io

import pytest

from tests.commands import answered, refused
from tests.printing.other_tools.table_files import (
    MAIN,
    cards,
    read,
    refusal,
    row,
    sheet_xml,
    xlsx,
    zipped,
)

STRINGS = (
    "Titel",
    "Anzahl",
    "Text",
    "Bär",
    "läuft",
    "Größe",
    '<r><t>Fuchs </t></r><r><rPr><b/></rPr><t xml:space="preserve">&amp; Igel</t></r>',
    "eins_x000D_\nzwei",
)


def number(value, style=0):
    return (f's="{style}"' if style else "", f"<v>{value}</v>")


def test_a_workbook_of_excel():
    """Shared strings, rich text, a number, a formula with its value, an empty styled cell, rows of nothing at the end."""
    rows = row(1, 0, 1, 2, 5) + row(2, 3, number(2), 4, number("2.5"))
    rows += (
        row(3, 6, number(1), 7, ("", "<f>D2*2</f><v>5</v>"))
        + row(4, ('s="1"', ""), ('s="1"', ""))
        + '<row r="9" hidden="1"/>'
    )
    data = xlsx({"Tabelle1": sheet_xml(rows)}, STRINGS, ["0.00"])
    assert cards(data, "karten.xlsx") == [
        ("Bär", "", "läuft", {"Größe": "2.5"}, 2),
        ("Fuchs & Igel", "", "eins\nzwei", {"Größe": "5"}, 1),
    ]
    assert read(data, "karten.xlsx")[1] == ()


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        ("3.0", "General", "3"), ("0.30000000000000004", "General", "0.3"), ("1E+20", "General", "100000000000000000000"),
        ("-2.50", "General", "-2.5"), ("0.5", "0%", "50%"), ("0.125", "0.0%", "12.5%"), ("7", "000", "007"),
        ("2.5", "0.00", "2.50"), ("1234.5", "#,##0.00", "1,234.50"), ("5", '"€" 0', "€ 5"), ("5", '0\\ "€"', "5 €"),
        ("5", "[$€-407] 0.00", "€ 5.00"), ("-3", "0;(0)", "(3)"), ("0", '0;-0;"–"', "–"), ("2", '0" ×"', "2 ×"),
        ("45292", "dd\\.mm\\.yyyy", "2024-01-01"), ("45292.75", "yyyy\\-mm\\-dd\\ hh:mm", "2024-01-01 18:00"),
        ("0.5", "h:mm AM/PM", "12:00"), ("1.25", "[h]:mm", "30:00"), ("1", "d/m/yy", "1900-01-01"), ("60.5", "General", "60.5"),
        ("0.75", "# ?/?", "0.75"), ("12", "@", "12"), ("1500", '0.0,"k"', "1.5k"), ("3", "0 [Red]", "3"),
        ("5551234", "000-0000", "555-1234"), ("5551234", "(000) 000\\-0000", "(000) 555-1234"), ("5", '0"."00', "0.05"),
        ("12345", "0.00E+00", "1.23E+04"), ("0.00012", "0.0E+0", "1.2E-4"), ("-12345", "0.00E+00", "-1.23E+04"),
        ("150", '[>100]"big";[<=100]"small"', "big"), ("50", '[>100]"big";[<=100]"small"', "small"),
        ("50", '[>100]0"b";0.0"s"', "50.0s"), ("-50", "[Red][<0]0;0", "-50"),
    ],
)  # fmt: skip
def test_numbers_read_as_the_sheet_shows_them(value, code, shown):
    rows = row(1, 0, 5) + row(2, 3, number(value, 1))
    ((_, _, _, stats, _),) = cards(xlsx({"A": sheet_xml(rows)}, STRINGS, [code]), "n.xlsx")
    assert stats == {"Größe": shown}


@pytest.mark.parametrize(("value", "code"), [("0", "0;-0;;@"), ("7", ";;;")])
def test_numbers_that_the_format_hides_are_not_printed(value, code):
    rows = row(1, 0, 5) + row(2, 3, number(value, 1))
    ((_, _, _, stats, _),) = cards(xlsx({"A": sheet_xml(rows)}, STRINGS, [code]), "n.xlsx")
    assert stats == {}


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("2024-03-01T00:00:00.000", "2024-03-01"),
        ("2024-03-01T00:00:00Z", "2024-03-01"),
        ("2024-03-01T18:30:00.000Z", "2024-03-01 18:30:00"),
    ],
)
def test_days_of_a_strict_workbook(written, shown):
    rows = row(1, 0, 5) + row(2, 3, ('t="d"', f"<v>{written}</v>"))
    assert cards(xlsx({"A": sheet_xml(rows)}, STRINGS), "n.xlsx")[0][3] == {"Größe": shown}


def test_days_counted_from_1904_as_excel_on_an_old_mac_did():
    rows = row(1, 0, 5) + row(2, 3, number("0", 1))
    data = xlsx({"A": sheet_xml(rows)}, STRINGS, ["yyyy-mm-dd"], ' date1904="1"')
    assert cards(data, "n.xlsx")[0][3] == {"Größe": "1904-01-01"}


def test_errors_and_formulas_without_a_value_are_told_by_row_and_leave_the_others():
    """Excel writes `t="e"`; programs that compute nothing write a formula and no value."""
    rows = row(1, 0, 5) + row(2, 3, ('t="e"', "<f>B9</f><v>#REF!</v>")) + row(3, 4, ("", "<f>A1&amp;B1</f><v></v>"))
    rows += (
        row(4, 6, ('t="str"', '<f>IF(1,"",1)</f><v></v>'))
        + row(5, 2, ('t="b"', "<v>1</v>"))
        + row(6, 7, ('t="e"', "<v>#N/A</v>"))
    )
    data = xlsx({"A": sheet_xml(rows)}, STRINGS)
    said = refusal(data, "k.xlsx")
    assert "k.xlsx: row 2 (Bär): Größe: found #REF!, an error of the spreadsheet" in said
    assert (
        "row 3 (läuft): Größe: found a formula without its value ('=A1&B1'), expected its value: open the file" in said
    )
    assert "row 6 (eins zwei): Größe: found #N/A" in said
    stack, _ = read(data, "k.xlsx", skip_bad=True)
    assert [(card.title, dict(card.stats)) for _, card in stack.cards] == [
        ("Fuchs & Igel", {}),
        ("Text", {"Größe": "yes"}),
    ]
    assert len(stack.left_out) == 3


def test_the_first_sheet_with_cards_is_read_and_the_others_are_named():
    notes = sheet_xml(row(1, 4) + row(2, 5))
    sheets = {"Notizen": notes, "Alt": sheet_xml(row(1, 0) + row(2, 5)), "Karten": sheet_xml(row(1, 0) + row(2, 3))}
    data = xlsx(sheets, STRINGS, states={"Alt": "veryHidden"})
    stack, said = read(data, "k.xlsx")
    assert [card.title for _, card in stack.cards] == ["Bär"]
    assert said == ("Cards are read from the sheet Karten; there are also Notizen and Alt (hidden).",)
    assert cards(data, "k.xlsx", sheet="ALT")[0][0] == "Größe"
    assert "k.xlsx: found no sheet 'Nix', expected one of its sheets: Notizen, Alt, Karten." in refusal(
        data, "k.xlsx", sheet="Nix"
    )


def test_merged_cells_count_for_each_row_that_has_something_else():
    rows = row(1, 2, 0) + row(2, 4, 3) + row(3, None, 5) + row(4, None, None)
    data = xlsx({"A": sheet_xml(rows, '<mergeCells count="1"><mergeCell ref="A2:A4"/></mergeCells>')}, STRINGS)
    assert [(title, text) for title, _, text, _, _ in cards(data, "k.xlsx")] == [("Bär", "läuft"), ("Größe", "läuft")]


def test_hidden_rows_are_printed_and_told():
    rows = row(1, 0) + row(2, 3, attributes=' hidden="1"') + row(3, 5)
    stack, said = read(xlsx({"A": sheet_xml(rows)}, STRINGS), "k.xlsx")
    assert len(stack.cards) == 2 and said == ("Printed too, though hidden in the sheet: 1 row (2).",)


def test_a_title_above_the_names_of_the_columns():
    rows = row(1, 4) + row(3, 0, 1) + row(4, 3, number(2))
    stack, _ = read(xlsx({"A": sheet_xml(rows)}, STRINGS), "k.xlsx")
    ((place, card),) = stack.cards
    assert (card.title, card.copies, place) == ("Bär", 2, "k.xlsx: row 4 (Bär)")
    assert stack.notes == ("k.xlsx: row 3 names the columns; what stands above it, in row 1, is left out.",)


def test_a_sheet_of_google_sheets():
    """No spans, numbers as `3.0`, a prefix for names, strings inline, cells and rows without addresses."""
    sheet = (
        f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Name</x:t></x:is></x:c>'
        '<x:c t="inlineStr"><x:is><x:t>Quantity</x:t></x:is></x:c></x:row>'
        '<x:row><x:c t="inlineStr"><x:is><x:t>Wolf</x:t><x:rPh><x:t>ウルフ</x:t></x:rPh></x:is></x:c><x:c><x:v>3.0</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    )
    assert cards(xlsx({"Sheet1": sheet}), "deck - Sheet1.xlsx") == [("Wolf", "", "", {}, 3)]


def test_a_part_named_from_the_root_as_some_writers_do():
    data = xlsx({"A": sheet_xml(row(1, 0) + row(2, 3))}, STRINGS)
    import zipfile

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    files["xl/_rels/workbook.xml.rels"] = files["xl/_rels/workbook.xml.rels"].replace('Target="', 'Target="/xl/')
    assert cards(zipped(files), "k.xlsx")[0][0] == "Bär"


UNICODE_TEXT = 'Titel\tAnzahl\tText\r\nGröße\t2\t"zwei\nZeilen"\r\nŁódź\tx3\t"mit ""Zeichen"""\r\n'


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("marked", [True, False])
def test_unicode_text(encoding, marked):
    data = (("\ufeff" if marked else "") + UNICODE_TEXT).encode(encoding)
    assert cards(data, "karten.csv") == [("Größe", "", "zwei\nZeilen", {}, 2), ("Łódź", "", 'mit "Zeichen"', {}, 3)]
    assert read(data, "karten.csv")[1] == ()


def test_csv_of_a_german_excel_with_a_line_for_the_separator():
    data = 'sep=;\r\nTitel;Typ;Kosten;Menge\r\nSchöner Bär;Tier;2,5;2\r\n"Fuchs; rot";Tier;1;1\r\n'.encode("cp1252")
    assert cards(data, "karten.csv") == [
        ("Schöner Bär", "Tier", "", {"Kosten": "2,5"}, 2),
        ("Fuchs; rot", "Tier", "", {"Kosten": "1"}, 1),
    ]
    assert read(data, "karten.csv")[1] == ("Read as Windows (cp1252): Schöner, Bär.",)


def test_csv_for_dos_and_in_a_chosen_encoding():
    data = "title,text\nBär,Läuft über Gräben\nKröte,Hüpft\n".encode("cp850")
    assert [card[0] for card in cards(data, "k.csv")] == ["Bär", "Kröte"]
    assert [card[0] for card in cards(data, "k.csv", encoding="cp437")] == ["Bär", "Kröte"]
    assert "k.csv: row 2: found bytes that are not utf-8, expected the encoding it was saved in" in refusal(
        data, "k.csv", encoding="utf-8"
    )
    assert "encoding: found 'base64', expected one of utf-8" in refusal(data, "k.csv", encoding="base64")


def test_an_old_workbook_and_one_with_a_password_say_what_to_do():
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
    assert refusal(head, "k.xls").startswith(
        "k.xls: found a spreadsheet of an old kind, such as .xls, expected an .xlsx or CSV file: open"
    )
    assert refusal(head + "EncryptedPackage".encode("utf-16-le"), "k.xlsx") == (
        "k.xlsx: found a spreadsheet with a password, expected one without: save it without the password."
    )
    assert "a binary Excel workbook (.xlsb)" in refusal(zipped({"xl/workbook.bin": ""}), "k.xlsb")
    xml = b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'
    assert "a spreadsheet in XML of 2003" in refusal(xml, "k.xls")
    assert "found a web page" in refusal(b"<html><table><tr><td>title</td></tr></table></html>", "k.xls")


def test_a_workbook_from_the_command_line(tmp_path):
    path = tmp_path / "deck.xlsx"
    rows = row(1, 0, 1) + row(2, 3, number(2)) + row(3, 5, ('t="e"', "<v>#REF!</v>"))
    path.write_bytes(xlsx({"Notizen": sheet_xml(""), "Karten": sheet_xml(rows)}, STRINGS))
    said = refused("print", path, "-o", tmp_path / "x.pdf")
    assert "row 3 (Größe): Anzahl: found #REF!" in said and "--skip-bad" in said
    answer = answered("print", path, "--skip-bad", "--sheet", "karten", "-o", tmp_path / "x.pdf")
    assert answer["pieces"] == 2 and any(note.startswith("Left out: ") for note in answer["notes"])
    answer = answered(
        "print", path, "--skip-bad", "--column", "Anzahl=stat", "--sheet", "Karten", "-o", tmp_path / "x.pdf"
    )
    assert answer["pieces"] == 1
