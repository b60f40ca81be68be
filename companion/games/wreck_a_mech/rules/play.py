"""The course of a game as pure functions: seats, phases, draws, marks, damage, Rebound, Overtime.

Piles are tuples of card ids, the top card first. The caller shuffles and passes the new order: this module has no
chance in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.data.rulebook import Rulings, rule
from companion.games.wreck_a_mech.model import ARMS, MOST_MARKED
from companion.games.wreck_a_mech.rules.losses import damage

BASE_DRAW = 2
OVERTIME_DRAW = 5
VICTORIES = 3
REBOUND_JUNK = 2
PHASES = ("Draw", "Build", "Combat", "Upgrade", "Rebound")
Pile = tuple[str, ...]


@rule("first-turn")
def phases(turn: int) -> tuple[str, ...]:
    """Return a turn's phases: the first begins with Combat (facts 33, 34)."""
    return PHASES if turn > 1 else PHASES[PHASES.index("Combat") :]


@rule("draw-count")
def draw_count(victories: Sequence[int], overtime: bool = False) -> int:
    """Return how many cards everybody draws (fact 35)."""
    return OVERTIME_DRAW if overtime else BASE_DRAW + max(victories, default=0)


@rule("seats")
def attacker(player: int, players: int) -> int:
    """Return who attacks a player: seats are numbered clockwise, to the left; the attacker sits to the right."""
    return (player - 1) % players


@rule("seats")
def defender(player: int, players: int) -> int:
    """Return whom a player attacks: the seat to the left (fact 25)."""
    return (player + 1) % players


@rule("seats")
def order(holder: int, players: int) -> tuple[int, ...]:
    """Return the seats in the order of a step: the initiative holder, then to the left (fact 27)."""
    return tuple((holder + i) % players for i in range(players))


@rule("rings")
def rings(value: int) -> tuple[int, int]:
    """Return the tens and ones that mark a total; above 99 both rings are on 9 (fact 76)."""
    return divmod(min(max(0, value), MOST_MARKED), 10)


@dataclass(frozen=True)
class Player:
    """The cards and marks of one player; the marks change only when a Build Phase ends (fact 42)."""

    mech: Mapping[str, str]
    draw: Pile = ()
    discard: Pile = ()
    hand: Pile = ()
    damaged: Pile = ()
    junked: Pile = ()
    attack: int = 9
    defense: int = 5
    victory: int = 0


@rule("draw-reshuffle")
def draw(player: Player, count: int, shuffled: Pile) -> Player:
    """Return the player with cards drawn; `shuffled` is the discard pile's new order, used only if needed."""
    drawn, remaining = player.draw[:count], player.draw[count:]
    if len(drawn) == count:
        return replace(player, hand=player.hand + drawn, draw=remaining)
    _check_same_cards(shuffled, player.discard)
    missing = count - len(drawn)
    return replace(player, hand=player.hand + drawn + shuffled[:missing], draw=shuffled[missing:], discard=())


def _check_same_cards(shuffled: Pile, pile: Pile) -> None:
    if sorted(shuffled) != sorted(pile):
        raise ValueError("a shuffled pile has the same cards as before")


@rule("build-phase", "empty-mech", "wrong-position")
def build(player: Player, mech: Mapping[str, str], positions: Mapping[str, str]) -> Player:
    """Return the player with this mech, made from the hand and the installed parts; the rest is discarded.

    `positions` gives each card's position. ValueError for a part from elsewhere, a part in a wrong position, or a mech
    without parts.
    """
    pool = [*player.hand, *player.mech.values()]
    for position, card in mech.items():
        if card not in pool:
            raise ValueError(f"{card} is neither in hand nor installed")
        pool.remove(card)
        own = positions[card]
        if position != own and not (position in ARMS and own in ARMS):
            raise ValueError(f"{card} cannot be the {position}: its position is {own}")
    if not mech:
        raise ValueError("a mech ends the Build Phase with at least one part")
    return replace(player, mech=dict(mech), hand=(), discard=tuple(pool) + player.discard)


@rule("marks-stay")
def mark(player: Player, attack: int, defense: int) -> Player:
    """Return the player with marks set, as all do at the end of the Build Phase and at no other time."""
    return replace(player, attack=attack, defense=defense)


@rule("marks-stay", "damage")
def damage_to(player: Player, by: Player) -> int:
    """Return the damage a player takes: by the marks, whatever either mech has lost since (facts 44, 48)."""
    return damage(by.attack, player.defense)


@rule("absorb", "marks-stay")
def lose(player: Player, positions: Sequence[str]) -> Player:
    """Return the player with parts moved to the damage area; the marks stay. ValueError for an empty position."""
    for position in positions:
        if position not in player.mech or positions.count(position) > 1:
            raise ValueError(f"{position} has no part that could be lost")
    remaining = {position: card for position, card in player.mech.items() if position not in positions}
    return replace(player, mech=remaining, damaged=player.damaged + tuple(player.mech[p] for p in positions))


@rule("wrecked", "damage")
def wreck(player: Player, shuffled: Pile, rulings: Rulings) -> Player:
    """Return a wrecked player; by ruling the damaged parts leave at once, shuffled into the draw pile (fact 79).

    `shuffled` is the draw pile, the discard pile and the damaged parts in their new order, used only in that case.
    """
    if rulings.get("wrecked-cards", "after-upgrade") != "at-once":
        return player
    _check_same_cards(shuffled, player.draw + player.discard + player.damaged)
    return replace(player, draw=shuffled, discard=(), damaged=())


@rule("upgrade-gains")
def clear(player: Player) -> Player:
    """Return the player with the damage area discarded, as at the end of the Upgrade Phase (fact 51)."""
    return replace(player, discard=player.damaged + player.discard, damaged=())


