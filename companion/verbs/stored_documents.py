"""The check that a game can read a stored document, for restoring a backup and for `companion doctor`."""

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping
from companion.data import packs
from companion.data.documents import read_as
from companion.game_system.system import GameSystem
from companion.gamekit.house_rules import KIND
from companion.games import game as known_game
from companion.play.log import Setup, TableEvent
from companion.storage import tables
from companion.verbs.tables import read_foreign_table


def read_stored(game: str, kind: str, data: JsonMapping) -> None:
    """Read a document of a game and a kind; InvalidInput says why it cannot be read.

    The opponent of a matchup is a build. The cards of a collection are not checked: they may be from packs that are not
    in use.
    """
    system = known_game(game)
    if system is None:
        raise InvalidInput(InputError("game", quote(game), "a game that this version knows"))
    if kind in ("build", "opponent"):
        system.read(data)
    if kind == KIND:
        system.read_house_rules(data)
    if kind == tables.KIND:
        _read_table(system, data)
    if kind == "pack":
        system.catalogue.merge_rows(packs.read_pack(packs.embed_pack(data), system.catalogue))


def _read_table(game: GameSystem, data: JsonMapping) -> None:
    """Read a table and replay its events; of a table of an earlier tracker, only the setup is read."""
    setup = read_as(Setup, {name: value for name, value in data.items() if name != "event"})
    if setup.game != game.slug:
        raise InvalidInput(InputError("game", quote(setup.game), f"a table of {game.slug}"))
    events = [read_as(TableEvent, event) for event in data.get("event", ())]
    if setup.tracker == game.tracker_of(setup).number:
        read_foreign_table(game, setup, events)
