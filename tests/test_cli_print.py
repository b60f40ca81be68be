"""Print from the command line: cutting, backs, some pieces, printers, cut files, pages; and what cannot be."""

import io
import json
import shlex
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest

from companion.cli import print_jobs, print_options
from companion.cli.progress import page_progress
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printer_settings import Habits
from companion.printing.sheets.printers import Printer, Readings, calibrate_command
from companion.storage import printers as kept
from tests.commands import answered, refused, run

MM = 25.4 / 72


@pytest.fixture
def tiles(tmp_path):
    """Return a function that prints the tiles of Mecha Mettle: 18 Open Ports and 4 Blast Doors."""
    path = tmp_path / "tiles.pdf"
    return lambda *words: answered("print", "mecha-mettle", "--what", "tiles", "-o", path, *words) | {"path": path}


def test_it_says_papers_pieces_and_cuts(tiles):
    """12 tiles on the first sheet: 4 + 5 cuts; 10 on the second, its last row one tile: as many."""
    answer = tiles()
    assert (answer["papers"], answer["pages"], answer["pieces"], answer["cuts"]) == (2, 4, 22, 18)
    assert answer["cut_files"] == answer["unmatched"] == [] and answer["cut_sheets"] == {}


def test_everything_that_can_be_wished(tiles):
    words = [
        "--paper",
        "8.5x13in",
        "--flip",
        "fold",
        "--gap",
        "3",
        "--bleed",
        "1",
        "--lines",
        "dots",
        "--corners",
        "3",
        "--margin",
        "6",
        "--register",
    ]
    answer = tiles(*words, "--ink", "saver", "--apart", "--copies", "2")
    assert answer["pieces"] == 44 and answer["paper"] == "215.9x330.2"
    with pikepdf.open(answer["path"]) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert sorted(float(v) * MM for v in pdf.pages[0].mediabox[2:]) == pytest.approx([215.9, 330.2], abs=0.1)
        assert len(pdf.pages) == answer["papers"], "folded backs stand beside their fronts"


def test_some_pieces_pages_and_what_is_missing(tiles, tmp_path):
    assert tiles("--only", "blast door")["pieces"] == 4
    second = tiles("--pages", "2")
    assert (second["papers"], second["pages"], second["pieces"]) == (1, 2, 10), "its front and its back"
    have = tmp_path / "printed.txt"
    have.write_text("17 Open Port\n4 Blast Door\nDrone\n", "utf-8")
    answer = tiles("--have", have)
    assert answer["pieces"] == 1 and answer["unmatched"] == ["Drone"]
    said = run("print", "mecha-mettle", "--what", "tiles", "--have", have, "-o", tmp_path / "x.pdf")
    assert "In your list, but not here: Drone." in said.stderr


@pytest.mark.long
def test_it_says_how_much_is_inked_and_how_much_ink_is_saved(tiles, tmp_path):
    """Tiles are drawn in line on a light ground, which the ink saver leaves white."""
    full, saver = tiles(), tiles("--ink", "saver")
    assert 0 < saver["inked"] < full["inked"] < 1
    assert full["ink_saved"] is None
    assert saver["ink_saved"] == pytest.approx(1 - saver["inked"] / full["inked"], abs=0.02)
    said = run("print", "mecha-mettle", "--what", "tiles", "-o", tmp_path / "x.pdf")
    assert f" Ink: about {full['inked'] * 100:.0f} % of a page.\n" in said.stdout
    said = run("print", "mecha-mettle", "--what", "tiles", "--ink", "saver", "-o", tmp_path / "x.pdf")
    assert f" of a page, {saver['ink_saved'] * 100:.0f} % less than in full colour." in said.stdout


