"""The best mech from a hand and the installed parts: every possible build is compared, ties are all kept.

A build here is a mech on the cross, not the saved build with its deck and piles.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from companion.base.json_types import JsonObject
from companion.data.cards import Catalogue
from companion.data.rulebook import Rulings, rule
from companion.gamekit.contract import Context
from companion.games.wreck_a_mech.analysis.inputs import MechAndPiles, cards_document
from companion.games.wreck_a_mech.model import ARMS, MOST_MARKED, POSITIONS, Copies, Marked, Opponent, Part
from companion.games.wreck_a_mech.model.typed import OpponentParts, TypedPile
from companion.games.wreck_a_mech.rules import play
from companion.games.wreck_a_mech.rules.losses import damage, is_wrecked
from companion.games.wreck_a_mech.rules.totals import fits, is_on_wrong_side, quick
from companion.limits.budget import watched

SURE = "Proved: every mech that can be built from these cards was compared, and all that tie are counted."
"""How sure the answer is."""
Goal = Literal["attack", "defense", "opponent"]
GOALS: dict[Goal, str] = {
    "attack": "Most Attack",
    "defense": "Most Defense",
    "opponent": "Best against the marked opponent",
}
MOST_HAND = 12
"""The most cards in a hand; the rules never give more than 5."""
MOST_LISTED = 12
"""How many of the tied builds are listed at a time."""
Parts = dict[str, Part]


def _check_hand_size(pile: tuple[Copies, ...]) -> tuple[Copies, ...]:
    count = sum(copies.count for copies in pile)
    if count > MOST_HAND:
        raise ValueError(f"at most {MOST_HAND} cards, not {count}")
    return pile


class BestBuildInputs(MechAndPiles):
    """The cards to build from, the goal, and the opponent to compare with."""

    hand: Annotated[TypedPile, AfterValidator(_check_hand_size)] = Field(
        default=(), title="Hand", description="The cards in your hand by id or name: laser-show, 2 Mic Drop"
    )
    goal: Goal = Field(
        default="attack", title="Optimize for", description="Attack, Defense, or damage dealt minus damage taken"
    )
    attack: Marked | None = Field(default=None, title="Its Attack", description="The opponent's marked Attack")
    defense: Marked | None = Field(default=None, title="Its Defense", description="The opponent's marked Defense")
    parts: OpponentParts = Field(
        default_factory=dict,
        title="Its parts",
        description="The opponent's parts by corporation, for example 3 Akio, 1 Zhao",
    )
    after: int = Field(
        default=0, ge=0, le=100_000, title="After", description=f"Builds to skip; {MOST_LISTED} are listed at a time"
    )


@dataclass(frozen=True, slots=True)
class RatedBuild:
    """A build: its parts by position, its totals, and the damage each way against the marked opponent."""

    parts: tuple[tuple[str, Part], ...]
    attack: int
    defense: int
    structure: int
    dealt: int | None = None
    taken: int | None = None
    wrecked: bool = False

    @property
    def margin(self) -> int:
        """Return damage dealt minus damage taken."""
        return (self.dealt or 0) - (self.taken or 0)


def possible_builds(hand: Sequence[Part], installed: Mapping[str, Part]) -> Iterator[Parts]:
    """Yield every mech that can exist at the end of a Build Phase, each once (facts 38 to 40).

    A card from the hand goes to its own position, an arm to either side; an installed part stays, changes sides (arms
    only) or is thrown off. At least one part is left. Equal cards in the hand count once.
    """
    mounted = {position: card for position, card in installed.items() if fits(card, position)}
    single: list[list[Part | None]] = []
    for position in ("head", "body", "legs"):
        candidates = [card for card in hand if card.position == position]
        if position in mounted:
            candidates.append(mounted[position])
        single.append([None, *{card.id: card for card in candidates}.values()])
    arms = [*(card for card in hand if card.position in ARMS), *(mounted[arm] for arm in ARMS if arm in mounted)]
    for head, body, legs in product(*single):
        for left, right in _arm_pairs(arms):
            mech = {"head": head, "body": body, "left_arm": left, "right_arm": right, "legs": legs}
            parts = {position: card for position, card in mech.items() if card}
            if parts:
                yield parts


def _arm_pairs(arms: Sequence[Part]) -> list[tuple[Part | None, Part | None]]:
    slots: list[tuple[int, Part | None]] = [(-1, None), *enumerate(arms)]
    pairs = {
        (left.id if left else "", right.id if right else ""): (left, right)
        for (i, left), (j, right) in product(slots, slots)
        if i < 0 or i != j
    }
    return list(pairs.values())


@rule("build-phase", "totals", "wrong-side")
def best(
    goal: Goal,
    hand: Sequence[Part],
    installed: Mapping[str, Part],
    rulings: Rulings,
    catalogue: Catalogue,
    opponent: Opponent | None = None,
) -> tuple[RatedBuild, ...]:
    """Return all builds that are best for a goal, ties included; those with more parts and higher other values first.

    For `opponent` a mech that survives beats a wrecked one, then damage dealt minus damage taken decides. Marks
    end at 99 (fact 76).
    """
    enemy = opponent.parts if opponent else {}
    builds: list[RatedBuild] = []
    best_key: tuple[int, ...] | None = None
    for parts in watched(possible_builds(hand, installed)):
        build = _measure_build(parts, rulings, enemy, opponent)
        key = _goal_key(goal, build)
        if best_key is None or key > best_key:
            best_key, builds = key, []
        if key == best_key:
            builds.append(build)
    return tuple(sorted(builds, key=lambda m: (-len(m.parts), -(m.attack + m.defense), -m.structure)))


def _measure_build(parts: Parts, rulings: Rulings, enemy: Mapping[str, int], opponent: Opponent | None) -> RatedBuild:
    attack, defense, structure = quick(parts, rulings, enemy)
    ordered = tuple((position, parts[position]) for position in POSITIONS if position in parts)
    if opponent is None:
        return RatedBuild(ordered, attack, defense, structure)
    dealt = damage(min(attack, MOST_MARKED), opponent.defense or 0)
    taken = damage(opponent.attack or 0, min(defense, MOST_MARKED))
    wrecked = is_wrecked(taken, {position: card.structure for position, card in ordered})
    return RatedBuild(ordered, attack, defense, structure, dealt, taken, wrecked)


def _goal_key(goal: Goal, build: RatedBuild) -> tuple[int, ...]:
    if goal == "opponent":
        return (not build.wrecked, build.margin)
    return (build.attack,) if goal == "attack" else (build.defense,)


def run(inputs: BestBuildInputs, context: Context) -> JsonObject:
    """Return the builds that are best for the goal, a page of them at a time; none if there are no cards.

    `best` is the Attack, the Defense or the margin that they all reach; damage is included if the opponent has a mark.
    `piles` has each different card in both piles. Each build's `use` is the saved build after it: replaced parts and
    the rest of the hand are discarded (fact 38).
    """
    catalogue = context.catalogue
    hand = [catalogue.get(Part, copies.card) for copies in inputs.hand for _ in range(copies.count)]
    installed = inputs.mech(catalogue)
    opponent = Opponent(attack=inputs.attack, defense=inputs.defense, parts=inputs.parts)
    builds: Sequence[RatedBuild] = ()
    if hand or installed:
        builds = best(inputs.goal, hand, installed, context.rulings, catalogue, opponent)
    player = inputs.player(catalogue, tuple(card.id for card in hand))
    end = inputs.after + MOST_LISTED
    has_marks = opponent.attack is not None or opponent.defense is not None
    return {
        "goal": inputs.goal,
        "title": GOALS[inputs.goal],
        "best": _goal_value(inputs.goal, builds[0]) if builds else None,
        "hand": [{"id": card.id, "name": card.name} for card in hand],
        "piles": [{"id": i, "name": catalogue.get(Part, i).name} for i in dict.fromkeys(player.draw + player.discard)],
        "marked": has_marks,
        "count": len(builds),
        "first": inputs.after + 1,
        "before": max(0, inputs.after - MOST_LISTED) if inputs.after else None,
        "after": end if end < len(builds) else None,
        "builds": [
            {
                **_build_as_data(build, hand, installed, has_marks),
                "use": _cards_after(player, build),
            }
            for build in builds[inputs.after : end]
        ],
        "certainty": "proved",
        "sure": SURE,
        "rules": ["build-phase", "totals", "wrong-side", *(["damage", "wrecked"] if has_marks else [])],
    }


def _cards_after(player: play.Player, build: RatedBuild) -> JsonObject:
    cards_by_position = {position: card.id for position, card in build.parts}
    printed_positions = {card.id: card.position for _, card in build.parts}
    return cards_document(play.build(player, cards_by_position, printed_positions))


def _goal_value(goal: Goal, build: RatedBuild) -> int:
    return {"attack": build.attack, "defense": build.defense, "opponent": build.margin}[goal]


def _build_as_data(
    build: RatedBuild, hand: Sequence[Part], installed: Mapping[str, Part], has_marks: bool
) -> JsonObject:
    parts = [
        {
            "position": position,
            "id": card.id,
            "name": card.name,
            "from_hand": card in hand and installed.get(position) != card,
            "upside_down": is_on_wrong_side(card, position),
            "penalty": card.penalty if is_on_wrong_side(card, position) else 0,
        }
        for position, card in build.parts
    ]
    damages = {"dealt": build.dealt, "taken": build.taken, "wrecked": build.wrecked} if has_marks else {}
    return {"attack": build.attack, "defense": build.defense, "structure": build.structure, **damages, "parts": parts}
