"""The pages of house rules: the rulings in use and the sets, a set with its form, using it, taking that of a build.

A set begins with the rulings and packs that this browser uses. Routes shared with builds: `web.shared.documents`.
"""

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InvalidInput
from companion.base.json_types import JsonMapping, JsonObject, to_json
from companion.data import packs as core
from companion.data.documents import to_toml
from companion.game_system import history
from companion.game_system.system import GameSystem
from companion.gamekit.contract import FormData
from companion.gamekit.house_rules import KIND, HouseRules, fingerprint
from companion.storage.config import StorageError
from companion.storage.store import Document
from companion.web.shared.build_form import bounds_html
from companion.web.shared.build_packs import form_value, known_packs
from companion.web.shared.documents import DocumentKind, add_routes, change, new_key
from companion.web.shared.downloads import text_file
from companion.web.shared.posted_rulings import posted_rulings
from companion.web.shell import session
from companion.web.shell.errors import Sentences, sentences_of
from companion.web.shell.lookup import find_game, posted_form

bp = Blueprint("house_rules", __name__)
Answer = str | tuple[str, int] | Response | WerkzeugResponse
LIMIT, NONE = "limit-", ".none"
"""A limit's input is called `limit-size`; `limit-modules.none` says that none of several is allowed."""


def _to_toml(game: GameSystem, document: Document) -> WerkzeugResponse:
    return text_file(to_toml(dict(document.data)), f"{game.slug}-house-rules.toml", "application/toml")


def _to_json(game: GameSystem, document: Document) -> WerkzeugResponse:
    return text_file(to_json(document.data), f"{game.slug}-house-rules.json", "application/json")


HOUSE_RULES = DocumentKind(
    name=KIND,
    called="set of house rules",
    page="house_rules.show",
    shelf=lambda game: url_for("house_rules.index", slug=game.slug),
    check=lambda game, data: game.read_house_rules(data),
    read_version=history.RulesVersion.read,
    changes=history.rules_changes,
    exports={"toml": _to_toml, "json": _to_json},
    copy_data=lambda data: {**data, "key": new_key()},
    after_delete="Builds that use it keep their copy.",
)
add_routes(bp, HOUSE_RULES)


@bp.get("/<slug>/house-rules")
def index(slug: str) -> Answer:
    """Show the rulings in use, a game's sets, the one in use marked, and the form that makes a set of them."""
    return _index(find_game(slug))


def _index(game: GameSystem, typed: JsonMapping | None = None, wrong: Sentences = (), status: int = 200) -> Answer:
    name, visitor = session.known_owner(), session.visitor(game)
    gone = session.store().list(name, game.slug, deleted=True, kind=KIND) if name else ()
    shown = {"mine": visitor.own_house_rules, "gone": gone, "used": _id_in_use(game), "in_use": visitor.house_rules}
    form = _form_values(game, typed or _new_set(game), known_packs(visitor))
    return render_template("house_rules/index.html", game=game, input_errors=wrong, **shown, **form), status


def _id_in_use(game: GameSystem) -> str:
    """Return the id of the set in use; empty where there is none."""
    visitor = session.visitor(game)
    return visitor.house_rules_id if visitor.house_rules else ""


def _new_set(game: GameSystem) -> JsonObject:
    """Return an untitled set with the rulings and packs that this browser uses."""
    visitor = session.visitor(game)
    return {"title": "", "rulings": visitor.rulings, "pack": visitor.embedded_packs}


def _form_values(game: GameSystem, rules: JsonMapping, offered: list[JsonObject]) -> JsonObject:
    """Return what the form of a set shows: its title, rulings, limits, and packs, those it carries first."""
    carried = core.embedded_packs(rules)
    keys = {pack.get("key") for pack in carried}
    packs = [(pack, True) for pack in carried] + [(pack, False) for pack in offered if pack["key"] not in keys]
    limits = rules.get("limits", {})
    values = {field.name: _texts(limits[field.name]) for field in game.limits if field.name in limits}
    return {
        "rules": rules,
        "force": game.rulebook.rulings(rules.get("rulings")),
        "limit_values": values,
        "limit_bounds": {field.name: bounds_html(field, *values.get(field.name, ())[:1]) for field in game.limits},
        "packs": [(form_value(pack), pack, used, core.count_cards(pack)) for pack, used in packs],
    }