def test_no_backs(tiles):
    assert tiles("--no-backs")["pages"] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--paper", "a9"], "paper: found 'a9', expected one of a4, letter, a3, legal, tabloid, or a size"),
        (["--margin", "200"], "margin: found 200 mm, expected 0 to 91 mm"),
        (["--bleed", "5"], "bleed: found 5 mm, expected 0 to 3 mm."),
        (["--copies", "0"], "copies: found 0, expected a number from 1 to 1,000."),
        (["--copies", "1000000"], "copies: found 1,000,000, expected"),
        (
            ["--only", "blast dor"],
            "only: found 'blast dor', expected the name of a piece of this print set, perhaps Blast Door.",
        ),
        (["--pages", "9"], "pages: found '9', expected sheets from 1 to 2."),
        (["--pages", "1-999999999999"], "pages: found '1-999999999999', expected sheets from 1 to 2."),
        (["--pages", "x"], "expected sheets by number"),
        (["--printer", "HAL"], "--printer: found 'HAL', expected one of those calibrated (none yet"),
        (["--have", "nowhere.txt"], "nowhere.txt: "),
        (["--cut-file", "cuts.pdf"], "--cut-file: found 'cuts.pdf', expected a file that ends in .svg or .dxf."),
        (["--paper", "60x60"], "is larger than 60 × 60 mm by"),
    ],
)
def test_what_cannot_be_is_a_sentence(words, said, tmp_path):
    assert said in refused("print", "mecha-mettle", "--what", "tiles", "-o", tmp_path / "x.pdf", *words)
    assert list(tmp_path.iterdir()) == []


def test_cut_files_stand_beside_each_other(tiles, tmp_path):
    answer = tiles("--cut-file", tmp_path / "cuts.dxf", "--copies", "3")
    assert answer["papers"] == 6, "66 tiles, twelve a sheet: five alike, then one of six"
    assert [name.rpartition("/")[2] for name in answer["cut_files"]] == ["cuts-sheet-1.dxf", "cuts-sheet-6.dxf"]
    assert list(answer["cut_sheets"].items()) == list(zip(answer["cut_files"], [[1, 2, 3, 4, 5], [6]], strict=True))
    assert (tmp_path / "cuts-sheet-1.dxf").read_text().startswith("999\nMecha Mettle: cuts of sheets 1-5\n")
    some = tiles("--cut-file", tmp_path / "some.svg", "--copies", "3", "--pages", "5-6")
    assert some["cut_sheets"] == {str(tmp_path / f"some-sheet-{n}.svg"): [n] for n in (5, 6)}
    assert tiles("--only", "blast door", "--cut-file", tmp_path / "one.svg")["cut_files"] == [str(tmp_path / "one.svg")]
    assert "<title>Mecha Mettle: cuts of sheet 1</title>" in (tmp_path / "one.svg").read_text()


def test_a_cut_file_of_nothing_to_cut_is_told(tmp_path):
    cuts = tmp_path / "cuts.svg"
    told = answered("print", "mecha-mettle", "--what", "reference", "--cut-file", cuts, "-o", tmp_path / "x.pdf")
    assert told["cut_files"] == [] and not cuts.exists()
    assert told["notes"] == [f"Nothing here is cut out: --cut-file {cuts} is not written."]


def test_bleed_with_nothing_to_show_takes_no_paper_and_is_told(tiles, tmp_path):
    """66 fronts of 63 mm, whose ink ends short of the trim: twelve a sheet with bleed and without. Their backs bleed."""
    answer = tiles("--bleed", "2", "--copies", "3", "--no-backs")
    assert answer["papers"] == 6
    assert answer["notes"] == ["Nothing on these faces reaches the trim, so there is no bleed to print."]
    assert tiles("--copies", "3")["notes"] == []


def test_which_sheets_a_cut_file_is_for_is_told(tmp_path):
    words = ("--what", "tiles", "--copies", "3", "-o", tmp_path / "x.pdf", "--cut-file", tmp_path / "c.svg")
    said = run("print", "mecha-mettle", *words).stdout
    assert f"{tmp_path}/c-sheet-1.svg: outlines for a desktop cutter, for sheets 1-5." in said
    assert f"{tmp_path}/c-sheet-6.svg: outlines for a desktop cutter, for sheet 6." in said


