"""What is played in a run: a game, the build and the strength of each side, rulings, packs, and a seed.

Two runs of one matchup are the same games, on any machine and by any number of workers.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import Field

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.base.wording import join_words
from companion.data import packs
from companion.data.documents import Record
from companion.game_system.system import GameSystem
from companion.games import game as find_game
from companion.lab.battles import check_situation
from companion.lab.situations import Situation
from companion.opponent.strengths import STRENGTHS
from companion.play.fair_dice import commitment
from companion.play.log import Setup
from companion.play.records.tracker import RecordsTracker
from companion.play.tracker import Tracker

MOST_DECISIONS = 3_000
"""Decisions after which a game counts as one that does not end."""
NUMBERS = "00"
"""What each seat adds to the seed of the dice in a simulated game."""


class Side(Record):
    """One side of a matchup: its build, None for what the rules start everybody with, and how well it is played."""

    title: str
    build: JsonObject | None = None
    strength: str = "fair"


class LabMatchup(Record):
    """A matchup: `seed` is any text, `most_decisions` the bound of a game that does not end.

    A game whose models stand on the players' own table is played in a `situation`; others have none.
    """

    game: str
    sides: tuple[Side, ...] = Field(min_length=2, max_length=4)
    rulings: dict[str, str] = {}
    pack: tuple[JsonObject, ...] = ()
    options: JsonObject = {}
    situation: Situation | None = None
    seed: str = "1"
    most_decisions: int = Field(MOST_DECISIONS, ge=1, le=100_000)

    def seed_of(self, number: int) -> bytes:
        """Return the seed of a game's dice and choices: the games of one number and seed share it in all matchups."""
        return hashlib.sha256(f"mech-companion lab 1\n{self.seed}\n{number}".encode()).digest()

    def seated(self, number: int) -> tuple[int, ...]:
        """Return which side sits in each seat of a game: they move one seat on from game to game."""
        count = len(self.sides)
        return tuple((seat + number) % count for seat in range(count))

    def setup(self, number: int) -> Setup:
        """Return the setup of a game, as of a table."""
        game = system(self.game)
        return Setup(
            game=self.game,
            tracker=game.tracker.number,
            seats=len(self.sides),
            rulings=dict(game.rulebook.rulings(self.rulings)),
            pack=self.pack,
            options={**(game.tracker.build_options if any(side.build for side in self.sides) else {}), **self.options},
            commitment=commitment(self.seed_of(number)),
        )


@dataclass(frozen=True)
class Opened:
    """A matchup whose cards and rulings are read, ready to be played."""

    matchup: LabMatchup
    tracker: Tracker[Any]
    names: tuple[str, ...]
    """What the game calls its seats."""
    pack_cards: Mapping[str, str]
    """The names of the cards that packs bring or change, by id."""
    are_builds_sealed: bool
    """Whether a side chooses its build in secret; where not, it brings it by a move named `build`."""


@lru_cache(maxsize=8)
def opened(matchup_json: str) -> Opened:
    """Return a matchup from its JSON, with its tracker; InvalidInput where it cannot be played."""
    matchup = LabMatchup.model_validate_json(matchup_json)
    game = system(matchup.game)
    for side in matchup.sides:
        if side.strength not in STRENGTHS:
            wanted = f"one of {join_words([*STRENGTHS], 'or')}"
            raise InvalidInput(InputError("strength", quote(side.strength), wanted))
    kind = game.tracker
    if not kind.has_opponent:
        raise InvalidInput(InputError("game", game.title, "a game that the computer can play"))
    if not kind.least_seats <= len(matchup.sides) <= kind.most_seats:
        raise InvalidInput(InputError("sides", str(len(matchup.sides)), f"{kind.least_seats} to {kind.most_seats}"))
    setup = matchup.setup(0)
    catalogue = packs.merge(game.catalogue, setup.pack)
    tracker = kind.make(setup, game.context(setup.rulings, catalogue))
    if kind.has_positions:
        _check_battle(matchup, tracker)
    elif matchup.situation:
        wanted = "none: the app knows where everything is in this game"
        raise InvalidInput(InputError("situation", quote(matchup.situation.title), wanted))
    elif not tracker.is_searchable:
        raise InvalidInput(InputError("options", "cards on the players' table", "cards that the app holds"))
    are_sealed = not kind.build_options and not kind.has_positions
    changed = {card.id: card.name for card in catalogue.cards.values() if game.catalogue.cards.get(card.id) != card}
    return Opened(matchup, tracker, tuple(map(kind.side, range(len(matchup.sides)))), changed, are_sealed)


def _check_battle(matchup: LabMatchup, tracker: Tracker[Any]) -> None:
    """Raise InvalidInput where a side has no build, or the situation does not fit the game and the builds."""
    bare = [side.title for side in matchup.sides if side.build is None]
    if bare:
        wanted = "a build for every side: in this game everybody brings one"
        raise InvalidInput(*(InputError(title, "no build", wanted) for title in bare))
    if matchup.situation is None:
        raise InvalidInput(InputError("situation", "none", "one: models stand on the players' own table in this game"))
    assert isinstance(tracker, RecordsTracker)
    check_situation(tracker, matchup.situation, [side.build or {} for side in matchup.sides])


def system(slug: str) -> GameSystem:
    """Return a game by its slug; InvalidInput where there is none."""
    game = find_game(slug)
    if game is None:
        raise InvalidInput(InputError("game", quote(slug), "one of the five games"))
    return game
