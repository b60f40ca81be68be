"""What MechaStellar's own pages show, a room of its own: my unit against that unit."""

from companion.findings import InputError, InvalidInput, shown
from companion.games.mechastellar.analysis.matchup import lines
from companion.games.mechastellar.analysis.modifiers import Circumstances
from companion.games.mechastellar.model import TYPES, Profile, find, pilot_title
from companion.system import Context, FormData, View

FARTHEST = 99
CHOICES = {
    "choice": ("precision", "barrage", "none"),
    "reply": ("dodge", "guard", "none"),
    "counter": ("counter", "guard", "none"),
}
TICKS = ("cover", "behind", "high_ground", "target_high", "fast", "unseen", "focus", "double")


def _one(fields: FormData, name: str) -> str:
    return (fields.get(name) or [""])[-1].strip()


def _profile(fields: FormData, name: str, context: Context) -> Profile | None:
    text = _one(fields, name)
    if not text:
        return None
    card = find(context.catalogue, Profile, text)
    if not isinstance(card, Profile):
        raise InvalidInput(InputError(name, shown(text), "the id or the name of a unit profile"))
    return card


def _choice(fields: FormData, name: str) -> str:
    text, known = _one(fields, name), CHOICES[name]
    if text and text not in known:
        raise InvalidInput(InputError(name, shown(text), f"one of {', '.join(known)}"))
    return text or known[0]


def _distance(fields: FormData) -> int:
    text = _one(fields, "distance") or "16"
    if not text.isdecimal() or len(text) > 3 or int(text) > FARTHEST:
        raise InvalidInput(InputError("distance", shown(text), f"inches, a whole number from 0 to {FARTHEST}"))
    return int(text)


def show_duel(fields: FormData, context: Context) -> dict[str, object]:
    """Return the duel page's context: profiles `a` and `b`, the circumstances, and a line for each weapon of A."""
    a, b = _profile(fields, "a", context), _profile(fields, "b", context)
    ticks = {name: _one(fields, name) == "1" for name in TICKS}
    around = Circumstances(
        distance=_distance(fields),
        cover=ticks["cover"],
        behind=ticks["behind"],
        high_ground=ticks["high_ground"],
        target_high=ticks["target_high"],
        fast=ticks["fast"],
        unseen=ticks["unseen"],
        focus=ticks["focus"],
        choice=_choice(fields, "choice"),
        reply=_choice(fields, "reply"),
        counter=_choice(fields, "counter"),
        hp_factor=2 if ticks["double"] else 1,
    )
    profiles = context.catalogue.all(Profile)
    return {
        "a": a,
        "b": b,
        "around": around,
        "ticks": ticks,
        "choices": CHOICES,
        "groups": {kind: [p for p in profiles if p.type == kind] for kind in TYPES},
        "lines": lines(a, b, around, context) if a and b else (),
        "percent": percent,
        "pilot_title": pilot_title,
    }


def percent(chance: float) -> str:
    """Return a chance as percent, never rounded to a certainty that it is not."""
    value = 100 * chance
    if 0 < value < 0.5:
        return "< 1 %"
    return "> 99 %" if 99.5 <= value < 100 - 1e-7 else f"{value:.0f} %"


VIEWS = (
    View("duel", "My unit against that unit", "Two profiles, a distance: every weapon's odds side by side.", show_duel),
)
"""The pages only MechaStellar has."""
