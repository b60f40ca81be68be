"""A test page that the print dialog scaled is no printer's error: told from 1 % to 12 %, on the paper or on another."""

import pytest

from companion.base.findings import InvalidInput
from companion.printing.sheets.fit_to_page import find_scaling
from companion.printing.sheets.printers import Readings, calibrate_command, read_printer

FIT = "this looks like “fit to page”"
AGAIN = "print the test page again at 100 %, “actual size”"


@pytest.mark.parametrize(
    ("across", "along", "share"),
    [
        (148.5, 198, 0.99),
        (145.5, 194, 0.97),
        (145, 194.5, 0.97),
        (132, 176, 0.88),
        (151.5, 202, 1.01),
        (168, 224, 1.12),
    ],
)
def test_lengths_that_are_alike_too_short_or_too_long_are_fit_to_page(across, along, share):
    assert find_scaling({"across": across, "along": along}).share == pytest.approx(share, abs=0.001)


@pytest.mark.parametrize(
    ("across", "along"),
    [(148.7, 198.3), (151.3, 201.7), (131, 174.7), (169, 225.3), (145.5, 197), (148.5, 200), (150, 200)],
)
def test_a_printers_own_error_is_none(across, along):
    assert find_scaling({"across": across, "along": along}) is None


def test_one_length_alone_is_believed_up_to_one_and_a_half_percent():
    assert find_scaling({"across": 148}) is None and find_scaling({"along": 203}).share == pytest.approx(1.015)
    assert find_scaling({"across": 145.5}).share == pytest.approx(0.97)
    assert find_scaling({}) is None and find_scaling({"left": 22, "top": 19}) is None


def place(page, sheet, share):
    """Return A and B of a page in the middle of a sheet: each size upright in mm."""
    return tuple(whole / 2 - (drawn / 2 - 20) * share for drawn, whole in zip(page, sheet, strict=True))


A4, LETTER = (210, 297), (215.9, 279.4)


@pytest.mark.parametrize(
    ("page", "sheet", "share", "named"),
    [
        (A4, LETTER, 0.94, "the page for A4 on Letter paper"),
        (A4, LETTER, 0.91, "the page for A4 on Letter paper"),
        (LETTER, A4, 0.97, "the page for Letter on A4 paper"),
        (LETTER, A4, 0.94, "the page for Letter on A4 paper"),
        (A4, A4, 0.94, ""),
        (LETTER, LETTER, 0.97, ""),
    ],
)
def test_a_page_on_another_paper_is_named(page, sheet, share, named):
    left, top = place(page, sheet, share)
    said = find_scaling({"across": 150 * share, "along": 200 * share, "left": left + 1, "top": top - 1}).sentence
    assert said.startswith(f"C and D are {share * 100:.1f} % of their true length: {FIT}")
    assert (f", {named}. Choose the paper that is in your printer, and {AGAIN}." in said) == bool(named)


def test_a_page_at_its_true_size_on_another_paper_is_named_too():
    left, top = place(A4, LETTER, 1)
    assert (left, top) == pytest.approx((22.95, 11.2))
    found = find_scaling({"left": left, "top": top, "across": 150, "along": 200.2})
    assert str(found.error) == (
        "A and B: found those of another paper, expected 20 mm: this looks like the page for A4 on Letter paper. Choose "
        f"the paper that is in your printer, and {AGAIN}."
    )
    assert find_scaling({"left": left, "top": top + 2.1}) is None, "a sheet that lies askew in its tray"


def test_such_readings_are_refused_with_what_to_do_and_saved_when_insisted_on():
    with pytest.raises(InvalidInput) as caught:
        read_printer("x", across="141", along="188", left="30", top=33, back_down=99)
    assert [str(error) for error in caught.value.input_errors] == [
        f"C and D: found 94.0 % of their true length, expected 100 %: {FIT}. P{AGAIN[1:]}.",
        "back_down: found '99', expected a number from -14 to 14: the number of the mark that lines up, on the scale with "
        "the small marks.",
    ]
    made = read_printer("x", insist=True, across="141", along="188", left="30", top=33)
    assert made.readings == Readings(141, 188, 30, 33)
    assert calibrate_command(made) == "companion calibrate x --across 141 --along 188 --left 30 --top 33 --insist"
    # Whoever insists still cannot save what no page reads.
    with pytest.raises(InvalidInput, match="left: found '60'"):
        read_printer("x", insist=True, across=141, along=188, left=60)
    with pytest.raises(InvalidInput, match=r"across: found '142', expected a number from 142\.5"):
        read_printer("x", insist=True, across=142, along=199)
