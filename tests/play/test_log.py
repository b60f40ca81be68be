"""A log in JSON is read as its events were written, and what is no event is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.play.log import TableEvent, read_log

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
VALUES = st.dictionaries(
    TEXT, st.none() | st.booleans() | st.integers(-9, 9) | TEXT | st.lists(TEXT, max_size=2), max_size=3
)
EVENTS = st.builds(
    TableEvent,
    number=st.integers(1, 10**6),
    kind=st.sampled_from(["sit", "move", "faces", "seal", "note", "seed", "end"]),
    seat=st.none() | st.integers(0, 3),
    cause=st.none() | st.integers(1, 9),
    values=VALUES,
    secret=VALUES,
    seen=st.lists(TEXT, max_size=2).map(tuple),
    at=TEXT,
    state=TEXT,
)


@given(st.lists(EVENTS, max_size=3), st.booleans())
def test_events_come_back_as_they_were(events, is_short):
    data = [event.model_dump(mode="json", exclude_defaults=is_short) for event in events]
    found = read_log(json.dumps(data))
    assert found == tuple(events)
    assert [event.model_dump() for event in found] == [event.model_dump() for event in events]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[7]",
        '[{"number": 1}]',
        '[{"kind": "note"}]',
        '[{"number": "1", "kind": "note"}]',
        '[{"number": true, "kind": "note"}]',
        '[{"number": 1, "kind": "dance"}]',
        '[{"number": 1, "kind": "note", "seat": "0"}]',
        '[{"number": 1, "kind": "note", "values": []}]',
        '[{"number": 1, "kind": "note", "seen": "x"}]',
        '[{"number": 1, "kind": "note", "colour": "red"}]',
    ],
)
def test_what_is_no_log_is_refused(text):
    with pytest.raises(ValueError):
        read_log(text)
