"""How an expression was read, where other programs read it otherwise: sentences beside its answer."""

from collections.abc import Iterator

from companion.dice.expression import Expression, parts
from companion.dice.pools import pool_dice
from companion.dice.syntax import Chain, Condition, Count, Explode, Keep, Node, Operation, Pool, Reroll, Symbols

_OR_MORE = {">": ("more than", ">="), "<": ("less than", "<=")}


def readings(expression: Expression) -> tuple[str, ...]:
    """Return what to know about how an expression was read, a sentence each, each once."""
    return tuple(dict.fromkeys(_sentences(expression)))


def _sentences(expression: Expression) -> Iterator[str]:
    notation, text = expression.notation, expression.text
    if notation.added_plus:
        yield f"A link loses its plus signs; this was read as {expression.read_text}."
    if notation.repeats > 1:
        yield f"{notation.repeats} results; the odds are those of one of them."
    for node in _all_parts(notation.node):
        if isinstance(node, Pool):
            yield from _of_pool(node, text)
        elif isinstance(node, Chain):
            yield from _of_chain(node, text)


def _all_parts(node: Node) -> Iterator[Node]:
    yield node
    for part in parts(node):
        yield from _all_parts(part)


def _of_chain(chain: Chain, text: str) -> Iterator[str]:
    last = chain.operations[-1]
    before = (chain.first, *(operation.of for operation in chain.operations[:-1]))
    if isinstance(last.of, Pool) and not any(map(_counts, before)):
        count = next((change for change in last.of.changes if isinstance(change, Count)), None)
        if count:
            total = f"({text[: count.at].strip()}){_words(count.on)}"
            dice = text[last.of.at : count.at].strip()
            yield f"{_words(count.on)} counts the {dice} alone; {total} compares the total."
    if any(isinstance(one, Operation) and one.sign == "/" for one in chain.operations):
        yield "/ keeps fractions; // rounds down, as / does in Avrae."


def _counts(node: Node) -> bool:
    return isinstance(node, Pool) and any(isinstance(change, Count) for change in node.changes)


def _of_pool(pool: Pool, text: str) -> Iterator[str]:
    if isinstance(pool.die, Symbols):
        return
    if pool.die.name.startswith("d66"):
        yield "d66 is a tens die and a units die, 36 results; 1d66 is a die with 66 sides."
    if pool.die.name == "d66" and pool.count == 1:
        yield "1d66 is a die with 66 sides; d66 is a tens die and a units die."
    keeps = [change for change in pool.changes if isinstance(change, Keep)]
    if len(keeps) > 1:
        yield "Each keep and drop looks at all dice; Avrae and Foundry apply one after the other."
    for change in pool.changes:
        if isinstance(change, Count):
            yield from _of_count(pool, change, text)
        if isinstance(change, Explode) and change.on and change.on.sign in _OR_MORE:
            words, sign = _OR_MORE[change.on.sign]
            typed = text[change.at] * (2 if change.compounds else 1)
            yield (
                f"{typed}{_words(change.on)} explodes on {words} {change.on.number}; Roll20 reads "
                f"{change.on.number} too: {typed}{sign}{change.on.number}."
            )
        if isinstance(change, Reroll) and not change.once and text[change.at : change.at + 2].lower() != "rr":
            yield "r throws again until the face no longer shows; Foundry's r throws once: ro."


def _of_count(pool: Pool, change: Count, text: str) -> Iterator[str]:
    dice, on = text[pool.at : change.at].strip(), _words(change.on)
    if text[change.at : change.at + 2].lower() == "cs":
        yield "cs counts dice; in Roll20 it only colors them."
    elif change.failures:
        return
    elif not any(change.on.holds(value) for value in pool_dice(pool).one) and not _compounds(pool):
        die = pool_dice(pool).die.name
        yield f"No face of {die} is {on}, so the count is always 0; ({dice}){on} compares the total."
    elif change.on.sign in _OR_MORE:
        words, sign = _OR_MORE[change.on.sign]
        number = change.on.number
        yield f"{on} counts dice that show {words} {number}; Roll20 counts {number} too: {sign}{number}."
    else:
        yield f"{on} counts dice; ({dice}){on} compares their total, as Avrae does."


def _compounds(pool: Pool) -> bool:
    return any(isinstance(change, Explode) and change.compounds for change in pool.changes)


def _words(condition: Condition) -> str:
    return f"{condition.sign}{condition.number}"
