"""How each roll ended, in a sentence without its full stop, as a player at the table would say it."""

from collections.abc import Sequence

from companion.base.wording import join_words, plural
from companion.dice.resolver import Outcome

PARTS = {"base": "the Base Part", "locomotor": "the Locomotor"}


def shot(outcome: Outcome) -> str:
    """Return what a shot did."""
    return _attack("The shot", outcome)


def volley(outcome: Outcome) -> str:
    """Return what all Weapons of a volley did together."""
    if not outcome["hits"]:
        jams = outcome["jams"]
        jammed = f": {plural(jams, 'Weapon')} {'jams' if jams == 1 else 'jam'}" if jams else ""
        return f"No Weapon hits{jammed}{_bottle(outcome['bottle'], 'the Pilot')}"
    jammed = f", {outcome['jams']} jammed" if outcome["jams"] else ""
    verb = "hits" if outcome["hits"] == 1 else "hit"
    return f"{plural(outcome['hits'], 'Weapon')} {verb}{jammed}: {_harm(outcome)}"


def charge(outcome: Outcome) -> str:
    """Return what a charge did, and the counter-attack where there could be one."""
    said = _attack("The charge", outcome)
    if "counter_result" not in outcome:
        return said
    if outcome["counter_result"] == "none":
        return f"{said}. There is no counter-attack"
    back = {name.removeprefix("counter_"): value for name, value in outcome.items() if name.startswith("counter_")}
    return f"{said}. {_attack('The counter-attack', back, 'the charging Pilot')}"


def bottle_test(outcome: Outcome) -> str:
    """Return whether the Pilot fights on."""
    return "The Pilot fights on" if outcome["result"] == "passed" else "The Pilot bottles"


def first_turn(outcome: Outcome) -> str:
    """Return who begins."""
    return "Still a tie" if outcome["first"] == "tie" else f"Player {outcome['first']} begins"


def _attack(what: str, outcome: Outcome, pilot: str = "the Pilot") -> str:
    if outcome["result"] != "hit":
        return f"{what} {'jams' if outcome['result'] == 'jam' else 'misses'}{_bottle(outcome['bottle'], pilot)}"
    return f"{what} hits: {_harm(outcome, pilot)}"


def _harm(outcome: Outcome, pilot: str = "the Pilot") -> str:
    """Return damage, what is destroyed, and what a Gravity Field and a Bottle Test did."""
    said = f"{outcome['damage']} damage" if outcome["damage"] else "no damage"
    said += f", {_destroyed(outcome['destroyed'])}" if outcome["destroyed"] else ""
    if outcome.get("heavier"):
        said += f", {outcome['heavier']} heavier"
        said += f", {outcome['weight_damage']} Weight Damage" if outcome.get("weight_damage") else ""
        said += f", {outcome['speed_lost']} Speed lost" if outcome.get("speed_lost") else ""
    return said + _bottle(outcome["bottle"], pilot)


def _destroyed(names: Sequence[str]) -> str:
    words = join_words(PARTS.get(name, name[:1].upper() + name[1:]) for name in names)
    return f"{words} {'is' if len(names) == 1 else 'are'} destroyed"


def _bottle(result: str, pilot: str) -> str:
    return {"passed": f"; {pilot} fights on", "failed": f"; {pilot} bottles"}.get(result, "")
