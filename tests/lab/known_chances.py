"""Ends of games whose chances are known exactly, as matchups that start there; side 0 sits in seat 0 in even games."""

from dataclasses import replace
from fractions import Fraction

from companion.dice.odds import exact
from companion.games.mechalyte.tracker import rolls
from companion.games.mechalyte.tracker.state import Mech, PendingRoll
from companion.games.wreck_a_mech.rules.play import Player
from companion.play.piles import PendingShuffle
from tests.lab.matchups import matchup, starting_at

KILLER, GUARD, OTHERS = "mic-drop", "keg-hull", 9
HAND = 4
"""Cards that a seat draws where the most Victories are two."""
LAST_TURN_CHANCE = Fraction(HAND, OTHERS + 1)
TWIN = "pile-driver"
"""A card that lies in the same pile as the one that decides, in another place."""
_PLAIN = {"position": "right_arm", "corporation": "trainer", "special": [], "penalty": 0, "structure": 1}


def strong(killer):
    """Return a pack in which one of two cards decides the last turn, and the other one does nothing."""
    values = {card: 30 if card == killer else 0 for card in (KILLER, TWIN)}
    arms = [{"id": card, **_PLAIN, "attack": value, "defense": value} for card, value in values.items()]
    guard = {"id": GUARD, "attack": 20, "defense": 20, "structure": 1}
    return {"game": "wreck-a-mech", "kind": "pack", "title": "Strong", "part": [*arms, guard]}


def last_turn(seed="1", killer=KILLER):
    """Return Wreck-A-Mech's last turn: side 0 wins if it draws the one card among ten that saves it, else side 1.

    Another card as `killer` is another place in the pile: the same chance, by other shuffles.
    """

    def change(tracker, state):
        first, second = state.players
        players = (
            replace(first, victory=2, draw=(KILLER, TWIN, *["trainer-head"] * (OTHERS - 1))),
            Player({**second.mech, "body": GUARD}, victory=2),
        )
        shuffle = PendingShuffle(zone="draw.0", why="the draw pile is shuffled", then="")
        return state.model_copy(
            update={"players": players, "phase": "draw", "turn": 2, "queue": (0, 1), "shuffle": shuffle}
        )

    return starting_at(matchup("wreck-a-mech", seed=seed, pack=(strong(killer),), most_decisions=40), change)


SPECS, LEVELS, ZONE = ("PPISAA", "SPIPAA"), (4, 3), "C3"


def combat(seed="1"):
    """Return a Mechalyte combat of two mechs, the last of both sides; it counts where it destroys one of them."""

    def change(tracker, state):
        mechs = tuple(Mech(id=f"{'AB'[side]}1", side=side, level=level, zone=ZONE) for side, level in enumerate(LEVELS))
        known = {"specs": SPECS, "revealed": True, "turn": 3, "points": (0, 0), "built": (1, 1), "mechs": mechs}
        return state.model_copy(update={**known, "phase": "combat", "roll": PendingRoll(kind="combat", zone=ZONE)})

    return starting_at(matchup("mechalyte", seed=seed, most_decisions=1), change)


def combat_chance():
    """Return the chance of side 0 in a combat that destroys a mech, by the combat's exact odds; a draw is a half."""
    found = combat()
    state = found.tracker.start()
    odds = exact(rolls.resolver(state, state.roll, found.tracker.terms))
    ends = {(bool(outcome["a"]), bool(outcome["b"])): 0 for outcome, _ in odds.outcomes}
    for outcome, weight in odds.outcomes:
        ends[bool(outcome["a"]), bool(outcome["b"])] += weight
    wins, draws, unended = (ends.get(left, 0) for left in ((True, False), (False, False), (True, True)))
    return (wins + Fraction(draws, 2)) / (odds.total - unended)
