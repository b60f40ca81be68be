"""How each roll ended, in a sentence without its full stop, as a player at the table would say it."""

from companion.base.wording import join_words, plural
from companion.dice.resolver import Outcome


def attack(outcome: Outcome) -> str:
    """Return whether an attack succeeds, by how much, and what it destroys where the target is known."""
    successes = f"{plural(outcome['attack'], 'success', 'successes')} against {outcome['defence']}"
    if not outcome["hit"]:
        return f"Attack failed: {successes}"
    destroyed = outcome.get("destroyed", "nothing")
    lost = "" if destroyed == "nothing" else f" and destroys the {destroyed}"
    return f"The attack succeeds{lost}: {successes}"


def two_attacks(outcome: Outcome) -> str:
    """Return how both attacks ended, and what they destroyed together."""
    first, second = outcome["first_attack"], outcome["second_attack"]
    if second == "no target":
        said = f"The first attack {_verb(first)} and the second has no target"
    elif first == second:
        said = "Both attacks succeed" if first == "hit" else "Both attacks fail"
    else:
        said = f"The first attack {_verb(first)}, the second {_verb(second)}"
    counted = (("modules_destroyed", "module"), ("ports_destroyed", "port"))
    lost = [plural(outcome[name], noun) for name, noun in counted if outcome[name]]
    return f"{said}: {join_words(lost)} destroyed" if lost else said


def _verb(result: str) -> str:
    return "succeeds" if result == "hit" else "fails"
