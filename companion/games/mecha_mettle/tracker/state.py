"""Mecha Mettle's game as it is stored: two areas, the deck, what is drawn or looked at, a shot."""

from typing import Any, Literal

from companion.data.documents import Record
from companion.games.mecha_mettle.analysis.sight_inputs import SQUARES
from companion.games.mecha_mettle.model import Edge
from companion.games.mecha_mettle.rules.line_of_sight import Facing
from companion.play.game_states import CardGameState, FacesSoFar, update
from companion.play.piles import Cards

NAMES = ("Player 1", "Player 2")
REACTOR = "reactor"
"""The module that is put aside for whoever acts second."""
TOP = "the top of the module deck"
Phase = Literal["setup", "start", "reactor", "draft", "play", "over"]
How = Literal["weapon", "bypass", "scrap"]
LookKind = Literal["comms", "scanner", "bay", "search", "draw"]


class DeckCard(Record):
    """A module face down, and the seats that have looked at it since it lies there."""

    card: str
    known_to: tuple[int, ...] = ()


class Standing(Record):
    """What stands on a space: a module as its cards, the lowest first, and the edge at which each other one is linked.

    `facing` is that of the lowest card. `attacked` and `turns_free` are those of this turn. `marker` is the card that
    marks a destroyed port; None where there was none left. `was_door` says what was destroyed.
    """

    kind: Literal["port", "door", "module", "destroyed"] = "port"
    cards: Cards = ()
    edges: tuple[Edge, ...] = ()
    facing: Facing = "ahead"
    attacked: bool = False
    turns_free: bool = False
    marker: DeckCard | None = None
    was_door: bool = False


class Player(Record):
    """A player's area by space, the four components by level (empty before the draft), how many of them are open.

    `used` says whether the component in force was used this turn.
    """

    area: dict[str, Standing]
    draft: tuple[str, ...] = ()
    revealed: int = 0
    used: bool = False

    @property
    def destroyed(self) -> int:
        """Return how many ports are destroyed, those with doors too."""
        return sum(one.kind == "destroyed" for one in self.area.values())

    @property
    def doors_lost(self) -> int:
        """Return how many Blast Doors are destroyed: they are out of the game."""
        return sum(one.was_door for one in self.area.values())

    @property
    def doors(self) -> int:
        """Return how many Blast Doors are in play."""
        return sum(one.kind == "door" for one in self.area.values())


class DeckLook(Record):
    """Cards that the active player looks at: so many from the top of the deck, and what for; `search` is all of it.

    `draw` is the top card of a deck that lies on the players' own table, until it is named.
    """

    kind: LookKind
    count: int


class Flux(Record):
    """Modules that are being rearranged: how many more may be lifted, and those that are."""

    left: int
    lifted: tuple[Standing, ...] = ()


class PendingRoll(FacesSoFar):
    """A roll under way: who starts, or a shot from a space at one of the opponent's, with the groups of faces so far.

    `weapon` is its place among those in view. `component` is the attacker's, used for this shot on one `pool` of two.
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
    """How the game stands.

    `deck` and `discard` have the top card first. `drawn` is a module that has to be laid now. `fired` are the weapons
    of the module at `firing` that have fired for the same action, where others may still. `unmarked` is a destroyed
    port that gets its marker after a shuffle. `buried` are modules that lie under ports, as the deck was shuffled
    without them; it is known only where the deck lies on the players' own table.
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
        """Return whether the active player may do anything of a turn: nothing is drawn, looked at, or half done."""
        return self.phase == "play" and not (
            self.drawn or self.look or self.flux or self.firing or self.roll or self.shuffle or self.result
        )


def with_player(state: State, seat: int, *texts: str, **changed: Any) -> State:
    """Return a state in which a player has changed."""
    player = state.players[seat].model_copy(update=changed)
    first, second = state.players
    return update(state, *texts, players=(player, second) if seat == 0 else (first, player))


def put(state: State, seat: int, at: str, standing: Standing, *texts: str) -> State:
    """Return a state with something else on a space."""
    return with_player(state, seat, *texts, area={**state.players[seat].area, at: standing})


def square_title(at: str) -> str:
    """Return a space as players say it: `front left`."""
    return SQUARES[at].name
