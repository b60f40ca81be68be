"""Whole games of Mecha Mettle as text: what was done is read off the lines with `>`, and all that followed is written anew.

A head says how the game ends, the seed, and the rulings that are not the usual ones; then each line
`> 1 attack front-left back-right` is what a player did. Below it stands what happened, what changed on the table, who
owes what and may do what, and what each player alone sees.
"""

from collections import Counter

from companion.base.wording import plural
from companion.games.mecha_mettle import GAME
from companion.play import acts as play
from companion.play.log import OF_GAME
from companion.play.new_events import Brought
from companion.verbs.tables import open_table, set_up
from tests.consent import corrected, finished

PLAYERS = ("Ann", "Ben")


def played(text):
    """Return a game as it is now written, from its text, and the table at its end."""
    head, _, _ = text.partition("\n>")
    asked = dict(line.split(": ", 1) for line in head.strip().splitlines()[1:])
    rulings = dict(pair.split("=") for pair in asked.get("Rulings", "").split())
    table, brought = opened(int(asked["Seed"]), rulings)
    lines = [*head.strip().splitlines(), ""]
    for line in (line for line in text.splitlines() if line.startswith("> ")):
        before = table
        table = done(table, brought, *line[2:].split())
        lines += [line, *(f"  {told}" for told in (*happened(before, table), *standing(before, table))), ""]
    return "\n".join(lines), table


def opened(seed, rulings=(), options=()):
    """Return a table with both seated, and what its acts bring."""
    brought = Brought(bytes([seed]) * 32)
    table = open_table(GAME, set_up(GAME, brought.seed, {"rulings": dict(rulings), "options": dict(options)}))
    for seat, name in enumerate(PLAYERS):
        table = play.sit(table, brought, seat, name, f"{seat:02x}")
    return table, brought


def done(table, brought, player, what, *words):
    """Return the table after what a line says."""
    seat = int(player) - 1
    if what in ("undo", "redo", "agree", "refuse", "concede"):
        return getattr(play, what)(table, brought, seat)
    if what == "finish":
        return finished(table, brought)
    if what == "draw-agreed":
        return play.propose(table, brought, seat, "draw", {})
    if what == "seal":
        return play.seal_choice(table, brought, seat, {"components": list(words)})
    if what == "dice":
        return play.choose_dice(table, brought, seat, *words)
    if what == "faces":
        return play.answer(table, brought, seat, [*map(int, words)])
    if what == "set":
        return corrected(table, brought, seat, words[0], " ".join(words[1:]))
    return play.move(table, brought, seat, what, values(table, seat, what, words))


def values(table, seat, what, words):
    """Return the values of the offered move whose words, in order, these are."""
    offered = [move.values for move in table.tracker.moves(table.view(seat), seat) if move.name == what]
    (found,) = [one for one in offered if told(one) == " ".join(words)]
    return found


def told(given):
    """Return the values of a move as a line has them."""
    words = {name: str(value).replace(" ", ",").removeprefix("their-") for name, value in given.items()}
    return " ".join(f"under:{word}" if name == "bottom" else word for name, word in words.items())


def line_of(seat, name, given):
    """Return the line that stands for a move."""
    return f"> {seat + 1} {name} {told(given)}".rstrip()


def happened(before, table):
    """Yield the dice, and the news of each event that everybody sees and that one player alone sees."""
    known = {position.event: position.state for position in table.positions()}
    for event in table.events[len(before.events) :]:
        if event.values.get("how") in ("thrown", "chosen", "typed"):
            faces = " ".join(map(str, event.values["faces"]))
            yield f"[{faces}] {event.seat + 1}: {event.values['why']}"
        if event.kind in OF_GAME and event.number in known:
            views = [table.tracker.view(known[event.number], seat)["news"] for seat in (None, 0, 1)]
            yield from views[0]
            for seat, news in enumerate(views[1:], 1):
                yield from (f"({seat} alone: {one})" for one in news if one not in views[0])
        yield from (f"the rulebook is silent: {name} {option}" for name, option in event.rulings.items())
    if table.proposal:
        yield f"{table.seats[table.proposal.seat].name} asks: {table.proposal.what}"
    if table.result:
        yield f"The end: {table.result.why}"


def standing(before, table):
    """Yield how the table stands, what each player alone sees, who owes what and may do what."""
    seen, earlier = table.view(None), before.view(None)
    actions = f" · {plural(seen['actions'], 'action')}" if seen["turn"] else ""
    yield f"{seen['heading']}{actions} · deck {seen['deck_count']}, discarded {len(seen['discarded'])}"
    for seat in (0, 1):
        if seen["areas"][seat] != earlier["areas"][seat]:
            yield f"{seat + 1}: {', '.join(map(space, filter(is_told, seen['areas'][seat])))}"
    for name, view, old in zip("12", (table.view(0), table.view(1)), (before.view(0), before.view(1)), strict=True):
        if (own := alone(view)) and own != alone(old):
            yield f"({name} sees {own})"
    for owed in table.waiting():
        answers = f" {owed.throw.dice}" if owed.throw else ""
        notes = f" ({', '.join(owed.throw.notes)})" if owed.wants == "choice" and owed.throw.notes else ""
        yield f"{owed.seat + 1} owes {owed.wants}{answers}: {owed.why}{notes}"
    for seat in (0, 1) if not table.result else ():
        moves = table.tracker.moves(table.view(seat), seat)
        counted = Counter(move.name for move in moves)
        for name in counted:
            told_each = [told(move.values) for move in moves if move.name == name]
            shown = ", ".join(told_each) if len(told_each) < 10 else f"{len(told_each)} ways"
            yield f"{seat + 1} may {name}: {shown}".rstrip(" :")


def is_told(one):
    return one["kind"] != "port"


def space(one):
    """Return a space that is not an Open Port."""
    if one["kind"] != "module":
        return f"{one['at']} {one['kind']}"
    return f"{one['at']} {'+'.join(card['id'] for card in one['cards'])}:{one['facing']}{'*' * one['attacked']}"


def alone(view):
    """Return what a player may see that nobody else does: its draft, and cards of the deck."""
    drafts = [" ".join(one["id"] for one in cards if one["id"] and not one["open"]) for cards in view["components"]]
    known = " ".join(name for name in view["known_deck"] if name)
    return "; ".join(filter(None, (*drafts, known and f"deck: {known}")))
