"""The house rules of a build in its text for a chat: a line for people, and one that is read back."""

from companion.base.findings import InvalidInput
from companion.base.json_types import JsonObject
from companion.data.documents import Build, CarriedHouseRules, read_as
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.gamekit.house_rules import FIELD
from companion.verbs.embedded_lines import damaged_line, split_line, write_line

_NAME = "House rules"


def rules_sentence(game: GameSystem, build: Build, context: Context) -> str:
    """Return the line that names a build's house rules and their limits; empty where it has none."""
    rules = build.house_rules
    if rules is None:
        return ""
    limits = "; ".join(game.describe_limits(rules, context.catalogue))
    return f"{_NAME}: {rules.title}{f' ({limits})' if limits else ''}."


def rules_line(build: Build) -> str:
    """Return the line with a build's house rules; empty where it has none."""
    rules = build.house_rules
    return write_line(_NAME, rules.model_dump(mode="json", exclude_defaults=True)) if rules else ""


def split_rules_line(text: str) -> tuple[str, JsonObject]:
    """Return a text without the line with house rules, and what these decide as a build carries it.

    InvalidInput where the line is damaged.
    """
    rest, data = split_line(_NAME, text)
    if data is None:
        return rest, {}
    try:
        rules = read_as(CarriedHouseRules, data)
    except InvalidInput:
        raise damaged_line(_NAME) from None
    carried = rules.model_dump(mode="json", exclude_defaults=True)
    return rest, {"rulings": dict(rules.rulings), FIELD: carried}
