"""`make bench`: how long the product's work takes, each as a ratio to the least that could do the same."""

import io
import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path as File
from typing import Any

from flask import Flask, render_template_string
from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from companion.data import documents
from companion.dice.odds import exact
from companion.game_system.system import GameSystem
from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.games.mechalyte.analysis import duels, ranking
from companion.games.mechalyte.resolver import combat
from companion.games.techniconica.analysis import best_mech
from companion.printing import pdf
from companion.printing.faces.boxes import Circle, Line, Path, PlacedSymbol, Rect
from companion.printing.pdf import preview
from companion.printing.sheets.layout import Job, lay_out
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.fitting import Drawn, Turned, Words, fit
from companion.verbs.names import find_game
from companion.web import create_app
from companion.web.shared import portraits
from tests import (
    bench_builders,
    bench_cards,
    bench_hostile,
    bench_lab,
    bench_library,
    bench_matchups,
    bench_odds,
    bench_pictures,
    bench_portraits,
    bench_processes,
    bench_ratios,
    bench_records,
    bench_tables,
)
from tests.bench_ratios import Work, timed
from tests.games.techniconica import solving

GAME = find_game("mecha-mettle")
TECHNICONICA = find_game("techniconica")
SQUAD = documents.parse((File(__file__).parent / "releases/0.15.1/builds/wolves.toml").read_text("utf-8"))


def whole_set(game: GameSystem = GAME) -> Job:
    """Lay out the whole of a game on A4."""
    whole = game.print_set("everything")
    print_sets = (whole,) if whole else tuple(print_set for print_set in game.print_sets if not print_set.needs_build)
    parts = [part for print_set in print_sets for part in print_set.make(PrintSource(game.context()))]
    return lay_out(game.title, parts, PrintOptions(share=False), game.accent)


