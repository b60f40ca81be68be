"""Whole processes for `make bench`: what a verb costs from its start to its end, in CPU seconds, bytecode at hand."""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROUNDS = 7
Command = list[str]
Row = tuple[str, float, float, float, str]

_BARE = """
import csv, sys
import fontpkg_barlow_condensed
from pathlib import Path
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
fonts = Path(fontpkg_barlow_condensed.__file__).parent
pdfmetrics.registerFont(TTFont("B", str(next(fonts.rglob("*-Regular.ttf")))))
mm = 72 / 25.4
rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8")))
canvas = Canvas(sys.argv[2], pagesize=(210 * mm, 297 * mm), invariant=1)
for start in range(0, len(rows), 9):
    for back in (False, True):
        for place, row in enumerate(rows[start:start + 9]):
            x, y = (10.5 + place % 3 * 63) * mm, (16.5 + place // 3 * 88) * mm
            canvas.setLineWidth(0.3)
            canvas.roundRect(x + 3 * mm, y + 3 * mm, 57 * mm, 82 * mm, 2 * mm, fill=0)
            if back:
                continue
            for n in range(28):
                canvas.line(x + (4 + n * 2) * mm, y + 40 * mm, x + (4 + n * 2) * mm, y + 60 * mm)
            for n, name in enumerate(("title", "type", "attack", "defence", "text")):
                canvas.setFont("B", 8)
                canvas.drawString(x + 5 * mm, y + (75 - n * 12) * mm, row[name][:40])
            canvas.drawString(x + 5 * mm, y + 5 * mm, "cards")
        canvas.showPage()
canvas.save()
"""


def _cards(folder: Path) -> Path:
    """Write 72 cards as rows."""
    rows = ["title,type,attack,defence,text"]
    rows += [f"Card {n},Weapon,{n % 7},{n % 5},Roll {n % 5 + 1} dice: each 5 and 6 hits a part." for n in range(72)]
    path = folder / "cards.csv"
    path.write_text("\n".join(rows) + "\n", "utf-8")
    return path


def _cpu(command: Command) -> float:
    """Return the CPU seconds of a command, user and system; bytecode is written whatever is set for this process."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _pair(ours: Command, theirs: Command) -> tuple[float, float]:
    """Return the median CPU seconds of both; they take turns, after one run of each to write bytecode."""
    _cpu(ours), _cpu(theirs)
    runs = [(_cpu(ours), _cpu(theirs)) for _ in range(ROUNDS)]
    first, second = (sorted(column)[ROUNDS // 2] for column in zip(*runs, strict=True))
    return first, second


def rows() -> list[Row]:
    """Return a row for each verb that should start fast."""
    python = sys.executable
    companion = [python, "-m", "companion"]
    dice = ["odds", "mecha-mettle", "attack", "attack=3", "attack_die=regular", "defend=3", "defend_die=shield"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["COMPANION_DATA"] = name
        cards, bare = _cards(folder), folder / "bare.py"
        bare.write_text(_BARE, "utf-8")
        printed = ["print", str(cards), "-o", str(folder / "ours.pdf")]
        pairs = (
            ("companion --version / import click", ["--version"], ["-c", "import click"], 2),
            ("odds 3d6 / companion --version", ["odds", "3d6"], ["-m", "companion", "--version"], 3),
            (
                "odds of one game / import click, pydantic",
                dice,
                ["-c", "import click; from pydantic import BaseModel"],
                4,
            ),
            ("print 72 CSV cards with backs / bare script", printed, [str(bare), str(cards), f"{name}/bare.pdf"], 2.5),
        )
        found = []
        for what, ours, theirs, aim in pairs:
            first, second = _pair([*companion, *ours], [python, *theirs])
            found.append((f"process: {what}", first, second, first / second, f"<= {aim}"))
    return found


if __name__ == "__main__":
    for what, first, second, ratio, aim in rows():
        print(f"{what:60} {first:8.3f} s {second:8.3f} s {ratio:6.2f}  {aim}")
