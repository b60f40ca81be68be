"""The print page and the printers' page: choices, sentences, sheets, streams, cut files, readings."""

import html
import io
import json
import re
import zipfile

import pikepdf
import pytest

from companion.games import game
from companion.printing.sheets.printers import Printer, Readings
from companion.storage import printers as machine
from companion.web.printing import routes

K = 72 / 25.4
MM = 25.4 / 72


def text(answer):
    return answer.get_data(as_text=True)


def plain(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", text(answer)))


def opened(answer):
    assert answer.status_code == 200 and answer.mimetype == "application/pdf"
    return pikepdf.open(io.BytesIO(answer.get_data()))


def test_the_page_says_sheets_paper_pieces_cuts_and_ink(client):
    """22 tiles of 63 mm: 12 and 10 on A4, three by four; the second sheet's last row holds one."""
    said = plain(client.get("/mecha-mettle/print?what=tiles"))
    assert "2 sheets of A4, 22 pieces to cut with 18 straight cuts. Ink: about " in said
    assert re.search(r"Ink: about \d+ % of a page", said)


@pytest.mark.parametrize("slug", ["mecha-mettle", pytest.param("wreck-a-mech", marks=pytest.mark.long)])
def test_the_usual_set_is_chosen_and_previewed_at_once(client, slug):
    page = text(client.get(f"/{slug}/print"))
    (chosen,) = re.findall(r'href="([^"]*)" aria-current="true"><strong>([^<]*)</strong>', page)
    assert chosen == (f"/{slug}/print?what=everything", "The whole game")
    assert f'formaction="/{slug}/print.pdf"' in page and "sheet-1.png?what=everything" in page
    assert '<details class="more"><summary><span>Change' in page, "all else is folded away"
    # What is chosen besides stays with another set; which pieces of this one does not.
    page = html.unescape(text(client.get(f"/{slug}/print?paper=letter&pages=1")))
    assert f'/{slug}/print?what=reference&paper=letter"' in page
    assert '<details class="more" open><summary><span>Change <span class="about">Letter · Full colour' in page


@pytest.mark.long
def test_another_set_is_one_tap_more_and_one_less(client):
    page = text(client.get("/mechastellar/print?what=cards&paper=letter"))
    assert "10 sheets" in page
    (more,) = re.findall(r'href="([^"]+)" aria-label="Print Profile sheets too"', page)
    both = text(client.get(html.unescape(more)))
    assert "24 sheets" in both and re.findall(r'<input type="hidden" name="what" value="(\w+)">', both) == [
        "cards",
        "profiles",
    ]
    (less,) = re.findall(r'href="([^"]+)" aria-label="Leave out Profile sheets"', both)
    assert "10 sheets" in text(client.get(html.unescape(less)))
    assert 'aria-label="Leave out' not in page  # the only one there is
    assert 'class="also"' not in text(client.get("/mechastellar/print"))  # the whole game has them all


def test_a_build_alone_in_the_address_is_the_usual_set(client, post):
    made = post("/import", {"text": '{"game": "mechalyte", "title": "Mine", "spec": "PMISAA"}'}).location
    page = text(client.get(f"/mechalyte/print?build={made.rpartition('/')[2]}"))
    assert re.findall(r'aria-current="true"><strong>([^<]*)</strong>', page) == ["Your spec sheet"]


@pytest.mark.long
def test_fewer_sheets_with_another_option_are_one_tap_away(client):
    page = html.unescape(text(client.get("/mecha-mettle/print?what=everything&bleed=2&gap=4")))
    (address, said), *_ = re.findall(r'<p class="saving"><a href="([^"]*)#sheets">([^<]*)</a>', page)
    fewer = int(re.match(r"(\d+) sheets? fewer ", said)[1])
    papers = [
        int(re.search(r"<strong>(\d+) sheets", text(client.get(one)))[1])
        for one in (address, "/mecha-mettle/print?what=everything&bleed=2&gap=4")
    ]
    assert papers[1] - papers[0] == fewer > 0


@pytest.mark.long
def test_saving_ink_saves_ink_and_says_how_much(client):
    told = plain(client.get("/mecha-mettle/print?what=modules&ink=saver"))
    assert re.search(r"Ink: about \d+ % of a page, [2-6]\d % less than in full colour\.", told)
    shares = [
        int(re.search(r"Ink: about (\d+) %", plain(client.get(f"/mecha-mettle/print?what=modules&ink={ink}")))[1])
        for ink in ("full", "saver")
    ]
    assert shares[1] < shares[0]


def test_every_choice_reaches_the_pdf(client):
    """Landscape A3, folded, gaps, bleed: the PDF opens, says what it is, and is as large as the paper."""
    query = "what=tiles&paper=a3&backs=fold&gap=4&bleed=2&lines=dots&corners=3&margin=8&register_marks=yes&ink=grey"
    with opened(client.get(f"/mecha-mettle/print.pdf?{query}")) as pdf:
        assert sorted(float(v) * MM for v in pdf.pages[0].mediabox[2:]) == pytest.approx([297, 420], abs=0.1)
        assert "/Author" not in pdf.docinfo, "its rulebook names none"
        assert str(pdf.docinfo["/Title"]) == "Mecha Mettle"
        assert pdf.check_pdf_syntax() == []


def test_paper_of_ones_own(client):
    with opened(client.get("/mecha-mettle/print.pdf?what=tiles&own_paper=200x300")) as pdf:
        assert sorted(float(v) * MM for v in pdf.pages[0].mediabox[2:]) == pytest.approx([200, 300], abs=0.1)


@pytest.mark.long
def test_some_pieces_copies_and_what_is_missing(client):
    asked = "/mecha-mettle/print?what=tiles"
    assert "10 pieces to cut" not in plain(client.get(asked))
    assert "8 pieces to cut" in plain(client.get(f"{asked}&only=blast%20door%0D%0A&copies=2"))
    assert "3 pieces to cut" in plain(client.get(f"{asked}&have=18+Open+Port%0D%0ABlast+Door"))
    named = plain(client.get(f"{asked}&have=Open+Prot%0D%0ABlast+Door"))
    assert "! In your list of printed pieces, but not in this print set: Open Prot." in named
    assert "1 sheet of A4, 10 pieces" in plain(client.get(f"{asked}&pages=2-"))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            "margin=150",
            "“Margin your printer leaves”: found 150 mm, expected 0 to 91 mm, so that A4 keeps room for a piece.",
        ),
        ("bleed=9", "“Bleed”: found 9 mm, expected 0 to 3 mm."),
        ("bleed=wide", "bleed"),
        ("copies=0", "“Copies of the whole set”: found 0, expected a number from 1 to 1,000."),
        ("copies=1000000", "“Copies of the whole set”: found 1,000,000, expected a number from 1 to 1,000."),
        ("only=Castle", "expected the name of a piece of this print set"),
        ("have=99999999+Hammer", "“Printed already, one per line”, line 1"),
        ("have=18+open+port%0A4+blast+door", "“Printed already, one per line”: found everything in the list"),
        ("pages=0", "expected sheets by number"),
        ("pages=90", "“Only these sheets, with their backs”: found '90', expected sheets from 1 to 2."),
        (
            "pages=1-999999999999",
            "“Only these sheets, with their backs”: found '1-999999999999', expected sheets from 1 to 2.",
        ),
        ("printer=HAL", "expected one that you calibrated (none yet)"),
        ("own_paper=5x5", "expected sides from 50 to 1200 mm"),
        ("own_paper=60x60", "is larger than 60 × 60 mm by"),
        ("backs=sideways", "backs"),
        ("gap=nan", "gap"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_printed(client, query, said):
    answer = client.get(f"/mecha-mettle/print?what=tiles&{query}")
    assert answer.status_code == 422
    assert said in text(answer).replace("&#39;", "'").replace("&gt;", ">")
    sent = client.get(f"/mecha-mettle/print.pdf?what=tiles&{query}")
    assert sent.status_code == 422 and said in text(sent).replace("&#39;", "'").replace("&gt;", ">")


def test_empty_fields_are_as_if_not_there(client):
    query = "what=tiles&copies=&only=&have=&pages=&gap=&own_paper=&printer="
    assert client.get(f"/mecha-mettle/print?{query}").status_code == 200


@pytest.mark.long
def test_a_long_print_flows_and_shows_only_its_beginning(client):
    query = "what=tiles&copies=40"
    page = text(client.get(f"/mecha-mettle/print?{query}"))
    sides = int(re.search(r'data-sheets="(\d+)"', page)[1])
    assert sides > 60 and page.count("<img src=") == 60 and f"And {sides - 60} more sides" in page
    answer = client.get(f"/mecha-mettle/print.pdf?{query}")
    assert answer.is_streamed
    data = b"".join(answer.iter_encoded())
    assert data.count(b"/MediaBox") == sides, "what the progress line counts"
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert len(pdf.pages) == sides and pdf.check_pdf_syntax() == []


def test_cut_files(client):
    one = client.get("/mecha-mettle/print/cuts.svg?what=tiles&only=Blast+Door&corners=3")
    assert one.mimetype == "image/svg+xml" and text(one).count("<path") == 4
    two = client.get("/mecha-mettle/print/cuts.dxf?what=tiles")
    with zipfile.ZipFile(io.BytesIO(two.get_data())) as archive:
        assert archive.namelist() == ["cuts-sheet-1.dxf", "cuts-sheet-2.dxf", "READ-ME.txt"]
        assert archive.read("READ-ME.txt") == b"cuts-sheet-1.dxf: sheet 1\r\ncuts-sheet-2.dxf: sheet 2\r\n"
        assert archive.read("cuts-sheet-2.dxf").startswith(b"999\nMecha Mettle: cuts of sheet 2\n")
    assert client.get("/mecha-mettle/print/cuts.dxf?what=reference").status_code == 404
    assert client.get("/mecha-mettle/print/cuts.exe?what=tiles").status_code == 404


def test_what_the_cutters_program_asks_for_is_told(client):
    page = text(client.get("/mecha-mettle/print?what=tiles&register_marks=yes&margin=12"))
    assert "type length 10 mm, thickness 0.5 mm, inset 12 mm." in page
    assert "Registration marks: In" not in text(client.get("/mecha-mettle/print?what=tiles"))


def test_a_printer_is_kept_used_and_deleted(client, post):
    assert "None yet" in text(client.get("/printers"))
    answer = post("/printers", {"name": "My inkjet", "across": "151,5", "back_right_mm": "0", "back_right": "4"})
    assert answer.status_code == 303
    page = text(client.get("/printers"))
    assert "My inkjet" in page and "C 151.5" in page
    assert "My inkjet" in text(client.get("/mecha-mettle/print"))
    with opened(client.get("/mecha-mettle/print.pdf?what=tiles&printer=My+inkjet")) as pdf:
        found = [list(map(float, o)) for o, op in pikepdf.parse_content_stream(pdf.pages[0]) if str(op) == "cm"]
        assert found[1][0] == pytest.approx(150 / 151.5, abs=1e-4)
    with opened(client.get("/printers/test-page.pdf?printer=My+inkjet&flip=short&paper=letter")) as pdf:
        assert len(pdf.pages) == 2 and "My inkjet" in str(pdf.docinfo["/Title"])
    post("/printers", {"remove": "My inkjet"})
    assert "None yet" in text(client.get("/printers"))
    assert client.get("/mecha-mettle/print?what=tiles&printer=My+inkjet").status_code == 422


def test_readings_that_cannot_be_are_said_beside_what_was_typed(client, post):
    answer = post("/printers", {"name": "X", "across": "15", "left": "abc"})
    assert answer.status_code == 422
    said = text(answer).replace("&#39;", "'")
    assert (
        "“C”: found '15', expected a number from 142.5 to 157.5: if your ruler shows another, print at 100 %" in said
        and 'value="abc"' in said
    )
    assert client.get("/printers/test-page.pdf?paper=100x100").status_code == 422


def test_a_mark_without_its_arrow_is_refused(client, post):
    """The same mark lines up again every 2.9 mm: alone it would make an error of 2.3 mm look like a small one."""
    answer = post("/printers", {"name": "X", "back_right": "-6", "back_right_mm": ""})
    assert answer.status_code == 422
    assert "“E1”: found nothing, expected where the arrow points, in mm from -5 to 5" in text(answer)
    assert post("/printers", {"name": "X", "back_right": "-6", "back_right_mm": "2"}).status_code == 303
    page = plain(client.get("/printers"))
    assert "E 2 mm and -6" in page and "print with a margin of at least 7.5 mm" in page


def test_a_cookie_holds_so_many_printers(client, post):
    for n in range(8):
        assert post("/printers", {"name": f"P{n}"}).status_code == 303
    answer = post("/printers", {"name": "One more"})
    assert answer.status_code == 422 and "at most 8" in text(answer)
    assert post("/printers", {"name": "P3", "top": "21"}).status_code == 303


def test_previews_are_called_by_the_numbers_that_the_form_takes(client):
    page = text(client.get("/mecha-mettle/print?what=tiles"))
    assert re.findall(r"<span>(Sheet [^·<]+) ·", page) == ["Sheet 1", "Sheet 1, back", "Sheet 2", "Sheet 2, back"]
    page = text(client.get("/mecha-mettle/print?what=tiles&pages=2"))
    assert re.findall(r"<span>(Sheet [^·<]+) ·", page) == ["Sheet 2", "Sheet 2, back"]


def test_the_machines_printers_are_offered_too_and_cannot_be_deleted(client, post):
    machine.save_printer(Printer("HP", Readings(across=151.5)))
    page = plain(client.get("/printers"))
    assert "Printers of this machine HP A 20 · B 20 · C 151.5" in page and "Delete" not in page
    assert "HP (this machine’s)" in text(client.get("/mecha-mettle/print"))
    assert "HP (this machine’s)" in text(client.get("/custom-cards?of=rows"))
    with opened(client.get("/mecha-mettle/print.pdf?what=tiles&printer=HP")) as pdf:
        found = [list(map(float, o)) for o, op in pikepdf.parse_content_stream(pdf.pages[0]) if str(op) == "cm"]
        assert found[1][0] == pytest.approx(150 / 151.5, abs=1e-4)
    with opened(client.get("/printers/test-page.pdf?printer=HP")) as pdf:
        assert "HP" in str(pdf.docinfo["/Title"])
    post("/printers", {"remove": "HP"})
    assert "HP" in machine.load_printers()


def test_a_browsers_printer_comes_before_the_machines_and_tells_its_line(client, post):
    machine.save_printer(Printer("HP", Readings(across=151.5)))
    post("/printers", {"name": "hp", "across": "149", "back_down": "-2", "back_down_mm": "0"})
    page = plain(client.get("/printers"))
    assert (
        "companion calibrate hp --across 149 --back-down-mm 0 --back-down -2" in page and "This machine’s" not in page
    )
    assert "Only this browser remembers them." in page
    assert "(this machine’s)" not in text(client.get("/mecha-mettle/print"))


def test_without_a_data_folder_pages_go_on(client, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "file"))
    assert "file cannot be created" in plain(client.get("/printers"))
    assert client.get("/mecha-mettle/print?what=tiles").status_code == 200


