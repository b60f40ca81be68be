"""A card that is planted two points too strong is named in each game: by what if, or among the cards that stand out."""

import json

import pytest

from companion.data.documents import to_document
from companion.lab.compare import changed_pack, difference
from companion.lab.counts import count, parts
from companion.lab.matchup import Side
from companion.lab.runs import run
from companion.lab.workers import processes
from companion.verbs.lab import make_matchup, run_answer
from companion.verbs.names import find_game
from tests.lab.matchups import matchup

pytestmark = pytest.mark.long
WORKERS = 2
MORE = 2
HOUSE = "house-card"


def more(data, field):
    """Make a printed number of a card greater, by the path of its column."""
    *places, last = (int(name) - 1 if name.isdecimal() else name for name in field.split("."))
    for place in places:
        data = data[place]
    data[last] += MORE


def planted(game, card, field):
    """Return a pack in which a printed number of a card is greater."""
    catalogue = find_game(game).catalogue
    value = catalogue.cards[card].model_dump()
    for name in field.split("."):
        value = value[int(name) - 1 if name.isdecimal() else name]
    return changed_pack(game, catalogue, card, field, value + MORE)


def gained(without, with_card, games):
    """Return how much more often the first side wins in a matchup with the planted card."""
    with processes(WORKERS) as crew:
        pairs = [list(run(asked, range(games), crew)) for asked in (without, with_card)]
    return difference(
        (parts(one, 2)[0], parts(other, 2)[0]) for one, other in zip(*pairs, strict=True) if one.ended and other.ended
    )


def test_a_module_that_one_side_has_in_mechalyte():
    sides = tuple(
        Side(title=spec, build={"game": "mechalyte", "spec": spec}, strength="easy") for spec in ("PSPSMA", "SSAAMI")
    )
    asked = [matchup("mechalyte", sides=sides, pack=pack) for pack in ((), (planted("mechalyte", "power", "adds"),))]
    found = gained(*asked, 24)
    assert found.games >= 20 and found.low > 0


@pytest.mark.parametrize(
    ("game", "build", "card", "field", "games"),
    [
        ("techniconica", "iron-heron", "chain-gun", "pe", 60),
        ("mechastellar", "border-patrol", "dervish", "actions", 48),
    ],
)
def test_a_copy_of_a_card_that_one_of_two_equal_sides_has(game, build, card, field, games):
    system = find_game(game)
    printed = to_document(system.examples[build])
    house = json.loads(json.dumps(printed).replace(f'"{card}"', f'"{HOUSE}"'))

    def asked(is_planted):
        values = system.catalogue.cards[card].model_dump(mode="json", exclude_none=True)
        copy = {**values, "id": HOUSE, "name": "House Card"}
        if is_planted:
            more(copy, field)
        pack = {"game": game, "kind": "pack", "title": "House", system.catalogue.raw[card][0]: [copy]}
        return make_matchup(system, [("house", house), ("printed", printed)], ("easy", "easy"), {"pack": [pack]}, "1")

    found = gained(asked(False), asked(True), games)
    assert found.games >= games - 3 and found.low > 0


@pytest.mark.parametrize(
    ("game", "kind", "card", "field", "games"),
    [
        ("wreck-a-mech", "part", "bucket-helm", "attack", 300),
        ("mecha-mettle", "module", "hammer", "weapon.pools.1.dice", 220),
    ],
)
def test_a_card_that_both_sides_may_draw_stands_out(game, kind, card, field, games):
    asked = matchup(game, pack=(planted(game, card, field),))
    with processes(WORKERS) as crew:
        answer = run_answer(asked, count(run(asked, range(games), crew), 2))
    raw = find_game(game).catalogue.raw
    named = [one["card"] for one in answer["cards"] if raw[one["card"]][0] == kind and one["stands_out"]]
    assert card in named and len(named) <= 3
    assert next(one["lift"] for one in answer["cards"] if one["card"] == card) > 0
