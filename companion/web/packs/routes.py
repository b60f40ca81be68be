"""Own packs: listed, made, filled from files, played with, given away, put away; rows that cannot be used wait."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion import columns, documents, rows
from companion import packs as core
from companion.documents import CarriedPack, read_as
from companion.findings import InputError, InvalidInput, shown
from companion.rows import Entry
from companion.storage import Document, Stale, Unknown
from companion.system import GameSystem
from companion.web import session
from companion.web.lookup import find_game
from companion.web.uploads import sent_text

bp = Blueprint("packs", __name__)
Answer = str | tuple[str, int] | Response | WerkzeugResponse
TRIES = 5


def kept(game: GameSystem, pack_id: str, version: int | None = None) -> Document:
    """Return a pack; 404 where there is none."""
    try:
        found = session.store().get(pack_id, version)
    except Unknown:
        abort(404)
    return found if found.game == game.slug and found.kind == "pack" else abort(404)


def to(game: GameSystem, pack_id: str, **more: Any) -> WerkzeugResponse:
    """Return to a pack's page."""
    return redirect(url_for("packs.show", slug=game.slug, pack_id=pack_id, **more), 303)


def change(document: Document, made: Callable[[Mapping[str, Any]], dict[str, Any]]) -> Document:
    """Keep the pack with a change made to its newest version, whatever was saved meanwhile."""
    for _ in range(TRIES):
        now = session.store().get(document.id)
        try:
            return session.store().save(document.id, made(now.data), now.version)
        except Stale:
            continue
    return abort(503)


@bp.get("/<slug>/packs")
def index(slug: str) -> Answer:
    """Show a game's packs, those in use first, and how to begin one."""
    return _index(find_game(slug))


def _index(game: GameSystem, text: str = "", input_errors: tuple[InputError, ...] = (), kind: str = "") -> Answer:
    name = session.known_owner()
    gone = session.store().list(name, game.slug, deleted=True, kind="pack") if name else ()
    used = {document.id for document in session.packs(game)}
    shown_here = {"mine": session.own_packs(game), "gone": gone, "used": used, "count": count}
    typed = {"text": text, "title": request.form.get("title", ""), "card_kind": kind}
    page = render_template("packs/index.html", game=game, input_errors=input_errors, **typed, **shown_here)
    return page, 422 if input_errors else 200


def count(pack: Mapping[str, Any]) -> int:
    """Return how many cards a pack has that can be used."""
    return sum(map(len, core.tables(pack).values()))


@bp.post("/<slug>/packs")
def create(slug: str) -> Answer:
    """Begin a pack: an empty one with a title, or one from a file or pasted text."""
    game = find_game(slug)
    name, text = "", ""
    try:
        name, text = sent_text("a pack in TOML, JSON or CSV")
        return keep_text(game, text, name, request.form.get("title", "").strip(), request.form.get("card-kind", ""))
    except InvalidInput as error:
        return _index(game, _back(text), error.input_errors, _kind(game, name))


def _back(text: str) -> str:
    """Return the text to give back beside what is wrong with it: what was pasted where no file could be read."""
    return (text or request.form.get("text", ""))[: documents.LONGEST]


def _kind(game: GameSystem, name: str) -> str:
    """Return which kind the rows were said to be of: by choice, or by the name of the file."""
    stem = name.rpartition(".")[0]
    return stem if stem in game.kinds else request.form.get("card-kind", "")


def keep_text(game: GameSystem, text: str, name: str, title: str = "", kind: str = "") -> WerkzeugResponse:
    """Keep a text as a new pack of this browser and play with it; InvalidInput where it is none."""
    pack, told = fresh(title), "A new pack, and you play with it. Enter its first card."
    if text.strip():
        pack, told = _filled(game, pack, text, name, kind)
        pack["title"] = title or pack["title"] or name.rpartition(".")[0][:120]
    return keep(game, pack, told)


def keep(game: GameSystem, pack: dict[str, Any], told: str) -> WerkzeugResponse:
    """Keep a pack as this browser's own and play with it; InvalidInput where its title is none."""
    read_as(CarriedPack, {"title": pack["title"]})
    if pack["key"] in {document.data.get("key") for document in session.own_packs(game)}:
        pack = {**pack, "key": secrets.token_urlsafe(12)}
    made = session.store().create(session.owner(), game.slug, pack, "pack")
    session.use_pack(game, made.id)
    flash(told)
    return to(game, made.id)


def fresh(title: str) -> dict[str, Any]:
    """Return an empty pack with a key of its own."""
    return {"title": title, "key": secrets.token_urlsafe(12)}


def _filled(game: GameSystem, pack: dict[str, Any], text: str, name: str, kind: str) -> tuple[dict[str, Any], str]:
    """Return the pack with a file's rows: the good ones as cards, the others as a draft; and what to say about it."""
    found, heads = _entries(game, text, name, kind)
    came = len(found.entries) + len(found.odd)
    if came + count(pack) + len(pack.get("unfinished", ())) > core.MOST_CARDS:
        raise InvalidInput(InputError(name, f"{came:,} cards", f"a pack of at most {core.MOST_CARDS:,}"))
    result = game.catalogue.sorted_out(found.entries)
    odd = [(entry, (input_error,)) for entry, input_error in found.odd]
    drafts = [core.unfinished(entry, game.catalogue, wrong) for entry, wrong in (*result.wrong, *odd)]
    drafts += [row for row in heads.get("unfinished", ()) if _is_draft(row, game)]
    if not pack["title"] and heads.get("title"):
        pack = {**pack, "title": str(heads["title"])[:120]}
    if heads.get("key") and not count(pack) and _key(heads["key"]):
        pack = {**pack, "key": heads["key"]}
    told = f"{len(result.good)} {'card' if len(result.good) == 1 else 'cards'} came in."
    if drafts:
        told += f" {len(drafts)} could not be used yet: they wait below, as they were typed."
    return core.with_entries(pack, result.good, drafts), told


def _key(text: object) -> bool:
    try:
        read_as(CarriedPack, {"key": text})
    except InvalidInput:
        return False
    return True


def _is_draft(row: object, game: GameSystem) -> bool:
    return isinstance(row, Mapping) and core.as_entry(row, game.catalogue) is not None


def _entries(game: GameSystem, text: str, name: str, kind: str) -> tuple[rows.Rows, Mapping[str, Any]]:
    """Return a file's entries and, of a whole pack, its heads; tables of no kind, and columns of no card
    under which no row is good, refuse the file.
    """
    csv = name.lower().endswith((".csv", ".tsv")) or (not name and not _looks_like_tables(text))
    if csv:
        found = rows.read(text, name or "rows.csv", game.kinds, kind if kind in game.kinds else "")
        heads: Mapping[str, Any] = {}
    else:
        heads = documents.parse(text, name or "the text")
        if "game" in heads and heads["game"] != game.slug:
            raise InvalidInput(InputError(f"{name}: game" if name else "game", shown(heads["game"]), game.slug))
        found = rows.tables(heads, name or "the text", game.kinds)
    hopeless = found.strange and not game.catalogue.sorted_out(found.entries).good
    if found.wrong or hopeless:
        raise InvalidInput(*found.of_file, *game.catalogue.also_wrong(found))
    return found, heads


def _looks_like_tables(text: str) -> bool:
    return text.lstrip()[:1] == "{" or any(
        line.lstrip().startswith("[[") or line.split("=")[0].strip().isidentifier() and "=" in line
        for line in text.splitlines()
    )


@bp.get("/<slug>/packs/<pack_id>")
def show(slug: str, pack_id: str) -> Answer:
    """Show a pack: what waits to be fixed, its cards, and ways to add more."""
    game = find_game(slug)
    return _page(game, kept(game, pack_id, request.args.get("version", type=int)))


def _page(
    game: GameSystem, document: Document, text: str = "", wrong: tuple[InputError, ...] = (), kind: str = ""
) -> Answer:
    pack = document.data
    entries = [Entry(kind, r, "") for kind, records in core.tables(pack).items() for r in records if kind in game.kinds]
    gone = [kind for kind in core.tables(pack) if kind not in game.kinds]
    judged = game.catalogue.sorted_out(entries)
    broken = {entry.id: found for entry, found in judged.wrong}
    drafts = _drafts(game, pack)
    used = document.id in {d.id for d in session.packs(game)}
    shown_here = {"entries": _by_kind(entries), "broken": broken, "drafts": drafts, "used": used, "gone": gone}
    with_pack = core.merge(game.catalogue, [core.carried(pack)]) if not broken and not gone else game.catalogue
    strangers = {entry.id: told for entry, told in core.strangers(entries, with_pack)}
    page = render_template(
        "packs/show.html",
        strangers=strangers,
        game=game,
        document=document,
        input_errors=wrong,
        text=text,
        card_kind=kind,
        brief=_brief,
        kinds=_kinds(game),
        total=len(entries),
        **shown_here,
    )
    return page, 422 if wrong else 200


def _kinds(game: GameSystem) -> list[tuple[str, str]]:
    return [(kind, kind.replace("-", " ").replace("_", " ").capitalize()) for kind in game.kinds]


def _by_kind(entries: list[Entry]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.kind, []).append(entry)
    return found


def _brief(game: GameSystem, entry: Entry) -> str:
    """Return a card's cells in a line, without its name and id."""
    model = game.kinds[entry.kind]
    written = columns.cells(entry.record, model)
    told = [f"{name} {text}" for name, text in written.items() if name not in ("id", "name", "origin", "text")]
    return shown_line(", ".join(told))


def shown_line(text: str, longest: int = 140) -> str:
    """Return text on one line, cut short."""
    text = " ".join(text.split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


@dataclass(frozen=True)
class Draft:
    """A row that waits: its number, where it stood, its kind and cells, and what is wrong with it by column."""

    number: int
    place: str
    kind: str
    cells: Mapping[str, str]
    told: tuple[str, ...]


def _drafts(game: GameSystem, pack: Mapping[str, Any]) -> list[Draft]:
    return [_draft(game, number, row) for number, row in enumerate(pack.get("unfinished", ()))]


def _draft(game: GameSystem, number: int, row: Mapping[str, Any]) -> Draft:
    place = shown_line(str(row.get("place", "")))
    entry = core.as_entry(row, game.catalogue)
    if entry is None:
        return Draft(number, place, "", {}, ("This row is of a kind the game no longer has.",))
    judged = game.catalogue.sorted_out([entry])
    told = tuple(str(m) for _, wrong in judged.wrong for m in wrong)
    kept_said = row.get("said")
    said = tuple(shown_line(str(line), 300) for line in kept_said) if isinstance(kept_said, list) else ()
    fine = "It can be read: open it and save it."
    return Draft(number, place, entry.kind, entry.cells or {}, told or said or (fine,))


@bp.post("/<slug>/packs/<pack_id>/upload")
def upload(slug: str, pack_id: str) -> Answer:
    """Put a file's or a text's cards into a pack; a card with a known id takes the place of the one before."""
    game = find_game(slug)
    document = kept(game, pack_id)
    name, text = "", ""
    try:
        name, text = sent_text("cards in TOML, JSON or CSV")
        if not text.strip():
            raise InvalidInput(InputError("file", "nothing", "a file, or text in the box"))
        kind = request.form.get("card-kind", "")
        told = _filled(game, dict(document.data), text, name, kind)[1]
        change(document, lambda data: _filled(game, dict(data), text, name, kind)[0])
    except InvalidInput as error:
        return _page(game, document, _back(text), error.input_errors, _kind(game, name))
    flash(told)
    return to(game, pack_id)
