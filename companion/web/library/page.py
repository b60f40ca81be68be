"""Home with what a player has: the library's filter as addresses and forms carry it, and the page that shows it.

The form of an act carries the filter, so that the page after it shows what the page before it did.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import get_args
from urllib.parse import urlencode

from flask import render_template, request, url_for
from werkzeug.datastructures import MultiDict

from companion.games import GAMES
from companion.games import game as find_game
from companion.storage import library
from companion.storage.library import LibraryCounts, LibraryFilter, Place, Sort
from companion.web.library.acts import ActResult
from companion.web.library.entries import list_entries
from companion.web.shared import owned
from companion.web.shared.settings_page import KINDS
from companion.web.shell import browser, session

LARGEST_PAGE = 10**6
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
    """Return the address of Home under a filter."""
    fields = filter_fields(asked)
    return f"{url_for('home.home')}{'?' if fields else ''}{urlencode(fields)}"


@dataclass(frozen=True)
class PostedAct:
    """What was chosen and typed in the form of an act that is shown again; what of it was done, and what was not."""

    chosen: frozenset[str] = frozenset()
    wrong: tuple[str, ...] = ()
    result: ActResult = ActResult()


def home_page(asked: LibraryFilter, posted: PostedAct = PostedAct(), status: int = 200) -> tuple[str, int]:
    """Return Home: the games, and what this browser has under a filter."""
    owner, store = session.known_owner(), session.store()
    found = library.find(store, owner, asked) if owner else library.LibraryPage()
    counts = library.count(store, owner) if owner else LibraryCounts()
    asked = replace(asked, page=found.page)
    page = render_template(
        "home/home.html",
        asked=asked,
        found=found,
        fields=filter_fields(asked),
        entries=list_entries(store, found.heads),
        counts=counts,
        choices=_choices(counts),
        by_slug={game.slug: game for game in GAMES},
        others=owned.find_others(),
        address=lambda **changes: address_of(replace(asked, **{"page": 1, **changes})),
        posted=posted,
        typed={name: request.form.get(name, "") if posted.wrong else "" for name in ("tags", "title")},
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