def test_a_broken_list_of_the_machines_printers_is_told_and_stops_nothing(client):
    machine.printers_file().write_text("[]", "utf-8")
    assert "printers.json: found something else, expected the printers that `calibrate` saved" in plain(
        client.get("/printers")
    )
    assert client.get("/mecha-mettle/print?what=tiles").status_code == 200


@pytest.mark.long
def test_a_page_that_cannot_be_printed_says_why(client, post):
    """Whole pages are made as they are shown: the page still answers, and in place of its files too."""
    card = next(raw for kind, raw in game("mechastellar").catalogue.raw.values() if kind == "profile")
    odd = {**card, "id": "odd", "origin": "house: odd", "name": "中文"}
    pack = {"game": "mechastellar", "kind": "pack", "title": "Box", "key": "", "profile": [odd]}
    post(f"{post('/import', {'text': json.dumps(pack)}).location}/use", {"used": "1"})
    answer = client.get("/mechastellar/print?what=profiles")
    assert answer.status_code == 422
    assert "(U+4E2D)" in answer.get_data(as_text=True)
    sent = client.get("/mechastellar/print.pdf?what=profiles")
    assert sent.status_code == 422 and "(U+4E2D)" in sent.get_data(as_text=True)


SAID_TWICE = "/mecha-mettle/print?what=tiles&what=reference&feed=two"


