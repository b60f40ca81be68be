"""How each roll ended, in a sentence without its full stop, as a player at the table would say it."""

from companion.base.wording import join_words, plural
from companion.dice.resolver import Outcome

FURTHER_EFFECTS = {
    "none": "no further effect",
    "disable": "a shield, weapon or trait is lost",
    "main camera": "the main camera is hit",
    "propulsion": "the propulsion is hit",
    "cockpit": "a critical hits the cockpit",
    "ammunition explosion": "a critical sets off the ammunition",
    "attacker chooses": "a critical, and the attacker chooses where",
}


def shooting(outcome: Outcome) -> str:
    """Return what an attack, or a volley, did to its target."""
    if not outcome["hits"]:
        return "The attack misses"
    details = [plural(outcome["hits"], "hit")]
    details += [f"{outcome['blocked']} blocked"] if outcome["blocked"] else []
    details += [plural(outcome["saves_failed"], "failed save")] if outcome["saves_failed"] else []
    destroyed = " and destroys the target" if outcome.get("destroyed") else ""
    done = f"does {outcome['damage']:,} damage" if outcome["damage"] else "does no damage"
    return f"The attack {done}{destroyed} ({', '.join(details)})"


def melee(outcome: Outcome) -> str:
    """Return what both sides of a clash suffered."""
    dealt, taken = (f"{outcome[name]:,} damage" if outcome[name] else "none" for name in ("damage", "counter_damage"))
    said = f"The attacker does {'no damage' if dealt == 'none' else dealt} and suffers {taken}"
    if outcome["finishing_blow"] != "none":
        said += f", a finishing blow by the {outcome['finishing_blow']} among it"
    gone = [who for who, name in (("defender", "destroyed"), ("attacker", "attacker_destroyed")) if outcome.get(name)]
    return f"{said}; the {join_words(gone)} {'is' if len(gone) == 1 else 'are'} destroyed" if gone else said


def saves(outcome: Outcome) -> str:
    """Return how many saves failed, and what that does."""
    if not outcome["saves"]:
        return "No save is needed"
    if not outcome["failed"]:
        return "The save is passed" if outcome["saves"] == 1 else f"All {outcome['saves']} saves are passed"
    said = "The save fails" if outcome["saves"] == 1 else f"{outcome['failed']} of {outcome['saves']} saves failed"
    said += f", {outcome['negated']} undone with Momentum" if outcome["negated"] else ""
    return f"{said}: {outcome['damage']:,} damage" if outcome["damage"] else said


def battle_damage(outcome: Outcome) -> str:
    """Return what the table says of a failed save."""
    damage = f", {outcome['damage']:,} damage" if outcome["damage"] else ""
    return f"The result is {outcome['result']}: {FURTHER_EFFECTS[outcome['effect']]}{damage}"


def terrain(outcome: Outcome) -> str:
    """Return whether cover survives."""
    return "The terrain survives" if outcome["survives"] else "The terrain is destroyed"


def contest(outcome: Outcome) -> str:
    """Return who wins an outmaneuver roll or a bridge attack, and what it gains."""
    a, b, gain = outcome["attacker"], outcome["defender"], outcome["result"]
    if outcome["winner"] == "nobody":
        return f"Nobody wins, {a} to {b}: {gain}"
    return f"The {outcome['winner']} wins {max(a, b)} to {min(a, b)}: {gain}"


def recovery(outcome: Outcome) -> str:
    """Return what a stunned unit has back."""
    back = plural(outcome["recovered"], "action") if outcome["recovered"] else "No action"
    verb = "come" if outcome["recovered"] > 1 else "comes"
    left = "it is still shut down" if outcome["shutdown"] else f"it now has {plural(outcome['actions'], 'action')}"
    return f"{back} {verb} back: {left}"


def initiative(outcome: Outcome) -> str:
    """Return who chooses; whoever rolled first is `you`."""
    if outcome["winner"].startswith("tie"):
        return "Still tied: roll again"
    winner = "Whoever rolled first" if outcome["winner"] == "you" else "The other side"
    return f"{winner} wins and chooses who goes first"
