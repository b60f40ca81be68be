"""Printer runs: the files of a job, their sides in order, and what to do with the stack of paper in between.

A run is one use of the printer's dialog, not one file: two runs may be page ranges of the same file. Sheets are called
by the numbers in their foot lines, pages by their place in the file.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import number_range, number_ranges, one_line, plural
from companion.printing.sheets import option_fields, printer_settings, selection, sides
from companion.printing.sheets.jobs import Duplex, Job
from companion.printing.sheets.options import Feed, PrintOptions
from companion.printing.sheets.printers import Printer

RunName = Literal["all", "both", "fronts", "again", "backs", "single"]
TITLES: dict[RunName, str] = {
    "all": "Print",
    "both": "Sheets with backs",
    "fronts": "Fronts",
    "again": "The front again, if the jam spoilt it",
    "backs": "Backs",
    "single": "Sheets without a back",
}


@dataclass(frozen=True)
class PrinterRun:
    """One use of the printer's dialog: the job in its file, the range of its pages, and the instruction in words.

    `duplex` is the printer's setting for these pages. Runs with the same `file` are ranges of one file; `file` is empty
    if the print has only one.
    """

    name: RunName
    job: Job
    first: int
    last: int
    duplex: Duplex
    file: str
    sentence: str

    @property
    def title(self) -> str:
        """Its heading."""
        return TITLES[self.name]

    @property
    def pages(self) -> str:
        """Its pages in its file: `1-18`."""
        return number_range(self.first, self.last)

    @property
    def is_whole_file(self) -> bool:
        """Whether it prints its whole file."""
        return (self.first, self.last) == (1, len(self.job.sheets))


@dataclass(frozen=True, slots=True)
class _Paper:
    """A sheet of paper: its number, and the indexes of its front and its back in the job; None without a back."""

    number: int
    front: int
    back: int | None


def with_printer_settings(options: PrintOptions, printer: Printer | None) -> PrintOptions:
    """Return the options with a printer's duplex edge and margin where none were chosen.

    InvalidInput if its margin leaves no room on the paper.
    """
    if printer is None:
        return options
    chosen, habits = options.model_fields_set, printer.habits
    values = options.model_dump(exclude_unset=True)
    if "backs" not in chosen and habits.duplex in ("long", "short"):
        values["backs"] = habits.duplex
    if "margin" not in chosen and "margin" in habits.model_dump(exclude_defaults=True):
        values["margin"] = habits.margin
    return option_fields.read_options(PrintOptions, values)


def feed(options: PrintOptions, printer: Printer | None) -> Feed:
    """Return the order of sides: as chosen, else as the printer needs, else in one file."""
    return options.feed or ("two" if printer and printer.habits.duplex == "no" else "one")


def runs(job: Job) -> tuple[PrinterRun, ...]:
    """Return a job's runs in order, from the sheet at which it resumes; InvalidInput if it has no such sheet."""
    all_sides = sides.outline(job.sheets)
    backs = {side.number: side.at for side in all_sides if side.side == "back" and not side.blank}
    papers = [_Paper(side.number, side.at, backs.get(side.number)) for side in all_sides if side.side == "front"]
    resumed = selection.read_resume_point(job.options.start)
    if resumed:
        _refuse_unknown(resumed, papers)
    if job.options.sides != "both":
        return _one_side(job, _remaining(papers, resumed))
    order = feed(job.options, job.printer)
    if job.duplex == "no" or order == "one":
        return _single_run(job, _remaining(papers, resumed))
    if order == "mixed":
        return _mixed_runs(job, _remaining(sorted(papers, key=lambda paper: paper.back is None), resumed))
    return _by_hand(job, papers, resumed)


def files(printer_runs: Iterable[PrinterRun]) -> dict[str, Job]:
    """Return the job of each file of some runs, by the file's name, in order."""
    return {run.file: run.job for run in printer_runs}


def count_papers(printer_runs: Iterable[PrinterRun]) -> int:
    """Return the number of sheets of paper of some runs: fewer than the job's if it resumes."""
    return len({side.number for run in printer_runs for side in sides.outline(run.job.sheets)})


def _refuse_unknown(resumed: tuple[int, bool], papers: Sequence[_Paper]) -> None:
    number, back = resumed
    numbers = {paper.number for paper in papers if paper.back is not None or not back}
    if number not in numbers:
        wanted = (
            f"one of the {'backs' if back else 'sheets'} of this print: {one_line(number_ranges(sorted(numbers)), 80)}"
        )
        wanted = wanted if numbers else "a sheet alone, such as 7: this print has no backs"
        raise InvalidInput(InputError("start", f"{number} back" if back else f"{number}", wanted))


