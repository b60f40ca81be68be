"""Progress on a terminal while pages and files are written; nothing elsewhere."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def is_terminal() -> bool:
    """Whether messages go to a terminal, or FORCE_COLOR says so; as rich decides it, which loads slowly."""
    return sys.stderr.isatty() or bool(os.environ.get("FORCE_COLOR"))


@contextmanager
def page_progress() -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on a terminal while a PDF's pages are written; nothing elsewhere."""
    if not is_terminal():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Pages")
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def file_progress() -> Iterator[Callable[[], None]]:
    """Count files on a terminal while they are written; nothing elsewhere."""
    if not is_terminal():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    columns = ("{task.description}", TextColumn("{task.completed} files"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Writing", total=None)
        yield lambda: bar.update(task, advance=1)
