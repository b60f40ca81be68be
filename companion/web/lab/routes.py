"""`/<game>/lab`: two sides to choose, and what came of their games; the address has everything, so it can be shared.

A run goes on while its page is open, as long as one answer may take; *Continue* takes up where it ended.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words
from companion.data import columns
from companion.data.cards import Card
from companion.data.documents import to_document
from companion.game_system.system import GameSystem
from companion.gamekit.contract import FormData
from companion.lab.compare import field_words, find_card, numbers_of
from companion.lab.counts import RunCounts
from companion.lab.game import PlayedGame
from companion.lab.matchup import LabMatchup
from companion.lab.situations import shipped
from companion.limits import heavy
from companion.limits.heavy import HeavyAnswer, Stop
from companion.opponent.strengths import FAIR
from companion.storage import tables
from companion.verbs import lab, lab_questions
from companion.verbs.opponents import strengths_of
from companion.web.lab.kept import RunStopped, played
from companion.web.shell import session
from companion.web.shell.lookup import find_game, query

bp = Blueprint("lab", __name__)
GAMES = (20, 100, 400, 2_000)
"""Numbers of games that the page offers: about 22, 10, 5 and 2 points of the win rate on both sides."""
EXAMPLE, SAVED, USUAL = "example:", "build:", ""
SIDES = ("a", "b")
RUN, CARD, WHAT_IF, BALANCE = "", "card", "if", "fair"
"""What may be asked: who wins; a card's numbers, without a game; what a change would do; which number would be fair."""
NUMBER = "n."
"""What the fields of a card's numbers begin with."""
MOST_LOOKS = 20
"""Times that a comparison shows how far it is."""
Answer = str | tuple[str, int] | WerkzeugResponse


@dataclass(frozen=True)
class Asked:
    """What an address asks: a matchup, how many games of it, and for a comparison the matchup with the change.

    `remake` makes the matchup anew with other rulings and packs. `card` is the one whose fair number is looked for.
    """

    matchup: LabMatchup
    games: int
    remake: lab_questions.Remake
    card: str = ""
    changed: LabMatchup | None = None
    change: str = ""

    @property
    def key(self) -> tuple[object, ...]:
        """What the answer depends on."""
        changed = self.changed.model_dump_json() if self.changed else ""
        return "lab", self.matchup.model_dump_json(), self.games, self.card, changed, self.change


@bp.get("/<slug>/lab")
def show(slug: str) -> Answer:
    """Show the form, and with `games` in the address what came of them so far; 422 where the address is unreadable."""
    game = _playable(slug)
    typed, answer = query(), None
    errors: tuple[InputError, ...] = ()
    if "games" in typed and typed.last("ask") != CARD:
        try:
            answer = _answered(_read(game, typed), "stop" in typed)
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
        strengths=strengths_of(game.tracker),
        counts=GAMES,
        situations=shipped(game.package),
        cards=_cards_by_kind(game),
        card=_card(game, typed),
        rulings=game.rulebook.ruling,
        in_force=game.rulebook.rulings(session.visitor(game).rulings),
        points=lab_questions.points,
        uncounted=lab.uncounted,
        field_words=field_words,
        here={name: values[-1] for name, values in typed.items() if name != "stop"},
    )
    return page, 422 if errors else 200


@bp.post("/<slug>/lab/game")
def open_game(slug: str) -> Answer:
    """Keep a game of a run as a finished table of this browser, and go to its log."""
    game, typed = _playable(slug), query()
    try:
        asked = _read(game, typed)
        number = _number(request.form.get("number", ""), "number", range(asked.games))
    except InvalidInput:
        return redirect(f"{url_for('lab.show', slug=slug)}?{request.query_string.decode()}", 303)
    matchup = asked.changed or asked.matchup
    table = lab.replay(matchup, number)
    store = session.store()
    stored = tables.create(store, session.owner(), table.setup, matchup.seed_of(number))
    tables.append(store, stored.id, table.events)
    return redirect(url_for("tables.log", reference=stored.id), 303)


def _playable(slug: str) -> GameSystem:
    game = find_game(slug)
    return game if game.tracker.has_opponent else abort(404)


def _read(game: GameSystem, typed: FormData) -> Asked:
    """Return what an address asks; InvalidInput where a part of it cannot be read."""
    games = _number(typed.last("games"), "games", range(1, max(GAMES) + 1))
    strengths = [typed.last(f"{side}_strength") or FAIR.name for side in SIDES]
    visitor = session.visitor(game)
    situation: JsonObject = {}
    if known := shipped(game.package):
        name = typed.last("situation") or next(iter(known))
        if name not in known:
            raise InvalidInput(InputError("situation", quote(name[:40]), f"one of {join_words([*known], 'or')}"))
        situation["situation"] = known[name]
    builds = [_build(game, typed.last(side)) for side in SIDES]
    titles = lab.tell_apart([title for title, _ in builds])
    sides = [(title, build) for title, (_, build) in zip(titles, builds, strict=True)]
    seed = typed.last("seed")[:40] or "1"

    def remake(rulings: Mapping[str, str], packs: Sequence[JsonMapping]) -> LabMatchup:
        options: JsonObject = {"rulings": dict(rulings), "pack": list(packs), **situation}
        return lab.make_matchup(game, sides, strengths, options, seed)

    plain = Asked(remake(visitor.rulings, visitor.embedded_packs), games, remake)
    if typed.last("ask") == WHAT_IF:
        return _changed(game, typed, plain)
    if typed.last("ask") == BALANCE:
        return Asked(plain.matchup, games, remake, find_card(session.context(game).catalogue, typed.last("card")).id)
    return plain


