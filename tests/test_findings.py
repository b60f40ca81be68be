"""Findings, input errors and how values are quoted."""

import itertools

import pytest

from companion.base.findings import Finding, Fix, InputError, InvalidInput, Verdict, fix_label, quote, sort_by_overshoot
from companion.games import GAMES
from tests.printing.test_titles import PRESENT


@pytest.mark.parametrize(("level", "legal"), [("error", False), ("warning", True), ("note", True)])
def test_only_errors_make_a_build_illegal(level, legal):
    assert Verdict({}, (Finding("r", "note", "Fine."), Finding("r", level, "Hm."))).legal is legal
    assert Verdict().legal


def test_a_finding_as_data_keeps_its_fixes():
    finding = Finding("draft-level", "error", "Two.", "components[1]", (Fix("Take it out", {"components": ["a"]}),))
    assert finding.as_data() == {
        "rule": "draft-level",
        "level": "error",
        "message": "Two.",
        "where": "components[1]",
        "fixes": [{"label": "Take it out", "set": {"components": ["a"]}}],
    }
    assert Finding("r", "note", "x").as_data()["fixes"] == []


@pytest.mark.parametrize(
    ("input_error", "sentence"),
    [
        (InputError("seat", "3", "1 or 2"), "seat: found 3, expected 1 or 2."),
        (InputError("seat", "", "a value"), "seat: expected a value."),
        (InputError("", "nothing", "a table"), "found nothing, expected a table."),
        (InputError("upper", "3", "a Scout. It has a link."), "upper: found 3, expected a Scout. It has a link."),
    ],
)
def test_an_input_error_is_a_sentence(input_error, sentence):
    assert str(input_error) == sentence
    assert input_error.as_data()["message"] == sentence


def test_unreadable_puts_the_place_before_every_field():
    error = InvalidInput(InputError("a", "1", "2"), InputError("", "3", "4")).prefix_place("cards.toml")
    assert [m.where for m in error.input_errors] == ["cards.toml: a", "cards.toml"]
    assert str(error) == "cards.toml: a: found 1, expected 2.\ncards.toml: found 3, expected 4."


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a\nb", "'a\\nb'"),
        (3, "3"),
        ([1, 2], "a list of 2 entries"),
        ("<b>", "'<b>'"),
        (None, "nothing"),
        (True, "true"),
        ({"a": 1}, "a table"),
        ([], "an empty list"),
        ({}, "an empty table"),
        ('[{"a": 1}]', "text with brackets"),
        ("{", "text with brackets"),
        ("a {b}", "'a {b}'"),
    ],
)
def test_values_are_quoted_on_one_line(value, text):
    assert quote(value) == text


def test_a_text_of_many_input_errors_names_the_first_ten():
    errors = [InputError(f"a{number}", "1", "2") for number in range(2012)]
    said = str(InvalidInput(*errors)).splitlines()
    assert said[:10] == [f"a{number}: found 1, expected 2." for number in range(10)]
    assert said[10:] == ["And 2,002 more."]
    assert len(str(InvalidInput(*errors[:10])).splitlines()) == 10


WALLS = {
    "text": "x" * 10_000,
    "lines": "\n" * 10_000,
    "list": list(range(9999)),
    "number": 10**6000,
    "number in a list": [10**6000],
}


@pytest.mark.parametrize("name", WALLS)
def test_a_quoted_value_is_never_a_wall_of_text(name):
    assert 0 < len(quote(WALLS[name])) <= 40
    assert "\n" not in quote(WALLS[name])


@pytest.mark.parametrize("levels", list(itertools.permutations(("error", "warning", "note", "note"))))
def test_problems_stand_above_notes_in_every_verdict(levels):
    found = Verdict({}, tuple(Finding(f"rule-{n}", level, "x") for n, level in enumerate(levels))).findings
    assert [finding.level for finding in found] == ["error", "warning", "note", "note"]
    notes = [finding.rule for finding in found if finding.level == "note"]
    assert notes == sorted(notes), "in the order of the checks"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_game_answers_with_its_gravest_finding_first(game):
    """An unfinished build breaks something in every game; whatever else it is told comes after that."""
    verdict = game.verdict(game.read({"game": game.slug, **PRESENT[game.slug]}))
    levels = [("error", "warning", "note").index(finding.level) for finding in verdict.findings]
    assert levels == sorted(levels) and type(verdict) is Verdict


def test_changes_are_tried_from_the_nearest_to_the_limit_then_by_what_they_lose():
    """45 over: 45 and 50 are enough, of two that save 50 the one that loses less; 40 leaves less than 5."""
    changes = [("a", 5, 0), ("b", 50, 3), ("c", 270, 0), ("d", 50, 1), ("e", 40, 0), ("f", 45, 9)]
    ordered = sort_by_overshoot(changes, 45, lambda one: one[1], lambda one: one[2])
    assert [name for name, _, _ in ordered] == ["f", "d", "b", "c", "e", "a"]


def test_a_fix_says_what_it_costs_and_what_is_left():
    assert fix_label("Remove it") == "Remove it"
    assert fix_label("Swap it", ["Speed 6 → 0", "AR 3 → 2"]) == "Swap it (Speed 6 → 0, AR 3 → 2)"
    assert fix_label("Remove it", ["50 points"], "5 still too many") == "Remove it (50 points): 5 still too many"
