"""The ratios that `make bench` keeps: rows are found again, and one a fifth worse is marked."""

import ast
from pathlib import Path

import pytest

from tests import bench, bench_odds, bench_ratios


def row(name, ratio, aim):
    return (name, 1.0, 1.0, ratio, aim)


@pytest.mark.parametrize(
    ("ratio", "aim", "says"),
    [
        (5.9, "<= 6", "was 5.00"),
        (6.0, "<= 6", "was 5.00, A FIFTH WORSE"),
        (4.2, ">= 4", "was 5.00"),
        (4.1, ">= 4", "was 5.00, A FIFTH WORSE"),
        (50.0, ">= 4", "was 5.00"),
    ],
)
def test_a_row_says_what_it_was(ratio, aim, says):
    assert bench_ratios.compared(row("odds / page", ratio, aim), {"odds / page": 5.0}) == says


def test_a_new_row_says_nothing():
    assert bench_ratios.compared(row("new / page", 1.0, "<= 1"), {"odds / page": 5.0}) == ""


def test_rows_are_found_again_whatever_they_count(tmp_path, monkeypatch):
    monkeypatch.setattr(bench_ratios, "PATH", tmp_path / "ratios.toml")
    assert bench_ratios.kept() == {}
    bench_ratios.keep([row("builder of Mechalyte, 12 faces in 44 kB packed (<= 400) / home page", 4.0, "<= 6")])
    later = row("builder of Mechalyte, 1,301 faces in 5 kB packed (<= 400) / home page", 9.0, "<= 6")
    assert bench_ratios.compared(later, bench_ratios.kept()) == "was 4.00, A FIFTH WORSE"
    assert bench_ratios.key("200 JPEGs of 1.9 MB, n-up / img2pdf") == "200 JPEGs, n-up / img2pdf"


def test_two_sizes_of_one_question_are_two_rows():
    names = [f"Techniconica, the slowest wish, {n} of each card / two seconds" for n in (1, 3)]
    assert len({bench_ratios.key(name) for name in names}) == 2


@pytest.mark.filterwarnings("ignore:`expand` is experimental")
def test_odds_of_the_race_are_the_same_on_all_sides_and_with_nothing_remembered():
    bench_odds.agree()
    for roll in (bench_odds.ATTACK, bench_odds.SHOT, bench_odds.SHOOT):
        assert bench_odds.cold(roll) == roll()


def test_every_cache_that_is_emptied_for_a_cold_run_is_there():
    """No test runs the benchmark, so a renamed function would be noticed when somebody wants a figure."""
    named = {
        node.value
        for node in ast.walk(ast.parse(Path(bench.__file__).read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr in ("cache_clear", "cache")
        and isinstance(node.value, ast.Attribute)
    }
    assert len(named) > 2
    for place in named:
        assert isinstance(place.value, ast.Name) and hasattr(getattr(bench, place.value.id), place.attr), place.attr
