"""What every verb answers, as plain data: one place for the command line and for HTTP.

Each function raises InvalidInput for what cannot be read, and NotThere (an InvalidInput) for a game or resolver that
does not exist; every answer is made of dicts, lists and strings that JSON can hold.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_origin

from pydantic import BaseModel

from companion import packs, schema
from companion.cards import Card, Catalogue
from companion.dice import notation, roller
from companion.dice.odds import Odds, TooLarge, exact
from companion.dice.resolver import Mean, Measure, Play, Resolver, read_groups, replay
from companion.documents import CarriedPack, read_as
from companion.findings import Finding, InputError, InvalidInput, shown
from companion.games import GAMES
from companion.games import game as _game
from companion.system import Context, GameSystem, ResolverKind

Groups = str | Sequence[Sequence[int]]
"""Dice from the table, one group a throw: `5 6 1 | 4 4`, or lists of faces."""

NOT_NAMED = "not named"
"""Said of a designer or a publisher that a rulebook does not name."""
PLAIN = "notation"
"""The name the plain roller answers under; it belongs to no game."""


class NotThere(InvalidInput):
    """A game, a resolver or a print set that was asked for by a name nothing has."""


@dataclass(frozen=True)
class Ready:
    """A resolver with its inputs read: everything needed to roll it or to ask its odds.

    `game` is empty for the plain roller.
    """

    game: str
    name: str
    inputs: Mapping[str, Any]
    resolver: Resolver[Any]
    measures: tuple[Measure, ...]

    @property
    def head(self) -> dict[str, Any]:
        """Return what every answer about it begins with."""
        return {"game": self.game, "resolver": self.name, "inputs": dict(self.inputs)}


def find_game(slug: str) -> GameSystem:
    """Return a game by its slug; NotThere naming those there are."""
    found = _game(slug)
    if found is None:
        raise NotThere(InputError("game", shown(slug), f"one of {', '.join(g.slug for g in GAMES)}"))
    return found


def find_resolver(game: GameSystem, name: str) -> ResolverKind:
    """Return a game's resolver by name; NotThere naming those there are."""
    found = game.resolver(name)
    if found is None:
        names = ", ".join(r.name for r in game.resolvers) or "none: this game has no resolvers"
        raise NotThere(InputError("resolver", shown(name), f"one of {names}"))
    return found


def game_of(document: object) -> GameSystem:
    """Return the game a document says it belongs to."""
    if not isinstance(document, Mapping):
        raise InvalidInput(InputError("", shown(document), "a table of fields"))
    slug = document.get("game")
    if not isinstance(slug, str):
        found = "nothing" if slug is None else shown(slug)
        raise InvalidInput(InputError("game", found, f"one of {', '.join(g.slug for g in GAMES)}"))
    return find_game(slug)


def games_answer() -> dict[str, Any]:
    """Return every game with what it can do."""
    return {"games": [_game_entry(game) for game in GAMES]}


def _game_entry(game: GameSystem) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "tagline": game.tagline,
        "players": game.players,
        "build": game.build_noun,
        "resolvers": [r.name for r in game.resolvers],
        "print_sets": [p.name for p in game.print_sets],
        "kits": [p.name for p in game.print_sets],
        "views": [v.name for v in game.views],
        "credit": {
            "designer": game.credit.designer or NOT_NAMED,
            "publisher": game.credit.publisher or NOT_NAMED,
            "licence": game.credit.licence,
            "note": game.credit.note,
        },
    }


def cards_answer(game: GameSystem, catalogue: Catalogue | None = None) -> dict[str, Any]:
    """Return a game's cards, each with its kind and with the mark of origin of its numbers."""
    cards = (catalogue or game.catalogue).cards.values()
    return {"game": game.slug, "cards": [{"kind": _kind(game, card), **card.model_dump(mode="json")} for card in cards]}


def _kind(game: GameSystem, card: Card) -> str:
    return next(name for name, model in game.kinds.items() if isinstance(card, model))


