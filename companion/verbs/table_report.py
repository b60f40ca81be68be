"""The report of a finished table as plain data and as text: result, builds, luck, rolls, the story in words.

It is the same for everybody: it contains what was public at the end, and each player's moves as that player saw them.
Names of players can be left out.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping
from companion.base.wording import amount, format_number, join_words, percent, plural
from companion.data.rulebook import rulings_text
from companion.game_system.system import GameSystem
from companion.play import report
from companion.play.log import TableEvent
from companion.play.report import Luck, ReportedRoll, ReportedThrow, RollFigure
from companion.play.table import Table
from companion.verbs.log_words import LogEntry, log_entries
from companion.verbs.table_answers import (
    ReportBuild,
    ReportEntry,
    ReportFigure,
    ReportLuck,
    ReportResult,
    ReportRoll,
    ReportThrow,
    TableReport,
)

SKIPPED = frozenset({"undo", "redo", "propose", "agree", "refuse", "call"})
"""Kinds of events that the story leaves out: proposals, answers to them, undo and redo."""
UNUSUAL, RARE = 0.05, 0.005
"""Luck is called unusual, or rare, if a result this high or this low has a smaller chance."""
METHOD = (
    "What was expected of a roll comes from its exact odds, stored when its dice fell; where players choose within a "
    "roll, the odds take the usual answer. A sum adds up the odds of its rolls, or of its dice, as if they were "
    "independent and as if the same ones had been rolled however the dice fell; so it does for cards drawn. Typed dice "
    "count as they were typed; what was undone, rolls without odds and cards on your own table do not count. Of ten "
    "such lines, one is unusual by chance alone. Figures here are rounded; the log has them as fractions."
)
NO_ODDS = "No odds are known."
CERTAIN = "No chance was involved."


def report_answer(game: GameSystem, table: Table, names: bool = True) -> TableReport:
    """Return the report of a table; InvalidInput if its game goes on. Without `names`, sides replace players' names.

    A figure that could have only one value says nothing about luck, and is left out.
    """
    if table.result is None:
        raise InvalidInput(InputError("table", "a game that goes on", "one that has ended: finish it first"))
    table, sides = table if names else without_names(game, table), game.tracker_of(table.setup).side
    rolls = report.rolls_of_log(table)
    valid = {position.event for position in table.positions()}
    entries = reversed(log_entries(table, None, 0))
    story = (entry for entry in entries if _is_in_story(table.events[entry.number - 1], entry))
    return {
        "game": game.slug,
        "title": table.setup.title or f"{game.title} at the table",
        "began": table.events[0].at,
        "ended": next((event.at for event in reversed(table.events) if event.kind == "end"), ""),
        "result": _result(game, table),
        "seats": [{"side": sides(n), "name": seat.name or sides(n)} for n, seat in enumerate(table.seats)],
        "rulings": rulings_text(game.rulebook.decisions(game.rulebook.rulings(table.rulings))),
        "builds": list(_builds(game, table)),
        "luck": _all_with_players(
            game,
            table,
            [_luck_data(one) for one in report.luck((*rolls, *report.read_draws(table))) if not one.figure.is_certain],
        ),
        "rolls": _all_with_players(game, table, [_roll_data(roll) for roll in rolls]),
        "story": [_story_data(game, table, entry) for entry in _with_own_words(table, story)],
        "undone": sum(1 for event in table.events if event.state and event.number not in valid),
        "method": METHOD,
    }


def without_names(game: GameSystem, table: Table) -> Table:
    """Return a table with sides in place of players' names in its seats, log and result."""
    side = game.tracker_of(table.setup).side
    sides = {
        event.values["name"]: side(event.seat)
        for event in table.events
        if event.kind == "sit" and event.seat is not None
    }
    seats = tuple(replace(seat, name=seat.name and side(number)) for number, seat in enumerate(table.seats))
    events = tuple(_without_names(event, sides) for event in table.events)
    result = table.result and table.result.model_copy(update={"why": replace_names(table.result.why, sides)})
    return replace(table, seats=seats, events=events, result=result)


def _without_names(event: TableEvent, sides: JsonMapping) -> TableEvent:
    keys = [key for key in ("name", "why", "text") if event.kind in ("sit", "end", "note") and key in event.values]
    values = {key: replace_names(str(event.values[key]), sides) for key in keys}
    return event.model_copy(update={"values": {**event.values, **values}}) if keys else event


def with_players(game: GameSystem, table: Table, sentence: str) -> str:
    """Return a sentence of the game with players' names in place of their sides, or of their numbers in a roll."""
    return replace_names(sentence, names_of_sides(game, table))