@dataclass(frozen=True, slots=True)
class ReboundResult:
    """A rebuilt mech: positions filled in order, cards discarded, cards not drawn, and whether too few fitted."""

    installed: tuple[tuple[str, str], ...]
    discarded: Pile
    not_drawn: Pile
    short: bool


@rule("rebound")
def rebound(drawn: Pile, positions: Mapping[str, str], parts: int) -> ReboundResult:
    """Return a wrecked mech rebuilt from the draw pile in order, up to `parts` parts (facts 54, 55).

    `positions` gives each card's position. If the cards run out, `refill` goes on (fact 58).
    """
    mech: dict[str, str] = {}
    discarded: list[str] = []
    for index, card in enumerate(drawn):
        if len(mech) >= parts:
            return ReboundResult(tuple(mech.items()), tuple(discarded), drawn[index:], False)
        if positions[card] in mech:
            discarded.append(card)
        else:
            mech[positions[card]] = card
    return ReboundResult(tuple(mech.items()), tuple(discarded), (), len(mech) < parts)


@rule("rebound")
def refill(
    unfinished: ReboundResult, shuffled: Pile, positions: Mapping[str, str], parts: int, rulings: Rulings
) -> ReboundResult:
    """Return a rebound that ran out of cards, continued by ruling: it stops, or arms may go on any side (fact 58).

    `shuffled` is the new order of the cards it discarded, used only in that case.
    """
    if not unfinished.short or rulings.get("rebound-short", "stop") != "reshuffle":
        return unfinished
    _check_same_cards(shuffled, unfinished.discarded)
    mech, discarded = dict(unfinished.installed), []
    for card in shuffled:
        free = [arm for arm in ARMS if arm not in mech]
        if positions[card] in ARMS and free and len(mech) < parts:
            mech[free[0]] = card
        else:
            discarded.append(card)
    return ReboundResult(tuple(mech.items()), tuple(discarded), (), len(mech) < parts)


@dataclass(frozen=True, slots=True)
class ReboundPlan:
    """A Rebound Phase: how many cards to junk, how many parts to reach, the phase after it."""

    junk: int
    parts: int
    next: str


@rule("rebound")
def rebound_plan(parts: Sequence[int]) -> ReboundPlan:
    """Return the Rebound for everybody's parts after Combat, wrecked players at 0 (facts 53, 54, 56)."""
    return ReboundPlan(REBOUND_JUNK, max(parts, default=0), "Draw")


@rule("initiative")
def holder(player: int, players: int, wrecks: int, rulings: Rulings) -> int:
    """Return who holds the chip next turn: the player to the left (fact 57)."""
    if not wrecks and rulings.get("initiative", "every-turn") == "rebound-only":
        return player
    return (player + 1) % players


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game: the winner's seat, or the seats in Sudden Death Overtime, or neither."""

    winner: int | None = None
    overtime: tuple[int, ...] = ()


@rule("victory", "foundry-out")
def decide_ending(victories: Sequence[int], foundry_out: bool = False) -> Ending:
    """Return the ending by Victory scores, after all damage of a phase (facts 64 to 66)."""
    if foundry_out:
        leading = [seat for seat, score in enumerate(victories) if score == max(victories)]
    else:
        leading = [seat for seat, score in enumerate(victories) if score >= VICTORIES]
    return Ending(leading[0]) if len(leading) == 1 else Ending(overtime=tuple(leading))


@rule("overtime", "draw-count")
def begin_overtime(player: Player, shuffled: Pile) -> Player:
    """Return a player with the mech discarded, everything shuffled together, and 5 cards drawn (facts 65, 66, 69).

    `shuffled` is the new order of all cards not junked: draw and discard pile, hand, mech and damage area.
    """
    _check_same_cards(
        shuffled, player.draw + player.discard + player.hand + player.damaged + tuple(player.mech.values())
    )
    cleared = replace(player, mech={}, draw=shuffled, discard=(), hand=(), damaged=())
    return draw(cleared, OVERTIME_DRAW, ())


@rule("overtime")
def overtime(scorers: Sequence[int]) -> Ending:
    """Return how an Overtime combat ends: one scorer wins, several repeat it, none goes on (fact 70)."""
    return Ending(scorers[0]) if len(scorers) == 1 else Ending(overtime=tuple(scorers))


@rule("overtime")
def clear_overtime(player: Player, rulings: Rulings) -> Player:
    """Return the player after an Overtime combat: damage cleared, or by ruling kept until the end (fact 73)."""
    return player if rulings.get("overtime-damage", "each-combat") == "never" else clear(player)


@rule("overtime-stalemate")
def can_score(attacks: Sequence[int], defenses: Sequence[int]) -> bool:
    """Return whether anybody's Attack exceeds the Defense of the player to the left (fact 72)."""
    return any(damage_by_seat(attacks, defenses))


def damage_by_seat(attacks: Sequence[int], defenses: Sequence[int]) -> tuple[int, ...]:
    """Return the damage each seat takes, from the marks by seat."""
    count = len(attacks)
    return tuple(damage(attacks[attacker(seat, count)], defenses[seat]) for seat in range(count))


@rule("overtime-stalemate")
def stalemate(attacks: Sequence[int], defenses: Sequence[int], rulings: Rulings) -> Ending:
    """Return the result of a stalemate in Overtime: a new Overtime for all, or by ruling whoever comes closest.

    If somebody can score there is no stalemate, and the Ending is empty.
    """
    if can_score(attacks, defenses):
        return Ending()
    count = len(attacks)
    if rulings.get("overtime-stalemate", "again") == "again":
        return Ending(overtime=tuple(range(count)))
    short = [attacks[seat] - defenses[defender(seat, count)] for seat in range(count)]
    return overtime([seat for seat in range(count) if short[seat] == max(short)])
