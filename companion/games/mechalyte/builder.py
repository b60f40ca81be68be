"""A spec on the table: its six slots as tiles, the army turn by turn, and the modules and mechs to choose from."""

from collections.abc import Sequence

from companion.base.findings import Verdict
from companion.base.wording import plural
from companion.data.documents import read_as
from companion.gamekit.contract import Context
from companion.gamekit.workshop import (
    Act,
    CannotPlace,
    CardChoice,
    CardGroup,
    Document,
    Place,
    PlacedCard,
    Zone,
    held_cards,
    new_problems,
)
from companion.games.mechalyte.model import LEVELS, LONGEST_SPEC, MOST_TURNS, POINTS, SLOTS, Module, Spec
from companion.games.mechalyte.rules import army
from companion.games.mechalyte.rules.army import MOST_BUILT

KINDS = {"module": "Modules", "mech": "Mechs"}
"""The kinds of cards to choose from: letters for the spec, mechs of a level for the army."""
SHOWN = ()
"""No figures stand beside a placed card's name: its tile is large enough to be read."""
GROUPED = ("turn",)
"""The fields of a spec whose cards are in its group; its letters are told as they are written."""
MECH = "mech:"
"""How the card of a mech of a level begins, `mech:4`; no module has such an id."""
MOST_LISTED = 60
"""The most mechs that a turn can list, though only six can be built."""
_GONE = "This card is not there any more."
_UNKNOWN = "There is no such place: reload the page and choose again."


def zones(spec: Spec, context: Context) -> tuple[Zone, ...]:
    """Return the slots of the spec, and the turns of the army with one more that is still empty."""
    modules: dict[str, Module] = {module.letter: module for module in context.catalogue.all(Module)}
    slots = tuple(
        Place(
            f"slot-{slot}",
            f"Slot {slot}",
            ("module",),
            (_tile(slot, modules[spec.spec[slot - 1]]),) if slot <= len(spec.spec) else (),
            room=False,
        )
        for slot in range(1, max(SLOTS, len(spec.spec)) + 1)
    )
    return (Zone("Build spec", slots, columns=6), Zone("Army, turn by turn", _turns(spec)))


def _tile(slot: int, module: Module) -> PlacedCard:
    return PlacedCard(f"letter-{slot}", module.id, module.name, "module")


def _turns(spec: Spec) -> tuple[Place, ...]:
    rows = army.plan(spec)
    planned = tuple(
        Place(
            f"turn-{row.number}",
            f"Turn {row.number}",
            ("mech",),
            _mechs(index, spec.turn[index].build),
            about=f"{plural(row.spent, 'point')}, {row.points_left} left" if row.spent else "",
        )
        for index, row in enumerate(rows)
    )
    count = len(planned) + 1
    return planned if count > MOST_TURNS else (*planned, Place(f"turn-{count}", f"Turn {count}", ("mech",)))


def _mechs(index: int, build: Sequence[int]) -> tuple[PlacedCard, ...]:
    """Return a turn's mechs; what is wrong with the turn stands beside the last of them."""
    places = [*[""] * (len(build) - 1), f"turn[{index}].build"]
    return tuple(
        PlacedCard(f"mech-{index + 1},{number}", f"{MECH}{level}", f"Level {level}", "mech", where=where)
        for number, (level, where) in enumerate(zip(build, places, strict=bool(build)), 1)
    )


def groups(spec: Spec, verdict: Verdict, context: Context) -> tuple[CardGroup, ...]:
    """Return the mechs of the army turn by turn, as the spec's history names them."""
    _, army_zone = zones(spec, context)
    totals = {"points spent": verdict.totals["spent"], "mechs": verdict.totals["mechs"]}
    return (CardGroup(cards=held_cards([army_zone]), totals=totals),)


def choices(context: Context) -> tuple[CardChoice, ...]:
    """Return the five modules and a mech of each level."""
    modules = (
        CardChoice(module.id, module.name, "module", words=f"{module.letter} {module.text}")
        for module in context.catalogue.all(Module)
    )
    mechs = (
        CardChoice(
            f"{MECH}{level}",
            f"Level {level}",
            "mech",
            figures=(("Cost", level),),
            words=f"Mech of level {level}, costs {plural(level, 'point')}",
        )
        for level in LEVELS
    )
    return (*modules, *mechs)


