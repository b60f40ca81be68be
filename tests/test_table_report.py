"""The report of a finished table: its words, names left out, what it leaves out, and its sheets."""

import json

import pypdfium2
import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import to_document
from companion.games import game
from companion.games.mechalyte import GAME
from companion.play import acts as play
from companion.play.new_events import Brought
from companion.play.report import Luck, ReportedRoll, ReportedThrow, RollFigure
from companion.printing import pdf
from companion.printing.faces.boxes import Area
from companion.printing.sheets import layout
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.fitting import fit
from companion.verbs import table_report, table_report_sheet
from companion.verbs.log_words import log_entries
from companion.verbs.table_report import report_answer, report_text
from companion.verbs.tables import open_table, set_up

BROUGHT = Brought(bytes(range(32)), "2026-11-26T20:00:00Z")
STELLAR = game("mechastellar")
PLAYERS = ("Ana", "Ben")


def opened(system, names=PLAYERS, **asked):
    table = open_table(system, set_up(system, BROUGHT.seed, {"seats": 2, **asked}))
    for seat, name in enumerate(names):
        table = play.sit(table, BROUGHT, seat, name, "aa")
        table = play.choose_dice(table, BROUGHT, seat, "typed")
    return table


def by_hand(names=PLAYERS, build=None):
    """Return a finished game with one roll, a correction and a note; another roll was undone."""
    table = opened(STELLAR, names, one_phone=True)
    table = play.move(table, BROUGHT, 0, "build", {"build": build or example()})
    table = play.move(table, BROUGHT, 1, "dice", {"expression": "1d6"})
    table = play.undo(play.answer(table, BROUGHT, 1, [1]), BROUGHT, 1)
    table = play.answer(table, BROUGHT, 1, [6])
    table = play.note(table, BROUGHT, 0, f"{names[1]} was lucky, said {names[0]}.")
    table = play.move(table, BROUGHT, 0, "result", {"winners": [1]})
    return play.finish(table, BROUGHT, 0)


def example():
    return dict(to_document(next(iter(STELLAR.examples.values()))))


@pytest.fixture(scope="module")
def finished():
    return by_hand(build=example())


@pytest.fixture(scope="module")
def answer(finished):
    return report_answer(STELLAR, finished)


def story(answer):
    return [entry["text"] for entry in answer["story"]]


def test_a_game_that_goes_on_has_no_report():
    with pytest.raises(InvalidInput, match="a game that goes on"):
        report_answer(STELLAR, opened(STELLAR))


def test_it_says_who_won_and_who_sat_where(answer):
    assert answer["result"] == {"winners": [1], "why": "Ben won.", "words": "Ben won"}
    assert [seat["name"] for seat in answer["seats"]] == ["Ana", "Ben"]
    assert answer["began"] == answer["ended"] == "2026-11-26T20:00:00Z"


def test_a_roll_stands_beside_what_was_expected(answer):
    (roll,) = answer["rolls"]
    assert (roll["title"], roll["seat"], roll["typed"], roll["throws"][0]["faces"]) == ("1d6", 1, True, [6])
    assert roll["words"] == ["Total: 6; expected 3.5; this high or higher: 17 %"]
    (luck,) = answer["luck"]
    assert luck["words"] == ("1d6, Total: 6 in 1 roll (1 typed); 3.5 expected; this high or higher: 17 %. Normal luck.")


def test_the_story_leaves_out_what_was_undone_and_says_so(answer):
    told = story(answer)
    assert "1d6: 6." in told and "1d6: 1." not in told
    assert not any(text.startswith("Undone") for text in told)
    assert answer["undone"] == 1
    assert "1 event was undone and left out" in report_text(answer)


def test_a_rematch_is_no_part_of_the_story(finished):
    again = play.link_rematch(finished, BROUGHT, "abc")
    assert (again.rematch, finished.rematch) == ("abc", "")
    assert report_answer(STELLAR, again) == report_answer(STELLAR, finished)
    with pytest.raises(InvalidInput, match="its end first"):
        play.link_rematch(opened(STELLAR), BROUGHT, "abc")


def test_names_are_left_out_of_every_sentence(finished):
    nameless = report_answer(STELLAR, finished, names=False)
    written = json.dumps(nameless, ensure_ascii=False)
    assert "Ana" not in written and "Ben" not in written
    assert nameless["result"]["words"] == "Seat 2 won"
    assert "Seat 2 was lucky, said Seat 1." in story(nameless)
    assert "Ben" in json.dumps(report_answer(STELLAR, finished))


def test_a_player_called_like_the_other_side_is_named_by_their_own():
    table = by_hand(("Seat 2", "Seat 1"), example())
    assert "Seat 2 was lucky, said Seat 1." in story(report_answer(STELLAR, table, names=False))


