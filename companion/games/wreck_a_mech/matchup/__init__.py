"""My mech against yours: the combat as both are built, with each card of my piles, and the next one after losses.

Attack and Defense are not rolled: every figure is certain. The defender chooses what to lose, the attacker does not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.games.wreck_a_mech.matchup.conclusions import conclusions
from companion.games.wreck_a_mech.matchup.fighters import (
    Blow,
    Circumstances,
    Exchange,
    Fighter,
    TypedMech,
    exchange,
    fighter,
    played,
    swapped,
    under,
)
from companion.games.wreck_a_mech.matchup.from_chat import from_text
from companion.games.wreck_a_mech.model import MOST_MARKED, POSITIONS, Part, Workshop, counted, words
from companion.games.wreck_a_mech.rules.totals import SumLine, turned
from companion.matchup import Attack, Figure, Pairing, Side, Target
from companion.workshop import FaceOf

__all__ = ["BEST", "CIRCUMSTANCES", "FIGURES", "TYPED", "attacks", "conclusions", "from_text", "pairing", "targets"]

BUILT, SWAPPED, AFTER, PLAYED = "built", "swapped", "after", "played:"
"""Keys of rows and columns: as built, arms swapped, after this combat, and with a card, whose id follows."""
CIRCUMSTANCES = Circumstances
TYPED = TypedMech
FIGURES = (
    Figure("wrecked", "Wrecked", {"combat": "wrecked"}),
    Figure("damage", "Damage", {"combat": "damage"}, "number"),
    Figure("parts_lost", "Parts lost", {"combat": "parts_lost"}, "number"),
)
BEST = ("wrecked", "damage")
"""A wreck is a Victory; after that, damage is what salvages parts."""


def attacks(mine: Side) -> list[Attack]:
    """Return the mech as built, with its arms swapped where that turns one, with each card of its piles, after losses.

    A mech without parts has no attacks.
    """
    one = fighter(mine)
    if one.typed:
        return [Attack(BUILT, "Marked Attack")]
    if not one.mech:
        return []
    rows = [Attack(BUILT, "As built")]
    if any(turned(card, position) for position, card in one.mech.items()):
        rows.append(Attack(SWAPPED, "Arms swapped"))
    rows.append(Attack(AFTER, "After this combat", about="Next combat, if what I lose is not replaced"))
    return rows + list(_with_cards(mine, one))


def _with_cards(mine: Side, one: Fighter) -> Iterable[Attack]:
    """Yield a row for each different part in the draw pile, then in the discard pile, that is not on the mech."""
    seen = {card.id for card in one.mech.values()}
    for name, pile in (("Draw pile", "deck"), ("Discard pile", "discard")):
        for card_id in counted(getattr(mine.build, pile)):
            if card_id not in seen:
                seen.add(card_id)
                card = mine.context.catalogue.get(Part, card_id)
                about = f"Played as {words(card.position)}" + _instead(one.mech.get(card.position))
                yield Attack(PLAYED + card_id, f"With {card.name}", name, about, FaceOf("cards", card_id))


def _instead(card: Part | None) -> str:
    return f" in place of {card.name}" if card else ""


def targets(theirs: Side, mine: Side) -> list[Target]:
    """Return the mech as built, and what is left of it after this combat: no part of a mech is aimed at."""
    one = fighter(theirs)
    if one.typed:
        return [Target(BUILT, "Typed numbers")]
    about = "Next combat, if what they lose is not replaced"
    return [Target(BUILT, "As built"), Target(AFTER, "After this combat", about=about)] if one.mech else []


def pairing(attack: Attack, target: Target, mine: Side, theirs: Side, around: Circumstances) -> Pairing:
    """Return a combat with its inputs from both mechs, or why there is none: nothing was lost, or a mech is wrecked."""
    this = exchange(fighter(mine), fighter(theirs), around)
    why_not = _why_not(attack, target, this)
    if why_not:
        return Pairing(why_not=why_not)
    now = attack.key == BUILT and target.key == BUILT
    marked = (around.my_attack if now else None, around.their_defense if target.key == BUILT else None)
    defender = this.dealt.left if target.key == AFTER else this.dealt.defender
    return _combat(
        _attacker(attack, this, defender), under(mine.context, defender), marked, _lost(attack, target, this)
    )


def _why_not(attack: Attack, target: Target, this: Exchange) -> str:
    for key, hit, who in ((attack.key, this.taken, "You are"), (target.key, this.dealt, "They are")):
        if key != AFTER:
            continue
        if hit.wrecked:
            return f"{who} wrecked: the next mech comes from the draw pile."
        if not hit.chosen.positions:
            return "Nothing was lost: as built."
        if hit.defender.typed:
            return "What typed numbers lose is not known."
    return ""


def _attacker(attack: Attack, this: Exchange, defender: Fighter) -> Fighter:
    """Return the mech that attacks: as built, changed, or what is left of it."""
    one = this.dealt.attacker
    if attack.key == AFTER:
        return this.taken.left
    if attack.key == SWAPPED:
        return replace(one, mech=swapped(one.mech))
    if attack.key.startswith(PLAYED):
        card = one.context.catalogue.get(Part, attack.key.removeprefix(PLAYED))
        return played(one, card, defender.parts)[0]
    return one


def _lost(attack: Attack, target: Target, this: Exchange) -> list[tuple[str, str]]:
    """Return what was lost before, in words, each with its rule."""
    found = []
    for key, hit, whose in ((attack.key, this.taken, "I have lost"), (target.key, this.dealt, "They have lost")):
        if key == AFTER:
            names = " and ".join(hit.defender.mech[place].name for place in hit.chosen.positions)
            found.append((f"{whose} {names}", "absorb"))
    return found


def _combat(
    one: Fighter, other: Fighter, marked: tuple[int | None, int | None], lost: list[tuple[str, str]]
) -> Pairing:
    totals, held = one.totals(other.parts), other.totals(one.parts)
    attack = min(totals.attack, MOST_MARKED) if marked[0] is None else marked[0]
    defense = min(held.defense, MOST_MARKED) if marked[1] is None else marked[1]
    inputs: dict[str, object] = {"attack": attack, "defense": defense, "structures": _five(other.structures)}
    if other.mech:
        inputs["ranks"] = _five({place: card.rank for place, card in other.mech.items()})
        inputs["attacks"] = _five({place: card.attack for place, card in other.mech.items()})
        inputs["defenses"] = _five({place: card.defense for place, card in other.mech.items()})
    sources = {
        "attack": _sources(one, "attack") if marked[0] is None else [],
        "defense": _sources(other, "defense") if marked[1] is None else [],
        **{f"{name}s": _own(other, name) for name in ("structure", "rank", "attack", "defense")},
    }
    inputs |= {f"from.{name}": f"{inputs[name]}:{','.join(cards)}" for name, cards in sources.items() if cards}
    known = (f"Attack {attack}", f"Defense {defense}", f"Structure {held.structure} in {held.parts} parts")
    bonuses = [*_added(totals.lines, "attack"), *_added(held.lines, "defense")]
    texts = [f"{card.name}: {card.text}" for card in (*one.mech.values(), *other.mech.values()) if card.text]
    return Pairing("combat", inputs, known, (*lost, *bonuses), tuple(texts))


def _five(values: Mapping[str, int]) -> str:
    return ",".join(str(values.get(position, 0)) for position in POSITIONS)


def _own(one: Fighter, name: str) -> list[str]:
    return [f"{card.id}.{name}" for card in one.mech.values()]


def _sources(one: Fighter, name: str) -> list[str]:
    """Return the fields of cards that a total comes from, special rules and penalties among them."""
    found = _own(one, name)
    for position, card in one.mech.items():
        if any(getattr(special, name) for special in card.special):
            found.append(f"{card.id}.special")
        if name == "attack" and turned(card, position) and card.penalty:
            found.append(f"{card.id}.penalty")
    return found


def _added(lines: Iterable[SumLine], name: str) -> list[tuple[str, str]]:
    """Return what bonuses and penalties add to a total, in words, each with its rule."""
    return [
        (f"{line.why} {getattr(line, name):+d} {name.capitalize()}".replace("-", "−"), line.rule)
        for line in lines
        if line.rule != "totals" and getattr(line, name)
    ]
