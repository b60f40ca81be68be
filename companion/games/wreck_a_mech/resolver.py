"""The resolver of Wreck-A-Mech: combat, which has no dice, and every minimal way to take the damage."""

from dataclasses import dataclass

from pydantic import Field

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import join_words, plural
from companion.data.documents import Record
from companion.data.rulebook import rule
from companion.dice.resolver import Chance, Mean, Outcome
from companion.dice.throw import Faces, Throw
from companion.gamekit.contract import Context, ResolverKind
from companion.games.wreck_a_mech.model import MOST_MARKED, POSITIONS, RANKS, words
from companion.games.wreck_a_mech.rules.losses import damage, is_wrecked, losses

ORDER = ", ".join(map(words, POSITIONS))


class CombatInputs(Record):
    """The inputs of a combat: both marks, the Structure of each part, and their other values where known."""

    attack: int = Field(title="Attacker's Attack", ge=0, le=MOST_MARKED, description="As marked on its counter card.")
    defense: int = Field(title="Defender's Defense", ge=0, le=MOST_MARKED, description="As marked on its counter card.")
    structures: str = Field(
        title="Structure of its parts",
        description=f"For example 2,3,1,2,2: {ORDER}; 0 for a missing part.",
        max_length=60,
    )
    ranks: str | None = Field(
        None, title="Ranks", description="For example 1,1,2,3,1, in the same order.", max_length=60
    )
    attacks: str | None = Field(
        None, title="Attack of its parts", description="For example 1,1,3,3,1, to rank by what is left.", max_length=60
    )
    defenses: str | None = Field(
        None, title="Defense of its parts", description="For example 1,2,0,0,2.", max_length=60
    )


def read_five(text: str, where: str, most: int = 99) -> dict[str, int]:
    """Return five numbers by position, an empty one as 0; InvalidInput names the number or the count that is wrong."""
    cells = [cell.strip() for cell in text.replace(";", ",").split(",")]
    if len(cells) == 1 and len(text.split()) > 1:
        cells = text.split()
    if len(cells) != len(POSITIONS):
        count = plural(len(cells), "number")
        raise InvalidInput(InputError(where, count, f"{len(POSITIONS)}: {ORDER}, for example 2,3,1,2,2"))
    for position, cell in zip(POSITIONS, cells, strict=True):
        if cell and not (cell.isdecimal() and cell.isascii() and len(cell) <= 2 and int(cell) <= most):
            raise InvalidInput(
                InputError(f"{where}, {words(position)}", quote(cell), f"a whole number from 0 to {most}")
            )
    return {position: int(cell or 0) for position, cell in zip(POSITIONS, cells, strict=True)}


@dataclass(frozen=True)
class Combat:
    """A combat from the defender's side; it has no dice and no choices."""

    taken: int
    structures: tuple[tuple[str, int], ...]
    ranks: tuple[tuple[str, int], ...] = ()
    attacks: tuple[tuple[str, int], ...] = ()
    defenses: tuple[tuple[str, int], ...] = ()

    def start(self) -> None:
        """Return the only state there is."""
        return

    def ask(self, state: None) -> Throw | None:
        """Return None: damage is a difference, not a roll (fact 44)."""
        return None

    def take(self, state: None, faces: Faces) -> None:
        """Return the state unchanged; there are no dice."""
        return

    @rule("damage", "absorb", "wrecked")
    def outcome(self, state: None) -> Outcome:
        """Return `damage`, `wrecked`, `losses` (every minimal choice, the cheapest first), and `costs` in words."""
        structures = dict(self.structures)
        options = losses(self.taken, structures, dict(self.ranks), dict(self.attacks), dict(self.defenses))
        return {
            "damage": self.taken,
            "wrecked": is_wrecked(self.taken, structures),
            "losses": [list(loss.positions) for loss in options],
            "costs": [loss.cost.in_words(bool(self.attacks or self.defenses)) for loss in options],
        }


@rule("damage", "absorb")
def make_combat(inputs: CombatInputs, context: Context) -> Combat:
    """Return the prepared combat; InvalidInput where the parts cannot be read or there are none."""
    structures = {position: n for position, n in read_five(inputs.structures, "structures").items() if n}
    if not structures:
        raise InvalidInput(InputError("structures", quote(inputs.structures), "at least one part: a mech has one"))

    def read_positions(text: str | None, where: str, most: int = 99) -> tuple[tuple[str, int], ...]:
        values = read_five(text, where, most) if text else {}
        return tuple((position, n) for position, n in values.items() if position in structures)

    return Combat(
        damage(inputs.attack, inputs.defense),
        tuple(structures.items()),
        read_positions(inputs.ranks, "ranks", max(RANKS)),
        read_positions(inputs.attacks, "attacks"),
        read_positions(inputs.defenses, "defenses"),
    )


def describe_ending(outcome: Outcome) -> str:
    """Return the result of a combat for the defender, in words."""
    if outcome["wrecked"]:
        return f"{outcome['damage']} damage wrecks the mech"
    if not outcome["damage"]:
        return "The attack does no damage"
    first = join_words(map(words, outcome["losses"][0]))
    other_count = len(outcome["losses"]) - 1
    suffix = f", or one of {plural(other_count, 'other choice')}" if other_count else ""
    return f"{outcome['damage']} damage: it costs the {first}{suffix}"


RESOLVERS = (
    ResolverKind(
        name="combat",
        title="Combat",
        about="No dice: the damage, whether it wrecks a mech, and every way to take it that loses no part needlessly.",
        inputs=CombatInputs,
        make=make_combat,
        measures=(
            Chance("wrecked", "The defender is wrecked", lambda outcome: outcome["wrecked"]),
            Mean("damage", "Damage", lambda outcome: outcome["damage"]),
            Mean("parts_lost", "Fewest parts lost", lambda outcome: len(outcome["losses"][0])),
        ),
        headline="wrecked",
        ending=describe_ending,
        dice=False,
    ),
)
