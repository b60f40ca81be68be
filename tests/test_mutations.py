"""The changes that `make mutants` makes to the code: which there are, which are left alone, and what is made of them."""

import ast
from pathlib import Path

import pytest

from tests import mutants
from tests.mutations import mutated, mutations


def changes(source):
    return [mutation.change for mutation in mutations(source)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("a < b", ["a < b -> a <= b"]),
        ("a >= b", ["a >= b -> a > b"]),
        ("a == b != c", ["a == b != c -> a != b != c", "a == b != c -> a == b == c"]),
        ("x = a + b", ["x = a + b -> x = a - b"]),
        ("x -= a", ["x -= a -> x += a"]),
        ("x = 7", ["x = 7 -> x = 8", "x = 7 -> x = 6"]),
        ("x = a and b", ["x = a and b -> x = a or b"]),
        ("x = not a", ["x = not a -> x = a"]),
        ("x = min(a, b)", ["x = min(a, b) -> x = max(a, b)"]),
        ("x = a if b else c", ["x = a if b else c -> x = a if not b else c"]),
        ("x = [a for a in b if a]", ["x = [a for a in b if a] -> x = [a for a in b if not a]"]),
        ("def f():\n    return True", ["return True -> return False"]),
        ("def f(a):\n    if a:\n        return b", ["if a: -> if not a:", "if a: return -> pass"]),
    ],
)
def test_a_source_has_these_changes(source, found):
    assert changes(source) == found


@pytest.mark.parametrize(
    "source",
    [
        '"""Text of 3 + 4."""',
        "x: Literal[1, 2]",
        "def f(a: Literal[1]) -> Literal[2]: ...",
        "@cache(4)\ndef f(): ...",
        "__all__ = [1]",
        'x = f"{a:3}"',
        'x = "a" + b',
        "x = a + (b,)",
        "if TYPE_CHECKING:\n    x = 1",
        "x = True",
    ],
)
def test_what_no_test_should_notice_is_left_alone(source):
    assert changes(source) == []


def test_a_change_knows_its_function_and_is_made_in_the_tree_alone(tmp_path):
    path = tmp_path / "module.py"
    source = "class A:\n    @property\n    def f(self):\n        return self.x < 3\n"
    path.write_text(source, "utf-8")
    first, *_ = mutations(source)
    assert (first.line, first.function, first.lines) == (4, "A.f", (2, 4))
    assert "self.x <= 3" in ast.unparse(mutated(path, 0)) and "self.x < 4" in ast.unparse(mutated(path, 1))
    assert path.read_text("utf-8") == source


ROOMS = mutants.rooms()


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
@pytest.mark.long
def test_a_room_has_files_and_tests_and_its_equivalents_are_still_there(room):
    assert all(path.is_file() for path in room.files)
    assert all(Path(path).exists() for path in room.tests)
    found = {(one.place, one.mutation.change) for one in mutants.all_mutants(room)}
    named = {(place, change) for name, place, change in mutants.equivalents() if name == room.name}
    assert named <= found


def test_every_equivalent_is_of_a_room_and_has_a_reason():
    assert {name for name, _, _ in mutants.equivalents()} <= {room.name for room in ROOMS}
    assert all(reason.endswith(".") for reason in mutants.equivalents().values())


def test_a_sample_is_the_same_for_a_seed():
    room = ROOMS[0]
    first, again, other = (mutants.sample(room, seed) for seed in (1, 1, 2))
    assert len(first) > 30 and first == again != other
