"""What makes an answer another one, and what does not."""

import pytest

from tests.releases.sameness import differences

THEN = {
    "rule": "too-heavy",
    "message": "Too heavy.",
    "weight": 12,
    "share": 0.5,
    "exact": "1/2",
    "fixes": [{"label": "x"}],
    "rows": [{"label": "x"}],
}


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ({key: value for key, value in THEN.items() if key != "weight"}, "$.weight: is gone"),
        ({**THEN, "weight": 13}, "$.weight: 12 became 13"),
        ({**THEN, "weight": "12"}, "$.weight: int became str"),
        ({**THEN, "weight": 12.0}, "$.weight: int became float"),
        ({**THEN, "weight": None}, "$.weight: int became null"),
        ({**THEN, "weight": True}, "$.weight: int became bool"),
        ({**THEN, "share": 0.25}, "$.share: 0.5 became 0.25"),
        ({**THEN, "exact": "1/3"}, "$.exact: '1/2' became '1/3'"),
        ({**THEN, "rule": "overweight"}, "$.rule: 'too-heavy' became 'overweight'"),
        ({**THEN, "rule": "Too heavy"}, "$.rule: 'too-heavy' became 'Too heavy'"),
        ({**THEN, "fixes": []}, "$.fixes: 1 entries became 0"),
        ({**THEN, "rows": [{"label": "x"}, {"label": "y"}]}, "$.rows: 1 entries became 2"),
        ({**THEN, "fixes": [{}]}, "$.fixes[0].label: is gone"),
        ([THEN], "$: dict became list"),
    ],
)
def test_what_an_answer_may_not_become(now, said):
    assert list(differences(THEN, now)) == [said]


@pytest.mark.parametrize(
    "now",
    [
        THEN,
        {**THEN, "more": []},
        {**THEN, "message": "7 is too heavy"},
        {**THEN, "message": "heavy"},
        {**THEN, "fixes": [{"label": "y", "set": {}}]},
    ],
)
def test_what_an_answer_may_become(now):
    assert list(differences(THEN, now)) == []


def test_every_difference_is_told():
    now = {**THEN, "weight": 13, "rule": "overweight", "fixes": [{}]}
    assert len(list(differences(THEN, now))) == 3


@pytest.mark.parametrize(
    ("then", "now", "said"),
    [
        ([{"id": "a", "n": 1}], [{"id": "b", "n": 2}, {"id": "a", "n": 1}], []),
        ([{"id": "a", "n": 1}], [{"id": "b", "n": 1}, {"id": "a", "n": 2}], ["$.cards.a.n: 1 became 2"]),
        ([{"id": "a"}, {"id": "b"}], [{"id": "a"}], ["$.cards.b: is gone"]),
        (["a", "b"], ["a", "b", "c"], ["$.cards: 2 entries became 3"]),
        (["a", "b"], ["b", "a"], ["$.cards[0]: 'a' became 'b'", "$.cards[1]: 'b' became 'a'"]),
    ],
)
def test_lists_may_grow_only_where_their_entries_are_named(then, now, said):
    assert list(differences({"cards": then}, {"cards": now})) == said


@pytest.mark.parametrize("key", ["analyses", "print_sets"])
def test_what_is_offered_may_grow(key):
    assert list(differences({key: ["cards"]}, {key: ["tiles", "cards"]})) == []
    assert list(differences({key: ["cards"]}, {key: ["tiles"]})) == [f"$.{key}: 'cards' is gone"]


def test_chances_may_change_places():
    hit, miss = {"outcome": {"result": "hit"}, "exact": "1/3"}, {"outcome": {"result": "miss"}, "exact": "2/3"}
    more = {"outcome": {"result": "hit", "damage": 2}, "exact": "1/3"}
    assert list(differences({"outcomes": [hit, miss]}, {"outcomes": [miss, more]})) == []
    other = {**miss, "exact": "1/3"}
    assert list(differences({"outcomes": [hit, miss]}, {"outcomes": [other, hit]})) == [
        f"$.outcomes[1]: {miss!r} is gone"
    ]
    assert list(differences({"outcomes": [hit, hit]}, {"outcomes": [hit, miss]})) == [f"$.outcomes[1]: {hit!r} is gone"]


def test_a_bound_may_grow_and_an_enum_may_go():
    assert list(differences({"maximum": 3, "enum": ["a"]}, {"maximum": 4})) == []
    assert list(differences({"maximum": 4}, {"maximum": 3})) == ["$.maximum: 4 became 3"]


def test_a_finding_may_have_more_fixes_after_those_it_had():
    then, other = {"fixes": [{"set": {"size": 1}}]}, {"set": {"size": 2}}
    assert list(differences(then, {"fixes": [*then["fixes"], other]})) == []
    assert list(differences(then, {"fixes": [other, *then["fixes"]]})) == ["$.fixes[0].set.size: 1 became 2"]
    assert list(differences(then, {"fixes": []})) == ["$.fixes: 1 entries became 0"]


def test_a_schema_may_refer_to_more():
    then, more = [{"$ref": "#/a"}], [{"$ref": "#/b"}, {"$ref": "#/a"}]
    assert list(differences({"anyOf": then}, {"anyOf": more})) == []
    assert list(differences({"anyOf": more}, {"anyOf": then})) == ["$.anyOf.#/b: is gone"]


def test_what_is_not_compared_keeps_its_type():
    assert list(differences({"inked": 0.2}, {"inked": 0.3})) == []
    assert list(differences({"inked": 0.2}, {"inked": "much"})) == ["$.inked: float became str"]