def test_what_the_cutters_program_asks_for_is_told(tiles, tmp_path):
    assert tiles("--register", "--margin", "12")["registration"] == {"length": 10, "thickness": 0.5, "inset": 12}
    assert tiles()["registration"] is None
    said = run("print", "mecha-mettle", "--what", "tiles", "--register", "-o", tmp_path / "x.pdf").stdout
    assert "choose Type 1 and type length 10 mm, thickness 0.5 mm, inset 10 mm." in said


def test_a_printer_is_calibrated_proved_and_used(tiles, tmp_path):
    page = tmp_path / "test.pdf"
    assert answered("calibrate", "-o", page) == {"file": str(page), "printer": None}
    with pikepdf.open(page) as pdf:
        assert len(pdf.pages) == 2
    told = answered("calibrate", "Den laser", "--across", "150.5", "--back-right", "-3")
    assert told["readings"]["across"] == 150.5
    assert told["notes"] == ["--back-right-mm counts as 0: say where the arrow points if it is not there."]
    assert kept.load_printers() == {"Den laser": Printer("Den laser", Readings(across=150.5, back_right=-3))}
    answered("calibrate", "den laser", "--across", "150.2")
    assert print_options.find_printer("DEN LASER").readings == Readings(across=150.2), (
        "read again, in place of what was"
    )
    answered("calibrate", "den laser", "-o", page)
    with pikepdf.open(page) as pdf:
        assert "den laser" in str(pdf.docinfo["/Title"])
    plain, mine = tiles()["path"].read_bytes(), tiles("--printer", "den laser")["path"].read_bytes()
    assert plain != mine
    with pikepdf.open(io.BytesIO(mine)) as pdf:
        found = [list(map(float, o)) for o, op in pikepdf.parse_content_stream(pdf.pages[0]) if str(op) == "cm"]
        assert any(matrix[0] == pytest.approx(150 / 150.2, abs=1e-5) for matrix in found)


def test_a_test_page_that_was_scaled_to_fit_is_saved_only_when_insisted_on():
    typed = ("calibrate", "Attic", "--across", "145.5", "--along", "194")
    said = refused(*typed)
    assert (
        "C and D: found 97.0 % of their true length, expected 100 %: this looks like “fit to page”. Print the test"
        in said
    )
    assert "or add --insist to save it all the same." in said and kept.load_printers() == {}
    assert answered(*typed, "--insist")["readings"]["across"] == 145.5


@pytest.mark.parametrize(
    ("printer", "line"),
    [
        (Printer("HP", Readings()), "companion calibrate HP --across 150"),
        (Printer("HP", Readings(flip="short")), "companion calibrate HP --across 150 --flip short"),
        (
            Printer("Den laser", Readings(150.5, 199.75, 20.5, 19, -3, 4)),
            'companion calibrate "Den laser" --across 150.5 --along 199.75 --left 20.5 --top 19 --back-right-mm 0 --back-right -3 --back-down-mm 0 --back-down 4',
        ),
        (Printer("The $5 one", Readings(top=21)), "companion calibrate 'The $5 one' --top 21"),
    ],
)
def test_readings_as_a_line_to_type(printer, line):
    assert calibrate_command(printer) == line
    answered(*shlex.split(line)[1:])
    assert kept.load_printers() == {printer.name: printer}


def test_a_calibration_that_cannot_be():
    assert "across: found '15.0', expected a number from 142.5 to 157.5: if your ruler" in refused(
        "calibrate", "X", "--across", "15"
    )
    assert "name: found ''" in refused("calibrate", "--across", "150")
    assert "expected one of those calibrated" in refused("calibrate", "Nobody")
    assert "one of at least 200 × 260 mm" in refused("calibrate", "--paper", "100x150")
    kept.printers_file().write_text("[]", "utf-8")
    assert "the printers that `calibrate` saved" in refused("calibrate", "Nobody")


