"""What of a print set is printed: some pieces, copies, what is missing, which sheets; refusals in sentences."""

import pytest

from companion.base.findings import InvalidInput
from companion.printing.faces.boxes import POKER, Deck, Face, Pages, Piece
from companion.printing.faces.lazy_pieces import LazyPieces, copies, names
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import plan_job
from companion.printing.sheets.option_fields import read_options
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.selection import read_piece_list, read_sheet_ranges, select, unmatched_names
from tests.printing.listing import texts

DECK = Deck(
    "Modules", POKER, tuple(Piece(name.lower(), name, Face(()), n) for name, n in (("Hammer", 3), ("Drone", 1)))
)
PAGE = Pages("Reference", lambda area: ((),))


def counts(parts):
    return {piece.name: piece.copies for part in parts if isinstance(part, Deck) for piece in part.pieces}


def test_everything_once_is_the_parts_themselves():
    assert select([DECK, PAGE]) == (DECK, PAGE)


def test_some_pieces_by_name_or_id_and_no_pages():
    chosen = select([DECK, PAGE], only=("HAMMER",))
    assert counts(chosen) == {"Hammer": 3} and PAGE not in chosen


def test_copies_multiply():
    assert counts(select([DECK], copies=4)) == {"Hammer": 12, "Drone": 4}


def test_only_what_is_missing():
    assert counts(select([DECK], have={"Hammer": 2, "drone": 1})) == {"Hammer": 1}
    assert counts(select([DECK, DECK], have={"Hammer": 4})) == {"Hammer": 2, "Drone": 1}
    with pytest.raises(
        InvalidInput, match="have: found everything in the list, expected a piece that is missing from it"
    ):
        select([DECK], have={"Hammer": 3, "Drone": 9})


@pytest.mark.parametrize(("copies", "said"), [(0, "found 0,"), (-1, "found -1,"), ("1000000", "found 1,000,000,")])
def test_no_copies_or_a_million_are_refused(copies, said):
    assert read_options(PrintOptions, {"copies": 1000}).copies == 1000
    with pytest.raises(InvalidInput, match=f"copies: {said} expected a number from 1 to 1,000"):
        read_options(PrintOptions, {"copies": copies})


def test_too_many_pieces_are_refused():
    big = Deck("Big", POKER, (Piece("a", "A", Face(()), 60),))
    with pytest.raises(InvalidInput, match="found 60,000 pieces, expected at most 50,000 in one job"):
        select([big], copies=1000)


def test_an_unknown_name_is_told_with_its_neighbour():
    with pytest.raises(InvalidInput) as caught:
        select([DECK], only=("Hamer", "Zzz"))
    assert "only: found 'Hamer', expected the name of a piece of this print set, perhaps Hammer." in str(caught.value)
    assert "only: found 'Zzz', expected the name of a piece of this print set, such as Hammer." in str(caught.value)


HANDED = Deck(
    "Modules",
    POKER,
    tuple(Piece(f"h{i}", name, Face(()), 5) for i, name in enumerate(("Hammer (left)", "Hammer (right)"))),
)


def test_a_plain_title_takes_all_of_its_variants():
    assert counts(select([HANDED, DECK], only=("hammer",))) == {"Hammer": 3}, "its own name comes first"
    assert counts(select([HANDED], only=("hammer",))) == {"Hammer (left)": 5, "Hammer (right)": 5}
    assert counts(select([HANDED], only=("hammer (right)",))) == {"Hammer (right)": 5}
    with pytest.raises(InvalidInput, match="expected the name of a piece of this print set, perhaps Hammer"):
        select([HANDED], only=("Hamer",))


def test_exact_numbers_take_the_place_of_the_set_s():
    assert counts(select([HANDED, DECK], only=("3 hammer (left)",))) == {"Hammer (left)": 3}
    assert counts(select([HANDED, DECK], only=("Hammer (right) x2", "2× drone"))) == {"Hammer (right)": 2, "Drone": 2}
    assert counts(select([HANDED], only=("2 hammer",))) == {"Hammer (left)": 2, "Hammer (right)": 2}
    assert counts(select([HANDED], only=("2 hammer", "7 hammer (left)"))) == {"Hammer (left)": 7, "Hammer (right)": 2}
    assert counts(select([HANDED], only=("hammer (left)", "3 hammer (left)"))) == {"Hammer (left)": 3}
    assert counts(select([HANDED], only=("3 hammer (left)",), copies=2)) == {"Hammer (left)": 6}
    assert counts(select([HANDED], only=("9 hammer (left)",), have={"Hammer (left)": 5})) == {"Hammer (left)": 4}


def test_a_name_that_begins_with_a_number_is_that_name():
    names = ("4 Seasons", "Seasons", "Fox (2)", "Fox, the Quick", "Mark x2")
    named = Deck("Cards", POKER, tuple(Piece(f"c{n}", name, Face(()), 9) for n, name in enumerate(names)))
    assert counts(select([named], only=("4 seasons",))) == {"4 Seasons": 9}
    assert counts(select([named], only=("3 4 seasons", "5 Seasons"))) == {"4 Seasons": 3, "Seasons": 5}
    assert counts(select([named], only=("3 fox (2)", "2 Fox, the Quick"))) == {"Fox (2)": 3, "Fox, the Quick": 2}
    assert counts(select([named], only=("mark x2",))) == {"Mark x2": 9}
    assert counts(select([named], only=("3 mark x2",))) == {"Mark x2": 3}


