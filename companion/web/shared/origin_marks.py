"""The sign of origin after a number on a page, with its word beside it; its reason comes with the pointer.

Where many numbers stand close together, a style hides the words from the eye, and a legend has them.
"""

from functools import lru_cache

from markupsafe import Markup

from companion.data.cards import Kind, Mark
from companion.data.marks import SIGNS

_SIGN = Markup(
    '<abbr class="origin-sign" title="{title}"><span aria-hidden="true">{sign}</span>'
    '<span class="origin-word"> {word}</span></abbr>'
)


def origin_sign(mark: Mark) -> Markup:
    """Return the sign of a number, nothing where it is printed; a page of cards asks for hundreds."""
    return Markup() if mark.kind == "printed" else _sign_html(mark.kind, mark.note)


@lru_cache(1000)
def _sign_html(kind: Kind, note: str) -> Markup:
    return _SIGN.format(title=f"{kind}: {note}" if note else kind, sign=SIGNS[kind], word=kind)
