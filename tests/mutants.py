"""`make mutants`: whether the tests notice a small change to the code, by room.

A seeded sample of the changes in `mutations` is tried, ten in each room and thirty where one of the ten survives. Each is tried
against the tests of its room in a forked process whose import of the changed module is answered from memory: no file is touched.
`mutants.toml` names the changes that change nothing.
"""

import argparse
import ast
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
import tomllib
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import grimp
import pytest

from tests.mutations import Mutation, mutated, mutations

ROOT = Path(__file__).parent.parent
GAMES = ("mecha_mettle", "mechalyte", "mechastellar", "techniconica", "wreck_a_mech")
GRAPH = grimp.build_graph("companion", cache_dir=None)
AIM = 0.9
FIRST, MORE = 10, 30
"""How many mutants are tried in a room, and in one where any of the first survives."""
LEAST_SECONDS = 10
"""Seconds of processor time that any mutant has, besides twice those of its tests."""
PATIENCE = 10
"""How many times as long as its processor time a mutant may take on a busy machine, or stand still."""
MEMORY = 6 * 2**30
ELSEWHERE = ("sheets", "art", "form", "best_build", "best_squad", "deck_odds", "duels", "bars")
"""Beginnings of the names of a game's tests that ask what is drawn, typed or searched: other rooms than the sampled ones."""
AT_THE_TABLE = ("tracker", "tracker_laws", "playthroughs", "on_table", "draws", "leaving", "questions", "saved_mechs")
"""The names of a game's tests that play; a tracker needs no others."""
CUSTOM = ("generic", "card_layouts", "custom_places", "custom_bounds", "markup")
NO_CUSTOM = ("picture", "deck", "symbols")
"""Beginnings of the names of modules beside the custom cards: pictures are a room of their own, symbols are drawings."""
SHEETS = (
    "backs",
    "bleeding",
    "booklet",
    "calibration",
    "cutfile",
    "duplex",
    "feeding",
    "fit_to_page",
    "foot",
    "fullness",
    "guides",
)
SHEETS += (
    "impose",
    "ink_saved",
    "limits",
    "line_art",
    "marks",
    "options",
    "reach",
    "savings",
    "selection",
    "sheet_places",
    "tuckboxes",
)
PACKS = ("packs", "card_form", "grid_rows", "mechastellar_profile_form", "pack_grid", "pack_pictures", "pasted_rows")
PACKS += ("pack_files", "shared_packs")
TABLES = ("tables", "table_page", "tables_by_hand", "tables_of_cards", "tables_of_modules", "table_report")
WARM = ("hypothesis", "schemathesis.pytest.plugin", "alembic.command", "companion.web", "companion.games")
"""Loaded once, before a process is forked for each mutant, which forgets what depends on the changed module."""
OPTIONS = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile=ci"]
OPTIONS += ["-m", "not browser and not long", "-o", "python_files=test_*.py"]  # bottle_test.py is no test
OPTIONS += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # hypothesis is loaded before pytest could rewrite it


@dataclass(frozen=True)
class Room:
    name: str
    files: tuple[Path, ...]
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Mutant:
    path: Path
    mutation: Mutation

    @property
    def place(self) -> str:
        return f"{self.path.relative_to(ROOT)} {self.mutation.function}"

    @property
    def module(self) -> str:
        return _module(self.path)


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def rooms() -> list[Room]:
    made = [room for game in GAMES for room in _rooms_of(game)]
    printing = ROOT / "companion/printing"
    imposed = tuple(printing / f"sheets/{name}.py" for name in ("imposition", "layout", "selection"))
    sheets = tuple(path for path in _modules(printing, "sheets") if path not in imposed)
    drawn = tuple(path for path in _modules(printing, "custom") if not path.name.startswith(NO_CUSTOM))
    pictures = (*sorted((printing / "custom").glob("picture_*.py")), printing / "custom/deck_lists.py")
    pictures += tuple(printing / f"{name}.py" for name in ("faces/pictures", "faces/picture_edges", "pdf/own_pictures"))
    pictures += tuple(printing / f"pdf/{name}.py" for name in ("images", "image_names"))
    pictured = ("picture_decks", "picture_names", "deck_lists", "pictures", "image_objects")
    packed = tuple(ROOT / f"companion/data/{name}.py" for name in ("packs", "cards", "card_files", "columns", "cells"))
    played = (*_tests("play"), *_tests("", "stored_tables", "table_report"), *_tests("games/mechalyte", "tracker"))
    played += _tests("games/wreck_a_mech", "tracker", "leaving", "on_table")
    stored = tuple(sorted((ROOT / "companion/storage").glob("*.py")))
    return [
        *made,
        Room("dice", _modules(ROOT / "companion", "dice"), _tests("dice")),
        Room("imposition", imposed, _tests("printing", "impose", "selection", "backs", "marks", "limits", "long_work")),
        Room("sheets", sheets, _tests("printing", *SHEETS)),
        Room("custom", drawn, _tests("printing", *CUSTOM)),
        Room("pictures", pictures, (*_tests("printing", *pictured), *_tests("web", "pack_pictures"))),
        Room(
            "untrusted",
            tuple(sorted((printing / "pdf").glob("untrusted*.py"))),
            _tests("printing", "untrusted", "pdf_cards"),
        ),
        Room("packs", packed, _tests("", "packs", "pack_limits", "cards", "rows", "columns")),
        Room("storage", stored, (*_tests("storage"), *_tests("", "cli_admin", "stored_tables"))),
        Room("play", _modules(ROOT / "companion", "play"), played),
        Room("web/library", _modules(ROOT / "companion/web", "library"), _tests("web", "library")),
        Room("web/packs", _modules(ROOT / "companion/web", "packs"), _tests("web", *PACKS)),
        Room("web/tables", _modules(ROOT / "companion/web", "tables"), _tests("web", *TABLES)),
    ]


