"""What a text is that is no build, pack or house rules: the log of a table, or a link to a table of this server."""

import json
import re
from urllib.parse import urlsplit

from flask import url_for

from companion.verbs.links import Server, find_links, is_own

_TABLE = re.compile(r"/tables/([^/?#]+)$")


def is_table_file(text: str) -> bool:
    """Return whether a text is the JSON of a table, whole or not; what is no JSON is none."""
    if '"setup"' not in text or not text.lstrip("\ufeff \t\r\n").startswith("{"):
        return False
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "setup" in data and "game" not in data


def find_table_link(text: str, server: Server) -> str:
    """Return the path of the table that a text links to; empty where it has no link, several, or another one."""
    links = dict.fromkeys(link for link in find_links(text) if is_own(link, server))
    found = _TABLE.search(urlsplit(next(iter(links))).path) if len(links) == 1 else None
    return url_for("tables.show", reference=found[1]) if found else ""
