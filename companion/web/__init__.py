"""The Flask shell: one page flow for every game. The only place where pages, forms and stored documents meet."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined

from companion import __version__
from companion.base import paths, wording
from companion.base.findings import first_messages
from companion.data.marks import sign
from companion.games import GAMES
from companion.printing.faces import card_pictures
from companion.storage import file_check
from companion.storage.config import database_url, secret_key
from companion.storage.store import Store
from companion.storage.stored_pictures import StoredPictures
from companion.verbs.analyses import PATIENCE
from companion.web import (
    api,
    builds,
    collection,
    custom,
    dice,
    games,
    home,
    house_rules,
    importing,
    keys,
    lab,
    library,
    matchups,
    offline,
    packs,
    printing,
    search,
    settings,
    tables,
)
from companion.web.builds import cached_html, examples, parts
from companion.web.shared import faces, navigation, portraits, shortcuts
from companion.web.shared.build_form import bounds_html
from companion.web.shared.origin_marks import origin_sign
from companion.web.shared.times import as_time
from companion.web.shared.typefaces import PAGE_FONTS
from companion.web.shared.verdicts import contents
from companion.web.shell import (
    access,
    bounds,
    compression,
    errors,
    offline_copies,
    password,
    rate_limits,
    request_log,
    security,
    session,
    site_url,
)
from companion.web.shell.lookup import AnyRequest
from companion.web.shell.session_cookie import SessionCookie
from companion.web.shell.web_app import WebApp

AREAS = (
    home,
    importing,
    search,
    settings,
    keys,
    library,
    offline,
    builds,
    packs,
    house_rules,
    collection,
    printing,
    custom,
    matchups,
    tables,
    lab,
    games,
    dice,
    api,
)
"""One package an area; each lists its blueprints as `BLUEPRINTS`. Addresses that name a game's own page come last."""
LARGEST_POST = 1_500_000
"""Bytes a form or an uploaded file may have; a real build has a few thousand."""


def create_app(database: str | None = None, key: str | None = None, **config: Any) -> Flask:
    """Return the application. `database` and `key` default to the user's own data folder."""
    app = WebApp(__name__, template_folder=str(paths.TEMPLATES), static_folder="static")
    app.request_class = AnyRequest
    app.session_interface = SessionCookie()
    _set_config(app, key or secret_key(), config)
    _set_up_templates(app)
    app.extensions["store"] = Store(database or database_url())
    file_check.watch(app.extensions["store"])
    card_pictures.set_source("store", StoredPictures(app.extensions["store"]))
    security.protect(app)
    password.protect(app)
    app.after_request(offline_copies.mark_answer)
    bounds.bound(app)
    compression.compress(app)
    for area in AREAS:
        for blueprint in area.BLUEPRINTS:
            app.register_blueprint(blueprint)
    security.exempt(app, *api.BLUEPRINTS)
    request_log.start(app)
    errors.answer_errors(app)
    return app


def _set_config(app: Flask, key: str, config: Mapping[str, Any]) -> None:
    app.config.update(
        SECRET_KEY=key,
        MAX_CONTENT_LENGTH=LARGEST_POST,
        MAX_FORM_MEMORY_SIZE=LARGEST_POST,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,
        PATIENCE=PATIENCE,
        RATELIMIT_ENABLED=True,
        RATELIMIT_STORAGE_URI=f"{rate_limits.SCHEME}://",
        RATELIMIT_HEADERS_ENABLED=True,
    )
    app.config.update(config)
    site_url.read_settings(app)


def _set_up_templates(app: Flask) -> None:
    app.jinja_options = {**app.jinja_options, "cache_size": -1}  # a plain dict: threads never wait for each other at it
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.filters.update(
        percent=wording.percent,
        rounded=wording.format_number,
        percentage_points=wording.percentage_points,
        plural=wording.plural,
        listed=wording.join_words,
        first_of=first_messages,
        folded=wording.fold_for_search,
        sign=sign,
        as_time=as_time,
        mark_chosen=cached_html.mark_chosen,
        as_part=parts.as_part,
        figures_as_parts=parts.figures_as_parts,
    )
    app.jinja_env.tests["empty_build"] = lambda document: contents(document) == "empty"
    app.jinja_env.globals.update(
        origin_sign=origin_sign,
        face=faces.face,
        card_picture=faces.card_picture,
        card_face=faces.card_face,
        game_template=cached_html.game_template,
        cards_html=cached_html.cards_html,
        shop_html=cached_html.shop_html,
        portrait=portraits.portrait_svg,
        drawn_figures=portraits.figures_svg,
        portrait_image=portraits.portrait_image,
        example_image=portraits.example_image,
        random_fields=examples.random_fields,
        bounds_html=bounds_html,
        game_image=portraits.game_image,
        outside=site_url.configured_url,
        offline_mark=offline_copies.page_mark,
        is_own=access.is_own,
        menu_of=navigation.menu,
        trail=navigation.trail,
        builder_shortcuts=shortcuts.BUILDER,
        table_shortcuts=shortcuts.TABLE,
        page_fonts=PAGE_FONTS,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.context_processor(lambda: {"games": GAMES, "version": __version__, "theme": session.theme()})
