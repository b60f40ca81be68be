"""The draft's findings: their words, their fixes, and a law over all drafts."""

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.model import Component

IDS = [card.id for card in GAME.catalogue.all(Component)]
LEVELS = {card.id: card.level for card in GAME.catalogue.all(Component)}


def verdict(components):
    return GAME.verdict(GAME.read({"game": "mecha-mettle", "title": "", "components": list(components)}))


def legal(components):
    """The rule, plainly: four cards, one of each level."""
    return sorted(LEVELS[i] for i in components) == [1, 2, 3, 4]


drafts = st.lists(st.sampled_from(IDS), max_size=7)


@settings(deadline=None)
@given(drafts)
def test_legal_is_what_the_rule_says(components):
    assert verdict(components).legal == legal(components)


@settings(deadline=None)
@given(drafts)
def test_every_fix_removes_its_finding(components):
    for finding in verdict(components).findings:
        for fix in finding.fixes:
            fixed = verdict(fix.set["components"])
            again = [f for f in fixed.findings if f.rule == finding.rule and f.message == finding.message]
            assert again == []
            assert set(fix.set["components"]) <= set(components)


def test_a_doubled_level_names_both_and_offers_either():
    (finding,) = [
        f
        for f in verdict(["light-thrusters", "extended-magazines", "universal-ports", "flux-engine"]).findings
        if f.rule == "draft-level"
    ]
    assert (
        finding.message
        == "Light Thrusters and Extended Magazines are both of level 1: keep one of them and choose level 2 instead."
    )
    assert finding.where == "components[1]"
    assert [fix.label for fix in finding.fixes] == ["Keep Light Thrusters", "Keep Extended Magazines"]


def test_a_level_chosen_more_often_is_said_with_how_often():
    def doubled(*components):
        return [f.message for f in verdict(components).findings if f.rule == "draft-level"]

    assert doubled(*["flux-engine"] * 3) == ["Flux Engine is chosen 3 times, but a set has only one: keep one of them."]
    assert doubled("light-thrusters", "extended-magazines", "light-thrusters") == [
        "Light Thrusters and Extended Magazines are both of level 1: keep one of them."
    ]
    three = [card.name for card in GAME.catalogue.all(Component) if card.level == 1][:3]
    chosen = [card.id for card in GAME.catalogue.all(Component) if card.level == 1][:3]
    assert doubled(*chosen) == [f"{three[0]}, {three[1]} and {three[2]} are all of level 1: keep one of them."]


def test_a_fix_keeps_one_card_of_its_level_and_all_others():
    (finding,) = [f for f in verdict(["flux-engine", "light-thrusters", "comms-system"]).findings if f.fixes]
    assert (finding.where, [fix.set["components"] for fix in finding.fixes]) == (
        "components[2]",
        [["flux-engine", "light-thrusters"], ["flux-engine", "comms-system"]],
    )


def test_the_same_card_twice_is_one_fix():
    (finding,) = [f for f in verdict(["flux-engine"] * 2).findings if f.rule == "draft-level"]
    assert [fix.set["components"] for fix in finding.fixes] == [["flux-engine"]]
    assert finding.message == "Flux Engine is chosen twice, but a set has only one: keep one of them."


def test_what_is_missing_is_said():
    assert verdict([]).findings[0].message == ("Four components are missing: add one each of levels 1, 2, 3 and 4.")
    assert verdict(["light-thrusters", "hydrostatic-bearings", "universal-ports"]).findings[0].message == (
        "One component is missing: add one of level 4."
    )


def test_a_doubled_level_leaves_more_to_choose_than_places():
    found = verdict(["light-thrusters", "extended-magazines", "universal-ports"]).findings
    assert [finding.message for finding in found] == [
        "Two components are missing: add one each of levels 2 and 4.",
        "Light Thrusters and Extended Magazines are both of level 1: keep one of them.",
    ]


def test_too_many_are_counted():
    found = verdict(["light-thrusters", "hydrostatic-bearings", "universal-ports", "flux-engine", "comms-system"])
    assert found.findings[0].message == "5 components are chosen and a draft has four: remove 1."
    lopsided = verdict(["light-thrusters", "extended-magazines", "recombinator", "comms-system", "flux-engine"])
    assert (
        lopsided.findings[0].message == "5 components are chosen, but none of levels 2 and 3: keep one of each level."
    )


def test_one_category_is_a_note():
    found = verdict(["recombinator", "hydrostatic-bearings", "universal-ports", "flux-engine"])
    assert [(f.rule, f.level) for f in found.findings] == [("draft-theme", "note")]
    assert "All four are reconfigure components" in found.findings[0].message


def test_totals_count_cards_levels_and_categories():
    totals = verdict(["light-thrusters", "flux-engine"]).totals
    assert totals["cards"] == 2
    assert totals["levels"] == {"1": ["light-thrusters"], "2": [], "3": [], "4": ["flux-engine"]}
    assert totals["categories"] == {"defense": 1, "reconfigure": 1}
    assert totals["missing_levels"] == [2, 3]
