"""The spec that beats a spec over sixty points: wars against plain recursion, the search against looking at every spec."""

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from companion.base.findings import InvalidInput
from companion.dice.odds import exact
from companion.games.mechalyte import GAME
from companion.games.mechalyte.analysis import counter_spec, wars
from companion.games.mechalyte.analysis.counter_spec import Search
from companion.games.mechalyte.analysis.duels import canonical
from companion.games.mechalyte.analysis.mixed import best_mix
from companion.games.mechalyte.resolver.combat import Combat
from companion.games.mechalyte.rules.levels import PRINTED
from companion.verbs.analyses import analysis_answer


def answer(most_steps=None, catalogue=None, **inputs):
    context = replace(GAME.context(None, catalogue), most_steps=most_steps)
    found = analysis_answer(GAME, "counter-spec", inputs, context)["answer"]
    assert json.loads(json.dumps(found)) == found
    return found


def test_a_war_of_one_mech_each_goes_on_until_one_is_gone():
    """One die each, nothing saves: of four equal chances the one in which both stand is fought again."""
    war = wars.war("M", "M", points=1)
    assert (war.a_wins, war.b_wins) == pytest.approx((1 / 3, 1 / 3))
    assert (war.a_points, war.b_points, war.edge) == pytest.approx((1 / 3, 1 / 3, 0))


@cache
def fought(a, b, mechs, levels):
    """Return who wins and what is kept by plain recursion: exact chances, one combat after the other."""
    if 0 in mechs:
        kept = [
            Fraction(max(0, n - 1) * len(spec) + (level if n else 0))
            for n, spec, level in zip(mechs, (a, b), levels, strict=True)
        ]
        return (Fraction(mechs[0] > mechs[1]), Fraction(mechs[1] > mechs[0]), *kept)
    odds = exact(Combat((a, b), ((levels[0],), (levels[1],))))
    changed, stays = [Fraction(0)] * 4, Fraction(0)
    for outcome, weight in odds.outcomes:
        left = (sum(outcome["a"]), sum(outcome["b"]))
        chance = Fraction(weight, odds.total)
        if left == levels:
            stays += chance
            continue
        counts = tuple(n - (not one) for n, one in zip(mechs, left, strict=True))
        fresh = tuple(one or len(spec) for one, spec in zip(left, (a, b), strict=True))
        changed = [x + chance * y for x, y in zip(changed, fought(a, b, counts, fresh), strict=True)]
    return tuple(x / (1 - stays) for x in changed)


@pytest.mark.parametrize(
    ("a", "b", "points"), [("PA", "MS", 6), ("PAP", "SPA", 9), ("IPSA", "PA", 8), ("PAPAMS", "PIMPSA", 12)]
)
def test_a_war_is_one_combat_after_the_other(a, b, points):
    war = wars.war(a, b, PRINTED, points)
    mechs = points // len(a), points // len(b)
    expected = fought(a, b, mechs, (len(a), len(b)))
    assert (war.a_wins, war.b_wins, war.a_points, war.b_points) == pytest.approx([float(x) for x in expected])


def test_a_war_without_attack_dice_ends_as_it_began():
    none = PRINTED._replace(power=0)
    war = wars.war("M", "M", none)
    assert (war.a_wins, war.b_wins, war.a_points, war.b_points) == (0, 0, 60, 60)


def every(against, begins, mobility=0, alike=str.__getitem__):
    """Return all specs of a field, the best first: the mean edge of six wars of sixty points, spec by spec.

    `alike` may return modules that fight like those of a spec, so that equal wars are fought once.
    """
    found = []
    for rest in product("PSMIA", repeat=6 - len(begins)):
        spec = begins + "".join(rest)
        if spec.count("M") >= mobility:
            edges = [wars.war(alike(spec, slice(n)), against[:n]).edge for n in range(1, 7)]
            found.append((-round(sum(edges), 9), spec))
    return sorted(found)


@pytest.mark.parametrize(
    ("against", "begins", "mobility"),
    [
        ("MIPASA", "PSI", 0),
        pytest.param("PAPAMS", "SPA", 0, marks=pytest.mark.long),
        ("PIMPSA", "IP", 2),
        ("AAAAAA", "MMMM", 5),
    ],
)
def test_the_search_finds_what_looking_at_every_spec_finds(against, begins, mobility):
    search = Search(against, begins, mobility)
    search.run(10**6)
    wanted = every(against, begins, mobility)
    assert [spec for _, spec in search.best] == [spec for _, spec in wanted[:8]]
    assert [edge for edge, _ in search.best] == pytest.approx([edge for edge, _ in wanted[:8]])
    assert search.total == search.decided == len(wanted)


@pytest.mark.long
def test_the_search_finds_the_best_of_thousands_and_fights_fewer_wars():
    search = Search("MIPASA", "S")
    search.run(10**6)
    wanted = every("MIPASA", "S", alike=lambda spec, level: canonical(spec, level.stop))
    assert [spec for _, spec in search.best] == [spec for _, spec in wanted[:8]]
    assert (search.decided, len(wanted)) == (5**5, 5**5)
    assert search.fought < 5**5


