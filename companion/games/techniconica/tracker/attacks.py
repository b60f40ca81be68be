"""An attack from its declaration to its roll: what it costs, what its target is asked before, the Counter-Attack."""

from typing import Any

from companion.base.json_types import JsonObject
from companion.base.wording import plural
from companion.data.documents import read_as
from companion.data.rulebook import rule
from companion.games.techniconica.rules.weapons import blades
from companion.games.techniconica.tracker import layers, offers, sheets, spending, triggers
from companion.games.techniconica.tracker.circumstances import Said
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.offers import AT, CHARGE_ACTIONS
from companion.games.techniconica.tracker.state import MechRecords
from companion.play.records.rules import AttackOffer
from companion.play.records.state import TableStep

ATTACK, COUNTER = "attack", "counter-attack"
"""The steps that are rolls of an attack."""
ORDER, ASK_TRIGGER, ASK_COUNTER = "order", "ask-trigger", "ask-counter-attack"
"""The steps that are questions about an attack, besides those about Re-Rolls in diceless play."""


@rule("two-actions")
def declare(mechs: Mechs, records: MechRecords, offer: AttackOffer, unit: str, target: str, said: Said) -> None:
    """Pay the Actions of an attack, and begin it."""
    if records.state.round:
        cost = CHARGE_ACTIONS if offer.resolver == "charge" else 1
        records.add(unit, sheets.ACTIONS, -cost)
    data = {
        "unit": unit,
        "target": target,
        "key": offer.key,
        "step": ATTACK,
        "what": _what(records, offer, unit, target),
    }
    go_on(mechs, records, data | {"said": said.model_dump(mode="json", exclude_defaults=True)})


def go_on(mechs: Mechs, records: MechRecords, data: JsonObject) -> None:
    """Ask what is still to be asked about an attack, or begin its roll."""
    question = _next_question(mechs, records, data)
    if question:
        records.begin(question)
        return
    unit, target = data["unit"], data["target"]
    offer = spending.declared(mechs, records, data)
    if offer is None or offer.why_not or offer.inputs is None:
        records.say(f"{records.name(unit)} does not attack: {offer.why_not if offer else 'the part is gone.'}")
        return
    _use_up(mechs, records, unit, target, offer.resolver)
    seats = records.unit(unit).seat, records.unit(target).seat
    title = _what(records, offer, unit, target)
    weapons, part = offers.read_key(data["key"])
    order = [layer.place for layer in layers.standing_layers(mechs, records, target, part)]
    known = {"weapons": list(weapons), "part": part, "layers": order, "names": [offer.title, offer.aim]}
    records.begin(
        TableStep(
            name=data["step"],
            seat=seats[0],
            second=seats[1],
            title=title if data["step"] == ATTACK else f"Counter-attack: {title}",
            resolver=offer.resolver,
            inputs=dict(offer.inputs),
            data=data | known,
        )
    )


@rule("aim", "hold")
def _use_up(mechs: Mechs, records: MechRecords, unit: str, target: str, resolver: str) -> None:
    """End what counts for one Shoot Action alone; a Charge takes nothing of it but a wasted Aim."""
    records.set(unit, sheets.AIM, 0)
    if resolver == "charge" or mechs.terms.rulings.get("hold-used") == "until-end":
        return
    records.set(unit, sheets.HOLD_ACCURACY, 0)
    records.set(target, sheets.HOLD_SPEED, 0)


# What is asked before the roll.


def _next_question(mechs: Mechs, records: MechRecords, data: JsonObject) -> TableStep | None:
    return (
        _ask_for_trigger(mechs, records, data)
        or _ask_for_order(mechs, records, data)
        or spending.ask(mechs, records, data)
    )


@rule("trigger")
def _ask_for_trigger(mechs: Mechs, records: MechRecords, data: JsonObject) -> TableStep | None:
    """Ask the target's player, and by the ruling then the attacker's, whether a Trigger is set off before the roll."""
    asked = ["target", "unit"] if mechs.terms.rulings.get("trigger-order") == "answered" else ["target"]
    for side in asked:
        unit = data[side]
        _, part = offers.read_key(data["key"])
        is_target = side == "target"
        waiting = triggers.matter(mechs, records, unit, part) if is_target else triggers.waiting(mechs, records, unit)
        if not waiting or side in data.get("no_trigger", ()):
            continue
        names = [records.sheets[unit].by_name[name].title for name in waiting]
        title = f"{data['what']}: does {records.name(unit)} set off a Trigger before the roll?"
        return TableStep(
            name=ASK_TRIGGER,
            seat=records.unit(unit).seat,
            title=title,
            answers=("no", *names),
            data=data | {"side": side, "tracks": list(waiting)},
        )
    return None


