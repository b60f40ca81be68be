"""What players say of two Mechs before an attack: numbers that no card in use explains."""

from pydantic import Field, JsonValue

from companion.data.documents import Record
from companion.games.techniconica.matchup.draft import Draft
from companion.games.techniconica.matchup.values import Value
from companion.games.techniconica.resolver.inputs import LEAST_ACCURACY

_BY_WHAT = "By an event, or by a special rule that the app does not know."
_RARE: dict[str, JsonValue] = {"rare": True}
_SPEEDS = {"charge": "target_speed"}
MOST = 60


class Said(Record):
    """What is asked about two Mechs; all else their records know."""

    accuracy: int = Field(0, ge=-9, le=9, title="AC more or less", description=_BY_WHAT, json_schema_extra=_RARE)
    speed: int = Field(0, ge=-9, le=9, title="Their SP more or less", description=_BY_WHAT, json_schema_extra=_RARE)

    def change(self, draft: Draft) -> None:
        """Change the numbers of an attack by what was said; of a Charge its Speed stands for Accuracy."""
        mine = "speed" if draft.resolver == "charge" else "accuracy"
        for name, by in ((mine, self.accuracy), (_SPEEDS.get(draft.resolver, "speed"), self.speed)):
            value = draft.values.get(name)
            if by and value and value.value is not None:
                least = LEAST_ACCURACY if name == "accuracy" else 0
                draft.values[name] = Value(max(least, min(MOST, value.value + by)), value.cards, value.changes)
                draft.applied.append((f"{by:+d} as said", "attack"))
