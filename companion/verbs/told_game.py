"""The game that a booklet tells: the first scene of the lesson, with what happened in the words of the table."""

from companion.game_system.system import GameSystem
from companion.play.log import OF_GAME
from companion.play.table import Table
from companion.printing.text.booklet_pages import ToldStep
from companion.verbs.lessons import LessonPosition, carry_out, positions
from companion.verbs.log_words import LogEntry, log_entries


def tell_game(game: GameSystem) -> tuple[ToldStep, ...]:
    """Return the steps of the first scene of a game's lesson, both sides' choices; none where it has no lesson."""
    listed = positions(game)
    scene = [one for one in listed if one.scene == listed[0].scene]
    following = listed[1 : len(scene) + 1]
    return tuple(_told(game, before, after) for before, after in zip(scene, following, strict=False))


def _told(game: GameSystem, before: LessonPosition, after: LessonPosition) -> ToldStep:
    step = before.step
    assert step is not None
    table = carry_out(game, before.table, step) if after.begins_scene else after.table
    return ToldStep(before.table.last_name(step.seat), step.title, step.why, new_words(before.table, table, step.seat))


def new_words(before: Table, after: Table, seat: int) -> tuple[str, ...]:
    """Return in words what happened in the game between two positions, as a seat reads it, with the faces of dice."""
    count = len(after.events) - len(before.events)
    if not count:
        return ()
    kinds = {event.number: event.kind for event in after.events}
    entries = reversed(log_entries(after, seat, count))
    return tuple(words for entry in entries if kinds[entry.number] in OF_GAME and (words := _words(entry)))


def _words(entry: LogEntry) -> str:
    text = f"{entry.text[:1].upper()}{entry.text[1:]}"
    if entry.thrown is None:
        return text
    faces = ", ".join(map(str, entry.thrown.faces))
    return f"{text} Dice: {faces}." if text.endswith((".", "!", "?")) else f"{text}: {faces}."
