"""Inputs that analyses share: the parts installed on a mech, one field per position, and its player's piles."""

from collections import Counter

from pydantic import Field

from companion.base.json_types import JsonObject
from companion.data.cards import Catalogue
from companion.data.documents import Record
from companion.games.wreck_a_mech.model import POSITIONS, Part, count_copies, pile, plain_mech
from companion.games.wreck_a_mech.model.typed import NamedPart, TypedPile
from companion.games.wreck_a_mech.rules.play import Player


class MechInputs(Record):
    """A mech part by part, each by id or name; a part may be named in a wrong position."""

    head: NamedPart | None = Field(default=None, title="Head", description="The part installed as head")
    body: NamedPart | None = Field(default=None, title="Body", description="The part installed as body")
    left_arm: NamedPart | None = Field(default=None, title="Left arm", description="The part installed as left arm")
    right_arm: NamedPart | None = Field(default=None, title="Right arm", description="The part installed as right arm")
    legs: NamedPart | None = Field(default=None, title="Legs", description="The part installed as legs")

    def mech(self, catalogue: Catalogue) -> dict[str, Part]:
        """Return the cards by position, in the order of the cross; empty positions left out."""
        ids = self.field_values()
        return {position: catalogue.get(Part, ids[position]) for position in POSITIONS if ids[position]}


class MechAndPiles(MechInputs):
    """A mech and its player's piles, so that the proposal of an analysis can be used in a build."""

    draw: TypedPile = Field(
        default=(), title="Draw pile", description="Its cards: they stay in the build where a proposal is used"
    )
    discard: TypedPile = Field(
        default=(), title="Discard pile", description="Its cards: what leaves the mech is added to them"
    )

    def player(self, catalogue: Catalogue, hand: tuple[str, ...] = ()) -> Player:
        """Return the player with these cards; the hand was drawn from the draw pile, then from the discard pile."""
        draw, discard, hand_counts = count_copies(self.draw), count_copies(self.discard), Counter(hand)
        from_discard = hand_counts - draw
        mech = {position: card.id for position, card in self.mech(catalogue).items()}
        return Player(mech, tuple((draw - hand_counts).elements()), tuple((discard - from_discard).elements()), hand)


def cards_document(player: Player) -> JsonObject:
    """Return a player's cards as a part of a build's document."""
    return {
        "mech": plain_mech(player.mech),
        "deck": pile(Counter(player.draw)),
        "discard": pile(Counter(player.discard)),
    }