def _remaining(papers: Sequence[_Paper], resumed: tuple[int, bool] | None) -> list[_Paper]:
    """Return the sheets from the one that jammed on, which is printed again on both sides."""
    numbers = [paper.number for paper in papers]
    return list(papers[numbers.index(resumed[0]) if resumed else 0 :])


def _job(job: Job, papers: Sequence[_Paper], duplex: Duplex) -> Job:
    """Return the job of some sheets: in a duplex job with their backs or blanks, else only their fronts."""
    if duplex == "no":
        places = [paper.front for paper in papers]
    else:
        places = [at for paper in papers for at in (paper.front, paper.front + 1)]
    return _sides(job, places, duplex, len(papers))


def _sides(job: Job, places: Sequence[int], duplex: Duplex, papers: int) -> Job:
    return replace(job, sheets=sides.pick_sheets(job.sheets, places), duplex=duplex, papers=papers)


def _single_run(job: Job, papers: Sequence[_Paper]) -> tuple[PrinterRun, ...]:
    if len(papers) == job.papers:
        run_job = job
    else:
        backed = any(paper.back is not None for paper in papers)
        run_job = _job(job, papers, job.duplex if backed else "no")
    how = f"Print {_all_pages(run_job)} {run_job.sides}."
    return (PrinterRun("all", run_job, 1, len(run_job.sheets), run_job.duplex, "", how),)


def _one_side(job: Job, papers: Sequence[_Paper]) -> tuple[PrinterRun, ...]:
    """Return the run of one side of all sheets; behind a sheet without a back is a blank, so that pages match."""
    if job.options.sides == "backs":
        if job.duplex == "no":
            raise InvalidInput(InputError("sides", "backs", "a print that has backs behind its fronts"))
        one = _sides(job, [paper.front + 1 for paper in papers], "no", len(papers))
        sentence = "Page for page these are the backs of the file of fronts, as they are seen from behind."
        return tuple(_file("backs", one, sentence))
    one = _job(job, papers, "no")
    return tuple(_file("fronts", one, "Page for page these are the fronts of the file of backs."))


def _mixed_runs(job: Job, papers: Sequence[_Paper]) -> tuple[PrinterRun, ...]:
    """Return the runs of one file: its first pages on both sides, the rest on one side."""
    backed = [paper for paper in papers if paper.back is not None]
    if len(backed) in (0, len(papers)):
        return _single_run(job, papers)
    places = [at for paper in backed for at in (paper.front, paper.back or 0)]
    places += [paper.front for paper in papers if paper.back is None]
    run_job = _sides(job, places, job.duplex, len(papers))
    last, end = 2 * len(backed), len(places)
    both = PrinterRun("both", run_job, 1, last, job.duplex, "", f"Print pages {number_range(1, last)} {run_job.sides}.")
    rest = (
        f"Then print {'page' if end == last + 1 else 'pages'} {number_range(last + 1, end)} of the same file"
        " with the printer set to one side."
    )
    return both, PrinterRun("single", run_job, last + 1, end, "no", "", rest)


def _by_hand(job: Job, papers: Sequence[_Paper], resumed: tuple[int, bool] | None) -> tuple[PrinterRun, ...]:
    """Return fronts, their backs in the order that the tray needs, and last the sheets without a back.

    Sheets without a back do not go through the printer a second time, so no blank page is needed.
    """
    backed = [paper for paper in papers if paper.back is not None]
    single = [paper for paper in papers if paper.back is None]
    way = job.options.out or (job.printer.habits.out if job.printer else "") or "down"
    backs_in_order = backed if printer_settings.is_turned_over(way) else backed[::-1]
    hand_runs: list[PrinterRun] = []
    if resumed and resumed[1]:
        backs_in_order = _remaining(backs_in_order, resumed)
        jammed = [paper for paper in backed if paper.number == resumed[0]]
        hand_runs += _file("again", _job(job, jammed, "no"), _reprint_advice(way, job.duplex))
    elif resumed and resumed[0] in {paper.number for paper in single}:
        backs_in_order, single = [], _remaining(single, resumed)
    elif backed:
        fronts = _job(job, _remaining(backed, resumed), "no")
        before = number_ranges(paper.number for paper in backed if resumed and paper.number < resumed[0])
        hand_runs += _file("fronts", fronts, _fronts(fronts, before))
    if backs_in_order:
        backs = _sides(job, [paper.back or 0 for paper in backs_in_order], "no", len(backs_in_order))
        move = _STILL_IN if resumed and resumed[1] else reload_instructions(way, job.duplex)
        top = f"Sheet {backs_in_order[0].number} now lies on top."
        hand_runs += _file("backs", backs, f"{move} {top} Print {_all_pages(backs)} on one side, in the normal order.")
    if single:
        alone = _job(job, single, "no")
        hand_runs += _file(
            "single", alone, f"{_without_backs_note(single)} Print {_all_pages(alone)} on fresh paper, on one side."
        )
    return tuple(hand_runs)


