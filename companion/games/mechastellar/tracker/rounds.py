"""Rounds and turns: initiative, whose turn it is, Return Fire, the warships' phase, and what refreshes."""

from companion.base.wording import join_words
from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.battle import DESTROYED, Battle
from companion.games.mechastellar.tracker.pools import INFLUENCE
from companion.games.mechastellar.tracker.state import SEATS
from companion.play.records.state import TableStep

UNTIL_ANY_TURN = ("guarded", "warned", "power-barrier", "havoc-barrier", "ace-evade")
"""Tracks that end with the turn under way, whoever's it is."""
MOST_REPAIRED = 4
ORDER = ("first", "second")


@rule("initiative")
def ask_initiative(battle: Battle) -> None:
    """Begin the roll for initiative of a Round."""
    battle.records.begin(
        TableStep(name="initiative", seat=0, second=1, title="Initiative", resolver="initiative", data={})
    )


def finish_initiative(battle: Battle, outcome: Outcome) -> None:
    """Ask the winner of the initiative who goes first; a tie is rolled again."""
    if outcome["winner"] not in ("you", "them"):
        ask_initiative(battle)
        return
    winner = 0 if outcome["winner"] == "you" else 1
    battle.records.update(winner=winner)
    battle.say(f"{SEATS[winner]} wins the initiative.")
    title = f"Round {battle.state.round}: go first or second?"
    answers = tuple(f"go {one}" for one in ORDER)
    battle.records.begin(TableStep(name="first", seat=winner, title=title, answers=answers))


def answer_first(battle: Battle, step: TableStep, answer: int) -> None:
    """Let the winner of the initiative go first or second."""
    first = step.seat if answer == 0 else 1 - step.seat
    battle.say(f"{SEATS[step.seat]} goes {ORDER[answer]}.")
    battle.records.update(first=first, turn=next_turn(battle, 1 - first))


@rule("alternate", "warship-phase")
def next_turn(battle: Battle, seat: int | None) -> int | None:
    """Return the seat that activates after another: turns alternate, and warships come after all other units."""
    order = (0, 1) if seat is None else (1 - seat, seat)
    if any(_waiting(battle, one, ships=False) for one in order):
        return next(one for one in order if _waiting(battle, one, ships=False))
    winner = battle.state.winner
    if winner is not None and not _has_ship_acted(battle):
        order = (winner, 1 - winner)
    return next((one for one in order if _waiting(battle, one, ships=True)), None)


def _waiting(battle: Battle, seat: int, ships: bool) -> list[str]:
    """Return the units of a seat that may act in a phase of the Round."""
    units = battle.records.waiting_to_act(seat)
    return [unit for unit in units if ships or not acts_late(battle, unit)]


def acts_late(battle: Battle, unit: str) -> bool:
    """Return whether a unit acts in the warships' phase; under Strategic Robot Warfare they act with the others."""
    return battle.card(unit).warship and "srw" not in battle.modules


def _has_ship_acted(battle: Battle) -> bool:
    return any(battle.records.unit(unit).has_acted for unit in battle.records.standing() if acts_late(battle, unit))


@rule("return-fire", "warship-phase")
def why_not_activate(battle: Battle, unit: str) -> str:
    """Return which rule an activation would break."""
    seat = battle.seat(unit)
    waiting = battle.records.waiting_to_act(seat)
    attacked = [one for one in waiting if battle.records.link(one, "return")]
    if attacked and unit not in attacked:
        names = join_words(map(battle.name, attacked), "or")
        return f"{names} was attacked and returns fire first."
    if not battle.on_table(unit):
        return "It is not on the table."
    if acts_late(battle, unit) and any(_waiting(battle, one, ships=False) for one in (0, 1)):
        return "Warships act after all other units."
    return ""


@rule("shutdown")
def begin_turn(battle: Battle, unit: str) -> None:
    """Begin a unit's turn: its actions, what its traits give, and whether others still return fire."""
    records, seat = battle.records, battle.seat(unit)
    if not battle.state.opener:
        records.update(opener=unit)
    records.update(scored=(), lost=())
    for one in records.standing(seat):
        if one != unit and records.link(one, "return"):
            records.set_link(one, "return", "")
    if battle.value(unit, sheets.STUN) and battle.rulings["stun-timing"] == "start":
        ask_recovery(battle, unit)
    set_actions(battle, unit)
    if any(trait.name == "Renowned Pilot" for trait in battle.card(unit).traits):
        battle.gain(seat, 1)


@rule("actions")
def set_actions(battle: Battle, unit: str) -> None:
    """Set the actions of a turn: those of the card, less those lost, and one more by a direct order."""
    more = battle.value(unit, "extra-action")
    battle.records.set(unit, sheets.ACTIONS, max(0, battle.actions(unit)) + (more if battle.actions(unit) >= 0 else 0))


@rule("stun-recovery")
def ask_recovery(battle: Battle, unit: str) -> None:
    """Begin the roll by which a stunned unit recovers actions."""
    card = battle.card(unit)
    battle.records.begin(
        TableStep(
            name="recovery",
            seat=battle.seat(unit),
            title=f"{battle.name(unit)} recovers",
            resolver="stun-recovery",
            inputs={"actions": battle.actions(unit), "usual": card.actions},
            data={"unit": unit},
        )
    )


def finish_recovery(battle: Battle, step: TableStep, outcome: Outcome) -> None:
    """Give a stunned unit actions back."""
    unit, back = step.data["unit"], outcome["recovered"]
    if battle.records.unit(unit).out:
        return
    battle.records.add(unit, sheets.STUN, -back)
    end = "shut down" if battle.is_shut_down(unit) else f"{battle.actions(unit)} in a turn"
    battle.say(f"{battle.name(unit)} recovers {back} {'action' if back == 1 else 'actions'}: {end}.")
    if battle.state.active == unit:
        set_actions(battle, unit)


def end_turn(battle: Battle, unit: str) -> None:
    """End a unit's turn: stun is rolled off, and what lasts for a turn ends on all records."""
    records = battle.records
    for one in battle.state.units:
        for track in UNTIL_ANY_TURN:
            if battle.has(one, track):
                records.set(one, track, 0)
        end_last_shot(battle, one)
    for seat in range(len(battle.state.builds)):
        if battle.pool(seat, "reaction"):
            records.set_pool(seat, "reaction", 0)
    for link in ("return", "edge"):
        if records.link(unit, link):
            records.set_link(unit, link, "")
    records.update(scored=(), lost=())
    if battle.value(unit, sheets.STUN) and battle.rulings["stun-timing"] == "end" and not records.unit(unit).out:
        ask_recovery(battle, unit)


@rule("climactic-event")
def end_last_shot(battle: Battle, unit: str) -> None:
    """Take a unit out of play that was destroyed and has made its last shot, or lets it go."""
    if battle.has(unit, "last-shot"):
        battle.put(unit, "last-shot", 0)
        battle.records.take_out(unit, DESTROYED)


@rule("round-end", "influence-gain", "warship-repair")
def end_round(battle: Battle) -> None:
    """End a Round: Influence, repairs aboard, and what lasts for it."""
    for seat in range(len(battle.state.builds)):
        if battle.records.has_pool(seat, INFLUENCE):
            battle.gain(seat, 1, INFLUENCE)
    for ship in battle.records.standing():
        if battle.card(ship).repair:
            _repair(battle, ship)
    for unit in battle.state.units:
        for link in ("challenge", "return"):
            if battle.records.link(unit, link):
                battle.records.set_link(unit, link, "")
    battle.records.update(opener="", winner=None, first=None)


def _repair(battle: Battle, ship: str) -> None:
    """Give the four units aboard that have lost most the ship's repair."""
    aboard = [one for one in battle.records.standing() if battle.records.link(one, "ship") == ship]
    lost = {one: battle.fighters[one].hp - battle.value(one, sheets.HP) for one in aboard}
    for unit in sorted(aboard, key=lambda one: -lost[one])[:MOST_REPAIRED]:
        if gained := battle.records.add(unit, sheets.HP, battle.card(ship).repair):
            battle.say(f"{battle.name(unit)} is repaired aboard: {gained:,} HP.")


def keep_aboard(battle: Battle) -> None:
    """Let units aboard and in reserve wait: they do not act until they are launched or deployed."""
    for unit in battle.records.standing():
        if not battle.on_table(unit):
            battle.records.set_acted(unit)


@rule("embark-size")
def embark_all(battle: Battle) -> None:
    """Put units aboard the ships that their list names."""
    for unit, fighter in battle.fighters.items():
        if not fighter.ship:
            continue
        ship = next(
            (
                one
                for one, other in battle.fighters.items()
                if battle.seat(one) == battle.seat(unit) and other.name == fighter.ship and other.profile.warship
            ),
            None,
        )
        if ship:
            battle.records.set_link(unit, "ship", ship)
