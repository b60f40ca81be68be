"""The two sides of a matchup at a moment: mechs as they are built, with another part, or after their losses.

The totals of a mech are not always its player's marks: marks stay while parts are lost (fact 42).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, JsonValue

from companion.base.findings import InvalidInput
from companion.data.documents import Record
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.gamekit.losses import Losses, entries, lost_field
from companion.gamekit.matchup import MatchupSide
from companion.gamekit.record_sheets import Track, UnitSheet
from companion.games.wreck_a_mech.analysis import damage_options
from companion.games.wreck_a_mech.model import ARMS, MOST_MARKED, POSITIONS, Marked, Mech, Part, Workshop, words
from companion.games.wreck_a_mech.model.typed import OpponentParts
from companion.games.wreck_a_mech.resolver import ORDER, read_five
from companion.games.wreck_a_mech.rules import losses
from companion.games.wreck_a_mech.rules.totals import Totals, cards_by_position, fits, structures, total

Spare = Literal["fewest-parts", "most-attack-left", "most-defense-left"]
RARE: dict[str, JsonValue] = {"rare": True}


class Circumstances(Record):
    """The circumstances besides the mechs: how players choose their losses, and marks that differ from the totals."""

    combat: Literal["this", "next"] = Field(
        default="this",
        title="Which combat",
        description="In the next one nobody has replaced lost parts, except by a card that you play",
    )
    spare: Spare = Field(
        default="fewest-parts",
        title="Each side chooses its losses for",
        description="The defender chooses which parts take the damage",
    )
    my_attack: Marked | None = Field(
        default=None,
        title="Your marked Attack",
        description="Only where it is not the total of your mech",
        json_schema_extra=RARE,
    )
    my_defense: Marked | None = Field(
        default=None,
        title="Your marked Defense",
        description="Only where it is not the total of your mech",
        json_schema_extra=RARE,
    )
    their_attack: Marked | None = Field(
        default=None,
        title="Their marked Attack",
        description="Only where it is not the total of their mech",
        json_schema_extra=RARE,
    )
    their_defense: Marked | None = Field(
        default=None,
        title="Their marked Defense",
        description="Only where it is not the total of their mech",
        json_schema_extra=RARE,
    )
    a_lost: str = lost_field("Parts you have lost", "head=lost, left_arm=lost. Totals count what is left")
    b_lost: str = lost_field("Parts they have lost", "body=lost. Totals count what is left")


def _read_structures(text: str) -> str:
    try:
        values = read_five(text, "structures")
    except InvalidInput as error:
        raise ValueError(error.input_errors[0].expected) from None
    if not any(values.values()):
        raise ValueError("at least one part: a mech has one")
    return ",".join(map(str, values.values()))


class TypedMech(Record):
    """An opponent of which only the counter card and the Structure of its parts are known."""

    attack: Marked = Field(title="Marked Attack", description="From its counter card")
    defense: Marked = Field(title="Marked Defense", description="From its counter card")
    structures: Annotated[str, Field(max_length=60), AfterValidator(_read_structures)] = Field(
        title="Structure of its parts",
        description=f"For example 2,3,1,2,2: {ORDER}; 0 for a missing part",
        examples=["2,3,1,2,2"],
    )
    parts: OpponentParts = Field(
        default_factory=dict,
        title="Its parts",
        description="By corporation, for head bonuses: 3 Akio, 1 Zhao",
        examples=["3 Akio, 1 Zhao"],
    )


@dataclass(frozen=True)
class Fighter:
    """A mech at a moment: its parts in valid positions, or typed numbers where its parts are not known."""

    context: Context
    mech: Mapping[str, Part]
    typed: TypedMech | None = None

    @property
    def parts(self) -> Mapping[str, int]:
        """Return its parts by corporation, as an attacker's head counts them."""
        return self.typed.parts if self.typed else Counter(card.corporation for card in self.mech.values())

    @property
    def structures(self) -> dict[str, int]:
        """Return the Structure of each part, by position."""
        if self.typed is None:
            return structures(self.mech)
        return {place: value for place, value in read_five(self.typed.structures, "structures").items() if value}

    def totals(self, enemy: Mapping[str, int]) -> Totals:
        """Return its totals against an enemy's parts by corporation, under the rulings of its context."""
        if self.typed:
            values = self.structures
            return Totals(self.typed.attack, self.typed.defense, sum(values.values()), len(values), ())
        return total(self.mech, self.context.rulings, self.context.catalogue, enemy)

    def loss_options(self, taken: int, enemy: Mapping[str, int]) -> tuple[losses.Loss, ...]:
        """Return every minimal choice of parts to lose, the cheapest first."""
        if self.typed:
            return losses.losses(taken, self.structures)
        return damage_options.loss_options(taken, self.mech, enemy, self.context)

    def remove_parts(self, positions: tuple[str, ...]) -> "Fighter":
        """Return the mech without these parts."""
        return replace(self, mech={place: card for place, card in self.mech.items() if place not in positions})


def sheets(side: MatchupSide, *_: object) -> tuple[UnitSheet, ...]:
    """Return the mech of a side: each of its parts, lost or not."""
    if not isinstance(side.build, Workshop):
        return ()
    cards = side.context.catalogue
    tracks = [
        Track(place, f"{words(place).capitalize()}: {cards.get(Part, card).name}", 1, "once")
        for place, card in side.build.mech.parts.items()
    ]
    return (UnitSheet(side.title, "mech", tuple(tracks)),)


