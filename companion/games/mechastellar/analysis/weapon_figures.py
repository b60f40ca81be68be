"""The exact figures of one weapon in a matchup, and their plain data."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction

from companion.base.json_types import JsonMapping, JsonObject
from companion.games.mechastellar.analysis.bars import DamageBar, bars
from companion.games.mechastellar.analysis.modifiers import Applied
from companion.games.mechastellar.model.weapons import Alternate, Extra, Weapon
from companion.games.mechastellar.resolver.splits import Split


@dataclass(frozen=True)
class WeaponLine:
    """The result of one weapon: exact figures, bars, modifiers; `why_not` if it cannot attack.

    `mean` counts overkill, `within_hp` at most the target's HP. `carried` is False for an offered weapon.
    """

    weapon: Weapon
    melee: bool = False
    why_not: str = ""
    mean: Fraction = Fraction()
    within_hp: Fraction = Fraction()
    any_damage: Fraction = Fraction()
    kill: Fraction = Fraction()
    bars: tuple[DamageBar, ...] = ()
    applied: tuple[Applied, ...] = ()
    not_counted: tuple[str, ...] = ()
    carried: bool = True
    roll: str = ""
    inputs: tuple[tuple[str, object], ...] = ()
    best: Split | None = None
    table: tuple[Split, ...] = ()

    @property
    def about(self) -> str:
        """Return the weapon in a few words: range, DMG, PEN, and an offered weapon's price or replacement."""
        weapon = self.weapon
        parts = ["melee" if self.melee else f"{weapon.range}″", f"DMG {weapon.dmg}"]
        if weapon.penetration:
            parts.append(f"PEN {weapon.pen}")
        if isinstance(weapon, Alternate) and not self.carried:
            parts.append(f"replaces the {weapon.replaces}")
        if isinstance(weapon, Extra) and not self.carried:
            parts.append(f"+{weapon.points} points")
        if isinstance(weapon, Alternate | Extra) and weapon.pilot and not self.carried:
            parts.append(f"level {weapon.pilot}+")
        return ", ".join(parts)

    def as_data(self) -> JsonObject:
        """Return plain data: the figures with their exact fractions, or `why_not`; splits in melee only."""
        head = {"name": self.weapon.name, "about": self.about}
        if self.why_not:
            return {**head, "why_not": self.why_not}
        figures = {
            "mean_damage": self.mean,
            "mean_within_hp": self.within_hp,
            "any_damage": self.any_damage,
            "kill": self.kill,
        }
        details = {
            "exact": {name: str(figure) for name, figure in figures.items()},
            "damage": [{"damage": bar.words, "p": float(bar.chance), "exact": str(bar.chance)} for bar in self.bars],
            "applied": [{"words": words, "rule": rule} for words, rule in self.applied],
            "not_counted": list(self.not_counted),
            "roll": {"resolver": self.roll, "inputs": dict(self.inputs)},
        }
        rounded = {name: float(figure) for name, figure in figures.items()}
        if self.best is None:
            return {**head, **rounded, **details}
        splits = {"best_split": _split_data(self.best), "splits": [_split_data(split) for split in self.table]}
        return {**head, **rounded, **details, **splits}


def _split_data(split: Split) -> JsonObject:
    return {**asdict(split), "worth": float(split.worth), "exact": str(split.worth)}


def figures(weapon: Weapon, spread: Mapping[int, Fraction], hp: int) -> WeaponLine:
    """Return a weapon's figures from its damage distribution, against a target with the given HP."""
    return WeaponLine(
        weapon,
        mean=sum((damage * p for damage, p in spread.items()), Fraction()),
        within_hp=sum((min(damage, hp) * p for damage, p in spread.items()), Fraction()),
        any_damage=sum((p for damage, p in spread.items() if damage > 0), Fraction()),
        kill=sum((p for damage, p in spread.items() if damage >= hp), Fraction()),
        bars=bars(spread, weapon.dmg),
    )


def roll_inputs(inputs: JsonMapping) -> tuple[tuple[str, object], ...]:
    """Return inputs as they stand in an address; defaults that are zero or empty are left out."""
    always = ("accuracy", "evade", "shots", "damage", "melee", "counter_melee", "counter_damage")
    return tuple(
        (key, str(value).lower() if isinstance(value, bool) else value)
        for key, value in inputs.items()
        if key in always or (value and value != "damage")
    )
