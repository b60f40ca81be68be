"""Every legal Mech of a few cards, by trying all of them, and what each is worth: written without the search."""

from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from companion.games.techniconica.model import Extra, Mech
from companion.games.techniconica.model.special_rules import numbers
from companion.games.techniconica.rules.assembly import assemble
from companion.games.techniconica.validator.faults import faults


class Tried(NamedTuple):
    """A legal Mech: its cards, its Speed, the Damage Points it can take, the shots it has and the blows of its Charge.

    An attack is Accuracy (Speed in a Charge) and Penetration together, Damage Output, special rules.
    """

    cards: tuple[str, ...]
    speed: int
    sturdy: int
    shots: tuple[tuple[int, int, frozenset[str]], ...]
    blows: tuple[tuple[int, int, frozenset[str]], ...]


def some(rows, least):
    ids = [row["id"] for row in rows]
    return [chosen for n in range(least, len(ids) + 1) for chosen in combinations(ids, n)]


def documents(pack, slots=("1,1", "1,2", "1,3", "2,1", "2,3", "3,1", "3,3"), grid=(3, 3)):
    """Every Mech of a pack, legal or not: each card once at most, attached wherever there is a place."""
    for locomotor, cockpit, pilot in product(*(pack[name] for name in ("locomotor", "cockpit", "pilot"))):
        for weapons, plants in product(some(pack["weapon"], 1), some(pack["power-plant"], 1)):
            bases = [*weapons, *plants]
            if len(bases) > len(slots):
                continue
            loose = [row["id"] for name in ("armour", "modification", "support") for row in pack.get(name, [])]
            armours = {row["id"] for row in pack.get("armour", [])}
            for seats in product([None, *range(2 + len(bases))], repeat=len(loose)):
                if any(card in armours and at not in (None, 0) for card, at in zip(loose, seats, strict=True)):
                    continue  # where Armour lies changes nothing that is measured
                on = [
                    [card for card, at in zip(loose, seats, strict=True) if at == host]
                    for host in range(2 + len(bases))
                ]
                yield {
                    "locomotor": {"card": locomotor["id"], "attached": on[0]},
                    "cockpit": {"card": cockpit["id"], "attached": on[1]},
                    "pilot": pilot["id"],
                    "part": [
                        {"card": card, "slot": slot, "attached": extra}
                        for card, slot, extra in zip(bases, slots, on[2:], strict=False)
                    ],
                    "grid": list(grid),
                }


def legal_mechs(pack, catalogue, **where):
    found = []
    for document in documents(pack, **where):
        made = assemble(Mech.model_validate(document), catalogue)
        if not made.excess_weight and not made.short and not faults(made) - {"named 0"}:
            found.append(tried(made))
    return found


def tried(made):
    return Tried(
        tuple(sorted(card.id for card in made.cards)),
        made.speed,
        sum(m.stat("dt") for m in made.base)
        + sum(card.stat("dt") for m in made.mounts for card in m.attached if not isinstance(card, Extra)),
        tuple(sorted((shot(made, m, made.pilots("ac")) for m in made.weapons if not melee(m)), key=str)),
        tuple(sorted((shot(made, m, made.speed) for m in made.weapons if melee(m)), key=str)),
    )


def melee(mount):
    return "melee" in numbers(mount.card.rules) or mount.card.subtype == "Melee"


def shot(made, mount, accuracy):
    on_it = [card for card in mount.attached if isinstance(card, Extra) and "trigger" not in card.rules]
    tokens = [*mount.card.rules, *made.at("pilot").card.rules, *(token for card in on_it for token in card.rules)]
    rules = frozenset(token.rstrip("-0123456789") for token in tokens)
    return accuracy + mount.stat("pe"), mount.stat("do"), rules


@cache
def damages(lead, output, rules):
    """The damage of every throw of a shot, from the rulebook's sentences; None for a miss or a jam."""
    found = []
    for one, other, evasion in product(range(1, 11), repeat=3):
        best = "accurate" in rules and "inaccurate" not in rules
        worst = "inaccurate" in rules and "accurate" not in rules
        dice = [one, other] if best or worst else [one]
        roll = max(dice) if best else min(dice)
        if (roll == 1 and "reliable" not in rules) or roll + lead < evasion:
            found.append(None)
            continue
        gap = roll + lead - evasion
        points = output * gap if "barrage" in rules else output + gap
        found.append(points + ("anti-mech-specialist" in rules and points > 0))
    return tuple(found)


@cache
def mean(lead, output, rules):
    return sum(points or 0 for points in damages(lead, output, rules)) / 1000


@cache
def destroys(lead, output, rules, shields, armours, base):
    """The chance to destroy a Base Part: Shields first, then Armour (half the points with Armour Piercing)."""
    fallen = 0
    for points in damages(lead, output, rules):
        need = sum(shields) + base
        need += sum(-(-armour // 2) if "armour-piercing" in rules else armour for armour in armours)
        fallen += points is not None and points >= need
    return fallen / 1000


def salvo(shots, avoids):
    """The mean damage of the best volley, trying every choice of Weapons: each loses 2 for every other one."""
    choices = (some for n in range(1, len(shots) + 1) for some in combinations(shots, n))
    return max(sum(mean(r - avoids - 2 * (len(some) - 1), do, rules) for r, do, rules in some) for some in choices)
