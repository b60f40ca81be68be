"""The collection, a tab of a game's cards: how many of each card of a game the player owns.

Games read it from `Context.owned`; a build checked against it keeps a copy in its own `owned`.
"""

import csv
import io
from collections.abc import Mapping
from functools import partial

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.base.wording import plural
from companion.data.cards import Card, Catalogue
from companion.data.cells import guard_formula
from companion.game_system.history import collection_changes
from companion.game_system.system import GameSystem
from companion.storage.config import StorageError
from companion.web.collection.card_lists import is_count, read_counts
from companion.web.shared import versions as version_pages
from companion.web.shared.downloads import text_file
from companion.web.shell import session
from companion.web.shell.errors import Sentences, sentences_of
from companion.web.shell.lookup import find_game, redirect_moved
from companion.web.shell.session import Visitor
from companion.web.shell.uploads import read_sent_text

bp = Blueprint("collection", __name__)
Answer = str | tuple[str, int] | Response | WerkzeugResponse
MOST = 999
PREFIX = "own."
"""Prefix of a card's field: `own.rail-gun`."""


@bp.get("/<slug>/collection")
def show(slug: str) -> WerkzeugResponse:
    """Redirect the former address of the collection."""
    return redirect_moved("gallery.show", slug=slug, tab="collection")


def collection_tab(game: GameSystem) -> Answer:
    """Show every card with how many are owned."""
    visitor = session.visitor(game)
    return _page(visitor, {card: str(count) for card, count in (visitor.owned or {}).items()}, {})


def _address(slug: str) -> str:
    return url_for("gallery.show", slug=slug, tab="collection")


def _page(
    visitor: Visitor,
    typed: Mapping[str, str],
    wrong: Mapping[str, str],
    input_errors: Sentences = (),
    status: int = 200,
    text: str = "",
) -> Answer:
    strangers = [card for card in typed if card not in visitor.catalogue.cards]
    page = render_template(
        "collection/collection.html",
        game=visitor.game,
        kinds=_cards_by_kind(visitor, typed),
        typed=typed,
        wrong=wrong,
        input_errors=input_errors,
        text=text,
        kept=visitor.collection,
        strangers=strangers,
        total=sum(int(text) for text in typed.values() if is_count(text)),
    )
    return page, status


def _cards_by_kind(visitor: Visitor, typed: Mapping[str, str]) -> dict[str, list[Card]]:
    """Return the cards that can be owned by kind, and those of other kinds that were counted once."""
    by_kind: dict[str, list[Card]] = {}
    left_out = visitor.game.builder.NOT_OWNED if visitor.game.builder else ()
    for card, (kind, _) in visitor.catalogue.raw.items():
        if kind not in left_out or card in typed:
            by_kind.setdefault(kind, []).append(visitor.catalogue.cards[card])
    return by_kind


@bp.post("/<slug>/collection")
def save(slug: str) -> Answer:
    """Save the counts; a count that is not a number is shown again with a message at its field."""
    visitor = session.visitor(find_game(slug))
    if "stop" in request.form:
        return _stop(visitor)
    typed = {name.removeprefix(PREFIX): v.strip() for name, v in request.form.items() if name.startswith(PREFIX)}
    input_errors: Sentences = ()
    unread = request.form.get("text", "")
    try:
        name, text = read_sent_text("a list of counts")
        listed = read_counts(text, name or "the text", visitor.catalogue)
        typed |= {card: str(count) for card, count in listed.good.items()}
        input_errors, unread = tuple(listed.wrong), "\n".join(listed.lines)
    except InvalidInput as error:
        input_errors = error.input_errors
    errors = {card: _wrong(text) for card, text in typed.items() if text and not is_count(text)}
    if errors or input_errors:
        return _page(visitor, typed, errors, input_errors, 422, unread)
    fill = 1 if "fill" in request.form else 0
    owned = {card: int(text or fill) for card, text in typed.items() if int(text or fill)}
    try:
        _keep(visitor, owned)
    except StorageError as error:
        return _page(visitor, typed, {}, *sentences_of(error))
    session.say(_saved_message(visitor.catalogue, owned))
    return redirect(_address(slug), 303)


def _saved_message(catalogue: Catalogue, owned: Mapping[str, int]) -> str:
    """Return a sentence about what was saved, and which of the cards no pack in use has."""
    cards, kinds = sum(owned.values()), len(owned)
    saved = f"Saved: {plural(cards, 'card')} of {plural(kinds, 'kind')}."
    strangers = [card for card in owned if card not in catalogue.cards]
    return (
        f"{saved} No pack in use has {', '.join(strangers[:5])}{', …' if len(strangers) > 5 else ''}."
        if strangers
        else saved
    )


def _wrong(text: str) -> str:
    return f"Found {quote(text)}, expected a whole number, 0 to {MOST}."


def _keep(visitor: Visitor, owned: dict[str, int]) -> None:
    slug = visitor.game.slug
    data: JsonObject = {"game": slug, "kind": "collection", "title": "Collection", "owned": owned}
    if visitor.collection:
        session.store().save(visitor.collection, data)
    else:
        session.store().create(session.owner(), slug, data, "collection")


def _stop(visitor: Visitor) -> WerkzeugResponse:
    if visitor.collection:
        session.store().delete(visitor.collection.id)
    session.say("Your collection is no longer used: builds may have any card.")
    return redirect(_address(visitor.game.slug), 303)


@bp.get("/<slug>/collection/versions")
def versions(slug: str) -> Answer:
    """Show a page of the history of this browser's collection."""
    visitor = session.visitor(find_game(slug))
    return version_pages.render_history(
        visitor.game,
        visitor.collection or abort(404),
        "collection",
        read=lambda version: version.data,
        changes=partial(collection_changes, visitor.catalogue),
        addresses={
            "page": _address(slug),
            **{name: url_for(f".{name}", slug=slug) for name in ("restore", "thin")},
        },
    )


@bp.post("/<slug>/collection/restore")
def restore(slug: str) -> Answer:
    """Make an earlier version of this browser's collection the newest one."""
    game = find_game(slug)
    collection, number = session.visitor(game).collection or abort(404), request.form.get("version", type=int)
    document = session.find_document(game, "collection", collection.id, number) if number else None
    if document is None or document.damage:
        abort(404)
    session.store().save(document, document.data)
    session.say(f"Version {number} is the newest again. The versions after it are kept too.")
    return redirect(_address(slug), 303)


@bp.post("/<slug>/collection/thin")
def thin(slug: str) -> Answer:
    """Show which versions of this browser's collection would go by a choice; remove them once that is confirmed."""
    visitor = session.visitor(find_game(slug))
    history = url_for("collection.versions", slug=slug)
    return version_pages.thin(visitor.game, visitor.collection or abort(404), "collection", history)


@bp.get("/<slug>/collection.csv")
def export(slug: str) -> Answer:
    """Export the counts as CSV."""
    game = find_game(slug)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["card", "count"])
    writer.writerows((guard_formula(card), count) for card, count in (session.visitor(game).owned or {}).items())
    return text_file(out.getvalue(), f"{game.slug}-collection.csv", "text/csv")
