"""Rulebooks: sections, rules, rulings chosen and refused."""

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import parse, read_as
from companion.data.rulebook import Rulebook, load_rulebook, rule
from companion.games import GAMES

BOOK = """
title = "Test"
edition = "first"
[[section]]
id = "combat"
title = "Combat"
status = "done"
summary = "They fight."
[[section.rule]]
id = "more-wins"
text = "More successes win."
[[ruling]]
id = "ties"
section = "combat"
question = "Who wins ties?"
default = "nobody"
[[ruling.option]]
id = "nobody"
text = "Nobody."
[[ruling.option]]
id = "attacker"
text = "The attacker."
"""


def book(text=BOOK):
    return read_as(Rulebook, parse(text, "rulebook.toml"))


def test_rules_are_found_with_their_section():
    section, found = book().rules["more-wins"]
    assert (section.id, found.text) == ("combat", "More successes win.")


def test_rulings_are_the_defaults_changed_as_chosen():
    assert book().rulings() == {"ties": "nobody"}
    assert book().rulings({"ties": "attacker"}) == {"ties": "attacker"}
    assert book().ruling[0].option_in_force({"ties": "attacker"}).text == "The attacker."
    assert book().ruling[0].option_in_force({}).id == "nobody"


def test_rulings_that_do_not_exist_are_all_named():
    with pytest.raises(InvalidInput) as caught:
        book().rulings({"ties": "everybody", "frob": "x"})
    assert [str(m) for m in caught.value.input_errors] == [
        "rulings.ties: found 'everybody', expected one of nobody, attacker.",
        "rulings: found 'frob', expected one of ties.",
    ]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('status = "done"', 'status = "partial"', "say what is missing"),
        ('status = "done"', 'status = "exempt"', "say what is missing"),
        ('status = "done"', 'status = "maybe"', "section[0].status"),
        ('default = "nobody"', 'default = "all"', "a default among the options of ruling ties"),
        ('title = "Test"', "", "title: found nothing, expected a value"),
        ('summary = "They fight."', 'frob = 1\nsummary = "They fight."', "section[0].frob"),
    ],
)
def test_a_rulebook_that_cannot_be_read_says_where(before, after, said):
    with pytest.raises(InvalidInput, match=".") as caught:
        book(BOOK.replace(before, after, 1))
    assert said in str(caught.value)


def test_a_rulebook_is_read_from_its_file(tmp_path):
    (tmp_path / "rulebook.toml").write_text(BOOK, "utf-8")
    assert load_rulebook(tmp_path / "rulebook.toml") == book()


def test_a_function_is_tied_to_its_rules():
    @rule("more-wins", "ties")
    def check():
        return 1

    assert check.rules == ("more-wins", "ties")
    assert check() == 1


TYPED = BOOK.replace(
    """[[ruling.option]]
id = "attacker"
text = "The attacker."
""",
    """[[ruling.option]]
id = "three"
text = "Three."
number = 3
[ruling.number]
least = 2
most = 1200
text = "At most {n}."
""",
)


@pytest.mark.parametrize(
    ("typed", "chosen", "text"),
    [
        ("2", "2", "At most 2."),
        ("1200", "1200", "At most 1,200."),
        ("007", "7", "At most 7."),
        ("three", "3", "At most 3."),
        ("nobody", "nobody", "Nobody."),
    ],
)
def test_a_number_may_be_typed_in_place_of_an_option(typed, chosen, text):
    """An option of before numbers could be typed is read as its number and no longer offered."""
    ruling = book(TYPED).ruling[0]
    assert book(TYPED).rulings({"ties": typed}) == {"ties": chosen}
    assert ruling.option_in_force({"ties": typed}).text == text
    assert [option.id for option in ruling.choosable_options] == ["nobody"]


@pytest.mark.parametrize("typed", ["1", "1201", "-3", "2.5", "٣", "9" * 12, "", "some"])
def test_a_number_out_of_bounds_is_refused_with_the_bounds(typed):
    with pytest.raises(InvalidInput) as caught:
        book(TYPED).rulings({"ties": typed})
    assert "expected nobody, or a number from 2 to 1200." in str(caught.value)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_three_rulings_come_first_and_all_have_their_section(game):
    book = game.rulebook
    decided_at_tables = [ruling for ruling in book.ruling if not ruling.example]
    assert len(book.first_rulings) == min(3, len(decided_at_tables)) and not any(
        ruling.example for ruling in book.first_rulings
    )
    assert sorted(ruling.id for rulings in book.rulings_by_section.values() for ruling in rulings) == sorted(
        ruling.id for ruling in book.ruling
    )
