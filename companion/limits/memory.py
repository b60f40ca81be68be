"""Memory of this process: measured, and given back to the system.

glibc gives each thread its own heap and keeps freed memory there: as much as an answer takes, for every thread.
"""

import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

_STATM = Path("/proc/self/statm")
"""Linux's file with the pages of this process: all, resident, shared, ..."""
_ARENA_MAX = -8
"""glibc's number of `M_ARENA_MAX` (malloc.h)."""
ARENAS = 2
"""The number of heaps that all threads share."""


_STATM = Path("/proc/self/statm")
"""The sizes of this process in pages of memory; the second is what is resident."""


def resident_bytes() -> int:
    """Return the resident memory of this process, in bytes."""
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # Not on Linux; psutil takes longer to load than a small print to write.
        import psutil

        return int(psutil.Process().memory_info().rss)


def share_heaps() -> None:
    """Let all threads share a few heaps; does nothing without glibc. Call it before threads start."""
    function = _glibc("mallopt")
    if function:
        function(_ARENA_MAX, ARENAS)


def give_back() -> None:
    """Give free memory back to the system; does nothing without glibc."""
    function = _glibc("malloc_trim")
    if function:
        function(0)


@cache
def _glibc(name: str) -> Callable[..., int] | None:
    if not sys.platform.startswith("linux"):
        return None
    try:
        function: Callable[..., int] = ctypes.CDLL(None)[name]
    except AttributeError:
        return None
    return function
