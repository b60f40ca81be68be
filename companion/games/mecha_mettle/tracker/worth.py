"""How a seat stands in a game: destroyed ports, modules in play, and what the next shots are expected to do.

Everything is counted in ports, for both players alike, and the difference is squeezed between 0 and 1. It reads no
hidden card: not the deck, the markers or the components that are still face down.

- A destroyed port counts 1, and a little more the nearer the fifth is, because five end the game.
- A module counts by its body, its weapons and its shields in view; so does one that is drawn or taken up.
- A weapon counts the best that it can do along its line. Only as many weapons count as a turn has actions, and all
  together less than a port: to destroy a port is better than to aim at it.
- A Blast Door counts a little beside what it takes from the opponent's shots.
- An action that is left counts very little: it decides only between moves that are otherwise worth the same. The end
  of a turn without actions changes nothing, so that nobody needs to fear it.
"""

from math import exp

from companion.games.mecha_mettle.model import SUCCEEDS_FROM, Edge, Pool, Shield, Weapon
from companion.games.mecha_mettle.resolver.inputs import AttackInputs
from companion.games.mecha_mettle.resolver.steps import prepare_attack
from companion.games.mecha_mettle.rules.turn import ACTIONS, counted_ports, damage
from companion.games.mecha_mettle.rules.upgrades import Upgraded
from companion.games.mecha_mettle.tracker.combat import success
from companion.games.mecha_mettle.tracker.shots import AimedWeapon, shots_along, weapon_lines
from companion.games.mecha_mettle.tracker.state import Contents, State
from companion.games.mecha_mettle.tracker.terms import Terms, built, cached_by_terms, space

DRAW = 0.5
"""The worth of a game that nobody has won."""
LOST_PORTS = (0.0, 1.0, 2.05, 3.2, 4.5, 6.0)
"""What destroyed ports count, by their number; the steps grow, but no step is so large that it hides the others."""
MOST_LOST = len(LOST_PORTS) - 1
MODULE = 0.15
"""What a module counts for standing on a port: it must be destroyed before the port, and blocks the line behind."""
BODY_SUCCESS = 0.05
"""What each success counts that a body is expected to roll."""
WEAPON_SUCCESS = 0.05
"""What each success counts that a weapon is expected to roll, wherever it points."""
BREACH = 0.05
"""What it counts that a weapon destroys the port with the module."""
SHIELD = 0.03
"""What each shield adds; the shots that it stops now are counted apart."""
AIM = 0.35
"""What a shot counts of what it is expected to destroy: it comes later, if at all."""
COUNTED_SHOTS = ACTIONS
"""The most weapons that count as aimed: a turn has no more actions."""
DOOR = 0.05
"""What each Blast Door adds; the shots that it makes worse are counted apart."""
ACTION = 0.02
"""What an action counts that is left."""
CHOICE = 0.02
"""What a choice among several modules adds to the value of a module."""
SCALE = 2.0
"""The lead, in ports, that is worth 0.73."""
FACES = 6
"""The faces of a die."""


def worth(state: State, seat: int, terms: Terms) -> float:
    """Return how a seat stands, from 0 where it has lost to 1 where it has won; both seats' worths sum to 1."""
    if state.result:
        winners = state.result.winners
        return DRAW if not winners else (seat in winners) / len(winners)
    first = 1 / (1 + exp(-_lead(state, terms) / SCALE))
    return first if seat == 0 else 1 - first


def _lead(state: State, terms: Terms) -> float:
    """Return by how many ports the first player stands better than the second."""
    first, second = ({at: one.contents for at, one in player.area.items()} for player in state.players)
    lead = _standing(first, second, terms) - _standing(second, first, terms) + _ports_lead(state, terms)
    half_turn = ACTIONS / 2
    at_move = _in_hand(state, terms) + ACTION * (state.actions - half_turn)
    return lead + at_move if state.active == 0 else lead - at_move


def _standing(own: dict[str, Contents], their: dict[str, Contents], terms: Terms) -> float:
    """Return what a player has: modules, doors and shots."""
    total = 0.0
    shots: list[float] = []
    for at, contents in own.items():
        kind = contents[0]
        if kind == "module":
            total += module_value(terms, contents[1], contents[2])
            for weapon_line in weapon_lines(terms, at, contents):
                passed = tuple([their[target] for target in weapon_line.targets])
                shots.append(_aim(terms, AimedWeapon(at, contents, weapon_line, passed)))
        elif kind == "door":
            total += DOOR
    shots.sort(reverse=True)
    return total + sum(shots[:COUNTED_SHOTS])


def _ports_lead(state: State, terms: Terms) -> float:
    """Return what the second player's destroyed ports count, less the first player's."""
    first, second = (
        LOST_PORTS[min(counted_ports(one.destroyed, terms.rulings, one.doors_lost), MOST_LOST)] for one in state.players
    )
    return second - first


def _in_hand(state: State, terms: Terms) -> float:
    """Return what the active player holds or may choose: a drawn module, lifted ones, the cards that it looks at."""
    total = module_value(terms, (state.drawn,), ()) if state.drawn else 0.0
    if state.flux:
        total += sum(module_value(terms, one.cards, one.edges) for one in state.flux.lifted)
    if state.look and state.look.kind in ("bay", "search"):
        cards = {one.card for one in state.deck[: state.look.count] if one.card}
        total += CHOICE + max((module_value(terms, (card,), ()) for card in cards), default=MODULE)
    return total


@cached_by_terms
def module_value(terms: Terms, cards: tuple[str, ...], edges: tuple[Edge, ...]) -> float:
    """Return what a module counts wherever it stands: its body, and each weapon and shield in view."""
    module = built(terms, cards, edges)
    body = module.body if isinstance(module, Upgraded) else module.module.body
    total = MODULE + BODY_SUCCESS * _successes(body)
    for fitted in space(terms, ("module", cards, edges, "ahead")).fitted:
        if isinstance(fitted.part, Weapon):
            total += WEAPON_SUCCESS * max(map(_successes, fitted.part.pools)) + BREACH * fitted.part.breach
        elif isinstance(fitted.part, Shield):
            total += SHIELD
    return total


def _successes(pool: Pool) -> float:
    """Return the successes that dice are expected to roll."""
    return pool.dice * (FACES + 1 - SUCCEEDS_FROM[pool.kind]) / FACES


@cached_by_terms
def _aim(terms: Terms, aimed: AimedWeapon) -> float:
    """Return what a weapon's best shot along its line counts."""
    best = 0.0
    for shot in shots_along(terms, *aimed):
        if shot.how == "scrap" or shot.shot.fails:
            continue
        attack = prepare_attack(AttackInputs.model_validate(shot.inputs), terms.context)
        target = aimed.passed[aimed.weapon_line.targets.index(shot.target)]
        loss = damage(target[0], attack.breach)
        value = LOST_PORTS[counted_ports(int(loss.port_destroyed), terms.rulings, int(target[0] == "door"))]
        if loss.module_discarded:
            value += module_value(terms, target[1], target[2])
        best = max(best, AIM * success(attack, attack.start()) * value)
    return best