def _texts(value: object) -> list[str]:
    return [str(part) for part in value] if isinstance(value, list) else [str(value)]


@bp.post("/<slug>/rules")
def switch(slug: str) -> Answer:
    """Use the chosen rulings in this browser, for new builds, analyses, dice and prints."""
    game = find_game(slug)
    before, rules = _new_set(game), session.visitor(game).house_rules
    chosen = posted_rulings(game, game.rulebook.rulings(before["rulings"]))
    try:
        ends = session.choose_rulings(game, chosen)
    except InvalidInput as error:
        return _index(game, _readable(game, {**before, "rulings": chosen}), error.input_errors, 422)
    message = "This browser uses these rulings from now on, for new builds, analyses, dice and prints."
    session.say(
        f"{message} They are not those of “{rules.title}”, so it is no longer in use." if rules and ends else message
    )
    return redirect(url_for("house_rules.index", slug=game.slug), 303)


@bp.post("/<slug>/house-rules")
def create(slug: str) -> Answer:
    """Save what was typed as a new set and use it."""
    game = find_game(slug)
    typed = _read_form(game, {**_new_set(game), "key": new_key()})
    try:
        rules = game.read_house_rules(typed)
        return save_house_rules(game, rules, "Saved and in use: new builds begin with these house rules.")
    except (InvalidInput, StorageError) as error:
        return _index(game, _readable(game, typed), *sentences_of(error))


def _readable(game: GameSystem, typed: JsonMapping) -> JsonObject:
    """Return what was typed, to be shown again: without rulings that cannot be read."""
    try:
        game.rulebook.rulings(typed["rulings"])
    except InvalidInput:
        return {**typed, "rulings": {}}
    return dict(typed)


def save_house_rules(game: GameSystem, rules: HouseRules, told: str) -> WerkzeugResponse:
    """Save a set as this browser's own and use it; one that it has in another version becomes that one's newest."""
    own = session.visitor(game).own_house_rules
    same = next((one for one in own if rules.key and one.data.get("key") == rules.key), None)
    data = rules.as_document() if rules.key else {**rules.as_document(), "key": new_key()}
    if same:
        change(same, lambda before: data)
    saved = same or session.store().create(session.owner(), game.slug, data, KIND)
    session.use_house_rules(game, saved.id)
    session.say(f"You had this set already: this is its newest version. {told}" if same else told)
    return HOUSE_RULES.redirect_to_page(game, saved.id)


def _read_form(game: GameSystem, before: JsonMapping) -> JsonObject:
    """Return a set as its form says, not yet read; of its packs those of `before` and of this browser can be chosen."""
    fields = posted_form()
    force = game.rulebook.rulings(before.get("rulings"))
    known = {form_value(pack): pack for pack in (*known_packs(session.visitor(game)), *core.embedded_packs(before))}
    return {
        "game": game.slug,
        "kind": KIND,
        "title": fields.last("title").strip(),
        "key": str(before.get("key", "")),
        "rulings": posted_rulings(game, force),
        "limits": dict(_posted_limits(game, fields)),
        "only_these_packs": "only-these-packs" in fields,
        "pack": [known[value] for value in dict.fromkeys(fields.getlist("pack")) if value in known],
    }


def _posted_limits(game: GameSystem, fields: FormData) -> JsonObject:
    limits: JsonObject = {}
    for field in game.limits:
        typed = [text.strip() for text in fields.getlist(f"{LIMIT}{field.name}") if text.strip()]
        if field.input == "several" and (typed or f"{LIMIT}{field.name}{NONE}" in fields):
            limits[field.name] = typed
        elif typed:
            limits[field.name] = typed[-1]
    return limits