def _file(name: RunName, job: Job, instruction: str) -> list[PrinterRun]:
    return [PrinterRun(name, job, 1, len(job.sheets), "no", name, instruction)]


_STILL_IN = "Leave the sheets that still need their backs in the tray as they lie."


def _reprint_advice(way: printer_settings.Out, flip: Duplex) -> str:
    """Return the instruction for a sheet that jammed while its back was printed."""
    return (
        "Only if the jam spoilt this sheet: print its front once more on fresh paper, on one side. Lay it on top of the"
        f" sheets that still need their backs, its printed side {_facing_words(_up_in_the_tray(way))}; {_edge(flip)}."
    )


def _fronts(fronts: Job, before: str) -> str:
    instruction = f"Print {_all_pages(fronts)} on one side, in the normal order."
    if before:
        instruction += f" Lay the printed sheets on top of the fronts that are printed already ({before})."
    return instruction


def reload_instructions(way: printer_settings.Out, flip: Duplex) -> str:
    """Return how to put the stack back into the tray: the side that faces up, and the edge that goes in first."""
    if printer_settings.is_turned_over(way):
        facing = _facing_words(printer_settings.faces_up(way))
        move = f"Take the stack as it came out, printed sides {facing}, and turn all of it over:"
    else:
        move = "Take the stack as it came out and do not turn it over:"
    facing = _facing_words(_up_in_the_tray(way))
    return f"{move} put it back into the tray with its printed sides {facing}; {_edge(flip)}."


def _up_in_the_tray(way: printer_settings.Out) -> bool:
    return printer_settings.faces_up(way) != printer_settings.is_turned_over(way)


def _edge(flip: Duplex) -> str:
    """Return the edge that goes in first: the same one turns paper over its long edge, the other over its short."""
    return f"the edge that came out {'first' if flip == 'long' else 'last'} goes in first"


def _facing_words(up: bool) -> str:
    return "facing up" if up else "facing down"


def _without_backs_note(papers: Sequence[_Paper]) -> str:
    one = len(papers) == 1
    return (
        f"{'Sheet' if one else 'Sheets'} {number_ranges(p.number for p in papers)} {'has' if one else 'have'} no back."
    )


def _all_pages(job: Job) -> str:
    count = len(job.sheets)
    return {1: "the page", 2: "both pages"}.get(count, f"all {plural(count, 'page')}")


def instructions(job: Job, printer_runs: Sequence[PrinterRun]) -> tuple[str, ...]:
    """Return the numbered instructions for the page: the settings of the printer's dialog, then each run."""
    paper = job.options.size
    title = paper.title if paper.title.endswith("mm") else f"{paper.title} ({paper.w:g} × {paper.h:g} mm)"
    setting = [
        f"Paper: {title}. One page per sheet, one copy, orientation automatic.",
        "Size: 100 %, “actual size”. Never “fit” or “shrink”: cards would come out too small.",
        "Order: normal. Switch off “reverse order” or “last page first” if your printer's dialog has it.",
    ]
    steps = [f"{run.title}: {run.sentence}" if len(printer_runs) > 1 else run.sentence for run in printer_runs]
    fronts = next((run.job.sheets for run in printer_runs if run.name == "fronts"), ())
    if len(fronts) > 2:
        few = number_ranges(sheet.number for sheet in fronts[:2])
        steps.insert(0, f"First time with this printer? Try it with sheets {few} alone before you print the rest.")
    numbers = range(1, len(setting) + len(steps) + 2)
    last = "Check: measure the 50 mm ruler on the first sheet before you cut."
    return tuple(f"{number}. {step}" for number, step in zip(numbers, (*setting, *steps, last), strict=True))