def test_a_spec_that_was_never_opened_is_not_in_the_report():
    table = opened(GAME)
    table = play.seal_choice(table, BROUGHT, 0, {"spec": "PMISAA"})
    ended = report_answer(GAME, play.concede(table, BROUGHT, 1))
    assert ended["builds"] == [] and "PMISAA" not in json.dumps(ended)
    assert ended["result"]["words"] == "Ana won"


def test_specs_that_were_opened_are_its_builds():
    table = opened(GAME)
    for seat, spec in enumerate(("PMISAA", "MIPASA")):
        table = play.seal_choice(table, BROUGHT, seat, {"spec": spec})
    ended = report_answer(GAME, play.concede(table, BROUGHT, 0))
    assert [(build["seat"], build["document"]["spec"]) for build in ended["builds"]] == [(0, "PMISAA"), (1, "MIPASA")]
    assert "Level 6 (PMISAA)" in ended["builds"][0]["summary"]


def test_a_draw_without_a_roll_has_nothing_to_compare():
    ended = play.propose(opened(STELLAR, one_phone=True), BROUGHT, 0, "draw", {})
    answer = report_answer(STELLAR, ended)
    assert (answer["result"]["words"], answer["luck"], answer["rolls"]) == ("A draw", [], [])
    assert table_report.NO_ROLLS in report_text(answer)


@pytest.mark.parametrize(
    ("likely", "words"),
    [
        (0.05, "Normal luck."),
        (0.049, "Unusual: about one game in 20 is like that."),
        (0.005, "Unusual: about one game in 200 is like that."),
        (0.0049, "Rare: about one game in 204 is like that."),
        (0.0, "Rare: next to no game is like that."),
    ],
)
@pytest.mark.parametrize("value", [10, 0])
def test_luck_is_unusual_below_one_in_twenty_and_rare_below_one_in_two_hundred(likely, words, value):
    figure = RollFigure("Dice that hit", value, 5, {value: likely, 10 - value: 1 - likely})
    assert table_report._luck_data(Luck(0, "", 10, 0, figure))["words"].endswith(words)


def test_its_sheets_have_what_its_page_has(answer):
    job = layout.print_job(Printout("x", [table_report_sheet.pages(STELLAR, answer)], STELLAR.accent), PrintOptions())
    printed = "\n".join(
        page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf.pdf_bytes(job))
    ).split()
    text = " ".join(printed)
    for words in ("Ben won", "Was it the dice?", "Total: 6; expected 3.5", "was lucky, said Ana."):
        assert words in text


def test_long_names_and_braces_fit_its_columns():
    long = "W" * 30
    table = by_hand((long, "{x}"), {**example(), "title": "M" * 120})
    part = table_report_sheet.pages(STELLAR, report_answer(STELLAR, table))
    for page in part.make(Area(128, 190)):
        fit(page, "Report")


@pytest.mark.parametrize(
    ("chances", "is_certain"), [({0: 1.0, 1: 0.0}, True), ({2: 1.0}, True), ({0: 0.5, 1: 0.5}, False)]
)
def test_a_figure_that_could_not_come_out_otherwise_is_left_out(chances, is_certain):
    """As of an attack on an impenetrable shield: it succeeds in 0 %."""
    figure = RollFigure("The attack succeeds", 0, 0, chances, is_chance=True)
    assert figure.is_certain is is_certain
    words = table_report._roll_data(ReportedRoll("Attack", "", 0, (THROW,), (figure,)))["words"]
    assert words == ["No chance was involved."] if is_certain else words[0].startswith("The attack succeeds")


THROW = ReportedThrow(9, 0, "attack", (1, 2), (1, 2, 3, 4, 5, 6), False, ())


def test_a_card_gained_face_down_is_named_after_the_end():
    system = game("wreck-a-mech")
    table = open_table(system, set_up(system, BROUGHT.seed, {"seats": 2}))
    for seat, name in enumerate(PLAYERS):
        table = play.sit(table, BROUGHT, seat, name, "aa")
    table = play.move(table, BROUGHT, 0, "deal", {})
    for _ in range(200):
        owed = next(one for one in table.waiting() if one.wants == "move")
        offered = table.tracker.moves(table.view(owed.seat), owed.seat)
        gains = [move for move in offered if str(move.values.get("card", "")).startswith("pile")]
        table = play.move(table, BROUGHT, owed.seat, (gains or offered)[0].name, (gains or offered)[0].values)
        if gains:
            break
    public = log_entries(table, None)[0].text
    assert public.endswith("gains the top card of the Rank 2 pile.")
    over = play.concede(table, BROUGHT, 1)
    told = [entry["text"] for entry in report_answer(system, over)["story"] if "gains the top card" in entry["text"]]
    own = next(entry.text for entry in log_entries(over, owed.seat, 0) if "gains the top card" in entry.text)
    assert " It is " in own and [one.split(" It is ")[1] for one in told] == [own.split(" It is ")[1]]
