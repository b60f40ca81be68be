"""Builds that are empty, unfinished or strange, by name: what a browser's library may hold, of every game.

A new kind of strange build is one line in `STRANGE`; every law over them tries it in every game.
"""

import copy

from companion.data.documents import to_document

THUMB = "👍🏽"
UNKNOWN = "lost-card-7"


def _example(game, **fields):
    return {**to_document(game.examples[sorted(game.examples)[0]]), **fields}


def _other_types(game):
    """Return an example whose fields hold a value of another type: what a damaged database may hold."""
    return {**_example(game), **{field: 5 for field in game.model.model_fields if field not in ("game", "title")}}


STRANGE = {
    "nothing": lambda game: {"game": game.slug},
    "a title alone": lambda game: {"game": game.slug, "title": "Nothing in it"},
    "fields that are empty": lambda game: {"game": game.slug, "title": "", **_empty_fields(game)},
    "120 emoji": lambda game: _example(game, title=THUMB[0] * 120),
    "200 emoji": lambda game: _example(game, title=THUMB[0] * 200),
    "emoji with a skin": lambda game: {"game": game.slug, "title": THUMB * 60},
    "other types": _other_types,
    "an unknown card": lambda game: next(with_unknown(game), _example(game)),
}


def _empty_fields(game):
    """Return every field of an example as an empty one of its type."""
    empties = {field: type(value)() for field, value in _example(game).items() if isinstance(value, list | dict | str)}
    return {field: value for field, value in empties.items() if field not in ("game", "title")}


def fields_missing(game):
    """Return an example's document without one of its fields, as often as it has fields at any depth."""
    document = _example(game)
    return {f"without {'.'.join(map(str, path))}": _without(document, path) for path in _paths(document)}


def _paths(value, before=()):
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in entries:
        if (key, before) != ("game", ()):
            yield (*before, key)
        yield from _paths(part, (*before, key))


def _without(value, path):
    key, *rest = path
    entries = list(enumerate(value)) if isinstance(value, list) else list(value.items())
    kept = [(one, _without(part, rest) if one == key else part) for one, part in entries if one != key or rest]
    return [part for _, part in kept] if isinstance(value, list) else dict(kept)


def places(value, ids, path=()):
    """Yield the place of each text of a document that names a card, alone or after a number (`2 mic-drop`)."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        if isinstance(part, str) and part.split()[-1:] and part.split()[-1] in ids:
            yield (*path, key)
        yield from places(part, ids, (*path, key))


def put(document, path, card):
    changed = copy.deepcopy(document)
    container = changed
    for key in path[:-1]:
        container = container[key]
    container[path[-1]] = " ".join([*container[path[-1]].split()[:-1], card])
    return changed


def with_unknown(system):
    """Yield each example of a game with one of its cards unknown, at every place in turn."""
    for build in system.examples.values():
        document = to_document(build)
        for path in places({key: value for key, value in document.items() if key != "title"}, system.catalogue.cards):
            yield put(document, path, UNKNOWN)
