"""What each Weapon of an attack did in one roll, from its dice; outcomes have only what all did together."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.base.findings import InputError, InvalidInput
from companion.dice.chain import Chain
from companion.dice.resolver import Resolver, replay
from companion.dice.throw import Throw
from companion.games.techniconica.resolver.attack import AttackState, Volley
from companion.games.techniconica.resolver.clash import Clash, ClashState

Groups = Sequence[Sequence[int]]


class Fired(NamedTuple):
    """What one Weapon did: whether it hits, its damage, whether the Attack Roll jams or would but for Reliable."""

    hits: bool
    damage: int
    piercing: bool
    jams: bool
    would_jam: bool


class Account(NamedTuple):
    """What each Weapon did, in firing order, and the Re-Rolls that each side has used."""

    fired: tuple[Fired, ...]
    used: tuple[int, int]


def attack_account(resolver: Resolver[Any], groups: Groups) -> Account:
    """Return what each Weapon of a shot, a volley or a Charge without counter-attack did, with the dice of its roll.

    InvalidInput where they are not all the dice of that roll, as under other rulings.
    """
    if replay(resolver, groups).outcome is None:
        raise InvalidInput(InputError("faces", f"{len(groups)} groups", "all groups of the roll"))
    attack = resolver.first if isinstance(resolver, Chain) else resolver
    assert isinstance(attack, Volley)
    state = attack.start()
    if attack.diceless:
        rolls = attack.diceless_rolls()
        fired = tuple(_fired(clash, fell, ()) for clash, fell in zip(attack.clashes, rolls, strict=True))
        return Account(fired, attack.re_rolls)
    fired = tuple(_follow(attack, state, groups))
    end = _run(attack, groups)
    used = (attack.re_rolls[0] - end.left[0], attack.re_rolls[1] - end.left[1])
    return Account(fired, used)


def _run(attack: Volley, groups: Groups) -> AttackState:
    state = attack.start()
    for faces in groups:
        state = attack.take(state, _asked(attack, state).sort(faces))
    return state


def _follow(attack: Volley, state: AttackState, groups: Groups) -> Iterator[Fired]:
    thrown: Sequence[int] = ()
    for faces in groups:
        counts = _asked(attack, state).sort(faces)
        if state.clash:
            clash = attack.clashes[state.weapon]
            thrown = faces if state.clash.phase == "attack" else thrown
            fell = clash.take(state.clash, counts)
            if fell.phase == "over":
                yield _fired(clash, fell, thrown)
        state = attack.take(state, counts)


def _asked(attack: Volley, state: AttackState) -> Throw:
    throw = attack.ask(state)
    assert throw
    return throw


def _fired(clash: Clash, fell: ClashState, thrown: Sequence[int]) -> Fired:
    ones = 1 in thrown if clash.rulings.get("accurate-jam") == "any" else fell.attack == 1
    effects = clash.effects
    return Fired(clash.hits(fell), clash.damage(fell), effects.piercing, fell.jam, ones and effects.reliable)
