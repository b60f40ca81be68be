"""Commands and events at a table: when each may be played, what it costs and what it does to the records.

`PLAYED` says so for each card. What is not on records, as where a unit deploys, the players do by the card's words.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.base.json_types import JsonMapping
from companion.data.card_ids import find_card
from companion.data.rulebook import rule
from companion.games.mechastellar.model import Command, Event
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.battle import DESTROYED, Battle
from companion.games.mechastellar.tracker.hurting import hurt
from companion.games.mechastellar.tracker.overwatch import aim_overwatch, overwatch_weapons
from companion.games.mechastellar.tracker.picking import ambushers, ask_pick, fallen_grunts
from companion.games.mechastellar.tracker.pools import INFLUENCE, chosen_commands
from companion.play.tracker import Move

SPEECH = 3
RISEN_HP = 100
LATE_FRAME = 3
"""Units of this Frame and more cost 2 Influence to activate at once."""


@dataclass(frozen=True)
class Played:
    """How a card is played: from Round `earliest`, by a side with its `commander`, once while its `mark` is not set.

    `units` are those that it may name, one move for each; `do` carries it out. `when` is a warning, empty for none.
    """

    earliest: int = 1
    commander: bool = False
    mark: str = ""
    label: str = ""
    units: Callable[[Battle, int], Iterable[str]] | None = None
    when: Callable[[Battle, int, str], str] = lambda battle, seat, unit: ""
    do: Callable[[Battle, int, str], None] = lambda battle, seat, unit: None


def _own(battle: Battle, seat: int) -> Iterable[str]:
    return battle.records.standing(seat)


def _in_enemy_turn(battle: Battle, seat: int) -> Iterable[str]:
    active = battle.state.active
    enemy = bool(active) and battle.seat(active) != seat
    return [unit for unit in battle.records.standing(seat) if enemy and battle.on_table(unit)]


def _followers(battle: Battle, seat: int) -> Iterable[str]:
    if battle.state.active or battle.state.turn is None:
        return ()
    rich = battle.pool(seat, INFLUENCE)
    waiting = battle.records.waiting_to_act(seat)
    return [one for one in waiting if battle.on_table(one) and cost_of_activation(battle, one) <= rich]


@rule("command-costs")
def cost_of_activation(battle: Battle, unit: str) -> int:
    """Return the Influence for which a unit is activated at once by Coordinated Attack."""
    return 2 if battle.card(unit).frame >= LATE_FRAME else 1


def _fallen(battle: Battle, seat: int) -> Iterable[str]:
    own = [unit for unit, record in battle.state.units.items() if record.seat == seat and record.out == DESTROYED]
    return () if battle.state.active else own


def _just_fallen(battle: Battle, seat: int) -> Iterable[str]:
    return [unit for unit in battle.state.lost if battle.seat(unit) == seat and battle.records.unit(unit).out]


def _commander(battle: Battle, seat: int) -> Iterable[str]:
    return [unit for unit in battle.records.standing(seat) if battle.fighters[unit].commander]


def _own_turn(battle: Battle, seat: int, unit: str) -> str:
    return "" if battle.state.active == unit else "It is for the unit’s own turn."


def _before_battle(battle: Battle, seat: int, unit: str) -> str:
    return "" if battle.state.round == 1 and not battle.state.opener else "It is for the start of the battle."


def _needs_ambushers(battle: Battle, seat: int, unit: str) -> str:
    return "" if ambushers(battle, seat, "", ()) else "No unit of Frame 1 or 2 is in reserve."


def _needs_fallen(battle: Battle, seat: int, unit: str) -> str:
    return "" if fallen_grunts(battle, seat, "", ()) else "No destroyed unit of Frame 1 or 2 can return."


def _bombard(battle: Battle, seat: int, unit: str) -> None:
    battle.records.set_pool(seat, "bombard", 2)


def _go_on(battle: Battle, seat: int, unit: str) -> None:
    battle.records.update(turn=seat)


def _focus(battle: Battle, seat: int, unit: str) -> None:
    """Give Focus actions for the Rounds that have passed, at most three in a turn."""
    more = min((battle.state.round - 1) // 2, play.MOST_FOCUS - battle.value(unit, "focused"))
    battle.records.add(unit, "focus", more)
    battle.records.add(unit, "focused", more)


def _destroy_itself(battle: Battle, seat: int, unit: str) -> None:
    hurt(battle, unit, seat, battle.value(unit, sheets.HP))
    ask_pick(battle, seat, "blast", unit)


def _go_berserk(battle: Battle, seat: int, unit: str) -> None:
    battle.put(unit, "berserk", 1)
    for place, weapon in battle.fighters[unit].weapons.items():
        if weapon.shoots:
            battle.put(unit, sheets.weapon_track("lost", place), 1)


def _rise(battle: Battle, seat: int, unit: str) -> None:
    battle.records.bring_back(unit)
    battle.records.set(unit, sheets.HP, RISEN_HP)
    battle.records.set(unit, "risen", 1)
    battle.records.set_acted(unit, False)


def _shoot_last(battle: Battle, seat: int, unit: str) -> None:
    """Let a destroyed unit stay until its last shot, which is an attack like any other."""
    battle.records.bring_back(unit)
    battle.records.set(unit, "last-shot", 1)
    battle.say(f"{battle.name(unit)} makes its last shot now, at a target in range that is not in melee.")


PLAYED: Mapping[str, Played] = {
    "inspiring-speech": Played(4, True, "speech", "+3 Momentum", do=lambda battle, seat, _: battle.gain(seat, SPEECH)),
    "warning": Played(units=_in_enemy_turn, do=lambda battle, _, unit: battle.put(unit, "warned", 1)),
    "ambush": Played(when=_needs_ambushers, do=lambda battle, seat, _: ask_pick(battle, seat, "ambush")),
    "coordinated-attack": Played(units=_followers, label="activate ", do=_go_on),
    "infantry-ambush": Played(mark="trap", do=lambda battle, seat, _: ask_pick(battle, seat, "trap")),
    "opening-bombardment": Played(
        mark="bombard", when=_before_battle, label="two weapons of indirect fire attack now", do=_bombard
    ),
    "advancing-bulwark": Played(mark="bulwark"),
    "lightning-raid": Played(mark="raid"),
    "overwhelming-firepower": Played(mark="firepower"),
    "the-valiant": Played(mark="valiant"),
    "missile-screen": Played(mark="screen"),
    "reinforcements": Played(
        mark="reinforcements", when=_needs_fallen, do=lambda battle, seat, _: ask_pick(battle, seat, "reinforcements")
    ),
    "last-shooting": Played(units=_just_fallen, do=_shoot_last),
    "moment-of-clarity": Played(3, units=_commander, when=_own_turn, do=_focus),
    "self-destruct": Played(units=_own, when=_own_turn, do=_destroy_itself),
    "its-gone-berserk": Played(units=_own, do=_go_berserk),
    "bonds-that-transcend-time-and-space": Played(3, units=_fallen, do=_rise),
}
"""How cards are played, by their ids; one that is not here costs what it says, and players do what its words say."""
ASKED = ("guardian", "narrow-escape", "pyrrhic-victory", "the-will-to-power")
"""Cards that a player is asked for after the dice of an attack."""
LATE = ("ambush",)
"""Commands that are no reactions, but not for the start of a Round alone."""


def _ways(battle: Battle, seat: int, card: str) -> Iterator[tuple[dict[str, object], str, str]]:
    """Yield the ways to play a card: the values that it needs, with a label and a warning."""
    if card == "overwatch":
        yield from _overwatch_ways(battle, seat)
        return
    played = PLAYED.get(card, Played())
    if (
        card in ASKED
        or (played.mark and battle.pool(seat, played.mark))
        or (played.commander and not _commander(battle, seat))
    ):
        return
    early = "" if battle.state.round >= played.earliest else f"It is for Round {played.earliest} and later."
    for unit in ("",) if played.units is None else played.units(battle, seat):
        label = f"{played.label}{battle.records.name(unit)}" if unit else played.label
        yield {"unit": unit} if unit else {}, label, early or played.when(battle, seat, unit)


@rule("overwatch")
def _overwatch_ways(battle: Battle, seat: int) -> Iterator[tuple[dict[str, object], str, str]]:
    for unit in _in_enemy_turn(battle, seat):
        twice = "It has fired Overwatch by command in this Round." if battle.has(unit, "watched") else ""
        for place in overwatch_weapons(battle, unit, 0):
            label = f"{battle.records.name(unit)} with {battle.weapon(unit, place).name}"
            yield {"unit": unit, "weapon": place}, label, twice


@rule("standard-commands", "reaction-commands")
def command_moves(battle: Battle, seat: int) -> Iterator[Move]:
    """Yield the commands that a side can pay for: one standard command a Round, one reaction a turn."""
    rich = battle.pool(seat, INFLUENCE)
    for card in chosen_commands(battle.force(seat).force, battle.modules, battle.terms.context) if rich else ():
        cost = _cost(card)
        if rich < cost:
            continue
        warning = ""
        if card.reaction and battle.pool(seat, "reaction"):
            warning = "One reaction in a turn."
        if not card.reaction and battle.pool(seat, "command"):
            warning = "One command in a Round."
        if not card.reaction and battle.state.opener and card.id not in LATE:
            warning = warning or "Commands are given at the start of a Round."
        for values, label, more in _ways(battle, seat, card.id):
            words = f"{card.name}{': ' * bool(label)}{label} ({card.cost} Influence)"
            yield Move(name="command", values={"command": card.id, **values}, label=words, warning=warning or more)


def _cost(card: Command) -> int:
    return int(card.cost) if card.cost.isdecimal() else 1


def give_command(battle: Battle, seat: int, values: JsonMapping) -> None:
    """Give a command: Influence is paid, and it does what it does; what the app cannot do, players do by its card."""
    command, unit = str(values["command"]), str(values.get("unit", ""))
    card = battle.terms.context.catalogue.get(Command, command)
    cost = cost_of_activation(battle, unit) if command == "coordinated-attack" else _cost(card)
    battle.say(f"Command: {card.name}. {card.text}")
    battle.pay(seat, min(cost, battle.pool(seat, INFLUENCE)), INFLUENCE)
    battle.records.set_pool(seat, "reaction" if card.reaction else "command", 1)
    if command == "overwatch":
        battle.put(unit, "watched", 1)
        aim_overwatch(battle, unit, int(values["weapon"]))
        return
    played = PLAYED.get(command, Played())
    if played.mark and battle.records.has_pool(seat, played.mark):
        battle.records.set_pool(seat, played.mark, 1)
    played.do(battle, seat, unit)


@rule("climactic-event")
def event_moves(battle: Battle, seat: int) -> Iterator[Move]:
    """Yield the events that a side has chosen and not used; some name a unit."""
    if "climactic-events" not in battle.modules:
        return
    for name in battle.force(seat).force.event:
        card = find_card(battle.terms.context.catalogue, Event, name)
        if card is None or battle.pool(seat, f"event-{card.id}"):
            continue
        for values, label, warning in _ways(battle, seat, card.id):
            words = f"{card.name}: {label or 'as its card says'}"
            yield Move(name="event", values={"event": card.id, **values}, label=words, warning=warning)


def use_event(battle: Battle, seat: int, values: JsonMapping) -> None:
    """Use a climactic event, once a game; what the app cannot do, players do by its card."""
    event, unit = str(values["event"]), str(values.get("unit", ""))
    card = find_card(battle.terms.context.catalogue, Event, event)
    assert isinstance(card, Event)
    battle.records.set_pool(seat, f"event-{event}", 1)
    battle.say(f"Event: {card.name}{', ' * bool(unit)}{battle.name(unit) if unit else ''}. {card.text}")
    PLAYED.get(event, Played()).do(battle, seat, unit)
