"""Files of rows on the page Make cards: any encoding, sheets, columns; what is doubtful is shown, and chosen with a tap."""

import html
import io
import re

import lxml.html
import pikepdf
import pytest

from companion.web.custom import sent_tables
from tests.printing.other_tools.table_files import ods, ods_row, row, sheet_xml, xlsx

MAC = "Titel;Anzahl;Text\nKröte;2;Hüpft\nBär;1;Läuft\n".encode("mac_roman")
STRINGS = ("title", "text", "Bear", "Fox", "runs")
TWO_SHEETS = xlsx(
    {
        "Notes": sheet_xml(row(1, 4)),
        "First": sheet_xml(row(1, 0) + row(2, 2)),
        "Second": sheet_xml(row(1, 0) + row(2, 3)),
    },
    STRINGS,
)


def sent(name, data):
    return io.BytesIO(data), name


def page_of(answer, status=200):
    assert answer.status_code == status, answer.get_data(as_text=True)
    return lxml.html.document_fromstring(answer.get_data(as_text=True))


def fields(page):
    """Return what a browser would post again: hidden fields, chosen options, checked radio buttons, the text."""
    form = next(form for form in page.forms if "custom-cards" in (form.get("class") or ""))
    values = {}
    for name, value in form.form_values():
        values.setdefault(name, []).append(value)
    return values


def said(page):
    return [
        " ".join(one.text_content().split()) for one in page.xpath('//*[@role="alert"]//p | //p[@class="note-line"]')
    ]


def faces(page):
    return [image.get("alt") for image in page.xpath('//ul[contains(@class, "faces")]//img')]


def text_of(page):
    return page.get_element_by_id("text").text_content()


def test_a_file_in_any_encoding_is_read_and_said_and_the_other_spelling_is_one_tap_away(post):
    shown = page_of(post("/custom-cards?of=rows", {"file": sent("karten.csv", MAC), "do": "show"}))
    assert text_of(shown).splitlines()[1] == "Kröte;2;Hüpft"
    assert "! Read as Mac (mac_roman): Kröte, Hüpft, Bär, Läuft." in said(shown)
    readings = {one.get("value"): one.getparent().text_content() for one in shown.xpath('//*[@name="reading"]')}
    assert "Kröte;2;Hüpft" in readings["mac_roman"] and len(readings) > 1
    other = next(name for name in readings if name != "mac_roman")
    again = page_of(post("/custom-cards?of=rows", {**fields(shown), "reading": other, "do": "show"}))
    assert "Kröte" not in text_of(again) and text_of(again).startswith("Titel;Anzahl;Text")
    back = page_of(post("/custom-cards?of=rows", {**fields(again), "reading": "mac_roman", "do": "show"}))
    assert text_of(back) == text_of(shown)


def test_what_is_typed_over_a_file_stays_while_its_reading_stays(post):
    shown = page_of(post("/custom-cards?of=rows", {"file": sent("karten.csv", MAC), "do": "show"}))
    typed = {**fields(shown), "text": "Titel;Anzahl\nFrosch;1\n", "do": "show"}
    assert text_of(page_of(post("/custom-cards?of=rows", typed))) == "Titel;Anzahl\nFrosch;1\n"


def test_sheets_are_chosen_from_a_list(post):
    shown = page_of(post("/custom-cards?of=rows", {"file": sent("deck.xlsx", TWO_SHEETS), "do": "show"}))
    assert [one.text for one in shown.xpath('//*[@id="reading"]/option')] == ["Notes", "First", "Second"]
    assert faces(shown) == ["Bear."] and fields(shown)["reading"] == ["First"]
    assert "! Cards are read from the sheet First; there are also Notes and Second." in said(shown)
    other = page_of(post("/custom-cards?of=rows", {**fields(shown), "reading": "Second", "do": "show"}))
    assert faces(other) == ["Fox."] and text_of(other) == "title\nFox\n"
    told = page_of(post("/custom-cards?of=rows", {**fields(shown), "reading": "Third", "do": "show"}), 422)
    assert "deck.xlsx: found no sheet 'Third', expected one of its sheets: Notes, First, Second." in said(told)


def test_a_file_that_is_gone_says_so_only_where_it_is_asked_for(post):
    shown = page_of(post("/custom-cards?of=rows", {"file": sent("deck.xlsx", TWO_SHEETS), "do": "show"}))
    gone = {**fields(shown), "table_kept": "0" * 64}
    assert faces(page_of(post("/custom-cards?of=rows", {**gone, "do": "show"}))) == ["Bear."]
    told = page_of(post("/custom-cards?of=rows", {**gone, "reading": "Second", "do": "show"}), 422)
    assert "deck.xlsx: found a file that is no longer here, expected the file: choose it again." in said(told)


def test_columns_are_shown_with_their_guess_and_changed_with_a_tap(post):
    text = "Titel;Kosten;Anzahl\nBär;3;2\n"
    shown = page_of(post("/custom-cards?of=rows", {"text": text, "do": "show"}))
    chosen = {
        one.getparent().find("label").text.strip(): one.xpath("option[@selected]")[0].text
        for one in shown.xpath('//*[@name="column"]')
    }
    assert chosen == {"Titel": "Title", "Kosten": "A stat", "Anzahl": "Copies"}
    changed = page_of(
        post("/custom-cards?of=rows", {**fields(shown), "column": ["", "Kosten=copies", "Anzahl=stat"], "do": "show"})
    )
    assert (
        faces(changed) == ["Bär. Anzahl 2."]
        and "3 cards" in changed.xpath('//p[@class="sheet-count"]')[0].text_content()
    )
    assert sorted(filter(None, fields(changed)["column"])) == ["Anzahl=stat", "Kosten=copies"]


