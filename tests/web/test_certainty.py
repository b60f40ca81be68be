"""Whatever ranks or works out a best says how sure it is: in data, on its page, on the command line."""

import html

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.games import GAMES
from companion.verbs.analyses import analysis_answer
from tests.pairs import few_first

ASKED = {
    ("mecha-mettle", "best-shot"): {"mine.front-left": "drone"},
    ("mecha-mettle", "draft-plan"): {"plan": "survive"},
    ("mecha-mettle", "line-of-sight"): {"weapon": "drone"},
    ("mechalyte", "duels"): {"a": "MIPASA", "b": "PMISAA"},
    ("mechalyte", "ranking"): {"spec": "MIPASA", "field": "named"},
    ("mechalyte", "counter-spec"): {"against": "MIPASA", "begins": "PSIAS"},
    ("techniconica", "best-mech"): {"wish": "sturdy", "from": "1"},
    ("mechastellar", "whole-turn"): {"a": "green-viking", "b": "jet-black-lancer", "distance": "8"},
    ("wreck-a-mech", "best-build"): {"hand": "laser-show"},
    ("wreck-a-mech", "damage-options"): {"attack": "9", "head": "trainer-head"},
    ("wreck-a-mech", "deck-odds"): {"draw": "2 trainer-head"},
}
"""Inputs with which each has an answer."""


@pytest.mark.parametrize(("slug", "name"), ASKED)
def test_what_ranks_says_how_sure_it_is_in_data_on_its_page_and_on_the_command_line(client, slug, name):
    game, inputs = next(game for game in GAMES if game.slug == slug), ASKED[slug, name]
    answer = analysis_answer(game, name, inputs)["answer"]
    assert answer["certainty"] == "proved" and answer["sure"].startswith("Proved: ")
    page = html.unescape(client.get(f"/{slug}/{name}", query_string=inputs).get_data(as_text=True))
    words = answer["sure"].removeprefix("Proved: ")
    assert words in page or (name == "counter-spec" and "✓ Proved:" in page)
    told = CliRunner().invoke(main, ["analyze", slug, name, *(f"{key}={value}" for key, value in inputs.items())])
    assert " ".join(answer["sure"].split()) in " ".join(told.output.split())


NONE_BEATS = "None of these beats it"


@pytest.mark.long
@pytest.mark.parametrize(
    ("against", "levels", "said", "best"),
    few_first(
        1,
        [
            ("PPPPPP", "mixed", False, False),  # with mixed levels MMMMMI keeps more than it
            ("PPPPPP", "one", True, True),
            ("PIPPII", "one", True, True),
            ("PIPPII", "mixed", True, False),  # a sample: nothing is the best that can be done
        ],
    ),
)
def test_a_counter_spec_is_called_the_best_only_where_that_is_proved(client, against, levels, said, best):
    asked = {"against": against, "begins": "MMMMM", "levels": levels}
    page = client.get("/mechalyte/counter-spec", query_string=asked).get_data(as_text=True)
    assert (NONE_BEATS in page, "the best that can be done" in page) == (said, best)


def test_a_way_is_the_least_found_where_not_all_were_compared(client, monkeypatch):
    asked = {"a": "green-viking", "b": "dervish", "distance": "8", "wanted": "1"}
    for most, words in ((6_000, "★ the least that is enough"), (1, "★ the least found that is enough")):
        monkeypatch.setattr("companion.games.mechastellar.analysis.whole_turn.MOST_PLANS", most)
        assert words in client.get("/mechastellar/whole-turn", query_string=asked).get_data(as_text=True)
