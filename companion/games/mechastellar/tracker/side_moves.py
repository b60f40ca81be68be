"""Moves of a side at any time: commands, orders of captains, events, launching and boarding, a ship's Overwatch."""

from collections.abc import Iterator

from companion.base.json_types import JsonMapping
from companion.data.card_ids import find_card
from companion.data.rulebook import rule
from companion.games.mechastellar.model import Command, Event
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.battle import DESTROYED, Battle
from companion.games.mechastellar.tracker.hurting import hurt
from companion.games.mechastellar.tracker.overwatch import aim_overwatch, overwatch_weapons
from companion.games.mechastellar.tracker.pools import INFLUENCE, ORDERS, chosen_commands
from companion.games.mechastellar.tracker.rounds import next_turn
from companion.games.mechastellar.tracker.skills import unit_move
from companion.play.tracker import Move

SPEECH_FROM, BONDS_FROM = 4, 3
SPEECH = 3
RISEN_HP = 100
MARKS = {
    "advancing-bulwark": "bulwark",
    "lightning-raid": "raid",
    "overwhelming-firepower": "firepower",
    "the-valiant": "valiant",
    "missile-screen": "screen",
}
"""The marks of commands that last for a Round, by the ids of their cards."""


def side_moves(battle: Battle, seat: int) -> Iterator[Move]:
    """Yield what a side may do at any time."""
    yield from _command_moves(battle, seat)
    yield from _order_moves(battle, seat)
    yield from _event_moves(battle, seat)
    yield from _ship_moves(battle, seat)
    yield from _ship_overwatch(battle, seat)


@rule("standard-commands", "reaction-commands")
def _command_moves(battle: Battle, seat: int) -> Iterator[Move]:
    """Yield the commands that a side can pay for: one standard command a Round, one reaction a turn."""
    if not battle.pool(seat, INFLUENCE):
        return
    force = battle.force(seat).force
    for card in chosen_commands(force, battle.modules, battle.terms.context):
        cost = int(card.cost) if card.cost.isdecimal() else 1
        if battle.pool(seat, INFLUENCE) < cost:
            continue
        warning = ""
        if card.reaction and battle.pool(seat, "reaction"):
            warning = "One reaction in a turn."
        if not card.reaction and battle.pool(seat, "command"):
            warning = "One command in a Round."
        for values, label, more in _ways(battle, seat, card.id):
            words = f"{card.name}{': ' * bool(label)}{label} ({cost} Influence)"
            yield Move(name="command", values={"command": card.id, **values}, label=words, warning=warning or more)


def _ways(battle: Battle, seat: int, command: str) -> Iterator[tuple[dict[str, object], str, str]]:
    """Yield the values that a command needs, with a label and a warning."""
    own, active = battle.records.standing(seat), battle.state.active
    if command == "inspiring-speech":
        if not battle.pool(seat, "speech") and any(battle.fighters[unit].commander for unit in own):
            early = "" if battle.state.round >= SPEECH_FROM else f"It is for Round {SPEECH_FROM} and later."
            yield {}, "+3 Momentum", early
    elif command == "warning":
        for unit in own:
            if active and battle.seat(active) != seat and battle.on_table(unit):
                yield {"unit": unit}, battle.records.name(unit), ""
    elif command == "overwatch":
        if active and battle.seat(active) != seat:
            for unit in own:
                for place in overwatch_weapons(battle, unit, 0) if battle.on_table(unit) else ():
                    twice = "It has fired Overwatch by command in this Round." if battle.has(unit, "watched") else ""
                    label = f"{battle.records.name(unit)} with {battle.weapon(unit, place).name}"
                    yield {"unit": unit, "weapon": place}, label, twice
    elif command == "coordinated-attack":
        for unit in battle.records.waiting_to_act(seat):
            if not active and battle.on_table(unit) and battle.state.turn is not None:
                yield {"unit": unit}, f"activate {battle.records.name(unit)}", ""
    elif command in MARKS:
        if not battle.pool(seat, MARKS[command]):
            yield {}, "", ""
    elif command == "infantry-ambush":
        if not battle.pool(seat, "trap"):
            yield {}, "", ""
    elif command in ("ambush", "opening-bombardment", "reinforcements"):
        yield {}, "as its card says", ""