def rules_answer(game: GameSystem, rulings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return a game's rulebook: sections with their coverage, and rulings with the option in force (`chosen`)."""
    book = game.rulebook
    force = book.rulings(rulings)
    return {
        "game": game.slug,
        "title": book.title,
        "edition": book.edition,
        "sections": [section.model_dump(mode="json") for section in book.section],
        "rulings": [ruling.model_dump(mode="json") | {"chosen": force[ruling.id]} for ruling in book.ruling],
    }


def check_answer(
    document: object,
    game: GameSystem | None = None,
    catalogue: Catalogue | None = None,
    findings: Sequence[Finding] = (),
) -> dict[str, Any]:
    """Return a document's verdict; the document itself says which game it belongs to, unless told.

    `findings` are what else is worth a word about a build: they stand after the game's own.
    """
    game = game or game_of(document)
    if isinstance(document, Mapping) and packs.is_pack(document, game.kinds, game.model.model_fields):
        return _pack_answer(document, game)
    build = game.read(document, catalogue)
    verdict = game.verdict(build, catalogue)
    return {
        "game": game.slug,
        "title": build.title,
        "legal": verdict.legal,
        "totals": dict(verdict.totals),
        "findings": [finding.as_data() for finding in (*verdict.findings, *findings)],
    }


def _pack_answer(document: Mapping[str, Any], game: GameSystem) -> dict[str, Any]:
    """Return a pack's verdict: it has no rules to break, only cards that can be read or cannot."""
    title = document.get("title")
    name = f"pack {shown(title)}" if title and isinstance(title, str) else "pack"
    found = packs.read(document, game.catalogue, name)
    wrong: list[InputError] = []
    for part in (lambda: _heads(document), lambda: game.catalogue.put(found)):
        try:
            part()
        except InvalidInput as error:
            wrong += error.input_errors
    if wrong:
        raise InvalidInput(*wrong)
    heads, entries = _heads(document), found.entries
    strangers = packs.strangers(entries, game.catalogue.put(found))
    notes = [Finding("no-such-card", "warning", f"{e.place}: {told}", e.kind).as_data() for e, told in strangers]
    waiting = document.get("unfinished", ())
    unfinished = len(waiting) if isinstance(waiting, list) else 0
    changed = sum(entry.id in game.catalogue.raw for entry in entries)
    totals = {"cards": len(entries), "changed": changed, "new": len(entries) - changed, "unfinished": unfinished}
    return {"game": game.slug, "title": heads.title, "legal": True, "totals": totals, "findings": notes}


def _heads(document: Mapping[str, Any]) -> CarriedPack:
    return read_as(CarriedPack, {key: document[key] for key in ("title", "key") if key in document})


def schema_answer(game: GameSystem, catalogue: Catalogue | None = None) -> dict[str, Any]:
    """Return one JSON Schema for a game's builds and packs, so that editors complete them."""
    return schema.of(game, catalogue)


def resolvers_answer(game: GameSystem) -> dict[str, Any]:
    """Return a game's resolvers: what each is for, the JSON Schema of its inputs, and its summary figures."""
    return {"game": game.slug, "resolvers": [_resolver_entry(kind) for kind in game.resolvers]}


def _resolver_entry(kind: ResolverKind) -> dict[str, Any]:
    return {
        "name": kind.name,
        "title": kind.title,
        "about": kind.about,
        "inputs": kind.inputs.model_json_schema(),
        "measures": [{"name": m.name, "title": m.title} for m in kind.measures],
        "headline": kind.headline,
    }


def ready(game: GameSystem, name: str, inputs: Mapping[str, Any], context: Context | None = None) -> Ready:
    """Return a game's resolver with its inputs read; texts (`attack=3`) are as good as numbers."""
    context = context or game.context()
    kind = find_resolver(game, name)
    data = {key: _listed(kind.inputs, key, value) for key, value in inputs.items()}
    read = read_as(kind.inputs, data, {"catalogue": context.catalogue})
    shown_inputs = read.model_dump(mode="json", exclude_none=True)
    measures = tuple(m for m in kind.measures if isinstance(m, Mean) or not m.needs or m.needs in shown_inputs)
    return Ready(game.slug, name, shown_inputs, kind.make(read, context), measures)


def _listed(model: type[BaseModel], key: str, value: Any) -> Any:
    """Return a text for a field that wants several as a list: `drone,scout`."""
    field = model.model_fields.get(key)
    if field is None or not isinstance(value, str) or get_origin(field.annotation) not in (list, tuple, set, frozenset):
        return value
    return [part.strip() for part in value.split(",") if part.strip()]


def plain(text: str) -> Ready:
    """Return the plain roller ready for an expression; InvalidInput names the column and what was expected there."""
    return Ready("", PLAIN, {"expression": text.strip()}, notation.parse(text), (TOTAL,))


TOTAL = Mean("total", "Total", lambda outcome: outcome["total"])
"""The plain roller's summary figure."""


def odds_of(ready: Ready) -> Odds:
    """Return exact odds; InvalidInput, with a word on what to do, where they would outgrow the bound."""
    try:
        return exact(ready.resolver)
    except TooLarge as error:
        raise InvalidInput(InputError("dice", str(error), "fewer dice; a roll still works")) from None


def simulated(ready: Ready, why: str) -> dict[str, Any]:
    """Return what many rolls say where exact odds are too large: `why`, how many rolls, figures with intervals."""
    figures = roller.simulate(ready.resolver, ready.measures)
    return {"why": why, "times": roller.SIMULATED, "interval": 0.95, "summary": figures}


def play_of(ready: Ready, groups: Sequence[Sequence[int]]) -> Play[Any]:
    """Return a play with dice from the table, perhaps still waiting for more."""
    return replay(ready.resolver, groups)


def odds_data(ready: Ready, odds: Odds) -> dict[str, Any]:
    """Return exact odds as every odds answer is shaped."""
    return {**ready.head, **odds.as_data(ready.measures)}


def roll_data(ready: Ready, play: Play[Any]) -> dict[str, Any]:
    """Return a finished play as every roll answer is shaped."""
    return {
        **ready.head,
        "throws": [thrown.as_data() for thrown in play.thrown],
        "outcome": dict(play.outcome or {}),
    }


def _rolled(ready: Ready, faces: Groups | None, seed: int | None) -> dict[str, Any]:
    if faces is None:
        return roll_data(ready, roller.roll(ready.resolver, seed))
    groups = read_groups(faces) if isinstance(faces, str) else faces
    play = play_of(ready, groups)
    if play.waiting:
        found = f"{len(groups)} {'group' if len(groups) == 1 else 'groups'}"
        wanted = f"one more: {play.waiting.dice} ({play.waiting.why})"
        raise InvalidInput(InputError("faces", found, wanted))
    return roll_data(ready, play)


def odds_answer(
    game: GameSystem, name: str, inputs: Mapping[str, Any], context: Context | None = None
) -> dict[str, Any]:
    """Return the exact odds of a game's resolver; the fractions sum to 1.

    Where an exact answer would outgrow its bound: no outcomes and no summary, but `simulated` beside them.
    """
    asked = ready(game, name, inputs, context)
    try:
        return odds_data(asked, exact(asked.resolver))
    except TooLarge as error:
        return {**asked.head, "outcomes": [], "summary": {}, "simulated": simulated(asked, str(error))}


def roll_answer(
    game: GameSystem,
    name: str,
    inputs: Mapping[str, Any],
    faces: Groups | None = None,
    seed: int | None = None,
    context: Context | None = None,
) -> dict[str, Any]:
    """Return one roll of a game's resolver: random, seeded, or with faces from the table."""
    return _rolled(ready(game, name, inputs, context), faces, seed)


def odds_expression(text: str) -> dict[str, Any]:
    """Return the exact odds of a dice expression."""
    asked = plain(text)
    return odds_data(asked, odds_of(asked))


def roll_expression(text: str, faces: Groups | None = None, seed: int | None = None) -> dict[str, Any]:
    """Return one roll of a dice expression."""
    return _rolled(plain(text), faces, seed)
