"""Ends a process when its parent was killed: nobody else would end it."""

import multiprocessing
import threading
from collections.abc import Callable


def when_parent_ends(act: Callable[[], object]) -> None:
    """Call `act`, in a thread, when the parent of this process has ended; never if Python did not start it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        act()

    threading.Thread(target=watch, daemon=True).start()
