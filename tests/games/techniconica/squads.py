"""Squads for tables: what a Mech of ours can have of everything that a record keeps."""

from companion.data.documents import to_document
from companion.games.techniconica import GAME

BISON, HERON, WOLF = (to_document(GAME.examples[name]) for name in ("copper-bison", "iron-heron", "sniper-wolf"))


def squad(*mechs, title="Squad"):
    return {"game": "techniconica", "title": title, "mech": list(mechs)}


GUARD = {
    "name": "Home Guard",
    "locomotor": {"card": "half-track", "attached": ["booster-rockets"]},
    "cockpit": {"card": "scout-cab", "attached": ["spark-screen", "bubble-projector", "scrap-plate", "steel-plate"]},
    "pilot": "gambler",
    "part": [
        {"card": "twin-machine-guns", "slot": "1,1"},
        {"card": "chain-blade", "slot": "1,3"},
        {"card": "gas-turbine", "slot": "2,1", "attached": ["battery-reserve"]},
        {"card": "fuel-cell", "slot": "2,3"},
    ],
}
"""15 weight of 16, 7 power of 7: Shields and Armour twice, Triggers, a blade. Speed 2, AC 2, three Re-Rolls."""
CASTER = {
    "name": "Heavy Caster",
    "locomotor": "quad-legs",
    "cockpit": "standard-cockpit",
    "pilot": "cadet",
    "part": [
        {"card": "gravity-caster", "slot": "1,1"},
        {"card": "chain-blade", "slot": "1,3"},
        {"card": "gas-turbine", "slot": "2,1"},
        {"card": "diesel-block", "slot": "2,3"},
    ],
}
"""14 weight of 17, 9 power of 9: a Gravity Field of 2. Speed 2, AC 1, one Re-Roll."""
SKIMMER = {
    "name": "Skimmer",
    "locomotor": {"card": "skimmer-cushion", "attached": ["smoke-launchers"]},
    "cockpit": {"card": "bubble-canopy", "attached": ["scrap-plate"]},
    "pilot": "cadet",
    "part": [
        {"card": "light-autocannon", "slot": "1,1"},
        {"card": "wrecking-claw", "slot": "1,3"},
        {"card": "gas-turbine", "slot": "2,1"},
        {"card": "fuel-cell", "slot": "2,3"},
    ],
}
"""12 weight of 12, 7 power of 7, Hover, Speed 5."""
TOO_HEAVY = {**SKIMMER, "name": "Too Heavy", "cockpit": {"card": "bubble-canopy", "attached": ["steel-plate"]}}
"""One point more than it can carry."""
HULLS = squad({"name": "Hull", "cockpit": "scout-cab", "pilot": "cadet"}, {}, title="Unfinished")
"""Two Mechs that are not finished: one that can only be shot at, and one without a card."""
ALL = (
    BISON,
    HERON,
    WOLF,
    squad(GUARD),
    squad(CASTER),
    squad(SKIMMER, GUARD),
    squad(CASTER, SKIMMER),
    squad(TOO_HEAVY, HERON["mech"][0]),
)
