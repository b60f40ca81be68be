"""Sheets that another option saves are counted by planning the job with it, and told only where they are saved."""

from companion.base.findings import InvalidInput
from companion.printing.faces.boxes import Deck, Face, Format, Piece, Rect
from companion.printing.sheets import savings
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printer_settings import Habits
from companion.printing.sheets.printers import Printer
from companion.printing.sheets.savings import find_savings


def deck(w, h, count):
    face = Face((Rect(9, 9, 5, 5),))
    return Deck("Cards", Format("card", w, h), (Piece("a", "A", face, count),))


def told(part, printer=None, **options):
    job = print_job(Printout("Test", [part]), PrintOptions(**options), printer)
    return [saving.sentence for saving in find_savings(job, [part])]


WIDE = deck(101.8, 60, 48)
"""Two side by side take 203.6 mm: with margins of 3 mm an A4 sheet holds eight of them, with wider ones six."""


def test_a_narrower_margin_is_told_where_it_saves_sheets():
    said = "2 sheets fewer with a margin of 3 mm, if your printer reaches that far."
    assert told(WIDE)[0] == told(WIDE, margin=3.5)[0] == said
    assert told(WIDE, margin=3) == [], "it is as narrow already"
    assert told(deck(63, 88, 18)) == [], "nine to a sheet either way"
    known = Printer("Laser", habits=Habits(margin=5.5))
    assert told(WIDE, printer=known) == ["2 sheets fewer on Letter."], "the printer has said how far it reaches"


def test_bleed_gaps_and_papers_are_told_the_most_first():
    cards = deck(63, 88, 27)
    assert told(cards) == []
    assert "without bleed" not in " ".join(told(cards, bleed=2)), "its ink stays inside the trim"
    with_gap = told(cards, gap=10)
    assert any(one.endswith("fewer without a gap between pieces.") for one in with_gap)
    counts = [int(one.split()[0]) for one in with_gap]
    assert counts == sorted(counts, reverse=True)
    # Three rows of 92 mm fit into 297 mm, but not into 279.4.
    long = deck(60, 92, 9)
    assert told(long, paper="letter", margin=3) == ["1 sheet fewer on A4."]


def test_what_is_saved_is_what_a_print_with_it_saves():
    cards = deck(63, 88, 40)
    options = PrintOptions(gap=8, margin=12)
    job = print_job(Printout("Test", [cards]), options)
    found = find_savings(job, [cards])
    assert found
    for saving in found:
        other = PrintOptions(**{"gap": 8, "margin": 12, **saving.query})
        assert job.papers - print_job(Printout("Test", [cards]), other).papers == saving.papers


def test_a_job_too_large_or_of_chosen_sheets_is_not_planned_again(monkeypatch):
    def planned(*_):
        raise AssertionError("planned again")

    many = deck(101.8, 60, savings.MOST_PIECES + 1)
    jobs = [
        (print_job(Printout("Test", [part]), options), part)
        for part, options in ((many, PrintOptions()), (WIDE, PrintOptions(pages="1")))
    ]
    monkeypatch.setattr(savings.layout, "plan_job", planned)
    for job, part in jobs:
        assert find_savings(job, [part]) == ()


def test_an_option_that_cannot_be_is_no_saving(monkeypatch):
    cards = deck(63, 88, 20)
    job = print_job(Printout("Test", [cards]), PrintOptions(gap=8))

    def refused(*_):
        raise InvalidInput("no")

    monkeypatch.setattr(savings.layout, "plan_job", refused)
    assert find_savings(job, [cards]) == ()