def lose(side: MatchupSide, lost: Losses) -> MatchupSide:
    """Return a side without the parts that it has lost."""
    if not isinstance(side.build, Workshop):
        return side
    gone = {place for place, value in lost.get(0, {}).items() if value}
    parts = {place: card for place, card in side.build.mech.parts.items() if place not in gone}
    return replace(side, build=side.build.model_copy(update={"mech": Mech(**parts)}))


def from_words(side: MatchupSide, text: str, where: str) -> MatchupSide:
    """Return a side without the parts that a text names, as before 0.18; InvalidInput names the entry."""
    build = side.build
    if not isinstance(build, Workshop):
        return side
    parts = dict(build.mech.parts)
    for entry in entries(text, where):
        names = {words(place): place for place in parts}
        positions_by_name = {side.context.catalogue.get(Part, card).name: place for place, card in parts.items()}
        del parts[
            (positions_by_name | names)[entry.choose(names, "a part that is still on the mech", positions_by_name)]
        ]
    return replace(side, build=build.model_copy(update={"mech": Mech(**parts)}))


def fighter(side: MatchupSide) -> Fighter:
    """Return a side's mech as it is built; cards in a wrong position are left out."""
    if isinstance(side.typed_numbers, TypedMech):
        return Fighter(side.context, {}, side.typed_numbers)
    mech = cards_by_position(side.build.mech.parts, side.context.catalogue) if isinstance(side.build, Workshop) else {}
    return Fighter(side.context, {place: card for place, card in mech.items() if fits(card, place)})


@rule("build-phase", "wrong-side")
def swap_arms(mech: Mapping[str, Part]) -> dict[str, Part]:
    """Return a mech with its arms swapped between left and right (fact 39)."""
    sides = dict(zip(ARMS, reversed(ARMS), strict=True))
    return order_positions({sides.get(position, position): card for position, card in mech.items()})


@rule("build-phase")
def play_card(mech_fighter: Fighter, card: Part, enemy: Mapping[str, int]) -> tuple[Fighter, str]:
    """Return the mech with a card played on it, and its position (fact 38): an arm where it gives the most Attack."""
    mechs = {place: order_positions({**mech_fighter.mech, place: card}) for place in POSITIONS if fits(card, place)}
    candidates = {place: replace(mech_fighter, mech=mech) for place, mech in mechs.items()}
    best = max(candidates, key=lambda place: (candidates[place].totals(enemy).attack, place == card.position))
    return candidates[best], best


def order_positions(mech: Mapping[str, Part]) -> dict[str, Part]:
    """Return a mech in the order of the cross."""
    return {position: mech[position] for position in POSITIONS if position in mech}


@dataclass(frozen=True)
class Blow:
    """One direction of a combat: the marks of both, the damage, and every minimal way to take it.

    The rulings are those of the side that attacks. `chosen` is the way that the defender takes.
    """

    attacker: Fighter
    defender: Fighter
    attack: int
    defense: int
    options: tuple[losses.Loss, ...]
    chosen: losses.Loss

    @property
    def damage(self) -> int:
        """Return the damage."""
        return losses.damage(self.attack, self.defense)

    @property
    def wrecks_mech(self) -> bool:
        """Return whether it takes every part, whatever is chosen."""
        return losses.is_wrecked(self.damage, self.defender.structures)

    @property
    def remaining_mech(self) -> Fighter:
        """Return the defender's mech after its losses."""
        return self.defender.remove_parts(self.chosen.positions)


@rule("damage", "absorb", "wrecked", "marks-stay")
def blow(
    attacker: Fighter, defender: Fighter, spare: Spare, attack: int | None = None, defense: int | None = None
) -> Blow:
    """Return one direction of a combat; `attack` and `defense` are marks that differ from the totals of the mechs."""
    ruled_defender = with_rulings(attacker.context, defender)
    attack = attacker.totals(defender.parts).attack if attack is None else attack
    defense = ruled_defender.totals(attacker.parts).defense if defense is None else defense
    attack, defense = min(attack, MOST_MARKED), min(defense, MOST_MARKED)
    options = ruled_defender.loss_options(losses.damage(attack, defense), attacker.parts)
    return Blow(attacker, defender, attack, defense, options, _choose_loss(options, spare))


def with_rulings(context: Context, mech_fighter: Fighter) -> Fighter:
    """Return a mech with its own cards, under the rulings of another context."""
    return replace(mech_fighter, context=replace(mech_fighter.context, rulings=context.rulings))


def _choose_loss(options: tuple[losses.Loss, ...], spare: Spare) -> losses.Loss:
    if spare == "most-attack-left":
        return max(options, key=lambda loss: loss.cost.attack_left)
    return max(options, key=lambda loss: loss.cost.defense_left) if spare == "most-defense-left" else options[0]


@dataclass(frozen=True)
class Exchange:
    """A combat as both sides are built: the blow that my mech deals, and the one that it takes."""

    dealt: Blow
    taken: Blow


def exchange(mine: Fighter, theirs: Fighter, conditions: Circumstances) -> Exchange:
    """Return this combat, both directions at once: marks do not change while parts are lost (fact 48)."""
    return Exchange(
        blow(mine, theirs, conditions.spare, conditions.my_attack, conditions.their_defense),
        blow(theirs, mine, conditions.spare, conditions.their_attack, conditions.my_defense),
    )