def give_command(battle: Battle, seat: int, values: JsonMapping) -> None:
    """Give a command: Influence is paid, and it does what it does; what the app cannot do, players do by its card."""
    command, records = str(values["command"]), battle.records
    card = battle.terms.context.catalogue.get(Command, command)
    cost = int(card.cost) if card.cost.isdecimal() else 1
    unit = str(values.get("unit", ""))
    if command == "coordinated-attack" and battle.card(unit).frame >= 3:
        cost = 2
    battle.say(f"Command: {card.name}. {card.text}")
    battle.pay(seat, min(cost, battle.pool(seat, INFLUENCE)), INFLUENCE)
    records.set_pool(seat, "reaction" if card.reaction else "command", 1)
    match command:
        case "inspiring-speech":
            records.set_pool(seat, "speech", 1)
            battle.gain(seat, SPEECH)
        case "warning":
            records.set(unit, "warned", 1)
        case "overwatch":
            records.set(unit, "watched", 1)
            aim_overwatch(battle, unit, int(values["weapon"]))
        case "coordinated-attack":
            records.update(turn=seat)
        case "infantry-ambush" | "reinforcements":
            mark = "trap" if command == "infantry-ambush" else command
            if records.has_pool(seat, mark):
                records.set_pool(seat, mark, 1)
        case _ if command in MARKS:
            records.set_pool(seat, MARKS[command], 1)


@rule("captains-orders")
def _order_moves(battle: Battle, seat: int) -> Iterator[Move]:
    """Yield the orders that captains may give at the start of a Round, each captain one."""
    if battle.state.opener:
        return
    for ship in battle.records.standing(seat):
        if not (battle.card(ship).warship and battle.level(ship)) or battle.has(ship, "ordered"):
            continue
        for order, title in ORDERS.items():
            yield unit_move("order", ship, f"{battle.records.name(ship)}: {title}", order=order)
        for unit in battle.records.standing(seat):
            if not battle.has(unit, "extra-action"):
                label = f"{battle.records.name(ship)}: direct order to {battle.records.name(unit)}, +1 action"
                yield unit_move("order", ship, label, order="direct", other=unit)


def give_order(battle: Battle, seat: int, values: JsonMapping) -> None:
    """Give a captain's order for the Round."""
    ship, order = str(values["unit"]), str(values["order"])
    battle.records.set(ship, "ordered", 1)
    if order == "direct":
        other = str(values["other"])
        battle.records.set(other, "extra-action", 1)
        battle.say(f"The captain of {battle.name(ship)} relays a direct order to {battle.name(other)}: +1 action.")
        return
    level = max(battle.level(ship), battle.pool(seat, f"order-{order}"))
    battle.records.set_pool(seat, f"order-{order}", level)
    battle.say(f"The captain of {battle.name(ship)} orders: {ORDERS[order]}.")


@rule("climactic-event")
def _event_moves(battle: Battle, seat: int) -> Iterator[Move]:
    """Yield the events that a side has chosen and not used; some name a unit."""
    if "climactic-events" not in battle.modules:
        return
    for name in battle.force(seat).force.event:
        card = find_card(battle.terms.context.catalogue, Event, name)
        if card is None or battle.pool(seat, f"event-{card.id}"):
            continue
        if card.id == "bonds-that-transcend-time-and-space":
            early = "" if battle.state.round >= BONDS_FROM else f"It is for Round {BONDS_FROM} and later."
            for unit, record in battle.state.units.items():
                if record.seat == seat and record.out == DESTROYED and not battle.state.active:
                    label = f"{card.name}: {battle.records.name(unit)} returns"
                    yield unit_move("event", unit, label, early, event=card.id)
        elif card.id in ("its-gone-berserk", "self-destruct"):
            for unit in battle.records.standing(seat):
                label = f"{card.name}: {battle.records.name(unit)}"
                yield unit_move("event", unit, label, event=card.id)
        else:
            yield Move(name="event", values={"event": card.id}, label=f"{card.name}: as its card says")


