"""What a browser keeps in its signed cookie: who it is, its theme, the rulings its table plays by."""

import secrets
from datetime import timedelta

from flask import current_app, session

from companion.findings import Unreadable
from companion.storage import Store
from companion.system import GameSystem, Setting

LIFETIME = timedelta(days=3650)
THEMES = ("auto", "light", "dark")


def store() -> Store:
    """Return the application's store."""
    found: Store = current_app.extensions["store"]
    return found


def owner() -> str:
    """Return this browser's name for its documents, made when it first saves something."""
    if "owner" not in session:
        session.permanent = True
        session["owner"] = secrets.token_urlsafe(24)
    return str(session["owner"])


def known_owner() -> str | None:
    """Return this browser's name if it has one; asking does not make one."""
    return session.get("owner")


def theme() -> str:
    """Return the chosen theme; `auto` follows the system."""
    chosen = session.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


def choose_theme(name: str) -> None:
    """Keep a theme; an unknown one is `auto`."""
    session.permanent = True
    session["theme"] = name if name in THEMES else "auto"


def rulings(game: GameSystem) -> dict[str, str]:
    """Return the rulings this browser chose for a game; those that no longer exist are left out."""
    chosen = session.get("rulings", {}).get(game.slug, {})
    try:
        game.rulebook.rulings(chosen)
    except Unreadable as error:
        gone = {misreading.where.removeprefix("rulings.") for misreading in error.misreadings}
        known = {ruling.id for ruling in game.rulebook.ruling}
        return {key: option for key, option in chosen.items() if key in known and key not in gone}
    return dict(chosen)


def choose_rulings(game: GameSystem, chosen: dict[str, str]) -> None:
    """Keep rulings that differ from their defaults; Unreadable where one does not exist."""
    game.rulebook.rulings(chosen)
    defaults = {ruling.id: ruling.default for ruling in game.rulebook.ruling}
    session.permanent = True
    kept = {key: option for key, option in chosen.items() if option != defaults[key]}
    session["rulings"] = {**session.get("rulings", {}), game.slug: kept}


def setting(game: GameSystem) -> Setting:
    """Return the game's setting under this browser's rulings."""
    return game.setting(rulings(game))