def labels(pdf):
    return [str(label.P) for label in list(pdf.Root.PageLabels.Nums)[1::2]]


def test_fronts_then_backs_then_the_rest(client):
    """Tiles on two sheets with backs, the reference on sheets without: three files in order, each with its sentence."""
    page = text(client.get(SAID_TWICE))
    runs = [
        re.search('name="run" value="(.)"', button) for button in re.findall(r'<button[^>]*print\.pdf"[^>]*>', page)
    ]
    files = [SAID_TWICE.replace("print?", "print.pdf?") + (f"&run={run[1]}" if run else "") for run in runs]
    assert re.findall(r">(Download [^<]+)</button>", page) == ["Download fronts", "Download backs", "Download the rest"]
    assert "Sheet 2 now lies on top." in page and re.search(r"Sheets? 3.* (has|have) no back\.", page)
    sent = []
    for address in files:
        answer = client.get(address)
        with opened(answer) as pdf:
            sent.append((answer.headers["Content-Disposition"].partition("filename=")[2], labels(pdf)[:2]))
    assert sent[:2] == [
        ("mecha-mettle-tiles-reference-fronts.pdf", ["1", "2"]),
        ("mecha-mettle-tiles-reference-backs.pdf", ["2 back", "1 back"]),
    ]
    assert sent[2][1][0] == "3"
    fewer = client.get(SAID_TWICE.replace("print?", "print.pdf?") + "&run=4")
    assert fewer.status_code == 303 and fewer.location == SAID_TWICE + "#sheets", "the form has fewer runs now"
    assert client.get(SAID_TWICE.replace("print?", "print.pdf?") + "&run=0").status_code == 404


