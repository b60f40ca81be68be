"""Tables as every shell opens, continues and hands them on; who stores a table brings its seed and the time."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

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


def set_up(game: GameSystem, seed: bytes, asked: JsonMapping) -> Setup:
    """Return what a table is opened with.

    `asked` may have `title, seats, rulings, pack, house_rules, options, one_phone`, as a Setup has them; InvalidInput
    names what cannot be read. Rulings that are not given are the defaults; options are those of the game's tracker.
    """
    kind = game.tracker
    options = read_as(kind.options, asked.get("options", {})).model_dump(mode="json")
    given = {name: value for name, value in asked.items() if name != "options"}
    rulings = dict(game.rulebook.rulings(given.pop("rulings", None)))
    known = {"game": game.slug, "tracker": kind.number, "commitment": commitment(seed)}
    setup = read_as(Setup, {"seats": kind.most_seats, **given, **known, "rulings": rulings, "options": options})
    if not kind.least_seats <= setup.seats <= kind.most_seats:
        wanted = (
            f"from {kind.least_seats} to {kind.most_seats}" if kind.least_seats < kind.most_seats else kind.most_seats
        )
        raise InvalidInput(InputError("seats", str(setup.seats), f"{wanted} at {game.title}"))
    maker(game, setup)(setup.rulings)
    return setup


def set_up_again(game: GameSystem, seed: bytes, table: Table) -> Setup:
    """Return what a rematch is opened with: all that the table has, its rulings as they are at the end."""
    same = table.setup.model_dump(mode="json", exclude={"format", "game", "tracker", "commitment"})
    return set_up(game, seed, {**same, "rulings": dict(table.rulings)})


def maker(game: GameSystem, setup: Setup) -> Callable[[Mapping[str, str]], Tracker[Any]]:
    """Return what makes a table's tracker under rulings; InvalidInput where its packs cannot be read."""
    kind = game.tracker_of(setup)
    catalogue = packs.merge(game.catalogue, setup.pack)
    return lambda rulings: kind.make(setup, game.context(rulings, catalogue))


def changeable_rulings(game: GameSystem, setup: Setup) -> tuple[Ruling, ...]:
    """Return the rulings that may change during play at a table, in the rulebook's order."""
    named = game.tracker_of(setup).rulings
    return tuple(one for one in game.rulebook.ruling if not one.example and (named is None or one.id in named))


def open_table(game: GameSystem, setup: Setup) -> Table:
    """Return a new table at which nobody sits."""
    return begin(setup, maker(game, setup))


def read_foreign_table(game: GameSystem, setup: Setup, events: Sequence[TableEvent]) -> Table:
    """Return a table as it stands, whoever wrote its log; InvalidInput where its game cannot follow it."""
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
    except Exception as error:  # a tracker trusts the events of a table, which these may never have been
        raise InvalidInput(InputError("event", f"a log that cannot be followed ({error!r})", "one of a game")) from None


def _replay(game: GameSystem, setup: Setup, events: Sequence[TableEvent]) -> Table:
    """Return a table as it stands, every state on the way worked out, those that were undone too.

    What is before a state from which the game goes on cannot be followed.
    """
    table = open_table(game, setup)
    since = next((event.number for event in reversed(events) if event.kind == "state"), 0)
    for event in events:
        table = extend(table, (event,))
        if event.number >= since:
            table.tracker.result(table.state)
    return table


def agreed_document(table: Table, build: JsonMapping) -> JsonObject:
    """Return a build's document as it is judged at a table: by the rulings and house rules that are agreed on there.

    It keeps its own packs; one that has none uses the table's.
    """
    setup = table.setup
    document = {"pack": list(setup.pack), **build, "rulings": dict(table.rulings), house_rules.FIELD: setup.house_rules}
    return {name: value for name, value in document.items() if value}


def export(table: Table, seat: int | None) -> TableExport:
    """Return a table as a file: what a seat may see of its log, or for None what everybody may."""
    ended = table.result is not None
    events = [public(event, table.sight(seat, event.number), ended) for event in table.events]
    return {"format": 1, "setup": table.setup.model_dump(mode="json"), "event": events}