@bp.post("/<slug>/house-rules/adopt")
def adopt(slug: str) -> Answer:
    """Save the house rules that a build carries as this browser's own, with their packs."""
    game = find_game(slug)
    document = session.saved_build(game, request.args.get("build", "")) or abort(404)
    build = game.read(document.data)
    rules = build.house_rules or abort(404)
    names = {pack.key or pack.title for pack in rules.packs}
    carried = [pack.model_dump() for pack in build.pack if (pack.key or pack.title) in names]
    data = {**rules.model_dump(mode="json", exclude={"packs"}), "game": game.slug, "kind": KIND, "pack": carried}
    return save_house_rules(game, game.read_house_rules(data), "These house rules are yours now, and in use.")


@bp.get("/<slug>/house-rules/<document_id>")
def show(slug: str, document_id: str) -> Answer:
    """Show a set: what it decides, its form for its owner, its files."""
    game = find_game(slug)
    return _page(game, HOUSE_RULES.find(game, document_id, request.args.get("version", type=int)))


def _page(
    game: GameSystem, document: Document, typed: JsonMapping | None = None, wrong: Sentences = (), status: int = 200
) -> Answer:
    mine, rules = session.is_mine(document), None
    may_change = session.may_change(document)
    try:
        rules = game.read_house_rules(document.data)
    except InvalidInput as error:
        wrong = wrong or error.input_errors
    offered = known_packs(session.visitor(game)) if may_change else []
    values = _form_values(game, typed or _readable(game, {"rulings": {}, **document.data}), offered)
    decided = game.rulebook.differences(rules.rulings) if rules else ()
    page = render_template(
        "house_rules/show.html",
        game=game,
        document=document,
        mine=mine,
        may_change=may_change,
        used=mine and document.id == _id_in_use(game),
        input_errors=wrong,
        fingerprint=fingerprint(rules.carry()) if rules else "",
        limits=game.describe_limits(rules, game.catalogue) if rules else (),
        decided=decided,
        **values,
    )
    return page, status


@bp.post("/<slug>/house-rules/<document_id>")
def save(slug: str, document_id: str) -> Answer:
    """Save what was typed as the set's next version."""
    game = find_game(slug)
    document = HOUSE_RULES.find_changeable(game, document_id)
    typed = _read_form(game, _readable(game, {"rulings": {}, **document.data}))
    try:
        rules = game.read_house_rules(typed)
        change(document, lambda before: rules.as_document())
    except (InvalidInput, StorageError) as error:
        return _page(game, document, _readable(game, typed), *sentences_of(error))
    session.say("Saved. Builds keep the version they were saved with; their pages offer this one.")
    return HOUSE_RULES.redirect_to_page(game, document_id)


@bp.post("/<slug>/house-rules/<document_id>/use")
def use(slug: str, document_id: str) -> Answer:
    """Start or stop using a set; of another browser's set a copy becomes this browser's own."""
    game = find_game(slug)
    document = HOUSE_RULES.find(game, document_id)
    if request.form.get("used") != "1":
        session.use_house_rules(game, "")
        session.say("No longer in use: your own rulings and packs are back. Builds that use it keep their copy.")
        return HOUSE_RULES.redirect_to_page(game, document_id)
    try:
        rules = game.read_house_rules(document.data)
    except InvalidInput as error:
        session.say(f"Not in use. {error}")
        return HOUSE_RULES.redirect_to_page(game, document_id)
    told = "New builds, dice, prints and pages use these house rules now."
    if not session.is_mine(document):
        return save_house_rules(game, rules, told)
    session.use_house_rules(game, document.id)
    session.say(told)
    return HOUSE_RULES.redirect_to_page(game, document_id)
