"""Verdicts of builds, kept by what the builds say: a page that follows a save shows the check that the save made.

A build's rulings and packs are a part of it, so that equal builds are judged the same, whoever saved them where.
"""

import json
from typing import Literal

from companion.base import caches
from companion.base.findings import InvalidInput, Verdict
from companion.data.documents import Build
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.games import game as find_game
from companion.storage.store import Document

MOST, MOST_COUNTED = 128, 4096


@caches.keep(MOST, lambda game, build, context: (game.slug, caches.digest(build.model_dump_json())))
def verdict(game: GameSystem, build: Build, context: Context) -> Verdict:
    """Return a build's verdict in the context of its own rulings and packs."""
    return game.check(build, context)


def count_problems(document: Document) -> int | None:
    """Return how many problems a saved build has under its own rulings; None where it cannot be read."""
    game = find_game(document.game)
    return None if game is None or document.damage else _count_stored_problems(game, document)


Contents = Literal["filled", "empty", "unreadable"]
"""What is in a saved build: something that can be played, nothing, or what cannot be read."""


def contents(document: Document) -> Contents:
    """Return what is in a saved build."""
    game = find_game(document.game)
    return "unreadable" if game is None or document.damage else _stored_contents(game, document)


@caches.keep(
    MOST_COUNTED, lambda game, document: (game.slug, caches.digest(json.dumps(document.data, ensure_ascii=False)))
)
def _stored_contents(game: GameSystem, document: Document) -> Contents:
    try:
        return "empty" if game.read(document.data).is_empty else "filled"
    except InvalidInput:
        return "unreadable"


@caches.keep(
    MOST_COUNTED, lambda game, document: (game.slug, caches.digest(json.dumps(document.data, ensure_ascii=False)))
)
def _count_stored_problems(game: GameSystem, document: Document) -> int | None:
    try:
        build, context = game.read_in_context(document.data)
    except InvalidInput:
        return None
    return sum(finding.level == "error" for finding in verdict(game, build, context).findings)
