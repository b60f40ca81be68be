"""Parts of a builder: elements that an answer leaves out where the page that asks has them already.

A template puts an element through `as_part`, which marks it with a digest of its HTML. A script sends back the digests
of the parts on its page that nobody has changed; the answer has an empty element in the place of each of these, and the
script puts its own there. Parts are addressed by what they say, not by where they are, so that no list of games or
fields is needed, and a page without scripts has the same elements. No part lies in another one, and none in what
`cached_html` renders once for all.
"""

import re
from hashlib import blake2b

from flask import g, request
from markupsafe import Markup

KEPT = "X-Kept"
"""The header in which a script sends the digests of the parts that it has."""
_TAG = re.compile(r"<([a-z]+)")


def as_part(html: Markup, is_part: bool = True) -> Markup:
    """Return an element with its digest, or an empty element of that name where the page that asks has it."""
    text = html.strip()
    found = _TAG.match(text)
    if not (is_part and found):
        return html
    digest = blake2b(text.encode(), digest_size=6).hexdigest()
    name = found[1]
    if digest in _kept():
        return Markup(f'<{name} data-kept="{digest}"></{name}>')  # noqa: S704 – a name and hexadecimal digits
    return Markup(f'<{name} data-part="{digest}"{text[found.end() :]}')  # noqa: S704 – it was Markup


def figures_as_parts(portrait: Markup) -> Markup:
    """Return a portrait whose figures are parts: each is a group on a line of its own."""
    lines = (as_part(Markup(line)) if line.startswith("<g ") else line for line in portrait.split("\n"))  # noqa: S704
    return Markup("\n").join(lines)


def _kept() -> frozenset[str]:
    """Return the digests that the page of this request has."""
    if "kept_parts" not in g:
        g.kept_parts = frozenset(request.headers.get(KEPT, "").split())
    kept: frozenset[str] = g.kept_parts
    return kept
