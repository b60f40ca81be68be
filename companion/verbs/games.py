"""The contents of a game as plain data: its cards, rules, schema and resolvers."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from companion.base.findings import InputError, quote
from companion.base.json_types import JsonObject, Written, answer
from companion.data.cards import Card, Catalogue
from companion.data.marks import MarkEntry, mark_data
from companion.data.rulebook import Option, Section, TypedNumber
from companion.game_system import schema
from companion.game_system.system import GameSystem
from companion.gamekit.contract import ResolverKind
from companion.games import GAMES
from companion.verbs.analyses import AnalysisEntry
from companion.verbs.names import NotThere

NOT_NAMED = "not named"
"""Shown for a designer or a publisher that a rulebook does not name."""


@answer
class CreditEntry(TypedDict):
    """Whose game it is."""

    designer: str
    publisher: str
    licence: str
    note: str


@answer
class GameEntry(TypedDict):
    """A game and what it offers."""

    slug: str
    title: str
    tagline: str
    players: str
    build: str
    resolvers: list[str]
    print_sets: list[str]
    analyses: list[str]
    credit: CreditEntry


@answer
class Games(TypedDict):
    """Every game."""

    games: list[GameEntry]


@with_config(ConfigDict(extra="allow"))
class CardEntry(TypedDict):
    """A card: its kind, its fields, and the mark of each number (`default` for all others)."""

    kind: str
    id: str
    name: str
    origin: dict[str, MarkEntry]


@answer
class Cards(TypedDict):
    """A game's cards."""

    game: str
    cards: list[Annotated[JsonObject, Written(CardEntry)]]


@answer
class RulingEntry(TypedDict):
    """A ruling; `chosen` is the option in force."""

    id: str
    section: str
    question: str
    default: str
    option: list[Option]
    number: TypedNumber | None
    example: bool
    matters: bool
    chosen: str


@answer
class Rules(TypedDict):
    """A game's rulebook in our own words."""

    game: str
    title: str
    edition: str
    sections: list[Annotated[JsonObject, Written(Section)]]
    rulings: list[Annotated[JsonObject, Written(RulingEntry)]]


@answer
class MeasureEntry(TypedDict):
    """A summary figure of a resolver's odds."""

    name: str
    title: str


@answer
class ResolverEntry(AnalysisEntry):
    """A resolver; `inputs` is a JSON Schema. `roll_only` says what outcomes of rolls may have besides those of odds."""

    measures: list[MeasureEntry]
    headline: str
    roll_only: dict[str, str]


@answer
class Resolvers(TypedDict):
    """A game's resolvers."""

    game: str
    resolvers: list[ResolverEntry]


def games_answer() -> Games:
    """Return every game with the names of its resolvers, print sets and analyses."""
    return {"games": [_game_entry(game) for game in GAMES]}


def _game_entry(game: GameSystem) -> GameEntry:
    return {
        "slug": game.slug,
        "title": game.title,
        "tagline": game.tagline,
        "players": game.players,
        "build": game.build_noun,
        "resolvers": [r.name for r in game.resolvers],
        "print_sets": [p.name for p in game.print_sets],
        "analyses": [a.name for a in game.analyses],
        "credit": {
            "designer": game.credit.designer or NOT_NAMED,
            "publisher": game.credit.publisher or NOT_NAMED,
            "licence": game.credit.licence,
            "note": game.credit.note,
        },
    }


def cards_answer(game: GameSystem, catalogue: Catalogue | None = None) -> Cards:
    """Return a game's cards, each with its kind and with the mark of origin of its numbers."""
    cards = (catalogue or game.catalogue).cards.values()
    return {"game": game.slug, "cards": [_card_entry(game, card) for card in cards]}


def _card_entry(game: GameSystem, card: Card) -> JsonObject:
    return {
        "kind": next(name for name, model in game.kinds.items() if isinstance(card, model)),
        **card.model_dump(mode="json", exclude=set() if card.picture else {"picture"}),
        "origin": {name: mark_data(mark) for name, mark in card.origin.items()},
    }


def rules_answer(game: GameSystem, rulings: Mapping[str, str] | None = None) -> Rules:
    """Return a game's rulebook: sections with their coverage, and rulings; `chosen` is the option in force."""
    book = game.rulebook
    in_force = book.rulings(rulings)
    return {
        "game": game.slug,
        "title": book.title,
        "edition": book.edition,
        "sections": [section.model_dump(mode="json") for section in book.section],
        "rulings": [ruling.model_dump(mode="json") | {"chosen": in_force[ruling.id]} for ruling in book.ruling],
    }


def schema_answer(game: GameSystem, catalogue: Catalogue | None = None, kind: str = "") -> JsonObject:
    """Return the JSON Schema of a game's builds, packs or house rules, or one for all, for editors that complete text.

    Raises NotThere where `kind` is none of them.
    """
    if kind and kind not in schema.KINDS:
        raise NotThere(InputError("kind", quote(kind), f"one of {', '.join(schema.KINDS)}"))
    return schema.game_schema(game, catalogue, kind)


def resolvers_answer(game: GameSystem) -> Resolvers:
    """Return a game's resolvers: what each is for, the JSON Schema of its inputs, and its summary figures."""
    return {"game": game.slug, "resolvers": [_resolver_entry(kind) for kind in game.resolvers]}


def _resolver_entry(kind: ResolverKind) -> ResolverEntry:
    return {
        "name": kind.name,
        "title": kind.title,
        "about": kind.about,
        "inputs": kind.inputs.model_json_schema(),
        "measures": [{"name": m.name, "title": m.title} for m in kind.measures],
        "headline": kind.headline,
        "roll_only": dict(kind.roll_only),
    }
