"""What `make bench` measured at the last release, and whether a row has become a fifth worse since.

`make bench-keep` writes the file anew. Rows are found by their names without what varies from run to run.
"""

import json
import re
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from companion import __version__

PATH = Path(__file__).with_name("bench_ratios.toml")
WORSE = 1.2
"""How many times a ratio has to be worse than it was to be marked."""
_VARIES = re.compile(r" \([^)]*\)|,? [\d,]+ faces in [\d.]+ kB packed| of [\d.]+ MB|, \d+ requests")
Row = tuple[str, float, float, float, str]
Work = Callable[[], Any]


def timed(works: list[Work], rounds: int, times: int) -> list[float]:
    """Return the least processor seconds of each: they take turns, so that a busy machine is unfair to all alike."""
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for index, work in enumerate(works):
            start = time.process_time()
            for _ in range(times):
                work()
            best[index] = min(best[index], (time.process_time() - start) / times)
    return best


def key(name: str) -> str:
    """Return the name of a row without what varies: sizes, counts, what stands in brackets."""
    return _VARIES.sub("", name)


def kept() -> Mapping[str, float]:
    """Return the ratios of the last release by the keys of their rows."""
    return tomllib.loads(PATH.read_text("utf-8"))["ratios"] if PATH.exists() else {}


def compared(row: Row, before: Mapping[str, float]) -> str:
    """Return what a row's ratio was, marked where it has become a fifth worse; empty for a row that is new."""
    name, _, _, ratio, aim = row
    was = before.get(key(name))
    if was is None:
        return ""
    worse = was / ratio if aim.startswith(">=") else ratio / was
    return f"was {was:.2f}{', A FIFTH WORSE' if worse >= WORSE else ''}"


def keep(rows: Iterable[Row]) -> None:
    """Write the ratios of this state."""
    lines = [f"{json.dumps(key(name), ensure_ascii=False)} = {ratio:.2f}" for name, _, _, ratio, _ in rows]
    head = f"# Written by `make bench-keep`: the ratios of release {__version__}, or of the state after it.\n[ratios]\n"
    PATH.write_text(head + "\n".join(lines) + "\n", "utf-8")
