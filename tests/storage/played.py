"""Tables for tests of storage: opened by Anna, with two seats, of a game that is kept by hand."""

from companion.play.fair_dice import commitment
from companion.play.log import Setup, TableEvent
from companion.storage import tables

SEED = bytes(range(32))
GAME = "mechastellar"


def setup(**changed):
    return Setup(game=GAME, tracker=1, seats=2, commitment=commitment(SEED), **changed)


def opened(store, owner="anna", title="Friday"):
    return tables.create(store, owner, setup(title=title), SEED).id


def note(number, text="hello"):
    return TableEvent(number=number, kind="note", seat=0, values={"text": text})


def sat(number, seat, name):
    return TableEvent(number=number, kind="sit", seat=seat, values={"name": name, "number": f"{seat:02x}"})


def ended(number, why="Anna gave up."):
    return TableEvent(number=number, kind="end", seat=0, values={"winners": [1], "why": why, "seed": SEED.hex()})
