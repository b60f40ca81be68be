"""The workshop's words: acts as buttons write them, and what a choice would break."""

import pytest

from companion.base.findings import Finding, InvalidInput, Verdict
from companion.gamekit.workshop import Act, new_problems


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("add rail-gun", Act("add", card="rail-gun")),
        ("add rail-gun slot-1,2", Act("add", card="rail-gun", to="slot-1,2")),
        ("remove slot-1,2", Act("remove", at="slot-1,2")),
        ("move slot-1,2 slot-3,1", Act("move", at="slot-1,2", to="slot-3,1")),
    ],
)
def test_an_act_is_read_as_it_is_written(text, act):
    assert Act.read(text) == act


@pytest.mark.parametrize("text", ["", "add", "remove", "remove a b", "move a", "burn a", "add a b c", "ADD a"])
def test_what_no_button_posts_is_refused(text):
    with pytest.raises(InvalidInput, match="reload and try again"):
        Act.read(text)


def test_only_problems_that_were_not_there_before_are_new():
    heavy, late = Finding("weight", "error", "2 too heavy."), Finding("late", "error", "Too late.")
    heavier, hint = Finding("weight", "error", "3 too heavy."), Finding("hint", "warning", "A hint.")
    assert new_problems(Verdict({}, (heavy, late)), Verdict({}, (heavier, late, hint))) == (heavier,)