def test_a_search_that_stops_says_how_far_it_proved_and_goes_on(monkeypatch):
    """What no undecided spec can exceed never rises, and is never below the best of them."""
    monkeypatch.setattr(counter_spec, "STEP", 25)
    best = answer(against="PMISAA", begins="PI")
    assert best["proved"] and best["at_most"] is None and best["decided"] == best["total"] == 625
    stages, done = [], 0
    while not stages or not stages[-1]["proved"]:
        stages.append(answer(most_steps=2, against="PMISAA", begins="PI", done=done))
        done = stages[-1]["fought"]
    assert len(stages) > 2 and stages[0]["fought"] >= 25
    ceilings = [stage["at_most"]["value"] for stage in stages[:-1]]
    assert ceilings == sorted(ceilings, reverse=True)
    assert all(stage["decided"] < stage["total"] for stage in stages[:-1])
    for stage in stages[:-1]:
        missed = [one for one in best["proposals"] if one not in stage["proposals"]]
        assert all(one["edge"]["value"] <= stage["at_most"]["value"] for one in missed)
    assert stages[-1]["proposals"] == best["proposals"]


def test_a_proposal_says_what_each_level_keeps_and_can_be_used():
    (first, *_) = answer(against="MIPASA", begins="spaa")["proposals"]
    assert first["use"] == {"spec": first["spec"]} and first["spec"].startswith("SPAA")
    assert [(one["level"], one["mechs"]) for one in first["levels"]] == [
        (1, 60),
        (2, 30),
        (3, 20),
        (4, 15),
        (5, 12),
        (6, 10),
    ]
    means = [one["edge"]["value"] for one in first["levels"]]
    assert first["edge"]["value"] == pytest.approx(sum(means) / 6)
    for one in first["levels"]:
        assert one["edge"]["value"] == pytest.approx((one["points"] - one["their_points"]) / 60)
        assert 0 <= one["wins"] + one["loses"] < 1 + 1e-9


def test_mobility_is_asked_for():
    assert all(one["spec"].count("M") >= 2 for one in answer(against="MIPASA", begins="PI", mobility=2)["proposals"])


def test_modules_of_a_pack_count():
    """With no gain from P the spec without it does as well as one with it."""
    power = {"id": "power", "name": "Power", "letter": "P", "rating": "power", "base": 1, "adds": 0, "text": "Nothing."}
    catalogue = GAME.catalogue_of({"pack": [{"module": [power]}]})
    edges = {
        one["spec"]: one["edge"]["value"]
        for one in answer(catalogue=catalogue, against="MIPASA", begins="SAAAA")["proposals"]
    }
    assert edges["SAAAAP"] == pytest.approx(edges["SAAAAM"])


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({"against": "MIPA"}, ("against", "6 letters")),
        ({}, ("against",)),
        ({"against": "MIPASA", "begins": "PX"}, ("begins", "slot 2")),
        ({"against": "MIPASA", "begins": "PPPPPP"}, ("begins", "at most 5 letters")),
        ({"against": "MIPASA", "begins": "PPPPP", "mobility": 2}, ("mobility", "at most 1")),
        ({"against": "MIPASA", "mobility": 7}, ("mobility", "at most 6")),
    ],
)
def test_what_cannot_be_asked_is_named(inputs, says):
    with pytest.raises(InvalidInput) as error:
        answer(**inputs)
    assert all(part in str(error.value) for part in says), str(error.value)


def by_hand(spec, other, level, points):
    """The best edge of an army of mixed levels: every level tried in every state, with exact chances."""
    theirs = points // level

    @cache
    def fight(ours, front):
        odds = exact(Combat((spec, other), ((ours,), (front,))))
        found = {}
        for outcome, weight in odds.outcomes:
            pair = sum(outcome["a"]), sum(outcome["b"])
            found[pair] = found.get(pair, 0) + Fraction(weight, odds.total)
        return found

    @cache
    def value(left, ours, mechs, front):
        if not mechs:
            return Fraction(left + ours)
        if not ours:
            ways = [value(left - n, n, mechs, front) for n in range(1, min(6, left) + 1)]
            return max(ways, default=Fraction(-((mechs - 1) * level + front)))
        found, stays = Fraction(0), fight(ours, front).get((ours, front), 0)
        for (a, b), chance in fight(ours, front).items():
            if (a, b) != (ours, front):
                found += chance * value(left, a, mechs - (not b), b or level)
        return found / (1 - stays)

    return value(points, 0, theirs, level) / points


@pytest.mark.parametrize(
    ("spec", "other", "level", "points"),
    [("PAMMMM", "MSPAAP", 2, 8), ("MMMPPP", "PAPAPA", 4, 12), ("SAPPAA", "IPPIPI", 3, 12), ("IPASPA", "PPPPPP", 1, 7)],
)
def test_an_army_of_mixed_levels_sends_each_mech_as_it_does_best(spec, other, level, points):
    mix = best_mix(spec, other, level, PRINTED, points)
    assert mix.edge == pytest.approx(float(by_hand(spec, other, level, points)))
    spent = sum(n * sent for n, sent in enumerate(mix.sends, 1))
    assert 0 < spent <= points + 1e-9


def test_a_mixed_army_does_no_worse_than_one_of_the_same_level():
    found = answer(against="MIPASA", begins="PSIAS", levels="mixed")
    assert (found["certainty"], found["levels"]) == ("sample", "mixed") and "may do better" in found["sure"]
    edges = [one["mixed_edge"]["value"] for one in found["proposals"]]
    assert edges == sorted(edges, reverse=True)
    for one in found["proposals"]:
        assert one["mixed_edge"]["value"] == pytest.approx(sum(row["mixed_edge"]["value"] for row in one["levels"]) / 6)
        assert all(row["mixed_edge"]["value"] >= row["edge"]["value"] - 1e-9 for row in one["levels"])
    plain = answer(against="MIPASA", begins="PSIAS")
    assert plain["certainty"] == "proved" and "mixed_edge" not in plain["proposals"][0]
    assert {one["spec"] for one in plain["proposals"]} == {one["spec"] for one in found["proposals"]}
