"""A card that is planted two points too strong is named in each game: by what if, or among the cards that stand out."""

import pytest

from companion.lab.compare import changed_pack, difference
from companion.lab.counts import count, parts
from companion.lab.matchup import Side
from companion.lab.runs import run
from companion.lab.workers import processes
from companion.verbs.lab import run_answer
from companion.verbs.names import find_game
from tests.lab.matchups import matchup
from tests.lab.test_simulate import MECH

pytestmark = pytest.mark.long
WORKERS = 2


def planted(game, card, field, more=2):
    """Return a pack in which a printed number of a card is greater."""
    catalogue = find_game(game).catalogue
    value = catalogue.cards[card].model_dump()
    for name in field.split("."):
        value = value[int(name) - 1 if name.isdecimal() else name]
    return changed_pack(game, catalogue, card, field, value + more)


def gained(game, builds, pack, games):
    """Return how much more often the first of two builds wins with a pack."""
    sides = tuple(Side(title=name, build=build, strength="easy") for name, build in builds.items())
    with processes(WORKERS) as crew:
        without, with_pack = (
            list(run(matchup(game, sides=sides, pack=pack), range(games), crew)) for pack in ((), (pack,))
        )
    return difference(
        (parts(one, 2)[0], parts(other, 2)[0])
        for one, other in zip(without, with_pack, strict=True)
        if one.ended and other.ended
    )


def test_a_part_that_one_side_has_in_wreck_a_mech():
    mechs = {
        "keg": {"game": "wreck-a-mech", "mech": {**MECH, "body": "keg-hull"}},
        "helm": {"game": "wreck-a-mech", "mech": {**MECH, "head": "bucket-helm"}},
    }
    found = gained("wreck-a-mech", mechs, planted("wreck-a-mech", "keg-hull", "defense"), 100)
    assert found.games == 100 and found.low > 0


def test_a_module_that_one_side_has_in_mechalyte():
    specs = {spec: {"game": "mechalyte", "spec": spec} for spec in ("PSPSMA", "SSAAMI")}
    found = gained("mechalyte", specs, planted("mechalyte", "power", "adds"), 24)
    assert found.games >= 20 and found.low > 0


def test_a_module_that_both_sides_may_draw_in_mecha_mettle():
    asked = matchup("mecha-mettle", pack=(planted("mecha-mettle", "drone", "weapon.pools.1.dice"),))
    with processes(WORKERS) as crew:
        answer = run_answer(asked, count(run(asked, range(220), crew), 2))
    modules = {card.id for kind, card in cards_of("mecha-mettle") if kind == "module"}
    stand_out = [one for one in answer["cards"] if one["card"] in modules and one["stands_out"]]
    assert [one["card"] for one in stand_out] == ["drone"] and stand_out[0]["lift"] > 0


def cards_of(game):
    catalogue = find_game(game).catalogue
    return [(catalogue.raw[card.id][0], card) for card in catalogue.cards.values()]
