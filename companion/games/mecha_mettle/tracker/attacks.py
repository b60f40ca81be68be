"""Attacks: a weapon fires, its target is destroyed, a component comes into force, five lost ports end the game."""

from companion.base.json_types import JsonMapping
from companion.data.marks import PRINTED
from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.games.mecha_mettle.model import LEVELS, Component
from companion.games.mecha_mettle.rules.components import effect, effect_mark
from companion.games.mecha_mettle.rules.turn import damage, has_lost
from companion.games.mecha_mettle.tracker import deck, rolls
from companion.games.mecha_mettle.tracker.shots import remaining, shots_of
from companion.games.mecha_mettle.tracker.state import (
    NAMES,
    PendingRoll,
    Standing,
    State,
    put,
    square_title,
    with_player,
)
from companion.games.mecha_mettle.tracker.terms import Terms
from companion.play.game_states import update
from companion.play.tracker import Result

THEIR = "their-"
"""Prefix of the opponent's spaces in a move."""
ORIGINS = {"derived": "derived from the rulebook", "house": "a house effect", "custom": "from a card pack"}


@rule("attack-once", "two-weapons", "drone-scrap", "component-one-pool")
def attack(state: State, values: JsonMapping, terms: Terms) -> State:
    """Fire a weapon; a Drone that is scrapped is discarded first (facts 63, 64, 68)."""
    at, how, weapon = values["at"], values.get("how", "weapon"), values.get("weapon", 1) - 1
    standing = state.me.area[at]
    scrapped = standing if how == "scrap" else None
    roll = PendingRoll(
        kind="shot",
        at=at,
        target=values["target"].removeprefix(THEIR),
        weapon=weapon,
        how=how,
        component=values.get("component", ""),
        pool=values.get("pool", ""),
        scrapped=scrapped,
    )
    if scrapped:
        state = put(state, state.active, at, Standing())
        state = update(state, discard=(*reversed(standing.cards), *state.discard))
    else:
        state = put(state, state.active, at, standing.model_copy(update={"attacked": True}))
    state = update(state, _announce(state, standing, roll, terms), roll=roll)
    if roll.component:
        state = with_player(state, state.active, used=True)
    return update(state, firing="" if scrapped else at, fired=(*state.fired, weapon))


def _announce(state: State, standing: Standing, roll: PendingRoll, terms: Terms) -> str:
    """Return the sentence that announces an attack: its player, module, target and component."""
    shot = rolls.shot_of(state.model_copy(update={"roll": roll}), roll, terms)
    part_of = f"the {shot.module.name} of " if standing.edges else ""
    scraps = "scraps" if roll.scrapped else "attacks with"
    past = ", past a module" if roll.how == "bypass" else ""
    used = f", using {terms.components[roll.component].name}" if roll.component else ""
    attack_words = f"{NAMES[state.active]} {scraps} {part_of}{terms.describe(standing)} in {square_title(roll.at)}"
    return f"{attack_words}: at {shot.name}, in {square_title(roll.target)}{past}{used}."


@rule("damage", "breach", "destroyed-port", "impenetrable")
def end_shot(state: State, outcome: Outcome, terms: Terms) -> State:
    """Apply the damage of a shot; the module's other weapons may fire next if they can (facts 64, 92 to 95)."""
    assert state.roll
    is_rolled = bool(state.roll.groups)
    state = _note_components(state, outcome, terms)
    at, defender = outcome["target"], 1 - state.active
    standing = state.players[defender].area[at]
    target_words = f"{terms.describe(standing)} in {square_title(at)}"
    state = update(state, roll=None)
    if not outcome["hit"]:
        impenetrable = "" if is_rolled else "fails: the shield is Impenetrable"
        result = impenetrable or f"fails: {outcome['attack']} against {outcome['defence']} successes"
        return _next_weapon(update(state, f"The attack on {target_words} {result}."), terms)
    result = f"The attack succeeds, {outcome['attack']} against {outcome['defence']}: "
    state = _destroy(state, defender, at, outcome["breach"], result, terms)
    return state if state.result else _next_weapon(state, terms)


