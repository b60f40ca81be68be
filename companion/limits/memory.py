"""The memory of this process: how much it takes, and how it goes back to the system.

glibc gives each thread a heap of its own and keeps what was freed there: one answer's memory, once a thread.
"""

import ctypes
import sys
from collections.abc import Callable
from functools import cache

_ARENA_MAX = -8
"""glibc's number of `M_ARENA_MAX` (malloc.h)."""
ARENAS = 2
"""Heaps that all threads share."""


def resident_bytes() -> int:
    """Return the bytes of memory that this process takes."""
    import psutil

    return int(psutil.Process().memory_info().rss)


def share_heaps() -> None:
    """Let all threads share a few heaps; nothing where the C library is not glibc. Call it before threads start."""
    function = _glibc("mallopt")
    if function:
        function(_ARENA_MAX, ARENAS)


def give_back() -> None:
    """Give what is free back to the system; nothing where the C library is not glibc."""
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
