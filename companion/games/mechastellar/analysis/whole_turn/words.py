"""The attacks of a plan in words: Focus, skills, upgrades and moves for each."""

from companion.base.wording import plural
from companion.data.rulebook import Rulings
from companion.games.mechastellar.analysis.whole_turn.plans import HERE, TurnAttack
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules import play

SKILLS = {
    "": "",
    "accelerate": "Accelerate",
    "bullseye": "Bullseye",
    "tear-through": "Tear through the Ranks",
    "make-it-count": "Make it Count",
    "seize-the-day": "Seize the Day: one more action",
}


def attack_words(
    planned: TurnAttack, weapon: Weapon, rulings: Rulings, *, throttle: bool, accelerated: bool
) -> list[str]:
    """Return the actions and points spent on an attack in words; `throttle`: the unit moves at Full Throttle for it."""
    momentum = play.remote_cost(weapon, rulings)
    charge = weapon.fights and not planned.again
    phrases = [
        (planned.again, "bonus attack"),
        (planned.remote, f"remote, for {momentum or 'no'} Momentum"),
        (throttle, "Accelerate" if accelerated else "Full Throttle"),
        (charge and planned.fast, f"a run of {play.FAST}″"),
        (planned.at != HERE, f"from {planned.at}″"),
        (planned.focus, "Focus" if planned.focus == 1 else f"Focus × {planned.focus}"),
        (planned.free, "a free Focus"),
        (planned.hits, f"skill +{plural(planned.hits, 'Hit')}"),
        (planned.damage, f"Power: DMG +{100 * planned.damage}"),
        (planned.pen, f"Power: PEN +{planned.pen * (2 if weapon.effect == 'push' else 1)}"),
        (planned.reach, f"Power: range +{8 * planned.reach}″"),
        (planned.run, f"Power: Full Throttle +{5 * planned.run}″"),
        (planned.havoc, f"Havoc × {planned.havoc}"),
    ]
    return [words for holds, words in phrases if holds]