def test_one_file_says_which_pages_are_printed_on_both_sides(client):
    page = plain(client.get(SAID_TWICE.replace("two", "mixed")))
    assert "Print pages 1-4 on both sides, turned over the long edge." in page
    assert page.count("Download PDF") == 1 and re.search("Then print pages? 5", page)


def test_the_page_for_the_printers_dialog(client):
    answer = client.get(SAID_TWICE.replace("print?", "print.txt?"))
    assert answer.mimetype == "text/plain"
    lines = text(answer).splitlines()
    assert lines[:2] == ["Mecha Mettle", ""] and lines[2].startswith("1. Paper: A4 (210 × 297 mm).")
    page = plain(client.get(SAID_TWICE))
    assert all(line in html.unescape(page) for line in lines[2:])


@pytest.mark.long
def test_after_a_jam_the_page_offers_what_is_left(client):
    page = plain(client.get(f"{SAID_TWICE}&start=1+back"))
    assert "Download the front" in page and "left to print." in page
    assert "Leave the sheets that still need their backs in the tray as they lie." in page
    answer = client.get(f"{SAID_TWICE}&start=9")
    assert (
        answer.status_code == 422
        and "“Resume after a jam, from sheet”: found 9, expected one of the sheets of this print" in text(answer)
    )
    assert client.get(f"{SAID_TWICE.replace('print?', 'print.pdf?')}&start=9").status_code == 422


