"""Whole games of Mechalyte as text: what was done is read off the lines with `>`, and all that followed is written anew.

A head says how the game ends, and the rulings and dice that are not the usual ones; then each line `> A build 6 L1` is
what a side did. Below it stands what happened, how the table stands, who owes what and may do what, and what each side
sees where they do not see the same.
"""

from itertools import groupby

from companion.games.mechalyte import GAME
from companion.play import acts as play
from companion.play.log import OF_GAME
from companion.play.new_events import Brought
from companion.verbs.tables import open_table, set_up
from tests.consent import corrected, finished

SEED = bytes(range(32))
BROUGHT = Brought(SEED)
SEATS = {"A": 0, "B": 1}


def played(text):
    """Return a game as it is now written, from its text, and the table at its end."""
    head, _, _ = text.partition("\n>")
    asked = dict(line.split(": ", 1) for line in head.strip().splitlines()[1:])
    rulings = dict(pair.split("=") for pair in asked["Rulings"].split()) if "Rulings" in asked else {}
    options = {"dice": int(asked["Dice"])} if "Dice" in asked else {}
    table = open_table(GAME, set_up(GAME, SEED, {"rulings": rulings, "options": options}))
    for seat, name in enumerate(("Ann", "Ben")):
        table = play.sit(table, BROUGHT, seat, name, f"{seat:02x}")
    lines = [*head.strip().splitlines(), ""]
    for line in (line for line in text.splitlines() if line.startswith("> ")):
        before = len(table.events)
        table = done(table, *line[2:].split(maxsplit=2))
        lines += [line, *(f"  {told}" for told in (*happened(table, before), *standing(table))), ""]
    return "\n".join(lines), table


def done(table, side, what, rest=""):
    """Return the table after what a line says."""
    seat, words = SEATS[side], rest.split()
    if what == "seal":
        return play.seal_choice(table, BROUGHT, seat, {"spec": rest})
    if what == "dice":
        return play.choose_dice(table, BROUGHT, seat, rest)
    if what == "faces":
        return play.answer(table, BROUGHT, seat, [*map(int, words)])
    if what == "aim":
        (owed,) = table.waiting()
        return play.answer(table, BROUGHT, seat, [owed.throw.answers.index(rest) + 1])
    if what == "set":
        return corrected(table, BROUGHT, seat, *words)
    if what == "draw":
        return play.propose(table, BROUGHT, seat, "draw", {})
    if what == "gives-up":
        return play.concede(table, BROUGHT, seat)
    if what in ("undo", "redo", "agree", "refuse"):
        return getattr(play, what)(table, BROUGHT, seat)
    if what == "finish":
        return finished(table, BROUGHT)
    values = {
        "begin": lambda: {"who": str(SEATS.get(rest, rest))},
        "build": lambda: {"level": int(words[0]), "factory": words[1]},
        "move": lambda: {"mech": words[0], "path": words[1:]},
        "combat": lambda: {"zone": rest},
        "phase": lambda: {"to": rest},
    }
    return play.move(table, BROUGHT, seat, what, values[what]())


def happened(table, before):
    """Yield the dice that the table threw, and the news."""
    for event in table.events[before:]:
        if event.values.get("how") == "thrown":
            yield f"[{' '.join(map(str, event.values['faces']))}] {event.values['why']}"
    if any(event.kind in OF_GAME for event in table.events[before:]):
        yield from table.view(None)["news"]
    if table.proposal:
        yield f"{table.seats[table.proposal.seat].name} asks: {table.proposal.what}"
    if table.result:
        yield f"The end: {table.result.why}"


def standing(table):
    """Yield how the table stands, who owes what, what each side may do; and what is not seen by all alike."""
    views = [table.view(seat) for seat in (0, 1, None)]
    seen = views[2]
    spare = f" · spare dice {seen['spare'][0]}, {seen['spare'][1]}" if seen["spare"][0] is not None else ""
    active = f" · turn {seen['turn']}, {seen['names'][seen['active']]}" if seen["turn"] else ""
    yield f"{seen['phase']}{active} · points {seen['points'][0]}, {seen['points'][1]}{spare}"
    for row in seen["zones"]:
        if held := [f"{zone['zone']} {' '.join(mechs(seen, zone))}" for zone in row if any(zone["mechs"].values())]:
            yield f"| {' | '.join(held)}"
    if combat := seen["combat"]:
        yield f"combat in {combat['zone']}, countdown {combat['countdown']}: {', '.join(fighters(combat))}"
    for name, view in zip(("A sees", "B sees", "others see"), views, strict=True):
        different = {key: view[key] for key in view if any(other[key] != view[key] for other in views)}
        if different:
            yield f"{name} {different}"
    for owed in table.waiting():
        side = "nobody" if owed.seat is None else "AB"[owed.seat]
        answers = f" {owed.throw.dice}" if owed.throw else ""
        yield f"{side} owes {owed.wants}{answers}: {owed.why}"
    for side, seat in () if table.result else SEATS.items():
        for name, moves in groupby(table.tracker.moves(views[seat], seat), key=lambda move: move.name):
            yield f"{side} may {name}: {', '.join(short(move) for move in moves)}"


def mechs(view, zone):
    by_id = {mech["id"]: mech for mech in view["mechs"]}
    for name in (*zone["mechs"]["a"], *zone["mechs"]["b"]):
        yield f"{name}:{by_id[name]['level']}{'*' if by_id[name]['done'] else ''}"


def fighters(combat):
    for side in combat["sides"]:
        for one in side:
            acted = "" if one["waiting"] else ", acted"
            yield f"{one['id']} ({one['level']}, {one['layers']} layers{acted}, {one['dice']} dice)"


def short(move):
    if move.name == "move":
        return f"{move.values['mech']} {' '.join(move.values['path'])}{'!' if 'shot' in move.label else ''}"
    return " ".join(map(str, move.values.values()))
