"""How each roll ended, in a sentence without its full stop, as a player at the table would say it."""

from companion.base.wording import join_words, plural
from companion.dice.resolver import Outcome


def attack(outcome: Outcome) -> str:
    """Return the result of an attack: success or not, the successes, and the losses of a known target."""
    successes = f"{plural(outcome['attack'], 'success', 'successes')} against {outcome['defence']}"
    if not outcome["hit"]:
        return f"Attack failed: {successes}"
    destroyed = outcome.get("destroyed", "nothing")
    effect = "" if destroyed == "nothing" else f" and destroys the {destroyed}"
    return f"The attack succeeds{effect}: {successes}"


def two_attacks(outcome: Outcome) -> str:
    """Return the results of both attacks, and the total losses."""
    first, second = outcome["first_attack"], outcome["second_attack"]
    if second == "no target":
        sentence = f"The first attack {_verb(first)} and the second has no target"
    elif first == second:
        sentence = "Both attacks succeed" if first == "hit" else "Both attacks fail"
    else:
        sentence = f"The first attack {_verb(first)}, the second {_verb(second)}"
    nouns = (("modules_destroyed", "module"), ("ports_destroyed", "port"))
    losses = [plural(outcome[name], noun) for name, noun in nouns if outcome[name]]
    return f"{sentence}: {join_words(losses)} destroyed" if losses else sentence


def _verb(result: str) -> str:
    return "succeeds" if result == "hit" else "fails"
