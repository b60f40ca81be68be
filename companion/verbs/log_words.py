"""The log of a table in words, with the dice, without anything that the reading seat may not know.

The words for an event of the game are the news that its tracker gives for the state after it.
"""

from dataclasses import dataclass
from threading import Lock

from companion.base import caches
from companion.base.json_types import JsonMapping
from companion.base.wording import join_words, plural
from companion.data.rulebook import Ruling
from companion.dice.resolver import Thrown
from companion.dice.throw import Choice, Die, FaceClass, Throw
from companion.games import game as find_game
from companion.play.log import OF_GAME, TableEvent
from companion.play.table import LoggedPosition, Position, StateLost, Table, What

MOST_SHOWN = 12
"""Entries of the log on a table's page; the full log is one tap away."""
MOST_NAMED = 8
"""Undone events that are named one by one; of more, only the first and the last."""
_MOST_OUTCOMES = 20_000
"""Cached words of events of the game, each for one seat."""
DICE_ORIGINS = {"thrown": "thrown by the table", "typed": "typed", "named": "named by hand", "chosen": ""}


@dataclass(frozen=True)
class LogEntry:
    """One event in words; `undone` says that it no longer counts, `thrown` are its dice."""

    number: int
    seat: int | None
    text: str
    at: str = ""
    thrown: Thrown | None = None
    how: str = ""
    undone: bool = False
    rulings: tuple[tuple[str, str], ...] = ()
    """The rulings that mattered here for the first time: id, and the question with the answer in force."""
    warning: str = ""
    """The rule that a move outside the rules broke."""
    reason: str = ""
    """Why the computer moved."""
    is_lost: bool = False
    """Whether the app cannot replay the game to here, so that the text comes from the log alone."""


def log_entries(table: Table, seat: int | None, most: int = MOST_SHOWN) -> tuple[LogEntry, ...]:
    """Return the newest `most` entries (0: all) as a seat may read them, the newest first; seat None is a spectator."""
    events = table.events[-most:] if most else table.events
    positions: dict[int, Position] = {}
    for position in table.positions():
        positions[position.event] = position
        if events and position.event < events[0].number:
            break  # later events that were undone branch off from here
    valid = set(positions)
    return tuple(_entry(table, seat, event, positions, valid) for event in reversed(events))


def log_entry(table: Table, seat: int | None, number: int) -> LogEntry:
    """Return one entry as `log_entries` does."""
    positions = {position.event: position for position in table.positions()}
    return _entry(table, seat, table.events[number - 1], positions, set(positions))


def position_at(table: Table, number: int) -> Position:
    """Return the position after an event, also after an undone one; 0 is the start."""
    positions = {position.event: position for position in table.positions()}
    return _position(table, _number_before(table, number + 1), positions)


def _position(table: Table, number: int, positions: dict[int, Position]) -> Position:
    """Return the position after an event, also after an undone one; `positions` caches positions by event."""
    missing = []
    while number not in positions:
        missing.append(number)
        event = table.events[number - 1]
        number = int(event.values["to"]) if event.kind == "undo" else _number_before(table, number)
    position = positions[number]
    for undone in reversed(missing):
        event = table.events[undone - 1]
        tracker = table.tracker_at(undone)
        if event.kind != "undo":
            position = LoggedPosition(event, position, tracker)
        elif (state := tracker.hide(position.state, event.seen)) is not position.state:
            position = Position(state, undone, position)
        positions[undone] = position
    return position


def _number_before(table: Table, number: int) -> int:
    """Return the number of the event whose position the game was in just before this one; 0 for the start."""
    for place in range(number - 2, -1, -1):
        event = table.events[place]
        if event.kind in OF_GAME or event.kind == "state" or (event.kind == "undo" and event.seen):
            return event.number
        if event.kind in ("undo", "redo"):
            return int(event.values["to"])
    return 0


def _entry(
    table: Table, seat: int | None, event: TableEvent, positions: dict[int, Position], valid: set[int]
) -> LogEntry:
    number, at, seat = event.number, event.at, table.sight(seat, event.number)
    if event.kind not in OF_GAME:
        return LogEntry(number, event.seat, _readable_words(table, event), at)
    outcome = None if table.is_lost else _outcome(table, seat, event, positions)
    text, thrown = outcome or _stored_outcome(event)
    how = DICE_ORIGINS.get(str(event.values.get("how", "")), "")
    by_id = {ruling.id: ruling for ruling in _rulings_of(table)} if event.rulings else {}
    rulings = tuple(
        (name, f"{ruling.question} You play: {ruling.option_in_force(event.rulings).text}")
        for name in event.rulings
        if (ruling := by_id.get(name))
    )
    warning = str(event.values.get("warning", "")) if event.kind == "move" else ""
    is_undone = number not in valid and not table.is_lost
    return LogEntry(
        number, event.seat, text, at, thrown, how, is_undone, rulings, warning, event.reason, outcome is None
    )


