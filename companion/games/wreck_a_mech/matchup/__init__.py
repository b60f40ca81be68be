"""Mech against mech, in this combat or the next one after losses: as built, and with each card of my piles.

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
    exchange,
    fighter,
    from_words,
    lose,
    play_card,
    sheets,
    swap_arms,
    with_rulings,
)
from companion.games.wreck_a_mech.matchup.filled import prefill_inputs
from companion.games.wreck_a_mech.matchup.from_text import from_text
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
"""Changes and bonuses in words, each with the id of its rule."""
BEST = ("damage",)
"""Figures that rank attacks: more damage means more salvaged parts, up to the wreck."""


def attacks(mine: MatchupSide) -> list[MatchupAttack]:
    """Return a row for the mech as it is, one with its arms swapped if one is on the wrong side, one for each card.

    The cards are the parts in its piles that are not on the mech. A mech without parts has no attacks.
    """
    mech_fighter = fighter(mine)
    if mech_fighter.typed:
        return [MatchupAttack(BUILT, "Marked Attack")]
    if not mech_fighter.mech:
        return []
    rows = [MatchupAttack(BUILT, "The mech as it is")]
    if any(is_on_wrong_side(card, position) for position, card in mech_fighter.mech.items()):
        rows.append(MatchupAttack(SWAPPED, "Its arms swapped"))
    return rows + list(_rows_with_cards(mine, mech_fighter))


def _rows_with_cards(mine: MatchupSide, mech_fighter: Fighter) -> Iterable[MatchupAttack]:
    """Yield a row for each different part in the draw pile, then in the discard pile, that is not on the mech."""
    listed_ids = {card.id for card in mech_fighter.mech.values()}
    for name, pile in (("Draw pile", "deck"), ("Discard pile", "discard")):
        for card_id in count_copies(getattr(mine.build, pile)):
            if card_id not in listed_ids:
                listed_ids.add(card_id)
                card = mine.context.catalogue.get(Part, card_id)
                yield MatchupAttack(PLAYED + card_id, f"With {card.name}", name, face=FaceOf("cards", card_id))


def targets(theirs: MatchupSide, mine: MatchupSide) -> list[MatchupTarget]:
    """Return the mech as the only target: parts cannot be aimed at, the defender chooses which are lost."""
    mech_fighter = fighter(theirs)
    return [MatchupTarget(BUILT, "Their mech")] if mech_fighter.structures else []


def pairing(
    attack: MatchupAttack, target: MatchupTarget, mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances
) -> Pairing:
    """Return a combat with its inputs from both mechs; in the next one both have lost the parts that they chose.

    After a wreck there is no next combat: nobody knows which cards the Rebound Phase draws.
    """
    combat = exchange(fighter(mine), fighter(theirs), conditions)
    if conditions.combat == "this":
        attacker, defender, loss_lines = combat.dealt.attacker, combat.dealt.defender, []
        marks = (conditions.my_attack if attack.key == BUILT else None, conditions.their_defense)
    else:
        why_not = _why_no_next_combat(combat)
        if why_not:
            return Pairing(why_not=why_not)
        attacker, defender = combat.taken.remaining_mech, combat.dealt.remaining_mech
        loss_lines, marks = _describe_losses(combat), (None, None)
    attacker, changed = _change_mech(attack, attacker, defender)
    return _combat(attacker, with_rulings(mine.context, defender), marks, (*loss_lines, *changed))


def _why_no_next_combat(combat: Exchange) -> str:
    if combat.taken.wrecks_mech or combat.dealt.wrecks_mech:
        subject = "You are" if combat.taken.wrecks_mech else "They are"
        return f"{subject} wrecked in this combat: the next mech comes from the draw pile."
    if combat.dealt.defender.typed and combat.dealt.chosen.positions:
        return "The losses of typed numbers are not known."
    return ""


def _describe_losses(combat: Exchange) -> Applied:
    lines = []
    for blow, subject in ((combat.taken, "You have lost"), (combat.dealt, "They have lost")):
        if blow.chosen.positions:
            names = join_words(blow.defender.mech[place].name for place in blow.chosen.positions)
            lines.append((f"{subject} {names}", "absorb"))
    return lines


def _change_mech(attack: MatchupAttack, attacker: Fighter, defender: Fighter) -> tuple[Fighter, Applied]:
    """Return the mech as a row changes it, and the change in words with its rule."""
    if attack.key == SWAPPED:
        return replace(attacker, mech=swap_arms(attacker.mech)), [("Left and right arm swapped", "build-phase")]
    if not attack.key.startswith(PLAYED):
        return attacker, []
    card = attacker.context.catalogue.get(Part, attack.key.removeprefix(PLAYED))
    changed_fighter, position = play_card(attacker, card, defender.parts)
    replaced = attacker.mech.get(position)
    where = f"{card.name} played as {words(position)}"
    return changed_fighter, [(f"{where} in place of {replaced.name}" if replaced else where, "build-phase")]


def _combat(
    attacker: Fighter,
    defender: Fighter,
    marks: tuple[int | None, int | None],
    change_lines: tuple[tuple[str, str], ...],
) -> Pairing:
    totals, defender_totals = attacker.totals(defender.parts), defender.totals(attacker.parts)
    attack = min(totals.attack, MOST_MARKED) if marks[0] is None else marks[0]
    defense = min(defender_totals.defense, MOST_MARKED) if marks[1] is None else marks[1]
    inputs: dict[str, object] = {"attack": attack, "defense": defense, "structures": _write_five(defender.structures)}
    if defender.mech:
        inputs["ranks"] = _write_five({place: card.rank for place, card in defender.mech.items()})
        inputs["attacks"] = _write_five({place: card.attack for place, card in defender.mech.items()})
        inputs["defenses"] = _write_five({place: card.defense for place, card in defender.mech.items()})
    sources = {
        "attack": _total_fields(attacker, "attack") if marks[0] is None else [],
        "defense": _total_fields(defender, "defense") if marks[1] is None else [],
        **{f"{name}s": _card_fields(defender, name) for name in ("structure", "rank", "attack", "defense")},
    }
    inputs |= {f"from.{name}": f"{inputs[name]}:{','.join(cards)}" for name, cards in sources.items() if cards}
    facts = (
        f"Attack {attack}",
        f"Defense {defense}",
        f"Structure {defender_totals.structure} in {defender_totals.parts} parts",
    )
    bonuses = [*_describe_bonuses(totals.lines, "attack"), *_describe_bonuses(defender_totals.lines, "defense")]
    texts = [f"{card.name}: {card.text}" for card in (*attacker.mech.values(), *defender.mech.values()) if card.text]
    return Pairing("combat", inputs, facts, (*change_lines, *bonuses), tuple(texts))


def _write_five(values: Mapping[str, int]) -> str:
    return ",".join(str(values.get(position, 0)) for position in POSITIONS)


def _card_fields(mech_fighter: Fighter, name: str) -> list[str]:
    return [f"{card.id}.{name}" for card in mech_fighter.mech.values()]


def _total_fields(mech_fighter: Fighter, name: str) -> list[str]:
    """Return the fields of cards that a total comes from, special rules and penalties among them."""
    fields = _card_fields(mech_fighter, name)
    for position, card in mech_fighter.mech.items():
        if any(getattr(special, name) for special in card.special):
            fields.append(f"{card.id}.special")
        if name == "attack" and is_on_wrong_side(card, position) and card.penalty:
            fields.append(f"{card.id}.penalty")
    return fields


def _describe_bonuses(lines: Iterable[SumLine], name: str) -> list[tuple[str, str]]:
    """Return the bonuses and penalties of a total, in words, each with its rule."""
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
    apply_losses=make_apply_losses(sheets, lose, from_words),
    sheets=sheets,
    conclusions=conclusions,
    next_steps=next_steps,
    from_text=from_text,
    fill_inputs=prefill_inputs,
)
