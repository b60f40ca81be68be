"""Which pages a browser may keep for use without a connection: a header of each answer, obeyed by the service worker.

The header `X-Offline` says `public` for the program's own files, `own MARK` for what belongs to an owner, `pass MARK`
for a page that is not kept. Where a page has another mark than the copies, all copies go. A mark is a keyed hash of the
owner, never its name. Nothing is kept that is not named here, nothing that shows somebody else's document.

The worker stands between browser and server only for these addresses: through it no server learns that nobody waits for
an answer any more. So answers that may take long, as all with a query, go past it and are not kept.
"""

import re

from flask import Response, current_app, g, request

from companion.storage.store import Document
from companion.web.shell import visitors
from companion.web.shell.session_cookie import owner_in_cookie

HEADER = "X-Offline"
NO_COPY = "offline.no_copy"
"""The page shown in place of one that is not kept."""
PAGES = frozenset(
    {
        "home.home",
        "settings.show",
        "games.game",
        "tonight.show",
        "rules.show",
        "gallery.show",
        "matchups.show",
        "dice.odds",
        "dice.plain_odds",
        "builds.edit",
    }
)
"""Pages that an owner may read without a connection, at addresses without a query; of builds only the owner's."""
FILES = frozenset(
    {
        "static",
        "home.font",
        "home.page_font",
        "home.accents",
        "offline.manifest",
        "offline.icon",
        "examples.portrait",
        "examples.picture",
        "portraits.svg",
        "gallery.art",
    }
)
"""What these pages need; those that only one browser may cache are its owner's."""
_WHOLE = (200, 304)
_VALUE = re.compile("<(path:)?[^>]+>")


def address_patterns(endpoints: frozenset[str]) -> list[str]:
    """Return regular expressions, as JavaScript reads them, of the paths of these endpoints."""
    rules = sorted(rule.rule for rule in current_app.url_map.iter_rules() if rule.endpoint in endpoints)
    return [f"^{re.escape(request.script_root)}{_path_pattern(rule)}$" for rule in dict.fromkeys(rules)]


def _path_pattern(rule: str) -> str:
    return _VALUE.sub(lambda value: ".+" if value[1] else "[^/]+", rule.replace(".", r"\."))


def page_mark() -> str:
    """Return the mark of the owner whose page this is; nothing on the page that is everybody's."""
    return "" if request.endpoint == NO_COPY else visitors.owner_mark()


def note_reader(document: Document) -> None:
    """Note that a request reads a document: an answer with somebody else's, or with one by its link, is never kept.

    Packs are no reason: their own pages are not kept at all, and whoever uses one that others share has its cards.
    """
    if document.kind != "pack" and (document.link or document.owner != owner_in_cookie()):
        g.reads_others = True


def mark_answer(response: Response) -> Response:
    """Say with an answer whether a copy of it may be kept."""
    value = _page_value(response) if response.mimetype == "text/html" else _file_value(response)
    if value:
        response.headers[HEADER] = value
    return response


def _page_value(response: Response) -> str:
    may_be_kept = request.endpoint in PAGES and not request.query_string and _is_whole(response)
    return f"{'own' if may_be_kept else 'pass'} {visitors.owner_mark()}"


def _file_value(response: Response) -> str:
    if request.endpoint not in FILES or response.cache_control.no_store or not _is_whole(response):
        return ""
    return f"own {visitors.owner_mark()}" if response.cache_control.private else "public"


def _is_whole(response: Response) -> bool:
    """Return whether an answer is what its address stands for, without errors and without what is somebody else's."""
    return request.method == "GET" and response.status_code in _WHOLE and not g.get("reads_others", False)