def _rooms_of(game: str) -> list[Room]:
    folder, tests = ROOT / "companion/games" / game, ROOT / "tests/games" / game
    names = {path.stem.removeprefix("test_") for path in tests.glob("test_*.py")}
    own = sorted(name for name in names if not name.startswith(ELSEWHERE))
    asked = (*_tests(f"games/{game}", *own), *_tests("games", "inputs"))
    made = [Room(f"{game}/{name}", _modules(folder, name), asked) for name in ("rules", "validator", "resolver")]
    played = _tests(f"games/{game}", *(name for name in AT_THE_TABLE if name in names))
    return [*made, *[Room(f"{game}/tracker", _modules(folder, "tracker"), played)] * (folder / "tracker").is_dir()]


def _modules(folder: Path, name: str) -> tuple[Path, ...]:
    return tuple(sorted((folder / name).rglob("*.py"))) or (folder / f"{name}.py",)


def _tests(folder: str, *names: str) -> tuple[str, ...]:
    if not names:
        return (str(ROOT / "tests" / folder),)
    return tuple(str(ROOT / "tests" / folder / f"test_{name}.py") for name in names)


def all_mutants(room: Room) -> list[Mutant]:
    return [Mutant(path, one) for path in room.files for one in mutations(path.read_text("utf-8"))]


def equivalents() -> dict[tuple[str, str, str], str]:
    """Return the reason why a change (of a room, at a place) changes nothing that can be told."""
    entries = tomllib.loads((ROOT / "tests/mutants.toml").read_text("utf-8")).get("equivalent", [])
    return {(entry["room"], entry["place"], entry["change"]): entry["reason"] for entry in entries}


def sample(room: Room, seed: int) -> list[Mutant]:
    """Return the mutants of a room in an order that is always the same for a seed, without those that change nothing."""
    same, every = equivalents(), all_mutants(room)
    random.Random(f"{seed} {room.name}").shuffle(every)
    return [one for one in every if (room.name, one.place, one.mutation.change) not in same]


class Recorder:
    """A plugin that notes how long each test takes and which functions of the package it enters."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.entered: dict[str, list[tuple[str, int]]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Any:
        seen: set[CodeType] = set()

        def note(frame: FrameType, event: str, _: object) -> None:
            if event == "call":
                seen.add(frame.f_code)

        begun = time.process_time()
        sys.setprofile(note)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            self.seconds[item.nodeid] = time.process_time() - begun
            package = str(ROOT / "companion")
            self.entered[item.nodeid] = [
                (code.co_filename, code.co_firstlineno) for code in seen if code.co_filename.startswith(package)
            ]


class Nearest:
    """A plugin that runs first the tests that enter the changed function, then those that enter its module, then all others.

    None is left out: a test that a cache kept from entering the function may be the one that notices.
    """

    def __init__(self, record: dict[str, Any], mutant: Mutant) -> None:
        self.seconds: dict[str, float] = record["seconds"]
        first, last = mutant.mutation.lines or (0, 0)
        entered: dict[str, list[int]] = {
            test: [line for file, line in functions if file == str(mutant.path)]
            for test, functions in record["entered"].items()
        }
        self.near = {test for test, lines in entered.items() if any(first <= line <= last for line in lines)}
        self.module = {test for test, lines in entered.items() if lines}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self._order(item.nodeid))

    def _order(self, test: str) -> tuple[bool, bool, float]:
        return test not in self.near, test not in self.module, self.seconds.get(test, 0)


class Changed(SourceFileLoader):
    """Load one module with a change made to it; what a process of its own runs as a file is such a file."""

    mutation: Mutation

    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.get_filename(fullname))
        return compile(mutated(path, self.mutation.number), str(path), "exec")

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        path = Path(self.path)
        if "__main__" in path.read_text("utf-8"):
            module.__file__ = str(Path(os.environ["MUTANTS"]) / path.name)
            Path(module.__file__).write_text(ast.unparse(mutated(path, self.mutation.number)), "utf-8")


def forget(modules: set[str]) -> None:
    """Forget modules and all of ours that import them, however indirectly, so that they are imported anew."""
    importers = {name for module in modules for name in GRAPH.find_downstream_modules(module)}
    for name in (modules | importers) & set(sys.modules):
        package, _, attribute = name.rpartition(".")
        if hasattr(sys.modules.get(package), attribute):
            delattr(sys.modules[package], attribute)
        del sys.modules[name]


class Finder:
    """Answer the import of one module with its changed code."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.mutant.module:
            return None
        spec = PathFinder.find_spec(name, path, target)
        assert spec is not None and spec.origin is not None
        spec.loader = Changed(name, spec.origin)
        spec.loader.mutation = self.mutant.mutation
        return spec