@pytest.mark.long
def test_habits_are_saved_beside_measurements_and_answer_the_questions(client, post):
    post("/printers", {"name": "Den", "across": "151.5"})
    answer = post("/printers", {"habits": "yes", "name": "Den", "duplex": "no", "out": "up-turned", "margin": "6.5"})
    assert answer.status_code == 303
    page = plain(client.get("/printers"))
    assert (
        "C 151.5" in page
        and "Prints one side at a time; sheets come out face up; the stack goes back in turned over" in page
    )
    post("/printers", {"name": "Den", "across": "151"})
    page = text(client.get("/printers?habits=Den"))
    assert "C 151 " in page and 'value="up-turned" checked' in page and 'value="6.5"' in page
    page = text(client.get("/mecha-mettle/print?what=tiles&printer=Den&margin=&backs=yes"))
    assert "Download fronts" in page and "Sheet 1 now lies on top." in page and 'placeholder="6.5"' in page
    assert "<summary>Den: prints one side at a time" in page
    page = text(client.get("/mecha-mettle/print?what=tiles&printer=Den&feed=one&margin=8"))
    assert "Download PDF" in page and 'id="margin" name="margin" type="number" inputmode="decimal" min="0"' in page
    assert post("/printers", {"habits": "yes", "name": "Den", "margin": "99"}).status_code == 422
    assert "“Margin it cannot reach”: found 99 mm, expected 0 to 30 mm." in text(
        post("/printers", {"habits": "yes", "name": "Den", "margin": "99"})
    )


