"""What 0.15.1 wrote for a chat of each example build is read as that build, in each of its three forms."""

import json
import re
from pathlib import Path

import pytest

from companion.base.json_types import to_json
from companion.games import game
from companion.verbs.earlier_statements import find_earlier_statement
from companion.verbs.shared_builds import read_shared
from companion.verbs.shared_texts import CHAT_FORMS
from companion.verbs.statements import rules_fingerprint
from tests.statements import check_statement

THEN = "0.15.1"
HERE = Path(__file__).parent
LINES = (HERE / "chats" / f"{THEN}.jsonl").read_text("utf-8").splitlines()
CHATS = [pytest.param(entry, id=f"{entry['game']}-{entry['example']}") for entry in map(json.loads, LINES)]
"""A document as 0.15.1 had it, its summary, and what 0.15.1 wrote of it in each form."""
EACH_FORM = pytest.mark.parametrize("form", CHAT_FORMS)
EACH_CHAT = pytest.mark.parametrize("chat", CHATS)


def test_every_game_of_then_has_a_chat():
    """A game that came later has none."""
    games = json.loads((HERE / "releases" / THEN / "expected.json").read_text("utf-8"))["session"]
    assert {json.loads(line)["game"] for line in LINES} == set(games)


@EACH_FORM
@EACH_CHAT
def test_a_chat_is_read_as_its_build(chat, form):
    of = game(chat["game"])
    back = of.read(read_shared(chat[form], None).data)
    assert of.summary(back, of.context_of(back)) == chat["summary"]
    assert check_statement(chat[form])["stands"]


@EACH_FORM
@EACH_CHAT
def test_a_statement_of_then_says_what_it_covers_and_is_never_called_false(chat, form):
    answer = check_statement(chat[form])
    assert answer["stands"] and "covers the words of the list" in " ".join(answer["notes"])
    other_words = re.sub(r"build [0-9a-f]{12}", "build 000000000000", chat[form])
    answer = check_statement(other_words)
    assert answer["stands"] is None and "not checkable any more" in " ".join(answer["notes"])


@EACH_FORM
@EACH_CHAT
def test_a_verdict_that_was_changed_is_never_true(chat, form):
    forged = re.sub(r"(Checked|Statement): [^;]+;", r"\1: 9 problems;", chat[form])
    assert forged != chat[form]
    answer = check_statement(forged)
    assert answer["stands"] is None and "It says 9 problems; checked here: legal." in answer["notes"]


@EACH_CHAT
def test_a_document_whose_verdict_was_changed_is_told(chat):
    of = game(chat["game"])
    statement = find_earlier_statement(chat["txt"])
    claimed = f"Statement: 9 problems; {of.title} rules {rules_fingerprint(of)} (companion 0.16.1)"
    text = to_json({**chat["document"], "statement": f"{claimed}; rulings none; packs none; build {statement.build}"})
    answer = check_statement(text)
    assert answer["stands"] is None and "It says 9 problems; checked here: legal." in answer["notes"]
