"""How the paper goes through the printer: a stack of paper is printed, put back as the words say, and printed again."""

import io
from dataclasses import dataclass, field, replace
from itertools import product

import pikepdf
import pytest

from companion.base.findings import InvalidInput
from companion.gamekit.contract import PrintSource
from companion.printing.faces.boxes import POKER, Deck, Face, Pages, Piece, Rect, Text
from companion.printing.pdf import pdf_bytes
from companion.printing.sheets import papers, printer_runs
from companion.printing.sheets.fitted_faces import FittedFaces
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import lay_out, plan_job
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printer_settings import Habits
from companion.printing.sheets.printers import Printer
from tests.pairs import sets_on
from tests.printing.test_titles import PRESENT

WAYS = ("down", "up", "down-turned", "up-turned")
PAPERS = tuple(paper.name for paper in papers.PAPERS)


@dataclass
class Paper:
    """A sheet of paper in somebody's hands: what is on each of its faces, by which is up, and which edge leads."""

    printed: dict = field(default_factory=dict)
    up: str = "A"
    leading: str = "N"

    def turn_over(self):
        self.up = "B" if self.up == "A" else "A"

    def other(self):
        return "B" if self.up == "A" else "A"


def the_tray_prints(way):
    """A tray prints the sides that face up or down; what its owner says about the stack follows from that alone."""
    comes_out_up = way.startswith("up")
    return comes_out_up == way.endswith("turned")


def printed(stack, sheets, way):
    """Print sheets on a stack, the last of the list on top; return it as it lies in the output tray."""
    upper = the_tray_prints(way)
    came_out = []
    for sheet in sheets:
        paper = stack.pop()
        face = paper.up if upper else paper.other()
        assert face not in paper.printed, "printed on a side that was printed already"
        paper.printed[face] = sheet, paper.leading
        paper.up = face if way.startswith("up") else ("B" if face == "A" else "A")
        came_out.append(paper)
    return came_out


def put_back(stack, said):
    """Put a stack back into the tray as the words say."""
    if "turn all of it over" in said:
        stack = stack[::-1]
        for paper in stack:
            paper.turn_over()
    else:
        assert "do not turn it over" in said
    for paper in stack:
        (front,) = paper.printed
        assert f"its printed sides facing {'up' if paper.up == front else 'down'}" in said
        if "came out last goes in first" in said:
            paper.leading = "S" if paper.leading == "N" else "N"
        else:
            assert "came out first goes in first" in said
    return stack


def places(sheet, leading):
    """Where each piece lies on a face, the edge N at the top: landscape pages are turned, as every viewer does."""
    found = {}
    for trim in sheet.trims:
        x, y, w, h, wide, high = trim.x, trim.y, trim.w, trim.h, sheet.w, sheet.h
        if wide > high:
            x, y, w, h, wide, high = y, wide - x - w, h, w, high, wide
        if leading == "S":
            x, y = wide - x - w, high - y - h
        found.setdefault(trim.piece.id, []).append((round(x, 3), round(y, 3), round(w, 3), round(h, 3), wide))
    return found


def seen_through(found):
    return {name: sorted((round(wide - x - w, 3), y, w, h) for x, y, w, h, wide in at) for name, at in found.items()}


def print_by_hand(job, way):
    """Print a job's runs as their words say; return every sheet of paper."""
    made = printer_runs.runs(job)
    done = []
    stack = []
    for run in made:
        assert run.is_whole_file and run.duplex == "no" == run.job.duplex
        if run.name == "backs":
            stack = put_back(stack, run.sentence)
            assert f"Sheet {stack[-1].printed[next(iter(stack[-1].printed))][0].number} now lies on top" in run.sentence
            assert len(stack) == len(run.job.sheets), "a sheet would stay in the tray"
            done += printed(stack, run.job.sheets, way)
        else:
            fresh = [Paper() for _ in run.job.sheets]
            stack = printed(fresh, run.job.sheets, way)
            if run.name == "single":
                done += stack
    return done


