"""How an expression was read, where other programs read it otherwise: sentences beside its answer."""

import re
from collections.abc import Iterator, Sequence

from companion.dice.evaluation import parts
from companion.dice.expression import Expression
from companion.dice.pools import pool_dice
from companion.dice.syntax import (
    Arithmetic,
    Braces,
    Change,
    Count,
    DicePool,
    Explode,
    FaceCondition,
    Keep,
    Node,
    Number,
    Reroll,
    Symbols,
)

_DICE = re.compile(r"[0-9]*[dw][0-9%{]", re.IGNORECASE)
_OR_MORE = {">": ("more than", ">="), "<": ("less than", "<=")}


def readings(expression: Expression, has_odds: bool = True) -> tuple[str, ...]:
    """Return what to know about how an expression was read, each sentence once; `has_odds` if its odds are shown."""
    return tuple(dict.fromkeys(_sentences(expression, has_odds)))


def _sentences(expression: Expression, has_odds: bool) -> Iterator[str]:
    notation, text = expression.notation, expression.text
    if notation.added_plus:
        yield f"A link loses its plus signs; this was read as {expression.read_text}."
    if notation.repeats > 1 and has_odds:
        yield f"{notation.repeats} results; the odds are those of one of them."
    if isinstance(notation.node, Number) and _DICE.match(notation.comment):
        times = f"{notation.node.value}x({notation.comment})"
        yield f"# begins a comment, so that no dice are thrown; {times} repeats."
    for node in _all_parts(notation.node):
        if isinstance(node, DicePool):
            yield from _of_pool(node, text)
        elif isinstance(node, Braces):
            yield from _of_keeps(node.changes, text)
            for change in node.changes:
                if isinstance(change, Count):
                    yield from _of_strict("", change.on, "counts results of", "counts")
        elif isinstance(node, Arithmetic):
            yield from _of_arithmetic(node, text)


def _all_parts(node: Node) -> Iterator[Node]:
    yield node
    for part in parts(node):
        yield from _all_parts(part)


def _of_arithmetic(chain: Arithmetic, text: str) -> Iterator[str]:
    last = chain.operations[-1]
    before = (chain.first, *(operation.of for operation in chain.operations[:-1]))
    if isinstance(last.of, DicePool) and not any(map(_counts, before)):
        counts = (change for change in last.of.changes if isinstance(change, Count))
        count = next((count for count in counts if not text[count.at].isalpha()), None)
        total = _sum_before(count.at, text) if count else ""
        # In brackets of their own the dice are counted on purpose.
        if count and total.lstrip("{ ") != text[last.of.at : count.at].strip():
            on, dice = _words(count.on), _dice(last.of, text)
            yield f"{on} counts the {dice} alone; ({total}){on} compares the total."
    if any(operation.sign == "/" for operation in chain.operations):
        yield "/ keeps fractions; // rounds down, as / does in Avrae."


def _counts(node: Node) -> bool:
    return isinstance(node, DicePool) and any(isinstance(change, Count) for change in node.changes)


def _sum_before(at: int, text: str) -> str:
    """Return the sum that ends at a place: from the bracket or comma before it, or after the number of repeats."""
    plain = re.sub(r"\[[^\[\]]*\]", lambda label: " " * len(label[0]), text[:at])
    start, closed = at, 0
    while start and (closed or plain[start - 1] not in "({,（｛，"):
        start -= 1
        closed += (plain[start] in ")}）｝") - (plain[start] in "({（｛")
    repeats = re.match(r"[0-9]+ *x", text, re.IGNORECASE) if not start else None
    return text[repeats.end() if repeats else start : at].strip()


def _dice(pool: DicePool, text: str) -> str:
    """Return dice as they were typed, up to the first count; in braces if that is after those."""
    dice = text[pool.at : next(change.at for change in pool.changes if isinstance(change, Count))].strip()
    return "{" + dice if dice.count("}") > dice.count("{") else dice


def _of_keeps(changes: Sequence[Change], text: str) -> Iterator[str]:
    keeps = [change for change in changes if isinstance(change, Keep)]
    if len(keeps) > 1:
        yield "Each keep and drop looks at all dice; Avrae and Foundry apply one after the other."
    if any(re.match("k[0-9]", text[change.at :], re.IGNORECASE) for change in keeps):
        yield "k keeps the highest dice; Avrae keeps those that show this number."


def _of_pool(pool: DicePool, text: str) -> Iterator[str]:
    if isinstance(pool.die, Symbols):
        return
    if pool.die.name == "d66" and pool.count == 1:
        yield "1d66 is a die with 66 sides; d66 is a tens die and a units die."
    elif pool.die.name.startswith("d66 "):
        yield "d66 is a tens die and a units die, 36 results; 1d66 is a die with 66 sides."
    yield from _of_keeps(pool.changes, text)
    for change in pool.changes:
        if isinstance(change, Explode):
            yield from _of_explosion(change, text)
        if isinstance(change, Count):
            yield from _of_count(pool, change, text)
        if isinstance(change, Reroll):
            if not change.once and text[change.at : change.at + 2].lower() != "rr":
                yield "r throws again until the face no longer shows; Foundry's r throws once: ro."
            for on in change.on:
                yield from _of_strict("ro" if change.once else "r", on, "throws again on", "throws again on")


def _of_explosion(change: Explode, text: str) -> Iterator[str]:
    if text[change.at].lower() == "x":
        yield "x after dice makes them explode; * or × multiplies."
    elif change.on:
        yield from _of_strict("!!" if change.compounds else "!", change.on, "explodes on", "reads")


def _of_count(pool: DicePool, change: Count, text: str) -> Iterator[str]:
    dice, on = _dice(pool, text), _words(change.on)
    if text[change.at : change.at + 2].lower() == "cs":
        yield "cs counts dice; in Roll20 it only colors them."
    elif change.failures:
        yield from _of_strict("f", change.on, "takes off dice that show", "takes off")
    elif not any(change.on.holds(value) for value in pool_dice(pool).one) and not _compounds(pool):
        counts = sum(isinstance(one, Count) for one in pool.changes)
        always = ", so the count is always 0" if counts == 1 else ""
        yield f"No face of {pool_dice(pool).die.name} is {on}{always}; ({dice}){on} compares the total."
    elif change.on.sign in _OR_MORE:
        yield from _of_strict("", change.on, "counts dice that show", "counts")
    else:
        yield f"{on} counts dice; ({dice}){on} compares their total, as Avrae does."


def _of_strict(letters: str, on: FaceCondition, does: str, roll20: str) -> Iterator[str]:
    """Say that > and < are strict, of a change that begins with these letters."""
    if on.sign in _OR_MORE:
        words, sign = _OR_MORE[on.sign]
        number = on.number
        yield f"{letters}{_words(on)} {does} {words} {number}; Roll20 {roll20} {number} too: {letters}{sign}{number}."


def _compounds(pool: DicePool) -> bool:
    return any(isinstance(change, Explode) and change.compounds for change in pool.changes)


def _words(condition: FaceCondition) -> str:
    return f"{condition.sign}{condition.number}"