def act(document: Document, act: Act, context: Context) -> Document:
    """Return the document with a letter or a mech added, removed or moved.

    A letter goes to the first free slot, or takes the place of the one in the slot it is put on; letters moved change
    places, and one that is removed leaves no gap. A mech is built in the last planned turn that has room.
    """
    spec = read_as(Spec, document, {"catalogue": context.catalogue})
    letters, turns = list(spec.spec), [list(turn.build) for turn in spec.turn]
    if act.kind == "add":
        _add(letters, turns, act, context)
    elif act.kind == "remove":
        _take(letters, turns, act.at)
    elif act.at.startswith("letter-"):
        _swap(letters, _number(act.at, "letter-", len(letters)), act.to)
    else:
        turn = _turn(turns, act.to)
        turns[turn].append(_take(letters, turns, act.at))
    return _change_document(document, letters, turns)


def _change_document(document: Document, letters: list[str], turns: list[list[int]]) -> Document:
    while turns and not turns[-1]:
        turns.pop()
    if len(letters) > LONGEST_SPEC or any(len(turn) > MOST_LISTED for turn in turns):
        raise CannotPlace("There is no room for more: remove something first.")
    return document | {"spec": "".join(letters), "turn": [{"build": turn} for turn in turns]}


def _number(text: str, prefix: str, most: int, gone: str = _GONE) -> int:
    """Return the place in a list that `letter-3` names, 2; CannotPlace where the list does not reach so far."""
    number = text.removeprefix(prefix)
    short = text.startswith(prefix) and number.isascii() and number.isdecimal() and len(number) <= 3
    if not short or not 1 <= int(number) <= most:
        raise CannotPlace(gone)
    return int(number) - 1


def _add(letters: list[str], turns: list[list[int]], act: Act, context: Context) -> None:
    module = context.catalogue.find(Module, act.card)
    if module is None:
        level = _number(act.card, MECH, len(LEVELS), "There is no such card: reload the page and choose again.") + 1
        turns[_turn(turns, act.to) if act.to else _free_turn(turns)].append(level)
    elif not act.to and len(letters) >= SLOTS:
        raise CannotPlace("No free slot: choose the letter that it replaces.")
    else:
        slot = _slot(letters, act.to) if act.to else len(letters)
        letters[slot : slot + 1] = [module.letter]


def _slot(letters: list[str], to: str) -> int:
    """Return the slot that a place names; slots past the last letter are the first free one."""
    if to.startswith("turn-"):
        raise CannotPlace("Letters go in the slots of the spec; a turn builds mechs.")
    return min(_number(to, "slot-", max(SLOTS, len(letters)), _UNKNOWN), len(letters))


def _turn(turns: list[list[int]], to: str) -> int:
    """Return the turn that a place names; it is planned where it was not yet."""
    if to.startswith("slot-"):
        raise CannotPlace("Mechs are built in turns; the slots of the spec take letters.")
    turn = _number(to, "turn-", min(len(turns) + 1, MOST_TURNS), _UNKNOWN)
    if turn == len(turns):
        turns.append([])
    return turn


def _free_turn(turns: list[list[int]]) -> int:
    """Return the last planned turn that has room in its Factories, or the one after it."""
    last = len(turns)
    while last and not turns[last - 1]:
        last -= 1
    if last and len(turns[last - 1]) < MOST_BUILT:
        return last - 1
    if last == MOST_TURNS:
        raise CannotPlace(f"A plan has at most {MOST_TURNS} turns: remove a mech first.")
    if last == len(turns):
        turns.append([])
    return last


def _take(letters: list[str], turns: list[list[int]], at: str) -> int:
    """Take a letter or a mech off the table; return the mech's level."""
    if at.startswith("letter-"):
        del letters[_number(at, "letter-", len(letters))]
        return 0
    turn, _, number = at.partition(",")
    built = turns[_number(turn, "mech-", len(turns))]
    return built.pop(_number(number, "", len(built)))


def _swap(letters: list[str], slot: int, to: str) -> None:
    other = _slot(letters, to)
    if other == len(letters):
        letters.append(letters.pop(slot))
    else:
        letters[slot], letters[other] = letters[other], letters[slot]


def why(before: Verdict, after: Verdict) -> str:
    """Return what a choice breaks in a few words: points that are not there, a turn without room."""
    for finding in new_problems(before, after):
        if finding.rule == "points-overspent":
            return f"{plural(-after.totals['left'], 'point')} short"
        if finding.rule == "factory-full":
            return f"no room: a turn builds {MOST_BUILT}"
        if finding.rule != "spec-length" or after.totals["letters"] > SLOTS:
            return finding.message
    return ""


def totals(verdict: Verdict) -> str:
    """Return the spec and the points spent."""
    levels = verdict.totals["levels"]
    spec = levels[-1]["modules"] if levels else "No letters"
    return f"{spec}, {verdict.totals['spent']} of {POINTS} points"
