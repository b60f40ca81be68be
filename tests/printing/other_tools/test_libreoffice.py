"""LibreOffice's files: .ods with repeated cells and rows, comments, spans, hidden sheets, .fods, and its CSV.

A cell has its value in attributes and what is shown of it in paragraphs; runs of spaces are elements; rows and columns
that are alike are written once with how often they are repeated, to the end of the sheet.
"""

import pytest

from tests.printing.other_tools.table_files import cards, ods, ods_cell, ods_content, ods_row, read, refusal

END = '<table:table-row table:number-rows-repeated="1048572"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
PAD = '<table:table-cell table:number-columns-repeated="16380"/>'


def table(rows, name="Tabelle1", attributes=""):
    return f'<table:table table:name="{name}" {attributes}><table:table-column table:number-columns-repeated="16384"/>{rows}</table:table>'


def test_a_sheet_to_its_very_end():
    rows = ods_row("Titel", "Anzahl", "Kosten", "Text", PAD)
    two = ods_cell("2", "float", 'office:value="2"')
    price = ods_cell("2,50 €", "currency", 'office:currency="EUR" office:value="2.5"')
    rows += ods_row("Bär", two, price, ods_cell("eins\nzwei"), PAD)
    rows += ods_row(
        "Fuchs",
        two,
        ods_cell("50%", "percentage", 'office:value="0.5"'),
        "",
        PAD,
        attributes='table:number-rows-repeated="2"',
    )
    assert cards(ods(table(rows + END)), "k.ods") == [
        ("Bär", "", "eins\nzwei", {"Kosten": "2,50 €"}, 2),
        ("Fuchs", "", "", {"Kosten": "50%"}, 2),
        ("Fuchs", "", "", {"Kosten": "50%"}, 2),
    ]


def test_what_stands_beside_a_cells_text_is_not_in_it():
    """A comment, a drawing, and spaces, tabs, line breaks and spans inside the paragraph."""
    cell = (
        '<table:table-cell office:value-type="string"><office:annotation><dc:date>2026</dc:date><text:p>note</text:p></office:annotation>'
        "<draw:frame><draw:text-box><text:p>drawn</text:p></draw:text-box></draw:frame>"
        'x<text:p>a<text:s text:c="2"/>b <text:span>c</text:span><text:line-break/>d<text:tab/>e</text:p></table:table-cell>'
    )
    assert cards(ods(table(ods_row("title", "text") + ods_row("Bär", cell))), "k.ods")[0][2] == "a  b c\nd e"


def test_cells_without_a_shown_text_have_their_value():
    """As programs write them that only fill in values."""
    cells = [
        '<table:table-cell office:value-type="float" office:value="3.0"/>',
        '<table:table-cell office:value-type="date" office:date-value="2026-11-29"/>',
        '<table:table-cell office:value-type="boolean" office:boolean-value="true"/>',
        '<table:table-cell office:value-type="percentage" office:value="0.25"/>',
        '<table:table-cell office:value-type="string" office:string-value="so"/>',
    ]
    rows = ods_row("title", "a", "b", "c", "d", "e") + ods_row("Bär", *cells)
    assert cards(ods(table(rows)), "k.ods")[0][3] == {"a": "3", "b": "2026-11-29", "c": "yes", "d": "25%", "e": "so"}


def test_errors_and_formulas_without_a_value_are_told_by_row():
    error = '<table:table-cell table:formula="of:=[.B9]" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#REF!</text:p></table:table-cell>'
    code = error.replace("#REF!", "Err:508")
    none = '<table:table-cell table:formula="of:=[.A1]"/>'
    rows = ods_row("title", "x") + ods_row("A", error) + ods_row("B", code) + ods_row("C", none) + ods_row("D", "1")
    said = refusal(ods(table(rows)), "k.ods")
    assert "row 2 (A): x: found #REF!" in said and "row 3 (B): x: found Err:508" in said
    assert "row 4 (C): x: found a formula without its value ('=[.A1]')" in said
    assert len(read(ods(table(rows)), "k.ods", skip_bad=True)[0].cards) == 1


def test_a_hidden_sheet_comes_last_and_merged_cells_count_for_their_rows():
    styles = '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>'
    merged = '<table:table-cell table:number-rows-spanned="2" office:value-type="string"><text:p>Tier</text:p></table:table-cell>'
    rows = ods_row("type", "title") + ods_row(merged, "Bär") + ods_row("<table:covered-table-cell/>", "Fuchs")
    hidden = table(ods_row("title") + ods_row("Alt"), "Alt", 'table:style-name="ta2"')
    stack, said = read(ods(hidden + table(rows), styles), "k.ods")
    assert [(card.title, card.type) for _, card in stack.cards] == [("Bär", "Tier"), ("Fuchs", "Tier")]
    assert said == ("Cards are read from the sheet Tabelle1; there is also Alt (hidden).",)


def test_flat_xml_and_a_password():
    assert cards(ods_content(table(ods_row("title") + ods_row("Bär"))).encode(), "k.fods")[0][0] == "Bär"
    locked = ods(
        "",
        manifest='<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>',
    )
    assert (
        refusal(locked, "k.ods")
        == "k.ods: found a spreadsheet with a password, expected one without: save it without the password."
    )


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman", "cp1250"])
def test_csv_by_any_of_its_settings(delimiter, encoding):
    """The dialog asks for the character set and the field delimiter; texts are quoted where they need it, or all of them."""
    lines = [("Titel", "Menge", "Text"), ("Bär", "2", f"Läuft{delimiter} überall"), ("Kröte", "1", 'sagt "quak"\nlaut')]
    text = "\r\n".join(delimiter.join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in line) for line in lines)
    assert cards(text.encode(encoding), "k.csv") == [
        ("Bär", "", f"Läuft{delimiter} überall", {}, 2),
        ("Kröte", "", 'sagt "quak"\nlaut', {}, 1),
    ]
