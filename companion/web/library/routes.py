"""The page of the library: search, filters, the archive, the trash, and what is done to one document or to many.

The form of an act carries the filter, so that the page after it shows what the page before it did.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import get_args
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import plural
from companion.games import GAMES
from companion.games import game as find_game
from companion.storage import library
from companion.storage.library import LibraryCounts, LibraryFilter, Place, Sort
from companion.web.keys.routes import KINDS
from companion.web.library.acts import ACTS, ActResult, remove
from companion.web.library.entries import list_entries
from companion.web.shell import browser, session

bp = Blueprint("library", __name__)
Answer = str | tuple[str, int] | Response
LARGEST_PAGE = 10**6
REMOVE, TYPED = "remove", "typed"
"""Button values: delete for good, and the default that Enter in a field presses."""
FIELDS: Mapping[str, str] = {
    "words": "q", "game": "game", "kind": "kind", "tag": "tag", "place": "in", "sort": "sort", "page": "page",
}  # fmt: skip
"""Names of a filter's parts in addresses and forms."""


def read_filter(asked: MultiDict[str, str]) -> LibraryFilter:
    """Return the filter that an address or a form carries; what no filter can be is left out."""
    given = {name: " ".join(asked.get(field, "").replace("\0", "").split()) for name, field in FIELDS.items()}
    place, sort, page = given["place"], given["sort"], given["page"]
    return LibraryFilter(
        words=given["words"][: library.LONGEST_SEARCH],
        game=given["game"] if find_game(given["game"]) else "",
        kind=given["kind"] if given["kind"] in KINDS else "",
        tag=given["tag"][: library.LONGEST_TAG],
        place=place if place in get_args(Place) else "library",  # type: ignore[arg-type]
        sort=sort if sort in get_args(Sort) else "newest",  # type: ignore[arg-type]
        page=min(int(page[:9]), LARGEST_PAGE) if page.isascii() and page.isdigit() else 1,
    )


def filter_fields(asked: LibraryFilter) -> dict[str, str]:
    """Return a filter as an address or a form carries it, without what is usual."""
    usual = LibraryFilter()
    values = {name: getattr(asked, name) for name in FIELDS}
    return {FIELDS[name]: str(value) for name, value in values.items() if value != getattr(usual, name)}


def address_of(asked: LibraryFilter) -> str:
    """Return the address of the library under a filter."""
    fields = filter_fields(asked)
    return f"{url_for('library.show')}{'?' if fields else ''}{urlencode(fields)}"


@dataclass(frozen=True)
class PostedAct:
    """What was chosen and typed in the form of an act that is shown again; what of it was done, and what was not."""

    chosen: frozenset[str] = frozenset()
    wrong: tuple[str, ...] = ()
    result: ActResult = ActResult()


@bp.get("/library")
def show() -> Answer:
    """Show what this browser has."""
    return _page(read_filter(request.args))


def _page(asked: LibraryFilter, posted: PostedAct = PostedAct(), status: int = 200) -> tuple[str, int]:
    owner, store = session.known_owner(), session.store()
    found = library.find(store, owner, asked) if owner else library.LibraryPage()
    counts = library.count(store, owner) if owner else library.LibraryCounts()
    asked = replace(asked, page=found.page)
    page = render_template(
        "library/library.html",
        asked=asked,
        found=found,
        fields=filter_fields(asked),
        entries=list_entries(store, found.heads),
        counts=counts,
        choices=_choices(counts),
        all_games=GAMES,
        address=lambda **changes: address_of(replace(asked, **{"page": 1, **changes})),
        posted=posted,
        typed={name: request.form.get(name, "") if posted.wrong else "" for name in ("tags", "title")},
        printers=sorted(browser.belongings().printers),
        offers_key=browser.offers_key(),
        most_tags=library.MOST_TAGS,
        per_page=library.PER_PAGE,
    )
    return page, status


def _choices(counts: LibraryCounts) -> dict[str, list[tuple[str, str]]]:
    """Return what the filter offers: what there is, with how many of it."""
    games = [(game.slug, game.title, counts.games.get(game.slug)) for game in GAMES]
    kinds = [(kind, noun.capitalize(), counts.kinds.get(kind)) for kind, noun in KINDS.items()]
    tags = [(tag, tag, count) for tag, count in counts.tags.items()]
    return {
        "games": [("", "All games"), *_counted_choices(games)],
        "kinds": [("", "All kinds"), *_counted_choices(kinds)],
        "tags": [("", "Any tag"), *_counted_choices(tags)],
    }


def _counted_choices(choices: Iterable[tuple[str, str, int | None]]) -> Iterator[tuple[str, str]]:
    return ((value, f"{word} ({count:,})") for value, word, count in choices if count)


@bp.post("/library")
def act() -> Answer:
    """Do to the chosen documents what the pressed button says; one of another browser is as one that is not there."""
    chosen_filter, ids, name = read_filter(request.form), request.form.getlist("id"), _pressed_act()
    try:
        chosen = library.choose(session.store(), session.known_owner() or "", ids)
        if not ids:
            raise InvalidInput(InputError("documents", "nothing chosen", "a tick at each document to change"))
        if name == REMOVE and request.form.get("sure") != "1":
            entries = list_entries(session.store(), (head for head in chosen.heads if head.deleted))
            kept = sum(not head.deleted for head in chosen.heads)
            return render_template(
                "library/remove.html", entries=entries, kept=kept, fields=filter_fields(chosen_filter)
            )
        result = {**ACTS, REMOVE: remove}[name](chosen.heads) if chosen.heads else ActResult()
    except InvalidInput as error:
        return _page(chosen_filter, PostedAct(frozenset(ids), tuple(map(str, error.input_errors))), 422)
    if chosen.missing:
        gone = f"{plural(chosen.missing, 'document')} of those chosen: not yours, or removed for good in the meantime."
        result = replace(result, refused=(*result.refused, gone))
    if result.refused:
        return _page(chosen_filter, PostedAct(result=result), 409)
    session.say(result.done)
    return redirect(address_of(chosen_filter), 303)


def _pressed_act() -> str:
    """Return the act of the pressed button; where Enter was pressed, that of the field with something in it."""
    name = request.form.get("do", "")
    if name == TYPED:
        name = "tag" if request.form.get("tags", "").strip() else "rename"
    return name if name in ACTS or name == REMOVE else abort(400)


@bp.post("/library/tags")
def tags() -> Answer:
    """Give one document the tags that are typed on its page, and no others."""
    chosen = library.choose(session.store(), session.known_owner() or "", [request.form.get("id", "")])
    head = next(iter(chosen.heads), None) or abort(404)
    try:
        typed = library.read_tags(request.form.get("tags", ""))
    except InvalidInput as error:
        session.say(f"The tags stay as they were. {error}")
    else:
        library.change_tags(session.store(), session.owner(), [head.id], lambda _: typed)
        session.say(f"Tags: {', '.join(typed)}." if typed else "No tags any more.")
    entry = next(iter(list_entries(session.store(), [head])))
    return redirect(entry.address or url_for("library.show"), 303)