def test_a_file_without_titles_is_mapped_on_the_page(post):
    shown = page_of(post("/custom-cards?of=rows", {"text": "Wort;Zahl\nBär;2\n", "do": "show"}), 422)
    assert "found 'Wort, Zahl', expected a first row that names the columns" in said(shown)[0]
    (details,) = shown.xpath('//details[contains(@class, "columns-of-rows")]')
    assert details.get("open") is not None
    mapped = page_of(
        post("/custom-cards?of=rows", {**fields(shown), "column": ["Wort=title", "Zahl=copies"], "do": "show"})
    )
    assert faces(mapped) == ["Bär."]


BAD = "title,copies,symbol,picture,text\nBear,2,,,\nFox,many,,,\nOwl,1,sheild,,\nElk,1,,gone.png,\nBat,1,,,龍\nCow,1,,,#REF!\nApe,1,a,b,c,d\n,1,,,\n"


def test_good_cards_are_there_at_once_and_one_button_goes_on_without_the_others(post):
    shown = page_of(post("/custom-cards?of=rows", {"text": BAD, "do": "show"}), 422)
    assert faces(shown)[0] == "Bear." and len(faces(shown)) == 4, "with those whose picture or symbol is missing"
    told = "\n".join(said(shown))
    for row_number in (3, 7, 8, 9):
        assert f"row {row_number}" in told
    (button,) = shown.xpath('//*[@role="alert"]//button')
    rest = page_of(
        post("/custom-cards?of=rows", {**fields(shown), button.get("name"): button.get("value"), "do": "show"})
    )
    assert faces(rest)[0] == "Bear." and "2 cards" in rest.xpath('//p[@class="sheet-count"]')[0].text_content()
    notes = html.unescape(" ".join(rest.text_content().split()))
    for words in (
        "row 3 (Fox): copies",
        "row 4 (Owl): symbol",
        "row 5 (Elk): picture",
        "Bat: text: '龍'",
        "row 7 (Cow): text",
        "row 8 (Ape): found 6 cells",
        "row 9: title",
    ):
        assert (
            f"Left out: “Cards in CSV or TOML”: {words}" in notes
            or f"Left out: cards: {words}" in notes
            or f"Left out: {words}" in notes
        ), words
    file = post("/custom-cards?of=rows", {**fields(rest), "skip_bad": "yes", "do": "file"})
    with pikepdf.open(io.BytesIO(file.data)) as pdf:
        assert len(pdf.pages) == 2


def test_faces_follow_what_is_typed_though_a_row_is_bad(post):
    told = post("/custom-cards/faces", {"text": BAD}).json
    assert told["readable"] and "row 3 (Fox): copies" in told["html"] and 'alt="Bear."' in told["html"]


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("k.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "k.xls: found a spreadsheet of an old kind"),
        ("k.numbers", xlsx({}).replace(b"xl/workbook.xml", b"Index/Table.iwa"), "k.numbers: found a "),
        ("k.xlsx", TWO_SHEETS[:400], "k.xlsx: found a spreadsheet that is damaged or cut short"),
        ("k.ods", ods(""), "k.ods: found a file without a sheet of cells"),
        ("k.csv", b"title\0\1\2", "k.csv: found bytes that are not text"),
        ("k.csv", b"", "row 1: found nothing, expected a first row"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_a_sentence(post, name, data, sentence):
    shown = page_of(post("/custom-cards?of=rows", {"file": sent(name, data), "do": "show"}), 422)
    assert any(sentence in one for one in said(shown)), said(shown)


def test_packs_and_collections_take_spreadsheets_and_other_encodings(client, post):
    address = post("/mecha-mettle/packs", {"title": "Mine"}).location
    sheet = ods(
        f'<table:table table:name="A">{ods_row("card", "name", "level", "category")}{ods_row("component", "Größe", "1", "Attack")}</table:table>'
    )
    answer = post(f"{address}/upload", {"file": sent("component.ods", sheet)}, follow_redirects=True)
    assert answer.status_code in (200, 422) and "Größe" in answer.get_data(as_text=True)
    counts = xlsx({"A": sheet_xml(row(1, 0, 1) + row(2, 2, ("", "<v>3.0</v>")))}, ("card", "count", "rail-gun"))
    answer = post("/techniconica/collection", {"file": sent("mine.xlsx", counts)}, follow_redirects=True)
    assert re.search(r"Saved: 3 cards of 1 kind", answer.get_data(as_text=True)), answer.status_code


def test_a_file_that_is_too_long_is_told_and_not_put_into_the_form(post, monkeypatch):
    monkeypatch.setattr(sent_tables, "LONGEST_ROWS", 5_000)
    told = page_of(
        post("/custom-cards?of=rows", {"file": sent("long.csv", b"title\n" + b"x" * 8_000), "do": "show"}), 422
    )
    assert "long.csv: found 8,006 characters, expected at most 5,000." in said(told)
    assert len(text_of(told)) < 1000
