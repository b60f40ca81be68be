"""What a game contains, as plain data: its cards, rules, schema and resolvers."""

from collections.abc import Mapping

from companion.base.json_types import JsonObject
from companion.data.cards import Card, Catalogue
from companion.data.marks import mark_data
from companion.game_system import schema
from companion.game_system.system import GameSystem
from companion.gamekit.contract import ResolverKind
from companion.games import GAMES

NOT_NAMED = "not named"
"""Shown for a designer or a publisher that a rulebook does not name."""


def games_answer() -> JsonObject:
    """Return every game with what it offers."""
    return {"games": [_game_entry(game) for game in GAMES]}


def _game_entry(game: GameSystem) -> JsonObject:
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


def cards_answer(game: GameSystem, catalogue: Catalogue | None = None) -> JsonObject:
    """Return a game's cards, each with its kind and with the mark of origin of its numbers."""
    cards = (catalogue or game.catalogue).cards.values()
    return {"game": game.slug, "cards": [_card_entry(game, card) for card in cards]}


def _card_entry(game: GameSystem, card: Card) -> JsonObject:
    origin = {name: mark_data(mark) for name, mark in card.origin.items()}
    return {
        "kind": next(name for name, model in game.kinds.items() if isinstance(card, model)),
        **card.model_dump(mode="json", exclude=set() if card.picture else {"picture"}),
        "origin": origin,
    }


def rules_answer(game: GameSystem, rulings: Mapping[str, str] | None = None) -> JsonObject:
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


def schema_answer(game: GameSystem, catalogue: Catalogue | None = None) -> JsonObject:
    """Return one JSON Schema for a game's builds, packs and house rules, so that editors complete them."""
    return schema.game_schema(game, catalogue)


def resolvers_answer(game: GameSystem) -> JsonObject:
    """Return a game's resolvers: what each is for, the JSON Schema of its inputs, and its summary figures."""
    return {"game": game.slug, "resolvers": [_resolver_entry(kind) for kind in game.resolvers]}


def _resolver_entry(kind: ResolverKind) -> JsonObject:
    return {
        "name": kind.name,
        "title": kind.title,
        "about": kind.about,
        "inputs": kind.inputs.model_json_schema(),
        "measures": [{"name": m.name, "title": m.title} for m in kind.measures],
        "headline": kind.headline,
    }
