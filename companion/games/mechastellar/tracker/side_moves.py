"""Moves of a side at any time: its cards, orders of captains, launching and boarding, a ship's Overwatch."""

from collections.abc import Iterator

from companion.base.json_types import JsonMapping
from companion.data.rulebook import rule
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.overwatch import aim_overwatch, overwatch_weapons
from companion.games.mechastellar.tracker.played_cards import command_moves, event_moves
from companion.games.mechastellar.tracker.pools import ORDERS
from companion.games.mechastellar.tracker.rounds import next_turn
from companion.games.mechastellar.tracker.skills import unit_move
from companion.play.tracker import Move


def side_moves(battle: Battle, seat: int) -> Iterator[Move]:
    """Yield what a side may do at any time."""
    yield from command_moves(battle, seat)
    yield from _order_moves(battle, seat)
    yield from event_moves(battle, seat)
    yield from _ship_moves(battle, seat)
    yield from _ship_overwatch(battle, seat)


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