WHOLE = dict.fromkeys(("left", "top", "across", "along", "back_right_mm", "back_right", "back_down_mm"), "")
WHOLE |= {"back_down": "", "flip": "long", "habits": "yes", "margin": "", "name": "Den"}
"""What the form for a printer posts where nothing is filled in but its name."""


def test_a_printer_is_named_once_and_saved_with_all_that_is_known_of_it(client, post):
    assert text(client.get("/printers")).count('name="name"') == 1
    post("/printers", {**WHOLE, "across": "151.5", "duplex": "no", "out": "up", "margin": "6.5"})
    page = plain(client.get("/printers"))
    assert (
        "C 151.5" in page and "Prints one side at a time; sheets come out face up" in page and "margin 6.5 mm" in page
    )


def test_a_picture_of_the_test_page_has_every_letter_that_the_form_asks_for(client):
    page = text(client.get("/printers"))
    assert re.findall(r"<text [^>]*>(\w+)</text>", page) == ["A", "B", "C", "D", "E1", "E2", "F1", "F2"]
    assert re.findall(r"<label for=\"[a-z_]+\">([A-F]\d?): ", page) == ["A", "B", "C", "D", "E1", "E2", "F1", "F2"]


def test_what_is_wrong_with_measurements_and_habits_is_told_at_once(client, post):
    said = html.unescape(plain(post("/printers", {**WHOLE, "across": "15", "margin": "99"})))
    assert "“C”: found '15'" in said and "“Margin it cannot reach”: found 99 mm" in said


def test_what_a_form_did_not_show_stays_as_it_is_saved(client, post):
    post("/printers", {**WHOLE, "across": "151.5", "duplex": "no", "margin": "6.5"})
    post("/printers", {**WHOLE, "out": "up"})
    page = plain(client.get("/printers"))
    assert (
        "C 151.5" in page and "Prints one side at a time; sheets come out face up" in page and "margin 6.5 mm" in page
    )
    post("/printers", {**WHOLE, "top": "21"})
    page = plain(client.get("/printers"))
    assert "B 21 · C 150" in page, "measured again" and "Prints one side at a time" in page


def test_a_saved_printer_is_shown_whole_and_what_is_emptied_then_is_empty(client, post):
    post(
        "/printers",
        {**WHOLE, "across": "151.5", "back_right_mm": "-3", "back_right": "3", "duplex": "no", "margin": "7"},
    )
    page = text(client.get("/printers?habits=Den"))
    for field in (
        'name="saved" value="Den"',
        'id="across" name="across" inputmode="decimal" placeholder="150" value="151.5"',
    ):
        assert field in page
    assert re.search(r'id="back_right_mm"[^>]*value="-3"', page) and re.search(r'id="back_right"[^>]*value="3"', page)
    assert re.search(r'id="top"[^>]*value=""', page) and re.search(r'id="habits-margin"[^>]*value="7"', page)
    post("/printers", {**WHOLE, "saved": "Den", "duplex": "no"})
    page = plain(client.get("/printers"))
    assert (
        "DenNo correctionPrints one side at a time" in page
        and "margin" not in page.partition("Den")[2].partition("companion")[0]
    )
    post("/printers", {**WHOLE, "name": "Attic", "saved": "Den", "top": "21"})
    page = plain(client.get("/printers"))
    assert "DenNo correction" in page and "AtticA 20 · B 21" in page, "another name is another printer"