def _changed(game: GameSystem, typed: FormData, plain: Asked) -> Asked:
    """Return the question what the numbers typed for a card and the ruling chosen would change."""
    numbers, words = dict[str, str](), list[str]()
    catalogue = session.context(game).catalogue
    if typed.last("card"):
        card = find_card(catalogue, typed.last("card"))
        values = numbers_of(catalogue, card.id)
        labels = _labels(card, [path for path, _ in values])
        for path, value in values:
            text = typed.last(NUMBER + path).strip().replace("−", "-")
            if text and text != str(value):
                numbers[f"{card.id}.{path}"] = text
                words.append(f"{card.name}: {labels[path]} {text}")
    ruling, _, option = typed.last("ruling").partition("=")
    rulings = {ruling: option} if ruling else {}
    if not numbers and not rulings:
        raise InvalidInput(InputError("change", "none", "another number of a card, or another ruling"))
    try:
        packs = [*plain.matchup.pack, *lab_questions.number_packs(plain.matchup, numbers)]
    except InvalidInput as error:  # its places are those of the command line
        name = catalogue.cards[typed.last("card")].name
        raise InvalidInput(*(_in_form(one, name) for one in error.input_errors)) from error
    changed = plain.remake({**plain.matchup.rulings, **rulings}, packs)
    change = join_words([*words, *(f"{name}={value}" for name, value in rulings.items())])
    return Asked(plain.matchup, plain.games, plain.remake, changed=changed, change=change)


def _in_form(error: InputError, name: str) -> InputError:
    """Return an error of a card's number with the card and the field that the form shows."""
    return replace(error, where=f"{name}, {field_words(error.where.rpartition(': ')[2])}")


def _cards_by_kind(game: GameSystem) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the cards that have a number, as id and name, by their kind; first those that packs bring or change."""
    catalogue = session.context(game).catalogue
    shown = sorted(
        (game.catalogue.cards.get(card.id) == card, catalogue.raw[card.id][0], card.name, card.id)
        for card in catalogue.cards.values()
        if numbers_of(catalogue, card.id)
    )
    return [
        (field_words(kind) if is_printed else "Your card packs", [(card, name) for *_, name, card in group])
        for (is_printed, kind), group in groupby(shown, lambda one: (one[0], one[1] if one[0] else ""))
    ]


def _card(game: GameSystem, typed: FormData) -> JsonObject | None:
    """Return the card that is asked about: its name and its numbers, each with its words and its value."""
    catalogue = session.context(game).catalogue
    card = catalogue.cards.get(typed.last("card"))
    if card is None:
        return None
    values = numbers_of(catalogue, card.id)
    labels = _labels(card, [path for path, _ in values])
    numbers = [{"field": NUMBER + path, "words": labels[path], "value": value} for path, value in values]
    return {"name": card.name, "numbers": numbers}


def _labels(card: Card, paths: Sequence[str]) -> dict[str, str]:
    """Return what the columns of a card's numbers are called, as in a table of house cards."""
    return {one.path: one.label for one in columns.columns(type(card), paths) if one.path in paths}


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


def _answered(asked: Asked, stop: bool) -> JsonObject:
    """Return what came of a question so far, started or taken up again; `finished` says whether it is all."""
    running: HeavyAnswer[JsonObject] = heavy.answer(asked.key, partial(_work, asked), stop)
    newest = running.newest(current_app.config["PATIENCE"])
    return {**(newest or _shown(asked, None, 0)), "wanted": asked.games, "is_stopped": stop}


def _work(asked: Asked, report: Callable[[JsonObject], None], stop: Stop) -> None:
    """Answer a question in pieces; when it is stopped, the newest one stays."""
    work = _compare if asked.changed else _look_for_fair if asked.card else _count
    try:
        work(asked, report, stop)
    except RunStopped:
        return


def _shown(asked: Asked, answer: JsonObject | None, games: int, finished: bool = False) -> JsonObject:
    """Return an answer as the page shows it, with the number of games played for it."""
    kind = "if" if asked.changed else "fair" if asked.card else "run"
    return {"kind": kind, "answer": answer, "games": games, "finished": finished}


def _count(asked: Asked, report: Callable[[JsonObject], None], stop: Stop) -> None:
    counts = RunCounts(len(asked.matchup.sides))
    for game in played(asked.matchup, asked.games, stop):
        counts.add(game)
        answer = lab.run_answer(asked.matchup, counts)
        report(_shown(asked, answer, counts.games, counts.games >= asked.games))


def _compare(asked: Asked, report: Callable[[JsonObject], None], stop: Stop) -> None:
    """Compare the first games, then more of them, up to all: so the table fills while they are played."""
    assert asked.changed
    done, step = 0, -(-asked.games // MOST_LOOKS)
    while done < asked.games:
        done = min(asked.games, done + step)

        def play(matchup: LabMatchup, _: str, most: int = done) -> Iterator[PlayedGame]:
            return played(matchup, most, stop)

        answer = lab_questions.what_if(asked.matchup, asked.changed, asked.change, play)
        report(_shown(asked, answer, done, done >= asked.games))


def _look_for_fair(asked: Asked, report: Callable[[JsonObject], None], stop: Stop) -> None:
    games, answer = 0, None

    def play(matchup: LabMatchup, _: str) -> Iterator[PlayedGame]:
        nonlocal games
        for game in played(matchup, asked.games, stop):
            games += 1
            report(_shown(asked, answer, games))
            yield game

    for answer in lab_questions.balance(asked.matchup, asked.card, asked.remake, play):
        report(_shown(asked, answer, games, bool(answer["verdict"])))
