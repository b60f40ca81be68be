"""The small changes that can be made to a module's source, one at a time: `<` to `<=`, `3` to `4`, `and` to `or`.

A change lives in a syntax tree, never in a file. Not changed: text, annotations, decorators and what only a type checker runs.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
SUMS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
JOINS: dict[type[ast.boolop], type[ast.boolop]] = {ast.And: ast.Or, ast.Or: ast.And}
EXTREMES = {"min": "max", "max": "min"}
SEQUENCES = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp, ast.Dict)
SKIPPED = {"annotation", "returns", "decorator_list", "format_spec"}
UNREADABLE = (ast.Module, ast.FunctionDef, ast.ClassDef, ast.For, ast.With, ast.Try, ast.Match, ast.match_case)
WIDTH = 100


@dataclass(frozen=True)
class Mutation:
    """One change: `number` is its place among the changes of its file, `lines` the function around it."""

    number: int
    line: int
    function: str
    lines: tuple[int, int] | None
    before: str
    after: str

    @property
    def change(self) -> str:
        return f"{self.before} -> {self.after}"


@dataclass(frozen=True)
class _Swap:
    """Replace one field of a node, or one entry of a list field."""

    owner: ast.AST
    field: str
    index: int | None
    new: object

    def make(self) -> "_Swap":
        """Make the change and return the one that undoes it."""
        old = getattr(self.owner, self.field)
        if self.index is None:
            setattr(self.owner, self.field, self.new)
            return _Swap(self.owner, self.field, None, old)
        entry, old[self.index] = old[self.index], self.new
        return _Swap(self.owner, self.field, self.index, entry)


@dataclass(frozen=True)
class _Slot:
    """A node with the way down to it from the module, and the field that holds it."""

    path: tuple[ast.AST, ...]
    field: str
    index: int | None

    @property
    def node(self) -> ast.AST:
        return self.path[-1]

    def hold(self, new: ast.AST) -> _Swap:
        return _Swap(self.path[-2], self.field, self.index, ast.copy_location(new, self.node))


def mutations(source: str) -> list[Mutation]:
    """Return every change that can be made to a source, in a fixed order."""
    tree = ast.parse(source)
    return [_described(number, slot, swap) for number, (slot, swap) in enumerate(_swaps(tree))]


def mutated(path: Path, number: int) -> ast.Module:
    """Return a file's syntax tree with one change made."""
    tree = ast.parse(path.read_text("utf-8"), str(path))
    list(_swaps(tree))[number][1].make()
    return ast.fix_missing_locations(tree)


def _swaps(tree: ast.Module) -> list[tuple[_Slot, _Swap]]:
    return [(slot, swap) for slot in _slots((tree,)) for swap in _changes(slot)]


def _slots(path: tuple[ast.AST, ...]) -> Iterator[_Slot]:
    for field, value in ast.iter_fields(path[-1]):
        if field in SKIPPED:
            continue
        children = enumerate(value) if isinstance(value, list) else [(None, value)]
        for index, child in children:
            if isinstance(child, ast.AST) and not _silent(child):
                below = (*path, child)
                yield _Slot(below, field, index)
                yield from _slots(below)


def _silent(node: ast.AST) -> bool:
    """Tell what no test should fail on: lists of exported names and imports for the type checker."""
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _changes(slot: _Slot) -> Iterator[_Swap]:
    match slot.node:
        case ast.Compare() as node:
            for index, operator in enumerate(node.ops):
                if other := COMPARISONS.get(type(operator)):
                    yield _Swap(node, "ops", index, other())
        case ast.BinOp(op=operator, left=left, right=right) as node if type(operator) in SUMS:
            if not (_sequence(left) or _sequence(right)):
                yield _Swap(node, "op", None, SUMS[type(operator)]())
        case ast.AugAssign(op=operator, value=value) as node if type(operator) in SUMS and not _sequence(value):
            yield _Swap(node, "op", None, SUMS[type(operator)]())
        case ast.Constant(value=value) as node if type(value) in (int, float):
            yield _Swap(node, "value", None, value + 1)
            yield _Swap(node, "value", None, value - 1)
        case ast.BoolOp(op=join) as node:
            yield _Swap(node, "op", None, JOINS[type(join)]())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield slot.hold(operand)
        case ast.Call(func=ast.Name(id=name) as function) if name in EXTREMES:
            yield _Swap(function, "id", None, EXTREMES[name])
        case ast.Return(value=ast.Constant(value=bool() as value) as constant):
            yield _Swap(constant, "value", None, not value)
        case ast.If() | ast.IfExp() as node:
            yield from _of_condition(slot, node)
        case ast.comprehension() as node:
            for index, test in enumerate(node.ifs):
                if not _negated(test):
                    yield _Swap(node, "ifs", index, _negation(test))


def _of_condition(slot: _Slot, node: ast.If | ast.IfExp) -> Iterator[_Swap]:
    if not _negated(node.test):
        yield _Swap(node, "test", None, _negation(node.test))
    if isinstance(node, ast.If) and not node.orelse and isinstance(node.body[0], ast.Return):
        yield slot.hold(ast.Pass())


def _negated(test: ast.AST) -> bool:
    """Tell a condition whose negation is a change of its own: `not x`, `a == b`, `a < b` turned round."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return type(test.ops[0]) in (ast.Eq, ast.NotEq)
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def _negation(test: ast.expr) -> ast.expr:
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def _sequence(node: ast.AST) -> bool:
    return isinstance(node, SEQUENCES) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _described(number: int, slot: _Slot, swap: _Swap) -> Mutation:
    dropped = isinstance(swap.new, ast.Pass)
    shown = slot.node if dropped else _shown(slot.path, swap.owner is slot.path[-2])
    before = _text(shown)
    undo = swap.make()
    after = _text(shown)
    undo.make()
    if dropped:
        before, after = f"{before} return", "pass"
    functions = [one for one in slot.path if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    names = [one.name for one in slot.path if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    line = next(one.lineno for one in reversed(slot.path) if hasattr(one, "lineno"))
    return Mutation(number, line, ".".join(names) or "module", _span(functions), before, after)


def _span(functions: list[ast.FunctionDef | ast.AsyncFunctionDef]) -> tuple[int, int] | None:
    if not functions:
        return None
    outer = functions[0]
    return min([outer.lineno, *(one.lineno for one in outer.decorator_list)]), outer.end_lineno or outer.lineno


def _shown(path: tuple[ast.AST, ...], replaced: bool) -> ast.AST:
    """Return the widest part of the statement around a node that is still short to read; never a node that is replaced."""
    shown = path[-2] if replaced else path[-1]
    for outer in reversed(path[: path.index(shown)]):
        if isinstance(shown, ast.stmt) or isinstance(outer, UNREADABLE) or len(_text(outer)) > WIDTH:
            break
        shown = outer
    return shown


def _text(node: ast.AST) -> str:
    """Return a node as one line; of a statement that holds others, its head."""
    if isinstance(node, ast.If | ast.While):
        return f"{'if' if isinstance(node, ast.If) else 'while'} {ast.unparse(node.test)}:"
    return " ".join(ast.unparse(node).split())