@pytest.mark.long
def test_a_printer_with_habits_alone_moves_nothing(client, post):
    post("/printers", {"habits": "yes", "name": "Laser", "duplex": "short"})
    assert "No correctionPrints both sides by itself, over the short edge" in plain(client.get("/printers"))
    answer = client.get("/mecha-mettle/print.pdf?what=tiles&printer=Laser&backs=yes")
    with opened(answer) as pdf:
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipShortEdge"
    with opened(client.get("/mecha-mettle/print.pdf?what=tiles&printer=Laser&backs=long")) as pdf:
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"
    with opened(client.get("/mecha-mettle/print.pdf?what=tiles&backs=yes")) as pdf:
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge", "as before, where nobody said"
    page = text(client.get("/mecha-mettle/print?what=tiles&backs=yes"))
    assert '<option value="" selected>Behind their fronts (duplex)</option>' in page


def test_a_machines_printer_takes_its_measurements_along_when_its_habits_are_saved_here(client, post):
    machine.save_printer(Printer("HP", Readings(across=151.5)))
    post("/printers", {"habits": "yes", "name": "HP", "duplex": "no"})
    page = plain(client.get("/printers"))
    assert "C 151.5" in page and "prints one side at a time" in page.casefold()
    assert machine.load_printers()["HP"].habits.duplex == ""


def test_backs_that_cannot_be_read_are_shown_as_typed(client):
    page = text(client.get("/mecha-mettle/print?what=tiles&backs=sideways"))
    assert '<option value="sideways" selected>sideways</option>' in page


@pytest.mark.long
def test_a_boxs_sleeves_are_asked_for_and_change_the_box(client):
    page = client.get("/wreck-a-mech/print?what=boxes&sleeves=standard").get_data(as_text=True)
    assert re.search(r"<details class=\"more\" open><summary>Boxes: sleeves", page)
    assert '<option value="standard" selected>' in page and 'name="stock"' in page
    assert 'href="/wreck-a-mech/export?' not in page, "boxes are for paper"
    sizes = [client.get(f"/wreck-a-mech/print.pdf?what=boxes&sleeves={each}").data for each in ("none", "standard")]
    assert sizes[0] != sizes[1]
    closed = client.get("/wreck-a-mech/print?what=cards").get_data(as_text=True)
    assert re.search(r"<details class=\"more\"><summary>Boxes: sleeves", closed)


def test_boxes_and_booklets_are_named_as_not_for_export(client):
    answer = client.get("/wreck-a-mech/print?what=booklet&to=png")
    assert answer.status_code == 422 and "made for paper, so print them" in answer.get_data(as_text=True)


@pytest.mark.long
def test_a_booklet_is_previewed_side_by_side(client):
    page = client.get("/mechalyte/print?what=booklet").get_data(as_text=True)
    assert "<strong>2 sheets</strong> of A4" in page
    assert page.partition('<ul class="sheets">')[2].count("<img ") == 4, "outside and inside of both sheets"
    assert client.get("/mechalyte/print.pdf?what=booklet&backs=short").data.startswith(b"%PDF")


def test_saving_and_deleting_a_printer_is_said_at_the_top(client, post):
    post("/printers", {"name": "My inkjet"})
    assert "Saved: My inkjet. Choose it under “Printer” where you print." in text(client.get("/printers"))
    post("/printers", {"remove": "My inkjet"})
    assert "Deleted: My inkjet." in text(client.get("/printers"))
    post("/printers", {"remove": "Never known"})
    assert "Deleted" not in text(client.get("/printers"))


