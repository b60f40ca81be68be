"""Links to builds on this server, and the build of each, read from the store by its id; nothing is ever fetched.

`resolve` is the one place that reads links, of every kind.
"""

import ipaddress
import os
import re
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import parse_qs, urlsplit

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping
from companion.data.documents import to_document
from companion.game_system.system import GameSystem
from companion.games import GAMES
from companion.storage.store import Document

URL_SETTING = "COMPANION_URL"
"""The environment variable with the server's own address."""
EXAMPLE = "example:"
"""Prefix of an example's name where an address names a build."""
PASTE = "paste the list itself, as Share writes it"
LONGEST_VERSION = 20
"""Digits of a version number that are read: no real one has so many."""
_LINK = re.compile(r"""https?://[^\s<>"'`()|*\\]+""", re.IGNORECASE)
_PUNCTUATION = ".,;:!?]}»”’"
"""Characters that end a sentence after a link and are no part of it."""


@dataclass(frozen=True)
class Server:
    """This server: a function that finds its documents, and its host names besides those of this machine."""

    find: Callable[[str, int | None], Document | None]
    """Takes an id or a link, and a version (None: the newest); returns None if no such document may be seen."""
    hosts: frozenset[str] = field(default_factory=frozenset)

    def has_host(self, host: str) -> bool:
        """Return whether a host is this server; any IP address counts, since the store decides if it knows the link."""
        return host.lower() in self.hosts or is_this_machine(host)


@dataclass(frozen=True)
class LinkedBuild:
    """The build of a link: its game, its document as it is now, and the stored document, if it is not an example.

    `notes` are sentences about a list that says other numbers than the build that was read from it.
    """

    game: GameSystem
    data: JsonMapping
    document: Document | None = None
    notes: tuple[str, ...] = ()


def is_this_machine(host: str) -> bool:
    """Return whether a host is an IP address or one of this machine's own names."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.lower() in _own_names()
    return True


@cache
def _own_names() -> frozenset[str]:
    """Return this machine's names; cached, because a name server may take seconds to answer."""
    return frozenset({"localhost", socket.gethostname().lower(), socket.getfqdn().lower()})


def configured_hosts() -> frozenset[str]:
    """Return the host of `COMPANION_URL`; an empty set where it is not set."""
    host = urlsplit(os.environ.get(URL_SETTING, "").strip()).hostname
    return frozenset({host.lower()}) if host else frozenset()


def find_links(text: str) -> list[str]:
    """Return the links in a text, each once, without the punctuation after them."""
    return list(dict.fromkeys(link.rstrip(_PUNCTUATION) for link in _LINK.findall(text)))


def is_own(link: str, server: Server) -> bool:
    """Return whether a link leads to this server."""
    return server.has_host(_split_link(link)[0])


def _split_link(link: str) -> tuple[str, str, Mapping[str, list[str]]]:
    """Return a link's host, path and query; all empty if the link cannot be read."""
    try:
        parts = urlsplit(link)
        return parts.hostname or "", parts.path, parse_qs(parts.query)
    except ValueError:
        return "", "", {}


def resolve(link: str, server: Server) -> LinkedBuild:
    """Return the build of a link; InvalidInput says why there is none here and what to do instead."""
    host, path, query = _split_link(link)
    if not server.has_host(host):
        wanted = f"one to this server: others are never asked, so {PASTE}"
        raise InvalidInput(InputError("the link", f"one to {quote(host or link)}", wanted))
    for pattern, read in KINDS:
        match = pattern.search(path)
        linked = read(match, query, server) if match else None
        if linked is not None:
            return linked
    wanted = f"the address of a build that is here: this one was deleted or belongs to another server, so {PASTE}"
    raise InvalidInput(InputError("the link", quote(f"{host}{path}", 80), wanted))


Query = Mapping[str, list[str]]
_SLUGS = "|".join(game.slug for game in GAMES)


def _find_build(match: re.Match[str], query: Query, server: Server) -> LinkedBuild | None:
    number = (query.get("version") or [""])[-1]
    version = int(number[:LONGEST_VERSION]) if number.isdecimal() else None
    return _find_stored(match["game"], match["id"], server, version)


def _find_example(match: re.Match[str], query: Query, server: Server) -> LinkedBuild | None:
    game = _game(match["game"])
    build = game.examples.get(match["name"])
    return LinkedBuild(game, to_document(build)) if build else None


def _find_page_build(match: re.Match[str], query: Query, server: Server) -> LinkedBuild | None:
    """Return the build in the address of a page about it: a matchup, a roll, a sheet to print."""
    name = (query.get("build") or [""])[-1]
    if name.startswith(EXAMPLE):
        build = _game(match["game"]).examples.get(name.removeprefix(EXAMPLE))
        return LinkedBuild(_game(match["game"]), to_document(build)) if build else None
    return _find_stored(match["game"], name, server, None) if name else None


KINDS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Query, Server], LinkedBuild | None]], ...] = (
    (re.compile(rf"/(?P<game>{_SLUGS})/builds/(?P<id>[\w.-]+)(?:/|$)"), _find_build),
    (re.compile(rf"/(?P<game>{_SLUGS})/examples/(?P<name>[\w-]+)(?:/|$)"), _find_example),
    (re.compile(rf"/(?P<game>{_SLUGS})(?:/|$)"), _find_page_build),
)
"""Each kind of link: the pattern of its path, and the function that reads it."""


def _game(slug: str) -> GameSystem:
    return next(game for game in GAMES if game.slug == slug)


def _find_stored(slug: str, document_id: str, server: Server, version: int | None) -> LinkedBuild | None:
    document = server.find(document_id, version)
    if document is None or document.game != slug or document.kind not in ("build", "opponent"):
        return None
    if document.damage:
        raise InvalidInput(InputError("the link", "a damaged build", f"one that can be read, so {PASTE}"))
    return LinkedBuild(_game(slug), document.data, document)
