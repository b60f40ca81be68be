"""`--help` behind a game and a roll: its inputs with bounds and defaults; and dice that begin with a minus."""

import re

import pytest

from companion.cli.inputs import analyses_of, random_shape_of, resolvers_of
from companion.games import GAMES
from tests.commands import refused, run

EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def help_of(*words):
    """Return a help text with single spaces."""
    done = run(*words, "--help")
    assert (done.exit_code, done.stderr) == (0, "")
    return " ".join(done.stdout.split())


def test_a_roll_lists_its_inputs_with_bounds_and_defaults():
    said = help_of("roll", "mechastellar", "shoot")
    assert said.startswith("Usage: main roll [OPTIONS] mechastellar shoot KEY=VALUE...")
    assert "shots=NUMBER Shots: The weapon's Attacks; at most ten shots. [0 to 99; default: 6]" in said
    assert "choice=none|precision|barrage Attacker chooses:" in said and "[default: none]" in said
    assert "--seed INTEGER" in said


def test_inputs_that_are_required_and_cards_say_so():
    said = help_of("odds", "mecha-mettle", "two-weapons")
    assert "lower=MODULE Module in play: The lower card; its weapon stays in view." in said
    assert "[an id of companion cards mecha- mettle; required]" in said
    assert "target=MODULE|TILE" in said


@EACH
@pytest.mark.parametrize(
    ("verb", "offers"),
    [("roll", resolvers_of), ("odds", resolvers_of), ("analyze", analyses_of), ("random", random_shape_of)],
)
def test_every_input_of_every_roll_and_analysis_is_listed(game, verb, offers):
    for named in offers(game):
        said = help_of(verb, game.slug, *filter(None, [named.name]))
        for name, field in named.inputs.model_fields.items():
            assert re.search(rf" {name}=\S+ ", said), (named.name, name)
            assert (field.title or "") in said


@EACH
def test_a_game_lists_its_rolls_and_analyses(game):
    for verb, offered in (("roll", game.resolvers), ("analyze", game.analyses)):
        said = help_of(verb, game.slug)
        assert all(f"{kind.name} {kind.title}: " in said for kind in offered)


def test_names_nobody_knows_are_refused():
    assert "expected one of combat, opportunity-shot" in refused("roll", "mechalyte", "sing", "--help")
    assert "mecha-mettle" in refused("analyze", "chess", "--help")


def test_dice_and_options_leave_the_help_of_the_verb():
    plain = help_of("odds")
    assert "Print exact odds for a game's dice" in plain
    assert help_of("odds", "3d6") == help_of("odds", "--every") == plain
    assert help_of("odds", "--ruling", "a=b", "mechalyte", "combat") == help_of("odds", "mechalyte", "combat") != plain


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (("-1d6",), "-1d6"),
        (("-d6",), "-d6"),
        (("-(2d6)",), '"-(2d6)"'),
        (("3d6", "-1"), '"3d6 -1"'),
        (("--every", "-1d6"), "-1d6"),
    ],
)
def test_dice_that_begin_with_a_minus_are_told_how_to_be_typed(words, typed):
    assert f"Dice that begin with a minus need -- before them: companion odds -- {typed}\n" in refused("odds", *words)


def test_options_that_stand_elsewhere_are_told_how_to_be_typed():
    assert "--no-limits stands first: companion --no-limits odds\n" in refused("odds", "3d6", "--no-limits")
    assert "An input has no --: shots=VALUE\n" in refused("odds", "mechastellar", "shoot", "--shots", "3")
    assert "An input has no --: shots=VALUE\n" in refused("odds", "mechastellar", "shoot", "--shots=3")
    assert refused("odds", "3d6", "--foo").endswith("No such option '--foo'.\n")


def test_dice_behind_two_dashes_are_read():
    assert "Total: −3.500 (-7/2)" in run("odds", "--", "-1d6").stdout
    assert "No such option '-1'" in refused("check", "-1d6")