def test_only_print_sets_with_cards_are_exported_from_the_print_page(client):
    page = text(client.get("/mechalyte/print?what=spec-sheets&what=boxes"))
    assert "<strong>2 pieces</strong>" in page and ">As files</a></p>" not in page, "whole pages, and boxes for paper"
    page = text(client.get("/mechalyte/print?what=spec-sheets&what=zones&what=boxes"))
    assert 'href="/mechalyte/print?to=png&amp;what=zones">As files</a></p>' in page


def test_a_paper_too_small_for_every_piece_is_no_piece_to_leave_out(client, post):
    page = text(client.get("/mechalyte/print?what=zones&own_paper=50x50"))
    assert "Zone L1: poker is larger than 50 × 50 mm by 38.0 mm." in page and "skip_bad=yes" not in page
    page = text(post("/custom-cards", {"text": "title\nA\n", "own_paper": "50x50", "do": "show"}))
    assert "A: poker is larger than 50 × 50 mm by 38.0 mm." in page and "Go on without them" not in page


@pytest.mark.long
def test_prints_are_kept_up_to_so_many_sheets_and_a_large_one_too(client):
    """Each kept job holds what its sheets are made of; two dozen large ones held hundreds of megabytes."""
    cache = routes._prepare_print.cache
    cache.clear()
    for margin in range(5, 13):
        assert client.get(f"/techniconica/print?what=everything&margin={margin}").status_code == 200
    sheets = [len(kept.job.sheets) for kept in cache.values()]
    assert 4 <= len(sheets) < 8 and sum(sheets) <= routes.MOST_KEPT
    large = client.get("/techniconica/print?what=everything&copies=9&margin=5")
    assert large.status_code == 200
    newest = [len(kept.job.sheets) for kept in cache.values()][-1]
    assert newest > routes.LARGE


def test_fronts_and_backs_come_as_two_files_by_two_buttons(client):
    page = text(client.get("/mecha-mettle/print?what=components"))
    buttons = re.findall(r'formaction="([^"]+)"[^>]* name="sides" value="(\w+)">(\w+)</button>', page)
    assert buttons == [("/mecha-mettle/print.pdf", "fronts", "Fronts"), ("/mecha-mettle/print.pdf", "backs", "Backs")]
    # A browser sends the form's own field first, then the button's.
    files = {
        side: client.get(f"/mecha-mettle/print.pdf?what=components&sides=both&sides={side}")
        for side in ("fronts", "backs")
    }
    counts = [len(opened(answer).pages) for answer in files.values()]
    assert counts == [4, 4]
    names = [answer.headers["Content-Disposition"] for answer in files.values()]
    assert "mecha-mettle-components-fronts.pdf" in names[0] and "mecha-mettle-components-backs.pdf" in names[1]
    folded = text(client.get("/mecha-mettle/print?what=components&backs=fold"))
    assert 'name="sides" value="backs"' not in folded, "there are none behind their fronts"
    refused = client.get("/mecha-mettle/print?what=components&backs=no&sides=backs")
    assert refused.status_code == 422 and "“Sides in the file”: found backs" in html.unescape(text(refused))


def test_gaps_bleeds_marks_and_empty_places_are_in_the_form_and_reach_the_job(client):
    query = "what=components&gap_down=6&back_bleed=2&bleed_on=outside&mark_length=2&skip=1&bleed=1"
    page = text(client.get(f"/mecha-mettle/print?{query}"))
    for name in ("gap_down", "back_bleed", "mark_length"):
        assert re.search(rf'<input id="{name}"[^>]* value="(6|2)"', page), name
    assert '<option value="outside" selected>' in page and re.search(r'<input id="skip"[^>]* value="1"', page)
    assert "8 pieces" in plain(client.get("/mecha-mettle/print?what=components&skip=1&pages=1"))
    wrong = html.unescape(text(client.get("/mecha-mettle/print?what=components&skip=first")))
    assert "“Places to leave empty on each sheet”: found 'first', expected places by number" in wrong