def use_event(battle: Battle, seat: int, values: JsonMapping) -> None:
    """Use a climactic event, once a game; what the app cannot do, players do by its card."""
    event, records = str(values["event"]), battle.records
    card = find_card(battle.terms.context.catalogue, Event, event)
    assert card is not None
    records.set_pool(seat, f"event-{event}", 1)
    unit = str(values.get("unit", ""))
    named = f", {battle.name(unit)}" if unit else ""
    battle.say(f"Event: {card.name}{named}. {getattr(card, 'text', '')}")
    if event == "its-gone-berserk":
        records.set(unit, "berserk", 1)
        for place, weapon in battle.fighters[unit].weapons.items():
            if weapon.shoots:
                records.set(unit, sheets.weapon_track("lost", place), 1)
    elif event == "self-destruct":
        hurt(battle, unit, seat, battle.value(unit, sheets.HP))
    elif event == "bonds-that-transcend-time-and-space":
        records.bring_back(unit)
        records.set(unit, sheets.HP, RISEN_HP)
        records.set_acted(unit, False)


@rule("launch", "embark-size")
def _ship_moves(battle: Battle, seat: int) -> Iterator[Move]:
    """Yield the units that may be launched at the start of a Round or come from reserve, and those that may board."""
    records = battle.records
    for unit in records.standing(seat):
        ship = records.link(unit, "ship")
        late = "Units are launched at the start of a Round." if battle.state.opener else ""
        if ship:
            yield unit_move("launch", unit, f"Launch {records.name(unit)} from {records.name(ship)}", late)
        elif battle.has(unit, "reserve"):
            yield unit_move("launch", unit, f"Deploy {records.name(unit)} from reserve")
        elif unit == battle.state.active:
            for other in records.standing(seat):
                if battle.card(other).warship and battle.card(other).size > battle.card(unit).size:
                    label = f"{records.name(unit)} boards {records.name(other)}, within 8″"
                    yield unit_move("board", unit, label, other=other)


def make_ship_move(battle: Battle, name: str, values: JsonMapping) -> None:
    """Launch, deploy or board a unit."""
    unit, records = str(values["unit"]), battle.records
    if name == "launch":
        records.set_link(unit, "ship", "")
        records.set(unit, "reserve", 0)
        records.set_acted(unit, False)
        battle.say(f"{battle.name(unit)} deploys.")
        if battle.state.first is not None and not battle.state.opener:
            records.update(turn=next_turn(battle, 1 - battle.state.first))
        return
    battle.part(unit)
    records.set_link(unit, "ship", str(values["other"]))
    battle.say(f"{battle.name(unit)} boards {battle.name(str(values['other']))}.")


@rule("warship-overwatch")
def _ship_overwatch(battle: Battle, seat: int) -> Iterator[Move]:
    """Yield the Overwatch of ships at the enemy under way that has moved within 24 inches: one [AA] weapon a turn."""
    active = battle.state.active
    if not active or battle.seat(active) == seat or not battle.on_table(active):
        return
    for ship in battle.records.standing(seat):
        if not battle.card(ship).warship or battle.has(ship, "guarded") or battle.is_shut_down(ship):
            continue
        for place in overwatch_weapons(battle, ship, 0):
            label = f"{battle.records.name(ship)}: Overwatch with {battle.weapon(ship, place).name}, within 24″"
            yield unit_move("ship-overwatch", ship, label, weapon=place)


def fire_ship_overwatch(battle: Battle, values: JsonMapping) -> None:
    """Fire a ship's Overwatch at the enemy under way."""
    ship = str(values["unit"])
    battle.records.set(ship, "guarded", 1)
    aim_overwatch(battle, ship, int(values["weapon"]))