def _rulings_of(table: Table) -> tuple[Ruling, ...]:
    game = find_game(table.setup.game)
    return game.rulebook.ruling if game else ()


def _changes(table: Table, values: JsonMapping) -> str:
    """Return in words which rulings change, and how."""
    chosen, before = values["rulings"], values.get("before", {})
    return " ".join(
        f"{one.question} {one.option_in_force(chosen).text} (Before: {one.option_in_force(before).text})"
        for one in _rulings_of(table)
        if one.id in chosen
    )


_lock = Lock()
_outcomes = caches.table("companion.verbs.log_words", _MOST_OUTCOMES, None, _lock)


def _outcome(
    table: Table, seat: int | None, event: TableEvent, positions: dict[int, Position]
) -> tuple[str, Thrown | None] | None:
    """Return the words for an event of the game, as a seat may read them, and its dice; cached, as they never change.

    None if the game cannot be replayed to there.
    """
    # Positions of a lesson differ in nothing but their faces, where these lead to the same state.
    key = table.setup.commitment, event.number, event.at, event.state, tuple(event.values.get("faces", ())), seat
    with _lock:
        cached: tuple[str, Thrown | None] | None = _outcomes.get(key)
    if cached:
        return cached
    try:
        position = _position(table, event.number, positions)
        news = " ".join(table.tracker_at(event.number).view(position.state, seat).get("news", ()))
        outcome = (
            news or _answered_question(table, event, position) or describe_event(event),
            _thrown(table, event, position),
        )
    except StateLost:
        return None
    with _lock:
        _outcomes[key] = outcome
    return outcome


def _answered_question(table: Table, event: TableEvent, position: Position) -> str:
    """Return a question with its answer if the event is a choice; empty for every other event."""
    if event.kind != "faces" or event.values["how"] != "chosen" or position.before is None:
        return ""
    pending = table.tracker_at(event.number).waiting(position.before.state)
    choice = next((one.throw for one in pending if isinstance(one.throw, Choice)), None)
    if choice is None or event.values["faces"][0] > len(choice.answers):
        return ""
    answer = choice.answers[event.values["faces"][0] - 1]
    return f"{choice.why} {answer[:1].upper()}{answer[1:]}."


def _stored_outcome(event: TableEvent) -> tuple[str, Thrown | None]:
    """Return the words and the dice of an event of the game from the log alone, without replaying the game."""
    words, values = describe_event(event), event.values
    faces, die = values.get("faces"), values.get("die")
    if event.kind != "faces" or not faces or not die:
        return words, None
    classes = (FaceClass("face", frozenset(die), ""),)
    return words, Thrown(Throw(words, len(faces), Die(f"d{len(set(die))}", tuple(die)), classes), tuple(faces))


def _thrown(table: Table, event: TableEvent, position: Position) -> Thrown | None:
    """Return the dice of an event with the throw that they belong to; None if it has no dice."""
    if event.kind != "faces" or event.values["how"] == "chosen" or position.before is None:
        return None
    pending = table.tracker_at(event.number).waiting(position.before.state)
    faces = event.values["faces"]
    throws = [one for one in pending if one.throw and one.throw.count == len(faces)]
    # An older version may have used other words for a throw, or asked another seat for it.
    best = min(throws, key=lambda one: (one.why != event.values["why"], one.seat != event.seat), default=None)
    return Thrown(best.throw, tuple(faces)) if best and best.throw else None


def describe_event(event: TableEvent) -> str:
    """Return words for an event of the game from the log alone, for a tracker that gives no news of it."""
    if event.kind == "move":
        return str(event.values.get("name", "A move")).replace("-", " ").capitalize() + "."
    return {
        "faces": str(event.values.get("why", "Dice")),
        "shuffle": str(event.values.get("why", "Cards are shuffled.")),
        "card": str(event.values.get("why", "A card is named.")),
        "seal": "Sealed a choice.",
        "void": "The sealed choice is void: somebody else has the seat, and chooses again.",
        "open": "The sealed choices are open.",
        "correct": f"Set {event.values.get('field')} to {event.values.get('value')} by hand.",
    }[event.kind]


