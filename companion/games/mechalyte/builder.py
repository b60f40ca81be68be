"""The visual builder of a spec: six slots as tiles, the army turn by turn, the modules and mechs to choose from."""

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
NOT_OWNED = ()
"""The kinds of cards that nobody owns: none. A spec is written, so that its letters use up no tiles."""
KEY_FIGURES = ()
"""A placed card shows no figures: its tile is large enough to be read."""
GROUPED = ("turn",)
"""The fields of a spec whose cards are in its group; the history names its letters as they are written."""
MECH = "mech:"
"""Prefix of the card id of a mech of a level, `mech:4`; no module has such an id."""
MOST_LISTED = 60
"""The most mechs that a turn can list, though only six can be built."""
_GONE = "This card is not there any more."
_UNKNOWN = "There is no such place: reload the page and choose again."


def zones(spec: Spec, context: Context) -> tuple[Zone, ...]:
    """Return the slots of the spec, and the turns of the army followed by an empty one."""
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
            _placed_mechs(index, spec.turn[index].build),
            about=f"{plural(row.spent, 'point')}, {row.points_left} left" if row.spent else "",
        )
        for index, row in enumerate(rows)
    )
    count = len(planned) + 1
    return planned if count > MOST_TURNS else (*planned, Place(f"turn-{count}", f"Turn {count}", ("mech",)))


def _placed_mechs(index: int, build: Sequence[int]) -> tuple[PlacedCard, ...]:
    """Return a turn's mechs; the last one carries the findings of the turn."""
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

    A letter goes to the first free slot, or replaces the one in the slot given. A moved letter changes places with the
    one in its new slot; a removed one leaves no gap. A mech is built in the last planned turn that has room.
    CannotPlace where that is impossible.
    """
    spec = read_as(Spec, document, {"catalogue": context.catalogue})
    letters, turns = list(spec.spec), [list(turn.build) for turn in spec.turn]
    if act.kind == "add":
        _add(letters, turns, act, context)
    elif act.kind == "remove":
        _remove(letters, turns, act.at)
    elif act.at.startswith("letter-"):
        _swap(letters, _read_number(act.at, "letter-", len(letters)), act.to)
    else:
        turn = _find_turn(turns, act.to)
        turns[turn].append(_remove(letters, turns, act.at))
    return _change_document(document, letters, turns)


def _change_document(document: Document, letters: list[str], turns: list[list[int]]) -> Document:
    while turns and not turns[-1]:
        turns.pop()
    if len(letters) > LONGEST_SPEC or any(len(turn) > MOST_LISTED for turn in turns):
        raise CannotPlace("There is no room for more: remove something first.")
    return document | {"spec": "".join(letters), "turn": [{"build": turn} for turn in turns]}


def _read_number(text: str, prefix: str, most: int, message: str = _GONE) -> int:
    """Return the index that `letter-3` names, 2; CannotPlace where it is not within `most` places."""
    number = text.removeprefix(prefix)
    is_readable = text.startswith(prefix) and number.isascii() and number.isdecimal() and len(number) <= 3
    if not is_readable or not 1 <= int(number) <= most:
        raise CannotPlace(message)
    return int(number) - 1


def _add(letters: list[str], turns: list[list[int]], act: Act, context: Context) -> None:
    module = context.catalogue.find(Module, act.card)
    if module is None:
        level = (
            _read_number(act.card, MECH, len(LEVELS), "There is no such card: reload the page and choose again.") + 1
        )
        turns[_find_turn(turns, act.to) if act.to else _find_free_turn(turns)].append(level)
    elif not act.to and len(letters) >= SLOTS:
        raise CannotPlace("No free slot: choose the letter that it replaces.")
    else:
        slot = _find_slot(letters, act.to) if act.to else len(letters)
        letters[slot : slot + 1] = [module.letter]


def _find_slot(letters: list[str], to: str) -> int:
    """Return the index of the slot that a place names; any empty slot means the first empty one."""
    if to.startswith("turn-"):
        raise CannotPlace("Letters go in the slots of the spec; a turn builds mechs.")
    return min(_read_number(to, "slot-", max(SLOTS, len(letters)), _UNKNOWN), len(letters))


def _find_turn(turns: list[list[int]], to: str) -> int:
    """Return the index of the turn that a place names; adds the turn after the last one where that is named."""
    if to.startswith("slot-"):
        raise CannotPlace("Mechs are built in turns; the slots of the spec take letters.")
    turn = _read_number(to, "turn-", min(len(turns) + 1, MOST_TURNS), _UNKNOWN)
    if turn == len(turns):
        turns.append([])
    return turn


def _find_free_turn(turns: list[list[int]]) -> int:
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


def _remove(letters: list[str], turns: list[list[int]], at: str) -> int:
    """Remove a letter or a mech; return the mech's level, 0 for a letter."""
    if at.startswith("letter-"):
        del letters[_read_number(at, "letter-", len(letters))]
        return 0
    turn, _, number = at.partition(",")
    built = turns[_read_number(turn, "mech-", len(turns))]
    return built.pop(_read_number(number, "", len(built)))


def _swap(letters: list[str], slot: int, to: str) -> None:
    second = _find_slot(letters, to)
    if second == len(letters):
        letters.append(letters.pop(slot))
    else:
        letters[slot], letters[second] = letters[second], letters[slot]


def why(before: Verdict, after: Verdict) -> str:
    """Return in a few words the problem that a choice adds, "" where it adds none."""
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
