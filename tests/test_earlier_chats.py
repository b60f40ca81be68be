"""What 0.15.1 wrote for a chat of each example build is read as that build, in each of its three forms."""

import json
import re
from pathlib import Path

import pytest

from companion.games import game
from companion.verbs.shared_builds import read_shared
from companion.verbs.shared_texts import CHAT_FORMS
from companion.verbs.statement_check import verify_statement_answer

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
    assert verify_statement_answer(chat[form], None)["stands"]


@EACH_FORM
@EACH_CHAT
def test_a_chat_is_written_as_it_was(chat, form):
    written = CHAT_FORMS[form](game(chat["game"]), chat["document"])
    assert without_release(written) == without_release(chat[form])


def without_release(text):
    """Return a text without the digest of the rules and the release, which may change."""
    return re.sub(r"[0-9a-f]{8} \((companion )?[0-9.]+\)", r"(\1)", text)