def check(job, way):
    """Hold a job that is printed by hand to the law, whatever is in it."""
    done = print_by_hand(job, way)
    whole = {(sheet.number, sheet.side): sheet for sheet in job.sheets if not sheet.blank}
    assert len(done) == job.papers, "more or fewer sheets of paper than were told"
    sides = [side for paper in done for side in paper.printed.values()]
    assert sorted((sheet.number, sheet.side) for sheet, _ in sides) == sorted(whole)
    for paper in done:
        by_side = {sheet.side: (sheet, leading) for sheet, leading in paper.printed.values()}
        front, _ = by_side["front"]
        assert ("back" in by_side) == ((front.number, "back") in whole), f"sheet {front.number} is not as planned"
        if "back" in by_side:
            own_back_behind(paper)


def own_back_behind(paper):
    """Each piece's back is behind its own front, seen through the paper."""
    by_side = {sheet.side: (sheet, leading) for sheet, leading in paper.printed.values()}
    assert by_side["back"][0].number == by_side["front"][0].number
    if not by_side["front"][0].trims:
        # A booklet: the paper goes as it does for pieces, and test_booklet proves which way up its pages stand.
        assert by_side["back"][0].boxes
        return
    behind, before = seen_through(places(*by_side["back"])), places(*by_side["front"])
    assert behind
    for name, at in behind.items():
        assert at == sorted(place[:4] for place in before[name]), f"{name} is not behind its front"


def by_hand(way, **more):
    return PrintOptions(feed="two", out=way, **more)


def cards(name, count, back=True):
    face, behind = Face((Rect(9, 9, 5, 5),)), Face((Rect(9, 9, 7, 7),))
    pieces = tuple(Piece(f"{name}{n}", f"{name} {n}", face, 1, behind if back else None) for n in range(count))
    return Deck(name, POKER, pieces)


BACKED, BARE = cards("Cards", 20), cards("Chips", 12, back=False)
REFERENCE = Pages("Reference", lambda area: ((Text(0, 0, 90, 9, "one", what="page"),), (Rect(0, 0, 9, 9),)))
PARTS = (BARE, BACKED, REFERENCE)
"""On A4, 9 cards a sheet and decks by themselves: sheets 1-2 chips, 3-5 cards with backs, 6-7 the reference."""


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("way", WAYS)
def test_every_front_has_its_own_back_however_the_tray_works(way, flip):
    for paper in ("a4", "letter"):
        check(plan_job(Printout("Test", PARTS), by_hand(way, backs=flip, paper=paper, share=False)), way)


@pytest.mark.parametrize("way", ["down", "up-turned"])
def test_sheets_laid_on_their_side_have_their_own_backs_too(way):
    """100 × 150 mm holds one card upright, two on its side."""
    for flip in ("long", "short"):
        job = plan_job(Printout("Test", [BACKED]), by_hand(way, backs=flip, paper="100x150"))
        assert job.sheets[0].w > job.sheets[0].h
        check(job, way)


@pytest.mark.long
@pytest.mark.parametrize(("game", "print_set", "on"), sets_on(PAPERS))
def test_every_print_set_of_every_game_can_be_printed_by_hand(game, print_set, on):
    build = game.read({"game": game.slug, **PRESENT[game.slug]}) if print_set.needs_build else None
    parts = print_set.make(PrintSource(game.context_of(build), build))
    faces = FittedFaces()
    for flip, share in product(("long", "short"), (True, False)):
        options = PrintOptions(feed="two", paper=on, backs=flip, share=share)
        planned_job = plan_job(Printout(game.title, parts, game.accent), options, faces=faces)
        job = replace(planned_job, sheets=tuple(planned_job.sheets))
        if job.duplex == "no":
            (run,) = printer_runs.runs(job)
            assert run.job is job and run.sentence.endswith("on one side.")
        else:
            for way in WAYS:
                check(replace(job, options=options.model_copy(update={"out": way})), way)
        check_mixed(replace(job, options=options.model_copy(update={"feed": "mixed"})))


