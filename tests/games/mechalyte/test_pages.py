"""Mechalyte's own pages: duels, ranking, battlefield, each by what its address says."""

from fractions import Fraction

import pytest

from companion.findings import InvalidInput
from companion.games.mechalyte import GAME, pages
from companion.games.mechalyte.analysis import duels


def shown(name, rulings=None, saved=(), **fields):
    context = GAME.context(rulings)
    view = next(v for v in GAME.views if v.name == name)
    typed = {key: value if isinstance(value, list) else [value] for key, value in fields.items()}
    return view.show(typed, type(context)(context.catalogue, context.rulebook, context.rulings, saved))


def test_duels_wait_for_two_specs():
    assert shown("duels")["grid"] == () and shown("duels", a="MIPASA")["grid"] == ()
    ready = shown("duels", a="mi pasa", b="PMISAA")
    assert (ready["a"], len(ready["grid"]), len(ready["matches"])) == ("MIPASA", 6, 32)


@pytest.mark.parametrize(
    ("name", "fields", "says"),
    [
        ("duels", {"a": "MIXASA"}, ("a", "slot 3", "X")),
        ("duels", {"a": "MIPA"}, ("a", "6 letters")),
        ("ranking", {"spec": "MIPASA", "field": "banana"}, ("field", "named")),
        ("ranking", {"spec": "MIPASA", "field": "typed", "typed": "PMISAA Q"}, ("typed", "slot 1")),
        ("ranking", {"spec": "MIPASA", "field": "typed", "typed": "PMISAA " * 201}, ("typed", "at most 200")),
        ("ranking", {"spec": "MIPASA", "done": "-1"}, ("done", "whole number")),
        ("battlefield", {"at": "Z9"}, ("at", "C1")),
        ("battlefield", {"mobility": "8"}, ("mobility", "1 to 7")),
        ("battlefield", {"side": "c"}, ("side", "a or b")),
    ],
)
def test_what_cannot_be_read_is_named(name, fields, says):
    with pytest.raises(InvalidInput) as error:
        shown(name, **fields)
    assert all(part in str(error.value) for part in says), str(error.value)


def test_a_ranking_takes_a_step_at_a_time(monkeypatch):
    monkeypatch.setattr(pages, "STEP", 4)
    stages = [shown("ranking", spec="PMISAA", field="named", done=str(done))["ranking"] for done in (0, 4, 8, 99)]
    assert [stage.done for stage in stages] == [4, 8, 9, 9]
    assert [stage.finished for stage in stages] == [False, False, True, True]


def test_a_field_is_named_saved_typed_or_whole():
    build = GAME.read({"game": "mechalyte", "title": "Mine", "spec": "PPPPPP"})
    half = GAME.read({"game": "mechalyte", "title": "Half", "spec": "PPP"})
    assert shown("ranking", spec="PMISAA", field="saved", saved=(build, half))["names"] == {"PPPPPP": "Mine"}
    assert shown("ranking", spec="PMISAA", field="saved")["empty"]
    assert shown("ranking", spec="PMISAA", field="typed", typed="pppppp, AAAAAA")["ranking"].total == 2
    whole = shown("ranking", spec="PMISAA", field="all")["ranking"]
    assert (whole.done, whole.total) == (pages.STEP, 15_625)


def test_every_named_idea_is_a_spec():
    assert all(len(spec) == 6 and set(spec) <= set("PSMIA") for _, spec in duels.ARCHETYPES)


def test_shares_are_never_rounded_to_certainties():
    assert [pages.percent(f) for f in (0, Fraction(1, 1000), Fraction(1, 2), Fraction(999, 1000), 1)] == [
        "0",
        "< 1",
        "50",
        "> 99",
        "100",
    ]
    assert [pages.signed(f) for f in (Fraction(-1, 4), 0, Fraction(1, 3))] == ["−25", "0", "+33"]


def test_the_battlefield_follows_its_rulings():
    usual = shown("battlefield")
    assert (len(usual["rows"]), len(usual["rows"][0]), usual["at"]) == (5, 3, (1, 0))
    wide = shown("battlefield", {"layout": "five-by-five"}, at="RR3")
    assert (len(wide["rows"][0]), wide["at"]) == (5, (4, 2))
    assert shown("battlefield", at="RR3")["at"] == (1, 0)
    assert "enters" in shown("battlefield", {"capture": "entered"})["capture"]


def test_reach_by_mobility():
    """From its Headquarters with Mobility 2: steps to each zone, counted on the 3 × 5 map by hand."""
    assert shown("battlefield", mobility="2")["reach"] == {
        (1, 0): 0,
        (0, 0): 1,
        (2, 0): 1,
        (1, 1): 1,
        (0, 1): 2,
        (2, 1): 2,
        (1, 2): 2,
    }
    corners = shown("battlefield", {"neighbours": "corners"}, mobility="1")["reach"]
    assert set(corners) == {(c, r) for c in range(3) for r in range(2)}
    first = shown("battlefield", {"centre-row": "stop-before"}, mobility="7", first="1")["reach"]
    assert {row for _, row in first} == {0, 1}
    assert {row for _, row in shown("battlefield", mobility="7", side="b", first="1")["reach"]} == {2, 3, 4}