@rule("component-active")
def _note_components(state: State, outcome: JsonMapping, terms: Terms) -> State:
    """Mark the components that the two sides have used in a shot, with a sentence for each."""
    assert state.roll
    defends, defender = terms.usable(state.players[1 - state.active]), 1 - state.active
    if defends and (outcome["armoured"] or outcome["target"] != state.roll.target):
        turned = f": the shot goes to {square_title(outcome['target'])}" if not outcome["armoured"] else ""
        state = with_player(state, defender, f"{NAMES[defender]} uses {defends.name}{turned}.", used=True)
    rerolls = terms.usable(state.me)
    if rerolls and outcome["again"]:
        state = with_player(state, state.active, f"{NAMES[state.active]} uses {rerolls.name}.", used=True)
    return state


def _destroy(state: State, seat: int, at: str, breach: bool, result: str, terms: Terms) -> State:
    """Discard a module, destroy a port, or both."""
    standing = state.players[seat].area[at]
    effect = damage(standing.kind, breach)
    name = terms.describe(standing)
    state = update(state, discard=(*reversed(standing.cards), *state.discard))
    if not effect.port_destroyed:
        return put(state, seat, at, Standing(), f"{result}{name} in {square_title(at)} is destroyed.")
    loss = f"{name} and its port" if effect.module_discarded else name
    text = f"{result}{loss} in {square_title(at)} {'are' if effect.module_discarded else 'is'} destroyed."
    destroyed = Standing(kind="destroyed", was_door=standing.kind == "door")
    return lose_port(put(state, seat, at, destroyed, text), seat, at, terms)


@rule("victory", "damage", "component-active")
def lose_port(state: State, seat: int, at: str, terms: Terms) -> State:
    """Mark a destroyed port and open the next component; the fifth one ends the game (facts 41, 94, 98)."""
    state = judge(state, terms)
    return state if state.result else reveal(deck.mark(state, seat, at, terms), seat, terms)


@rule("victory")
def judge(state: State, terms: Terms) -> State:
    """End the game where a player has lost five ports."""
    for seat, player in enumerate(state.players):
        if has_lost(player.destroyed, terms.rulings, player.doors_lost):
            why = f"{NAMES[1 - seat]} has destroyed {player.destroyed} ports of {NAMES[seat]}."
            result = Result(winners=(1 - seat,), why=why)
            return update(state, why, phase="over", result=result, firing="", fired=(), roll=None)
    return state


@rule("component-active")
def reveal(state: State, seat: int, terms: Terms) -> State:
    """Open the component whose level equals the destroyed ports; it may be used at once (facts 41, 44)."""
    player = state.players[seat]
    level = player.destroyed
    if level not in LEVELS or not player.draft:
        return state
    card = terms.components[player.draft[level - 1]]
    text = f"{NAMES[seat]} opens {card.name}: {in_words(card)}"
    newly_open = (f"the level {level} component of {NAMES[seat]}",) if level > player.revealed else ()
    revealed = max(level, player.revealed)
    return with_player(update(state, seen=(*state.seen, *newly_open)), seat, text, revealed=revealed, used=False)


def in_words(card: Component) -> str:
    """Return a component's text with its origin unless the rulebook prints it."""
    mark = effect_mark(card)
    return effect(card) if mark.kind == PRINTED.kind else f"{effect(card)} ({ORIGINS[mark.kind]})"


def mark_after_shuffle(state: State, terms: Terms) -> State:
    """Lay the marker that had to wait for a shuffle."""
    assert state.unmarked
    seat, at = state.unmarked
    return deck.mark(update(state, unmarked=None), seat, at, terms)


@rule("two-weapons")
def _next_weapon(state: State, terms: Terms) -> State:
    """Keep the module firing while its other weapons have a target for the same action; otherwise end its attack."""
    if state.firing and any(any(shots_of(terms, aimed, True)) for aimed in remaining(state, terms)):
        return state
    return update(state, firing="", fired=())