def names_of_sides(game: GameSystem, table: Table) -> dict[str, str]:
    """Return the players' names by what a sentence calls them, at its start and within it."""
    side = game.tracker_of(table.setup).side
    named = [(number, seat.name) for number, seat in enumerate(table.seats) if seat.name]
    names = {f"Player {number + 1}": name for number, name in named} | {side(number): name for number, name in named}
    inside = {f"{name[:1].lower()}{name[1:]}": player for name, player in names.items()}
    return {**inside, **names}


def _all_with_players(game: GameSystem, table: Table, data: Any) -> Any:
    """Return plain data with the players' names in all of its sentences."""
    if isinstance(data, str):
        return with_players(game, table, data)
    if isinstance(data, dict):
        return {name: _all_with_players(game, table, value) for name, value in data.items()}
    return [_all_with_players(game, table, value) for value in data] if isinstance(data, list) else data


def replace_names(sentence: str, replacements: JsonMapping) -> str:
    """Return a sentence with its names replaced, all at once, because a player may have the name of a side."""
    if not replacements:
        return sentence
    return _pattern(tuple(replacements)).sub(lambda match: str(replacements[match[0]]), sentence)


@lru_cache(256)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of some names as whole words, the longest first."""
    longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)")


def _with_own_words(table: Table, entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """Yield entries, those of moves as their players saw them: they name a hidden card that was gained, for example."""
    own = {seat: {one.number: one for one in log_entries(table, seat, 0)} for seat in range(len(table.seats))}
    for entry in entries:
        is_move = table.events[entry.number - 1].kind == "move" and entry.seat is not None
        yield own[entry.seat][entry.number] if is_move and entry.seat is not None else entry


def _is_in_story(event: TableEvent, entry: LogEntry) -> bool:
    return not entry.undone and event.kind not in SKIPPED and "rematch" not in event.values


def _result(game: GameSystem, table: Table) -> ReportResult:
    assert table.result
    side = game.tracker_of(table.setup).side
    names = [table.seats[seat].name or side(seat) for seat in table.result.winners]
    why = with_players(game, table, table.result.why)
    return {
        "winners": list(table.result.winners),
        "why": why,
        "words": f"{join_words(names)} won" if names else "A draw",
    }


def _builds(game: GameSystem, table: Table) -> Iterator[ReportBuild]:
    """Yield the builds that were public at the end, with title, summary and document."""
    if table.is_lost:
        return
    view = table.view(None)
    builds = game.tracker_of(table.setup).builds
    for seat, document in enumerate(builds(view) if builds else view.get("builds", ())):
        with suppress(InvalidInput):
            if document:
                build, context = game.read_in_context(document)
                summary = with_players(game, table, game.summary(build, context))
                title = with_players(game, table, build.title) or "Untitled"
                yield {"seat": seat, "title": title, "summary": summary, "document": document}


def _story_data(game: GameSystem, table: Table, entry: LogEntry) -> ReportEntry:
    side = game.tracker_of(table.setup).side
    who = "" if entry.seat is None else table.seats[entry.seat].name or side(entry.seat)
    faces = list(entry.thrown.faces) if entry.thrown else []
    text = with_players(game, table, entry.text)
    is_named = text.startswith((who, side(entry.seat or 0))) if who else True
    return {
        "number": entry.number,
        "seat": entry.seat,
        "who": "" if is_named else who,
        "text": text,
        "faces": faces,
        "how": entry.how,
        "at": entry.at,
    }


def _roll_data(roll: ReportedRoll) -> ReportRoll:
    words = [_figure_words(figure) for figure in roll.figures if not figure.is_certain]
    if not words:
        words = [CERTAIN if roll.figures else NO_ODDS]
    return {
        "number": roll.number,
        "title": roll.title,
        "about": roll.about,
        "seat": roll.seat,
        "typed": roll.typed,
        "throws": [_throw_data(throw) for throw in roll.throws],
        "figures": [_figure_data(figure) for figure in roll.figures],
        "words": words,
    }


def _throw_data(throw: ReportedThrow) -> ReportThrow:
    counts = bool(throw.hits_on)
    words = f"{throw.hits} of {len(throw.faces)} hit, expected {amount(throw.expected_hits)}"
    return {
        "number": throw.number,
        "seat": throw.seat,
        "dice": throw.dice,
        "why": throw.why,
        "die": list(throw.die),
        "faces": list(throw.faces),
        "typed": throw.typed,
        "hits_on": list(throw.hits_on),
        "hits": throw.hits if counts else None,
        "expected_hits": throw.expected_hits if counts else None,
        "words": words if counts else "",
    }


def _figure_data(figure: RollFigure) -> ReportFigure:
    return {
        "title": figure.title,
        "value": bool(figure.value) if figure.is_chance else figure.value,
        "expected": figure.mean,
        "at_least": figure.at_least,
        "at_most": figure.at_most,
    }


def _figure_words(figure: RollFigure) -> str:
    if figure.is_chance:
        return f"{figure.title}: {'yes' if figure.value else 'no'}; the chance was {percent(figure.mean)}"
    return f"{figure.title}: {amount(figure.value)}; expected {amount(figure.mean)}; {_tail(figure)}"


def _tail(figure: RollFigure) -> str:
    """Return the chance of a result this high or higher, or if it is below the expected one, this low or lower."""
    more = figure.value >= figure.mean
    chance = figure.at_least if more else figure.at_most
    if chance is None:
        return "its chance takes too long to work out"
    return f"this {'high or higher' if more else 'low or lower'}: {percent(chance)}"


def _luck_data(one: Luck) -> ReportLuck:
    figure = one.figure
    return {
        "seat": one.seat,
        "kind": one.kind,
        "of": plural(one.count, one.noun) if one.kind else plural(one.count, "die", "dice"),
        "count": one.count,
        "typed": one.typed,
        **_figure_data(figure),
        "value": figure.value,
        "words": f"{_luck_words(one)} {_judgement(figure)}",
    }


def _luck_words(one: Luck) -> str:
    figure = one.figure
    typed = f" ({one.typed} typed)" if one.typed else ""
    if not one.kind:
        counted = f"{amount(figure.value)} of {plural(one.count, 'die', 'dice')} hit{typed}"
    else:
        of = f"in {amount(figure.value)} of" if figure.is_chance else f"{amount(figure.value)} in"
        counted = f"{one.kind}, {figure.title}: {of} {plural(one.count, one.noun)}{typed}"
    return f"{counted}; {amount(figure.mean)} expected; {_tail(figure)}."


def _judgement(figure: RollFigure) -> str:
    chances = (figure.at_least, figure.at_most)
    chance = min((one for one in chances if one is not None), default=1.0)
    if chance >= UNUSUAL:
        return "Normal luck."
    games = f"about one game in {format_number(1 / chance)}" if chance > 1e-9 else "next to no game"
    return f"{'Unusual' if chance >= RARE else 'Rare'}: {games} is like that."


def report_text(answer: JsonMapping) -> str:
    """Return a report as text, with the same contents as its page."""
    return "\n".join(_lines(answer)) + "\n"


def _lines(answer: JsonMapping) -> Iterator[str]:
    names = [seat["name"] for seat in answer["seats"]]
    yield answer["title"]
    yield f"{answer['result']['words']}. {answer['result']['why']}"
    for seat in answer["seats"]:
        yield f"{seat['side']}: {seat['name']}"
    if answer["rulings"]:
        yield f"Rulings: {answer['rulings']}"
    for build in answer["builds"]:
        yield ""
        yield f"{names[build['seat']]} played:"
        yield from build["summary"].splitlines()
    yield ""
    yield "Was it the dice?"
    for one in answer["luck"]:
        yield f"- {names[one['seat']]}: {one['words']}"
    yield answer["method"] if answer["luck"] else NO_ROLLS
    yield ""
    yield "Rolls"
    for roll in answer["rolls"]:
        yield f"#{roll['number']} {roll_title(roll)}{whose(names, roll)}: {'. '.join(roll['words'])}"
        for throw in roll["throws"]:
            yield f"  {throw_words(throw)}"
    yield ""
    yield "What happened"
    for entry in answer["story"]:
        yield f"#{entry['number']} {entry_words(entry)}"
    if answer["undone"]:
        yield undone_words(answer["undone"])


NO_ROLLS = "Neither side made a roll with known odds, so there is nothing to compare."


def roll_title(roll: JsonMapping) -> str:
    """Return a roll's title with what it is about."""
    return f"{roll['title']} {roll['about']}".strip()


def whose(names: list[str], roll: JsonMapping) -> str:
    """Return the player of a roll, in brackets; empty for a roll of several sides."""
    return "" if roll["seat"] is None else f" ({names[roll['seat']]})"


def entry_words(entry: JsonMapping) -> str:
    """Return an entry of the story with its player, its dice, and whether these were typed."""
    who = f"{entry['who']}: " if entry["who"] else ""
    faces = f" [{' '.join(map(str, entry['faces']))}]" if entry["faces"] else ""
    return f"{who}{entry['text']}{faces}{' typed' if entry['how'] == 'typed' else ''}"


def undone_words(count: int) -> str:
    """Return the sentence that counts the undone events that a story leaves out."""
    return f"{plural(count, 'event was', 'events were')} undone and left out: the log of the table has all of it."


def throw_words(throw: JsonMapping) -> str:
    """Return a throw in words: its dice, its purpose, its faces, and how many of them hit."""
    notes = [*filter(None, (throw["words"], "typed" if throw["typed"] else ""))]
    noted = f" ({', '.join(notes)})" if notes else ""
    return f"{throw['dice']}, {throw['why']}: {' '.join(map(str, throw['faces']))}{noted}"
