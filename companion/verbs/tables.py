"""Opening, replaying and exporting tables, for web pages and command line; the caller stores them and their seeds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion import __version__
from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data import packs
from companion.data.documents import read_as
from companion.data.rulebook import Ruling
from companion.game_system.system import GameSystem
from companion.gamekit import house_rules
from companion.play.fair_dice import commitment
from companion.play.log import Setup, TableEvent, public
from companion.play.table import StateLost, Table, begin, extend
from companion.play.tracker import Tracker
from companion.verbs.table_answers import TableExport


def set_up(game: GameSystem, seed: bytes, fields: JsonMapping) -> Setup:
    """Return the setup of a new table.

    `fields` may have `title`, `seats`, `rulings`, `pack`, `house_rules`, `options` and `one_phone`, as in a Setup;
    InvalidInput names those that cannot be read. Rulings that are not given are the defaults; `options` are those of
    the game's tracker. With `by_hand` the players keep the table themselves, whatever the app knows of the game.
    """
    fields = dict(fields)
    by_hand = bool(fields.pop("by_hand", False))
    kind = game.kept_by_hand if by_hand else game.tracker
    options = {} if by_hand else read_as(kind.options, fields.get("options", {})).model_dump(mode="json")
    plain_fields = {name: value for name, value in fields.items() if name != "options"}
    rulings = dict(game.rulebook.rulings(plain_fields.pop("rulings", None)))
    fixed = {"game": game.slug, "tracker": kind.number, "commitment": commitment(seed), "release": __version__}
    setup = read_as(Setup, {"seats": kind.most_seats, **plain_fields, **fixed, "rulings": rulings, "options": options})
    _check_seats(game, setup)
    maker(game, setup)(setup.rulings)
    return setup


def _check_seats(game: GameSystem, setup: Setup) -> None:
    """Refuse a number of seats that the game cannot be played by."""
    kind = game.tracker_of(setup)
    if not kind.least_seats <= setup.seats <= kind.most_seats:
        wanted = (
            f"from {kind.least_seats} to {kind.most_seats}" if kind.least_seats < kind.most_seats else kind.most_seats
        )
        raise InvalidInput(InputError("seats", str(setup.seats), f"{wanted} at {game.title}"))


def set_up_again(game: GameSystem, seed: bytes, table: Table) -> Setup:
    """Return the setup of a rematch: that of the table, with the rulings at the end of its game."""
    same = table.setup.model_dump(mode="json", exclude={"format", "game", "tracker", "commitment", "release"})
    by_hand = table.setup.tracker == game.kept_by_hand.number
    return set_up(game, seed, {**same, "rulings": dict(table.rulings), "by_hand": by_hand})


def maker(game: GameSystem, setup: Setup) -> Callable[[Mapping[str, str]], Tracker[Any]]:
    """Return the function that makes a table's tracker from rulings; InvalidInput if its packs cannot be read."""
    kind = game.tracker_of(setup)
    catalogue = packs.merge(game.catalogue, setup.pack)
    return lambda rulings: kind.make(setup, game.context(rulings, catalogue))


def changeable_rulings(game: GameSystem, setup: Setup) -> tuple[Ruling, ...]:
    """Return the rulings that may change during play at a table, in the rulebook's order."""
    ids = game.tracker_of(setup).rulings
    return tuple(one for one in game.rulebook.ruling if not one.example and (ids is None or one.id in ids))


def open_table(game: GameSystem, setup: Setup) -> Table:
    """Return a new table with empty seats."""
    return begin(setup, maker(game, setup))


def open_foreign_table(game: GameSystem, setup: Setup) -> Table:
    """Return a new table from a setup of unknown origin; InvalidInput if the game cannot be played with it."""
    try:
        _check_seats(game, setup)
        table = open_table(game, setup)
        table.tracker.result(table.state)
        return table
    except InvalidInput as error:
        raise error.prefix_place("setup") from None
    except Exception as error:  # a tracker trusts its setup; this one may not come from a table
        raise InvalidInput(InputError("setup", f"one that cannot be played ({error!r})", "one of a game")) from None


def read_foreign_table(game: GameSystem, setup: Setup, events: Sequence[TableEvent]) -> Table:
    """Return a table from a log of unknown origin; InvalidInput if the game cannot replay it."""
    if setup.tracker != game.tracker_of(setup).number:
        wanted = f"{game.tracker.number}, which this version plays"
        raise InvalidInput(InputError("setup.tracker", str(setup.tracker), wanted))
    try:
        return _replay(game, setup, events)
    except StateLost as error:
        where = error.input_errors[0].where
        raise InvalidInput(InputError(where, "a log that cannot be followed to here", "one of a game")) from None
    except InvalidInput:
        raise
    except Exception as error:  # a tracker trusts its events; these may not come from a table
        raise InvalidInput(InputError("event", f"a log that cannot be followed ({error!r})", "one of a game")) from None


def _replay(game: GameSystem, setup: Setup, events: Sequence[TableEvent]) -> Table:
    """Return a table, with every state on the way worked out, also those that were undone.

    Events before a stored state from which the game went on are not replayed: they cannot be.
    """
    table = open_table(game, setup)
    since = next((event.number for event in reversed(events) if event.kind == "state"), 0)
    for event in events:
        table = extend(table, (event,))
        if event.number >= since:
            table.tracker.result(table.state)
    return table


def agreed_document(table: Table, build: JsonMapping) -> JsonObject:
    """Return a build's document with the rulings and house rules of a table, under which it is checked there.

    It keeps its own packs; without any it gets the table's.
    """
    setup = table.setup
    document = {"pack": list(setup.pack), **build, "rulings": dict(table.rulings), house_rules.FIELD: setup.house_rules}
    return {name: value for name, value in document.items() if value}


def export(table: Table, seat: int | None) -> TableExport:
    """Return a table as a file, with the parts of its log that a seat may see, or for None a spectator."""
    ended = table.result is not None
    events = [public(event, table.sight(seat, event.number), ended) for event in table.events]
    return {"format": 1, "setup": table.setup.model_dump(mode="json"), "event": events}
