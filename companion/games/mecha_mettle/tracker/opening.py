"""The beginning of a game: the deck is shuffled, both roll to start, the Reactor is laid, components are sealed."""

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.games.mecha_mettle.analysis.average_shot import AverageShot
from companion.games.mecha_mettle.model import LEVELS
from companion.games.mecha_mettle.rules.turn import ACTIONS
from companion.games.mecha_mettle.tracker.deck import owe_shuffle
from companion.games.mecha_mettle.tracker.state import (
    NAMES,
    REACTOR,
    Standing,
    State,
    put,
    square_title,
    with_player,
)
from companion.games.mecha_mettle.tracker.terms import Terms, cached_by_terms
from companion.play.game_states import update
from companion.play.tracker import Pick

TICKETS = 5
"""The tickets that every component has where a sensible draft is drawn."""
PERCENT = 100


def begin(state: State, values: JsonMapping, terms: Terms) -> State:
    """Put a Reactor aside and shuffle the other modules (fact 30)."""
    return owe_shuffle(state, "the module deck is shuffled, one Reactor put aside", "start")


@rule("first-player")
def end_start_roll(state: State, outcome: Outcome, terms: Terms) -> State:
    """Give the Reactor to the second player (facts 31, 32)."""
    starts = outcome["starts"]
    text = f"{NAMES[starts]} starts; {NAMES[1 - starts]} gets the Reactor."
    return update(state, text, phase="reactor", roll=None, active=starts)


@rule("first-player")
def lay_reactor(state: State, values: JsonMapping, terms: Terms) -> State:
    """Lay the Reactor of the second player on any own port, in any facing (fact 32)."""
    seat, at = 1 - state.active, values["to"]
    standing = Standing(kind="module", cards=(REACTOR,), facing=values["facing"])
    text = f"{NAMES[seat]} lays the Reactor in {square_title(at)}."
    return update(put(state, seat, at, standing, text), phase="draft")


def read_draft(values: JsonMapping, terms: Terms) -> JsonObject:
    """Return a draft's four cards by level; InvalidInput names a level without a card or with two.

    The values have `components`, a list or a text of ids with spaces between, or one id each in `level-1` to `level-4`.
    """
    components = values.get("components") or [
        values[f"level-{level}"] for level in LEVELS if values.get(f"level-{level}")
    ]
    names = components.split() if isinstance(components, str) else components if isinstance(components, list) else []
    return {"components": _cards_by_level([str(name) for name in names], terms)}


@rule("draft-count", "draft-level")
def _cards_by_level(names: list[str], terms: Terms) -> list[str]:
    for name in names:
        if name not in terms.components:
            known = ", ".join(sorted(terms.components))
            raise InvalidInput(InputError("components", quote(name), f"four of {known}"))
    cards = []
    for level in LEVELS:
        level_cards = [name for name in names if terms.components[name].level == level]
        if len(level_cards) != 1:
            found = " and ".join(terms.components[name].name for name in level_cards) or "nothing"
            raise InvalidInput(InputError("components", f"{found} of level {level}", "one card of each level, 1 to 4"))
        cards += level_cards
    return cards


def sensible_draft(terms: Terms, pick: Pick) -> JsonObject:
    """Return a draft as a player may choose it: the more a card changes an average shot, the likelier it is.

    A card without dice, which moves modules or handles the deck, is drawn too, because its use depends on the game.
    """
    return {"components": [_drawn_by_tickets(_tickets(terms, level), pick) for level in LEVELS]}


def _drawn_by_tickets(tickets: tuple[tuple[str, int], ...], pick: Pick) -> str:
    number = pick(sum(count for _, count in tickets))
    for card, count in tickets:
        if number < count:
            return card
        number -= count
    raise ValueError("a number below the number of tickets")


@cached_by_terms
def _tickets(terms: Terms, level: int) -> tuple[tuple[str, int], ...]:
    """Return the components of a level, each with its tickets: some for every card, and one for each percent.

    The percents are the chance that the card adds to its owner's average shot, or takes from one at its owner.
    """
    shot = AverageShot(terms.context)
    cards = sorted((card for card in terms.components.values() if card.level == level), key=lambda card: card.id)
    return tuple(
        (card.id, TICKETS + max(0, int(PERCENT * (shot.gain(card) + shot.hit_chance_prevented(card)))))
        for card in cards
    )


def write_draft(state: State, seat: int, components: list[str]) -> State:
    """Store a seat's draft, hidden; once both are written, the first turn begins."""
    state = with_player(state, seat, f"{NAMES[seat]} has chosen four components.", draft=tuple(components))
    return first_turn(state) if all(player.draft for player in state.players) else state


@rule("actions")
def first_turn(state: State) -> State:
    """Begin the first turn, with all its actions (facts 47, 51)."""
    text = f"Turn 1: {NAMES[state.active]}, {ACTIONS} actions."
    return update(state, text, phase="play", turn=1, actions=ACTIONS)
