"""A log in JSON is read as its events were written, and what is no event is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.play.log import TableEvent, public, read_log

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


SECRET = {"number": 4}


@pytest.mark.parametrize(
    ("kind", "seat", "by_seat", "at_the_end"),
    [
        ("seal", 0, [True, False, False], [True, False, False]),
        ("seal", 1, [False, True, False], [False, True, False]),
        ("shuffle", None, [False, False, False], [True, True, True]),
        ("state", None, [False, False, False], [True, True, True]),
    ],
)
def test_a_secret_is_seen_by_whom_it_concerns_and_nobody_else(kind, seat, by_seat, at_the_end):
    event = TableEvent(number=3, kind=kind, seat=seat, secret=SECRET, state="ab")
    for ended, seen in ((False, by_seat), (True, at_the_end)):
        found = [public(event, looking, ended) for looking in (0, 1, None)]
        assert ["secret" in one for one in found] == seen
        assert all(one.get("secret", SECRET) == SECRET for one in found)
        assert ["state" in one for one in found] == [ended] * 3


def test_what_has_no_secret_shows_none():
    event = TableEvent(number=3, kind="move", seat=0, values={"name": "throw"}, at="now")
    usual = {"number": 3, "kind": "move", "seat": 0, "cause": None, "values": {"name": "throw"}, "at": "now"}
    shown = {**usual, "seen": [], "rulings": {}}
    assert public(event, 0) == public(event, None) == shown
    assert public(event, 0, ended=True) == {**shown, "state": ""}
