"""The stored state of a game: two areas, the deck, drawn or shown cards, an unfinished roll."""

from typing import Any, Literal

from companion.data.documents import Record
from companion.games.mecha_mettle.analysis.sight_inputs import SQUARES
from companion.games.mecha_mettle.model import Edge
from companion.games.mecha_mettle.rules.line_of_sight import Facing
from companion.play.game_states import CardGameState, FacesSoFar, update
from companion.play.piles import Cards

NAMES = ("Player 1", "Player 2")
REACTOR = "reactor"
"""The module that is put aside for the second player."""
TOP = "the top of the module deck"
Phase = Literal["setup", "start", "reactor", "draft", "play", "over"]
How = Literal["weapon", "bypass", "scrap"]
LookKind = Literal["comms", "scanner", "bay", "search", "draw"]


SpaceKind = Literal["port", "door", "module", "destroyed"]
Contents = tuple[SpaceKind, Cards, tuple[Edge, ...], Facing]
"""What rules of sight and upgrades read of a space: kind, cards, edges and facing of its Standing."""


class DeckCard(Record):
    """A module face down, and the seats that know it."""

    card: str
    known_to: tuple[int, ...] = ()


class Standing(Record):
    """The contents of a space: a module has its cards, the lowest first, and the edge at which each other is linked.

    `facing` is that of the lowest card. `attacked` and `turns_free` hold for this turn. `marker` is the card that marks
    a destroyed port, None if the deck was empty; `was_door` says that the destroyed port held a Blast Door.
    """

    kind: SpaceKind = "port"
    cards: Cards = ()
    edges: tuple[Edge, ...] = ()
    facing: Facing = "ahead"
    attacked: bool = False
    turns_free: bool = False
    marker: DeckCard | None = None
    was_door: bool = False

    @property
    def contents(self) -> Contents:
        """Return the kind, cards, edges and facing: equal ones have the same shots, whatever happened this turn."""
        return self.kind, self.cards, self.edges, self.facing


class Player(Record):
    """A player: the area by space, the four components by level (() before the draft), the number of open ones.

    `used` says whether the component in force was used this turn.
    """

    area: dict[str, Standing]
    draft: tuple[str, ...] = ()
    revealed: int = 0
    used: bool = False

    @property
    def destroyed(self) -> int:
        """Return the number of destroyed ports, including those that held doors."""
        return [one.kind for one in self.area.values()].count("destroyed")

    @property
    def doors_lost(self) -> int:
        """Return the number of destroyed Blast Doors, which are out of the game."""
        return [one.was_door for one in self.area.values()].count(True)

    @property
    def doors(self) -> int:
        """Return the number of Blast Doors in play."""
        return [one.kind for one in self.area.values()].count("door")


class DeckLook(Record):
    """Cards that the active player looks at: the top `count` of the deck, and the reason; `search` is the whole deck.

    `draw` is the drawn card of a deck on the players' own table, until it is named.
    """

    kind: LookKind
    count: int


class Flux(Record):
    """A rearrangement of modules: the number that may still be lifted, and the lifted ones."""

    left: int
    lifted: tuple[Standing, ...] = ()


class PendingRoll(FacesSoFar):
    """An unfinished roll: the start roll, or a shot from a space at one of the opponent's, with its faces so far.

    `weapon` is its index among those in view. `component` is the attacker's, used for this shot on one `pool` of two.
    """

    kind: Literal["start", "shot"]
    at: str = ""
    target: str = ""
    weapon: int = 0
    how: How = "weapon"
    component: str = ""
    pool: str = ""
    scrapped: Standing | None = None


class State(CardGameState):
    """The state of the game.

    `deck` and `discard` have the top card first. `drawn` is a module that must be laid now. `firing` is the space of a
    module whose other weapons may still fire for the same action, `fired` has those that did. `unmarked` is a destroyed
    port that gets its marker after a shuffle. `buried` are markers under ports that were not shuffled back into the
    deck; it is filled only where the deck lies on the players' own table.
    """

    LATER = ("buried",)

    players: tuple[Player, Player]
    deck: tuple[DeckCard, ...] = ()
    discard: Cards = ()
    phase: Phase = "setup"
    turn: int = 0
    active: int = 0
    actions: int = 0
    door_played: bool = False
    drawn: str = ""
    look: DeckLook | None = None
    flux: Flux | None = None
    firing: str = ""
    fired: tuple[int, ...] = ()
    unmarked: tuple[int, str] | None = None
    roll: PendingRoll | None = None
    buried: Cards = ()

    @property
    def me(self) -> Player:
        """Return the player whose turn it is."""
        return self.players[self.active]

    @property
    def is_free(self) -> bool:
        """Return whether the active player may make any move of a turn: no card, roll or attack is unfinished."""
        return self.phase == "play" and not (
            self.drawn or self.look or self.flux or self.firing or self.roll or self.shuffle or self.result
        )


def with_player(state: State, seat: int, *texts: str, **changed: Any) -> State:
    """Return a state with fields of a player changed and sentences added to its news."""
    player = state.players[seat].model_copy(update=changed)
    first, second = state.players
    return update(state, *texts, players=(player, second) if seat == 0 else (first, player))


def put(state: State, seat: int, at: str, standing: Standing, *texts: str) -> State:
    """Return a state with new contents of a space."""
    return with_player(state, seat, *texts, area={**state.players[seat].area, at: standing})


def square_title(at: str) -> str:
    """Return a space as players say it: `front left`."""
    return SQUARES[at].name