def test_progress_is_told_sheet_by_sheet_and_nothing_is_left_of_a_stopped_print(tmp_path):
    class Stopped(Exception):
        pass

    told = []

    def progress(done, total):
        told.append((done, total))
        if done == 3:
            raise Stopped

    source = print_jobs.read_source("mecha-mettle")
    with pytest.raises(Stopped):
        print_jobs.write(source, print_jobs.PrintCommand(("tiles",), PrintOptions()), str(tmp_path / "x.pdf"), progress)
    assert told == [(1, 4), (2, 4), (3, 4)]
    assert list(tmp_path.iterdir()) == []


def test_the_bar_shows_on_a_terminal_only(capsys, monkeypatch):
    with page_progress() as progress:
        progress(1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("FORCE_COLOR", "1")
    with page_progress() as progress:
        progress(1, 2)
        progress(2, 2)
    assert "Pages" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("title", "name"), [("Ёж 2", "mecha-mettle-ёж-2-tiles.pdf"), ("!", "mecha-mettle-build-tiles.pdf")]
)
def test_a_file_is_named_after_the_build_in_its_own_letters(title, name):
    source = print_jobs.read_source("mecha-mettle")
    build = source.game.model.model_construct(title=title)
    assert print_jobs.default_name(replace(source, build=build), ("tiles",)) == name


def test_a_printer_that_turns_nothing_over_gets_fronts_and_backs(tiles, tmp_path):
    """22 tiles on two sheets, both with backs: the stack goes back as it lies, so that sheet 2 comes first."""
    answer = tiles("--feed", "two")
    fronts, backs = answer["runs"]
    assert [fronts["file"], backs["file"]] == [str(tmp_path / f"tiles-{side}.pdf") for side in ("fronts", "backs")]
    assert answer["file"] == fronts["file"] and (answer["papers"], answer["pages"]) == (2, 4)
    assert (fronts["name"], fronts["title"], fronts["pages"], fronts["duplex"]) == ("fronts", "Fronts", "1-2", "no")
    for one, labels in ((fronts, ["1", "2"]), (backs, ["2 back", "1 back"])):
        with pikepdf.open(one["file"]) as pdf:
            assert [str(label.P) for label in list(pdf.Root.PageLabels.Nums)[1::2]] == labels
    assert backs["said"].startswith("Take the stack as it came out and do not turn it over: ")
    assert not (tmp_path / "tiles.pdf").exists() and len(list(tmp_path.glob("tiles*"))) == 2
    forward = tiles("--feed", "two", "--out", "up-turned")["runs"][1]["said"]
    assert "turn all of it over" in forward and "Sheet 1 now lies on top." in forward
    assert answer["said"][0].startswith("1. Paper: A4 (210 × 297 mm).")


def test_it_says_in_words_how_the_paper_goes_through(tmp_path):
    said = run("print", "mecha-mettle", "--what", "tiles", "--feed", "two", "-o", tmp_path / "x.pdf").stdout
    assert "At 100 %, “actual size”, “reverse order” off:\n" in said
    assert f"1. {tmp_path / 'x-fronts.pdf'}: Print both pages on one side, in the normal order.\n" in said
    said = run("print", "mecha-mettle", "--what", "tiles", "-o", tmp_path / "x.pdf").stdout
    assert "Print all 4 pages on both sides, turned over the long edge. At 100 %, “actual size”.\n" in said


def test_sheets_without_backs_are_printed_on_one_side(tiles):
    answer = tiles("--feed", "mixed", "--what", "reference")
    both, single = answer["runs"]
    assert both["file"] == single["file"] == answer["file"] == str(answer["path"])
    assert (both["pages"], both["duplex"], single["duplex"]) == ("1-4", "long", "no")
    assert (
        single["said"]
        == f"Then print {'pages' if '-' in single['pages'] else 'page'} {single['pages']} of the same file with the printer set to one side."
    )
    assert (answer["papers"] - 2, answer["pages"]) == (answer["pages"] - 4, int(single["pages"].split("-")[-1]))