def check_mixed(job):
    """The first pages of one file are sheets with backs, each followed by its own; the rest has none."""
    made = printer_runs.runs(job)
    sheets = list(made[0].job.sheets)
    assert len(printer_runs.files(made)) == 1 and sum(run.last - run.first + 1 for run in made) == len(sheets)
    for run in made:
        pages = sheets[run.first - 1 : run.last]
        if run.duplex == "no":
            assert all(sheet.side == "front" for sheet in pages)
        else:
            pairs = list(zip(pages[::2], pages[1::2], strict=True))
            assert all((front.side, back.side) == ("front", "back") for front, back in pairs)
            assert all(front.number == back.number and not back.blank for front, back in pairs)
    told = {(sheet.number, sheet.side) for sheet in job.sheets if not sheet.blank}
    assert {(sheet.number, sheet.side) for sheet in sheets} == told and len(sheets) == len(told)


def told(parts=PARTS, printer=None, **options):
    """Return each run: its name, its file, its pages, and the sheets that it sends."""
    job = plan_job(Printout("Test", parts), PrintOptions(**{"share": False, **options}), printer=printer)
    found = []
    for run in printer_runs.runs(job):
        sent = list(run.job.sheets)[run.first - 1 : run.last]
        found.append((run.name, run.file, run.pages, " ".join(sheet.label.replace(" back", "b") for sheet in sent)))
    return found


def test_one_file_is_as_before():
    assert told() == [
        ("all", "", "1-14", "1 1 back 2 2 back 3 3 back 4 4 back 5 5 back 6 6 back 7 7 back".replace(" back", "b"))
    ]
    job = plan_job(Printout("Test", PARTS), PrintOptions(share=False))
    (run,) = printer_runs.runs(job)
    assert run.job is job and run.sentence == "Print all 14 pages on both sides, turned over the long edge."


def test_fronts_then_backs_in_the_order_of_the_tray_then_sheets_without_a_back():
    fronts, single = ("fronts", "fronts", "1-3", "3 4 5"), ("single", "single", "1-4", "1 2 6 7")
    for way, behind in (
        ("down", "5b 4b 3b"),
        ("up", "5b 4b 3b"),
        ("down-turned", "3b 4b 5b"),
        ("up-turned", "3b 4b 5b"),
    ):
        assert told(feed="two", out=way) == [fronts, ("backs", "backs", "1-3", behind), single]
    assert told([BACKED], feed="two")[1:] == [("backs", "backs", "1-3", "3b 2b 1b")], "face down where nothing is said"
    assert told([BARE], feed="two") == [("all", "", "1-2", "1 2")]
    assert told(feed="two", backs="fold")[0][:2] == told(feed="two", backs="no")[0][:2] == ("all", "")


@pytest.mark.parametrize(
    ("way", "flip", "said"),
    [
        (
            "down",
            "long",
            "Take the stack as it came out and do not turn it over: put it back into the tray with its printed sides facing"
            " down; the edge that came out first goes in first. Sheet 5 now lies on top. Print all 3 pages on one side, in"
            " the normal order.",
        ),
        (
            "up-turned",
            "short",
            "Take the stack as it came out, printed sides facing up, and turn all of it over: put it back into the tray"
            " with its printed sides facing down; the edge that came out last goes in first. Sheet 3 now lies on top."
            " Print all 3 pages on one side, in the normal order.",
        ),
    ],
)
def test_what_to_do_with_the_stack(way, flip, said):
    job = plan_job(Printout("Test", PARTS), by_hand(way, backs=flip, share=False))
    assert [run.sentence for run in printer_runs.runs(job)] == [
        "Print all 3 pages on one side, in the normal order.",
        said,
        "Sheets 1-2, 6-7 have no back. Print all 4 pages on fresh paper, on one side.",
    ]


def test_both_sides_only_where_there_are_backs():
    assert told(feed="mixed") == [
        ("both", "", "1-6", "3 3b 4 4b 5 5b"),
        ("single", "", "7-10", "1 2 6 7"),
    ]
    both, single = printer_runs.runs(plan_job(Printout("Test", PARTS), PrintOptions(share=False, feed="mixed")))
    assert both.sentence == "Print pages 1-6 on both sides, turned over the long edge."
    assert single.sentence == "Then print pages 7-10 of the same file with the printer set to one side."
    assert (both.duplex, single.duplex) == ("long", "no")
    assert told([BACKED], feed="mixed") == [("all", "", "1-6", "1 1b 2 2b 3 3b")]
    check_mixed(plan_job(Printout("Test", PARTS), PrintOptions(feed="mixed")))


