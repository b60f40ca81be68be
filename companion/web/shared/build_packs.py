"""The packs a build uses: chosen on its page, kept in the build as copies, compared with the current packs.

The packs in use are something else: they belong to the browser, and only a new build starts with them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.base.findings import InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data import packs
from companion.data.cards import Catalogue
from companion.data.documents import Build
from companion.gamekit.contract import FormData
from companion.gamekit.house_rules import HouseRules, merge_packs
from companion.web.shell.session import Visitor

MARK, FIELD, TAKE = "packs", "pack", "take-pack"
"""A form that offers packs posts MARK; FIELD names each chosen pack by key and digest, TAKE a pack to update."""


@dataclass(frozen=True)
class Offer:
    """A pack on a build's page: how the form names it, whether the build uses it, what changed since."""

    title: str
    key: str
    value: str
    cards: int
    is_used: bool
    mine: bool = True
    changes: str = ""


def form_value(pack: packs.Pack) -> str:
    """Return the form value of a pack: its key and a digest of its cards."""
    return f"{_key(pack)}@{packs.digest(pack)}"


def _key(pack: packs.Pack) -> str:
    return str(pack.get("key", ""))


def known_packs(visitor: Visitor) -> list[JsonObject]:
    """Return this browser's packs, and those of others that it uses, as a build carries them."""
    return [packs.embed_pack(document.data) for document in visitor.known_packs]


def read_packs(
    visitor: Visitor, fields: FormData, before: JsonMapping | None, rules: HouseRules | None
) -> tuple[list[JsonObject], Catalogue]:
    """Return the packs that a posted form chose, those of `rules` last, and the game's cards with them.

    A form that offers no packs keeps those of the build as saved `before`; a new build starts with those in use.
    InvalidInput where they do not merge.
    """
    is_bare = MARK not in fields and before is None
    if is_bare and rules in (None, visitor.house_rules):
        return visitor.embedded_packs, visitor.catalogue
    carried = visitor.embedded_packs if is_bare else packs.embedded_packs(before)
    chosen = _choose_packs(visitor, fields, carried)
    chosen = merge_packs(chosen, rules) if rules else chosen
    return chosen, packs.merge(visitor.game.catalogue, chosen)


def _choose_packs(visitor: Visitor, fields: FormData, before: list[JsonObject]) -> list[JsonObject]:
    """Return the chosen packs; of a changed pack, the build keeps its copy unless the form updates it."""
    if MARK not in fields:
        return before
    renewed = set(fields.get(TAKE, ()))
    copies = {form_value(pack): pack for pack in reversed(before)}
    chosen: list[JsonObject] = []
    for value in dict.fromkeys(fields.get(FIELD, ())):
        key, copy = value.partition("@")[0], copies.get(value)
        pack = copy if copy and key not in renewed else _find_own(visitor, key, value, key in renewed) or copy
        chosen += [pack] if pack else []
    return chosen


def _find_own(visitor: Visitor, key: str, value: str, newest: bool) -> JsonObject | None:
    """Return this browser's pack of a key, exactly as a form names it unless the newest is wanted or it has changed."""
    own = [pack for pack in known_packs(visitor) if pack["key"] == key]
    exact = [pack for pack in own if form_value(pack) == value]
    return next(iter(own if newest else (*exact, *own)), None)


def embed_packs_in_use(visitor: Visitor, data: JsonMapping) -> tuple[Build, list[str]]:
    """Return a document as a build, and the titles of the packs it takes along; InvalidInput where it is not one.

    One that can be read by itself is not changed; one that names cards of the packs in use gets copies of those packs.
    """
    game = visitor.game
    build, context = game.read_in_context(data)
    own = packs.embedded_packs(data)
    keys = {pack.get("key") for pack in own}
    more = [pack for pack in visitor.embedded_packs if pack["key"] not in keys]
    if not more or not context.catalogue.stand_ins:
        return build, []
    try:
        with_more, more_context = game.read_in_context({**data, "pack": [*more, *own]})
    except InvalidInput:  # the packs in use do not fit those of the build
        return build, []
    if len(more_context.catalogue.stand_ins) == len(context.catalogue.stand_ins):
        return build, []
    return with_more, [pack["title"] or "an untitled pack" for pack in more]


def offers(visitor: Visitor, used: Sequence[packs.Pack]) -> list[Offer]:
    """Return the packs a build's page offers: those it uses, then this browser's others."""
    own = {pack["key"]: pack for pack in known_packs(visitor)}
    offered = [_offer(pack, True, _key(pack) in own, _describe_changes(pack, own)) for pack in used]
    taken = set(map(_key, used))
    return offered + [_offer(pack, False) for key, pack in own.items() if key not in taken]


def _describe_changes(pack: packs.Pack, own: Mapping[str, packs.Pack]) -> str:
    now = own.get(_key(pack))
    return packs.describe_changes(pack, now) if now else ""


def _offer(pack: packs.Pack, used: bool, mine: bool = True, changed: str = "") -> Offer:
    title = str(pack.get("title", "")) or "Untitled pack"
    return Offer(title, _key(pack), form_value(pack), packs.count_cards(pack), used, mine, changed)
