"""Figures of a clash that are worked out without all its dice equal those of its exact odds."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.games.mechastellar import GAME

FEW = st.integers(0, 3)
CLASHES = st.fixed_dictionaries(
    {
        **dict.fromkeys(("melee", "counter_melee"), st.integers(0, 3)),
        **dict.fromkeys(("attacker", "defender"), st.sampled_from([0, 1, 2])),
        **dict.fromkeys(("bonus_hits", "counter_hits", "blocks", "attacker_blocks", "reroll", "finisher"), FEW),
        **dict.fromkeys(("pen", "counter_pen"), st.integers(0, 9)),
        **dict.fromkeys(("damage", "counter_damage"), st.sampled_from([0, 200, 500])),
        **dict.fromkeys(("skill_defense", "counter_finisher"), st.integers(0, 2)),
        **dict.fromkeys(("warship", "gritty", "push_by_hits"), st.booleans()),
        "reply": st.sampled_from(["none", "counter", "guard"]),
        "hit_on": st.sampled_from([4, 5, 8]),
        "attacker_hp": st.sampled_from([None, 800]),
        "hp": st.sampled_from([None, 300, 1000, 2500]),
    }
)
MELEE = GAME.resolver("melee")


@given(inputs=CLASHES, after=st.booleans())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_quick_figures_are_those_of_all_dice(inputs, after):
    context = GAME.context({"push-after": "after"} if after else None)
    clash = MELEE.make(read_as(MELEE.inputs, inputs), context)
    odds, quick = exact(clash), MELEE.figures(clash)
    measures = {measure.name: measure for measure in MELEE.measures}
    assert {"mean_damage", "any_damage", "mean_counter"} <= set(quick)
    assert ("kill" in quick) == (inputs["hp"] is not None)
    assert quick == {name: odds.measure(measures[name]) for name in quick}
