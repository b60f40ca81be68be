"""My mech against yours, in this combat or the next one after losses: as built, and with each card of my piles.

Attack and Defense are not rolled: every figure is certain. The defender chooses what to lose, the attacker does not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.base.wording import join_words
from companion.gamekit.matchup import (
    CellFigure,
    Matchup,
    MatchupAttack,
    MatchupSide,
    MatchupTarget,
    Pairing,
    make_apply_losses,
)
from companion.gamekit.workshop import FaceOf
from companion.games.wreck_a_mech.matchup.conclusions import conclusions
from companion.games.wreck_a_mech.matchup.fighters import (
    Circumstances,
    Exchange,
    Fighter,
    TypedMech,
    apply_losses,
    exchange,
    fighter,
    play_card,
    swap_arms,
    under_rulings_of,
)
from companion.games.wreck_a_mech.matchup.filled import prefill_inputs
from companion.games.wreck_a_mech.matchup.from_chat import from_text
from companion.games.wreck_a_mech.matchup.next_steps import next_steps
from companion.games.wreck_a_mech.model import MOST_MARKED, POSITIONS, Part, count_copies, words
from companion.games.wreck_a_mech.rules.totals import SumLine, is_on_wrong_side

BUILT, SWAPPED, PLAYED = "built", "swapped", "played:"
"""Keys of rows and columns: as built, arms swapped, and with a card played, whose id follows."""
FIGURES = (
    CellFigure("damage", "Damage", {"combat": "damage"}, "number"),
    CellFigure("parts_lost", "Parts lost", {"combat": "parts_lost"}, "number"),
    CellFigure("wrecked", "Wrecked", {"combat": "wrecked"}),
)
Applied = list[tuple[str, str]]
BEST = ("damage",)
"""The more damage, the more parts are salvaged, up to the wreck."""


def attacks(mine: MatchupSide) -> list[MatchupAttack]:
    """Return the mech as it is, with its arms swapped where one is on the wrong side, with each card of its piles.

    A mech without parts has no attacks.
    """
    one = fighter(mine)
    if one.typed:
        return [MatchupAttack(BUILT, "Marked Attack")]
    if not one.mech:
        return []
    rows = [MatchupAttack(BUILT, "The mech as it is")]
    if any(is_on_wrong_side(card, position) for position, card in one.mech.items()):
        rows.append(MatchupAttack(SWAPPED, "Its arms swapped"))
    return rows + list(_rows_with_cards(mine, one))


def _rows_with_cards(mine: MatchupSide, one: Fighter) -> Iterable[MatchupAttack]:
    """Yield a row for each different part in the draw pile, then in the discard pile, that is not on the mech."""
    seen = {card.id for card in one.mech.values()}
    for name, pile in (("Draw pile", "deck"), ("Discard pile", "discard")):
        for card_id in count_copies(getattr(mine.build, pile)):
            if card_id not in seen:
                seen.add(card_id)
                card = mine.context.catalogue.get(Part, card_id)
                yield MatchupAttack(PLAYED + card_id, f"With {card.name}", name, face=FaceOf("cards", card_id))


def targets(theirs: MatchupSide, mine: MatchupSide) -> list[MatchupTarget]:
    """Return the mech: none of its parts can be aimed at, the defender chooses which are lost."""
    one = fighter(theirs)
    return [MatchupTarget(BUILT, "Their mech")] if one.structures else []


def pairing(
    attack: MatchupAttack, target: MatchupTarget, mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances
) -> Pairing:
    """Return a combat with its inputs from both mechs; in the next one both have lost what they chose.

    There is no next combat for a mech that is wrecked: nobody knows which cards it draws in the Rebound Phase.
    """
    this = exchange(fighter(mine), fighter(theirs), conditions)
    if conditions.combat == "this":
        one, other, lost = this.dealt.attacker, this.dealt.defender, []
        marked = (conditions.my_attack if attack.key == BUILT else None, conditions.their_defense)
    else:
        why_not = _no_next(this)
        if why_not:
            return Pairing(why_not=why_not)
        one, other, lost, marked = (
            this.taken.remaining_mech,
            this.dealt.remaining_mech,
            _describe_losses(this),
            (None, None),
        )
    one, changed = _change_mech(attack, one, other)
    return _combat(one, under_rulings_of(mine.context, other), marked, (*lost, *changed))


def _no_next(this: Exchange) -> str:
    if this.taken.wrecks_mech or this.dealt.wrecks_mech:
        who = "You are" if this.taken.wrecks_mech else "They are"
        return f"{who} wrecked in this combat: the next mech comes from the draw pile."
    if this.dealt.defender.typed and this.dealt.chosen.positions:
        return "What typed numbers lose is not known."
    return ""


def _describe_losses(this: Exchange) -> Applied:
    """Return what was lost before, in words, each with its rule."""
    found = []
    for hit, whose in ((this.taken, "You have lost"), (this.dealt, "They have lost")):
        if hit.chosen.positions:
            names = join_words(hit.defender.mech[place].name for place in hit.chosen.positions)
            found.append((f"{whose} {names}", "absorb"))
    return found


def _change_mech(attack: MatchupAttack, one: Fighter, other: Fighter) -> tuple[Fighter, Applied]:
    """Return the mech with what a row changes of it, and the change in words with its rule."""
    if attack.key == SWAPPED:
        return replace(one, mech=swap_arms(one.mech)), [("Left and right arm swapped", "build-phase")]
    if not attack.key.startswith(PLAYED):
        return one, []
    card = one.context.catalogue.get(Part, attack.key.removeprefix(PLAYED))
    made, position = play_card(one, card, other.parts)
    before = one.mech.get(position)
    where = f"{card.name} played as {words(position)}"
    return made, [(f"{where} in place of {before.name}" if before else where, "build-phase")]


def _combat(
    one: Fighter, other: Fighter, marked: tuple[int | None, int | None], changed: tuple[tuple[str, str], ...]
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
    bonuses = [*_describe_bonuses(totals.lines, "attack"), *_describe_bonuses(held.lines, "defense")]
    texts = [f"{card.name}: {card.text}" for card in (*one.mech.values(), *other.mech.values()) if card.text]
    return Pairing("combat", inputs, known, (*changed, *bonuses), tuple(texts))


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
        if name == "attack" and is_on_wrong_side(card, position) and card.penalty:
            found.append(f"{card.id}.penalty")
    return found


def _describe_bonuses(lines: Iterable[SumLine], name: str) -> list[tuple[str, str]]:
    """Return what bonuses and penalties add to a total, in words, each with its rule."""
    return [
        (f"{line.why} {getattr(line, name):+d} {name.capitalize()}".replace("-", "−"), line.rule)
        for line in lines
        if line.rule != "totals" and getattr(line, name)
    ]


MATCHUP = Matchup(
    circumstances=Circumstances,
    typed_model=TypedMech,
    figures=FIGURES,
    best=BEST,
    attacks=attacks,
    targets=targets,
    pairing=pairing,
    apply_losses=make_apply_losses(apply_losses),
    conclusions=conclusions,
    next_steps=next_steps,
    from_text=from_text,
    fill_inputs=prefill_inputs,
)