def peak(count: int) -> int:
    """Return the most memory in kB that so many cards take in a process of their own, written to a file.

    Linux says it in /proc; elsewhere there is no such row.
    """
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from tests import bench_cards as bench\n"
        "from companion.printing import pdf\n"
        "from companion.printing.faces import lazy_pieces\n"
        "from companion.printing.sheets import jobs, layout, options\n"
        "deck = bench.Deck('Cards', bench.POKER, lazy_pieces.LazyPieces(int(sys.argv[2]), bench.a_card))\n"
        "job = layout.plan_job(jobs.Printout('Cards', [deck]), options.PrintOptions())\n"
        "with open(sys.argv[3], 'wb') as file: pdf.draw(job, file)\n"
        "said = open('/proc/self/status').read()\n"
        "print(said.partition('VmHWM:')[2].split()[0])"
    )
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-c", code, str(File(__file__).parents[1]), str(count), f"{folder}/cards.pdf"]
        return int(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


class Bare:
    """What a job comes to in plain ReportLab calls: forms once, then each page's strings, strokes and forms."""

    def __init__(self, job: Job) -> None:
        self.forms: dict[str, list[tuple[Any, ...]]] = {}
        self.sizes: dict[str, tuple[float, float]] = {}
        self.pages: list[list[tuple[Any, ...]]] = []
        often = Counter(id(cut.face) for sheet in job.sheets for cut in sheet.trims)
        for sheet in job.sheets:
            page = list(self.drawn(sheet.boxes))
            for cut in sheet.trims:
                if often[id(cut.face)] == 1:
                    page += self.drawn(cut.boxes)
                else:
                    page.append(self.form(f"f{id(cut.face)}", cut.boxes))
            self.pages.append(page)

    def form(self, name: str, boxes: tuple[Drawn, ...]) -> tuple[Any, ...]:
        if name not in self.forms:
            self.forms[name] = []
            made = list(self.drawn(boxes))
            del self.forms[name]
            self.forms[name] = made
        return (Canvas.doForm, name)

    def drawn(self, boxes: tuple[Drawn, ...]) -> list[tuple[Any, ...]]:
        return [call for box in boxes for call in self.box(box)]

    def box(self, box: Drawn) -> list[tuple[Any, ...]]:
        match box:
            case Line():
                return [(Canvas.line, box.x1, box.y1, box.x2, box.y2)]
            case Rect() if box.radius:
                return [(Canvas.roundRect, box.x, box.y, box.w, box.h, box.radius)]
            case Rect():
                return [(Canvas.rect, box.x, box.y, box.w, box.h)]
            case Circle():
                return [(Canvas.circle, box.x, box.y, box.r)]
            case Path():
                return [(path, box.moves)]
            case PlacedSymbol():
                return [self.form(f"s{id(box.symbol)}", fit(box.symbol.boxes, box.symbol.label))]
            case Turned():
                return self.drawn(box.boxes)
            case Words():
                texts = [
                    (string, run.font, box.size, run.x, baseline, run.text)
                    for baseline, runs in box.lines
                    for run in runs
                ]
                return [*texts, *(call for symbol in box.symbols for call in self.box(symbol))]
        raise AssertionError(box)

    def draw(self) -> bytes:
        """Draw it all, with ReportLab's settings as they come."""
        before, rl_config.useA85 = rl_config.useA85, 1
        try:
            return self._drawn()
        finally:
            rl_config.useA85 = before

    def _drawn(self) -> bytes:
        target = io.BytesIO()
        canvas = Canvas(target, invariant=1, pageCompression=1, initialFontName="Barlow-regular")
        for name, calls in self.forms.items():
            canvas.beginForm(name)
            for call, *arguments in calls:
                call(canvas, *arguments)
            canvas.endForm()
        for page in self.pages:
            for call, *arguments in page:
                call(canvas, *arguments)
            canvas.showPage()
        canvas.save()
        return target.getvalue()

    def count(self) -> tuple[int, int]:
        """Return how many strings and how many strokes there are."""
        calls = [call for calls in (*self.forms.values(), *self.pages) for call, *_ in calls]
        strings = calls.count(string)
        return strings, len(calls) - strings - calls.count(Canvas.doForm)


def string(canvas: Canvas, font: str, size: float, x: float, y: float, text: str) -> None:
    """Draw a string."""
    canvas.setFont(font, size)
    canvas.drawString(x, y, text)


def path(canvas: Canvas, moves: tuple[tuple[Any, ...], ...]) -> None:
    """Draw a path."""
    made = canvas.beginPath()
    steps = {"M": made.moveTo, "L": made.lineTo, "C": made.curveTo, "Z": made.close}
    for kind, *numbers in moves:
        steps[kind](*numbers)
    canvas.drawPath(made)


def smallest_page() -> Work:
    """Return a visit to the smallest Flask page with a Jinja template."""
    app = Flask("smallest")
    app.add_url_rule("/", view_func=lambda: render_template_string("<h1>{{ title }}</h1>", title="Draft"))
    client = app.test_client()
    return lambda: client.get("/")


def draft_page() -> Work:
    """Return a visit to the page of a new component draft."""
    client = create_app(RATELIMIT_ENABLED=False).test_client()
    assert client.get("/mecha-mettle/new").status_code == 200
    return lambda: client.get("/mecha-mettle/new")


PACKED = {"Accept-Encoding": "zstd, br, gzip"}


def gallery_page() -> tuple[Work, Work, int, int]:
    """Return visits to Techniconica's gallery and the home page, and the gallery's size, packed with its pictures."""
    client = create_app(RATELIMIT_ENABLED=False).test_client()
    page = client.get("/techniconica/cards").get_data(as_text=True)
    pictures = re.findall(r'<img class="face-art" src="([^"]+)"', page)
    sizes = [len(client.get(address, headers=PACKED).data) for address in ("/techniconica/cards", *pictures)]
    visits = [partial(client.get, path, headers=PACKED) for path in ("/techniconica/cards", "/")]
    return visits[0], visits[1], sum(sizes), len(pictures)


def portrait_cold() -> Work:
    """Return the drawing of a Squad's portrait, nothing remembered."""
    build, context = TECHNICONICA.read_in_context(SQUAD)

    def draw() -> None:
        portraits._svg.cache.clear()
        portraits.svg(TECHNICONICA, build, context)

    return draw


def combat_cold(aim: Any) -> Any:
    """Run a full zone's combat, three mechs of level 6 on each side, nothing remembered from the time before."""
    combat._next_round.cache_clear()
    return exact(combat.Combat(("MIPASA", "PMISAA"), ((6, 6, 6), (6, 6, 6)), 0, (aim, aim)))


def ranking_cold() -> Any:
    """Rank a spec against all 15,625, nothing remembered."""
    duels._duel_of_two.cache_clear()
    ranking.measure.cache_clear()
    return list(ranking.rank("MIPASA", list(ranking.all_specs()), 625))


Row = tuple[str, float, float, float, str]


def printing() -> list[Row]:
    """Return the rows about print: time, memory, the preview of a page."""
    rows: list[Row] = []
    jobs: list[tuple[str, Callable[[], Job]]] = [("72 poker cards", bench_cards.seventy_two)]
    jobs += [(f"whole of {game.title}", partial(whole_set, game)) for game in GAMES]
    for name, make in jobs:
        job = make()
        bare = Bare(job)
        strings, strokes = bare.count()
        ours, theirs = timed([lambda make=make: pdf.pdf_bytes(make()), bare.draw], 5, 1)  # type: ignore[misc]
        size = len(pdf.pdf_bytes(job)) / max(1, job.pieces) / 1000
        what = f"{name} / bare ReportLab ({strings} strings, {strokes} strokes, {size:.1f} kB a piece)"
        rows.append((what, ours, theirs, ours / theirs, "<= 1.5"))
    job = whole_set()
    (one,) = timed([lambda: preview.page_png(pdf.pdf_bytes(replace(job, sheets=(job.sheets[0],))), 1, 96)], 5, 1)
    rows.append(("preview of one page at 96 dpi / a tenth of a second", one, 0.1, one / 0.1, "<= 1"))
    if File("/proc/self/status").exists():
        long, short = peak(10_000) / 1e6, peak(100) / 1e6
        rows.append(("memory of 10,000 cards / of 100 (a MB as a ms)", long, short, long / short, "<= 1.3"))
    return rows


def best_mechs(copies: int) -> None:
    """Find the most damaging Mech of the house pack."""
    context = TECHNICONICA.context()
    owned = best_mech.available_copies(context.catalogue, None, copies)
    assert solving.best(context.catalogue, owned, "damage", context.rulings)


def main() -> None:
    """Print the table; with `--keep`, write its ratios for the next release to be compared with."""
    warnings.simplefilter("ignore")
    rows = [
        *bench_processes.rows(),
        *bench_hostile.rows(),
        *printing(),
        *bench_pictures.rows(),
        *bench_portraits.rows(),
        *bench_matchups.rows(),
        *bench_tables.rows(),
        *bench_records.rows(),
        *bench_lab.rows(),
        *bench_odds.rows(),
    ]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["COMPANION_DATA"] = folder
        os.environ.pop("DATABASE_URL", None)
        ours, theirs = timed([draft_page(), smallest_page()], 9, 20)
        gallery, home, size, count = gallery_page()
        rows.append(("draft page / smallest Flask and Jinja page", ours, theirs, ours / theirs, "<= 5"))
        ours, theirs = timed([gallery, home], 9, 20)
        rows += bench_builders.rows()
        rows += bench_library.rows()
    what = f"gallery of Techniconica, {count} faces in {size / 1000:.0f} kB packed (<= 400) / home page"
    rows.append((what, ours, theirs, ours / theirs, "<= 5"))
    (ours,) = timed([portrait_cold()], 9, 5)
    rows.append(
        ("portrait of a Squad as SVG, nothing remembered / five milliseconds", ours, 0.005, ours / 0.005, "<= 1")
    )
    for aim in ("strongest", "spread"):
        (ours,) = timed([lambda aim=aim: combat_cold(aim)], 3, 1)  # type: ignore[misc]
        rows.append((f"Mechalyte combat, 3 x 6 against 3 x 6, {aim} / one second", ours, 1.0, ours, "<= 1"))
    (ours,) = timed([ranking_cold], 1, 1)
    rows.append(("Mechalyte ranking against all 15,625 / ten seconds", ours, 10.0, ours / 10, "<= 1"))
    for copies in (1, 3):
        (ours,) = timed([lambda copies=copies: best_mechs(copies)], 3, 1)  # type: ignore[misc]
        rows.append(
            (f"Techniconica, the slowest wish, {copies} of each card / two seconds", ours, 2.0, ours / 2, "<= 1")
        )
    width = max(len(row[0]) for row in rows)
    before = bench_ratios.kept()
    print(f"{'best of several, one run':{width}}  {'first':>10}  {'second':>10}  {'ratio':>6}  {'aim':7}  last release")
    for row in rows:
        what, first, second, ratio, aim = row
        told = bench_ratios.compared(row, before)
        print(f"{what:{width}}  {first * 1e3:7.3f} ms  {second * 1e3:7.3f} ms  {ratio:6.2f}  {aim:7}  {told}")
    if "--keep" in sys.argv:
        bench_ratios.keep(rows)


if __name__ == "__main__":
    main()
