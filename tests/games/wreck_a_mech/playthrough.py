"""Whole games of Wreck-A-Mech as text: what was done is read off the lines with `>`, and all that followed is written anew.

A head says how the game ends, the seed, the seats and the rulings that are not the usual ones; then each line
`> 1 play mic-drop head` is what a seat did. Below it stands what happened, how the table stands, who owes what and may
do what, and what each seat alone sees: its hand, and its piles where they changed.
"""

from itertools import groupby

from companion.games.wreck_a_mech import GAME
from companion.play import acts as play
from companion.play.log import OF_GAME
from companion.play.new_events import Brought
from companion.verbs.tables import open_table, set_up
from tests.consent import corrected, finished

PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
VALUES = {"play": ("card", "to"), "throw-off": ("part",), "gain": ("card",), "junk": ("card", "source")}
LOST = ("first", "second", "third", "fourth", "fifth")


def played(text):
    """Return a game as it is now written, from its text, and the table at its end."""
    head, _, _ = text.partition("\n>")
    asked = dict(line.split(": ", 1) for line in head.strip().splitlines()[1:])
    table, brought = opened(
        int(asked["Seed"]),
        int(asked.get("Seats", 2)),
        dict(pair.split("=") for pair in asked.get("Rulings", "").split()),
    )
    lines = [*head.strip().splitlines(), ""]
    for line in (line for line in text.splitlines() if line.startswith("> ")):
        before = table
        table = done(table, brought, *line[2:].split())
        lines += [line, *(f"  {told}" for told in (*happened(before, table), *standing(before, table))), ""]
    return "\n".join(lines), table


def opened(seed, seats=2, rulings=(), options=()):
    """Return a table with everybody seated, and what its acts bring."""
    brought = Brought(bytes([seed]) * 32)
    table = open_table(
        GAME, set_up(GAME, brought.seed, {"seats": seats, "rulings": dict(rulings), "options": dict(options)})
    )
    for seat in range(seats):
        table = play.sit(table, brought, seat, PLAYERS[seat], f"{seat:02x}")
    return table, brought


def done(table, brought, player, what, *words):
    """Return the table after what a line says."""
    seat = int(player) - 1
    if what in ("undo", "redo", "agree", "refuse", "concede"):
        return getattr(play, what)(table, brought, seat)
    if what == "finish":
        return finished(table, brought)
    if what == "draw":
        return play.propose(table, brought, seat, "draw", {})
    if what == "set":
        return corrected(table, brought, seat, *words)
    return play.move(table, brought, seat, what, values(what, words))


def values(what, words):
    if what == "gain" and words[0] == "pile":
        return {"card": " ".join(words)}
    return dict(zip(LOST if what == "lose" else VALUES.get(what, ()), words, strict=what != "lose"))


def line_of(seat, name, given):
    """Return the line that stands for a move."""
    return " ".join(["> " + str(seat + 1), name, *map(str, given.values())])


def happened(before, table):
    """Yield the dice, and the news of each event that everybody sees and that one seat alone sees."""
    known = {position.event: position.state for position in table.positions()}
    for event in table.events[len(before.events) :]:
        if event.values.get("how") == "thrown":
            yield f"[{' '.join(map(str, event.values['faces']))}] {event.values['why']}"
        if event.kind in OF_GAME:
            views = [table.tracker.view(known[event.number], seat)["news"] for seat in (None, *range(len(table.seats)))]
            yield from views[0]
            for seat, news in enumerate(views[1:], 1):
                yield from (f"({seat} alone: {one})" for one in news if one not in views[0])
    if table.proposal:
        yield f"{table.seats[table.proposal.seat].name} asks: {table.proposal.what}"
    if table.result:
        yield f"The end: {table.result.why}"


def standing(before, table):
    """Yield how the table stands, what each seat alone sees, who owes what and may do what."""
    seen, earlier = table.view(None), before.view(None)
    chip = f" · chip {seen['holder'] + 1}" if seen["turn"] else ""
    yield f"{seen['heading']}{chip}"
    for seat, player in enumerate(seen["players"]):
        if player != earlier["players"][seat] or seen["damage"][seat] != earlier["damage"][seat]:
            yield f"{seat + 1}: {told(player, seen['damage'][seat])}"
    if seen["foundry"] != earlier["foundry"]:
        rows = zip(seen["ranks"], seen["foundry"], strict=True)
        yield "; ".join(f"Rank {rank}: {' '.join(row['face_up'])} ({len(row['pile'])})" for rank, row in rows)
    for seat in range(len(table.seats)):
        yield from own(before.view(seat)["players"][seat], table.view(seat)["players"][seat], seat + 1)
    for owed in table.waiting():
        yield f"{'nobody' if owed.seat is None else owed.seat + 1} owes {owed.wants}: {owed.why}"
    for seat in range(len(table.seats) if not table.result else 0):
        for name, moves in groupby(table.tracker.moves(table.view(seat), seat), key=lambda move: move.name):
            yield f"{seat + 1} may {name}: {', '.join(' '.join(move.values.values()) for move in moves)}".rstrip(" :")


def told(player, damage):
    """Return a player's part of the table as everybody sees it."""
    mech = " ".join(player["mech"].values()) or "no parts"
    lost = f" · lost {' '.join(player['damaged'])}" if player["damaged"] else ""
    junked = f" · junked {' '.join(player['junked'])}" if player["junked"] else ""
    piles = f"draw {len(player['draw'])}, discard {len(player['discard'])}, hand {len(player['hand'])}"
    takes = "" if damage is None else f" · takes {damage}"
    return f"A{player['attack']} D{player['defense']} V{player['victory']} · {mech}{lost}{junked} · {piles}{takes}"


def own(before, now, number):
    """Yield the cards that a seat alone sees, where they have changed."""
    for pile in ("hand", "discard", "draw"):
        if now[pile] != before[pile] and now[pile]:
            yield f"({number} sees {pile}: {' '.join(now[pile])})"
