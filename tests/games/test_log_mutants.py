"""The log of a finished game of each game, changed in every field of every event: each change is found, or is listed.

A log as it was handed on has its own fingerprint, so that every change is found. Whoever writes the fingerprint anew
can only write what could have happened as well: PASSES has all of that, and docs/verifiable_dice.md names it.
"""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.games import GAMES
from companion.play.log import LOG, log_fingerprint
from companion.verbs.table_checks import verify_answer
from companion.verbs.table_files import TableFile
from companion.verbs.tables import export
from tests.games.hand_game import finished_game
from tests.play.log_mutants import mutants, plain, sealed_anew, written_anew

ACTS = {"mechalyte": 25, "techniconica": 20}
NUMBER = 1
ONE_IN = 4
"""The part of the mutants that `make test` tries, of one game."""
CASES = [
    *(pytest.param(game, 1, marks=pytest.mark.long, id=game.slug) for game in GAMES),
    *(pytest.param(game, ONE_IN, id=f"{game.slug}, one in {ONE_IN}") for game in GAMES if game.slug == "mechalyte"),
]
DONE_BY_SEATS = ("sit", "leave", "dice", "move", "propose", "agree", "refuse", "note", "undo", "redo", "correct")
FREE_SETTINGS = ("rulings", "options", "house_rules", "pack", "one_phone")
ENDED_BY = {("end", "seat")}
"""Who said that a decided game is over: on one phone it may be any seat."""
PASSES = {
    "times": lambda m: m.field == "at",
    "names of players": lambda m: (m.kind, m.field) == ("sit", "values.name"),
    "which release wrote it": lambda m: (m.kind, m.field) in {("setup", "release"), ("end", "values.release")},
    "what the game never used": lambda m: (
        (m.kind == "setup" and m.path[0] in ("title", "seats", *FREE_SETTINGS))
        or (m.kind, m.field) in {("sit", "values.number"), ("sit", "values.drawn"), ("sit", "values.person")}
    ),
    "who did it, and when, where another could have": lambda m: (
        (m.path == () and m.event["cause"] is None and m.kind != "end")
        or (m.kind, m.field) in ENDED_BY
        or (
            m.kind in DONE_BY_SEATS
            and m.field in ("seat", "values", "values.dice", "values.what", "values.value", "values.text")
        )
    ),
    "dice that players typed": lambda m: (
        m.kind == "faces" and m.field == "values.faces" and m.event["values"]["how"] == "typed"
    ),
}
"""What a log may be changed to with a fingerprint written anew, by the words in the document."""


@cache
def log_of(game):
    table, brought = finished_game(game, NUMBER, ACTS.get(game.slug, 22))
    document = plain(export(table, None))
    assert verify_answer(read_as(TableFile, document))["ok"]
    return document, brought.seed


def differing(document, one_in):
    """Yield the mutants that read as another table than the log itself, and those that do not read at all."""
    unchanged = read_as(TableFile, document)
    for number, mutant in enumerate(mutants(document)):
        if number % one_in:
            continue
        try:
            if read_as(TableFile, mutant.document) != unchanged:
                yield mutant
        except InvalidInput:
            continue


def passes(document):
    try:
        return verify_answer(read_as(TableFile, document))["ok"]
    except InvalidInput:
        return False


@pytest.mark.parametrize(("game", "one_in"), CASES)
def test_every_change_of_a_log_is_found_by_its_fingerprint(game, one_in):
    document, _ = log_of(game)
    count = 0
    for mutant in differing(document, one_in):
        count += 1
        changed = read_as(TableFile, mutant.document)
        end = changed.exported.end
        is_told_by_fingerprint = end and end.values.get(LOG) != log_fingerprint(changed.setup, changed.event)
        if count % 40 == 0 or not is_told_by_fingerprint:
            assert not passes(mutant.document), str(mutant)
    assert count > 700 / one_in


@pytest.mark.parametrize(("game", "one_in"), CASES)
def test_with_its_fingerprint_written_anew_only_another_possible_game_passes(game, one_in):
    document, _ = log_of(game)
    unchanged, passed = read_as(TableFile, document), Counter()
    for mutant in differing(document, one_in):
        anew = sealed_anew(mutant.document)
        if read_as(TableFile, anew) == unchanged or not passes(anew):
            continue
        reason = next((words for words, holds in PASSES.items() if holds(mutant)), "")
        assert reason, str(mutant)
        passed[reason] += 1
    assert passed["times"]


@pytest.mark.parametrize(("game", "one_in"), CASES)
def test_with_all_of_it_written_anew_no_die_card_or_result_passes(game, one_in):
    """Dice that were thrown, shuffles, seals and the end are found also where every hash is written anew."""
    document, seed = log_of(game)
    unchanged, count = read_as(TableFile, document), 0
    for mutant in differing(document, one_in):
        if not is_by_table(mutant) or mutant.field in ("at", "state", "expected", "rulings", "seen"):
            continue
        anew = written_anew(mutant.document, seed)
        free = {("end", "values.release"), *ENDED_BY}
        if read_as(TableFile, anew) != unchanged and (mutant.kind, mutant.field) not in free:
            count += 1
            assert not passes(anew), str(mutant)
    assert count


def is_by_table(mutant):
    """Return whether a mutant changes what the table itself did, not what a seat did."""
    by_table = mutant.kind in ("shuffle", "seal", "open", "end")
    return bool(mutant.path) and (by_table or mutant.event.get("values", {}).get("how") == "thrown")


def test_the_document_names_what_cannot_be_found():
    page = (Path(__file__).parents[2] / "docs" / "verifiable_dice.md").read_text("utf-8")
    assert [words for words in PASSES if words not in " ".join(page.split())] == []
