"""The terms of a game: cards and rulings; and the contents of a space, in words and for the rules of sight."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from companion.base.compat import cached_property
from companion.data.cards import Catalogue
from companion.data.rulebook import Rulings
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.analysis.sight_inputs import SQUARES
from companion.games.mecha_mettle.model import Component, Edge, Module
from companion.games.mecha_mettle.rules.line_of_sight import Space
from companion.games.mecha_mettle.rules.turn import ACTIONS, active_component
from companion.games.mecha_mettle.rules.upgrades import Laid, Refused, Upgraded, all_laid_modules, upgrade
from companion.games.mecha_mettle.tracker.state import REACTOR, Contents, DeckCard, Player, Standing, State
from companion.play.piles import Cards, turn_down

TITLES = {"port": "the Open Port", "door": "the Blast Door", "destroyed": "the destroyed port"}
MOST_CACHED, MOST_TERMS = 2048, 4
"""The most answers of one function that are kept under equal terms, and of how many different terms."""
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Terms:
    """The terms of a game: the cards and the rulings of its context."""

    context: Context
    on_table: bool = False
    """Whether the module deck lies on the players' own table."""

    @cached_property
    def caches(self) -> dict[Callable[..., Any], Callable[..., Any]]:
        """The functions of `cached_by_terms`, each with its answers; all tables with equal terms share them."""
        return _caches(self.context.catalogue, frozenset(self.rulings.items()), self.on_table)

    def add_cache(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function of these terms, with a new cache."""
        cached = self.caches[function] = lru_cache(MOST_CACHED)(partial(function, self))
        return cached

    @property
    def rulings(self) -> Rulings:
        """Return the rulings in force."""
        return self.context.rulings

    @cached_property
    def laid(self) -> Mapping[str, Laid]:
        """Every module in each of its versions, by the id that decks and spaces use."""
        return all_laid_modules(self.context.catalogue)

    @cached_property
    def deck(self) -> Cards:
        """The module deck in no order: all modules but the Reactor that is put aside (fact 30)."""
        modules = self.context.catalogue.all(Module)
        counts = {name: getattr(one.module, one.version) for name, one in self.laid.items() if one.module in modules}
        cards = [name for name, count in counts.items() for _ in range(count)]
        cards.remove(REACTOR)
        return tuple(cards)

    @cached_property
    def components(self) -> Mapping[str, Component]:
        """The component cards."""
        return {card.id: card for card in self.context.catalogue.all(Component)}

    def name(self, card: str) -> str:
        """Return a module's name with its version."""
        return self.laid[card].name if card else "a module face down"

    def names(self, cards: Cards) -> str:
        """Return the names of a module's cards, the uppermost first."""
        return " on ".join(self.name(card) for card in reversed(cards))

    def describe(self, standing: Standing) -> str:
        """Return the contents of a space in words."""
        return self.title(standing.kind, standing.cards)

    def title(self, kind: str, cards: Cards) -> str:
        """Return the contents of a space in words, given their kind and a module's cards."""
        return TITLES.get(kind) or self.names(cards)

    def built(self, standing: Standing) -> Laid | Upgraded:
        """Return the module that a space's cards form."""
        return built(self, standing.cards, standing.edges)

    def space(self, standing: Standing) -> Space:
        """Return the contents of a space for the rules of sight."""
        return space(self, standing.contents)

    def in_force(self, player: Player) -> Component | None:
        """Return the component in force, once it is open (facts 41 to 43)."""
        destroyed = player.destroyed
        return _component_in_force(self, player.draft, destroyed) if destroyed <= player.revealed else None

    def usable(self, player: Player) -> Component | None:
        """Return the component in force that was not used this turn."""
        return None if player.used else self.in_force(player)


@lru_cache(MOST_TERMS)
def _caches(
    catalogue: Catalogue, rulings: frozenset[tuple[str, str]], on_table: bool
) -> dict[Callable[..., Any], Callable[..., Any]]:
    return {}


def cached_by_terms(function: Callable[Concatenate[Terms, P], T]) -> Callable[Concatenate[Terms, P], T]:
    """Let a pure function of the terms and of hashable values work each answer out once.

    The answers are kept for all tables with equal terms; the least recently used are dropped.
    """

    @wraps(function)
    def look_up(terms: Terms, /, *given: P.args, **named: P.kwargs) -> T:
        cached = terms.caches.get(function) or terms.add_cache(function)
        answer: T = cached(*given, **named)
        return answer

    return look_up


@cached_by_terms
def built(terms: Terms, cards: Cards, edges: tuple[Edge, ...]) -> Laid | Upgraded:
    """Return the module that cards form, the lowest first, each other one linked at its edge."""
    module: Laid | Upgraded = terms.laid[cards[0]]
    for card, edge in zip(cards[1:], edges, strict=True):
        upgraded = upgrade(module, terms.laid[card], edge)
        assert not isinstance(upgraded, Refused)
        module = upgraded
    return module


@cached_by_terms
def space(terms: Terms, contents: Contents) -> Space:
    """Return the contents of a space for the rules of sight."""
    kind, cards, edges, facing = contents
    if not cards:
        return Space(kind)
    module = built(terms, cards, edges)
    lowest = module.lower if isinstance(module, Upgraded) else module
    upgraded = module if isinstance(module, Upgraded) else None
    return Space("module", lowest.module, lowest.version, facing, upgraded)


@cached_by_terms
def _component_in_force(terms: Terms, draft: Cards, destroyed: int) -> Component | None:
    cards = tuple(terms.components[card] for card in draft if card in terms.components)
    return active_component(cards, destroyed)


def start(terms: Terms) -> State:
    """Return the state before the deck is shuffled: nine Open Ports for each player (facts 28 to 30)."""
    player = Player(area={at: Standing() for at in SQUARES})
    deck = turn_down(terms.deck) if terms.on_table else terms.deck
    return State(players=(player, player), deck=tuple(DeckCard(card=card) for card in deck), actions=ACTIONS)