@pytest.mark.parametrize("entry", ["99999999 Drone", "50001 Drone", f"{'9' * 5000} Drone", "-3 Drone", "1.5 Drone"])
def test_exact_numbers_that_are_none_are_refused(entry):
    with pytest.raises(InvalidInput, match="only: found "):
        select([DECK], only=(entry,))


def test_what_stands_printed_of_a_title_counts_for_its_first_variants_first():
    assert counts(select([HANDED], have={"Hammer": 3})) == {"Hammer (left)": 2, "Hammer (right)": 5}
    assert counts(select([HANDED], have={"hammer": 7})) == {"Hammer (right)": 3}
    both = {"Hammer (right)": 4, "Hammer": 6}
    with pytest.raises(InvalidInput, match="everything in the list"):
        select([HANDED], have=both)
    assert unmatched_names([HANDED], both) == []


@pytest.mark.parametrize("line", ["-3 Hammer", "− 3 Hammer", "1.5 Hammer", "Hammer x-2", "Hammer -2"])
def test_a_count_that_is_none_is_refused(line):
    said = f"have: found '{line}', expected how many are printed, as a whole number, and a piece's name: 3 Hammer."
    with pytest.raises(InvalidInput) as caught:
        select([HANDED], have=read_piece_list(line))
    assert str(caught.value) == said
    named = Deck("Markers", POKER, (Piece("a", line, Face(()), 2),))
    assert counts(select([named], have=read_piece_list(line))) == {line: 1}, "unless a piece is called so"


def test_many_pieces_are_chosen_without_making_them():
    def make(number):
        asked.append(number)
        return Piece(f"c{number}", f"Card {number}", Face(()), 2)

    asked = []
    deck = Deck("Cards", POKER, LazyPieces(5000, make, lambda n: 2, lambda n: f"Card {n}"))
    (only,) = select([deck], only=("card 7", "Card 4999"), copies=3, have={"Card 7": 5})
    assert asked == [] and unmatched_names([deck], {"Card 7": 5}) == [] == asked
    assert list(copies(only.pieces)) == [1, 6]
    assert [(piece.name, piece.copies) for piece in only.pieces] == [("Card 7", 1), ("Card 4999", 6)]
    assert list(names(only.pieces)) == [("Card 7", "Card 7"), ("Card 4999", "Card 4999")]


def test_a_list_of_what_is_printed():
    text = "3 Hammer\nDrone x2  # spare\n\n# a remark\n2x Scout\nMark 2\n"
    assert read_piece_list(text) == {"Hammer": 3, "Drone": 2, "Scout": 2, "Mark 2": 1}
    assert unmatched_names([DECK], read_piece_list(text)) == ["Scout", "Mark 2"]
    with pytest.raises(InvalidInput, match="have, line 2: found '99999999 Hammer', expected a piece's name"):
        read_piece_list("Hammer\n99999999 Hammer")


def test_pages_by_number():
    first, one, rest = read_sheet_ranges("1-3, 7,9-")
    assert (first, one, rest[0]) == (range(1, 4), range(7, 8), 9) and 10**9 in rest
    assert read_sheet_ranges("") == ()
    for wrong in ("0", "3-1", "a", "1--2", "-4", "9" * 13, "1-" + "9" * 5000):
        with pytest.raises(InvalidInput, match="expected sheets by number"):
            read_sheet_ranges(wrong)


def test_chosen_pages_keep_their_numbers():
    deck = Deck("Cards", POKER, (Piece("a", "A", Face(()), 30, Face(())),))
    job = plan_job(Printout("Test", [deck]), PrintOptions(pages="2-3", share=False))
    assert [sheet.label for sheet in job.sheets] == ["2", "2 back", "3", "3 back"]
    assert [
        sheet.number for sheet in plan_job(Printout("Test", [deck]), PrintOptions(pages="4-,1", share=False)).sheets
    ] == [
        1,
        1,
        4,
        4,
    ]
    assert job.papers == 2 and job.pieces == 18


def test_every_place_calls_a_sheet_by_the_number_that_pages_takes():
    """30 poker cards, nine to a sheet of A4: four sheets, eight sides."""
    deck = Deck("Cards", POKER, (Piece("a", "A", Face(()), 30, Face(())),))
    whole = plan_job(Printout("Test", [deck]), PrintOptions(share=False))
    assert (whole.papers, len(whole.sheets)) == (4, 8)
    for number in range(1, 5):
        front, back = plan_job(Printout("Test", [deck]), PrintOptions(pages=str(number), share=False)).sheets
        assert (front.display_name, back.display_name) == (f"sheet {number}", f"sheet {number}, back")
        assert any(line.endswith(f"· Cards · sheet {number} of 4") for line in texts(front.boxes))
        last = f"· Cards · turned over the long edge · sheet {number} of 4, back"
        assert any(line.endswith(last) for line in texts(back.boxes))


@pytest.mark.parametrize(
    ("asked", "found"),
    [("5", "'5'"), ("1-5", "'1-5'"), ("2, 5-", "'5-'"), ("1-999999999999", "'1-999999999999'"), ("99,1-2", "'99'")],
)
def test_sheets_past_the_last_are_refused(asked, found):
    deck = Deck("Cards", POKER, (Piece("a", "A", Face(()), 30, Face(())),))
    with pytest.raises(InvalidInput) as caught:
        plan_job(Printout("Test", [deck]), PrintOptions(pages=asked, share=False))
    assert str(caught.value) == f"pages: found {found}, expected sheets from 1 to 4."
    one = Deck("Cards", POKER, (Piece("a", "A", Face(())),))
    with pytest.raises(InvalidInput, match="expected sheet 1: there is no other"):
        plan_job(Printout("Test", [one]), PrintOptions(pages=asked, share=False))
