"""Mutants of the log of a finished game: every field of its setup and events changed, one at a time, in several ways."""

import copy
import json
from collections import defaultdict
from dataclasses import dataclass

from companion.data.documents import read_as
from companion.play.log import LOG, OF_GAME, log_fingerprint
from companion.play.new_events import Brought, append
from companion.play.verify import complete_events
from companion.verbs.table_files import TableFile
from companion.verbs.tables import export, open_foreign_table

WHOLE = ("dropped", "doubled", "swapped", "dropped and numbered anew")
"""What is done to a whole event."""


@dataclass(frozen=True)
class Mutant:
    """A changed log: which event (the setup has none), the path of the field in it, what was done, and the document."""

    event: dict
    path: tuple
    change: str
    document: dict

    @property
    def number(self):
        return self.event.get("number", 0)

    @property
    def kind(self):
        return self.event.get("kind", "setup")

    @property
    def field(self):
        """The path without places in lists, as text: `values.opened.number`."""
        return ".".join(part for part in self.path if isinstance(part, str))

    def __str__(self):
        return f"event {self.number} ({self.kind}), {self.field}: {self.change}"


def mutants(document):
    """Yield each mutant of a log; `document` is plain data and stays as it is."""
    seen = _values_by_field(document)
    yield from _of_fields(document, document["setup"], ("setup",), {}, seen)
    for place, event in enumerate(document["event"]):
        yield from _of_fields(document, event, ("event", place), event, seen)
        for change in WHOLE:
            if changed := _with_event(document, place, change):
                yield Mutant(event, (), change, changed)


def _of_fields(document, data, root, event, seen):
    for path, value in _leaves(data, ()):
        field = (event.get("kind", "setup"), *(part for part in path if isinstance(part, str)))
        for change, apply in _changes(value, path, seen[field]):
            changed = _copy_along(document, (*root, *path))
            parent = changed
            for part in (*root, *path[:-1]):
                parent = parent[part]
            if apply(parent, path[-1]):
                yield Mutant(event, path, change, changed)


def _copy_along(document, path):
    """Copy the parts of a document that lead to a place, and share the others."""
    changed = copy.copy(document)
    here = changed
    for part in path[:-1]:
        here[part] = copy.copy(here[part])
        here = here[part]
    return changed


def _leaves(data, path):
    """Yield the path and value of each field, of those that hold others too."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key), value
        if path[:1] != ("build",) and len(path) < 6:
            yield from _leaves(value, (*path, key))


def _values_by_field(document):
    """Return the values that each field has anywhere in the log, to change one for another that looks right."""
    seen = defaultdict(list)
    for kind, data in (("setup", document["setup"]), *((event["kind"], event) for event in document["event"])):
        for path, value in _leaves(data, ()):
            found = seen[kind, *(part for part in path if isinstance(part, str))]
            if value not in found and len(found) < 12:
                found.append(value)
    return seen


def _changes(value, path, seen):
    """Yield what may be done to a field: a name, and a function that does it and returns whether it could."""
    if not isinstance(value, dict | list):
        yield "other value", lambda parent, key: _set(parent, key, _other(parent[key]))
    if like := next((one for one in seen if one != value and type(one) is type(value)), None):
        yield "value of another event", lambda parent, key: _set(parent, key, like)
    if path[-1] == "seat" and value is not None:
        yield "other seat", lambda parent, key: _set(parent, key, 1 - parent[key] if parent[key] < 2 else 0)
    yield "removed", _remove
    if isinstance(path[-1], int):
        yield "swapped with its neighbour", _swap


def _set(parent, key, value):
    parent[key] = value
    return True


def _other(value):
    if value is None:
        return 0
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    return "0" * 64 if len(value) == 64 else f"{value}x"


def _remove(parent, key):
    del parent[key]
    return True


def _swap(parent, key):
    if key + 1 >= len(parent) or parent[key] == parent[key + 1]:
        return False
    parent[key], parent[key + 1] = parent[key + 1], parent[key]
    return True


def _with_event(document, place, change):
    events = list(document["event"])
    if change == "swapped":
        if place + 1 == len(events):
            return None
        events[place], events[place + 1] = events[place + 1], events[place]
    elif change == "doubled":
        events.insert(place, events[place])
    else:
        del events[place]
    if change != "dropped":
        events = [numbered_anew(event, number, place + 1, change) for number, event in enumerate(events, 1)]
    return {**document, "event": events}


def numbered_anew(event, number, since, change):
    """Return an event with its place as its number; causes after `since` move along."""
    by = {"doubled": 1, "swapped": 0}.get(change, -1)
    cause = event["cause"]
    return {**event, "number": number, "cause": cause + by if cause and cause > since else cause}


def sealed_anew(document):
    """Return a log whose end has the right fingerprint again, as whoever changed it would write it."""
    file = read_as(TableFile, document)
    if file.exported.end is None or LOG not in file.exported.end.values:
        return document
    fingerprint = log_fingerprint(file.setup, file.event)
    events = [
        {**event, "values": {**event["values"], LOG: fingerprint}} if event["kind"] == "end" else event
        for event in document["event"]
    ]
    return {**document, "event": events}


def written_anew(document, seed):
    """Return a log whose events have the states, odds and rulings that they lead to, and its end the fingerprint.

    A mutant that no game could have is written as far as it goes, and returned as it is.
    """
    file = read_as(TableFile, document)
    table = open_foreign_table(file.game, file.setup)
    try:
        for event in complete_events(file.exported):
            beside = {"cause": event.cause, "secret": event.secret, "seen": event.seen}
            beside = {name: value for name, value in beside.items() if name != "seen" or event.kind not in OF_GAME}
            table = append(table, Brought(seed, event.at), event.kind, event.seat, event.values, beside)
    except Exception:  # what is no game leads to anything
        return sealed_anew(document)
    return sealed_anew(plain(export(table, None)))


def plain(document):
    """Return a document as JSON has it."""
    return json.loads(json.dumps(document))
