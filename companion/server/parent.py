"""What a process does when the one that started it was killed: nobody else would end it."""

import multiprocessing
import threading
from collections.abc import Callable


def when_parent_ends(do: Callable[[], object]) -> None:
    """Call `do`, in a thread, once the parent of this process has ended; never where it has none that started it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        do()

    threading.Thread(target=watch, daemon=True).start()