@pytest.mark.parametrize(("count", "pages"), [(1, "page 7"), (10, "pages 7-8")])
def test_a_page_without_a_back_is_a_page(count, pages):
    """Nine pieces go on a sheet."""
    parts = [BACKED, replace(BACKED, title="Bare", pieces=(replace(BACKED.pieces[0], copies=count, back=None),))]
    _, single = printer_runs.runs(plan_job(Printout("Test", parts), PrintOptions(share=False, feed="mixed")))
    assert single.sentence == f"Then print {pages} of the same file with the printer set to one side."


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"start": "5"}, ["5 5b 6 6b 7 7b"]),
        ({"start": "6"}, ["6 7"]),
        ({"start": "5 back"}, ["5 5b 6 6b 7 7b"]),
        ({"start": "5", "feed": "mixed"}, ["5 5b", "1 2 6 7"]),
        ({"start": "2", "feed": "mixed"}, ["2 6 7"]),
        ({"start": "4", "feed": "two"}, ["4 5", "5b 4b 3b", "1 2 6 7"]),
        ({"start": "4 back", "feed": "two"}, ["4", "4b 3b", "1 2 6 7"]),
        ({"start": "4 back", "feed": "two", "out": "up-turned"}, ["4", "4b 5b", "1 2 6 7"]),
        ({"start": "6", "feed": "two"}, ["6 7"]),
        ({"start": "5", "feed": "two", "pages": "4-5"}, ["5", "5b 4b"]),
    ],
)
def test_after_a_jam_it_goes_on_where_it_stopped(options, expected):
    assert [sides for *_, sides in told(**options)] == expected


def test_after_a_jam_the_words_say_where_the_paper_goes():
    first, *_ = printer_runs.runs(plan_job(Printout("Test", PARTS), by_hand("down", share=False, start="4")))
    assert first.sentence.endswith("Lay the printed sheets on top of the fronts that are printed already (3).")
    again, backs, _ = printer_runs.runs(plan_job(Printout("Test", PARTS), by_hand("down", share=False, start="4 back")))
    assert again.sentence == (
        "Only if the jam spoilt this sheet: print its front once more on fresh paper, on one side. Lay it on top of the"
        " sheets that still need their backs, its printed side facing down; the edge that came out first goes in first."
    )
    assert backs.sentence == (
        "Leave the sheets that still need their backs in the tray as they lie. Sheet 4 now lies on top. Print both"
        " pages on one side, in the normal order."
    )


@pytest.mark.parametrize("jammed", ["4", "4 back"])
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("way", WAYS)
def test_a_sheet_that_a_jam_destroyed_comes_out_whole(way, flip, jammed):
    """The printer destroys sheet 4 of 3-5, at its front or at its back; the player goes on as the words say."""
    options = by_hand(way, backs=flip, share=False)
    fronts, backs, _ = printer_runs.runs(plan_job(Printout("Test", PARTS), options))
    resumed = printer_runs.runs(plan_job(Printout("Test", PARTS), options.model_copy(update={"start": jammed})))
    if jammed == "4":
        stack = printed([Paper()], [fronts.job.sheets[0]], way)
        stack += printed([Paper(), Paper()], resumed[0].job.sheets, way)
        done = printed(put_back(stack, resumed[1].sentence), resumed[1].job.sheets, way)
    else:
        stack = put_back(printed([Paper() for _ in range(3)], fronts.job.sheets, way), backs.sentence)
        done = printed([stack.pop()], [backs.job.sheets[0]], way)
        stack.pop()
        stack += laid_on_top(printed([Paper()], resumed[0].job.sheets, way), resumed[0].sentence, stack)
        assert "Leave the sheets that still need their backs in the tray as they lie." in resumed[1].sentence
        done += printed(stack, resumed[1].job.sheets, way)
    assert [paper for paper in stack if paper not in done] == [] and len(done) == 3
    for paper in done:
        own_back_behind(paper)