def _readable_words(table: Table, event: TableEvent) -> str:
    """Return an event in words; if its values can no longer be read, a sentence that says so."""
    try:
        return _words(table, event)
    except (LookupError, TypeError, ValueError):
        return f"This entry can no longer be read ({event.kind})."


def _words(table: Table, event: TableEvent) -> str:
    values = event.values
    if event.kind == "sit":
        drawn = "The server drew a number for its dice." if values.get("drawn") == "server" else ""
        return (
            f"{values['name']} sits down{', replacing another player' if values.get('is_new') else ''}. {drawn}".strip()
        )
    if event.kind == "dice":
        return "Uses the table’s dice." if values["dice"] == "thrown" else "Throws their own dice."
    if event.kind == "propose":
        proposal = describe_proposal(table, values["what"], values)
        return f"Asks for {proposal}{'' if proposal.endswith((')', '.')) else '.'}"
    if event.kind == "undo":
        undone = [f"#{number}" for number in values.get("undone", ())]
        if len(undone) > MOST_NAMED:
            undone = [f"{len(undone)} events, {undone[0]} to {undone[-1]}"]
        seen = f" It had shown: {join_words(event.seen)}." if event.seen else ""
        return f"Undone: {join_words(undone)}.{seen}"
    if event.kind == "redo":
        return f"Redone, up to #{values['to']}."
    if event.kind == "end":
        return f"The game is over. {values['why']} {_undone_choices(table, values)}".rstrip()
    if "rulings" in values and event.kind == "note":
        return f"New ruling from here on: {_changes(table, values)}"
    if event.kind in ("note", "seed", "state"):
        return str(values.get("text", ""))
    if event.kind == "host":
        return _host_words(table, values)
    if event.kind == "leave" and values.get("by") == "host":
        return "The host has freed the seat: its old link no longer works."
    if event.kind == "admit":
        return f"The others let {table.last_name(values['seat'])} play on in this seat."
    if event.kind == "out":
        return f"The others go on without {table.last_name(values['seat'])}."
    return _PLAIN[event.kind]


def _undone_choices(table: Table, values: JsonMapping) -> str:
    """Return in words the sealed choices that are opened at the end although they were undone."""
    valid = {position.event for position in table.positions()}
    undone = [one for one in values.get("opened", ()) if one["number"] not in valid]
    return " ".join(
        f"Also opened: an earlier choice of {table.last_name(one['seat'])} that was undone ({_choice(table, one)})."
        for one in undone
    )


def _choice(table: Table, opened: JsonMapping) -> str:
    return ", ".join(filter(None, (f"#{opened['number']}", table.tracker.secret_words(opened["secret"]))))


_PLAIN = {
    "leave": "Leaves the seat.",
    "agree": "Agrees.",
    "refuse": "Says no.",
    "call": "Asks whether the host is there.",
    "pause": "The table is paused.",
    "resume": "Ends the pause.",
    "finish": "Agrees to the end of the game.",
}


def _host_words(table: Table, values: JsonMapping) -> str:
    if "here" in values:
        return "The host is there."
    to = values["to"]
    return f"{table.last_name(to) if isinstance(to, int) else 'The person with the host’s link'} is host from now on."


def describe_proposal(table: Table, what: What, values: JsonMapping) -> str:
    """Return in words what a seat asks the others for, to follow "asks for"."""
    if what == "host":
        return f"{table.last_name(values['to'])} as host"
    if what == "undo" and "to" in values:
        back = f"to #{values['to']}" if values["to"] else "to the start"
        return f"{plural(values['moves'], 'move')} to be undone, back {back}"
    if what == "rulings":
        return f"another answer. {_changes(table, values)}"
    if what == "correct":
        return f"a correction by hand: {str(values['label']).partition(';')[0]} to {values['value']}"
    if what == "move":
        return f"all to agree: {values['move']['label']}"
    if what == "admit":
        return "permission to play on in this seat, and to see what is hidden from others"
    if what == "without":
        return f"the others to go on without {table.last_name(values['seat'])}"
    if what == "hints":
        return "hints from the computer, for all at this table"
    return {"undo": "an undo", "redo": "a redo", "draw": "a draw", "pause": "a pause"}[what]
