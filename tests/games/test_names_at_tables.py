"""Players are called by their names at a table: no sentence shown there calls anybody by the name of a side."""

import re
from dataclasses import replace
from importlib import import_module

import pytest

from companion.games import GAMES
from companion.verbs.table_report import METHOD, report_answer, report_text
from companion.web.tables.shown import TablePage

PLAYERS = ("Ana", "Ben", "Cleo", "Dan")
TRACKED = [game for game in GAMES if game.load_answers().tracker is not None]
SIDES = re.compile(r"\b[Ss]ide [AB]\b|\b[Pp]layer \d\b")
LETTERS = re.compile(SIDES.pattern + r"|(?<![\w:(-])[AB](?![\w:-]| draw)")
"""Side names of all trackers; in Mechalyte the letters of its sides alone too, not ids such as A1."""


def names_a_side(game, sentence):
    """Return whether a sentence calls anybody by a side."""
    return (LETTERS if game.slug == "mechalyte" else SIDES).search(sentence.replace(METHOD, ""))


def shown_sentences(page):
    """Yield every sentence that a table's page shows: what happened, what is owed, asked and offered, how it ended."""
    yield from (page.with_names(entry.text) for entry in page.log)
    yield from (entry.warning for entry in page.log)
    yield page.why
    yield page.turn
    if page.throw:
        yield page.with_names(page.throw.why)
    if page.choice:
        yield from (page.choice.why, *page.choice.answers, *page.choice.notes)
    for group in page.moves:
        for move in group.moves:
            yield from (move.label, move.warning)
    for move in page.relaxed_moves:
        yield from (move.label, move.warning)
    yield from (one.label for one in page.correctable)
    if page.decision:
        yield page.with_names(page.decision.why)
    if page.result:
        yield from (page.with_names(page.result.why), page.winners)


def named(table):
    """Return a table at which people with other names than the sides' sit; their log says so from the start."""
    names = dict(enumerate(PLAYERS[: table.setup.seats]))
    events = tuple(
        event.model_copy(update={"values": {**event.values, "name": names[event.seat]}})
        if event.kind == "sit"
        else event
        for event in table.events
    )
    seats = tuple(replace(seat, name=names[number]) for number, seat in enumerate(table.seats))
    return replace(table, seats=seats, events=events)


def called_by_side(game, table):
    """Return the sentences that a table shows to anybody and in which somebody is called by a side."""
    table = named(table)
    pages = [TablePage(game, table, seat, is_host=seat == 0) for seat in (None, *range(table.setup.seats))]
    return {sentence for page in pages for sentence in shown_sentences(page) if names_a_side(game, sentence)}


@pytest.mark.one_game
@pytest.mark.parametrize("game", TRACKED, ids=lambda game: game.slug)
def test_no_side_is_named_where_somebody_with_another_name_sits(game):
    random_game = import_module(f"tests.games.{game.package}.random_game")
    wrong, count = set(), 0

    def watch(before, after, _):
        nonlocal count
        count += 1
        if count % 7 == 0 and all(seat.name for seat in after.seats):
            wrong.update(called_by_side(game, after))

    for number in range(5):
        random_game.RandomGame(number, watch).play(120)
    assert count > 400 and sorted(wrong) == []


@pytest.mark.long
@pytest.mark.parametrize("game", TRACKED, ids=lambda game: game.slug)
def test_a_report_names_the_players(game):
    random_game = import_module(f"tests.games.{game.package}.random_game")
    ended = 0
    for number in range(12):
        table = random_game.RandomGame(number).play(900)
        if table.result:
            ended += 1
            text = report_text(report_answer(game, named(table)))
            sentences = [line for line in text.splitlines() if not re.match(r"(?:Side [AB]|Player \d): \w+$", line)]
            assert [line for line in sentences if names_a_side(game, line)] == []
    assert ended
