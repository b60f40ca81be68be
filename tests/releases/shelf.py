"""The releases whose data is kept here, one folder each; README.md beside it says what is in a folder."""

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path

import pytest

RELEASES = sorted(path.parent for path in Path(__file__).parent.glob("*/expected.json"))


def asked(questions: Mapping[Path, Sequence[Hashable]]) -> dict[Path, list[list[pytest.MarkDecorator]]]:
    """Return the marks of what each release was asked: `long` where a later release was asked the same.

    The later one recorded all that the earlier one did, for it was held to that before it came out. `make test-long`
    asks for every release.
    """
    marked: dict[Path, list[list[pytest.MarkDecorator]]] = {}
    later: set[Hashable] = set()
    for release in reversed(RELEASES):
        here = questions.get(release, ())
        marked[release] = [[pytest.mark.long] if question in later else [] for question in here]
        later |= set(here)
    return marked