@rule("damage-order")
def _ask_for_order(mechs: Mechs, records: MechRecords, data: JsonObject) -> TableStep | None:
    """Ask the target's player which of several Shields, or pieces of Armour, takes damage first; it is remembered."""
    _, part = offers.read_key(data["key"])
    cards = layers.undecided(mechs, records, data["target"], part)
    if not cards:
        return None
    word = "Shields" if cards[0].kind == "shield" else "pieces of Armour"
    return TableStep(
        name=ORDER,
        seat=records.unit(data["target"]).seat,
        title=f"{data['what']}: which of its {word} takes damage first?",
        answers=tuple(
            f"{card.name}, {plural(card.left, 'point')} left" if card.is_known else f"{card.name}, DT not known"
            for card in cards
        ),
        data=data | {"places": [card.place for card in cards]},
    )


def _what(records: MechRecords, offer: AttackOffer, unit: str, target: str) -> str:
    return f"{records.name(unit)}’s {offer.title} at {records.name(target)}’s {offer.aim}"


def answer(mechs: Mechs, records: MechRecords, step: TableStep, number: int) -> None:
    """Go on after an answer to a question about an attack."""
    data: dict[str, Any] = dict(step.data)
    if step.name == ASK_TRIGGER:
        side, tracks = data.pop("side"), data.pop("tracks")
        if number:
            triggers.set_off(mechs, records, data[side], tracks[number - 1])
        else:
            data["no_trigger"] = [*data.get("no_trigger", ()), side]
    elif step.name == ORDER:
        places = data.pop("places")
        _, part = offers.read_key(data["key"])
        layers.choose_next(records, data["target"], part, places[number])
    elif step.name == spending.SPEND:
        data = spending.spend(mechs, data, number)
    else:
        _answer_counter(mechs, records, data, number)
        return
    go_on(mechs, records, data)


# The Counter-Attack.


@rule("counter-attack")
def ask_for_counter(mechs: Mechs, records: MechRecords, step: TableStep, destroyed: bool) -> None:
    """Ask who was charged whether it strikes back, with which Melee Weapon and at which part, where it may."""
    charger, unit = step.data["unit"], step.data["target"]
    if records.unit(unit).out or records.unit(charger).out or not offers.may_counter(mechs, records, unit, charger):
        return
    if destroyed and mechs.terms.rulings.get("counter-attack-when") == "unharmed":
        return
    said = read_as(Said, records.state.pairs.get(f"{unit}>{charger}", {}))
    keys, words, titles = [], [], []
    for blade in blades(mechs.now(records, unit).made):
        for part in mechs.now(records, charger).made.base:
            places = offers.place_of(records, unit, blade), offers.place_of(records, charger, part)
            offer = offers.make_offer(mechs, records, unit, charger, said, places[:1], places[1])
            if offer and not offer.why_not:
                keys.append(f"{places[0]}{AT}{places[1]}")
                words.append(f"{offer.title} at {offer.aim}")
                titles.append(_what(records, offer, unit, charger))
    if not keys:
        return
    title = f"Does {records.name(unit)} strike back at {records.name(charger)}?"
    seat = records.unit(unit).seat
    data = {"unit": unit, "target": charger, "keys": keys, "titles": titles}
    records.begin(TableStep(name=ASK_COUNTER, seat=seat, title=title, answers=("no", *words), data=data))


def _answer_counter(mechs: Mechs, records: MechRecords, data: JsonObject, number: int) -> None:
    unit, charger = data["unit"], data["target"]
    if not number:
        records.say(f"{records.name(unit)} does not strike back.")
        return
    records.set_link(unit, sheets.COUNTERED, charger)
    key, what = data["keys"][number - 1], data["titles"][number - 1]
    said = records.state.pairs.get(f"{unit}>{charger}", {})
    counter = {"unit": unit, "target": charger, "key": key, "said": said, "step": COUNTER}
    go_on(mechs, records, counter | {"what": f"Counter-attack: {what}"})
