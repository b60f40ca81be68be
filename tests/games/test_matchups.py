"""Laws of matchups in every game: each figure is what the API's odds answer to the same inputs.

The builds are the examples with random acts of a builder done to them, legal or not.
"""

import json
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.documents import former_names, read_as, to_document
from companion.gamekit.matchup import counterpart, swap_sides
from companion.verbs.matchups import build_side, matchup_answer, read_side
from tests.games.acts import played
from tests.pairs import FIGHTS, paired

GENTLE = {"deadline": None, "suppress_health_check": list(HealthCheck)}
LOST = {"a_lost": "b_lost"}
"""What each side has lost."""
MOST_CELLS = 4
"""Cells of a matchup whose rolls are asked for."""


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    from companion.web import create_app

    folder = tmp_path_factory.mktemp("matchups")
    app = create_app(f"sqlite:///{folder / 'db.sqlite3'}", "key", TESTING=True, RATELIMIT_ENABLED=False)
    with app.test_client() as client:
        yield client
    app.extensions["store"].close()


def changed(game, data):
    """Return an example's document after up to six acts that a builder offers, and one ruling decided otherwise."""
    name = data.draw(st.sampled_from(sorted(game.examples)))
    document = to_document(game.examples[name])
    context = game.context_of(game.examples[name])
    if game.builder:
        offered = st.sampled_from([choice.card for choice in game.builder.choices(context)])
        acts = [f"add {card}" for card in data.draw(st.lists(offered, max_size=6))]
        document = played(game.builder, context, document, acts)
    rulings = [ruling for ruling in game.rulebook.ruling if ruling.option]
    if rulings and data.draw(st.booleans()):
        ruling = data.draw(st.sampled_from(rulings))
        option = data.draw(st.sampled_from([option.id for option in ruling.option]))
        document = {**document, "rulings": {**document.get("rulings", {}), ruling.id: option}}
    return document


def circumstances(game, data):
    """Return circumstances as a player may choose them: switches on or off, choices among those offered."""
    model = game.matchup.circumstances
    chosen = {}
    for name, prop in model.model_json_schema().get("properties", {}).items():
        if prop.get("type") == "boolean":
            chosen[name] = data.draw(st.booleans())
        elif "enum" in prop:
            chosen[name] = data.draw(st.sampled_from(prop["enum"]))
    return chosen


def post(api, address, body):
    answer = api.post(f"/api/v1/{address}", json=body)
    return answer.status_code, answer.get_json()


def holds(api, game, data):
    mine, theirs, conditions = changed(game, data), changed(game, data), circumstances(game, data)
    status, answer = post(api, f"matchup/{game.slug}", {"mine": mine, "theirs": theirs, "conditions": conditions})
    assert status == 200, answer
    measures = {figure.name: figure.measures for figure in game.matchup.figures}
    cells = [cell for row in answer["rows"] for cell in row["cells"] if "figures" in cell]
    for cell in data.draw(st.permutations(cells))[:MOST_CELLS]:
        roll = cell["roll"]
        body = {"inputs": roll["inputs"], "rulings": mine.get("rulings", {}), "pack": mine.get("pack", [])}
        status, odds = post(api, f"odds/{game.slug}/{roll['resolver']}", body)
        assert status == 200, odds
        assert cell["figures"], cell
        for name, figure in cell["figures"].items():
            assert figure == odds["summary"][measures[name][roll["resolver"]]]
    for row in answer["rows"]:
        assert [cell["target"] for cell in row["cells"]] == [target["key"] for target in answer["targets"]]
        reachable = [cell for cell in row["cells"] if "figures" in cell]
        assert bool(reachable) == any(cell["best"] for cell in reachable)


@pytest.mark.one_game
@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
@given(data=st.data())
@settings(max_examples=2, **GENTLE)
def test_every_figure_is_that_of_the_same_roll(api, game, data):
    holds(api, game, data)


@pytest.mark.long
@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
@given(data=st.data())
@settings(max_examples=20, **GENTLE)
def test_every_figure_is_that_of_the_same_roll_in_many_matchups(api, game, data):
    holds(api, game, data)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)], ids=["the-next", "every-other"])
