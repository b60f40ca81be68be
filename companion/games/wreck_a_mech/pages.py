"""What Wreck-A-Mech's own pages show, a room of its own: the best build, what to lose, the odds of a hand."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, get_args

from companion.cards import Catalogue
from companion.documents import read_as
from companion.findings import InputError, InvalidInput, shown
from companion.games.wreck_a_mech.analysis import best_build, deck_odds
from companion.games.wreck_a_mech.model import MOST_MARKED, POSITIONS, Copies, Opponent, Part, counted, words
from companion.games.wreck_a_mech.model.typed import Unread, by_name, entry, lines, opponent_parts
from companion.games.wreck_a_mech.rules import foundry, losses, play
from companion.games.wreck_a_mech.rules.totals import fits, structures, total
from companion.games.wreck_a_mech.summary import choices, telling, wheel
from companion.system import Context, FormData, View

GOALS = {"attack": "Most Attack", "defense": "Most Defense", "opponent": "Best against the marked opponent"}
SHOWN = 12
"""Builds that a page lists at a time of those that tie."""
MOST_SEEN = 100_000
SLOTS = 5


def _one(fields: FormData, name: str) -> str:
    return (fields.get(name) or [""])[-1].strip()


def _pile(texts: Iterable[str], where: str, catalogue: Catalogue) -> list[Copies]:
    try:
        return [entry(line, catalogue) for line in lines(texts)]
    except Unread as error:
        raise InvalidInput(InputError(where, error.found, error.expected)) from None


def _number(fields: FormData, name: str, most: int) -> int | None:
    text = _one(fields, name)
    if not text:
        return None
    if not (text.isdecimal() and text.isascii() and len(text) <= 6 and int(text) <= most):
        raise InvalidInput(InputError(name, shown(text), f"a whole number from 0 to {most}"))
    return int(text)


def _installed(fields: FormData, catalogue: Catalogue) -> dict[str, Part]:
    found = {}
    for position in POSITIONS:
        text = _one(fields, position)
        if not text:
            continue
        card = by_name(text, catalogue)
        if card is None:
            raise InvalidInput(InputError(position, shown(text), f"the name of a {words(position)}"))
        found[position] = card
    return found


def _parts(fields: FormData, catalogue: Catalogue) -> dict[str, int]:
    try:
        return opponent_parts(_one(fields, "parts"), catalogue)
    except Unread as error:
        raise InvalidInput(InputError("parts", error.found, error.expected)) from None


def _opponent(fields: FormData, catalogue: Catalogue) -> Opponent:
    parts = _parts(fields, catalogue)
    marks = {name: _number(fields, name, MOST_MARKED) for name in ("attack", "defense")}
    return read_as(Opponent, {**marks, "parts": parts})


def show_best_build(fields: FormData, context: Context) -> dict[str, object]:
    """Return the best-build page's context: `builds` that tie for the goal, and what was asked.

    Fields: `hand` (cards, several), the five positions, `goal`, the opponent's `attack`, `defense` and `parts`, and
    `after`, how many of those that tie were seen before.
    """
    catalogue = context.catalogue
    hand = [
        catalogue.get(Part, copies.card)
        for copies in _pile(fields.get("hand", ()), "hand", catalogue)
        for _ in range(copies.count)
    ]
    if len(hand) > best_build.MOST_HAND:
        raise InvalidInput(InputError("hand", f"{len(hand)} cards", f"at most {best_build.MOST_HAND}"))
    installed = _installed(fields, catalogue)
    opponent = _opponent(fields, catalogue)
    goal = _one(fields, "goal") or "attack"
    if goal not in get_args(best_build.Goal):
        raise InvalidInput(InputError("goal", shown(goal), f"one of {', '.join(GOALS)}"))
    seen = _number(fields, "after", MOST_SEEN) or 0
    builds: Sequence[Any] = ()
    if hand or installed:
        builds = best_build.best(goal, hand, installed, context.rulings, catalogue, opponent)  # type: ignore[arg-type]
    return {
        "goal": goal,
        "goals": GOALS,
        "hand": [card.id for card in hand],
        "rows": max(SLOTS, len(hand) + 1),
        "installed": installed,
        "enemy": opponent,
        "typed_parts": _one(fields, "parts"),
        "builds": builds[seen : seen + SHOWN],
        "first": seen + 1,
        "count": len(builds),
        "before": max(0, seen - SHOWN) if seen else None,
        "after": seen + SHOWN if seen + SHOWN < len(builds) else None,
        "marked": opponent.attack is not None or opponent.defense is not None,
        "from_hand": {card.id for card in hand},
        "choices": choices(catalogue),
        "cards": grouped(catalogue),
        "positions": POSITIONS,
        "words": words,
        "wheel": wheel(context),
        **telling(catalogue, context.rulings),
    }


def grouped(catalogue: Catalogue) -> dict[str, list[Part]]:
    """Return all parts by position, best rank first, for choosing a hand."""
    cards = sorted(catalogue.all(Part), key=lambda card: (-card.rank, card.name))
    return {words(p).capitalize(): [card for card in cards if card.position == p] for p in POSITIONS}


def show_losses(fields: FormData, context: Context) -> dict[str, object]:
    """Return the page of what a mech can lose: `rows` of (parts by position, cost), the cheapest first.

    Fields: the five positions, the opponent's `attack` and `parts`, and `defense`, one's own mark where it differs.
    """
    catalogue = context.catalogue
    mech = _installed(fields, catalogue)
    attack, marked = _number(fields, "attack", MOST_MARKED), _number(fields, "defense", MOST_MARKED)
    enemy = _parts(fields, catalogue)
    made = total(mech, context.rulings, catalogue, enemy)
    standing = {position: card for position, card in mech.items() if fits(card, position)}
    held = structures(mech)
    defense = made.defense if marked is None else marked
    taken = None if attack is None or not standing else losses.damage(attack, defense)
    ranks = {position: card.rank for position, card in standing.items()}
    found = []
    for loss in losses.losses(taken, held, ranks) if taken is not None else ():
        left = {position: card for position, card in standing.items() if position not in loss.positions}
        after = total(left, context.rulings, catalogue, enemy)
        cost = replace(loss.cost, attack_left=after.attack, defense_left=after.defense)
        found.append((replace(loss, cost=cost), foundry.gains([ranks[position] for position in loss.positions])))
    found.sort(key=lambda row: losses.price(row[0]))
    return {
        "installed": mech,
        "misplaced": [(card, position) for position, card in mech.items() if position not in standing],
        "attack": attack,
        "defense": defense,
        "marked": marked,
        "taken": taken,
        "wrecked": taken is not None and losses.is_wrecked(taken, held),
        "structure": sum(held.values()),
        "typed_parts": _one(fields, "parts"),
        "rows": found,
        "choices": choices(catalogue),
        "positions": POSITIONS,
        "words": words,
        **telling(catalogue, context.rulings),
    }


def show_deck_odds(fields: FormData, context: Context) -> dict[str, object]:
    """Return the deck odds' context: chances of the next hand. Fields: `draw`, `discard` (cards), `count`."""
    catalogue = context.catalogue
    draw = counted(_pile(fields.get("draw", ()), "draw", catalogue))
    discard = counted(_pile(fields.get("discard", ()), "discard", catalogue))
    count = _number(fields, "count", 60)
    count = play.BASE_DRAW if count is None else count
    made = deck_odds.next_hand(draw, discard, count, catalogue) if draw or discard else None
    ranked = sorted(made.cards.items(), key=lambda row: (-row[1].chance, row[0])) if made else []
    return {
        "draw": "\n".join(fields.get("draw", ())),
        "discard": "\n".join(fields.get("discard", ())),
        "count": count,
        "sizes": (sum(draw.values()), sum(discard.values())),
        "made": made,
        "ranked": [(catalogue.get(Part, i), chances, draw[i] + discard[i]) for i, chances in ranked],
        "percent": percent,
        "positions": POSITIONS,
        "words": words,
        **telling(catalogue, context.rulings),
    }


def percent(share: Fraction) -> str:
    """Return a chance as whole percent, never rounded to a certainty that it is not."""
    value = float(share) * 100
    if 0 < value < 0.5:
        return "< 1"
    return "> 99" if 99.5 <= value < 100 else f"{value:.0f}"


VIEWS = (
    View(
        "best-build",
        "Best build",
        "From a hand and what is installed: the most Attack, Defense, or margin.",
        show_best_build,
    ),
    View("losses", "What to lose", "Every way to take the damage that spares what can be spared.", show_losses),
    View("deck-odds", "Deck odds", "The exact chance of each part in your next hand.", show_deck_odds),
)
"""The pages only Wreck-A-Mech has."""
