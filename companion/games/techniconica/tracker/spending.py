"""Re-Rolls in diceless play: before an attack both players say, in turn, how many they spend on which roll, +1 each."""

from companion.base.json_types import JsonObject
from companion.data.documents import read_as
from companion.data.rulebook import rule
from companion.dice.chain import Chain
from companion.games.techniconica.matchup.shooting import MOST_REROLLS
from companion.games.techniconica.resolver import RESOLVERS
from companion.games.techniconica.resolver.attack import Volley
from companion.games.techniconica.tracker import offers
from companion.games.techniconica.tracker.circumstances import Said
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.state import MechRecords
from companion.play.records.rolls import Rolls
from companion.play.records.rules import AttackOffer
from companion.play.records.state import TableStep

SPEND = "spend-re-rolls"
"""The step that asks how many Re-Rolls a side spends."""
_SIDES = ("unit", "target")


def declared(mechs: Mechs, records: MechRecords, data: JsonObject) -> AttackOffer | None:
    """Return the attack that was declared, as the records stand, with the Re-Rolls spent on it."""
    weapons, part = offers.read_key(data["key"])
    said = read_as(Said, data["said"])
    return offers.make_offer(mechs, records, data["unit"], data["target"], said, weapons, part, data.get("spent", {}))


@rule("diceless")
def ask(mechs: Mechs, records: MechRecords, data: JsonObject) -> TableStep | None:
    """Ask the next player who may still Re-Roll, in the order of the ruling; None once both are content."""
    if not mechs.terms.is_diceless:
        return None
    for number in _order(mechs, records, data):
        unit = data[_SIDES[number]]
        left = min(MOST_REROLLS, mechs.re_rolls(records, unit)) - sum(data.get("spent", {}).get(str(number), ()))
        if left <= 0 or number in data.get("enough", ()):
            continue
        rolls = _rolls(mechs, records, data) if number == 0 else [""]
        choices = [[0, 0], *([count, roll] for roll in range(len(rolls)) for count in range(1, left + 1))]
        words = (f"{count} on {rolls[roll]}" if count and rolls[roll] else str(count) for count, roll in choices)
        title = f"{data['what']}: how many Re-Rolls does {records.name(unit)} spend, +1 each?"
        known = {"spender": number, "choices": choices, "rolls": len(rolls)}
        seat = records.unit(unit).seat
        return TableStep(name=SPEND, seat=seat, title=title, answers=tuple(words), data=data | known)
    return None


def _rolls(mechs: Mechs, records: MechRecords, data: JsonObject) -> list[str]:
    """Return the Weapons of a volley, each with an Attack Roll of its own; of one Weapon it needs no name."""
    places, _ = offers.read_key(data["key"])
    titles = offers.weapon_titles(mechs, records, data["unit"])
    return [titles[place] for place in places] if len(places) > 1 else [""]


@rule("re-roll")
def _order(mechs: Mechs, records: MechRecords, data: JsonObject) -> tuple[int, int]:
    """Return who decides first: by the ruling whoever is losing as the rolls stand, or the attacker."""
    offer = declared(mechs, records, data)
    if offer is None or offer.inputs is None or mechs.terms.rulings.get("re-roll-order", "loser") != "loser":
        return 0, 1
    roll = Rolls(RESOLVERS, mechs.terms.context).make(offer.resolver, offer.inputs)
    attack = roll.first if isinstance(roll, Chain) else roll
    assert isinstance(attack, Volley)
    tells = any(clash.tells(fell) for clash, fell in zip(attack.clashes, attack.diceless_rolls(), strict=True))
    return (1, 0) if tells else (0, 1)


def spend(mechs: Mechs, data: JsonObject, answer: int) -> JsonObject:
    """Return what is known of an attack after an answer; who spends lets the other decide anew, but by one ruling."""
    side, rolls = data["spender"], data["rolls"]
    count, roll = data["choices"][answer]
    kept = {name: value for name, value in data.items() if name not in ("spender", "choices", "rolls")}
    is_once = mechs.terms.rulings.get("re-roll-order") == "attacker-once"
    enough = kept.get("enough", []) if is_once or not count else []
    if not count or (is_once and rolls == 1):
        enough = [*enough, side]
    before = kept.get("spent", {}).get(str(side), [0] * rolls)
    spent = [so_far + count * (number == roll) for number, so_far in enumerate(before)]
    return kept | {"enough": enough, "spent": kept.get("spent", {}) | {str(side): spent}}
