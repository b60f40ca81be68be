"""The versions of a document: what each one changed, a page at a time; which of them go when they are thinned out.

Only the versions of one page are read, and the one before them.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import abort, redirect, render_template, request
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InvalidInput
from companion.base.wording import number_ranges, one_line, plural
from companion.game_system.history import LONGEST_LINE, Entries, sum_up
from companion.game_system.system import GameSystem
from companion.storage import removal
from companion.storage.store import Document, Version
from companion.web.shell import session

PER_PAGE = 25
KEEP: Mapping[str, str] = {
    "day": "the last version of each day",
    "tenth": "every tenth version: 10, 20, 30",
    "ticked": "what is ticked on this page; other pages stay as they are",
}
"""Versions that may be kept in addition to the newest and the shared ones, by the value that the form sends."""
Reader = Callable[[Document], Any]
Comparer = Callable[[Any, Any], Entries]


@dataclass(frozen=True)
class VersionEntry:
    """A version, what it changed in a line, and the number of the one before it; 0 where there is none."""

    number: int
    saved: datetime
    text: str
    before: int


@dataclass(frozen=True)
class VersionPage:
    """One page of a document's versions, newest first: its number, and how many pages there are."""

    entries: Sequence[VersionEntry]
    number: int
    count: int


def render_history(
    game: GameSystem,
    document: Document,
    noun: str,
    *,
    read: Reader,
    changes: Comparer,
    addresses: Mapping[str, str],
) -> str:
    """Return a page of a document's history; `read` makes of a version what `changes` compares, or raises InvalidInput.

    `addresses` has those of the document's `page`, and where forms are sent to `restore` and to `thin` out versions.
    """
    return render_template(
        "components/versions.html",
        game=game,
        document=document,
        noun=noun,
        mine=session.is_mine(document),
        **addresses,
        choices=KEEP,
        shared=removal.find_shared_versions(session.store(), document.id),
        shown=read_page(document.id, request.args.get("page", 1, type=int), read, changes),
    )


def thin(game: GameSystem, document: Document, noun: str, history: str) -> str | WerkzeugResponse:
    """Return the page that says which versions go by the choice of a posted form, or remove them if that says so."""
    if "numbers" in request.form:
        count = removal.remove_versions(session.store(), document.id, read_numbers("numbers"))
        session.say(f"{plural(count, 'version')} removed for good.")
        return redirect(history, 303)
    if request.form.get("keep") not in KEEP:
        abort(400)
    versions = session.store().versions(document.id)
    stay = {document.current, *removal.find_shared_versions(session.store(), document.id)}
    removed = choose_removed(versions, stay)
    return render_template(
        "components/thin.html",
        game=game,
        document=document,
        noun=noun,
        history=history,
        removed=removed,
        ranges=number_ranges(removed),
        rest=len(versions) - len(removed),
    )


def read_page(document_id: str, number: int, read: Reader, changes: Comparer) -> VersionPage:
    """Return a page of a document's versions with what each changed; the last page if the number is too high."""
    versions = session.store().versions(document_id)
    count = -(-len(versions) // PER_PAGE)
    number = min(max(1, number), count)
    shown = versions[(number - 1) * PER_PAGE :][: PER_PAGE + 1]
    stored = session.store().read_versions(document_id, [version.number for version in shown])
    contents = {document.version: _read(document, read) for document in stored}
    entries = tuple(_entries(shown, contents, changes))
    return VersionPage(entries[:PER_PAGE], number, count)


@dataclass(frozen=True)
class _ReadVersion:
    """A version as it was read, or why it cannot be."""

    value: Any = None
    why: str = ""


def _read(document: Document, read: Reader) -> _ReadVersion:
    if document.damage:
        return _ReadVersion(why=document.damage)
    try:
        return _ReadVersion(read(document))
    except InvalidInput as error:
        return _ReadVersion(why=str(error.input_errors[0]))


def _entries(shown: Sequence[Version], known: Mapping[int, _ReadVersion], changes: Comparer) -> Iterator[VersionEntry]:
    for version, former in zip(shown, (*shown[1:], None), strict=True):
        now = known.get(version.number, _ReadVersion(why="It was removed a moment ago."))
        if now.why:
            text = one_line(f"This version cannot be read: {now.why}", LONGEST_LINE)
        elif former is None:
            text = "First version" if version.number == 1 else "The versions before it were removed"
        else:
            text = _describe(
                now, known.get(former.number, _ReadVersion(why="gone")), version.number, former.number, changes
            )
        yield VersionEntry(version.number, version.saved, text, former.number if former else 0)


def _describe(now: _ReadVersion, then: _ReadVersion, number: int, former: int, changes: Comparer) -> str:
    if then.why:
        return f"Version {former} cannot be read, so what changed is not known."
    line = sum_up(changes(then.value, now.value)) or "Nothing changed"
    return line if former == number - 1 else f"Since version {former}: {line}"


def choose_removed(versions: Sequence[Version], stay: Collection[int]) -> list[int]:
    """Return the numbers of the versions to delete by the choice of a posted form; those in `stay` are kept."""
    numbers = {version.number for version in versions}
    match request.form["keep"]:
        case "day":
            last = {version.saved.date(): version.number for version in reversed(versions)}
            kept = {*last.values()}
        case "tenth":
            kept = {number for number in numbers if number % 10 == 0}
        case _:
            kept = (numbers - {*read_numbers("listed")}) | {*request.form.getlist("stays", type=int)}
    return sorted(numbers - kept - set(stay))


def read_numbers(name: str) -> list[int]:
    """Return the numbers of versions in a field of a posted form; words that are none are left out."""
    return [int(text) for text in request.form.get(name, "").split() if text.isdecimal() and len(text) < 10]
