"""How much abuse: one round of known cases, or new ones for `COMPANION_ABUSE_SECONDS` in each test.

A test asks for its cases in `rounds()`, and decorates what it gives to hypothesis with `cases(number)`: the number of
cases in a round. Every test counts what it ran with the fixture `tally`, and the sum is told at the end.
"""

import os
import time
from collections.abc import Iterator

from hypothesis import HealthCheck, settings

SECONDS = float(os.environ.get("COMPANION_ABUSE_SECONDS") or 0)
"""How long each test goes on; 0: for one round, the same cases each time."""


def rounds() -> Iterator[int]:
    """Yield the numbers of the rounds from 0: one, or as many as begin within `SECONDS`."""
    yield 0
    end, number = time.monotonic() + SECONDS, 0
    while time.monotonic() < end:
        number += 1
        yield number


def at_length(few: int, many: int) -> int:
    """Return how many of what a round needs: few in a short round, many where there is time."""
    return many if SECONDS else few


def cases(number: int) -> settings:
    """Return how hypothesis runs a round of so many cases: always the same ones, new ones where there is time."""
    return settings(
        max_examples=number,
        derandomize=not SECONDS,
        database=None,
        deadline=None,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )
