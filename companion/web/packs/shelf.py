"""A pack as a whole: played with, renamed, copied, put away, brought back, given away; its history."""

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion import columns, documents, rows
from companion import packs as core
from companion.documents import CarriedPack, read_as
from companion.findings import InvalidInput
from companion.storage import Unknown
from companion.web import session
from companion.web.lookup import find_game
from companion.web.packs.routes import change, fresh, keep, kept, to

bp = Blueprint("pack_shelf", __name__)
Answer = str | tuple[str, int] | Response | WerkzeugResponse


@bp.post("/<slug>/packs/adopt")
def adopt(slug: str) -> Answer:
    """Keep the pack that a build carries as this browser's own."""
    game = find_game(slug)
    try:
        build = session.store().get(request.args.get("build", ""))
    except Unknown:
        abort(404)
    carried = build.data.get("pack", ()) if build.game == game.slug else ()
    key = request.form.get("adopt-pack", "")
    found = next((pack for pack in carried if pack.get("key", "") == key), None) or abort(404)
    return keep(game, {**fresh(str(found.get("title", ""))), **found}, "The pack is yours to change now.")


@bp.post("/<slug>/packs/<pack_id>/remove")
def remove(slug: str, pack_id: str) -> Answer:
    """Take a card or a waiting row out of a pack; the version before keeps it."""
    game = find_game(slug)
    document = kept(game, pack_id)
    name, row = request.form.get("card", ""), request.form.get("row", type=int)
    if row is not None:
        change(document, lambda data: core.without_draft(data, row))
    else:
        change(document, lambda data: core.without(data, name))
    flash("Taken out. The version before still has it.")
    return to(game, pack_id)


@bp.post("/<slug>/packs/<pack_id>/use")
def use(slug: str, pack_id: str) -> Answer:
    """Play with a pack from now on, or no longer."""
    game = find_game(slug)
    document = kept(game, pack_id)
    if document.owner != session.known_owner():
        abort(404)
    used = request.form.get("used") == "1"
    session.use_pack(game, pack_id, used)
    if used and pack_id not in {found.id for found in session.packs(game)}:
        session.use_pack(game, pack_id, used=False)
        flash(
            "It cannot be used beside the packs in use: fix the cards marked below, or stop using another pack first."
        )
        return to(game, pack_id)
    flash(
        "New builds, dice, prints and pages use this pack now."
        if used
        else "No longer in use. Builds made with it keep their copy."
    )
    return to(game, pack_id)


@bp.post("/<slug>/packs/<pack_id>/rename")
def rename(slug: str, pack_id: str) -> Answer:
    """Give a pack another title."""
    game = find_game(slug)
    document = kept(game, pack_id)
    title = request.form.get("title", "").strip()
    try:
        read_as(CarriedPack, {"title": title})
        change(document, lambda data: {**data, "title": title})
    except InvalidInput as error:
        flash(f"Not renamed. {error}")
    else:
        flash("Renamed.")
    return to(game, pack_id)


@bp.post("/<slug>/packs/<pack_id>/duplicate")
def duplicate(slug: str, pack_id: str) -> Answer:
    """Keep a copy as this browser's own, with a key of its own."""
    game = find_game(slug)
    document = kept(game, pack_id)
    title = f"Copy of {document.title or 'an untitled pack'}"[:120]
    data = {**document.data, **fresh(title)}
    copy = session.store().create(session.owner(), game.slug, data, "pack")
    flash("This is a copy of its own; the first one stays as it is.")
    return to(game, copy.id)


@bp.post("/<slug>/packs/<pack_id>/delete")
def delete(slug: str, pack_id: str) -> Answer:
    """Put a pack away, or bring it back. Only the browser that made it may."""
    game = find_game(slug)
    if kept(game, pack_id).owner != session.known_owner():
        abort(404)
    undo = request.form.get("undo") == "1"
    session.store().delete(pack_id, deleted=not undo)
    flash("It is back." if undo else "Put away. You can bring it back below; builds made with it keep their copy.")
    return redirect(url_for("packs.index", slug=slug), 303)


@bp.get("/<slug>/packs/<pack_id>/versions")
def versions(slug: str, pack_id: str) -> Answer:
    """Show a pack's history."""
    game = find_game(slug)
    document = kept(game, pack_id)
    return render_template(
        "packs/versions.html", game=game, document=document, versions=session.store().versions(pack_id)
    )


@bp.post("/<slug>/packs/<pack_id>/restore")
def restore(slug: str, pack_id: str) -> Answer:
    """Make an earlier version the newest one."""
    game = find_game(slug)
    number = request.form.get("version", type=int) or abort(400)
    kept(game, pack_id, number)
    session.store().restore(pack_id, number)
    flash(f"Version {number} is the newest again; those after it are kept too.")
    return to(game, pack_id)


@bp.get("/<slug>/packs/<pack_id>/export.<kind>")
def export(slug: str, pack_id: str, kind: str) -> Answer:
    """Give a pack away: TOML or JSON whole, CSV for a spreadsheet."""
    game = find_game(slug)
    pack = kept(game, pack_id).data
    whole = core.exported(pack, game.slug)
    if kind == "csv":
        listed = [(k, dict(r)) for k, records in core.tables(pack).items() if k in game.kinds for r in records]
        return _file(rows.to_csv(listed, game.kinds), f"{game.slug}-pack.csv", "text/csv")
    if kind == "toml":
        return _file(documents.to_toml(whole), f"{game.slug}-pack.toml", "application/toml")
    if kind == "json":
        return _file(documents.to_json(whole), f"{game.slug}-pack.json", "application/json")
    return abort(404)


@bp.get("/<slug>/packs/sheet/<kind>.csv")
def sheet(slug: str, kind: str) -> Answer:
    """Give an empty sheet for one kind of card: its columns, and nothing below them."""
    game = find_game(slug)
    model = game.kinds.get(kind) or abort(404)
    heads = [column.path for column in columns.columns(model, without=("origin",))]
    return _file(",".join(heads) + "\r\n", f"{kind}.csv", "text/csv")


def _file(text: str, name: str, kind: str) -> Response:
    answer = Response(text, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
