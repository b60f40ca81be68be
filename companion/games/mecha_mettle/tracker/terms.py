"""The terms of a game: cards and rulings; and the contents of a space, in words and for the rules of sight."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.base.compat import cached_property
from companion.data.rulebook import Rulings
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.analysis.sight_inputs import SQUARES
from companion.games.mecha_mettle.model import Component, Module
from companion.games.mecha_mettle.rules.line_of_sight import Space, Square
from companion.games.mecha_mettle.rules.turn import ACTIONS, active_component
from companion.games.mecha_mettle.rules.upgrades import Laid, Refused, Upgraded, all_laid_modules, upgrade
from companion.games.mecha_mettle.tracker.state import REACTOR, DeckCard, Player, Standing, State
from companion.play.piles import Cards, turn_down


@dataclass(frozen=True)
class Terms:
    """The terms of a game: the cards and the rulings of its context."""

    context: Context
    on_table: bool = False
    """Whether the module deck lies on the players' own table."""

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
        titles = {"port": "the Open Port", "door": "the Blast Door", "destroyed": "the destroyed port"}
        return titles.get(standing.kind) or self.names(standing.cards)

    def built(self, standing: Standing) -> Laid | Upgraded:
        """Return the module that a space's cards form."""
        module: Laid | Upgraded = self.laid[standing.cards[0]]
        for card, edge in zip(standing.cards[1:], standing.edges, strict=True):
            upgraded = upgrade(module, self.laid[card], edge)
            assert not isinstance(upgraded, Refused)
            module = upgraded
        return module

    def space(self, standing: Standing) -> Space:
        """Return the contents of a space for the rules of sight."""
        if not standing.cards:
            return Space(standing.kind)
        module = self.built(standing)
        lowest = module.lower if isinstance(module, Upgraded) else module
        upgraded = module if isinstance(module, Upgraded) else None
        return Space("module", lowest.module, lowest.version, standing.facing, upgraded)

    def area(self, player: Player) -> dict[Square, Space]:
        """Return a player's area for the rules of sight."""
        return {SQUARES[at]: self.space(standing) for at, standing in player.area.items()}

    def in_force(self, player: Player) -> Component | None:
        """Return the component in force, once it is open (facts 41 to 43)."""
        if player.destroyed > player.revealed:
            return None
        cards = tuple(self.components[card] for card in player.draft if card in self.components)
        return active_component(cards, player.destroyed)

    def usable(self, player: Player) -> Component | None:
        """Return the component in force that was not used this turn."""
        return None if player.used else self.in_force(player)


def start(terms: Terms) -> State:
    """Return the state before the deck is shuffled: nine Open Ports for each player (facts 28 to 30)."""
    player = Player(area={at: Standing() for at in SQUARES})
    deck = turn_down(terms.deck) if terms.on_table else terms.deck
    return State(players=(player, player), deck=tuple(DeckCard(card=card) for card in deck), actions=ACTIONS)