def laid_on_top(came_out, said, below):
    """Lay a sheet on those in the tray as the words say; it must lie as they do."""
    (paper,) = came_out
    if f"printed side facing {'down' if paper.up in paper.printed else 'up'}" in said:
        paper.turn_over()
    if "came out last goes in first" in said:
        paper.leading = "S"
    for other in below:
        assert (other.up, other.leading) == (paper.up, paper.leading)
    return [paper]


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("9", "start: found 9, expected one of the sheets of this print: 1-7."),
        ("2 back", "start: found 2 back, expected one of the backs of this print: 3-5."),
    ],
)
def test_a_sheet_that_is_not_printed_cannot_have_jammed(start, said):
    with pytest.raises(InvalidInput, match="start") as error:
        told(feed="two", start=start)
    assert str(error.value) == said


def test_where_nothing_has_a_back_none_can_have_jammed():
    with pytest.raises(InvalidInput, match="found 1 back, expected a sheet alone, such as 7: this print has no backs"):
        told([BARE], start="1 back")


def test_a_printer_that_cannot_turn_paper_over_gets_fronts_and_backs():
    inkjet = Printer("Inkjet", habits=Habits(duplex="no", out="up-turned"))
    assert [name for name, *_ in told(printer=inkjet)] == ["fronts", "backs", "single"]
    assert told(printer=inkjet)[1][-1] == "3b 4b 5b"
    assert told(printer=inkjet, out="up")[1][-1] == "5b 4b 3b", "what is chosen comes first"
    assert told(printer=inkjet, feed="one") == told()
    assert told(printer=Printer("Laser", habits=Habits(duplex="short"))) == told()


def test_a_printers_edge_and_margin_hold_where_none_was_chosen():
    laser = Printer("Laser", habits=Habits(duplex="short", margin=7))
    fitted = printer_runs.with_printer_settings(PrintOptions(), laser)
    assert (fitted.backs, fitted.margin) == ("short", 7)
    typed = printer_runs.with_printer_settings(PrintOptions(backs="long", margin=5), laser)
    assert (typed.backs, typed.margin) == ("long", 5)
    assert (
        printer_runs.with_printer_settings(PrintOptions(), None)
        == printer_runs.with_printer_settings(PrintOptions(), Printer("X"))
        == PrintOptions()
    )
    with pytest.raises(InvalidInput, match="margin: found 20 mm, expected 0 to 16 mm"):
        printer_runs.with_printer_settings(PrintOptions(paper="60x90"), Printer("Wide", habits=Habits(margin=20)))


def test_each_file_is_printed_on_one_side_and_sheets_made_before_are_taken_as_they_are():
    job = lay_out("Test", PARTS, PrintOptions(share=False, feed="two"))
    files = printer_runs.files(printer_runs.runs(job))
    assert [len(one.sheets) for one in files.values()] == [3, 3, 4]
    for one in files.values():
        with pikepdf.open(io.BytesIO(pdf_bytes(one))) as pdf:
            assert str(pdf.Root.ViewerPreferences.Duplex) == "/Simplex" and len(pdf.pages) == len(one.sheets)


def test_the_page_in_words():
    job = plan_job(Printout("Test", PARTS), PrintOptions(share=False, feed="mixed"))
    assert printer_runs.instructions(job, printer_runs.runs(job)) == (
        "1. Paper: A4 (210 × 297 mm). One page per sheet, one copy, orientation automatic.",
        "2. Size: 100 %, “actual size”. Never “fit” or “shrink”: cards would come out too small.",
        "3. Order: normal. Switch off “reverse order” or “last page first” if your printer's dialog has it.",
        "4. Sheets with backs: Print pages 1-6 on both sides, turned over the long edge.",
        "5. Sheets without a back: Then print pages 7-10 of the same file with the printer set to one side.",
        "6. Check: measure the 50 mm ruler on the first sheet before you cut.",
    )


def test_the_page_in_words_says_what_to_try_first():
    job = plan_job(Printout("Test", PARTS), by_hand("up", share=False))
    said = printer_runs.instructions(job, printer_runs.runs(job))
    assert said[3] == "4. First time with this printer? Try it with sheets 3-4 alone before you print the rest."
    assert [line.split(":")[0] for line in said[4:]] == [
        "5. Fronts",
        "6. Backs",
        "7. Sheets without a back",
        "8. Check",
    ]