@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_between_examples_each_side_can_attack_and_nothing_is_left_to_type(game, every):
    """Every example can attack every other one, and each roll says what it knows in a few short words."""
    sides = [build_side(game, build, game.context_of(build)) for build in game.examples.values()]
    assert len(sides) >= 3
    for mine, theirs in product(sides, sides) if every else paired(sides, [*sides[1:], sides[0]]):
        cells = [cell for row in matchup_answer(game, mine, theirs)["rows"] for cell in row["cells"]]
        rolls = [cell for cell in cells if "roll" in cell]
        assert rolls, (mine.title, theirs.title)
        for cell in rolls:
            assert 1 <= len(cell["known"]) <= 20, cell
            assert all(0 < len(words) <= 40 for words in cell["known"]), cell["known"]


@pytest.mark.parametrize(
    ("game", "pairs"),
    [
        ("mecha-mettle", {"lost": "their_lost", **LOST}),
        ("mechalyte", {"my_aim": "their_aim", **LOST}),
        (
            "techniconica",
            {f"my_{what}": f"their_{what}" for what in ("hold", "low_power", "triggers", "rerolls")} | LOST,
        ),
        ("mechastellar", LOST),
        ("wreck-a-mech", {"my_attack": "their_attack", "my_defense": "their_defense", **LOST}),
    ],
)
def test_what_is_said_of_one_side_changes_places_when_the_sides_do(game, pairs):
    model = next(one.matchup.circumstances for one in FIGHTS if one.slug == game)
    names = model.model_fields
    both_ways = {**pairs, **{theirs: mine for mine, theirs in pairs.items()}}
    assert {name: counterpart(name) for name in names} == {name: both_ways.get(name, name) for name in names}
    usual = model()
    assert swap_sides(swap_sides(usual)) == usual


def test_a_circumstance_of_one_side_has_its_counterpart_in_every_game():
    """A field of one side alone would be counted for the wrong one when the sides change."""
    for game in FIGHTS:
        names = game.matchup.circumstances.model_fields
        assert {counterpart(name) for name in names} == set(names), game.slug


WORDS_OF_SIDES = {"mine", "theirs", "my", "their", "ours", "our", "a", "b"}


def test_whose_a_circumstance_is_stands_first_in_its_name():
    for game in FIGHTS:
        for name in game.matchup.circumstances.model_fields:
            assert not WORDS_OF_SIDES & set(name.split("_")[1:]), f"{game.slug}: {name}"


FORMER = {
    "mechalyte": {"aim": ("my_aim", "weakest", ["strongest"])},
    "techniconica": {
        f"{what}_{end}": (f"{side}_{what}", value, ["much"])
        for what, value in (("hold", 2), ("low_power", True), ("triggers", True), ("rerolls", 3))
        for side, end in (("my", "mine"), ("their", "theirs"))
    },
}
"""The names of release 0.15.1 by game: today's, a value, and one that cannot be read."""


@pytest.mark.parametrize(
    ("slug", "former", "name", "value", "wrong"),
    [(slug, former, *entry) for slug, names in FORMER.items() for former, entry in names.items()],
)
def test_a_circumstance_is_read_by_its_former_name(slug, former, name, value, wrong):
    model = next(one.matchup.circumstances for one in FIGHTS if one.slug == slug)
    assert read_as(model, {former: value}) == read_as(model, {name: value}) != model()
    assert name in model.model_json_schema()["properties"] and former not in model.model_json_schema()["properties"]
    with pytest.raises(InvalidInput, match=f"^{former}: "):
        read_as(model, {former: wrong})
    with pytest.raises(InvalidInput, match=f"^{former}: "):
        read_as(model, {former: value, name: value})


def test_former_names_are_those_of_the_last_release_alone():
    known = {one.slug: former_names(one.matchup.circumstances) for one in FIGHTS}
    assert {slug: names for slug, names in known.items() if names} == {
        slug: {former: entry[0] for former, entry in names.items()} for slug, names in FORMER.items()
    }


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_keys_tell_attacks_and_targets_apart(game):
    for build in game.examples.values():
        one = build_side(game, build, game.context_of(build))
        for things in (game.matchup.attacks(one), game.matchup.targets(one, one)):
            assert len({thing.key for thing in things}) == len(things)


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_an_empty_build_is_attacked_and_attacks_without_an_error(game):
    empty = read_side(game, {"game": game.slug, "title": ""}, "mine")
    full = read_side(game, to_document(next(iter(game.examples.values()))), "theirs")
    for mine, theirs in ((empty, full), (full, empty), (empty, empty)):
        json.dumps(matchup_answer(game, mine, theirs))
