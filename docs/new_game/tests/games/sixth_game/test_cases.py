"""The cases of Sixth Game, each by the verb it names, and its print sets."""

from fractions import Fraction

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.dice.resolver import replay
from companion.gamekit.contract import PrintSource
from companion.games.sixth_game import GAME
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from tests import casebook

CONTEXT = GAME.context()


def squad(*units):
    return GAME.read({"game": "sixth-game", "units": units})


def check(inputs):
    verdict = GAME.verdict(squad(*inputs["units"]))
    return {**verdict.totals, "rules": [finding.rule for finding in verdict.findings]}


def attack(inputs, context=CONTEXT):
    kind = GAME.resolver("attack")
    faces = inputs.pop("faces")
    return replay(kind.make(read_as(kind.inputs, inputs), context), [faces]).outcome


@pytest.mark.parametrize("case", casebook.read("sixth_game"), ids=lambda case: case["name"])
def test_case(case):
    casebook.hold(case, {"check": check, "attack": attack})


def test_a_fix_removes_its_finding():
    build = squad("tank", "tank", "scout")
    (finding,) = GAME.verdict(build).findings
    mended = GAME.read({"game": "sixth-game", **finding.fixes[0].set})
    assert GAME.verdict(mended).findings == ()


def test_a_unit_that_is_not_there_is_named():
    with pytest.raises(InvalidInput, match="a unit's id, perhaps scout"):
        GAME.read_known({"game": GAME.slug, "units": ["scuot"]})


def test_half_of_the_dice_hit():
    kind = GAME.resolver("attack")
    measures = {measure.name: measure for measure in kind.measures}
    odds = exact(kind.make(read_as(kind.inputs, {"power": 2}), CONTEXT))
    assert odds.measure(measures["any"]) == Fraction(3, 4)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("print_set", GAME.print_sets, ids=lambda print_set: print_set.name)
def test_every_print_set_fits(print_set, paper):
    source = PrintSource(CONTEXT, squad("scout", "tank"))
    job = lay_out(GAME.title, print_set.make(source), PrintOptions(paper=paper, share=False), GAME.accent)
    assert job.sheets