def forked(work: Callable[[], int], seconds: float, quiet: bool = True) -> int:
    """Do some work in a process of its own and return its exit code, or minus the signal that ended it.

    `seconds` are those of the processor; a process that stands still is ended too.
    """
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds), resource.RLIM_INFINITY))
    signal.alarm(int(PATIENCE * seconds))
    if quiet:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
    try:
        os._exit(work())
    except BaseException:
        traceback.print_exc()
        os._exit(3)


def recorded(tests: tuple[str, ...], files: set[Path]) -> dict[str, Any]:
    """Run tests on unchanged modules, imported anew as changed ones are; return what each test took and entered."""
    with tempfile.NamedTemporaryFile("r", suffix=".json") as file:

        def work() -> int:
            forget({_module(path) for path in files})
            recorder = Recorder()
            code = pytest.main([*OPTIONS, *tests], [recorder])
            Path(file.name).write_text(json.dumps(vars(recorder)), "utf-8")
            return int(code)

        if forked(work, 900, quiet=False):
            raise SystemExit("These tests fail without any change: repair them first.")
        found: dict[str, Any] = json.load(file)
        return found


def survives(mutant: Mutant, record: dict[str, Any]) -> bool:
    """Run the files with a test that enters the changed function, and where these pass, all others."""
    nearest = Nearest(record, mutant)
    near = {_file(test) for test in nearest.near}
    others = {_file(test) for test in record["seconds"]} - near
    seconds = LEAST_SECONDS + 2 * sum(record["seconds"].values())

    def passes(files: set[str]) -> bool:
        def work() -> int:
            forget({mutant.module})
            sys.meta_path.insert(0, Finder(mutant))
            return int(pytest.main([*OPTIONS, *sorted(files)], [nearest]))

        return forked(work, seconds) == 0

    return all(passes(files) for files in (near, others) if files)


def _file(test: str) -> str:
    return str(ROOT / test.partition("::")[0])


def report(room: Room, tried: int, survivors: list[Mutant]) -> None:
    print(f"{room.name:24} {tried - len(survivors):3} of {tried:3} killed", flush=True)
    for mutant in sorted(survivors, key=lambda one: (one.path, one.mutation.line)):
        print(f"    {mutant.path.relative_to(ROOT)}:{mutant.mutation.line} {mutant.mutation.function}")
        print(f"        {mutant.mutation.before}\n     -> {mutant.mutation.after}", flush=True)


def main() -> int:
    known = {room.name: room for room in rooms()}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("room", nargs="*", help=f"any of {', '.join(known)}; all without one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help=f"mutants a room, instead of {FIRST} and {MORE} where one survives")
    asked = parser.parse_args()
    if strange := set(asked.room) - set(known):
        parser.error(f"no such room: {', '.join(sorted(strange))}")
    sys.dont_write_bytecode = False  # a mutant imports most of the package anew
    for name in WARM:
        import_module(name)
    print(f"seed {asked.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MUTANTS"] = folder
        return tried(asked, known)


def tried(asked: argparse.Namespace, known: dict[str, Room]) -> int:
    """Try the mutants of the rooms that are asked for, tell who survived, and return the exit code."""
    records: dict[tuple[str, ...], dict[str, Any]] = {}
    total, total_killed = 0, 0
    for room in (known[name] for name in asked.room or known):
        if room.tests not in records:
            together = {path for one in known.values() if one.tests == room.tests for path in one.files}
            records[room.tests] = recorded(room.tests, together)
        picked = sample(room, asked.seed)[: asked.count or MORE]
        first = asked.count or FIRST
        survivors = [mutant for mutant in picked[:first] if survives(mutant, records[room.tests])]
        if not survivors:
            picked = picked[:first]
        survivors += [mutant for mutant in picked[first:] if survives(mutant, records[room.tests])]
        report(room, len(picked), survivors)
        total, total_killed = total + len(picked), total_killed + len(picked) - len(survivors)
    print(f"seed {asked.seed}: {total_killed} of {total} killed, {100 * total_killed / total:.1f} %")
    return 0 if total_killed >= AIM * total else 1


if __name__ == "__main__":
    raise SystemExit(main())
