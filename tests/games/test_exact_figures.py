"""Law of every analysis: a number with decimals has its fraction beside it, or its answer says that it is rounded."""

import pytest

from companion.games import GAMES
from companion.verbs.analyses import analysis_answer
from tests.games.test_registry import EXAMPLES

ANALYSES = [(game, analysis.name) for game in GAMES for analysis in game.analyses]
ROUNDED = {"best-mech": {"proof.rounding"}}
"""Numbers that say by their name that they are rounded, by their analysis."""


def bare(value, where=""):
    """Yield where plain data has a float without its fraction: `exact` beside it, a text or one by the float's name."""
    if isinstance(value, dict):
        exact = value.get("exact")
        for name, part in value.items():
            if not isinstance(part, float):
                yield from bare(part, f"{where}.{name}".lstrip("."))
            elif not isinstance(exact, str) and name not in (exact or {}):
                yield f"{where}.{name}".lstrip(".")
    elif isinstance(value, list | tuple):
        for part in value:
            if isinstance(part, float):
                yield where
            else:
                yield from bare(part, where)


@pytest.mark.parametrize(("game", "name"), ANALYSES, ids=[f"{game.slug} {name}" for game, name in ANALYSES])
def test_every_figure_has_its_fraction(game, name):
    answer = analysis_answer(game, name, EXAMPLES[name], game.context())["answer"]
    if "rounded" in answer:
        assert answer["rounded"].endswith("are rounded.") and set(bare(answer))
        return
    assert set(bare(answer)) == ROUNDED.get(name, set())


@pytest.mark.parametrize(
    ("answer", "places"),
    [
        ({"mean": 0.5}, {"mean"}),
        ({"mean": 0.5, "exact": "1/2"}, set()),
        ({"mean": 0.5, "kill": 1.0, "exact": {"mean": "1/2"}}, {"kill"}),
        ({"rows": [{"p": 0.5}, {"p": 0.5, "exact": "1/2"}]}, {"rows.p"}),
        ({"chances": [0.5]}, {"chances"}),
        ({"exact": "1/2", "rows": [{"p": 0.5}]}, {"rows.p"}),
        ({"count": 3, "is": True}, set()),
    ],
)
def test_a_figure_without_a_fraction_is_found(answer, places):
    assert set(bare(answer)) == places
