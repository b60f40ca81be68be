"""Every roll of every game: whose each throw and each choice is, and how the roll ended, said in a sentence."""

import functools
import random
import re
import tomllib
from pathlib import Path

import pytest

from companion.dice.resolver import play
from companion.dice.throw import Choice
from companion.games import GAMES
from companion.verbs.game_rolls import prepare
from companion.verbs.names import find_game

A, B = 0, 1
"""The side that rolls or attacks, and the side that is attacked."""
HERE = Path(__file__).parent
PLAYS = 400


@functools.cache
def listed(slug):
    """Return the rolls of a game's `throws.toml`: their inputs, and whose each throw and choice is, by its words."""
    path = HERE / find_game(slug).package / "throws.toml"
    return tomllib.loads(path.read_text("utf-8"))


def all_rolls():
    return [(game.slug, kind.name) for game in GAMES for kind in game.resolvers]


def played(slug, name):
    """Yield many runs of a roll, with dice and answers at random."""
    game, chance = find_game(slug), random.Random(5)
    for inputs in listed(slug)[name]["inputs"]:
        prepared = prepare(game, name, inputs, game.context())
        for _ in range(PLAYS if prepared.resolver.ask(prepared.resolver.start()) else 1):
            yield play(prepared.resolver, lambda throw, _: [chance.choice(throw.die.faces) for _ in range(throw.count)])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_roll_is_listed(game):
    assert set(listed(game.slug)) == {kind.name for kind in game.resolvers}


@pytest.mark.parametrize(("slug", "name"), all_rolls())
def test_each_throw_and_choice_is_the_sides_whose_it_is(slug, name):
    whose, seen = listed(slug)[name]["whose"], set()
    for run in played(slug, name):
        for thrown in run.thrown:
            fitting = [why for why in whose if re.fullmatch(why, thrown.throw.why)]
            assert len(fitting) == 1, thrown.throw.why
            assert thrown.throw.by == whose[fitting[0]], thrown.throw.why
            seen.add(fitting[0])
    assert seen == set(whose)


@pytest.mark.parametrize(("slug", "name"), all_rolls())
def test_a_roll_says_whether_it_has_a_second_side(slug, name):
    roll = listed(slug)[name]
    sides = set(roll["whose"].values())
    wanted = "none" if sides <= {A} else "target" if sides <= {A, B} else "players"
    assert find_game(slug).resolver(name).second_side == roll.get("second_side", wanted)


def complaints(sentence, outcome):
    """Return what a player would not say in a sentence about an outcome."""
    keys = [key for key in outcome if "_" in key]
    raw = [value for value in outcome.values() if isinstance(value, str) and "-" in value]
    listed = [entry for value in outcome.values() if isinstance(value, list) for entry in value if "_" in str(entry)]
    found = [word for word in (*keys, *raw, *listed) if str(word) in sentence]
    found += re.findall(
        r"['\"“”_{}\[\]]|\b(?:True|False|None|yes)\b|  |\b0 damage|: no$|\b1 (?!is|begins|success)\w+s\b", sentence
    )
    is_sentence = re.match(r"[A-Z0-9]", sentence) and len(sentence.split()) >= 3 and not sentence.endswith((".", ":"))
    return found if is_sentence else [*found, "no sentence"]


@pytest.mark.parametrize(("slug", "name"), all_rolls())
def test_a_roll_ends_in_a_sentence(slug, name):
    ending = find_game(slug).resolver(name).ending
    endings = {ending(run.outcome): run.outcome for run in played(slug, name)}
    assert {sentence: found for sentence, outcome in endings.items() if (found := complaints(sentence, outcome))} == {}
    assert len(endings) > 1


@pytest.mark.parametrize(
    ("sentence", "outcome"),
    [
        ("bottle 'not-taken'", {"bottle": "not-taken"}),
        ("Hit yes", {"hit": True}),
        ("The mech's mobility_left is 2", {"mobility_left": 2}),
        ("The Pilot is not-taken", {"bottle": "not-taken"}),
        ("1 hits and no more", {}),
    ],
)
def test_what_is_no_sentence_is_seen(sentence, outcome):
    assert complaints(sentence, outcome)


@pytest.mark.parametrize(("slug", "name"), all_rolls())
def test_a_mark_on_a_die_agrees_with_the_number_that_its_throw_names(slug, name):
    """A 4 has no green tick where 7 or more was needed, and a 7 has one."""
    for run in played(slug, name):
        for thrown in run.thrown:
            needed = re.search(r"(\d+)(?: or more|\+ succeeds)", thrown.throw.why)
            if needed is None or isinstance(thrown.throw, Choice):
                continue
            for face, tells in zip(thrown.faces, thrown.throw.label_faces(thrown.faces), strict=True):
                reached = face >= int(needed[1]) or (thrown.throw.why.startswith("evade") and face >= 9)
                assert (tells in ("hit", "critical")) is reached, (thrown.throw.why, face, tells)
