"""What MechaStellar's own pages show, a room of its own: my unit against that unit."""

from companion.findings import Misreading, Unreadable, shown
from companion.games.mechastellar.analysis.matchup import lines
from companion.games.mechastellar.analysis.modifiers import Circumstances
from companion.games.mechastellar.model import TYPES, Profile, find, pilot_title
from companion.system import Fields, Setting, View

FARTHEST = 99
CHOICES = {
    "choice": ("precision", "barrage", "none"),
    "reply": ("dodge", "guard", "none"),
    "counter": ("counter", "guard", "none"),
}
TICKS = ("cover", "behind", "high_ground", "target_high", "fast", "unseen", "focus", "double")


def _one(fields: Fields, name: str) -> str:
    return (fields.get(name) or [""])[-1].strip()


def _profile(fields: Fields, name: str, setting: Setting) -> Profile | None:
    text = _one(fields, name)
    if not text:
        return None
    card = find(setting.catalogue, Profile, text)
    if not isinstance(card, Profile):
        raise Unreadable(Misreading(name, shown(text), "the id or the name of a unit profile"))
    return card


def _choice(fields: Fields, name: str) -> str:
    text, known = _one(fields, name), CHOICES[name]
    if text and text not in known:
        raise Unreadable(Misreading(name, shown(text), f"one of {', '.join(known)}"))
    return text or known[0]


def _distance(fields: Fields) -> int:
    text = _one(fields, "distance") or "16"
    if not text.isdecimal() or len(text) > 3 or int(text) > FARTHEST:
        raise Unreadable(Misreading("distance", shown(text), f"inches, a whole number from 0 to {FARTHEST}"))
    return int(text)


def show_duel(fields: Fields, setting: Setting) -> dict[str, object]:
    """Return the duel page's context: profiles `a` and `b`, the circumstances, and a line for each weapon of A."""
    a, b = _profile(fields, "a", setting), _profile(fields, "b", setting)
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
    profiles = setting.catalogue.all(Profile)
    return {
        "a": a,
        "b": b,
        "around": around,
        "ticks": ticks,
        "choices": CHOICES,
        "groups": {kind: [p for p in profiles if p.type == kind] for kind in TYPES},
        "lines": lines(a, b, around, setting) if a and b else (),
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