@pytest.mark.long
def test_it_goes_on_after_a_jam(tiles):
    assert (tiles("--start", "2")["papers"], tiles("--start", "2")["pages"]) == (1, 2)
    names = [Path(one["file"]).name for one in tiles("--feed", "two", "--start", "2 back")["runs"]]
    assert names == ["tiles-again.pdf", "tiles-backs.pdf"]
    told = "Pieces, cuts and ink are those of all 2 sheets, with what was printed before the jam."
    assert tiles("--start", "2")["notes"] == [told] and tiles("--start", "1")["notes"] == []
    file = tiles("--start", "1")["path"]
    for start, said in (
        ("9", "start: found 9, expected one of the sheets of this print: 1-2."),
        ("soon", "start: found 'soon', expected a sheet by its number, from 1: 7, or 7 back."),
    ):
        assert said in refused("print", "mecha-mettle", "--what", "tiles", "--start", start, "-o", file)


def test_a_test_page_that_is_not_written_is_told(tmp_path):
    page = tmp_path / "page.pdf"
    told = answered("calibrate", "mine", "--duplex", "no", "-o", page)["notes"]
    assert told == [f"{page} is not written: the test page is printed without measurements."] and not page.exists()


def test_where_one_file_cannot_be_written_none_is(tmp_path):
    (tmp_path / "x-backs.pdf").mkdir()
    said = refused("print", "mecha-mettle", "--what", "tiles", "--feed", "two", "-o", tmp_path / "x.pdf")
    assert "x-backs.pdf" in said and [path.name for path in tmp_path.iterdir()] == ["x-backs.pdf"]


def test_a_printers_habits_are_kept_and_hold_where_nothing_is_typed(tiles):
    answer = answered("calibrate", "Den inkjet", "--duplex", "no", "--out", "up-turned", "--margin", "7")
    assert answer["habits"] == {"duplex": "no", "out": "up-turned", "margin": 7}
    assert answer["readings"]["across"] == 150
    answered("calibrate", "den inkjet", "--across", "150.5", "--margin", "6")
    (known,) = kept.load_printers().values()
    assert (known.habits.out, known.habits.margin, known.readings.across) == ("up-turned", 6, 150.5)
    assert (
        calibrate_command(known)
        == 'companion calibrate "den inkjet" --across 150.5 --duplex no --out up-turned --margin 6'
    )
    assert known == Printer(known.name, Readings(across=150.5), Habits(duplex="no", out="up-turned", margin=6))
    assert [one["name"] for one in tiles("--printer", "den inkjet")["runs"]] == ["fronts", "backs"]
    assert [one["name"] for one in tiles("--printer", "den inkjet", "--feed", "one")["runs"]] == ["all"]
    assert "margin: found 99 mm" in refused("calibrate", "Den inkjet", "--margin", "99")


def test_a_printers_edge_holds_unless_another_is_typed(tiles):
    answered("calibrate", "Laser", "--duplex", "short")
    assert tiles("--printer", "Laser")["duplex"] == "short"
    assert tiles("--printer", "Laser", "--flip", "long")["duplex"] == "long"
    assert tiles("--printer", "Laser", "--no-backs")["duplex"] == "no"


def test_printers_of_earlier_releases_are_read(tmp_path):
    """Release 0.5 wrote readings alone."""
    old = {
        "HP": {
            "across": 151.5,
            "along": 200.0,
            "left": 20.0,
            "top": 20.0,
            "back_right": 0,
            "back_down": 0,
            "flip": "short",
        }
    }
    kept.printers_file().write_text(json.dumps(old), "utf-8")
    assert kept.load_printers() == {"HP": Printer("HP", Readings(across=151.5, flip="short"), Habits())}
    kept.save_printer(kept.load_printers()["HP"])
    assert json.loads(kept.printers_file().read_text("utf-8")) == old, "what has no habits is written as before"
    kept.printers_file().write_text(json.dumps({"HP": {"habits": {"duplex": "sideways"}}}), "utf-8")
    assert "printers.json: found something else" in refused(
        "print", "mecha-mettle", "--what", "tiles", "--printer", "HP"
    )
