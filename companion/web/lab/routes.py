"""`/<game>/lab`: two sides to choose, and what came of their games; the address has everything, so it can be shared.

A run goes on while its page is open, as long as one answer may take; *Continue* takes up where it ended.
"""

from collections.abc import Callable
from copy import deepcopy
from threading import Lock

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base import caches
from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words
from companion.data.documents import to_document
from companion.game_system.system import GameSystem
from companion.gamekit.contract import FormData
from companion.lab.counts import RunCounts
from companion.lab.matchup import LabMatchup
from companion.lab.runs import run
from companion.lab.situations import shipped
from companion.limits import heavy
from companion.limits.heavy import HeavyAnswer, Stop
from companion.opponent.strengths import FAIR, STRENGTHS
from companion.storage import tables
from companion.verbs import lab
from companion.web.shared.posted_rulings import posted_rulings
from companion.web.shell import session
from companion.web.shell.lookup import find_game, query

bp = Blueprint("lab", __name__)
GAMES = (20, 100, 400, 2_000)
"""Numbers of games that the page offers: about 22, 10, 5 and 2 points of the win rate on both sides."""
EXAMPLE, SAVED, USUAL = "example:", "build:", ""
SIDES = ("a", "b")
_MOST_COUNTS = 64
"""Runs whose counts so far are kept, to go on from them."""
Answer = str | tuple[str, int] | WerkzeugResponse
_lock = Lock()
_counts = caches.table("companion.web.lab", _MOST_COUNTS, None, _lock)


@bp.get("/<slug>/lab")
def show(slug: str) -> Answer:
    """Show the form, and with `games` in the address what came of them so far; 422 where the address is unreadable."""
    game = _playable(slug)
    typed, answer = query(), None
    errors: tuple[InputError, ...] = ()
    if "games" in typed:
        try:
            matchup, games = _read(game, typed)
            answer = _answered(matchup, games, "stop" in typed)
        except InvalidInput as error:
            errors = error.input_errors
    choices = _choices(game)
    page = render_template(
        "lab/lab.html",
        game=game,
        typed=typed,
        answer=answer,
        errors=errors,
        choices=choices,
        strengths=STRENGTHS,
        counts=GAMES,
        situations=shipped(game.package),
        here={name: values[-1] for name, values in typed.items() if name != "stop"},
    )
    return page, 422 if errors else 200


@bp.post("/<slug>/lab/game")
def open_game(slug: str) -> Answer:
    """Keep a game of a run as a finished table of this browser, and go to its log."""
    game, typed = _playable(slug), query()
    try:
        matchup, games = _read(game, typed)
        number = _number(request.form.get("number", ""), "number", range(games))
    except InvalidInput:
        return redirect(f"{url_for('lab.show', slug=slug)}?{request.query_string.decode()}", 303)
    table = lab.replay(matchup, number)
    store = session.store()
    stored = tables.create(store, session.owner(), table.setup, matchup.seed_of(number))
    tables.append(store, stored.id, table.events)
    return redirect(url_for("tables.log", reference=stored.id), 303)


def _playable(slug: str) -> GameSystem:
    game = find_game(slug)
    return game if game.tracker.has_opponent else abort(404)


def _read(game: GameSystem, typed: FormData) -> tuple[LabMatchup, int]:
    """Return the matchup of an address and its number of games; InvalidInput where one cannot be read."""
    games = _number(typed.last("games"), "games", range(1, max(GAMES) + 1))
    strengths = [typed.last(f"{side}_strength") or FAIR.name for side in SIDES]
    visitor = session.visitor(game)
    options: JsonObject = {
        "rulings": posted_rulings(game, dict(game.rulebook.rulings(visitor.rulings))),
        "pack": visitor.embedded_packs,
    }
    if known := shipped(game.package):
        name = typed.last("situation") or next(iter(known))
        if name not in known:
            raise InvalidInput(InputError("situation", quote(name[:40]), f"one of {join_words([*known], 'or')}"))
        options["situation"] = known[name]
    builds = [_build(game, typed.last(side)) for side in SIDES]
    titles = lab.tell_apart([title for title, _ in builds])
    sides = [(title, build) for title, (_, build) in zip(titles, builds, strict=True)]
    return lab.make_matchup(game, sides, strengths, options, typed.last("seed")[:40] or "1"), games


def _number(text: str, name: str, allowed: range) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else -1
    if number not in allowed:
        wanted = f"a whole number from {allowed.start} to {allowed.stop - 1}"
        raise InvalidInput(InputError(name, quote(text[:20]), wanted))
    return number


def _build(game: GameSystem, chosen: str) -> tuple[str, JsonMapping | None]:
    """Return the title and the document of a chosen build; no document for the usual start."""
    if chosen == USUAL:
        return "", None
    if chosen.startswith(EXAMPLE) and (example := game.examples.get(chosen.removeprefix(EXAMPLE))):
        return example.title, to_document(example)
    document = session.saved_build(game, chosen.removeprefix(SAVED)) if chosen.startswith(SAVED) else None
    if document is None or document.damage:
        raise InvalidInput(InputError("build", quote(chosen[:40]), "an example, or one of your saved builds"))
    return document.title or "Untitled", document.data


def _choices(game: GameSystem) -> list[tuple[str, str]]:
    """Return the builds that a side may have, as value and title; the usual start first, where there is one."""
    owner = session.known_owner()
    saved = session.store().list(owner, game.slug) if owner else ()
    return [
        *([] if game.tracker.has_positions else [(USUAL, "The usual start")]),
        *((f"{SAVED}{one.id}", one.title or "Untitled") for one in saved if not one.damage),
        *((f"{EXAMPLE}{name}", f"Example: {build.title}") for name, build in game.examples.items()),
    ]


def _answered(matchup: LabMatchup, games: int, stop: bool) -> JsonObject:
    """Return what came of a run so far, started or taken up again; `finished` says whether all games are played."""
    key = ("lab", matchup.model_dump_json(), games)
    running: HeavyAnswer[JsonObject] = heavy.answer(key, _work(matchup, games), stop)
    newest = running.newest(current_app.config["PATIENCE"])
    counts = newest or lab.run_answer(matchup, RunCounts(len(matchup.sides)))
    return {**counts, "wanted": games, "finished": counts["games"] >= games, "is_stopped": stop}


def _work(matchup: LabMatchup, games: int) -> Callable[[Callable[[JsonObject], None], Stop], None]:
    def work(report: Callable[[JsonObject], None], asked: Stop) -> None:
        key = matchup.model_dump_json()
        with _lock:
            kept: RunCounts | None = _counts.get(key)
        # A copy: another number of games of this matchup may be played at the same time.
        counts = deepcopy(kept) if kept and kept.games <= games else RunCounts(len(matchup.sides))
        report(lab.run_answer(matchup, counts))
        for game in run(matchup, range(counts.games, games)):
            counts.add(game)
            report(lab.run_answer(matchup, counts))
            if asked.asked:
                break
        with _lock:
            kept = _counts.get(key)
            if kept is None or kept.games < counts.games:
                _counts[key] = counts

    return work
