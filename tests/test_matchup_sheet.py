"""The sheet of a matchup: what stands on it, drawn from an answer written here."""

import pytest

from companion.games import GAMES
from companion.printing.faces.boxes import Area, Rect, Text
from companion.printing.text.fitting import fit
from companion.verbs.matchup_sheet import pages
from companion.verbs.matchups import circumstances, example_side


def chance(p):
    return {"exact": "", "p": p}


def answer(mine="Ours", targets=2, conclusions=(), **figures):
    """One attack at so many targets, of which the first is the best."""
    keys = [str(number) for number in range(targets)]
    figures = figures or {"hit": chance(0.5)}
    cells = [{"target": key, "roll": {}, "figures": figures, "best": key == "0"} for key in keys]
    return {
        "mine": mine,
        "figures": [{"name": "hit", "title": "Hit"}, {"name": "wreck", "title": "Wrecked"}],
        "targets": [{"key": key, "title": f"Target {key}"} for key in keys],
        "rows": [{"key": "gun", "title": "Gun", "cells": cells}],
        "best": {key: ["gun"] for key in keys},
        "conclusions": conclusions,
    }


def drawn(*answers):
    (boxes,) = pages("Ours against theirs", [], answers).make(Area(180, 260))
    return boxes


def texts(boxes):
    return [box.text for box in boxes if isinstance(box, Text)]


def test_a_figure_that_no_cell_has_is_not_on_the_sheet():
    there = texts(drawn(answer()))
    assert "Each cell, rounded: hit." in there
    assert not any("–" in text for text in there)


def test_a_figure_that_only_some_cells_have_is_missing_in_the_others():
    one = answer(hit=chance(0.5), wreck=chance(0.25))
    one["rows"][0]["cells"][1] = {"target": "1", "roll": {}, "figures": {"hit": chance(0.5)}, "best": False}
    there = texts(drawn(one))
    assert "Each cell, rounded: hit, wrecked." in there
    assert there.count("25 %") == 1 and there.count("–") == 1


def test_long_names_and_everything_that_was_lost_still_fit_the_sheet():
    lost = "Damage your units have taken: " + ", ".join(f"Argonaut of the {n}th Watch 300" for n in range(40))
    one = answer(targets=6)
    for number, target in enumerate(one["targets"]):
        target["title"] = f"The Immovable Guardian of the Northern Gate, line {number}"
        target["of"] = "Wolfeschlegelsteinhausenberger" * 2
    (boxes,) = pages("Ours against theirs", [lost], [one]).make(Area(180, 260))
    fit(boxes, "Matchup")
    said = next(text for text in texts(boxes) if text.startswith("Damage"))
    assert said.endswith(" …") and "4th Watch" in said


@pytest.mark.parametrize("long", [20, 40, 60])
@pytest.mark.parametrize("targets", [1, 6, 9])
def test_names_of_one_endless_word_fit_the_sheet(long, targets):
    one = answer("W" * long, targets, [{**concluded("W" * long), "columns": ["M" * long]}])
    for named in (*one["targets"], *one["rows"]):
        named.update(title="W" * long, of="Ж" * long)
    (boxes,) = pages("W" * long, ["W" * long], [one, one]).make(Area(128, 190))
    fit(boxes, "Matchup")
    assert any(text.startswith("WW") for text in texts(boxes))


def test_the_best_is_marked_where_there_is_a_choice():
    def frames(boxes):
        return [box for box in boxes if isinstance(box, Rect) and box.stroke == "accent"]

    assert len(frames(drawn(answer(targets=2)))) == 1
    assert frames(drawn(answer(targets=1))) == []


def concluded(*rows):
    return {"title": "Points traded", "about": "", "columns": ["Unit"], "rows": [[row] for row in rows]}


def test_conclusions_of_both_sides_say_who_attacks():
    one, other = answer("Ours", conclusions=[concluded("A")]), answer("Theirs", conclusions=[concluded("B")])
    assert "Points traded" in texts(drawn(one))
    there = texts(drawn(one, other))
    assert "Points traded: Ours attacks" in there and "Points traded: Theirs attacks" in there


def test_a_conclusion_that_holds_both_ways_is_there_once():
    one, other = answer("Ours", conclusions=[concluded("A", "B")]), answer("Theirs", conclusions=[concluded("B", "A")])
    assert [text for text in texts(drawn(one, other)) if text.startswith("Points")] == ["Points traded"]


def test_circumstances_are_said_as_the_page_says_them():
    game = next(game for game in GAMES if game.slug == "techniconica")
    mine, theirs = (example_side(game, name, "side") for name in ("copper-bison", "iron-heron"))
    said = game.matchup.circumstances(aim=True, policy="never", b_lost="Shock Fist=lost, Scout Cab=1")
    assert circumstances(game, mine, theirs, said) == [
        "I aimed",
        "They counter-attack",
        "Re-Rolls in odds: never",
        "What their Mechs have lost: Shock Fist lost, Scout Cab 1 of 2",
    ]
    words = game.matchup.circumstances(counter=False, a_lost="Drill Lance")
    assert circumstances(game, mine, theirs, words) == ["What my Mechs have lost: Drill Lance"]
